//! The table of defects: at least one for every rule, in the order of the catalogue.

mod animation;
mod binary;
mod bones;
mod comments;
mod file;
mod meshes;

use super::defect::Defect;

/// All of them, by group.
pub static ALL: &[&[Defect]] =
    &[file::DEFECTS, meshes::DEFECTS, bones::DEFECTS, animation::DEFECTS, comments::DEFECTS, binary::DEFECTS];

/// Every defect.
pub fn all() -> impl Iterator<Item = &'static Defect> {
    ALL.iter().copied().flatten()
}
