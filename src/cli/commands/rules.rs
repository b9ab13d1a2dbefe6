//! `ms3dlint rules`: lists rules.

use std::path::Path;

use crate::actions::lint;
use crate::cli::args::{RulesArgs, RulesFormat};
use crate::cli::check::selected_rules::selected;
use crate::cli::check::terminal::columns_of_stdout;
use crate::cli::files::configs::Configs;
use crate::config::Settings;
use crate::diagnostics::rule::Rule;
use crate::fix::FixKind;
use crate::report::pretty::Style;
use crate::report::rule_list::{self, ListedRule};

/// The rules that the arguments name, or all, as the configuration of the current folder changes them.
pub(crate) fn list(args: &RulesArgs) -> Result<String, String> {
    let configs = Configs::new(&args.config, Style::Drawn { color: false }, lint::Options::default())?;
    let settings = configs.settings(Path::new("."))?;
    let is_listed = |rule: &&Rule| !args.fixable || !matches!(rule.fix, FixKind::None);
    let rules = selected(&args.rules, &[])?.into_iter().filter(is_listed);
    let rules: Vec<_> =
        rules.map(|rule| ListedRule { rule, configured: configured(rule, &settings) }).collect();
    Ok(match args.output_format {
        RulesFormat::Text => rule_list::text(&rules, columns_of_stdout()),
        RulesFormat::Json => rule_list::json(&rules),
    })
}

/// The severity that the settings give a rule, or `off`; `None` if they leave it as it is.
fn configured(rule: &Rule, settings: &Settings) -> Option<&'static str> {
    let level = settings.levels.get(rule.name).map(|said| said.value.name());
    if settings.runs(rule) { level.filter(|level| *level != rule.severity.name()) } else { Some("off") }
}
