//! The compact report: the worst first, two lines a finding, or three where a sentence would lose its end. What is the
//! same in files beside each other appears once.

mod programs;
mod words;

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use anstyle::{AnsiColor, Style};

use crate::base::display::{counted, hexadecimal, list, visible};
use crate::diagnostics::finding::Severity;
use crate::report::formats::compact::programs::{ProgramMessage, doings, sayings, stops};
use crate::report::formats::compact::words::{FindingWords, LineRoom, without_reason};
use crate::report::links::Links;
use crate::report::paths::{PathSet, count, only_path, path_sets, paths};
use crate::report::rows::{At, FileRow, FindingRow};
use crate::report::summary::Summary;
use crate::report::table::tables;
use crate::report::wrap::{wrapped, wrapped_path};
use crate::report::{Writer, inert, more};

/// In how many lines a finding should be said.
const USUAL_LINES: usize = 2;
/// In a terminal with fewer columns, lines go on below the place, and there may be more of them.
const NARROW: usize = 72;
const USUAL_NARROW_LINES: usize = 5;
/// How many sets of files are named above what was found in all of them.
const MOST_HEADS: usize = 3;

/// Writes all files at the end, since what several share appears once.
pub struct Compact {
    width: usize,
    has_color: bool,
    links: Option<Links>,
    /// The paths of the files that something was found in.
    files: Vec<String>,
    /// What was found, once, and in which files.
    entries: Vec<CompactEntry>,
    /// Where in `entries` something is.
    known: HashMap<EntryText, usize>,
    /// How many findings of one rule are shown of a file.
    most_per_rule: usize,
    /// The least severity that is shown.
    level: Severity,
}

/// What is shown of a finding, besides its place.
#[derive(Clone, PartialEq, Eq, Hash)]
struct EntryText {
    severity: Severity,
    rule: &'static str,
    said: FindingWords,
    option: Option<&'static str>,
}

/// Something that was found in one or several files.
struct CompactEntry {
    text: EntryText,
    /// The files, each with the place.
    places: Vec<(usize, At)>,
    /// Where that is in space, for each of these places.
    whereabouts: Vec<String>,
}

/// In what findings of a file agree that appear once: rule, severity, message, option, and what programs do.
type SaidOnce<'f> = (&'static str, Severity, &'f str, Option<&'static str>, Vec<String>);

/// Sets of files in which the same was found, and what.
type FilesAlike<'f> = (Vec<PathSet<'f>>, FoundTogether);

/// What was found, and the number of the first of its places.
type FoundTogether = Vec<(usize, usize)>;

impl Compact {
    /// For a terminal with this many columns.
    pub fn new(columns: usize, has_color: bool, most_per_rule: usize, level: Severity) -> Self {
        let (files, entries, known) = (Vec::new(), Vec::new(), HashMap::new());
        let width = columns.clamp(40, 120);
        Self { width, has_color, links: None, files, entries, known, most_per_rule, level }
    }

    /// The same with links from files, and from rules to their pages.
    #[must_use]
    pub fn with_links(self, links: Links) -> Self {
        Self { links: Some(links), ..self }
    }

