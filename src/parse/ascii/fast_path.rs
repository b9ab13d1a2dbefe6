//! Reads rows of ASCII models in the usual spelling quickly, and no others.
//!
//! Nearly every line of a model is a row of plain numbers with single spaces between them. Here the
//! bytes of such a line are classified all at once, 64 of them; a few operations on the resulting
//! masks prove that the line is in the usual spelling; and its numbers are converted several at
//! a time. Whatever is unusual, however slightly, is refused and left to the slow path, so this path
//! must agree with it: the same values, and no quirk but the negative zero, which it reports.

use fearless_simd::prelude::*;
use fearless_simd::u8x64;

use crate::base::lines::Ending;
use crate::base::span::Span;
use crate::model::{Face, Key, Normal, Vertex};
use crate::parse::ascii::fast_numbers::{
    Float, Integer, eight_parts, floats, four_floats, four_parts, fractions, wholes,
};

/// A row that can be read from a line in the usual spelling.
pub(crate) trait FastRow: Sized {
    /// Reads the row that starts at `at`; `None` if anything about it is unusual.
    fn read<S: Simd>(simd: S, text: &Windows, at: usize) -> Option<Usual<Self>>;
}

/// A row in the usual spelling.
pub(crate) struct Usual<T> {
    /// The row.
    pub row: T,
    /// A bit for each field that is a zero with a minus, which is the one oddity that is too common
    /// to be left to the slow path.
    pub negative_zeros: u8,
    /// Where its line ends.
    pub end: End,
}

/// Where a line in the usual spelling ends, and its fields.
pub(crate) struct End {
    /// A bit for each byte of the line after which a field ends.
    pub field_ends: u64,
    /// How it ends.
    pub ending: Ending,
    /// Offset of the next line.
    pub next: usize,
}

impl FastRow for Vertex {
    #[inline(always)]
    fn read<S: Simd>(simd: S, text: &Windows, at: usize) -> Option<Usual<Self>> {
        let line = UsualFields::of_line::<S, true>(simd, text, at)?;
        line.read(
            simd,
            #[inline(always)]
            |line, decimals| {
                let flags = line.natural(decimals);
                let (x, y, z) = (line.float(decimals), line.float(decimals), line.float(decimals));
                let (u, v) = (line.float(decimals), line.float(decimals));
                let bone = line.integer(decimals);
                let end = line.end(at, 7)?;
                let position = [x, y, z, Float { whole: flags, fraction: bone.word, decimals: x.decimals }];
                let integers = eight_parts(simd, wholes(position), fractions(position));
                let position = floats(simd, integers, position)?;
                let uv = four_floats(simd, [u, v, Float::default(), Float::default()])?;
                let integers: [i32; 8] = integers.into();
                let row = Self {
                    at: at as u32,
                    flags: integers[3],
                    position: [position.values[0], position.values[1], position.values[2]],
                    uv: [uv.values[0], uv.values[1]],
                    bone: bone.value(integers[7])?,
                };
                Some(Usual {
                    row,
                    negative_zeros: (position.negative_zeros << 1) | (uv.negative_zeros << 4),
                    end,
                })
            },
        )
    }
}

impl FastRow for Normal {
    #[inline(always)]
    fn read<S: Simd>(simd: S, text: &Windows, at: usize) -> Option<Usual<Self>> {
        let usual = <[f32; 3]>::read(simd, text, at)?;
        Some(usual.map(|direction| Self { at: at as u32, direction }))
    }
}

impl FastRow for Face {
    #[inline(always)]
    fn read<S: Simd>(simd: S, text: &Windows, at: usize) -> Option<Usual<Self>> {
        let mut line = UsualFields::of_line::<S, false>(simd, text, at)?;
        let mut words = [0; 8];
        for word in &mut words {
            *word = line.natural(Decimals::Any);
        }
        let end = line.end(at, 8)?;
        let [a, b, c, d, e, f, g, h] = words;
        let [flags, v1, v2, v3, n1, n2, n3, smoothing_group] =
            eight_parts(simd, [a, b, c, d], [e, f, g, h]).into();
        let row =
            Self { at: at as u32, flags, vertices: [v1, v2, v3], normals: [n1, n2, n3], smoothing_group };
        Some(Usual { row, negative_zeros: 0, end })
    }
}

