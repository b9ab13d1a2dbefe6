//! Which row became which: rows that are equal in their order, then rows that are equal elsewhere, then rows that are
//! equal in part, and at last what is left between them by its order, if it is as many. All in n log n.

use std::collections::HashMap;
use std::hash::Hash;

/// Which old row each new row was, and the other way round.
pub(super) struct Alignment {
    /// For each old row the new one.
    pub new_of: Vec<Option<u32>>,
    /// For each new row the old one.
    pub old_of: Vec<Option<u32>>,
}

/// Rows, old and new, between rows that are known to be the same.
type RowGap = [Vec<u32>; 2];

impl Alignment {
    /// Aligns rows by keys: those that are equal by the first keys are the same, wherever they are; and then those between
    /// two such by the next keys.
    pub(super) fn of<K: Hash + Eq>(counts: [usize; 2], levels: &[[Vec<K>; 2]]) -> Self {
        let mut alignment = Self { new_of: vec![None; counts[0]], old_of: vec![None; counts[1]] };
        let mut gaps = vec![counts.map(|count| (0..count as u32).collect::<Vec<_>>())];
        for (level, keys) in levels.iter().enumerate() {
            gaps = gaps.into_iter().flat_map(|gap| alignment.anchor(gap, keys)).collect();
            if level == 0 {
                alignment.reordered(&mut gaps, keys);
            }
        }
        // Of gaps that are not as long as each other nobody knows which row became which.
        for [old, new] in gaps.into_iter().filter(|[old, new]| old.len() == new.len()) {
            old.into_iter().zip(new).for_each(|(old, new)| alignment.pair(old, new));
        }
        alignment
    }

    fn pair(&mut self, old: u32, new: u32) {
        self.new_of[old as usize] = Some(new);
        self.old_of[new as usize] = Some(old);
    }

    /// Pairs equal rows of a gap in their order, and returns the gaps between them.
    fn anchor<K: Hash + Eq>(&mut self, [old, new]: RowGap, keys: &[Vec<K>; 2]) -> Vec<RowGap> {
        let is_equal = |old: &u32, new: &u32| keys[0][*old as usize] == keys[1][*new as usize];
        let start = old.iter().zip(&new).take_while(|(old, new)| is_equal(old, new)).count();
        let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = ends.take_while(|(old, new)| is_equal(old, new)).count();
        for (old, new) in old[..start].iter().zip(&new[..start]) {
            self.pair(*old, *new);
        }
        for (old, new) in old[old.len() - end..].iter().zip(&new[new.len() - end..]) {
            self.pair(*old, *new);
        }
        let (old, new) = (&old[start..old.len() - end], &new[start..new.len() - end]);
        if old.is_empty() && new.is_empty() {
            return Vec::new();
        }
        let mut gaps = Vec::new();
        let (mut old_at, mut new_at) = (0, 0);
        for (old_index, new_index) in rising(&common(old, new, keys)) {
            self.pair(old[old_index], new[new_index]);
            gaps.push([old[old_at..old_index].to_vec(), new[new_at..new_index].to_vec()]);
            (old_at, new_at) = (old_index + 1, new_index + 1);
        }
        gaps.push([old[old_at..].to_vec(), new[new_at..].to_vec()]);
        gaps.retain(|[old, new]| !(old.is_empty() && new.is_empty()));
        gaps
    }

    /// Pairs rows that are equal, but not in their order, and takes them out of the gaps.
    fn reordered<K: Hash + Eq>(&mut self, gaps: &mut Vec<RowGap>, keys: &[Vec<K>; 2]) {
        let mut left: HashMap<&K, Vec<u32>> = HashMap::new();
        for new in gaps.iter().rev().flat_map(|[_, new]| new.iter().rev()) {
            left.entry(&keys[1][*new as usize]).or_default().push(*new);
        }
        for old in gaps.iter().flat_map(|[old, _]| old.iter().copied()) {
            if let Some(new) = left.get_mut(&keys[0][old as usize]).and_then(Vec::pop) {
                self.pair(old, new);
            }
        }
        for [old, new] in gaps.iter_mut() {
            old.retain(|row| self.new_of[*row as usize].is_none());
            new.retain(|row| self.old_of[*row as usize].is_none());
        }
        gaps.retain(|[old, new]| !(old.is_empty() && new.is_empty()));
    }

    /// Whether what is in both is in another order.
    pub(super) fn is_reordered(&self) -> bool {
        !self.new_of.iter().flatten().is_sorted()
    }

    /// How many old rows are gone, and how many new ones there are.
    pub(super) fn gone_and_new(&self) -> [usize; 2] {
        [&self.new_of, &self.old_of].map(|of| of.iter().filter(|other| other.is_none()).count())
    }

    /// The pairs, in the order of the old rows.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self.new_of.iter().enumerate();
        pairs.filter_map(|(old, new)| Some((old, new.as_ref().copied()? as usize)))
    }
}

/// Pairs of indices of equal rows, of those that both have as often: the first with the first, and so on.
fn common<K: Hash + Eq>(old: &[u32], new: &[u32], keys: &[Vec<K>; 2]) -> Vec<(usize, usize)> {
    let mut places: HashMap<&K, [Vec<usize>; 2]> = HashMap::new();
    for (side, rows) in [old, new].into_iter().enumerate() {
        for (index, row) in rows.iter().enumerate() {
            places.entry(&keys[side][*row as usize]).or_default()[side].push(index);
        }
    }
    let as_often = places.into_values().filter(|[old, new]| old.len() == new.len());
    let mut pairs: Vec<_> = as_often.flat_map(|[old, new]| old.into_iter().zip(new)).collect();
    pairs.sort_unstable();
    pairs
}

/// As many of these pairs as rise in both: the longest rising subsequence.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length the pair that ends the run of that length that ends lowest, and before each pair the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (index, (_, new)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *new);
        before[index] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut run: Vec<_> = std::iter::successors(ends.last().copied(), |index| before[*index])
        .map(|index| pairs[index])
        .collect();
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(old: &str, new: &str) -> Vec<Option<u32>> {
        let keys = [old, new].map(|text| text.bytes().collect::<Vec<_>>());
        let halves = [old, new].map(|text| text.bytes().map(|byte| byte.to_ascii_lowercase()).collect());
        Alignment::of([old.len(), new.len()], &[keys, halves]).new_of
    }

    #[test]
    fn one_more_row_moves_no_other() {
        assert_eq!(aligned("abcd", "abxcd"), [Some(0), Some(1), Some(3), Some(4)]);
        assert_eq!(aligned("abcd", "acd"), [Some(0), None, Some(1), Some(2)]);
        assert_eq!(aligned("aaaa", "aaaaa"), [Some(0), Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn rows_that_changed_are_known_by_the_rest_or_by_their_order() {
        assert_eq!(aligned("abcd", "aBcd"), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(aligned("abcd", "axCd"), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(aligned("abcd", "axxCd"), [Some(0), None, Some(3), Some(4)]);
    }

    #[test]
    fn rows_in_another_order_are_the_same_rows() {
        assert_eq!(aligned("abcd", "dcba"), [Some(3), Some(2), Some(1), Some(0)]);
    }
}
