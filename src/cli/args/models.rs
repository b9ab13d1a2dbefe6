//! Arguments of the commands that format, convert, print and count models.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cli::args::check::severity;
use crate::cli::args::files::{ConfigArgs, Files, Passed, whole_number};
use crate::diagnostics::finding::Severity;

/// What to format, and whether to write it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Files are replaced, and most exporters write another spelling: --check and
--diff show beforehand what would change.

Examples:
  ms3dlint fmt --check models/       name the files that would change
  ms3dlint fmt models/               format them
  ms3dlint fmt - < a.txt > b.txt     filter standard input

Exit codes:
  0  all files are in the canonical spelling now
  1  a file was refused: `ms3dlint --target none` finds an error in it, or
     something of it would be lost; or, with --check or --diff, a file would
     change
  2  the arguments or a configuration are invalid
  3  a file could not be read or written, or the program failed")]
pub(crate) struct Fmt {
    /// Files, folders to search for ASCII models, or - to format standard input to standard output
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
#[command(override_usage = "ms3dlint convert [OPTIONS] <IN> <OUT>")]
#[command(after_help = "\
Examples:
  ms3dlint convert arrow.txt arrow.ms3d
  ms3dlint convert --deny-loss arrow.ms3d -o arrow.txt
  ms3dlint convert --embed-textures arrow.ms3d arrow.glb

What the other format cannot hold is reported on standard error, one line for
each kind of loss and object.

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
    #[command(flatten)]
    pub(crate) out: Out,
    /// The format to write [default: by the name of OUT, .txt, .ms3d or .glb]
    #[arg(long, value_enum, value_name = "FORMAT", alias = "model-format")]
    pub(crate) to: Option<To>,
    /// Frames per second of an ASCII model, which does not record them [default: 24]
    #[arg(long, value_name = "N", value_parser = rate)]
    pub(crate) rate: Option<f32>,
    /// Put the textures into a glTF file, TGA and BMP as PNG; otherwise it has the paths of PNG and JPEG files
    #[arg(long)]
    pub(crate) embed_textures: bool,
    /// Write nothing, and exit with 1, if anything would be lost (hints do not count)
    #[arg(long)]
    pub(crate) deny_loss: bool,
}

/// Where to write a model, and whether a file there may be replaced.
#[derive(clap::Args, Debug)]
pub(crate) struct Out {
    /// The file to write, or - for standard output
    #[arg(value_name = "OUT", required_unless_present = "output")]
    out: Option<PathBuf>,
    /// The same as OUT
    #[arg(short, long, value_name = "OUT", conflicts_with = "out")]
    output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

impl Out {
    /// The path, or `-`. Clap makes sure that there is one.
    pub(crate) fn path(&self) -> &Path {
        self.out.as_deref().or(self.output.as_deref()).unwrap_or(Path::new("-"))
    }
}

/// A format of models.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ModelFormat {
    /// The ASCII format
    Ascii,
    /// The binary format
    Ms3d,
}

/// A format to convert to.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum To {
    /// The ASCII format
    Ascii,
    /// The binary format
    Ms3d,
    /// Binary glTF 2.0, for programs that draw models
    Glb,
}

/// A frame rate that programs play.
fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse::<f32>().ok().filter(|rate| (1.0..=1000.0).contains(rate));
    rate.ok_or_else(|| "a frame rate is a number from 1 to 1000".to_string())
}

/// What to print, and how much of it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint dump arrow.ms3d
  ms3dlint dump arrow.txt:80:5       from there, as reports print places
  ms3dlint dump arrow.ms3d --from 'bone arm' --lines 20

Exit codes:
  0  it was printed
  2  the arguments are invalid, or the file has no such place
  3  the file could not be read, or is not a model")]
pub(crate) struct Dump {
    /// A model, or - for standard input; or a place to begin at, as in model.txt:12:5 or model.ms3d@0x2f
    pub(crate) file: PathBuf,
    /// Begin at a line or line and column, an offset as in 0x2f, or a place as in 'mesh "body", vertex 311'
    #[arg(long, value_name = "PLACE")]
    pub(crate) from: Option<String>,
    /// Print at most N lines
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(crate) lines: Option<usize>,
}

/// What to make a model of, and where to put it.
#[derive(clap::Args, Debug)]
#[command(override_usage = "ms3dlint assemble [OPTIONS] <LISTING> <OUT>")]
#[command(after_help = "\
Example:
  ms3dlint dump old.ms3d > model.listing
  ms3dlint assemble model.listing new.ms3d

Exit codes:
  0  the model was written
  2  the arguments or the listing are invalid; nothing was written
  3  a file could not be read or written")]
pub(crate) struct Assemble {
    /// A listing, or - for standard input
    pub(crate) listing: PathBuf,
    #[command(flatten)]
    pub(crate) out: Out,
}

/// Where to look.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint where arrow.txt:80:5      as reports print places
  ms3dlint where arrow.ms3d@0x2f
  ms3dlint where arrow.txt 'mesh body, vertex 311, u'

