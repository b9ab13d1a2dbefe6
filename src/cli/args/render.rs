//! Arguments of the command that draws models.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::cli::args::files::{ConfigArgs, Passed};
use crate::cli::args::models::seconds;
use crate::picture::{DrawOptions, MOST_SIDE, Rgb, View};

/// Which models to draw, and how.
#[derive(clap::Args, Debug)]
#[command(override_usage = "ms3dlint render [OPTIONS] [MODELS]... <OUT>")]
#[command(after_help = "\
Examples:
  ms3dlint render arrow.txt arrow.png
  ms3dlint render --mark --view front arrow.txt findings.png
  ms3dlint render walker.ms3d walker.gif           its animation
  ms3dlint render models/ models.png               a sheet of all models
  ms3dlint render models.png                       of the current folder

What is not drawn as the model has it, such as a texture that cannot be read,
is reported on standard error.

Exit codes:
  0  the picture was written, or there are no models in these folders
  2  the arguments or a configuration are invalid
  3  a file could not be read, drawn or written, or a named one is not a model")]
pub(crate) struct RenderArgs {
    /// Models, folders to search for them, or - for standard input [default: .]; and last the .png or .gif file to
    /// write, or -
    #[arg(value_name = "PATHS")]
    paths: Vec<PathBuf>,
    /// The file to write, if it is not the last of the paths
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// The size in pixels, in a sheet that of each model [default: 512, in a GIF 320, in a sheet 160]
    #[arg(long, value_name = "N|WxH", value_parser = size)]
    pub(crate) size: Option<[u32; 2]>,
    /// From where models are seen
    #[arg(long, value_enum, value_name = "VIEW", default_value_t = ViewFrom::Corner)]
    pub(crate) view: ViewFrom,
    /// What is behind them: a colour such as ffffff, or none [default: dee2e6]
    #[arg(long, value_name = "COLOR", value_parser = background)]
    background: Option<Background>,
    /// Pose models as they are at this time [default: as they are at rest]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    pub(crate) time: Option<f64>,
    /// Pose them as this program does [default: as MilkShape's format means it]
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) engine: Option<String>,
    /// Mark the faces, vertices and bones with warnings and errors, or with any finding of these rules
    #[arg(long, value_name = "RULES", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "")]
    mark: Option<Vec<String>>,
    /// Write the animation as a GIF [default: if the name of OUT ends in .gif]
    #[arg(long)]
    pub(crate) gif: bool,
    /// Write a sheet with the names of models [default: for a folder, and for several models]
    #[arg(long)]
    pub(crate) sheet: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) passed: Passed,
}

impl RenderArgs {
    /// The models, and the file to write.
    pub(crate) fn models_and_out(&self) -> Result<(Vec<PathBuf>, &Path), String> {
        let (models, out) = match (&self.output, &*self.paths) {
            (Some(out), models) => (models, out),
            (None, [models @ .., out]) if !models.is_empty() || is_picture(out) => (models, out),
            _ => return Err("name the file to write after the model, as in arrow.txt arrow.png".to_string()),
        };
        let here = || vec![PathBuf::from(".")];
        Ok((if models.is_empty() { here() } else { models.to_vec() }, out))
    }

    /// The names of the rules whose findings are marked, none for all; `None` if nothing is marked.
    pub(crate) fn marked(&self) -> Option<Vec<String>> {
        let words = self.mark.as_ref()?.iter().filter(|word| !word.is_empty());
        Some(words.cloned().collect())
    }

    /// What is behind the models; `None` if that is transparent.
    pub(crate) fn background(&self) -> Option<Rgb> {
        self.background.map_or(DrawOptions::default().background, |background| background.0)
    }
}

/// Whether it is the name of a picture, and not of a model.
fn is_picture(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    ["png", "gif"].iter().any(|picture| extension.eq_ignore_ascii_case(picture))
}

/// What is behind models: a colour, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Background(Option<Rgb>);

/// From where models are seen.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ViewFrom {
    /// The front, somewhat from the right and from above
    Corner,
    /// The front: x to the right, y up
    Front,
    /// The back
    Back,
    /// The left
    Left,
    /// The right
    Right,
    /// Above
    Top,
    /// Below
    Bottom,
}

impl ViewFrom {
    /// The same for the library.
    pub(crate) fn view(self) -> View {
        match self {
            Self::Corner => View::Corner,
            Self::Front => View::Front,
            Self::Back => View::Back,
            Self::Left => View::Left,
            Self::Right => View::Right,
            Self::Top => View::Top,
            Self::Bottom => View::Bottom,
        }
    }
}

/// A size in pixels.
fn size(text: &str) -> Result<[u32; 2], String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let side = |text: &str| text.parse().ok().filter(|side| (16..=MOST_SIDE).contains(side));
    let size = side(width).zip(side(height)).map(|(width, height)| [width, height]);
    size.ok_or_else(|| format!("give pixels from 16 to {MOST_SIDE}, as in 512 or 640x480"))
}

/// A colour, or none.
fn background(text: &str) -> Result<Background, String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_color = digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    match u32::from_str_radix(digits, 16) {
        _ if text == "none" => Ok(Background(None)),
        Ok(color) if is_color => {
            let [_, rgb @ ..] = color.to_be_bytes();
            Ok(Background(Some(rgb)))
        }
        _ => Err("give six hexadecimal digits, as in ffffff, or none".to_string()),
    }
}
