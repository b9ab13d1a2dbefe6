//! Arguments of several commands: which files are looked at, and with which configuration.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

/// The heading of options that choose files.
pub(super) const FILES: &str = "Which files";

/// The options that read or write a list of paths.
pub(super) const LISTS: &str = "lists";

/// Which files are looked at.
#[derive(clap::Args, Debug, Clone)]
#[command(group(clap::ArgGroup::new(LISTS).multiple(true)))]
pub(crate) struct Files {
    /// Files, folders, or - for standard input [default: .]
    ///
    /// Folders are searched for .txt and .ms3d files. There, hidden files, links, and files that
    /// ignore files or the configuration exclude are skipped.
    #[arg(value_name = "PATHS")]
    pub(crate) paths: Vec<PathBuf>,
    /// Read more paths from a file, one per line, or from standard input for -
    #[arg(long, value_name = "FILE", group = LISTS, help_heading = FILES, hide_short_help = true)]
    pub(crate) files_from: Option<PathBuf>,
    /// The paths of --files-from end in NUL, as `git ls-files -z` writes them
    #[arg(short = '0', long, requires = LISTS, help_heading = FILES, hide_short_help = true)]
    pub(crate) null: bool,
    /// The root of the checked tree, which no texture path should leave
    ///
    /// Without this option it is what the configuration says; otherwise the nearest folder above the model with .git
    /// or ms3dlint.toml in it, or else the path that is checked.
    #[arg(long, value_name = "DIR", help_heading = FILES, hide_short_help = true)]
    pub(crate) root: Option<PathBuf>,
    /// The name of standard input in reports, which also says where its textures are
    #[arg(long, value_name = "NAME", help_heading = FILES, hide_short_help = true)]
    pub(crate) stdin_filename: Option<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) passed: Passed,
    /// The number of threads [default: one for each core]
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", value_parser = threads, hide_short_help = true)]
    pub(crate) threads: Option<u16>,
}

/// Where the configuration is.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct ConfigArgs {
    /// Use this configuration for all files
    ///
    /// Without it each file uses the nearest ms3dlint.toml or .ms3dlint.toml in its folder or above it.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Use no configuration
    #[arg(long, conflicts_with = "config", hide_short_help = true)]
    pub(crate) no_config: bool,
}

/// Which of the named files are passed over.
#[derive(clap::Args, Debug, Clone)]
pub(crate) struct Passed {
    /// Skip excluded files even if they are named
    #[arg(long, help_heading = FILES, hide_short_help = true)]
    pub(crate) force_exclude: bool,
}

/// A count, from 0 on.
pub(super) fn whole_number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "give a whole number from 0 on, as in 20".to_string())
}

/// A seed.
pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("give a whole number from 0 to {}, as in 7", u64::MAX))
}

/// A count, from 1 on.
pub(super) fn count(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "give a whole number from 1 on, as in 20".to_string())
}

/// A number of threads or processes.
pub(super) fn threads(text: &str) -> Result<u16, String> {
    let threads = text.parse().ok().filter(|threads| *threads > 0);
    threads.ok_or_else(|| format!("give a whole number from 1 to {}, as in 4", u16::MAX))
}

/// A folder for several files, which standard output cannot be.
pub(super) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|folder| match folder == Path::new("-") {
        true => Err("several files are written; name a folder"),
        false => Ok(folder),
    })
}
