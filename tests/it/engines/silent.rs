//! What real programs did to models without a word, beside what the engines say that they do.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::{engine, program, rows};
use ms3dlint::document::{Document, read};
use ms3dlint::engines::input::EngineInput;
use ms3dlint::engines::list::{self, Program};
use ms3dlint::engines::{Oddity, Run};
use serde_json::Value;

/// A kind of damage.
struct Damage {
    title: &'static str,
    /// What the recorded runs call it.
    recorded: &'static [&'static str],
    /// What engines say of it.
    told: &'static [&'static str],
}

const DAMAGES: [Damage; 8] = [
    Damage {
        title: "weights",
        recorded: &["weights-dropped", "weights-partly-dropped", "weights-invented", "weight-counts-differ"],
        told: &["weights", "only the first bone", "with the bones of others"],
    },
    Damage {
        title: "faces in no mesh",
        recorded: &["faces-in-no-mesh-dropped"],
        told: &["no mesh lists", "where the faces themselves say", "list fewer than there are"],
    },
    Damage {
        title: "hidden meshes",
        recorded: &["hidden-meshes-skipped"],
        told: &["leaves out what is hidden"],
    },
    Damage {
        title: "corners",
        recorded: &["position-differs", "normal-differs", "uv-differs"],
        told: &[
            "the normal of another",
            "the texture coordinates of another",
            "vertices of another material",
            "of random vertices",
            "takes other bytes",
            "no mesh lists",
            "list fewer than there are",
        ],
    },
    Damage {
        title: "bones",
        recorded: &["bones", "bones-without-node"],
        told: &["from which no chain of parents leads"],
    },
    Damage {
        title: "keys",
        recorded: &["keys"],
        told: &["keeps one key of each kind", "has no frames, and drops"],
    },
    Damage {
        title: "indices",
        recorded: &["unchecked-index", "loads-with-bad-indices"],
        told: &[
            "does not exist",
            "do not exist",
            "does not check whether",
            "of random vertices",
            "keeps material",
            "the file ends",
        ],
    },
    Damage { title: "cut files", recorded: &["loads-damaged-file"], told: &["the file ends"] },
];

/// How often damage of a kind was recorded, how often the engine says so, and how often it does of files
/// where no damage of any kind was recorded.
#[derive(Clone, Copy, Default)]
pub(super) struct Told {
    recorded: usize,
    told: usize,
    more: usize,
}

/// Of each program, by its title, what is said of each kind of damage.
pub(super) type Tellings = BTreeMap<&'static str, [Told; DAMAGES.len()]>;

/// Whether a model has no weights that a program could lose: two of a vertex are of one bone, which moves it like one
/// weight, or the file ends before them, or nobody knows the version of what holds them.
fn has_no_real_weights(document: &Document) -> bool {
    let Some(binary) = document.model.binary.as_ref().filter(|binary| !binary.vertex_extras.rows.is_empty())
    else {
        return true;
    };
    binary.geometry.vertices.iter().any(|(index, vertex)| {
        let Some(extra) = binary.vertex_extras.rows.get(index) else { return false };
        let mut bones: Vec<_> = extra.bones.map(i32::from).into_iter().chain([vertex.bone]).collect();
        bones.retain(|bone| *bone >= 0);
        bones.sort_unstable();
        bones.windows(2).any(|pair| pair[0] == pair[1])
    })
}

/// Whether what was recorded is nothing that a user of the program could see.
fn is_harmless(name: &str, title: &str, found: &[&str], document: &Document) -> bool {
    let binary = document.model.binary.as_ref();
    match (name, title) {
        // Only its reader was run, which binds nothing to bones: what the importer does with weights was not recorded.
        ("blender-reader", "weights") => true,
        // It takes the mesh from the face, and never looks at the lists of meshes.
        ("blender-reader", "indices") => binary.is_some_and(|binary| {
            let geometry = &binary.geometry;
            let exists = |vertex: i32| geometry.vertices.get(vertex).is_some();
            geometry.faces.iter().all(|(_, face)| face.vertices.iter().all(|vertex| exists(*vertex)))
        }),
        // It gives out faces and the lists of meshes as they are.
        ("ms3d-crate", "faces in no mesh") => true,
        // It needs nothing that is after the materials.
        ("picomodel", "cut files") => true,
        // It leaves out keys that change nothing.
        ("irrlicht" | "irrlicht+asan", "keys") => true,
        // What weights a file has whose last sections are damaged, each program sees in its own way.
        (_, "weights") => found.contains(&"tail-damaged") || has_no_real_weights(document),
        _ => false,
    }
}

