//! The output of `ms3dlint diff`: what differs between two models, as text for people and as JSON.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::actions::diff::{
    ChangedAspect, Holds, ModelChange, ModelDiff, ProgramChange, is_one_file, is_readable,
};
use crate::base::display::{counted, list, number, visible};
use crate::diagnostics::context::Context;
use crate::diagnostics::finding::Severity;
use crate::document::Document;
use crate::document::describe::describe;
use crate::document::stats::Stats;
pub use crate::report::diff_status::DiffStatus;
use crate::report::formats::json;

/// The version number of the JSON document.
pub const DIFF_SCHEMA: u32 = 1;

/// So many objects of a model, and so many changes of each, are worth reading.
const MOST_OBJECTS: usize = 12;
const MOST_OF_OBJECT: usize = 8;
/// So many things that a program newly takes otherwise, and so many rules.
const MOST_EFFECTS: usize = 3;
const MOST_RULES: usize = 8;

/// A model that is in both places, or new, or gone.
#[derive(Serialize)]
pub struct DiffRow {
    old: Option<String>,
    new: Option<String>,
    status: DiffStatus,
    changes: Vec<ChangeRow>,
    moved_vertices: usize,
    motion: Vec<MotionRow>,
    programs: Vec<ProgramDiffRow>,
    findings: Vec<FindingDiffRow>,
    limits: Vec<String>,
    /// What is in a model that is new or gone, in words; whether the files are the same byte by byte.
    #[serde(skip)]
    contents: String,
    #[serde(skip)]
    is_one_file: bool,
    #[serde(skip)]
    diff: ModelDiff,
}

#[derive(Serialize)]
struct ChangeRow {
    aspect: &'static str,
    object: String,
    says: String,
    count: usize,
    largest: Option<f64>,
    old_place: Option<String>,
    new_place: Option<String>,
}

#[derive(Serialize)]
struct MotionRow {
    bone: String,
    time: f64,
    distance: f64,
}

#[derive(Serialize)]
struct ProgramDiffRow {
    engine: &'static str,
    title: &'static str,
    version: &'static str,
    old: Option<&'static str>,
    new: Option<&'static str>,
    old_failing: Option<String>,
    new_failing: Option<String>,
    holds: &'static str,
    new_effects: Vec<String>,
    gone_effects: Vec<String>,
}

#[derive(Serialize)]
struct FindingDiffRow {
    rule: &'static str,
    severity: &'static str,
    new: usize,
    gone: usize,
}

#[derive(Serialize)]
struct DiffDocument<'a> {
    schema: u32,
    models: &'a [DiffRow],
}

impl DiffRow {
    /// The row of a model that is in both places, or in one of them.
    pub fn of(old: Option<&Document>, new: Option<&Document>) -> Self {
        Self::with(old, new, ModelDiff::of)
    }

    /// That of a model that is in both places, where programs find what is around each of the files.
    pub fn among(old: &Document, new: &Document, contexts: [&Context; 2]) -> Self {
        Self::with(Some(old), Some(new), |old, new| ModelDiff::among(old, new, contexts))
    }

    fn with(
        old: Option<&Document>,
        new: Option<&Document>,
        compare: impl FnOnce(&Document, &Document) -> ModelDiff,
    ) -> Self {
        let (diff, status) = match (old, new) {
            (Some(old), Some(new)) => {
                let diff = compare(old, new);
                let status = if diff.differs() { DiffStatus::Changed } else { DiffStatus::Same };
                (diff, status)
            }
            (None, _) => (ModelDiff::default(), DiffStatus::New),
            (_, None) => (ModelDiff::default(), DiffStatus::Gone),
        };
        let is_one_file = matches!((old, new), (Some(old), Some(new)) if is_one_file(old, new));
        let name = |document: &Document| document.source.name.clone();
        Self {
            old: old.map(name),
            new: new.map(name),
            status,
            changes: diff.changes.iter().map(|change| ChangeRow::of(change, old, new)).collect(),
            moved_vertices: diff.moved.len(),
            motion: motion(&diff),
            programs: diff.programs.iter().map(ProgramDiffRow::of).collect(),
            findings: findings(&diff),
            limits: diff.limits.clone(),
            contents: new.or(old).map_or(String::new(), contents),
            is_one_file,
            diff,
        }
    }

