//! What was found in several files, put together: what is the same in files beside each other appears once.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::base::display::{hexadecimal, visible};
use crate::diagnostics::finding::Severity;
use crate::report::found::{FoundInFile, FoundText, FoundWords};
use crate::report::more;
use crate::report::paths::{PathSet, names, path_sets, paths};
#[cfg(feature = "cli")]
use crate::report::paths::{count, has};
use crate::report::programs::{ProgramMessage, after, doings, sayings, stops, without_reason};
use crate::report::rows::{At, FileRow, FindingEffectRow, FindingRow};

/// What was found in some files, each thing once.
pub struct Together {
    /// The paths of the files that something was found in.
    pub(crate) files: Vec<String>,
    pub(crate) entries: Vec<FoundEntry>,
    /// Where in `entries` something is.
    known: BTreeMap<FoundText, usize>,
    /// How many findings of one rule are shown of a file.
    most_per_rule: usize,
}

/// Something that was found in one or several files.
pub(crate) struct FoundEntry {
    pub(crate) text: FoundText,
    pub(crate) places: Vec<FoundPlace>,
}

/// Where something was found.
pub(crate) struct FoundPlace {
    /// The number of the file.
    pub(crate) file: usize,
    /// The number of the finding in it.
    pub(crate) finding: usize,
    pub(crate) at: At,
    /// Where that is in space.
    pub(crate) whereabouts: String,
}

/// In what findings of a file agree that appear once, unless programs do something else with each: rule, severity,
/// message and option.
type SaidOnce<'f> = (&'static str, Severity, &'f str, Option<&'static str>);

/// A finding that is said once for all of a file that say the same.
struct SaidFinding<'f> {
    finding: &'f FindingRow,
    message: Option<ProgramMessage<'f>>,
    /// What programs do.
    effects: Vec<String>,
    /// In how many places it is.
    places: usize,
    /// Its number.
    index: usize,
}

/// Sets of files in which the same was found, and what.
pub(crate) type FilesAlike<'f> = (Vec<PathSet<'f>>, FoundTogether);

/// What was found, and the number of the first of its places.
pub(crate) type FoundTogether = Vec<(usize, usize)>;

/// What was found in the same files, the worst first.
#[derive(Serialize)]
pub struct FoundGroup {
    /// The paths of the files, those that are alike written together.
    pub files: Vec<String>,
    /// What was found in each of them.
    pub found: Vec<ShownFinding>,
}

/// Something that was found.
#[derive(Serialize)]
pub struct ShownFinding {
    /// How bad it is.
    pub severity: &'static str,
    /// The rule that found it.
    pub rule: &'static str,
    /// What is wrong, and where in the model.
    pub says: String,
    /// What programs do with it, in short; may be empty.
    pub effects: String,
    /// The option that repairs it.
    pub option: Option<&'static str>,
    /// The file in which it was found first.
    pub file: String,
    /// The number of the finding in that file.
    pub finding: usize,
    /// The line or the offset there.
    pub place: String,
    /// Where that is in space; may be empty.
    pub whereabouts: String,
}

impl Together {
    /// Of files of each of which so many findings of one rule are shown.
    pub fn new(most_per_rule: usize) -> Self {
        Self { files: Vec::new(), entries: Vec::new(), known: BTreeMap::new(), most_per_rule }
    }

    /// Adds what was found in a file.
    pub fn add(&mut self, file: &FileRow) {
        if file.findings.is_empty() {
            return;
        }
        let number = self.files.len();
        let path = if cfg!(windows) { file.path.replace('\\', "/") } else { file.path.clone() };
        self.files.push(visible(path.as_bytes()));
        let found = match &file.found {
            Some(found) => Cow::Borrowed(&found.0),
            None => Cow::Owned(found_in_file(&file.findings, self.most_per_rule).0),
        };
        for (text, index) in found.iter() {
            let entry = self.known.get(text).copied().unwrap_or_else(|| {
                self.known.insert(text.clone(), self.entries.len());
                self.entries.push(FoundEntry { text: text.clone(), places: Vec::new() });
                self.entries.len() - 1
            });
            let FindingRow { whereabouts, at, .. } = &file.findings[*index];
            let place =
                FoundPlace { file: number, finding: *index, at: *at, whereabouts: whereabouts.clone() };
            self.entries[entry].places.push(place);
        }
    }

