//! What can be said on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};
use jiff::SignedDuration;

use crate::base::display::did_you_mean;
use crate::config::file::FailOn;
use crate::diagnostics::finding::Severity;
use crate::report::invocation::Shard;

/// Checks, explains and repairs MilkShape 3D models.
#[derive(Parser, Debug)]
#[command(name = "ms3dlint", version, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
#[command(after_help = "\
Exit codes:
  0  nothing was found at or above --fail-on
  1  something was, or --diff shows something
  2  the arguments or a configuration make no sense
  3  a file could not be read, or the program failed")]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) check: Check,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// What to do instead of checking files.
#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Print the page of a rule: what it finds, why it matters, examples
    Explain {
        /// The name of the rule
        rule: String,
    },
    /// List all rules
    Rules,
    /// Write models in the one spelling that every known reader accepts
    Fmt(Fmt),
    /// Write a model in the other format, and tell what is lost
    Convert(Convert),
    /// Print a model with the names of its fields, one line for each line or record
    Dump(Dump),
    /// Make a binary model of what `dump` printed, or of a listing written by hand
    Assemble(Assemble),
    /// Tell what stands somewhere in a file, and what uses it
    Where(Where),
    /// Record what is wrong today, so that only what is new fails
    #[command(subcommand, arg_required_else_help = false)]
    Baseline(Baseline),
    /// Make one report of the JSON reports of several runs, such as those of shards
    Merge(Merge),
    /// Count what is in models: meshes, vertices, faces and so on
    Stats(Stats),
    /// Make models, healthy or with one known defect each, to test what reads models
    Smith(Smith),
    /// Run an importer on made models, healthy and broken, and tell where it crashes, hangs or takes too much memory
    Campaign(Campaign),
    /// Write a commented ms3dlint.toml into the current folder, and tell how to check before each commit
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

/// Which models to make.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The same version, options and seed always make the same files. manifest.jsonl \
tells of each file its seed, what kind of model it is, what is broken in it, \
and the place and bytes where that must be reported. Textures that the models \
name are written too, of one pixel each.

Examples:
  A hundred healthy models:
    ms3dlint smith models/
  Legal ones, and hostile:
    ms3dlint smith --profile stress -n 1000 models/
  What an importer must not loop on:
    ms3dlint smith --defect parent-cycle --format ms3d out/
  Five for each known defect:
    ms3dlint smith --defect all -n 5 out/")]
pub(super) struct Smith {
    /// A new or empty folder for the models
    #[arg(required_unless_present = "list_defects", value_hint = clap::ValueHint::DirPath)]
    pub(super) out_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(super) make: Make,
    /// The seed of the first model; each has the next one, or one far from it where that makes no such model
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many models to make, or how many for each defect
    #[arg(short = 'n', long = "count", value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) count: u64,
    /// What to break in each: names of rules, or of single defects as --list-defects prints them, or all; may be
    /// given several times
    #[arg(long = "defect", value_name = "RULES", value_delimiter = ',')]
    pub(super) defects: Vec<String>,
    /// Print what can be broken, or which defects --defect and --format choose, and nothing else
    #[arg(long, conflicts_with = "out_dir")]
    pub(super) list_defects: bool,
}

/// What kind of models to make.
#[derive(clap::Args, Debug, Clone, Copy)]
pub(super) struct Make {
    /// In which format [default: both in turn]
    #[arg(long, value_enum)]
    pub(super) format: Option<To>,
    /// How well-behaved the models are, but for what is broken
    #[arg(long, value_enum, default_value = "pristine")]
    pub(super) profile: Profile,
}

/// How well-behaved models are.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Profile {
    /// There is nothing to say about them, not even a hint
    Pristine,
    /// What the format allows: no error
    Legal,
    /// What the exporters of the real world write
    Quirky,
    /// Legal, and hostile: limits that are reached, deep skeletons, long lines
    Stress,
}

