//! A model as each program holds and poses it.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::actions::effects::ProgramRun;
use crate::diagnostics::effect::Effect;
use crate::document::Document;
use crate::document::describe::describe;
use crate::engines::held::{HeldCorner, HeldFace};
use crate::engines::holding;
use crate::layout::Record;
use crate::model::Binary;
use crate::model::place::Place;
use crate::pose::Rig;
use crate::pose::convention::{Convention, MILKSHAPE, of_program};
use crate::report::view::floats;
use crate::report::view::found::at;
use crate::report::view::marks::{Mark, Marker};
use crate::report::view::motion::{Motion, ViewBones, ViewWeights, baked};
use crate::report::view::shape::DrawnFaces;

/// So many things that a program takes otherwise are listed.
const MOST_EFFECTS: usize = 50;

/// How a model moves, and what programs make of it.
#[derive(Serialize)]
pub(super) struct Views {
    bones: ViewBones,
    bone_names: Vec<String>,
    /// Different motions; the first is what the format means.
    motions: Vec<Motion>,
    /// Different weights.
    weights: Vec<ViewWeights>,
    engines: Vec<ViewEngine>,
}

/// What a program makes of a model.
#[derive(Serialize)]
struct ViewEngine {
    title: &'static str,
    version: &'static str,
    outcome: &'static str,
    /// Whether it shows anything.
    loads: bool,
    /// What it does in place of that, in words that follow its title, and where.
    says: String,
    place: String,
    mark: Mark,
    /// How it moves the model; `None` where that was not measured.
    motion: Option<usize>,
    /// What it holds other than the file, if that is known.
    held: Option<ViewHeld>,
    /// Whether it may hold other faces than are drawn: it takes something otherwise, and what it holds is not known.
    is_otherwise: bool,
    effects: Vec<ViewOddity>,
    more_effects: usize,
}

/// Something that a program takes otherwise than the file says.
#[derive(Serialize)]
struct ViewOddity {
    kind: &'static str,
    says: String,
    place: String,
    mark: Mark,
}

/// The faces that a program holds, where they are other than in the file.
#[derive(Serialize)]
struct ViewHeld {
    /// Faces that it does not hold, by their number among those that are drawn.
    lacks: Vec<u32>,
    /// Faces that it holds with other normals or texture coordinates, and these.
    changed: Vec<u32>,
    changed_normals: String,
    changed_uvs: String,
    /// The corners of those that only it holds.
    positions: String,
    normals: String,
    uvs: String,
    count: usize,
}

impl Views {
    /// All that is known of a model.
    pub(super) fn of(
        document: &Document,
        runs: &[ProgramRun],
        marker: &Marker,
        faces: &DrawnFaces,
        notes: &mut Vec<String>,
    ) -> Self {
        let rig = Rig::new(document, &MILKSHAPE);
        let bone_name = |index| describe(document, Place::object(Record::Bone, index));
        let mut views = Self {
            bones: ViewBones::of(&rig),
            bone_names: (0..rig.bone_count()).map(bone_name).collect(),
            motions: Vec::new(),
            weights: Vec::new(),
            engines: Vec::new(),
        };
        notes.extend(views.motion(document, &MILKSHAPE).1);
        let mut known: HashMap<&str, usize> = HashMap::new();
        for run in runs {
            let name = run.program.name;
            // To validate a model does not move it.
            let posed_as = name.strip_suffix("+validate").unwrap_or(name);
            let motion =
                of_program(posed_as).filter(|_| run.loads()).map(|convention| match known.get(name) {
                    Some(motion) => *motion,
                    None => {
                        let motion = views.motion(document, convention).0;
                        known.insert(name, motion);
                        motion
                    }
                });
            views.engines.push(engine(document, run, marker, faces, motion));
        }
        views
    }

    /// The index of how a model moves in a convention, and what is left out of it.
    fn motion(&mut self, document: &Document, convention: &Convention) -> (usize, Vec<String>) {
        let (motion, weights, notes) = baked(document, convention);
        let weights = index_of(&mut self.weights, weights);
        (index_of(&mut self.motions, motion.with_weights(weights)), notes)
    }
}

/// The index of a value in a list, to which it is added if it is not there.
fn index_of<T: PartialEq>(list: &mut Vec<T>, value: T) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

fn engine(
    document: &Document,
    run: &ProgramRun,
    marker: &Marker,
    faces: &DrawnFaces,
    motion: Option<usize>,
) -> ViewEngine {
    let oddities = || run.effects.iter().filter(|effect| !effect.kind.stops());
    let empty = run.effects.iter().find(|effect| effect.takes_for_empty());
    let failing = run.effects.last().filter(|effect| effect.kind.stops()).or(empty);
    let where_is = |effect: &Effect| match effect.place {
        Some(place) if place.record != Record::File => {
            format!("{} ({})", describe(document, place), at(document, effect.at))
        }
        _ if effect.at > 0 => at(document, effect.at),
        _ => String::new(),
    };
    let oddity = |effect: &Effect| ViewOddity {
        kind: effect.kind.name(),
        says: effect.says.clone(),
        place: where_is(effect),
        mark: marker.mark(effect.place.into_iter()),
    };
    let is_known = document.is_binary() && holding::by(run.program.name, document).is_some();
    let is_held = run.loads() && !document.is_truncated() && !faces.scene.parts.is_empty();
    ViewEngine {
        title: run.program.title,
        version: run.program.version,
        outcome: run.outcome(),
        loads: run.loads(),
        says: failing.map_or(String::new(), |effect| effect.says.clone()),
        place: failing.map_or(String::new(), where_is),
        mark: marker.mark(failing.and_then(|effect| effect.place).into_iter()),
        motion,
        held: if is_held { held(document, run.program.name, faces) } else { None },
        is_otherwise: run.loads() && !is_known && oddities().next().is_some(),
        effects: oddities().take(MOST_EFFECTS).map(oddity).collect(),
        more_effects: oddities().count().saturating_sub(MOST_EFFECTS),
    }
}

