//! What a program reads nothing of: blocks that it does not find, since it looks for their first line in its usual
//! spelling, and the faces of meshes.

use crate::base::display::counted;
use crate::document::Document;
use crate::engines::lines::line_at;
use crate::engines::scan::scan;
use crate::engines::{Oddity, OddityKind};
use crate::layout::BlockKind;
use crate::model::Mesh;

/// What a program passes over that holds so many meshes, materials and bones: whole blocks, or all of the model.
pub(super) fn unread(document: &Document, held: [usize; 3]) -> Vec<Oddity> {
    let held = [BlockKind::Meshes, BlockKind::Materials, BlockKind::Bones].into_iter().zip(held);
    let oddity = |kind, at, says: String| Oddity { at, ..Oddity::new(kind, 0, says) };
    let is_empty = held.clone().all(|(_, count)| count == 0);
    let there = held.filter_map(|(kind, count)| {
        let (_, block) = document.model.block(kind)?;
        (block.found > 0).then_some((block, count))
    });
    let there: Vec<_> = there.collect();
    let is_unread = !there.is_empty()
        || document.model.blocks.is_empty()
        || document.endings.cr > 0
            && document.endings.lf + document.endings.crlf + document.endings.cr_cr_lf == 0;
    if is_empty && is_unread {
        let says = "takes the file for an empty model, since it reads no mesh, material or bone in it";
        return vec![oddity(OddityKind::Misreads, None, says.to_string())];
    }
    let missed = there.into_iter().filter(|(_, count)| *count == 0);
    missed
        .map(|(block, _)| {
            let why = if reads_none(document, block.at) { "" } else { ", which it does not find" };
            let says = format!("has nothing of the block `{}:`{why}", block.kind.name());
            oddity(OddityKind::Drops, Some(block.at), says)
        })
        .collect()
}

/// What a program does that holds so many faces of a mesh.
pub(super) fn faceless(mesh: &Mesh, held: usize) -> Option<Oddity> {
    let count = mesh.geometry.faces.len();
    (held == 0 && count > 0).then(|| {
        let says = format!("keeps no face of this mesh, which has {}", counted(count, "face"));
        Oddity::new(OddityKind::Drops, mesh.lines[0], says)
    })
}

/// Whether programs take the number in the first line of a block for 0, as MilkShape does one below it.
fn reads_none(document: &Document, at: u32) -> bool {
    let line = line_at(document.source.bytes(), at);
    let number = memchr::memchr(b':', line).map(|colon| scan(":%d", &line[colon..]));
    number.is_some_and(|number| number.count == 1 && number.integer(0) <= 0)
}