    /// What became of it.
    pub fn status(&self) -> DiffStatus {
        self.status
    }

    /// The same in a few words.
    pub fn outcome(&self) -> String {
        match self.status {
            DiffStatus::New => "new".to_string(),
            DiffStatus::Gone => "gone".to_string(),
            DiffStatus::Same if self.is_one_file => "the same".to_string(),
            DiffStatus::Same => "the same, written otherwise".to_string(),
            DiffStatus::Changed if self.changes.is_empty() => "changed for programs".to_string(),
            DiffStatus::Changed => match &self.diff.changes[..] {
                // The models were not compared.
                [only] if only.aspect == ChangedAspect::Reading && only.object.is_empty() => {
                    only.says.clone()
                }
                changes => format!("changed: {}", counted(changes.len(), "change")),
            },
        }
    }

    /// Whether there is anything to be read about it: it differs, or its findings do, or it is written otherwise.
    pub fn is_worth_reading(&self) -> bool {
        !self.is_one_file
    }

    /// The vertices that are at another place at rest or in the animation: their indices in the old model and in the new
    /// one, through all meshes.
    pub fn moved(&self) -> BTreeSet<[u32; 2]> {
        let at_rest = self.diff.moved.iter().map(|moved| moved.vertices);
        at_rest.chain(self.diff.swung.iter().copied()).collect()
    }

    /// The model as text.
    pub fn text(&self) -> String {
        let mut lines = self.model_text();
        if !matches!(self.status, DiffStatus::New | DiffStatus::Gone) && !self.is_one_file {
            findings_text(&self.diff, &mut lines);
        }
        lines.out
    }

    /// The same without its findings, for whoever counts these otherwise: with the files around it, or after a repair.
    pub fn text_without_findings(&self) -> String {
        self.model_text().out
    }

    fn model_text(&self) -> DiffLines {
        let mut lines = DiffLines { out: String::new() };
        lines.add(0, &self.heading());
        if matches!(self.status, DiffStatus::New | DiffStatus::Gone) || self.is_one_file {
            return lines;
        }
        self.changes_text(&mut lines);
        for limit in &self.limits {
            lines.add(2, &format!("({limit})"));
        }
        programs_text(&self.diff.programs, &mut lines);
        lines
    }

    fn heading(&self) -> String {
        let shown = |name: &Option<String>| visible(name.as_deref().unwrap_or_default().as_bytes());
        let (old, new) = (shown(&self.old), shown(&self.new));
        let renamed = if old == new { String::new() } else { format!(", compared with {old}") };
        match self.status {
            DiffStatus::New => format!("{new}: new, with {}", self.contents),
            DiffStatus::Gone => format!("{old}: gone, with {}", self.contents),
            _ if self.is_one_file => format!("{new}{renamed}: the same, byte by byte"),
            DiffStatus::Changed if self.changes.is_empty() => {
                format!("{new}{renamed}: the same model, but not for all programs")
            }
            _ if self.changes.is_empty() => format!("{new}{renamed}: the same model, written otherwise"),
            _ => format!("{new}{renamed}: {}", counted(self.changes.len(), "change")),
        }
    }

