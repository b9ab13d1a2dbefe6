//! What differs between two models, as facts: which meshes, materials and bones are new, gone or renamed, how many
//! vertices moved and how far, what else has another value, where bones are at other places in the animation, which
//! programs see a difference, and which findings are new or gone.
//!
//! Models of different formats are compared as models: what both formats have. Whatever the files, each difference in
//! what two files of one format mean is among the changes: [`difference`] has the last word.

mod binary;
mod bones;
mod faces;
mod findings;
mod held;
mod materials;
mod meshes;
mod motion;
mod others;
mod pairs;
mod programs;
mod rows;
mod tally;
mod view;

use std::collections::BTreeSet;

use crate::base::display::{counted, float};
use crate::diagnostics::context::Context;
use crate::document::Document;
use crate::fix::equivalence::difference;
use crate::model::Table;
use crate::model::place::Place;
use crate::parse::sniff::Content;
pub use findings::FindingChange;
pub use meshes::MovedVertex;
pub use motion::BoneMotion;
pub use pairs::Pairs;
pub use programs::{Holds, ProgramChange};

/// What a change is about, the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChangedAspect {
    /// Whether something can be read, or be compared at all.
    Reading,
    /// Whether it is there.
    Presence,
    /// Its name.
    Name,
    /// Which faces there are.
    Faces,
    /// Which vertices there are, and where.
    Vertices,
    /// Where bones and vertices are in the animation.
    Motion,
    /// The material of a mesh.
    Material,
    /// The path of a texture or of an alpha map.
    Texture,
    /// Colours, shininess, transparency.
    Look,
    /// Texture coordinates.
    TextureCoordinates,
    /// Normals.
    Normals,
    /// The parent of a bone.
    Parent,
    /// Position and rotation of a bone at rest.
    BindPose,
    /// Key frames.
    Keys,
    /// The bones that move vertices, and their weights.
    Weights,
    /// Numbers of frames, and frames per second.
    Frames,
    /// Comments.
    Comments,
    /// Smoothing groups.
    SmoothingGroups,
    /// The order of things.
    Order,
    /// Flags and other data of the editor.
    Editor,
    /// How the file is written, as far as it is more than spelling: formats, versions, blocks, counts.
    Storage,
}

impl ChangedAspect {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Presence => "presence",
            Self::Name => "name",
            Self::Faces => "faces",
            Self::Vertices => "vertices",
            Self::Motion => "motion",
            Self::Material => "material",
            Self::Texture => "texture",
            Self::Look => "look",
            Self::TextureCoordinates => "texture-coordinates",
            Self::Normals => "normals",
            Self::Parent => "parent",
            Self::BindPose => "bind-pose",
            Self::Keys => "keys",
            Self::Weights => "weights",
            Self::Frames => "frames",
            Self::Comments => "comments",
            Self::SmoothingGroups => "smoothing-groups",
            Self::Order => "order",
            Self::Editor => "editor",
            Self::Storage => "storage",
        }
    }
}

/// One thing that differs, or many of one kind in one object.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelChange {
    /// What it is about.
    pub aspect: ChangedAspect,
    /// The object in words, `mesh "body"`: as the new file names it, or the old one if it is gone. Empty for the model.
    pub object: String,
    /// What differs, in words that follow the object: `12 vertices moved, at most 0.3`.
    pub says: String,
    /// How many of it.
    pub count: usize,
    /// The greatest distance, difference or angle among them, if there is such a thing.
    pub largest: Option<f64>,
    /// Where it is, or the largest or the first of them, in the old file and in the new one.
    pub places: [Option<Place>; 2],
}

/// What differs between two models.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct ModelDiff {
    /// What differs in the models, the most important object first, and of each the most important first.
    pub changes: Vec<ModelChange>,
    /// What could not be compared, and why, in words.
    pub limits: Vec<String>,
    /// All vertices that are at another place at rest.
    pub moved: Vec<MovedVertex>,
    /// The vertices that are farther from where they were at some time in the animation: their indices in the old model
    /// and in the new one, through all meshes.
    pub swung: Vec<[u32; 2]>,
    /// Bones that are, or move their vertices, elsewhere in the animation; the farthest first.
    pub motion: Vec<BoneMotion>,
    /// The programs that read one of the files.
    pub programs: Vec<ProgramChange>,
    /// Rules whose findings are new or gone, the worst first.
    pub findings: Vec<FindingChange>,
}

