//! Draws models.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::base::display::visible;
use crate::document::Document;
use crate::model::vector::Vector;
use crate::picture::Rgb;
use crate::picture::animated::read_picture;
use crate::picture::camera::{Camera, View};
use crate::picture::marks::PictureMarks;
use crate::picture::surface::{Fill, Surface};
use crate::picture::texture::{MOST_TEXTURE_PIXELS, Texture};
use crate::pose::convention::Convention;
use crate::pose::{Pose, Rig};
use crate::scene::{Scene, SceneCorner, SceneFace};

/// How a model is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DrawOptions<'m> {
    /// The width of the picture in pixels, at most [`MOST_SIDE`](crate::picture::MOST_SIDE).
    pub width: u32,
    /// The height, at most the same.
    pub height: u32,
    /// From where the model is seen.
    pub view: View,
    /// What is behind it; `None` if that is transparent.
    pub background: Option<Rgb>,
    /// What is marked. Everything else is dimmed then.
    pub marks: Option<&'m PictureMarks>,
}

impl Default for DrawOptions<'_> {
    /// 512 by 512 pixels, from a corner, on light grey, with nothing marked.
    fn default() -> Self {
        let background = Some([222, 226, 230]);
        Self { width: 512, height: 512, view: View::default(), background, marks: None }
    }
}

/// A texture that is not drawn; a checker pattern is, in its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextureTrouble {
    /// Its path, as people read it, with `/` between names.
    pub path: String,
    /// Why it cannot be read.
    pub why: String,
}

/// The faces of a model cover each other so often that drawing them would take too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMuch;

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("its faces cover the picture too many times; choose a smaller size")
    }
}

/// What is drawn of a model.
#[derive(Debug)]
pub struct Drawing<'d> {
    pub(super) scene: Scene,
    /// Each face, with the index of its surface.
    pub(super) faces: Vec<(SceneFace, u32)>,
    pub(super) rig: Rig<'d>,
    /// Those of the materials, and that of what has none.
    pub(super) surfaces: Vec<Surface>,
    troubles: Vec<TextureTrouble>,
}

/// Reads a texture by its path, with `/` between names. The error says why it cannot be read.
pub type TextureReader<'r> = &'r dyn Fn(&[u8]) -> Result<Vec<u8>, String>;

impl<'d> Drawing<'d> {
    /// That of a model, which is posed by a convention at other times than at rest. Textures of more than 67 million
    /// pixels together are not drawn.
    pub fn new(document: &'d Document, convention: &Convention, read: TextureReader<'_>) -> Self {
        Self::with_rig(document, Rig::new(document, convention), read)
    }

    /// The same, posed by this.
    #[doc(hidden)]
    pub fn with_rig(document: &'d Document, rig: Rig<'d>, read: TextureReader<'_>) -> Self {
        let scene = Scene::of(document);
        let mut textures = SceneTextures { read, left: MOST_TEXTURE_PIXELS, known: BTreeMap::new() };
        let of_look =
            scene.looks.iter().map(|look| Surface::of(look, textures.fill(look.texture.as_deref())));
        let mut surfaces: Vec<_> = of_look.collect();
        let without = surfaces.len();
        surfaces.push(Surface::plain());
        let faces = scene.faces();
        let faces = faces.map(|(part, face)| (*face, part.material.unwrap_or(without) as u32)).collect();
        let troubles = textures.known.into_iter();
        let troubles = troubles
            .filter_map(|(path, known)| Some(TextureTrouble { path: visible(&path), why: known.err()? }));
        let troubles = troubles.collect();
        Self { scene, faces, rig, surfaces, troubles }
    }

    /// The textures that are not drawn, by their paths.
    pub fn troubles(&self) -> &[TextureTrouble] {
        &self.troubles
    }

    /// How many faces there are to draw.
    pub fn face_count(&self) -> usize {
        self.faces.len()
    }

    /// How many faces cannot be drawn: they could not be read, or one of their vertices does not exist or is nowhere.
    pub fn left_out(&self) -> usize {
        self.scene.left_out
    }

    /// When the animation ends, in seconds; 0 if there is none.
    pub fn end(&self) -> f64 {
        self.rig.end()
    }

    /// Where corners are at rest.
    pub(super) fn rest(&self) -> Moment<'_> {
        let corners = &self.scene.corners;
        Moment {
            positions: corners.iter().map(|corner| corner.position.map(f64::from)).collect(),
            normals: corners.iter().map(|corner| corner.normal.map(f64::from)).collect(),
            pose: None,
        }
    }

    /// Where they are at a time in seconds.
    pub(super) fn moment(&self, seconds: f64) -> Moment<'_> {
        let pose = self.rig.pose(seconds);
        let corners = &self.scene.corners;
        let nowhere = [f64::NAN; 3];
        let position = |corner: &SceneCorner| pose.position(corner.vertex as usize).unwrap_or(nowhere);
        let normal = |corner: &SceneCorner| pose.turned(corner.vertex as usize, corner.normal.map(f64::from));
        Moment {
            positions: corners.iter().map(position).collect(),
            normals: corners.iter().map(normal).collect(),
            pose: Some(pose),
        }
    }
}

/// Where corners are at a time, and their normals.
pub(super) struct Moment<'r> {
    pub(super) positions: Vec<Vector>,
    pub(super) normals: Vec<Vector>,
    /// `None` at rest.
    pose: Option<Pose<'r>>,
}

impl Moment<'_> {
    /// Where a vertex is.
    pub(super) fn vertex(&self, rig: &Rig<'_>, vertex: usize) -> Option<Vector> {
        match &self.pose {
            Some(pose) => pose.position(vertex),
            None => rig.at_rest(vertex),
        }
    }

    /// Where all bones are.
    pub(super) fn bones(&self, rig: &Rig<'_>) -> Vec<Vector> {
        match &self.pose {
            Some(pose) => pose.bones.iter().map(|bone| bone.translation).collect(),
            None => rig.bind().map(|bone| bone.translation).collect(),
        }
    }
}

impl DrawOptions<'_> {
    /// The camera that sees these points.
    pub(super) fn camera(&self, points: impl Iterator<Item = Vector>) -> Camera {
        Camera::fit(self.view, self.width, self.height, points)
    }
}

/// The textures of a scene, while they are read.
struct SceneTextures<'r> {
    read: TextureReader<'r>,
    /// How many pixels more may be read.
    left: u64,
    /// Those that were read, and why others were not, by their paths.
    known: BTreeMap<Vec<u8>, Result<Arc<Texture>, String>>,
}

impl SceneTextures<'_> {
    /// What is on a surface with this texture.
    fn fill(&mut self, path: Option<&[u8]>) -> Fill {
        let Some(path) = path else { return Fill::Plain };
        let known = self.known.entry(path.to_vec()).or_insert_with(|| {
            let texture =
                read_picture(path, self.read).and_then(|bytes| Texture::decode(&bytes, self.left))?;
            self.left -= texture.pixels().len() as u64;
            Ok(Arc::new(texture))
        });
        known.as_ref().map_or(Fill::Checkers, |texture| Fill::Textured(texture.clone()))
    }
}
