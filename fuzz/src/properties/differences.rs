//! Properties of what `ms3dlint diff` finds.

use super::{Violation, document, ensure};
use crate::mutate::mutate;
use ms3dlint::actions::convert;
use ms3dlint::actions::diff::{ChangedAspect, ModelDiff, is_readable};
use ms3dlint::actions::fmt::format;
use ms3dlint::document::Document;
use ms3dlint::fix::equivalence::difference;
use ms3dlint::report::differences::{DiffRow, json, text};

const NAME: &str = "differences_are_named";

/// A formatted model differs from the model only if it means something else. Of a model that is changed in one place
/// everything that it means otherwise is named, in both directions, and in few lines; and a converted model has the same
/// faces.
pub fn differences_are_named(bytes: &[u8]) -> Result<(), Violation> {
    let model = document(bytes);
    if let Ok(formatted) = format(&model) {
        let formatted = document(&formatted);
        let changes = ModelDiff::of_models(&model, &formatted).changes;
        ensure(changes.is_empty() == difference(&model, &formatted, &[]).is_none(), NAME, || {
            format!("formatted, it differs in {changes:?}")
        })?;
    }
    let seed = bytes.iter().fold(1, |seed: u32, byte| seed.wrapping_mul(31).wrapping_add(u32::from(*byte)));
    for seed in [seed, seed ^ 1] {
        let Some(changed) = mutate(bytes, bytes.len() + 1000, seed) else { continue };
        let changed = document(&changed);
        is_named(&model, &changed)?;
        is_named(&changed, &model)?;
    }
    let converted = match model.is_binary() {
        true => convert::to_text(&model),
        false => convert::to_binary(&model, convert::DEFAULT_RATE),
    };
    let Ok(converted) = converted else { return Ok(()) };
    let lost = !converted.losses.is_empty();
    let is_rounded = converted.losses.iter().any(|loss| loss.rule == "rounded-number");
    let converted = document(&converted.bytes);
    let changes = ModelDiff::of_models(&model, &converted).changes;
    let is_shown = |aspect| match aspect {
        ChangedAspect::TextureCoordinates => !is_rounded,
        // Weights are lost, and names.
        ChangedAspect::Motion | ChangedAspect::Keys | ChangedAspect::BindPose | ChangedAspect::Parent => {
            !lost
        }
        _ => false,
    };
    let found = changes.iter().find(|change| is_shown(change.aspect));
    ensure(found.is_none(), NAME, || format!("converted, it differs in {found:?}"))
}

/// What differs in what two files mean is among the changes, the report of them is short, and they have places that exist.
fn is_named(old: &Document, new: &Document) -> Result<(), Violation> {
    /// Of twelve objects, eight changes each, and of programs.
    const MOST_LINES: usize = 250;
    let diff = ModelDiff::of_models(old, new);
    let comparable = is_readable(old) && is_readable(new) && old.is_binary() == new.is_binary();
    let meant = comparable.then(|| difference(old, new, &[])).flatten();
    ensure(meant.is_none() || !diff.changes.is_empty(), NAME, || format!("not named: {meant:?}"))?;
    for change in &diff.changes {
        let [was, is] = change.places;
        let is_there = was.is_none_or(|place| old.locate(place).is_some())
            && is.is_none_or(|place| new.locate(place).is_some());
        ensure(is_there || !comparable, NAME, || format!("the places of {change:?} do not exist"))?;
    }
    let rows = [DiffRow::of(Some(old), Some(new))];
    let shown = text(&rows);
    let is_printable = |text: &str| text.chars().all(|c| c == '\n' || !c.is_control());
    ensure(shown.lines().count() <= MOST_LINES && is_printable(&shown), NAME, || shown.clone())?;
    let read = serde_json::from_str::<serde_json::Value>(&json(&rows));
    ensure(read.is_ok_and(|read| read["schema"] == 1), NAME, || {
        "the JSON document cannot be read".to_string()
    })
}
