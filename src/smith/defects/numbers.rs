//! Defects in the spelling of numbers.

use super::preconditions::plain;
use crate::smith::choices::Choices;
use crate::smith::defect::{ASCII, BOTH, Defect, MS3D, Mark};
use crate::smith::knobs::Format;
use crate::smith::lines::Holds;
use crate::smith::sample::{Field, Path, Record, Sample};

/// Any number of a kind is spelled in another way, if it can be.
macro_rules! spelled {
    ($rule:literal, $what:literal, $is:expr, $spell:expr) => {
        Defect::of_bytes($rule, $what, ASCII, |sample, choices| spell(sample, choices, $is, $spell))
            .needs(plain)
    };
}

/// Any number of a record is not a number.
macro_rules! not_finite {
    ($what:literal, $formats:expr, $record:expr) => {
        Defect::of_bytes("non-finite-number", $what, $formats, |sample, choices| {
            not_finite(sample, choices, |path| path.record == $record && path.holds() == Some(Holds::Float))
        })
        .needs(plain)
    };
}

/// What has such a number once it is repaired, if it is the place of a bone.
const FAR_AFTER_REPAIR: &[&str] = &["flying-part"];

pub(super) static DEFECTS: &[Defect] = &[
    spelled!("exponent-float", "with an exponent", is_float, |token| same(
        token,
        format!("{:e}", float(token)?)
    )),
    spelled!("exponent-float", "with an exponent in upper case", is_float, |token| {
        same(token, format!("{:E}", float(token)?))
    }),
    spelled!("excess-digits", "over 15 decimals", is_float, |token| same(
        token,
        format!("{:.16}", float(token)?)
    )),
    spelled!("excess-digits", "20 characters", is_float, |token| same(
        token,
        format!("{:020.6}", float(token)?)
    )),
    spelled!("excess-digits", "15 digits before the point", is_float, |token| {
        same(token, format!("{:019.3}", float(token)?)).filter(|spelled| !spelled.starts_with('-'))
    }),
    spelled!("thousands-separator", "a comma after the thousands", is_free, |_| Some("1,234.500000".into()))
        .shadowed_by(FAR_AFTER_REPAIR),
    spelled!("thousands-separator", "two commas, and no point", is_free, |_| Some("-1,234,567".into()))
        .shadowed_by(FAR_AFTER_REPAIR),
    spelled!("thousands-separator", "in an integer", is_flags, |_| Some("1,000,000".into())),
    spelled!("decimal-comma", "in any number", is_float, |token| {
        token.contains('.').then(|| token.replace('.', ","))
    })
    .shadowed_by(&["unbound-skeleton"]),
    spelled!("decimal-comma", "in an integer", is_flags, |token| Some(format!("{token},5"))),
    not_finite!("in a vertex", BOTH, Record::Vertex),
    not_finite!("in a normal", ASCII, Record::Normal),
    not_finite!("in a corner of a face", MS3D, Record::Face),
    not_finite!("in a material", BOTH, Record::Material),
    not_finite!("in a bone", BOTH, Record::Bone),
    not_finite!("in a position key", BOTH, Record::PositionKey),
    not_finite!("in a rotation key", BOTH, Record::RotationKey),
    not_finite!("in the animation", MS3D, Record::Animation),
    not_finite!("in a bone extra", MS3D, Record::BoneExtra),
    not_finite!("in the model extra", MS3D, Record::ModelExtra),
    spelled!("number-out-of-range", "an integer over 31 bits", is_integer, |_| Some("2147483648".into())),
    spelled!("number-out-of-range", "an integer below 31 bits", is_integer, |_| Some("-2147483649".into())),
    spelled!("number-out-of-range", "beyond any float", is_float, |_| Some("-1e39".into()))
        .shadowed_by(&["exponent-float", "unbound-skeleton"]),
    spelled!("float-in-integer-field", "with a point", is_whole, |token| Some(format!("{token}.0"))),
    spelled!("float-in-integer-field", "with an exponent", is_whole, |token| Some(format!("{token}e0"))),
    spelled!("float-in-integer-field", "not whole", is_integer, |token| Some(format!("{token}.5"))),
    spelled!("leading-zero", "a leading zero", is_whole, |token| match token.strip_prefix('-') {
        Some(digits) => Some(format!("-0{digits}")),
        None => Some(format!("0{token}")),
    }),
    spelled!("leading-zero", "hexadecimal", is_integer, |token| {
        Some(format!("0x{:X}", token.parse::<u32>().ok()?))
    })
    .shadowed_by(&["unbound-skeleton"]),
    spelled!("bare-decimal-point", "no digit before the point", is_float, |token| {
        let (sign, digits) =
            if let Some(digits) = token.strip_prefix('-') { ("-", digits) } else { ("", token) };
        Some(format!("{sign}.{}", digits.strip_prefix("0.")?))
    }),
    spelled!("bare-decimal-point", "no digit after the point", is_float, |token| {
        same(token, format!("{:.0}.", float(token)?))
    })
    // Of large numbers.
    .shadowed_by(&["excess-digits"]),
    spelled!("bare-decimal-point", "a plus before a number", is_float, plus),
    spelled!("bare-decimal-point", "a plus before an integer", is_whole, plus),
    spelled!("negative-zero", "a minus before a zero", is_float, |token| {
        let is_zero = float(token) == Some(0.0) && !token.starts_with('-');
        is_zero.then(|| format!("-{token}"))
    }),
    spelled!("negative-zero", "a minus before an integer", is_whole, |token| {
        (token == "0").then(|| "-0".into())
    }),
];

