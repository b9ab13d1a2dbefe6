//! Where a model is seen from, and where its points are in the picture.

use crate::model::vector::{Vector, cross, dot};
use crate::picture::raster::{DEPTHS, Point, UNITS};

/// From where a model is seen. y is up, and what is far away is not smaller.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum View {
    /// From the front, somewhat from the right and from above.
    #[default]
    Corner,
    /// From the front: x runs to the right. What has a larger z is nearer.
    Front,
    /// From the back.
    Back,
    /// From the left: z runs to the right.
    Left,
    /// From the right, where x is larger.
    Right,
    /// From above; the front is below.
    Top,
    /// From below.
    Bottom,
}

impl View {
    /// The directions to the right, up, and towards who looks, each of length 1.
    fn axes(self) -> [Vector; 3] {
        let toward = match self {
            Self::Corner => {
                let direction = [5.0, 4.0, 8.0];
                let length = dot(direction, direction).sqrt();
                direction.map(|part| part / length)
            }
            Self::Front => [0.0, 0.0, 1.0],
            Self::Back => [0.0, 0.0, -1.0],
            Self::Left => [-1.0, 0.0, 0.0],
            Self::Right => [1.0, 0.0, 0.0],
            Self::Top => return [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]],
            Self::Bottom => return [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
        };
        let right = [toward[2], 0.0, -toward[0]];
        let length = dot(right, right).sqrt();
        let right = right.map(|part| part / length);
        [right, cross(toward, right), toward]
    }
}

/// Where points of a model are in a picture.
#[derive(Clone, Debug)]
pub(super) struct Camera {
    axes: [Vector; 3],
    /// The middle of what is seen, to the right and up, and what is farthest away.
    origin: Vector,
    /// Parts of a pixel and depths for each unit of the model.
    scales: [f64; 2],
    /// The middle of the picture, in parts of a pixel.
    middle: [f64; 2],
}

impl Camera {
    /// The one that sees all of these points, with a margin; those that are not finite do not count.
    pub(super) fn fit(view: View, width: u32, height: u32, points: impl Iterator<Item = Vector>) -> Self {
        let axes = view.axes();
        let (mut least, mut most) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for point in points.map(|point| axes.map(|axis| dot(axis, point))).filter(is_finite) {
            for axis in 0..3 {
                least[axis] = least[axis].min(point[axis]);
                most[axis] = most[axis].max(point[axis]);
            }
        }
        let extent = [0, 1, 2].map(|axis| most[axis] - least[axis]);
        let margin = f64::from(width.min(height)) / 16.0;
        let [across, down] = [width, height].map(|side| f64::from(side) - 2.0 * margin);
        let [width, height] = [width, height].map(f64::from);
        Self {
            axes,
            // Halves are taken first, as the sum may be too large.
            origin: [least[0] / 2.0 + most[0] / 2.0, least[1] / 2.0 + most[1] / 2.0, least[2]],
            scales: [
                usable((across / extent[0]).min(down / extent[1]) * UNITS as f64),
                usable(f64::from(DEPTHS) / extent[2]),
            ],
            middle: [width, height].map(|side| side / 2.0 * UNITS as f64),
        }
    }

    /// Where a point is in the picture; `None` if it is nowhere.
    #[inline]
    pub(super) fn project(&self, point: Vector) -> Option<Point> {
        /// Farther outside of the picture nothing needs to be, and numbers are not too large for products.
        const FARTHEST: f64 = (1 << 22) as f64;
        let [x, y, z] = self.axes.map(|axis| dot(axis, point));
        let [across, depth] = self.scales;
        let at = [
            self.middle[0] + (x - self.origin[0]) * across,
            self.middle[1] - (y - self.origin[1]) * across,
            (z - self.origin[2]) * depth,
        ];
        let [x, y, z] =
            Some(at).filter(is_finite)?.map(|part| part.clamp(-FARTHEST, FARTHEST).round() as i32);
        Some(Point { x, y, z })
    }

