//! `ms3dlint init`: writes a configuration to start with.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use crate::cli::exit::{self, Exit, cannot};
use crate::config::NAMES;

/// The new configuration: all of it is commented out, so that it changes nothing.
const CONFIGURATION: &str = include_str!("ms3dlint.toml");
/// The configuration of a pre-commit hook.
const HOOK: &str = include_str!("pre-commit-config.yaml");

/// Writes the configuration into the current folder, and prints the next steps. An existing one is
/// left alone.
pub(crate) fn run() -> Result<Exit, String> {
    let [name, hidden] = NAMES;
    if Path::new(hidden).exists() {
        return Err(format!("{hidden} is there already; nothing was written"));
    }
    let written = File::create_new(name).and_then(|mut file| file.write_all(CONFIGURATION.as_bytes()));
    match written {
        Ok(()) => Ok(exit::say(&format!(
            "wrote {name}, in which everything is commented out; `ms3dlint config show FILE` shows what applies to a file\n\n\
             To check models before each commit, put this into .pre-commit-config.yaml:\n\n{HOOK}"
        ))),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(format!("{name} is there already; nothing was written"))
        }
        Err(error) => Ok(exit::failed(&cannot("write", name, &error))),
    }
}
