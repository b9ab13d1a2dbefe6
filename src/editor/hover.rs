//! Hover: what is at a position, what that means, and what uses it.

use gen_lsp_types::{Contents, Hover, MarkupContent, MarkupKind, Position};

use crate::base::display::code_span;
use crate::document::inspect::about;
use crate::editor::navigation::place_at_cursor;
use crate::editor::open_file::OpenFile;

/// What is known about a position; `None` where nothing was read.
pub(crate) fn hover(file: &OpenFile, position: Position, is_markdown: bool) -> Option<Hover> {
    let document = file.document();
    let place = place_at_cursor(document, file.offset(position))?;
    let lines = about(document, place);
    let (first, rest) = lines.split_first()?;
    let (kind, value) = match is_markdown {
        // A name may have anything in it.
        true => {
            let rest = rest.iter().map(|line| format!("- {}\n", code_span(line)));
            (MarkupKind::Markdown, format!("{}\n\n{}", code_span(first), rest.collect::<String>()))
        }
        false => (MarkupKind::PlainText, lines.join("\n")),
    };
    let contents = Contents::MarkupContent(MarkupContent { kind, value: value.trim_end().to_string() });
    let range = document.locate(document.shown_as(place)).map(|span| file.range(span));
    Some(Hover { contents, range })
}
