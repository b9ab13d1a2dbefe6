//! Arguments of `smith` and `campaign`: which models to make, and which importers to run on them.

use std::path::PathBuf;
use std::time::Duration;

use jiff::SignedDuration;

use crate::cli::args::files::{count, folder, seed, threads};
use crate::cli::args::models::ModelFormat;

/// Which models to make.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The same version, options and seed always make the same files. manifest.jsonl \
records for each file its seed, what kind of model it is, what is broken in it, \
the place and bytes where that must be reported, and the programs (emulated) \
that do not load it. Textures that the models name are written too, of one \
pixel each.

Examples:
  ms3dlint smith models/                       a hundred healthy models
  ms3dlint smith --profile stress -n 9 out/    legal models, but hostile ones
  ms3dlint smith --defect parent-cycle out/    on which no importer may hang
  ms3dlint smith --defect all -n 5 out/        five for each known defect

Exit codes:
  0  all was made, or listed
  2  the arguments are invalid, or OUT_DIR is not empty
  3  a file could not be written")]
pub(crate) struct Smith {
    /// A new or empty folder for the models
    #[arg(required_unless_present_any = ["list_defects", "output"], value_parser = folder(), value_hint = clap::ValueHint::DirPath)]
    pub(crate) out_dir: Option<PathBuf>,
    /// The same as OUT_DIR
    #[arg(short, long, value_name = "OUT_DIR", conflicts_with_all = ["out_dir", "list_defects"], value_parser = folder(), value_hint = clap::ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) make: Make,
    /// The number of models, or the number for each defect
    #[arg(short = 'n', long = "count", value_name = "COUNT", default_value_t = 100, value_parser = count)]
    pub(crate) count: u64,
    /// What to break in each: rules, groups of rules, single defects as --list-defects prints them, or all
    #[arg(long = "defect", alias = "defects", value_name = "RULES", value_delimiter = ',')]
    pub(crate) defects: Vec<String>,
    /// Print the defects that --defect and --model-format choose, and make nothing
    #[arg(long, conflicts_with = "out_dir")]
    pub(crate) list_defects: bool,
}

/// What kind of models to make.
#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct Make {
    /// The format of the models [default: both in turn]
    #[arg(long = "model-format", alias = "format", value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<ModelFormat>,
    /// How well-behaved the models are, apart from what is broken
    #[arg(long, value_enum, default_value = "pristine")]
    pub(crate) profile: Profile,
    /// The seed of the first model; later ones count up from it
    ///
    /// A seed that cannot make the wanted model is replaced by one far away.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = seed)]
    pub(crate) seed: u64,
}

/// How well-behaved models are.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// No findings, not even hints, as long as no program is asked, and every program that reads the format loads
    /// them, except for kinds of models that a program never loads
    Pristine,
    /// What the format allows: no error, apart from what programs make of it
    Legal,
    /// What the exporters of the real world write
    Quirky,
    /// Legal, and hostile: limits that are reached, deep skeletons, long lines
    Stress,
}

/// Which importer to run on which models, and what it may take.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The importer runs once for each model, with nothing on standard input, and once \
before on a small model, to see that it starts. An importer that exceeds \
--timeout or --memory is killed together with its child processes. Children \
left in its process group are killed when it exits; children that started a \
session of their own are not. DIR then contains scorecard.md and scorecard.json, \
results.jsonl with a line for each model, and failing/ with one model of each \
way to fail, as it was and as small as it still fails.

Examples:
  ms3dlint campaign --exec './importer @@' -o run1
  ms3dlint campaign --exec './importer @@' --defects all -o run2
  ms3dlint campaign --exec './importer @@' --expect assimp -o run3

Exit codes:
  0  nothing crashed, hung or took too much memory
  1  something did, or --deny-differences is given and there is one
  2  the arguments are invalid, DIR is not empty, the importer cannot start, or
     it rejected all healthy models, so that nothing was tested
  3  a file could not be read or written, or the campaign was stopped")]
pub(crate) struct CampaignArgs {
    /// The command line of the importer, with @@ for the path of the model
    ///
    /// It is split into words as a shell does it, but no shell is run. Without @@ the path comes last.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) exec: String,
    /// A new or empty folder for the results
    #[arg(short, long, alias = "out", value_name = "DIR", value_parser = folder(), value_hint = clap::ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) make: Make,
    /// The number of healthy models, and the number for each defect
    #[arg(short = 'n', long = "count", value_name = "COUNT", default_value_t = 100, value_parser = count)]
    pub(crate) count: u64,
    /// What to break in more models: rules, groups of rules, single defects as `ms3dlint smith` lists them, or all
    #[arg(long, alias = "defect", value_name = "RULES", value_delimiter = ',')]
    pub(crate) defects: Vec<String>,
    /// The processor time that the importer may take for a model, as in 500ms, 2s or 1m
    ///
    /// An importer that waits may take ten times as long, since the machine may be busy.
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    pub(crate) timeout: Duration,
    /// The memory that it and its child processes may take, in bytes or with K, M or G
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(crate) memory: u64,
    /// Exit codes that mean a crash, such as 101 for panics of Rust
    ///
    /// Those from 129 to 159, by which a shell reports a signal, mean a crash anyway, except on Windows.
    #[arg(long = "crash-code", hide_short_help = true, value_name = "CODES", value_delimiter = ',', allow_negative_numbers = true, value_parser = crash_code)]
    pub(crate) crash_codes: Vec<i32>,
    /// The number of importers that run at a time [default: one for each core]
    #[arg(short, long, alias = "threads", value_name = "N", value_parser = threads, hide_short_help = true)]
    pub(crate) jobs: Option<u16>,
    /// Continue the stopped campaign in DIR
    #[arg(long)]
    pub(crate) resume: bool,
    /// Also report where the importer differs from a program such as assimp
    ///
    /// That is where it accepts a model that the program does not load, or rejects one that it loads. The names are
    /// those that --target of `ms3dlint loads` takes.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) expect: Option<String>,
    /// Exit with 1 if there is such a difference
    #[arg(long, requires = "expect")]
    pub(crate) deny_differences: bool,
    /// Also keep the models with which nothing goes wrong
    #[arg(long)]
    pub(crate) keep: bool,
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
        Ok(code) if cfg!(unix) && !(1..=255).contains(&code) => {
            Err("exit codes are from 1 to 255".to_string())
        }
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
