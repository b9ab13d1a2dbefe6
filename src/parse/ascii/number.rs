//! Reads numbers in every spelling that occurs in files, and notes what is odd about them (`4e-05`, `0,5`).

use crate::model::note::Quirk;

/// A set of [`Quirk`]s.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quirks(u16);

impl Quirks {
    fn add_if(&mut self, condition: bool, quirk: Quirk) {
        self.0 |= (condition as u16) << quirk as u16;
    }

    fn of(quirk: Quirk) -> Self {
        Self(1 << quirk as u16)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in the set.
    pub fn iter(self) -> impl Iterator<Item = Quirk> {
        Quirk::ALL.into_iter().filter(move |quirk| self.0 & (1 << *quirk as u16) != 0)
    }
}

/// What a field holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parsed<T> {
    /// The value; `None` if engines would not agree on one. With no value and no quirk, the field
    /// is no number at all.
    pub value: Option<T>,
    /// What is odd about its spelling.
    pub quirks: Quirks,
}

/// The longest token that Scorched3D's `char[20]` holds.
pub const LONGEST_TOKEN: usize = 19;
/// The most digits before the point that its `char[15]` holds.
pub const LONGEST_WHOLE: usize = 14;
/// The most decimals that are taken for harmless; its buffer for them has the same size.
pub const LONGEST_FRACTION: usize = 15;

/// A decimal number cut into its parts.
struct Decimal<'a> {
    negative: bool,
    plus: bool,
    whole: &'a [u8],
    point: bool,
    fraction: &'a [u8],
    exponent: bool,
}

impl<'a> Decimal<'a> {
    fn parse(token: &'a [u8]) -> Option<Self> {
        let (negative, plus, rest) = match token {
            [b'-', rest @ ..] => (true, false, rest),
            [b'+', rest @ ..] => (false, true, rest),
            rest => (false, false, rest),
        };
        let (whole, rest) = digits(rest);
        let (point, fraction, rest) = match rest {
            [b'.', rest @ ..] => {
                let (fraction, rest) = digits(rest);
                (true, fraction, rest)
            }
            rest => (false, &rest[..0], rest),
        };
        let exponent = !rest.is_empty();
        if exponent && !is_exponent(rest) {
            return None;
        }
        let some = !whole.is_empty() || !fraction.is_empty();
        some.then_some(Self { negative, plus, whole, point, fraction, exponent })
    }

    fn is_zero(&self) -> bool {
        self.whole.iter().chain(self.fraction).all(|digit| *digit == b'0')
    }

    fn is_bare(&self) -> bool {
        self.plus || self.whole.is_empty() || (self.point && self.fraction.is_empty())
    }
}

