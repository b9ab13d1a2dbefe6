//! Files of which the same is said: their paths, written together.

use std::collections::BTreeMap;

use crate::base::display::counted;

/// How many names in braces are shown.
const MOST_NAMES: usize = 4;

/// Files of which the same is said: the names in their paths, one after the other, sorted where there are several. Each path
/// that can be made of them is one.
pub(crate) type PathSet<'f> = Vec<Vec<&'f str>>;

/// For files that share something the number of the first of them.
pub(crate) type PathSets<'f> = BTreeMap<PathSet<'f>, usize>;

/// The names in the path of a file.
pub(crate) fn names(path: &str) -> Vec<&str> {
    path.split('/').collect()
}

/// Puts files together, given the names in their paths, whose paths differ in the names at one depth alone; each set with
/// the number of its first file.
pub(crate) fn path_sets<'f>(paths: &[&[&'f str]]) -> PathSets<'f> {
    let Some(first) = paths.first() else { return PathSets::new() };
    // Most is found in one file alone.
    if paths.len() == 1 {
        return PathSets::from([(first.iter().map(|name| vec![*name]).collect(), 0)]);
    }
    let deepest = paths.iter().map(|path| path.len()).max().unwrap_or(0);
    let differ = |depth: &usize| paths.iter().any(|path| path.get(*depth) != first.get(*depth));
    // Where all have the same name there is nothing to join, so that only the other names are looked at. Of a path that
    // is shorter than others, these are the first ones.
    let depths: Vec<usize> = (0..deepest).filter(differ).collect();
    let differing = |path: &&[&'f str]| -> PathSet<'f> {
        depths.iter().filter_map(|depth| path.get(*depth)).map(|name| vec![*name]).collect()
    };
    let mut sets: Vec<_> = paths.iter().map(differing).zip(0..).collect();
    if depths.is_empty() {
        sets.truncate(1);
    }
    for number in (0..depths.len()).rev() {
        sets = joined(sets, number);
    }
    let whole = |(files, number): (PathSet<'f>, usize)| {
        let mut files = files.into_iter();
        let name = |depth| match depths.binary_search(&depth) {
            Ok(_) => files.next(),
            Err(_) => Some(vec![first[depth]]),
        };
        ((0..deepest).map_while(name).collect(), number)
    };
    sets.into_iter().map(whole).collect()
}

/// Puts the sets together that differ in the names at one depth alone.
fn joined<'f>(sets: Vec<(PathSet<'f>, usize)>, depth: usize) -> Vec<(PathSet<'f>, usize)> {
    let mut alike: BTreeMap<PathSet<'f>, (Vec<&'f str>, usize)> = BTreeMap::new();
    for (mut files, first) in sets {
        let names = files.get_mut(depth).map(std::mem::take).unwrap_or_default();
        let (all, earliest) = alike.entry(files).or_insert((Vec::new(), first));
        all.extend(names);
        *earliest = first.min(*earliest);
    }
    let with_names = |(mut files, (mut names, first)): (PathSet<'f>, (Vec<&'f str>, usize))| {
        names.sort_unstable();
        names.dedup();
        if let Some(at) = files.get_mut(depth) {
            *at = names;
        }
        (files, first)
    };
    alike.into_iter().map(with_names).collect()
}

/// How many files these are.
pub(crate) fn count(files: &PathSet) -> usize {
    files.iter().map(Vec::len).product()
}

/// Whether one of the files has a path of these names.
#[cfg(feature = "cli")]
pub(crate) fn has(files: &PathSet, path: &[&str]) -> bool {
    files.len() == path.len() && files.iter().zip(path).all(|(names, name)| names.contains(name))
}

/// The paths of files as a shell writes them: with what differs in braces.
pub(crate) fn paths(files: &PathSet) -> String {
    let names: Vec<_> = files.iter().map(|names| braces(names)).collect();
    let count = count(files);
    let more = if count > 1 { format!(" ({})", counted(count, "file")) } else { String::new() };
    format!("{}{more}", names.join("/"))
}

/// The path, if there is only one.
#[cfg(feature = "cli")]
pub(crate) fn only_path(files: &PathSet) -> Option<String> {
    let names: Vec<_> = files.iter().filter(|names| names.len() == 1).flatten().copied().collect();
    (names.len() == files.len()).then(|| names.join("/"))
}

/// Names as a shell writes them: what they have in common once, and what differs in braces.
fn braces(names: &[&str]) -> String {
    let (Some(first), Some(last)) = (names.first(), names.last()) else { return String::new() };
    if names.len() == 1 {
        return first.to_string();
    }
    // Bytes that cannot be shown are written with a backslash and digits.
    let has_codes = names.iter().any(|name| name.contains('\\'));
    let is_between = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && !has_codes;
    let common = first.bytes().zip(last.bytes()).take_while(|(one, other)| one == other).count();
    let start = first.as_bytes()[..common].iter().rposition(is_between).map_or(0, |at| at + 1);
    let rests: Vec<&str> = names.iter().map(|name| &name[start..]).collect();
    let alike = |rest: &&str| {
        let ends = rest.bytes().rev().zip(rests[0].bytes().rev());
        ends.take_while(|(one, other)| one == other).count()
    };
    let common = rests.iter().map(alike).min().unwrap_or(0);
    let end = &rests[0].as_bytes()[rests[0].len() - common..];
    let end = end.iter().position(is_between).map_or(0, |at| end.len() - at);
    let end = &rests[0][rests[0].len() - end..];
    // One more name takes no more room than to say that there is one.
    let count = if rests.len() == MOST_NAMES + 1 { rests.len() } else { MOST_NAMES };
    let shown: Vec<_> = rests.iter().take(count).map(|rest| &rest[..rest.len() - end.len()]).collect();
    let more = if rests.len() > count { ",..." } else { "" };
    format!("{}{{{}{more}}}{end}", &first[..start], shown.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_put_together_where_one_name_differs() {
        let sets = |files: &[&'static str]| -> Vec<(String, usize)> {
            let names: Vec<_> = files.iter().map(|file| names(file)).collect();
            let sets = path_sets(&names.iter().map(Vec::as_slice).collect::<Vec<_>>());
            sets.iter().map(|(files, first)| (paths(files), *first)).collect()
        };
        let is = |text: &str, first| (text.to_string(), first);
        assert_eq!(sets(&[]), []);
        assert_eq!(sets(&["a/b.txt", "a/b.txt"]), [is("a/b.txt", 0)]);
        let four = ["m/a/x.txt", "m/b/x.txt", "m/a/y.txt", "m/b/y.txt"];
        assert_eq!(sets(&four), [is("m/{a,b}/{x,y}.txt (4 files)", 0)]);
        assert_eq!(sets(&four[1..3]), [is("m/a/y.txt", 1), is("m/b/x.txt", 0)]);
        let of_other_depths = ["b/x.txt", "x.txt", "a/x.txt"];
        assert_eq!(sets(&of_other_depths), [is("{a,b}/x.txt (2 files)", 0), is("x.txt", 1)]);
    }
}
