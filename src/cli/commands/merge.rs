//! `ms3dlint merge`: merges several JSON reports into one.

use std::fs;
use std::path::PathBuf;

use crate::base::display::{path_text, visible};
use crate::cli::args::{Color, Merge};
use crate::cli::check::output::{Asked, Outputs};
use crate::cli::check::progress::Progress;
use crate::cli::check::rendering::RenderedFile;
use crate::cli::check::run::verdict;
use crate::cli::exit::{Exit, cannot, failed};
use crate::cli::files::walk::may_be_model;
use crate::diagnostics::finding::Severity;
use crate::report::merge::{Merged, ReportedInput, merge};
use crate::report::summary::Summary;

/// Merges reports. The error is about the arguments, or says why the reports do not belong together.
pub(crate) fn run(args: &Merge) -> Result<Exit, String> {
    let formats = || args.output.iter().map(|(format, _)| *format).chain([args.output_format]);
    if formats().any(|format| format.is_drawn()) {
        return Err("a merged report has no excerpts; choose a format for programs, or concise".to_string());
    }
    let mut reports = Vec::new();
    for path in &args.reports {
        let name = path_text(path);
        match fs::read_to_string(path) {
            Ok(text) => reports.push((visible(name.as_bytes()), text)),
            Err(error) => return Ok(failed(&cannot("read", &name, &error))),
        }
    }
    let Merged { run, entries, summary } = merge(&reports)?;
    let severity = |name: &str| Severity::ALL.into_iter().find(|severity| severity.name() == name);
    let asked = Asked {
        format: args.output_format,
        is_aside: false,
        files: &args.output,
        color: Color::Never,
        inputs: args.reports.iter().map(PathBuf::as_path).collect(),
        settings: Vec::new(),
        is_met: &may_be_model,
        only_diffs: false,
        level: severity(&run.level).unwrap_or(Severity::Hint),
        run,
    };
    let (outputs, _) = Outputs::new(&asked, Progress::start("files checked", false))?;
    Ok(if write(outputs, entries, &summary) { verdict(&summary, false) } else { Exit::Failure })
}

/// Writes all reports, and returns whether that succeeded.
fn write(mut outputs: Outputs, entries: Vec<ReportedInput>, summary: &Summary) -> bool {
    outputs.start();
    for entry in entries {
        match entry {
            ReportedInput::Trouble(trouble) => outputs.trouble(&trouble),
            ReportedInput::File(row) => {
                outputs.file(&RenderedFile { row: Some(row), ..RenderedFile::default() })
            }
        }
    }
    outputs.finish(summary, &[])
}