/// `e12`, `E-3`.
fn is_exponent(bytes: &[u8]) -> bool {
    let digits = match bytes {
        [b'e' | b'E', b'-' | b'+', digits @ ..] | [b'e' | b'E', digits @ ..] => digits,
        _ => return false,
    };
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

fn digits(bytes: &[u8]) -> (&[u8], &[u8]) {
    let length = bytes.iter().position(|b| !b.is_ascii_digit()).unwrap_or(bytes.len());
    bytes.split_at(length)
}

/// The value by the standard library, which rounds exactly.
fn value(token: &[u8]) -> f32 {
    // A decimal is ASCII by construction and in a form that the standard library reads.
    std::str::from_utf8(token).ok().and_then(|text| text.parse().ok()).unwrap_or(f32::NAN)
}

/// Reads a field that holds a number with or without a fraction.
pub fn float(token: &[u8]) -> Parsed<f32> {
    let Some(decimal) = Decimal::parse(token) else {
        let quirks = odd_spelling(token);
        let value = quirks.iter().any(|q| q == Quirk::NonFinite).then_some(f32::NAN);
        return Parsed { value, quirks };
    };
    let value = value(token);
    let long = token.len() > LONGEST_TOKEN
        || decimal.whole.len() > LONGEST_WHOLE
        || decimal.fraction.len() > LONGEST_FRACTION;
    let mut quirks = Quirks::default();
    quirks.add_if(decimal.exponent, Quirk::Exponent);
    quirks.add_if(long, Quirk::ExcessDigits);
    quirks.add_if(value.is_infinite(), Quirk::OutOfRange);
    quirks.add_if(decimal.is_bare(), Quirk::BareDecimalPoint);
    quirks.add_if(decimal.negative && decimal.is_zero(), Quirk::NegativeZero);
    Parsed { value: value.is_finite().then_some(value), quirks }
}

/// Reads a field that holds an integer.
pub fn integer(token: &[u8]) -> Parsed<i32> {
    let Some(decimal) = Decimal::parse(token) else {
        let quirks = if is_hexadecimal(token) { Quirks::of(Quirk::LeadingZero) } else { odd_spelling(token) };
        return Parsed { value: None, quirks };
    };
    if decimal.point || decimal.exponent {
        return Parsed { value: whole(token), quirks: Quirks::of(Quirk::FloatInInteger) };
    }
    let magnitude = decimal.whole.iter().try_fold(0i64, |sum, digit| {
        let next = sum * 10 + i64::from(digit - b'0');
        (next <= 1 << 31).then_some(next)
    });
    let value = magnitude.map(|n| if decimal.negative { -n } else { n });
    let value = value.and_then(|n| i32::try_from(n).ok());
    let mut quirks = Quirks::default();
    quirks.add_if(value.is_none(), Quirk::OutOfRange);
    quirks.add_if(decimal.whole.len() > 1 && decimal.whole[0] == b'0', Quirk::LeadingZero);
    quirks.add_if(decimal.plus, Quirk::BareDecimalPoint);
    quirks.add_if(decimal.negative && decimal.is_zero(), Quirk::NegativeZero);
    Parsed { value, quirks }
}

/// The integer that a number with a fraction stands for, if it is whole.
fn whole(token: &[u8]) -> Option<i32> {
    let value: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
    let fits = value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX);
    fits.then_some(value as i32)
}

fn is_hexadecimal(token: &[u8]) -> bool {
    let unsigned = token.strip_prefix(b"-").unwrap_or(token);
    match unsigned {
        [b'0', b'x' | b'X', rest @ ..] => !rest.is_empty() && rest.iter().all(u8::is_ascii_hexdigit),
        _ => false,
    }
}

/// Spellings that are no plain decimal number, yet meant as one.
fn odd_spelling(token: &[u8]) -> Quirks {
    if is_non_finite(token) {
        Quirks::of(Quirk::NonFinite)
    } else if has_thousands(token) {
        Quirks::of(Quirk::ThousandsSeparator)
    } else if has_decimal_comma(token) {
        Quirks::of(Quirk::DecimalComma)
    } else {
        Quirks::default()
    }
}

fn unsigned(token: &[u8]) -> &[u8] {
    match token {
        [b'-' | b'+', rest @ ..] => rest,
        rest => rest,
    }
}

/// `nan`, `inf`, `infinity`, `nan(ind)`, and what old Microsoft libraries print: `-1.#IND`.
fn is_non_finite(token: &[u8]) -> bool {
    let token = unsigned(token);
    let starts = |word: &[u8]| token.len() >= word.len() && token[..word.len()].eq_ignore_ascii_case(word);
    let ends_there = |length: usize| token.len() == length || token[length] == b'(';
    (starts(b"nan") && ends_there(3))
        || token.eq_ignore_ascii_case(b"inf")
        || token.eq_ignore_ascii_case(b"infinity")
        || matches!(digits(token), ([_, ..], [b'.', b'#', _, ..]))
}

/// `1,234.5` or `1,234,567`. A single group without a point is taken for a decimal comma.
fn has_thousands(token: &[u8]) -> bool {
    let (whole, fraction) = match memchr::memchr(b'.', token) {
        Some(point) => (&token[..point], Some(&token[point + 1..])),
        None => (token, None),
    };
    let mut groups = unsigned(whole).split(|b| *b == b',');
    let all_digits = |group: &[u8]| group.iter().all(u8::is_ascii_digit);
    let first_fits = groups.next().is_some_and(|g| (1..=3).contains(&g.len()) && all_digits(g));
    let mut count = 0;
    let rest_fits = groups.all(|group| {
        count += 1;
        group.len() == 3 && all_digits(group)
    });
    let enough = count >= 2 || (count == 1 && fraction.is_some());
    first_fits && rest_fits && enough && fraction.is_none_or(all_digits)
}

