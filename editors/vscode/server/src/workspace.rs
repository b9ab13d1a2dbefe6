//! How the server sees the files around a model.

use std::path::Path;
use std::sync::Arc;

use ms3dlint::actions::lint;
use ms3dlint::base::display::visible;
use ms3dlint::config::Settings;
use ms3dlint::config::find::clean;
use ms3dlint::diagnostics::baseline::named_in;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::Targets;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::editor::{FileSettings, Workspace, completed, options};
use ms3dlint::engines::guess::Guess;
use ms3dlint::engines::list;

use crate::configuration::{baselined, config};
use crate::files::{Around, Files};
use crate::location::Location;

/// The files around the models in the editor, and what its settings say.
#[derive(Clone)]
pub(crate) struct Folders {
    pub(crate) files: Arc<Files>,
    targets: Targets,
    /// The least severity that is shown; `None` if configurations say it.
    level: Option<Severity>,
}

impl Folders {
    /// With the URIs of the folders that are open, the programs that models are meant for, with commas between their names,
    /// and the least severity that is shown; both are empty if configurations say it.
    pub(crate) fn new(open: &[String], targets: &str, level: &str) -> Result<Self, String> {
        let names: Vec<_> = targets.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let targets = list::meant(&names)
            .map_err(|name| format!("the setting ms3dlint.targets: {}", list::unknown_target(name)))?;
        let level = Severity::of_name(level);
        let files = Arc::<Files>::default();
        files.set_open_folders(open);
        Ok(Self { files, targets, level })
    }

    /// The files around a model; `None` for a text without a file.
    pub(crate) fn around(&self, uri: &str) -> Option<Around> {
        Around::of(&self.files, uri)
    }

    /// How a model is checked; `None` if it is excluded. The error is about its configuration.
    pub(crate) fn settings_of(&self, uri: &str) -> Result<Option<FileSettings>, String> {
        let Some((model, around)) = Location::of(uri).zip(self.around(uri)) else {
            return Ok(Some(self.plain(uri)));
        };
        let (config, path) = (config(&around)?, model.path());
        if config.excludes_somewhere(&path, false).is_some() {
            return Ok(None);
        }
        let settings = config.settings(&config.matching(&path));
        let known = baselined(&around, &model, &settings).map_err(|error| {
            let shown = |path: &Path| visible(path.to_string_lossy().as_bytes());
            let place = settings.baseline.as_ref().map(|named| config.place(named.origin, shown));
            named_in(&error, &place.unwrap_or_default())
        })?;
        let options = lint::Options { known, ..self.options(&settings, || around.guesses()) };
        let expected = uri.to_ascii_lowercase().ends_with(".ms3d");
        let around = match settings.root.as_ref().map(|root| model.at(&clean(root.value.clone()))) {
            None => Some(around),
            Some(root) => root.and_then(|root| around.in_tree(&root)),
        };
        let context = Context { expected, file_tree: around.map(|around| Arc::new(around) as _) };
        Ok(Some(FileSettings { name: path.to_string_lossy().into_owned(), context, options }))
    }

    /// How a text without a file is checked, and what no configuration is about.
    pub(crate) fn plain(&self, uri: &str) -> FileSettings {
        let options = self.options(&Settings::default(), Vec::new);
        let context =
            Context { expected: false, file_tree: self.around(uri).map(|around| Arc::new(around) as _) };
        let name = Location::of(uri)
            .map_or_else(|| uri.to_string(), |file| file.path().to_string_lossy().into_owned());
        FileSettings { name, context, options }
    }

    /// The options for a file: those of the settings of the editor, and then of the configuration.
    fn options(&self, settings: &Settings, guesses: impl FnOnce() -> Vec<Guess>) -> lint::Options {
        let said = settings.level.as_ref().map(|said| said.value.severity());
        completed(settings.apply(&options(self.targets.clone()), false), self.level.or(said), guesses)
    }
}

impl Workspace for Folders {
    fn settings(&self, uri: &str) -> Result<Option<FileSettings>, String> {
        self.settings_of(uri)
    }

    fn read(&self, uri: &str) -> Option<Vec<u8>> {
        Some(self.files.content(uri)?.to_vec())
    }

    fn named(&self) -> Vec<String> {
        self.files.named()
    }
}