    /// How large the model is seen.
    pub(super) fn scale(&self) -> f64 {
        self.scales[0]
    }

    /// Whether a point is in the picture.
    pub(super) fn sees(&self, point: Vector) -> bool {
        self.sees_some([point])
    }

    /// Whether some of the rectangle around these points is in the picture.
    pub(super) fn sees_some<const N: usize>(&self, points: [Vector; N]) -> bool {
        let [width, height] = self.middle.map(|half| (2.0 * half) as i32);
        let at = points.map(|point| self.project(point));
        let overlaps = |side: fn(Point) -> i32, end: i32| {
            let sides = || at.into_iter().flatten().map(side);
            sides().min().is_some_and(|least| least < end) && sides().max() >= Some(0)
        };
        at.iter().all(Option::is_some) && overlaps(|at| at.x, width) && overlaps(|at| at.y, height)
    }

    /// The direction in the model of one that is given as right, up and towards who looks.
    pub(super) fn direction(&self, [right, up, toward]: Vector) -> Vector {
        let [x, y, z] = self.axes;
        [0, 1, 2].map(|axis| x[axis] * right + y[axis] * up + z[axis] * toward)
    }
}

fn is_finite(point: &Vector) -> bool {
    point.iter().all(|part| part.is_finite())
}

/// A scale; 0 in place of that of what has no extent.
fn usable(scale: f64) -> f64 {
    if scale.is_finite() { scale } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_fits_into_the_picture() {
        let points = [[-1.0, -2.0, 3.0], [5.0, 2.0, 3.0], [f64::NAN, 0.0, 0.0], [2.0, 0.0, 1.0]];
        let camera = Camera::fit(View::Front, 160, 320, points.into_iter());
        let at = points.map(|point| camera.project(point).map(|at| [at.x / UNITS, at.y / UNITS, at.z]));
        let near = DEPTHS;
        assert_eq!(at, [Some([10, 206, near]), Some([150, 113, near]), None, Some([80, 160, 0])]);
    }

    #[test]
    fn views_are_from_where_their_names_say() {
        // Points at the ends of x, y and z, and where each is seen: to the right, up, and near.
        for (view, [x, y, z]) in [
            (View::Front, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
            (View::Back, [[-1, 0, 0], [0, 1, 0], [0, 0, -1]]),
            (View::Left, [[0, 0, -1], [0, 1, 0], [1, 0, 0]]),
            (View::Right, [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
            (View::Top, [[1, 0, 0], [0, 0, 1], [0, -1, 0]]),
            (View::Bottom, [[1, 0, 0], [0, 0, -1], [0, 1, 0]]),
        ] {
            let [right, up, toward] = view.axes();
            for (point, seen) in [([1.0, 0.0, 0.0], x), ([0.0, 1.0, 0.0], y), ([0.0, 0.0, 1.0], z)] {
                let at = [right, up, toward].map(|axis| dot(axis, point));
                assert_eq!(at, seen.map(f64::from), "{view:?}");
            }
            assert_eq!(cross(right, up), toward);
        }
    }

    #[test]
    fn any_numbers_are_somewhere_or_nowhere() {
        for points in [
            vec![],
            vec![[7.0; 3]],
            vec![[1e308; 3], [-1e308; 3]],
            vec![[f64::INFINITY; 3]],
            vec![[1e-320, 0.0, 0.0], [0.0; 3]],
        ] {
            let camera = Camera::fit(View::Corner, 64, 64, points.iter().copied());
            for point in points.into_iter().chain([[0.0; 3], [1e300; 3]]) {
                let _ = camera.project(point);
            }
        }
        let camera = Camera::fit(View::Front, 64, 64, [[7.0; 3]].into_iter());
        assert_eq!(camera.project([7.0; 3]), Some(Point { x: 32 * UNITS, y: 32 * UNITS, z: 0 }));
    }
}
