//! Numbers with four decimals, and what Scorched3D computes with them (`fixed.cpp`, `ModelMaths.cpp`). What is beyond the
//! fourth decimal is cut off after each step, and sines are those of three terms of a series, so that the poses of that
//! program are visibly off. To be off alike, each step is taken here in the same order.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// How many parts one has.
const PARTS: i64 = 10_000;

/// A number in parts of 1/10000.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct FourDecimal(i64);

/// A rotation as x, y, z, w.
pub(super) type DecimalQuaternion = [FourDecimal; 4];

/// A matrix of 3 rows and 4 columns.
pub(super) type DecimalMatrix = [[FourDecimal; 4]; 3];

const ZERO: FourDecimal = FourDecimal(0);
const ONE: FourDecimal = FourDecimal(PARTS);
const HALF: FourDecimal = FourDecimal(PARTS / 2);
const HALF_TURN: FourDecimal = FourDecimal(31_415);
const FULL_TURN: FourDecimal = FourDecimal(62_831);
const QUARTER_TURN: FourDecimal = FourDecimal(15_707);
/// One degree in radians.
const DEGREE: FourDecimal = FourDecimal(174);

/// The matrix that moves nothing.
pub(super) const IDENTITY: DecimalMatrix =
    [[ONE, ZERO, ZERO, ZERO], [ZERO, ONE, ZERO, ZERO], [ZERO, ZERO, ONE, ZERO]];

impl Add for FourDecimal {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for FourDecimal {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for FourDecimal {
    type Output = Self;
    fn neg(self) -> Self {
        ZERO - self
    }
}

impl Mul for FourDecimal {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self(self.0.wrapping_mul(other.0).wrapping_div(PARTS))
    }
}

impl Div for FourDecimal {
    type Output = Self;
    /// Instead of 0 it takes the least number.
    fn div(self, other: Self) -> Self {
        let divisor = if other.0 == 0 { 1 } else { other.0 };
        Self(self.0.wrapping_mul(PARTS).wrapping_div(divisor))
    }
}

impl FourDecimal {
    pub(super) const ZERO: Self = ZERO;

    const fn whole(number: i64) -> Self {
        Self(number * PARTS)
    }

    /// A number of a file, of which the fifth decimal is cut off. What is written with four has no part of a fifth that
    /// comes of the spelling in bits.
    pub(super) fn of(number: f64) -> Self {
        /// Single numbers have seven digits, of which some are before the point.
        const RELATIVE: f64 = 1e-7;
        let parts = number * PARTS as f64;
        let nearest = parts.round();
        let is_near = (parts - nearest).abs() <= 0.01 + parts.abs() * RELATIVE;
        Self(if is_near { nearest } else { parts.trunc() } as i64)
    }

    pub(super) fn to_f64(self) -> f64 {
        self.0 as f64 / PARTS as f64
    }

    fn sine(self) -> Self {
        Self(self.0 % FULL_TURN.0).sine_of_turn()
    }

    fn cosine(self) -> Self {
        Self(self.0.wrapping_add(QUARTER_TURN.0) % FULL_TURN.0).sine_of_turn()
    }

    /// The sine of an angle within a turn in either direction.
    fn sine_of_turn(self) -> Self {
        let turned = if self < ZERO { self + FULL_TURN } else { self };
        let is_below = turned > HALF_TURN;
        let upper = if is_below { turned - HALF_TURN } else { turned };
        let acute = if upper > QUARTER_TURN { QUARTER_TURN - (upper - QUARTER_TURN) } else { upper };
        let cube = acute * acute * acute;
        let fifth = cube * acute * acute;
        let sine = acute - cube / Self::whole(6) + fifth / Self::whole(120);
        if is_below { -sine } else { sine }
    }

    fn sine_and_cosine(self) -> (Self, Self) {
        (self.sine(), self.cosine())
    }

    /// The square root, which has two decimals.
    fn root(self) -> Self {
        Self(root(self.0).wrapping_mul(100))
    }

    /// 0 for what is no cosine.
    fn arc_cosine(self) -> Self {
        if !(-ONE..=ONE).contains(&self) {
            return ZERO;
        }
        let size = if self < ZERO { -self } else { self };
        let other = (ONE - size * size).root();
        let arc_sine = match size > Self(7_000) {
            true => QUARTER_TURN - (other / size).arc_tangent(),
            false => (size / other).arc_tangent(),
        };
        QUARTER_TURN - if self < ZERO { -arc_sine } else { arc_sine }
    }

    /// That of a number that is not below 0.
    fn arc_tangent(self) -> Self {
        if self > ONE { (ONE / self).small_arc_tangent(true) } else { self.small_arc_tangent(false) }
    }

