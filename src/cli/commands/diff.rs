//! `ms3dlint diff`: shows what differs between models, in two files, two folders, or two commits of git.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::actions::diff::is_readable;
use crate::actions::lint;
use crate::base::display::{counted, path_text, visible_path};
use crate::cli::args::{DiffArgs, DiffFormat};
use crate::cli::check::parallel;
use crate::cli::check::progress::Progress;
use crate::cli::check::rendering::with_input;
use crate::cli::check::terminal::{columns, columns_of_stdout, stdout};
use crate::cli::exit::{self, Exit, cannot, complain};
use crate::cli::files::atomic_write::{refuse_existing, refuse_model, write_or_print};
use crate::cli::files::configs::Configs;
use crate::cli::files::contents::{self, Contents};
use crate::cli::files::folders::Folders;
use crate::cli::files::git::{self, Staged};
use crate::cli::files::select;
use crate::cli::files::walk::{self, Input};
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::Severity;
use crate::document::{self, Document};
use crate::report::differences::{DiffRow, DiffStatus, json, text};
use crate::report::inert;
use crate::report::pretty::Style;
use crate::report::view::{MOST_PER_RULE, ViewEntry, ViewPage, ViewPair};
use crate::report::wrap::wrapped_lines;

/// A file, and the name that it has in the output.
struct DiffSide {
    name: String,
    path: PathBuf,
    /// Its content in git, if that is read in its place.
    staged: Option<Staged>,
    /// Whether it was named: then it should be a model.
    is_named: bool,
    /// How many folders it is below the one that was named.
    depth: usize,
}

impl DiffSide {
    /// What is known of it beside its bytes.
    fn context(&self, folders: Option<&Arc<Folders>>) -> Context {
        let file_tree = folders.and_then(|folders| folders.around(&self.path, self.depth, None));
        Context { expected: true, file_tree }
    }
}

/// The old file and the new one; `None` where there is none.
type DiffSides = [Option<DiffSide>; 2];

/// Compares what the arguments name. The error is about the arguments.
pub(crate) fn run(args: &DiffArgs) -> Result<Exit, String> {
    if !args.git_external.is_empty() {
        return external(args);
    }
    if let Some(out) = &args.html {
        refuse_existing(out, args.force)?;
        refuse_model(out, "a page")?;
    }
    let folders = args.html.as_ref().map(|_| Folders::new(None)).transpose()?;
    // Without any path it is what is not committed.
    let last = || Some("HEAD".to_string()).filter(|_| args.paths.is_empty());
    let commits = args.git.clone().or_else(last);
    if let Some(problem) = missing(&args.paths).filter(|_| commits.is_none()) {
        return Ok(exit::failed(&problem));
    }
    let pairs = pairs(args, commits.as_deref())?;
    let is_alone =
        commits.is_none() && pairs.len() == 1 && pairs[0].iter().flatten().all(|side| side.is_named);
    let progress = Progress::start("models compared", true);
    let (mut rows, mut failed, mut page) = (Vec::new(), false, ViewPage::default());
    // How many models the page has no room for.
    let mut hidden = 0;
    parallel::each(
        args.threads,
        &progress,
        pairs.into_iter(),
        |pair, _: &mut _| compared(&pair, folders.as_ref()),
        |compared| match compared {
            Ok(Some((row, entry))) => {
                hidden += usize::from(entry.is_some_and(|entry| !page.add(&entry)));
                rows.push(row);
            }
            Ok(None) => {}
            Err(message) => {
                failed = true;
                complain(&message);
            }
        },
    );
    progress.finish();
    if rows.is_empty() && !is_alone && !failed {
        match &commits {
            Some(commits) => {
                // Git passes over a path that it does not know.
                let unknown = args.paths.iter().find(|path| !path.exists());
                let looked = unknown.map_or(String::new(), |path| {
                    format!("; {} is not here, and nothing of that name differs", visible_path(path))
                });
                exit::note(&format!("no model differs in {}{looked}", visible_path(Path::new(commits))));
            }
            None => select::report_none_found("models", &args.paths, &Arc::new(configs(args)?)),
        }
        return Ok(Exit::Clean);
    }
    let exit = match &args.html {
        Some(out) => write_page(args, out, &page, hidden, &rows),
        None => show(args, &rows),
    };
    Ok(match (exit, failed) {
        (Exit::Clean, true) => Exit::Failure,
        (Exit::Clean, _) if rows.iter().any(|row| row.status() != DiffStatus::Same) => Exit::Findings,
        (exit, _) => exit,
    })
}