Exit codes:
  0  it was shown
  2  the arguments are invalid, or the file has no such place
  3  the file could not be read, or is not a model")]
pub(crate) struct Where {
    /// A model, or - for standard input; or a place, as in model.txt:12:5 or model.ms3d@0x2f
    pub(crate) file: PathBuf,
    /// A line or line and column, an offset as in 0x2f, or a place in the model
    pub(crate) place: Option<String>,
}

/// In which models to count, and how to show it.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint stats models/
  ms3dlint stats --output-format csv models/ > models.csv

Exit codes:
  0  all models were counted
  2  the arguments or a configuration are invalid
  3  a file could not be read, or a named one is not a model")]
pub(crate) struct StatsArgs {
    /// Files, folders to search for models, or - for standard input
    #[arg(value_name = "PATHS", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// The format of the counts
    #[arg(long, alias = "format", value_enum, value_name = "FORMAT", default_value_t = StatsFormat::Table)]
    pub(crate) output_format: StatsFormat,
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
Examples:
  ms3dlint loads models/
  ms3dlint loads --require stepmania,itgmania noteskins/

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
    /// Show each model, and not only what a program does not load
    ///
    /// Without it, models that all programs load are counted, and those of which the same is said are shown together.
    /// One model alone is always shown, and JSON and Markdown have all.
    #[arg(long)]
    pub(crate) all: bool,
    /// Exit with 1 if one of these programs does not load a model that it reads
    #[arg(long, value_name = "PROGRAMS", value_delimiter = ',')]
    pub(crate) require: Vec<String>,
    /// The format of the output
    #[arg(long, alias = "format", value_enum, value_name = "FORMAT", default_value_t = LoadsFormat::Text)]
    pub(crate) output_format: LoadsFormat,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoadsFormat {
    /// The models that a program does not load, with why, and a line for each program
    Text,
    /// One JSON document
    Json,
    /// A table of models and programs, for a merge request
    Markdown,
}

/// Which model to pose, and when.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint pose walker.ms3d
  ms3dlint pose walker.ms3d --times 0,0.5,1 --vertices 0,5,9
  ms3dlint pose walker.ms3d --engine assimp --output-format json

Exit codes:
  0  the poses were printed
  2  the arguments are invalid, or the model has no such vertex
  3  the file could not be read, or is not a model")]
pub(crate) struct PoseArgs {
    /// A model, or - for standard input
    pub(crate) file: PathBuf,
    /// Times in seconds [default: 0, the middle and the last key]
    #[arg(long, value_name = "SECONDS", value_delimiter = ',', value_parser = seconds, allow_hyphen_values = true)]
    pub(crate) times: Vec<f64>,
    /// Vertices by their indices, those of an ASCII model counted through all meshes [default: the first few, and all in JSON]
    #[arg(long, value_name = "INDICES", value_delimiter = ',', value_parser = whole_number)]
    pub(crate) vertices: Vec<usize>,
    /// Pose it as this program does [default: as MilkShape's format means it]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) engine: Option<String>,
    /// The format of the poses
    #[arg(long, alias = "format", value_enum, value_name = "FORMAT", default_value_t = PoseFormat::Text)]
    pub(crate) output_format: PoseFormat,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PoseFormat {
    /// Tables for people: where bones and vertices are
    Text,
    /// One JSON document, with the matrices of all bones
    Json,
}

/// A time. Programs number frames in 32 bits, and no animation takes years.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    const MOST: f64 = 1e9;
    let seconds = text.parse::<f64>().map_err(|_| "give times in seconds, as in 0,0.5,1")?;
    match seconds.abs() <= MOST {
        true => Ok(seconds),
        false => Err("give times from -1e9 to 1e9 seconds, as in 0,0.5,1".to_string()),
    }
}

/// Which models to show, and where to write the page.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  ms3dlint view walker.ms3d                     writes ms3dlint-view.html
  ms3dlint view models/ -o models.html

The page needs no network and no other file: open it in any browser.

Exit codes:
  0  the page was written, or there are no models in these folders
  2  the arguments or a configuration are invalid; nothing was written
  3  a file could not be read or written, or is not a model")]
pub(crate) struct ViewArgs {
    #[command(flatten)]
    pub(crate) files: Files,
    /// The page to write, or - for standard output
    #[arg(short, long, alias = "out", value_name = "FILE", default_value = "ms3dlint-view.html")]
    pub(crate) output: PathBuf,
    /// Replace the file if it exists, unless it is a model
    #[arg(long)]
    pub(crate) force: bool,
    /// Show what these programs do with what was found [default: one of each kind]
    #[arg(long, value_name = "PROGRAMS", value_delimiter = ',')]
    pub(crate) target: Vec<String>,
    /// The least severity that is shown: hint, info, warning or error
    #[arg(long, value_parser = severity(), value_name = "LEVEL", default_value = "info", hide_possible_values = true)]
    pub(crate) level: Severity,
}