/// Which importer to run on which models, and what it may take.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The importer runs once for each model, and once before on a small one to see \
that it starts, with nothing to read. It is ended when it takes too long or too \
much, with all its descendants that run. When it ends \
by itself, what is left of its process group is ended too, but not what began a \
session of its own. DIR then holds scorecard.md and scorecard.json, \
results.jsonl with a line for each model, and failing/ with one model of each \
way to fail, as it was and as small as it still fails.

Examples:
  A hundred healthy models:
    ms3dlint campaign --exec './importer @@' --out run1
  And a hundred with each defect:
    ms3dlint campaign --exec './importer @@' --defects all --out run2

Exit codes:
  0  nothing crashed, hung or took too much memory, whatever was accepted
  1  something did
  2  the arguments make no sense, DIR is not empty, or the importer cannot start
  3  a file could not be read or written, or the campaign was stopped")]
pub(super) struct Campaign {
    /// How the importer is called: words as for a shell, though none is run. @@ stands for the path of the
    /// model, which comes last if there is none
    #[arg(long, value_name = "COMMAND")]
    pub(super) exec: String,
    /// A new or empty folder for what comes of it
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) make: Make,
    /// The seed of the first model; each has the next one, or one far from it where that makes no such model
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// How many healthy models, and how many for each defect
    #[arg(short = 'n', long = "count", value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) count: u64,
    /// What to break in models besides: names of rules, or of single defects as `ms3dlint smith` lists them, or all;
    /// may be given several times
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(super) defects: Vec<String>,
    /// How long the importer may compute for a model, as in 500ms, 2s or 1m. One that waits is given ten times
    /// as long, since the machine may be busy
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    pub(super) timeout: Duration,
    /// How much memory it may take, with all that it starts: a number of bytes, or with K, M or G behind it
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(super) memory: u64,
    /// Exit codes that stand for a crash, such as 101 for panics of Rust. Those from 129 to 159, by which a shell
    /// tells of a signal, do so anyway, except on Windows
    #[arg(long = "crash-code", value_name = "CODES", value_delimiter = ',', allow_negative_numbers = true, value_parser = crash_code)]
    pub(super) crash_codes: Vec<i32>,
    /// How many importers run at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
    /// Go on with the campaign in DIR, which was stopped
    #[arg(long)]
    pub(super) resume: bool,
    /// Keep also the models with which nothing goes wrong
    #[arg(long)]
    pub(super) keep: bool,
}

/// A time that something may take.
fn time(text: &str) -> Result<Duration, String> {
    let time = text.parse::<SignedDuration>().ok().filter(SignedDuration::is_positive);
    let time = time.and_then(|time| Duration::try_from(time).ok());
    time.ok_or_else(|| "say how long, as in 500ms, 2s or 1m".to_string())
}

/// An exit code that may stand for a crash.
fn crash_code(text: &str) -> Result<i32, String> {
    match text.parse() {
        Ok(0) => Err("0 is how an importer says that it read the file".to_string()),
        Ok(code) => Ok(code),
        Err(_) => Err("say an exit code, as in 101".to_string()),
    }
}

/// A number of bytes.
fn memory(text: &str) -> Result<u64, String> {
    const UNITS: [(char, u64); 3] = [('K', 1 << 10), ('M', 1 << 20), ('G', 1 << 30)];
    let with_unit = UNITS.iter().find_map(|(name, unit)| Some((text.strip_suffix(*name)?, *unit)));
    let (digits, unit) = with_unit.unwrap_or((text, 1));
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    bytes.filter(|bytes| *bytes > 0).ok_or_else(|| "say how much, as in 512M or 2G".to_string())
}

/// Which reports to merge, and how to show that.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes, as of one run:
  0  nothing was found that fails
  1  something was
  2  the arguments make no sense, or the reports do not belong together
  3  a report could not be read, or a file could not be when it was checked")]
