//! Files of which the same is said: their paths, written together.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::display::counted;

/// How many names in braces are shown.
const MOST_NAMES: usize = 4;

/// Files of which the same is said: the names in their paths, one after the other. Each path that can be made of them is one.
pub(crate) type PathSet<'f> = Vec<BTreeSet<&'f str>>;

/// For files that share something the number of the first of them.
pub(crate) type PathSets<'f> = BTreeMap<PathSet<'f>, usize>;

/// Puts files together, with `/` between the names in their paths, whose paths differ in the names at one depth alone; each
/// set with the number of its first file.
pub(crate) fn path_sets<'f>(files: impl Iterator<Item = &'f str>) -> PathSets<'f> {
    let mut sets = PathSets::new();
    for (number, file) in files.enumerate() {
        let path = file.split('/').map(|name| BTreeSet::from([name])).collect();
        sets.entry(path).or_insert(number);
    }
    let deepest = sets.keys().map(Vec::len).max().unwrap_or(0);
    for depth in (0..deepest).rev() {
        sets = joined(sets, depth);
    }
    sets
}

/// Puts the sets together that differ in the names at one depth alone.
fn joined<'f>(sets: PathSets<'f>, depth: usize) -> PathSets<'f> {
    let mut alike: BTreeMap<PathSet<'f>, (PathSet<'f>, usize)> = BTreeMap::new();
    for (files, first) in sets {
        let mut others = files.clone();
        if let Some(names) = others.get_mut(depth) {
            names.clear();
        }
        let (all, earliest) = alike.entry(others).or_insert_with(|| (files.clone(), first));
        if let Some(names) = all.get_mut(depth) {
            names.extend(&files[depth]);
        }
        *earliest = first.min(*earliest);
    }
    alike.into_values().collect()
}

/// How many files these are.
pub(crate) fn count(files: &PathSet) -> usize {
    files.iter().map(BTreeSet::len).product()
}

/// The paths of files as a shell writes them: with what differs in braces.
pub(crate) fn paths(files: &PathSet) -> String {
    let names: Vec<_> = files.iter().map(braces).collect();
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
fn braces(names: &BTreeSet<&str>) -> String {
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
    let shown: Vec<_> = rests.iter().take(MOST_NAMES).map(|rest| &rest[..rest.len() - end.len()]).collect();
    let more = if rests.len() > MOST_NAMES { ",..." } else { "" };
    format!("{}{{{}{more}}}{end}", &first[..start], shown.join(","))
}
