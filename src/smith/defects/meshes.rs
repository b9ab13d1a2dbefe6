//! Defects of meshes, their vertices, normals and faces, and of how much there is in a model.

use super::super::config::{Blocks, Config, LARGEST_STRIP, Normals, Numbers, Shape, Sizes};
use super::super::defect::{ASCII, BOTH, Defect, MS3D, Mark, Setting};
use super::super::model::{Bone, Face, Material, Mesh, Model, Vertex};
use super::preconditions;
use crate::smith::choices::Choices;
use crate::smith::sample::{Path, Record, Sample};
use crate::smith::vocabulary::TEXTURES;
use crate::smith::write_ascii::{CORNER_NORMALS, CORNERS};
use crate::smith::write_binary::NORMALS;

/// A corner of a face has a vertex or a normal of this index, told by how many there are.
macro_rules! corner {
    ($rule:literal, $what:literal, $rows:ident, $names:ident, |$count:pat_param| $index:expr) => {
        Defect::of_model($rule, $what, ASCII, |model, draw| {
            let (index, row) = some_face(model, draw);
            let mesh = &mut model.meshes[index];
            let $count = mesh.$rows.len() as i32;
            let corner = draw.below(3);
            mesh.faces[row].$rows[corner] = $index;
            Some(Mark::at(Path::row(Record::Face, index, row).field($names[corner])))
        })
        .needs(a_mesh)
    };
}

/// A corner of a face has a normal of this index, told by how many there are.
macro_rules! corner_normal {
    ($what:literal, |$count:pat_param| $index:expr) => {
        corner!("normal-index-out-of-range", $what, normals, CORNER_NORMALS, |$count| $index)
    };
}

/// A corner of a face of a binary file has a vertex of this index, told by how many there are.
macro_rules! stored_corner {
    ($what:literal, |$count:pat_param| $index:expr) => {
        Defect::of_bytes("vertex-index-out-of-range", $what, MS3D, |piece, draw| {
            let (index, row) = some_face(&piece.model, draw);
            let $count = piece.model.meshes.iter().map(|mesh| mesh.vertices.len()).sum::<usize>();
            let path = Path::row(Record::Face, index, row).field(draw.one_of(&CORNERS));
            let corner: u16 = $index;
            piece.set(path, &corner.to_le_bytes())?;
            Some(Mark::at(path))
        })
        .needs(a_mesh)
        .shadowed_by(&["reference-count-wrong"])
    };
}

/// A mesh uses a material of this index, told by how many there are.
macro_rules! material_index {
    ($what:literal, |$count:pat_param| $index:expr) => {
        Defect::of_model("material-index-out-of-range", $what, BOTH, |model, draw| {
            let index = draw.below(model.meshes.len());
            let $count = model.materials.len() as i32;
            model.meshes[index].material = $index;
            Some(Mark::at(Path::object(Record::Mesh, index).field("material")))
        })
        .needs(|config| {
            preconditions::whole(config);
            config.meshes.at_least(1);
            config.materials.at_least(1);
        })
        // The mesh may have been the only one to use its material.
        .shadowed_by(&["unused-material"])
    };
}

/// A vertex hangs on a bone of this index, told by how many there are.
macro_rules! bone_index {
    ($what:literal, |$count:pat_param| $index:expr) => {
        Defect::of_model("bone-index-out-of-range", $what, BOTH, |model, draw| {
            let $count = model.bones.len() as i32;
            Some(Mark::at(hang_on(model, $index, draw).field("bone")).shared())
        })
        .needs(|config| {
            preconditions::whole(config);
            a_mesh(config);
        })
    };
}

/// A mesh is changed. The rule points at this field, or at all of the mesh.
macro_rules! of_mesh {
    ($rule:literal, $what:literal, $formats:ident, $field:literal, |$mesh:ident| $change:expr) => {
        Defect::of_model($rule, $what, $formats, |model, draw| {
            let index = draw.below(model.meshes.len());
            let $mesh = &mut model.meshes[index];
            $change;
            Some(Mark::at(Path::object(Record::Mesh, index).field($field)))
        })
        .needs(a_shaded_mesh)
    };
}

