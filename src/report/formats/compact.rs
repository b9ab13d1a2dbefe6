//! The compact report: the worst first, two lines a finding, or three where a sentence would lose its end. What is the
//! same in files beside each other appears once.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use anstyle::{AnsiColor, Style};
use textwrap::core::display_width;

use crate::base::display::{counted, hexadecimal, list, visible};
use crate::diagnostics::finding::Severity;
use crate::report::links::Links;
use crate::report::rows::{At, FileRow, FindingRow};
use crate::report::summary::Summary;
use crate::report::table::tables;
use crate::report::wrap::{wrapped, wrapped_path};
use crate::report::{Writer, inert, more};

/// The most lines of a finding.
const MOST_LINES: usize = 2;
/// A longer word than this is cut where there is no room for it; others are left out.
const LONG_WORD: usize = 20;
/// In a terminal with fewer columns, lines go on below the place, and there may be more of them.
const NARROW: usize = 72;
const MOST_NARROW_LINES: usize = 5;
/// How many names in braces are shown of files that share their findings.
const MOST_NAMES: usize = 4;

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
    says: String,
    /// What programs do, in short.
    effects: String,
    option: Option<&'static str>,
}

/// Something that was found in one or several files.
struct CompactEntry {
    text: EntryText,
    /// Where it is in space, if that is the same in all files.
    whereabouts: String,
    /// The files, each with the place.
    places: Vec<FilePlace>,
}

/// Files that share findings: the names in their paths, one after the other. Each path that can be made of them is one.
type PathSet<'f> = Vec<BTreeSet<&'f str>>;

/// A file and a place in it.
type FilePlace = (usize, At);

