//! Rotations as quaternions, and the ways between two of them.

use crate::model::vector::Vector;

/// A rotation as x, y, z, w.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quaternion(pub [f64; 4]);

impl Quaternion {
    /// The one that turns nothing.
    pub const IDENTITY: Self = Self([0.0, 0.0, 0.0, 1.0]);

    /// The rotation of angles as the formats have them: radians around x, then around y, then around z. This is `qz qy qx`;
    /// the specification of the ASCII format prints the same formula.
    pub fn of_angles(angles: Vector) -> Self {
        let [(sx, cx), (sy, cy), (sz, cz)] = angles.map(|angle| (angle / 2.0).sin_cos());
        Self([
            sx * cy * cz - cx * sy * sz,
            cx * sy * cz + sx * cy * sz,
            cx * cy * sz - sx * sy * cz,
            cx * cy * cz + sx * sy * sz,
        ])
    }

    /// The rows of its matrix. This formula is for quaternions of length 1; those that are shorter also shrink.
    pub fn rows(self) -> [Vector; 3] {
        let [x, y, z, w] = self.0;
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    }

    /// The product of two rotations: first `inner` and then this.
    pub fn then(self, inner: Self) -> Self {
        let ([ax, ay, az, aw], [bx, by, bz, bw]) = (self.0, inner.0);
        Self([
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
        ])
    }

    /// The cosine of half the angle between two rotations.
    pub fn cosine(self, other: Self) -> f64 {
        self.0.iter().zip(other.0).map(|(one, other)| one * other).sum()
    }

    /// The same rotation, with the sign that is nearer to another one: the way there is the shorter of two.
    pub fn nearest_to(self, other: Self) -> Self {
        if self.cosine(other) < 0.0 { Self(self.0.map(|part| -part)) } else { self }
    }

    fn mixed(self, share: f64, other: Self, of_other: f64) -> Self {
        Self([0, 1, 2, 3].map(|part| self.0[part] * share + other.0[part] * of_other))
    }

    /// On the straight line to another one, `share` of the way, on the shorter of two. The result is shorter than 1.
    pub fn lerp(self, other: Self, share: f64) -> Self {
        self.nearest_to(other).mixed(1.0 - share, other, share)
    }

    /// On the arc to another one, `share` of the way at a steady speed, on the shorter of two arcs.
    pub fn slerp(self, other: Self, share: f64) -> Self {
        /// The sine of a smaller angle has too few digits, and the line is as good.
        const LEAST_ANGLE: f64 = 1e-6;
        let near = self.nearest_to(other);
        let angle = near.cosine(other).min(1.0).acos();
        if angle < LEAST_ANGLE {
            return near.mixed(1.0 - share, other, share);
        }
        let part = |share: f64| (share * angle).sin() / angle.sin();
        near.mixed(part(1.0 - share), other, part(share))
    }

    /// The same rotation, at length 1.
    pub fn normalized(self) -> Self {
        let length = self.cosine(self).sqrt();
        if length > 0.0 { Self(self.0.map(|part| part / length)) } else { Self::IDENTITY }
    }
}
