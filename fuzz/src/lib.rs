//! Fuzz targets, each named after what it promises. They stand in a table, so that `cargo test --workspace` runs them
//! too, on a few inputs, and none can rot. The binaries in `fuzz_targets` are three lines each: with `cargo fuzz`
//! they fuzz, and without it they replay the files that are named.

pub mod inputs;
pub mod mutate;
pub mod targets;

use std::panic::catch_unwind;
use std::thread;

use ms3dlint::actions::fmt::format;
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::actions::{convert, repair};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document::read;
use ms3dlint::fix::Applicability;
use ms3dlint::promises::{self, Promise, Violation};

use targets::Target;

/// The promises that take more than a library: an allocator that counts, a thread, a look at panics.
pub const OURS: &[(&str, Promise)] = &[
    ("memory_is_bounded", memory_is_bounded),
    ("a_small_stack_is_enough", a_small_stack_is_enough),
    ("nothing_panics", nothing_panics),
];

/// All promises, by name.
pub fn all() -> impl Iterator<Item = &'static (&'static str, Promise)> {
    promises::OF_FILES.iter().chain(OURS).chain(promises::OF_DRAWS)
}

/// What reading and checking a file takes at most grows with the file, and not with the counts in it.
///
/// # Errors
///
/// If it takes more.
pub fn memory_is_bounded(bytes: &[u8]) -> Result<(), Violation> {
    /// Most is taken by what is said about small files in which much is wrong.
    const PER_BYTE: u64 = 64;
    const AT_LEAST: u64 = 1 << 20;
    let options = Options { most_per_rule: 100, ..Options::default() };
    let copy = bytes.to_vec();
    let info = allocation_counter::measure(|| {
        let document = read("input.txt", copy);
        lint(&document, &Context::default(), &options);
    });
    let most = PER_BYTE * bytes.len() as u64 + AT_LEAST;
    ensure(info.bytes_max <= most, "memory_is_bounded", || {
        format!("{} bytes for a file of {}", info.bytes_max, bytes.len())
    })
}

/// Nothing recurses over what a file holds: all that can be done with it can be done on a small stack. A thread
/// that has not enough of it ends the process.
///
/// # Errors
///
/// If the thread cannot be started, or panics.
pub fn a_small_stack_is_enough(bytes: &[u8]) -> Result<(), Violation> {
    const STACK: usize = 256 << 10;
    let bytes = bytes.to_vec();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || do_all(bytes));
    let ended = thread.map(|thread| thread.join().is_ok());
    ensure(matches!(ended, Ok(true)), "a_small_stack_is_enough", || format!("{ended:?}"))
}

/// Checks, repairs, formats and converts a file.
fn do_all(bytes: Vec<u8>) {
    let document = read("input.txt", bytes);
    // Whether these succeed is not asked here.
    let _ = (format(&document), convert::to_text(&document));
    let _ = convert::to_binary(&document, convert::DEFAULT_RATE);
    let options =
        repair::RepairOptions { lint: Options::default(), least: Applicability::Unsafe, only: Vec::new() };
    let _ = repair::repair(document, &Context::default(), &options);
}

/// Nothing panics, whatever the bytes. The other promises hold that too; this one tells it from what they promise.
///
/// # Errors
///
/// If something panics.
pub fn nothing_panics(bytes: &[u8]) -> Result<(), Violation> {
    let ended = catch_unwind(|| do_all(bytes.to_vec()));
    ensure(ended.is_ok(), "nothing_panics", || "it panics".to_string())
}

fn ensure(holds: bool, promise: &'static str, what: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { promise, what: what() }) }
}

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
    use ms3dlint::smith::bytes_of_seed;

    use super::inputs::{configurations, corpus, deep_chain, own};
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
    fn promises_hold_for_files() {
        let inputs = inputs();
        assert!(inputs.len() > 300, "the corpus is no longer found");
        for bytes in &inputs {
            targets::find("promises_hold").unwrap().run(bytes);
        }
    }

    #[test]
    fn promises_hold_for_draws() {
        let drawn = targets::ALL.iter().filter(|target| target.food == targets::Food::Draws);
        for target in drawn {
            (0..100).for_each(|seed| target.run(&bytes_of_seed(seed, 4 << (seed % 8))));
        }
    }

    #[test]
    fn promises_hold_for_configurations() {
        let configurations = configurations().unwrap();
        assert!(configurations.len() > 10, "the examples are no longer found");
        for whole in configurations {
            let target = targets::find("configurations_are_judged").unwrap();
            (0..=whole.len()).for_each(|end| target.run(&whole[..end]));
        }
    }

    /// What reads models, over a small one of each format: as much as Miri gets through in minutes.
    #[test]
    fn readers_keep_their_promises_for_the_smallest() {
        let readers = [
            "tokens_tile",
            "token_kinds_agree",
            "places_come_back",
            "reading_is_linear",
            "fast_path_agrees",
            "listing_comes_back",
            "odd_floats_are_noted",
            "extremes_are_true",
        ];
        for name in ["ok/empty_scene.txt", "ok/nothing_in_all_sections.listing"] {
            let bytes = own(name).unwrap();
            let promises = promises::OF_FILES.iter().filter(|(promise, _)| readers.contains(promise));
            for (promise, holds) in promises {
                assert_eq!(holds(&bytes), Ok(()), "{promise} of {name}");
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
