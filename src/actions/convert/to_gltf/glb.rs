//! The file itself: a chunk of JSON, and a chunk of bytes that the JSON describes.

use gltf_json::accessor::{Accessor, ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Buffer, Target, View};
use gltf_json::validation::Checked::Valid;
use gltf_json::validation::USize64;
use gltf_json::{Index, Root, Value};

use crate::actions::fmt::FmtTrouble;
use crate::actions::fmt::complete::Refusal;

/// A file that is being written.
#[derive(Default)]
pub(super) struct Glb {
    pub(super) root: Root,
    bytes: Vec<u8>,
}

impl Glb {
    /// Adds bytes, from an address that all their numbers may have.
    pub(super) fn view(&mut self, bytes: &[u8], target: Option<Target>) -> Index<View> {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.root.push(View {
            buffer: Index::new(0),
            byte_length: bytes.len().into(),
            byte_offset: Some(offset.into()),
            byte_stride: None,
            name: None,
            target: target.map(Valid),
            extensions: None,
            extras: Default::default(),
        })
    }

    /// Adds rows of 1, 2, 3, 4 or 16 floats.
    pub(super) fn floats<const N: usize>(
        &mut self,
        rows: &[[f32; N]],
        target: Option<Target>,
    ) -> Index<Accessor> {
        let bytes: Vec<u8> = rows.as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
        let kind = match N {
            1 => Type::Scalar,
            2 => Type::Vec2,
            3 => Type::Vec3,
            4 => Type::Vec4,
            _ => Type::Mat4,
        };
        self.accessor(&bytes, rows.len(), (ComponentType::F32, kind), target)
    }

    /// The same with the least and the greatest of each, which positions and times must have.
    pub(super) fn floats_in_bounds<const N: usize>(
        &mut self,
        rows: &[[f32; N]],
        target: Option<Target>,
    ) -> Index<Accessor> {
        let index = self.floats(rows, target);
        let bound = |better: fn(f32, f32) -> f32| {
            let of_all = rows.iter().copied().reduce(|one, other| {
                let mut both = one;
                both.iter_mut().zip(other).for_each(|(best, other)| *best = better(*best, other));
                both
            });
            of_all.map(|bounds| Value::from(bounds.to_vec()))
        };
        let (min, max) = (bound(f32::min), bound(f32::max));
        if let Some(accessor) = self.root.accessors.get_mut(index.value()) {
            (accessor.min, accessor.max) = (min, max);
        }
        index
    }

    /// Adds the indices of the corners of faces.
    pub(super) fn indices(&mut self, indices: &[u32]) -> Index<Accessor> {
        let bytes: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let kind = (ComponentType::U32, Type::Scalar);
        self.accessor(&bytes, indices.len(), kind, Some(Target::ElementArrayBuffer))
    }

    /// Adds four joints for each corner.
    pub(super) fn joints(&mut self, joints: &[[u16; 4]]) -> Index<Accessor> {
        let bytes: Vec<u8> = joints.as_flattened().iter().flat_map(|joint| joint.to_le_bytes()).collect();
        let kind = (ComponentType::U16, Type::Vec4);
        self.accessor(&bytes, joints.len(), kind, Some(Target::ArrayBuffer))
    }

    fn accessor(
        &mut self,
        bytes: &[u8],
        count: usize,
        (component, kind): (ComponentType, Type),
        target: Option<Target>,
    ) -> Index<Accessor> {
        let view = self.view(bytes, target);
        self.root.push(Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: count.into(),
            component_type: Valid(GenericComponentType(component)),
            type_: Valid(kind),
            min: None,
            max: None,
            name: None,
            normalized: false,
            sparse: None,
            extensions: None,
            extras: Default::default(),
        })
    }

    /// The bytes of the file.
    pub(super) fn finish(mut self) -> Result<Vec<u8>, FmtTrouble> {
        if !self.bytes.is_empty() {
            self.root.buffers.push(Buffer {
                byte_length: USize64::from(self.bytes.len()),
                name: None,
                uri: None,
                extensions: None,
                extras: Default::default(),
            });
        }
        let json = self.root.to_vec().map_err(|error| FmtTrouble::Defect(error.to_string()))?;
        let mut file = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        add_chunk(&mut file, b"JSON", &json, b' ');
        if !self.bytes.is_empty() {
            add_chunk(&mut file, b"BIN\0", &self.bytes, 0);
        }
        let Ok(length) = u32::try_from(file.len()) else {
            return Err(FmtTrouble::Refused(Refusal::new(0, "a glTF file has no room for more than 4 GiB")));
        };
        file[8..12].copy_from_slice(&length.to_le_bytes());
        Ok(file)
    }
}

/// Adds a chunk: its length, its name, its bytes, and what fills them to a multiple of 4. A file that is too long for the
/// lengths is not written.
fn add_chunk(file: &mut Vec<u8>, name: &[u8; 4], bytes: &[u8], fill: u8) {
    let length = bytes.len().next_multiple_of(4);
    file.extend_from_slice(&(length as u32).to_le_bytes());
    file.extend_from_slice(name);
    file.extend_from_slice(bytes);
    file.resize(file.len() + length - bytes.len(), fill);
}
