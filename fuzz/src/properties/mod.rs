//! What holds for any bytes, as functions: generated tests, the replay of the corpus and fuzz targets all call these.
//! Each returns in words what does not hold.

mod binary;
mod configuration;
mod differences;
mod differential;
mod editing;
mod fixes;
mod formatting;
mod naive_pose;
mod output;
mod pictures;
mod pose_bounds;
mod poses;
mod reading;
mod reference;
mod resources;
mod smith;
mod syntax;

pub use binary::{listing_comes_back, odd_floats_are_noted, prefixes_are_cut_off};
pub use configuration::{
    configurations_are_judged, folding_keeps_counts, rules_stand_alone, severities_change_nothing_else,
    suppressions_only_silence, unused_suppressions_can_go,
};
pub use differences::differences_are_named;
pub use differential::{conversions_keep_the_model, reference_agrees};
pub use editing::{editors_agree, seen};
pub use fixes::{
    fixes_apply_in_any_order, fixes_converge, fixes_repair_their_findings,
    safe_fixes_keep_what_programs_hold, what_is_marked_is_repaired,
};
pub use formatting::fmt_laws;
pub use output::{output_is_printable, reports_agree, runs_agree};
pub use pictures::pictures_hold;
pub use pose_bounds::{poses_are_continuous, vertices_stay_in_reach};
pub use poses::poses_hold;
pub use reading::{
    engines_read_alike, fast_path_agrees, nothing_is_done_after_a_stop, reading_is_linear, row_stats_are_true,
};
pub use resources::{a_small_stack_is_enough, memory_is_bounded, nothing_panics};
pub use smith::{Caught, defect_is_caught, is_caught, pristine_models_load, smith_is_silent};
pub use syntax::{
    beginnings_keep_their_tokens, places_come_back, positions_agree, spans_lie_in_the_file,
    token_kinds_agree, tokens_tile, words_lead_back,
};

use ms3dlint::document::{Document, read};

/// A property that does not hold: which one, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The name of the function that found it.
    pub property: &'static str,
    /// What happened.
    pub what: String,
}

/// A property for any bytes.
pub type Property = fn(&[u8]) -> Result<(), Violation>;

/// The properties for any file, by name.
pub const OF_FILES: &[(&str, Property)] = &[
    ("tokens_tile", tokens_tile),
    ("token_kinds_agree", token_kinds_agree),
    ("beginnings_keep_their_tokens", beginnings_keep_their_tokens),
    ("spans_lie_in_the_file", spans_lie_in_the_file),
    ("places_come_back", places_come_back),
    ("words_lead_back", words_lead_back),
    ("positions_agree", positions_agree),
    ("reading_is_linear", reading_is_linear),
    ("fast_path_agrees", fast_path_agrees),
    ("engines_read_alike", engines_read_alike),
    ("nothing_is_done_after_a_stop", nothing_is_done_after_a_stop),
    ("row_stats_are_true", row_stats_are_true),
    ("listing_comes_back", listing_comes_back),
    ("prefixes_are_cut_off", prefixes_are_cut_off),
    ("odd_floats_are_noted", odd_floats_are_noted),
    ("folding_keeps_counts", folding_keeps_counts),
    ("suppressions_only_silence", suppressions_only_silence),
    ("unused_suppressions_can_go", unused_suppressions_can_go),
    ("rules_stand_alone", rules_stand_alone),
    ("severities_change_nothing_else", severities_change_nothing_else),
    ("configurations_are_judged", configurations_are_judged),
    ("fixes_converge", fixes_converge),
    ("fixes_repair_their_findings", fixes_repair_their_findings),
    ("fixes_apply_in_any_order", fixes_apply_in_any_order),
    ("safe_fixes_keep_what_programs_hold", safe_fixes_keep_what_programs_hold),
    ("what_is_marked_is_repaired", what_is_marked_is_repaired),
    ("fmt_laws", fmt_laws),
    ("conversions_keep_the_model", conversions_keep_the_model),
    ("reference_agrees", reference_agrees),
    ("poses_hold", poses_hold),
    ("poses_are_continuous", poses_are_continuous),
    ("vertices_stay_in_reach", vertices_stay_in_reach),
    ("pictures_hold", pictures_hold),
    ("differences_are_named", differences_are_named),
    ("runs_agree", runs_agree),
    ("output_is_printable", output_is_printable),
    ("reports_agree", reports_agree),
    ("editors_agree", editors_agree),
];

/// The properties of memory, the stack and panics, by name; they hold for any file too, and take longer.
pub const OF_RESOURCES: &[(&str, Property)] = &[
    ("memory_is_bounded", memory_is_bounded),
    ("a_small_stack_is_enough", a_small_stack_is_enough),
    ("nothing_panics", nothing_panics),
];

/// The properties for any bytes that models are drawn from, by name.
pub const OF_DRAWS: &[(&str, Property)] = &[
    ("smith_is_silent", smith_is_silent),
    ("pristine_models_load", pristine_models_load),
    ("defect_is_caught", defect_is_caught),
];

/// All properties, by name.
pub fn all() -> impl Iterator<Item = &'static (&'static str, Property)> {
    OF_FILES.iter().chain(OF_RESOURCES).chain(OF_DRAWS)
}

fn ensure(holds: bool, property: &'static str, what: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { property, what: what() }) }
}

fn document(bytes: &[u8]) -> Document {
    read("input.txt", bytes.to_vec())
}
