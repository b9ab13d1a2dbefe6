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
#[derive(Debug, Clone, Copy)]
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
