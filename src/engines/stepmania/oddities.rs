//! What the programs take otherwise than an ASCII model says.

use std::collections::HashSet;

use crate::base::display::{counted, float, number};
use crate::diagnostics::effect::{EffectCause, Topic};
use crate::document::Document;
use crate::engines::posed::{PosedBone, late_key, misplaced, straightened, unsorted_keys};
use crate::engines::stepmania::Branch;
use crate::engines::stepmania::held::{StepManiaBone, StepManiaModel, StepManiaVertex};
use crate::engines::tally::OddityTally;
use crate::engines::unread::{faceless, unread};
use crate::engines::{Oddity, OddityKind};
use crate::layout::{BlockKind, Record, fields};
use crate::model::place::Place;
use crate::model::{Bone, Mesh};

/// All that lines alone do not show. What comes after reading is only there if the program comes so far.
pub(super) fn of(document: &Document, held: &StepManiaModel, branch: Branch, is_loaded: bool) -> Vec<Oddity> {
    let mut found: Vec<_> = divided(document, held).into_iter().collect();
    found.extend(textures(document, held));
    if is_loaded {
        found.extend(unread(document, [held.meshes.len(), held.materials.len(), held.bones.len()]));
        found.extend(surplus(document, held));
        found.extend(names(held, branch));
        found.extend(faces(document, held, branch));
        found.extend(parents(held));
        found.extend(shadowed(held));
        found.extend(wild_keys(document, held));
        found.extend(unsorted_keys(document));
        found.extend(length(document, held));
        found.extend(straightened(document));
    }
    found
}

/// Vertices whose flags say that their texture coordinates are something else.
fn divided(document: &Document, held: &StepManiaModel) -> Option<Oddity> {
    let meshes = held.meshes.iter().zip(&document.model.meshes);
    let vertices = meshes.flat_map(|(mesh, known)| mesh.vertices.iter().zip(&known.geometry.vertices.rows));
    let divided =
        vertices.filter(|(vertex, row)| vertex.at == row.at && row.flags & 4 != 0 && vertex.uv != row.uv);
    OddityTally::of(divided.map(|(_, row)| row.at as usize)).oddity(OddityKind::Differs, "vertex", |count| {
        format!("divides the position by the texture coordinates in {count}, since the flags have 4")
    })
}

/// Objects after as many as a block declares.
fn surplus(document: &Document, held: &StepManiaModel) -> Vec<Oddity> {
    let kinds = [
        (BlockKind::Meshes, "mesh", held.meshes.len()),
        (BlockKind::Materials, "material", held.materials.len()),
        (BlockKind::Bones, "bone", held.bones.len()),
    ];
    let oddity = |(kind, noun, count): (BlockKind, &str, usize)| {
        let (_, block) = document.model.block(kind)?;
        let declared = block.declared().filter(|declared| *declared as usize == count)?;
        let more = block.found.checked_sub(declared).filter(|more| *more > 0)?;
        let says =
            format!("leaves out {}, since the block declares {declared}", counted(more as usize, noun));
        Some(Oddity::new(OddityKind::Drops, block.at, says))
    };
    kinds.into_iter().filter_map(oddity).collect()
}

/// A path with this word makes a texture a mirror. Who begins a word of the name of a file with it means it so, but not
/// who has it in the name of a folder, or in "hemisphere".
fn textures(document: &Document, held: &StepManiaModel) -> Vec<Oddity> {
    let mut found = Vec::new();
    // The meshes may be in another file.
    let mut is_used = vec![held.meshes.is_empty(); held.materials.len()];
    for mesh in &held.meshes {
        if let Some(is_used) = usize::try_from(mesh.material).ok().and_then(|index| is_used.get_mut(index)) {
            *is_used = true;
        }
    }
    for (index, material) in held.materials.iter().enumerate().filter(|(index, _)| is_used[*index]) {
        let fields = [fields::material::TEXTURE, fields::material::ALPHA_MAP];
        for (texture, field) in material.textures.iter().zip(fields).filter(|(texture, _)| texture.is_sphere)
        {
            let at = document.locate(Place::object(Record::Material, index).field(field));
            let name = texture.path.iter().flat_map(|path| path.rsplit(|byte| *byte == b'/')).next();
            let topic = if name.is_some_and(is_wanted) { Topic::WantedMirror } else { Topic::Mirror };
            if let Some(at) = at {
                let says = "shows this texture like a mirror: \"sphere\" is in its path";
                let mirror = Oddity::new(OddityKind::Differs, at.start, says);
                found.push(mirror.about(EffectCause::Topic(topic)));
            }
        }
    }
    found
}