pub(super) struct Merge {
    /// JSON reports: of all shards of a run, or of runs over different files
    #[arg(value_name = "REPORT", required = true)]
    pub(super) reports: Vec<PathBuf>,
    /// How to show what was found. There are no excerpts: the files are not read again
    #[arg(long, value_parser = undrawn(), value_name = "FORMAT", default_value = "concise")]
    pub(super) output_format: Format,
    /// Write another report to a file, as in sarif=report.sarif; may be given several times
    #[arg(long, value_name = "FORMAT=FILE", value_parser = output)]
    pub(super) output: Vec<(Format, PathBuf)>,
}

/// What to tell of configurations.
#[derive(Subcommand, Debug)]
pub(super) enum ConfigCommand {
    /// Print the JSON Schema of ms3dlint.toml, for editors
    Schema,
    /// Print what the configuration says of a file, and in which line of which file it does
    Show {
        /// A file, which need not be there
        file: PathBuf,
        #[command(flatten)]
        config: Config,
    },
}

/// In which models to count, and how to show it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  all models were counted
  2  the arguments or a configuration make no sense
  3  a file could not be read, or a named one is no model")]
pub(super) struct Stats {
    /// Files, folders to search for models, or - for standard input
    #[arg(value_name = "PATHS", required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// How to show it
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = StatsFormat::Table)]
    pub(super) format: StatsFormat,
    #[command(flatten)]
    pub(super) config: Config,
    #[command(flatten)]
    pub(super) passed: Passed,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StatsFormat {
    /// A table for people
    Table,
    /// One JSON document
    Json,
    /// A line for each model, for spreadsheets
    Csv,
}

/// Where the configuration is.
#[derive(clap::Args, Debug)]
pub(super) struct Config {
    /// Use this configuration for all files, instead of the nearest ms3dlint.toml or .ms3dlint.toml above each
    #[arg(long, value_name = "FILE", help_heading = "Configuration")]
    pub(super) config: Option<PathBuf>,
    /// Use no configuration
    #[arg(long, conflicts_with = "config", help_heading = "Configuration")]
    pub(super) no_config: bool,
}

/// Which of the named files are passed over.
#[derive(clap::Args, Debug)]
pub(super) struct Passed {
    /// Leave out files that the configuration excludes even where they are named
    #[arg(long, help_heading = "Configuration")]
    pub(super) force_exclude: bool,
}

/// What to do with a baseline.
#[derive(Subcommand, Debug)]
pub(super) enum Baseline {
    /// Record all that is found, whatever its severity. Of a baseline that is there, what it says of other files stays
    Write(BaselineWrite),
    /// Forget what is no longer found. Nothing is ever added
    Prune(BaselinePrune),
}

/// What to record, and where.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  it was written
  1  something is not in the baseline that is there; nothing was written
  2  the arguments or the baseline make no sense
  3  a file could not be read or written; nothing was written")]
pub(super) struct BaselineWrite {
    #[command(flatten)]
    pub(super) files: Files,
    /// The baseline [default: what the configuration says, or ms3dlint-baseline.tsv]
    #[arg(long, value_name = "FILE", visible_alias = "baseline")]
    pub(super) output: Option<PathBuf>,
    /// Record also what is not in the baseline that is there
    #[arg(long)]
    pub(super) accept_new: bool,
}

/// What to look through, and what to forget.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the baseline holds what is still found
  2  the arguments or the baseline make no sense
  3  a file could not be read or written; nothing was written")]
pub(super) struct BaselinePrune {
    #[command(flatten)]
    pub(super) files: Files,
    /// The baseline [default: what the configuration says, or ms3dlint-baseline.tsv]
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
}

