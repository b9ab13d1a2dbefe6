//! A number that is spelled so that programs read it differently, or not at all.

use crate::diagnostics::prelude::*;
use crate::fix::edits::{as_float, respell_float};
use crate::layout::{self, FieldKind};
use crate::model::note::Quirk;
use crate::parse::ascii::number;
use crate::parse::ascii::number::{LONGEST_FRACTION, LONGEST_TOKEN, LONGEST_WHOLE};

pub(super) static EXPONENT_FLOAT: Rule = Rule {
    name: "exponent-float",
    group: Group::Numbers,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Spelling,
    fix: FixKind::Depends("safe fix where the value stays the same, otherwise unsafe", &[Aspect::Precision]),
    summary: "A number with an exponent, `4e-05`",
    page: page!("exponent-float"),
    check: exponent,
};

fn exponent(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::Exponent), |note| {
        let text = show(document, note.span);
        let value = number::float(document.bytes(note.span)).value;
        let help = match value {
            Some(value) if value.to_string().len() <= LONGEST_TOKEN => format!("write it as {value}"),
            Some(value) if value.abs() < 1.0 => {
                "write 0.000000, if so little is meant as nothing".to_string()
            }
            _ => "write it without an exponent".to_string(),
        };
        Draft::new(format!("the number {text} has an exponent"))
            .label("exponent")
            .fix(value.and_then(|value| respell_float(note.span, value)))
            .help(help)
    });
}

pub(super) static EXCESS_DIGITS: Rule = Rule {
    name: "excess-digits",
    group: Group::Numbers,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Depends("safe fix where the value stays the same, otherwise unsafe", &[Aspect::Precision]),
    summary: "A number of 20 characters or more, with over 14 digits before its point or over 15 after it",
    page: page!("excess-digits"),
    check: digits,
};

fn digits(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::ExcessDigits), |note| {
        let token = document.bytes(note.span);
        let whole = token.iter().take_while(|b| **b != b'.').filter(|b| b.is_ascii_digit()).count();
        let decimals = token.iter().rev().take_while(|b| **b != b'.').count();
        let (what, room) = match token.len() {
            length if length > LONGEST_TOKEN => (counted(length, "character"), LONGEST_TOKEN),
            _ if whole > LONGEST_WHOLE => (counted(whole, "digit") + " before any point", LONGEST_WHOLE),
            _ => (counted(decimals, "decimal"), LONGEST_FRACTION),
        };
        let text = show(document, note.span);
        Draft::new(format!("the number {text} has {what}, more than {room}"))
            .label("too many digits")
            .fix(number::float(token).value.and_then(|value| respell_float(note.span, value)))
            .help("9 significant digits keep the value of any number here")
    });
}

pub(super) static THOUSANDS_SEPARATOR: Rule = Rule {
    name: "thousands-separator",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Depends("unsafe fix where a decimal number belongs", &[Aspect::Reading]),
    summary: "A number with commas between its thousands, `1,234.5`",
    page: page!("thousands-separator"),
    check: separators,
};

fn separators(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::ThousandsSeparator), |note| {
        let text = show(document, note.span);
        Draft::new(format!("the number {text} has thousands separators"))
            .label("commas in a number")
            .fix(as_float(note, document.bytes(note.span), "take the commas out", ""))
            .help("take the commas out")
    });
}

pub(super) static DECIMAL_COMMA: Rule = Rule {
    name: "decimal-comma",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Depends("unsafe fix where a decimal number belongs", &[Aspect::Reading]),
    summary: "A number with a comma for its point, `0,500000`",
    page: page!("decimal-comma"),
    check: comma,
};

fn comma(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::DecimalComma), |note| {
        let text = show(document, note.span);
        Draft::new(format!("the number {text} has a comma where the point belongs"))
            .label("comma in a number")
            .fix(as_float(note, document.bytes(note.span), "write a point", "."))
            .help(
                "write a point; an exporter that follows the language of the system should be set to English",
            )
    });
}

pub(super) static NON_FINITE_NUMBER: Rule = Rule {
    name: "non-finite-number",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Both,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "Something that is not a number: nan, inf, -1.#IND",
    page: page!("non-finite-number"),
    check: non_finite,
};

fn non_finite(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::NonFinite), |note| {
        // A binary file has no spelling for it.
        let stored = document.bytes(note.span).try_into().map(f32::from_le_bytes);
        let shown = match stored.ok().filter(|_| document.is_binary()) {
            Some(stored) => stored.to_string().to_lowercase(),
            None => show(document, note.span),
        };
        Draft::new(format!("{shown} is not a finite number"))
            .label("not finite")
            .help("export the model again, or put the right number there")
    });
}

pub(super) static NUMBER_OUT_OF_RANGE: Rule = Rule {
    name: "number-out-of-range",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "A number that does not fit 32 bits",
    page: page!("number-out-of-range"),
    check: out_of_range,
};

