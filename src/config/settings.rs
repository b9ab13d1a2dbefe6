//! The settings of one file: the value of each key, and which configuration file it comes from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;

use crate::actions::lint;
use crate::config::file::{
    Budget, FailOn, Level, OutputFormatName, RuleOptions, RuleOrGroup, Rules, ShownLevel, TargetNames,
};
use crate::config::{Config, Layer, offset};
use crate::diagnostics::effect::Targets;
use crate::diagnostics::finding::Severity;
use crate::diagnostics::limits::Limits;
use crate::diagnostics::rule::Rule;
use crate::engines;
use crate::rules;

/// The place of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The index of its file in a [`Config`].
    pub layer: usize,
    /// Its byte offset in the file.
    pub offset: usize,
}

/// A setting with its origin.
#[derive(Clone, PartialEq, Debug)]
pub struct Said<T> {
    /// Its value.
    pub value: T,
    /// Its place.
    pub origin: Origin,
}

/// The overrides and budgets of all files of a configuration that match a file. Files with the same matches
/// have the same settings.
pub type Matching = Vec<bool>;

/// The settings of a file.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Settings {
    /// The levels of rules that are set.
    pub levels: BTreeMap<&'static str, Said<Level>>,
    /// Options that are set, by rule and name.
    pub options: BTreeMap<(&'static str, &'static str), Said<f32>>,
    /// Parts of a budget that are set.
    pub budget: BTreeMap<&'static str, Said<u32>>,
    /// The limits that rules use: the options and the budget.
    pub limits: Limits,
    /// The programs that it is meant for.
    pub targets: Option<Said<Vec<&'static str>>>,
    /// The least severity that fails.
    pub fail_on: Option<Said<FailOn>>,
    /// The least severity that is shown.
    pub level: Option<Said<ShownLevel>>,
    /// The format of the report.
    pub output_format: Option<Said<OutputFormatName>>,
    /// The only rules and groups that are run.
    pub select: Option<Said<Vec<RuleOrGroup>>>,
    /// The rules and groups that are not run: those of all tables that match the file.
    pub ignore: Vec<Said<Vec<RuleOrGroup>>>,
    /// The root of the checked tree.
    pub root: Option<Said<PathBuf>>,
    /// The baseline file.
    pub baseline: Option<Said<PathBuf>>,
}

impl Config {
    /// The overrides and budgets that match a file, given its absolute path.
    pub fn matching(&self, path: &Path) -> Matching {
        let layers = self.layers.iter().map(|layer| (layer, layer.seen_from(path)));
        let matching =
            layers.flat_map(|(layer, path)| {
                layer.overrides.iter().chain(&layer.budgets).map(move |globs| {
                    globs.find_with_parents(&path, false).is_some_and(|(_, is_meant)| is_meant)
                })
            });
        matching.collect()
    }

    /// The settings of files that these overrides and budgets match.
    pub fn settings(&self, matching: &Matching) -> Settings {
        let mut settings = Settings::default();
        let mut matching = matching.iter().copied();
        for (number, layer) in self.layers.iter().enumerate() {
            settings.add_file(number, layer);
            for part in layer.file.overrides.iter().zip(&mut matching).filter_map(chosen) {
                settings.add_targets(number, part.targets.as_ref());
                settings.add_selection(number, part.select.as_ref(), part.ignore.as_ref());
                settings.add_rules(number, &part.rules);
                settings.add_options(number, &part.options);
            }
            let budgets = layer.file.budgets.iter().zip(&mut matching).filter_map(chosen);
            budgets.for_each(|part| settings.add_budget(number, part));
        }
        settings
    }
}

fn chosen<T>((part, is_chosen): (T, bool)) -> Option<T> {
    is_chosen.then_some(part)
}

/// The rules that a name in a table means. Broader names are applied first, so that narrower ones
/// override them.
fn meant(name: &str) -> (u8, Vec<&'static Rule>) {
    let those = |is_meant: &dyn Fn(&Rule) -> bool| {
        rules::ALL.iter().copied().filter(|rule| is_meant(rule)).collect::<Vec<_>>()
    };
    match rules::find(name) {
        Some(rule) => (2, vec![rule]),
        None => (u8::from(name != "all"), those(&|rule| rule.is_meant_by(name))),
    }
}