/// For files that share a finding the first place of it.
type FirstPlaces<'f> = BTreeMap<PathSet<'f>, FilePlace>;

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
        let mut alike: Vec<(&FindingRow, String, usize)> = Vec::new();
        let mut numbers: HashMap<(&str, Severity, &str, Option<&str>, String), usize> = HashMap::new();
        for finding in &file.findings {
            let count = counts.entry(finding.rule).or_default();
            *count += 1;
            if *count > self.most_per_rule {
                continue;
            }
            let effects = effects(finding);
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
            let of = if finding.place.is_empty() { "" } else { ": " };
            let text = EntryText {
                severity: finding.severity,
                rule: finding.rule,
                says: format!("{}{of}{}{}", finding.place, finding.message, more(places)),
                effects,
                option: finding.option(),
            };
            let entries = &mut self.entries;
            let entry = *self.known.entry(text).or_insert_with_key(|text| {
                let whereabouts = finding.whereabouts.clone();
                entries.push(CompactEntry { text: text.clone(), whereabouts, places: Vec::new() });
                entries.len() - 1
            });
            let entry = &mut self.entries[entry];
            if entry.whereabouts != finding.whereabouts {
                entry.whereabouts.clear();
            }
            entry.places.push((number, finding.at));
        }
    }

    fn end(&mut self, summary: &Summary, out: &mut String) {
        let mut groups: Vec<_> = self.sets().into_iter().collect();
        groups.sort_by_cached_key(|(_, entries)| {
            let worst = entries.iter().map(|(entry, _)| self.entries[*entry].text.severity).max();
            (std::cmp::Reverse(worst), entries.iter().map(|(_, first)| first.0).min())
        });
        for (files, mut entries) in groups {
            entries.sort_by_key(|(entry, (file, at))| {
                (std::cmp::Reverse(self.entries[*entry].text.severity), *file, at.offset, *entry)
            });
            let head = wrapped_path(&inert(&paths(&files)), self.width - 2, "  ");
            let mut head = self.painted(Style::new().bold(), &head);
            if let (Some(links), Some(path)) = (&self.links, only_path(&files)) {
                head = links.to_file(&path, &head);
            }
            *out += &format!("{head}\n");
            let places: Vec<_> = entries.iter().map(|(_, (_, at))| place(*at)).collect();
            let width = places.iter().map(String::len).max().unwrap_or(0);
            for ((entry, _), place) in entries.iter().zip(&places) {
                self.lines(&self.entries[*entry], &format!("  {place:>width$}  "), out);
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
    fn sets(&self) -> BTreeMap<PathSet<'_>, Vec<(usize, FilePlace)>> {
        let mut sets: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (number, entry) in self.entries.iter().enumerate() {
            let mut first = FirstPlaces::new();
            for (file, at) in &entry.places {
                let path = self.files[*file].split('/').map(|name| BTreeSet::from([name])).collect();
                first.entry(path).or_insert((*file, *at));
            }
            let deepest = first.keys().map(Vec::len).max().unwrap_or(0);
            for depth in (0..deepest).rev() {
                first = joined(first, depth);
            }
            for (files, first) in first {
                sets.entry(files).or_default().push((number, first));
            }
        }
        sets
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

    /// Writes the lines of something that was found, after its place: with what programs do and where it is in space, if
    /// there is room.
    fn lines(&self, entry: &CompactEntry, place: &str, out: &mut String) {
        let EntryText { severity, rule, says, effects, option } = &entry.text;
        let near = match &*entry.whereabouts {
            "" => String::new(),
            near => format!("; {near}"),
        };
        let start = format!("{place}{:7}  ", severity.name());
        let is_narrow = self.width < NARROW;
        let blank = " ".repeat(if is_narrow { 4 } else { start.len() });
        let most_lines = if is_narrow { MOST_NARROW_LINES } else { MOST_LINES };
        let end = match option {
            // It is not broken at this space.
            Some(option) => format!("({rule},\u{a0}{option})"),
            None => format!("({rule})"),
        };
        let wrapped = |says: &str| wrapped(&format!("{says} {end}"), self.width, &start, &blank);
        // What is far too long is not wrapped to find that out. A space at the end of a line takes no room.
        let room = |lines| lines * (self.width.saturating_sub(blank.len()) + 1);
        let fitting_in = |most: usize, says: &str| {
            let may_fit = display_width(says) + end.len() <= room(most);
            may_fit.then(|| wrapped(says)).filter(|lines| lines.lines().count() <= most)
        };
        let fitting = |says: &str| fitting_in(most_lines, says);
        let shorter = || {
            let says = shortened(says, LONG_WORD);
            let ends: Vec<_> = says.char_indices().map(|(at, _)| at).take(room(most_lines)).collect();
            let fits = ends.partition_point(|end| fitting(&format!("{}...", &says[..*end])).is_some());
            let start = &says[..*ends.get(fits.checked_sub(1)?)?];
            // A word that is long, such as a path, is cut; others are left out.
            match start.rfind(' ').filter(|space| start.len() - space <= LONG_WORD) {
                Some(space) => fitting(&format!("{} ...", &start[..space])),
                None => fitting(&format!("{start}...")),
            }
        };
        let all = [format!("{says}{near}{effects}"), format!("{says}{effects}"), format!("{says}{near}")];
        let elided = || LONG_WORDS.iter().find_map(|most| fitting(&shortened(says, *most)));
        let lines = all.iter().find_map(|all| fitting(all)).or_else(|| fitting(says)).or_else(elided);
        // Another line is better than half a sentence.
        let longer = || {
            [says, &shortened(says, LONG_WORD)].into_iter().find_map(|says| fitting_in(most_lines + 1, says))
        };
        let lines = lines.or_else(longer).or_else(shorter);
        let lines = lines.unwrap_or_else(|| wrapped(says));
        let style = match severity {
            Severity::Error => AnsiColor::Red.on_default().bold(),
            Severity::Warning => AnsiColor::Yellow.on_default().bold(),
            Severity::Info | Severity::Hint => AnsiColor::Cyan.on_default(),
        };
        let said = lines.get(start.len()..).unwrap_or_default();
        // A name that is longer than a line is in several.
        let (said, end) = said.strip_suffix(&end).map_or((said, String::new()), |said| (said, end));
        let said = inert(said).replace('\u{a0}', " ");
        let (severity, end) = (format!("{:7}", severity.name()), end.replace('\u{a0}', " "));
        *out += place;
        *out += &self.painted(style, &severity);
        let mut end = self.painted(Style::new().dimmed(), &end);
        if let Some(links) = &self.links {
            end = end.replacen(rule, &links.to_rule(rule, rule), 1);
        }
        *out += &format!("  {said}{end}\n");
    }
}

/// To how many characters long words are cut, one after the other, until there is room for all others.
const LONG_WORDS: [usize; 4] = [50, 40, 30, LONG_WORD];

/// A text in which words and what is in quotes, such as a path, have no more characters than this: the middle of what is
/// longer is left out.
fn shortened(text: &str, most: usize) -> String {
    const GAP: &str = "...";
    let shorten = |word: &str| {
        let characters: Vec<char> = word.chars().collect();
        if characters.len() <= most {
            return word.to_string();
        }
        // The name of a file is at the end.
        let start = (most - GAP.len()) / 3;
        let end = characters.len() - (most - GAP.len() - start);
        characters[..start].iter().chain(&GAP.chars().collect::<Vec<_>>()).chain(&characters[end..]).collect()
    };
    let pieces = text.split('"').enumerate().map(|(number, piece)| match number % 2 {
        0 => piece.split(' ').map(shorten).collect::<Vec<_>>().join(" "),
        _ => shorten(piece),
    });
    pieces.collect::<Vec<_>>().join("\"")
}

/// Puts the sets together that differ in the names at one depth alone.
fn joined<'f>(sets: FirstPlaces<'f>, depth: usize) -> FirstPlaces<'f> {
    let mut alike: BTreeMap<PathSet<'f>, (PathSet<'f>, FilePlace)> = BTreeMap::new();
    for (files, first) in sets {
        let mut others = files.clone();
        if let Some(names) = others.get_mut(depth) {
            names.clear();
        }
        let (all, earliest) = alike.entry(others).or_insert_with(|| (files.clone(), first));
        if let Some(names) = all.get_mut(depth) {
            names.extend(&files[depth]);
        }
        if first.0 < earliest.0 {
            *earliest = first;
        }
    }
    alike.into_values().collect()
}