    /// The sets of files in which the same was found, and what, with the first place of each.
    fn sets(&self) -> BTreeMap<PathSet<'_>, FoundTogether> {
        let mut sets: BTreeMap<_, Vec<_>> = BTreeMap::new();
        let paths: Vec<_> = self.files.iter().map(|file| names(file)).collect();
        for (number, entry) in self.entries.iter().enumerate() {
            let paths: Vec<_> = entry.places.iter().map(|place| &paths[place.file][..]).collect();
            for (files, first) in path_sets(&paths) {
                sets.entry(files).or_default().push((number, first));
            }
        }
        sets
    }

    /// The first place of something that was found, and its file.
    pub(crate) fn first(&self, (entry, place): &(usize, usize)) -> &FoundPlace {
        &self.entries[*entry].places[*place]
    }

    /// What was found, the worst first, with the sets of files in which that was found, and nothing else.
    pub(crate) fn groups(&self) -> Vec<FilesAlike<'_>> {
        let mut groups: BTreeMap<Vec<(usize, usize)>, FilesAlike> = BTreeMap::new();
        for (files, entries) in self.sets() {
            let same = entries.iter().map(|found| (found.0, spot(self.first(found).at))).collect();
            groups.entry(same).or_insert_with(|| (Vec::new(), entries)).0.push(files);
        }
        let mut groups: Vec<_> = groups.into_values().collect();
        let severity = |found: &(usize, usize)| self.entries[found.0].text.severity;
        groups.sort_by_cached_key(|(_, entries)| {
            let worst = entries.iter().map(severity).max();
            (Reverse(worst), entries.iter().map(|found| self.first(found).file).min())
        });
        for (_, entries) in &mut groups {
            entries.sort_by_key(|found| {
                let place = self.first(found);
                (Reverse(severity(found)), place.file, place.at.offset, found.0)
            });
        }
        groups
    }

    /// Whether something that was found in several files is at another place in one of them than in the first.
    #[cfg(feature = "cli")]
    pub(crate) fn is_elsewhere(&self, (sets, found): &FilesAlike) -> bool {
        let holds = |path: &[&str]| sets.iter().any(|files| has(files, path));
        let is_one = sets.len() == 1 && sets.iter().all(|files| count(files) == 1);
        !is_one
            && found.iter().any(|found| {
                let first = spot(self.first(found).at);
                let mut places = self.entries[found.0].places.iter();
                places.any(|other| spot(other.at) != first && holds(&names(&self.files[other.file])))
            })
    }

    /// The same, to be shown: the worst first.
    pub fn shown(&self) -> Vec<FoundGroup> {
        let group = |(sets, found): FilesAlike<'_>| FoundGroup {
            files: sets.iter().map(paths).collect(),
            found: found.iter().map(|found| self.found(found)).collect(),
        };
        self.groups().into_iter().map(group).collect()
    }

    fn found(&self, found: &(usize, usize)) -> ShownFinding {
        let (FoundText { severity, rule, said, option }, first) =
            (&self.entries[found.0].text, self.first(found));
        ShownFinding {
            severity: severity.name(),
            rule,
            says: said.says.clone(),
            effects: said.effects.first().cloned().unwrap_or_default(),
            option: *option,
            file: self.files[first.file].clone(),
            finding: first.finding,
            place: place(first.at),
            whereabouts: first.whereabouts.clone(),
        }
    }
}