impl Settings {
    fn add_file(&mut self, layer: usize, of: &Layer) {
        let file = &of.file;
        self.add_targets(layer, file.targets.as_ref());
        self.add_selection(layer, file.select.as_ref(), file.ignore.as_ref());
        self.add_rules(layer, &file.rules);
        self.add_options(layer, &file.options);
        let path = |said: &Spanned<String>| said_in(layer, said, of.folder().join(said.get_ref()));
        self.fail_on =
            file.fail_on.as_ref().map(|said| said_in(layer, said, *said.get_ref())).or(self.fail_on.take());
        self.level =
            file.level.as_ref().map(|said| said_in(layer, said, *said.get_ref())).or(self.level.take());
        let format = file.output_format.as_ref().map(|said| said_in(layer, said, said.get_ref().clone()));
        self.output_format = format.or(self.output_format.take());
        self.root = file.root.as_ref().map(path).or(self.root.take());
        self.baseline = file.baseline.as_ref().map(path).or(self.baseline.take());
    }

    fn add_targets(&mut self, layer: usize, targets: Option<&Spanned<TargetNames>>) {
        let Some(said) = targets else { return };
        // The schema has checked the names.
        let names = engines::list::targets(said.get_ref().names());
        self.targets = Some(said_in(layer, said, names.unwrap_or_default()));
    }

    /// A later selection takes the place of an earlier one; what is ignored adds up.
    fn add_selection(
        &mut self,
        layer: usize,
        select: Option<&Spanned<Vec<RuleOrGroup>>>,
        ignore: Option<&Spanned<Vec<RuleOrGroup>>>,
    ) {
        let said = |said: &Spanned<Vec<RuleOrGroup>>| said_in(layer, said, said.get_ref().clone());
        self.select = select.map(said).or(self.select.take());
        self.ignore.extend(ignore.map(said));
    }

    fn add_rules(&mut self, layer: usize, Rules(said): &Rules) {
        let mut said: Vec<_> = said.iter().map(|(name, level)| (meant(name), level)).collect();
        said.sort_by_key(|((exactness, _), _)| *exactness);
        for ((_, rules), level) in said {
            let said = said_in(layer, level, *level.get_ref());
            self.levels.extend(rules.into_iter().map(|rule| (rule.name, said.clone())));
        }
    }

    fn add_options(&mut self, layer: usize, options: &RuleOptions) {
        for (rule, name, value, limit) in options.entries() {
            if let Some(value) = value {
                *limit(&mut self.limits) = *value.get_ref();
                self.options.insert((rule, name), said_in(layer, value, *value.get_ref()));
            }
        }
    }

    fn add_budget(&mut self, layer: usize, budget: &Budget) {
        for (name, value, limit) in budget.entries() {
            if let Some(value) = value {
                *limit(&mut self.limits.budget) = Some(*value.get_ref());
                self.budget.insert(name, said_in(layer, value, *value.get_ref()));
            }
        }
    }

    /// The least severity that fails; `None` if nothing does.
    pub fn fails_from(&self) -> Option<Severity> {
        self.fail_on.as_ref().map_or(FailOn::Error, |said| said.value).severity()
    }

    /// Whether a rule is run, as far as these settings decide.
    pub fn runs(&self, rule: &Rule) -> bool {
        let has_it = |names: &[RuleOrGroup]| names.iter().any(|RuleOrGroup(name)| rule.is_meant_by(name));
        let is_off = self.levels.get(rule.name).is_some_and(|said| said.value == Level::Off);
        let is_selected = self.select.as_ref().is_none_or(|said| has_it(&said.value));
        is_selected && !is_off && !self.ignore.iter().any(|said| has_it(&said.value))
    }

    /// Options for checking a file with these settings. Rules in `options` that are not run here are
    /// removed, unless the user has selected these very rules.
    pub fn apply(&self, options: &lint::Options, keeps_all: bool) -> lint::Options {
        let mut options = lint::Options { limits: self.limits, ..options.clone() };
        if let (Some(said), Targets::Unknown) = (&self.targets, &options.targets) {
            options.targets = match &said.value[..] {
                [] => Targets::Ignored,
                names => Targets::Named(names.to_vec()),
            };
        }
        let severities = self.levels.iter().filter_map(|(name, said)| Some((*name, said.value.severity()?)));
        options.severities.extend(severities);
        if !keeps_all {
            options.rules.retain(|rule| self.runs(rule));
            let selected = self.select.iter().flat_map(|said| &said.value);
            options.named.extend(selected.filter_map(|RuleOrGroup(name)| Some(rules::find(name)?.name)));
        }
        options
    }
}

fn said_in<T, U>(layer: usize, said: &Spanned<T>, value: U) -> Said<U> {
    Said { value, origin: Origin { layer, offset: offset(said) } }
}
