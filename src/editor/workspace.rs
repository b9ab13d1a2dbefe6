//! What the server asks about the files around a model.

use crate::actions::lint;
use crate::diagnostics::context::Context;
use crate::diagnostics::effect::Targets;
use crate::diagnostics::finding::Severity;
use crate::engines::guess::Guess;

/// The files around the models that are open in an editor. Files are named by their URIs.
pub trait Workspace {
    /// How a file is checked; `None` if it is left alone, as an excluded file is.
    ///
    /// # Errors
    ///
    /// What is wrong with its configuration, for people.
    fn settings(&self, uri: &str) -> Result<Option<FileSettings>, String>;

    /// The bytes of a file as it is stored; `None` if it is not, or cannot be read.
    fn read(&self, uri: &str) -> Option<Vec<u8>>;

    /// The files that the settings so far depend on, as arguments and configurations name them: their names may be any.
    fn named(&self) -> Vec<String> {
        Vec::new()
    }

    /// Forgets what it knows of files: some have changed.
    fn refresh(&mut self) {}

    /// These folders are open. It is called once, before anything else.
    fn open_folders(&mut self, uris: &[String]) {
        let _ = uris;
    }
}

/// How a file is checked.
#[derive(Clone)]
pub struct FileSettings {
    /// What reports call the file. Rules about the other parts of a model look at it, too.
    pub name: String,
    /// What is known about it beside its bytes.
    pub context: Context,
    /// The rules that are run, with the programs that it is meant for and the findings of a baseline.
    pub options: lint::Options,
}

/// The options for models in an editor that are meant for these programs.
pub fn options(targets: Targets) -> lint::Options {
    lint::Options {
        targets,
        repaired_from: Severity::Info,
        // Nobody counts them here.
        fixable_from: Severity::Error,
        ..lint::Options::default()
    }
}

/// The options for a model: from this severity on, or from warnings on if nobody has set it, and for the programs that
/// are guessed if nobody has set for which it is meant.
pub fn completed(
    options: lint::Options,
    level: Option<Severity>,
    guesses: impl FnOnce() -> Vec<Guess>,
) -> lint::Options {
    let mut options = lint::Options { level: level.unwrap_or(Severity::Warning), ..options };
    if options.targets == Targets::Unknown {
        let targets: Vec<_> = guesses().iter().map(|guess| guess.target).collect();
        if !targets.is_empty() {
            options.targets = Targets::Named(targets);
        }
    }
    options
}
