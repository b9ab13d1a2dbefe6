//! What is promised for any bytes, as functions: property tests, the replay of the corpus and fuzz
//! targets all call these. Each returns what was broken, in words.

mod binary;
mod configuration;
mod differential;
mod fixes;
#[cfg(feature = "smith")]
mod forged;
mod formatting;
mod output;
mod reading;
mod reference;
mod syntax;

pub use binary::{listing_comes_back, odd_floats_are_noted, prefixes_are_cut_off};
#[cfg(feature = "config")]
pub use configuration::configurations_are_judged;
pub use configuration::{
    folding_keeps_counts, rules_stand_alone, severities_change_nothing_else, suppressions_only_silence,
    unused_suppressions_can_go,
};
pub use differential::{conversions_keep_the_model, reference_agrees};
pub use fixes::{fixes_apply_in_any_order, fixes_converge, fixes_repair_their_findings};
#[cfg(feature = "smith")]
pub use forged::{Caught, defect_is_caught, is_caught, smith_is_silent};
pub use formatting::fmt_laws;
pub use output::{output_is_printable, reports_agree, runs_agree};
pub use reading::{extremes_are_true, fast_path_agrees, prefixes_are_found, reading_is_linear};
pub use syntax::{
    beginnings_keep_their_tokens, places_come_back, positions_agree, spans_lie_in_the_file,
    token_kinds_agree, tokens_tile, words_lead_back,
};

use crate::document::{Document, read};

/// A promise that was broken: which one, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The name of the function that found it.
    pub promise: &'static str,
    /// What happened.
    pub what: String,
}

/// A promise for any bytes.
pub type Promise = fn(&[u8]) -> Result<(), Violation>;

/// The promises for any file, by name.
pub const OF_FILES: &[(&str, Promise)] = &[
    ("tokens_tile", tokens_tile),
    ("token_kinds_agree", token_kinds_agree),
    ("beginnings_keep_their_tokens", beginnings_keep_their_tokens),
    ("spans_lie_in_the_file", spans_lie_in_the_file),
    ("places_come_back", places_come_back),
    ("words_lead_back", words_lead_back),
    ("positions_agree", positions_agree),
    ("reading_is_linear", reading_is_linear),
    ("fast_path_agrees", fast_path_agrees),
    ("extremes_are_true", extremes_are_true),
    ("listing_comes_back", listing_comes_back),
    ("prefixes_are_cut_off", prefixes_are_cut_off),
    ("odd_floats_are_noted", odd_floats_are_noted),
    ("folding_keeps_counts", folding_keeps_counts),
    ("suppressions_only_silence", suppressions_only_silence),
    ("unused_suppressions_can_go", unused_suppressions_can_go),
    ("rules_stand_alone", rules_stand_alone),
    ("severities_change_nothing_else", severities_change_nothing_else),
    #[cfg(feature = "config")]
    ("configurations_are_judged", configurations_are_judged),
    ("fixes_converge", fixes_converge),
    ("fixes_repair_their_findings", fixes_repair_their_findings),
    ("fixes_apply_in_any_order", fixes_apply_in_any_order),
    ("fmt_laws", fmt_laws),
    ("conversions_keep_the_model", conversions_keep_the_model),
    ("reference_agrees", reference_agrees),
    ("runs_agree", runs_agree),
    ("output_is_printable", output_is_printable),
    ("reports_agree", reports_agree),
];

/// The promises for any bytes that models are drawn from, by name.
#[cfg(feature = "smith")]
pub const OF_DRAWS: &[(&str, Promise)] =
    &[("smith_is_silent", smith_is_silent), ("defect_is_caught", defect_is_caught)];

/// Checks all promises for files.
pub fn all(bytes: &[u8]) -> Result<(), Violation> {
    OF_FILES.iter().try_for_each(|(_, promise)| promise(bytes))
}

fn ensure(holds: bool, promise: &'static str, what: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { promise, what: what() }) }
}

fn document(bytes: &[u8]) -> Document {
    read("input.txt", bytes.to_vec())
}
