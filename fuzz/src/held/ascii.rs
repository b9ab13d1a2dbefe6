//! What the programs that read ASCII models hold of them.

use std::fmt::Write;

use ms3dlint::base::file_tree::FileTree;
use ms3dlint::document::Document;
use ms3dlint::engines::Failure;
use ms3dlint::engines::milkshape_importer::{self, held::ImportedModel};
use ms3dlint::engines::scorched3d;
use ms3dlint::engines::stepmania::held::{StepManiaBone, StepManiaModel};
use ms3dlint::engines::stepmania::{self, Branch, Extent};
use ms3dlint::layout::BlockKind;

/// What a program makes of a model, up to where it stops, and why it stops there.
pub fn load(
    program: &str,
    document: &Document,
    extent: Extent,
    files: Option<&dyn FileTree>,
) -> Option<(String, Result<(), Failure>)> {
    let of = |branch| {
        let (held, result) = stepmania::load(document, branch, extent, files);
        Some((stepmania_text(&held, branch), result))
    };
    match program {
        "stepmania" | "itgmania" => of(Branch::StepMania),
        "openitg" => of(Branch::OpenItg),
        "scorched3d" => {
            let (held, result) = scorched3d::load(document, files);
            Some((scorched3d_text(&held), result))
        }
        "milkshape" => {
            let (held, run) = milkshape_importer::load(document);
            Some((milkshape_text(&held), run.failure.map_or(Ok(()), Err)))
        }
        _ => None,
    }
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_string();
    }
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

fn float(value: f32) -> String {
    if value.is_nan() { "nan".to_string() } else { format!("{:08x}", value.to_bits()) }
}

fn floats(values: &[f32]) -> String {
    values.iter().map(|value| float(*value)).collect::<Vec<_>>().join(" ")
}

fn degrees(radians: f32) -> f32 {
    radians * (180.0 / std::f32::consts::PI)
}

fn stepmania_text(held: &StepManiaModel, branch: Branch) -> String {
    let mut out = String::new();
    for (index, mesh) in held.meshes.iter().enumerate() {
        let _ = writeln!(
            out,
            "mesh {index} material {} bone {} name {}",
            mesh.material,
            mesh.bone,
            hex(mesh.name)
        );
        for v in &mesh.vertices {
            let [sx, sy] = v.moves_texture.map(|moves| float(f32::from(u8::from(moves))));
            let _ = writeln!(
                out,
                "v {} {} {sx} {sy} {} {}",
                floats(&v.position),
                floats(&v.uv),
                v.bone,
                floats(&v.normal)
            );
        }
        for [a, b, c] in &mesh.faces {
            let _ = writeln!(out, "f {a} {b} {c}");
        }
    }
    for material in &held.materials {
        let [ambient, diffuse, specular, emissive] = material.colors.map(|color| floats(&color));
        let [d, a] = &material.textures;
        let _ = writeln!(
            out,
            "material name {} ambient {ambient} diffuse {diffuse} specular {specular} emissive {emissive} shininess \
             {} transparency {} spheremap {} {} textures {} {}",
            hex(material.name),
            float(material.shininess),
            float(material.transparency),
            u8::from(d.is_sphere),
            u8::from(a.is_sphere),
            d.picture_count,
            a.picture_count
        );
    }
    let textures = held.materials.iter().flat_map(|material| &material.textures);
    for path in textures.filter_map(|texture| texture.path.as_ref()) {
        let _ = writeln!(out, "texture {}", hex(&from_above(path)));
    }
    for bone in &held.bones {
        let _ = writeln!(
            out,
            "bone name {} parent {} flags {} position {} rotation {}",
            hex(bone.name),
            hex(bone.parent),
            bone.flags,
            floats(&bone.position),
            floats(&bone.rotation.map(degrees))
        );
        for key in &bone.position_keys {
            let _ = writeln!(out, "pk {}", floats(key));
        }
        for key in &bone.rotation_keys {
            let rotation = match branch {
                Branch::StepMania => floats(&StepManiaBone::quaternion(*key)),
                Branch::OpenItg => floats(&[key[1], key[2], key[3]].map(degrees)),
            };
            let _ = writeln!(out, "rk {} {rotation}", float(key[0]));
        }
    }
    let _ = writeln!(out, "frames {}", held.frame_count);
    out
}

