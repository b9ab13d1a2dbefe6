//! Fixed point numbers (`fixed.cpp`, `FixedVector.cpp`).

use crate::pose::decimal::root;

/// A number in 1/10000.
pub(crate) type Fixed = i64;

/// A number as text, of which digits before and after the point are collected. `None` if there are too many of them
/// for the room.
pub(super) fn fixed(text: &[u8]) -> Option<Fixed> {
    const ROOM: usize = 15;
    let (mut whole, mut fraction) = ([0; ROOM], [b'0'; ROOM]);
    let (mut whole_length, mut fraction_length) = (0, 0);
    let (mut is_fraction, mut is_negative) = (false, false);
    for byte in text {
        let (digits, length) = match byte {
            b'.' => {
                is_fraction = true;
                continue;
            }
            b'-' => {
                is_negative = true;
                continue;
            }
            _ if is_fraction => (&mut fraction, &mut fraction_length),
            _ => (&mut whole, &mut whole_length),
        };
        *digits.get_mut(*length)? = *byte;
        *length += 1;
    }
    // Behind the digits before the point a NUL must fit, too.
    if whole_length == ROOM {
        return None;
    }
    let value = atol(&whole[..whole_length]) * 10_000 + atol(&fraction[..4]);
    Some(if is_negative { -value } else { value })
}

/// The digits at the start of a text, after a plus.
fn atol(text: &[u8]) -> i64 {
    let text = text.strip_prefix(b"+").unwrap_or(text);
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(0, |value, digit| value * 10 + i64::from(digit - b'0'))
}

/// A direction of length 1, as near as the root of `FixedVector.cpp` comes: to 1/100.
pub(super) fn normalized(v: [Fixed; 3]) -> [Fixed; 3] {
    let squares = v.map(|part| part.wrapping_mul(part) / 10_000);
    let length = root(squares.into_iter().fold(0, i64::wrapping_add)).wrapping_mul(100);
    let length = if length == 0 { 1 } else { length };
    v.map(|part| part.wrapping_mul(10_000).wrapping_div(length))
}