/// There are more vertices than there is room for.
macro_rules! too_many_vertices {
    ($what:literal, $formats:ident, $block:literal) => {
        Defect::of_model("limit-exceeded", $what, $formats, |model, _| {
            put_in_face(&mut model.meshes[0], |mesh, face| {
                face.vertices[0] = put_in_copy(mesh, face.vertices[0]);
            });
            Some(Mark::at(Path::block($block).field("count")))
        })
        .needs(a_large_mesh)
        .large()
    };
}

/// There are more faces than there is room for.
macro_rules! too_many_faces {
    ($what:literal, $formats:ident, $block:literal) => {
        Defect::of_model("limit-exceeded", $what, $formats, |model, _| {
            let mesh = &mut model.meshes[0];
            let backs = mesh.faces[..65_535 - LARGEST_STRIP as usize].to_vec();
            mesh.faces.extend(backs);
            mesh.faces[LARGEST_STRIP as usize..].iter_mut().for_each(turn);
            Some(Mark::at(Path::block($block).field("count")))
        })
        .needs(a_large_mesh)
        .large()
    };
}

/// There are so many objects of a kind, which is one more than there is room for.
macro_rules! too_many {
    ($what:literal, $block:literal, $put_in:ident, $count:literal) => {
        Defect::of_model("limit-exceeded", $what, BOTH, |model, _| {
            $put_in(model, $count);
            Some(Mark::at(Path::block($block).field("count")))
        })
        .needs(|config| {
            preconditions::bones(config);
            config.faces = Sizes::just(1);
            config.materials.at_least(1);
        })
    };
}

/// There is one more of something than the healthy model has, which is all that is allowed.
macro_rules! over_budget {
    ($what:literal, $formats:ident, $block:literal, $put_in:expr) => {
        Defect::of_model("over-budget", $what, $formats, |model, _| {
            let put_in: fn(&mut Model) = $put_in;
            put_in(model);
            Some(Mark::at(Path::block($block).field("count")))
        })
        .told(Setting::Budget)
        .needs(one_of_each)
    };
}