    fn painted(&self, style: Style, text: &str) -> String {
        if self.has_color { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

impl Writer for Compact {
    fn file(&mut self, file: &FileRow, _: &mut String) {
        if file.findings.is_empty() {
            return;
        }
        let number = self.files.len();
        let path = if cfg!(windows) { file.path.replace('\\', "/") } else { file.path.clone() };
        self.files.push(visible(path.as_bytes()));
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let mut alike: Vec<(&FindingRow, Vec<String>, usize)> = Vec::new();
        let mut numbers: HashMap<SaidOnce, usize> = HashMap::new();
        for finding in &file.findings {
            let count = counts.entry(finding.rule).or_default();
            *count += 1;
            if *count > self.most_per_rule {
                continue;
            }
            let effects = effects(finding, &file.findings);
            let key = (finding.rule, finding.severity, &*finding.message, finding.option(), effects.clone());
            match numbers.entry(key) {
                Entry::Occupied(known) => alike[*known.get()].2 += finding.count,
                Entry::Vacant(new) => {
                    new.insert(alike.len());
                    alike.push((finding, effects, finding.count));
                }
            }
        }
        for (finding, effects, places) in alike {
            let text = EntryText {
                severity: finding.severity,
                rule: finding.rule,
                said: said(finding, places, effects),
                option: finding.option(),
            };
            let entries = &mut self.entries;
            let entry = *self.known.entry(text).or_insert_with_key(|text| {
                entries.push(CompactEntry {
                    text: text.clone(),
                    places: Vec::new(),
                    whereabouts: Vec::new(),
                });
                entries.len() - 1
            });
            let entry = &mut self.entries[entry];
            entry.places.push((number, finding.at));
            entry.whereabouts.push(finding.whereabouts.clone());
        }
    }

    fn end(&mut self, summary: &Summary, out: &mut String) {
        for (sets, entries) in self.groups() {
            self.heads(&sets, out);
            let effects = self.shared_effects(&entries);
            if let Some(effects) = &effects {
                let files: usize = sets.iter().map(count).sum();
                *out += &format!("{}\n", wrapped(&of_files(effects, files), self.width, "  ", "    "));
            }
            let places: Vec<_> = entries.iter().map(|found| place(self.first(found).1)).collect();
            let width = places.iter().map(String::len).max().unwrap_or(0);
            for ((entry, first), place) in entries.iter().zip(&places) {
                let entry = &self.entries[*entry];
                let is_said = effects.as_ref() == entry.text.said.effects.first();
                self.lines(entry, *first, is_said, &format!("  {place:>width$}  "), out);
            }
            out.push('\n');
        }
        for line in summary.text(self.level).lines() {
            *out += &format!("{}\n", wrapped(line, self.width, "", "  "));
        }
        *out += &tables(summary);
        *out += &self.frequent_rules();
    }
}

impl Compact {
    /// The sets of files in which the same was found, and what, with the first place of each.
    fn sets(&self) -> BTreeMap<PathSet<'_>, FoundTogether> {
        let mut sets: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (number, entry) in self.entries.iter().enumerate() {
            for (files, first) in path_sets(entry.places.iter().map(|(file, _)| &*self.files[*file])) {
                sets.entry(files).or_default().push((number, first));
            }
        }
        sets
    }

    /// The first place of something that was found, and its file.
    fn first(&self, (entry, place): &(usize, usize)) -> (usize, At) {
        self.entries[*entry].places[*place]
    }

    /// What was found, the worst first, with the sets of files in which that was found, and nothing else.
    fn groups(&self) -> Vec<FilesAlike<'_>> {
        let mut groups: BTreeMap<Vec<(usize, String)>, FilesAlike> = BTreeMap::new();
        for (files, entries) in self.sets() {
            let same = entries.iter().map(|found| (found.0, place(self.first(found).1))).collect();
            groups.entry(same).or_insert_with(|| (Vec::new(), entries)).0.push(files);
        }
        let mut groups: Vec<_> = groups.into_values().collect();
        let severity = |found: &(usize, usize)| self.entries[found.0].text.severity;
        groups.sort_by_cached_key(|(_, entries)| {
            let worst = entries.iter().map(severity).max();
            (std::cmp::Reverse(worst), entries.iter().map(|found| self.first(found).0).min())
        });
        for (_, entries) in &mut groups {
            entries.sort_by_key(|found| {
                let (file, at) = self.first(found);
                (std::cmp::Reverse(severity(found)), file, at.offset, found.0)
            });
        }
        groups
    }

    /// Writes the paths of sets of files.
    fn heads(&self, sets: &[PathSet], out: &mut String) {
        for files in sets.iter().take(MOST_HEADS) {
            let head = wrapped_path(&inert(&paths(files)), self.width - 2, "  ");
            let mut head = self.painted(Style::new().bold(), &head);
            if let (Some(links), Some(path)) = (&self.links, only_path(files)) {
                head = links.to_file(&path, &head);
            }
            *out += &format!("{head}\n");
        }
        let more: usize = sets.iter().skip(MOST_HEADS).map(count).sum();
        if more > 0 {
            *out += &format!("and {}\n", counted(more, "more file"));
        }
    }

    /// What programs do with the files because of each error, if there are several and not all have room for it.
    fn shared_effects(&self, entries: &FoundTogether) -> Option<String> {
        let is_error = |entry: &&CompactEntry| entry.text.severity == Severity::Error;
        let errors: Vec<_> =
            entries.iter().map(|(entry, _)| &self.entries[*entry]).filter(is_error).collect();
        let effects = &errors.first()?.text.said.effects;
        let is_shared = errors.len() > 1 && errors.iter().all(|entry| entry.text.said.effects == *effects);
        // The place takes little room, and that is left for it.
        let has_room = |entry: &&CompactEntry| self.room(&entry.text, "  1234  ").takes(&entry.text.said);
        let is_long = is_shared && !errors.iter().all(has_room);
        effects.first().filter(|_| is_long).cloned()
    }

    /// Which rules found the most, if there is much to read.
    fn frequent_rules(&self) -> String {
        const MUCH: usize = 20;
        const MOST_RULES: usize = 3;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for CompactEntry { text, places, .. } in &self.entries {
            *counts.entry(text.rule).or_default() += places.len();
        }
        if counts.values().sum::<usize>() < MUCH {
            return String::new();
        }
        let mut rules: Vec<_> = counts.into_iter().collect();
        rules.sort_by_key(|(rule, count)| (std::cmp::Reverse(*count), *rule));
        let named: Vec<_> = rules.iter().take(MOST_RULES).map(|(rule, _)| (*rule).to_string()).collect();
        let said = format!("most often: {}; `ms3dlint explain RULE` says more", list(&named));
        wrapped(&said, self.width, "", "  ") + "\n"
    }

    /// The room for something that was found, after its place.
    fn room(&self, text: &EntryText, place: &str) -> LineRoom {
        let start = format!("{place}{:7}  ", text.severity.name());
        let is_narrow = self.width < NARROW;
        let rest = " ".repeat(if is_narrow { 4 } else { start.len() });
        let end = match text.option {
            // It is not broken at these spaces.
            Some(option) => format!("({},\u{a0}{})", text.rule, option.replace(' ', "\u{a0}")),
            None => format!("({})", text.rule),
        };
        let lines = if is_narrow { USUAL_NARROW_LINES } else { USUAL_LINES };
        LineRoom { width: self.width, start, rest, end, lines }
    }

    /// Writes the lines of something that was found, after its place: with what programs do, unless that is said, and
    /// where it is in space.
    fn lines(&self, entry: &CompactEntry, first: usize, is_effect_said: bool, place: &str, out: &mut String) {
        let EntryText { severity, rule, said, .. } = &entry.text;
        let room = self.room(&entry.text, place);
        let effects: &[String] = if is_effect_said { &[] } else { &said.effects };
        let lines = room.lines(said, &entry.whereabouts[first], effects);
        let style = match severity {
            Severity::Error => AnsiColor::Red.on_default().bold(),
            Severity::Warning => AnsiColor::Yellow.on_default().bold(),
            Severity::Info | Severity::Hint => AnsiColor::Cyan.on_default(),
        };
        let says = lines.get(room.start.len()..).unwrap_or_default();
        // A name that is longer than a line is in several.
        let (says, end) = says.strip_suffix(&room.end).map_or((says, ""), |says| (says, &room.end));
        let says = inert(says).replace('\u{a0}', " ");
        let (severity, end) = (format!("{:7}", severity.name()), end.replace('\u{a0}', " "));
        *out += place;
        *out += &self.painted(style, &severity);
        let mut end = self.painted(Style::new().dimmed(), &end);
        if let Some(links) = &self.links {
            end = end.replacen(rule, &links.to_rule(rule, rule), 1);
        }
        *out += &format!("  {says}{end}\n");
    }
}

/// What programs do with something that was found in a file, in ever fewer words.
fn effects(finding: &FindingRow, all: &[FindingRow]) -> Vec<String> {
    let is_folded = finding.count > 1;
    if let Some(message) = ProgramMessage::of(finding) {
        return sayings(&doings(&message.others, is_folded));
    }
    // A program stops at the first thing that it cannot read, and the others are as bad.
    let is_as_bad = |other: &&FindingRow| {
        (other.rule, other.severity) == (finding.rule, finding.severity) && !other.effects.is_empty()
    };
    let own: Vec<_> = if finding.effects.is_empty() && finding.severity == Severity::Error {
        let others = all.iter().find(is_as_bad).into_iter().flat_map(|other| &other.effects);
        others.filter(|effect| stops(effect)).collect()
    } else {
        finding.effects.iter().collect()
    };
    sayings(&doings(&own, is_folded))
}

/// What is said of a finding of so many places.
fn said(finding: &FindingRow, places: usize, effects: Vec<String>) -> FindingWords {
    let of = if finding.place.is_empty() { "" } else { ": " };
    let says = |message: &str| format!("{}{of}{message}{}", finding.place, more(places));
    if let Some(ProgramMessage { whole, brief, plain, .. }) = ProgramMessage::of(finding) {
        return FindingWords { says: says(&whole), brief: says(&brief), plain: says(&plain), effects };
    }
    let plain = without_reason(&finding.message);
    let meant = finding.help.as_deref().filter(|help| help.starts_with("did you mean"));
    // That is more of a help than the reason.
    let [message, brief] = match meant {
        Some(meant) => [0; 2].map(|_| format!("{plain} ({meant})")),
        None => [&*finding.message, plain].map(str::to_string),
    };
    FindingWords { says: says(&message), brief: says(&brief), plain: says(plain), effects }
}

/// What programs do with so many files.
fn of_files(effects: &str, files: usize) -> String {
    if files > 1 { effects.replace(" the file", " the files") } else { effects.to_string() }
}

/// Where something is in its file.
fn place(at: At) -> String {
    match at.lines {
        Some([start, _]) => start.line.to_string(),
        None => hexadecimal(at.offset as usize),
    }
}
