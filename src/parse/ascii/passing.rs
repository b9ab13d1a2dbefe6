//! Large files, read in passing: a block at a time through one buffer.
//!
//! Nearly all of a large file are long runs of rows in the usual spelling. What such a run holds can
//! be read without knowing where in the model it stands; its bytes are then let go. What is left is
//! short, and the [reader](crate::parse::ascii::parser) reads it as it reads any file, taking each run where
//! it comes to one.

use std::io::{self, Read};

use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch};

use crate::base::source::{Ending, Gaps};
use crate::base::span::Span;
use crate::model::{Face, Key, Normal, Vertex};
use crate::parse::ascii::fast_path::{FastRow, WINDOW, Windows, field_count};

/// How much is read at a time.
pub const BLOCK: usize = 1 << 18;
/// Runs of fewer rows are kept as text.
pub const LEAST_ROWS: usize = 64;

/// What was kept of a file.
pub struct Passed {
    /// All lines but those of the runs.
    pub kept: Vec<u8>,
    /// Where the runs were.
    pub gaps: Gaps,
    /// The runs, in the order of the file.
    pub runs: Vec<Run>,
    /// How many bytes the file has.
    pub len: usize,
}

/// Rows of one kind, one line behind the other, all in the usual spelling.
pub struct Run {
    /// Where it is in what was kept.
    pub at: usize,
    /// What it holds.
    pub rows: Rows,
    /// Its zeros with a minus.
    pub negative_zeros: Vec<NegativeZero>,
    /// How many of its lines end in LF, and how many in CRLF.
    pub endings: (usize, usize),
}

/// Rows of one kind.
pub enum Rows {
    /// Seven fields.
    Vertices(Vec<Vertex>),
    /// Three numbers.
    Normals(Vec<Normal>),
    /// Eight integers.
    Faces(Vec<Face>),
    /// Four numbers.
    Keys(Vec<Key>),
}

/// A zero with a minus.
#[derive(Clone, Copy)]
pub struct NegativeZero {
    /// The row, in its run.
    pub row: u32,
    /// The field, in its row.
    pub field: u8,
    /// Where in the file.
    pub span: Span,
}

/// A row of a table that can be read in passing.
pub trait RunRow: FastRow {
    /// The rows, if they are of this kind.
    fn of(rows: Rows) -> Result<Vec<Self>, Rows>;
}

impl RunRow for Vertex {
    fn of(rows: Rows) -> Result<Vec<Self>, Rows> {
        if let Rows::Vertices(rows) = rows { Ok(rows) } else { Err(rows) }
    }
}

impl RunRow for Normal {
    fn of(rows: Rows) -> Result<Vec<Self>, Rows> {
        if let Rows::Normals(rows) = rows { Ok(rows) } else { Err(rows) }
    }
}

impl RunRow for Face {
    fn of(rows: Rows) -> Result<Vec<Self>, Rows> {
        if let Rows::Faces(rows) = rows { Ok(rows) } else { Err(rows) }
    }
}

impl RunRow for Key {
    fn of(rows: Rows) -> Result<Vec<Self>, Rows> {
        if let Rows::Keys(rows) = rows { Ok(rows) } else { Err(rows) }
    }
}

