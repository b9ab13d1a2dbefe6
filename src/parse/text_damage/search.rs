//! Searches where a binary model may have lost bytes, so that it reads to its end and looks like a model.
//!
//! A step reads one part, with or without carriage returns put back into it. Steps that reach the same
//! state at the same offset meet in one node, and the file is read once from start to end, so the work is
//! about one step for each part and each number of lost bytes that is still believable there.

use std::collections::BTreeMap;

use super::grammar::{HEADER, State, Step, WIDEST};
use super::learned::Learned;
use super::score::gain;

/// What one lost byte costs: of 256 line feeds in numbers, one follows a carriage return.
const LOSS: i32 = -8;
/// By how many bits a way may be worse than the best one before it is given up.
const BEAM: i32 = 300;
/// How many ways are kept of those that meet.
const KEPT: usize = 4;
/// Ways that are worse than the best by more than this need not be kept.
const NEAR: i32 = 60;
/// The most line feeds of one part that are looked at, and the most bytes put back into it.
const MOST_LINE_FEEDS: usize = 10;
const MOST_IN_PART: u32 = 8;

/// A position in the damaged file, with the state of the reading there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Node {
    offset: usize,
    /// How many parts were read.
    step: usize,
    /// Whether a carriage return was put before the next byte, at the end of the previous part.
    put: bool,
    state: State,
}

/// A way to a node.
#[derive(Clone, Copy)]
struct Way {
    gain: i32,
    /// The last byte put back, as an index into [`Search::put`], from 1.
    last: u32,
}

/// A way through the whole file.
#[derive(Debug)]
pub(super) struct Reading {
    /// How many bits shorter a file the way makes, for comparison with others.
    pub(super) gain: i32,
    /// The offsets of the line feeds before which a carriage return is put, ascending.
    pub(super) offsets: Vec<u32>,
}

impl Reading {
    /// The repaired file.
    pub(super) fn repaired(&self, bytes: &[u8]) -> Vec<u8> {
        let mut whole = Vec::with_capacity(bytes.len() + self.offsets.len());
        let mut from = 0;
        for offset in &self.offsets {
            let offset = *offset as usize;
            whole.extend_from_slice(&bytes[from..offset]);
            whole.push(b'\r');
            from = offset;
        }
        whole.extend_from_slice(&bytes[from..]);
        whole
    }

    /// The offsets in the repaired file of the bytes put back.
    pub(super) fn places(&self) -> Vec<usize> {
        self.offsets.iter().enumerate().map(|(put, offset)| *offset as usize + put).collect()
    }
}

struct Search<'a> {
    bytes: &'a [u8],
    learned: &'a Learned,
    line_feeds: Vec<usize>,
    open: BTreeMap<Node, Vec<Way>>,
    /// Each byte put back, and the one before it.
    put: Vec<(u32, u32)>,
    /// How many steps may still be made.
    budget: usize,
}

/// The most believable ways to read a file to its end, best first.
pub(super) fn search(bytes: &[u8], learned: &Learned) -> Vec<Reading> {
    let mut search = Search {
        bytes,
        learned,
        line_feeds: memchr::memchr_iter(b'\n', bytes).collect(),
        open: BTreeMap::new(),
        put: Vec::new(),
        budget: 2 * bytes.len() + 20_000,
    };
    let start = Node { offset: HEADER, step: 0, put: false, state: State::START };
    search.open.insert(start, vec![Way { gain: 0, last: 0 }]);
    let mut ends = search.sweep();
    ends.sort_by_key(|way| -way.gain);
    ends.iter().map(|way| search.reading(way)).collect()
}

impl Search<'_> {
    fn sweep(&mut self) -> Vec<Way> {
        let (mut ends, mut best) = (Vec::new(), 0);
        while let Some((node, ways)) = self.open.pop_first() {
            let top = ways[0].gain;
            best = best.max(top);
            if top < best - BEAM {
                continue;
            }
            if node.offset == self.bytes.len() && node.state.may_end() {
                ends.extend(ways);
            } else if self.budget == 0 {
                return Vec::new();
            } else {
                self.step(&node, &ways);
            }
        }
        ends
    }

    /// All ways to read the next part.
    fn step(&mut self, node: &Node, ways: &[Way]) {
        let width = node.state.width();
        let from = self.line_feeds.partition_point(|offset| *offset < node.offset);
        let rest = self.bytes.len() - node.offset + self.line_feeds.len() - from;
        if width == 0 || node.state.needed() > rest {
            return;
        }
        let first = from + usize::from(node.put);
        let count = self.line_feeds[first.min(self.line_feeds.len())..]
            .iter()
            .take(MOST_LINE_FEEDS)
            .take_while(|offset| **offset < node.offset + width)
            .count();
        for chosen in 0..1_u32 << count {
            if chosen.count_ones() <= MOST_IN_PART {
                self.read(node, ways, first, chosen);
            }
        }
    }

    /// Reads the next part with bytes put back before the chosen line feeds.
    fn read(&mut self, node: &Node, ways: &[Way], first: usize, chosen: u32) {
        let bits = 0..u32::BITS - chosen.leading_zeros();
        let offsets: Vec<usize> = bits
            .filter(|bit| chosen & (1 << bit) != 0)
            .map(|bit| self.line_feeds[first + bit as usize])
            .collect();
        let Some(end) = (node.offset + node.state.width()).checked_sub(offsets.len()) else { return };
        let mut buffer = [0; WIDEST];
        let part = &mut buffer[..node.state.width()];
        if put_together(self.bytes, node.offset, &offsets, part).is_none() {
            return;
        }
        let Some(state) = node.state.next(part) else { return };
        let loss = if matches!(node.state.step, Step::Text) { 0 } else { LOSS };
        let gain = gain(&node.state, part, self.learned) + loss * offsets.len() as i32;
        let put = offsets.last() == Some(&end);
        let next = Node { offset: end, step: node.step + 1, put, state };
        self.budget = self.budget.saturating_sub(1 + ways.len() * offsets.len());
        for way in ways {
            let last = offsets.iter().fold(way.last, |last, offset| {
                self.put.push((last, *offset as u32));
                self.put.len() as u32
            });
            keep(self.open.entry(next).or_default(), Way { gain: way.gain + gain, last });
        }
    }

    fn reading(&self, way: &Way) -> Reading {
        let (mut offsets, mut last) = (Vec::new(), way.last);
        while let Some((before, offset)) = self.put.get((last as usize).wrapping_sub(1)) {
            offsets.push(*offset);
            last = *before;
        }
        offsets.reverse();
        Reading { gain: way.gain, offsets }
    }
}

/// Fills a part with the bytes from an offset on, and a carriage return before each of these line feeds.
/// `None` if they do not fit, or the file ends too early.
fn put_together(bytes: &[u8], mut from: usize, line_feeds: &[usize], part: &mut [u8]) -> Option<()> {
    let mut filled = 0;
    for line_feed in line_feeds {
        let end = filled + (line_feed - from);
        part.get_mut(filled..end)?.copy_from_slice(&bytes[from..*line_feed]);
        *part.get_mut(end)? = b'\r';
        (filled, from) = (end + 1, *line_feed);
    }
    let rest = &mut part[filled..];
    rest.copy_from_slice(bytes.get(from..from + rest.len())?);
    Some(())
}

/// Keeps the best ways, best first.
fn keep(ways: &mut Vec<Way>, way: Way) {
    let place = ways.partition_point(|other| other.gain >= way.gain);
    ways.insert(place, way);
    let best = ways[0].gain;
    ways.retain(|other| other.gain >= best - NEAR);
    ways.truncate(KEPT);
}
