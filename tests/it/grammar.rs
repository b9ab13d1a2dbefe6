//! The grammar by which editors colour ASCII models, made of the tables of the format.

use ms3dlint::layout::{BlockKind, FieldKind, Record, lines};
use serde_json::{Value, json};

use crate::support::{assert_reviewed, root};

/// The records of ASCII models that have lines of their own.
const RECORDS: [Record; 9] = [
    Record::Mesh,
    Record::Vertex,
    Record::Normal,
    Record::Face,
    Record::Material,
    Record::Bone,
    Record::PositionKey,
    Record::RotationKey,
    Record::Comment,
];

const INTEGER: &str = r"[-+]?\d+";
const NUMBER: &str = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?";
const TEXT: &str = r#""[^"]*""#;

/// What a field looks like, and how it is coloured: what is an index or a flag otherwise than what is measured.
fn look(kind: FieldKind) -> (&'static str, &'static str) {
    match kind {
        FieldKind::Integer => (INTEGER, "variable.other.integer.milkshape"),
        FieldKind::Count => (INTEGER, "keyword.other.count.milkshape"),
        FieldKind::Float => (NUMBER, "constant.numeric.milkshape"),
        FieldKind::Text => (TEXT, "string.quoted.double.milkshape"),
        FieldKind::FreeText => ("", ""),
    }
}

/// Each kind of line once, with the records that have such lines. What must be integers comes before what may be.
fn shapes() -> Vec<(Vec<FieldKind>, Vec<Record>)> {
    let mut shapes: Vec<(Vec<FieldKind>, Vec<Record>)> = Vec::new();
    for record in RECORDS {
        for line in lines(record) {
            let kinds: Vec<_> = line.iter().map(|field| field.kind).collect();
            match shapes.iter_mut().find(|(known, _)| *known == kinds) {
                Some((_, records)) if records.contains(&record) => {}
                Some((_, records)) => records.push(record),
                None => shapes.push((kinds, vec![record])),
            }
        }
    }
    shapes.retain(|(kinds, _)| !kinds.contains(&FieldKind::FreeText));
    shapes.sort_by_key(|(kinds, _)| kinds.iter().filter(|kind| **kind == FieldKind::Float).count());
    shapes
}

fn pattern((kinds, records): (Vec<FieldKind>, Vec<Record>)) -> Value {
    let fields: Vec<_> = kinds.iter().map(|kind| format!("({})", look(*kind).0)).collect();
    let captures = (1..).zip(&kinds).map(|(at, kind)| (format!("{at}"), json!({ "name": look(*kind).1 })));
    let records: Vec<_> = records.iter().map(|record| format!("{record:?}")).collect();
    json!({
        "comment": records.join(", "),
        "match": format!(r"^\s*{}\s*$", fields.join(r"\s+")),
        "captures": captures.collect::<serde_json::Map<_, _>>(),
    })
}

fn grammar() -> Value {
    let blocks = BlockKind::ALL.map(BlockKind::name).join("|");
    let mut patterns = vec![
        json!({
            "match": r"^\s*(//\s*ms3dlint:)(.*)$",
            "name": "comment.line.double-slash.milkshape",
            "captures": { "1": { "name": "keyword.other.suppression.milkshape" } },
        }),
        json!({ "match": r"^\s*//.*$", "name": "comment.line.double-slash.milkshape" }),
        json!({
            "match": format!(r"^\s*({blocks})(:)\s*({INTEGER})?"),
            "captures": {
                "1": { "name": "keyword.control.block.milkshape" },
                "2": { "name": "punctuation.separator.milkshape" },
                "3": { "name": look(FieldKind::Count).1 },
            },
        }),
    ];
    patterns.extend(shapes().into_iter().map(pattern));
    // What is in no such line is coloured, too, as far as it is known.
    patterns.push(json!({ "match": TEXT, "name": look(FieldKind::Text).1 }));
    patterns.push(json!({ "match": r#""[^"]*$"#, "name": "invalid.illegal.unterminated.milkshape" }));
    patterns.push(json!({ "match": NUMBER, "name": look(FieldKind::Float).1 }));
    json!({
        "comment": "Made by tests/it/grammar.rs.",
        "name": "MilkShape 3D ASCII",
        "scopeName": "source.milkshape",
        "patterns": patterns,
    })
}

#[test]
fn the_grammar_is_that_of_the_tables() {
    let text = serde_json::to_string_pretty(&grammar()).unwrap() + "\n";
    assert_reviewed(&root().join("editors/vscode/syntaxes/milkshape.tmLanguage.json"), &text);
}
