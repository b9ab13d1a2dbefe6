//! Runs the engines over a document, and lays what they do beside its places.

use std::sync::Arc;

use crate::base::display::{number, visible};
use crate::diagnostics::context::Context;
use crate::diagnostics::effect::{Effect, EffectCause, EffectKind, Targets};
use crate::document::Document;
use crate::document::siblings::is_part;
use crate::engines::input::EngineInput;
use crate::engines::list::{self, Engine, Program};
use crate::engines::{Failure, FailureKind, Oddity, OddityKind, Run};
use crate::layout::BlockKind;
use crate::model::note::NoteKind;
use crate::model::place::Place;
use crate::parse::sniff::Content;

/// What a program does with a document.
#[derive(Clone, Debug)]
pub struct ProgramRun {
    /// The program.
    pub program: &'static Program,
    /// Why it does not load the document; `None` if it does.
    pub failure: Option<Failure>,
    /// What it does with something in the document, in order; what stops it is last.
    pub effects: Vec<Effect>,
}

impl ProgramRun {
    /// What becomes of the document: it loads, or the program refuses it, crashes or hangs.
    pub fn outcome(&self) -> &'static str {
        match self.failure.as_ref().map(|failure| failure.kind) {
            None => "loads",
            Some(FailureKind::Refuses) => "refuses",
            Some(FailureKind::Crashes) => "crashes",
            Some(FailureKind::Hangs) => "hangs",
        }
    }

    /// Whether the program loads the document, and finds something in it.
    pub fn loads(&self) -> bool {
        self.failure.is_none() && !self.effects.iter().any(Effect::takes_for_empty)
    }

    /// What the program does in place of loading the document, in words that follow its name.
    pub fn failing(&self) -> Option<&str> {
        self.effects.last().filter(|effect| effect.kind.stops()).map(|effect| effect.says.as_str())
    }

    /// Why the program does not load the document, or takes it for an empty one; empty if it loads it.
    pub fn reason(&self) -> &str {
        let empty = || self.effects.iter().find(|effect| effect.takes_for_empty());
        let failure = self.failure.as_ref().map(|failure| failure.reason.as_str());
        failure.or_else(|| empty().map(|effect| effect.says.as_str())).unwrap_or_default()
    }

    /// Why the program shows bones, and what hangs on them, elsewhere than is [computed](crate::pose) for it.
    pub fn posed_otherwise(&self) -> impl Iterator<Item = &Effect> {
        self.effects.iter().filter(|effect| effect.misplaces_bones)
    }
}

/// Which programs a document is meant for: if none of those that are named reads its format, that is not known.
pub fn meant(document: &Document, targets: &Targets) -> Targets {
    let reads = |names: &[&str]| {
        of_named(document).any(|engine| engine.programs.iter().any(|program| names.contains(&program.name)))
    };
    match targets {
        Targets::Named(names) if !names.is_empty() && !reads(names) => Targets::Unknown,
        known => known.clone(),
    }
}

/// Runs the programs that a model is meant for, or one of each kind if that is not known.
pub fn run_targets(document: &Document, context: &Context, targets: &Targets) -> Vec<ProgramRun> {
    match targets {
        Targets::Ignored => Vec::new(),
        Targets::Unknown => {
            let is_part = !document.is_binary() && is_part(document, context.file_tree.as_deref());
            let engines = list::chief(document).filter(|engine| engine.reads_parts || !is_part);
            run(document, context, engines, |engine| vec![&engine.programs[0]])
        }
        Targets::Named(names) => run(document, context, of_named(document), |engine| {
            engine.programs.iter().filter(|program| names.contains(&program.name)).collect()
        }),
    }
}

/// The engines of programs that somebody names.
fn of_named(document: &Document) -> impl Iterator<Item = &'static Engine> {
    list::of(document).chain(list::given(document))
}

/// Runs all programs that read a document.
pub fn run_all(document: &Document, context: &Context) -> Vec<ProgramRun> {
    run(document, context, list::of(document), |engine| engine.programs.iter().collect())
}

/// The same, and those of these names that get the file because of its name, and do not read it.
pub fn run_all_and(document: &Document, context: &Context, names: &[&str]) -> Vec<ProgramRun> {
    let mut runs = run_all(document, context);
    runs.extend(run(document, context, list::given(document), |engine| {
        engine.programs.iter().filter(|program| names.contains(&program.name)).collect()
    }));
    runs
}

