//! The rules that `--select`, `--ignore` and `--fix-only` name.

use crate::base::display::visible;
use crate::base::suggest::{did_you_mean, leave_out, negated};
use crate::diagnostics::finding::Group;
use crate::diagnostics::rule::Rule;
use crate::rules;

/// The rules that `--select` and `--ignore` leave, in the order of the list of rules.
pub(crate) fn selected(select: &[String], ignore: &[String]) -> Result<Vec<&'static Rule>, String> {
    let known = || {
        let groups = Group::ALL.into_iter().map(Group::name);
        rules::ALL.iter().map(|rule| rule.name).chain(groups).chain(["all"])
    };
    for word in select.iter().chain(ignore) {
        if known().any(|name| name == word) {
            continue;
        }
        return Err(match negated(word, known()) {
            Some(rule) => leave_out(&format!("--ignore {rule}"), word),
            None => unknown("rule or group", word, known()),
        });
    }
    let is_selected = |rule: &Rule| select.is_empty() || select.iter().any(|word| rule.is_meant_by(word));
    let is_ignored = |rule: &Rule| ignore.iter().any(|word| rule.is_meant_by(word));
    let left: Vec<_> =
        rules::ALL.iter().copied().filter(|rule| is_selected(rule) && !is_ignored(rule)).collect();
    match left.is_empty() {
        true => Err("no rule is left to check: --ignore names all that are selected".to_string()),
        false => Ok(left),
    }
}

/// The message that no rule, or no other `what`, has this name, with similar names of `among`.
pub(crate) fn unknown(what: &str, word: &str, among: impl Iterator<Item = &'static str>) -> String {
    let guess = did_you_mean(word, among);
    format!("no {what} is called \"{}\"{guess} (`ms3dlint rules` lists them)", visible(word.as_bytes()))
}
