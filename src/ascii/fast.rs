//! Rows in the usual spelling, quickly.
//!
//! Nearly every line of a model is a row of plain numbers with single blanks between them. Here
//! such a row is read eight bytes at a time. Whatever is unusual, however slightly, is refused and
//! left to the slow path, so this path can only agree with it: no quirk but the negative zero, which it
//! tells, and the same values.

use crate::model::{Face, Key, Normal, Vertex};
use crate::source::Ending;

use wide::u8x16;

/// A row that can be read from a line in the usual spelling.
pub trait FastRow: Sized {
    /// Reads the row that starts at `at`; `None` if anything about it is unusual.
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>>;
}

/// A row in the usual spelling.
pub struct Usual<T> {
    /// The row.
    pub row: T,
    /// Whether some field is a zero with a minus, which is the one oddity that is too common to be
    /// left to the slow path.
    pub negative_zero: bool,
    /// How its line ends.
    pub ending: Ending,
    /// Offset of the next line.
    pub next: usize,
}

impl FastRow for Vertex {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Fields::of_line::<4>(bytes, at)?;
        let flags = line.natural();
        let position = [line.float(), line.float(), line.float()];
        let uv = [line.float(), line.float()];
        let bone = line.integer();
        line.end(at, Self { at: at as u32, flags, position, uv, bone })
    }
}

impl FastRow for Normal {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Fields::of_line::<3>(bytes, at)?;
        let direction = [line.float(), line.float(), line.float()];
        line.end(at, Self { at: at as u32, direction })
    }
}

impl FastRow for Face {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Fields::of_line::<3>(bytes, at)?;
        let flags = line.natural();
        let vertices = [line.natural(), line.natural(), line.natural()];
        let normals = [line.natural(), line.natural(), line.natural()];
        let smoothing_group = line.natural();
        line.end(at, Self { at: at as u32, flags, vertices, normals, smoothing_group })
    }
}

impl FastRow for Key {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Fields::of_line::<4>(bytes, at)?;
        let time = line.float();
        let value = [line.float(), line.float(), line.float()];
        line.end(at, Self { at: at as u32, time, value })
    }
}

/// Integers that are no row of a table, such as a count.
impl<const COUNT: usize> FastRow for [i32; COUNT] {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Fields::of_line::<4>(bytes, at)?;
        let integers = std::array::from_fn(|_| line.natural());
        line.end(at, integers)
    }
}

/// Numbers that are no row of a table, such as a colour.
impl<const COUNT: usize> FastRow for [f32; COUNT] {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Fields::of_line::<4>(bytes, at)?;
        let floats = std::array::from_fn(|_| line.float());
        line.end(at, floats)
    }
}

/// Flags, and numbers behind them, such as the pose of a bone.
impl<const COUNT: usize> FastRow for (i32, [f32; COUNT]) {
    #[inline]
    fn read(bytes: &[u8], at: usize) -> Option<Usual<Self>> {
        let mut line = Fields::of_line::<4>(bytes, at)?;
        let flags = line.natural();
        let floats = std::array::from_fn(|_| line.float());
        line.end(at, (flags, floats))
    }
}

/// Powers of ten that an `f64` holds exactly.
const POWERS: [f64; 8] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7];

/// The longest line that is read here.
const LONGEST: usize = 64;
/// How far in front of the end of a field its digits may start.
const MARGIN: usize = 16;

/// For each number of characters, the bits of so many bytes, the highest ones of eight.
const LAST_BYTES: [u64; LONGEST] = {
    let mut masks = [u64::MAX; LONGEST];
    masks[0] = 0;
    let mut count = 1;
    while count < 8 {
        masks[count] = u64::MAX << (64 - 8 * count);
        count += 1;
    }
    masks
};

/// For each number of digits, the least integer that needs them; nothing is large enough for none,
/// or for more than eight. Behind a minus, 0 is not enough for one digit.
const LEAST: [[u64; LONGEST]; 2] = {
    let mut least = [[u64::MAX; LONGEST]; 2];
    least[0][1] = 0;
    least[1][1] = 1;
    let (mut count, mut power) = (2, 10);
    while count <= 8 {
        least[0][count] = power;
        least[1][count] = power;
        power *= 10;
        count += 1;
    }
    least
};

/// The same byte eight times.
const fn eight_times(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The high bits of eight bytes.
const HIGH_BITS: u64 = eight_times(0x80);

/// The fields of a line, one after the other.
///
/// Where the fields end is found for the whole line first, so that the processor can work on
/// several fields at once; read one behind the other, each would wait for the end of the last.
/// Nothing stops at the first field that is unusual, it is only remembered that there was one: one
/// branch for each line instead of many for each field.
struct Fields<'a> {
    /// The line, with [`MARGIN`] bytes in front of it.
    window: &'a [u8; MARGIN + LONGEST],
    /// A bit for each byte of the line that is a blank, a line ending or a control character, less
    /// those in front of the next field.
    ends: u64,
    /// The bit of the first of those that is no blank, where the line must end.
    line_end: u64,
    /// Where the next field starts, and where the last one ended. Taken modulo [`LONGEST`], which
    /// changes nothing in a usual line, and lets the compiler see that they are in bounds.
    start: usize,
    end: usize,
    unusual: bool,
    /// High bits of bytes that should have been digits.
    no_digits: u64,
    negative_zero: bool,
}

