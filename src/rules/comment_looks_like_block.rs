//! A comment whose text reads like the header of a block.

use crate::base::lines::line_from;
use crate::diagnostics::prelude::*;
use crate::model::ABSENT;
use crate::parse::ascii::lexer;

pub(super) static RULE: Rule = Rule {
    name: "comment-looks-like-block",
    group: Group::Comments,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Below,
    fix: FixKind::None,
    summary: "A comment that reads like the beginning of a block",
    page: page!("comment-looks-like-block"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    for (index, comment) in document.model.comments.iter().enumerate() {
        let Some(text) = comment.text else { continue };
        let bytes = document.source.bytes();
        let line = line_from(bytes, text.start as usize);
        let Some(header) = lexer::header(bytes, line).filter(|header| header.colon.is_some()) else {
            continue;
        };
        let place = match comment.at {
            ABSENT => Place::object(Record::ModelComment, index).field(fields::model_comment::TEXT),
            _ => Place::object(Record::Comment, index).field(fields::comment::TEXT),
        };
        findings.add(place, || {
            Draft::new(format!(
                "the comment begins with `{}:`, as a block does",
                show(document, header.name)
            ))
            .label("reads like a block")
            .help("put another word in front")
        });
    }
}
