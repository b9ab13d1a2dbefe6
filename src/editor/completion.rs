//! Completion: names of blocks, of bones for parents, of rules in suppressions, and paths of textures.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use gen_lsp_types::{CompletionItem, CompletionItemKind, Position, Range};

use crate::base::file_tree::FileTree;
use crate::base::folder::{EntryKind, is_picture};
use crate::base::span::Span;
use crate::editor::open_file::OpenFile;
use crate::layout::{BlockKind, Record, fields};
use crate::model::{Bone, Parent, named_objects};
use crate::rules;

/// What may be written at a position.
///
/// `files` gives the files around the model as they are now: a texture may be new.
pub(crate) fn completions(
    file: &OpenFile,
    position: Position,
    files: impl FnOnce() -> Option<Arc<dyn FileTree>>,
) -> Vec<CompletionItem> {
    if file.is_listing() {
        return Vec::new();
    }
    let text = file.text();
    let at = text.offset(position);
    let start = text.starts()[text.line_of(at)];
    let before = &text.text()[start..at];
    let after = text.text()[at..].split(['\r', '\n']).next().unwrap_or_default();
    let range = |from: usize, to: usize| text.range(start + from, at + to);
    if let Some(typed) = rule_before(before) {
        // What is left of a name after the cursor is replaced, too.
        let rest = after.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(after.len());
        return rule_names(range(before.len() - typed.len(), rest));
    }
    let place = file.document().place_at(file.offset(Position { line: position.line, character: 0 }));
    if let Some(open) = before.find('"').filter(|open| !before[open + 1..].contains('"')) {
        let typed = &before[open + 1..];
        // What is after the cursor is replaced, too, up to the quote.
        let rest = after.find('"').unwrap_or(0);
        return match place.map(|place| (place.record, place.field, place.object)) {
            Some((Record::Bone, Some(fields::bone::PARENT), bone)) => {
                parent_names(file, bone, range(open + 1, rest))
            }
            Some((Record::Material, Some(fields::material::TEXTURE | fields::material::ALPHA_MAP), _)) => {
                let folder = typed.rfind(['/', '\\']).map_or(0, |separator| separator + 1);
                textures(files().as_deref(), &typed[..folder], range(open + 1 + folder, rest))
            }
            _ => Vec::new(),
        };
    }
    if before.bytes().all(|byte| byte.is_ascii_alphabetic()) && after.trim().is_empty() {
        return block_names(file, range(0, 0));
    }
    Vec::new()
}

fn item(label: String, kind: CompletionItemKind, detail: Option<String>, range: Range) -> CompletionItem {
    let edit = gen_lsp_types::TextEdit { range, new_text: label.clone() };
    CompletionItem {
        label,
        kind: Some(kind),
        detail,
        text_edit: Some(edit.into()),
        ..CompletionItem::default()
    }
}

/// The blocks that the file does not have yet.
fn block_names(file: &OpenFile, range: Range) -> Vec<CompletionItem> {
    let model = &file.document().model;
    let missing = BlockKind::ALL.into_iter().filter(|kind| model.block(*kind).is_none());
    let block = |kind: BlockKind| {
        item(
            format!("{}: {}", kind.name(), model.number_of_missing(kind)),
            CompletionItemKind::Keyword,
            None,
            range,
        )
    };
    missing.map(block).collect()
}

/// The names of bones that may be the parent of one: all but its own, and those of the bones that hang on it.
fn parent_names(file: &OpenFile, child: u32, range: Range) -> Vec<CompletionItem> {
    let document = file.document();
    let hanging = hanging_on(&document.model.bones, child);
    // A name is that of the first bone which has it.
    let mut seen = HashSet::new();
    let bones = named_objects(&document.model).filter(|(place, ..)| place.record == Record::Bone);
    let names = bones.filter_map(|(place, _, name)| Some((place, name.filter(|name| !name.is_empty())?)));
    let names = names
        .filter(move |(_, name)| seen.insert(document.bytes(*name)))
        .filter(|(place, _)| !hanging[place.object as usize])
        .map(|(_, name)| name);
    let name = |span| file.spelling().read(document.bytes(span));
    let bone = |(span, number): (Span, u32)| CompletionItem {
        // In the order of the file, as a parent comes before its children.
        sort_text: Some(format!("{number:06}")),
        ..item(name(span), CompletionItemKind::Struct, Some("bone".to_string()), range)
    };
    names.zip(0..).map(bone).collect()
}

/// Which bones hang on a bone: itself, and those whose parents lead to it.
fn hanging_on(bones: &[Bone], bone: u32) -> Vec<bool> {
    let mut hanging = vec![false; bones.len()];
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for (index, child) in bones.iter().enumerate() {
        if let Parent::Bone(parent) = child.parent_bone {
            children.entry(parent).or_default().push(index as u32);
        }
    }
    let mut open = vec![bone];
    while let Some(next) = open.pop() {
        // A circle of parents is gone around once.
        if hanging.get(next as usize) == Some(&false) {
            hanging[next as usize] = true;
            open.extend(children.get(&next).into_iter().flatten());
        }
    }
    hanging
}

/// The pictures in a folder, and the folders in it that are not hidden. It is given as it is written before the name.
fn textures(files: Option<&dyn FileTree>, folder: &str, range: Range) -> Vec<CompletionItem> {
    let Some(files) = files else { return Vec::new() };
    let folder = folder.replace('\\', "/");
    let names = folder.split('/').filter(|name| !name.is_empty() && *name != ".").collect::<Vec<_>>();
    // A path that goes up, or begins at the root, is not looked at.
    if folder.starts_with('/') || names.contains(&"..") {
        return Vec::new();
    }
    let Some(listing) = files.list(names.join("/").as_bytes()) else { return Vec::new() };
    let entry = |(name, kind): (&[u8], EntryKind)| {
        let kind = match kind {
            // A path would end within it.
            _ if name.iter().any(|byte| *byte == b'"' || byte.is_ascii_control()) => return None,
            EntryKind::Folder if name.starts_with(b".") => return None,
            EntryKind::Folder => CompletionItemKind::Folder,
            _ if is_picture(name) => CompletionItemKind::File,
            _ => return None,
        };
        Some(item(std::str::from_utf8(name).ok()?.to_string(), kind, None, range))
    };
    listing.entries().filter_map(entry).collect()
}

/// The beginning of the name of a rule in a suppression that ends here.
fn rule_before(before: &str) -> Option<&str> {
    let (comment, names) = before.rsplit_once('(')?;
    let is_suppression = comment.trim_start().starts_with("//") && comment.contains("ms3dlint");
    (is_suppression && !names.contains(')')).then(|| names.rsplit([',', ' ']).next()).flatten()
}

fn rule_names(range: Range) -> Vec<CompletionItem> {
    let rule = |rule: &&crate::diagnostics::rule::Rule| {
        item(rule.name.to_string(), CompletionItemKind::Value, Some(rule.summary.to_string()), range)
    };
    rules::ALL.iter().map(rule).collect()
}
