//! The models of a campaign by number: first the healthy ones, then those of each defect in turn.

use crate::cli::args::CampaignArgs as Args;
use crate::cli::commands::smith;
use crate::diagnostics::finding::Severity;
use crate::rules;
use crate::smith::{Batch, BatchItem, Defect, Setting, defects};

/// The models of a campaign.
pub(crate) struct Cases {
    /// The healthy models.
    pub(crate) healthy: Batch,
    /// The broken models.
    broken: Batch,
    /// The number of healthy models, and of models of each defect.
    count: u64,
}

/// A row of a scorecard: a kind of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScoreRow {
    /// The rule that finds the defect; `None` for healthy models.
    pub(crate) rule: Option<&'static str>,
    /// The number of the defect among those of that rule, by which it can be made again.
    pub(crate) defect: Option<usize>,
    /// The defect, in words.
    pub(crate) what: Option<&'static str>,
}

impl ScoreRow {
    /// Whether the defect is an error, so that an importer may reject the model.
    pub(crate) fn is_error(self) -> bool {
        self.rule.and_then(rules::find).is_some_and(|rule| rule.severity == Severity::Error)
    }
}

impl Cases {
    /// The models that the arguments ask for.
    pub(crate) fn new(args: &Args) -> Result<Self, String> {
        let mut broken = smith::batch(args.make, &args.defects)?;
        let healthy = Batch { defects: Vec::new(), ..broken.clone() };
        let is_none = |name: &&String| !defects::named(name).into_iter().any(is_defect_to_importers);
        if let Some(name) = args.defects.iter().find(is_none) {
            return Err(format!(
                "{name} is only a defect where a limit is set, which no importer knows; leave it out of --defects"
            ));
        }
        broken.defects.retain(|defect| is_defect_to_importers(defect));
        Ok(Self { healthy, broken, count: args.count })
    }

    /// The number of models, if each can be made.
    pub(crate) fn len(&self) -> u64 {
        self.count.saturating_mul(1 + self.broken.defects.len() as u64)
    }

    /// The model of this number; `None` if no model can have the defect.
    pub(crate) fn model(&self, number: u64) -> Option<BatchItem> {
        match number.checked_sub(self.count) {
            None => self.healthy.model(number),
            Some(number) => self.broken.model(number),
        }
    }

    /// The file name of a model.
    pub(crate) fn file_name(&self, model: &BatchItem) -> String {
        model.file_name(self.healthy.profile)
    }

    /// The row of a model in the scorecard.
    pub(crate) fn row_of(&self, number: u64) -> usize {
        match number.checked_sub(self.count) {
            None => 0,
            Some(number) => 1 + (number % self.broken.defects.len() as u64) as usize,
        }
    }

    /// The rows of the scorecard.
    pub(crate) fn rows(&self) -> impl Iterator<Item = ScoreRow> {
        let broken = self.broken.defects.iter();
        let broken = broken.map(|defect| ScoreRow {
            rule: Some(defect.rule),
            defect: Some(defects::number(defect)),
            what: Some(defect.what),
        });
        std::iter::once(ScoreRow { rule: None, defect: None, what: None }).chain(broken)
    }

    /// The name of a row: the rule, or the profile of healthy models.
    pub(crate) fn name_of(&self, row: ScoreRow) -> &'static str {
        row.rule.unwrap_or(self.healthy.profile.name())
    }

    /// The arguments that make a healthy model again.
    pub(crate) fn words_of_healthy(&self, format: &str, seed: u64) -> String {
        let profile = self.healthy.profile.name();
        format!("ms3dlint smith --profile {profile} --model-format {format} --seed {seed} -n 1 again/")
    }
}

/// Defects that only a budget or the size of a disk makes are none for an importer.
fn is_defect_to_importers(defect: &Defect) -> bool {
    matches!(defect.setting, Setting::None | Setting::Named)
}