/// Reads a file in blocks of so many bytes, in which runs have at least so many rows.
pub fn pass(mut from: impl Read, block: usize, least_rows: usize) -> io::Result<Passed> {
    let mut passing = Passing {
        level: Level::new(),
        least_rows,
        run: None,
        passed: Passed { kept: Vec::new(), gaps: Gaps::default(), runs: Vec::new(), len: 0 },
    };
    let mut buffer = vec![0; block];
    let mut filled = 0;
    loop {
        let read = match from.read(&mut buffer[filled..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        filled += read;
        let is_last = read == 0;
        if filled < buffer.len() && !is_last {
            continue;
        }
        let taken = passing.block(&buffer[..filled], is_last);
        if is_last {
            return Ok(passing.passed);
        }
        if taken == 0 {
            // A line that is longer than the buffer.
            buffer.resize(2 * buffer.len(), 0);
        }
        buffer.copy_within(taken..filled, 0);
        filled -= taken;
    }
}

struct Passing {
    level: Level,
    least_rows: usize,
    /// The run that is being read, once it is long enough to be one.
    run: Option<Run>,
    passed: Passed,
}

impl Passing {
    /// Takes whole lines from a block, and returns how many bytes they are.
    fn block(&mut self, bytes: &[u8], is_last: bool) -> usize {
        let windows = Windows::new(bytes, self.passed.len);
        // A row that starts in front of this is wholly here. The last line of the file is kept, as
        // its end says how the file ends.
        let limit = match is_last {
            true => memchr::memrchr(b'\n', &bytes[..bytes.len().saturating_sub(1)]).map_or(0, |n| n + 1),
            false => bytes.len().saturating_sub(WINDOW),
        };
        let mut at = 0;
        while at < limit || (is_last && at < bytes.len()) {
            let start = at;
            let begun = self.run.take().or_else(|| self.begin(&windows, at));
            if let Some(mut run) = begun {
                at = run.extend(self.level, &windows, at, limit);
                if run.len() >= self.least_rows {
                    match at < limit || is_last {
                        true => self.end(run, at),
                        false => self.run = Some(run),
                    }
                    continue;
                }
                if at >= limit && !is_last {
                    // It may go on, and is begun again with the next block.
                    at = start;
                    break;
                }
            }
            let line = memchr::memchr(b'\n', &bytes[at..]).map(|n| at + n + 1);
            let Some(end) = line.or(is_last.then_some(bytes.len())) else {
                at = start;
                break;
            };
            self.passed.kept.extend_from_slice(&bytes[start..end]);
            at = end;
        }
        self.passed.len += at;
        at
    }

    /// The run that the line at `at` may begin, by its number of fields.
    fn begin(&self, windows: &Windows, at: usize) -> Option<Run> {
        let rows = match dispatch!(self.level, simd => field_count(simd, windows, at))? {
            3 => Rows::Normals(Vec::with_capacity(self.least_rows)),
            4 => Rows::Keys(Vec::with_capacity(self.least_rows)),
            7 => Rows::Vertices(Vec::with_capacity(self.least_rows)),
            8 => Rows::Faces(Vec::with_capacity(self.least_rows)),
            _ => return None,
        };
        Some(Run { at: self.passed.kept.len(), rows, negative_zeros: Vec::new(), endings: (0, 0) })
    }

    /// Ends a run in front of the line at `at` of the block.
    fn end(&mut self, run: Run, at: usize) {
        self.passed.gaps.add(run.at, self.passed.len + at, run.len());
        self.passed.runs.push(run);
    }
}

impl Run {
    fn len(&self) -> usize {
        match &self.rows {
            Rows::Vertices(rows) => rows.len(),
            Rows::Normals(rows) => rows.len(),
            Rows::Faces(rows) => rows.len(),
            Rows::Keys(rows) => rows.len(),
        }
    }

    /// Reads on up to `limit`, and returns where that ends.
    fn extend(&mut self, level: Level, windows: &Windows, at: usize, limit: usize) -> usize {
        let Self { rows, negative_zeros: zeros, endings, .. } = self;
        match rows {
            Rows::Vertices(rows) => {
                dispatch!(level, simd => extend(simd, windows, at, limit, rows, zeros, endings))
            }
            Rows::Normals(rows) => {
                dispatch!(level, simd => extend(simd, windows, at, limit, rows, zeros, endings))
            }
            Rows::Faces(rows) => {
                dispatch!(level, simd => extend(simd, windows, at, limit, rows, zeros, endings))
            }
            Rows::Keys(rows) => {
                dispatch!(level, simd => extend(simd, windows, at, limit, rows, zeros, endings))
            }
        }
    }
}

#[inline(always)]
fn extend<S: Simd, T: FastRow>(
    simd: S,
    windows: &Windows,
    mut at: usize,
    limit: usize,
    rows: &mut Vec<T>,
    negative_zeros: &mut Vec<NegativeZero>,
    endings: &mut (usize, usize),
) -> usize {
    while at < limit
        && let Some(usual) = T::read(simd, windows, at)
    {
        if usual.negative_zeros != 0 {
            let row = rows.len() as u32;
            usual.negative_zeros(windows.offset(at), |field, span| {
                negative_zeros.push(NegativeZero { row, field, span });
            });
        }
        match usual.end.ending {
            Ending::Lf => endings.0 += 1,
            _ => endings.1 += 1,
        }
        at = usual.end.next;
        rows.push(usual.row);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Says each of these, and then that there is no more.
    struct Moody(Vec<io::ErrorKind>);

    impl Read for Moody {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.pop().map_or(Ok(0), |kind| Err(kind.into()))
        }
    }

    #[test]
    fn what_is_interrupted_goes_on_and_other_errors_are_told() {
        use io::ErrorKind::{Interrupted, PermissionDenied};
        assert_eq!(pass(Moody(vec![Interrupted; 3]), 64, 2).map(|passed| passed.len).ok(), Some(0));
        let error = pass(Moody(vec![PermissionDenied, Interrupted]), 64, 2).err().map(|error| error.kind());
        assert_eq!(error, Some(PermissionDenied));
    }
}
