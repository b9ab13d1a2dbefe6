//! Generates models from choices, valid by construction.

use super::choices::Choices;
use super::config::{Config, LARGEST};
use super::knobs::{Keys, Normals, Numbers, Shape, Skeleton};
use super::model::{Bone, Comment, Face, Key, Material, Mesh, Model, Vertex};
use super::vocabulary;

/// The directions of x, y and z, in an order that keeps triangles counter-clockwise.
const TURNS: &[[usize; 3]] = &[[0, 1, 2], [1, 2, 0], [2, 0, 1]];
/// The frame rates that a model may have, in frames per second.
const RATES: &[f32] = &[24.0, 25.0, 30.0, 60.0];

/// A model of this configuration.
pub(super) fn generate(config: &Config, choices: &mut Choices) -> Model {
    let meshes = choices.count(config.meshes.range());
    let mut config = config.clone();
    // All meshes share the maximum, and a mesh without gaps has two vertices more than faces.
    let room = LARGEST / meshes.max(1) as u32;
    config.faces.at_most(if config.shape == Shape::Tangle { room } else { room.saturating_sub(2) });
    let config = &config;
    // Where no vertex can be bound to a bone, there are only as many bones as necessary.
    let bones = if meshes == 0 { config.bones.least as usize } else { choices.count(config.bones.range()) };
    let materials = choices.count(config.materials.range()).min(meshes.max(config.materials.least as usize));
    let mut model = Model {
        frame: 1,
        // There are as many frames as there must be keys.
        frames: (1 + choices.below(60) as i32).max(config.keys.least as i32),
        rate: choices.one_of(RATES),
        meshes: (0..meshes).map(|index| mesh(config, index, materials, bones, choices)).collect(),
        materials: (0..materials).map(|index| material(config, index, choices)).collect(),
        ..Model::default()
    };
    // Scorched3D exits at a later frame of a model in which no vertex has a bone, since it plays one frame of it.
    let last = if bones > 0 || config.idle_frames { model.frames } else { 1 };
    model.frame = choices.within(1..=last);
    model.bones = skeleton(config, bones, model.frames, choices);
    let counts = [meshes, materials, bones];
    model.comments = counts.map(|count| comments(config, count, choices));
    let is_told = config.comments.least > 0 || (config.comments.most > 0 && choices.chance(25));
    model.comment = is_told.then(|| vocabulary::sentence(choices));
    model
}

/// A number near zero, or any number where the configuration asks for that.
fn number(config: &Config, choices: &mut Choices) -> f32 {
    match config.numbers {
        Numbers::Any if choices.chance(10) => {
            let bits = choices.within(i32::MIN..=i32::MAX) as u32;
            Some(f32::from_bits(bits)).filter(|number| number.is_finite()).unwrap_or(f32::MAX)
        }
        Numbers::NegativeZero if choices.chance(10) => -0.0,
        _ => choices.thousandths(-2000..=2000),
    }
}

fn numbers(config: &Config, choices: &mut Choices) -> [f32; 3] {
    [0; 3].map(|_| number(config, choices))
}

/// Bits that an editor sets.
fn flags(config: &Config, choices: &mut Choices) -> i32 {
    if config.flags { choices.one_of(&[0, 1, 2, 8]) } else { 0 }
}

fn mesh(config: &Config, index: usize, materials: usize, bones: usize, choices: &mut Choices) -> Mesh {
    let mut mesh = Mesh {
        name: vocabulary::name(config.names, index, false, choices),
        flags: flags(config, choices),
        // All materials are used, since there are no more of them than meshes.
        material: if materials == 0 { -1 } else { (index % materials) as i32 },
        ..Mesh::default()
    };
    let faces = choices.count(config.faces.range());
    lay(config, &mut mesh, faces, choices);
    let axes = choices.one_of(TURNS);
    let offset = [0; 3].map(|_| choices.within(-50..=50) as f32);
    for vertex in &mut mesh.vertices {
        let position = axes.map(|axis| vertex.position[axis]);
        vertex.position = [0, 1, 2].map(|axis| position[axis] + offset[axis]);
        vertex.uv = [0; 2].map(|_| choices.thousandths(0..=if config.tiles { 4000 } else { 1000 }));
        vertex.flags = flags(config, choices);
        hang(vertex, bones, choices);
        if config.numbers != Numbers::Small && choices.chance(10) {
            vertex.position = numbers(config, choices);
        }
    }
    if let (Some(vertex), true) = (mesh.vertices.first_mut(), bones > 0) {
        vertex.bone = 0;
    }
    shade(config, &mut mesh);
    mesh
}