/// Whether a word of a name begins with that of a mirror.
fn is_wanted(name: &[u8]) -> bool {
    let mut words = memchr::memmem::find_iter(name, b"sphere");
    words.any(|at| at == 0 || !name[at - 1].is_ascii_alphabetic())
}

/// Two meshes of one name that are all of the model.
fn names(held: &StepManiaModel, branch: Branch) -> Option<Oddity> {
    match &held.meshes[..] {
        [first, second] if first.name == second.name && branch == Branch::StepMania => {
            let says = "draws this mesh twice, once with the material of the other mesh of its name";
            Some(Oddity::new(OddityKind::Differs, second.at, says))
        }
        _ => None,
    }
}

/// What becomes of the faces and their vertices.
fn faces(document: &Document, held: &StepManiaModel, branch: Branch) -> Vec<Oddity> {
    let mut found = Vec::new();
    let is_joined = held.meshes.len() == 2 && held.meshes[0].name == held.meshes[1].name;
    let (mut wild, mut lost) = (OddityTally::default(), OddityTally::default());
    for (mesh, known) in held.meshes.iter().zip(&document.model.meshes) {
        if mesh.at == known.lines[0] {
            found.extend(faceless(known, mesh.faces.len()));
        }
        let is_wild = |vertex: &&StepManiaVertex| vertex.normal.iter().any(|part| part.is_nan());
        let count = mesh.vertices.iter().filter(is_wild).count();
        if count > 0 {
            // Normals without length are why.
            let zeros =
                zero_normals(known, |vertex| mesh.vertices.get(vertex).is_some_and(|own| is_wild(&own)));
            let at = || mesh.vertices.iter().filter(is_wild).map(|vertex| vertex.at as usize).collect();
            wild.add_blamed(count, &if zeros.is_empty() { at() } else { zeros });
        }
        let is_lost = |vertex: &&StepManiaVertex| !vertex.position.iter().all(|part| part.is_finite());
        mesh.vertices.iter().filter(is_lost).for_each(|vertex| lost.add(vertex.at as usize));
    }
    found.extend(wild.oddity(OddityKind::Differs, "vertex", |count| {
        format!("lights the model wrongly at {count}, as the normal there has no direction")
    }));
    found.extend(
        lost.oddity(OddityKind::Differs, "vertex", |count| format!("holds no finite position for {count}")),
    );
    let drawn = held.meshes.iter().map(|mesh| mesh.vertices.len()).sum::<usize>();
    let may_be_wrong = drawn as i64 > LAST_VERTEX + 1 && !(is_joined && branch == Branch::StepMania);
    // Most models have fewer vertices, and then no face has to be looked at.
    if may_be_wrong && draws_wrong_vertices(document, held) {
        let at = document.model.block(BlockKind::Meshes).map_or(0, |(_, block)| block.at);
        let says = format!(
            "draws faces with wrong vertices: all meshes together have {}, and 65,536 are the most",
            number(drawn)
        );
        found.push(Oddity::new(OddityKind::Misreads, at, says));
    }
    found
}

/// Where the normals without length are that faces of a mesh give to some of its vertices.
fn zero_normals(mesh: &Mesh, is_meant: impl Fn(usize) -> bool) -> Vec<usize> {
    let geometry = &mesh.geometry;
    let mut is_given = vec![false; geometry.normals.len()];
    for face in &geometry.faces.rows {
        for (vertex, normal) in face.vertices.into_iter().zip(face.normals) {
            if let Some(is_given) = is_given.get_mut(normal as usize) {
                *is_given |= is_meant(vertex as usize);
            }
        }
    }
    let zeros = geometry.normals.iter().filter(|(_, normal)| normal.direction == [0.0; 3]);
    zeros.filter(|(index, _)| is_given[*index]).map(|(_, normal)| normal.at as usize).collect()
}

/// Whether some face has a vertex, which exists, that 16 bits cannot count, where the vertices of all meshes are counted together.
fn draws_wrong_vertices(document: &Document, held: &StepManiaModel) -> bool {
    let mut first = 0;
    held.meshes.iter().zip(&document.model.meshes).any(|(mesh, known)| {
        let count = mesh.vertices.len() as i64;
        let corners = known.geometry.faces.iter().flat_map(|(_, face)| face.vertices.map(i64::from));
        let largest = corners.filter(|vertex| *vertex < count).max();
        let is_wrong = !mesh.faces.is_empty() && largest.is_some_and(|vertex| first + vertex > LAST_VERTEX);
        first += count;
        is_wrong
    })
}

/// The index of the last vertex that it can draw.
const LAST_VERTEX: i64 = u16::MAX as i64;

