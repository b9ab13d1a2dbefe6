//! `ms3dlint init`: writes a configuration to start with.

use std::path::Path;

use crate::cli::exit::{self, Exit, cannot};
use crate::cli::files::atomic_write;
use crate::config::NAMES;

/// The new configuration: all of it is commented out, so that it changes nothing.
const CONFIGURATION: &str = include_str!("ms3dlint.toml");
/// The configuration of a pre-commit hook, which compiles the program.
const HOOK: &str = include_str!("pre-commit-config.yaml");
/// That of one which installs a wheel.
const HOOK_WITH_WHEEL: &str = include_str!("pre-commit-with-wheel.yaml");

/// Writes the configuration into the current folder, and prints the next steps. An existing one is
/// left alone.
pub(crate) fn run() -> Result<Exit, String> {
    let [name, hidden] = NAMES;
    let version = env!("CARGO_PKG_VERSION");
    if let Some(name) = [hidden, name].into_iter().find(|name| Path::new(name).symlink_metadata().is_ok()) {
        return Err(format!("{name} is there already; nothing was written"));
    }
    match atomic_write::write(Path::new(name), CONFIGURATION.as_bytes()) {
        Ok(()) => Ok(exit::say(&format!(
            "wrote {name}, in which everything is commented out; `ms3dlint config show FILE` shows what applies to a file\n\n\
             To check models before each commit, put this into .pre-commit-config.yaml.\n\
             It compiles the program once, which takes a few minutes:\n\n{HOOK}\n\
             Or put this there, which installs a wheel and compiles nothing.\n\
             In place of ms3dlint=={version} it may have the address of a wheel from the releases:\n\n{HOOK_WITH_WHEEL}"
        ))),
        Err(error) => Ok(exit::failed(&cannot("write", name, &error))),
    }
}
