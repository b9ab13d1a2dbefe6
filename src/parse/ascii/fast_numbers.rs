//! Converts the digits of several numbers in the usual spelling at once, for the fast path.

use fearless_simd::prelude::*;
use fearless_simd::{f64x4, i16x8, i16x16, i32x4, i32x8, u8x16, u8x32, u16x8, u16x16, u32x8, u64x2, u64x4};

/// A field that holds a number with a fraction.
#[derive(Clone, Copy, Default)]
pub(super) struct Float {
    /// The characters before the point, and those after it.
    pub(super) whole: u64,
    pub(super) fraction: u64,
    /// How many are after it: none without a point, and less than eight.
    pub(super) decimals: usize,
}

/// A field that holds an integer.
#[derive(Clone, Copy)]
pub(super) struct Integer {
    pub(super) word: u64,
    pub(super) negative: bool,
}

impl Integer {
    /// With its sign. A zero with a minus is unusual.
    #[inline(always)]
    pub(super) fn value(self, magnitude: i32) -> Option<i32> {
        let sign = -i32::from(self.negative);
        (!self.negative | (magnitude != 0)).then_some((magnitude ^ sign) - sign)
    }
}

/// The values of eight parts: neighbouring digits are joined to pairs, pairs to fours, fours to the
/// whole. A byte before the digits, a minus or nothing, counts as zero.
#[inline(always)]
pub(super) fn eight_parts<S: Simd>(simd: S, first: [u64; 4], second: [u64; 4]) -> i32x8<S> {
    let fours = |words: [u64; 4]| -> i32x8<S> {
        let bytes: u8x32<S> = u64x4::from_slice(simd, &words).bitcast();
        let digits: u16x16<S> = bytes.saturating_sub(b'0').bitcast();
        let pairs: i16x16<S> = ((digits * (10 * 256 + 1)) >> 8).bitcast();
        pairs.pairwise_dot_product(i16x16::from_fn(simd, |i| if i % 2 == 0 { 100 } else { 1 }))
    };
    let fours: i16x16<S> = fours(first).relaxed_narrow(fours(second));
    fours.pairwise_dot_product(i16x16::from_fn(simd, |i| if i % 2 == 0 { 10_000 } else { 1 }))
}

/// The values of four parts.
#[inline(always)]
pub(super) fn four_parts<S: Simd>(simd: S, words: [u64; 4]) -> i32x4<S> {
    let fours = |words: &[u64]| -> i32x4<S> {
        let bytes: u8x16<S> = u64x2::from_slice(simd, words).bitcast();
        let digits: u16x8<S> = bytes.saturating_sub(b'0').bitcast();
        let pairs: i16x8<S> = ((digits * (10 * 256 + 1)) >> 8).bitcast();
        pairs.pairwise_dot_product(i16x8::from_fn(simd, |i| if i % 2 == 0 { 100 } else { 1 }))
    };
    let fours: i16x8<S> = fours(&words[..2]).relaxed_narrow(fours(&words[2..]));
    fours.pairwise_dot_product(i16x8::from_fn(simd, |i| if i % 2 == 0 { 10_000 } else { 1 }))
}

/// Numbers that were converted together.
pub(super) struct Four {
    pub(super) values: [f32; 4],
    /// A bit for each that is a zero with a minus.
    pub(super) negative_zeros: u8,
}

#[inline(always)]
pub(super) fn four_floats<S: Simd>(simd: S, fields: [Float; 4]) -> Option<Four> {
    floats(simd, eight_parts(simd, wholes(fields), fractions(fields)), fields)
}

/// The digits of four numbers before the point. Written out, for `map` of an array is compiled on its own.
#[inline(always)]
pub(super) fn wholes([a, b, c, d]: [Float; 4]) -> [u64; 4] {
    [a.whole, b.whole, c.whole, d.whole]
}

/// The digits of four numbers after the point.
#[inline(always)]
pub(super) fn fractions([a, b, c, d]: [Float; 4]) -> [u64; 4] {
    [a.fraction, b.fraction, c.fraction, d.fraction]
}

/// What so many decimals are multiplied with.
const SCALES: [f64; 8] = [1e-0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7];

/// Four numbers, of which the wholes and then the fractions have these values. `None` if one of them
/// cannot be rounded here.
#[inline(always)]
pub(super) fn floats<S: Simd>(simd: S, parts: i32x8<S>, fields: [Float; 4]) -> Option<Four> {
    /// An `f64` of which the lowest bit of the mantissa stands for 1.
    const LARGE: f64 = (1u64 << 52) as f64;
    let characters = wholes(fields);
    let parts: u32x8<S> = parts.bitcast();
    let (wholes, fractions) = parts.widen();
    let float = |natural: u64x4<S>| -> f64x4<S> {
        let large: f64x4<S> = (natural | LARGE.to_bits()).bitcast();
        large - LARGE
    };
    let [a, b, c, d] = fields;
    let scales = f64x4::from_slice(
        simd,
        &[SCALES[a.decimals], SCALES[b.decimals], SCALES[c.decimals], SCALES[d.decimals]],
    );
    // The scale, the product and the sum are each rounded, which together moves the value by less
    // than four times the lowest bit of an f64.
    let values = float(fractions).mul_add(scales, float(wholes));
    // Rounding that to f32 is right unless the middle between two of them is as near as that: the
    // middle has the highest of the bits that get lost, and no other.
    const LOST_BITS: u64 = (1 << 29) - 1;
    const MIDDLE: u64 = 1 << 28;
    let bits: u64x4<S> = values.bitcast();
    let from_middle = (bits + 4u64.wrapping_sub(MIDDLE)) & (LOST_BITS & !7);

    let characters: u8x32<S> = u64x4::from_slice(simd, &characters).bitcast();
    let minus = characters.simd_eq(b'-').select(u8x32::splat(simd, 1), u8x32::splat(simd, 0));
    let minus: u64x4<S> = minus.bitcast();
    let positive = minus.simd_eq(0);
    let sign = positive.select(u64x4::splat(simd, 0), u64x4::splat(simd, 1 << 63));
    let signed: f64x4<S> = (bits | sign).bitcast();
    let negative_zeros = (values.simd_eq(0.0) & !positive).to_bitmask() as u8;
    let [a, b, c, d, ..]: [f32; 8] = signed.narrow(signed).into();
    from_middle.simd_eq(0).all_false().then_some(Four { values: [a, b, c, d], negative_zeros })
}
