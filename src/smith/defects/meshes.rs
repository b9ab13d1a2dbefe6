//! Defects of normals, faces, vertices, flags and texture coordinates, and of meshes without faces.

use super::mesh_edits::{
    a_mesh, a_shaded_mesh, of_mesh, put_in_copy, put_in_face, put_in_vertex_at, some_face, turn,
};
use super::preconditions;
use crate::smith::choices::Choices;
use crate::smith::defect::{ASCII, BOTH, Defect, MS3D, Mark};
use crate::smith::field_names::NORMALS;
use crate::smith::model::{Face, Mesh, Model, Vertex};
use crate::smith::sample::{Path, Record, Sample};

/// A normal has this length.
macro_rules! stretched {
    ($rule:literal, $what:literal, $length:literal) => {
        Defect::of_model($rule, $what, ASCII, |model, choices| {
            let index = choices.below(model.meshes.len());
            let normals = &mut model.meshes[index].normals;
            let row = choices.below(normals.len());
            // The zero that is added takes the minus from one.
            normals[row] = normals[row].map(|part| part * $length + 0.0);
            Some(Mark::at(Path::row(Record::Normal, index, row)))
        })
        .needs(a_shaded_mesh)
    };
}

/// The normal of a corner in a binary file has this length.
macro_rules! stretched_corner {
    ($rule:literal, $what:literal, $length:literal) => {
        Defect::of_bytes($rule, $what, MS3D, |sample, choices| {
            let (index, row) = some_face(&sample.model, choices);
            let face = Path::row(Record::Face, index, row);
            let names = choices.one_of(&NORMALS);
            names.iter().try_for_each(|name| multiply(sample, face.field(name), $length))?;
            let whole = names[0].trim_end_matches(" x");
            Some(Mark::between(face.field(whole), face.field(names[0]), face.field(names[2])))
        })
        .needs(a_shaded_mesh)
    };
}

/// A face is added after all others, made from one of them.
macro_rules! put_in {
    ($rule:literal, $what:literal, |$mesh:pat_param, $face:pat_param| $change:expr) => {
        Defect::of_model($rule, $what, BOTH, |model, choices| {
            let index = choices.below(model.meshes.len());
            let row = put_in_face(&mut model.meshes[index], |$mesh, $face| $change);
            Some(Mark::at(Path::row(Record::Face, index, row)))
        })
        .needs(a_shaded_mesh)
    };
}

/// A vertex that no face uses is added.
macro_rules! unused {
    ($what:literal, |$mesh:pat_param| $at:expr) => {
        Defect::of_model("unused-vertex", $what, BOTH, |model, choices| {
            let index = choices.below(model.meshes.len());
            let $mesh = &mut model.meshes[index];
            let at = $at;
            put_in_vertex_at(&mut model.meshes[index], at);
            Some(Mark::at(Path::row(Record::Vertex, index, at)).shared())
        })
        .needs(a_mesh)
        // Its repair removes all unused vertices, and with them perhaps all that are bound to bones.
        .shadowed_by(&["normal-count-differs", "unbound-skeleton"])
    };
}

/// A mesh without a face is added.
macro_rules! hollow {
    ($what:literal, $formats:ident, |$model:pat_param| $at:expr, $vertices:expr) => {
        Defect::of_model("empty-mesh", $what, $formats, |model, _| {
            let $model = &mut *model;
            let at = $at;
            let mesh =
                Mesh { name: b"hollow".to_vec(), material: -1, vertices: $vertices, ..Mesh::default() };
            model.meshes.insert(at, mesh);
            (model.meshes.len() <= MOST_MESHES).then(|| Mark::at(Path::object(Record::Mesh, at)))
        })
        .needs(a_mesh)
    };
}

/// A solid is added, and one of its faces is turned.
macro_rules! with_hole {
    ($what:literal, $change:expr) => {
        Defect::of_model("flipped-face", $what, BOTH, |model, choices| {
            let mut solid = solid();
            let row = choices.below(solid.faces.len());
            turn(&mut solid.faces[row]);
            $change(&mut solid);
            model.meshes.push(solid);
            let index = model.meshes.len() - 1;
            (index < MOST_MESHES).then(|| Mark::at(Path::row(Record::Face, index, row)))
        })
        .needs(a_mesh)
        // The faces of meshes may alternate in a binary file.
        .shadowed_by(&["triangles-out-of-group-order"])
    };
}

/// A number of a face is this.
macro_rules! of_face {
    ($rule:literal, $what:literal, $formats:ident, $name:literal, $field:ident, $number:literal) => {
        Defect::of_model($rule, $what, $formats, |model, choices| {
            let (index, row) = some_face(model, choices);
            model.meshes[index].faces[row].$field = $number;
            Some(Mark::at(Path::row(Record::Face, index, row).field($name)))
        })
        .needs(a_mesh)
    };
}

