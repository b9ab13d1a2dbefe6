//! Fuzz targets. Each is a function here, named after what it promises, so that `cargo test` runs it
//! too, on a few inputs, and none can rot. The binaries in `fuzz_targets` are three lines each: with
//! `cargo fuzz` they fuzz, and without it they replay the files that are named.

pub mod inputs;

use ms3dlint::promises;

/// All promises hold for any bytes.
///
/// # Panics
///
/// If one does not.
pub fn promises_hold(bytes: &[u8]) {
    if let Err(violation) = promises::all(bytes) {
        panic!("{}: {}", violation.promise, violation.what);
    }
}

/// Runs a target on the files that the command line names.
pub fn replay(target: fn(&[u8])) {
    for path in std::env::args_os().skip(1) {
        match std::fs::read(&path) {
            Ok(bytes) => target(&bytes),
            Err(error) => eprintln!("cannot read {}: {error}", path.display()),
        }
    }
}

/// The main function of a fuzz target.
#[macro_export]
macro_rules! target {
    ($name:ident) => {
        #[cfg(fuzzing)]
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $crate::$name(bytes));
        #[cfg(not(fuzzing))]
        fn main() {
            $crate::replay($crate::$name);
        }
    };
}

#[cfg(test)]
mod tests {
    use super::inputs::corpus;

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
    fn promises_hold() {
        let inputs = inputs();
        assert!(inputs.len() > 300, "the corpus is no longer found");
        inputs.iter().for_each(|bytes| super::promises_hold(bytes));
    }
}
