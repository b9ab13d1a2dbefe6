//! The five things that break real pipelines most, each at its exact field, line and column.

use crate::support::{check, of_rule};
use ms3dlint::document::describe::describe;

/// A model with all of them: an absolute texture path, a cycle and a forward reference among the
/// bones, more normals than vertices and a wrong vertex count, an exponent, and indices of a bone
/// and a material that do not exist.
const MODEL: &str = "\
// MilkShape 3D ASCII
Frames: 30
Frame: 1
Meshes: 1
\"body\" 0 7
4
0 0.000000 0.000000 0.000000 0.000000 1.000000 0
0 1.000000 4e-05 0.000000 1.000000 1.000000 1
0 0.000000 1.000000 0.000000 0.000000 0.000000 9
1
0.000000 0.000000 1.000000
1
0 0 1 2 0 0 0 1
Meshes: 0
Materials: 1
\"skin\"
0.200000 0.200000 0.200000 1.000000
0.800000 0.800000 0.800000 1.000000
0.000000 0.000000 0.000000 1.000000
0.000000 0.000000 0.000000 1.000000
0.000000
1.000000
\"C:\\Users\\me\\skin.png\"
\"\"
Bones: 4
\"hand\"
\"arm\"
0 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000
0
0
\"arm\"
\"\"
0 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000
0
0
\"egg\"
\"hen\"
0 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000
0
0
\"hen\"
\"egg\"
0 0.000000 0.000000 0.000000 0.000000 0.000000 0.000000
0
0
";

/// Asserts the line, the column, the text that is pointed at, and the place in the model.
#[track_caller]
fn assert_at(rule: &str, line: usize, column: usize, text: &str, place: &str) {
    let (document, report) = check("model.txt", MODEL.as_bytes());
    let findings = of_rule(&report, rule);
    assert_eq!(findings.len(), 1, "{rule} has one finding");
    let span = findings[0].span();
    let position = document.locator().position(span.start as usize);
    assert_eq!((position.line, position.column), (line, column), "{rule}");
    assert_eq!(document.bytes(span), text.as_bytes(), "{rule}");
    assert_eq!(describe(&document, findings[0].place), place, "{rule}");
}

#[test]
fn absolute_texture_paths() {
    assert_at("absolute-texture-path", 23, 2, "C:\\Users\\me\\skin.png", "material \"skin\", texture");
}

#[test]
fn parent_cycles_and_forward_references() {
    assert_at("parent-cycle", 37, 1, "\"hen\"", "bone \"egg\", parent");
    assert_at("parent-after-child", 27, 1, "\"arm\"", "bone \"hand\", parent");
}

#[test]
fn vertex_and_normal_counts() {
    // The place that lacks the row comes first, the declaration second.
    assert_at("count-mismatch", 10, 1, "1", "mesh \"body\", vertex count");
    let (document, report) = check("model.txt", MODEL.as_bytes());
    let declared = of_rule(&report, "count-mismatch")[0].labels[1].span;
    let position = document.locator().position(declared.start as usize);
    assert_eq!((position.line, position.column), (6, 1));

    let counted = MODEL.replacen("\n4\n", "\n3\n", 1);
    let (document, report) = check("model.txt", counted.as_bytes());
    let differs = of_rule(&report, "normal-count-differs")[0];
    let position = document.locator().position(differs.span().start as usize);
    assert_eq!((position.line, position.column), (10, 1));
    assert_eq!(describe(&document, differs.place), "mesh \"body\", normal count");
}

#[test]
fn exponent_floats() {
    assert_at("exponent-float", 8, 12, "4e-05", "mesh \"body\", vertex 1, y");
}

#[test]
fn bone_and_material_indices() {
    assert_at("bone-index-out-of-range", 9, 48, "9", "mesh \"body\", vertex 2, bone");
    assert_at("material-index-out-of-range", 5, 10, "7", "mesh \"body\", material");
}

/// Beyond 65,535 an index wraps, and not before.
#[test]
fn indices_that_do_not_fit_16_bits() {
    let model = |rows: usize, normal: usize| {
        let normals = "0.0 0.0 1.0\n".repeat(rows);
        format!(
            "Meshes: 1\n\"large\" 0 -1\n3\n0 0.0 0.0 0.0 0.0 1.0 -1\n0 1.0 0.0 0.0 1.0 1.0 -1\n\
             0 0.0 1.0 0.0 0.0 0.0 -1\n{rows}\n{normals}1\n0 0 1 2 0 0 {normal} 1\n"
        )
    };
    for (rows, normal, expected) in [(65_536, 65_535, 0), (65_537, 65_536, 1), (3, 65_536, 0)] {
        let (_, report) = check("large.txt", model(rows, normal).as_bytes());
        assert_eq!(of_rule(&report, "index-exceeds-16-bits").len(), expected, "{rows} rows");
    }
}
