//! Groups the models on which an importer fails, and keeps one of each group, and a smallest one of each.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::cli::commands::campaign::cases::{Cases, ScoreRow};
use crate::cli::commands::campaign::journal::Tested;
use crate::cli::commands::campaign::outcome::{Outcome, OutcomeKind};
use crate::cli::commands::campaign::{Campaign, FAILING, MODELS, remove};
use crate::cli::exit;
use crate::cli::files::atomic_write;
use crate::smith::{self, BatchItem, Sample};

/// The time limit for the search for smaller models, for each way to fail.
const LONGEST: Duration = Duration::from_secs(60);

/// Models that fail alike: with the same defect, format and outcome.
pub(crate) struct FailureGroup {
    row: ScoreRow,
    /// The first model.
    first: Tested,
    /// The number of models.
    count: usize,
}

/// A way to fail.
pub(crate) struct Failing {
    /// The defect of the models, if any.
    pub(crate) row: ScoreRow,
    /// The format of the models.
    pub(crate) format: String,
    /// The outcome of the importer.
    pub(crate) outcome: Outcome,
    /// The number of models.
    pub(crate) count: usize,
    /// The first model.
    pub(crate) original: Kept,
    /// The smallest model that fails alike; `None` if it did not fail again, or was not searched for.
    pub(crate) small: Option<Kept>,
}

/// A file that is kept.
pub(crate) struct Kept {
    /// Its path within the folder of the campaign, with `/`.
    pub(crate) path: String,
    /// Its size in bytes.
    pub(crate) bytes: usize,
    /// The command that runs the importer on it.
    pub(crate) words: String,
}

/// All ways to fail, in the order of the rows of the scorecard.
pub(crate) fn groups(cases: &Cases, tested: &[Tested]) -> Vec<FailureGroup> {
    let rows: Vec<_> = cases.rows().collect();
    let mut groups: BTreeMap<_, FailureGroup> = BTreeMap::new();
    for one in tested.iter().filter(|one| one.outcome.is_failure()) {
        let row = cases.row_of(one.number);
        let alike = (row, &one.format, one.outcome, &one.by, &one.said);
        let group = FailureGroup { row: rows[row], first: one.clone(), count: 0 };
        groups.entry(alike).or_insert(group).count += 1;
    }
    groups.into_values().collect()
}

/// Keeps the first model of a group, and the smallest that fails alike, for which an existing one is tried.
pub(crate) fn shrink(campaign: &Campaign, group: FailureGroup) -> Result<Failing, String> {
    let FailureGroup { row, first, count } = group;
    let outcome = first.outcome();
    let model = campaign.cases.model(first.number);
    let model = model.filter(|model| campaign.cases.file_name(model) == first.file);
    let model = model.ok_or_else(|| format!("no file is called {}; begin in a new folder", first.file))?;
    let original = keep(campaign, &first.file, &model.sample.bytes)?;
    let small_name = name_with(&first.file, "-small");
    let known = campaign.folder.join(FAILING).join(&small_name);
    let small = match fs::read(&known) {
        Ok(bytes) if campaign.ends_like_that(&known, &outcome)? => Some(bytes),
        _ => smallest(campaign, &first.file, &model, &outcome)?,
    };
    let small = small.map(|bytes| keep(campaign, &small_name, &bytes)).transpose()?;
    Ok(Failing { row, format: first.format, outcome, count, original, small })
}

/// The smallest model found in time with the same outcome; `None` if the whole model does not fail again,
/// or if the campaign is stopped. The output of the importer for the whole model is kept.
fn smallest(
    campaign: &Campaign,
    name: &str,
    model: &BatchItem,
    outcome: &Outcome,
) -> Result<Option<Vec<u8>>, String> {
    let path = campaign.folder.join(MODELS).join(name_with(name, "-try"));
    let Some(run) = campaign.run_on(&campaign.importer, &path, &model.sample.bytes)? else { return Ok(None) };
    write(&campaign.folder.join(FAILING).join(format!("{name}.log")), &run.output)?;
    // Most models tried after a hang also hang, so each may be tested with less patience.
    let importer = match outcome.kind {
        OutcomeKind::Hang => &campaign.importer.with_less_patience(),
        _ => &campaign.importer,
    };
    let start = Instant::now();
    let mut trouble = Ok(());
    let mut fails_alike = |sample: &Sample| {
        let run = match campaign.is_stopped() || start.elapsed() >= LONGEST || trouble.is_err() {
            true => Ok(None),
            false => campaign.run_on(importer, &path, &sample.bytes),
        };
        run.map_err(|error| trouble = Err(error))
            .is_ok_and(|run| run.is_some_and(|run| run.outcome == *outcome))
    };
    let recipe = (run.outcome == *outcome).then(|| smith::shrink(&model.recipe, &mut fails_alike));
    trouble?;
    remove(&path)?;
    let small = recipe.filter(|_| !campaign.is_stopped()).and_then(|recipe| recipe.make());
    Ok(small.map(|(sample, _)| sample.bytes))
}

/// Writes a failing model, and returns the command that runs the importer on it.
fn keep(campaign: &Campaign, name: &str, bytes: &[u8]) -> Result<Kept, String> {
    let path = campaign.folder.join(FAILING).join(name);
    write(&path, bytes)?;
    Ok(Kept { path: format!("{FAILING}/{name}"), bytes: bytes.len(), words: campaign.importer.words(&path) })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    // An importer that was run here may have put a link in its place.
    if path.is_symlink() {
        remove(path)?;
    }
    atomic_write::write(path, bytes).map_err(|error| exit::cannot("write", &path.to_string_lossy(), &error))
}

/// The name of a file with a suffix before its extension.
fn name_with(name: &str, more: &str) -> String {
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}{more}.{extension}"),
        None => format!("{name}{more}"),
    }
}
