//! Folding ranges: blocks, objects and their tables.

use gen_lsp_types::FoldingRange;

use crate::editor::open_file::OpenFile;
use crate::editor::regions::{Region, regions};

/// What can be folded in a file.
pub(crate) fn ranges(file: &OpenFile) -> Vec<FoldingRange> {
    let range = |Region { span, .. }: Region| {
        let range = file.rows(span);
        // The line after its last byte is not folded.
        let last = if range.end.character == 0 { range.end.line.saturating_sub(1) } else { range.end.line };
        (last > range.start.line).then(|| FoldingRange {
            start_line: range.start.line,
            end_line: last,
            ..FoldingRange::default()
        })
    };
    regions(file.document()).into_iter().filter_map(range).collect()
}
