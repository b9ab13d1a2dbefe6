//! Changes models the way they go wrong: a field takes another value, a count is off by one, a line is gone
//! or appears twice. Bytes changed at random hardly ever get that far.

use ms3dlint::document::tokens::Token;
use ms3dlint::document::{Document, read};
use ms3dlint::parse::ascii::lexer::TokenKind;
use ms3dlint::smith::Choices;

/// What fields of text are likely to be mistaken for, or not to fit.
const TEXTS: &[&[u8]] = &[
    b"0",
    b"1",
    b"-1",
    b"2",
    b"127",
    b"128",
    b"255",
    b"32767",
    b"65535",
    b"65536",
    b"2147483647",
    b"-2147483648",
    b"4294967295",
    b"1e400",
    b"1e-5",
    b"0.0",
    b"-0.000000",
    b"0,5",
    b"1,234.5",
    b"nan",
    b"inf",
    b"-1.#IND",
    b"0x1F",
    b"010",
    b".5",
    b"5.",
    b"+5",
    b"\"\"",
    b"\"a\"",
    b"\"a",
    b"\"C:\\a.bmp\"",
    b"//",
    b"Meshes:",
    b"Bones: 1",
    b"// ms3dlint: allow(negative-zero)",
    b"\t",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
];
/// The same for numbers in a binary file, of which as many bytes are taken as there is room for.
const NUMBERS: &[u32] = &[
    0,
    1,
    2,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xfffe,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x7fc0_0000,
    0x7f80_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x0000_0001,
    0x000d_0a0d,
    0x6400_0064,
];
/// A file beyond this is left to changes at random.
const LARGEST: usize = 1 << 16;

/// Changes a file in a buffer, in half of all cases as a model goes wrong and otherwise by chance, which `by_chance`
/// does. Returns how long it is now.
pub fn in_place(
    data: &mut [u8],
    size: usize,
    most: usize,
    seed: u32,
    by_chance: fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    let changed =
        if seed.is_multiple_of(2) { mutate(&data[..size], most.min(data.len()), seed) } else { None };
    match changed {
        Some(changed) => {
            data[..changed.len()].copy_from_slice(&changed);
            changed.len()
        }
        None => by_chance(data, size, most),
    }
}

/// A file that is like this one, but for one change; `None` if nothing can be changed, or it gets too long.
pub fn mutate(bytes: &[u8], most: usize, seed: u32) -> Option<Vec<u8>> {
    let entropy = ms3dlint::smith::bytes_of_seed(u64::from(seed), 64);
    let mut draw = Choices::new(&entropy);
    let document = Some(read("input", bytes.to_vec())).filter(|_| bytes.len() <= LARGEST)?;
    let changed = if document.is_binary() {
        binary(&document, bytes, &mut draw)
    } else {
        text(&document, bytes, &mut draw)
    };
    changed.filter(|changed| changed.len() <= most && changed != bytes)
}

fn text(document: &Document, bytes: &[u8], draw: &mut Choices) -> Option<Vec<u8>> {
    let tokens: Vec<Token> = document.tokens().collect();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    match draw.below(6) {
        0 => Some(without(&lines, draw)),
        1 => Some(twice(&lines, draw)),
        2 => Some(swapped(&lines, draw)),
        3 => put(bytes, any_field(&tokens, draw)?, draw.one_of(TEXTS)),
        4 => {
            let (from, to) = (any_field(&tokens, draw)?, any_field(&tokens, draw)?);
            put(bytes, to, &bytes[from])
        }
        _ => {
            let number = any_field(&tokens, draw)?;
            let value: i64 = std::str::from_utf8(&bytes[number.clone()]).ok()?.parse().ok()?;
            put(bytes, number, (value + i64::from(draw.within(-2..=2))).to_string().as_bytes())
        }
    }
}

fn binary(document: &Document, bytes: &[u8], draw: &mut Choices) -> Option<Vec<u8>> {
    let tokens: Vec<Token> = document.tokens().collect();
    let field = any_field(&tokens, draw)?;
    let room = field.len().min(4);
    match draw.below(4) {
        0 => put(bytes, field.start..field.start + room, &draw.one_of(NUMBERS).to_le_bytes()[..room]),
        1 => {
            let mut changed = bytes.to_vec();
            let step = draw.one_of(&[1u8, 0xff, 2, 0x80]);
            changed[field.start] = changed[field.start].wrapping_add(step);
            Some(changed)
        }
        // A field is gone, or appears twice: all that follows is moved.
        2 => put(bytes, field, &[]),
        _ => put(bytes, field.start..field.start, &bytes[field.clone()]),
    }
}

fn any_field(tokens: &[Token], draw: &mut Choices) -> Option<std::ops::Range<usize>> {
    let is_field = |token: &&Token| token.field.is_some() || matches!(token.kind, TokenKind::Word);
    let fields: Vec<_> = tokens.iter().filter(is_field).collect();
    let field = fields.get(draw.below(fields.len()))?;
    Some(field.span.start as usize..field.span.end as usize)
}

fn put(bytes: &[u8], span: std::ops::Range<usize>, with: &[u8]) -> Option<Vec<u8>> {
    Some([&bytes[..span.start], with, &bytes[span.end..]].concat())
}

fn without(lines: &[&[u8]], draw: &mut Choices) -> Vec<u8> {
    let gone = draw.below(lines.len());
    let left = lines.iter().enumerate().filter(|(index, _)| *index != gone);
    left.flat_map(|(_, line)| line.iter().copied()).collect()
}

fn twice(lines: &[&[u8]], draw: &mut Choices) -> Vec<u8> {
    let (from, to) = (draw.below(lines.len()), draw.below(lines.len()));
    let mut lines = lines.to_vec();
    if let Some(line) = lines.get(from).copied() {
        lines.insert(to, line);
    }
    lines.concat()
}

fn swapped(lines: &[&[u8]], draw: &mut Choices) -> Vec<u8> {
    let mut lines = lines.to_vec();
    let (one, other) = (draw.below(lines.len()), draw.below(lines.len()));
    if !lines.is_empty() {
        lines.swap(one, other);
    }
    lines.concat()
}
