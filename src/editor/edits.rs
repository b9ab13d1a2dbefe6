//! Edits of bytes as changes of the text in an editor.

use std::collections::HashMap;

use gen_lsp_types::{
    OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextDocumentIdentifier, TextEdit,
    WorkspaceEdit,
};
use gix_imara_diff::{Algorithm, Diff, InternedInput};

use crate::editor::open_file::OpenFile;
use crate::fix::Edit;

/// An edit of whole characters. CR LF is one, as no position of an editor is inside of it.
struct WholeEdit {
    start: usize,
    /// Where the bytes end that the text replaces; those up to `end` are kept.
    replaced_to: usize,
    end: usize,
    text: Vec<u8>,
}

/// The changes that make these edits, which do not overlap; none if the editor does not show what they change.
pub(crate) fn changes(file: &OpenFile, edits: &[Edit]) -> Vec<TextEdit> {
    let bytes = file.document().source.bytes();
    let mark = file.spelling().before();
    let is_shown = |edit: &&Edit| edit.span.end as usize > mark || edit.span.start as usize >= mark;
    let mut sorted: Vec<&Edit> = edits.iter().filter(is_shown).collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut whole: Vec<WholeEdit> = Vec::new();
    for edit in sorted {
        let (from, to) = (edit.span.start as usize, edit.span.end as usize);
        let (start, end) = (start_of_character(file, from).max(mark), end_of_character(file, to));
        match whole.last_mut() {
            Some(last) if start < last.end => {
                last.text.extend(&bytes[last.replaced_to..from]);
                last.text.extend(&edit.text);
                (last.replaced_to, last.end) = (to, end);
            }
            _ => {
                let text = [&bytes[start.min(from)..from], &edit.text].concat();
                whole.push(WholeEdit { start, replaced_to: to, end, text });
            }
        }
    }
    let change = |WholeEdit { start, replaced_to, end, mut text }: WholeEdit| {
        text.extend(&bytes[replaced_to..end]);
        let (from, to) = (file.text_offset(start).0, file.text_offset(end).0);
        TextEdit { range: file.text().range(from, to), new_text: file.spelling().read(&text) }
    };
    whole.into_iter().map(change).collect()
}

/// Where the character starts that an offset is in, if it is in one.
fn start_of_character(file: &OpenFile, offset: usize) -> usize {
    let (_, start) = file.text_offset(offset);
    start - usize::from(is_in_line_end(file, start))
}

/// Where the character ends that an offset is in, if it is in one.
fn end_of_character(file: &OpenFile, offset: usize) -> usize {
    let (at, start) = file.text_offset(offset);
    let len = file.text().text()[at..].chars().next().map_or(0, |c| file.spelling().len(c));
    let end = if start < offset { start + len } else { start };
    end + usize::from(is_in_line_end(file, end))
}

/// Whether an offset is between a CR and an LF.
fn is_in_line_end(file: &OpenFile, offset: usize) -> bool {
    let bytes = file.document().source.bytes();
    offset > 0 && bytes.get(offset - 1..=offset) == Some(b"\r\n")
}

/// The changes that make these bytes of the file, each of the lines that differ.
pub(crate) fn changes_to(file: &OpenFile, after: &[u8]) -> Vec<TextEdit> {
    let before = file.text().text();
    let after = file.spelling().read_file(after);
    let input = InternedInput::new(before, after.as_str());
    let diff = Diff::compute(Algorithm::Myers, &input);
    let offsets = |tokens: &[gix_imara_diff::Token]| {
        let mut at = 0;
        let ends = tokens.iter().map(|token| {
            at += input.interner[*token].len();
            at
        });
        [0].into_iter().chain(ends.collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let (old, new) = (offsets(&input.before), offsets(&input.after));
    let change = |hunk: gix_imara_diff::Hunk| {
        let [from, to] = [hunk.before.start, hunk.before.end].map(|line| old[line as usize]);
        let [start, end] = [hunk.after.start, hunk.after.end].map(|line| new[line as usize]);
        TextEdit { range: file.text().range(from, to), new_text: after[start..end].to_string() }
    };
    diff.hunks().map(change).collect()
}

/// Changes of one file, for this version of it if the editor can say so.
pub(crate) fn workspace_edit(file: &OpenFile, changes: Vec<TextEdit>, is_versioned: bool) -> WorkspaceEdit {
    if !is_versioned {
        return WorkspaceEdit {
            changes: Some(HashMap::from([(file.uri.clone(), changes)])),
            ..Default::default()
        };
    }
    let text_document = OptionalVersionedTextDocumentIdentifier {
        version: Some(file.version),
        text_document_identifier: TextDocumentIdentifier { uri: file.uri.clone() },
    };
    let edits = changes.into_iter().map(Into::into).collect();
    let change = TextDocumentEdit { text_document, edits };
    WorkspaceEdit { document_changes: Some(vec![change.into()]), ..Default::default() }
}
