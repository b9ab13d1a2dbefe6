//! Properties of the parsers: the work is bounded, and each way of reading gives the same model.

use std::collections::HashSet;

use fearless_simd::Level;

use super::{Violation, document, ensure};
use ms3dlint::actions::effects::{ProgramRun, run_all};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::model::row_stats::from_least;
use ms3dlint::model::vector::{is_flat, square};
use ms3dlint::model::{Face, Geometry, Mesh, Model};
use ms3dlint::parse::ascii::parser;
use ms3dlint::parse::parsed::ParsedFile;

/// The work of the parser is bounded by the size of the file.
pub fn reading_is_linear(bytes: &[u8]) -> Result<(), Violation> {
    // Each line is looked at once, as the one after another a few times, and once to be taken.
    const PER_BYTE: u64 = 8;
    let steps = document(bytes).steps;
    ensure(steps <= PER_BYTE * bytes.len() as u64, "reading_is_linear", || {
        format!("{steps} steps for {} bytes", bytes.len())
    })
}

/// The fast path gives the same result as the slow one, on this processor and on lesser ones.
pub fn fast_path_agrees(bytes: &[u8]) -> Result<(), Violation> {
    let slow = parser::read_at(None, bytes);
    let fast = |level| agree("fast_path_agrees", &parser::read_at(Some(level), bytes), &slow);
    levels().into_iter().try_for_each(fast)
}

/// Programs do the same with a file whether their engines take rows in the usual spelling as the parser read them, or
/// read each row by themselves.
pub fn engines_read_alike(bytes: &[u8]) -> Result<(), Violation> {
    let taking = document(bytes);
    if taking.is_binary() {
        return Ok(());
    }
    let mut reading = document(bytes);
    reading.model = values(&reading.model);
    let run = |document| run_all(document, &Context::default());
    run(&taking).iter().zip(run(&reading)).try_for_each(|(taking, reading)| {
        let show = |run: &ProgramRun| format!("{:?} {:?}", run.failure, run.effects);
        ensure(show(taking) == show(&reading), "engines_read_alike", || {
            format!("{}: {}\nand not\n{}", taking.program.name, show(taking), show(&reading))
        })
    })
}

/// Programs that read a file from its start to its end do nothing with what is after the place where they stop.
pub fn nothing_is_done_after_a_stop(bytes: &[u8]) -> Result<(), Violation> {
    /// It reads a file once for each kind of object.
    const IN_PASSES: &str = "stepmania";
    let document = document(bytes);
    for run in run_all(&document, &Context::default()) {
        let Some(stop) = run.failure.as_ref().and_then(|failure| failure.at) else { continue };
        // What is in the line or record where it stops may have been read.
        let end = match document.is_binary() {
            true => document.place_at(stop as usize).and_then(|place| document.locate(place.whole())),
            false => Some(document.whole_line(stop)),
        };
        let end = end.map_or(stop, |span| span.end);
        let oddities = run.effects.iter().filter(|effect| !effect.kind.stops() && effect.family != IN_PASSES);
        for effect in oddities {
            let last = effect.others.last().copied().unwrap_or_default().max(effect.at);
            ensure(last <= end, "nothing_is_done_after_a_stop", || {
                format!("{} stops at {stop}, and {} at {last}", run.program.name, effect.says)
            })?;
        }
    }
    Ok(())
}

/// What this processor can do at once, and what lesser ones can.
fn levels() -> Vec<Level> {
    let best = Level::new();
    #[cfg(target_arch = "x86_64")]
    let lesser = [best.as_sse4_2().map(Level::Sse4_2), best.as_avx2().map(Level::Avx2)];
    #[cfg(not(target_arch = "x86_64"))]
    let lesser = [];
    [Some(best), Some(Level::baseline())].into_iter().chain(lesser).flatten().collect()
}

