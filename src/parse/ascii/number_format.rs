//! Writes numbers into ASCII models.

use crate::parse::ascii::number::{LONGEST_FRACTION, LONGEST_TOKEN, LONGEST_WHOLE};

/// The shortest decimal number that is read as this value again, with a point and never with an
/// exponent. `None` for what is no number.
pub fn shortest(value: f32) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    // Adding zero turns a negative zero into a positive one.
    let text = (value + 0.0).to_string();
    Some(if text.contains('.') { text } else { text + ".0" })
}

/// A number in a spelling that all engines read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelled {
    /// The token.
    pub text: String,
    /// Whether it is read as the same value again.
    pub exact: bool,
}

/// The value in as few characters as Scorched3D's buffers hold: exactly if they do, otherwise with as
/// many decimals as fit. `None` if there are too many digits before the point.
pub fn fitting(value: f32) -> Option<Spelled> {
    let text = shortest(value)?;
    if fits(&text) {
        return Some(Spelled { text, exact: true });
    }
    (6..=LONGEST_FRACTION).rev().find_map(|decimals| {
        let text = format!("{:.decimals$}", value);
        let text = if text.trim_matches(['-', '0', '.']).is_empty() { "0.000000".to_string() } else { text };
        fits(&text).then_some(Spelled { text, exact: false })
    })
}

/// With six decimals, as MilkShape writes all numbers, whatever that loses.
pub fn six_decimals(value: f32) -> String {
    let text = format!("{value:.6}");
    if text == "-0.000000" { text[1..].to_string() } else { text }
}

/// With six decimals, as `printf("%f")` and MilkShape write it, if that loses nothing; otherwise
/// exactly, if Scorched3D's buffers hold that.
pub fn usual(value: f32) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let text = format!("{:.6}", value + 0.0);
    let loses_nothing = text.parse() == Ok(value) && fits(&text);
    let text = if loses_nothing { text } else { shortest(value)? };
    fits(&text).then_some(text)
}

/// Appends what [`usual`] says, quickly. Returns whether there is such a spelling.
pub fn push_usual(value: f32, out: &mut Vec<u8>) -> bool {
    // The product is exact: 24 bits of the value and 14 of 15625, which is a million but for twos.
    let millionths = (f64::from(value) * 1e6).round_ties_even();
    if millionths.abs() < EXACT_INTEGERS && is_read_as(millionths, value) {
        if millionths < 0.0 {
            out.push(b'-');
        }
        let magnitude = millionths.abs() as u64;
        push_natural(magnitude / 1_000_000, 1, out);
        out.push(b'.');
        push_natural(magnitude % 1_000_000, 6, out);
        return true;
    }
    let text = usual(value);
    out.extend_from_slice(text.as_deref().unwrap_or_default().as_bytes());
    text.is_some()
}

/// Appends an integer.
pub fn push_integer(value: i32, out: &mut Vec<u8>) {
    if value < 0 {
        out.push(b'-');
    }
    push_natural(value.unsigned_abs().into(), 1, out);
}

/// Below this, every integer is a number of 64 bits.
const EXACT_INTEGERS: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;

/// Whether so many millionths, written as a decimal, are read as a value; `false` if that is not
/// plain.
fn is_read_as(millionths: f64, value: f32) -> bool {
    /// The bits that a number of 64 bits loses when it becomes one of 32, and their middle.
    const LOST: u64 = (1 << 29) - 1;
    const MIDDLE: u64 = 1 << 28;
    let decimal = millionths / 1e6;
    // Rounding twice is rounding once, unless the first goes to the middle between two values.
    decimal.to_bits() & LOST != MIDDLE && decimal as f32 == value
}

/// Appends a natural number with at least so many digits.
fn push_natural(mut value: u64, least: usize, out: &mut Vec<u8>) {
    let mut digits = [b'0'; 20];
    let mut first = digits.len();
    while value > 0 || digits.len() - first < least {
        first -= 1;
        digits[first] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits[first..]);
}

/// With six decimals, as MilkShape writes numbers, whatever that loses: for values that were computed.
/// Use it for what is no larger than a few thousand.
pub fn rounded(value: f32) -> String {
    // Adding zero turns a negative zero into a positive one.
    format!("{:.6}", (f64::from(value) * 1e6).round() / 1e6 + 0.0)
}

fn fits(text: &str) -> bool {
    let unsigned = text.trim_start_matches('-');
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    text.len() <= LONGEST_TOKEN && whole.len() <= LONGEST_WHOLE && fraction.len() <= LONGEST_FRACTION
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_bits_and_have_no_exponent() {
        assert_eq!(shortest(4e-05).as_deref(), Some("0.00004"));
        assert_eq!(shortest(1.0).as_deref(), Some("1.0"));
        assert_eq!(shortest(-0.0).as_deref(), Some("0.0"));
        assert_eq!(shortest(1e10).as_deref(), Some("10000000000.0"));
        assert_eq!(shortest(f32::NAN), None);
    }

    #[test]
    fn what_does_not_fit_is_rounded() {
        let spelled = |value| fitting(value).map(|spelled| (spelled.text, spelled.exact));
        assert_eq!(spelled(4e-05), Some(("0.00004".to_string(), true)));
        assert_eq!(spelled(1.2345678e-10), Some(("0.000000000123457".to_string(), false)));
        assert_eq!(spelled(-1.5e-30), Some(("0.000000".to_string(), false)));
        assert_eq!(spelled(1e20), None);
    }

    #[test]
    fn computed_numbers_are_rounded() {
        assert_eq!(rounded(0.333_333_34), "0.333333");
        assert_eq!(rounded(-1e-9), "0.000000");
        assert_eq!(rounded(-1.0), "-1.000000");
    }

    #[test]
    fn usual_numbers_have_six_decimals() {
        assert_eq!(usual(0.5).as_deref(), Some("0.500000"));
        assert_eq!(usual(-0.0).as_deref(), Some("0.000000"));
        assert_eq!(usual(4e-05).as_deref(), Some("0.000040"));
        assert_eq!(usual(1.2345e-5).as_deref(), Some("0.000012345"));
        assert_eq!(usual(1.5e-30), None);
        assert_eq!([f32::NAN, f32::INFINITY].map(usual), [None, None]);
        assert_eq!(six_decimals(-1e-9), "0.000000");
        assert_eq!(six_decimals(90f32.to_radians()), "1.570796");
    }

    #[test]
    fn the_quick_way_comes_to_the_same() {
        // Steps through all bit patterns that are prime to them, and looks closely at small numbers.
        let patterns = (0..1 << 20).map(|n: u32| f32::from_bits(n.wrapping_mul(0x9E37_79B1)));
        let ties = (0..1 << 16).map(|n: u32| n as f32 / 128.0);
        let decimals = (0..1 << 16).map(|n: u32| n as f32 / 10_000.0 - 3.0);
        for value in patterns.chain(ties).chain(decimals) {
            let mut out = Vec::new();
            let written = push_usual(value, &mut out);
            let text = String::from_utf8(out).unwrap();
            assert_eq!(written.then_some(text), usual(value), "{value:?}");
        }
        for value in [0, 7, -1, i32::MAX, i32::MIN] {
            let mut out = Vec::new();
            push_integer(value, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), value.to_string());
        }
    }
}
