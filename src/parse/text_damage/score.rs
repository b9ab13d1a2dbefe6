//! Scores how much like a model the bytes of a part look, in bits: how many fewer it takes in a code for models than in
//! one for any bytes. Bytes read from the wrong place score below zero.

use super::grammar::{State, Step, at, u16_at, u32_at};
use super::learned::{FloatSample, Learned};
use crate::layout::BlockKind;

/// The penalty for a value that no sane model holds.
const ABSURD: i32 = -12;

/// The gain of the bytes of the next part.
pub(in crate::parse) fn gain(state: &State, bytes: &[u8], learned: &Learned) -> i32 {
    match state.step {
        Step::Block => block(state.block(), bytes),
        Step::Vertex => vertex(state, bytes, learned),
        Step::Corners => corners(state, bytes),
        Step::Normal(_) => normal(bytes, learned),
        Step::U | Step::V => floats(bytes, &learned.texture),
        Step::FaceEnd => face_end(state, bytes, learned),
        Step::Mesh => {
            flags(bytes[0]) + text(&bytes[at::MESH_NAME]) + small(u16_at(bytes, at::FACE_COUNT), state.faces)
        }
        Step::Member => member(state, u16_at(bytes, 0)),
        Step::MeshEnd => index(bytes[0], learned.materials.unwrap_or(64)),
        Step::MaterialName => text(bytes),
        Step::MaterialLook => floats(&bytes[at::COLORS], &learned.other) + flags(bytes[at::MODE]),
        Step::MaterialPaths => paths(bytes),
        Step::Animation => {
            floats(&bytes[..at::FRAME_COUNT], &learned.other) + integer(u32_at(bytes, at::FRAME_COUNT))
        }
        Step::Bone => bone(bytes, learned),
        Step::RotationKey | Step::PositionKey => key(state, bytes, learned),
        Step::Comment => bytes.chunks_exact(4).map(|number| integer(u32_at(number, 0))).sum(),
        Step::Text => letter(bytes[0]),
        Step::VertexExtra => vertex_extra(state, bytes),
        Step::BoneExtra => floats(bytes, &learned.other),
        Step::ModelExtra => {
            floats(&bytes[..at::TRANSPARENCY_MODE], &learned.other)
                + integer(u32_at(bytes, at::TRANSPARENCY_MODE))
                + floats(&bytes[at::ALPHA_REFERENCE..], &learned.other)
        }
        Step::End => 0,
    }
}

fn block(kind: BlockKind, bytes: &[u8]) -> i32 {
    match kind {
        BlockKind::Vertices | BlockKind::Faces => 2,
        BlockKind::Meshes | BlockKind::Materials | BlockKind::Bones => count(u16_at(bytes, 0)),
        BlockKind::VertexExtras => version(u32_at(bytes, 0), 3),
        _ if kind.has_version() => version(u32_at(bytes, 0), 1),
        _ => integer(u32_at(bytes, 0)),
    }
}

/// How many bits it takes to choose one of so many.
fn bits(count: u32) -> i32 {
    count.max(1).ilog2() as i32
}

fn flags(flags: u8) -> i32 {
    match flags {
        0..=3 => 5,
        4..=31 => 2,
        _ => -6,
    }
}

fn count(count: u16) -> i32 {
    match count {
        0..=31 => 10,
        32..=255 => 6,
        _ => ABSURD,
    }
}

fn small(value: u16, limit: u16) -> i32 {
    if value <= limit { 15 - bits(limit.into()) } else { ABSURD }
}

/// An 8-bit index, or -1 for none.
fn index(index: u8, count: u16) -> i32 {
    match index {
        255 => 6,
        _ if u16::from(index) < count.min(128) => 6 - bits(count.into()),
        _ => ABSURD,
    }
}

fn integer(value: u32) -> i32 {
    match value {
        0 => 28,
        1..=255 => 20,
        256..=65_535 => 10,
        u32::MAX => 20,
        _ => ABSURD,
    }
}

fn version(version: u32, last: u32) -> i32 {
    if (1..=last).contains(&version) { 28 } else { ABSURD }
}

fn vertex(state: &State, bytes: &[u8], learned: &Learned) -> i32 {
    let count = bytes[at::REFERENCE_COUNT];
    let references = match &learned.corners {
        Some(corners) => match corners.get(state.row as usize) {
            Some(corners) if *corners == count => 7,
            _ => -4,
        },
        None if (1..=16).contains(&count) => 2,
        None => -2,
    };
    let bone = index(bytes[at::VERTEX_BONE], learned.bones.unwrap_or(64));
    flags(bytes[0]) + floats(&bytes[at::POSITION], &learned.position) + bone + references
}

fn corners(state: &State, bytes: &[u8]) -> i32 {
    let flags = if bytes[1] == 0 { 7 + flags(bytes[0]) } else { ABSURD };
    let vertex = |at| small(u16_at(bytes, at), state.vertices.saturating_sub(1));
    flags + at::CORNER_VERTICES.map(vertex).into_iter().sum::<i32>()
}