impl<'a> Fields<'a> {
    /// The fields of the line that starts at `at` and is no longer than so many chunks of 16 bytes;
    /// `None` near either end of the file.
    #[inline(always)]
    fn of_line<const CHUNKS: usize>(bytes: &'a [u8], at: usize) -> Option<Self> {
        let window: &[u8; MARGIN + LONGEST] = bytes.get(at.checked_sub(MARGIN)?..)?.first_chunk()?;
        let (mut small, mut blank) = (0, 0);
        for chunk in 0..CHUNKS {
            let (s, b) = small_and_blank(window, MARGIN + 16 * chunk);
            small |= s << (16 * chunk);
            blank |= b << (16 * chunk);
        }
        let line_ends = small & !blank;
        Some(Self {
            window,
            ends: small,
            line_end: line_ends & line_ends.wrapping_neg(),
            start: 0,
            end: 0,
            unusual: false,
            no_digits: 0,
            negative_zero: false,
        })
    }

    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        self.window[MARGIN + at % LONGEST]
    }

    /// Eight bytes of which the last stands so many in front of `at`; that one is highest.
    #[inline(always)]
    fn eight_before<const FURTHER: usize>(&self, at: usize) -> u64 {
        load(self.window, MARGIN + at % LONGEST - 8 - FURTHER)
    }

    /// Goes to the next field. Returns where it starts, and where it ends.
    #[inline(always)]
    fn next(&mut self) -> (usize, usize) {
        let start = self.start;
        self.end = self.ends.trailing_zeros() as usize;
        self.ends &= self.ends.wrapping_sub(1);
        self.start = self.end + 1;
        (start, self.end)
    }

    /// Digits, of which some are zeroed, as 0 to 9.
    #[inline(always)]
    fn digits(&mut self, characters: u64, mask: u64) -> u64 {
        let digits = (characters ^ eight_times(b'0')) & mask;
        // A byte that is no digit may spoil those above it by a carry, but it tells on itself.
        self.no_digits |= digits.wrapping_add(eight_times(0x80 - 10)) | digits;
        digits
    }

    /// An integer of at most eight digits, without a sign or a leading zero.
    #[inline(always)]
    fn natural(&mut self) -> i32 {
        let (start, end) = self.next();
        let length = end.wrapping_sub(start) % LONGEST;
        let value = eight_digits(self.digits(self.eight_before::<0>(end), LAST_BYTES[length]));
        self.unusual |= value < LEAST[0][length];
        value as i32
    }

    /// An integer of at most eight digits, without a leading zero and not a negative zero.
    #[inline(always)]
    fn integer(&mut self) -> i32 {
        let (start, end) = self.next();
        let negative = self.byte(start) == b'-';
        let length = end.wrapping_sub(start + negative as usize) % LONGEST;
        let value = eight_digits(self.digits(self.eight_before::<0>(end), LAST_BYTES[length]));
        self.unusual |= value < LEAST[negative as usize][length];
        let sign = -(negative as i32);
        (value as i32 ^ sign) - sign
    }

    /// A number of at most 16 characters, of which at most seven are behind the point.
    #[inline(always)]
    fn float(&mut self) -> f32 {
        let (start, end) = self.next();
        let negative = self.byte(start) == b'-';
        let length = end.wrapping_sub(start + negative as usize) % LONGEST;
        let characters = self.eight_before::<0>(end);
        // Both sides of each division are exact, so the quotient is the nearest number there is.
        let value = if (length >= 8) & (characters.to_le_bytes()[1] == b'.') {
            // Six decimals, as `%f` prints them.
            let mantissa = self.mantissa::<6>(characters, end, length);
            if length == 8 {
                // Seven digits: less than an f32 holds exactly.
                let bits = (mantissa as i32 as f32 / 1e6).to_bits() | ((negative as u32) << 31);
                self.negative_zero |= bits == 1 << 31;
                return f32::from_bits(bits);
            }
            mantissa as i64 as f64 / POWERS[6]
        } else {
            let odd = OddNumber::read(self.window, end, length);
            self.unusual |= odd.unusual;
            odd.value
        };
        // Rounding that to f32 is right unless it lies on the very middle between two of them,
        // where the f64 may have been rounded onto the middle itself.
        const LOST_BITS: u64 = (1 << 29) - 1;
        self.unusual |= value.to_bits() & LOST_BITS == 1 << 28;
        let bits = (value as f32).to_bits() | ((negative as u32) << 31);
        self.negative_zero |= bits == 1 << 31;
        f32::from_bits(bits)
    }

    /// The digits of a number of at least eight characters, of which so many are decimals.
    #[inline(always)]
    fn mantissa<const DECIMALS: usize>(&mut self, characters: u64, end: usize, length: usize) -> u64 {
        let low = eight_digits(self.digits(close_gap(characters, DECIMALS), LAST_BYTES[7]));
        if length == 8 {
            return low;
        }
        self.unusual |= length > 16;
        let high = self.digits(self.eight_before::<8>(end), LAST_BYTES[length - 8]);
        low + eight_digits(high) * 10_000_000
    }

    /// The end of the line.
    #[inline(always)]
    fn end<T>(&self, start: usize, row: T) -> Option<Usual<T>> {
        let ends_here = 1u64.wrapping_shl(self.end as u32) == self.line_end;
        if self.unusual | (self.no_digits & HIGH_BITS != 0) | !ends_here | (self.end >= LONGEST - 1) {
            return None;
        }
        let (ending, length) = match self.byte(self.end) {
            b'\n' => (Ending::Lf, 1),
            b'\r' if self.byte(self.end + 1) == b'\n' => (Ending::CrLf, 2),
            _ => return None,
        };
        let next = start + self.end + length;
        Some(Usual { row, negative_zero: self.negative_zero, ending, next })
    }
}