/// A normal has this length.
macro_rules! stretched {
    ($rule:literal, $what:literal, $length:literal) => {
        Defect::of_model($rule, $what, ASCII, |model, draw| {
            let index = draw.below(model.meshes.len());
            let normals = &mut model.meshes[index].normals;
            let row = draw.below(normals.len());
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
        Defect::of_bytes($rule, $what, MS3D, |piece, draw| {
            let (index, row) = some_face(&piece.model, draw);
            let face = Path::row(Record::Face, index, row);
            let names = draw.one_of(&NORMALS);
            names.iter().try_for_each(|name| multiply(piece, face.field(name), $length))?;
            Some(Mark::between(face.field(names[0]), face.field(names[0]), face.field(names[2])))
        })
        .needs(a_shaded_mesh)
    };
}

/// A face is put in behind all others, made of one of them.
macro_rules! put_in {
    ($rule:literal, $what:literal, |$mesh:pat_param, $face:pat_param| $change:expr) => {
        Defect::of_model($rule, $what, BOTH, |model, draw| {
            let index = draw.below(model.meshes.len());
            let row = put_in_face(&mut model.meshes[index], |$mesh, $face| $change);
            Some(Mark::at(Path::row(Record::Face, index, row)))
        })
        .needs(a_shaded_mesh)
    };
}

/// A vertex is put in that no face uses.
macro_rules! unused {
    ($what:literal, |$mesh:pat_param| $at:expr) => {
        Defect::of_model("unused-vertex", $what, BOTH, |model, draw| {
            let index = draw.below(model.meshes.len());
            let $mesh = &mut model.meshes[index];
            let at = $at;
            put_in_vertex_at(&mut model.meshes[index], at);
            Some(Mark::at(Path::row(Record::Vertex, index, at)).shared())
        })
        .needs(a_mesh)
        // Its repair takes all unused vertices away, and with them perhaps all that hang on bones.
        .shadowed_by(&["normal-count-differs", "unbound-skeleton"])
    };
}

/// A mesh without a face is put in.
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

/// A number of a face is this.
macro_rules! of_face {
    ($rule:literal, $what:literal, $formats:ident, $name:literal, $field:ident, $number:literal) => {
        Defect::of_model($rule, $what, $formats, |model, draw| {
            let (index, row) = some_face(model, draw);
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
        Defect::of_model($rule, $what, $formats, |model, draw| {
            let (index, row) = some_vertex(model, draw);
            model.meshes[index].vertices[row].flags = $flags;
            Some(Mark::at(Path::row(Record::Vertex, index, row).field("flags")).shared())
        })
        .needs(a_mesh)
    };
}

/// A texture coordinate of a vertex is this.
macro_rules! uv {
    ($what:literal, $part:literal, $name:literal, $number:literal) => {
        Defect::of_model("uv-out-of-range", $what, ASCII, |model, draw| {
            let (index, row) = some_vertex(model, draw);
            model.meshes[index].vertices[row].uv[$part] = $number;
            Some(Mark::at(Path::row(Record::Vertex, index, row).field($name)))
        })
        .needs(a_mesh)
    };
}

/// A texture coordinate of a corner in a binary file is this.
macro_rules! stored_uv {
    ($what:literal, $names:expr, $number:literal) => {
        Defect::of_bytes("uv-out-of-range", $what, MS3D, |piece, draw| {
            let (index, row) = some_face(&piece.model, draw);
            let path = Path::row(Record::Face, index, row).field(draw.one_of(&$names));
            let number: f32 = $number;
            piece.set(path, &number.to_le_bytes())?;
            Some(Mark::at(path))
        })
        .needs(a_mesh)
    };
}

pub(super) static DEFECTS: &[Defect] = &[
    corner!("vertex-index-out-of-range", "a corner is one beyond the last", vertices, CORNERS, |count| count),
    corner!("vertex-index-out-of-range", "a corner is 65,535", vertices, CORNERS, |_| 65_535),
    corner!("vertex-index-out-of-range", "a corner is -2", vertices, CORNERS, |_| -2),
    stored_corner!("a corner of a binary file is one beyond the last", |count| u16::try_from(count).ok()?),
    stored_corner!("a corner of a binary file is 65,535", |_| u16::MAX),
    corner_normal!("the normal of a corner is one beyond the last", |count| count),
    corner_normal!("the normal of a corner is 65,535", |_| 65_535),
    corner_normal!("the normal of a corner is -2", |_| -2),
    material_index!("a mesh uses the one beyond the last", |count| count),
    material_index!("a mesh uses 128", |_| 128),
    material_index!("a mesh uses -2", |_| -2),
    bone_index!("a vertex hangs on the one beyond the last", |count| count),
    bone_index!("a vertex hangs on 128", |_| 128),
    bone_index!("a vertex hangs on -2", |_| -2),
    Defect::of_model(
        "bone-index-out-of-range",
        "a vertex hangs on -2 of another file",
        ASCII,
        |model, draw| Some(Mark::at(hang_on(model, -2, draw).field("bone"))),
    )
    .needs(meshes_alone)
    .shadowed_by(WITHOUT_FRAMES),
    of_mesh!("material-index-out-of-range", "a mesh uses 0, and there are none", MS3D, "material", |mesh| {
        mesh.material = 0;
    })
    .needs(|config| {
        config.meshes.at_least(1);
        config.materials = Sizes::just(0);
    }),
    Defect::of_model(
        "index-exceeds-16-bits",
        "a corner has vertex 65,536, which there is",
        ASCII,
        |model, _| {
            let mesh = &mut model.meshes[0];
            let row = put_in_face(mesh, |mesh, face| {
                face.vertices = face.vertices.map(|corner| put_in_copy(mesh, corner));
                face.normals = face.vertices;
            });
            Some(Mark::at(Path::row(Record::Face, 0, row).field("third vertex")))
        },
    )
    .needs(a_large_mesh)
    .shadowed_by(&["limit-exceeded"])
    .large(),
    Defect::of_model(
        "index-exceeds-16-bits",
        "a corner has normal 65,536, which there is",
        ASCII,
        |model, draw| {
            let (index, row) = some_face(model, draw);
            let mesh = &mut model.meshes[index];
            let normal = mesh.normals[mesh.faces[row].normals[0] as usize];
            mesh.normals.resize(65_537, normal);
            mesh.faces[row].normals[0] = 65_536;
            Some(Mark::at(Path::row(Record::Face, index, row).field("first normal")))
        },
    )
    .needs(a_mesh)
    .shadowed_by(&["normal-count-differs"])
    .large(),
    Defect::of_model(
        "bone-index-exceeds-8-bits",
        "a vertex hangs on bone 128, which there is",
        ASCII,
        |model, draw| {
            put_in_bones(model, 129);
            Some(Mark::at(hang_on(model, 128, draw).field("bone")))
        },
    )
    .needs(preconditions::bones)
    .shadowed_by(&["limit-exceeded"]),
    Defect::of_model(
        "bone-index-exceeds-8-bits",
        "a vertex hangs on bone 200 of another file",
        ASCII,
        |model, draw| Some(Mark::at(hang_on(model, 200, draw).field("bone"))),
    )
    .needs(meshes_alone)
    .shadowed_by(WITHOUT_FRAMES),
    Defect::of_model(
        "material-index-exceeds-8-bits",
        "a mesh uses 128, which there is",
        ASCII,
        |model, draw| {
            put_in_materials(model, 129);
            let index = draw.below(model.meshes.len());
            model.meshes[index].material = 128;
            Some(Mark::at(Path::object(Record::Mesh, index).field("material")))
        },
    )
    .needs(a_mesh)
    .shadowed_by(&["limit-exceeded", "unused-material"]),
    of_mesh!("material-index-exceeds-8-bits", "a mesh uses 200 of another file", ASCII, "material", |mesh| {
        mesh.material = 200;
    })
    .needs(|config| {
        config.meshes.at_least(1);
        config.materials = Sizes::just(0);
    }),
    too_many_vertices!("65,535 vertices", ASCII, "Meshes"),
    too_many_vertices!("65,535 vertices of a binary file", MS3D, "Vertices"),
    too_many_faces!("65,535 faces", ASCII, "Meshes"),
    too_many_faces!("65,535 faces of a binary file", MS3D, "Faces"),
    too_many!("256 meshes", "Meshes", put_in_meshes, 256),
    too_many!("129 materials", "Materials", put_in_materials, 129).shadowed_by(&["unused-material"]),
    too_many!("129 bones", "Bones", put_in_bones, 129),
    over_budget!("a vertex too many", ASCII, "Meshes", put_in_vertex)
        .shadowed_by(&["unused-vertex", "normal-count-differs"]),
    over_budget!("a vertex of a binary file too many", MS3D, "Vertices", put_in_vertex)
        .shadowed_by(&["unused-vertex"]),
    over_budget!("a face too many", ASCII, "Meshes", put_in_back),
    over_budget!("a face of a binary file too many", MS3D, "Faces", put_in_back),
    over_budget!("a bone too many", BOTH, "Bones", |model| put_in_bones(model, model.bones.len() + 1)),
    over_budget!("a material too many", BOTH, "Materials", |model| {
        put_in_materials(model, model.materials.len() + 1)
    })
    .shadowed_by(&["unused-material"]),
    Defect::of_model("over-budget", "a texture too many", BOTH, |model, _| {
        let material = &mut model.materials[0];
        let is_free = material.alpha_map.is_empty();
        let mut others = TEXTURES.iter().filter(|path| path.as_bytes() != material.texture);
        material.alpha_map = others.next()?.as_bytes().to_vec();
        is_free.then(|| Mark::at(Path::block("Materials").field("count")))
    })
    .told(Setting::Budget)
    .needs(one_of_each),
    of_mesh!("normal-count-differs", "one normal more than vertices", ASCII, "normal count", |mesh| {
        mesh.normals.push([0.0, 1.0, 0.0]);
    }),
    of_mesh!("normal-count-differs", "one normal less than vertices", ASCII, "normal count", |mesh| {
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
    of_mesh!("inverted-winding", "all faces of a mesh are turned around", BOTH, "", |mesh| {
        mesh.faces.iter_mut().for_each(turn);
    }),
    of_mesh!("inverted-winding", "all normals of a mesh are turned around", BOTH, "", |mesh| {
        // Unlike a minus, this makes no zero that has one.
        mesh.normals.iter_mut().flatten().for_each(|part| *part = 0.0 - *part);
    }),
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
    put_in!("duplicate-face", "a face again", |_, _| {}),
    put_in!("duplicate-face", "a face again, beginning at another corner", |_, face| {
        face.vertices.rotate_left(1);
        face.normals.rotate_left(1);
    }),
    put_in!("duplicate-face", "a face again, in another smoothing group", |_, face| {
        face.smoothing_group = 1 + face.smoothing_group % 32;
    }),
    unused!("a vertex behind all others", |mesh| mesh.vertices.len()),
    unused!("a vertex in front of all others", |_| 0),
    hollow!("a mesh behind all others", BOTH, |model| model.meshes.len(), Vec::new()),
    hollow!("a mesh in front of all others", BOTH, |_| 0, Vec::new()),
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
    Defect::of_model("unknown-flags", "the flags of a bone are 128", BOTH, |model, draw| {
        let index = draw.below(model.bones.len());
        model.bones[index].flags = 128;
        Some(Mark::at(Path::object(Record::Bone, index).field("flags")))
    })
    .needs(preconditions::bones),
    uv!("u of a vertex is 3.5", 0, "u", 3.5),
    uv!("v of a vertex is -0.5", 1, "v", -0.5),
    stored_uv!("u of a corner is 3.5", ["first u", "second u", "third u"], 3.5),
    stored_uv!("v of a corner is -0.5", ["first v", "second v", "third v"], -0.5),
];

fn a_mesh(config: &mut Config) {
    config.meshes.at_least(1);
}

/// A mesh of at least two faces whose normals look where the faces do, one for each vertex.
fn a_shaded_mesh(config: &mut Config) {
    config.meshes.at_least(1);
    config.faces.at_least(2);
    config.shape = Shape::Strip;
    config.normals = Normals::OfVertices;
    config.numbers = Numbers::Small;
}

/// A shaded mesh, its material, and a bone that its first vertex hangs on.
fn one_of_each(config: &mut Config) {
    a_shaded_mesh(config);
    config.meshes = Sizes::just(1);
    config.materials = Sizes::just(1);
    config.bones = Sizes::just(1);
}

/// One mesh with as many faces and vertices as there is room for, plain in all else: rules have enough to do.
fn a_large_mesh(config: &mut Config) {
    *config = Config::plain(config.format);
    config.meshes = Sizes::just(1);
    config.faces = Sizes::just(LARGEST_STRIP);
}

/// What is said of such a file whatever is broken in it.
const WITHOUT_FRAMES: &[&str] = &["missing-block"];

/// The file has meshes, and what they refer to is in others.
fn meshes_alone(config: &mut Config) {
    a_mesh(config);
    config.blocks = Blocks::MeshesAlone;
}

fn some_face(model: &Model, draw: &mut Choices) -> (usize, usize) {
    let index = draw.below(model.meshes.len());
    (index, draw.below(model.meshes[index].faces.len()))
}

fn some_vertex(model: &Model, draw: &mut Choices) -> (usize, usize) {
    let index = draw.below(model.meshes.len());
    (index, draw.below(model.meshes[index].vertices.len()))
}

/// Hangs a vertex on this bone alone, and returns it. The first vertex of each mesh stays where it hangs, so
/// that bones still move something.
fn hang_on(model: &mut Model, bone: i32, draw: &mut Choices) -> Path {
    let index = draw.below(model.meshes.len());
    let vertices = &mut model.meshes[index].vertices;
    let row = 1 + draw.below(vertices.len() - 1);
    vertices[row] = Vertex { bone, more_bones: [-1; 3], weights: [0; 3], ..vertices[row].clone() };
    Path::row(Record::Vertex, index, row)
}

/// The corners of a face run the other way around.
fn turn(face: &mut Face) {
    face.vertices.swap(1, 2);
    face.normals.swap(1, 2);
}

/// Puts a face in behind all others, made of the first of them, and returns its row.
fn put_in_face(mesh: &mut Mesh, change: impl Fn(&mut Mesh, &mut Face)) -> usize {
    let mut face = mesh.faces[0].clone();
    change(mesh, &mut face);
    mesh.faces.push(face);
    mesh.faces.len() - 1
}

/// Puts in the back of a face.
fn put_in_back(model: &mut Model) {
    put_in_face(&mut model.meshes[0], |_, face| turn(face));
}

/// Puts in a copy of a vertex, with a normal of its own, behind all others, and returns its row.
fn put_in_copy(mesh: &mut Mesh, of: i32) -> i32 {
    mesh.vertices.push(mesh.vertices[of as usize].clone());
    mesh.normals.push(mesh.normals[of as usize]);
    mesh.vertices.len() as i32 - 1
}

/// Puts in a vertex that no face uses, behind all others.
fn put_in_vertex(model: &mut Model) {
    let mesh = &mut model.meshes[0];
    put_in_vertex_at(mesh, mesh.vertices.len());
}

fn put_in_vertex_at(mesh: &mut Mesh, at: usize) {
    mesh.vertices.insert(at, mesh.vertices[0].clone());
    let corners = mesh.faces.iter_mut().flat_map(|face| &mut face.vertices);
    corners.filter(|corner| **corner >= at as i32).for_each(|corner| *corner += 1);
}

/// How many meshes there is room for.
const MOST_MESHES: usize = 255;
/// A face that goes may leave the vertices behind that only it used.
const LEFT_OVER: &[&str] = &["normal-count-differs", "unused-vertex"];

/// Puts in copies of the first mesh until there are so many.
fn put_in_meshes(model: &mut Model, count: usize) {
    for index in model.meshes.len()..count {
        let name = format!("copy{index}").into_bytes();
        model.meshes.push(Mesh { name, ..model.meshes[0].clone() });
    }
}

/// Puts in materials until there are so many.
fn put_in_materials(model: &mut Model, count: usize) {
    for index in model.materials.len()..count {
        let name = format!("copy{index}").into_bytes();
        model.materials.push(Material { name, transparency: 1.0, ..Material::default() });
    }
}

/// Puts in children of the first bone until there are so many bones.
fn put_in_bones(model: &mut Model, count: usize) {
    for index in model.bones.len()..count {
        let (name, parent) = (format!("copy{index}").into_bytes(), model.bones[0].name.clone());
        model.bones.push(Bone { name, parent, ..Bone::default() });
    }
}

/// Multiplies a number of a binary file.
fn multiply(piece: &mut Sample, path: Path, by: f32) -> Option<()> {
    let span = piece.find(path)?;
    let number = f32::from_le_bytes(piece.bytes[span.clone()].try_into().ok()?);
    piece.replace(span, &(number * by).to_le_bytes());
    Some(())
}
