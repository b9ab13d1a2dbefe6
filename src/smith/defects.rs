//! The table of defects: at least one for every rule, in the order of the catalogue.

mod animation;
mod binary;
mod bones;
mod comments;
mod file;
mod materials;
mod meshes;
mod names;
mod needs;
mod numbers;
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
