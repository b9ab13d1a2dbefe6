//! `ms3dlint loads`: tells which programs load the models, and what becomes of the others.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use crate::actions::effects::{run_all_and, run_targets};
use crate::actions::lint;
use crate::cli::args::{LoadsArgs, LoadsFormat};
use crate::cli::check::parallel;
use crate::cli::check::progress::Progress;
use crate::cli::check::read::{InputReader, Unread, UnreadInputs};
use crate::cli::check::run::targets;
use crate::cli::check::terminal::{columns, stdout};
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::configs::Configs;
use crate::cli::files::select;
use crate::cli::files::walk::{Input, inputs};
use crate::diagnostics::effect::Targets;
use crate::report::inert;
use crate::report::loads::text::{full_text, markdown, text};
use crate::report::loads::{LoadsRow, json};
use crate::report::pretty::Style;

/// What became of an input.
enum LoadsOutcome {
    Loaded(LoadsRow),
    /// It is no model, and was found in a folder.
    Skipped,
    Unread(Unread),
}

const NOT_NONE: &str = "\"none\" asks no program, and this command does nothing else: name programs";

/// Runs the programs on all models that the arguments name. The error is about the arguments.
pub(crate) fn run(args: &LoadsArgs) -> Result<Exit, String> {
    let required = match targets(&args.require)? {
        Targets::Named(names) => names,
        Targets::Ignored => return Err(NOT_NONE.to_string()),
        Targets::Unknown => Vec::new(),
    };
    // What is required is run, too.
    let wanted = match targets(&args.target)? {
        Targets::Named(names) => Targets::Named(names.into_iter().chain(required.iter().copied()).collect()),
        Targets::Ignored => return Err(NOT_NONE.to_string()),
        wanted => wanted,
    };
    let configs = Configs::new(&args.files.config, Style::Drawn { color: false }, lint::Options::default())?;
    let configs = Arc::new(configs);
    let paths = select::paths(&args.files)?;
    configs.look(paths.iter().map(PathBuf::as_path))?;
    let reader = InputReader::new(&args.files, false, configs.clone())?;
    let inputs = inputs(paths.clone(), configs.clone(), args.files.passed.force_exclude);
    let progress = Progress::start("files loaded", true);
    let (mut rows, mut unread) = (Vec::new(), UnreadInputs::default());
    let work = |input, buffer: &mut Vec<u8>| outcome(&reader, input, buffer, (&wanted, &required));
    parallel::each(args.files.threads, &progress, inputs, work, |outcome| match outcome {
        LoadsOutcome::Loaded(row) => rows.push(row),
        LoadsOutcome::Skipped => {}
        LoadsOutcome::Unread(failed) => drop(unread.add(failed)),
    });
    progress.finish();
    unread.finish()?;
    if rows.is_empty() && !unread.has_failed {
        select::report_none_found("models", &paths, &configs);
    }
    let shown = match args.output_format {
        LoadsFormat::Text if args.all || rows.len() == 1 => inert(&full_text(&rows, columns())).into_owned(),
        LoadsFormat::Text => inert(&text(&rows, columns())).into_owned(),
        LoadsFormat::Json => json(&rows),
        LoadsFormat::Markdown => inert(&markdown(&rows)).into_owned(),
    };
    let mut out = stdout();
    if let Err(error) = out.write_all(shown.as_bytes()).and_then(|()| out.flush()) {
        return Ok(exit::after_write_error(&error));
    }
    for program in required.iter().filter(|program| !rows.iter().any(|row| row.is_read_by(program))) {
        if !rows.is_empty() {
            complain(&format!(
                "--require {program}: it reads none of these models, which are of the other format"
            ));
        }
    }
    let is_refused = rows.iter().any(|row| required.iter().any(|program| row.fails_in(program)));
    Ok(match (unread.has_failed, is_refused) {
        (true, _) => Exit::Failure,
        (false, true) => Exit::Findings,
        (false, false) => Exit::Clean,
    })
}

/// What the programs that are wanted, or all and those that are required, do with an input.
fn outcome(
    reader: &InputReader,
    input: Input,
    buffer: &mut Vec<u8>,
    (wanted, required): (&Targets, &[&str]),
) -> LoadsOutcome {
    let model = match reader.read(input, buffer) {
        Ok(model) => model,
        Err(unread) => return LoadsOutcome::Unread(unread),
    };
    if model.is_skipped() {
        return LoadsOutcome::Skipped;
    }
    let meant = model.options().targets;
    let (document, context) = (model.document, model.context);
    let runs = match wanted {
        Targets::Named(_) => run_targets(&document, &context, wanted),
        _ => run_all_and(&document, &context, required),
    };
    let row = LoadsRow::of(&document, context.file_tree.as_deref(), &meant, &runs);
    *buffer = document.into_buffer();
    LoadsOutcome::Loaded(row)
}
