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
    of_files("paths_agree", &["fast_path_agrees", "row_stats_are_true", "odd_floats_are_noted"]),
    of_files("binary_round_trip", &["listing_comes_back", "prefixes_are_cut_off"]),
    of_files("reference_agrees", &["reference_agrees"]),
    of_files("fix_converges", &["fixes_converge", "fixes_repair_their_findings", "fixes_apply_in_any_order"]),
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
    Target { name: "smith_is_silent", food: Food::Draws, properties: &["smith_is_silent"] },
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// A target that has lost its property would find nothing.
    #[test]
    fn all_properties_have_a_target_of_their_own() {
        let named: Vec<_> = ALL.iter().flat_map(|target| target.properties).copied().collect();
        // These are what a panic, an overflow or an abort in any other one shows too.
        let everywhere = ["a_small_stack_is_enough", "nothing_panics"];
        let all: Vec<_> = properties::all().map(|(name, _)| *name).collect();
        for name in &all {
            assert!(named.contains(name) || everywhere.contains(name), "{name} is checked by no target");
        }
        assert!(named.iter().all(|name| all.contains(name)), "{named:?}");
    }

    /// `cargo fuzz` finds targets by their files.
    #[test]
    fn all_targets_have_a_file() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
        for target in ALL {
            let file = fs::read_to_string(root.join(format!("fuzz_targets/{}.rs", target.name))).unwrap();
            let call = match target.food {
                Food::Files => format!("ms3dlint_fuzz::target!({});", target.name),
                Food::Draws | Food::Configurations => {
                    format!("ms3dlint_fuzz::plain_target!({});", target.name)
                }
            };
            assert!(file.contains(&call), "{}", target.name);
            assert!(
                manifest.contains(&format!("path = \"fuzz_targets/{}.rs\"", target.name)),
                "{}",
                target.name
            );
        }
        assert_eq!(fs::read_dir(root.join("fuzz_targets")).unwrap().count(), ALL.len());
    }
}