    /// That of a number up to 1, or the rest of it to a quarter of a turn: a quotient of two polynomials (Cody and Waite), once
    /// a twelfth of a turn is taken away from larger angles.
    fn small_arc_tangent(self, is_rest: bool) -> Self {
        const TAN_15_DEGREES: FourDecimal = FourDecimal(2_679);
        const ROOT_OF_3: FourDecimal = FourDecimal(17_321);
        const ROOT_OF_3_LESS_1: FourDecimal = FourDecimal(7_321);
        const ABOVE: [i64; 4] = [-8_375, -84_946, -205_058, -136_887];
        const BELOW: [i64; 4] = [150_240, 595_784, 861_573, 410_663];
        let is_large = self > TAN_15_DEGREES;
        let reduced = match is_large {
            true => (ROOT_OF_3_LESS_1 * self - HALF - HALF + self) / (ROOT_OF_3 + self),
            false => self,
        };
        let square = reduced * reduced;
        let above = ABOVE.into_iter().fold(ZERO, |sum, part| sum * square + Self(part)) * square;
        let below = BELOW.into_iter().fold(ONE, |sum, part| sum * square + Self(part));
        let angle = reduced + reduced * (above / below);
        match (is_rest, is_large) {
            (false, false) => angle,
            (false, true) => angle + Self(5_235),
            (true, false) => QUARTER_TURN - angle,
            (true, true) => Self(10_472) - angle,
        }
    }
}

/// The square root, rounded, of a number up to 32 bits; of others whatever sixteen steps come to.
pub(crate) fn root(mut value: i64) -> i64 {
    let mut root = 0i64;
    for shift in (0..=30).step_by(2) {
        let bit = 0x4000_0000i64 >> shift;
        if bit + root <= value {
            value -= bit + root;
            root = (root >> 1) | bit;
        } else {
            root >>= 1;
        }
    }
    root + i64::from(root < value)
}

/// The matrix of angles in radians, on the way over degrees.
pub(super) fn matrix_of_angles(angles: [FourDecimal; 3]) -> DecimalMatrix {
    let degrees = angles.map(|angle| angle * FourDecimal::whole(180) / HALF_TURN);
    let [(sx, cx), (sy, cy), (sz, cz)] = degrees.map(|angle| (angle * DEGREE).sine_and_cosine());
    [
        [cy * cz, sx * sy * cz + cx * -sz, cx * sy * cz + -sx * -sz, ZERO],
        [cy * sz, sx * sy * sz + cx * cz, cx * sy * sz + -sx * cz, ZERO],
        [-sy, sx * cy, cx * cy, ZERO],
    ]
}

/// The quaternion of angles in radians.
pub(super) fn quaternion_of_angles(angles: [FourDecimal; 3]) -> DecimalQuaternion {
    let [(sx, cx), (sy, cy), (sz, cz)] = angles.map(|angle| (angle * HALF).sine_and_cosine());
    [
        sx * cy * cz - cx * sy * sz,
        cx * sy * cz + sx * cy * sz,
        cx * cy * sz - sx * sy * cz,
        cx * cy * cz + sx * sy * sz,
    ]
}

/// The matrix of a quaternion.
pub(super) fn matrix_of(quaternion: DecimalQuaternion) -> DecimalMatrix {
    let [x, y, z, w] = quaternion;
    let twice = |one: FourDecimal, other: FourDecimal| FourDecimal::whole(2) * one * other;
    [
        [ONE - twice(y, y) - twice(z, z), twice(x, y) - twice(w, z), twice(x, z) + twice(w, y), ZERO],
        [twice(x, y) + twice(w, z), ONE - twice(x, x) - twice(z, z), twice(y, z) - twice(w, x), ZERO],
        [twice(x, z) - twice(w, y), twice(y, z) + twice(w, x), ONE - twice(x, x) - twice(y, y), ZERO],
    ]
}

/// On the arc between two quaternions.
pub(super) fn slerp(from: DecimalQuaternion, to: DecimalQuaternion, share: FourDecimal) -> DecimalQuaternion {
    let sum = |of: &dyn Fn(FourDecimal, FourDecimal) -> FourDecimal| {
        from.into_iter().zip(to).fold(ZERO, |sum, (one, other)| sum + of(one, other))
    };
    let apart = sum(&|one, other| (one - other) * (one - other));
    let apart_from_opposite = sum(&|one, other| (one + other) * (one + other));
    let to = if apart > apart_from_opposite { to.map(|part| -part) } else { to };
    let cosine = from.into_iter().zip(to).fold(ZERO, |sum, (one, other)| sum + one * other);
    let rest = ONE - share;
    if ONE + cosine > FourDecimal(1) {
        let [of_from, of_to] = if ONE - cosine > FourDecimal(1) {
            let angle = cosine.arc_cosine();
            let sine = angle.sine();
            [(rest * angle).sine() / sine, (share * angle).sine() / sine]
        } else {
            [rest, share]
        };
        return [0, 1, 2, 3].map(|part| of_from * from[part] + of_to * to[part]);
    }
    // Half a turn apart: by way of a quaternion across, of which the last part is not mixed.
    let [x, y, z, w] = from;
    let [of_from, of_to] = [(rest * QUARTER_TURN).sine(), (share * QUARTER_TURN).sine()];
    [of_from * x + of_to * -y, of_from * y + of_to * x, of_from * z + of_to * -w, z]
}

/// The product of two matrices: what first `inner` does, and then `outer`.
pub(super) fn product(outer: &DecimalMatrix, inner: &DecimalMatrix) -> DecimalMatrix {
    outer.map(|row| {
        [0, 1, 2, 3].map(|column| {
            let turned = (0..3).fold(ZERO, |sum, axis| sum + row[axis] * inner[axis][column]);
            if column == 3 { turned + row[3] } else { turned }
        })
    })
}
