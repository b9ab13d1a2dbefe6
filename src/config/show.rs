//! Prints the settings of a file as a configuration file that shows where each line comes from.

use std::fmt::{Display, Write};
use std::path::Path;

use crate::config::file::RuleOrGroup;
use crate::config::{Config, Origin, Said, Settings};
use crate::rules;

/// The settings that a configuration sets for a file, or for all files of a folder, whose name is then `*`. `shown` converts
/// a path for display.
pub fn show(config: &Config, path: &Path, shown: impl Fn(&Path) -> String) -> String {
    let is_file = !path.ends_with("*");
    let settings = config.settings(&config.matching(path));
    let place = |origin: Origin| config.place(origin, &shown);
    let mut out = String::new();
    let files: Vec<_> = config.layers().iter().rev().map(|layer| shown(&layer.path)).collect();
    let says = match files[..] {
        [] => "no configuration file: built-in defaults".to_string(),
        _ => format!("what {} says", files.join(", which extends ")),
    };
    let _ = writeln!(out, "# {}: {says}", shown(path));
    if let Some(origin) = config.excludes_somewhere(path, false).filter(|_| is_file) {
        let _ = writeln!(out, "# left out when folders are searched: {}", place(origin));
    }
    if is_file && config.includes(path) == Some(false) {
        let _ = writeln!(out, "# not opened when folders are searched: include does not have its name");
    }
    let paths = [("root", &settings.root), ("baseline", &settings.baseline)];
    let paths = paths.into_iter().filter_map(|(key, said)| Some((key, said.as_ref()?)));
    let targets = settings.targets.iter().map(|said| {
        let names: Vec<_> = said.value.iter().map(quoted).collect();
        (format!("targets = [{}]", names.join(", ")), place(said.origin))
    });
    let mut lines: Vec<_> = report_lines(&settings)
        .map(|(line, origins)| (line, origins.into_iter().map(place).collect::<Vec<_>>().join(", ")))
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
    let others = || rules::ALL.iter().filter(|rule| !settings.levels.contains_key(rule.name));
    let run = others().filter(|rule| settings.runs(rule)).count();
    let left_out = match others().count() - run {
        0 => String::new(),
        1 => "1 other is not run, and ".to_string(),
        count => format!("{count} others are not run, and "),
    };
    let rest = if run == 1 { "1 rule is".to_string() } else { format!("{run} rules are") };
    let _ = writeln!(out, "\n# {left_out}{rest} as `ms3dlint rules --no-config` lists them.");
    out
}

/// The keys about the verdict and the report, and those that choose rules.
fn report_lines(settings: &Settings) -> impl Iterator<Item = (String, Vec<Origin>)> {
    let word = |key: &str, value: &str| format!("{key} = {}", quoted(value));
    let names = |key: &str, said: Vec<&Said<Vec<RuleOrGroup>>>| {
        let names: Vec<_> = said.iter().flat_map(|said| &said.value).map(|name| quoted(&name.0)).collect();
        (format!("{key} = [{}]", names.join(", ")), said.iter().map(|said| said.origin).collect())
    };
    let fail_on =
        settings.fail_on.iter().map(move |said| (word("fail-on", said.value.name()), vec![said.origin]));
    let level = settings.level.iter();
    let level = level.map(move |said| (word("level", said.value.severity().name()), vec![said.origin]));
    let format = settings.output_format.iter();
    let format = format.map(move |said| (word("output-format", &said.value.0), vec![said.origin]));
    let select = settings.select.iter().map(move |said| names("select", vec![said]));
    let ignore: Vec<_> = settings.ignore.iter().collect();
    let ignore = (!ignore.is_empty()).then(|| names("ignore", ignore));
    fail_on.chain(level).chain(format).chain(select).chain(ignore)
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
pub fn quoted(text: impl Display) -> String {
    toml::Value::String(text.to_string()).to_string()
}
