//! `ms3dlint render`: draws models as a PNG, as an animated GIF, or together on a sheet.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::actions::lint;
use crate::base::display::{counted, path_text, visible};
use crate::cli::args::{Files, RenderArgs};
use crate::cli::check::parallel;
use crate::cli::check::progress::Progress;
use crate::cli::check::read::{InputReader, ReadInput, Unread};
use crate::cli::check::selected_rules::selected;
use crate::cli::commands::pose::{not_followed, posed};
use crate::cli::exit::{Exit, complain, failed, note};
use crate::cli::files::atomic_write::{refuse_existing, refuse_model, write_or_print};
use crate::cli::files::configs::Configs;
use crate::cli::files::select;
use crate::cli::files::textures::TextureFiles;
use crate::cli::files::walk::{Input, has_extension, inputs};
use crate::diagnostics::finding::Severity;
use crate::picture::{DrawOptions, Drawing, Picture, PictureMarks, Sheet, gif};
use crate::report::pretty::Style;
use crate::scene::joined::Joined;

/// The widest and highest that a GIF may be: all its pictures are in memory.
const MOST_GIF_SIDE: u32 = 640;
/// How many pictures it has at most, and in a second.
const MOST_FRAMES: f64 = 100.0;
const FRAMES_PER_SECOND: f64 = 25.0;

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One model.
    Png,
    /// Its animation.
    Gif,
    /// All models.
    Sheet,
}

/// Draws models as the arguments say.
struct Artist<'a> {
    args: &'a RenderArgs,
    kind: Kind,
    size: [u32; 2],
    /// The names of the rules whose findings are marked, none for all; `None` if nothing is marked.
    marked: Option<Vec<&'static str>>,
    reader: InputReader,
}

/// A model that was drawn.
struct DrawnModel {
    /// Its path, and the name of its file.
    path: String,
    name: String,
    /// One, or those of a GIF.
    pictures: Vec<Picture>,
    /// How long each of them is shown in a GIF, in hundredths of a second.
    delay: f64,
    /// What is not as people expect it.
    notes: Vec<String>,
}

/// The result of an input.
enum RenderOutcome {
    Drawn(Box<DrawnModel>),
    /// It is no model, and was found in a folder.
    Skipped,
    /// It has no faces, and was found in a folder.
    Empty,
    /// The configuration excludes it.
    Excluded,
    /// It cannot be read or drawn, for this reason.
    Failed(String),
    /// An argument or a configuration is invalid.
    Misused(String),
}

/// Draws what the arguments name. The error is about the arguments.
pub(crate) fn run(args: &RenderArgs) -> Result<Exit, String> {
    let (models, out) = args.models_and_out()?;
    let kind = kind(args, &models, out)?;
    refuse_existing(out, args.force)?;
    refuse_model(out, "a picture")?;
    let marked = args.marked().map(|words| rules(&words)).transpose()?;
    let level = if marked.as_ref().is_some_and(|rules| !rules.is_empty()) {
        Severity::Hint
    } else {
        Severity::Warning
    };
    // All places are marked, and not only the first of many.
    let options = lint::Options { expand: true, level, ..lint::Options::default() };
    let configs = Arc::new(Configs::new(&args.config, Style::Drawn { color: false }, options)?);
    configs.look(models.iter().map(PathBuf::as_path))?;
    let reader = InputReader::new(&files(args, &models), false, configs.clone())?;
    let size = args.size.unwrap_or(match kind {
        Kind::Png => [512; 2],
        Kind::Gif => [320; 2],
        Kind::Sheet => [160; 2],
    });
    if kind == Kind::Gif && size.iter().any(|side| *side > MOST_GIF_SIDE) {
        return Err(format!(
            "a GIF has at most {MOST_GIF_SIDE} x {MOST_GIF_SIDE} pixels; choose a smaller --size"
        ));
    }
    let artist = Artist { args, kind, size, marked, reader };
    let inputs = inputs(models.clone(), configs.clone(), args.passed.force_exclude);
    let progress = Progress::start("models drawn", kind == Kind::Sheet);
    let (mut drawn, mut failed, mut misused) = (Drawn::new(Sheet::most(size)), false, None);
    let work = |input, buffer: &mut Vec<u8>| artist.draw(input, buffer);
    parallel::each(None, &progress, inputs, work, |outcome| match outcome {
        RenderOutcome::Drawn(model) => drawn.add(*model),
        RenderOutcome::Skipped => {}
        RenderOutcome::Empty => drawn.empty += 1,
        RenderOutcome::Excluded => complain("a file is excluded by the configuration, and not drawn"),
        RenderOutcome::Misused(message) => drop(misused.get_or_insert(message)),
        RenderOutcome::Failed(message) => {
            failed = true;
            complain(&message);
        }
    });
    progress.finish();
    if let Some(message) = misused {
        return Err(message);
    }
    if drawn.models.is_empty() && drawn.empty == 0 && !failed {
        select::report_none_found("models", &models, &configs);
    }
    for model in &drawn.models {
        model.notes.iter().for_each(|text| note(&format!("{}: {text}", model.path)));
    }
    if drawn.empty > 0 {
        note(&format!("left out {} without faces", counted(drawn.empty, "model")));
    }
    let exit = artist.write(out, &drawn)?;
    Ok(if failed { Exit::Failure } else { exit })
}

