//! Fuzz targets. Each is a function here, named after what it promises, so that `cargo test` runs it
//! too, on a few inputs, and none can rot. The binaries in `fuzz_targets` are three lines each: with
//! `cargo fuzz` they fuzz, and without it they replay the files that are named.

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
    use std::path::Path;

    use ms3dlint::binary::listing;

    /// Own files, and each of them cut off and with one byte changed.
    fn inputs() -> Vec<Vec<u8>> {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
        let mut inputs = vec![Vec::new(), b"// MilkShape 3D ASCII".to_vec(), b"MS3D000000".to_vec()];
        for folder in ["ok", "bad", "crash"] {
            let Ok(entries) = std::fs::read_dir(corpus.join(folder)) else { continue };
            for entry in entries {
                let path = entry.unwrap().path();
                // What else lies there are textures, and folders of them.
                let whole = match path.extension().and_then(|extension| extension.to_str()) {
                    Some("txt") => std::fs::read(path).unwrap(),
                    Some("listing") => listing::assemble(&std::fs::read_to_string(path).unwrap()).unwrap(),
                    _ => continue,
                };
                if whole.len() > 4096 {
                    continue;
                }
                let mut changed = whole.clone();
                if let Some(byte) = changed.get_mut(whole.len() / 3) {
                    *byte ^= 0x13;
                }
                inputs.extend([whole[..whole.len() / 2].to_vec(), changed, whole]);
            }
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
