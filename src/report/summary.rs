//! The summary of a run: the counts of files, findings and repairs, in a few lines.

use std::collections::BTreeMap;

use crate::actions::lint::Report;
use crate::base::display::{counted, list, number};
use crate::diagnostics::finding::Severity;
use crate::engines::list::needs_textures;
use crate::engines::unseen_textures::UnseenTextures;
use crate::report::rule_stats::{RuleStatistics, Timing};

/// The counts of a run. Every finding is counted, whether it was shown or not.
#[derive(Debug, Default, Clone)]
pub struct Summary {
    /// How many files were checked.
    pub checked: usize,
    /// How many files were found that are not models, and do not look like one.
    pub not_models: usize,
    /// How many named files and folders the configuration excludes.
    pub excluded: usize,
    /// How many files could not be read.
    pub unreadable: usize,
    /// How many messages there are about an invalid configuration.
    pub misconfigured: usize,
    /// How many places have findings, as in [`Severity::ALL`]: errors, warnings, infos, hints.
    pub counts: [usize; 4],
    /// How many of these places make the file fail.
    pub failing: usize,
    /// How many files fail.
    pub failing_files: usize,
    /// How many of these places have a fix: a safe one, and an unsafe one.
    pub fixable: [usize; 2],
    /// How many of these are below the level that is shown.
    pub fixable_hidden: [usize; 2],
    /// How many hints have a fix, as far as that was counted. They are repaired only if their rules are named.
    pub fixable_hints: [usize; 2],
    /// How many places are left that unsafe fixes would repair, if only safe ones were asked for.
    pub unsafe_left: usize,
    /// How many places were repaired, and in how many files.
    pub fixed: [usize; 2],
    /// How many of these places had hints.
    pub fixed_hints: usize,
    /// In how many files the fixes of a rule were left out, by the rule and the program that would no longer load the
    /// file.
    pub left_out: BTreeMap<(&'static str, &'static str), usize>,
    /// How many files could not be repaired or replaced, and are unchanged.
    pub failed: usize,
    /// How many findings this report left out because there were too many of one rule.
    pub dropped: usize,
    /// How many places have findings that a comment in the file suppresses.
    pub suppressed: usize,
    /// How many places have baselined findings.
    pub known: usize,
    /// Whether each program that the models are meant for loads them, by its title.
    pub loads: BTreeMap<String, LoadCount>,
    /// How many textures were not looked for: the programs load the models only if these are there.
    pub unseen_textures: UnseenTextures,
    /// From which files it was guessed which program the models are meant for, and of how many models.
    pub guessed_from: BTreeMap<(String, String), usize>,
    /// The statistics of each rule, if they are asked for.
    pub statistics: Option<RuleStatistics>,
    /// The times, if they are asked for.
    pub timing: Option<Timing>,
}

/// How many models a program loads.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct LoadCount {
    /// How many it reads at all.
    pub of: usize,
    /// How many of these it loads.
    pub loaded: usize,
}

impl LoadCount {
    /// In words that follow the name of the program.
    pub fn text(&self) -> String {
        self.text_among(self.of)
    }

    /// What it depends on whether a program of this title loads them, unless all their textures were looked for.
    pub(crate) fn condition(&self, title: &str, are_textures_seen: bool) -> &'static str {
        match self.of {
            _ if are_textures_seen || self.loaded == 0 || !needs_textures(title) => "",
            1 => ", if its textures are there",
            _ => ", if their textures are there",
        }
    }

    /// The same where so many models were checked, some of which are meant for other programs.
    fn text_among(&self, checked: usize) -> String {
        let meant = if self.of < checked { " meant for it" } else { "" };
        match (self.loaded, self.of) {
            (0, 1) if !meant.is_empty() => format!("does not load the model{meant}"),
            (_, 1) if !meant.is_empty() => format!("loads the model{meant}"),
            (0, 1) => "does not load it".to_string(),
            (_, 1) => "loads it".to_string(),
            (0, all) => format!("loads none of {} models{meant}", number(all)),
            (loaded, all) if loaded == all => format!("loads all {} models{meant}", number(all)),
            (loaded, all) => format!("loads {} of {} models{meant}", number(loaded), number(all)),
        }
    }
}

/// Which textures were not looked for, and how to change that.
pub(crate) fn unseen_lines(unseen: UnseenTextures) -> Vec<String> {
    let lines = [
        (unseen.outside, " outside of the checked folder; check the folders above, too"),
        (unseen.without_folder, "; --stdin-filename says in which folder the model is"),
    ];
    let seen = lines.into_iter().filter(|(count, _)| *count > 0);
    seen.map(|(count, how)| format!("not looked for: {}{how}", counted(count, "texture path"))).collect()
}

