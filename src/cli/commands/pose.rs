//! `ms3dlint pose`: prints where the bones and the vertices of a model are at a time.

use std::io::Write;

use crate::actions::effects::run_all;
use crate::base::suggest::nearest;
use crate::cli::args::{PoseArgs, PoseFormat};
use crate::cli::check::terminal::stdout;
use crate::cli::commands::inspect::model;
use crate::cli::exit::{self, Exit};
use crate::cli::files::folders::Folders;
use crate::diagnostics::context::Context;
use crate::diagnostics::effect::Effect;
use crate::document::Document;
use crate::document::describe::describe;
use crate::engines::{holding, list};
use crate::pose::Rig;
use crate::pose::convention::{Convention, MILKSHAPE, PROGRAMS, of_program};
use crate::report::inert;
use crate::report::poses::{PoseReport, json, text};
use crate::scene::joined::Joined;

/// Prints the poses of a model. The error is about the arguments.
pub(crate) fn run(args: &PoseArgs) -> Result<Exit, String> {
    let Some(document) = model("pose", &args.file) else { return Ok(Exit::Failure) };
    let files = Folders::new(None)?.around(&args.file, 0, None);
    let joined = Joined::of(&document, files.as_deref());
    let document = joined.map_or(document, |joined| joined.document);
    let (engine, rig) = posed(&document, args.engine.as_deref())?;
    if let Some(vertex) = args.vertices.iter().find(|vertex| **vertex >= rig.vertex_count()) {
        return Err(match rig.vertex_count() {
            0 => format!("there is no vertex {vertex}: the model has no vertices"),
            count => format!("there is no vertex {vertex}: the last one is {}", count - 1),
        });
    }
    let not_followed = engine.map_or_else(Vec::new, |engine| not_followed(&document, engine));
    let report = PoseReport {
        document: &document,
        rig: &rig,
        engine,
        not_followed: &not_followed,
        times: &args.times,
        vertices: &args.vertices,
    };
    let poses = match args.output_format {
        PoseFormat::Text => inert(&text(&report)).into_owned(),
        PoseFormat::Json => json(&report),
    };
    let mut out = stdout();
    let written = out.write_all(poses.as_bytes()).and_then(|()| out.flush());
    Ok(exit::after_writing(written))
}

/// What a program does with bones otherwise than it is computed.
pub(super) fn not_followed(document: &Document, engine: &str) -> Vec<String> {
    let runs = run_all(document, &Context::default());
    let own = runs.iter().filter(|run| run.program.name == engine);
    let said = |effect: &Effect| {
        let place = effect.place.map_or(String::new(), |place| describe(document, place));
        format!("{place}: {} {}", effect.title, effect.says)
    };
    let ends_early = document.is_binary() && document.is_truncated();
    let is_unread = own.clone().all(|run| run.failure.is_some());
    let first = if is_unread {
        let failing = own.clone().find_map(|run| Some(format!("{} {}", run.program.title, run.failing()?)));
        failing.map(|failing| format!("the program does not load it: {failing}"))
    } else {
        let is_unknown = ends_early && holding::by(engine, document).is_none();
        let why = "the file ends too early, and what the program takes for the rest is not known";
        is_unknown.then(|| why.to_string())
    };
    first.into_iter().chain(own.flat_map(|run| run.posed_otherwise().map(said))).collect()
}

/// A model as the program of a name poses it, with that name as it is listed; without a name as the format means it.
pub(super) fn posed<'d>(
    document: &'d Document,
    engine: Option<&str>,
) -> Result<(Option<&'static str>, Rig<'d>), String> {
    let Some(engine) = engine else { return Ok((None, Rig::new(document, &MILKSHAPE))) };
    let convention = convention(document, engine)?;
    let known = PROGRAMS.iter().map(|(name, _)| *name).find(|name| name.eq_ignore_ascii_case(engine));
    let held = known.and_then(|known| holding::by(known, document)).unwrap_or_default();
    Ok((known, held.rig(document, convention)))
}

/// How a program poses a model that it reads.
fn convention(document: &Document, engine: &str) -> Result<&'static Convention, String> {
    let reads = |name: &str| {
        let mut programs = list::of(document).flat_map(|engine| engine.programs);
        programs.any(|program| program.name.eq_ignore_ascii_case(name))
    };
    let names = || PROGRAMS.iter().map(|(name, _)| *name).filter(|name| reads(name));
    match of_program(engine) {
        Some(convention) if reads(engine) => return Ok(convention),
        Some(_) => {
            let kind = if document.is_binary() { "binary" } else { "ASCII" };
            return Err(format!("{engine} reads no {kind} models; choose one of {}", join(names())));
        }
        None => {}
    }
    let hint = nearest(engine, names()).map_or(String::new(), |name| format!("; did you mean {name}?"));
    let why = match list::programs().any(|program| program.name.eq_ignore_ascii_case(engine)) {
        true => format!("how {engine} poses models was not measured"),
        false => format!("no program is called \"{engine}\""),
    };
    Err(format!("{why}; choose one of {}{hint}", join(names())))
}

fn join<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
