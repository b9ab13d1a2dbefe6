//! What holds for any bytes, as functions, and the fuzz targets that try to break it, each named after what holds. The
//! targets are a table, so that `cargo test --workspace` runs them too, on a few inputs, and none can rot. The binaries
//! in `fuzz_targets` are three lines each: with `cargo fuzz` they fuzz, and without it they replay the files that are
//! named.

pub mod editor;
pub mod held;
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