/// Runs programs of engines that read a document.
fn run(
    document: &Document,
    context: &Context,
    engines: impl Iterator<Item = &'static Engine>,
    of: impl Fn(&'static Engine) -> Vec<&'static Program>,
) -> Vec<ProgramRun> {
    let mut runs = Vec::new();
    let is_unread = match document.content {
        Content::Other { half: None } => !context.expected,
        Content::TooLarge { .. } => true,
        _ => false,
    };
    if is_unread {
        return runs;
    }
    let input = EngineInput::new(document, context.file_tree.as_deref());
    for engine in engines {
        let programs = of(engine);
        if !programs.is_empty() {
            let run = (engine.run)(&input);
            runs.extend(programs.into_iter().map(|program| program_run(document, engine, program, &run)));
        }
    }
    runs
}

/// What programs take otherwise is told of so many places of a file, and beyond that in few words: a file can be made
/// to have millions.
const MOST_ODDITIES: usize = 200;

fn program_run(
    document: &Document,
    engine: &'static Engine,
    program: &'static Program,
    run: &Run,
) -> ProgramRun {
    let line = |at: u32| document.whole_line(at).start;
    let effect = |kind, at: Option<u32>, says: &str| Effect {
        engine: program.name,
        title: program.title,
        version: program.version,
        family: engine.family,
        kind,
        says: visible(says.as_bytes()),
        place: at.and_then(|at| place(document, at)),
        at: at.unwrap_or_default(),
        line: at.filter(|_| !document.is_binary()).map(line),
        about: EffectCause::Fault,
        reads_no_further: false,
        lacks_block: false,
        misplaces_bones: false,
        others: Arc::default(),
    };
    let (told, more) = run.oddities.split_at(run.oddities.len().min(MOST_ODDITIES));
    let counted = together(more);
    let oddities = told.iter().chain(&counted).map(|oddity| {
        let kind = match oddity.kind {
            OddityKind::Misreads => EffectKind::Misreads,
            OddityKind::Drops => EffectKind::Drops,
            OddityKind::Differs => EffectKind::Differs,
        };
        let of_file = oddity.at.is_none().then_some(Place::FILE);
        let mut effect = effect(kind, oddity.at, &oddity.says);
        if oddity.is_of_field {
            effect.place =
                oddity.at.and_then(|at| document.place_at(at as usize)).map(|at| document.shown_as(at));
        }
        Effect {
            place: effect.place.or(of_file),
            about: oddity.about,
            misplaces_bones: oddity.misplaces_bones,
            // The other places are there for rules to find.
            others: if oddity.about.is_found_by_rules() { sorted(&oddity.others) } else { Arc::default() },
            ..effect
        }
    });
    let failure = run.failure.iter().map(|failure| {
        let (kind, verb) = match failure.kind {
            FailureKind::Refuses => (EffectKind::Refuses, engine.refuses),
            FailureKind::Crashes => (EffectKind::Crashes, "crashes"),
            FailureKind::Hangs => (EffectKind::Hangs, "does not come to an end"),
        };
        let effect = effect(kind, failure.cause.or(failure.at), &format!("{verb}: {}", failure.reason));
        let lacks_block = failure.wanted.is_some_and(|block| is_missing(document, block));
        let reads_no_further = failure.at.is_some() && failure.cause.is_none();
        Effect { about: failure.about, reads_no_further, lacks_block, ..effect }
    });
    ProgramRun { program, failure: run.failure.clone(), effects: oddities.chain(failure).collect() }
}

/// These offsets in order. Most oddities are in one place, and have no others.
fn sorted(offsets: &[u32]) -> Arc<[u32]> {
    if offsets.is_empty() {
        return Arc::default();
    }
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable();
    sorted.into()
}

/// Whether a document has no block of a kind that is spelled as programs expect it.
fn is_missing(document: &Document, kind: BlockKind) -> bool {
    let is_misspelled = |what| matches!(what, NoteKind::MisspelledBlock { meant, .. } if meant == kind);
    let misspelled = document.notes.of_kind(is_misspelled).count();
    document.model.blocks.iter().filter(|block| block.kind == kind).count() == misspelled
}

/// These as few: those of one kind, about the same, together.
fn together(oddities: &[Oddity]) -> Vec<Oddity> {
    let mut together: Vec<Oddity> = Vec::new();
    for oddity in oddities {
        let all = oddity.at.into_iter().chain(oddity.others.iter().copied());
        let is_alike = |other: &&mut Oddity| {
            (other.kind, other.about, other.misplaces_bones)
                == (oddity.kind, oddity.about, oddity.misplaces_bones)
        };
        match together.iter_mut().find(is_alike) {
            Some(known) => known.others.extend(all),
            None => together.push(oddity.clone()),
        }
    }
    for oddity in &mut together {
        let places = number(oddity.others.len() + 1);
        oddity.says = match oddity.kind {
            OddityKind::Misreads => {
                format!("misreads something in {places} more places, of which this is one")
            }
            OddityKind::Drops => format!("drops something in {places} more places, of which this is one"),
            OddityKind::Differs => format!("shows {places} more places differently, of which this is one"),
        };
    }
    together
}

/// What is at an offset: the record that starts there, or else the field that the offset is in.
fn place(document: &Document, at: u32) -> Option<Place> {
    let record = document.record_at(at as usize)?;
    let starts_there = document.locate(record).is_some_and(|span| span.start == at);
    Some(document.shown_as(if starts_there { record } else { document.place_at(at as usize)? }))
}
