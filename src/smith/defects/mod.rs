//! The table of defects: at least one for every rule, in the order of the catalogue.

mod animation;
mod binary;
mod bones;
mod comments;
mod file;
mod materials;
mod meshes;
mod names;
mod numbers;
mod preconditions;
mod suppressions;
mod syntax;

use super::defect::Defect;

/// All of them, by group.
pub static ALL: &[&[Defect]] = &[
    file::DEFECTS,
    syntax::DEFECTS,
    numbers::DEFECTS,
    names::DEFECTS,
    meshes::DEFECTS,
    materials::DEFECTS,
    bones::DEFECTS,
    animation::DEFECTS,
    comments::DEFECTS,
    binary::DEFECTS,
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
