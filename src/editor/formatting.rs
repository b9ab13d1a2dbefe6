//! Formatting, as `ms3dlint fmt` does it.

use gen_lsp_types::TextEdit;

use crate::actions::fmt::{FmtTrouble, format};
use crate::editor::edits::changes_to;
use crate::editor::open_file::OpenFile;
use crate::report::message_with_place;

/// The changes that format a file.
///
/// # Errors
///
/// Why it is not formatted, for people.
pub(crate) fn formatted(file: &OpenFile) -> Result<Vec<TextEdit>, String> {
    let document = file.document();
    let (at, what) = match format(document) {
        Ok(after) => return Ok(changes_to(file, &after)),
        Err(FmtTrouble::Error(finding)) => (finding.span().start, message_with_place(document, &finding)),
        Err(FmtTrouble::Refused(refusal)) => (refusal.at, refusal.what),
        Err(FmtTrouble::Defect(what)) => {
            return Err(format!(
                "not formatted: the result would mean something else ({what}); this is a mistake in ms3dlint, please \
                 report it"
            ));
        }
    };
    let line = document.locator().position(at as usize).line;
    Err(format!("not formatted, because of line {line}: {what}"))
}