impl Summary {
    /// Adds the findings of a file, of which those below `shown` are not printed.
    pub fn add(&mut self, report: &Report, shown: Severity) {
        for (count, severity) in self.counts.iter_mut().zip(Severity::ALL) {
            *count += report.count(severity);
        }
        self.suppressed += report.suppressed;
        self.known += report.known;
        self.unseen_textures += report.unseen_textures;
        for run in &report.programs {
            let count = self.loads.entry(run.program.title.to_string()).or_default();
            count.of += 1;
            count.loaded += usize::from(run.loads());
        }
        for tally in &report.tallies {
            if tally.severity == Severity::Hint {
                self.fixable_hints = sums(self.fixable_hints, tally.fixable);
                continue;
            }
            self.fixable = sums(self.fixable, tally.fixable);
            if tally.severity < shown {
                self.fixable_hidden = sums(self.fixable_hidden, tally.fixable);
            }
        }
    }

    /// Adds another summary to this one.
    pub fn join(&mut self, other: &Self) {
        self.checked += other.checked;
        self.not_models += other.not_models;
        self.excluded += other.excluded;
        self.unreadable += other.unreadable;
        self.misconfigured += other.misconfigured;
        self.failing += other.failing;
        self.failing_files += other.failing_files;
        self.failed += other.failed;
        self.dropped += other.dropped;
        self.fixable = sums(self.fixable, other.fixable);
        self.fixable_hidden = sums(self.fixable_hidden, other.fixable_hidden);
        self.fixable_hints = sums(self.fixable_hints, other.fixable_hints);
        self.unsafe_left += other.unsafe_left;
        self.fixed = sums(self.fixed, other.fixed);
        self.fixed_hints += other.fixed_hints;
        for (left_out, files) in &other.left_out {
            *self.left_out.entry(*left_out).or_default() += files;
        }
        self.suppressed += other.suppressed;
        self.known += other.known;
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.unseen_textures += other.unseen_textures;
        for (title, LoadCount { of, loaded }) in &other.loads {
            let count = self.loads.entry(title.clone()).or_default();
            count.of += of;
            count.loaded += loaded;
        }
        for (guess, count) in &other.guessed_from {
            *self.guessed_from.entry(guess.clone()).or_default() += count;
        }
        if let Some(statistics) = &other.statistics {
            self.statistics.get_or_insert_default().join(statistics);
        }
        if let Some(timing) = &other.timing {
            self.timing.get_or_insert_default().join(timing);
        }
    }

    /// The summary of a run that only showed the repairs.
    pub fn text_of_diff(&self) -> String {
        let more = match self.unsafe_left {
            0 => String::new(),
            more => format!("; {} more with --unsafe-fixes", number(more)),
        };
        let would = match (self.fixed[1], self.unsafe_left) {
            (0, 0) => "nothing would change".to_string(),
            (0, _) => "nothing to fix safely".to_string(),
            _ => format!("would fix {}", self.fixed_in_files()),
        };
        format!("{would}{more}\n{}{}", self.left_out_text(), self.known_text())
    }

    /// How many findings the baseline hides.
    fn known_text(&self) -> String {
        match self.known {
            0 => String::new(),
            known => format!("{} hidden\n", counted(known, "baselined finding")),
        }
    }

    /// Which fixes were left out, and why.
    fn left_out_text(&self) -> String {
        let line = |((rule, title), files): (&(&str, &str), &usize)| {
            let files = counted(*files, "file");
            format!("left out the fix of {rule} in {files}: {title} would no longer load what it loads now\n")
        };
        self.left_out.iter().map(line).collect()
    }

    fn fixed_in_files(&self) -> String {
        let [places, files] = self.fixed;
        // Hints are repaired where the fix of something worse repairs them, too.
        let hints = if self.fixed_hints > 0 { ", hints included" } else { "" };
        format!("{} in {}{hints}", counted(places, "finding"), counted(files, "file"))
    }

    /// The programs that were guessed, each with the files that show it, and how to name others.
    fn guesses_text(&self) -> String {
        let mut files: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (program, file) in self.guessed_from.keys() {
            files.entry(program).or_default().push(file.clone());
        }
        let guesses: Vec<_> =
            files.iter().map(|(program, files)| format!("{program} from {}", list(files))).collect();
        format!("{}; --target names other programs", list(&guesses))
    }