/// What was found in a file with these findings, of which so many of one rule are shown.
pub(crate) fn found_in_file(findings: &[FindingRow], most_per_rule: usize) -> FoundInFile {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    let mut alike: Vec<SaidFinding> = Vec::new();
    let mut numbers: BTreeMap<SaidOnce, Vec<usize>> = BTreeMap::new();
    let mut stopping: BTreeMap<&str, &FindingRow> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.severity == Severity::Error) {
        if !finding.effects.is_empty() {
            stopping.entry(finding.rule).or_insert(finding);
        }
    }
    for (index, finding) in findings.iter().enumerate() {
        let known = counts.iter().position(|(rule, _)| *rule == finding.rule).unwrap_or_else(|| {
            counts.push((finding.rule, 0));
            counts.len() - 1
        });
        counts[known].1 += 1;
        if counts[known].1 > most_per_rule {
            continue;
        }
        let numbers =
            numbers.entry((finding.rule, finding.severity, &*finding.message, finding.option())).or_default();
        let stop = stopping.get(finding.rule).map_or_else(Vec::new, |first| stop_before(finding, first));
        // What is after a stop is said with what stops.
        if let Some(known) = numbers.first().filter(|_| !stop.is_empty()) {
            alike[*known].places += finding.count;
            continue;
        }
        let message = ProgramMessage::of(finding);
        let effects = effects(finding, message.as_ref(), &stop);
        match numbers.iter().find(|known| alike[**known].effects == effects) {
            Some(known) => alike[*known].places += finding.count,
            None => {
                numbers.push(alike.len());
                alike.push(SaidFinding { finding, message, effects, places: finding.count, index });
            }
        }
    }
    let texts = alike.into_iter().map(|SaidFinding { finding, message, effects, places, index }| {
        let FindingRow { severity, rule, .. } = *finding;
        let said = said(finding, message, places, effects);
        (FoundText { severity, rule, said, option: finding.option() }, index)
    });
    FoundInFile(texts.collect())
}

/// What programs do with something that was found in a file, in ever fewer words, given what stopped them before it.
fn effects(
    finding: &FindingRow,
    message: Option<&ProgramMessage>,
    stop: &[&FindingEffectRow],
) -> Vec<String> {
    let is_folded = finding.count > 1;
    match message {
        Some(message) => sayings(&doings(&message.others, is_folded)),
        None if stop.is_empty() => sayings(&doings(&finding.effects.iter().collect::<Vec<_>>(), is_folded)),
        None => after(stop),
    }
}

/// What stops programs at the first error of the same rule that they do something with: none of them comes to this one.
fn stop_before<'f>(finding: &FindingRow, first: &'f FindingRow) -> Vec<&'f FindingEffectRow> {
    if !finding.effects.is_empty() || finding.severity != Severity::Error {
        return Vec::new();
    }
    first.effects.iter().filter(|effect| stops(effect)).collect()
}

/// What is said of a finding of so many places.
fn said(
    finding: &FindingRow,
    message: Option<ProgramMessage>,
    places: usize,
    effects: Vec<String>,
) -> FoundWords {
    let of = if finding.place.is_empty() { "" } else { ": " };
    let more = more(places);
    let says = |message: &str| [&finding.place, of, message, &more].concat();
    if let Some(ProgramMessage { whole, brief, plain, .. }) = message {
        return FoundWords { says: says(&whole), brief: says(&brief), plain: says(&plain), effects };
    }
    let plain = without_reason(&finding.message);
    let meant = finding.help.as_deref().filter(|help| help.starts_with("did you mean"));
    // That is more of a help than the reason.
    let [message, brief] = match meant {
        Some(meant) => [0; 2].map(|_| format!("{plain} ({meant})")),
        None => [&*finding.message, plain].map(str::to_string),
    };
    FoundWords { says: says(&message), brief: says(&brief), plain: says(plain), effects }
}

/// The number of the line of something in its file, or its offset in a binary file.
fn spot(at: At) -> usize {
    at.lines.map_or(at.offset as usize, |[start, _]| start.line)
}

/// Where something is in its file, in words.
pub(crate) fn place(at: At) -> String {
    match at.lines {
        Some([start, _]) => start.line.to_string(),
        None => hexadecimal(at.offset as usize),
    }
}
