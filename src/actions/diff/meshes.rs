//! Compares meshes: which there are, and their vertices.

use std::hash::Hash;

use crate::actions::diff::faces::FaceComparison;
use crate::actions::diff::pairs::{ObjectMark, Pairs, digest};
use crate::actions::diff::rows::Alignment;
use crate::actions::diff::tally::{Tallied, uv_distance};
use crate::actions::diff::view::{MeshPair, MeshView, VertexView, views};
use crate::actions::diff::{ChangedAspect, DiffBuilder, are_same, at_most, bits, distance, of_all, reading};
use crate::base::display::{counted, quote};
use crate::document::Document;
use crate::document::describe::describe;
use crate::layout::Record;
use crate::model::place::Place;
use crate::model::{Face, Member, Table};

/// A vertex that is at another place at rest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MovedVertex {
    /// Its index in the old model and in the new one, through all meshes.
    pub vertices: [u32; 2],
    /// Where it was, and where it is.
    pub positions: [[f32; 3]; 2],
}

impl MovedVertex {
    /// How far it is from where it was. No number if one of the positions is none.
    pub fn distance(&self) -> f64 {
        distance(self.positions[0], self.positions[1])
    }
}

/// Which meshes of two models are the same.
pub(super) struct MeshMatch {
    pub pairs: Pairs,
    /// The vertices that are the same: their indices in the old model and in the new one, through all meshes.
    pub vertices: Vec<[u32; 2]>,
}

