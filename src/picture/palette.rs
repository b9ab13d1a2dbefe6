//! The colours of a GIF file, of which there are at most 256.

use std::collections::BTreeSet;

use crate::picture::{Picture, Rgb};

/// How many colours there may be beside the one that is transparent.
const MOST: usize = 255;
/// Colours are distinguished by this many bits of each part.
const BITS: u32 = 5;
/// How many colours these bits tell apart.
const BINS: usize = 1 << (3 * BITS);

/// The colours of some pictures.
pub(super) struct Palette {
    colors: Vec<Rgb>,
    /// For each colour, as far as its bits tell it apart, the index of the nearest one of these.
    indices: Vec<u8>,
    /// Whether `colors` are all that there are, in their order.
    is_exact: bool,
}

/// A range of colours.
struct Cut {
    /// The bins in it that have pixels.
    bins: Vec<u16>,
    pixels: u64,
}

impl Palette {
    /// Colours for these pictures: theirs, if there are few; otherwise the space of colours is cut in two where most
    /// pixels are, again and again (median cut). The same pictures have the same ones.
    pub(super) fn of(pictures: &[Picture]) -> Self {
        let mut exact = BTreeSet::new();
        let mut counts = vec![0_u64; BINS];
        let mut sums = vec![[0_u64; 3]; BINS];
        for color in pictures.iter().flat_map(|picture| &picture.pixels).filter_map(opaque) {
            let bin = usize::from(bin(color));
            counts[bin] += 1;
            (0..3).for_each(|part| sums[bin][part] += u64::from(color[part]));
            if exact.len() <= MOST {
                exact.insert(color);
            }
        }
        if exact.len() <= MOST {
            return Self { colors: exact.into_iter().collect(), indices: Vec::new(), is_exact: true };
        }
        let bins: Vec<u16> = (0..BINS as u16).filter(|bin| counts[usize::from(*bin)] > 0).collect();
        let mut indices = vec![0; BINS];
        let cuts = cut(bins, &counts);
        let colors = cuts.iter().zip(0..).map(|(cut, index)| {
            let mut sum = [0; 3];
            for bin in cut.bins.iter().map(|bin| usize::from(*bin)) {
                indices[bin] = index;
                (0..3).for_each(|part| sum[part] += sums[bin][part]);
            }
            sum.map(|sum| ((sum + cut.pixels / 2) / cut.pixels.max(1)) as u8)
        });
        let colors = colors.collect();
        Self { colors, indices, is_exact: false }
    }

    /// Red, green and blue of all colours, and of the one that is transparent, which is the last.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.as_flattened().to_vec();
        bytes.extend([0; 3]);
        bytes
    }

    /// The index of the colour that is transparent.
    pub(super) fn transparent(&self) -> u8 {
        self.colors.len() as u8
    }

    /// The index of the colour of a pixel.
    pub(super) fn index(&self, pixel: &[u8; 4]) -> u8 {
        match opaque(pixel) {
            None => self.transparent(),
            Some(color) if self.is_exact => self.colors.binary_search(&color).unwrap_or(0) as u8,
            Some(color) => self.indices[usize::from(bin(color))],
        }
    }
}

/// The colour of a pixel, unless less than half of it is covered.
fn opaque([red, green, blue, alpha]: &[u8; 4]) -> Option<Rgb> {
    (*alpha >= 128).then_some([*red, *green, *blue])
}

fn bin(color: Rgb) -> u16 {
    color.iter().fold(0, |bin, part| bin << BITS | u16::from(part >> (8 - BITS)))
}

/// A part of the colour of a bin.
fn part(bin: u16, part: u32) -> u16 {
    bin >> (BITS * (2 - part)) & ((1 << BITS) - 1)
}

/// Cuts bins into as many ranges as there may be colours.
fn cut(bins: Vec<u16>, counts: &[u64]) -> Vec<Cut> {
    let of = |bins: Vec<u16>| Cut { pixels: bins.iter().map(|bin| counts[usize::from(*bin)]).sum(), bins };
    let mut cuts = vec![of(bins)];
    while cuts.len() < MOST {
        let weight = |cut: &Cut| u128::from(cut.pixels) * u128::from(longest(&cut.bins).1).pow(2);
        // Of several that weigh the same, the last.
        let heaviest = (0..cuts.len()).max_by_key(|index| weight(&cuts[*index])).unwrap_or(0);
        let (side, length) = longest(&cuts[heaviest].bins);
        if length == 0 {
            break;
        }
        let Cut { mut bins, pixels } = cuts.swap_remove(heaviest);
        bins.sort_by_key(|bin| (part(*bin, side), *bin));
        let mut before = 0;
        let half = bins.iter().position(|bin| {
            before += counts[usize::from(*bin)];
            before * 2 >= pixels
        });
        // Both have at least one.
        let at = half.map_or(1, |half| half + 1).clamp(1, bins.len() - 1);
        let rest = bins.split_off(at);
        cuts.extend([of(bins), of(rest)]);
    }
    cuts
}

/// The part in which bins differ most, and by how much.
fn longest(bins: &[u16]) -> (u32, u16) {
    let lengths = [0, 1, 2].map(|side| {
        let parts = || bins.iter().map(|bin| part(*bin, side));
        (side, parts().max().unwrap_or(0) - parts().min().unwrap_or(0))
    });
    lengths.into_iter().max_by_key(|(side, length)| (*length, 2 - side)).unwrap_or((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(colors: impl Iterator<Item = [u8; 4]>) -> Picture {
        let pixels: Vec<_> = colors.collect();
        Picture { width: pixels.len() as u32, height: 1, pixels }
    }

    #[test]
    fn few_colours_stay_as_they_are() {
        let colors = [[1, 2, 3, 255], [1, 2, 4, 255], [9, 9, 9, 0]];
        let palette = Palette::of(&[picture(colors.into_iter())]);
        assert_eq!(colors.map(|color| palette.index(&color)), [0, 1, 2]);
        assert_eq!(palette.bytes(), [1, 2, 3, 1, 2, 4, 0, 0, 0]);
    }

    #[test]
    fn of_many_colours_each_is_near_one() {
        let all =
            || (0..=255_u8).flat_map(|red| (0..=255_u8).step_by(5).map(move |green| [red, green, 7, 255]));
        let palette = Palette::of(&[picture(all())]);
        let bytes = palette.bytes();
        assert_eq!(bytes.len(), 3 * 256);
        for color in all() {
            let near = &bytes[3 * usize::from(palette.index(&color))..][..3];
            let distance: u32 = (0..3).map(|part| u32::from(color[part].abs_diff(near[part]))).sum();
            assert!(distance <= 24, "{color:?} becomes {near:?}");
        }
    }
}
