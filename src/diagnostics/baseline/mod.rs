//! Baselines: the findings that are known already, so that only new ones count; and the file that lists them.
//!
//! A baselined finding is recognized by its file, its rule, its object and its mark, a hash of what it is
//! about, not of its line. So it stays baselined when lines move, and a new finding does not replace it.

pub(crate) mod matcher;
pub(crate) mod place_hash;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write;
use std::str::FromStr;
use std::sync::Arc;

pub use place_hash::PlaceHash;

/// The version of the format, on the first line.
pub const VERSION: u32 = 1;

/// What the first line begins with, before the version.
const MAGIC: &str = "ms3dlint baseline ";

/// The names of the columns, after the version.
const COLUMNS: &str = ": file\trule\tobject\tcount\tmarks";

/// The last line, without which lines may have been cut off.
const END: &str = "end of ms3dlint baseline";

/// The conflict markers of git.
const CONFLICTS: [&str; 4] = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];

/// That there is no baseline of this name, and how one is made.
#[doc(hidden)]
pub fn missing(name: &str) -> String {
    format!("there is no baseline {name}; `ms3dlint baseline write` makes one")
}

/// What is wrong with a baseline, and the place of a configuration, as in `ms3dlint.toml:12`, that names it.
#[doc(hidden)]
pub fn named_in(error: &str, place: &str) -> String {
    format!("{error} (named in {place})")
}

/// The baselined findings of many files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    /// By the names of the files: paths from the folder of the baseline, on one line.
    pub files: BTreeMap<String, Arc<Entries>>,
}

/// The baselined findings of one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries(BTreeMap<EntryKey, Marks>);

/// What the findings on one line of a baseline have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryKey {
    /// The name of the rule, which may be unknown to this program.
    pub rule: String,
    /// The object in words: `file`, `mesh "body"`, `block Bones`. Objects of one name are the same.
    pub object: String,
}

/// How often something was found at each mark of a place, and how much there is at each of a size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(BTreeMap<PlaceHash, usize>);

/// Why a text is no baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaselineProblem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, and what to do.
    pub what: String,
}

impl Marks {
    /// Adds to the count at a mark, and returns the new count.
    pub fn add(&mut self, mark: PlaceHash, amount: usize) -> usize {
        let sum = self.0.entry(mark).or_default();
        *sum += amount;
        *sum
    }

    /// How much there is of a mark.
    pub fn amount(&self, mark: PlaceHash) -> usize {
        self.0.get(&mark).copied().unwrap_or(0)
    }

    /// How many findings these are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|(mark, amount)| if mark.is_size { 1 } else { *amount }).sum()
    }

    /// Whether there is no finding.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Of each mark as much as both have.
    fn common(&self, other: &Self) -> Self {
        let common = self.0.iter().map(|(mark, amount)| (*mark, other.amount(*mark).min(*amount)));
        Self(common.filter(|(_, amount)| *amount > 0).collect())
    }

    /// How many of these findings are beyond the baselined ones.
    fn beyond(&self, known: &Self) -> usize {
        let beyond = |(mark, amount): (&PlaceHash, &usize)| {
            let more = amount.saturating_sub(known.amount(*mark));
            if mark.is_size { usize::from(more > 0) } else { more }
        };
        self.0.iter().map(beyond).sum()
    }
}

impl Entries {
    /// The places of one line.
    pub fn get(&self, key: &EntryKey) -> Option<&Marks> {
        self.0.get(key)
    }

    /// Puts the places of a line in, if there are any.
    pub fn insert(&mut self, key: EntryKey, marks: Marks) {
        if !marks.is_empty() {
            self.0.insert(key, marks);
        }
    }

    /// How many findings are baselined.
    pub fn len(&self) -> usize {
        self.0.values().map(Marks::len).sum()
    }

    /// Whether none is baselined.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines.
    pub fn iter(&self) -> impl Iterator<Item = (&EntryKey, &Marks)> {
        self.0.iter()
    }

    /// The baselined findings that were found again, and those of rules that did not run, according to
    /// `was_run`.
    pub fn still_found(&self, found: &Self, was_run: impl Fn(&str) -> bool) -> Self {
        let mut still = Self::default();
        for (key, marks) in &self.0 {
            let marks = match found.get(key) {
                _ if !was_run(&key.rule) => marks.clone(),
                Some(found) => marks.common(found),
                None => continue,
            };
            still.insert(key.clone(), marks);
        }
        still
    }

    /// How many findings of each line are in `found` and not baselined here, of lines with any.
    pub fn new_in<'f>(&self, found: &'f Self) -> impl Iterator<Item = (&'f EntryKey, usize)> {
        let nothing = Marks::default();
        found.iter().filter_map(move |(key, marks)| {
            let new = marks.beyond(self.get(key).unwrap_or(&nothing));
            Some((key, new)).filter(|(_, new)| *new > 0)
        })
    }
}

impl Baseline {
    /// How many findings are baselined.
    pub fn len(&self) -> usize {
        self.files.values().map(|entries| entries.len()).sum()
    }

