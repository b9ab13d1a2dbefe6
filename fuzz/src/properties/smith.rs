//! Properties of the models that the smith makes, and of the defects that it plants.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Violation, ensure};
use ms3dlint::actions::effects::run_all;
use ms3dlint::actions::lint::{Options, Report, lint};
use ms3dlint::actions::repair;
use ms3dlint::base::memory_tree::MemoryTree;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::Targets;
use ms3dlint::diagnostics::finding::{Finding, Severity};
use ms3dlint::diagnostics::limits::ModelBudget;
use ms3dlint::diagnostics::rule::{Rule, Tally};
use ms3dlint::document::describe::describe;
use ms3dlint::document::dump;
use ms3dlint::document::{Document, read};
use ms3dlint::engines::list::Program;
use ms3dlint::fix::Applicability;
use ms3dlint::rules;
use ms3dlint::smith::{
    Amounts, Choices, Config, Expected, Format, Model, Profile, Sabotage, Sample, Setting, TEXTURES, defects,
    forge, sabotage,
};

/// Nothing is found in pristine models, and no error is in others, however odd or hostile: what programs do with them
/// is not their error.
pub fn smith_is_silent(bytes: &[u8]) -> Result<(), Violation> {
    for profile in Profile::ALL {
        let (severity, targets) = match profile {
            Profile::Pristine => (Severity::Hint, Targets::Unknown),
            Profile::Legal | Profile::Quirky | Profile::Stress => (Severity::Error, Targets::Ignored),
        };
        for format in Format::ALL {
            let piece = drawn(*profile, *format, bytes);
            let what = first_from(severity, targets.clone(), &piece);
            ensure(what.is_none(), "smith_is_silent", || {
                format!("{profile:?}: {}\n{}", what.unwrap_or_default(), shown(&piece))
            })?;
        }
    }
    Ok(())
}

/// A healthy model.
fn drawn(profile: Profile, format: Format, bytes: &[u8]) -> Sample {
    let mut choices = Choices::new(bytes);
    forge(&Config::draw(profile, format, &mut choices), &mut choices)
}

/// Whether a program never loads models of this kind, however sound.
fn is_never_loaded(program: &Program, model: &Model) -> bool {
    match (program.name, program.version) {
        ("assimp+validate", "6.0.5") => !model.bones.is_empty(),
        _ => false,
    }
}

/// Pristine models load in every program that reads their format, but for the kinds that a program never loads.
pub fn pristine_models_load(bytes: &[u8]) -> Result<(), Violation> {
    for format in Format::ALL {
        let piece = drawn(Profile::Pristine, *format, bytes);
        for run in run_all(&document(&piece, Setting::None), &context(Setting::None)) {
            let expected = if is_never_loaded(run.program, &piece.model) { "refuses" } else { "loads" };
            ensure(run.outcome() == expected, "pristine_models_load", || {
                format!("{} {} it: {:?}\n{}", run.program.title, run.outcome(), run.failure, shown(&piece))
            })?;
        }
    }
    Ok(())
}

/// The first finding in a model at this severity or above; `None` for nothing.
fn first_from(severity: Severity, targets: Targets, piece: &Sample) -> Option<String> {
    let options = Options { level: severity, targets, ..Options::default() };
    let report = lint(&document(piece, Setting::None), &context(Setting::None), &options);
    // What programs do with a sound model is no fault of the model.
    let is_fault = |tally: &&Tally| tally.rule.name != "read-otherwise-by-engine";
    let tally = report.tallies.iter().filter(is_fault).find(|tally| tally.severity >= severity)?;
    let message = report.findings.first().map(|finding| finding.message.as_str());
    Some(format!("{}: {}", tally.rule.name, message.unwrap_or_default()))
}

/// One defect in a healthy model is found by its rule, exactly where it is; no rule speaks that has nothing to
/// do with it, and its fix makes the model healthy again. Large defects are left to campaigns.
pub fn defect_is_caught(bytes: &[u8]) -> Result<(), Violation> {
    let mut draw = Choices::new(bytes);
    let defects: Vec<_> = defects::all().filter(|defect| !defect.is_large).collect();
    let defect = defects[draw.below(defects.len())];
    let (profile, format) = (draw.one_of(Profile::ALL), draw.one_of(defect.formats));
    let config = Config::draw(profile, format, &mut draw);
    match sabotage(defect, &config, &mut draw) {
        Some(sabotage) => is_caught(profile, &sabotage).map(|_| ()),
        None => Ok(()),
    }
}

/// Rules that go by what most rows are. In models that are not pristine it may depend on the broken one.
const BY_MAJORITY: &[&str] = &["inverted-winding"];

/// What was seen of a defect that is caught.
#[derive(Debug)]
pub struct Caught {
    /// Which of its shadows were reported: of what was broken, or of the repaired model, and not of the healthy
    /// model, unless that should be pristine.
    pub shadows: Vec<&'static str>,
    /// How sure the fix of its finding is, if there is one.
    pub fix: Option<Applicability>,
}

