//! All engines, with the programs that each of them is.

use crate::base::display::visible;
use crate::base::suggest::did_you_mean;
use crate::diagnostics::effect::Targets;
use crate::document::Document;
use crate::engines::assimp::AssimpVersion::{V5, V6};
use crate::engines::input::EngineInput;
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
    /// Whether it reads models that are in several files.
    pub reads_parts: bool,
    /// Whether it does not load a model without its textures.
    pub needs_textures: bool,
    /// What the program does when it refuses a file: `exits`.
    pub refuses: &'static str,
    /// What happens when it loads a model.
    #[doc(hidden)]
    pub run: fn(&EngineInput) -> Run,
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

/// Makes the list from a table: of each engine its family, what it reads (`parts` are ASCII models in several files, with
/// their textures, and `files` those in one), what a program does when it refuses a file, and how it loads one; then a
/// line for each of its programs: name, title and version.
macro_rules! engines {
    (@is_binary binary) => { true };
    (@is_binary $other:ident) => { false };
    (@reads_parts parts) => { true };
    (@reads_parts $other:ident) => { false };
    (@needs_textures parts) => { true };
    (@needs_textures files) => { true };
    (@needs_textures $other:ident) => { false };
    ($($family:literal $format:ident $refuses:literal $run:expr => $($name:literal $title:literal $version:literal),+;)+) => {
        /// All engines. The first of each family stands for it where nobody names programs.
        pub const ALL: &[Engine] = &[$(Engine {
            programs: &[$(Program { name: $name, version: $version, title: $title }),+],
            family: $family,
            is_binary: engines!(@is_binary $format),
            reads_parts: engines!(@reads_parts $format),
            needs_textures: engines!(@needs_textures $format),
            refuses: $refuses,
            run: $run,
        }),+];
    };
}

engines! {
    "stepmania" parts "exits" |input| stepmania::run(input.document, Branch::StepMania, input.files) =>
        "stepmania" "StepMania" "stepmania/stepmania@d55acb1ba26f1c5b5e3048d6d6c0bd116625216f",
        "itgmania" "ITGmania" "itgmania/itgmania@5d4f9dcb07493ed4c51d6be23e9b41978162305a";
    "stepmania" parts "exits" |input| stepmania::run(input.document, Branch::OpenItg, input.files) =>
        "openitg" "OpenITG" "openitg/openitg@f2c129fe65c65e4a9b3a691ff35e7717b4e8de51";
    "scorched3d" files "exits" |input| scorched3d::run(input.document, input.files) =>
        "scorched3d" "Scorched3D" "bberberov/scorched3d@b3df1b5608d8f1fe74741d3445203988874cf6ed";
    "milkshape" ascii "shows an error" |input| milkshape_importer::run(input.document) =>
        "milkshape" "MilkShape" "Charsi82/ms3d-plugins@991ded6b3b66a538dd257c1c1482cbbf7a4d1088";
    "assimp" binary "refuses the file" |input| assimp::run(input.assimp(), V6, false) =>
        "assimp" "assimp 6.0.5" "6.0.5";
    "assimp" binary "refuses the file" |input| assimp::run(input.assimp(), V5, false) =>
        "assimp" "assimp 5.2.5" "5.2.5";
    "assimp" binary "refuses the file" |input| assimp::run(input.assimp(), V6, true) =>
        "assimp+validate" "assimp 6.0.5 with validation" "6.0.5";
    "assimp" binary "refuses the file" |input| assimp::run(input.assimp(), V5, true) =>
        "assimp+validate" "assimp 5.2.5 with validation" "5.2.5";
    "ms3d-crate" binary "refuses the file" |input| ms3d_crate::run(input.document) =>
        "ms3d-crate" "ms3d for Rust" "0.1.3";
    "milkshape" binary "refuses the file" |input| viewer_sample::run(input.document) =>
        "milkshape" "MilkShape's viewer" "8234e6b";
    "irrlicht" binary "refuses the file" |input| irrlicht::run(input.document) =>
        "irrlicht" "Irrlicht" "1.8.5";
    "mm3d" binary "refuses the file" |input| mm3d::run(input.document) =>
        "mm3d" "Maverick Model 3D" "1.3.15 095cd21";
    "picomodel" binary "refuses the file" |input| picomodel::run(input.document) =>
        "picomodel" "NetRadiant (PicoModel)" "netradiant-custom 10165e8",
        "picomodel" "GtkRadiant (PicoModel)" "GtkRadiant 0eea1a9";
    "blender" binary "refuses the file" |input| blender::run(input.document) =>
        "blender" "Blender's reader" "I-asked/downbge-addons 078f510";
    "libms3d" binary "refuses the file" |input| libms3d::run(input.document) =>
        "libms3d" "libms3d" "9e0b946";
}

