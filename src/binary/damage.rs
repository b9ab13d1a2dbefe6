//! Floor 2: damage by tools that take a model for text. Version control and FTP turn every CR LF into LF, or
//! every LF into CR LF; in a binary file each such byte is data. This is found out of the bytes alone.

mod elsewhere;
mod grammar;
mod learned;
mod plausible;
mod search;

use grammar::{HEADER, State};
use learned::Learned;
use search::{Reading, search};

/// What a text tool did to the line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Carriage returns in front of line feeds were taken away.
    Lost,
    /// A carriage return was put in front of every line feed.
    Added,
}

/// What is known about damage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// What was done.
    pub direction: Direction,
    /// The offsets of the best readings.
    pub readings: Vec<(i32, i32, Vec<u32>)>,
    /// The one repair.
    pub repair: Option<Vec<u32>>,
}

/// By how many bits the best reading must be ahead of all others.
const DECISIVE: i32 = 14;
/// Finds damage.
pub fn find(bytes: &[u8]) -> Option<Damage> {
    if bytes.len() < HEADER || !bytes.starts_with(b"MS3D000000") || reads_to_end(bytes) {
        return None;
    }
    if memchr::memmem::find(bytes, b"\r\n").is_some() {
        return None;
    }
    lost(bytes)
}

fn lost(bytes: &[u8]) -> Option<Damage> {
    let first = search(bytes, &Learned::default()).into_iter().next()?;
    let learned = Learned::from(&with(bytes, &first.offsets), &places(&first));
    let readings = search(bytes, &learned);
    let best = readings.first()?;
    if best.offsets.is_empty() {
        return None;
    }
    let near: Vec<&Reading> = readings.iter().filter(|r| r.gain > best.gain - DECISIVE).collect();
    let repair = (near.len() == 1 && !moved(bytes, best, &learned)).then(|| best.offsets.clone());
    Some(Damage {
        direction: Direction::Lost,
        repair,
        readings: readings.into_iter().map(|r| (r.gain, moved(bytes, &r, &learned) as i32, r.offsets)).collect(),
    })
}

fn moved(bytes: &[u8], reading: &Reading, learned: &Learned) -> bool {
    let whole = with(bytes, &reading.offsets);
    elsewhere::elsewhere(&whole, &places(reading), learned)
}

/// Where the bytes put back stand in the repaired file.
fn places(reading: &Reading) -> Vec<usize> {
    reading.offsets.iter().enumerate().map(|(put, offset)| *offset as usize + put).collect()
}

/// Bytes with a carriage return in front of each of these offsets.
fn with(bytes: &[u8], offsets: &[u32]) -> Vec<u8> {
    let mut whole = Vec::with_capacity(bytes.len() + offsets.len());
    let mut from = 0;
    for offset in offsets {
        let offset = *offset as usize;
        whole.extend_from_slice(&bytes[from..offset]);
        whole.push(b'\r');
        from = offset;
    }
    whole.extend_from_slice(&bytes[from..]);
    whole
}

/// Whether a file reads to its end, with nothing left and nothing missing.
pub fn reads_to_end(bytes: &[u8]) -> bool {
    let (mut at, mut state) = (HEADER, State::START);
    loop {
        if at == bytes.len() && state.may_end() {
            return true;
        }
        let width = state.width();
        let Some(next) = bytes.get(at..at + width).filter(|part| !part.is_empty()) else { return false };
        let Some(next) = state.next(next) else { return false };
        at += width;
        state = next;
    }
}

/// Debug.
pub fn doubts(bytes: &[u8]) -> Vec<(String, i32, usize, i32)> {
    let learned = Learned::from(bytes, &[]);
    let mut out: std::collections::BTreeMap<String, (i32, usize, i32)> = Default::default();
    for (pass, l) in [(1, &Learned::default()), (2, &learned)] {
        let (mut at, mut state) = (HEADER, State::START);
        while at < bytes.len() {
            let part = &bytes[at..at + state.width()];
            let g = plausible::gain(&state, part, l);
            let e = out.entry(format!("pass {pass} {:?}", state.part)).or_default();
            if g < 0 { e.0 += -g; e.1 += 1; e.2 = e.2.max(-g) }
            at += state.width();
            state = state.next(part).unwrap();
        }
    }
    out.into_iter().filter(|x| x.1.0 > 0).map(|(k, v)| (k, v.0, v.1, v.2)).collect()
}
