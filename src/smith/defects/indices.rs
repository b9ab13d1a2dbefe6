//! Defects of indices out of range or too large for other formats, and of models that exceed a limit or a budget.

use super::mesh_edits::{
    a_mesh, a_shaded_mesh, of_mesh, put_in_copy, put_in_face, put_in_vertex_at, some_face, turn,
};
use super::preconditions;
use crate::smith::choices::Choices;
use crate::smith::config::{Config, LARGEST_STRIP, Sizes};
use crate::smith::defect::{ASCII, BOTH, Defect, MS3D, Mark, Setting};
use crate::smith::field_names::{CORNER_NORMALS, CORNERS};
use crate::smith::knobs::Blocks;
use crate::smith::model::{Bone, Material, Mesh, Model, Vertex};
use crate::smith::sample::{Path, Record};
use crate::smith::vocabulary::TEXTURES;

/// A corner of a face has a vertex or a normal of this index, computed from the number of rows.
macro_rules! corner {
    ($rule:literal, $what:literal, $rows:ident, $names:ident, |$count:pat_param| $index:expr) => {
        Defect::of_model($rule, $what, ASCII, |model, choices| {
            let (index, row) = some_face(model, choices);
            let mesh = &mut model.meshes[index];
            let $count = mesh.$rows.len() as i32;
            let corner = choices.below(3);
            mesh.faces[row].$rows[corner] = $index;
            Some(Mark::at(Path::row(Record::Face, index, row).field($names[corner])))
        })
        .needs(a_mesh)
    };
}

/// A corner of a face has a normal of this index, computed from the number of normals.
macro_rules! corner_normal {
    ($what:literal, |$count:pat_param| $index:expr) => {
        corner!("normal-index-out-of-range", $what, normals, CORNER_NORMALS, |$count| $index)
    };
}

/// A corner of a face of a binary file has a vertex of this index, computed from the number of vertices.
macro_rules! stored_corner {
    ($what:literal, |$count:pat_param| $index:expr) => {
        Defect::of_bytes("vertex-index-out-of-range", $what, MS3D, |sample, choices| {
            let (index, row) = some_face(&sample.model, choices);
            let $count = sample.model.meshes.iter().map(|mesh| mesh.vertices.len()).sum::<usize>();
            let path = Path::row(Record::Face, index, row).field(choices.one_of(&CORNERS));
            let corner: u16 = $index;
            sample.set(path, &corner.to_le_bytes())?;
            Some(Mark::at(path))
        })
        .needs(a_mesh)
        .shadowed_by(&["reference-count-wrong"])
    };
}

/// A mesh uses a material of this index, computed from the number of materials.
macro_rules! material_index {
    ($what:literal, |$count:pat_param| $index:expr) => {
        Defect::of_model("material-index-out-of-range", $what, BOTH, |model, choices| {
            let index = choices.below(model.meshes.len());
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

/// A vertex is bound to a bone of this index, computed from the number of bones.
macro_rules! bone_index {
    ($what:literal, |$count:pat_param| $index:expr) => {
        Defect::of_model("bone-index-out-of-range", $what, BOTH, |model, choices| {
            let $count = model.bones.len() as i32;
            Some(Mark::at(hang_on(model, $index, choices).field("bone")).shared())
        })
        .needs(|config| {
            preconditions::whole(config);
            a_mesh(config);
        })
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
    bone_index!("a vertex refers to the bone beyond the last", |count| count),
    bone_index!("a vertex refers to bone 128", |_| 128),
    bone_index!("a vertex refers to bone -2", |_| -2),
    Defect::of_model(
        "bone-index-out-of-range",
        "a vertex refers to bone -2 of another file",
        ASCII,
        |model, choices| Some(Mark::at(hang_on(model, -2, choices).field("bone"))),
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
        "a corner has vertex 65,536, which exists",
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
        "a corner has normal 65,536, which exists",
        ASCII,
        |model, choices| {
            let (index, row) = some_face(model, choices);
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
        "a vertex refers to bone 128, which exists",
        ASCII,
        |model, choices| {
            put_in_bones(model, 129);
            Some(Mark::at(hang_on(model, 128, choices).field("bone")))
        },
    )
    .needs(preconditions::bones)
    .shadowed_by(&["limit-exceeded"]),
    Defect::of_model(
        "bone-index-exceeds-8-bits",
        "a vertex refers to bone 200 of another file",
        ASCII,
        |model, choices| Some(Mark::at(hang_on(model, 200, choices).field("bone"))),
    )
    .needs(meshes_alone)
    .shadowed_by(WITHOUT_FRAMES),
    Defect::of_model(
        "material-index-exceeds-8-bits",
        "a mesh uses 128, which exists",
        ASCII,
        |model, choices| {
            put_in_materials(model, 129);
            let index = choices.below(model.meshes.len());
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
];

/// A shaded mesh, its material, and a bone that its first vertex is bound to.
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

/// What is reported about such a file whatever is broken in it.
const WITHOUT_FRAMES: &[&str] = &["missing-block"];

/// The file has meshes; the materials and bones that they refer to are in other files.
fn meshes_alone(config: &mut Config) {
    a_mesh(config);
    config.blocks = Blocks::MeshesAlone;
}

/// Binds a vertex to this bone alone, and returns it. The first vertex of each mesh stays bound as it is, so
/// that bones still move something.
fn hang_on(model: &mut Model, bone: i32, choices: &mut Choices) -> Path {
    let index = choices.below(model.meshes.len());
    let vertices = &mut model.meshes[index].vertices;
    let row = 1 + choices.below(vertices.len() - 1);
    vertices[row] = Vertex { bone, more_bones: [-1; 3], weights: [0; 3], ..vertices[row].clone() };
    Path::row(Record::Vertex, index, row)
}

/// Adds the back of a face.
fn put_in_back(model: &mut Model) {
    put_in_face(&mut model.meshes[0], |_, face| turn(face));
}

/// Adds a vertex that no face uses, after all others.
fn put_in_vertex(model: &mut Model) {
    let mesh = &mut model.meshes[0];
    put_in_vertex_at(mesh, mesh.vertices.len());
}

/// Adds copies of the first mesh until there are this many.
fn put_in_meshes(model: &mut Model, count: usize) {
    for index in model.meshes.len()..count {
        let name = format!("copy{index}").into_bytes();
        model.meshes.push(Mesh { name, ..model.meshes[0].clone() });
    }
}

/// Adds materials until there are this many.
fn put_in_materials(model: &mut Model, count: usize) {
    for index in model.materials.len()..count {
        let name = format!("copy{index}").into_bytes();
        model.materials.push(Material { name, transparency: 1.0, ..Material::default() });
    }
}

/// Adds children of the first bone until there are this many bones.
fn put_in_bones(model: &mut Model, count: usize) {
    for index in model.bones.len()..count {
        let (name, parent) = (format!("copy{index}").into_bytes(), model.bones[0].name.clone());
        model.bones.push(Bone { name, parent, ..Bone::default() });
    }
}
