//! The weights that bind the vertices of a binary model to bones: their scale, their sum, and how to write them.

use std::ops::RangeInclusive;

use crate::base::span::Span;
use crate::document::Document;
use crate::fix::Fix;
use crate::fix::fields::set_field;
use crate::layout::binary::{VERTEX_EXTRA, offset, vertex_extra, width};
use crate::layout::{BlockKind, Record, fields};
use crate::model::VertexExtra;
use crate::model::place::Place;

/// The unit of weights: percentages, or up to 255 in files of exporters that take them for bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scale {
    /// All engines that read versions 2 and 3 use this.
    Percent,
    /// Nearly all weights of the file sum to 255.
    Byte,
}

/// What weights of 0 to 255 sum to, as far as rounding them goes.
const BYTE_SUMS: RangeInclusive<u32> = 250..=257;

/// The version of the vertex extras, with the place of that.
pub(crate) fn version(document: &Document) -> Option<(Place, i32)> {
    let (index, block) = document.model.block(BlockKind::VertexExtras)?;
    Some((Place::object(Record::Block, index).field(fields::block::VERSION), block.number?))
}

/// All vertex extras.
pub(crate) fn extras(document: &Document) -> &[VertexExtra] {
    document.model.binary.as_ref().map_or(&[], |binary| &binary.vertex_extras.rows)
}

/// Those that have weights, with the indices of their vertices. All others are bound to the own bone alone.
pub(crate) fn weighted(document: &Document) -> impl Iterator<Item = (usize, &VertexExtra)> + Clone {
    extras(document).iter().enumerate().filter(|(_, extra)| extra.weights != [0; 3])
}

/// The sum of the weights that a file stores for a vertex.
pub(crate) fn sum(extra: &VertexExtra) -> u32 {
    extra.weights.into_iter().map(u32::from).sum()
}

/// The unit of the weights of a file, as most of them show.
pub(crate) fn scale(document: &Document) -> Scale {
    let all = weighted(document).count();
    let bytes = weighted(document).filter(|(_, extra)| BYTE_SUMS.contains(&sum(extra))).count();
    if 2 * bytes > all { Scale::Byte } else { Scale::Percent }
}

/// The weights of the bone of a vertex and of its three extra bones, in percent. The last has what is
/// left.
pub(crate) fn percentages(extra: &VertexExtra, scale: Scale) -> [u32; 4] {
    let [first, second, third] = extra.weights.map(u32::from);
    let left = |whole: u32| whole.saturating_sub(sum(extra));
    match scale {
        Scale::Percent => [first, second, third, left(100)],
        Scale::Byte if sum(extra) >= *BYTE_SUMS.start() => to_percent([first, second, third, 0]),
        Scale::Byte => to_percent([first, second, third, left(255)]),
    }
}

/// Numbers in these proportions that sum to 100; all 0 if these are.
pub(crate) fn to_percent(parts: [u32; 4]) -> [u32; 4] {
    let whole: u32 = parts.into_iter().sum::<u32>().max(1);
    let (mut sum, mut told) = (0, 0);
    let mut percent = parts.map(|part| {
        sum += part;
        let upto = (sum * 100 + whole / 2) / whole;
        let own = upto - told;
        told = upto;
        own
    });
    // If the first three were 0, that would mean something else.
    if percent == [0, 0, 0, 100]
        && let Some(first) = parts[..3].iter().position(|part| *part > 0)
    {
        percent[first] = 1;
        percent[3] = 99;
    }
    percent
}

/// Gives a vertex other weights: percentages, the last of which is not stored.
pub(crate) fn set_weights(fix: Fix, document: &Document, vertex: usize, percent: [u32; 4]) -> Fix {
    let extra = Place::row(Record::VertexExtra, 0, vertex);
    percent[..3]
        .iter()
        .zip(fields::vertex_extra::WEIGHTS)
        .fold(fix, |fix, (weight, number)| set_field(fix, document, extra.field(number), weight.to_string()))
}

/// Writes the vertex extras as version 2, with other weights: a number for programs that is missing becomes
/// 0, and what only version 3 has is dropped.
pub(crate) fn to_version_2(fix: Fix, document: &Document, weights: impl Fn(&VertexExtra) -> [u8; 3]) -> Fix {
    /// Where the number for programs is, after the bones and the weights.
    const NUMBER: usize = offset(VERTEX_EXTRA, fields::vertex_extra::EXTRA[0]);
    let Some((place, version)) = version(document) else { return fix };
    let (Some(section), Some(slots)) = (document.locate(place), vertex_extra(version)) else { return fix };
    let (mut end, mut new) = (section.end, 2i32.to_le_bytes().to_vec());
    for extra in extras(document) {
        end = extra.at + width(slots) as u32;
        let row = document.bytes(Span { start: extra.at, end });
        new.extend(extra.bones.map(|bone| bone as u8));
        new.extend(weights(extra));
        new.extend(row[NUMBER..].first_chunk().unwrap_or(&[0; 4]));
    }
    fix.replace(Span { end, ..section }, new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_become_percentages_that_sum_to_100() {
        for (parts, percent) in [
            ([255, 0, 0, 0], [100, 0, 0, 0]),
            ([128, 127, 0, 0], [50, 50, 0, 0]),
            ([85, 85, 85, 0], [33, 34, 33, 0]),
            ([84, 84, 84, 3], [33, 33, 33, 1]),
            ([40, 40, 40, 40], [25, 25, 25, 25]),
            ([0, 0, 0, 0], [0, 0, 0, 0]),
            // All of the first three 0 would mean the first bone alone.
            ([1, 0, 0, 254], [1, 0, 0, 99]),
            ([0, 1, 0, 254], [0, 1, 0, 99]),
            ([0, 0, 0, 9], [0, 0, 0, 100]),
        ] {
            assert_eq!(to_percent(parts), percent, "{parts:?}");
        }
    }

    #[test]
    fn the_last_bone_has_what_is_left() {
        let extra = |weights| VertexExtra { at: 0, bones: [-1; 3], weights };
        assert_eq!(percentages(&extra([60, 30, 0]), Scale::Percent), [60, 30, 0, 10]);
        assert_eq!(percentages(&extra([60, 30, 20]), Scale::Percent), [60, 30, 20, 0]);
        assert_eq!(percentages(&extra([200, 52, 0]), Scale::Byte), [79, 21, 0, 0]);
        assert_eq!(percentages(&extra([51, 102, 51]), Scale::Byte), [20, 40, 20, 20]);
    }
}
