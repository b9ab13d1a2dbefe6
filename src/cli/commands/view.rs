//! `ms3dlint view`: writes a page that shows models, how they move, and what was found in them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::actions::lint::{self, lint};
use crate::base::display::{counted, path_text, visible, visible_path};
use crate::cli::args::ViewArgs;
use crate::cli::check::parallel;
use crate::cli::check::progress::Progress;
use crate::cli::check::read::{InputReader, ReadInput, Unread, UnreadInputs};
use crate::cli::check::rendering::shown;
use crate::cli::check::run::targets;
use crate::cli::exit::{Exit, cannot, failed, note};
use crate::cli::files::atomic_write::{refuse_existing, refuse_model, write_or_print};
use crate::cli::files::configs::Configs;
use crate::cli::files::select;
use crate::cli::files::walk::{Input, has_extension, inputs};
use crate::diagnostics::finding::Severity;
use crate::report::pretty::Style;
use crate::report::view::{MOST_PER_RULE, ViewEntry, ViewPage};

/// Writes the page. The error is about the arguments.
pub(crate) fn run(args: &ViewArgs) -> Result<Exit, String> {
    let out = &args.output;
    let paths = select::paths(&args.files)?;
    if let Some(page) = paths.iter().find(|path| has_extension(path, "html")) {
        let page = visible_path(page);
        return Err(format!("{page} is not a model; to write the page there, give -o {page}"));
    }
    if let Err(message) = refuse_existing(out, args.force) {
        return match paths.iter().find_map(|path| unreadable(path)) {
            Some(unreadable) => Ok(failed(&unreadable)),
            None => Err(message),
        };
    }
    refuse_model(out, "a page")?;
    let options = lint::Options {
        targets: targets(&args.target)?,
        level: args.level,
        repaired_from: Severity::Info,
        fixable_from: Severity::Info,
        most_per_rule: MOST_PER_RULE,
        ..lint::Options::default()
    };
    let configs = Arc::new(Configs::new(&args.files.config, Style::Drawn { color: false }, options)?);
    configs.look(paths.iter().map(PathBuf::as_path))?;
    if paths.iter().any(|path| is_same(path, out)) {
        return Err(format!(
            "a page would replace {}, which is to be shown; name another file",
            visible_path(out)
        ));
    }
    let reader = InputReader::new(&args.files, false, configs.clone())?;
    let mut page = ViewPage::default();
    let (mut unread, mut hidden) = (UnreadInputs::default(), 0);
    let inputs = inputs(paths.clone(), configs.clone(), args.files.passed.force_exclude);
    let progress = Progress::start("files read", true);
    let work = |input, buffer: &mut Vec<u8>| outcome(&reader, input, buffer);
    parallel::each(args.files.threads, &progress, inputs, work, |outcome| match outcome {
        ViewOutcome::Shown(entry) => hidden += usize::from(!page.add(&entry)),
        ViewOutcome::Skipped => {}
        ViewOutcome::Failed(failed) => {
            if let Some(message) = unread.add(failed) {
                page.add_trouble(&message);
            }
        }
    });
    progress.finish();
    unread.finish()?;
    if page.is_empty() {
        if unread.has_failed {
            return Ok(Exit::Failure);
        }
        select::report_none_found("models", &paths, &configs);
        return Ok(Exit::Clean);
    }
    if hidden > 0 {
        note(&format!("{} not shown, as the page would become too large", counted(hidden, "model")));
    }
    let count = counted(page.len(), "model");
    let written = write_or_print(out, page.html().as_bytes(), |name| format!("wrote {name} ({count})"));
    Ok(if unread.has_failed { Exit::Failure } else { written })
}

/// What became of an input.
enum ViewOutcome {
    Shown(ViewEntry),
    /// It is no model, and was found in a folder.
    Skipped,
    Failed(Unread),
}

fn outcome(reader: &InputReader, input: Input, buffer: &mut Vec<u8>) -> ViewOutcome {
    let model = match reader.read(input, buffer) {
        Ok(model) => model,
        Err(unread) => return ViewOutcome::Failed(unread),
    };
    if model.is_skipped() {
        return ViewOutcome::Skipped;
    }
    let options = model.options();
    let ReadInput { document, context, path, .. } = model;
    if !document.is_binary() && !document.is_text() {
        let name = visible(document.source.name.as_bytes());
        let message = format!("cannot show {name}: it is not a model; `ms3dlint FILE` says more");
        return ViewOutcome::Failed(Unread::Unreadable { path, message });
    }
    let report = lint(&document, &context, &options);
    let entry = shown(&document, path.as_deref().unwrap_or(Path::new("-")), &context, &report);
    *buffer = document.into_buffer();
    ViewOutcome::Shown(entry)
}

/// Why a path cannot be read, if there is nothing there.
fn unreadable(path: &Path) -> Option<String> {
    let error = path.symlink_metadata().err().filter(|_| path.as_os_str() != "-")?;
    Some(cannot("read", &path_text(path), &error))
}

/// Whether two paths lead to one file.
fn is_same(path: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(path).is_some_and(|path| real(other) == Some(path))
}
