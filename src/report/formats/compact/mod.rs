//! The compact report: the worst first, two lines a finding, or three where a sentence would lose its end. What is the
//! same in files beside each other appears once.

mod words;

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};

use crate::base::display::{counted, list};
use crate::diagnostics::finding::Severity;
use crate::report::formats::compact::words::LineRoom;
use crate::report::found::FoundText;
use crate::report::links::Links;
use crate::report::paths::{PathSet, count, only_path, paths};
use crate::report::programs::of_file;
use crate::report::rows::FileRow;
use crate::report::summary::Summary;
use crate::report::table::tables;
use crate::report::together::{FoundEntry, FoundTogether, Together, place};
use crate::report::wrap::{wrapped, wrapped_path};
use crate::report::{Writer, inert};

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
    together: Together,
    /// The least severity that is shown.
    level: Severity,
}

impl Compact {
    /// For a terminal with this many columns.
    pub fn new(columns: usize, has_color: bool, most_per_rule: usize, level: Severity) -> Self {
        let width = columns.clamp(40, 120);
        Self { width, has_color, links: None, together: Together::new(most_per_rule), level }
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
        self.together.add(file);
    }

    fn end(&mut self, summary: &Summary, out: &mut String) {
        for alike in self.together.groups() {
            let is_elsewhere = self.together.is_elsewhere(&alike);
            let (sets, entries) = alike;
            self.heads(&sets, out);
            if is_elsewhere {
                let note = "(the places are those of the first file)";
                *out += &format!("{}\n", wrapped(note, self.width, "  ", "  "));
            }
            let effects = self.shared_effects(&entries);
            if let Some(effects) = &effects {
                let files: usize = sets.iter().map(count).sum();
                *out += &format!("{}\n", wrapped(&of_files(effects, files), self.width, "  ", "    "));
            }
            let places: Vec<_> = entries.iter().map(|found| place(self.together.first(found).at)).collect();
            let width = places.iter().map(String::len).max().unwrap_or(0);
            for ((entry, first), place) in entries.iter().zip(&places) {
                let entry = &self.together.entries[*entry];
                let is_said = effects.as_deref() == entry.text.said.effects.first().map(|says| of_file(says));
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
            let more = format!("and {} (--output-format concise names all)", counted(more, "more file"));
            *out += &format!("{}\n", wrapped(&more, self.width, "", "  "));
        }
    }

    /// What programs do with the files because of an error, if there are several and not all have room for it.
    fn shared_effects(&self, entries: &FoundTogether) -> Option<String> {
        let is_error = |entry: &&FoundEntry| entry.text.severity == Severity::Error;
        let errors: Vec<_> =
            entries.iter().map(|(entry, _)| &self.together.entries[*entry]).filter(is_error).collect();
        let effects_of =
            |entry: &FoundEntry| entry.text.said.effects.first().map(|says| of_file(says).to_string());
        let effects = effects_of(errors.first()?)?;
        let is_shared =
            errors.len() > 1 && errors.iter().all(|entry| effects_of(entry).as_ref() == Some(&effects));
        // The place takes little room, and that is left for it.
        let has_room = |entry: &&FoundEntry| self.room(&entry.text, "  1234  ").takes(&entry.text.said);
        let is_long = is_shared && !errors.iter().all(has_room);
        is_long.then_some(effects)
    }

    /// Which rules found the most, if there is much to read.
    fn frequent_rules(&self) -> String {
        const MUCH: usize = 20;
        const MOST_RULES: usize = 3;
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for FoundEntry { text, places, .. } in &self.together.entries {
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
    fn room(&self, text: &FoundText, place: &str) -> LineRoom {
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
    fn lines(&self, entry: &FoundEntry, first: usize, is_effect_said: bool, place: &str, out: &mut String) {
        let FoundText { severity, rule, said, .. } = &entry.text;
        let room = self.room(&entry.text, place);
        let effects: &[String] = if is_effect_said { &[] } else { &said.effects };
        let lines = room.lines(said, &entry.places[first].whereabouts, effects);
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

/// What programs do with so many files.
fn of_files(effects: &str, files: usize) -> String {
    if files > 1 { effects.replace(" the file", " the files") } else { effects.to_string() }
}