impl DiffBuilder<'_> {
    /// Compares the meshes.
    pub(super) fn meshes(&mut self, materials: &Pairs, bones: &Pairs) -> MeshMatch {
        let views = [self.old, self.new].map(views);
        let pairs = {
            let marks = [(self.old, &views[0]), (self.new, &views[1])].map(|(document, views)| {
                let marks = views.iter().map(|view| mark(document, view));
                marks.collect::<Vec<_>>()
            });
            Pairs::of(&marks[0], &marks[1])
        };
        for old in pairs.gone() {
            self.object = mesh_name(self.old, &views[0][old]);
            let says = format!("gone, with {}", contents(&views[0][old]));
            let place = views[0][old].mesh.map(|mesh| Place::object(Record::Mesh, mesh));
            self.add_at(ChangedAspect::Presence, says, 1, None, [place, None]);
        }
        for new in pairs.added() {
            self.object = mesh_name(self.new, &views[1][new]);
            let says = format!("new, with {}", contents(&views[1][new]));
            let place = views[1][new].mesh.map(|mesh| Place::object(Record::Mesh, mesh));
            self.add_at(ChangedAspect::Presence, says, 1, None, [None, place]);
        }
        let mut vertices = Vec::new();
        for (old, new) in pairs.pairs() {
            let (old, new) = (&views[0][old], &views[1][new]);
            self.object = mesh_name(self.new, new);
            if let (Some(was), Some(is)) = (old.mesh, new.mesh) {
                self.head(was, is, materials);
            }
            let is_one_format = self.old.is_binary() == self.new.is_binary();
            let pair = MeshPair { old, new, vertices: align(old, new, bones, is_one_format) };
            self.vertices(&pair, bones, is_one_format);
            FaceComparison::of(&pair, bones, is_one_format).report(self, &pair);
            let index = |(was, is): (usize, usize)| [old.vertices[was].index, new.vertices[is].index];
            vertices.extend(pair.vertices.pairs().map(index));
        }
        self.object.clear();
        if pairs.is_reordered() {
            self.add(ChangedAspect::Order, "the order of the meshes changed", 1);
        }
        // Meshes of a binary model may share vertices.
        vertices.sort_unstable();
        vertices.dedup();
        self.diff.moved.sort_by_key(|moved| moved.vertices);
        self.diff.moved.dedup_by_key(|moved| moved.vertices);
        MeshMatch { pairs, vertices }
    }

    /// What a mesh has beside its rows.
    fn head(&mut self, was: usize, is: usize, materials: &Pairs) {
        let (old, new) = (&self.old.model.meshes[was], &self.new.model.meshes[is]);
        self.name(Record::Mesh, was, is);
        let moved = old.material.map(|material| materials.moved(material));
        if moved != new.material.map(Some) {
            let material = |document: &Document, index: Option<i32>| match index {
                None => "unreadable".to_string(),
                Some(-1) => "none".to_string(),
                Some(index) => match document.name_of(Record::Material, index as u32) {
                    Some(name) => format!("\"{}\"", quote(name)),
                    None => format!("{index}, which does not exist"),
                },
            };
            let (was, is) = (material(self.old, old.material), material(self.new, new.material));
            self.add(ChangedAspect::Material, format!("material {is}, was {was}"), 1);
        }
        let [was, is] = [old, new].map(|mesh| match mesh.is_hidden() {
            false => mesh.flags.to_string(),
            true => format!("{} (hidden)", mesh.flags),
        });
        self.field(ChangedAspect::Editor, "flags", was, is);
        if self.old.is_text() && self.new.is_text() {
            let (was, is) = (&old.geometry, &new.geometry);
            self.declared("vertices", &was.vertices, &is.vertices);
            self.declared("normals", &was.normals, &is.normals);
            self.declared("faces", &was.faces, &is.faces);
        }
        if let (Some(was), Some(is)) = (&self.old.model.binary, &self.new.model.binary) {
            let missing = |members: &Table<Member>, faces: &Table<Face>| {
                members.iter().filter(|(_, member)| faces.get(member.face).is_none()).count()
            };
            let was = missing(&old.members, &was.geometry.faces);
            let is = missing(&new.members, &is.geometry.faces);
            if was != is {
                let says = format!("lists {} that do not exist, before {was}", counted(is, "face"));
                self.add(ChangedAspect::Storage, says, was.abs_diff(is));
            }
            self.declared("faces", &old.members, &new.members);
        }
    }

    /// The name of an object that both have.
    pub(super) fn name(&mut self, record: Record, was: usize, is: usize) {
        let name =
            |document: &Document, index: usize| document.name_of(record, index as u32).map(<[u8]>::to_vec);
        let (old, new) = (name(self.old, was), name(self.new, is));
        if old != new {
            let places = [was, is].map(|index| Some(Place::object(record, index)));
            let says = match old {
                Some(old) => format!("renamed, was \"{}\"", quote(&old)),
                None => "has a name that can be read".to_string(),
            };
            self.add_at(ChangedAspect::Name, says, 1, None, places);
        }
    }

    fn vertices(&mut self, pair: &MeshPair, bones: &Pairs, is_one_format: bool) {
        let MeshPair { old, new, vertices } = pair;
        let place = |view: &MeshView, vertex: usize| {
            Some(Place::row(Record::Vertex, view.object as usize, view.vertices[vertex].row as usize))
        };
        let places = |(was, is): (usize, usize)| [place(old, was), place(new, is)];
        let both = || vertices.pairs().map(|(was, is)| ((was, is), &old.vertices[was], &new.vertices[is]));
        let all = vertices.pairs().count();
        let mut moved = Tallied::default();
        for (pair, was, is) in both().filter(|(_, was, is)| !are_same(&was.position, &is.position)) {
            let vertex =
                MovedVertex { vertices: [was.index, is.index], positions: [was.position, is.position] };
            moved.add(pair, vertex.distance());
            self.diff.moved.push(vertex);
        }
        if let Some(first) = moved.at {
            let says = format!("{} moved{}", of_all(moved.count, all, "vertex"), at_most(moved.largest));
            self.add_at(ChangedAspect::Vertices, says, moved.count, Some(moved.largest), places(first));
        }
        self.present_vertices(pair, moved.count == 0, is_one_format);
        let mut uvs = Tallied::default();
        for (pair, was, is) in both() {
            if let (Some(was), Some(is)) = (was.uv, is.uv)
                && !are_same(&was, &is)
            {
                uvs.add(pair, uv_distance(was, is));
            }
        }
        if let Some(first) = uvs.at {
            let says = format!(
                "texture coordinates of {} changed{}",
                of_all(uvs.count, all, "vertex"),
                at_most(uvs.largest)
            );
            let aspect = ChangedAspect::TextureCoordinates;
            self.add_at(aspect, says, uvs.count, Some(uvs.largest), places(first));
        }
        let mut bound = Tallied::default();
        both()
            .filter(|(_, was, is)| bones.moved(was.bone) != Some(is.bone))
            .for_each(|(pair, ..)| bound.add(pair, 0.0));
        if let Some(first) = bound.at {
            let says = format!(
                "{} bound to another bone: the first to {}, was {}",
                of_all(bound.count, all, "vertex"),
                bone_of(self.new, new.vertices[first.1].bone),
                bone_of(self.old, old.vertices[first.0].bone)
            );
            self.add_at(ChangedAspect::Weights, says, bound.count, None, places(first));
        }
        let mut flagged = Tallied::default();
        both().filter(|(_, was, is)| was.flags != is.flags).for_each(|(pair, ..)| flagged.add(pair, 0.0));
        if let Some(first) = flagged.at {
            let says = format!("flags of {} changed", of_all(flagged.count, all, "vertex"));
            self.add_at(ChangedAspect::Editor, says, flagged.count, None, places(first));
        }
        if vertices.is_reordered() && is_one_format {
            self.add(ChangedAspect::Order, "the order of the vertices changed", 1);
        }
    }

    /// Which vertices are new or gone.
    fn present_vertices(&mut self, pair: &MeshPair, is_rest_same: bool, is_one_format: bool) {
        let MeshPair { old, new, vertices } = pair;
        let unmatched = |view: &MeshView, of: &[Option<u32>], other: &MeshView| {
            // A format may need a vertex several times that the other needs once.
            let known: std::collections::HashSet<_> = match is_one_format {
                true => Default::default(),
                false => other.vertices.iter().map(|vertex| bits(vertex.position)).collect(),
            };
            let rows = of.iter().enumerate().filter(|(_, other)| other.is_none()).map(|(row, _)| row);
            rows.filter(|row| !known.contains(&bits(view.vertices[*row].position))).collect::<Vec<_>>()
        };
        let gone = unmatched(old, &vertices.new_of, new);
        let added = unmatched(new, &vertices.old_of, old);
        let rest = if is_rest_same && vertices.pairs().next().is_some() {
            ", the others where they were"
        } else {
            ""
        };
        let place = |view: &MeshView, vertex: Option<&usize>| {
            let row = view.vertices[*vertex?].row as usize;
            Some(Place::row(Record::Vertex, view.object as usize, row))
        };
        let says = match (added.len(), gone.len()) {
            (0, 0) => String::new(),
            (new, 0) => format!("{} new{rest}", counted(new, "vertex")),
            (0, gone) => format!("{} gone{rest}", counted(gone, "vertex")),
            (new, gone) => format!("{} new, {gone} gone{rest}", counted(new, "vertex")),
        };
        if !says.is_empty() {
            let places = [place(old, gone.first()), place(new, added.first())];
            self.add_at(ChangedAspect::Vertices, says, added.len() + gone.len(), None, places);
        }
        for (index, noun) in ["vertex", "face"].into_iter().enumerate() {
            let (was, is) = (old.unreadable[index], new.unreadable[index]);
            if was != is {
                self.add(ChangedAspect::Reading, reading([was, is], noun), was.abs_diff(is));
            }
        }
    }
}

