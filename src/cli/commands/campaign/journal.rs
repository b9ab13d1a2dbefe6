//! The journal of a campaign: one line for each file, written as soon as its result is known.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::base::display::{visible, visible_path};
use crate::cli::commands::campaign::expected::Difference;
use crate::cli::commands::campaign::outcome::{Outcome, OutcomeKind};
use crate::cli::commands::campaign::settings::difference;
use crate::cli::commands::smith::prepare;
use crate::cli::exit;
use crate::cli::files::atomic_write;
use crate::cli::lock::lock;
use crate::smith::BatchItem;

/// The file of the settings.
const SETTINGS: &str = "campaign.json";
/// The file of the results.
const RESULTS: &str = "results.jsonl";

/// The result of the importer for a model.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Tested {
    /// The number of the model, from 0.
    pub(crate) number: u64,
    /// Its file name.
    pub(crate) file: String,
    /// Its format.
    pub(crate) format: String,
    /// Its seed.
    pub(crate) seed: u64,
    /// The rule that finds its defect; `None` for a healthy model.
    pub(crate) rule: Option<String>,
    /// The number of the defect among those of that rule.
    pub(crate) defect: Option<usize>,
    /// The defect, in words.
    pub(crate) what: Option<String>,
    /// The outcome of the importer.
    pub(crate) outcome: OutcomeKind,
    /// The exit code or the signal, in words.
    pub(crate) by: String,
    /// The place or message of the crash.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) said: String,
    /// What the program of `--expect` does otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) differs: Option<Difference>,
}

/// The results, in memory and in their file.
pub(crate) struct Journal {
    path: PathBuf,
    inner: Mutex<(File, BTreeMap<u64, Tested>)>,
}

impl Tested {
    /// The result of the importer for a model.
    pub(crate) fn new(
        number: u64,
        file: String,
        model: &BatchItem,
        outcome: Outcome,
        differs: Option<Difference>,
    ) -> Self {
        let expected = model.expected.as_ref();
        Self {
            number,
            file,
            format: model.recipe.config.format.name().to_string(),
            seed: model.seed,
            rule: expected.map(|expected| expected.rule.to_string()),
            defect: expected.map(|expected| expected.number),
            what: expected.map(|expected| expected.what.to_string()),
            outcome: outcome.kind,
            by: outcome.by,
            said: outcome.said,
            differs,
        }
    }

    /// Whether its texts are printable, and the file is in the folder of models.
    fn is_plain(&self) -> bool {
        let texts = [&self.file, &self.format, &self.by, &self.said].into_iter();
        let of_program =
            self.differs.iter().flat_map(|differs| [&differs.program, &differs.says, &differs.place]);
        texts.chain(of_program).all(|text| visible(text.as_bytes()) == **text)
            && !self.file.contains(['/', '\\'])
    }

    /// The outcome of the importer.
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome { kind: self.outcome, by: self.by.clone(), said: self.said.clone() }
    }
}

impl Journal {
    /// Starts a campaign in a new folder.
    pub(crate) fn start(folder: &Path, settings: &Value) -> Result<Self, String> {
        if folder.join(SETTINGS).exists() {
            let name = visible_path(folder);
            return Err(format!(
                "{name} already has a campaign; continue it with --resume, or name a new folder"
            ));
        }
        prepare(folder)?;
        let path = folder.join(SETTINGS);
        atomic_write::write(&path, format!("{settings:#}\n").as_bytes())
            .map_err(|error| exit::cannot("write", &path.to_string_lossy(), &error))?;
        Self::open(folder, BTreeMap::new(), 0)
    }

    /// Continues a campaign with the same settings and number of models.
    pub(crate) fn resume(folder: &Path, settings: &Value, files: u64) -> Result<Self, String> {
        let name = visible_path(folder);
        let text = read(&folder.join(SETTINGS))?
            .ok_or_else(|| format!("{name} has no campaign to continue; leave --resume out to begin one"))?;
        let others: Value = serde_json::from_slice(&text).map_err(|error| {
            format!("{name}/{SETTINGS} cannot be understood: {error}; begin in a new folder")
        })?;
        if let Some(setting) = difference(settings, &others) {
            return Err(format!(
                "the campaign in {name} was begun with other options, as \"{setting}\" in its {SETTINGS} shows; \
                 say the same, or begin in a new folder"
            ));
        }
        let text = read(&folder.join(RESULTS))?.unwrap_or_default();
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let mut tested = BTreeMap::new();
        for (index, line) in text[..whole].split_inclusive(|byte| *byte == b'\n').enumerate() {
            let is_ours = |line: &Tested| line.number < files && line.is_plain();
            let line = serde_json::from_slice(line).ok().filter(is_ours);
            let line = line.ok_or_else(|| {
                format!(
                    "{name}/{RESULTS}, line {}: no result of this campaign; begin in a new folder",
                    index + 1
                )
            })?;
            tested.insert(line.number, line);
        }
        Self::open(folder, tested, whole as u64)
    }

    /// Truncates the file to this many bytes, which removes an unfinished line, and appends after them.
    fn open(folder: &Path, tested: BTreeMap<u64, Tested>, len: u64) -> Result<Self, String> {
        let path = folder.join(RESULTS);
        let failed = |error| exit::cannot("write", &path.to_string_lossy(), &error);
        let file = File::options().create(true).append(true).open(&path).map_err(failed)?;
        // Where a file cannot be locked, other runs are not kept out.
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(format!("another campaign is running in {}; wait for its end", visible_path(folder)));
        }
        file.set_len(len).map_err(failed)?;
        Ok(Self { path, inner: Mutex::new((file, tested)) })
    }

    /// Adds a result.
    pub(crate) fn add(&self, result: Tested) -> Result<(), String> {
        let (file, tested) = &mut *lock(&self.inner);
        // One line in one write, so that if this program crashes, all lines but the last are whole.
        let line = serde_json::to_string(&result).map_err(std::io::Error::from);
        line.and_then(|line| file.write_all(format!("{line}\n").as_bytes()))
            .map_err(|error| exit::cannot("write", &self.path.to_string_lossy(), &error))?;
        tested.insert(result.number, result);
        Ok(())
    }

    /// The results so far, in the order of the models.
    pub(crate) fn tested(&self) -> Vec<Tested> {
        lock(&self.inner).1.values().cloned().collect()
    }

    /// The numbers of the models with a result.
    pub(crate) fn numbers(&self) -> BTreeSet<u64> {
        lock(&self.inner).1.keys().copied().collect()
    }
}

/// The content of a file; `None` if there is none.
fn read(path: &Path) -> Result<Option<Vec<u8>>, String> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(exit::cannot("read", &path.to_string_lossy(), &error)),
    }
}
