//! `ms3dlint dump` and `ms3dlint where`: print the fields of a model, and the field at one place of it.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::base::display::{visible, visible_path};
use crate::base::utf16::utf16_text;
use crate::cli::args::{Dump, Where};
use crate::cli::exit::{self, Exit, complain};
use crate::cli::files::contents;
use crate::document::dump;
use crate::document::inspect::about_target;
use crate::document::target::{Target, target};
use crate::document::{self, Document};
use crate::parse::sniff::Content;
use crate::report::{self, inert};

/// Prints a model with the names of its fields. The error is about the arguments.
pub(crate) fn dump(args: &Dump) -> Result<Exit, String> {
    let as_printed = file_and_place(&args.file).filter(|_| args.from.is_none() && !args.file.exists());
    let (file, from) =
        as_printed.map_or((&*args.file, args.from.as_deref()), |(file, from)| (file, Some(from)));
    let Some(inspected) = Inspected::read("dump", file) else { return Ok(Exit::Failure) };
    let document = &inspected.document;
    let from = match from {
        Some(words) => inspected.target(words)?.offset(document).unwrap_or(0),
        None => 0,
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut lines = dump::lines(document, from).take(args.lines.unwrap_or(usize::MAX));
    let written = lines.try_for_each(|line| writeln!(out, "{}", inert(&line))).and_then(|()| out.flush());
    Ok(exit::after_writing(written))
}

/// Prints the field at a place. The error is about the arguments.
pub(crate) fn where_is(args: &Where) -> Result<Exit, String> {
    let given = args.place.as_deref().map(|place| (&*args.file, place));
    let (file, place) =
        given.or_else(|| file_and_place(&args.file)).ok_or_else(|| without_place(&args.file))?;
    let Some(inspected) = Inspected::read("look into", file) else { return Ok(Exit::Failure) };
    let document = &inspected.document;
    let target = inspected.target(place)?;
    let offset = target.offset(document);
    let lines = about_target(document, target);
    let at = match offset {
        Some(offset) => report::at(document, &mut document.locator(), offset),
        None => String::new(),
    };
    let text = format!("{}{at}: {}\n", visible(document.source.name.as_bytes()), lines.join("\n  "));
    Ok(exit::say(&inert(&text)))
}

/// That only a file is named, or a folder, and what to do.
fn without_place(path: &Path) -> String {
    if path.is_dir() {
        let folder = visible_path(path);
        let folder = folder.trim_end_matches(['/', '\\']);
        return format!(
            "{folder} is a folder; name a model and a place in it, as in {folder}/model.txt:12:5"
        );
    }
    if let Some((file, offset)) = path.to_str().and_then(|path| path.rsplit_once('@'))
        && let Ok(offset) = offset.parse::<u64>()
    {
        let file = visible(file.as_bytes());
        return format!("an offset is written in base 16, with 0x: {file}@{offset:#x} is byte {offset}");
    }
    "say where, as in model.txt:12:5, model.ms3d@0x2f, or model.txt 'bone \"arm\"'".to_string()
}

/// A file and a place in it, as reports print both.
fn file_and_place(printed: &Path) -> Option<(&Path, &str)> {
    let printed = printed.to_str()?;
    let printed = printed.strip_suffix(':').unwrap_or(printed);
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let offset = printed.rsplit_once('@').filter(|(_, offset)| offset.starts_with("0x"));
    let line = || printed.rsplit_once(':').filter(|(_, line)| is_number(line));
    let line_and_column = || {
        let (rest, column) = line()?;
        let (file, number) = rest.rsplit_once(':').filter(|(_, number)| is_number(number))?;
        Some((file, &printed[printed.len() - number.len() - 1 - column.len()..]))
    };
    let found = offset.or_else(line_and_column).or_else(line);
    found.map(|(file, place)| (Path::new(file), place))
}

/// A model that is looked into.
struct Inspected {
    document: Document,
    /// Whether the file is UTF-16, so that the model has the lines and columns of the file, but not its offsets.
    is_decoded: bool,
}

impl Inspected {
    /// Reads a model, also one in UTF-16; `None`, with a message, if it cannot be read or is no model.
    fn read(verb: &str, path: &Path) -> Option<Self> {
        let document = file(path)?;
        let decoded = (document.content == Content::Utf16).then(|| utf16_text(document.source.bytes()));
        let Some((text, _)) = decoded.flatten() else {
            return Some(Self { document: if_model(verb, document)?, is_decoded: false });
        };
        let document = document::read(document.source.name, text.into_bytes());
        Some(Self { document: if_model(verb, document)?, is_decoded: true })
    }

    /// What words refer to. The error is about them.
    fn target(&self, words: &str) -> Result<Target, String> {
        match self.is_decoded && words.trim().starts_with("0x") {
            true => Err("the file is UTF-16; give a line and column, as in 80:5".to_string()),
            false => target(&self.document, words),
        }
    }
}

/// Reads a model; `None`, with a message, if it cannot be read or is no model.
pub(super) fn model(verb: &str, path: &Path) -> Option<Document> {
    if_model(verb, file(path)?)
}

fn file(path: &Path) -> Option<Document> {
    contents::document(path).map_err(|message| complain(&message)).ok()
}

fn if_model(verb: &str, document: Document) -> Option<Document> {
    if document.is_binary() || document.is_text() {
        return Some(document);
    }
    let name = visible(document.source.name.as_bytes());
    complain(&format!("cannot {verb} {name}: it is not a model; `ms3dlint FILE` says more"));
    None
}