/// What is to be written. The error is about the arguments.
fn kind(args: &RenderArgs, models: &[PathBuf], out: &Path) -> Result<Kind, String> {
    let is = |extension| has_extension(out, extension);
    if out.as_os_str() != "-" && !is("png") && !is("gif") {
        let name = visible(out.as_os_str().as_encoded_bytes());
        return Err(format!(
            "{name} is to be written, so its name must end in .png or .gif; the last path is that of the picture"
        ));
    }
    let is_sheet = args.sheet || models.len() > 1 || models.iter().any(|path| path.is_dir());
    match (args.gif || is("gif"), is_sheet) {
        (true, true) => {
            Err("a GIF shows one model; name one, and a .png file for a sheet of several".to_string())
        }
        (true, false) if is("png") => Err("--gif writes a GIF; give it a name that ends in .gif".to_string()),
        (true, false) if args.time.is_some() => {
            Err("--time is for one picture; a GIF shows the whole animation".to_string())
        }
        (true, false) => Ok(Kind::Gif),
        (false, true) => Ok(Kind::Sheet),
        (false, false) => Ok(Kind::Png),
    }
}

/// The names of the rules that these words mean, none if there are no words.
fn rules(words: &[String]) -> Result<Vec<&'static str>, String> {
    match words {
        [] => Ok(Vec::new()),
        words => Ok(selected(words, &[])?.into_iter().map(|rule| rule.name).collect()),
    }
}

/// Which files are looked at.
fn files(args: &RenderArgs, models: &[PathBuf]) -> Files {
    Files {
        paths: models.to_vec(),
        files_from: None,
        null: false,
        root: None,
        stdin_filename: None,
        config: args.config.clone(),
        passed: args.passed.clone(),
        threads: None,
    }
}

/// What was drawn so far.
struct Drawn {
    models: Vec<DrawnModel>,
    /// How many of them are kept.
    most: usize,
    /// Whether there are more.
    is_full: bool,
    /// How many have no faces, and are left out.
    empty: usize,
}

impl Drawn {
    fn new(most: usize) -> Self {
        Self { models: Vec::new(), most, is_full: false, empty: 0 }
    }

    fn add(&mut self, model: DrawnModel) {
        if self.models.len() < self.most { self.models.push(model) } else { self.is_full = true }
    }
}