    /// Whether none is baselined.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sets the baselined findings of a file.
    pub fn set(&mut self, file: String, entries: Entries) {
        match entries.is_empty() {
            true => self.files.remove(&file),
            false => self.files.insert(file, Arc::new(entries)),
        };
    }

    /// Reads a baseline. Its lines may be in any order, except the first and the last.
    ///
    /// # Errors
    ///
    /// If it is damaged in any way, not merged yet, or of an unknown version.
    pub fn parse(bytes: &[u8]) -> Result<Self, BaselineProblem> {
        let mut files: BTreeMap<String, Entries> = BTreeMap::new();
        let (mut is_first, mut is_ended, mut last) = (true, false, 1);
        for (line, number) in bytes.split(|byte| *byte == b'\n').zip(1..) {
            let problem = |what| BaselineProblem { line: number, what };
            last = number;
            let line = str::from_utf8(line).map_err(|_| problem(damaged("it is not UTF-8")))?;
            let line = line.strip_suffix('\r').unwrap_or(line);
            if CONFLICTS.iter().any(|mark| line.starts_with(mark)) {
                return Err(problem(
                    "this conflict is not merged yet; keep the lines of both sides, without the markers"
                        .to_string(),
                ));
            }
            if is_first {
                header(line).map_err(problem)?;
                is_first = false;
            } else if is_ended && !line.is_empty() {
                return Err(problem(damaged("it is after the last line")));
            } else if line == END {
                is_ended = true;
            } else if !line.is_empty() {
                let (file, key, marks) = row(line).map_err(|what| problem(damaged(what)))?;
                match files.entry(file.to_string()).or_default().0.entry(key) {
                    Entry::Vacant(entry) => entry.insert(marks),
                    Entry::Occupied(_) => return Err(problem(damaged("an earlier line is about the same"))),
                };
            }
        }
        if !is_ended {
            let what = damaged(&format!("\"{END}\" is missing here, so the file was cut"));
            return Err(BaselineProblem { line: last, what });
        }
        Ok(Self { files: files.into_iter().map(|(file, entries)| (file, Arc::new(entries))).collect() })
    }

    /// The text of a baseline, its lines sorted.
    pub fn text(&self) -> String {
        let mut out = format!("{MAGIC}{VERSION}{COLUMNS}\n");
        for (file, entries) in &self.files {
            for (EntryKey { rule, object }, marks) in entries.iter() {
                // Writing to a string cannot fail.
                let _ = write!(out, "{file}\t{rule}\t{object}\t{}\t", marks.len());
                for (index, (mark, amount)) in marks.0.iter().enumerate() {
                    let _ = write!(out, "{}{mark}", if index > 0 { " " } else { "" });
                    let _ = match amount {
                        most if mark.is_size => write!(out, "<={most}"),
                        1 => Ok(()),
                        count => write!(out, "*{count}"),
                    };
                }
                out.push('\n');
            }
        }
        out + END + "\n"
    }
}

fn damaged(what: &str) -> String {
    format!("{what}; put back what was there, or delete the file and write the baseline again")
}

/// Looks at the first line.
fn header(line: &str) -> Result<(), String> {
    let version = line.strip_prefix(MAGIC).and_then(|rest| rest.split(':').next()?.parse().ok());
    match version {
        Some(VERSION) if line.ends_with(COLUMNS) => Ok(()),
        Some(version) if version > VERSION => {
            Err(format!("it is of version {version}, which this ms3dlint does not know; use a newer one"))
        }
        _ => {
            let what = format!("a baseline begins with \"{MAGIC}{VERSION}\" and the names of its columns");
            Err(if line.starts_with(MAGIC) { damaged(&what) } else { format!("{what}; name another file") })
        }
    }
}

/// Reads any other line.
fn row(line: &str) -> Result<(&str, EntryKey, Marks), &'static str> {
    let columns: Vec<_> = line.split('\t').collect();
    let [file, rule, object, count, marks] = columns[..] else {
        return Err("a line has five columns, with a tab between them");
    };
    if [file, rule, object].contains(&"") {
        return Err("the file, the rule or the object is missing");
    }
    let mut known = Marks::default();
    for piece in marks.split(' ') {
        let size = piece.split_once("<=");
        let (mark, amount) = size.or_else(|| piece.split_once('*')).unwrap_or((piece, "1"));
        let mut mark = PlaceHash::from_str(mark)?;
        mark.is_size = size.is_some();
        let amount = amount
            .parse()
            .ok()
            .filter(|amount| (1..=u32::MAX as usize).contains(amount))
            .ok_or("a mark is counted from 1")?;
        if known.0.insert(mark, amount).is_some() {
            return Err("a mark is there twice");
        }
    }
    if count.parse() != Ok(known.len()) {
        return Err("the count is not that of the marks");
    }
    let key = EntryKey { rule: rule.to_string(), object: object.to_string() };
    Ok((file, key, known))
}
