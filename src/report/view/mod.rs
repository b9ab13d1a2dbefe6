//! A page in HTML that shows models, how they move, and what was found in them. It needs nothing but a browser: no
//! network, no other file.
//!
//! The poses are computed here, and the page only draws them. What the page holds of models is data, never code or
//! markup: a policy in its head allows only the script and the style of this program.

mod beside;
mod engines;
mod found;
mod held;
mod marks;
mod motion;
mod page;
mod shape;
mod textures;

use std::cmp::Reverse;

use serde::Serialize;

use crate::actions::effects::{ProgramRun, run_all};
use crate::actions::lint::Report;
use crate::base::display::{counted, list, number, visible};
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::{Finding, Severity};
use crate::document::Document;
use crate::document::stats::Stats;
use crate::picture::TextureReader;
use crate::report::view::engines::Views;
use crate::report::view::found::ViewFinding;
use crate::report::view::shape::{DrawnFaces, Shape};
use crate::report::view::textures::{ViewTexture, textures};
use crate::scene::joined::Joined;
pub use beside::ViewPair;
pub use page::{MARK, ViewEntry, ViewPage};

/// So many findings of one rule are listed of a model.
pub const MOST_PER_RULE: usize = 50;
/// Models with more faces are not drawn.
pub const MOST_FACES: usize = 200_000;

/// A model to show, and what is known about it.
pub struct ViewInput<'a> {
    /// The file.
    pub document: &'a Document,
    /// What is drawn: the file, with the materials and bones that files beside it have.
    pub drawn: &'a Document,
    /// The names of these.
    pub joined: &'a [String],
    /// What was found in it, in the order in which it is shown.
    pub findings: &'a [Finding],
    /// How many more findings there are of these severities.
    pub dropped: usize,
    /// How many findings there are of severities that are not shown.
    pub below: usize,
    /// What programs do with it, as [`run_all`](crate::actions::effects::run_all) gives it.
    pub programs: &'a [ProgramRun],
    /// What those do that the model is meant for, or one of each kind if that is not known.
    pub asked: &'a [ProgramRun],
    /// Reads a texture by its path relative to the model, with `/` between names. The error says why not, in a few words.
    pub read_texture: TextureReader<'a>,
}

impl ViewInput<'_> {
    /// Makes something of a model and what was found in it: the worst first, and those alike in the order of the file.
    pub fn with<T>(
        document: &Document,
        context: &Context,
        report: &Report,
        read_texture: TextureReader<'_>,
        make: impl FnOnce(&ViewInput) -> T,
    ) -> T {
        let mut findings: Vec<_> = report.first_of_rules(MOST_PER_RULE).cloned().collect();
        findings.sort_by_key(|finding| Reverse(finding.severity));
        let dropped = report.dropped_beyond(MOST_PER_RULE);
        let is_shown = |severity: &Severity| findings.iter().any(|finding| finding.severity == *severity);
        let below = Severity::ALL.into_iter().filter(|severity| !is_shown(severity));
        let below = below.map(|severity| report.count(severity)).sum();
        let programs = &run_all(document, context);
        let asked = &report.programs;
        let whole = Joined::of(document, context.file_tree.as_deref());
        let (drawn, joined) =
            whole.as_ref().map_or((document, &[][..]), |whole| (&whole.document, &whole.names));
        let findings = &findings;
        make(&ViewInput { document, drawn, joined, findings, dropped, below, programs, asked, read_texture })
    }
}

/// What the page holds of a model.
#[derive(Serialize)]
struct ViewedModel {
    name: String,
    about: String,
    /// Whether the times of keys are frames. Otherwise they are seconds.
    in_frames: bool,
    /// What is not shown, and why.
    notes: Vec<String>,
    /// Why no face is drawn, although the model has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    undrawn: Option<String>,
    shape: Shape,
    textures: Vec<ViewTexture>,
    #[serde(flatten)]
    views: Views,
    findings: Vec<ViewFinding>,
    dropped: usize,
    below: usize,
}

impl ViewedModel {
    fn of(input: &ViewInput) -> Self {
        Self::with_faces(input).0
    }

    /// With what is drawn of it.
    fn with_faces(input: &ViewInput) -> (Self, DrawnFaces) {
        let (document, drawn) = (input.document, input.drawn);
        let mut notes = Vec::new();
        let (mut shape, faces) = Shape::of(drawn, &mut notes);
        let undrawn = notes.first().filter(|_| faces.numbers.is_empty()).cloned();
        notes.extend(parts_elsewhere(drawn));
        if !input.joined.is_empty() {
            notes.push(format!("Drawn with what is in other files: {}.", input.joined.join("; ")));
        }
        let marker = marks::Marker::new(drawn, &faces);
        let views = Views::of(drawn, input.programs, &marker, &faces, &mut notes);
        let textures = textures(&mut shape, input.read_texture);
        let findings = ViewFinding::all(document, input.findings, &marker);
        let model = Self {
            name: visible(document.source.name.as_bytes()),
            about: about(document),
            in_frames: !document.is_binary(),
            notes,
            undrawn,
            textures,
            views,
            findings,
            dropped: input.dropped,
            below: input.below,
            shape,
        };
        (model, faces)
    }
}

/// What a model is drawn without, since the file does not have it but names it.
fn parts_elsewhere(document: &Document) -> Option<String> {
    let model = &document.model;
    let vertices = || model.geometries().flat_map(|(_, geometry)| &geometry.vertices.rows);
    let names_materials = model.meshes.iter().any(|mesh| mesh.material.is_some_and(|material| material >= 0));
    let lacks = [
        ("materials", model.materials.is_empty() && names_materials),
        ("bones", model.bones.is_empty() && vertices().any(|vertex| vertex.bone >= 0)),
    ];
    let lacks: Vec<_> =
        lacks.into_iter().filter(|(_, lacks)| *lacks).map(|(what, _)| what.to_string()).collect();
    let what = list(&lacks);
    (!lacks.is_empty()).then(|| {
        format!("Its {what} are not in this file. They may be in others; here it is drawn without them.")
    })
}

/// What a model is and has, in words.
pub fn about(document: &Document) -> String {
    let stats = Stats::of(document);
    let kind = match (document.is_binary(), document.is_text()) {
        (true, _) => "binary",
        (_, true) => "ASCII",
        _ => return "no model".to_string(),
    };
    let counts = [
        (stats.meshes, "mesh"),
        (stats.faces, "face"),
        (stats.vertices, "vertex"),
        (stats.materials, "material"),
        (stats.bones, "bone"),
    ];
    let counts: Vec<_> = counts.into_iter().map(|(count, noun)| counted(count, noun)).collect();
    let bytes = number(document.source.len());
    format!("{kind}, {bytes} bytes: {}", counts.join(", "))
}

/// Numbers as the page reads them: base64 of their bytes, the least significant first.
fn packed<const N: usize>(parts: impl Iterator<Item = [u8; N]>) -> String {
    use base64::Engine;
    let bytes: Vec<u8> = parts.flatten().collect();
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

fn floats(values: impl Iterator<Item = f32>) -> String {
    packed(values.map(f32::to_le_bytes))
}

fn indices(values: impl Iterator<Item = u32>) -> String {
    packed(values.map(u32::to_le_bytes))
}
