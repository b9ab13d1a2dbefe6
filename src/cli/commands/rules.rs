//! `ms3dlint explain` and `ms3dlint rules`; and the rules that `--select` and `--ignore` mean.

use std::fmt::Write;

use crate::base::display::visible;
use crate::base::suggest::did_you_mean;
use crate::diagnostics::finding::Group;
use crate::diagnostics::rule::Rule;
use crate::rules;

/// The page of a rule.
pub(in crate::cli) fn explain(name: &str) -> Result<String, String> {
    match rules::find(name) {
        Some(rule) => Ok(rule.page.to_string()),
        None => Err(unknown("rule", name, rules::ALL.iter().map(|rule| rule.name))),
    }
}

/// All rules, one per line, by group.
pub(in crate::cli) fn list() -> String {
    let longest = rules::ALL.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for group in Group::ALL {
        let _ = writeln!(out, "{}", group.name());
        for rule in rules::ALL.iter().filter(|rule| rule.group == group) {
            let (name, severity) = (rule.name, rule.severity.name());
            let _ = writeln!(out, "  {name:longest$}  {severity:7}  {}", rule.summary);
        }
        out.push('\n');
    }
    out + "`ms3dlint explain RULE` prints the page of a rule.\n"
}

/// The rules that `--select` and `--ignore` leave, in the order of the catalogue.
pub(in crate::cli) fn selected(select: &[String], ignore: &[String]) -> Result<Vec<&'static Rule>, String> {
    let known = || {
        let groups = Group::ALL.into_iter().map(Group::name);
        rules::ALL.iter().map(|rule| rule.name).chain(groups).chain(["all"])
    };
    for word in select.iter().chain(ignore) {
        if !known().any(|name| name == word) {
            return Err(unknown("rule or group", word, known()));
        }
    }
    let means = |word: &String, rule: &Rule| word == "all" || word == rule.name || word == rule.group.name();
    let is_selected = |rule: &Rule| select.is_empty() || select.iter().any(|word| means(word, rule));
    let is_ignored = |rule: &Rule| ignore.iter().any(|word| means(word, rule));
    Ok(rules::ALL.iter().copied().filter(|rule| is_selected(rule) && !is_ignored(rule)).collect())
}

fn unknown(what: &str, word: &str, among: impl Iterator<Item = &'static str>) -> String {
    let guess = did_you_mean(word, among);
    format!("no {what} is called \"{}\"{guess} (`ms3dlint rules` lists them)", visible(word.as_bytes()))
}
