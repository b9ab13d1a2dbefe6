//! All engines, with the programs that each of them is.

use crate::base::file_tree::FileTree;
use crate::document::Document;
use crate::engines::stepmania::Branch;
use crate::engines::{Run, scorched3d, stepmania};

/// A way to read models, and the programs that read them so.
pub struct Engine {
    /// The programs, the best known first.
    pub programs: &'static [Program],
    /// The name of the family of engines that have their way of reading from each other.
    pub family: &'static str,
    /// Whether it reads binary models, and not ASCII models.
    pub is_binary: bool,
    /// What the program does when it refuses a file: `exits`.
    pub refuses: &'static str,
    /// What happens when it loads a model that has these files around it; without them, every file that the model
    /// names is there.
    pub run: fn(&Document, Option<&dyn FileTree>) -> Run,
}

/// A program that reads models.
#[derive(Debug)]
pub struct Program {
    /// Its name among targets.
    pub name: &'static str,
    /// Its version: what was run.
    pub version: &'static str,
    /// The name that people know it by.
    pub title: &'static str,
}

/// All engines.
pub const ALL: &[Engine] = &[
    Engine {
        programs: &[
            Program {
                name: "stepmania",
                version: "stepmania/stepmania@d55acb1ba26f1c5b5e3048d6d6c0bd116625216f",
                title: "StepMania",
            },
            Program {
                name: "itgmania",
                version: "itgmania/itgmania@5d4f9dcb07493ed4c51d6be23e9b41978162305a",
                title: "ITGmania",
            },
        ],
        family: "stepmania",
        is_binary: false,
        refuses: "exits",
        run: |document, files| stepmania::run(document, Branch::StepMania, files),
    },
    Engine {
        programs: &[Program {
            name: "openitg",
            version: "openitg/openitg@f2c129fe65c65e4a9b3a691ff35e7717b4e8de51",
            title: "OpenITG",
        }],
        family: "stepmania",
        is_binary: false,
        refuses: "exits",
        run: |document, files| stepmania::run(document, Branch::OpenItg, files),
    },
    Engine {
        programs: &[Program {
            name: "scorched3d",
            version: "bberberov/scorched3d@b3df1b5608d8f1fe74741d3445203988874cf6ed",
            title: "Scorched3D",
        }],
        family: "scorched3d",
        is_binary: false,
        refuses: "exits",
        run: scorched3d::run,
    },
];

/// All programs. Several versions of one have the same name.
pub fn programs() -> impl Iterator<Item = &'static Program> {
    ALL.iter().flat_map(|engine| engine.programs)
}

/// The names of programs that a list of targets means, each once. The error is the name that no program has.
pub fn targets<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Vec<&'static str>, &'n str> {
    let mut targets: Vec<&str> = Vec::new();
    for name in names {
        let meant = programs().map(|program| program.name).filter(|known| name == "all" || *known == name);
        let before = targets.len();
        for name in meant {
            if !targets.contains(&name) {
                targets.push(name);
            }
        }
        let is_known = targets.len() > before || name == "all" || targets.contains(&name);
        if !is_known {
            return Err(name);
        }
    }
    Ok(targets)
}

/// The engines that read a file, if it is a model or is called like one.
pub fn of(document: &Document) -> impl Iterator<Item = &'static Engine> {
    let is_binary = document.is_binary()
        || !document.is_text() && document.source.name.to_ascii_lowercase().ends_with(".ms3d");
    ALL.iter().filter(move |engine| engine.is_binary == is_binary)
}
