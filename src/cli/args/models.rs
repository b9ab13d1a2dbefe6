//! Arguments of the commands that format, convert, print and count models.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::args::check::{ConfigArgs, Files, Passed};

/// What to format, and whether to write it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  all files are in the canonical spelling now
  1  a file was refused: it has an error, or something of it would be lost;
     or, with --check or --diff, a file would change
  2  the arguments are invalid
  3  a file could not be read or written, or the program failed")]
pub(crate) struct Fmt {
    /// Files, folders to search for text models, or - to format standard input to standard output
    #[arg(value_name = "PATHS", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing; print the names of the files that would change
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing; print what would change, as a unified diff
    #[arg(long, conflicts_with = "check")]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) passed: Passed,
}

/// What to convert, and to what.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
What the other format cannot hold is told on standard error, one line for each kind of loss and object.

Exit codes:
  0  the model was converted
  1  it was refused, as it cannot be written in the other format;
     or, with --deny-loss, something would be lost
  2  the arguments are invalid
  3  a file could not be read or written, or the program failed")]
pub(crate) struct Convert {
    /// The model, or - for standard input
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// Where to write it, or - for standard output. The name shows the format: .txt or .ms3d. A file that is
    /// there is replaced
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The format to write, whatever the name of OUT
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: Option<To>,
    /// Of a binary file: how many frames take a second [default: 24]
    #[arg(long, value_name = "N", value_parser = rate)]
    pub(crate) rate: Option<f32>,
    /// Write nothing, and exit with 1, if anything would be lost. Hints show no loss
    #[arg(long)]
    pub(crate) deny_loss: bool,
}

/// A format to convert to.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
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
  2  the arguments are invalid, or the file has no such place
  3  the file could not be read, or is no model")]
pub(crate) struct Dump {
    /// A model, or - for standard input
    pub(crate) file: PathBuf,
    /// Begin here: a place as reports show it, as in 'mesh "body", vertex 311', a line, or an offset, as in 0x2f
    #[arg(long, value_name = "PLACE")]
    pub(crate) from: Option<String>,
    /// Print so many lines
    #[arg(long, value_name = "N")]
    pub(crate) lines: Option<usize>,
}

/// What to make a model of, and where to put it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  the model was written
  2  the arguments or the listing are invalid; nothing was written
  3  a file could not be read or written")]
pub(crate) struct Assemble {
    /// A listing, or - for standard input
    pub(crate) listing: PathBuf,
    /// The model to write, or - for standard output. One that is there is replaced in one step
    pub(crate) out: PathBuf,
}

/// Where to look.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  it was told
  2  the arguments are invalid, or the file has no such place
  3  the file could not be read, or is no model")]
pub(crate) struct Where {
    /// A model, or - for standard input; or a place as reports print it, as in model.txt:12:5 or model.ms3d@0x2f
    pub(crate) file: PathBuf,
    /// A line, as in 12 or 12:5 with a column, an offset, as in 0x2f, or a place in the model, as in
    /// 'mesh "body", vertex 311, u'
    pub(crate) place: Option<String>,
}

/// In which models to count, and how to show it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  all models were counted
  2  the arguments or a configuration are invalid
  3  a file could not be read, or a named one is no model")]
pub(crate) struct StatsArgs {
    /// Files, folders to search for models, or - for standard input
    #[arg(value_name = "PATHS", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// How to show it
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = StatsFormat::Table)]
    pub(crate) format: StatsFormat,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) passed: Passed,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StatsFormat {
    /// A table for people
    Table,
    /// One JSON document
    Json,
    /// A line for each model, for spreadsheets
    Csv,
}

/// Which models to load, and by which programs.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Exit codes:
  0  every program that --require names loads every model that it reads
  1  one of them does not
  2  the arguments or a configuration are invalid
  3  a file could not be read")]
pub(crate) struct LoadsArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Only these programs [default: all]
    #[arg(long, value_name = "PROGRAMS", value_delimiter = ',')]
    pub(crate) target: Vec<String>,
    /// Exit with 1 if one of these programs does not load a model that it reads
    #[arg(long, value_name = "PROGRAMS", value_delimiter = ',')]
    pub(crate) require: Vec<String>,
    /// How to show it
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LoadsFormat::Text)]
    pub(crate) output_format: LoadsFormat,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoadsFormat {
    /// Each model with the programs that load it and those that do not, and a line for each program
    Text,
    /// One JSON document
    Json,
    /// A table of models and programs, for a merge request
    Markdown,
}
