//! What a run came to, in a few lines.

use crate::diagnostic::Severity;
use crate::lint::Report;
use crate::text::{counted, number};

/// What a run came to. Everything that was found is counted, whether it was shown or not.
#[derive(Debug, Default, Clone)]
pub struct Summary {
    /// How many files were checked.
    pub checked: usize,
    /// How many binary models were met, which are not yet checked.
    pub binary: usize,
    /// How many files were met that are no models, and do not look like one.
    pub not_models: usize,
    /// How many files could not be read.
    pub unreadable: usize,
    /// How many places were found, as in [`Severity::ALL`]: errors, warnings, infos, hints.
    pub counts: [usize; 4],
    /// How many findings were not shown because there were too many of one rule.
    pub dropped: usize,
    /// In how many places something was found that a comment in the file silences.
    pub suppressed: usize,
}

impl Summary {
    /// How many files were passed over.
    pub fn skipped(&self) -> usize {
        self.binary + self.not_models
    }

    /// Adds what was found in a file.
    pub fn add(&mut self, report: &Report) {
        for (count, severity) in self.counts.iter_mut().zip(Severity::ALL) {
            *count += report.count(severity);
        }
        self.suppressed += report.suppressed;
        self.dropped += report.tallies.iter().map(|tally| tally.dropped).sum::<usize>();
    }

    /// Adds another summary to this one.
    pub fn join(&mut self, other: &Self) {
        self.checked += other.checked;
        self.binary += other.binary;
        self.not_models += other.not_models;
        self.unreadable += other.unreadable;
        self.dropped += other.dropped;
        self.suppressed += other.suppressed;
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// The worst that was found.
    pub fn worst(&self) -> Option<Severity> {
        Severity::ALL.into_iter().zip(self.counts).find(|(_, count)| *count > 0).map(|(severity, _)| severity)
    }

    /// The summary as text. Nothing below `shown` was printed.
    pub fn text(&self, shown: Severity) -> String {
        let mut out = format!("checked {}", counted(self.checked, "file"));
        let reasons: Vec<_> = [(self.binary, "binary: not yet checked"), (self.not_models, "not a model")]
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, why)| format!("{} {why}", number(count)))
            .collect();
        if !reasons.is_empty() {
            out += &format!(", skipped {} ({})", number(self.skipped()), reasons.join(", "));
        }
        if self.unreadable > 0 {
            out += &format!(", could not read {}", number(self.unreadable));
        }
        out += "\n";
        let suppressed = match self.suppressed {
            0 => String::new(),
            suppressed => format!(", {} suppressed", number(suppressed)),
        };
        if self.counts == [0; 4] {
            return out
                + &if self.checked > 0 {
                    format!("found nothing wrong{suppressed}\n")
                } else {
                    String::new()
                };
        }
        let found: Vec<_> = Severity::ALL
            .into_iter()
            .zip(self.counts)
            .filter(|(_, count)| *count > 0)
            .map(|(severity, count)| {
                let hidden = if severity < shown { " (not shown)" } else { "" };
                format!("{}{hidden}", counted(count, severity.name()))
            })
            .collect();
        out += &format!("found {}{suppressed}\n", found.join(", "));
        if self.dropped > 0 {
            out += &format!(
                "{} not shown, because there are many of one rule in one file: see --max-per-rule\n",
                counted(self.dropped, "finding")
            );
        }
        out
    }
}
