//! Reads a line as `sscanf` of a C library does (in the locale C), with the formats that engines pass to it.

use std::fmt::Display;

use crate::base::display::quote;

/// The most conversions that a format of an engine has.
const MOST: usize = 8;

/// A C library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CLibrary {
    /// glibc.
    Gnu,
    /// That of Visual C++ 2008, to which `nan`, `inf` and hexadecimal floats are no numbers.
    VisualC,
}

/// What a conversion stored.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
enum ScannedValue<'a> {
    #[default]
    Nothing,
    /// `%d`, `%i`, `%hd`: the value before it is cut to the width of the variable.
    Integer(i64),
    /// `%f`
    Float(f32),
    /// `%s`, `%[^"]`
    Text(&'a [u8]),
}

/// What `sscanf` stored from a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanned<'a> {
    values: [ScannedValue<'a>; MOST],
    /// Where in the line each of them starts and ends.
    spans: [(usize, usize); MOST],
    /// How many conversions succeeded: what `sscanf` returns, but for an empty line, of which it returns -1.
    pub count: usize,
    /// How many bytes of the line were read.
    pub end: usize,
}

impl<'a> Scanned<'a> {
    /// An integer as a variable of 32 bits holds it; 0 if there is none.
    pub(crate) fn integer(&self, index: usize) -> i32 {
        match self.values[index] {
            ScannedValue::Integer(value) => value as i32,
            _ => 0,
        }
    }

    /// A float; 0 if there is none.
    pub(crate) fn float(&self, index: usize) -> f32 {
        match self.values[index] {
            ScannedValue::Float(value) => value,
            _ => 0.0,
        }
    }

    /// Several floats, from this one on.
    pub(crate) fn floats<const COUNT: usize>(&self, first: usize) -> [f32; COUNT] {
        std::array::from_fn(|index| self.float(first + index))
    }

    /// The first number of the line that is read as something else: where it is in the line, and what is read, in words
    /// that can follow the name of a program.
    pub(crate) fn misread(&self, line: &[u8]) -> Option<(usize, String)> {
        (0..self.count).find_map(|index| {
            let (start, end) = self.spans[index];
            let taken = &line[start..end];
            let word = &line[start..end + word_length(&line[end..])];
            let meant = || str::from_utf8(word).ok().and_then(|word| word.parse::<f64>().ok());
            let says = |read: &dyn Display| Some((start, format!("reads {read} for {}", quote(word))));
            match self.values[index] {
                ScannedValue::Text(_) => None,
                _ if taken.len() < word.len() && index + 1 < self.count => {
                    Some((start, format!("takes {} for two numbers", quote(word))))
                }
                ScannedValue::Nothing => None,
                ScannedValue::Integer(_) if is_plain(word) => None,
                ScannedValue::Integer(_) if meant() != Some(self.integer(index).into()) => {
                    says(&self.integer(index))
                }
                ScannedValue::Float(value) if value.is_infinite() && taken.iter().any(u8::is_ascii_digit) => {
                    says(&value)
                }
                ScannedValue::Float(_) if taken.len() < word.len() => says(&quote(taken)),
                _ => None,
            }
        })
    }

    /// What is left of the line behind the last word that was read of.
    pub(crate) fn rest<'l>(&self, line: &'l [u8]) -> &'l [u8] {
        let rest = &line[self.end..];
        &rest[word_length(rest)..]
    }

    /// Where in the line a value starts; 0 if there is none.
    pub(crate) fn start(&self, index: usize) -> usize {
        self.spans[index].0
    }

    /// A text; empty if there is none.
    pub(crate) fn text(&self, index: usize) -> &'a [u8] {
        match self.values[index] {
            ScannedValue::Text(text) => text,
            _ => b"",
        }
    }
}

/// Reads a line, as [`scan_with`] does with glibc.
pub(crate) fn scan<'a>(format: &str, line: &'a [u8]) -> Scanned<'a> {
    scan_with(CLibrary::Gnu, format, line)
}