fn has_decimal_comma(token: &[u8]) -> bool {
    let (whole, rest) = digits(unsigned(token));
    match rest {
        [b',', rest @ ..] => {
            let (fraction, rest) = digits(rest);
            !whole.is_empty() && !fraction.is_empty() && (rest.is_empty() || is_exponent(rest))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quirks(parsed: Quirks) -> Vec<Quirk> {
        parsed.iter().collect()
    }

    #[test]
    fn floats() {
        use Quirk::*;
        let cases: &[(&str, Option<f32>, &[Quirk])] = &[
            ("1.500000", Some(1.5), &[]),
            ("-3", Some(-3.0), &[]),
            ("007.5", Some(7.5), &[]),
            ("4e-05", Some(4e-5), &[Exponent]),
            ("-.5E+2", Some(-50.0), &[Exponent, BareDecimalPoint]),
            ("5.", Some(5.0), &[BareDecimalPoint]),
            ("+5", Some(5.0), &[BareDecimalPoint]),
            ("-0.000000", Some(0.0), &[NegativeZero]),
            ("0.12345678901234567", Some(0.12345679), &[ExcessDigits]),
            ("0.1234567890123456", Some(0.12345679), &[ExcessDigits]),
            ("0.123456789012345", Some(0.12345679), &[]),
            ("1e40", None, &[Exponent, OutOfRange]),
            ("nan", None, &[NonFinite]),
            ("-nan(ind)", None, &[NonFinite]),
            ("-1.#IND00", None, &[NonFinite]),
            ("Infinity", None, &[NonFinite]),
            ("1,234.567890", None, &[ThousandsSeparator]),
            ("-1,234,567", None, &[ThousandsSeparator]),
            ("0,500000", None, &[DecimalComma]),
            ("-1,5e-3", None, &[DecimalComma]),
            ("1,5e", None, &[]),
            ("1,234", None, &[DecimalComma]),
            ("nano", None, &[]),
            ("1.5f", None, &[]),
            ("-", None, &[]),
            (".", None, &[]),
            ("e5", None, &[]),
            ("1e", None, &[]),
        ];
        for (token, value, expected) in cases {
            let parsed = float(token.as_bytes());
            assert_eq!(parsed.value.filter(|v| !v.is_nan()), *value, "{token}");
            assert_eq!(quirks(parsed.quirks), *expected, "{token}");
        }
    }

    #[test]
    fn integers() {
        use Quirk::*;
        let cases: &[(&str, Option<i32>, &[Quirk])] = &[
            ("0", Some(0), &[]),
            ("-1", Some(-1), &[]),
            ("2147483647", Some(i32::MAX), &[]),
            ("-2147483648", Some(i32::MIN), &[]),
            ("2147483648", None, &[OutOfRange]),
            ("99999999999999999999999", None, &[OutOfRange]),
            ("010", Some(10), &[LeadingZero]),
            ("0x1F", None, &[LeadingZero]),
            ("0x", None, &[]),
            ("+5", Some(5), &[BareDecimalPoint]),
            ("-0", Some(0), &[NegativeZero]),
            ("1.0", Some(1), &[FloatInInteger]),
            ("1e2", Some(100), &[FloatInInteger]),
            ("1.5", None, &[FloatInInteger]),
            ("inf", None, &[NonFinite]),
            ("1,000,000", None, &[ThousandsSeparator]),
            ("1,5", None, &[DecimalComma]),
            ("x", None, &[]),
        ];
        for (token, value, expected) in cases {
            let parsed = integer(token.as_bytes());
            assert_eq!(parsed.value, *value, "{token}");
            assert_eq!(quirks(parsed.quirks), *expected, "{token}");
        }
    }
}
