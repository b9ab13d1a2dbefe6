//! The fuzz targets, each a few properties that are checked together.

use crate::properties::{self, Property};

/// What a target is fed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Food {
    /// Files, which are also changed the way models go wrong.
    Files,
    /// Bytes that a model is drawn from.
    Draws,
    /// Configurations.
    Configurations,
}

/// A fuzz target, named after what holds.
#[derive(Debug)]
pub struct Target {
    /// Its name, which its file has too.
    pub name: &'static str,
    /// What it is fed.
    pub food: Food,
    /// What it checks; all properties for files if none are named.
    pub properties: &'static [&'static str],
}

/// All targets, the fastest first.
pub const ALL: &[Target] = &[
    of_files("tokens_tile", &["tokens_tile"]),
    of_files("tokens_are_right", &["token_kinds_agree", "beginnings_keep_their_tokens"]),
    of_files(
        "places_come_back",
        &["places_come_back", "words_lead_back", "spans_lie_in_the_file", "positions_agree"],
    ),
    of_files("reading_is_bounded", &["reading_is_linear", "memory_is_bounded"]),
    of_files(
        "paths_agree",
        &[
            "fast_path_agrees",
            "engines_read_alike",
            "nothing_is_done_after_a_stop",
            "row_stats_are_true",
            "odd_floats_are_noted",
        ],
    ),
    of_files("binary_round_trip", &["listing_comes_back", "prefixes_are_cut_off"]),
    of_files("reference_agrees", &["reference_agrees"]),
    of_files("poses_hold", &["poses_hold", "poses_are_continuous", "vertices_stay_in_reach"]),
    of_files("pictures_hold", &["pictures_hold"]),
    of_files("differences_are_named", &["differences_are_named"]),
    of_files(
        "fix_converges",
        &[
            "fixes_converge",
            "fixes_repair_their_findings",
            "fixes_apply_in_any_order",
            "safe_fixes_keep_what_programs_hold",
            "what_is_marked_is_repaired",
        ],
    ),
    of_files("fmt_laws", &["fmt_laws"]),
    of_files("conversions_keep_the_model", &["conversions_keep_the_model"]),
    of_files(
        "options_do_what_they_say",
        &[
            "folding_keeps_counts",
            "suppressions_only_silence",
            "unused_suppressions_can_go",
            "rules_stand_alone",
            "severities_change_nothing_else",
        ],
    ),
    Target {
        name: "configurations_are_judged",
        food: Food::Configurations,
        properties: &["configurations_are_judged"],
    },
    of_files("reports_agree", &["runs_agree", "output_is_printable", "reports_agree"]),
    of_files("editors_agree", &["editors_agree"]),
    Target {
        name: "smith_is_silent",
        food: Food::Draws,
        properties: &["smith_is_silent", "pristine_models_load"],
    },
    Target { name: "defect_is_caught", food: Food::Draws, properties: &["defect_is_caught"] },
    of_files("properties_hold", &[]),
];

const fn of_files(name: &'static str, properties: &'static [&'static str]) -> Target {
    Target { name, food: Food::Files, properties }
}

/// The target of this name.
pub fn find(name: &str) -> Option<&'static Target> {
    ALL.iter().find(|target| target.name == name)
}

impl Target {
    /// The properties that it checks.
    pub fn checks(&self) -> impl Iterator<Item = &'static (&'static str, Property)> {
        let is_drawn = |name: &str| properties::OF_DRAWS.iter().any(|(drawn, _)| *drawn == name);
        properties::all().filter(move |(name, _)| match self.properties {
            [] => !is_drawn(name),
            named => named.contains(name),
        })
    }

    /// Checks its properties for these bytes.
    ///
    /// # Panics
    ///
    /// If one does not hold.
    pub fn run(&self, bytes: &[u8]) {
        for (name, property) in self.checks() {
            if let Err(violation) = property(bytes) {
                panic!("{name}: {}", violation.what);
            }
        }
    }
}
