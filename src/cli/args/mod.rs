//! The arguments of the command line.

mod check;
mod models;
mod report;
mod smith;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub(super) use check::{
    BaselineCommand, BaselinePrune, BaselineWrite, CheckArgs, Color, ConfigArgs, ConfigCommand, Files,
};
pub(super) use models::{
    Assemble, Convert, Dump, Fmt, LoadsArgs, LoadsFormat, StatsArgs, StatsFormat, To, Where,
};
pub(super) use report::{Audience, Format, Merge, RulesArgs, RulesFormat};
pub(super) use smith::{CampaignArgs, Make, Profile, Smith};

/// Checks, explains and repairs MilkShape 3D models.
#[derive(Parser, Debug)]
#[command(name = "ms3dlint", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Exit codes:
  0  nothing was found at or above --fail-on
  1  something was, or --diff shows something
  2  the arguments or a configuration are invalid
  3  a file could not be read, or the program failed")]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) check: CheckArgs,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// What to do instead of checking files.
#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Check models; also without this word
    #[command(alias = "lint")]
    Check(Box<CheckArgs>),
    /// Print the pages of rules: what they find, why it matters, examples
    #[command(alias = "rule")]
    Explain {
        /// The names of rules or groups, or "all"
        #[arg(value_name = "RULES", required = true, value_delimiter = ',')]
        rules: Vec<String>,
    },
    /// List the rules
    Rules(RulesArgs),
    /// Write ASCII models in one spelling, without what importers read in different ways
    #[command(alias = "format")]
    Fmt(Fmt),
    /// Write a model in the other format, and show what is lost
    Convert(Convert),
    /// Print a model with the names of its fields, one line for each line or record
    Dump(Dump),
    /// Make a binary model of what `dump` printed, or of a listing written by hand
    Assemble(Assemble),
    /// Show what is somewhere in a file, and what uses it
    Where(Where),
    /// Record what is wrong today, so that only what is new fails
    #[command(subcommand, arg_required_else_help = false)]
    Baseline(BaselineCommand),
    /// Make one report of the JSON reports of several runs, such as those of shards
    Merge(Merge),
    /// Count what is in models: meshes, vertices, faces and so on
    Stats(StatsArgs),
    /// Show which programs load the models, and what happens to the others
    Loads(LoadsArgs),
    /// Make models, healthy or with one known defect each, to test what reads models
    Smith(Smith),
    /// Run an importer on made models, healthy and broken, and show where it crashes, hangs or takes too much memory
    Campaign(CampaignArgs),
    /// Write a commented ms3dlint.toml into the current folder, and show how to check before each commit
    Init,
    /// Print the schema of configuration files, or what one says of a file
    #[command(subcommand, arg_required_else_help = false)]
    Config(ConfigCommand),
    /// Print what makes a shell complete the commands and options of this program
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages of this program and of each command
    Man {
        /// The folder to write them to, such as man1; pages of an older version are replaced
        #[arg(value_hint = clap::ValueHint::DirPath)]
        dir: PathBuf,
    },
}