/// Whether a program of this title does not load a model without its textures.
pub fn needs_textures(title: &str) -> bool {
    let needing = ALL.iter().filter(|engine| engine.needs_textures);
    needing.flat_map(|engine| engine.programs).any(|program| program.title == title)
}

/// All programs. Several versions of one have the same name.
pub fn programs() -> impl Iterator<Item = &'static Program> {
    ALL.iter().flat_map(|engine| engine.programs)
}

/// The name that means that no program is asked, and so is the only one.
pub const NO_TARGET: &str = "none";

/// Whether a name is that one, in any case.
pub fn is_no_target(name: &str) -> bool {
    name.eq_ignore_ascii_case(NO_TARGET)
}

/// The programs that models are meant for, by their names: it is not known if there are none. The error is the name that
/// no program has.
pub fn meant<'n>(names: &[&'n str]) -> Result<Targets, &'n str> {
    match names {
        [] => Ok(Targets::Unknown),
        [none] if is_no_target(none) => Ok(Targets::Ignored),
        names => targets(names.iter().copied()).map(Targets::Named),
    }
}

/// The names of programs that a list of targets means, each once. The error is the name that no program has.
pub fn targets<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Vec<&'static str>, &'n str> {
    let mut targets: Vec<&str> = Vec::new();
    for name in names {
        let meant = programs()
            .map(|program| program.name)
            .filter(|known| is_all(name) || known.eq_ignore_ascii_case(name));
        let before = targets.len();
        for name in meant {
            if !targets.contains(&name) {
                targets.push(name);
            }
        }
        let is_known = targets.len() > before
            || is_all(name)
            || targets.iter().any(|known| known.eq_ignore_ascii_case(name));
        if !is_known {
            return Err(name);
        }
    }
    Ok(targets)
}

/// Whether a name means all programs.
fn is_all(name: &str) -> bool {
    name.eq_ignore_ascii_case("all")
}

/// What is wrong with a name that [`meant`] does not take.
pub fn unknown_target(name: &str) -> String {
    if is_no_target(name) {
        return "\"none\" means that no program is asked, so it is the only name".to_string();
    }
    let shown = visible(name.as_bytes());
    if let Some(other) = in_place_of(name) {
        return format!("no program is called \"{shown}\": {other}");
    }
    unknown_among(name, "all, or none")
}

/// What is wrong with a name that is not that of one program.
pub fn unknown_program(name: &str) -> String {
    match in_place_of(name) {
        Some(_) => unknown_target(name),
        None => unknown_among(name, ""),
    }
}

/// That no program has a name, with those that are known, and other words that can be given.
fn unknown_among(name: &str, others: &str) -> String {
    let guess = did_you_mean(name, programs().map(|program| program.name));
    let mut names = targets(["all"]).unwrap_or_default();
    names.extend(Some(others).filter(|others| !others.is_empty()));
    format!("no program is called \"{}\"{guess} (known: {})", visible(name.as_bytes()), names.join(", "))
}

/// What to take in place of a program that is known, but that no engine can follow.
pub fn in_place_of(name: &str) -> Option<&'static str> {
    name.eq_ignore_ascii_case("notitg")
        .then_some("take openitg, from which NotITG descends: the source of NotITG itself is closed")
}

/// Whether a file is a binary model, or is called like one and nothing else.
pub fn is_read_as_binary(document: &Document) -> bool {
    let is_called_so = || document.source.name.to_ascii_lowercase().ends_with(".ms3d");
    document.is_binary() || !document.is_text() && is_called_so()
}

/// The engines that read a file, if it is a model or is called like one.
pub fn of(document: &Document) -> impl Iterator<Item = &'static Engine> {
    let is_binary = is_read_as_binary(document);
    ALL.iter().filter(move |engine| engine.is_binary == is_binary)
}

/// The engines that get a file because of its name: those of the format of its extension, if its content is of the other
/// format. They refuse it, or find nothing in it.
pub fn given(document: &Document) -> impl Iterator<Item = &'static Engine> {
    let is_binary = is_read_as_binary(document);
    let name = document.source.name.to_ascii_lowercase();
    let extension = if is_binary { ".txt" } else { ".ms3d" };
    let is_model = document.is_binary() || document.is_text();
    let is_given = is_model && name.ends_with(extension);
    ALL.iter().filter(move |engine| is_given && engine.is_binary != is_binary)
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
