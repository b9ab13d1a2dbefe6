//! All engines, with the programs that each of them is.

use crate::base::file_tree::FileTree;
use crate::document::Document;
use crate::engines::assimp::AssimpVersion;
use crate::engines::stepmania::Branch;
use crate::engines::{
    Run, assimp, blender, irrlicht, libms3d, milkshape_importer, mm3d, ms3d_crate, picomodel, scorched3d,
    stepmania, viewer_sample,
};

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

/// All engines. The first of each family stands for it where nobody names programs.
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
    Engine {
        programs: &[Program {
            name: "milkshape",
            version: "Charsi82/ms3d-plugins@991ded6b3b66a538dd257c1c1482cbbf7a4d1088",
            title: "MilkShape",
        }],
        family: "milkshape",
        is_binary: false,
        refuses: "shows an error",
        run: |document, _| milkshape_importer::run(document),
    },
    Engine {
        programs: &[Program { name: "assimp", version: "6.0.5", title: "assimp 6.0.5" }],
        family: "assimp",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| assimp::run(document, AssimpVersion::V6, false),
    },
    Engine {
        programs: &[Program { name: "assimp", version: "5.2.5", title: "assimp 5.2.5" }],
        family: "assimp",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| assimp::run(document, AssimpVersion::V5, false),
    },
    Engine {
        programs: &[Program {
            name: "assimp+validate",
            version: "6.0.5",
            title: "assimp 6.0.5 with validation",
        }],
        family: "assimp",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| assimp::run(document, AssimpVersion::V6, true),
    },
    Engine {
        programs: &[Program {
            name: "assimp+validate",
            version: "5.2.5",
            title: "assimp 5.2.5 with validation",
        }],
        family: "assimp",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| assimp::run(document, AssimpVersion::V5, true),
    },
    Engine {
        programs: &[Program { name: "ms3d-crate", version: "0.1.3", title: "The crate ms3d" }],
        family: "ms3d-crate",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| ms3d_crate::run(document),
    },
    Engine {
        programs: &[Program { name: "milkshape", version: "8234e6b", title: "MilkShape's viewer" }],
        family: "milkshape",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| viewer_sample::run(document),
    },
    Engine {
        programs: &[Program { name: "irrlicht", version: "1.8.5", title: "Irrlicht" }],
        family: "irrlicht",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| irrlicht::run(document),
    },
    Engine {
        programs: &[Program { name: "mm3d", version: "1.3.15 095cd21", title: "Maverick Model 3D" }],
        family: "mm3d",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| mm3d::run(document),
    },
    Engine {
        programs: &[
            Program {
                name: "picomodel",
                version: "netradiant-custom 10165e8",
                title: "NetRadiant (PicoModel)",
            },
            Program { name: "picomodel", version: "GtkRadiant 0eea1a9", title: "GtkRadiant (PicoModel)" },
        ],
        family: "picomodel",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| picomodel::run(document),
    },
    Engine {
        programs: &[Program {
            name: "blender",
            version: "I-asked/downbge-addons 078f510",
            title: "Blender's reader",
        }],
        family: "blender",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| blender::run(document),
    },
    Engine {
        programs: &[Program { name: "libms3d", version: "9e0b946", title: "libms3d" }],
        family: "libms3d",
        is_binary: true,
        refuses: "refuses the file",
        run: |document, _| libms3d::run(document),
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

/// Those of them that stand for their families.
pub fn chief(document: &Document) -> impl Iterator<Item = &'static Engine> {
    let mut families: Vec<&str> = Vec::new();
    of(document).filter(move |engine| {
        let is_new = !families.contains(&engine.family);
        families.push(engine.family);
        is_new
    })
}
