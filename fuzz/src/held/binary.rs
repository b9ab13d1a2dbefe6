//! What the programs that read binary models hold of them.

use std::fmt::Write;

use ms3dlint::document::Document;
use ms3dlint::engines::held::{HeldCorner, HeldFace, HeldModel};
use ms3dlint::engines::holding;

/// What a program holds of a model that it loads, and the same as text.
pub fn hold<'d>(program: &str, document: &'d Document) -> Option<(HeldModel<'d>, String)> {
    let frame = match program {
        "irrlicht" => MIRRORED,
        "assimp" | "assimp+validate" | "mm3d" => UPWARDS,
        "picomodel" => NEGATED,
        _ => AS_IN_FILE,
    };
    let held = holding::whatever_its_end(program, document)?;
    let text = text(document, &held, frame);
    Some((held, text))
}

/// How a program turns what is in the file.
#[derive(Clone, Copy)]
struct Frame {
    /// What it makes of v.
    v: fn(f32) -> f32,
    /// Whether z of positions and normals is negated.
    mirrors: bool,
    /// Whether the corners of a face are in the opposite order.
    reverses: bool,
}

const AS_IN_FILE: Frame = Frame { v: |v| v, mirrors: false, reverses: false };
const UPWARDS: Frame = Frame { v: |v| 1.0 - v, mirrors: false, reverses: false };
const NEGATED: Frame = Frame { v: |v| -v, mirrors: false, reverses: true };
const MIRRORED: Frame = Frame { v: |v| v, mirrors: true, reverses: true };

fn corners(document: &Document, face: u32) -> Option<[HeldCorner; 3]> {
    document.model.binary.as_ref()?.geometry.faces.rows.get(face as usize)?;
    Some([0, 1, 2].map(|number| corner(document, face as usize, number)))
}

fn corner(document: &Document, face: usize, number: usize) -> HeldCorner {
    let binary = document.model.binary.as_ref().unwrap();
    let vertex = binary.geometry.faces.rows[face].vertices[number];
    let uvs = binary.uvs[face];
    HeldCorner {
        // The tables have 0 for a vertex that does not exist, and leave out a face that does not.
        position: binary.geometry.vertices.get(vertex).map_or([0.0; 3], |vertex| vertex.position),
        normal: binary.geometry.normals.rows[face * 3 + number].direction,
        uv: [uvs[number], uvs[number + 3]],
    }
}

fn float(out: &mut String, value: f32) {
    let bits = if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() };
    let _ = write!(out, "{bits:08x}");
}

/// The text that the tables have a digest of.
fn text(document: &Document, held: &HeldModel, frame: Frame) -> String {
    let mut out = String::new();
    for mesh in &held.meshes {
        let name: String = mesh.name.iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(out, "G {} {}", mesh.material, if name.is_empty() { "-" } else { &name });
        for face in &mesh.faces {
            let corners = match face {
                HeldFace::Listed(face) => corners(document, *face),
                HeldFace::Changed(_, corners) | HeldFace::Other(corners) => Some(*corners),
            };
            let Some(mut corners) = corners else { continue };
            if frame.reverses {
                corners.reverse();
            }
            out.push('F');
            for mut corner in corners {
                if frame.mirrors {
                    corner.position[2] = -corner.position[2];
                    corner.normal[2] = -corner.normal[2];
                }
                corner.uv[1] = (frame.v)(corner.uv[1]);
                out.push(' ');
                let HeldCorner { position, normal, uv } = corner;
                for value in position.into_iter().chain(normal).chain(uv) {
                    float(&mut out, value);
                }
            }
            out.push('\n');
        }
    }
    out
}