/// Which files are looked at.
#[derive(clap::Args, Debug)]
pub(super) struct Files {
    /// Files, folders to search for .txt and .ms3d files, or - for standard input. Hidden files, links
    /// and what ignore files and the configuration exclude are passed over in folders
    #[arg(value_name = "PATHS")]
    pub(super) paths: Vec<PathBuf>,
    /// Read more paths from a file, one on a line, or from standard input for -
    #[arg(long, value_name = "FILE", help_heading = "Which files")]
    pub(super) files_from: Option<PathBuf>,
    /// In what --files-from reads, a NUL stands behind each path, as `git ls-files -z` writes it
    #[arg(short = '0', long, requires = "files_from", help_heading = "Which files")]
    pub(super) null: bool,
    /// Where the checked tree begins, which no texture path should leave [default: what the configuration
    /// says, or the nearest folder above the model with .git or ms3dlint.toml in it, else the path that is
    /// checked]
    #[arg(long, value_name = "DIR", help_heading = "Which files")]
    pub(super) root: Option<PathBuf>,
    /// What to call standard input, and where to look for its textures
    #[arg(long, value_name = "NAME", help_heading = "Which files")]
    pub(super) stdin_filename: Option<String>,
    #[command(flatten)]
    pub(super) config: Config,
    #[command(flatten)]
    pub(super) passed: Passed,
    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) threads: Option<u16>,
}

/// What to convert, and to what.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
What the other format cannot hold is told on standard error, one line for each kind of loss and object.

Exit codes:
  0  the model was converted
  1  it was refused, as it cannot be written in the other format;
     or, with --deny-loss, something would be lost
  2  the arguments make no sense
  3  a file could not be read or written, or the program failed")]
pub(super) struct Convert {
    /// The model, or - for standard input
    #[arg(value_name = "IN")]
    pub(super) input: PathBuf,
    /// Where to write it, or - for standard output. The name tells the format: .txt or .ms3d. A file that is
    /// there is replaced
    #[arg(value_name = "OUT")]
    pub(super) output: PathBuf,
    /// The format to write, whatever the name of OUT
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(super) to: Option<To>,
    /// Of a binary file: how many frames take a second [default: 24]
    #[arg(long, value_name = "N", value_parser = rate)]
    pub(super) rate: Option<f32>,
    /// Write nothing, and exit with 1, if anything would be lost. Hints tell of no loss
    #[arg(long)]
    pub(super) deny_loss: bool,
}

/// A format to convert to.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum To {
    /// Text
    Ascii,
    /// Binary
    Ms3d,
}

/// A frame rate that programs play.
fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse::<f32>().ok().filter(|rate| (1.0..=1000.0).contains(rate));
    rate.ok_or_else(|| "a frame rate is a number from 1 to 1000".to_string())
}

/// What to print, and how much of it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  it was printed
  2  the arguments make no sense, or the file has no such place
  3  the file could not be read, or is no model")]
pub(super) struct Dump {
    /// A model, or - for standard input
    pub(super) file: PathBuf,
    /// Begin here: a place as reports tell it, as in 'mesh "body", vertex 311', a line, or an offset, as in 0x2f
    #[arg(long, value_name = "PLACE")]
    pub(super) from: Option<String>,
    /// Print so many lines
    #[arg(long, value_name = "N")]
    pub(super) lines: Option<usize>,
}

/// What to make a model of, and where to put it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the model was written
  2  the arguments or the listing make no sense; nothing was written
  3  a file could not be read or written")]
pub(super) struct Assemble {
    /// A listing, or - for standard input
    pub(super) listing: PathBuf,
    /// The model to write, or - for standard output. One that is there is replaced in one step
    pub(super) out: PathBuf,
}

/// Where to look.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  it was told
  2  the arguments make no sense, or the file has no such place
  3  the file could not be read, or is no model")]
pub(super) struct Where {
    /// A model, or - for standard input
    pub(super) file: PathBuf,
    /// A line, as in 12 or 12:5 with a column, an offset, as in 0x2f, or a place as reports tell it, as in
    /// 'mesh "body", vertex 311, u'
    pub(super) place: String,
}

