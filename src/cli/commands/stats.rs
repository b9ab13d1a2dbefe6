//! `ms3dlint stats`: counts the meshes, vertices, bones and other objects of models.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::actions::lint;
use crate::base::display::{counted, number, visible};
use crate::cli::args::{StatsArgs as Args, StatsFormat};
use crate::cli::check::terminal::{columns_of_stdout, stdout};
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::configs::Configs;
use crate::cli::files::contents;
use crate::cli::files::select;
use crate::cli::files::walk;
use crate::cli::files::walk::Input;
use crate::document::stats::Stats;
use crate::report::inert;
use crate::report::model_stats::{ModelRow, csv, json, table_or_lines};
use crate::report::pretty::Style;

/// Prints the counts of all models that the arguments name. The error is about the arguments.
pub(crate) fn run(args: &Args) -> Result<Exit, String> {
    let style = Style::Drawn { color: false };
    let configs = Arc::new(Configs::new(&args.config, style, lint::Options::default())?);
    configs.look(args.paths.iter().map(PathBuf::as_path))?;
    let mut counter = Counter::default();
    for input in walk::inputs(args.paths.clone(), configs.clone(), args.passed.force_exclude) {
        match input {
            Input::File { path, depth, .. } => counter.file(&path, depth.is_none()),
            Input::Stdin => counter.file(Path::new("-"), true),
            Input::Excluded(_) => counter.skipped += 1,
            Input::Unreadable(error) => counter.fail(&error),
            Input::Misconfigured(error) => return Err(error),
        }
    }
    if counter.rows.is_empty() && !counter.failed {
        select::report_none_found("models", &args.paths, &configs);
    }
    let text = match args.output_format {
        StatsFormat::Table => {
            let width = columns_of_stdout().unwrap_or(usize::MAX);
            Ok(inert(&table_or_lines(&counter.rows, &counter.total, width)).into_owned())
        }
        StatsFormat::Json => Ok(json(&counter.rows, &counter.total)),
        StatsFormat::Csv => {
            csv(&counter.rows).map(|text| inert(&text).into_owned()).map_err(io::Error::other)
        }
    };
    let mut out = stdout();
    if let Err(error) = text.and_then(|text| out.write_all(text.as_bytes())).and_then(|()| out.flush()) {
        return Ok(exit::after_write_error(&error));
    }
    let skipped = match counter.skipped {
        0 => String::new(),
        skipped => format!(", skipped {}", number(skipped)),
    };
    // A closed standard error does not change the counts.
    let _ = writeln!(io::stderr(), "counted {}{skipped}", counted(counter.rows.len(), "model"));
    Ok(if counter.failed { Exit::Failure } else { Exit::Clean })
}

/// Counts the objects of one model after the other.
#[derive(Default)]
struct Counter {
    rows: Vec<ModelRow>,
    total: Stats,
    /// How many files are no models, or are excluded.
    skipped: usize,
    /// Whether a file could not be read.
    failed: bool,
}

impl Counter {
    fn file(&mut self, path: &Path, is_named: bool) {
        let document = match contents::document(path) {
            Ok(document) => document,
            Err(error) => return self.fail(&error),
        };
        let path = document.source.name.clone();
        if document.is_binary() || document.is_text() {
            let stats = Stats::of(&document);
            self.total.add(&stats);
            if !document.is_in_place() {
                let name = visible(path.as_bytes());
                complain(&format!(
                    "{name} is damaged, so these are not its counts; `ms3dlint FILE` shows where"
                ));
            }
            self.rows.push(ModelRow { path, kind: document.kind().name(), stats });
        } else if is_named {
            let name = visible(path.as_bytes());
            self.fail(&format!(
                "cannot count what is in {name}: it is not a model; `ms3dlint FILE` says more"
            ));
        } else {
            self.skipped += 1;
        }
    }

    fn fail(&mut self, error: &str) {
        complain(error);
        self.failed = true;
    }
}