impl ModelDiff {
    /// What differs between two files, whatever they hold. Nothing is computed of files that are the same byte by byte.
    ///
    /// The files around them are not looked at: programs find all that the models name.
    pub fn of(old: &Document, new: &Document) -> Self {
        let nothing = Context::default();
        let mut diff = Self::among(old, new, [&nothing; 2]);
        if !diff.programs.is_empty() && textures(old) != textures(new) {
            diff.limits
                .push("programs are taken to find all textures: the disk was not looked at".to_string());
        }
        diff
    }

    /// The same, where programs find what is around each of the files.
    pub fn among(old: &Document, new: &Document, contexts: [&Context; 2]) -> Self {
        if is_one_file(old, new) {
            return Self::default();
        }
        let mut diff = Self::of_models(old, new);
        diff.programs = programs::compare([old, new], contexts, diff.changes.is_empty());
        match old.is_binary() == new.is_binary() {
            true => diff.findings = findings::compare(old, new),
            // The same is found at other objects, such as at the corners of a face and not at a normal.
            false => diff.limits.push("findings are not compared between formats".to_string()),
        }
        diff
    }

    /// What differs between two models, without what programs do with them and without findings.
    pub fn of_models(old: &Document, new: &Document) -> Self {
        let mut comparison = DiffBuilder { old, new, diff: Self::default(), object: String::new() };
        match is_one_file(old, new) {
            true => {}
            false if is_comparable(old) && is_comparable(new) => comparison.models(),
            false => comparison.unreadable(),
        }
        sort(&mut comparison.diff.changes);
        comparison.diff
    }

    /// Whether the models differ, or what a program does with them.
    pub fn differs(&self) -> bool {
        !self.changes.is_empty() || self.programs.iter().any(ProgramChange::differs)
    }
}

/// The files that the materials of a model name.
fn textures(document: &Document) -> BTreeSet<&[u8]> {
    let paths = document.model.materials.iter().flat_map(|material| [material.texture, material.alpha_map]);
    paths.flatten().map(|path| document.bytes(path)).filter(|path| !path.is_empty()).collect()
}

/// Whether two files are the same byte by byte.
pub fn is_one_file(old: &Document, new: &Document) -> bool {
    old.content == new.content && old.source.bytes() == new.source.bytes()
}

/// Whether a file is a model in which things are where they belong.
pub fn is_comparable(document: &Document) -> bool {
    is_readable(document) && document.is_in_place()
}

/// Whether a file is a model.
pub fn is_readable(document: &Document) -> bool {
    document.is_text() || document.is_binary()
}

/// Changes of one object together, the most important first; those of the model as a whole last, as others may be their
/// cause.
fn sort(changes: &mut [ModelChange]) {
    let mut best = std::collections::HashMap::new();
    for (index, change) in changes.iter().enumerate() {
        let known = best.entry(change.object.clone()).or_insert((change.aspect, index));
        known.0 = known.0.min(change.aspect);
    }
    let is_last = |change: &ModelChange| change.object.is_empty() && change.aspect != ChangedAspect::Reading;
    changes.sort_by_cached_key(|change| (is_last(change), best.get(&change.object).copied(), change.aspect));
}

/// Collects what differs.
struct DiffBuilder<'d> {
    old: &'d Document,
    new: &'d Document,
    diff: ModelDiff,
    /// The object that is compared.
    object: String,
}