/// A face is in this smoothing group.
macro_rules! smoothed {
    ($what:literal, $formats:ident, $group:literal) => {
        of_face!("smoothing-group-out-of-range", $what, $formats, "smoothing group", smoothing_group, $group)
    };
}

/// The flags of a vertex are this.
macro_rules! flagged {
    ($rule:literal, $what:literal, $formats:ident, $flags:literal) => {
        Defect::of_model($rule, $what, $formats, |model, choices| {
            let (index, row) = some_vertex(model, choices);
            model.meshes[index].vertices[row].flags = $flags;
            Some(Mark::at(Path::row(Record::Vertex, index, row).field("flags")).shared())
        })
        .needs(a_mesh)
    };
}

/// A texture coordinate of a vertex is this.
macro_rules! uv {
    ($what:literal, $part:literal, $name:literal, $number:literal) => {
        Defect::of_model("uv-out-of-range", $what, ASCII, |model, choices| {
            let (index, row) = some_vertex(model, choices);
            model.meshes[index].vertices[row].uv[$part] = $number;
            Some(Mark::at(Path::row(Record::Vertex, index, row).field($name)))
        })
        .needs(a_mesh)
    };
}

/// A texture coordinate of a corner in a binary file is this.
macro_rules! stored_uv {
    ($what:literal, $names:expr, $number:literal) => {
        Defect::of_bytes("uv-out-of-range", $what, MS3D, |sample, choices| {
            let (index, row) = some_face(&sample.model, choices);
            let path = Path::row(Record::Face, index, row).field(choices.one_of(&$names));
            let number: f32 = $number;
            sample.set(path, &number.to_le_bytes())?;
            Some(Mark::at(path))
        })
        .needs(a_mesh)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    of_mesh!("normal-count-differs", "one normal more than vertices", ASCII, "normal count", |mesh| {
        mesh.normals.push([0.0, 1.0, 0.0]);
    }),
    of_mesh!("normal-count-differs", "one normal fewer than vertices", ASCII, "normal count", |mesh| {
        mesh.normals.pop();
        let last = mesh.normals.len() as i32 - 1;
        let normals = mesh.faces.iter_mut().flat_map(|face| &mut face.normals);
        normals.for_each(|normal| *normal = last.min(*normal));
    }),
    of_mesh!("missing-normals", "a mesh with faces has no normals", ASCII, "normal count", |mesh| {
        mesh.normals.clear();
        mesh.faces.iter_mut().for_each(|face| face.normals = [0; 3]);
    }),
    stretched!("zero-normal", "a normal of length 0", 0.0),
    stretched_corner!("zero-normal", "a corner with a normal of length 0", 0.0),
    stretched!("unnormalized-normal", "a normal of length 2", 2.0),
    stretched!("unnormalized-normal", "a normal of length 0.5", 0.5),
    stretched!("unnormalized-normal", "a normal of length 1.02", 1.02),
    stretched_corner!("unnormalized-normal", "a corner with a normal of length 2", 2.0),
    stretched_corner!("unnormalized-normal", "a corner with a normal of length 0.98", 0.98),
    of_mesh!("inverted-winding", "all faces of a mesh are reversed", BOTH, "", |mesh| {
        mesh.faces.iter_mut().for_each(turn);
    }),
    of_mesh!("inverted-winding", "all normals of a mesh are reversed", BOTH, "", |mesh| {
        // Unlike a minus, this makes no zero that has one.
        mesh.normals.iter_mut().flatten().for_each(|part| *part = 0.0 - *part);
    }),
    with_hole!("a face of a solid is turned", std::convert::identity),
    with_hole!("a face of a solid is turned, whose faces share no vertex", apart),
    of_mesh!("undrawn-mesh", "all vertices of a mesh are at one point", BOTH, "", |mesh| {
        let point = mesh.vertices[0].position;
        mesh.vertices.iter_mut().for_each(|vertex| vertex.position = point);
    }),
    of_mesh!("undrawn-mesh", "a mesh is hidden", BOTH, "flags", |mesh| mesh.flags |= 2),
    put_in!("degenerate-face", "a face that uses a vertex twice", |_, face| face.vertices[2] =
        face.vertices[0]),
    put_in!("degenerate-face", "a face with two vertices at the same point", |mesh, face| {
        face.vertices[2] = put_in_copy(mesh, face.vertices[0]);
    })
    .shadowed_by(LEFT_OVER),
    put_in!("degenerate-face", "a face on a line", |mesh, face| {
        for corner in 1..3 {
            let copy = put_in_copy(mesh, face.vertices[0]);
            mesh.vertices[copy as usize].position[0] += corner as f32;
            face.vertices[corner] = copy;
        }
    })
    .shadowed_by(LEFT_OVER),
    put_in!("duplicate-face", "a face is repeated", |_, _| {}),
    put_in!("duplicate-face", "a face is repeated, from another corner", |_, face| {
        face.vertices.rotate_left(1);
        face.normals.rotate_left(1);
    }),
    put_in!("duplicate-face", "a face is repeated, in another smoothing group", |_, face| {
        face.smoothing_group = 1 + face.smoothing_group % 32;
    }),
    unused!("a vertex after all others", |mesh| mesh.vertices.len()),
    unused!("a vertex before all others", |_| 0),
    hollow!("a mesh after all others", BOTH, |model| model.meshes.len(), Vec::new()),
    hollow!("a mesh before all others", BOTH, |_| 0, Vec::new()),
    hollow!("a mesh with vertices", ASCII, |_| 0, vec![Vertex { bone: -1, ..Vertex::default() }; 3]),
    smoothed!("the group of a face is 33", BOTH, 33),
    smoothed!("the group of a face is 254", BOTH, 254),
    smoothed!("the group of a face is 256", ASCII, 256),
    smoothed!("the group of a face is -1", ASCII, -1),
    flagged!("vertex-flags-set", "the flags of a vertex are 1", ASCII, 1),
    flagged!("vertex-flags-set", "the flags of a vertex are 4", ASCII, 4),
    flagged!("unknown-flags", "the flags of a vertex are 128", BOTH, 128).shadowed_by(&["vertex-flags-set"]),
    flagged!("unknown-flags", "the flags of a vertex are -1", ASCII, -1).shadowed_by(&["vertex-flags-set"]),
    of_face!("unknown-flags", "the flags of a face are 128", BOTH, "flags", flags, 128),
    of_face!("unknown-flags", "the flags of a face are 256", BOTH, "flags", flags, 256),
    of_face!("unknown-flags", "the flags of a face are -1", ASCII, "flags", flags, -1),
    of_mesh!("unknown-flags", "the flags of a mesh are 128", BOTH, "flags", |mesh| mesh.flags = 128),
    Defect::of_model("unknown-flags", "the flags of a bone are 128", BOTH, |model, choices| {
        let index = choices.below(model.bones.len());
        model.bones[index].flags = 128;
        Some(Mark::at(Path::object(Record::Bone, index).field("flags")))
    })
    .needs(preconditions::bones),
    uv!("u of a vertex is 3.5", 0, "u", 3.5),
    uv!("v of a vertex is -0.5", 1, "v", -0.5),
    stored_uv!("u of a corner is 3.5", ["first u", "second u", "third u"], 3.5),
    stored_uv!("v of a corner is -0.5", ["first v", "second v", "third v"], -0.5),
];

/// A pyramid with three sides.
fn solid() -> Mesh {
    let at = |x, y, z| Vertex { position: [x, y, z], bone: -1, more_bones: [-1; 3], ..Vertex::default() };
    let corners = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let faces = corners.into_iter().zip(0..).map(|(vertices, normal)| Face {
        vertices,
        normals: [normal; 3],
        smoothing_group: 1,
        ..Face::default()
    });
    Mesh {
        name: b"solid".to_vec(),
        material: -1,
        vertices: vec![at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0), at(0.0, 0.0, 1.0)],
        normals: vec![[0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0], [0.57735; 3]],
        faces: faces.collect(),
        ..Mesh::default()
    }
}

