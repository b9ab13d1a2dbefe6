//! Rows in the usual spelling, quickly.
//!
//! Nearly every line of a model is a row of plain numbers with single blanks between them. Here
//! such a row is read eight bytes at a time. Whatever is unusual, however slightly, is refused and
//! left to the slow path, so this path can only agree with it: no quirk, no note, the same value.

use crate::model::{Face, Key, Normal, Vertex};
use crate::source::Ending;

/// A row that can be read from a line in the usual spelling.
pub trait FastRow: Sized {
    /// Reads the row that starts at `at`; `None` if anything about it is unusual.
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>>;
}

/// A row in the usual spelling.
pub struct Usual<T> {
    /// The row.
    pub row: T,
    /// How its line ends.
    pub ending: Ending,
    /// Offset of the next line.
    pub next: usize,
}

impl FastRow for Vertex {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Cursor { bytes, at };
        let flags = line.integer()?;
        let position = [line.then_float()?, line.then_float()?, line.then_float()?];
        let uv = [line.then_float()?, line.then_float()?];
        let bone = line.then_integer()?;
        line.end(Self { at: at as u32, flags, position, uv, bone })
    }
}

impl FastRow for Normal {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Cursor { bytes, at };
        let direction = [line.float()?, line.then_float()?, line.then_float()?];
        line.end(Self { at: at as u32, direction })
    }
}

impl FastRow for Face {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Cursor { bytes, at };
        let flags = line.integer()?;
        let vertices = [line.then_integer()?, line.then_integer()?, line.then_integer()?];
        let normals = [line.then_integer()?, line.then_integer()?, line.then_integer()?];
        let smoothing_group = line.then_integer()?;
        line.end(Self { at: at as u32, flags, vertices, normals, smoothing_group })
    }
}

impl FastRow for Key {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Cursor { bytes, at };
        let time = line.float()?;
        let value = [line.then_float()?, line.then_float()?, line.then_float()?];
        line.end(Self { at: at as u32, time, value })
    }
}

/// Powers of ten that an `f64` holds exactly.
const POWERS: [f64; 9] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const INTEGER_POWERS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    /// The next eight bytes, the first in the lowest bits. None near the end of the file.
    #[inline(always)]
    fn eight(&self, at: usize) -> Option<u64> {
        let bytes = self.bytes.get(at..at + 8)?;
        Some(u64::from_le_bytes(bytes.try_into().ok()?))
    }

    #[inline(always)]
    fn blank(&mut self) -> Option<()> {
        (*self.bytes.get(self.at)? == b' ').then(|| self.at += 1)
    }

    /// A run of one to eight digits: how many, and their value.
    #[inline(always)]
    fn digits(&self, at: usize) -> Option<(usize, u64)> {
        // Digits become 0 to 9; every other byte gets its high bit set below. A byte that is no
        // digit may spoil the ones behind it by a carry, but only the first one is asked for.
        let word = self.eight(at)? ^ 0x3030_3030_3030_3030;
        let others = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
        let count = others.trailing_zeros() as usize / 8;
        if count == 0 {
            return None;
        }
        // The digits move to the high bytes, zeros in front of them: an eight-digit number.
        Some((count, eight_digits(word << (64 - 8 * count))))
    }

    #[inline(always)]
    fn then_integer(&mut self) -> Option<i32> {
        self.blank()?;
        self.integer()
    }

    #[inline(always)]
    fn then_float(&mut self) -> Option<f32> {
        self.blank()?;
        self.float()
    }

    #[inline(always)]
    fn sign(&mut self) -> Option<bool> {
        let negative = *self.bytes.get(self.at)? == b'-';
        self.at += negative as usize;
        Some(negative)
    }

    /// An integer of at most seven digits, without a leading zero.
    #[inline(always)]
    fn integer(&mut self) -> Option<i32> {
        let negative = self.sign()?;
        let (count, value) = self.digits(self.at)?;
        let leading_zero = count > 1 && self.bytes[self.at] == b'0';
        if count == 8 || leading_zero || (negative && value == 0) {
            return None;
        }
        self.at += count;
        let value = value as i32;
        Some(if negative { -value } else { value })
    }

    /// A number of at most seven digits and seven decimals, not a negative zero.
    #[inline(always)]
    fn float(&mut self) -> Option<f32> {
        let negative = self.sign()?;
        let (count, whole) = self.digits(self.at)?;
        if count == 8 {
            return None;
        }
        self.at += count;
        let (mantissa, decimals) = if *self.bytes.get(self.at)? == b'.' {
            let (decimals, fraction) = self.digits(self.at + 1)?;
            if decimals == 8 {
                return None;
            }
            self.at += 1 + decimals;
            (whole * INTEGER_POWERS[decimals] + fraction, decimals)
        } else {
            (whole, 0)
        };
        if negative && mantissa == 0 {
            return None;
        }
        // Both sides are exact, so the quotient is the nearest f64. Rounding that to f32 is right
        // unless it lies on the very middle between two of them, where the f64 may have been
        // rounded onto the middle itself.
        let value = mantissa as f64 / POWERS[decimals];
        const LOST_BITS: u64 = (1 << 29) - 1;
        if value.to_bits() & LOST_BITS == 1 << 28 {
            return None;
        }
        let value = value as f32;
        Some(if negative { -value } else { value })
    }

    /// The end of the line.
    #[inline(always)]
    fn end<T>(&self, row: T) -> Option<Usual<T>> {
        let (ending, length) = match *self.bytes.get(self.at)? {
            b'\n' => (Ending::Lf, 1),
            b'\r' if self.bytes.get(self.at + 1) == Some(&b'\n') => (Ending::CrLf, 2),
            _ => return None,
        };
        Some(Usual { row, ending, next: self.at + length })
    }
}

/// The value of eight digits, the first in the lowest byte, each as 0 to 9: neighbours are joined
/// to pairs, pairs to fours, fours to the whole.
#[inline(always)]
fn eight_digits(word: u64) -> u64 {
    let pairs = word.wrapping_mul(10 << 8 | 1) >> 8 & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(10_000 << 32 | 1) >> 32
}