impl FastRow for Key {
    #[inline(always)]
    fn read<S: Simd>(simd: S, text: &Windows, at: usize) -> Option<Usual<Self>> {
        let usual = <[f32; 4]>::read(simd, text, at)?;
        Some(usual.map(|[time, x, y, z]| Self { at: at as u32, time, value: [x, y, z] }))
    }
}

/// A natural number that is no row of a table, such as a count.
impl FastRow for i32 {
    #[inline(always)]
    fn read<S: Simd>(simd: S, text: &Windows, at: usize) -> Option<Usual<Self>> {
        let mut line = UsualFields::of_line::<S, false>(simd, text, at)?;
        let word = line.natural(Decimals::Any);
        let end = line.end(at, 1)?;
        let [row, _, _, _] = four_parts(simd, [word, 0, 0, 0]).into();
        Some(Usual { row, negative_zeros: 0, end })
    }
}

/// At most four numbers, such as a colour.
impl<const COUNT: usize> FastRow for [f32; COUNT] {
    #[inline(always)]
    fn read<S: Simd>(simd: S, text: &Windows, at: usize) -> Option<Usual<Self>> {
        let line = UsualFields::of_line::<S, true>(simd, text, at)?;
        line.read(
            simd,
            #[inline(always)]
            |line, decimals| {
                let mut fields = [Float::default(); 4];
                for field in fields.iter_mut().take(COUNT) {
                    *field = line.float(decimals);
                }
                let end = line.end(at, COUNT)?;
                let four = four_floats(simd, fields)?;
                let row = *four.values.first_chunk()?;
                Some(Usual { row, negative_zeros: four.negative_zeros, end })
            },
        )
    }
}

/// Flags, and six numbers after them: the pose of a bone.
impl FastRow for (i32, [f32; 6]) {
    #[inline(always)]
    fn read<S: Simd>(simd: S, text: &Windows, at: usize) -> Option<Usual<Self>> {
        let line = UsualFields::of_line::<S, true>(simd, text, at)?;
        line.read(
            simd,
            #[inline(always)]
            |line, decimals| {
                let flags = line.natural(decimals);
                let (x, y, z) = (line.float(decimals), line.float(decimals), line.float(decimals));
                let (a, b, c) = (line.float(decimals), line.float(decimals), line.float(decimals));
                let end = line.end(at, 7)?;
                let [flags, _, _, _] = four_parts(simd, [flags, 0, 0, 0]).into();
                let position = four_floats(simd, [x, y, z, Float::default()])?;
                let rotation = four_floats(simd, [a, b, c, Float::default()])?;
                let ([x, y, z, _], [a, b, c, _]) = (position.values, rotation.values);
                let negative_zeros = (position.negative_zeros << 1) | (rotation.negative_zeros << 4);
                Some(Usual { row: (flags, [x, y, z, a, b, c]), negative_zeros, end })
            },
        )
    }
}

impl<T> Usual<T> {
    #[inline(always)]
    fn map<U>(self, row: impl FnOnce(T) -> U) -> Usual<U> {
        Usual { row: row(self.row), negative_zeros: self.negative_zeros, end: self.end }
    }

    /// Gives the zeros with a minus to `each`, as the numbers of their fields and where they are, if
    /// the line starts at this offset of the file.
    #[inline]
    pub(crate) fn negative_zeros(&self, offset: u32, mut each: impl FnMut(u8, Span)) {
        let (mut zeros, mut ends) = (self.negative_zeros, self.end.field_ends);
        let (mut field, mut start) = (0, offset);
        while zeros != 0 {
            let end = offset + ends.trailing_zeros();
            if zeros & 1 != 0 {
                each(field, Span { start, end });
            }
            (zeros, ends) = (zeros >> 1, ends & ends.wrapping_sub(1));
            (field, start) = (field + 1, end + 1);
        }
    }
}

/// The longest line that is read here, its line ending included.
const LONGEST: usize = 64;
/// How much of the file is looked at: a line, and what may be loaded with its last field.
const WINDOW: usize = LONGEST + 16;

