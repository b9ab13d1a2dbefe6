//! `ms3dlint explain` and `ms3dlint rules`: print the documentation of rules.

use std::fmt::Write;

use crate::cli::check::selected_rules::unknown;
use crate::diagnostics::finding::Group;
use crate::rules;

/// The page of a rule.
pub(crate) fn explain(name: &str) -> Result<String, String> {
    match rules::find(name) {
        Some(rule) => Ok(rule.page.to_string()),
        None => Err(unknown("rule", name, rules::ALL.iter().map(|rule| rule.name))),
    }
}

/// All rules, one per line, by group.
pub(crate) fn list() -> String {
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
