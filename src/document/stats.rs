//! Statistics of a model: the numbers of meshes, vertices, faces and so on, and its size.

use std::collections::HashSet;

use crate::document::Document;

/// The statistics of a model, or of several together.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Stats {
    /// Meshes.
    pub meshes: usize,
    /// Vertices of all meshes.
    pub vertices: usize,
    /// Faces of all meshes.
    pub faces: usize,
    /// Materials.
    pub materials: usize,
    /// Different textures and alpha maps of a model, by their paths.
    pub textures: usize,
    /// Bones.
    pub bones: usize,
    /// Frames of the animation, if that could be read.
    pub frames: Option<i64>,
    /// How long the animation takes in seconds; not known for an ASCII model.
    pub seconds: Option<f64>,
    /// The least and the greatest x, y and z of all vertices; `None` if there are none. A vertex with a coordinate that is
    /// NaN or infinite is left out.
    pub bounds: Option<[[f32; 3]; 2]>,
}

impl Stats {
    /// Those of a model.
    pub fn of(document: &Document) -> Self {
        let model = &document.model;
        let geometries = || model.geometries().map(|(_, geometry)| geometry);
        let frames = model.frames().map(|(_, frames)| i64::from(frames));
        let rate = model.binary.as_ref().and_then(|binary| binary.animation).map(|animation| animation.rate);
        let rate = rate.map(f64::from).filter(|rate| rate.is_finite() && *rate > 0.0);
        let points =
            geometries().flat_map(|geometry| geometry.vertices.iter()).map(|(_, vertex)| vertex.position);
        Self {
            meshes: model.meshes.len(),
            vertices: geometries().map(|geometry| geometry.vertices.len()).sum(),
            faces: geometries().map(|geometry| geometry.faces.len()).sum(),
            materials: model.materials.len(),
            textures: textures(document),
            bones: model.bones.len(),
            frames,
            seconds: frames.zip(rate).map(|(frames, rate)| frames as f64 / rate),
            bounds: points.filter(is_finite).map(|point| [point; 2]).reduce(around),
        }
    }

    /// Adds those of another model.
    pub fn add(&mut self, other: &Self) {
        self.meshes += other.meshes;
        self.vertices += other.vertices;
        self.faces += other.faces;
        self.materials += other.materials;
        self.textures += other.textures;
        self.bones += other.bones;
        self.frames = joined(self.frames, other.frames, |one, other| one + other);
        self.seconds = joined(self.seconds, other.seconds, |one, other| one + other);
        self.bounds = joined(self.bounds, other.bounds, around);
    }

    /// How wide, high and deep a model is, in its own unit.
    pub fn size(&self) -> Option<[f32; 3]> {
        self.bounds.map(|[least, greatest]| [0, 1, 2].map(|axis| greatest[axis] - least[axis]))
    }
}

/// How many different textures and alpha maps the materials of a model name.
pub fn textures(document: &Document) -> usize {
    let paths = document.model.materials.iter().flat_map(|material| material.paths());
    paths.map(|(_, path)| document.bytes(path)).collect::<HashSet<_>>().len()
}

fn joined<T>(one: Option<T>, other: Option<T>, join: impl FnOnce(T, T) -> T) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(join(one, other)),
        (one, other) => one.or(other),
    }
}

fn is_finite(point: &[f32; 3]) -> bool {
    point.iter().all(|part| part.is_finite())
}

/// The box around two.
fn around([least, greatest]: [[f32; 3]; 2], [low, high]: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
    let axes = [0, 1, 2];
    [axes.map(|axis| least[axis].min(low[axis])), axes.map(|axis| greatest[axis].max(high[axis]))]
}
