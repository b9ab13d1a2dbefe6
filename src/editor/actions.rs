//! What can be done about findings: quick fixes, all safe fixes at once, and comments that allow what was found.

use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeActionTriggerKind, Diagnostic, Range, TextEdit,
};
use serde_json::json;

use crate::actions::repair::{RepairOptions, repair};
use crate::base::display::quote;
use crate::base::lines::line_from;
use crate::base::span::Span;
use crate::diagnostics::finding::Finding;
use crate::document::{self, Document};
use crate::editor::abilities::{ClientAbilities, FIX_ALL, UNSAFE_FIX_ALL};
use crate::editor::diagnostics::diagnostics;
use crate::editor::edits::{changes, changes_to, workspace_edit};
use crate::editor::open_file::OpenFile;
use crate::fix::{Applicability, Edit};
use crate::layout::Record;
use crate::model::place::{Object, Place};
use crate::parse::ascii::parser::BYTE_ORDER_MARK;

/// The rules about suppressions, which none suppresses.
const ABOUT_SUPPRESSIONS: [&str; 2] = ["unused-suppression", "malformed-suppression"];

/// What can be done about what is found on the lines of a range. The best comes first.
pub(crate) fn actions(
    file: &OpenFile,
    params: &CodeActionParams,
    client: ClientAbilities,
) -> Vec<CodeAction> {
    if file.is_listing() {
        return Vec::new();
    }
    let only = params.context.only.as_deref();
    let is_wanted = |kind: &str| only.is_none_or(|only| only.iter().any(|wanted| includes(wanted, kind)));
    let mut actions = Vec::new();
    if is_wanted("quickfix") {
        let mut near: Vec<_> = file.findings().iter().zip(diagnostics(file)).collect();
        near.retain(|(finding, _)| is_on_lines(file, finding, params.range));
        near.sort_by_key(|(finding, _)| !touches(file, finding, params.range));
        let edit = |changes| workspace_edit(file, changes, client.versioned_edits);
        let quick = |title: String, changes, diagnostic: &Diagnostic, is_preferred| CodeAction {
            title,
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![diagnostic.clone()]),
            is_preferred: Some(is_preferred),
            edit: Some(edit(changes)),
            ..CodeAction::default()
        };
        for (finding, diagnostic) in &near {
            if let Some((title, changes, is_safe)) = fix(file, finding) {
                actions.push(quick(title, changes, diagnostic, is_safe));
            }
        }
        for (finding, diagnostic) in &near {
            let allowed = allowed(file.document(), finding);
            let allow = |(title, edit)| quick(title, changes(file, &[edit]), diagnostic, false);
            actions.extend(allowed.into_iter().map(allow));
        }
    }
    // They take longer, as all is checked again: an editor that only wants to know whether there is something to do, as it
    // asks whenever the cursor moves, gets them only if it asks for their edits later.
    let is_asked_for =
        only.is_some() || params.context.trigger_kind != Some(CodeActionTriggerKind::Automatic);
    for (kind, title, least) in ALL_FIXES {
        if !is_wanted(kind) {
            continue;
        }
        let action = CodeAction {
            title: title.to_string(),
            kind: Some(CodeActionKind::Custom(kind.into())),
            data: Some(json!({ "uri": file.uri.0 })),
            ..CodeAction::default()
        };
        let is_shown = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| fix.applicability >= least);
        if client.resolves_edits && file.findings().iter().any(is_shown) {
            actions.push(action);
        } else if is_asked_for {
            // What is not shown is repaired as well.
            actions.extend(Some(resolve(file, action, client)).filter(|action| action.edit.is_some()));
        }
    }
    actions
}

/// The actions that repair all, their titles, and which fixes they apply.
const ALL_FIXES: [(&str, &str, Applicability); 2] = [
    (FIX_ALL, "Repair all that can be repaired safely", Applicability::Safe),
    (UNSAFE_FIX_ALL, "Repair all, also where that may change the model (unsafe)", Applicability::Unsafe),
];

/// The action with its edit: the same as `ms3dlint --fix` does.
pub(crate) fn resolve(file: &OpenFile, action: CodeAction, client: ClientAbilities) -> CodeAction {
    let kind = action.kind.as_ref().map(kind_name);
    let known = ALL_FIXES.iter().find(|(name, ..)| kind == Some(*name));
    let changes = known.and_then(|(.., least)| repaired(file, *least)).filter(|changes| !changes.is_empty());
    let edit = changes.map(|changes| workspace_edit(file, changes, client.versioned_edits));
    CodeAction { edit: edit.or(action.edit), ..action }
}

