//! `ms3dlint fmt`: writes ASCII models in the canonical spelling, or lists those that are not in it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::actions::fmt::{FmtTrouble, format};
use crate::actions::lint;
use crate::base::display::{counted, number, path_text, visible};
use crate::cli::args::{Color, Fmt};
use crate::cli::check::diff::{path_bytes, shown};
use crate::cli::check::terminal::{StandardStream, stdout, terminal};
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::atomic_write::replace;
use crate::cli::files::configs::Configs;
use crate::cli::files::contents;
use crate::cli::files::contents::Contents;
use crate::cli::files::select;
use crate::cli::files::walk;
use crate::cli::files::walk::Input;
use crate::document::{self, Document};
use crate::fix::Applicability;
use crate::parse::sniff::Content;
use crate::report::pretty::Style;
use crate::report::unified::unified;
use crate::report::{inert, message_with_place};

/// The action for a file that is not in the canonical spelling.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It is replaced.
    Replace,
    /// Its name is printed.
    Check,
    /// The diff is printed.
    Diff,
}

/// Formats all files that the arguments name. The error is about the arguments.
pub(crate) fn run(args: &Fmt) -> Result<Exit, String> {
    let has_stdin = select::is_filter(&args.paths, "formatted")?;
    let style = Style::Drawn { color: false };
    let configs = Arc::new(Configs::new(&args.config, style, lint::Options::default())?);
    configs.look(args.paths.iter().map(PathBuf::as_path))?;
    let mode = match args {
        Fmt { check: true, .. } => Mode::Check,
        Fmt { diff: true, .. } => Mode::Diff,
        _ => Mode::Replace,
    };
    let mut formatter = Formatter { mode, out: stdout(), buffer: Vec::new(), tally: FmtTally::default() };
    let inputs = walk::inputs(args.paths.clone(), configs.clone(), args.passed.force_exclude);
    let mut inputs: Box<dyn Iterator<Item = Input>> = match mode {
        Mode::Replace => Box::new(walk::configured(inputs)?),
        Mode::Check | Mode::Diff => Box::new(inputs),
    };
    let written = inputs.try_for_each(|input| formatter.input(input)).and_then(|()| {
        if formatter.tally.is_empty() {
            select::report_none_found("ASCII models", &args.paths, &configs);
        }
        // Standard output has nothing but the model.
        if has_stdin && mode == Mode::Replace { Ok(()) } else { formatter.summary() }
    });
    let tally = match written.and_then(|()| formatter.out.flush()) {
        Ok(()) => formatter.tally,
        Err(error) => return Ok(exit::after_write_error(&error)),
    };
    Ok(match tally {
        FmtTally { misconfigured: 1.., .. } => Exit::Usage,
        FmtTally { failed: 1.., .. } => Exit::Failure,
        FmtTally { refused: 1.., .. } => Exit::Findings,
        FmtTally { changed: 1.., .. } if mode != Mode::Replace => Exit::Findings,
        _ => Exit::Clean,
    })
}

/// The results, as numbers of files.
#[derive(Default)]
struct FmtTally {
    /// Not in the canonical spelling.
    changed: usize,
    /// In the canonical spelling.
    same: usize,
    /// Refused.
    refused: usize,
    /// Could not be read or written, or the program failed.
    failed: usize,
    /// The run stopped because of an invalid configuration.
    misconfigured: usize,
}

/// Formats one input after the other.
struct Formatter {
    mode: Mode,
    out: StandardStream,
    buffer: Vec<u8>,
    tally: FmtTally,
}

impl Formatter {
    fn input(&mut self, input: Input) -> io::Result<()> {
        match input {
            Input::File { path, depth, .. } => {
                let named = depth.is_none();
                let name = path_text(&path);
                let contents = contents::read_file(&path, &mut self.buffer);
                self.document(&name, contents, named, Some(path))
            }
            Input::Stdin => {
                let contents = contents::read_stdin(&mut self.buffer);
                self.document("<stdin>", contents, true, None)
            }
            Input::Excluded(_) => Ok(()),
            Input::Unreadable(error) => self.fail(&error),
            Input::Misconfigured(error) => {
                self.tally.misconfigured += 1;
                self.out.flush()?;
                complain(&error);
                Ok(())
            }
        }
    }

    fn document(
        &mut self,
        name: &str,
        contents: io::Result<Contents>,
        named: bool,
        path: Option<PathBuf>,
    ) -> io::Result<()> {
        let document = match contents {
            Ok(Contents::Read) => document::read(name, std::mem::take(&mut self.buffer)),
            Ok(Contents::TooLarge(size)) => Document::over_limit(name, size),
            Err(error) => return self.fail(&exit::cannot("read", name, &error)),
        };
        // In folders, files that do not look like ASCII models are skipped.
        let is_text = document.content != Content::Binary && !document.content.is_unlike_model();
        if named || is_text {
            self.format(&document, path.as_deref())?;
        }
        self.buffer = document.into_buffer();
        Ok(())
    }

