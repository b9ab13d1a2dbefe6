//! The configuration of a model, and the baseline that it names, as on the command line.

use std::sync::Arc;

use ms3dlint::base::display::visible;
use ms3dlint::config::{Config, ConfigProblem, Layer, NAMES, Settings, extended};
use ms3dlint::diagnostics::baseline::{Baseline, Entries};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::files::Around;
use crate::location::Location;

/// Characters that are escaped in the names of files in baselines.
const ESCAPED: &AsciiSet = &CONTROLS.add(b'%');
/// So many errors of a configuration file are shown.
const MOST_SHOWN: usize = 3;

/// The configuration of a model: it is in the folder of the model or above it, but not above a repository. The error is
/// for people.
pub(crate) fn config(around: &Around) -> Result<Config, String> {
    for folder in around.folder.upwards() {
        let Some(listing) = around.files.list(&folder) else { break };
        let found: Vec<_> = NAMES.into_iter().filter(|name| listing.holds(name.as_bytes())).collect();
        match &found[..] {
            [] if listing.holds(b".git") => break,
            [] => {}
            [name] => return Ok(Config::new(layers(around, folder.joined(name, 0))?)),
            _ => {
                let [first, second] = NAMES;
                return Err(format!("both {first} and {second} are in {}; keep one of them", shown(&folder)));
            }
        }
    }
    Ok(Config::new(Vec::new()))
}

/// A configuration file and those that it extends, the nearest last.
fn layers(around: &Around, first: Option<Location>) -> Result<Vec<Layer>, String> {
    let (mut layers, mut met, mut next) = (Vec::new(), Vec::new(), first);
    while let Some(file) = next {
        if met.contains(&file) {
            return Err(format!("{} ends up extending itself", shown(&file)));
        }
        // What the editor has not given yet is looked at again when it has.
        let Some(bytes) = around.files.content(&file.uri()) else { break };
        let layer = Layer::read(file.path(), &bytes);
        layers.push(layer.map_err(|problems| report(&file, &bytes, &problems))?);
        let folder = file.parent();
        next = extended(&bytes).and_then(|path| place(&folder?, path.get_ref()));
        met.push(file);
    }
    layers.reverse();
    Ok(layers)
}

/// What a path in a configuration names, from the folder of the file on.
fn place(folder: &Location, path: &str) -> Option<Location> {
    let from = if path.starts_with('/') { folder.upwards().last()? } else { folder.clone() };
    from.joined(path, usize::MAX)
}

/// The errors in a configuration file.
fn report(file: &Location, bytes: &[u8], problems: &[ConfigProblem]) -> String {
    let name = file.path().to_string_lossy().into_owned();
    let mut lines: Vec<_> =
        problems.iter().take(MOST_SHOWN).map(|problem| problem.line(&name, bytes)).collect();
    if problems.len() > MOST_SHOWN {
        lines.push(format!("and {} more", problems.len() - MOST_SHOWN));
    }
    lines.join("\n")
}

fn shown(location: &Location) -> String {
    visible(location.path().to_string_lossy().as_bytes())
}

/// The baselined findings of a model; `None` if its settings name no baseline. The error is for people.
pub(crate) fn baselined(
    around: &Around,
    model: &Location,
    settings: &Settings,
) -> Result<Option<Arc<Entries>>, String> {
    let Some(named) = &settings.baseline else { return Ok(None) };
    let Some(file) = model.at(&named.value) else { return Ok(None) };
    let Some(bytes) = around.files.content(&file.uri()) else { return Ok(None) };
    let baseline = Baseline::parse(&bytes)
        .map_err(|problem| format!("{}:{}: {}", shown(&file), problem.line, problem.what))?;
    Ok(baseline.files.get(&name_in(&file, model)).cloned().or_else(|| Some(Arc::default())))
}

/// The name of a model in a baseline: its path from the folder of the baseline on.
fn name_in(baseline: &Location, model: &Location) -> String {
    let from = &baseline.names[..baseline.names.len().saturating_sub(1)];
    let common = from.iter().zip(&model.names).take_while(|(from, to)| from == to).count();
    let down = model.names[common..].iter().map(|name| utf8_percent_encode(name, ESCAPED).to_string());
    "../".repeat(from.len() - common) + &down.collect::<Vec<_>>().join("/")
}