    fn changes_text(&self, lines: &mut DiffLines) {
        let objects: Vec<_> = self.changes.chunk_by(|one, other| one.object == other.object).collect();
        for changes in objects.iter().take(MOST_OBJECTS) {
            let object = &changes[0].object;
            let indent = match &changes[..] {
                [only] if !object.is_empty() => {
                    lines.add(2, &format!("{object}: {}", only.says));
                    continue;
                }
                _ if object.is_empty() => 2,
                _ => {
                    lines.add(2, object);
                    4
                }
            };
            changes.iter().take(MOST_OF_OBJECT).for_each(|change| lines.add(indent, &change.says));
            if let Some(more) = changes.len().checked_sub(MOST_OF_OBJECT).filter(|more| *more > 0) {
                lines.add(indent, &format!("and {}", counted(more, "more change")));
            }
        }
        let more: usize = objects.iter().skip(MOST_OBJECTS).map(|changes| changes.len()).sum();
        if more > 0 {
            lines.add(2, &format!("and {}: --output-format json has all", counted(more, "more change")));
        }
    }
}

/// Indented lines.
struct DiffLines {
    out: String,
}

impl DiffLines {
    fn add(&mut self, indent: usize, text: &str) {
        self.out += &format!("{:indent$}{text}\n", "");
    }
}

impl ChangeRow {
    fn of(change: &ModelChange, old: Option<&Document>, new: Option<&Document>) -> Self {
        let [old_place, new_place] = change.places;
        let words = |document: Option<&Document>, place| Some(describe(document?, place?));
        Self {
            aspect: change.aspect.name(),
            object: change.object.clone(),
            says: change.says.clone(),
            count: change.count,
            largest: change.largest.filter(|largest| largest.is_finite()),
            old_place: words(old, old_place),
            new_place: words(new, new_place),
        }
    }
}

impl ProgramDiffRow {
    fn of(change: &ProgramChange) -> Self {
        let [old, new] = change.outcomes;
        let [old_failing, new_failing] = change.failing.clone();
        Self {
            engine: change.program,
            title: change.title,
            version: change.version,
            old,
            new,
            old_failing,
            new_failing,
            holds: change.holds.name(),
            new_effects: change.new_effects.clone(),
            gone_effects: change.gone_effects.clone(),
        }
    }
}

fn motion(diff: &ModelDiff) -> Vec<MotionRow> {
    let motion = diff.motion.iter().filter(|motion| motion.distance.is_finite());
    let row = |motion: &crate::actions::diff::BoneMotion| MotionRow {
        bone: motion.bone.clone(),
        time: motion.time,
        distance: motion.distance,
    };
    motion.map(row).collect()
}

fn findings(diff: &ModelDiff) -> Vec<FindingDiffRow> {
    let row = |change: &crate::actions::diff::FindingChange| FindingDiffRow {
        rule: change.rule,
        severity: change.severity.name(),
        new: change.new,
        gone: change.gone,
    };
    diff.findings.iter().map(row).collect()
}

/// What a model has most of.
fn contents(document: &Document) -> String {
    if !is_readable(document) {
        return "no model that can be read".to_string();
    }
    let Stats { meshes, vertices, bones, .. } = Stats::of(document);
    let counts = [(meshes, "mesh"), (vertices, "vertex"), (bones, "bone")];
    let counts = counts.into_iter().filter(|(count, noun)| *count > 0 || *noun == "mesh");
    counts.map(|(count, noun)| counted(count, noun)).collect::<Vec<_>>().join(", ")
}

/// What programs do with both, those together that do the same.
fn programs_text(programs: &[ProgramChange], lines: &mut DiffLines) {
    let mut said: Vec<(Vec<String>, String, Vec<String>)> = Vec::new();
    // What fails as it did is no difference.
    let fails_alike =
        |program: &&ProgramChange| program.failing[0].is_some() && program.failing[0] == program.failing[1];
    for program in programs.iter().filter(|program| !fails_alike(program)) {
        let (says, effects) = program_text(program);
        match said.iter_mut().find(|(_, other, others)| (other, others) == (&says, &effects)) {
            Some((titles, ..)) => titles.push(program.title.to_string()),
            None => said.push((vec![program.title.to_string()], says, effects)),
        }
    }
    let is_one_group = said.len() == 1;
    for (titles, says, effects) in said {
        lines.add(
            2,
            &match &titles[..] {
                titles if is_one_group && titles.len() > 2 => {
                    format!("Each of the {} that read it {says}", counted(titles.len(), "program"))
                }
                [title] => format!("{title} {says}"),
                titles => match says.strip_prefix("does not ") {
                    Some(what) => format!("{} do not {what}", list(titles)),
                    None => format!("Each of {} {says}", list(titles)),
                },
            },
        );
        effects.iter().for_each(|effect| lines.add(4, effect));
    }
}