/// What to format, and whether to write it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  all files are in the canonical spelling now
  1  a file was refused: it has an error, or something of it would be lost;
     or, with --check or --diff, a file would change
  2  the arguments make no sense
  3  a file could not be read or written, or the program failed")]
pub(super) struct Fmt {
    /// Files, folders to search for text models, or - to format standard input to standard output
    #[arg(value_name = "PATHS", required = true)]
    pub(super) paths: Vec<PathBuf>,
    /// Write nothing; print the names of the files that would change
    #[arg(long)]
    pub(super) check: bool,
    /// Write nothing; print what would change, as a unified diff
    #[arg(long, conflicts_with = "check")]
    pub(super) diff: bool,
    #[command(flatten)]
    pub(super) config: Config,
    #[command(flatten)]
    pub(super) passed: Passed,
}

/// What to check, and how to show what was found.
#[derive(clap::Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) files: Files,
    /// Of PATHS, or of the current folder, only what has changed since the work at REF was begun, in commits or not
    /// [default of REF: the upstream branch, or else the last commit]
    #[arg(long, value_name = "REF", num_args = 0..=1, require_equals = true, default_missing_value = "", help_heading = "Which files")]
    pub(super) changed: Option<String>,
    /// Of PATHS, or of the current folder, only what is staged for the next commit, as it is staged
    #[arg(long, conflicts_with = "changed", help_heading = "Which files")]
    pub(super) staged: bool,
    /// Check only part N of M of the files; `ms3dlint merge` makes one report of all parts
    #[arg(long, value_name = "N/M", help_heading = "Which files")]
    pub(super) shard: Option<Shard>,
    /// Go on, and check again what changes, until Ctrl-C is pressed
    #[arg(long, conflicts_with_all = ["staged", "files_from", "output"])]
    pub(super) watch: bool,
    /// Say nothing of named files that are no models, unless they look half like one or are called .ms3d
    #[arg(long, help_heading = "Which files")]
    pub(super) quiet_unknown: bool,
    /// What is known to be wrong, and does not count: see `ms3dlint baseline` [default: what the
    /// configuration says]
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,
    /// How to show what was found
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Pretty)]
    pub(super) output_format: Format,
    /// Write another report to a file, as in sarif=report.sarif; can be given several times
    #[arg(long, value_name = "FORMAT=FILE", value_parser = output, conflicts_with = "diff")]
    pub(super) output: Vec<(Format, PathBuf)>,
    /// Run only these rules or groups, or "all"
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(super) select: Vec<String>,
    /// Do not run these rules or groups
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(super) ignore: Vec<String>,
    /// Show what is at least this bad; everything is counted
    #[arg(long, value_enum, default_value_t = Level::Info)]
    pub(super) level: Level,
    /// Exit with 1 for what is at least this bad [default: what the configuration says, or error]
    #[arg(long, value_parser = fail_on(), value_name = "LEVEL")]
    pub(super) fail_on: Option<FailOn>,
    /// Show each place instead of one finding for all places of an object
    #[arg(long)]
    pub(super) expand: bool,
    /// Show at most N findings of one rule in a file, 0 for all; everything is counted
    /// [default: 20 in pretty and narrated, otherwise 1000]
    #[arg(long, value_name = "N")]
    pub(super) max_per_rule: Option<usize>,
    /// Repair what can be repaired so that the model means the same: findings at or above --level that
    /// have a safe fix
    #[arg(long, help_heading = "Repairing")]
    pub(super) fix: bool,
    /// Repair also what is a good guess and may change the model
    #[arg(long, help_heading = "Repairing")]
    pub(super) unsafe_fixes: bool,
    /// Show what would be repaired as a unified diff in place of a report, and write nothing; exit with 1 if
    /// anything would
    #[arg(long, help_heading = "Repairing")]
    pub(super) diff: bool,
    /// With --fix or --diff: repair only what these rules or groups find, whatever their severity
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Repairing")]
    pub(super) fix_only: Vec<String>,
    /// Tell how much each rule found, in how many files, and how much of it can be repaired
    #[arg(long)]
    pub(super) statistics: bool,
    /// Tell how long reading and each rule took, added up over all threads
    #[arg(long)]
    pub(super) timing: bool,
    /// When to use colour
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(super) color: Color,
    /// Wait for Enter at the end, so that a window which closes with the program can be read
    #[arg(long)]
    pub(super) pause: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Annotated excerpts
    Pretty,
    /// Annotated excerpts in words, for screen readers
    Narrated,
    /// One finding per line
    Concise,
    /// One JSON document
    Json,
    /// One JSON object per finding, each on its own line
    JsonLines,
    /// SARIF 2.1.0, for code scanning and viewers
    Sarif,
    /// Annotations of GitHub Actions, with the concise log above them
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// JUnit's XML
    Junit,
    /// Checkstyle's XML
    Checkstyle,
    /// The format of reviewdog, with suggestions
    Rdjson,
    /// A table for a merge request
    Markdown,
}

