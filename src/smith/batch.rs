//! Batches of generated models, each of which can be made again from its number.

use serde::Serialize;

use super::VERSION;
use super::choices::{Choices, bytes_of_seed};
use super::config::Config;
use super::defect::{Defect, Expected};
use super::defects::sabotage;
use super::forge::forge;
use super::knobs::{Format, Profile};
use super::sample::Sample;

/// Which models are wanted.
#[derive(Clone)]
pub struct Batch {
    /// How well-behaved they are, but for what is broken in them.
    pub profile: Profile,
    /// In which format; `None` for both in turn.
    pub format: Option<Format>,
    /// From which seed on. Each model has its own, the next one.
    pub seed: u64,
    /// What is broken in them, in turn; nothing if there is none.
    pub defects: Vec<&'static Defect>,
}

/// How a model is made. The same recipe always makes the same model.
#[derive(Clone)]
pub struct Recipe {
    /// Its configuration.
    pub config: Config,
    /// What the rest is drawn from.
    pub bytes: Vec<u8>,
    /// What is broken in it.
    pub defect: Option<&'static Defect>,
}

/// A model of an order.
#[derive(Clone)]
pub struct BatchItem {
    /// Its seed, which its recipe follows from.
    pub seed: u64,
    /// How it is made.
    pub recipe: Recipe,
    /// The model.
    pub sample: Sample,
    /// What must be reported about it, if something was broken.
    pub expected: Option<Expected>,
}

/// What a manifest records about a file.
#[derive(Debug, Serialize)]
pub struct Entry<'o> {
    /// The name of the file.
    pub file: &'o str,
    /// The version of the smith.
    pub smith: u32,
    /// How well-behaved the model is, but for the defect.
    pub profile: Profile,
    /// The seed that it follows from.
    pub seed: u64,
    /// What is broken, and where that must be reported; `null` in a healthy model.
    pub defect: Option<&'o Expected>,
    /// The programs that read the format and do not load the file.
    pub not_loaded_by: &'o [FailingProgram],
    /// What kind of model it is.
    pub config: &'o Config,
}

/// A program that does not load a file.
#[derive(Debug, Serialize)]
pub struct FailingProgram {
    /// Its name among targets.
    pub engine: &'static str,
    /// Its version.
    pub version: &'static str,
    /// What it does instead: `refuses`, `crashes` or `hangs`.
    pub outcome: &'static str,
    /// Why.
    pub reason: String,
}

impl Entry<'_> {
    /// A line of a manifest.
    pub fn line(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

impl Batch {
    /// The model of this number, from 0; `None` if none of its seeds makes one that can be broken.
    pub fn model(&self, number: u64) -> Option<BatchItem> {
        /// How many seeds are tried where a model does not have what is to be broken.
        const TRIES: u64 = 1000;
        /// From one seed that is tried to the next, so that they are not those of other models.
        const STEP: u64 = 1 << 32;
        let defects = self.defects.len() as u64;
        let defect = (defects > 0).then(|| self.defects[(number % defects) as usize]);
        let formats = defect.map_or(Format::ALL, |defect| defect.formats);
        let turn = number / defects.max(1);
        let format = self.format.unwrap_or(formats[(turn % formats.len() as u64) as usize]);
        (0..TRIES).find_map(|attempt| {
            let seed = self.seed.wrapping_add(number).wrapping_add(attempt * STEP);
            let recipe = Recipe::of_seed(self.profile, format, seed, defect);
            let (sample, expected) = recipe.make()?;
            Some(BatchItem { seed, recipe, sample, expected })
        })
    }
}

impl Recipe {
    /// The recipe of a seed.
    pub fn of_seed(profile: Profile, format: Format, seed: u64, defect: Option<&'static Defect>) -> Self {
        /// What a configuration is drawn from at the most.
        const CONFIG: usize = 64;
        /// Seeds in a row make models of different sizes.
        const LENGTHS: [usize; 6] = [16, 64, 128, 256, 512, 1024];
        let of_config = bytes_of_seed(!seed, CONFIG);
        let config = Config::draw(profile, format, &mut Choices::new(&of_config));
        let bytes = bytes_of_seed(seed, LENGTHS[(seed % LENGTHS.len() as u64) as usize]);
        Self { config, bytes, defect }
    }

    /// The model, and what must be reported about it; `None` if it does not have what is to be broken.
    pub fn make(&self) -> Option<(Sample, Option<Expected>)> {
        let mut choices = Choices::new(&self.bytes);
        match self.defect {
            None => Some((forge(&self.config, &mut choices), None)),
            Some(defect) => sabotage(defect, &self.config, &mut choices)
                .map(|sabotage| (sabotage.broken, Some(sabotage.expected))),
        }
    }
}

impl BatchItem {
    /// What the file may be called: what is broken in it, or how well-behaved it is, and its seed.
    pub fn file_name(&self, profile: Profile) -> String {
        let what = self.expected.as_ref().map_or(profile.name(), |expected| expected.rule);
        let extension = if self.sample.is_binary() { "ms3d" } else { "txt" };
        format!("{what}-{}.{extension}", self.seed)
    }

    /// Its entry in a manifest, given the programs that do not load it: the smith knows none.
    pub fn entry<'o>(
        &'o self,
        profile: Profile,
        file: &'o str,
        not_loaded_by: &'o [FailingProgram],
    ) -> Entry<'o> {
        let (seed, defect, config) = (self.seed, self.expected.as_ref(), &self.sample.config);
        Entry { file, smith: VERSION, profile, seed, defect, not_loaded_by, config }
    }
}