    fn format(&mut self, document: &Document, path: Option<&Path>) -> io::Result<()> {
        let bytes = match format(document) {
            Ok(bytes) => bytes,
            Err(trouble) => return self.refuse(document, &trouble),
        };
        let name = document.source.name.as_str();
        let before = document.source.bytes();
        let is_same = bytes == before;
        match (self.mode, path) {
            (Mode::Replace, None) => self.out.write_all(&bytes)?,
            _ if is_same => {}
            (Mode::Replace, Some(path)) => {
                if let Err(error) = replace(path, before, &bytes) {
                    return self.fail(&exit::cannot("write", name, &error));
                }
            }
            (Mode::Check, _) => writeln!(self.out, "{}", inert(&visible(name.as_bytes())))?,
            (Mode::Diff, _) => self
                .out
                .write_all(&shown(unified(&path_bytes(name, path), before, &bytes), terminal(Color::Auto)))?,
        }
        let count = if is_same { &mut self.tally.same } else { &mut self.tally.changed };
        *count += 1;
        Ok(())
    }

    /// Prints why a file is unchanged, and what to do about it.
    fn refuse(&mut self, document: &Document, trouble: &FmtTrouble) -> io::Result<()> {
        let name = visible(document.source.name.as_bytes());
        let (at, what, is_number) = match trouble {
            FmtTrouble::Error(finding) => {
                (finding.span().start, message_with_place(document, finding), false)
            }
            FmtTrouble::Refused(refusal) => (refusal.at, refusal.what.clone(), refusal.is_number),
            FmtTrouble::Defect(what) => {
                return self.fail(&format!(
                    "cannot format {name}: the result would mean something else ({what}); this is a mistake \
                     in ms3dlint, please report it"
                ));
            }
        };
        let place = match document.content {
            Content::Binary => String::new(),
            _ => format!(":{}", document.locator().position(at as usize).line),
        };
        let advice = match document.content {
            // The file is not wrong.
            Content::Binary => String::new(),
            _ if is_number => "; --fix --unsafe-fixes rounds it".to_string(),
            _ => advice_on(trouble),
        };
        self.out.flush()?;
        complain(&format!("cannot format {name}{place}: {what}{advice}"));
        self.tally.refused += 1;
        Ok(())
    }

    fn fail(&mut self, message: &str) -> io::Result<()> {
        self.out.flush()?;
        complain(message);
        self.tally.failed += 1;
        Ok(())
    }

    /// Prints the summary: on standard output, unless names or diffs are printed there.
    fn summary(&mut self) -> io::Result<()> {
        let text = self.tally.text(self.mode) + "\n";
        if self.mode == Mode::Replace {
            return self.out.write_all(text.as_bytes());
        }
        self.out.flush()?;
        // A closed standard error does not change the result.
        let _ = io::stderr().write_all(text.as_bytes());
        Ok(())
    }
}

impl FmtTally {
    /// Whether no file was found.
    fn is_empty(&self) -> bool {
        self.changed + self.same + self.refused + self.failed + self.misconfigured == 0
    }

    /// `formatted 3 files, 12 unchanged, 1 refused`
    fn text(&self, mode: Mode) -> String {
        let changed = counted(self.changed, "file");
        let mut text = match mode {
            Mode::Replace => format!("formatted {changed}"),
            _ => format!("{changed} would be formatted"),
        };
        text += &format!(", {} unchanged", number(self.same));
        for (count, what) in [(self.refused, "refused"), (self.failed, "not read or written")] {
            if count > 0 {
                text += &format!(", {} {what}", number(count));
            }
        }
        text
    }
}

/// What says more about a file that cannot be written in another spelling, whatever the programs make of it that it is
/// meant for, and whether it repairs what is wrong.
pub(super) fn advice_on(trouble: &FmtTrouble) -> String {
    let fix = match trouble {
        FmtTrouble::Error(finding) => finding.fix.as_ref().map(|fix| fix.applicability),
        FmtTrouble::Refused(_) | FmtTrouble::Defect(_) => None,
    };
    let repairs = match fix {
        Some(Applicability::Safe) => ", and with --fix repairs it",
        Some(Applicability::Unsafe) => ", and with --fix --unsafe-fixes repairs it",
        _ => "",
    };
    format!("; `ms3dlint --target none FILE` says more{repairs}")
}
