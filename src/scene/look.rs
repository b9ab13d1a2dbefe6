//! The look of a material, in numbers that can be drawn.

use crate::base::display::name_text;
use crate::base::model_files::with_slashes;
use crate::document::Document;
use crate::model::{Material, Text};

/// How a material looks.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// Its name.
    pub name: String,
    /// The colour of its surface under white light: red, green, blue, 0 to 1.
    pub diffuse: [f32; 3],
    /// The colour that it has without light.
    pub emissive: [f32; 3],
    /// The colour of its highlights.
    pub specular: [f32; 3],
    /// How small these are, 0 to 128.
    pub shininess: f32,
    /// 0 invisible to 1 opaque.
    pub opacity: f32,
    /// The path of its texture, with `/` between names, as the file has it: perhaps no UTF-8; `None` if it has none.
    pub texture: Option<Vec<u8>>,
}

impl Look {
    pub(super) fn of(document: &Document, material: &Material) -> Self {
        let bytes = |text: Text| text.map(|span| document.bytes(span));
        let color = |index: usize, other: f32| match material.colors[index] {
            Some([red, green, blue, _]) => [red, green, blue].map(|part| within(part, 1.0, other)),
            None => [other; 3],
        };
        Self {
            name: bytes(material.name).map(name_text).unwrap_or_default(),
            diffuse: color(1, 0.8),
            emissive: color(3, 0.0),
            specular: color(2, 0.0),
            shininess: within(material.shininess.unwrap_or(0.0), 128.0, 0.0),
            opacity: within(material.transparency.unwrap_or(1.0), 1.0, 1.0),
            texture: bytes(material.texture).filter(|path| !path.is_empty()).map(with_slashes),
        }
    }
}

/// A number from 0 to the most; another one in place of what is no number.
fn within(number: f32, most: f32, other: f32) -> f32 {
    if number.is_nan() { other } else { number.clamp(0.0, most) }
}