fn out_of_range(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::OutOfRange), |note| {
        let (size, range) = match kind(note.place) {
            Some(FieldKind::Float) => ("float", "3.4e38"),
            _ if document.bytes(note.span).starts_with(b"-") => ("integer", "-2,147,483,648"),
            _ => ("integer", "2,147,483,647"),
        };
        Draft::new(format!("the number {} does not fit a 32-bit {size}", show(document, note.span)))
            .label(format!("beyond {range}"))
            .help("put the right number there")
    });
}

pub(super) static FLOAT_IN_INTEGER_FIELD: Rule = Rule {
    name: "float-in-integer-field",
    group: Group::Numbers,
    severity: Severity::Error,
    formats: Formats::Ascii,
    reach: Reach::Onward,
    fix: FixKind::Depends("safe fix where the number is whole, unsafe where it has an exponent", &[]),
    summary: "A number with a point or an exponent where an index, a flag or a count belongs",
    page: page!("float-in-integer-field"),
    check: float_in_integer,
};

fn float_in_integer(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::FloatInInteger), |note| {
        let text = show(document, note.span);
        let draft = Draft::new(format!("expected an integer, but found {text}")).label("not an integer");
        match number::integer(document.bytes(note.span)).value {
            // A count may have been meant as something else.
            Some(value) if value < 0 && kind(note.place) == Some(FieldKind::Count) => {
                draft.help("put the right number there")
            }
            // Programs stop at an exponent, so that none has read this value yet.
            Some(value) => {
                let has_exponent = document.bytes(note.span).iter().any(u8::is_ascii_alphabetic);
                draft.fix(write(note, value, !has_exponent))
            }
            None => draft.help("put the right integer there"),
        }
    });
}

pub(super) static LEADING_ZERO: Rule = Rule {
    name: "leading-zero",
    group: Group::Numbers,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Line,
    fix: FixKind::Depends("safe fix, unsafe where the number is hexadecimal", &[Aspect::Reading]),
    summary: "A leading zero or `0x` in an integer",
    page: page!("leading-zero"),
    check: leading_zero,
};

fn leading_zero(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::LeadingZero), |note| {
        let token = document.bytes(note.span);
        let text = show(document, note.span);
        if let Some(value) = number::integer(token).value {
            return Draft::new(format!("the integer {text} begins with a zero, which C takes for octal"))
                .label("leading zero")
                .fix(write(note, value, true));
        }
        let digits = String::from_utf8_lossy(token).to_ascii_lowercase().replace("0x", "");
        let draft = Draft::new(format!("the integer {text} is hexadecimal; the format has decimal numbers"))
            .label("hexadecimal");
        match i32::from_str_radix(&digits, 16) {
            Ok(value) => draft.fix(write(note, value, false)),
            Err(_) => draft.help("write it as a decimal number"),
        }
    });
}

pub(super) static BARE_DECIMAL_POINT: Rule = Rule {
    name: "bare-decimal-point",
    group: Group::Numbers,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[]),
    summary: "A number without a digit on one side of its point, or with a plus: `.5`, `5.`, `+5`",
    page: page!("bare-decimal-point"),
    check: bare_point,
};

fn bare_point(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::BareDecimalPoint), |note| {
        Draft::new(format!("unusual spelling of a number: {}", show(document, note.span)))
            .label("unusual number")
            .fix(plain(document, note.span))
            .help("write digits on both sides of the point, and no plus")
    });
}

/// Writes the same digits without a plus, and a zero where a side of the point has none.
fn plain(document: &Document, span: Span) -> Fix {
    let token = String::from_utf8_lossy(document.bytes(span)).into_owned();
    let (sign, unsigned) = match token.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", token.strip_prefix('+').unwrap_or(&token)),
    };
    let end = unsigned.find(['e', 'E']).unwrap_or(unsigned.len());
    let (digits, exponent) = unsigned.split_at(end);
    let front = if digits.starts_with('.') { "0" } else { "" };
    let back = if digits.ends_with('.') { "0" } else { "" };
    let text = format!("{sign}{front}{digits}{back}{exponent}");
    Fix::safe(format!("write {text}")).replace(span, text)
}

pub(super) static NEGATIVE_ZERO: Rule = Rule {
    name: "negative-zero",
    group: Group::Numbers,
    severity: Severity::Hint,
    formats: Formats::Ascii,
    reach: Reach::Nothing,
    fix: FixKind::Safe(&[]),
    summary: "A zero with a minus, `-0.000000`",
    page: page!("negative-zero"),
    check: negative_zero,
};

fn negative_zero(document: &Document, findings: &mut Sink) {
    findings.add_notes(NoteKind::Number(Quirk::NegativeZero), |note| {
        let without = &document.bytes(note.span)[1..];
        Draft::new(format!("a zero with a minus: {}", show(document, note.span)))
            .label("negative zero")
            .fix(Fix::safe("take the minus out").replace(note.span, without))
            .help("leave it, or take the minus out")
    });
}

fn kind(place: Place) -> Option<FieldKind> {
    layout::field(place.record, place.field?).map(|field| field.kind)
}

/// Writes an integer as it usually is.
fn write(note: &Note, value: i32, is_safe: bool) -> Fix {
    let title = format!("write {value}");
    let fix = if is_safe { Fix::safe(title) } else { Fix::unsafe_fix(title) };
    fix.replace(note.span, value.to_string())
}