/// The bones that a vertex is bound to.
fn hang(vertex: &mut Vertex, bones: usize, choices: &mut Choices) {
    vertex.bone = choices.below(bones + 1) as i32 - 1;
    vertex.more_bones = [-1; 3];
    if vertex.bone >= 0 && choices.chance(25) {
        vertex.more_bones[0] = choices.below(bones) as i8;
        let first = choices.within(1..=99) as u8;
        vertex.weights = [first, 100 - first, 0];
    }
}

/// Lays the vertices and faces of a mesh, all of them seen from the front.
fn lay(config: &Config, mesh: &mut Mesh, faces: usize, choices: &mut Choices) {
    let vertices = match config.shape {
        _ if faces == 0 => 0,
        Shape::Soup => 3 * faces,
        Shape::Strip | Shape::Fan => faces + 2,
        Shape::Tangle => (faces + 2).min(LARGEST as usize),
    };
    mesh.vertices = (0..vertices)
        .map(|index| Vertex { position: point(config.shape, index, vertices, choices), ..Vertex::default() })
        .collect();
    mesh.faces = (0..faces)
        .map(|index| {
            let corners = match config.shape {
                Shape::Strip if index % 2 == 0 => [index, index + 1, index + 2],
                Shape::Strip => [index + 1, index, index + 2],
                Shape::Fan => [0, index + 1, index + 2],
                Shape::Soup => [3 * index, 3 * index + 1, 3 * index + 2],
                Shape::Tangle => [0; 3].map(|_| choices.below(vertices)),
            };
            let smoothing_group = choices.within(1..=32);
            Face {
                flags: flags(config, choices),
                vertices: corners.map(|corner| corner as i32),
                normals: [0; 3],
                smoothing_group,
            }
        })
        .collect();
}

/// The position of a vertex: on a grid, and a little off it.
fn point(shape: Shape, index: usize, of: usize, choices: &mut Choices) -> [f32; 3] {
    let mut off = || choices.thousandths(-100..=100);
    let [x, y] = match shape {
        Shape::Strip | Shape::Tangle => {
            [0.5 * (index / 2) as f32 + 0.25 * (index % 2) as f32, -((index % 2) as f32)]
        }
        Shape::Soup => [2.0 * (index / 3) as f32 + (index % 3 % 2) as f32, (index % 3 / 2) as f32],
        Shape::Fan => return fan(index, of, off()),
    };
    // Steps of a few thousandths are exact to six decimals, far from where a float is no longer that fine.
    [x, y + off(), off()]
}

/// The first vertex is the middle, and all others lie on half a circle around it.
fn fan(index: usize, of: usize, off: f32) -> [f32; 3] {
    if index == 0 {
        return [0.0; 3];
    }
    let angle = std::f32::consts::PI * (index - 1) as f32 / (of - 1) as f32;
    let radius = of.max(4) as f32;
    [angle.cos() * radius, angle.sin() * radius, off].map(|number| (number * 1000.0).round() / 1000.0)
}

/// Gives a mesh its normals.
fn shade(config: &Config, mesh: &mut Mesh) {
    let of_faces: Vec<[f32; 3]> = mesh.faces.iter().map(|face| normal(mesh, face)).collect();
    match config.normals {
        _ if mesh.faces.is_empty() => {}
        Normals::Shared => mesh.normals = vec![[0.0, 0.0, 1.0]],
        Normals::OfFaces => {
            mesh.normals = of_faces.iter().map(|of_face| unit(*of_face)).collect();
            for (index, face) in mesh.faces.iter_mut().enumerate() {
                face.normals = [index as i32; 3];
            }
        }
        Normals::OfVertices => {
            let mut sums = vec![[0.0; 3]; mesh.vertices.len()];
            for (face, of_face) in mesh.faces.iter().zip(&of_faces) {
                for corner in face.vertices {
                    let sum: &mut [f32; 3] = &mut sums[corner as usize];
                    *sum = [0, 1, 2].map(|axis| sum[axis] + of_face[axis]);
                }
            }
            mesh.normals = sums.into_iter().map(unit).collect();
            mesh.faces.iter_mut().for_each(|face| face.normals = face.vertices);
        }
    }
}