    /// How many models the programs load, and why these programs.
    fn loads_text(&self) -> String {
        let are_seen = self.unseen_textures == UnseenTextures::default();
        let loads = self.loads.iter().map(|(title, count)| {
            format!("{title} {}{}", count.text_among(self.checked), count.condition(title, are_seen))
        });
        let mut lines: Vec<_> = loads.collect();
        lines.extend(unseen_lines(self.unseen_textures));
        if !self.guessed_from.is_empty() {
            lines.push(format!("guessed {}", self.guesses_text()));
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// How many findings there are of each severity: those that are shown, and the others, with what shows them.
    fn found_text(&self, level: Severity) -> String {
        let counts = || Severity::ALL.into_iter().zip(self.counts);
        let counted = |(severity, count): (Severity, usize)| counted(count, severity.name());
        let shown: Vec<_> =
            counts().filter(|(severity, count)| *severity >= level && *count > 0).map(counted).collect();
        let hidden = || counts().filter(|(severity, count)| *severity < level && *count > 0);
        let Some((least, _)) = hidden().next_back() else { return shown.join(", ") };
        let nothing = match level {
            Severity::Error => "no errors",
            Severity::Warning => "no errors or warnings",
            Severity::Info | Severity::Hint => "no errors, warnings or infos",
        };
        let shown = if shown.is_empty() { nothing.to_string() } else { shown.join(", ") };
        let hidden: Vec<_> = hidden().map(counted).collect();
        format!("{shown}; not shown: {} (--level {})", hidden.join(", "), least.name())
    }

    /// How many findings have a fix, whether they are shown or not: so much is repaired.
    fn fixable_text(&self) -> String {
        let fixable = fixable_text(self.fixable, self.fixable_hidden).map(|fixable| format!("{fixable}\n"));
        let hints = fixable_text(self.fixable_hints, [0, 0])
            .map(|hints| format!("hints: {hints}, if --fix-only names their rules\n"));
        [fixable, hints].into_iter().flatten().collect()
    }

    /// The summary as text. Findings below `shown` were not printed.
    pub fn text(&self, shown: Severity) -> String {
        let mut out = format!("checked {}", counted(self.checked, "file"));
        for (count, what, why) in [
            (self.not_models, "skipped", " (not a model)"),
            (self.excluded, "left out", " (excluded)"),
            (self.unreadable, "could not read", ""),
            (self.failed, "could not repair", ""),
        ] {
            if count > 0 {
                out += &format!(", {what} {}{why}", number(count));
            }
        }
        if self.misconfigured > 0 {
            out += "; did not check the rest: a configuration or a baseline is invalid";
        }
        out += "\n";
        if self.fixed != [0; 2] {
            out += &format!("fixed {}\n", self.fixed_in_files());
        }
        out += &self.left_out_text();
        let suppressed = match self.suppressed {
            0 => String::new(),
            suppressed => format!(", {} suppressed", number(suppressed)),
        };
        let known = self.known_text();
        if self.counts == [0; 4] {
            let what = if self.known > 0 { "new" } else { "wrong" };
            let verdict = match self.checked {
                0 => String::new(),
                _ => format!("found nothing {what}{suppressed}\n"),
            };
            return out + &verdict + &known + &self.loads_text();
        }
        out += &format!("found {}{suppressed}\n{known}", self.found_text(shown));
        // Nobody should have to guess what is wrong.
        let is_shown =
            Severity::ALL.into_iter().zip(self.counts).any(|(one, count)| one >= shown && count > 0);
        let why = if is_shown { "" } else { ", because of what is not shown" };
        out += &match self.failing_files {
            0 => String::new(),
            1 => format!("1 file fails{why}\n"),
            files => format!("{} files fail{why}\n", number(files)),
        };
        out += &self.fixable_text();
        if self.dropped > 0 {
            out += &format!(
                "{} not shown, too many of one rule in one file: see --max-per-rule\n",
                counted(self.dropped, "finding")
            );
        }
        out + &self.loads_text()
    }
}

fn sums(one: [usize; 2], other: [usize; 2]) -> [usize; 2] {
    [one[0] + other[0], one[1] + other[1]]
}

/// How many findings have a safe fix, and how many an unsafe one, and how many of each are not shown; `None` if no
/// finding has one.
fn fixable_text(fixable: [usize; 2], hidden: [usize; 2]) -> Option<String> {
    let [safe, r#unsafe] = fixable.map(number);
    let not_shown = |kind: usize| match hidden[kind] {
        0 => String::new(),
        some if some == fixable[kind] => " (not shown here)".to_string(),
        some => format!(" ({} of them not shown here)", number(some)),
    };
    let of_safe = || format!("{safe} fixable with --fix{}", not_shown(0));
    match fixable {
        [0, 0] => None,
        [_, 0] => Some(of_safe()),
        [0, _] => Some(format!("{} fixable with --fix --unsafe-fixes{}", r#unsafe, not_shown(1))),
        _ if hidden == fixable => Some(format!(
            "{safe} fixable with --fix, {} more with --unsafe-fixes (all not shown here)",
            r#unsafe
        )),
        _ => Some(format!("{}, {} more with --unsafe-fixes{}", of_safe(), r#unsafe, not_shown(1))),
    }
}