/// Reads a line with a format of literals, white space, `%d`, `%i`, `%hd`, `%f`, `%s` and `%[^"]`, of which the
/// last two may have a width. What `%-d` or `%-i` reads is counted, but the program has no use for it: it is not kept.
/// A NUL ends the line.
pub(crate) fn scan_with<'a>(library: CLibrary, format: &str, line: &'a [u8]) -> Scanned<'a> {
    let line = &line[..memchr::memchr(0, line).unwrap_or(line.len())];
    let mut scanner = Scanner { library, line, at: 0 };
    let mut scanned =
        Scanned { values: [ScannedValue::Nothing; MOST], spans: [(0, 0); MOST], count: 0, end: 0 };
    let mut format = format.as_bytes();
    while let Some((first, rest)) = format.split_first() {
        format = rest;
        if is_space(*first) {
            scanner.skip_space();
            continue;
        }
        if *first != b'%' {
            if scanner.peek() != Some(*first) {
                break;
            }
            scanner.at += 1;
            continue;
        }
        let unused = rest.strip_prefix(b"-");
        let (conversion, rest) = Conversion::of(unused.unwrap_or(rest));
        format = rest;
        let Some((start, value)) = scanner.convert(conversion) else { break };
        scanned.values[scanned.count] = if unused.is_none() { value } else { ScannedValue::Nothing };
        scanned.spans[scanned.count] = (start, scanner.at);
        scanned.count += 1;
    }
    scanned.end = scanner.at;
    scanned
}

/// What `%s` stores of a line: its first word; empty if there is none.
pub(crate) fn word(line: &[u8]) -> &[u8] {
    let line = &line[..memchr::memchr(0, line).unwrap_or(line.len())];
    let start = line.iter().position(|byte| !is_space(*byte)).unwrap_or(line.len());
    let word = &line[start..];
    &word[..word_length(word)]
}

/// What `"%[^"]` stores of a line: the text behind a quote that it begins with; empty if there is none.
pub(crate) fn quoted(line: &[u8]) -> &[u8] {
    let text = line.strip_prefix(b"\"").unwrap_or_default();
    &text[..memchr::memchr2(b'"', 0, text).unwrap_or(text.len())]
}

/// The number in a line that opens a block, if everybody reads it alike.
pub(crate) fn usual_block(line: &[u8], name: &str) -> Option<i32> {
    usual_integer(line.strip_prefix(name.as_bytes())?.strip_prefix(b": ")?)
}

/// The integer that is all of a line, if everybody reads it alike.
pub(crate) fn usual_integer(line: &[u8]) -> Option<i32> {
    is_plain(line).then(|| line.iter().fold(0, |value, digit| value * 10 + i32::from(digit - b'0')))
}

/// The floats of a line that is nothing but so many of them with a space between, short and with or without a point:
/// all programs read them alike.
pub(crate) fn usual_floats<const COUNT: usize>(line: &[u8]) -> Option<[f32; COUNT]> {
    /// The most characters of a number.
    const SHORT: usize = 12;
    let mut scanner = Scanner { library: CLibrary::Gnu, line, at: 0 };
    let mut floats = [0.0; COUNT];
    for (index, float) in floats.iter_mut().enumerate() {
        if index > 0 && !scanner.take(b" ") {
            return None;
        }
        let start = scanner.at;
        *float = scanner.plain_float().filter(|_| scanner.at - start <= SHORT)?;
    }
    (scanner.at == line.len()).then_some(floats)
}

/// The flags, position and rotation of a line that is nothing but a bind pose in the usual spelling, which all programs
/// read alike.
pub(crate) fn usual_bind_pose(line: &[u8]) -> Option<(i32, [f32; 6])> {
    let (flags, floats) = line.split_at(memchr::memchr(b' ', line)?);
    Some((usual_integer(flags)?, usual_floats(&floats[1..])?))
}

/// What `isspace` of the locale C takes for space.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Whether a word is an integer that everybody reads alike: a few digits, of which the first is not 0.
fn is_plain(word: &[u8]) -> bool {
    matches!(word, [b'0'..=b'9'] | [b'1'..=b'9', ..])
        && word.len() < 10
        && word.iter().all(u8::is_ascii_digit)
}

/// How long a word goes on that is read of.
fn word_length(rest: &[u8]) -> usize {
    rest.iter().position(|byte| is_space(*byte)).unwrap_or(rest.len())
}

/// The float that `strtof` reads at the start of a text, after space; `None` if there is none.
pub(crate) fn strtof(text: &[u8]) -> Option<f32> {
    let line = &text[..memchr::memchr(0, text).unwrap_or(text.len())];
    let mut scanner = Scanner { library: CLibrary::Gnu, line, at: 0 };
    scanner.skip_space();
    let text = &line[scanner.at..];
    scanner.float().or_else(|| start_of_float(text))
}