impl DiffBuilder<'_> {
    /// Both files are models, perhaps broken ones.
    fn models(&mut self) {
        for (which, document) in [("old", self.old), ("new", self.new)] {
            if document.is_truncated() {
                let says = "it ends too early, so what follows is missing";
                self.diff.limits.push(format!("{which}: {says}"));
            }
        }
        let is_one_format = self.old.is_binary() == self.new.is_binary();
        if !is_one_format {
            let [was, is] = [self.old, self.new].map(format_of);
            self.add(ChangedAspect::Storage, format!("a model in the {is} format, was {was}"), 1);
        }
        let bones = self.bones();
        let materials = self.materials();
        let meshes = self.meshes(&materials, &bones);
        self.others(&meshes, &materials, &bones);
        self.motion(&meshes, &bones);
        // Whatever has no words here.
        if is_one_format
            && self.diff.changes.is_empty()
            && let Some(what) = difference(self.old, self.new, &[])
        {
            self.add(ChangedAspect::Storage, format!("something else changed: {what}"), 1);
        }
    }

    /// One of the files is no model that could be read.
    fn unreadable(&mut self) {
        let [was, is] = [self.old, self.new].map(what_it_is);
        let readable = [self.old, self.new].map(is_comparable);
        let says = match readable {
            [true, _] => format!("can no longer be read: it is {is}"),
            [_, true] => format!("can be read now; it was {was}"),
            _ if was == is => format!("other bytes; both are {is}"),
            _ => format!("it is {is}, and was {was}"),
        };
        self.add(ChangedAspect::Reading, says, 1);
        self.diff.limits.push("the models were not compared".to_string());
    }

    fn add(&mut self, aspect: ChangedAspect, says: impl Into<String>, count: usize) {
        self.add_at(aspect, says, count, None, [None, None]);
    }

    fn add_at(
        &mut self,
        aspect: ChangedAspect,
        says: impl Into<String>,
        count: usize,
        largest: Option<f64>,
        places: [Option<Place>; 2],
    ) {
        let (says, object) = (says.into(), self.object.clone());
        self.diff.changes.push(ModelChange { aspect, object, says, count, largest, places });
    }

    /// A count that differs from the number of rows in another way than it did.
    fn declared<T, U>(&mut self, noun: &str, old: &Table<T>, new: &Table<U>) {
        self.declared_number(noun, (old.declared, old.len()), (new.declared, new.len()));
    }

    fn declared_number(&mut self, noun: &str, old: (Option<u32>, usize), new: (Option<u32>, usize)) {
        let surplus = |(declared, found): (Option<u32>, usize)| Some(i64::from(declared?) - found as i64);
        if surplus(old) != surplus(new) {
            let words = |(declared, found): (Option<u32>, usize)| match declared {
                Some(declared) => format!("{declared} for {found}"),
                None => format!("unreadable for {found}"),
            };
            self.add(
                ChangedAspect::Storage,
                format!("count of {noun} {}, was {}", words(new), words(old)),
                1,
            );
        }
    }

    /// A field with another value.
    fn field(&mut self, aspect: ChangedAspect, name: &str, was: String, is: String) {
        if was != is {
            self.add(aspect, format!("{name} {is}, was {was}"), 1);
        }
    }
}

fn format_of(document: &Document) -> &'static str {
    if document.is_binary() { "binary" } else { "ASCII" }
}

/// What a file is.
fn what_it_is(document: &Document) -> &'static str {
    match document.content {
        _ if document.damage().is_some() => "a binary model that a tool changed as if it were text",
        _ if !document.shifts().is_empty() => {
            "a binary model that lost bytes, or got some that belong to nothing"
        }
        _ if document.recount().is_some() => "a binary model with a wrong count",
        Content::Text => "an ASCII model",
        Content::Binary => "a binary model",
        Content::Utf16 => "text in UTF-16, which is not read",
        Content::LfsPointer => "a pointer of Git LFS",
        Content::TooLarge { .. } => "too large a file",
        Content::Other { .. } => "not a model",
    }
}

/// A number with at most four digits that matter.
pub fn short(value: f64) -> String {
    float(format!("{value:.3e}").parse().unwrap_or(f32::NAN))
}

/// `at most 0.3`, after what moved; empty where that is no number. Text has six decimals.
fn at_most(largest: f64) -> String {
    match largest {
        0.0..1e-6 => ", by less than 0.000001".to_string(),
        _ if largest.is_finite() => format!(", at most {}", short(largest)),
        _ => String::new(),
    }
}

/// `12 of 40 vertices`, or `all 40 vertices`, or `the vertex`.
fn of_all(count: usize, all: usize, noun: &str) -> String {
    match (count, all) {
        (1, 1) => format!("the {noun}"),
        _ if count == all => format!("all {}", counted(all, noun)),
        _ => format!("{} of {}", crate::base::display::number(count), counted(all, noun)),
    }
}

/// Whether two numbers are the same: no number is the same as another such.
fn is_same(one: f32, other: f32) -> bool {
    one == other || one.is_nan() && other.is_nan()
}

fn are_same(one: &[f32], other: &[f32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(*one, *other))
}

/// Bits that are equal where the numbers are the same.
fn bits<const N: usize>(numbers: [f32; N]) -> [u32; N] {
    // Adding 0 makes +0 of -0.
    numbers.map(|number| if number.is_nan() { f32::NAN.to_bits() } else { (number + 0.0).to_bits() })
}

/// How far apart two points are.
fn distance(one: [f32; 3], other: [f32; 3]) -> f64 {
    let apart = crate::model::vector::difference(one, other);
    crate::model::vector::dot(apart, apart).sqrt()
}

/// How many rows can be read, of which so many could not be read before, and cannot now.
fn reading([was, is]: [usize; 2], noun: &str) -> String {
    match (was, is) {
        (_, 0) => format!("{} can be read now", counted(was, noun)),
        (0, _) => format!("{} cannot be read any more", counted(is, noun)),
        _ if was == is => format!("{} cannot be read, but not those of before", counted(is, noun)),
        _ => format!("{} cannot be read, before {was}", counted(is, noun)),
    }
}
