//! The files of a campaign, by their numbers: healthy ones first, and then those of each defect in turn.

use crate::cli::args::CampaignArgs as Args;
use crate::cli::commands::smith;
use crate::diagnostics::finding::Severity;
use crate::rules;
use crate::smith::{Batch, BatchItem, Defect, Setting, defects};

/// Which models there are.
pub(crate) struct Cases {
    /// Those in which nothing is broken.
    pub(crate) healthy: Batch,
    /// Those in which something is.
    broken: Batch,
    /// How many healthy ones, and how many of each defect.
    count: u64,
}

/// A row of a scorecard: what kind of models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScoreRow {
    /// The rule that finds the defect; `None` for healthy models.
    pub(crate) rule: Option<&'static str>,
    /// Which of the defects of that rule it is, as it may be asked for again.
    pub(crate) defect: Option<usize>,
    /// What is broken.
    pub(crate) what: Option<&'static str>,
}

impl ScoreRow {
    /// Whether what is broken is an error, so that no importer need accept it.
    pub(crate) fn is_error(self) -> bool {
        self.rule.and_then(rules::find).is_some_and(|rule| rule.severity == Severity::Error)
    }
}

impl Cases {
    /// The files that the arguments ask for.
    pub(crate) fn new(args: &Args) -> Result<Self, String> {
        let mut broken = smith::order(args.make, &args.defects)?;
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

    /// How many there are, if there is a model for each.
    pub(crate) fn len(&self) -> u64 {
        self.count.saturating_mul(1 + self.broken.defects.len() as u64)
    }

    /// The model of this number; `None` if none can be broken like that.
    pub(crate) fn model(&self, number: u64) -> Option<BatchItem> {
        match number.checked_sub(self.count) {
            None => self.healthy.model(number),
            Some(number) => self.broken.model(number),
        }
    }

    /// What the file of a model is called.
    pub(crate) fn file_name(&self, model: &BatchItem) -> String {
        model.file_name(self.healthy.profile)
    }

    /// In which row of the scorecard a file stands.
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

    /// What a row is called: the rule, or the profile of healthy models.
    pub(crate) fn name_of(&self, row: ScoreRow) -> &'static str {
        row.rule.unwrap_or(self.healthy.profile.name())
    }

    /// The words that make a healthy model again.
    pub(crate) fn words_of_healthy(&self, format: &str, seed: u64) -> String {
        let profile = self.healthy.profile.name();
        format!("ms3dlint smith --profile {profile} --format {format} --seed {seed} -n 1 again/")
    }
}

/// What only a budget or the size of a disk makes a defect is none to an importer.
fn is_defect_to_importers(defect: &Defect) -> bool {
    matches!(defect.setting, Setting::None | Setting::Named)
}