/// The engine and the program of a name and a version in the tables.
fn run(name: &str, version: &str, document: &Document) -> Option<(&'static Program, Run)> {
    let program = program(name, version)?;
    let is_it = |other: &Program| (other.name, other.version) == (program.name, program.version);
    let engine = list::ALL.iter().find(|engine| engine.is_binary && engine.programs.iter().any(is_it))?;
    Some((program, (engine.run)(&EngineInput::new(document, None))))
}

/// Whether a kind of damage was found that can be seen: the engines do not tell of the last digits of a number.
fn is_visible(found: &str, damage: &Damage) -> bool {
    const LEAST: f64 = 0.001;
    let mut parts = found.split(':');
    let is_of_kind = damage.recorded.contains(&parts.next().unwrap());
    let most = parts.find_map(|part| part.strip_prefix("max-")).map(|most| most.parse::<f64>().unwrap());
    is_of_kind && most.is_none_or(|most| most >= LEAST)
}

fn tell(tellings: &mut Tellings, row: &Value, document: &Document) {
    let (name, version) = engine(row);
    let Some((program, run)) = run(name, version, document) else { return };
    // Some rows are of the same program in another way of building it.
    if row["outcome"] != "loads" || run.failure.is_some() || name.ends_with("+asan") {
        return;
    }
    let found: Vec<&str> = row["silent"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    for (number, damage) in DAMAGES.iter().enumerate() {
        let is_recorded = found.iter().any(|found| is_visible(found, damage));
        let says = |oddity: &Oddity| damage.told.iter().any(|words| oddity.says.contains(words));
        let is_told = run.oddities.iter().any(says);
        let Told { recorded, told, more } = &mut tellings.entry(program.title).or_default()[number];
        if is_recorded && !is_told && is_harmless(name, damage.title, &found, document) {
            continue;
        }
        let is_more = is_told && found.is_empty();
        if is_recorded && !is_told || is_more {
            let word = if is_told { "told, not recorded" } else { "recorded, not told" };
            println!("{word}: {} {}: {} {found:?}", program.title, damage.title, row["file"]);
        }
        *recorded += usize::from(is_recorded);
        *told += usize::from(is_recorded && is_told);
        *more += usize::from(is_more);
    }
}

/// What is said of the damage in the tables in a folder.
pub(super) fn tellings(folder: &Path) -> Tellings {
    let mut documents: HashMap<PathBuf, Document> = HashMap::new();
    let mut tellings = Tellings::new();
    for (path, row) in rows(folder, ["../../models/binary", ""]).into_iter().filter(|(path, _)| path.exists())
    {
        let document = || read("model.ms3d", fs::read(&path).unwrap());
        tell(&mut tellings, &row, documents.entry(path.clone()).or_insert_with(document));
    }
    tellings
}

/// The same as a table of the page.
pub(super) fn table(tellings: &Tellings) -> String {
    let titles: Vec<_> = DAMAGES.iter().map(|damage| damage.title).collect();
    let mut out = format!("| program | {} |\n|---{}|\n", titles.join(" | "), "|---".repeat(titles.len()));
    for (title, of_kinds) in tellings {
        let cell = |Told { recorded, told, more }: &Told| match (recorded, more) {
            (0, 0) => String::new(),
            (_, 0) => format!("{told} of {recorded}"),
            (0, _) => format!("{more} more"),
            _ => format!("{told} of {recorded}, {more} more"),
        };
        let cells: Vec<_> = of_kinds.iter().map(cell).collect();
        let _ = writeln!(out, "| {title} | {} |", cells.join(" | "));
    }
    out
}

/// Of 100 files with damage, the engine says so in so many or more.
pub(super) fn check(tellings: &Tellings) {
    const LEAST: usize = 95;
    assert!(tellings.len() > 8, "the tables are no longer found");
    for (title, of_kinds) in tellings {
        for (Told { recorded, told, .. }, damage) in of_kinds.iter().zip(&DAMAGES) {
            assert!(told * 100 >= recorded * LEAST, "{title}, {}: {told} of {recorded}", damage.title);
        }
    }
}
