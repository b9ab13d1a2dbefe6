//! Arguments of `smith` and `campaign`: which models to make, and which importers to run on them.

use std::path::PathBuf;
use std::time::Duration;

use jiff::SignedDuration;

use crate::cli::args::models::To;

/// Which models to make.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The same version, options and seed always make the same files. manifest.jsonl \
tells of each file its seed, what kind of model it is, what is broken in it, \
the place and bytes where that must be reported, and the programs that do not \
load it, which are emulated. Textures that the models name are written too, of \
one pixel each.

Examples:
  A hundred healthy models:
    ms3dlint smith models/
  Legal ones, and hostile:
    ms3dlint smith --profile stress -n 1000 models/
  What an importer must not loop on:
    ms3dlint smith --defect parent-cycle --format ms3d out/
  Five for each known defect:
    ms3dlint smith --defect all -n 5 out/")]
pub(crate) struct Smith {
    /// A new or empty folder for the models
    #[arg(required_unless_present = "list_defects", value_hint = clap::ValueHint::DirPath)]
    pub(crate) out_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) make: Make,
    /// How many models to make, or how many for each defect
    #[arg(short = 'n', long = "count", value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// What to break in each: names of rules, or of single defects as --list-defects prints them, or all; may be
    /// given several times
    #[arg(long = "defect", value_name = "RULES", value_delimiter = ',')]
    pub(crate) defects: Vec<String>,
    /// Print what can be broken, or which defects --defect and --format choose, and nothing else
    #[arg(long, conflicts_with = "out_dir")]
    pub(crate) list_defects: bool,
}

/// What kind of models to make.
#[derive(clap::Args, Debug, Clone, Copy)]
pub(crate) struct Make {
    /// In which format [default: both in turn]
    #[arg(long, value_enum)]
    pub(crate) format: Option<To>,
    /// How well-behaved the models are, but for what is broken
    #[arg(long, value_enum, default_value = "pristine")]
    pub(crate) profile: Profile,
    /// The seed of the first model; each has the next one, or one far from it where that makes no such model
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How well-behaved models are.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// There is nothing to say about them, not even a hint, and every program that reads their format loads them,
    /// but for kinds of models that a program never loads
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
  And where it differs from assimp:
    ms3dlint campaign --exec './importer @@' --format ms3d --defects all \\
      --expect assimp --out run3

Exit codes:
  0  nothing crashed, hung or took too much memory, whatever was accepted
  1  something did, or --deny-differences is given and there is one
  2  the arguments are invalid, DIR is not empty, or the importer cannot start
  3  a file could not be read or written, or the campaign was stopped")]
pub(crate) struct CampaignArgs {
    /// How the importer is called: words as for a shell, though none is run. @@ is the path of the
    /// model, which comes last if there is none
    #[arg(long, value_name = "COMMAND")]
    pub(crate) exec: String,
    /// A new or empty folder for what comes of it
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) make: Make,
    /// How many healthy models, and how many for each defect
    #[arg(short = 'n', long = "count", value_name = "COUNT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: u64,
    /// What to break in models besides: names of rules, or of single defects as `ms3dlint smith` lists them, or all;
    /// may be given several times
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    pub(crate) defects: Vec<String>,
    /// How long the importer may compute for a model, as in 500ms, 2s or 1m. One that waits is given ten times
    /// as long, since the machine may be busy
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = time)]
    pub(crate) timeout: Duration,
    /// How much memory it may take, with all that it starts: a number of bytes, or with K, M or G after it
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = memory)]
    pub(crate) memory: u64,
    /// Exit codes that stand for a crash, such as 101 for panics of Rust. Those from 129 to 159, by which a shell
    /// tells of a signal, do so anyway, except on Windows
    #[arg(long = "crash-code", value_name = "CODES", value_delimiter = ',', allow_negative_numbers = true, value_parser = crash_code)]
    pub(crate) crash_codes: Vec<i32>,
    /// How many importers run at a time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// Go on with the campaign in DIR, which was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Tell, besides, where the importer accepts a model that this program does not load, or rejects one that it
    /// loads: a name that --target of `ms3dlint loads` takes, such as assimp
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) expect: Option<String>,
    /// Exit with 1 if there is such a difference
    #[arg(long, requires = "expect")]
    pub(crate) deny_differences: bool,
    /// Keep also the models with which nothing goes wrong
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