/// The changes that repair a file; `None` if they are wrong, which is a mistake in this program.
fn repaired(file: &OpenFile, least: Applicability) -> Option<Vec<TextEdit>> {
    let settings = file.settings().filter(|_| !file.is_listing())?;
    let before = file.document();
    let copy = document::read(&*before.source.name, before.source.bytes().to_vec());
    let options = RepairOptions { lint: settings.options.clone(), least, only: Vec::new() };
    let repaired = repair(copy, &settings.context, &options).ok()?;
    Some(changes_to(file, repaired.document.source.bytes()))
}

/// Whether an editor that asks for a kind of actions means this one, too.
fn includes(wanted: &CodeActionKind, kind: &str) -> bool {
    let wanted = kind_name(wanted);
    wanted.is_empty()
        || kind.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn kind_name(kind: &CodeActionKind) -> &str {
    match kind {
        CodeActionKind::Empty => "",
        CodeActionKind::QuickFix => "quickfix",
        CodeActionKind::Source => "source",
        CodeActionKind::SourceFixAll => "source.fixAll",
        CodeActionKind::Custom(name) => name,
        _ => "another",
    }
}

/// The places of a finding that are known.
fn places<'f>(file: &'f OpenFile, finding: &'f Finding) -> impl Iterator<Item = Range> + 'f {
    [finding.span()].into_iter().chain(finding.others.iter().copied()).map(|span| file.range(span))
}

fn is_on_lines(file: &OpenFile, finding: &Finding, range: Range) -> bool {
    places(file, finding)
        .any(|place| place.start.line <= range.end.line && range.start.line <= place.end.line)
}

fn touches(file: &OpenFile, finding: &Finding, range: Range) -> bool {
    places(file, finding).any(|place| place.start <= range.end && range.start <= place.end)
}

/// The changes of a fix, and whether it is safe; `None` without one.
fn fix(file: &OpenFile, finding: &Finding) -> Option<(String, Vec<TextEdit>, bool)> {
    let fix = finding.fix.as_ref()?;
    let all = match finding.count {
        1 => String::new(),
        count => format!(", in {count} places"),
    };
    let (is_safe, remark) = match fix.applicability {
        Applicability::Safe => (true, ""),
        Applicability::Unsafe => (false, " (unsafe: it may change the model)"),
        Applicability::Manual => return None,
    };
    let changes = changes(file, &fix.edits);
    let title = format!("{}{all}{remark}", capitalized(&fix.title));
    (!changes.is_empty()).then_some((title, changes, is_safe))
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The comments that allow what was found: in its object, and in the whole file.
fn allowed(document: &Document, finding: &Finding) -> Vec<(String, Edit)> {
    if !document.is_text() || ABOUT_SUPPRESSIONS.contains(&finding.rule) {
        return Vec::new();
    }
    let rule = finding.rule;
    let object = object_words(document, finding.place);
    let words =
        object.into_iter().map(|(shown, written)| (format!("in {shown}"), [b" in ", &*written].concat()));
    let comment = |(shown, written): (String, Vec<u8>)| {
        let comment = [format!("// ms3dlint: allow({rule})").as_bytes(), &written].concat();
        (format!("Allow {rule} {shown}"), comment_in_front(document, &comment))
    };
    words.chain([("in this file".to_string(), Vec::new())]).map(comment).collect()
}

/// The object that a place belongs to, in words, and as a suppression names it.
fn object_words(document: &Document, place: Place) -> Option<(String, Vec<u8>)> {
    let (noun, record, index) = match place.owner() {
        Object::Mesh(index) => ("mesh", Record::Mesh, index),
        Object::Material(index) => ("material", Record::Material, index),
        Object::Bone(index) => ("bone", Record::Bone, index),
        Object::File | Object::Block(_) => return None,
    };
    // The comment should not have what other rules find in text.
    let is_plain = |name: &&[u8]| name.iter().all(|byte| matches!(byte, b' '..=b'~') && *byte != b'"');
    let name = document.name_of(record, index).filter(|name| !name.is_empty()).filter(is_plain)?;
    let shown = format!("{noun} \"{}\"", quote(name));
    Some((shown, [format!("{noun} \"").as_bytes(), name, b"\""].concat()))
}

/// A line before the first block, where engines skip comments: after the first line, if that says what the file is.
fn comment_in_front(document: &Document, comment: &[u8]) -> Edit {
    let bytes = document.source.bytes();
    let at = match document.header {
        Some(header) => line_from(bytes, header.start as usize).next,
        None if bytes.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len(),
        None => 0,
    };
    Edit { span: Span::empty(at), text: [comment, document.line_ending()].concat() }
}
