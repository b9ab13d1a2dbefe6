//! A model without one of `Frames`, `Frame`, `Meshes`, `Materials` and `Bones`.

use std::collections::BTreeMap;

use crate::base::display::list;
use crate::diagnostics::prelude::*;
use crate::document::lost_block::lost_blocks;
use crate::document::siblings::is_part;

pub(super) static RULE: Rule = Rule {
    name: "missing-block",
    group: Group::Syntax,
    severity: Severity::Info,
    formats: Formats::Ascii,
    reach: Reach::Absence,
    fix: FixKind::Depends(
        "safe fix where nothing uses what is missing, unsafe where the model has no meshes",
        &[Aspect::Blocks],
    ),
    summary: "A whole model without one of the blocks that every model has",
    page: page!("missing-block"),
    check,
};

fn check(document: &Document, findings: &mut Sink) {
    if !document.is_whole() || document.is_truncated() || !document.has_objects() {
        return;
    }
    let missing: Vec<_> =
        BlockKind::NEEDED.into_iter().filter(|kind| document.model.block(*kind).is_none()).collect();
    let Some(first) = missing.first() else { return };
    if is_part(document, findings.context().file_tree.as_deref()) {
        return;
    }
    let has_lost_line: Vec<_> = lost_blocks(document).iter().map(|block| block.kind).collect();
    let (lost, absent): (Vec<_>, Vec<_>) =
        missing.iter().copied().partition(|kind| has_lost_line.contains(kind));
    // The place of the first one: before the block that comes next in a whole model.
    let next = document.model.blocks.iter().position(|block| block.kind > *first);
    let place = next.map_or(Place::FILE, |index| Place::object(Record::Block, index));
    let span = match next {
        Some(_) => document.locate(place),
        None => Some(Span::empty(document.source.len())),
    };
    let names = || {
        let names: Vec<_> = missing.iter().map(|kind| format!("no `{}:`", kind.name())).collect();
        list(&names)
    };
    // Which block comes next says nothing of those that are missing.
    findings.add_identified_by(Place::FILE, span, names, || {
        Draft::new(format!("the model has {}", names()))
            .label(match next {
                Some(_) => format!("`{}:` belongs before this", first.name()),
                None => "the file ends here".to_string(),
            })
            .fix(if lost.is_empty() { add(document, &missing) } else { None })
            .help(help(document, &lost, &absent))
    });
}

/// What to do about blocks of which only the first line is lost, and about those that are absent.
fn help(document: &Document, lost: &[BlockKind], absent: &[BlockKind]) -> String {
    let model = &document.model;
    let names = |kinds: &[BlockKind]| {
        let names: Vec<_> = kinds.iter().map(|kind| format!("`{}:`", kind.name())).collect();
        list(&names)
    };
    let lines: Vec<_> = absent
        .iter()
        .map(|kind| format!("`{}: {}`", kind.name(), model.number_of_missing(*kind)))
        .collect();
    let of_lost = match lost {
        [] => None,
        [kind] => Some(format!("what belongs to `{}:` is there: add that line before it", kind.name())),
        kinds => Some(format!("what belongs to {} is there: add these lines before it", names(kinds))),
    };
    let of_absent = match absent.iter().any(|kind| model.uses(*kind)) {
        _ if absent.is_empty() => None,
        // An empty block would not have what the model uses.
        true => {
            let them = if absent.len() == 1 { "it" } else { "them" };
            let names = names(absent);
            Some(format!("add {names} with all that the model uses of {them}, unless that is in another file"))
        }
        false => Some(format!("add {} unless the model is one of several parts", list(&lines))),
    };
    of_lost.into_iter().chain(of_absent).collect::<Vec<_>>().join("; ")
}

/// Adds the blocks, each before the next one that is there. `None` if the model uses what is in one
/// of them, and so must have it elsewhere: with an empty block, its indices would be out of range.
fn add(document: &Document, missing: &[BlockKind]) -> Option<Fix> {
    let model = &document.model;
    let mut at: BTreeMap<u32, String> = BTreeMap::new();
    let ending = String::from_utf8_lossy(document.line_ending());
    let is_elsewhere = |kind: BlockKind| model.uses(kind) || is_in_a_comment(document, kind);
    if missing.iter().copied().any(is_elsewhere) {
        return None;
    }
    for kind in missing.iter().copied() {
        let next = model.blocks.iter().find(|block| block.kind > kind);
        let lines = at.entry(next.map_or(document.source.len() as u32, |block| block.at)).or_default();
        *lines += &format!("{}: {}{ending}", kind.name(), model.number_of_missing(kind));
    }
    // Nothing can be put after a last line without an ending.
    let is_open = !document.source.bytes().ends_with(b"\n");
    if is_open && at.contains_key(&(document.source.len() as u32)) {
        return None;
    }
    let title = "add the blocks that are missing";
    // A model without meshes shows nothing: they are rather lost, or in another file, and so may be more.
    let fix = match model.meshes.is_empty() {
        true => Fix::unsafe_fix(title),
        false => Fix::safe(title),
    };
    Some(at.into_iter().fold(fix, |fix, (at, lines)| fix.insert(at, lines)))
}

/// Whether the text of a comment looks like such a block, so that importers which ignore comments take
/// it for one, and would then see two.
fn is_in_a_comment(document: &Document, kind: BlockKind) -> bool {
    let bytes = document.source.bytes();
    let mut texts = document.model.comments.iter().filter_map(|comment| comment.text);
    texts.any(|text| bytes[text.range()].starts_with(kind.name().as_bytes()))
}