/// Which vertices of two meshes are the same: those with the same values, else those at the same place, else those with
/// the same texture coordinates.
fn align(old: &MeshView, new: &MeshView, bones: &Pairs, is_one_format: bool) -> Alignment {
    let counts = [old, new].map(|view| view.vertices.len());
    // A bone has the index that it has now; one that is gone has none.
    let old_bone = |vertex: &VertexView| bones.moved(vertex.bone).map_or(i64::MAX, i64::from);
    let new_bone = |vertex: &VertexView| i64::from(vertex.bone);
    let uv = |vertex: &VertexView| vertex.uv.filter(|_| is_one_format).map(bits);
    let flags = |vertex: &VertexView| if is_one_format { vertex.flags } else { 0 };
    let keys = |view: &MeshView, bone: &dyn Fn(&VertexView) -> i64, level: usize| {
        let key = |vertex: &VertexView| {
            let position = (level < 2).then(|| bits(vertex.position));
            let rest = (level != 1).then(|| (uv(vertex), bone(vertex), flags(vertex)));
            (position, rest)
        };
        view.vertices.iter().map(key).collect::<Vec<_>>()
    };
    let levels = [0, 1, 2].map(|level| [keys(old, &old_bone, level), keys(new, &new_bone, level)]);
    Alignment::of(counts, &levels)
}

/// A bone that vertices name, in words.
pub(super) fn bone_of(document: &Document, bone: i32) -> String {
    match document.name_of(Record::Bone, bone as u32) {
        _ if bone == -1 => "none".to_string(),
        Some(name) => format!("\"{}\"", quote(name)),
        None => format!("{bone}, which does not exist"),
    }
}

fn mesh_name(document: &Document, view: &MeshView) -> String {
    match view.mesh {
        Some(mesh) => describe(document, Place::object(Record::Mesh, mesh)),
        None => "what belongs to no mesh".to_string(),
    }
}

/// What a mesh has most of.
fn contents(view: &MeshView) -> String {
    format!("{} and {}", counted(view.vertices.len(), "vertex"), counted(view.faces.len(), "face"))
}

fn mark<'d>(document: &'d Document, view: &MeshView) -> ObjectMark<'d> {
    let name = match view.mesh {
        Some(mesh) => document.name_of(Record::Mesh, mesh as u32).unwrap_or_default(),
        None => b"\0",
    };
    let shape = |hasher: &mut _| {
        for face in &view.faces {
            face.corners.map(|corner| corner.vertex).hash(hasher);
        }
        view.vertices.len().hash(hasher);
    };
    let content = digest(|hasher| {
        shape(hasher);
        view.vertices.iter().for_each(|vertex| bits(vertex.position).hash(hasher));
    });
    // Two meshes of the same faces between as many vertices are one, but nothing is known by being empty.
    let gist = (!view.faces.is_empty()).then(|| digest(shape));
    ObjectMark { name, content, gist }
}
