//! The list of rules, as text and JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::diagnostics::finding::Group;
use crate::diagnostics::rule::{Rule, page_url};
use crate::report::formats::json;

/// The version number of the JSON document.
const RULES_SCHEMA: u32 = 1;

/// One rule per line, by group.
pub(crate) fn text(listed: &[&Rule]) -> String {
    let longest = listed.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for group in Group::ALL {
        let mut rules = listed.iter().filter(|rule| rule.group == group).peekable();
        if rules.peek().is_none() {
            continue;
        }
        let _ = writeln!(out, "{}", group.name());
        for rule in rules {
            let (name, severity) = (rule.name, rule.severity.name());
            let _ = writeln!(out, "  {name:longest$}  {severity:7}  {}", rule.summary);
        }
        out.push('\n');
    }
    out + "`ms3dlint explain RULE` prints the page of a rule.\n"
}

#[derive(Serialize)]
struct RulesDocument {
    schema: u32,
    rules: Vec<RuleFields>,
}

#[derive(Serialize)]
struct RuleFields {
    name: &'static str,
    url: String,
    group: &'static str,
    severity: &'static str,
    formats: &'static str,
    fix: &'static str,
    summary: &'static str,
}

/// One JSON document.
pub(crate) fn json(listed: &[&Rule]) -> String {
    let fields = |rule: &&Rule| RuleFields {
        name: rule.name,
        url: page_url(rule.name),
        group: rule.group.name(),
        severity: rule.severity.name(),
        formats: rule.formats.name(),
        fix: rule.fix.name(),
        summary: rule.summary,
    };
    json::to_string(&RulesDocument { schema: RULES_SCHEMA, rules: listed.iter().map(fields).collect() })
        + "\n"
}