/// The paths of files as a shell writes them: with what differs in braces.
fn paths(files: &PathSet) -> String {
    let names: Vec<_> = files.iter().map(braces).collect();
    let count = files.iter().map(BTreeSet::len).product();
    let more = if count > 1 { format!(" ({})", counted(count, "file")) } else { String::new() };
    format!("{}{more}", names.join("/"))
}

/// The path, if there is only one.
fn only_path(files: &PathSet) -> Option<String> {
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

/// Where something is in its file.
fn place(at: At) -> String {
    match at.lines {
        Some([start, _]) => start.line.to_string(),
        None => hexadecimal(at.offset as usize),
    }
}

/// In short what programs do with what was found.
fn effects(finding: &FindingRow) -> String {
    let mut said = String::new();
    // A message that is about a program says it.
    if finding.effects.iter().any(|effect| finding.message.contains(&effect.title)) {
        return said;
    }
    let mut doing: Vec<(&str, Vec<String>)> = Vec::new();
    for effect in &finding.effects {
        match doing.iter_mut().find(|(kind, _)| *kind == effect.kind) {
            Some((_, titles)) if titles.contains(&effect.title) => {}
            Some((_, titles)) => titles.push(effect.title.clone()),
            None => doing.push((&effect.kind, vec![effect.title.clone()])),
        }
    }
    for (kind, titles) in doing {
        let (one, several) = match kind {
            "refuses" => ("does not load it", "do not load it"),
            "crashes" => ("crashes", "crash"),
            "hangs" => ("hangs", "hang"),
            "misreads" => ("misreads it", "misread it"),
            "drops" => ("drops something", "drop something"),
            _ => ("shows it otherwise", "show it otherwise"),
        };
        let does = if titles.len() == 1 { one } else { several };
        said += &format!("; {} {does}", list(&titles));
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_long_words_is_left_out() {
        let text = "the path \"C:\\Users\\anna\\old files\\planks.png\" leads to a file";
        assert_eq!(shortened(text, 50), text);
        assert_eq!(shortened(text, LONG_WORD), "the path \"C:\\Us...s\\planks.png\" leads to a file");
        assert_eq!(shortened("äääääääää", 8), "ä...ääää");
    }
}