/// Where a face looks, as long as twice its area.
fn normal(mesh: &Mesh, face: &Face) -> [f32; 3] {
    let [a, b, c] = face.vertices.map(|corner| mesh.vertices[corner as usize].position);
    let [u, v] = [b, c].map(|corner| [0, 1, 2].map(|axis| corner[axis] - a[axis]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// The same direction with length 1, in millionths; z for what has none.
fn unit(direction: [f32; 3]) -> [f32; 3] {
    let length = direction.iter().map(|part| part * part).sum::<f32>().sqrt();
    if !length.is_normal() {
        return [0.0, 0.0, 1.0];
    }
    // Adding zero removes the minus from what is rounded to zero.
    direction.map(|part| (part / length * 1e6).round() / 1e6 + 0.0)
}

fn material(config: &Config, index: usize, choices: &mut Choices) -> Material {
    let mut color =
        || [choices.thousandths(0..=1000), choices.thousandths(0..=1000), choices.thousandths(0..=1000), 1.0];
    let colors = [color(), color(), color(), color()];
    let has_texture = choices.chance(75);
    Material {
        name: vocabulary::name(config.names, index, false, choices),
        colors,
        shininess: choices.within(0..=128) as f32,
        transparency: 1.0 - choices.thousandths(0..=999),
        mode: 0,
        texture: if has_texture { vocabulary::texture(config.paths, choices) } else { Vec::new() },
        alpha_map: if has_texture && choices.chance(10) {
            vocabulary::texture(config.paths, choices)
        } else {
            Vec::new()
        },
    }
}

fn skeleton(config: &Config, count: usize, frames: i32, choices: &mut Choices) -> Vec<Bone> {
    let names: Vec<_> =
        (0..count).map(|index| vocabulary::name(config.names, index, true, choices)).collect();
    let aligned = times(config, frames, choices);
    (0..count)
        .map(|index| {
            let parent = match config.skeleton {
                Skeleton::ChildrenFirst => Some(index + 1).filter(|parent| *parent < count),
                _ if index == 0 => None,
                Skeleton::Tree => Some(choices.below(index)),
                Skeleton::Chain => Some(index - 1),
                Skeleton::Star => Some(0),
                Skeleton::Loose => None,
            };
            let own =
                if config.timing == Keys::Aligned { aligned.clone() } else { times(config, frames, choices) };
            let turning = match config.timing {
                Keys::Aligned | Keys::Ragged => own.clone(),
                Keys::Uneven => own[..own.len().min(1)].to_vec(),
                Keys::OneSided => Vec::new(),
            };
            Bone {
                name: names[index].clone(),
                parent: parent.map(|parent| names[parent].clone()).unwrap_or_default(),
                flags: flags(config, choices),
                position: numbers(config, choices),
                rotation: [0; 3].map(|_| choices.thousandths(-3141..=3141)),
                position_keys: keys(&own, 500, choices),
                rotation_keys: keys(&turning, 1500, choices),
                color: [0; 3].map(|_| choices.thousandths(0..=1000)),
            }
        })
        .collect()
}

/// Keys at these frames, each of another value, so that all say something. No part is further from 0 than so many
/// thousandths, and a little more for later keys: no bone leaves its model, or turns by half a turn.
fn keys(frames: &[f32], most: i32, choices: &mut Choices) -> Vec<Key> {
    let key = |(number, frame): (i32, &f32)| {
        let [x, y, z] = [number, 0, 0].map(|more| choices.thousandths(more - most..=more + most));
        Key { frame: *frame, value: [x, y, z] }
    };
    (0..).zip(frames).map(key).collect()
}

/// The frames of the keys of a bone: the first, then equal steps.
fn times(config: &Config, frames: i32, choices: &mut Choices) -> Vec<f32> {
    let most = config.keys.most.min(frames as u32);
    let count = choices.count(config.keys.least.min(most)..=most);
    let step = if count > 1 { (frames as usize - 1) / (count - 1) } else { 0 };
    (0..count).map(|index| (1 + index * step) as f32).collect()
}

/// Comments about some of so many objects, each about another one.
fn comments(config: &Config, objects: usize, choices: &mut Choices) -> Vec<Comment> {
    let most = (config.comments.most as usize).min(objects) as u32;
    let least = config.comments.least.min(most);
    let count = choices.count(least..=most);
    (0..count).map(|index| Comment { index: index as i32, text: vocabulary::sentence(choices) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smith::knobs::Names;

    #[test]
    fn names_of_bones_differ() {
        for names in Names::ALL {
            let mut names: Vec<_> =
                (0..128).map(|index| vocabulary::name(*names, index, true, &mut Choices::new(&[]))).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), 128);
        }
    }
}
