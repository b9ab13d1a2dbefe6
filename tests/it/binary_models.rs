//! Generates binary models, by way of their listings.

use ms3dlint::document::listing;
use proptest::prelude::*;

/// Floats, usual and not.
fn float() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["0.0", "-0.0", "1.0", "-1.0", "0.5"]).prop_map(str::to_string),
        4 => (-2.0f32..2.0).prop_map(|n| n.to_string()),
        1 => any::<u32>().prop_map(f32::from_bits).prop_map(|n| n.to_string()),
        1 => prop::sample::select(vec!["nan(0x7fc00001)", "inf", "-inf", "1e38"]).prop_map(str::to_string),
    ]
}

fn floats(count: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(float(), count).prop_map(|floats| floats.join(","))
}

/// Names and paths: usual ones, some with bytes after their end, and some that fill their field.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => r#""[a-c]{0,3}""#,
        1 => r#""[A-Za-z ./]{0,15}""#,
        1 => r#""[a-c]"\+[1-9a-f]{2}"#,
        1 => r#""[a-z]{32}""#,
        1 => r#""(\\x[0-9a-f]{2}){0,8}""#,
        1 => Just(r#"".\\a\\b.png""#.to_string()),
    ]
}

/// What is added to a count: mostly nothing.
fn wrong() -> impl Strategy<Value = i32> {
    prop_oneof![12 => Just(0), 1 => -1..3i32]
}

/// A block of fewer than `most` objects.
fn counted(
    block: &'static str,
    object: impl Strategy<Value = String>,
    most: usize,
) -> impl Strategy<Value = String> {
    (prop::collection::vec(object, 0..most), wrong()).prop_map(move |(objects, wrong)| {
        let count = (objects.len() as i32 + wrong).max(0);
        format!("{block}: count={count}\n{}", objects.concat())
    })
}

fn vertex() -> impl Strategy<Value = String> {
    (0..16u8, floats(3), -1..4i8, any::<u8>()).prop_map(|(flags, position, bone, count)| {
        format!("vertex: flags={flags} position={position} bone={bone} reference-count={count}\n")
    })
}

fn face() -> impl Strategy<Value = String> {
    let fields = (prop::array::uniform3(0..5u16), floats(9), floats(3), floats(3), 0..34u8, 0..3u8);
    fields.prop_map(|([a, b, c], normals, u, v, smoothing, group)| {
        format!("face: flags=0 vertices={a},{b},{c} normals={normals} u={u} v={v} ")
            + &format!("smoothing-group={smoothing} group={group}\n")
    })
}

fn mesh() -> impl Strategy<Value = String> {
    let members = prop::collection::vec(0..4u16, 0..4);
    (name(), members, wrong(), -1..3i8).prop_map(|(name, members, wrong, material)| {
        let rows: String = members.iter().map(|face| format!("members: faces={face}\n")).collect();
        let count = (members.len() as i32 + wrong).max(0);
        format!("mesh: flags=0 name={name} face-count={count}\n{rows}end of mesh: material={material}\n")
    })
}

fn material() -> impl Strategy<Value = String> {
    let fields = (name(), prop::array::uniform4(floats(4)), float(), float(), name(), name());
    fields.prop_map(|(name, [ambient, diffuse, specular, emissive], shininess, transparency, texture, alpha)| {
        format!("material: name={name} ambient={ambient} diffuse={diffuse} specular={specular} emissive={emissive} ")
            + &format!("shininess={shininess} transparency={transparency} mode=0 texture={texture} alpha-map={alpha}\n")
    })
}

fn animation() -> impl Strategy<Value = String> {
    (float(), float(), any::<i16>()).prop_map(|(rate, frame, count)| {
        format!("animation: frames-per-second={rate} current-frame={frame} frame-count={count}\n")
    })
}

/// Fewer than four keys.
fn keys(kind: &'static str) -> impl Strategy<Value = Vec<String>> {
    let key = (float(), floats(3))
        .prop_map(move |(time, value)| format!("{kind} key: time={time} {kind}={value}\n"));
    prop::collection::vec(key, 0..4)
}

