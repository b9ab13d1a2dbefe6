//! Arguments of the command that compares models.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::args::files::{ConfigArgs, threads};

/// What to compare.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint diff old/arrow.txt new/arrow.txt
  ms3dlint diff arrow.txt arrow.ms3d          models of different formats
  ms3dlint diff old/ new/                     all models, by their paths
  ms3dlint diff --html moved.html old/ new/   a page that shows what moved
  ms3dlint diff                               what is not committed to git
  ms3dlint diff --git main...work models/     what the branch work changed

Exit codes:
  0  the models are the same, however they are written, also for programs
     that read them; or, with --git-external, they were compared
  1  they differ
  2  the arguments or a configuration are invalid
  3  a file could not be read, or neither is a model")]
pub(crate) struct DiffArgs {
    /// The old and the new model, or two folders whose models are compared by their paths; with --git, what to compare
    /// [default: everything]. Without paths, models are compared with the last commit
    #[arg(value_name = "PATHS")]
    pub(crate) paths: Vec<PathBuf>,
    /// Compare commits of git: A..B, or A...B for what B changed since it branched off A, or A with the files on disk
    #[arg(long, value_name = "COMMITS", conflicts_with = "git_external")]
    pub(crate) git: Option<String>,
    /// Compare what git gives to an external diff: docs/git.md has the configuration
    #[arg(long, value_name = "ARGS", num_args = 1.., allow_hyphen_values = true, conflicts_with = "paths", hide_short_help = true)]
    pub(crate) git_external: Vec<PathBuf>,
    /// The format of the output
    #[arg(long, alias = "format", value_enum, value_name = "FORMAT", default_value_t = DiffFormat::Text)]
    pub(crate) output_format: DiffFormat,
    /// Write a page that shows each model beside the old one, with what moved, or - to print it in place of the text
    #[arg(long, value_name = "FILE", conflicts_with = "git_external")]
    pub(crate) html: Option<PathBuf>,
    /// Replace the file of --html if it exists, unless it is a model
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// The number of threads [default: one for each core]
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", value_parser = threads, hide_short_help = true)]
    pub(crate) threads: Option<u16>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiffFormat {
    /// What differs in words, the most important first
    Text,
    /// One JSON document
    Json,
}
