//! The colour of a place on a face, and whether it is seen there: material, texture and light.

use std::sync::Arc;

use crate::model::vector::{Vector, dot};
use crate::picture::Rgb;
use crate::picture::camera::Camera;
use crate::picture::texture::Texture;
use crate::scene::Look;

/// How a part of the model looks.
#[derive(Debug)]
pub(super) struct Surface {
    diffuse: [f64; 3],
    emissive: [f64; 3],
    /// 0 invisible to 1 opaque.
    opacity: f64,
    fill: Fill,
}

/// What is on a surface.
#[derive(Debug)]
pub(super) enum Fill {
    /// One colour.
    Plain,
    /// A texture.
    Textured(Arc<Texture>),
    /// A checker pattern, as the texture cannot be read.
    Checkers,
}

/// How many squares of the checker pattern are in a row of the texture.
const CHECKERS: f64 = 8.0;
/// How bright the darker of them are.
const DARKER: f64 = 0.55;

/// What is added to the back of a face, which is darker, so that a face that shows its back by mistake can be seen.
const BACK: [f64; 3] = [70.0, 20.0, 60.0];
const BACK_SHARE: f64 = 0.4;

/// What is marked, and how much of other colours is left beside it.
pub(super) const MARK: Rgb = [230, 30, 20];
const DIMMED: f64 = 0.25;
const DIM: f64 = 150.0;

impl Surface {
    /// That of a material.
    pub(super) fn of(look: &Look, fill: Fill) -> Self {
        Self {
            diffuse: look.diffuse.map(f64::from),
            emissive: look.emissive.map(f64::from),
            opacity: f64::from(look.opacity),
            fill,
        }
    }

    /// That of a part without a material.
    pub(super) fn plain() -> Self {
        Self { diffuse: [0.8; 3], emissive: [0.0; 3], opacity: 1.0, fill: Fill::Plain }
    }

    /// Whether nothing can be seen through it.
    pub(super) fn is_opaque(&self) -> bool {
        self.opacity >= 1.0
            && match &self.fill {
                Fill::Textured(texture) => texture.is_opaque(),
                Fill::Plain | Fill::Checkers => true,
            }
    }

    /// The size of its texture to look up where this part of it, in widths and heights of the texture, is on so many
    /// samples.
    pub(super) fn level(&self, area: f64, samples: f64) -> usize {
        match &self.fill {
            Fill::Textured(texture) => {
                texture.level(area * (texture.width() * texture.height()) as f64 / samples)
            }
            Fill::Plain | Fill::Checkers => 0,
        }
    }

    /// How much of what is behind a place is hidden, 0 to 1.
    pub(super) fn hides(&self, uv: [f64; 2], level: usize) -> f64 {
        match &self.fill {
            Fill::Textured(texture) => self.opacity * f64::from(texture.at(uv, level)[3]) / 255.0,
            Fill::Plain | Fill::Checkers => self.opacity,
        }
    }

    /// The colour of a place under this much light.
    pub(super) fn color(&self, uv: [f64; 2], level: usize, light: f64) -> [f64; 3] {
        let of_texture = match &self.fill {
            Fill::Plain => [255.0; 3],
            Fill::Textured(texture) => {
                let [red, green, blue, _] = texture.at(uv, level);
                [red, green, blue].map(f64::from)
            }
            Fill::Checkers => {
                let [column, row] = uv.map(|part| ((part - part.floor()) * CHECKERS) as u32);
                [if (column + row).is_multiple_of(2) { 255.0 } else { 255.0 * DARKER }; 3]
            }
        };
        [0, 1, 2].map(|part| {
            let lit = self.emissive[part] + self.diffuse[part] * light;
            of_texture[part] * lit.min(1.0)
        })
    }
}

/// How the face is shown that a colour belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Emphasis {
    /// As it is.
    None,
    /// It is marked.
    Marked,
    /// Others are marked.
    Dimmed,
}

/// The colour that is shown, under this much light.
pub(super) fn shown(color: [f64; 3], light: f64, is_back: bool, emphasis: Emphasis) -> [f64; 3] {
    let color = match is_back {
        true => [0, 1, 2].map(|part| color[part] * BACK_SHARE + BACK[part]),
        false => color,
    };
    match emphasis {
        Emphasis::None => color,
        Emphasis::Marked => MARK.map(|part| f64::from(part) * (0.55 + 0.45 * light)),
        Emphasis::Dimmed => {
            let gray = (color[0] + color[1] + color[2]) / 3.0;
            color.map(|part| (part + gray) / 2.0 * DIMMED + DIM * (1.0 - DIMMED))
        }
    }
}

/// Light from the left above, and some from where the model is seen.
pub(super) struct Light {
    directions: [(Vector, f64); 2],
}

/// Light that is everywhere.
const AMBIENT: f64 = 0.35;

impl Light {
    /// The light of a camera.
    pub(super) fn of(camera: &Camera) -> Self {
        let key = [-3.0, 6.0, 6.0];
        let length = dot(key, key).sqrt();
        let lamps = [(key.map(|part| part / length), 0.5), ([0.0, 0.0, 1.0], 0.25)];
        Self { directions: lamps.map(|(direction, strength)| (camera.direction(direction), strength)) }
    }

    /// How much of it falls on a place with this normal, in steps, so that the last bits do not matter.
    pub(super) fn on(&self, normal: Vector) -> f64 {
        const STEPS: f64 = 1024.0;
        let lamps = self.directions.iter().map(|(direction, strength)| {
            let facing = dot(*direction, normal);
            // No number counts as no light.
            if facing > 0.0 { facing.min(1.0) * strength } else { 0.0 }
        });
        ((AMBIENT + lamps.sum::<f64>()) * STEPS).round() / STEPS
    }
}
