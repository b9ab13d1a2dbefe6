//! The box around points, and so how large a model is.

use crate::model::Model;
use crate::model::vector::{Vector, dot};

/// The box around some points, along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    least: Vector,
    greatest: Vector,
}

impl Bounds {
    /// The one around no points at all.
    pub const NONE: Self = Self { least: [f64::INFINITY; 3], greatest: [f64::NEG_INFINITY; 3] };

    /// The one around some points.
    pub fn of(points: impl IntoIterator<Item = [f32; 3]>) -> Self {
        points.into_iter().fold(Self::NONE, Self::with)
    }

    /// The same around one more point.
    pub fn with(self, point: [f32; 3]) -> Self {
        let point = point.map(f64::from);
        self.and(Self { least: point, greatest: point })
    }

    /// The one around all that is in both.
    pub fn and(self, other: Self) -> Self {
        Self {
            least: [0, 1, 2].map(|axis| self.least[axis].min(other.least[axis])),
            greatest: [0, 1, 2].map(|axis| self.greatest[axis].max(other.greatest[axis])),
        }
    }

    /// The length of its diagonal; 0 around no points.
    pub fn diagonal(&self) -> f64 {
        length([0, 1, 2].map(|axis| (self.greatest[axis] - self.least[axis]).max(0.0)))
    }

    /// Its middle; `None` around no points.
    pub fn middle(&self) -> Option<Vector> {
        let is_around_points = self.least[0] <= self.greatest[0];
        is_around_points.then(|| [0, 1, 2].map(|axis| (self.least[axis] + self.greatest[axis]) / 2.0))
    }

    /// How far a point is outside of it; 0 for one within.
    pub fn distance(&self, point: [f32; 3]) -> f64 {
        let point = point.map(f64::from);
        let outside =
            |axis: usize| (self.least[axis] - point[axis]).max(point[axis] - self.greatest[axis]).max(0.0);
        length([0, 1, 2].map(outside))
    }
}

fn length(v: Vector) -> f64 {
    dot(v, v).sqrt()
}

impl Model {
    /// The box around all vertices. Coordinates that are NaN are left out; one that is infinite makes it infinite, so its
    /// middle may not be finite.
    pub fn bounds(&self) -> Bounds {
        let vertices = self.geometries().flat_map(|(_, geometry)| geometry.vertices.iter());
        Bounds::of(vertices.map(|(_, vertex)| vertex.position))
    }
}
