//! What holds for any bytes, as functions, and the fuzz targets that try to break it, each named after what holds. The
//! targets are a table, so that `cargo test --workspace` runs them too, on a few inputs, and none can rot. The binaries
//! in `fuzz_targets` are three lines each: with `cargo fuzz` they fuzz, and without it they replay the files that are
//! named.

pub mod inputs;
pub mod mutate;
pub mod properties;
pub mod targets;

use targets::Target;

/// Runs a target on the files that the command line names.
pub fn replay(target: &Target) {
    for path in std::env::args_os().skip(1) {
        match std::fs::read(&path) {
            Ok(bytes) => target.run(&bytes),
            Err(error) => eprintln!("cannot read {}: {error}", path.display()),
        }
    }
}

/// The main function of a fuzz target that is fed models.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::mutate::in_place(data, size, max_size, seed, libfuzzer_sys::fuzzer_mutate)
        });
        $crate::plain_target!($name);
    };
}

/// The main function of a fuzz target that is fed other things than models.
#[macro_export]
macro_rules! plain_target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::targets::find(stringify!($name))
            .unwrap()
            .run(bytes));
        #[cfg(not(fuzzing))]
        fn main() {
            $crate::replay($crate::targets::find(stringify!($name)).unwrap());
        }
    };
}

#[cfg(test)]
mod tests {
    use ms3dlint::actions::convert;
    use ms3dlint::document::read;
    use ms3dlint::smith::bytes_of_seed;

    use super::inputs::{configurations, corpus, deep_chain, own};
    use super::properties::{a_small_stack_is_enough, memory_is_bounded};
    use super::*;

    /// Own files, and each of them cut off and with one byte changed.
    fn inputs() -> Vec<Vec<u8>> {
        let mut inputs = vec![Vec::new(), b"// MilkShape 3D ASCII".to_vec(), b"MS3D000000".to_vec()];
        for (_, whole) in corpus().unwrap().into_iter().filter(|(_, bytes)| bytes.len() <= 4096) {
            let mut changed = whole.clone();
            if let Some(byte) = changed.get_mut(whole.len() / 3) {
                *byte ^= 0x13;
            }
            inputs.extend([whole[..whole.len() / 2].to_vec(), changed, whole]);
        }
        inputs
    }

    #[test]
    fn properties_hold_for_files() {
        let inputs = inputs();
        assert!(inputs.len() > 300, "the corpus is no longer found");
        for bytes in &inputs {
            targets::find("properties_hold").unwrap().run(bytes);
        }
    }

    #[test]
    fn properties_hold_for_draws() {
        let drawn = targets::ALL.iter().filter(|target| target.food == targets::Food::Draws);
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
}
