//! The list of rules, as text and JSON.

use std::fmt::Write;

use serde::Serialize;

use crate::base::display::counted;
use crate::diagnostics::finding::Group;
use crate::diagnostics::rule::{Rule, page_url};
use crate::fix::FixKind;
use crate::report::formats::json;
use crate::report::wrap::{wrapped, wrapped_lines};

/// The version number of the JSON document.
const RULES_SCHEMA: u32 = 1;

/// The indent of the summary of a rule, if it is on a line of its own.
const INDENT: &str = "      ";

/// What the columns mean.
const LEGEND: &str = "\
severity: how bad it is if no program is known that reads the models; programs raise or lower it
fix: safe (--fix), unsafe (--fix --unsafe-fixes), or some: of some findings, safe or unsafe
`ms3dlint explain RULE` prints the page of a rule.
";

/// A rule, with what a configuration makes of it.
pub(crate) struct ListedRule {
    pub(crate) rule: &'static Rule,
    /// Its severity, or `off`; `None` if the configuration does not change it.
    pub(crate) configured: Option<&'static str>,
}

impl ListedRule {
    /// The severity of its findings, or `off`.
    fn severity(&self) -> &'static str {
        self.configured.unwrap_or(self.rule.severity.name())
    }
}

/// One rule per line, by group; wrapped in a terminal with this many columns.
pub(crate) fn text(listed: &[ListedRule], columns: Option<usize>) -> String {
    let longest = listed.iter().map(|listed| listed.rule.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    for group in Group::ALL {
        let mut rules = listed.iter().filter(|listed| listed.rule.group == group).peekable();
        if rules.peek().is_none() {
            continue;
        }
        let head = format!("  {:longest$}  {:8}  {:6}  ", "", "severity", "fix");
        let name = group.name();
        // The names of the columns appear once.
        match out.is_empty() {
            true => out += &format!("{name}{}\n", head[name.len()..].trim_end()),
            false => out += &format!("{name}\n"),
        }
        for listed in rules {
            let (rule, severity) = (listed.rule, listed.severity());
            let fix = match rule.fix {
                FixKind::None => "",
                FixKind::Safe(_) => "safe",
                FixKind::Unsafe(_) => "unsafe",
                FixKind::Depends(..) => "some",
            };
            let head = format!("  {:longest$}  {severity:8}  {fix:6}  ", rule.name);
            out += &line(&head, rule.summary, columns);
        }
        out.push('\n');
    }
    let changed = listed.iter().filter(|listed| listed.configured.is_some()).count();
    if changed > 0 {
        let _ = writeln!(out, "The configuration of this folder changes {}.", counted(changed, "rule"));
    }
    out + &columns.map_or(LEGEND.to_string(), |columns| wrapped_lines(LEGEND, columns.max(40)))
}

/// The line of a rule, or its lines.
fn line(head: &str, summary: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns.filter(|columns| head.len() + summary.chars().count() > *columns) else {
        return format!("{head}{summary}\n");
    };
    format!("{}\n{}\n", head.trim_end(), wrapped(summary, columns.max(40), INDENT, INDENT))
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
    /// The severity that the configuration gives it, or `off`.
    configured: &'static str,
    formats: &'static str,
    fix: &'static str,
    summary: &'static str,
}

/// One JSON document.
pub(crate) fn json(listed: &[ListedRule]) -> String {
    let fields = |listed: &ListedRule| RuleFields {
        name: listed.rule.name,
        url: page_url(listed.rule.name),
        group: listed.rule.group.name(),
        severity: listed.rule.severity.name(),
        configured: listed.severity(),
        formats: listed.rule.formats.name(),
        fix: listed.rule.fix.name(),
        summary: listed.rule.summary,
    };
    json::to_string(&RulesDocument { schema: RULES_SCHEMA, rules: listed.iter().map(fields).collect() })
        + "\n"
}