/// What `strtof` reads of a text that goes on as no float does, which `sscanf` therefore refuses: the 0 of `0x`, and the
/// `inf` of `infinite`.
fn start_of_float(text: &[u8]) -> Option<f32> {
    let (sign, text) = match text {
        [b'-', text @ ..] => (-1.0, text),
        [b'+', text @ ..] => (1.0, text),
        _ => (1.0, text),
    };
    match text {
        [b'0', ..] => Some(sign * 0.0),
        [b'i' | b'I', b'n' | b'N', b'f' | b'F', ..] => Some(sign * f32::INFINITY),
        _ => None,
    }
}

#[derive(Clone, Copy)]
enum Conversion {
    /// In base 10.
    Decimal,
    /// In the base that its prefix names.
    AnyBase,
    Float,
    Word,
    /// Up to a quote, of so many bytes at the most.
    Quoted(usize),
}

impl Conversion {
    /// The conversion that a format has after its `%`, and what follows.
    fn of(format: &[u8]) -> (Self, &[u8]) {
        let digits = format.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = format.split_at(digits);
        let width = digits.iter().fold(0, |width, digit| width * 10 + usize::from(digit - b'0'));
        let width = if width == 0 { usize::MAX } else { width };
        match rest {
            [b'h', b'd', rest @ ..] | [b'd', rest @ ..] => (Self::Decimal, rest),
            [b'i', rest @ ..] => (Self::AnyBase, rest),
            [b'f', rest @ ..] => (Self::Float, rest),
            [b'[', b'^', b'"', b']', rest @ ..] => (Self::Quoted(width), rest),
            [_, rest @ ..] => (Self::Word, rest),
            [] => (Self::Word, rest),
        }
    }
}

