//! The arguments of the command line.

mod check;
mod deferred;
mod diff;
mod files;
mod lsp;
mod models;
mod render;
mod report;
mod smith;

use std::path::PathBuf;

use clap::builder::Styles;
use clap::{CommandFactory, Parser, Subcommand};

use crate::cli::args::deferred::Deferred;

pub(super) use check::{BaselineCommand, BaselinePrune, BaselineWrite, CheckArgs, Color, ConfigCommand};
pub(super) use diff::{DiffArgs, DiffFormat};
pub(super) use files::{ConfigArgs, Files};
pub(super) use lsp::LspArgs;
pub(super) use models::{
    Assemble, Convert, Dump, Fmt, LoadsArgs, LoadsFormat, ModelFormat, PoseArgs, PoseFormat, StatsArgs,
    StatsFormat, To, ViewArgs, Where,
};
pub(super) use render::RenderArgs;
pub(super) use report::{Audience, ExplainArgs, Format, Merge, PageFormat, RulesArgs, RulesFormat};
pub(super) use smith::{CampaignArgs, Make, Profile, Smith};

/// Checks, explains and repairs MilkShape 3D models, ASCII .txt and binary .ms3d
#[derive(Parser, Debug)]
#[command(name = "ms3dlint", version, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) check: CheckArgs,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// What to do instead of checking files.
#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Find what is wrong in models, and repair it with --fix
    #[command(alias = "lint")]
    Check(Deferred<Box<CheckArgs>>),
    /// Format ASCII models in place
    ///
    /// The files are replaced. They are written in one spelling, which all importers read alike.
    #[command(alias = "format")]
    Fmt(Deferred<Fmt>),
    /// Print the pages of rules: what, why, in which engines
    #[command(alias = "rule")]
    Explain(Deferred<ExplainArgs>),
    /// List the rules
    Rules(Deferred<RulesArgs>),
    /// Show which programs load the models
    Loads(Deferred<LoadsArgs>),
    /// Write a commented ms3dlint.toml into the current folder
    #[command(after_help = "\
Example:
  ms3dlint init

Exit codes:
  0  it was written
  2  the arguments are invalid, or there is one already; nothing was written
  3  it could not be written")]
    Init,
    /// Print the settings of a file, or the schema of ms3dlint.toml
    #[command(subcommand, arg_required_else_help = false)]
    #[command(after_help = "Example:\n  ms3dlint config show models/arrow.txt")]
    Config(ConfigCommand),
    /// Record what is wrong today, so that only new findings fail
    #[command(subcommand, arg_required_else_help = false)]
    #[command(after_help = "\
Examples:
  ms3dlint baseline write                    record what is found today
  ms3dlint --baseline ms3dlint-baseline.tsv  check for what is new
  ms3dlint baseline prune                    remove what was repaired")]
    Baseline(BaselineCommand),
    /// Join the JSON reports of several runs
    Merge(Deferred<Merge>),
    /// Count meshes, vertices, bones and so on
    Stats(Deferred<StatsArgs>),
    /// Show what differs between models
    Diff(Deferred<DiffArgs>),
    /// Print where bones and vertices are at a time
    Pose(Deferred<PoseArgs>),
    /// Draw models as a PNG or an animated GIF
    Render(Deferred<RenderArgs>),
    /// Write a page that shows models, how they move, and what is wrong
    View(Deferred<ViewArgs>),
    /// Print a model with the names of its fields
    Dump(Deferred<Dump>),
    /// Show what is at a place in a file, and what uses it
    Where(Deferred<Where>),
    /// Make a binary model from what `dump` printed
    Assemble(Deferred<Assemble>),
    /// Convert between the ASCII and the binary format, or to glTF
    Convert(Deferred<Convert>),
    /// Make test models, healthy or with one known defect each
    Smith(Deferred<Smith>),
    /// Run an importer on test models, and show where it fails
    Campaign(Deferred<CampaignArgs>),
    /// Serve an editor: what is wrong, and what repairs it, as you type
    ///
    /// It is a server of the Language Server Protocol for ASCII models, and for the listings of binary ones: findings,
    /// quick fixes, formatting, hover, definitions, renaming, an outline, hints and completion.
    Lsp(Deferred<LspArgs>),
    /// Print a shell-completion script
    #[command(after_help = "\
Examples:
  eval \"$(ms3dlint completions bash)\"    in ~/.bashrc
  ms3dlint completions fish > ~/.config/fish/completions/ms3dlint.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    #[command(after_help = "Example:\n  ms3dlint man ~/.local/share/man/man1")]
    Man {
        /// The folder, such as man1; pages of an older version are replaced
        #[arg(value_parser = files::folder(), value_hint = clap::ValueHint::DirPath)]
        dir: PathBuf,
    },
}

/// The commands as the help of the program groups them.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Check", &["check", "fmt", "explain", "rules", "loads"]),
    ("Project", &["init", "config", "baseline", "merge", "lsp", "completions", "man"]),
    ("Models", &["view", "render", "diff", "stats", "pose", "dump", "where", "assemble", "convert"]),
    ("Test importers", &["smith", "campaign"]),
];

const EXAMPLES: &str = "
  ms3dlint                        check all models below the current folder
  ms3dlint --fix arrow.txt        repair what can be repaired safely
  ms3dlint explain zero-normal    what a rule finds, and why that matters
";

/// The program with all its commands and options, and a help that groups the commands.
pub(super) fn program() -> clap::Command {
    let program = Args::command();
    let header = *Styles::styled().get_header();
    let mut help = "{about}\n\n{usage-heading} {usage}\n".to_string();
    for (title, names) in GROUPS {
        help += &format!("\n{header}{title}:{header:#}\n");
        for name in names {
            let about = program.find_subcommand(name).and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            help += &format!("  {name:12} {about}\n");
        }
    }
    help += &format!("\n{header}Examples:{header:#}{EXAMPLES}");
    help += "The options of `check` can be given without it: see `ms3dlint check --help`.";
    program.override_usage("ms3dlint [OPTIONS] [PATHS]...\n       ms3dlint <COMMAND>").help_template(help)
}
