//! The baselines that a check reads.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::base::display::{path_text, visible};
use crate::cli::exit;
use crate::cli::files::configs::Configs;
use crate::cli::files::relative_path::{Relative, folder_of};
use crate::cli::lock::lock;
use crate::config::Settings;
use crate::diagnostics::baseline;
use crate::diagnostics::baseline::Entries;

/// A baseline, and its file.
pub(crate) struct BaselinedFile {
    pub(crate) baseline: baseline::Baseline,
    /// The content of the file; `None` if the file does not exist yet.
    pub(crate) before: Option<Vec<u8>>,
    /// The names of files in it: relative to its folder.
    pub(crate) names: Relative,
}

impl BaselinedFile {
    /// Reads a baseline.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let name = path_text(path);
        let bytes = fs::read(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound if path.is_symlink() => format!(
                "the link {} leads to no file; put the baseline where it leads, or delete the link",
                visible(name.as_bytes())
            ),
            ErrorKind::NotFound => baseline::missing(&visible(name.as_bytes())),
            _ => exit::cannot("read", &name, &error),
        })?;
        let baseline = baseline::Baseline::parse(&bytes)
            .map_err(|problem| format!("{}:{}: {}", visible(name.as_bytes()), problem.line, problem.what))?;
        Self::of(path, baseline, Some(bytes))
    }

    pub(crate) fn of(
        path: &Path,
        baseline: baseline::Baseline,
        before: Option<Vec<u8>>,
    ) -> Result<Self, String> {
        let names = Relative::to(folder_of(path));
        let names = names.map_err(|error| exit::cannot("write", &path_text(path), &error))?;
        Ok(Self { baseline, before, names })
    }

    /// The baselined findings of a file.
    fn of_file(&self, path: &Path) -> Arc<Entries> {
        let known = self.names.name(path).and_then(|name| self.baseline.files.get(&name).cloned());
        known.unwrap_or_default()
    }

    /// Removes files that were deleted in these folders.
    pub(crate) fn forget_deleted(&mut self, folders: &[PathBuf]) {
        let folders: Vec<_> = folders.iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        let is_deleted = |name: &String| {
            let path = self.names.path(name);
            let gone = [ErrorKind::NotFound, ErrorKind::NotADirectory];
            let is_gone = path.symlink_metadata().is_err_and(|error| gone.contains(&error.kind()));
            is_gone && folders.iter().any(|folder| path.starts_with(folder))
        };
        let deleted: Vec<_> = self.baseline.files.keys().filter(|name| is_deleted(name)).cloned().collect();
        for name in deleted {
            self.baseline.files.remove(&name);
        }
    }
}

/// The baselines of a check.
pub(crate) struct Baselines {
    /// The one for all files, if the arguments name it.
    fixed: Option<BaselinedFile>,
    /// Those that configurations name, or their errors.
    configured: Mutex<HashMap<PathBuf, Result<Arc<BaselinedFile>, String>>>,
}

impl Baselines {
    pub(crate) fn new(named: Option<&Path>) -> Result<Self, String> {
        Ok(Self { fixed: named.map(BaselinedFile::read).transpose()?, configured: Mutex::default() })
    }

    /// The baselined findings of a file with these settings, which `configs` has for it; `None` if there is no baseline.
    pub(crate) fn known(
        &self,
        configs: &Configs,
        path: Option<&Path>,
        settings: &Settings,
    ) -> Result<Option<Arc<Entries>>, String> {
        let Some(path) = path else { return Ok(None) };
        if let Some(known) = &self.fixed {
            return Ok(Some(known.of_file(path)));
        }
        let Some(baseline) = &settings.baseline else { return Ok(None) };
        let mut configured = lock(&self.configured);
        let known = configured.entry(baseline.value.clone()).or_insert_with_key(|named| {
            let place = || configs.place(path, baseline.origin);
            let read = BaselinedFile::read(named).map(Arc::new);
            read.map_err(|error| baseline::named_in(&error, &place()))
        });
        let known = known.clone()?;
        drop(configured);
        Ok(Some(known.of_file(path)))
    }
}