/// Gives each corner a vertex and a normal of its own.
fn apart(mesh: &mut Mesh) {
    let (vertices, normals) = (mesh.vertices.split_off(0), mesh.normals.split_off(0));
    for face in &mut mesh.faces {
        for corner in 0..3 {
            mesh.vertices.push(vertices[face.vertices[corner] as usize].clone());
            mesh.normals.push(normals[face.normals[corner] as usize]);
            let last = mesh.vertices.len() as i32 - 1;
            (face.vertices[corner], face.normals[corner]) = (last, last);
        }
    }
}

fn some_vertex(model: &Model, choices: &mut Choices) -> (usize, usize) {
    let index = choices.below(model.meshes.len());
    (index, choices.below(model.meshes[index].vertices.len()))
}

/// The most meshes that a file can hold.
const MOST_MESHES: usize = 255;
/// Removing a face may leave vertices that only this face used.
const LEFT_OVER: &[&str] = &["normal-count-differs", "unused-vertex"];

/// Multiplies a number of a binary file.
fn multiply(sample: &mut Sample, path: Path, by: f32) -> Option<()> {
    let span = sample.find(path)?;
    let number = f32::from_le_bytes(sample.bytes[span.clone()].try_into().ok()?);
    sample.replace(span, &(number * by).to_le_bytes());
    Some(())
}