/// [`defect_is_caught`] for one model.
pub fn is_caught(profile: Profile, sabotage: &Sabotage) -> Result<Caught, Violation> {
    let truth = &sabotage.expected;
    let is = |holds: bool, what: &dyn Fn() -> String| {
        ensure(holds, "defect_is_caught", || {
            format!("{profile:?}: {truth:?}: {}\n{}", what(), shown(&sabotage.broken))
        })
    };
    let options = options(sabotage);
    let broken = document(&sabotage.broken, truth.setting);
    let context = context(truth.setting);
    let report = lint(&broken, &context, &options);
    let finding = report.findings.iter().find(|finding| is_exact(&broken, finding, truth));
    let fix = finding.and_then(|finding| finding.fix.as_ref()).map(|fix| fix.applicability);
    is(finding.is_some(), &|| {
        let found = report.findings.iter().filter(|finding| finding.rule == truth.rule);
        let found: Vec<_> = found.map(|finding| (describe(&broken, finding.place), finding.span())).collect();
        format!("not found; instead {found:?}, and {:?}", counts(&report))
    })?;
    let before = counts(&lint(&document(&sabotage.healthy, truth.setting), &context, &options));
    let after = counts(&report);
    let is_pristine = profile == Profile::Pristine;
    let known = |rule: &str| before.get(rule).copied().unwrap_or_default();
    let may_tip = |rule: &str| !is_pristine && BY_MAJORITY.contains(&rule);
    // A rule that speaks of a model that is not pristine anyway speaks of its habits, which what was broken shares.
    let is_habit = |rule: &str| !is_pristine && known(rule) > 0;
    let is_other = |rule: &str| {
        rule != truth.rule && !truth.shadows.contains(&rule) && !is_habit(rule) && !may_tip(rule)
    };
    let others = |counts: &BTreeMap<&'static str, usize>| {
        counts.keys().copied().filter(|rule| is_other(rule)).collect::<Vec<_>>()
    };
    is(others(&after).is_empty(), &|| format!("{:?} speak too", others(&after)))?;
    is(after[truth.rule] <= known(truth.rule) + 1, &|| {
        format!("found {} times, and {} before", after[truth.rule], known(truth.rule))
    })?;
    let mut left = BTreeMap::new();
    if fix.is_some() {
        // Habits need not go. What is broken beside none must leave nothing but its shadows.
        let only = if is_pristine { Vec::new() } else { rules::find(truth.rule).into_iter().collect() };
        let repaired = counts_after_repair(broken, &context, &options, only);
        is(repaired.is_ok(), &|| format!("no repair: {repaired:?}"))?;
        left = repaired.unwrap_or_default();
        let stays = left.get(truth.rule).is_some_and(|count| *count > known(truth.rule));
        is(!stays && others(&left).is_empty(), &|| format!("after repair {left:?}, and before {before:?}"))?;
    }
    let speaks = |rule: &&str| (after.contains_key(rule) || left.contains_key(rule)) && !is_habit(rule);
    Ok(Caught { shadows: truth.shadows.iter().copied().filter(speaks).collect(), fix })
}

/// Whether a finding is what must be found.
fn is_exact(document: &Document, finding: &Finding, truth: &Expected) -> bool {
    let span = finding.span().start as usize..finding.span().end as usize;
    finding.rule == truth.rule && span == truth.span && describe(document, finding.place) == truth.place
}

/// What is found once all is repaired that can be, or what these rules can repair.
fn counts_after_repair(
    broken: Document,
    context: &Context,
    options: &Options,
    only: Vec<&'static Rule>,
) -> Result<BTreeMap<&'static str, usize>, String> {
    let all = repair::RepairOptions { lint: options.clone(), least: Applicability::Unsafe, only };
    let repaired = repair::repair(broken, context, &all).map_err(|defect| format!("{defect:?}"))?;
    Ok(counts(&lint(&repaired.document, context, options)))
}

/// How many findings each rule has.
fn counts(report: &Report) -> BTreeMap<&'static str, usize> {
    report.tallies.iter().map(|tally| (tally.rule.name, tally.count)).collect()
}

/// A document as rules must see it.
fn document(piece: &Sample, setting: Setting) -> Document {
    match setting {
        Setting::TooLarge => Document::over_limit("piece", 5 << 30),
        _ => read("piece", piece.bytes.clone()),
    }
}

/// What rules must know beside that: the textures that models name, and what the defect asks for.
fn context(setting: Setting) -> Context {
    let file_tree = Some(Arc::new(MemoryTree::new(TEXTURES)) as _);
    Context { expected: setting == Setting::Named, file_tree }
}

fn options(sabotage: &Sabotage) -> Options {
    let mut options = Options { rules: rules::ALL.to_vec(), expand: true, ..Options::default() };
    options.limits.budget = sabotage.expected.budget.map(budget).unwrap_or_default();
    options
}

/// As much as there is in a model.
fn budget(amounts: Amounts) -> ModelBudget {
    ModelBudget {
        faces: Some(amounts.max_faces),
        vertices: Some(amounts.max_vertices),
        bones: Some(amounts.max_bones),
        materials: Some(amounts.max_materials),
        textures: Some(amounts.max_texture_count),
    }
}

/// A model as a person may want to see it.
fn shown(piece: &Sample) -> String {
    match piece.config.format {
        Format::Ascii => piece.bytes.escape_ascii().to_string().replace("\\r\\n", "\n").replace("\\n", "\n"),
        Format::Ms3d => dump::lines(&read("piece", piece.bytes.clone()), 0).collect::<Vec<_>>().join("\n"),
    }
}
