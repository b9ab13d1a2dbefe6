//! Faces of a binary model that are not as its meshes say: some do not exist, and some are in no mesh.

use crate::document::Document;
use crate::engines::tally::OddityTally;
use crate::engines::{Oddity, OddityKind};
use crate::layout::BlockKind;
use crate::model::row_stats::RowStats;
use crate::model::{ABSENT, Geometry, Member};

/// The vertices and faces that the meshes of a binary model share.
pub(super) fn binary_geometry(document: &Document) -> Option<(&Geometry, &RowStats)> {
    document.model.binary.as_ref()?;
    document.geometries().next().map(|(_, geometry, row_stats)| (geometry, row_stats))
}

/// Faces that meshes list, and that do not exist or have a vertex that does not exist: where it is a face, where it is
/// listed.
pub(super) fn dangling(document: &Document) -> OddityTally {
    let Some((geometry, row_stats)) = binary_geometry(document) else { return OddityTally::default() };
    let has_all_vertices =
        geometry.vertices.is_whole() && (row_stats.vertex as usize) < geometry.vertices.len();
    let dangling = |(_, member): (usize, &Member)| match geometry.faces.get(member.face) {
        None => Some(member.at as usize),
        Some(_) if has_all_vertices => None,
        Some(face) => {
            let has_all = face.vertices.iter().all(|vertex| geometry.vertices.get(*vertex).is_some());
            (!has_all).then_some(face.at as usize)
        }
    };
    let members = document.model.meshes.iter().flat_map(|mesh| mesh.members.iter());
    OddityTally::of(members.filter_map(dangling))
}

/// What a program does with these that checks none of them.
pub(super) fn drawn_unchecked(document: &Document) -> Option<Oddity> {
    dangling(document).oddity(OddityKind::Differs, "face", |faces| {
        format!(
            "draws {faces} from outside of its memory: it does not check whether faces and vertices exist"
        )
    })
}

/// Faces that no mesh lists.
pub(super) fn unlisted(document: &Document) -> OddityTally {
    let binary = document.model.binary.iter();
    let faces = binary.flat_map(|binary| binary.geometry.faces.rows.iter().zip(&binary.owners));
    OddityTally::of(faces.filter(|(_, owner)| **owner == ABSENT).map(|(face, _)| face.at as usize))
}

/// What a program does with these that takes faces from the lists of meshes alone, if all of these are there.
pub(super) fn left_out(document: &Document) -> Option<Oddity> {
    let _after_meshes = document.model.block(BlockKind::Materials)?;
    let says = |faces: &str| format!("leaves out {faces} that no mesh lists");
    unlisted(document).oddity(OddityKind::Drops, "face", says)
}
