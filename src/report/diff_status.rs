//! What became of a model, of which there may be an old file and a new one.

use serde::Serialize;

/// What became of a model.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum DiffStatus {
    /// It is the same model, and no program does anything else with it, as far as that is known.
    Same,
    /// It differs.
    Changed,
    /// There is only the new one.
    New,
    /// There is only the old one.
    Gone,
}

impl DiffStatus {
    /// All, each in words, as they are counted.
    pub(crate) const ALL: [(Self, &str); 4] =
        [(Self::Changed, "changed"), (Self::New, "new"), (Self::Gone, "gone"), (Self::Same, "the same")];
}
