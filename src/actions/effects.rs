//! Runs the engines over a document, and lays what they do beside its places.

use crate::diagnostics::context::Context;
use crate::diagnostics::effect::{Effect, EffectKind, Targets};
use crate::document::Document;
use crate::engines::list::{self, Engine, Program};
use crate::engines::{Failure, FailureKind, OddityKind, Run};
use crate::model::place::Place;

/// What programs did with a document.
#[derive(Default)]
pub struct EngineRuns {
    /// What they did with something in it, a program after the other.
    pub effects: Vec<Effect>,
    /// The programs.
    pub programs: Vec<ProgramRun>,
}

/// Whether a program loads a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramRun {
    /// The name of the program among targets.
    pub name: &'static str,
    /// The name that people know it by.
    pub title: &'static str,
    /// What it does in place of loading it; `None` if it loads it.
    pub failure: Option<String>,
}

/// Runs the programs that a model is meant for, or one of each kind if that is not known.
pub fn run_engines(document: &Document, context: &Context, targets: &Targets) -> EngineRuns {
    let mut runs = EngineRuns::default();
    if *targets == Targets::Ignored {
        return runs;
    }
    for engine in list::of(document) {
        let programs = match targets {
            Targets::Named(names) => {
                engine.programs.iter().filter(|program| names.contains(&program.name)).collect()
            }
            _ => vec![&engine.programs[0]],
        };
        if !programs.is_empty() {
            let run = (engine.run)(document, context.file_tree.as_deref());
            for program in programs {
                let effects: Vec<_> = of_run(document, engine, program, &run).collect();
                let failure = effects.iter().find(|effect| effect.kind.stops());
                let failure = failure.map(|effect| effect.says.clone());
                runs.programs.push(ProgramRun { name: program.name, title: program.title, failure });
                runs.effects.extend(effects);
            }
        }
    }
    runs
}

/// What a program does with a document, in order; what stops it is last.
pub fn of_run<'r>(
    document: &'r Document,
    engine: &'static Engine,
    program: &'static Program,
    run: &'r Run,
) -> impl Iterator<Item = Effect> + 'r {
    let effect = move |kind, at: Option<u32>, says| Effect {
        engine: program.name,
        title: program.title,
        family: engine.family,
        kind,
        says,
        place: at.and_then(|at| place(document, at)),
        at: at.unwrap_or_default(),
    };
    let oddities = run.oddities.iter().map(move |oddity| {
        let kind = match oddity.kind {
            OddityKind::Misreads => EffectKind::Misreads,
            OddityKind::Drops => EffectKind::Drops,
            OddityKind::Differs => EffectKind::Differs,
        };
        effect(kind, oddity.at, oddity.says.clone())
    });
    let failure = run.failure.iter().map(move |failure| {
        let Failure { kind, at, cause, reason } = failure;
        let (kind, verb) = match kind {
            FailureKind::Refuses => (EffectKind::Refuses, engine.refuses),
            FailureKind::Crashes => (EffectKind::Crashes, "crashes"),
            FailureKind::Hangs => (EffectKind::Hangs, "does not come to an end"),
        };
        effect(kind, cause.or(*at), format!("{verb}: {reason}"))
    });
    oddities.chain(failure)
}

/// What is at an offset: the record that starts there, or else the field that the offset is in.
fn place(document: &Document, at: u32) -> Option<Place> {
    let place = document.place_at(at as usize)?;
    let starts_there = document.locate(place.whole()).is_some_and(|span| span.start == at);
    Some(if starts_there { place.whole() } else { place })
}