/// A number that is not spelled as `%f` prints them. Apart from [`Fields`], so that those can be
/// kept in registers.
struct OddNumber {
    value: f64,
    unusual: bool,
}

impl OddNumber {
    /// Reads the number without its sign that ends at `end`.
    fn read(window: &[u8; MARGIN + LONGEST], end: usize, length: usize) -> Self {
        let unusual = Self { value: 0.0, unusual: true };
        let characters = load(window, MARGIN + end % LONGEST - 8);
        let points = equal(characters, b'.') & LAST_BYTES[length];
        let (low, decimals) = match points {
            0 => (characters, 0),
            _ => {
                let decimals = 7 - points.trailing_zeros() as usize / 8;
                // Digits on both sides of the point.
                if decimals == 0 || length < decimals + 2 {
                    return unusual;
                }
                (close_gap(characters, decimals), decimals)
            }
        };
        // How many of the eight characters are digits, and how many more are in front of them.
        let count = length.min(8).saturating_sub((points != 0) as usize);
        let further = length.saturating_sub(8);
        let (Some(low), true) = (digits_of(low, count), (1..=16).contains(&length)) else { return unusual };
        let high = match further {
            0 => 0,
            _ if points == 0 => return unusual,
            _ => match digits_of(load(window, MARGIN + end % LONGEST - 16), further) {
                Some(high) => high * 10_000_000,
                None => return unusual,
            },
        };
        Self { value: (high + low) as i64 as f64 / POWERS[decimals], unusual: false }
    }
}

/// Eight characters without the point that has so many behind it: what is in front moves up by one.
#[inline(always)]
fn close_gap(characters: u64, decimals: usize) -> u64 {
    let in_front = !(LAST_BYTES[decimals] | LAST_BYTES[decimals + 1]);
    (characters & LAST_BYTES[decimals]) | ((characters & in_front) << 8)
}

/// The value of the last `count` of eight characters, if they are digits.
fn digits_of(characters: u64, count: usize) -> Option<u64> {
    let digits = (characters ^ eight_times(b'0')) & LAST_BYTES[count];
    let no_digits = (digits.wrapping_add(eight_times(0x80 - 10)) | digits) & HIGH_BITS;
    (no_digits == 0).then(|| eight_digits(digits))
}

#[inline(always)]
fn load(window: &[u8; MARGIN + LONGEST], at: usize) -> u64 {
    // Every offset that is asked for is in the window, which the compiler sees too.
    window[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// For 16 bytes a bit for each that is no larger than a blank, and one for each that is a blank.
#[inline(always)]
fn small_and_blank(window: &[u8; MARGIN + LONGEST], at: usize) -> (u64, u64) {
    let bytes = u8x16::new(std::array::from_fn(|i| window[at + i]));
    let blank = u8x16::splat(b' ');
    let small = bytes.simd_le(blank).to_bitmask();
    (u64::from(small), u64::from(bytes.simd_eq(blank).to_bitmask()))
}

/// The high bit of each of eight bytes that is this one.
#[inline(always)]
fn equal(word: u64, byte: u8) -> u64 {
    let other = word ^ eight_times(byte);
    !(((other & !HIGH_BITS) + !HIGH_BITS) | other) & HIGH_BITS
}

/// The value of eight digits, the first in the lowest byte, each as 0 to 9: neighbours are joined
/// to pairs, pairs to fours, fours to the whole.
#[inline(always)]
fn eight_digits(word: u64) -> u64 {
    let pairs = (word.wrapping_mul((10 << 8) | 1) >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs.wrapping_mul((100 << 16) | 1) >> 16) & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul((10_000 << 32) | 1) >> 32
}