/// A model without what only says how its rows are spelled, which the slow path does not find out.
fn values(model: &Model) -> Model {
    let mut model = model.clone();
    for Mesh { geometry: Geometry { vertices, normals, faces }, .. } in &mut model.meshes {
        (vertices.usual_from, normals.usual_from, faces.usual_from) = (None, None, None);
    }
    model.materials.iter_mut().for_each(|material| material.usual_end = None);
    for bone in &mut model.bones {
        (bone.position_keys.usual_from, bone.rotation_keys.usual_from) = (None, None);
    }
    model
}

fn agree(property: &'static str, read: &ParsedFile, other: &ParsedFile) -> Result<(), Violation> {
    // Values are compared as they print, so that NaN equals itself.
    let show = |read: &ParsedFile| format!("{:?}{:?}{:?}", values(&read.model), read.endings, read.header);
    ensure(show(read) == show(other), property, || {
        let (read, other) = (show(read), show(other));
        let at = read.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        let piece = |text: &str| text.chars().skip(at.saturating_sub(80)).take(160).collect::<String>();
        format!("{}\nand not\n{}", piece(&read), piece(&other))
    })?;
    ensure(read.directives == other.directives, property, || {
        format!("{:?}\nand not\n{:?}", read.directives, other.directives)
    })?;
    ensure(read.notes == other.notes, property, || {
        let first = read.notes.iter().zip(&other.notes).find(|(one, other)| one != other);
        format!("notes differ: {first:?}, {} and {}", read.notes.len(), other.notes.len())
    })
}

/// The statistics of one pass over all rows match the rows, however that pass is made.
pub fn row_stats_are_true(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    document.geometries().try_for_each(|(_, geometry, row_stats)| {
        let Geometry { vertices, normals, faces } = geometry;
        let [least_uv, greatest_uv] = row_stats.uv;
        let [least_normal, greatest_normal] = row_stats.normals;
        let [least_bone, greatest_bone] = row_stats.bones;
        let [least_group, greatest_group] = row_stats.smoothing_groups;
        let is_any_vertex_beyond = vertices.rows.iter().any(|row| {
            row.flags & !row_stats.vertex_flags != 0
                || !(least_bone..=greatest_bone).contains(&row.bone)
                || row.uv.into_iter().any(|part| part < least_uv || part > greatest_uv)
        });
        let mut squares = normals.rows.iter().map(|row| square(row.direction));
        let is_any_normal_beyond = squares.any(|square| square < least_normal || square > greatest_normal);
        let is_any_face_beyond = faces.rows.iter().any(|row| {
            row.flags & !row_stats.face_flags != 0
                || !(least_group..=greatest_group).contains(&row.smoothing_group)
                || row.vertices.into_iter().any(|index| index as u32 > row_stats.vertex)
                || row.normals.into_iter().any(|index| index as u32 > row_stats.normal)
        });
        let is_any_beyond = is_any_vertex_beyond || is_any_normal_beyond || is_any_face_beyond;
        ensure(!is_any_beyond, "row_stats_are_true", || format!("a row goes beyond {row_stats:?}"))?;
        let mut uses = vec![0; geometry.vertices.len()];
        for corner in geometry.faces.rows.iter().flat_map(|face| face.vertices) {
            uses.get_mut(corner as usize).into_iter().for_each(|uses| *uses += 1);
        }
        ensure(row_stats.uses == uses, "row_stats_are_true", || format!("uses are {uses:?}"))?;
        let position = |vertex: i32| Some(geometry.vertices.rows.get(vertex as usize)?.position);
        let corners = |face: &Face| face.vertices.map(position);
        let is_flat = |face: &Face| matches!(corners(face), [Some(p), Some(q), Some(r)] if is_flat(p, q, r));
        let flat = geometry.faces.rows.iter().position(is_flat).filter(|_| row_stats.have_areas);
        ensure(flat.is_none(), "row_stats_are_true", || format!("face {flat:?} has no area"))?;
        let mut known = HashSet::new();
        let is_known = |face: &Face| !known.insert(from_least(face.vertices));
        let again = geometry.faces.rows.iter().position(is_known).filter(|_| row_stats.are_distinct);
        ensure(again.is_none(), "row_stats_are_true", || format!("face {again:?} stands there again"))
    })
}