/// What a program does with both, after its title.
fn program_text(program: &ProgramChange) -> (String, Vec<String>) {
    let [was, is] = &program.failing;
    let says = match (program.outcomes, was, is) {
        ([None, _], _, None) => "reads the new format, and loads the model".to_string(),
        ([None, _], _, Some(is)) => format!("reads the new format, but {is}"),
        ([_, None], ..) => "does not read the new format".to_string(),
        (_, None, Some(is)) => format!("no longer loads it: {is}"),
        (_, Some(was), None) => format!("loads it now; before: {was}"),
        (_, Some(was), Some(is)) => format!("loads neither: {is}; before: {was}"),
        (_, None, None) => match program.holds {
            Holds::Same => "loads the same model".to_string(),
            Holds::SameFaces => "loads the same faces".to_string(),
            Holds::Other => "loads another model".to_string(),
            Holds::Unknown => "loads both".to_string(),
        },
    };
    let mut effects = Vec::new();
    // What is said already is not said again.
    let sides = [("now", &program.new_effects, is), ("no longer", &program.gone_effects, was)];
    for (word, all, failing) in sides {
        let all: Vec<_> = all.iter().filter(|says| failing.as_ref() != Some(*says)).collect();
        effects.extend(all.iter().take(MOST_EFFECTS).map(|says| format!("{word}: {says}")));
        if let Some(more) = all.len().checked_sub(MOST_EFFECTS).filter(|more| *more > 0) {
            effects.push(format!("{word}: {} more", number(more)));
        }
    }
    (says, effects)
}

/// The rules whose findings are new or gone, from infos on: hints are about taste.
fn findings_text(diff: &ModelDiff, lines: &mut DiffLines) {
    let shown = || diff.findings.iter().filter(|change| change.severity > Severity::Hint);
    for (word, side) in [("new", 0), ("gone", 1)] {
        let rules = shown().map(|change| (change.rule, [change.new, change.gone][side]));
        let rules: Vec<_> = rules.filter(|(_, count)| *count > 0).collect();
        let all: usize = rules.iter().map(|(_, count)| count).sum();
        if all == 0 {
            continue;
        }
        let mut words: Vec<_> =
            rules.iter().take(MOST_RULES).map(|(rule, count)| format!("{} {rule}", number(*count))).collect();
        if rules.len() > MOST_RULES {
            words.push(format!("others of {}", counted(rules.len() - MOST_RULES, "rule")));
        }
        lines.add(2, &format!("{} {word}: {}", counted(all, "finding"), words.join(", ")));
    }
}

/// All models as text, and how many differ if there are several.
pub fn text(rows: &[DiffRow]) -> String {
    let worth: Vec<_> = match rows {
        [only] => vec![only],
        _ => rows.iter().filter(|row| row.is_worth_reading()).collect(),
    };
    let mut out = worth.iter().map(|row| row.text()).collect::<Vec<_>>().join("\n");
    if rows.len() != 1 {
        let count = |status| rows.iter().filter(|row| row.status == status).count();
        let all = counted(rows.len(), "model");
        let counts = DiffStatus::ALL.map(|(status, word)| format!("{} {word}", number(count(status))));
        let counts = counts.join(", ");
        out += &format!("{}{all}: {counts}\n", if worth.is_empty() { "" } else { "\n" });
    }
    out
}

/// All models as one JSON document, which `docs/json.md` describes.
pub fn json(rows: &[DiffRow]) -> String {
    json::to_string(&DiffDocument { schema: DIFF_SCHEMA, models: rows }) + "\n"
}
