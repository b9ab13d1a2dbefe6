//! What holds for any bytes holds for a few inputs of each kind, and each target is complete.

use std::fs;
use std::path::Path;

use ms3dlint::actions::convert;
use ms3dlint::document::read;
use ms3dlint::smith::bytes_of_seed;
use ms3dlint_fuzz::inputs::{configurations, corpus, deep_chain, own};
use ms3dlint_fuzz::properties::{self, a_small_stack_is_enough, memory_is_bounded};
use ms3dlint_fuzz::targets::{self, Food};

/// What once crashed. Besides, own files that are cut off, and that have one byte changed: of one file of eleven, or of
/// all if `MS3DLINT_ALL` is set, as build machines do.
fn inputs() -> Vec<Vec<u8>> {
    let mut inputs = vec![Vec::new(), b"// MilkShape 3D ASCII".to_vec(), b"MS3D000000".to_vec()];
    let corpus = corpus().unwrap();
    assert!(corpus.len() > 100, "the corpus is no longer found");
    let crashes = corpus.iter().filter(|(name, _)| name.starts_with("crash"));
    inputs.extend(crashes.map(|(_, bytes)| bytes.clone()));
    let step = if std::env::var_os("MS3DLINT_ALL").is_some() { 1 } else { 11 };
    for (_, whole) in corpus.into_iter().filter(|(_, bytes)| bytes.len() <= 4096).step_by(step) {
        let mut changed = whole.clone();
        if let Some(byte) = changed.get_mut(whole.len() / 3) {
            *byte ^= 0x13;
        }
        inputs.extend([whole[..whole.len() / 2].to_vec(), changed]);
    }
    inputs
}

#[test]
fn properties_hold_for_files() {
    for bytes in &inputs() {
        targets::find("properties_hold").unwrap().run(bytes);
    }
}

#[test]
fn properties_hold_for_draws() {
    let drawn = targets::ALL.iter().filter(|target| target.food == Food::Draws);
    for target in drawn {
        (0..100).for_each(|seed| target.run(&bytes_of_seed(seed, 4 << (seed % 8))));
    }
}

#[test]
fn properties_hold_for_configurations() {
    let configurations = configurations().unwrap();
    assert!(configurations.len() > 10, "the examples are no longer found");
    for whole in configurations {
        let target = targets::find("configurations_are_judged").unwrap();
        (0..=whole.len()).for_each(|end| target.run(&whole[..end]));
    }
}

/// What reads models, over a small one of each format: as much as Miri gets through in minutes.
#[test]
fn readers_keep_their_properties_for_the_smallest() {
    let readers = [
        "tokens_tile",
        "token_kinds_agree",
        "places_come_back",
        "reading_is_linear",
        "fast_path_agrees",
        "listing_comes_back",
        "odd_floats_are_noted",
        "row_stats_are_true",
    ];
    for name in ["ok/empty_scene.txt", "ok/nothing_in_all_sections.listing"] {
        let bytes = own(name).unwrap();
        let properties = properties::OF_FILES.iter().filter(|(property, _)| readers.contains(property));
        for (property, holds) in properties {
            assert_eq!(holds(&bytes), Ok(()), "{property} of {name}");
        }
    }
}

#[test]
fn the_longest_chain_of_bones_needs_no_deep_stack() {
    let chain = deep_chain(65_535);
    assert_eq!(a_small_stack_is_enough(&chain), Ok(()));
    assert_eq!(memory_is_bounded(&chain), Ok(()));
    let binary = convert::to_binary(&read("chain.txt", chain), convert::DEFAULT_RATE);
    assert_eq!(binary.map(|binary| a_small_stack_is_enough(&binary.bytes)).ok(), Some(Ok(())));
}

/// A target that has lost its property would find nothing.
#[test]
fn all_properties_have_a_target_of_their_own() {
    let named: Vec<_> = targets::ALL.iter().flat_map(|target| target.properties).copied().collect();
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
    for target in targets::ALL {
        let file = fs::read_to_string(root.join(format!("fuzz_targets/{}.rs", target.name))).unwrap();
        let call = match target.food {
            Food::Files => format!("ms3dlint_fuzz::target!({});", target.name),
            Food::Draws | Food::Configurations => {
                format!("ms3dlint_fuzz::plain_target!({});", target.name)
            }
        };
        assert!(file.contains(&call), "{}", target.name);
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{}.rs\"", target.name)), "{}", target.name);
    }
    assert_eq!(fs::read_dir(root.join("fuzz_targets")).unwrap().count(), targets::ALL.len());
}