/// Bytes of a file, of which a whole window can be seen anywhere.
pub(crate) struct Windows<'a> {
    bytes: &'a [u8],
    /// Their end, and zeros after it, which are in no usual line.
    end: [u8; 2 * WINDOW],
    /// Where in the bytes that starts.
    end_start: usize,
}

impl<'a> Windows<'a> {
    /// Windows on a file.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let end_start = bytes.len().saturating_sub(WINDOW);
        let mut end = [0; 2 * WINDOW];
        end[..bytes.len() - end_start].copy_from_slice(&bytes[end_start..]);
        Self { bytes, end, end_start }
    }

    /// The window that starts at `at`; `None` after the end.
    #[inline(always)]
    fn at(&self, at: usize) -> Option<&[u8; WINDOW]> {
        match self.bytes.get(at..)?.first_chunk() {
            Some(window) => Some(window),
            None => self.end.get(at - self.end_start..)?.first_chunk(),
        }
    }
}

/// What is known of the fractions of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decimals {
    /// Each has six digits, as `%f` prints them, which saves looking for their ends.
    Six,
    /// Nothing: there may be numbers without one.
    Any,
}

/// The fields of a line that was proved to be in the usual spelling: nothing but digits, spaces,
/// points and minuses; no field, no whole and no fraction without a digit; a minus only at the start
/// of a field; no leading zero; at most eight characters before a point, and seven after it.
///
/// What is not proved is how many fields there are, and which of them have a point. That is seen
/// while they are read.
#[derive(Clone, Copy)]
struct UsualFields<'a> {
    window: &'a [u8; WINDOW],
    /// Bits of the bytes after which a field ends.
    field_ends: u64,
    /// Where the line ends.
    line_end: usize,
    /// Bits of the ends of fields and of the points.
    stops: u64,
    /// Bits of the points, less those that were read.
    points: u64,
    minuses: u64,
    /// Bits of the characters in a field that should not have them.
    misplaced: u64,
    six_decimals: bool,
    /// Where the next part starts, and where the last one ended.
    start: usize,
    end: usize,
}

impl<'a> UsualFields<'a> {
    /// The fields of the line that starts at `at`; `None` if it is unusual, or if only `FLOATS` may
    /// have what is in it.
    #[inline(always)]
    fn of_line<S: Simd, const FLOATS: bool>(simd: S, text: &'a Windows, at: usize) -> Option<Self> {
        let window = text.at(at)?;
        let bytes = u8x64::from_slice(simd, &window[..LONGEST]);
        let are = |byte: u8| bytes.simd_eq(byte).to_bitmask();
        let (blanks, zeros) = (are(b' '), are(b'0'));
        let (points, minuses) = if FLOATS { (are(b'.'), are(b'-')) } else { (0, 0) };
        let digits = (bytes - b'0').simd_le(9).to_bitmask();

        // The first byte that cannot be in a row ends the line.
        let others = !(blanks | points | minuses | digits);
        let line_end = others & others.wrapping_neg();
        let line = line_end.wrapping_sub(1);
        let field_ends = (blanks & line) | line_end;
        let (points, minuses) = (points & line, minuses & line);
        let stops = field_ends | points;

        let field_starts = (blanks << 1) | 1;
        let number_starts = field_starts | (minuses << 1);
        let parts = digits | minuses;
        let twos = parts & (parts >> 1);
        let fours = twos & (twos >> 2);
        let eights = fours & (fours >> 4);
        let too_long = eights & ((parts >> 8) | (points << 1));
        let leading_zeros = zeros & number_starts & (digits >> 1);
        let unusual =
            (stops & !(digits << 1)) | (minuses & !field_starts) | ((too_long | leading_zeros) & line);
        let sixes = fours & (twos >> 4);
        let not_six = ((points << 1) & !sixes) | ((points << 7) & !field_ends);
        (unusual == 0).then_some(Self {
            window,
            field_ends,
            line_end: line_end.trailing_zeros() as usize,
            stops,
            points,
            minuses,
            misplaced: 0,
            six_decimals: not_six == 0,
            start: 0,
            end: 0,
        })
    }

