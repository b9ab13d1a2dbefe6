//! The files around the models in an editor, as they are on disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use percent_encoding::percent_decode_str;

use crate::actions::lint;
use crate::base::display::path_text;
use crate::cli::args::ConfigArgs;
use crate::cli::check::baselines::Baselines;
use crate::cli::files::configs::Configs;
use crate::cli::files::contents::{Contents, read_file};
use crate::cli::files::folders::{Folders, path_of};
use crate::cli::files::guess::Guesses;
use crate::cli::files::uri::file_uri;
use crate::cli::files::walk::has_extension;
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::Severity;
use crate::editor::{FileSettings, Workspace, completed};
use crate::report::pretty::Style;

/// The files on disk, with what was found out about them since one of them changed.
pub(super) struct Disk {
    config: ConfigArgs,
    options: lint::Options,
    /// The least severity that is shown, if the arguments say it.
    level: Option<Severity>,
    open_folders: Vec<PathBuf>,
    /// The error is about a configuration that the arguments name, and that is wrong now.
    known: Result<FoundOut, String>,
}

/// What was found out about files.
struct FoundOut {
    configs: Configs,
    folders: Arc<Folders>,
    guesses: Guesses,
    baselines: Baselines,
}

impl FoundOut {
    fn new(config: &ConfigArgs, options: &lint::Options) -> Result<Self, String> {
        Ok(Self {
            configs: Configs::new(config, None::<Style>, options.clone())?,
            folders: Folders::new(None)?,
            guesses: Guesses::default(),
            baselines: Baselines::new(None)?,
        })
    }
}

impl Disk {
    /// With these arguments, which the error is about.
    pub(super) fn new(
        config: &ConfigArgs,
        options: lint::Options,
        level: Option<Severity>,
    ) -> Result<Self, String> {
        let known = Ok(FoundOut::new(config, &options)?);
        Ok(Self { config: config.clone(), options, level, open_folders: Vec::new(), known })
    }

    /// How many folders a file is below one that is open.
    fn depth(&self, path: &Path) -> usize {
        let below =
            |folder: &PathBuf| path.parent()?.strip_prefix(folder).ok().map(|rest| rest.components().count());
        self.open_folders.iter().filter_map(below).min().unwrap_or(0)
    }
}

impl Workspace for Disk {
    fn settings(&self, uri: &str) -> Result<Option<FileSettings>, String> {
        let FoundOut { configs, folders, guesses, baselines } = self.known.as_ref().map_err(String::clone)?;
        let path = path(uri);
        // A text that was not stored yet is checked as standard input is.
        let place = path.as_deref().unwrap_or(Path::new("-"));
        if configs.excludes(place) {
            return Ok(None);
        }
        let holding = configs.holding(place)?;
        let file_tree =
            path.as_deref().and_then(|path| folders.around(path, self.depth(path), holding.root.as_ref()));
        let expected = path.as_deref().is_some_and(|path| has_extension(path, "ms3d"));
        let said = holding.settings.level.as_ref().map(|said| said.value.severity());
        let known = baselines.known(configs, path.as_deref(), &holding.settings)?;
        let options = lint::Options { known, ..holding.options.clone() };
        let guesses = || path.as_deref().map_or_else(Vec::new, |path| guesses.of(path, folders));
        let options = completed(options, self.level.or(said), guesses);
        let name = path.as_deref().map_or_else(|| "<stdin>".to_string(), path_text);
        Ok(Some(FileSettings { name, context: Context { expected, file_tree }, options }))
    }

    fn read(&self, uri: &str) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        match read_file(&path(uri)?, &mut bytes) {
            Ok(Contents::Read) => Some(bytes),
            Ok(Contents::TooLarge(_)) | Err(_) => None,
        }
    }

    fn named(&self) -> Vec<String> {
        let read = self.known.as_ref().map_or_else(|_| Vec::new(), |known| known.configs.read());
        read.iter().map(|path| file_uri(path)).collect()
    }

    fn refresh(&mut self) {
        self.known = FoundOut::new(&self.config, &self.options);
    }

    fn open_folders(&mut self, uris: &[String]) {
        self.open_folders = uris.iter().filter_map(|uri| path(uri)).collect();
    }
}

/// The path of a file, from its URI; `None` if it is not on disk.
fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let at = rest.find('/')?;
    let (host, rest) = rest.split_at(at);
    let bytes: Vec<u8> = percent_decode_str(rest).collect();
    let path = path_of(&bytes);
    if !cfg!(windows) {
        return Some(path);
    }
    let text = path.to_string_lossy().into_owned();
    Some(match text.as_bytes() {
        _ if !host.is_empty() && host != "localhost" => format!("//{host}{text}").into(),
        [b'/', _, b':', ..] => text[1..].into(),
        _ => path,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn uris_name_files() {
        assert_eq!(path("file:///a%20b/r%C3%BCbe.txt"), Some("/a b/rübe.txt".into()));
        assert_eq!(path("file://localhost/a.txt"), Some("/a.txt".into()));
        assert_eq!(path("untitled:Untitled-1"), None);
    }
}
