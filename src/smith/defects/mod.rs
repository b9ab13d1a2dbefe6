//! The table of defects, at least one for every rule in the order of the list of rules, and how one is put into a model.

mod animation;
mod binary;
mod bones;
mod comments;
mod counts;
mod displaced;
mod file;
mod indices;
mod materials;
mod mesh_edits;
mod meshes;
mod names;
mod numbers;
mod preconditions;
mod rows;
mod suppressions;
mod syntax;
mod text_edits;

use super::choices::Choices;
use super::config::Config;
use super::defect::{Defect, Expected, Inject, Setting};
use super::forge::write;
use super::generate::generate;
use super::sample::Sample;

/// All of them, by group.
pub static ALL: &[&[Defect]] = &[
    file::DEFECTS,
    syntax::DEFECTS,
    counts::DEFECTS,
    rows::DEFECTS,
    numbers::DEFECTS,
    names::DEFECTS,
    indices::DEFECTS,
    meshes::DEFECTS,
    materials::DEFECTS,
    bones::DEFECTS,
    animation::DEFECTS,
    comments::DEFECTS,
    binary::DEFECTS,
    displaced::DEFECTS,
    suppressions::DEFECTS,
];

/// Every defect.
pub fn all() -> impl Iterator<Item = &'static Defect> {
    ALL.iter().copied().flatten()
}

/// Which of the defects of its rule one is, from 1.
pub fn number(defect: &Defect) -> usize {
    let of_rule = all().filter(|other| other.rule == defect.rule);
    1 + of_rule.take_while(|other| other.what != defect.what).count()
}

/// The defects of this name: `all`, those of a rule, or one of them by its number, as in `header-missing:2`. None if
/// nothing is called so.
pub fn named(name: &str) -> Vec<&'static Defect> {
    let (rule, wanted) = name.split_once(':').map_or((name, None), |(rule, wanted)| (rule, Some(wanted)));
    let is_wanted = |defect: &&Defect| wanted.is_none_or(|wanted| number(defect).to_string() == wanted);
    let of_rule = all().filter(|defect| name == "all" || rule == defect.rule);
    of_rule.filter(is_wanted).collect()
}

/// A model before and after.
#[derive(Debug, Clone)]
pub struct Sabotage {
    /// The model as it was.
    pub healthy: Sample,
    /// The model with one thing broken.
    pub broken: Sample,
    /// What must be reported.
    pub expected: Expected,
}

/// Makes a model of this configuration and breaks it; `None` if it does not have what could be broken.
pub fn sabotage(defect: &Defect, config: &Config, choices: &mut Choices) -> Option<Sabotage> {
    if !defect.formats.contains(&config.format) {
        return None;
    }
    /// A defect is found in this many faces as well as in the maximum, a hundred times faster.
    const MOST_FACES: u32 = 1000;
    let mut config = config.clone();
    config.faces.at_most(MOST_FACES);
    (defect.needs)(&mut config);
    let mut model = generate(&config, choices);
    let healthy = write(&config, &model);
    let (broken, mark) = match defect.inject {
        Inject::Model(inject) => {
            let mark = inject(&mut model, choices)?;
            (write(&config, &model), mark)
        }
        Inject::Writing(inject) => {
            let mark = inject(&mut config, &mut model, choices)?;
            (write(&config, &model), mark)
        }
        Inject::Bytes(inject) => {
            let mut broken = healthy.clone();
            let mark = inject(&mut broken, choices)?;
            (broken, mark)
        }
    };
    let expected = Expected {
        rule: defect.rule,
        number: number(defect),
        what: defect.what,
        place: mark.words(&broken),
        span: mark.span(&broken)?,
        setting: defect.setting,
        budget: (defect.setting == Setting::Budget).then(|| healthy.model.amounts()),
        shadows: defect.shadows,
    };
    Some(Sabotage { healthy, broken, expected })
}
