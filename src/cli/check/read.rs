//! Reads inputs into documents, with their settings and the files around them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::actions::lint;
use crate::base::display::{counted, is_or_are, path_text};
use crate::cli::args::Files;
use crate::cli::exit::{cannot, complain};
use crate::cli::files::configs::{Configs, Holding};
use crate::cli::files::contents;
use crate::cli::files::contents::Contents;
use crate::cli::files::folders::Folders;
use crate::cli::files::guess::Guesses;
use crate::cli::files::relative_path::folder_of;
use crate::cli::files::walk;
use crate::cli::files::walk::Input;
use crate::diagnostics::context::Context;
use crate::diagnostics::effect::Targets;
use crate::document::{self, Document};
use crate::engines::guess::Guess;

/// Reads inputs.
pub(crate) struct InputReader {
    stdin_name: Option<String>,
    /// Whether named files that are no models are skipped silently.
    quiet_unknown: bool,
    /// Whether standard input is left out.
    leaves_stdin_out: bool,
    configs: Arc<Configs>,
    folders: Arc<Folders>,
    guesses: Guesses,
}

/// An input that was read.
pub(crate) struct ReadInput {
    pub(crate) document: Document,
    /// The context of the model: what is known besides its bytes.
    pub(crate) context: Context,
    /// Its path, or the given name.
    pub(crate) path: Option<PathBuf>,
    /// Whether it is a file on disk, which may be replaced.
    pub(crate) is_file: bool,
    /// Its settings.
    pub(crate) holding: Arc<Holding>,
    /// The programs that it is probably meant for, if nobody says that.
    pub(crate) guesses: Vec<Guess>,
}

impl ReadInput {
    /// Whether it is skipped: it is not a model, and was found in a folder.
    pub(crate) fn is_skipped(&self) -> bool {
        self.document.content.is_unlike_model() && !self.context.expected
    }

    /// How it is linted: for the programs that are guessed, if nobody says which it is meant for.
    pub(crate) fn options(&self) -> lint::Options {
        let options = self.holding.options.clone();
        match options.targets {
            Targets::Unknown if !self.guesses.is_empty() => {
                let targets = self.guesses.iter().map(|guess| guess.target).collect();
                lint::Options { targets: Targets::Named(targets), ..options }
            }
            _ => options,
        }
    }
}

/// Why an input was not read.
pub(crate) enum Unread {
    /// The configuration excludes it.
    Excluded,
    /// It could not be read.
    Unreadable {
        /// Its path, if it is known.
        path: Option<PathBuf>,
        /// Why, and what to do.
        message: String,
    },
    /// Its configuration is invalid.
    Misconfigured(String),
}

/// What became of the inputs of a command that were not read.
#[derive(Default)]
pub(crate) struct UnreadInputs {
    /// Whether one could not be read.
    pub(crate) has_failed: bool,
    /// How many the configuration excludes: only those that are named come here.
    excluded: usize,
    misconfigured: Option<String>,
}

impl UnreadInputs {
    /// Complains of an input that cannot be read, and returns the complaint; of others, `finish` tells.
    pub(crate) fn add(&mut self, unread: Unread) -> Option<String> {
        match unread {
            Unread::Excluded => self.excluded += 1,
            Unread::Misconfigured(message) => self.misconfigured = Some(message),
            Unread::Unreadable { message, .. } => {
                self.has_failed = true;
                complain(&message);
                return Some(message);
            }
        }
        None
    }

    /// Complains of what is excluded. The error is about a configuration.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        if let Some(message) = self.misconfigured.take() {
            return Err(message);
        }
        if self.excluded > 0 {
            let files = counted(self.excluded, "file");
            complain(&format!("{files} {} excluded by the configuration", is_or_are(self.excluded)));
        }
        Ok(())
    }
}

/// An input that was read and is not parsed yet: its bytes are in the buffer.
pub(crate) struct UnparsedInput {
    /// Its path as people read it.
    pub(crate) name: String,
    /// Its path, or the given name.
    pub(crate) path: Option<PathBuf>,
    /// Whether it is a file on disk, read from there.
    is_file: bool,
    /// What is known besides its bytes.
    pub(crate) context: Context,
    /// Its settings.
    pub(crate) holding: Arc<Holding>,
    /// The programs that it is probably meant for, if nobody says that.
    pub(crate) guesses: Vec<Guess>,
    contents: Contents,
}

