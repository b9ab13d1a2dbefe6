//! Converts models of both formats to glTF 2.0, as one binary file (GLB), for programs that draw models.
//!
//! glTF has the same axes, texture coordinates and rotations, so numbers stay. Other than a model, a glTF file must not
//! contradict itself: what of a model does is left out, and reported.

mod animation;
mod glb;
mod materials;
mod meshes;
mod remarks;
mod skeleton;

use std::collections::HashMap;

use gltf_json::scene::Scene as GltfScene;
use gltf_json::texture::Texture;
use gltf_json::{Asset, Index, Node};

use crate::actions::convert::loss;
use crate::actions::convert::loss::Losses;
use crate::actions::convert::to_gltf::glb::Glb;
use crate::actions::convert::{Converted, DEFAULT_RATE};
use crate::actions::fmt::FmtTrouble;
use crate::actions::fmt::complete::Refusal;
use crate::base::display::{name_text, quote};
use crate::document::{Document, FileKind};
use crate::model::Text;
use crate::model::place::Place;
use crate::pose::Rig;
use crate::pose::convention::{Convention, MILKSHAPE};
use crate::scene::Scene;

/// Reads a texture by its path relative to the model, with `/` between names. The error says why it cannot be read.
pub type ReadTexture<'r> = &'r dyn Fn(&[u8]) -> Result<Vec<u8>, String>;

/// Says where a texture is, by its path relative to the model, with `/` between names.
pub type FindTexture<'r> = &'r dyn Fn(&[u8]) -> FoundTexture;

/// Where a texture is that is not in the glTF file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundTexture {
    /// Its path relative to the glTF file, as it is called there, with `/` between names.
    pub path: Vec<u8>,
    /// What is in it, if it can be read: what its name says it is need not be true.
    pub content: Option<Vec<u8>>,
    /// Why this path does not lead to the texture, if that is known.
    pub trouble: Option<String>,
}

/// How a model is converted to glTF.
#[derive(Clone, Copy)]
pub struct GltfOptions<'r> {
    /// Frames per second of an ASCII model.
    pub rate: f32,
    /// Reads the textures that are to be in the file, as PNG or JPEG; without it none is.
    pub read_texture: Option<ReadTexture<'r>>,
    /// Finds the textures that are not in the file; without it, the file is taken to be beside the model.
    pub find_texture: Option<FindTexture<'r>>,
}

impl Default for GltfOptions<'_> {
    fn default() -> Self {
        Self { rate: DEFAULT_RATE, read_texture: None, find_texture: None }
    }
}

/// Converts a model to a binary glTF file, whatever is wrong with the model.
///
/// # Errors
///
/// A [`FmtTrouble`], if the file is no model, or the glTF file would be larger than 4 GiB.
pub fn to_gltf(document: &Document, options: &GltfOptions<'_>) -> Result<Converted, FmtTrouble> {
    if document.kind() == FileKind::NotAModel {
        return Err(FmtTrouble::Refused(Refusal::new(0, "it is not a model")));
    }
    let convention = Convention { ascii_rate: f64::from(options.rate), ..MILKSHAPE };
    let converter = ToGltf {
        document,
        rig: Rig::new(document, &convention),
        read_texture: options.read_texture,
        find_texture: options.find_texture,
        losses: Losses::new(document),
        glb: Glb::default(),
        textures: HashMap::new(),
    };
    converter.convert()
}

struct ToGltf<'d> {
    document: &'d Document,
    rig: Rig<'d>,
    read_texture: Option<ReadTexture<'d>>,
    find_texture: Option<FindTexture<'d>>,
    losses: Losses<'d>,
    glb: Glb,
    /// The textures by their paths; `None` for one that cannot be written.
    textures: HashMap<String, Option<Index<Texture>>>,
}

impl ToGltf<'_> {
    fn convert(mut self) -> Result<Converted, FmtTrouble> {
        self.glb.root.asset = Asset { generator: Some("ms3dlint".to_string()), ..Asset::default() };
        let scene = Scene::of(self.document);
        self.materials(&scene);
        let joints = self.bones();
        let mut nodes: Vec<Index<Node>> = joints.iter().map(|joints| joints.root).collect();
        nodes.extend(self.meshes(&scene, joints.as_ref()));
        if let Some(joints) = &joints {
            self.animation(joints);
        }
        self.remarks(&scene);
        let scene = GltfScene { nodes, name: None, extensions: None, extras: Default::default() };
        self.glb.root.scene = Some(self.glb.root.push(scene));
        Ok(Converted { bytes: self.glb.finish()?, losses: self.losses.finish() })
    }

    /// A name or a path; `None` if it is empty.
    fn text(&mut self, place: Place, text: Text) -> Option<String> {
        let text = self.text_of(place, self.document.bytes(text?));
        (!text.is_empty()).then_some(text)
    }

    /// What glTF can hold of a text, which need not be UTF-8.
    fn text_of(&mut self, place: Place, bytes: &[u8]) -> String {
        let text = name_text(bytes);
        if text.as_bytes() != bytes {
            self.losses.add(&loss::NEW_TEXT, place, || {
                format!("\"{}\" is not UTF-8, and becomes \"{}\"", quote(bytes), quote(text.as_bytes()))
            });
        }
        text
    }

    /// Numbers of which those that are not finite become 0.
    fn finite(&mut self, numbers: [f32; 3], place: Place, fields: [u8; 3]) -> [f64; 3] {
        for (number, field) in numbers.into_iter().zip(fields).filter(|(number, _)| !number.is_finite()) {
            self.losses.add(&loss::NOT_A_NUMBER, place.field(field), || format!("{number} becomes 0"));
        }
        numbers.map(|number| if number.is_finite() { f64::from(number) } else { 0.0 })
    }
}

/// Numbers in 32 bits, of which none may be infinite.
fn single<const N: usize>(numbers: [f64; N]) -> [f32; N] {
    numbers.map(|number| number.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32)
}