/// The bits of numbers, by which they are found again. Adding 0 makes +0 of -0, which nobody sees.
fn bits<const N: usize>(values: [f32; N]) -> [u32; N] {
    values.map(|value| (value + 0.0).to_bits())
}

/// All bits of a face.
fn face_bits(corners: &[HeldCorner; 3]) -> [[u32; 8]; 3] {
    corners.map(|HeldCorner { position: [x, y, z], normal: [a, b, c], uv: [u, v] }| {
        bits([x, y, z, a, b, c, u, v])
    })
}

/// Those of where it is.
fn place_bits(corners: &[HeldCorner; 3]) -> [[u32; 3]; 3] {
    corners.map(|corner| bits(corner.position))
}

/// The corners of a face of a binary model.
fn in_file(binary: &Binary, row: usize) -> Option<[HeldCorner; 3]> {
    let geometry = &binary.geometry;
    let (face, uvs) = (geometry.faces.get(row as i32)?, binary.uvs.get(row)?);
    let corner = |number: usize| {
        Some(HeldCorner {
            position: geometry.vertices.get(face.vertices[number])?.position,
            normal: geometry.normals.get(face.normals[number])?.direction,
            uv: [uvs[number], uvs[number + 3]],
        })
    };
    Some([corner(0)?, corner(1)?, corner(2)?])
}

/// What a program holds, compared with what is drawn of the file; `None` if that is not known, or the same.
fn held(document: &Document, program: &str, faces: &DrawnFaces) -> Option<ViewHeld> {
    let held = holding::by(program, document)?;
    let binary = document.model.binary.as_ref()?;
    // How often the program holds each face.
    let mut others: BTreeMap<[[u32; 8]; 3], (usize, [HeldCorner; 3])> = BTreeMap::new();
    for face in held.meshes.iter().flat_map(|mesh| &mesh.faces) {
        let corners = match face {
            HeldFace::Listed(row) => in_file(binary, usize::from(*row)),
            HeldFace::Other(corners) => Some(*corners),
        };
        if let Some(corners) = corners {
            others.entry(face_bits(&corners)).or_insert((0, corners)).0 += 1;
        }
    }
    let mut lacks = Vec::new();
    for (number, (_, face)) in faces.scene.faces().enumerate() {
        let corners = in_file(binary, face.place.row as usize)?;
        match others.get_mut(&face_bits(&corners)) {
            Some((count, _)) if *count > 0 => *count -= 1,
            _ => lacks.push((number as u32, place_bits(&corners))),
        }
    }
    let left = others.into_values().filter(|(count, _)| *count > 0).map(|(_, corners)| corners);
    let left: Vec<_> = left
        .filter(|corners| corners.iter().all(|corner| corner.position.iter().all(|part| part.is_finite())))
        .collect();
    (!lacks.is_empty() || !left.is_empty()).then(|| compared(lacks, left))
}

/// Which faces that a program does not hold are where one is that only it holds.
fn compared(mut lacks: Vec<(u32, [[u32; 3]; 3])>, mut left: Vec<[HeldCorner; 3]>) -> ViewHeld {
    let mut at_place: HashMap<[[u32; 3]; 3], Vec<usize>> = HashMap::new();
    for (index, corners) in left.iter().enumerate().rev() {
        at_place.entry(place_bits(corners)).or_default().push(index);
    }
    let (mut changed, mut changes, mut is_used) = (Vec::new(), Vec::new(), vec![false; left.len()]);
    lacks.retain(|(number, place)| {
        let Some(index) = at_place.get_mut(place).and_then(Vec::pop) else { return true };
        changed.push(*number);
        changes.extend(left[index]);
        is_used[index] = true;
        false
    });
    let mut used = is_used.into_iter();
    left.retain(|_| !used.next().unwrap_or_default());
    let corners = || left.as_flattened().iter();
    ViewHeld {
        lacks: lacks.into_iter().map(|(number, _)| number).collect(),
        changed,
        changed_normals: floats(changes.iter().flat_map(|corner| corner.normal)),
        changed_uvs: floats(changes.iter().flat_map(|corner| corner.uv)),
        positions: floats(corners().flat_map(|corner| corner.position)),
        normals: floats(corners().flat_map(|corner| corner.normal)),
        uvs: floats(corners().flat_map(|corner| corner.uv)),
        count: left.len(),
    }
}
