//! Places in models: which words lead to them, what is shown about them, and what uses what.

use std::collections::{HashMap, HashSet};
use std::iter::successors;

use crate::support::{bytes_of, listing_of, models, name_of, root};
use ms3dlint::actions::lint;
use ms3dlint::base::lines::line_from;
use ms3dlint::base::span::Span;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document::dump::values;
use ms3dlint::document::inspect::{about_nothing, about_target};
use ms3dlint::document::listing;
use ms3dlint::document::references::{referred, referring};
use ms3dlint::document::target::target;
use ms3dlint::document::{Document, read};
use ms3dlint::model::place::Place;

#[test]
fn the_listing_in_the_documentation_is_one() {
    let page = std::fs::read_to_string(root().join("docs/listing.md")).unwrap();
    let (_, rest) = page.split_once("```listing\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    assert_eq!(listing_of(&listing::assemble(example).unwrap()), example);
}

fn own(name: &str) -> Document {
    let path = root().join("corpus/ok").join(name);
    read(name_of(&path), bytes_of(&path))
}

#[track_caller]
fn refused(document: &Document, words: &str) -> String {
    target(document, words).expect_err(words)
}

#[test]
fn what_makes_no_sense_or_is_not_there_is_refused_with_a_reason() {
    let text = own("lamp_three_bones.txt");
    assert_eq!(refused(&text, "0"), "lines count from 1");
    assert_eq!(refused(&text, "999"), "the file has 293 lines");
    assert_eq!(refused(&text, "12:200"), "line 12 has no column 200");
    assert_eq!(refused(&text, "12:x"), "\"12:x\" is not a line and column");
    assert_eq!(refused(&text, "0xzz"), "\"0xzz\" is not an offset");
    let names = "; meshes: \"foot\", \"rod\", \"shade\"; materials: \"brass\", \"linen\"; bones: \"base\", \"arm\", \"shade\"";
    let how = format!("; write it as in 80, 80:5, 'bone \"arm\"' or 'mesh 0, vertex 3, x'{names}");
    assert_eq!(refused(&text, ""), format!("\"\" is not a place{how}"));
    assert_eq!(refused(&text, "mehs 0"), format!("\"mehs 0\" is not a place{how}; did you mean \"mesh\"?"));
    assert_eq!(refused(&text, "vertex"), "which vertex? give its index: `vertex 0`");
    let which = format!("which mesh? give its index or its name: `mesh 0`{names}");
    assert_eq!(refused(&text, "mesh"), which);
    assert_eq!(refused(&text, "bone \"arn\""), "no bone is called \"arn\"; did you mean \"arm\"?");
    let meshes = "; meshes: \"foot\", \"rod\", \"shade\"";
    assert_eq!(refused(&text, "mesh turret"), format!("no mesh is called \"turret\"{meshes}"));
    assert_eq!(refused(&text, "vertex 3"), "of which mesh? as in `mesh 0, vertex 3`");
    assert_eq!(refused(&text, "position key 0"), "of which bone? as in `bone 0, position key 0`");
    assert_eq!(refused(&text, "mesh 0, vertex 3000"), "there is no mesh 0, vertex 3000");
    assert_eq!(refused(&text, "mesh 0, vertex 3, w"), "there is no \"w\" in it; did you mean \"x\"?");
    assert_eq!(refused(&text, "mesh 0, vertex 3, u, v"), "\"v\" is too much");
    assert_eq!(refused(&text, "block Bonse"), "there is no block Bonse; did you mean \"Bones\"?");
    let binary = own("flag_waving.listing");
    assert_eq!(refused(&binary, "12"), "a binary file has no lines; give an offset, as in 0x2f");
    assert_eq!(refused(&binary, "0xffff"), "the file has 2,540 bytes");
}

/// What is missing is reported where a line or the file ends.
#[test]
fn every_place_that_reports_print_can_be_asked_about() {
    let mut asked = 0;
    for path in ["ok", "bad", "crash"].iter().flat_map(|folder| models(&root().join("corpus").join(folder))) {
        let document = read(name_of(&path), bytes_of(&path));
        if !document.is_binary() && !document.is_text() {
            continue;
        }
        let report = lint::lint(&document, &Context::default(), &lint::Options::default());
        let starts = report.findings.iter().map(|finding| finding.span().start as usize);
        let mut locator = document.locator();
        for start in starts {
            let position = locator.position(start);
            let words = match document.is_binary() {
                true => format!("{start:#x}"),
                false => format!("{}:{}", position.line, position.column),
            };
            let found = target(&document, &words).map(|target| target.offset(&document));
            assert_eq!(found, Ok(Some(start)), "{words} in {}", path.display());
            asked += 1;
        }
    }
    assert!(asked > 500, "{asked}");
}

#[test]
fn what_was_not_read_is_told_with_what_is_before_it() {
    const MODEL: &str =
        "// MilkShape 3D ASCII\n\nFrames: 1\nFrame: 1\n \nMeshes: 0\nnonsense here\nMaterials: 0\n";
    let text = read("a.txt", MODEL.as_bytes().to_vec());
    let told = |words: &str| about_nothing(&text, MODEL.find(words).unwrap());
    assert_eq!(told("// "), ["a comment: // MilkShape 3D ASCII"]);
    assert_eq!(told("\nFrames"), ["an empty line"]);
    assert_eq!(told(" \nMeshes"), ["an empty line", "after block Frame"]);
    assert_eq!(told("here"), ["not read: nonsense here", "after block Meshes"]);
}

#[test]
fn a_block_that_the_format_does_not_have_is_called_what_it_calls_itself() {
    let text = "// MilkShape 3D ASCII\nMeshes: 0\nLights: 2\nlamp 1\nMaterials: 0\nBones: 0\n";
    let document = read("a.txt", text.as_bytes().to_vec());
    assert_eq!(told(&document, "block Lights"), "block Lights: count=2");
    assert_eq!(told(&document, "block Lights"), told(&document, "3:1"));
    assert_eq!(refused(&document, "block Light"), "there is no block Light; did you mean \"Lights\"?");
    assert_eq!(
        about_nothing(&document, text.find("lamp").unwrap()),
        ["not read: lamp 1", "after block Lights"]
    );
}

#[test]
fn each_line_that_is_asked_about_is_shown_itself() {
    let mut asked = 0;
    for path in ["ok", "bad"].iter().flat_map(|folder| models(&root().join("corpus").join(folder))) {
        let document = read(name_of(&path), bytes_of(&path));
        if !document.is_text() || document.source.len() > 100_000 {
            continue;
        }
        let bytes = document.source.bytes();
        let starts =
            successors(Some(0), |at| Some(line_from(bytes, *at).next).filter(|at| *at < bytes.len()));
        for (number, at) in (1..).zip(starts) {
            let shown = told(&document, &number.to_string());
            let values = values(&document, at).unwrap_or_default();
            assert!(
                document.place_at(at).is_none() || shown.contains(&values),
                "{}:{number}: {shown}",
                path.display()
            );
            asked += 1;
        }
    }
    assert!(asked > 5000, "{asked}");
}

/// What is shown about the place that words lead to.
#[track_caller]
fn told(document: &Document, words: &str) -> String {
    about_target(document, target(document, words).unwrap()).join("; ")
}

#[test]
fn lines_columns_and_offsets_lead_to_fields() {
    let text = own("lamp_three_bones.txt");
    assert_eq!(told(&text, "line 12"), told(&text, "mesh \"foot\", vertex 3"));
    assert_eq!(told(&text, "12:3"), told(&text, "mesh 0, vertex 3, x"));
    // As a shell hands it over that took the quotation marks away.
    assert_eq!(told(&text, "12:3"), told(&text, "mesh foot, vertex 3, x"));
    assert!(told(&text, "12:3").starts_with("mesh \"foot\", vertex 3, x: -0.576272; "));
    let binary = own("flag_waving.listing");
    assert_eq!(told(&binary, "0x0000002f"), "vertex 2, x: 0.5; used by 4 faces: 0, 1, 4, 5");
    assert_eq!(told(&text, "2"), "an empty line");
}

#[test]
fn indices_and_counts_are_followed() {
    let text = own("lamp_three_bones.txt");
    assert_eq!(
        told(&text, "mesh 0, face 2, second vertex"),
        "mesh \"foot\", face 2, second vertex: 3; that is mesh \"foot\", vertex 3"
    );
    assert_eq!(
        told(&text, "mesh 0, vertex count"),
        "mesh \"foot\", vertex count: 20; 20 vertices follow: lines 9 to 28"
    );
    // These numbers count nothing that follows.
    for (words, says) in [
        ("block Frames, count", "block Frames: 30; so many frames the animation has"),
        ("block Frame, count", "block Frame: 1; the frame that is shown when the model is opened"),
    ] {
        assert_eq!(told(&text, words), says);
    }
    assert_eq!(told(&text, "block Bones, count"), "block Bones, count: 3; 3 bones follow: lines 253 to 289");
    assert_eq!(
        told(&text, "bone 1, parent"),
        "bone \"arm\", parent: \"base\"; that is bone \"base\"; moves 24 vertices; parent of 1 bone: 2"
    );
    let binary = own("flag_waving.listing");
    assert_eq!(told(&binary, "mesh 0, material"), "mesh \"foot\", material: -1; that is none");
    assert_eq!(
        told(&binary, "vertex extra 11, second bone"),
        "vertex extra 11, second bone: 1; that is bone \"inner\""
    );
    assert_eq!(told(&binary, "comment 1, index"), "comment 1, index: 2; that is bone \"outer\"");
    assert_eq!(
        told(&binary, "face 7, group"),
        "mesh \"cloth\", face 7, group: 1; that is mesh \"cloth\"; listed by 1 mesh: 1"
    );
    assert_eq!(
        told(&binary, "mesh 1, member 0, face"),
        "mesh \"cloth\", member 0, face: 6; that is mesh \"cloth\", face 6"
    );
    assert_eq!(
        told(&binary, "block Vertices, count"),
        "block Vertices, count: 15; 15 vertices follow: 0x10 to 0xf0"
    );
    assert_eq!(
        told(&binary, "block MaterialComments, count"),
        "block MaterialComments, count: 0; nothing follows"
    );
    assert_eq!(
        told(&binary, "material 0"),
        "material \"linen\": name=\"linen\" ambient=0.2,0.2,0.2,1.0 diffuse=0.9,0.9,0.8,1.0 specular=0.0,0.0,0.0,1.0 \
         emissive=0.0,0.0,0.0,1.0 shininess=0.0 transparency=1.0 mode=0 texture=\"linen.bmp\" alpha-map=\"\"; used by 1 mesh: 1"
    );
}

#[test]
fn an_index_without_anything_behind_it_is_told() {
    let text = "Meshes: 1\n\"a\" 0 7\n0\n0\n1\n0 0 -2 -1 0 0 0 1\nMaterials: 0\nBones: 1\n\"b\"\n\"c\"\n0 0 0 0 0 0 0\n0\n0\n";
    let document = read("a.txt", text.as_bytes().to_vec());
    assert_eq!(told(&document, "mesh 0, material"), "mesh \"a\", material: 7; there is no material 7");
    assert_eq!(told(&document, "mesh 0, face count"), "mesh \"a\", face count: 1; 1 face follows: line 6");
    assert_eq!(
        told(&document, "face 0, first vertex"),
        "mesh \"a\", face 0, first vertex: 0; there is no mesh \"a\", vertex 0"
    );
    assert_eq!(
        told(&document, "face 0, second vertex"),
        "mesh \"a\", face 0, second vertex: -2; no index is negative"
    );
    assert_eq!(
        told(&document, "bone 0, parent"),
        "bone \"b\", parent: \"c\"; there is no such bone; moves 0 vertices; parent of no bone"
    );
}

/// What uses something is what its references list, also where a row cannot be read as a whole, and by weights.
#[test]
fn what_uses_something_is_among_its_references() {
    let text = "Meshes: 1\n\"a\" 0 -1\n2\n0 0 0 0 0 0 0\n0 0,5 0 0 0 0 0\n0\n0\nMaterials: 0\nBones: 1\n\"b\"\n\"\"\n0 0 0 0 0 0 0\n0\n0\n";
    let document = read("a.txt", text.as_bytes().to_vec());
    assert_eq!(
        told(&document, "bone 0, parent"),
        "bone \"b\", parent: \"\"; moves 2 vertices; parent of no bone"
    );
    let binary = own("flag_waving.listing");
    let users = told(&binary, "bone 0, parent");
    assert_eq!(users, "bone \"pole\", parent: \"\"; named by 15 vertices; parent of 1 bone: 1");
}

#[test]
fn a_quote_within_a_name_does_not_end_it() {
    let text = "Meshes: 0\nMaterials: 0\nBones: 0\n";
    let document = read("a.txt", text.as_bytes().to_vec());
    let words = "bone \"a\"b, c\", parent";
    let refused = target(&document, words).map(|_| ()).unwrap_err();
    assert!(refused.starts_with("no bone is called \"a\"b, c\""), "{refused}");
}

/// Whatever a field refers to is referred to by that field, also if the rest of its row cannot be read.
#[test]
fn what_a_field_refers_to_has_it_among_its_references() {
    let mut all = 0;
    for path in models(&root().join("corpus")) {
        let document = read(path.display().to_string(), bytes_of(&path));
        let mut known = HashMap::<Place, HashSet<Span>>::new();
        for token in document.tokens() {
            let Some((field, to)) = token.field.and_then(|field| Some((field, referred(&document, field)?)))
            else {
                continue;
            };
            let fields = |to| referring(&document, to).into_iter().filter_map(|field| document.locate(field));
            let known = known.entry(to).or_insert_with(|| fields(to).collect());
            let span = document.locate(field).unwrap();
            assert!(known.contains(&span), "{}: {field:?} refers to {to:?}", path.display());
            all += 1;
        }
    }
    assert!(all > 1000, "{all} references");
}
