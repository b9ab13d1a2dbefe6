//! `ms3dlint merge`: merges several JSON reports into one.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

use crate::base::display::{path_text, visible};
use crate::cli::args::{Audience, Color, Format, Merge};
use crate::cli::check::output::{Asked, Outputs};
use crate::cli::check::progress::Progress;
use crate::cli::check::rendering::RenderedFile;
use crate::cli::check::run::verdict;
use crate::cli::exit::{Exit, cannot, failed};
use crate::cli::files::walk::may_be_model;
use crate::diagnostics::finding::Severity;
use crate::report::merge::{Merged, ReportedInput, merge};
use crate::report::rows::FileRow;
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
        match fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => reports.push((visible(name.as_bytes()), text)),
            Ok(Err(_)) => {
                let name = visible(name.as_bytes());
                return Err(format!("{name}: this is not a JSON report of ms3dlint: it is not UTF-8"));
            }
            Err(error) => return Ok(failed(&cannot("read", &name, &error))),
        }
    }
    let Merged { run, entries, summary } = merge(&reports)?;
    // The reports are for programs, which get more.
    let most_for_people = Format::Compact.most_per_rule(run.max_per_rule);
    let asked = Asked {
        format: args.output_format,
        is_aside: false,
        files: &args.output,
        color: Color::Never,
        inputs: args.reports.iter().map(PathBuf::as_path).collect(),
        settings: Vec::new(),
        is_met: &may_be_model,
        only_diffs: false,
        level: Severity::of_name(&run.level).unwrap_or(Severity::Hint),
        run,
    };
    let (outputs, _) = Outputs::new(&asked, Progress::start("files checked", false))?;
    Ok(if write(outputs, entries, &summary, most_for_people) {
        verdict(&summary, false)
    } else {
        Exit::Failure
    })
}

/// Writes all reports, and returns whether that succeeded.
fn write(
    mut outputs: Outputs,
    entries: Vec<ReportedInput>,
    summary: &Summary,
    most_for_people: usize,
) -> bool {
    outputs.start();
    for entry in entries {
        match entry {
            ReportedInput::Trouble(trouble) => outputs.trouble(&trouble),
            ReportedInput::File(row) => {
                let mut rendered = RenderedFile::default();
                rendered.dropped[Audience::People as usize] = beyond(&row, most_for_people);
                outputs.file(&RenderedFile { row: Some(*row), ..rendered })
            }
        }
    }
    outputs.finish(summary, &[])
}

/// How many findings of a file are left out where at most so many of each rule are shown.
fn beyond(row: &FileRow, most: usize) -> usize {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    row.findings.iter().for_each(|finding| *counts.entry(finding.rule).or_default() += 1);
    counts.into_values().map(|count| count.saturating_sub(most)).sum()
}