fn ints(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// The path as the recorded runs of the StepMania family have it: whole, if it leads out of the folder of the model.
fn from_above(path: &[u8]) -> Vec<u8> {
    let mut folders = vec![&b""[..], b"v", b"a", b"b", b"c", b"d"];
    let mut rest = path;
    while let Some(above) = rest.strip_prefix(b"../") {
        folders.truncate((folders.len() - 1).max(1));
        rest = above;
    }
    if rest.len() == path.len() { path.to_vec() } else { [&folders.join(&b'/'), &b"/"[..], rest].concat() }
}

/// The path that the recorded run was given: the model was in the current folder.
fn from_here(path: &[u8]) -> Vec<u8> {
    if path.is_empty() { Vec::new() } else { [b"./", path].concat() }
}

fn scorched3d_text(held: &scorched3d::held::ScorchedModel) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "scorched3d frames {} start {}", held.frame_count, held.start_frame);
    for (index, mesh) in held.meshes.iter().enumerate() {
        let [ambient, diffuse, specular, emissive] = mesh.material.colors.map(|color| ints(&color));
        let sphere = [&b"/"[..], &mesh.material.texture].concat().windows(8).any(|part| part == b"/sphere_");
        let _ = writeln!(
            out,
            "mesh {index} {} tex {} alpha {} sphere {} ambient {ambient} diffuse {diffuse} specular {specular} emissive \
             {emissive} shininess {}",
            hex(mesh.name),
            hex(&from_here(&mesh.material.texture)),
            hex(&from_here(&mesh.material.alpha_map)),
            u8::from(sphere),
            mesh.material.shininess
        );
        for v in &mesh.vertices {
            let _ = writeln!(out, "v {} {}", ints(&v.position), v.bone);
        }
        for face in &mesh.faces {
            let [a, b, c] = face.vertices;
            let _ = write!(out, "f {a} {b} {c}");
            for (normal, uv) in face.normals.iter().zip(&face.uvs) {
                let _ = write!(out, " n {} t {}", ints(normal), ints(uv));
            }
            out.push('\n');
        }
    }
    for bone in &held.bones {
        let _ = writeln!(
            out,
            "bone {} parent {} {} {}",
            hex(bone.name),
            hex(bone.parent),
            ints(&bone.position),
            ints(&bone.rotation)
        );
        for key in &bone.position_keys {
            let _ = writeln!(out, "pk {}", ints(key));
        }
        for key in &bone.rotation_keys {
            let _ = writeln!(out, "rk {}", ints(key));
        }
    }
    out
}

fn milkshape_text(held: &ImportedModel) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "frames {} frame {}", held.frame_count, held.frame);
    for (index, mesh) in held.meshes.iter().enumerate() {
        let _ = writeln!(
            out,
            "mesh {index} name {} flags {} material {}",
            hex(&mesh.name),
            mesh.flags,
            mesh.material
        );
        for v in mesh.vertices.iter() {
            let _ = writeln!(
                out,
                "v {} {} {} {}",
                v.flags as u8,
                floats(&v.position),
                floats(&v.uv),
                v.bone as i8
            );
        }
        for normal in mesh.normals.iter() {
            let _ = writeln!(out, "n {}", floats(&normal.direction));
        }
        for face in mesh.faces.iter() {
            let [a, b, c] = face.vertices.map(|index| index as u16);
            let [d, e, f] = face.normals.map(|index| index as u16);
            let (flags, group) = (face.flags as u16, face.smoothing_group as u8);
            let _ = writeln!(out, "f {flags} {a} {b} {c} {d} {e} {f} {group}");
        }
    }
    for material in &held.materials {
        let [ambient, diffuse, specular, emissive] = material.colors.map(|color| floats(&color));
        let _ = writeln!(
            out,
            "material name {} ambient {ambient} diffuse {diffuse} specular {specular} emissive {emissive} shininess \
             {} transparency {} texture {} alpha {}",
            hex(&material.name),
            float(material.shininess),
            float(material.transparency),
            hex(&material.texture),
            hex(&material.alpha_map)
        );
    }
    for bone in &held.bones {
        let _ = writeln!(
            out,
            "bone name {} parent {} flags {} position {} rotation {}",
            hex(&bone.name),
            hex(&bone.parent),
            bone.flags,
            floats(&bone.position),
            floats(&bone.rotation)
        );
        for (name, keys) in [("pk", &bone.position_keys), ("rk", &bone.rotation_keys)] {
            for key in keys.iter() {
                let _ = writeln!(out, "{name} {} {}", float(key.time), floats(&key.value));
            }
        }
    }
    for comment in &held.comments {
        let noun = match comment.block {
            BlockKind::GroupComments => "group",
            BlockKind::MaterialComments => "material",
            BlockKind::BoneComments => "bone",
            _ => "model",
        };
        let _ = writeln!(out, "comment {noun} {} {}", comment.index, hex(&comment.text));
    }
    out
}