impl UnparsedInput {
    /// The file that has the bytes in the buffer and no others.
    pub(crate) fn file(&self) -> Option<&Path> {
        let is_whole = self.is_file && matches!(self.contents, Contents::Read);
        self.path.as_deref().filter(|_| is_whole)
    }

    /// Parses the bytes in the buffer into a document, which takes them.
    pub(crate) fn parsed(self, buffer: &mut Vec<u8>) -> ReadInput {
        let Self { name, path, is_file, context, holding, guesses, contents } = self;
        let document = match contents {
            Contents::Read => document::read(name, std::mem::take(buffer)),
            Contents::TooLarge(size) => Document::over_limit(name, size),
        };
        ReadInput { document, context, path, is_file, holding, guesses }
    }
}

impl InputReader {
    /// With these arguments. The error is about them.
    pub(crate) fn new(files: &Files, quiet_unknown: bool, configs: Arc<Configs>) -> Result<Self, String> {
        let stdin = Path::new(files.stdin_filename.as_deref().unwrap_or("-"));
        Ok(Self {
            stdin_name: files.stdin_filename.clone(),
            quiet_unknown,
            leaves_stdin_out: files.passed.force_exclude && configs.excludes(stdin),
            configs,
            folders: Folders::new(files.root.as_deref())?,
            guesses: Guesses::default(),
        })
    }

    /// The configurations of what it reads.
    pub(crate) fn configs(&self) -> &Configs {
        &self.configs
    }

    /// The programs that a file is probably meant for, if nobody says which they are.
    fn guesses(&self, holding: &Holding, path: Option<&Path>) -> Vec<Guess> {
        let path = path.filter(|_| matches!(holding.options.targets, Targets::Unknown));
        path.map_or_else(Vec::new, |path| self.guesses.of(path, &self.folders))
    }

    /// Reads an input into a buffer, which is reused, and parses it into a document.
    pub(crate) fn read(&self, input: Input, buffer: &mut Vec<u8>) -> Result<ReadInput, Unread> {
        Ok(self.unparsed(input, buffer)?.parsed(buffer))
    }

    /// Reads an input into a buffer, which is reused.
    pub(crate) fn unparsed(&self, input: Input, buffer: &mut Vec<u8>) -> Result<UnparsedInput, Unread> {
        match input {
            Input::File { path, depth, staged } => {
                let holding = self.configs.holding(&path).map_err(Unread::Misconfigured)?;
                let file_tree = self.folders.around(&path, depth.unwrap_or(0), holding.root.as_ref());
                let is_named = depth.is_none() && !self.quiet_unknown;
                let expected = is_named || walk::has_extension(&path, "ms3d");
                let contents = match &staged {
                    Some(staged) => staged.read(buffer),
                    None => contents::read_file(&path, buffer),
                };
                let name = path_text(&path);
                let contents = match contents {
                    Ok(contents) => contents,
                    Err(error) => return Err(unreadable(Some(path), &name, &error)),
                };
                let context = Context { expected, file_tree };
                let guesses = self.guesses(&holding, Some(&path));
                let (path, is_file) = (Some(path), staged.is_none());
                Ok(UnparsedInput { name, path, is_file, context, holding, guesses, contents })
            }
            Input::Stdin if !self.leaves_stdin_out => {
                let name = self.stdin_name.as_deref();
                let holding =
                    self.configs.holding(Path::new(name.unwrap_or("-"))).map_err(Unread::Misconfigured)?;
                // In a folder that is not there, no texture can be looked for.
                let placed = name.map(Path::new).filter(|name| folder_of(name).is_dir());
                let file_tree = placed.and_then(|name| self.folders.around(name, 0, holding.root.as_ref()));
                let path = name.map(PathBuf::from);
                let context = Context { expected: true, file_tree };
                let guesses = self.guesses(&holding, path.as_deref());
                let name = name.unwrap_or("<stdin>").to_string();
                let contents = match contents::read_stdin(buffer) {
                    Ok(contents) => contents,
                    Err(error) => return Err(unreadable(path, &name, &error)),
                };
                Ok(UnparsedInput { name, path, is_file: false, context, holding, guesses, contents })
            }
            Input::Stdin | Input::Excluded(_) => Err(Unread::Excluded),
            Input::Unreadable(message) => Err(Unread::Unreadable { path: None, message }),
            Input::Misconfigured(message) => Err(Unread::Misconfigured(message)),
        }
    }
}

fn unreadable(path: Option<PathBuf>, name: &str, error: &io::Error) -> Unread {
    Unread::Unreadable { path, message: cannot("read", name, error) }
}