fn is_float(path: Path) -> bool {
    path.holds() == Some(Holds::Float)
}

fn is_integer(path: Path) -> bool {
    path.holds() == Some(Holds::Integer)
}

fn is_whole(path: Path) -> bool {
    matches!(path.holds(), Some(Holds::Integer | Holds::Count))
}

/// Whether it is a number that may be any other. A position key may not be far from all others.
fn is_free(path: Path) -> bool {
    matches!(path.field, "x" | "y" | "z") && path.record == Record::Bone
}

fn is_flags(path: Path) -> bool {
    path.field == "flags" && path.record == Record::Bone
}

fn float(token: &str) -> Option<f32> {
    token.parse().ok()
}

/// Another spelling, if it is of the same number.
fn same(token: &str, spelled: String) -> Option<String> {
    (float(token) == float(&spelled)).then_some(spelled)
}

fn plus(token: &str) -> Option<String> {
    (!token.starts_with('-')).then(|| format!("+{token}"))
}

/// Spells any number of a kind in another way.
fn spell(
    sample: &mut Sample,
    choices: &mut Choices,
    is_one: fn(Path) -> bool,
    set_field: fn(&str) -> Option<String>,
) -> Option<Mark> {
    /// A number of more characters may be odd already.
    const LONGEST: usize = 12;
    let token = |field: &Field| std::str::from_utf8(&sample.bytes[field.span.clone()]).ok();
    let spelled = |field: &Field| token(field).filter(|token| token.len() <= LONGEST).and_then(set_field);
    let field = sample.pick(choices, |field| is_one(field.path) && spelled(field).is_some())?;
    let text = spelled(&field)?;
    Some(Mark::bytes(field.path, sample.replace(field.span, text.as_bytes())))
}

/// Replaces any number of a kind with one that is not finite.
fn not_finite(sample: &mut Sample, choices: &mut Choices, is_one: fn(Path) -> bool) -> Option<Mark> {
    let Field { path, span } = sample.pick(choices, |field| is_one(field.path))?;
    let written = match sample.config.format {
        Format::Ascii => {
            let spellings = ["nan", "NaN", "-nan(ind)", "inf", "-Infinity", "1.#INF", "-1.#IND00", "1.#QNAN"];
            choices.one_of(&spellings).as_bytes().to_vec()
        }
        Format::Ms3d => choices.one_of(&[f32::NAN, f32::INFINITY, f32::NEG_INFINITY]).to_le_bytes().to_vec(),
    };
    let mark = Mark::bytes(path, sample.replace(span, &written));
    Some(if path.record == Record::Vertex { mark.shared() } else { mark })
}