/// Who reads a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Readers {
    /// People, who want to see a few findings of each kind.
    People,
    /// Programs, which want to know of many.
    Programs,
    /// Programs that also want to know what fixes would change.
    Repairers,
}

impl Format {
    /// Whether it shows excerpts of the files, for people.
    pub(super) fn is_drawn(self) -> bool {
        matches!(self, Self::Pretty | Self::Narrated)
    }

    /// Who reads it.
    pub(super) fn readers(self) -> Readers {
        match self {
            Self::Pretty | Self::Narrated => Readers::People,
            Self::Json | Self::JsonLines | Self::Sarif | Self::Rdjson => Readers::Repairers,
            _ => Readers::Programs,
        }
    }

    /// Whether it tells of findings that do not count, or has fingerprints, which are told apart from theirs.
    pub(super) fn has_hidden(self) -> bool {
        matches!(self, Self::Sarif | Self::Json | Self::JsonLines | Self::Gitlab)
    }

    /// Whether it tells files by their addresses.
    pub(super) fn has_addresses(self) -> bool {
        !self.is_drawn() && self != Self::Concise
    }

    /// Whether it tells what a run came to, so that nobody else need do so.
    pub(super) fn has_summary(self) -> bool {
        matches!(self, Self::Pretty | Self::Narrated | Self::Json)
    }
}

/// Takes the formats without excerpts.
fn undrawn() -> impl TypedValueParser<Value = Format> {
    let formats = Format::value_variants().iter().filter(|format| !format.is_drawn());
    let names = formats.filter_map(ValueEnum::to_possible_value);
    PossibleValuesParser::new(names).try_map(|name| Format::from_str(&name, false))
}

/// A format and where to write it.
fn output(text: &str) -> Result<(Format, PathBuf), String> {
    let (format, path) = text.split_once('=').ok_or("say which format and where, as in json=report.json")?;
    let known = || Format::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let format = Format::from_str(format, false).map_err(|_| {
        let names: Vec<_> = known().map(|value| value.get_name().to_string()).collect();
        let guess = did_you_mean(format, names.iter().map(String::as_str));
        format!("no format is called \"{format}\"{guess}")
    })?;
    match path {
        "" => Err("name the file to write".to_string()),
        "-" => Err("what goes to standard output is said with --output-format".to_string()),
        _ => Ok((format, path.into())),
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    Hint,
    Info,
    Warning,
    Error,
}

impl From<Level> for Severity {
    fn from(level: Level) -> Self {
        match level {
            Level::Hint => Self::Hint,
            Level::Info => Self::Info,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
        }
    }
}

/// Takes the words that a configuration takes.
fn fail_on() -> impl TypedValueParser<Value = FailOn> {
    let known =
        |word: String| FailOn::ALL.into_iter().find(|level| level.name() == word).ok_or("no such severity");
    PossibleValuesParser::new(FailOn::ALL.map(FailOn::name)).try_map(known)
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}
