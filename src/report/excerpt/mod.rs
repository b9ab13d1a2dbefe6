//! Excerpts: the lines of a file that a finding is about, made printable: [lines] of a text file, [records]
//! of a binary one. An excerpt costs the same in a file of any size.

pub mod lines;
pub mod records;

use crate::diagnostics::finding::Finding;

/// A few lines of a file, ready to print.
#[derive(Debug, Default)]
pub struct Excerpt {
    /// The text of the chunks, one after the other; the chunk of the finding itself comes first.
    pub text: String,
    /// Groups of consecutive lines of the file.
    pub chunks: Vec<Chunk>,
    /// The labels, in the order of the finding.
    pub labels: Vec<ExcerptLabel>,
}

/// Consecutive lines of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// Where it starts in the text of the excerpt.
    pub start: usize,
    /// Where it ends there.
    pub end: usize,
    /// The number of its first line, from 1. Records of a binary file are numbered in each chunk.
    pub first_line: usize,
    /// How many lines it has.
    pub lines: usize,
}

/// A label, in the text of the excerpt.
#[derive(Debug, Clone)]
pub struct ExcerptLabel {
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Its text.
    pub message: String,
    /// Its text for a screen reader, with the place in the file where the printed column does not show it.
    pub narrated: String,
    /// Where it starts in the file, to be put after its name: `:12:5`, or `@0x0000002f` in a binary file.
    pub at: String,
}

/// Printed in place of cropped text.
const CROPPED: &str = "...";

impl Excerpt {
    /// Prints groups of lines, the first of each with its number. `print` appends a line, and adds the labels
    /// that start in it.
    fn print<L>(
        groups: &[&[L]],
        finding: &Finding,
        number: impl Fn(&L) -> usize,
        print: impl Fn(&L, &mut String, &mut [Option<ExcerptLabel>]),
    ) -> Self {
        let mut excerpt = Self::default();
        let mut labels: Vec<Option<ExcerptLabel>> = vec![None; finding.labels.len()];
        for group in groups {
            let start = excerpt.text.len();
            for line in *group {
                print(line, &mut excerpt.text, &mut labels);
            }
            // Without its last line feed, as miette takes labels after it for those of another chunk.
            let (end, first_line) = (excerpt.text.len() - 1, number(&group[0]));
            excerpt.chunks.push(Chunk { start, end, first_line, lines: group.len() });
        }
        excerpt.labels = labels.into_iter().flatten().collect();
        excerpt
    }
}

#[cfg(feature = "pretty")]
impl Excerpt {
    /// Whether there is nothing to show, as in an empty file.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Takes the labels of the excerpt of another finding, its number so many, if that shows the same lines and no
    /// label lies across another one. The labels of both then begin with the numbers of their findings.
    pub(crate) fn takes(&mut self, other: &Self, number: usize) -> bool {
        let is_apart = |one: &ExcerptLabel, more: &ExcerptLabel| {
            (one.start, one.end) == (more.start, more.end) || one.end <= more.start || more.end <= one.start
        };
        let are_apart = |more| self.labels.iter().all(|one| is_apart(one, more));
        if self.is_empty()
            || self.text != other.text
            || self.chunks != other.chunks
            || !other.labels.iter().all(are_apart)
        {
            return false;
        }
        if number == 2 {
            self.labels.iter_mut().for_each(|label| label.message = numbered(1, &label.message));
        }
        for label in &other.labels {
            let message = numbered(number, &label.message);
            let is_same = |one: &&mut ExcerptLabel| (one.start, one.end) == (label.start, label.end);
            match self.labels.iter_mut().find(is_same) {
                Some(same) => same.message += &format!("\n{message}"),
                None => self.labels.push(ExcerptLabel { message, ..label.clone() }),
            }
        }
        true
    }
}

/// The text of a label with the number of its finding.
#[cfg(feature = "pretty")]
fn numbered(number: usize, message: &str) -> String {
    format!("({number}) {message}").trim_end().to_string()
}