    /// Reads a row, knowing as much as there is to know about its fractions.
    #[inline(always)]
    fn read<S: Simd, T>(
        mut self,
        simd: S,
        row: impl Fn(&mut Self, Decimals) -> Option<Usual<T>>,
    ) -> Option<Usual<T>> {
        if self.six_decimals {
            row(&mut self, Decimals::Six)
        } else {
            // Apart, so that what is known above is made use of.
            simd.vectorize(
                #[inline(always)]
                || row(&mut self, Decimals::Any),
            )
        }
    }

    /// The characters from `start` to `end`, of which there are at most eight, the last of them highest.
    #[inline(always)]
    fn word(&self, start: usize, end: usize) -> u64 {
        let word = self.window[start..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
        word << (start.wrapping_sub(end).wrapping_mul(8) % 64)
    }

    /// The characters of the next part, and how many they are.
    #[inline(always)]
    fn part(&mut self) -> (u64, usize) {
        let start = self.start;
        self.end = self.stops.trailing_zeros() as usize;
        self.stops &= self.stops.wrapping_sub(1);
        self.start = self.end + 1;
        (self.word(start, self.end), self.end.wrapping_sub(start) % 8)
    }

    #[inline(always)]
    fn natural(&mut self, decimals: Decimals) -> u64 {
        self.misplaced |= self.minuses & 1u64.wrapping_shl(self.start as u32);
        self.whole_field(decimals)
    }

    #[inline(always)]
    fn integer(&mut self, decimals: Decimals) -> Integer {
        let negative = self.minuses & 1u64.wrapping_shl(self.start as u32) != 0;
        Integer { word: self.whole_field(decimals), negative }
    }

    /// The characters of a field without a point.
    #[inline(always)]
    fn whole_field(&mut self, decimals: Decimals) -> u64 {
        if decimals == Decimals::Any {
            let word = self.part().0;
            self.misplaced |= self.points & 1u64.wrapping_shl(self.end as u32);
            return word;
        }
        let start = self.start;
        self.end = (self.field_ends & (u64::MAX.wrapping_shl(start as u32))).trailing_zeros() as usize;
        self.misplaced |= self.points & !u64::MAX.wrapping_shl(self.end as u32);
        self.start = self.end + 1;
        self.word(start, self.end)
    }

    #[inline(always)]
    fn float(&mut self, decimals: Decimals) -> Float {
        if decimals == Decimals::Any {
            let (whole, _) = self.part();
            if self.points & 1u64.wrapping_shl(self.end as u32) == 0 {
                return Float { whole, ..Float::default() };
            }
            let (fraction, decimals) = self.part();
            self.misplaced |= self.points & 1u64.wrapping_shl(self.end as u32);
            return Float { whole, fraction, decimals };
        }
        let point = self.points.trailing_zeros() as usize;
        self.points &= self.points.wrapping_sub(1);
        let whole = self.word(self.start, point);
        self.end = point + 7;
        self.start = self.end + 1;
        Float { whole, fraction: self.word(point + 1, self.end), decimals: 6 }
    }

    /// The end of the line that starts at `at`; `None` if it has another number of fields, or a point
    /// or a minus in one that should have none.
    #[inline(always)]
    fn end(&self, at: usize, fields: usize) -> Option<End> {
        // Every part is after the previous one, so as many fields as there are ends were read, and the last
        // of them ends the line, only if each is what it was taken for.
        let other_count = self.field_ends.count_ones() as usize != fields;
        if (self.misplaced != 0) | other_count | (self.end != self.line_end) | (self.line_end >= LONGEST) {
            return None;
        }
        // From where the line ends, rather than from where its last field was found to end, which is
        // known later: the processor is at the next line by then.
        let next = at + self.line_end + 1;
        let (ending, next) = match self.window[self.line_end..] {
            [b'\n', ..] => (Ending::Lf, next),
            [b'\r', b'\n', ..] => (Ending::CrLf, next + 1),
            [b'\r', b'\r', b'\n', ..] => (Ending::CrCrLf, next + 2),
            _ => return None,
        };
        Some(End { field_ends: self.field_ends, ending, next })
    }
}
