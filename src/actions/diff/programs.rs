//! Compares what programs do with two files: whether they load them, what they take otherwise, and what they hold then.

use std::collections::HashMap;

use crate::actions::diff::held::{HeldParts, held};
use crate::actions::effects::{ProgramRun, run_all};
use crate::diagnostics::context::Context;
use crate::document::Document;
use crate::engines::list::Program;

/// Whether a program holds the same of both files once it has loaded them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// All that it holds is the same.
    Same,
    /// The same meshes and faces with their positions, normals and texture coordinates, and as many materials, bones and
    /// keys; what these hold was not compared.
    SameFaces,
    /// Something else.
    Other,
    /// That is not known, as it does not load both, or as it is not known what it holds of such files.
    Unknown,
}

impl Holds {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::SameFaces => "same-faces",
            Self::Other => "other",
            Self::Unknown => "unknown",
        }
    }
}

/// What a program does with two files.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramChange {
    /// The name of the program among targets.
    pub program: &'static str,
    /// The name that people know it by.
    pub title: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The result for the old file and for the new one, `loads` or `refuses` and so on; `None` if the program does not read
    /// its format.
    pub outcomes: [Option<&'static str>; 2],
    /// What the program does in place of loading each, in words that follow its title; `None` if it loads it.
    pub failing: [Option<String>; 2],
    /// What it takes otherwise in the new file that it does not in the old one, in words that follow its title.
    pub new_effects: Vec<String>,
    /// The same of the old file.
    pub gone_effects: Vec<String>,
    /// Whether it holds the same.
    pub holds: Holds,
}

impl ProgramChange {
    /// Whether it loads each of the files.
    pub fn loads(&self) -> [bool; 2] {
        [0, 1].map(|side| self.outcomes[side].is_some() && self.failing[side].is_none())
    }

    /// Whether it reads the formats of both.
    pub fn reads_both(&self) -> bool {
        self.outcomes.iter().all(Option::is_some)
    }

    /// Whether it does not do the same with both.
    pub fn differs(&self) -> bool {
        let [was, is] = self.loads();
        !self.reads_both() || was != is || self.outcomes[0] != self.outcomes[1] || self.holds == Holds::Other
    }
}

/// Compares what all programs do that read one of the files. `means_the_same`: whether no difference was found between
/// the models.
pub(super) fn compare(
    [old, new]: [&Document; 2],
    contexts: [&Context; 2],
    means_the_same: bool,
) -> Vec<ProgramChange> {
    let runs = [run_all(old, contexts[0]), run_all(new, contexts[1])];
    let key = |run: &ProgramRun| (run.program.name, run.program.title);
    let mut sides: HashMap<(&str, &str), [Option<&ProgramRun>; 2]> = HashMap::new();
    let mut order: Vec<&'static Program> = Vec::new();
    for (side, runs) in runs.iter().enumerate() {
        for run in runs {
            let known = sides.entry(key(run)).or_default();
            if known.iter().all(Option::is_none) {
                order.push(run.program);
            }
            known[side] = Some(run);
        }
    }
    let mut known: HashMap<&str, Holds> = HashMap::new();
    let change = |program: &'static Program| {
        let sides = sides.get(&(program.name, program.title)).copied().unwrap_or_default();
        let [new_effects, gone_effects] = [[1, 0], [0, 1]].map(|[of, other]| beyond(sides[of], sides[other]));
        let loads_both = sides.iter().all(|run| run.is_some_and(ProgramRun::loads));
        let holds = match loads_both {
            true => *known.entry(program.name).or_insert_with(|| holds(program, old, new, means_the_same)),
            false => Holds::Unknown,
        };
        ProgramChange {
            program: program.name,
            title: program.title,
            version: program.version,
            outcomes: sides.map(|run| run.map(ProgramRun::outcome)),
            failing: sides.map(|run| run.and_then(failing)),
            new_effects,
            gone_effects,
            holds,
        }
    };
    order.into_iter().map(change).collect()
}

/// What a program does in place of loading a file and finding something in it.
fn failing(run: &ProgramRun) -> Option<String> {
    (!run.loads()).then(|| run.failing().unwrap_or(run.reason()).to_string())
}

/// What a program takes otherwise in one file and not in the other. What stops it is not among that.
fn beyond(of: Option<&ProgramRun>, other: Option<&ProgramRun>) -> Vec<String> {
    let says = |run: Option<&ProgramRun>| -> Vec<String> {
        let effects = run.into_iter().flat_map(|run| &run.effects);
        effects.filter(|effect| !effect.kind.stops()).map(|effect| effect.says.clone()).collect()
    };
    let mut left: HashMap<String, usize> = HashMap::new();
    says(other).into_iter().for_each(|says| *left.entry(says).or_default() += 1);
    let mut beyond = says(of);
    // Without the other file there is nothing to compare with.
    beyond.retain(|says| match left.get_mut(says).filter(|count| **count > 0) {
        Some(count) => {
            *count -= 1;
            false
        }
        None => other.is_some(),
    });
    beyond
}

fn holds(program: &Program, old: &Document, new: &Document, means_the_same: bool) -> Holds {
    match (held(program.name, old), held(program.name, new)) {
        (Some((was, _)), Some((is, _))) if was != is => Holds::Other,
        (Some((_, HeldParts::All)), Some(_)) => Holds::Same,
        (Some(_), Some(_)) if means_the_same => Holds::Same,
        (Some(_), Some(_)) => Holds::SameFaces,
        _ => Holds::Unknown,
    }
}
