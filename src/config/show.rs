//! Prints the settings of a file as a configuration file that shows where each line comes from.

use std::fmt::{Display, Write};
use std::path::Path;

use crate::config::{Config, Origin, Settings};
use crate::rules;

/// The settings that a configuration sets for a file. `shown` converts a path for display.
pub fn show(config: &Config, path: &Path, shown: impl Fn(&Path) -> String) -> String {
    let settings = config.settings(&config.matching(path));
    let place = |origin: Origin| config.place(origin, &shown);
    let mut out = String::new();
    let files: Vec<_> = config.layers().iter().rev().map(|layer| shown(&layer.path)).collect();
    let _ = writeln!(out, "# {}: what {} says", shown(path), files.join(", which extends "));
    if let Some(origin) = config.excludes_somewhere(path, false) {
        let _ = writeln!(out, "# left out when folders are searched: {}", place(origin));
    }
    if config.includes(path) == Some(false) {
        let _ = writeln!(out, "# not opened when folders are searched: include does not have its name");
    }
    let paths = [("root", &settings.root), ("baseline", &settings.baseline)];
    let paths = paths.into_iter().filter_map(|(key, said)| Some((key, said.as_ref()?)));
    let targets = settings.targets.iter().map(|said| {
        let names: Vec<_> = said.value.iter().map(quoted).collect();
        (format!("targets = [{}]", names.join(", ")), place(said.origin))
    });
    let fail_on = settings.fail_on.iter();
    let mut lines: Vec<_> = fail_on
        .map(|said| (format!("fail-on = {}", quoted(said.value.name())), place(said.origin)))
        .chain(targets)
        .chain(
            paths.map(|(key, said)| (format!("{key} = {}", quoted(shown(&said.value))), place(said.origin))),
        )
        .collect();
    write_lines(&mut out, "", &mut lines);
    lines.extend(rule_lines(&settings).map(|(line, origin)| (line, place(origin))));
    write_lines(&mut out, "\n[rules]\n", &mut lines);
    let options = settings.options.iter();
    lines.extend(
        options.map(|((rule, name), said)| (format!("{rule}.{name} = {}", said.value), place(said.origin))),
    );
    write_lines(&mut out, "\n[options]\n", &mut lines);
    let budget = settings.budget.iter();
    lines.extend(budget.map(|(name, said)| (format!("{name} = {}", said.value), place(said.origin))));
    write_lines(&mut out, &format!("\n[[budgets]]\nfiles = [{}]\n", quoted("**")), &mut lines);
    let others = rules::ALL.len() - settings.levels.len();
    let _ = writeln!(out, "\n# {others} rules are as `ms3dlint rules` lists them.");
    out
}

/// The levels of rules, in the order of the list of rules.
fn rule_lines(settings: &Settings) -> impl Iterator<Item = (String, Origin)> {
    let said = rules::ALL.iter().filter_map(|rule| settings.levels.get_key_value(rule.name));
    said.map(|(name, said)| (format!("{name} = {}", quoted(said.value.name())), said.origin))
}

/// Writes lines under a heading, each followed by its place, and removes them.
fn write_lines(out: &mut String, head: &str, lines: &mut Vec<(String, String)>) {
    let widest = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
    if !lines.is_empty() {
        out.push_str(head);
    }
    for (line, place) in lines.drain(..) {
        let _ = writeln!(out, "{line:widest$}  # {place}");
    }
}

/// A string as TOML writes it.
fn quoted(text: impl Display) -> String {
    toml::Value::String(text.to_string()).to_string()
}