fn bone() -> impl Strategy<Value = String> {
    let fields = (name(), name(), floats(3), floats(3), keys("rotation"), keys("position"));
    fields.prop_map(|(name, parent, rotation, position, turns, moves)| {
        format!("bone: flags=0 name={name} parent={parent} rotation={rotation} position={position} ")
            + &format!("rotation-key-count={} position-key-count={}\n", turns.len(), moves.len())
            + &turns.concat()
            + &moves.concat()
    })
}

fn comments() -> impl Strategy<Value = String> {
    let length = |text: &str, wrong| text.len() as i32 + wrong;
    let about = move || {
        (-1..3i32, "[a-z]{0,6}", wrong()).prop_map(move |(index, text, wrong)| {
            format!("comment: index={index} length={} text=\"{text}\"\n", length(&text, wrong))
        })
    };
    let of_model = ("[a-z]{0,6}", wrong()).prop_map(move |(text, wrong)| {
        format!("model comment: length={} text=\"{text}\"\n", length(&text, wrong))
    });
    let [meshes, materials, bones] = ["mesh comments", "material comments", "bone comments"];
    let blocks = (
        counted(meshes, about(), 3),
        counted(materials, about(), 2),
        counted(bones, about(), 2),
        counted("model comments", of_model, 2),
    );
    blocks.prop_map(|(mesh, material, bone, model)| {
        format!("comments: version=1\n{mesh}{material}{bone}{model}")
    })
}

/// The extras of so many vertices.
fn vertex_extras(count: usize) -> impl Strategy<Value = String> {
    let row = (prop::array::uniform3(-2..4i8), prop::array::uniform3(0..120u8));
    let rows = prop::collection::vec(row, count);
    (rows, prop_oneof![8 => 1..4usize, 1 => Just(4)]).prop_map(|(rows, version)| {
        let numbers = ["", " extra=7", " extra=7,8", ""][version - 1];
        let row = |([a, b, c], [d, e, f]): &([i8; 3], [u8; 3])| {
            format!("vertex extra: bones={a},{b},{c} weights={d},{e},{f}{numbers}\n")
        };
        format!("vertex extras: version={version}\n{}", rows.iter().map(row).collect::<String>())
    })
}

/// The extras of so many bones.
fn bone_extras(count: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(floats(3), count).prop_map(|colors| {
        let rows = colors.iter().map(|color| format!("bone extra: color={color}\n"));
        format!("bone extras: version=1\n{}", rows.collect::<String>())
    })
}

fn model_extra() -> impl Strategy<Value = String> {
    (float(), -1..4i32, float()).prop_map(|(size, mode, alpha)| {
        format!(
            "model extras: version=1\nmodel extra: joint-size={size} transparency-mode={mode} alpha-reference={alpha}\n"
        )
    })
}

/// Everything before the comments.
fn body() -> impl Strategy<Value = String> {
    let version = prop_oneof![12 => Just(4), 3 => Just(3), 1 => 0..6i32];
    let blocks = (
        counted("vertices", vertex(), 5),
        counted("faces", face(), 4),
        counted("meshes", mesh(), 3),
        counted("materials", material(), 3),
        animation(),
        counted("bones", bone(), 4),
    );
    (version, blocks).prop_map(|(version, (vertices, faces, meshes, materials, animation, bones))| {
        format!("header: id=\"MS3D000000\" version={version}\n{vertices}{faces}{meshes}{materials}{animation}{bones}")
    })
}

/// Binary models with counts that may be wrong, and with all or some of the sections that follow the bones.
pub(crate) fn binary_model() -> impl Strategy<Value = Vec<u8>> {
    let whole = body().prop_flat_map(|body| {
        let rows = |record: &str| body.lines().filter(|line| line.starts_with(record)).count();
        let extras = (vertex_extras(rows("vertex:")), bone_extras(rows("bone:")), model_extra());
        (Just(body), comments(), extras, 0..6usize)
    });
    whole.prop_map(|(body, comments, (vertices, bones, model), sections)| {
        let tail = [comments, vertices, bones, model, "bytes: 00 ff\n".to_string()];
        let text = body + &tail[..sections].concat();
        listing::assemble(&text).unwrap_or_else(|problem| panic!("{problem:?} in {text}"))
    })
}
