//! Materials and textures.

use gltf_json::image::{Image, MimeType};
use gltf_json::material::{
    AlphaMode, EmissiveFactor, Material as GltfMaterial, PbrBaseColorFactor, PbrMetallicRoughness,
    StrengthFactor,
};
use gltf_json::texture::{Info, Texture};
use gltf_json::validation::Checked::Valid;
use gltf_json::{Index, buffer};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::actions::convert::loss;
use crate::actions::convert::to_gltf::{FoundTexture, ToGltf};
use crate::base::display::name_text;
use crate::base::model_files::with_slashes;
use crate::layout::{Record, fields};
use crate::model::Material;
use crate::model::place::Place;
use crate::scene::{Look, Scene};

/// Characters of a path that do not appear in a URI.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl ToGltf<'_> {
    /// All materials, with their indices.
    pub(super) fn materials(&mut self, scene: &Scene) {
        let materials = &self.document.model.materials;
        for (index, (material, look)) in materials.iter().zip(&scene.looks).enumerate() {
            let place = Place::object(Record::Material, index);
            self.unlike(place, material, look);
            let name = self.text(place.field(fields::material::NAME), material.name);
            let texture = self.texture(place.field(fields::material::TEXTURE), material);
            let [red, green, blue] = look.diffuse;
            let surface = PbrMetallicRoughness {
                base_color_factor: PbrBaseColorFactor([red, green, blue, look.opacity]),
                base_color_texture: texture.map(|index| Info {
                    index,
                    tex_coord: 0,
                    extensions: None,
                    extras: Default::default(),
                }),
                metallic_factor: StrengthFactor(0.0),
                roughness_factor: StrengthFactor(roughness(look.shininess)),
                ..PbrMetallicRoughness::default()
            };
            let is_opaque = look.opacity == 1.0;
            self.glb.root.push(GltfMaterial {
                name,
                alpha_mode: Valid(if is_opaque { AlphaMode::Opaque } else { AlphaMode::Blend }),
                pbr_metallic_roughness: surface,
                emissive_factor: EmissiveFactor(look.emissive),
                ..GltfMaterial::default()
            });
        }
    }

    /// Reports what of a material has no place in glTF.
    fn unlike(&mut self, place: Place, material: &Material, look: &Look) {
        let is_black = |color: Option<[f32; 4]>| color.is_none_or(|[rgb @ .., _]| rgb == [0.0; 3]);
        if !is_black(material.colors[0]) || look.specular != [0.0; 3] {
            self.losses.add(&loss::MATERIAL_COLORS, place, || {
                "glTF has no place for an ambient and a specular colour".to_string()
            });
        }
        if material.colors[1].is_some_and(|[.., alpha]| alpha != 1.0 && alpha != look.opacity) {
            self.losses.add(&loss::MATERIAL_COLORS, place.field(fields::material::DIFFUSE[3]), || {
                "glTF has one opacity, which is the transparency, and not this number beside it".to_string()
            });
        }
        let colors = [(1, look.diffuse), (3, look.emissive)].into_iter().flat_map(|(color, used)| {
            let numbers = material.colors[color].into_iter().flat_map(|[rgb @ .., _]| rgb);
            numbers.zip(used).zip(fields::material::COLORS[color])
        });
        let others = [
            (material.shininess, look.shininess, fields::material::SHININESS),
            (material.transparency, look.opacity, fields::material::TRANSPARENCY),
        ];
        let others = others.into_iter().filter_map(|(number, used, field)| Some(((number?, used), field)));
        for ((number, used), field) in colors.chain(others).filter(|((number, used), _)| number != used) {
            let message = || format!("{number} becomes {used}");
            self.losses.add(&loss::OUT_OF_RANGE, place.field(field), message);
        }
        if material.alpha_map.is_some_and(|path| !path.is_empty()) {
            self.losses.add(&loss::ALPHA_MAP, place.field(fields::material::ALPHA_MAP), || {
                "glTF has no alpha maps; put it into the texture".to_string()
            });
        }
        let mode = place.field(fields::material::MODE);
        if self.document.is_binary() && !self.is_zero(mode) {
            self.losses.add(&loss::MATERIAL_MODE, mode, || "glTF has no place for this mode".to_string());
        }
    }

    /// The texture of a material.
    fn texture(&mut self, place: Place, material: &Material) -> Option<Index<Texture>> {
        let own = self.relative(place, &with_slashes(self.document.bytes(material.texture?)))?;
        let path = self.text_of(place, &own);
        if let Some(known) = self.textures.get(&path) {
            return *known;
        }
        let inside = self.read_texture.and_then(|read| match read(&own) {
            Ok(bytes) => Some(bytes),
            Err(why) => {
                self.losses.add(&loss::TEXTURE_BESIDE, place, || {
                    format!("the texture is not in the file, as {path} cannot be read: {why}")
                });
                None
            }
        });
        let found = self.find_texture.filter(|_| inside.is_none()).map(|find| find(&own));
        let known = inside.as_ref().or(found.as_ref().and_then(|found| found.content.as_ref()));
        let mime = known.map_or_else(|| mime_type_of_name(&path), |bytes| mime_type(bytes));
        let Some(mime) = mime else {
            let help = match self.read_texture {
                None if path.ends_with(".ini") => "; --embed-textures takes its first picture",
                None => "; --embed-textures makes PNG of TGA and BMP",
                Some(_) => "",
            };
            let is_empty = known.is_some_and(Vec::is_empty);
            self.losses.add(&loss::TEXTURE_FORMAT, place, || match is_empty {
                true => format!("{path} is left out: the file is empty"),
                false => format!(
                    "{path} is left out: it is not a PNG or JPEG, and glTF has no other pictures{help}"
                ),
            });
            self.textures.insert(path, None);
            return None;
        };
        let image = match inside {
            Some(bytes) => {
                let view = self.glb.view(&bytes, None);
                image(Some((view, mime)), None, &path)
            }
            None => image(None, Some(self.uri(place, &own, found)), &path),
        };
        let source = self.glb.root.push(image);
        let texture =
            Texture { source, sampler: None, name: None, extensions: None, extras: Default::default() };
        let texture = self.glb.root.push(texture);
        self.textures.insert(path, Some(texture));
        Some(texture)
    }

    /// The URI of a texture by its path relative to the model, and where it was found.
    fn uri(&mut self, place: Place, own: &[u8], found: Option<FoundTexture>) -> String {
        // That it cannot be read has been said.
        let trouble = found.as_ref().and_then(|found| found.trouble.as_ref());
        if let Some(why) = trouble.filter(|_| self.read_texture.is_none()) {
            self.losses.add(&loss::TEXTURE_PATH, place, || {
                format!("the path in the file does not lead to {}: {why}", name_text(own))
            });
        }
        let path = match &found {
            // What is not UTF-8 in its own path has been said.
            Some(found) if found.path != own => self.text_of(place, &found.path),
            _ => name_text(own),
        };
        utf8_percent_encode(&path, ENCODED).to_string()
    }

    /// A path relative to the model. One that begins at a root means nothing on another machine: the name is left.
    fn relative(&mut self, place: Place, path: &[u8]) -> Option<Vec<u8>> {
        let is_absolute = path.starts_with(b"/") || path.get(1) == Some(&b':');
        let mut path = path;
        if is_absolute {
            path = path.rsplit(|byte| matches!(byte, b'/' | b':')).next().unwrap_or_default();
            self.losses.add(&loss::TEXTURE_FOLDER, place, || {
                let path = name_text(path);
                format!("the path begins at a root, so the texture is to be beside the model: {path}")
            });
        }
        while let Some(mut rest) = path.strip_prefix(b"./") {
            while let Some(more) = rest.strip_prefix(b"/") {
                rest = more;
            }
            path = rest;
        }
        (!path.is_empty()).then(|| path.to_vec())
    }
}

fn image(inside: Option<(Index<buffer::View>, &str)>, uri: Option<String>, path: &str) -> Image {
    let (buffer_view, mime_type) = inside.unzip();
    Image {
        buffer_view,
        mime_type: mime_type.map(|mime| MimeType(mime.to_string())),
        name: path.rsplit('/').next().filter(|name| !name.is_empty()).map(str::to_string),
        uri,
        extensions: None,
        extras: Default::default(),
    }
}

/// What a picture is, by its first bytes, if glTF may hold it.
fn mime_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some("image/png");
    }
    bytes.starts_with(b"\xff\xd8\xff").then_some("image/jpeg")
}

/// The same by the end of its name.
fn mime_type_of_name(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    let is = |other: &&str| extension.eq_ignore_ascii_case(other);
    if is(&"png") { Some("image/png") } else { ["jpg", "jpeg"].iter().any(is).then_some("image/jpeg") }
}

/// How rough a surface is whose highlights have this exponent: the usual approximation, 1 for 0.
fn roughness(shininess: f32) -> f32 {
    (2.0 / (shininess + 2.0)).sqrt()
}
