//! `ms3dlint explain` and `ms3dlint rules`: print the documentation of rules.

use crate::cli::args::{RulesArgs, RulesFormat};
use crate::cli::check::selected_rules::selected;
use crate::diagnostics::rule::Rule;
use crate::fix::FixKind;
use crate::report::rule_list;

/// The pages of rules, given their names or those of groups.
pub(crate) fn explain(names: &[String]) -> Result<String, String> {
    let pages = selected(names, &[])?.into_iter().map(|rule| rule.page);
    Ok(pages.collect::<Vec<_>>().join("\n"))
}

/// The rules that the arguments name, or all.
pub(crate) fn list(args: &RulesArgs) -> Result<String, String> {
    let is_listed = |rule: &&Rule| !args.fixable || !matches!(rule.fix, FixKind::None);
    let rules: Vec<_> = selected(&args.rules, &[])?.into_iter().filter(is_listed).collect();
    Ok(match args.output_format {
        RulesFormat::Text => rule_list::text(&rules),
        RulesFormat::Json => rule_list::json(&rules),
    })
}