/// That the old file or folder is not there, or the other one of a folder.
fn missing(paths: &[PathBuf]) -> Option<String> {
    let [old, new] = paths else { return None };
    if old.is_dir() != new.is_dir() {
        let missing = [old, new].into_iter().find(|path| !path.exists() && path.as_os_str() != "-")?;
        return Some(format!("there is no folder {}; check the path", visible_path(missing)));
    }
    let old = may_be_commit(old).then(|| visible_path(old))?;
    Some(format!("there is no file {old}; check the path, or name a commit with --git {old}"))
}

/// Whether a path leads nowhere, and a commit could have such a name.
fn may_be_commit(path: &Path) -> bool {
    path.extension().is_none() && path.as_os_str() != "-" && !path.exists()
}

/// What the arguments say to compare.
fn pairs(args: &DiffArgs, commits: Option<&str>) -> Result<Vec<DiffSides>, String> {
    match (commits, &args.paths[..]) {
        (Some(commits), paths) => of_git(commits, paths, args),
        (None, [old, new]) => match (old.is_dir(), new.is_dir()) {
            (true, true) => of_folders([old, new], args),
            (false, false) => Ok(vec![of_files(old, new)?]),
            (is_folder, _) => {
                let (folder, file) = if is_folder { (old, new) } else { (new, old) };
                let (folder, file) = (visible_path(folder), visible_path(file));
                Err(format!("{folder} is a folder and {file} is none; name two files or two folders"))
            }
        },
        (None, paths) => {
            let given = match paths.len() {
                1 => "1 path was given".to_string(),
                count => format!("{count} paths were given"),
            };
            Err(format!(
                "name the old and the new model: {given}, not 2; --git HEAD compares with the last commit"
            ))
        }
    }
}

fn show(args: &DiffArgs, rows: &[DiffRow]) -> Exit {
    if rows.is_empty() {
        return Exit::Clean;
    }
    let shown = match args.output_format {
        DiffFormat::Text => inert(&fitting(&text(rows))).into_owned(),
        DiffFormat::Json => json(rows),
    };
    let mut out = stdout();
    exit::after_writing(out.write_all(shown.as_bytes()).and_then(|()| out.flush()))
}

