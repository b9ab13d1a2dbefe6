//! The output on the way: what is printed of each file, and in which format.

use std::io::IsTerminal;

use crate::cli::args::{Check, Color, Format};
use crate::cli::diff::shown;
use crate::diagnostic::Severity;
use crate::document::Document;
use crate::lint::Report;
use crate::report::pretty::{Pretty, Style};
use crate::report::summary::Summary;
use crate::report::{concise, json};

/// Shows what was found, in the format asked for.
pub(super) struct Output {
    format: Format,
    level: Severity,
    pretty: Pretty,
    /// Whether only diffs are shown, in no other format.
    only_diffs: bool,
    /// Whether diffs are made fit for a terminal, and in colour.
    terminal: Option<bool>,
}

/// The width that is assumed where there is no terminal.
const DEFAULT_COLUMNS: usize = 80;

impl Output {
    pub(super) fn new(check: &Check) -> Self {
        let style = match check.output_format {
            Format::Narrated => Style::Narrated,
            _ => Style::Drawn { color: uses_color(check.color) },
        };
        let columns =
            terminal_size::terminal_size().map_or(DEFAULT_COLUMNS, |(width, _)| usize::from(width.0));
        let columns = if std::io::stdout().is_terminal() { columns } else { DEFAULT_COLUMNS };
        Self {
            format: check.output_format,
            level: check.level.into(),
            pretty: Pretty::new(style, columns),
            only_diffs: check.diff,
            terminal: terminal(check.color),
        }
    }

    /// The diff of a file.
    pub(super) fn diff(&self, diff: Vec<u8>) -> Vec<u8> {
        shown(diff, self.terminal)
    }

    /// What stands in front of the files.
    pub(super) fn start(&self) -> String {
        if self.format == Format::Json && !self.only_diffs { json::start() } else { String::new() }
    }

    /// What was found in a file.
    pub(super) fn file(&self, document: &Document, report: &Report) -> String {
        let findings = &report.findings;
        let mut out = String::new();
        if self.format != Format::Json && findings.is_empty() {
            return out;
        }
        match self.format {
            Format::Pretty | Format::Narrated => self.pretty.write(document, findings, &mut out),
            Format::Concise => concise::write(document, findings, &mut out),
            Format::Json => out = json::file(document, findings),
        }
        out
    }

    /// What stands between two files.
    pub(super) fn separator(&self, is_first: bool) -> &'static str {
        match self.format {
            _ if self.only_diffs => "",
            Format::Json if is_first => "\n",
            Format::Json => ",\n",
            _ => "",
        }
    }

    /// What stands behind the files: on standard output, and on standard error.
    pub(super) fn end(&self, summary: &Summary) -> (String, String) {
        match self.format {
            _ if self.only_diffs => (String::new(), summary.text_of_diff()),
            Format::Pretty | Format::Narrated => (summary.text(self.level), String::new()),
            Format::Concise => (String::new(), summary.text(self.level)),
            Format::Json => (json::end(summary), String::new()),
        }
    }
}

/// Whether standard output is a terminal, and whether that is to have colour.
pub(super) fn terminal(color: Color) -> Option<bool> {
    std::io::stdout().is_terminal().then(|| uses_color(color))
}

fn uses_color(color: Color) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        // Knows the conventions: NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM=dumb.
        Color::Auto => anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
    }
}
