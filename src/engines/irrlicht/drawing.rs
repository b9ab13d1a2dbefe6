use super::reading::IrrlichtFile;
use crate::engines::Oddity;
pub(super) fn oddities(_file: &IrrlichtFile) -> Vec<Oddity> { Vec::new() }