/// Parents are looked up by their names, the first of which counts.
fn parents<'d>(held: &StepManiaModel<'d>) -> Vec<Oddity> {
    let posed = |bone: &StepManiaBone<'d>| PosedBone {
        name: bone.name,
        parent: Some(bone.parent).filter(|parent| !parent.is_empty()),
        parent_at: bone.parent_at,
    };
    misplaced(&held.bones.iter().map(posed).collect::<Vec<_>>())
}

/// Bones that another one of their name, as it is held, comes before: parents are looked up by name.
fn shadowed(held: &StepManiaModel) -> Vec<Oddity> {
    let mut by_name: Vec<_> = held.bones.iter().map(|bone| (bone.name, bone.at)).collect();
    by_name.sort_unstable();
    let mut later: Vec<_> =
        by_name.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1]).collect();
    if !later.is_empty() {
        let parents: HashSet<_> = held.bones.iter().map(|bone| bone.parent).collect();
        later.retain(|(name, _)| parents.contains(name));
    }
    let says = "hangs no bone on this one: it takes the first of its name for the parent";
    later.into_iter().map(|(_, at)| Oddity::new(OddityKind::Differs, at, says)).collect()
}

/// Keys with a number that is not finite, which puts all that hangs on their bone nowhere.
fn wild_keys(document: &Document, held: &StepManiaModel) -> Option<Oddity> {
    let held = held.bones.iter().map(|bone| [&bone.position_keys, &bone.rotation_keys]);
    let tables = held.zip(&document.model.bones).flat_map(|(held, bone)| held.into_iter().zip(bone.tables()));
    let keys = tables.flat_map(|(held, (_, table))| held.iter().zip(&table.rows));
    let wild = keys.filter(|(held, _)| !held.iter().all(|part| part.is_finite()));
    OddityTally::of(wild.map(|(_, row)| row.at as usize)).oddity(OddityKind::Differs, "key", |keys| {
        format!("puts what hangs on a bone nowhere because of {keys}: a number there is not finite")
    })
}

/// The first key at no whole frame, if the animation goes on after frame 1, which is all that is played, and bones move.
fn cut_to_a_frame(document: &Document) -> Option<Oddity> {
    /// What is so near to the end is not missed.
    const NEAR: f32 = 1.05;
    let tables = || document.model.bones.iter().flat_map(Bone::tables).map(|(_, table)| &table.rows);
    let moves = tables().any(|keys| keys.iter().any(|key| key.value != keys[0].value));
    let is_longer = tables().flatten().any(|key| key.time >= NEAR);
    let odd = tables().flatten().find(|key| key.time.fract() != 0.0).filter(|_| moves && is_longer)?;
    let says = "plays only the first frame of the animation, since the last key is before frame 2";
    Some(Oddity::new(OddityKind::Misreads, odd.at, says))
}

/// The animation is as long as its last key says, in whole frames. Without a whole frame the frame that is shown grows for
/// ever: runs of StepMania, and src/Model.cpp of OpenITG.
fn length(document: &Document, held: &StepManiaModel) -> Option<Oddity> {
    let keys = || held.bones.iter().flat_map(|bone| bone.position_keys.iter().chain(&bone.rotation_keys));
    if keys().all(|[time, ..]| *time < 1.0) && keys().any(|[time, ..]| *time > 0.0) {
        let keys = || document.model.bones.iter().flat_map(Bone::tables).flat_map(|(_, table)| &table.rows);
        let first = keys().find(|key| key.time.fract() != 0.0).or_else(|| keys().next())?;
        let says = "shows the last key for ever, since all keys are before frame 1";
        return Some(Oddity::new(OddityKind::Misreads, first.at, says));
    }
    let mut keys = document.model.bones.iter().flat_map(Bone::tables).flat_map(|(_, table)| &table.rows);
    if let Some(far) = keys.find(|key| key.time.is_finite() && key.time >= i32::MAX as f32) {
        let says = format!(
            "takes no length from a key at frame {}, which does not fit into 32 bits",
            float(far.time)
        );
        return Some(Oddity::new(OddityKind::Misreads, far.at, says));
    }
    if held.frame_count <= 1 {
        return cut_to_a_frame(document);
    }
    let (_, block) = document.model.block(BlockKind::Frames)?;
    let declared = block.number.filter(|number| *number != held.frame_count)?;
    let last = held.frame_count;
    let says = format!("plays as far as the keys reach, to frame {last}, and not to {declared}");
    if declared < 1 {
        return Some(Oddity::new(OddityKind::Differs, block.at, says));
    }
    let at = late_key(document, declared).unwrap_or(block.at);
    Some(Oddity::new(OddityKind::Differs, at, says).about(EffectCause::Topic(Topic::Length)))
}