/// Normals have length 1, and most programs write them as exactly as floats can be.
fn normal(bytes: &[u8], learned: &Learned) -> i32 {
    let parts = [0, 4, 8].map(|at| f64::from(f32::from_bits(u32_at(bytes, at))));
    let length = parts.iter().map(|part| part * part).sum::<f64>().sqrt();
    let error = (length - 1.0).abs();
    let gain = if error < 1e-3 {
        (-error.max(1e-9).log2()).min(21.0) as i32 - 5
    } else if length == 0.0 {
        0
    } else {
        ABSURD
    };
    gain + floats(bytes, &learned.normal)
}

fn face_end(state: &State, bytes: &[u8], learned: &Learned) -> i32 {
    let smoothing = match bytes[0] {
        0..=32 | 255 => 3,
        _ => -6,
    };
    let group = bytes[at::GROUP];
    let mesh = match learned.groups.get(state.row as usize) {
        Some(listed) if *listed == group => 7,
        Some(_) => ABSURD,
        None if u32::from(group).abs_diff(state.last) <= 1 => 5,
        None => -4,
    };
    smoothing + mesh
}

fn member(state: &State, face: u16) -> i32 {
    let face = u32::from(face);
    if face >= state.faces.into() {
        ABSURD
    } else if face == state.last {
        14
    } else if face > state.last {
        8 - bits(state.faces.into()) / 2
    } else {
        -4
    }
}

fn bone(bytes: &[u8], learned: &Learned) -> i32 {
    let keys = |at| count(u16_at(bytes, at)).max(0);
    flags(bytes[0]).max(0)
        + text(&bytes[at::BONE_NAME])
        + text(&bytes[at::PARENT])
        + floats(&bytes[at::BONE_PLACE], &learned.other)
        + keys(at::ROTATION_KEYS)
        + keys(at::POSITION_KEYS)
}

fn key(state: &State, bytes: &[u8], learned: &Learned) -> i32 {
    let (time, before) = (f32::from_bits(u32_at(bytes, 0)), f32::from_bits(state.last));
    let order = if time >= before && time < 1e5 { 2 } else { ABSURD };
    order + floats(&bytes[..4], &learned.time) + floats(&bytes[4..], &learned.key)
}

fn vertex_extra(state: &State, bytes: &[u8]) -> i32 {
    let bones: i32 = bytes[at::BONES].iter().map(|bone| index(*bone, state.bones.min(128))).sum();
    let weights: i32 = bytes[at::WEIGHTS].iter().map(|weight| if *weight <= 100 { 1 } else { -3 }).sum();
    let extra: i32 = bytes[at::WEIGHTS.end..]
        .chunks_exact(4)
        .map(|extra| if u32_at(extra, 0) == 0 { 24 } else { 0 })
        .sum();
    bones + weights + extra
}

/// Printed text up to a NUL; after it more NULs, or whatever was in memory.
fn text(bytes: &[u8]) -> i32 {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (text, rest) = bytes.split_at(end);
    let text: i32 = text.iter().map(|byte| letter(*byte)).sum();
    let rest = if rest.iter().all(|byte| *byte == 0) { 7 * rest.len() as i32 } else { 0 };
    text + rest
}

/// Two paths. MilkShape writes them from the same memory, so the bytes after their NUL are the same in both, those
/// that the other path holds there included.
fn paths(bytes: &[u8]) -> i32 {
    let (texture, alpha_map) = bytes.split_at(bytes.len() / 2);
    let behind = |path: &[u8]| path.iter().position(|byte| *byte == 0).unwrap_or(path.len());
    let ends = [behind(texture), behind(alpha_map)];
    let pairs = (0..).zip(texture.iter().zip(alpha_map)).skip(ends[0].min(ends[1]));
    let same: i32 = pairs
        .map(|(at, (a, b))| match a == b {
            true if *a == 0 => 0,
            true => 5,
            false if at < ends[0].max(ends[1]) => 0,
            false => -4,
        })
        .sum();
    text(texture) + text(alpha_map) + same
}

fn letter(byte: u8) -> i32 {
    match byte {
        b' '..=b'~' | b'\t' | b'\r' | b'\n' => 0,
        128.. => -2,
        _ => -6,
    }
}

fn floats(bytes: &[u8], values: &FloatSample) -> i32 {
    bytes
        .chunks_exact(4)
        .map(|float| values.gain(u32_at(float, 0)).unwrap_or_else(|| unseen(float, values)))
        .sum()
}

/// A value that is not known from elsewhere in the file.
fn unseen(float: &[u8], values: &FloatSample) -> i32 {
    let bits = u32_at(float, 0);
    let mantissa_zeros = (bits | 0x80_0000).trailing_zeros() as i32;
    let usual = match (bits >> 23) & 0xFF {
        0 if bits == 0 => return 26,
        113..=139 => 3,
        87..=112 => -2,
        60..=86 => -4,
        140..=150 => -4,
        _ => -10,
    };
    values.magnitude(bits).unwrap_or(usual) + (mantissa_zeros - 4).max(0) + values.novelty()
}
