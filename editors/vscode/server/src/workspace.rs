//! How the server sees the files around a model.

use std::sync::Arc;

use ms3dlint::actions::lint;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::Targets;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::editor::{FileSettings, Workspace};
use ms3dlint::engines::list;

use crate::files::{Around, Files, decoded};

/// The files around the models in the editor, and what its settings say.
#[derive(Clone)]
pub(crate) struct Folders {
    pub(crate) files: Arc<Files>,
    pub(crate) targets: Targets,
    pub(crate) level: Severity,
}

impl Folders {
    /// With the URIs of the folders that are open, the programs that models are meant for, with commas between their names, and the least severity that is shown.
    pub(crate) fn new(open: &[String], targets: &str, level: &str) -> Result<Self, String> {
        let names: Vec<_> = targets.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let targets = match &names[..] {
            [] => Targets::Unknown,
            ["none"] => Targets::Ignored,
            names => Targets::Named(list::targets(names.iter().copied())?),
        };
        let level = Severity::ALL.into_iter().find(|severity| severity.name() == level);
        let level = level.unwrap_or(Severity::Warning);
        let files = Arc::<Files>::default();
        files.set_open_folders(open);
        Ok(Self { files, targets, level })
    }

    /// The files around a model.
    pub(crate) fn around(&self, uri: &str) -> Option<Around> {
        Around::of(&self.files, uri)
    }

    /// How a model is checked.
    pub(crate) fn settings_of(&self, uri: &str) -> FileSettings {
        let around = self.around(uri);
        let is_unknown = self.targets == Targets::Unknown;
        let guesses = around.as_ref().filter(|_| is_unknown).map(Around::guesses).unwrap_or_default();
        let targets = match &guesses[..] {
            [] => self.targets.clone(),
            guesses => Targets::Named(guesses.iter().map(|guess| guess.target).collect()),
        };
        let path = uri.split_once(':').map_or(uri, |(_, path)| path);
        FileSettings {
            name: decoded(path.trim_start_matches("//")),
            context: Context {
                expected: path.to_ascii_lowercase().ends_with(".ms3d"),
                file_tree: around.map(|around| Arc::new(around) as Arc<_>),
            },
            options: lint::Options {
                targets,
                level: self.level,
                repaired_from: Severity::Info,
                fixable_from: Severity::Error,
                ..lint::Options::default()
            },
        }
    }
}

impl Workspace for Folders {
    fn settings(&self, uri: &str) -> Result<Option<FileSettings>, String> {
        Ok(Some(self.settings_of(uri)))
    }

    fn read(&self, uri: &str) -> Option<Vec<u8>> {
        Some(self.files.content(uri)?.to_vec())
    }
}