struct Scanner<'a> {
    library: CLibrary,
    line: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    /// Takes the next byte if it is one of these, whatever its case.
    fn take(&mut self, bytes: &[u8]) -> bool {
        let is_taken = self.peek().is_some_and(|byte| bytes.contains(&byte.to_ascii_lowercase()));
        self.at += usize::from(is_taken);
        is_taken
    }

    fn take_while(&mut self, is_part: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = &self.line[self.at..];
        let length = rest.iter().position(|byte| !is_part(*byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn skip_space(&mut self) {
        self.take_while(is_space);
    }

    /// What a conversion stores, and where it starts.
    fn convert(&mut self, conversion: Conversion) -> Option<(usize, ScannedValue<'a>)> {
        if let Conversion::Quoted(most) = conversion {
            let rest = &self.line[self.at..];
            let rest = &rest[..rest.len().min(most)];
            let length = memchr::memchr(b'"', rest).unwrap_or(rest.len());
            self.at += length;
            return (length > 0).then(|| (self.at - length, ScannedValue::Text(&rest[..length])));
        }
        self.skip_space();
        self.peek()?;
        let start = self.at;
        let value = match conversion {
            Conversion::Decimal => ScannedValue::Integer(self.integer(false)?),
            Conversion::AnyBase => ScannedValue::Integer(self.integer(true)?),
            Conversion::Float => ScannedValue::Float(self.float()?),
            _ => ScannedValue::Text(self.take_while(|byte| !is_space(byte))),
        };
        Some((start, value))
    }

    /// An integer, which stays at the limits of 64 bits if it is beyond them.
    fn integer(&mut self, any_base: bool) -> Option<i64> {
        let is_negative = self.peek() == Some(b'-');
        self.take(b"+-");
        let mut base = 10;
        if any_base && self.peek() == Some(b'0') {
            base = 8;
            if matches!(self.line.get(self.at + 1), Some(b'x' | b'X')) {
                base = 16;
                self.at += 2;
                // To this library the prefix alone is a number.
                if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                    return Some(0);
                }
            }
        }
        let digits = self.take_while(|byte| (byte as char).is_digit(base));
        if digits.is_empty() {
            return None;
        }
        let sign = if is_negative { -1 } else { 1 };
        let limit = if is_negative { i64::MIN } else { i64::MAX };
        let value = digits.iter().try_fold(0i64, |value, digit| {
            let digit = i64::from((*digit as char).to_digit(base).unwrap_or(0));
            value.checked_mul(base.into())?.checked_add(sign * digit)
        });
        Some(value.unwrap_or(limit))
    }

    /// A float of few digits, with or without a point, as most are: what can be computed without loss.
    fn plain_float(&mut self) -> Option<f32> {
        const TENS: [f32; 11] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];
        /// The first integer that f32 may not hold.
        const EXACT: u32 = 1 << 24;
        let is_negative = self.peek() == Some(b'-');
        let digits = &self.line[self.at + usize::from(is_negative)..];
        let (mut value, mut length, mut decimals) = (0u32, 0, None);
        for byte in digits {
            match byte {
                b'0'..=b'9' if value < EXACT / 10 => value = value * 10 + u32::from(byte - b'0'),
                b'.' if decimals.is_none() => decimals = Some(length + 1),
                _ if is_space(*byte) => break,
                _ => return None,
            }
            length += 1;
        }
        let fraction = decimals.map_or(0, |start| length - start);
        if length == fraction + usize::from(decimals.is_some()) {
            return None;
        }
        self.at += length + usize::from(is_negative);
        let magnitude = value as f32 / TENS.get(fraction)?;
        Some(if is_negative { -magnitude } else { magnitude })
    }

    fn float(&mut self) -> Option<f32> {
        let start = self.at;
        if let Some(value) = self.plain_float() {
            return Some(value);
        }
        self.at = start;
        let is_negative = self.peek() == Some(b'-');
        self.take(b"+-");
        let sign = if is_negative { -1.0 } else { 1.0 };
        match self.peek()?.to_ascii_lowercase() {
            b'n' | b'i' if self.library == CLibrary::VisualC => return None,
            b'n' => {
                let is_whole = self.take(b"n") && self.take(b"a") && self.take(b"n");
                return is_whole.then_some(f32::NAN);
            }
            b'i' => {
                let is_whole = self.take(b"i") && self.take(b"n") && self.take(b"f");
                let is_long = is_whole && self.take(b"i");
                let rest = !is_long || b"nity".iter().all(|byte| self.take(&[*byte]));
                return (is_whole && rest).then_some(sign * f32::INFINITY);
            }
            _ => {}
        }
        let prefixed = self.peek() == Some(b'0') && matches!(self.line.get(self.at + 1), Some(b'x' | b'X'));
        if prefixed && self.library == CLibrary::Gnu {
            self.at += 2;
            return self.hexadecimal().map(|value| sign * value);
        }
        let whole = self.take_while(|byte| byte.is_ascii_digit()).len();
        let fraction = if self.take(b".") { self.take_while(|byte| byte.is_ascii_digit()).len() } else { 0 };
        if whole + fraction == 0 {
            return None;
        }
        let mut end = self.at;
        // What follows an `e` is taken whether or not it is an exponent.
        if self.take(b"e") {
            self.take(b"+-");
            if !self.take_while(|byte| byte.is_ascii_digit()).is_empty() {
                end = self.at;
            }
        }
        let digits = self.line[start..end].trim_ascii_start();
        std::str::from_utf8(digits).ok()?.parse().ok()
    }

    /// The value of the digits after `0x`.
    fn hexadecimal(&mut self) -> Option<f32> {
        let (mut value, mut exponent, mut any) = (0.0f64, 0i32, false);
        let mut after_point = false;
        loop {
            if let Some(digit) = self.peek().and_then(|byte| (byte as char).to_digit(16)) {
                any = true;
                value = value * 16.0 + f64::from(digit);
                exponent -= if after_point { 4 } else { 0 };
                self.at += 1;
            } else if !after_point && self.take(b".") {
                after_point = true;
            } else {
                break;
            }
        }
        // A point alone is 0 to this library.
        if !any && !after_point {
            return None;
        }
        if self.take(b"p") {
            let is_negative = self.peek() == Some(b'-');
            self.take(b"+-");
            let digits = self.take_while(|byte| byte.is_ascii_digit());
            let power = digits
                .iter()
                .fold(0i32, |power, digit| power.saturating_mul(10).saturating_add(i32::from(digit - b'0')));
            exponent = exponent.saturating_add(if is_negative { -power } else { power });
        }
        Some((value * 2f64.powi(exponent)) as f32)
    }
}