impl Artist<'_> {
    fn draw(&self, input: Input, buffer: &mut Vec<u8>) -> RenderOutcome {
        let is_named = !matches!(&input, Input::File { depth: Some(_), .. });
        let input = match self.reader.read(input, buffer) {
            Ok(input) => input,
            Err(Unread::Excluded) => return RenderOutcome::Excluded,
            Err(Unread::Unreadable { message, .. }) => return RenderOutcome::Failed(message),
            Err(Unread::Misconfigured(message)) => return RenderOutcome::Misused(message),
        };
        if input.is_skipped() {
            return RenderOutcome::Skipped;
        }
        let path = visible(input.document.source.name.as_bytes());
        if !input.document.is_binary() && !input.document.is_text() {
            return RenderOutcome::Failed(format!(
                "cannot draw {path}: it is not a model; `ms3dlint FILE` says more"
            ));
        }
        let file = input.path.as_deref().unwrap_or(Path::new("-"));
        let textures = TextureFiles::of(file, input.context.file_tree.clone());
        let joined = Joined::of(&input.document, input.context.file_tree.as_deref());
        let model = joined.as_ref().map_or(&input.document, |joined| &joined.document);
        let (engine, rig) = match posed(model, self.args.engine.as_deref()) {
            Ok(posed) => posed,
            Err(message) => return RenderOutcome::Misused(message),
        };
        let drawing = Drawing::with_rig(model, rig, &|path| textures.read(path));
        if drawing.face_count() == 0 && !is_named {
            return RenderOutcome::Empty;
        }
        let mut notes = notes(&drawing);
        notes.extend(joined.as_ref().map(|joined| format!("drawn with {}", joined.names.join("; "))));
        notes.extend(engine.into_iter().flat_map(|engine| not_followed(model, engine)));
        let marks = self.marked.as_ref().map(|rules| marks(&input, rules, &mut notes));
        match self.pictures(&drawing, marks.as_ref()) {
            Ok((pictures, delay, outside)) => {
                if let Some((marks, last)) = marks.as_ref().zip(notes.last_mut()).filter(|_| outside > 0) {
                    let of = counted(marks.len(), "mark");
                    last.push_str(&format!("; of {of}, {outside} cannot be seen: outside of the picture"));
                }
                let name = file.file_name().map_or_else(|| path.clone(), |name| path_text(Path::new(name)));
                if pictures.iter().all(|picture| self.is_blank(picture)) {
                    notes.push("there is nothing to see of it".to_string());
                }
                RenderOutcome::Drawn(Box::new(DrawnModel { path, name, pictures, delay, notes }))
            }
            Err(why) => RenderOutcome::Failed(format!("cannot draw {path}: {why}")),
        }
    }

    /// The pictures of a model, how long each is shown, in hundredths of a second, and how many marks are in none of them.
    fn pictures(
        &self,
        drawing: &Drawing<'_>,
        marks: Option<&PictureMarks>,
    ) -> Result<(Vec<Picture>, f64, usize), String> {
        let [width, height] = self.size;
        let (view, background) = (self.args.view.view(), self.args.background());
        let marks = marks.filter(|marks| !marks.is_empty());
        let options = DrawOptions { width, height, view, background, marks };
        let (times, delay) = match (self.kind, self.args.time) {
            (Kind::Gif, _) => {
                let end = drawing.end();
                if end <= 0.0 {
                    return Err("it has no animation; write a .png file".to_string());
                }
                let count = (end * FRAMES_PER_SECOND).ceil().clamp(2.0, MOST_FRAMES);
                let times = (0..count as u32).map(|number| end * f64::from(number) / count).collect();
                (times, end / count * 100.0)
            }
            (_, time) => (Vec::from_iter(time), 0.0),
        };
        let pictures = match &times[..] {
            [] => drawing.at_rest(&options).map(|picture| vec![picture]),
            times => drawing.at_times(times, &options),
        };
        let outside = drawing.marks_outside(&times, &options);
        pictures.map(|pictures| (pictures, delay, outside)).map_err(|why| why.to_string())
    }

    fn is_blank(&self, picture: &Picture) -> bool {
        *picture == Picture::blank(picture.width, picture.height, self.args.background())
    }

    /// Writes the file. The error is about the arguments.
    fn write(&self, out: &Path, drawn: &Drawn) -> Result<Exit, String> {
        let size = |picture: &Picture| format!("{} x {} pixels", picture.width, picture.height);
        let (bytes, what) = match (self.kind, &*drawn.models) {
            (_, []) => return Ok(Exit::Clean),
            (Kind::Sheet, models) => {
                let sheet = self.sheet(drawn)?;
                (sheet.to_png(), format!("{}, {}", counted(models.len(), "model"), size(&sheet)))
            }
            (Kind::Png, [DrawnModel { pictures, .. }, ..]) => {
                let Some(picture) = pictures.first() else { return Ok(Exit::Failure) };
                (picture.to_png(), size(picture))
            }
            (Kind::Gif, [DrawnModel { pictures, delay, .. }, ..]) => {
                let sizes = pictures.first().map(size).unwrap_or_default();
                (gif(pictures, *delay), format!("{} of {sizes}", counted(pictures.len(), "picture")))
            }
        };
        Ok(match bytes {
            Ok(bytes) => write_or_print(out, &bytes, |name| format!("wrote {name} ({what})")),
            Err(error) => failed(&format!("cannot make the picture: {error}")),
        })
    }

    /// All models on one sheet. The error is about the arguments.
    fn sheet(&self, drawn: &Drawn) -> Result<Picture, String> {
        let sheet = Sheet::new(drawn.models.len(), self.size, self.args.background());
        let mut sheet = sheet.filter(|_| !drawn.is_full).ok_or_else(|| {
            let most = counted(drawn.most, "model");
            format!("a sheet holds at most {most} of this size; choose a smaller --size, or name fewer")
        })?;
        for (number, model) in drawn.models.iter().enumerate() {
            model.pictures.iter().for_each(|picture| sheet.put(number, picture, &model.name));
        }
        Ok(sheet.finish())
    }
}

/// What is not drawn as the model has it.
fn notes(drawing: &Drawing<'_>) -> Vec<String> {
    let textures = drawing.troubles().iter().map(|trouble| {
        let path = visible(trouble.path.as_bytes());
        format!("a checker pattern is drawn in place of {path}: {}", visible(trouble.why.as_bytes()))
    });
    let left_out = match drawing.left_out() {
        0 => None,
        count => Some(format!(
            "{} cannot be drawn, as a vertex does not exist or is nowhere",
            counted(count, "face")
        )),
    };
    textures.chain(left_out).collect()
}

/// What the findings in a model are about.
fn marks(input: &ReadInput, rules: &[&str], notes: &mut Vec<String>) -> PictureMarks {
    let report = lint::lint(&input.document, &input.context, &input.options());
    let is_meant = |rule: &str| rules.is_empty() || rules.contains(&rule);
    let findings: Vec<_> = report.findings.iter().filter(|finding| is_meant(finding.rule)).collect();
    let marks = PictureMarks::of(&input.document, findings.iter().map(|finding| finding.place));
    let found = counted(findings.len(), "finding");
    notes.push(match marks.elsewhere {
        _ if findings.is_empty() => "nothing is marked, as nothing is found".to_string(),
        0 => format!("{found}, all marked"),
        _ if marks.is_empty() => {
            format!("{found}, not marked: about the file, or about nothing that is drawn")
        }
        count => format!("{found}, marked but for {count} about the file, or about nothing that is drawn"),
    });
    marks
}
