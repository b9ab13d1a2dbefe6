//! The configuration of a model, and the baseline that it names, as on the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ms3dlint::base::display::visible;
use ms3dlint::base::folder::EntryKind;
use ms3dlint::config::find::{self, ConfigFailure, ConfigFiles, ConfigPlace, MOST_BYTES, TOO_LONG};
use ms3dlint::config::{Config, Settings};
use ms3dlint::diagnostics::baseline::{Baseline, Entries, missing};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::files::Around;
use crate::location::Location;

/// Characters that are escaped in the names of files in baselines.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');

/// The configuration of a model. The error is for people.
pub(crate) fn config(around: &Around) -> Result<Config, String> {
    let mut folder = around.folder.path();
    loop {
        folder = match find::look_in(around, &folder)? {
            ConfigPlace::Above(parent) => parent,
            ConfigPlace::Here(path) => return read(around, path),
            ConfigPlace::Nowhere => return Ok(Config::new(Vec::new())),
        }
    }
}

fn read(around: &Around, path: PathBuf) -> Result<Config, String> {
    find::read(around, path).map_err(|failure| match failure {
        ConfigFailure::Unread(why) => why,
        ConfigFailure::Wrong(wrong) => find::lines(&wrong, |path| around.shown(path)),
    })
}

impl ConfigFiles for Around {
    fn holds(&self, folder: &Path, name: &str) -> Option<bool> {
        Some(self.kind(folder, name)?.is_some())
    }

    fn is_no_file(&self, path: &Path) -> bool {
        let name = path.file_name().and_then(|name| name.to_str());
        let Some((folder, name)) = path.parent().zip(name) else { return true };
        match self.kind(folder, name) {
            Some(Some(EntryKind::Link)) => matches!(self.given(path), Some(None)),
            Some(kind) => kind != Some(EntryKind::File),
            None => false,
        }
    }

    fn read(&self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        let problem = match self.given(path) {
            None => return Ok(None),
            Some(Some(bytes)) if bytes.len() as u64 <= MOST_BYTES => return Ok(Some(bytes.to_vec())),
            Some(Some(_)) => TOO_LONG,
            Some(None) => "the editor finds no such file, or cannot read it",
        };
        Err(format!("cannot read {}: {problem}", visible(self.shown(path).as_bytes())))
    }

    fn can_begin(&self, folder: &Path) -> Result<(), String> {
        match self.folder.at(folder).map(|folder| self.files.listing(&folder)) {
            Some(None | Some(Some(_))) => Ok(()),
            Some(Some(None)) | None => {
                Err("there is no such folder, or the editor cannot list it".to_string())
            }
        }
    }

    fn shown(&self, path: &Path) -> String {
        path.to_string_lossy().into_owned()
    }
}

impl Around {
    /// What kind of thing has this name in a folder, if there is any; `None` if that is not known yet.
    fn kind(&self, folder: &Path, name: &str) -> Option<Option<EntryKind>> {
        let listing = self.files.listing(&self.folder.at(folder)?)?;
        let find = |(entry, kind): (&[u8], EntryKind)| (entry == name.as_bytes()).then_some(kind);
        Some(listing.and_then(|listing| listing.entries().find_map(find)))
    }

    /// The bytes of a file, if it can be read; `None` if that is not known yet.
    fn given(&self, path: &Path) -> Option<Option<Arc<[u8]>>> {
        self.files.given_named(&self.folder.at(path)?.uri())
    }
}

fn shown(location: &Location) -> String {
    visible(location.path().to_string_lossy().as_bytes())
}

/// The baselined findings of a model; `None` if its settings name no baseline. The error is for people.
pub(crate) fn baselined(
    around: &Around,
    model: &Location,
    settings: &Settings,
) -> Result<Option<Arc<Entries>>, String> {
    let Some(named) = &settings.baseline else { return Ok(None) };
    let Some(file) = model.at(&find::clean(named.value.clone())) else { return Ok(None) };
    let bytes = match around.files.given_named(&file.uri()) {
        None => return Ok(None),
        Some(None) => return Err(missing(&shown(&file))),
        Some(Some(bytes)) => bytes,
    };
    let baseline = Baseline::parse(&bytes)
        .map_err(|problem| format!("{}:{}: {}", shown(&file), problem.line, problem.what))?;
    Ok(baseline.files.get(&name_in(&file, model)).cloned().or_else(|| Some(Arc::default())))
}

/// The name of a model in a baseline: its path from the folder of the baseline on.
fn name_in(baseline: &Location, model: &Location) -> String {
    let from = &baseline.names[..baseline.names.len().saturating_sub(1)];
    let common = from.iter().zip(&model.names).take_while(|(from, to)| from == to).count();
    let down = model.names[common..].iter().map(|name| utf8_percent_encode(name, ESCAPED).to_string());
    "../".repeat(from.len() - common) + &down.collect::<Vec<_>>().join("/")
}