/// The lines as wide as the terminal. Where there is none, those that name files stay whole, for programs.
fn fitting(text: &str) -> String {
    let width = columns();
    if columns_of_stdout().is_some() {
        return wrapped_lines(text, width);
    }
    let line = |line: &str| match line.starts_with(' ') {
        true => wrapped_lines(line, width),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// Writes the page, and shows the text as well unless the page is printed. For some models it has no room.
fn write_page(args: &DiffArgs, out: &Path, page: &ViewPage, hidden: usize, rows: &[DiffRow]) -> Exit {
    if hidden > 0 {
        exit::note(&format!("{} not shown, as the page would become too large", counted(hidden, "model")));
    }
    if !page.shows_any() {
        let why = if page.is_empty() { "no model differs" } else { "there is nothing to draw" };
        exit::note(&format!("no page was written, as {why}"));
        return show(args, rows);
    }
    let count = counted(page.len(), "model");
    let written = write_or_print(out, page.html().as_bytes(), |name| format!("wrote {name} ({count})"));
    match written {
        Exit::Clean if out.as_os_str() != "-" => show(args, rows),
        written => written,
    }
}

/// What differs between two files, and these; `None` where there is none.
type RowOfPair = (DiffRow, [Option<Document>; 2]);

/// A pair that was compared, and what a page shows of it if there is one; `None` if neither is a model, and nobody said
/// so. The error is about a file.
type ComparedPair = Option<(DiffRow, Option<ViewEntry>)>;

fn compared(pair: &DiffSides, folders: Option<&Arc<Folders>>) -> Result<ComparedPair, String> {
    let Some((row, documents)) = row(pair, folders)? else { return Ok(None) };
    let folders = folders.filter(|_| row.is_worth_reading());
    let entry = folders.and_then(|folders| entry(pair, &documents, &row, folders));
    Ok(Some((row, entry)))
}

/// What a page shows of a pair.
fn entry(
    pair: &DiffSides,
    documents: &[Option<Document>; 2],
    row: &DiffRow,
    folders: &Arc<Folders>,
) -> Option<ViewEntry> {
    let side = |index: usize| {
        let (document, side) = (documents[index].as_ref()?, pair[index].as_ref()?);
        let context = side.context(Some(folders));
        let options =
            lint::Options { level: Severity::Info, most_per_rule: MOST_PER_RULE, ..lint::Options::default() };
        let report = lint::lint(document, &context, &options);
        Some((document, &side.path, context, report))
    };
    let entry = match (side(0), side(1)) {
        (Some((old, old_path, old_context, old_report)), Some((new, path, context, report))) => {
            with_input(new, path, &context, &report, |new| {
                if let Some(why) = undrawn(old, new.document) {
                    return ViewEntry::undrawn(new, why);
                }
                with_input(old, old_path, &old_context, &old_report, |old| {
                    ViewEntry::of_pair(&ViewPair { old, new, says: row.text(), moved: row.moved() })
                })
            })
        }
        (one, other) => {
            let (document, path, context, report) = one.or(other)?;
            with_input(document, path, &context, &report, ViewEntry::of)
        }
    };
    Some(entry.compared(row.status(), row.outcome()))
}

/// Why two files cannot be drawn beside each other. The model that can be read, drawn alone, would look as if nothing had
/// happened to it.
fn undrawn(old: &Document, new: &Document) -> Option<&'static str> {
    match [old, new].map(is_readable) {
        [true, true] => None,
        [true, false] => Some("The new file cannot be read as a model."),
        [false, true] => {
            Some("The old file cannot be read as a model: there is nothing beside which to show the new one.")
        }
        [false, false] => Some("Neither file can be read as a model."),
    }
}

/// The row of a pair, and the files; `None` if neither is a model, and nobody said so. With `folders` programs find what is
/// around the files, as they do on a page. The error is about a file.
fn row(pair: &DiffSides, folders: Option<&Arc<Folders>>) -> Result<Option<RowOfPair>, String> {
    let mut documents = [None, None];
    for (side, document) in pair.iter().zip(&mut documents) {
        *document = side.as_ref().map(read).transpose()?;
    }
    let [old, new] = &documents;
    let is_model = |document: &Option<Document>| document.as_ref().is_some_and(is_readable);
    if is_model(old) || is_model(new) {
        let row = match (old, new, &pair[..], folders) {
            (Some(old), Some(new), [Some(was), Some(is)], Some(_)) => {
                DiffRow::among(old, new, [&was.context(folders), &is.context(folders)])
            }
            _ => DiffRow::of(old.as_ref(), new.as_ref()),
        };
        return Ok(Some((row, documents)));
    }
    match pair.iter().flatten().all(|side| side.is_named) {
        true => {
            let names = pair.iter().flatten().map(|side| visible_path(Path::new(&side.name)));
            let names = names.collect::<Vec<_>>().join(" with ");
            Err(format!("cannot compare {names}: neither is a model; `ms3dlint FILE` says more"))
        }
        false => Ok(None),
    }
}

fn read(side: &DiffSide) -> Result<Document, String> {
    let mut buffer = Vec::new();
    let contents = match &side.staged {
        Some(staged) => staged.read(&mut buffer),
        None if side.path.as_os_str() == "-" => contents::read_stdin(&mut buffer),
        None => contents::read_file(&side.path, &mut buffer),
    };
    match contents {
        Ok(Contents::Read) => Ok(document::read(side.name.clone(), buffer)),
        Ok(Contents::TooLarge(size)) => Ok(Document::over_limit(side.name.clone(), size)),
        Err(error) => Err(cannot("read", &side.name, &error)),
    }
}

fn of_files(old: &Path, new: &Path) -> Result<DiffSides, String> {
    if [old, new].iter().all(|path| path.as_os_str() == "-") {
        return Err("standard input can be read only once; give - once".to_string());
    }
    let side = |path: &Path| {
        let name = if path.as_os_str() == "-" { "<stdin>".to_string() } else { path_text(path) };
        Some(DiffSide { name, path: path.to_path_buf(), staged: None, is_named: true, depth: 0 })
    };
    Ok([side(old), side(new)])
}

/// The configurations of the models.
fn configs(args: &DiffArgs) -> Result<Configs, String> {
    Configs::new(&args.config, Style::Drawn { color: false }, lint::Options::default())
}

/// The models of two folders, by their paths in these.
fn of_folders(folders: [&PathBuf; 2], args: &DiffArgs) -> Result<Vec<DiffSides>, String> {
    let configs = Arc::new(configs(args)?);
    configs.look(folders.into_iter().map(PathBuf::as_path))?;
    let mut pairs: BTreeMap<PathBuf, DiffSides> = BTreeMap::new();
    for (index, folder) in folders.into_iter().enumerate() {
        for input in walk::inputs(vec![folder.clone()], configs.clone(), false) {
            match input {
                Input::File { path, .. } => {
                    let below = path.strip_prefix(folder).unwrap_or(&path).to_path_buf();
                    let depth = below.components().count().saturating_sub(1);
                    let side =
                        DiffSide { name: path_text(&path), path, staged: None, is_named: false, depth };
                    pairs.entry(below).or_default()[index] = Some(side);
                }
                Input::Unreadable(message) => complain(&message),
                Input::Misconfigured(message) => return Err(message),
                Input::Stdin | Input::Excluded(_) => {}
            }
        }
    }
    Ok(pairs.into_values().collect())
}

/// The models that differ between commits, or between a commit and the disk.
fn of_git(commits: &str, paths: &[PathBuf], args: &DiffArgs) -> Result<Vec<DiffSides>, String> {
    let configs = configs(args)?;
    configs.look(paths.iter().map(PathBuf::as_path))?;
    let pairs = git::compared(commits, paths)?.into_iter().map(|sides| {
        sides.map(|side| {
            let (path, staged) = side.filter(|(path, _)| select::is_met(path, &configs))?;
            Some(DiffSide { name: path_text(&path), path, staged, is_named: false, depth: 0 })
        })
    });
    Ok(pairs.filter(|sides: &DiffSides| sides.iter().any(Option::is_some)).collect())
}

/// Compares what git gives to an external diff: the path, then file, object id and mode of the old and of the new version;
/// and for a renamed file its new path. Git stops if the exit code is not 0.
fn external(args: &DiffArgs) -> Result<Exit, String> {
    let (path, old, new, new_path) = match &args.git_external[..] {
        [path, old, _, _, new, _, _] => (path, old, new, path),
        [path, old, _, _, new, _, _, new_path, ..] => (path, old, new, new_path),
        [path] => {
            let path = visible_path(path);
            return Ok(exit::say(&inert(&format!("{path}: not merged, so there is nothing to compare\n"))));
        }
        other => {
            let count = other.len();
            return Err(format!("git gives 7 arguments to an external diff, and {count} were given"));
        }
    };
    let side = |name: &Path, path: &Path| {
        let is_none = matches!(path.to_str(), Some("/dev/null" | "nul" | "NUL"));
        let (name, path) = (path_text(name), path.to_path_buf());
        (!is_none).then_some(DiffSide { name, path, staged: None, is_named: false, depth: 0 })
    };
    match row(&[side(path, old), side(new_path, new)], None) {
        Ok(Some((row, _))) => Ok(show(args, &[row])),
        Ok(None) => {
            let path = visible_path(new_path);
            Ok(exit::say(&inert(&format!("{path}: not a model; git diff --no-ext-diff shows its lines\n"))))
        }
        Err(message) => Ok(exit::failed(&message)),
    }
}
