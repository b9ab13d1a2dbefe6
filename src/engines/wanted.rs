//! Which line a program expects, in the words of a report.

use std::fmt;

use crate::base::display::but_there_are;

/// What a line should be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The kind and the index of the object that it is of; no kind for what is of the whole file.
    pub(super) object: (&'static str, usize),
    /// What it is: `vertex`, `the number of vertices`.
    pub(super) what: &'static str,
    /// The number of a row.
    pub(super) row: Option<i32>,
}

impl Wanted {
    /// An object as a whole.
    pub(super) fn object(noun: &'static str, index: usize) -> Self {
        Self { object: (noun, index), what: "", row: None }
    }

    /// That the file ends before it.
    pub(super) fn is_missing(&self) -> String {
        format!("the file ends before {self}")
    }

    /// That the line is another one.
    pub(super) fn is_not(&self, numbers: usize) -> String {
        match numbers {
            1 => format!("{self} is not a number"),
            _ => format!("{self} is not {numbers} numbers"),
        }
    }

    /// That the line with its name and two numbers is another one.
    pub(super) fn is_no_head(&self) -> String {
        format!("{self} is empty, has no quotes, or is not followed by two numbers")
    }

    /// That a text does not fit.
    pub(super) fn is_longer(&self, length: usize, most: usize) -> String {
        format!("{self} has {length} bytes, and there is room for {most}")
    }

    /// That it has an index of something of which there are not so many.
    pub(super) fn has(&self, noun: &str, index: impl fmt::Display, count: usize) -> String {
        format!("{self} has {noun} {index}, {}", but_there_are(count, noun))
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(self.what)?;
        if let Some(row) = self.row {
            write!(out, " {row}")?;
        }
        match self.object {
            ("", _) => Ok(()),
            (noun, index) if self.what.is_empty() => write!(out, "{noun} {index}"),
            (noun, index) => write!(out, " of {noun} {index}"),
        }
    }
}

/// A number of the file in words, and what it becomes in a variable that is too small for it.
pub(super) fn read_as(given: i32, read: impl Into<i32>) -> String {
    let read = read.into();
    if given == read { given.to_string() } else { format!("{given} (read as {read})") }
}
