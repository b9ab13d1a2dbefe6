//! The output of `ms3dlint loads`: which programs load which models, as text, JSON and Markdown.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::actions::effects::ProgramRun;
use crate::base::display::{code_span, counted, hexadecimal, list, number, visible};
use crate::base::file_tree::FileTree;
use crate::diagnostics::effect::Targets;
use crate::document::Document;
use crate::document::describe::describe;
use crate::engines::list::{self, Program};
use crate::engines::texture_files::unseen;
use crate::report::formats::json;
use crate::report::paths::{path_sets, paths};
use crate::report::summary::{LoadCount, unseen_text};
use crate::report::wrap::wrapped_path;
use crate::report::{table, wrap};

/// The version number of the JSON document.
pub const LOADS_SCHEMA: u32 = 1;

/// A model, with what programs do with it.
#[derive(Serialize)]
pub struct LoadsRow {
    path: String,
    engines: Vec<ProgramRow>,
    /// How many of its textures are not looked for.
    #[serde(skip)]
    unseen: usize,
    /// Whether a program that the model is meant for does not load it.
    #[serde(skip)]
    fails_target: bool,
}

/// What a program does with a model.
#[derive(Serialize)]
struct ProgramRow {
    engine: &'static str,
    version: &'static str,
    #[serde(skip)]
    title: &'static str,
    outcome: &'static str,
    line: Option<usize>,
    byte_offset: Option<u32>,
    reason: String,
    /// What it does instead of loading the model, or of finding something in it, in words that follow its title.
    #[serde(skip)]
    says: String,
    /// Where the reason is, in words: people look for that, and not for the line that the program had come to.
    #[serde(skip)]
    cause: String,
    /// Whether it loads the file, and finds something in it: `--require` asks for that.
    loads: bool,
    effects: Vec<EffectRow>,
}

/// What a program does with something in a model.
#[derive(Serialize)]
struct EffectRow {
    engine: &'static str,
    version: &'static str,
    effect: &'static str,
    says: String,
    place: String,
    line: Option<usize>,
    byte_offset: u32,
}

#[derive(Serialize)]
struct LoadsDocument<'a> {
    schema: u32,
    files: &'a [LoadsRow],
}

impl LoadsRow {
    /// The row of a document that has these files around it, and is meant for these programs.
    pub fn of(
        document: &Document,
        files: Option<&dyn FileTree>,
        targets: &Targets,
        runs: &[ProgramRun],
    ) -> Self {
        let engines: Vec<_> = runs.iter().map(|run| ProgramRow::of(document, run)).collect();
        let is_meant =
            |row: &ProgramRow| matches!(targets, Targets::Named(names) if names.contains(&row.engine));
        Self {
            path: document.source.name.clone(),
            fails_target: engines.iter().any(|row| is_meant(row) && !row.loads),
            engines,
            unseen: unseen(document, files),
        }
    }

    /// Whether a program of this name reads its format.
    pub fn is_read_by(&self, program: &str) -> bool {
        self.engines.iter().any(|row| row.engine == program)
    }

    /// Whether it has a program of this name that does not load the model, or finds nothing in it.
    pub fn fails_in(&self, program: &str) -> bool {
        self.engines.iter().any(|row| row.engine == program && !row.loads)
    }

    /// Whether all programs that read it load it.
    fn loads(&self) -> bool {
        self.engines.iter().all(|row| row.loads)
    }

    /// How bad that is: whether a program that it is meant for does not load it, and how many programs do not.
    fn badness(&self) -> (bool, usize) {
        (self.fails_target, self.engines.iter().filter(|row| !row.loads).count())
    }

    /// Its path, with `/` between names.
    fn shown_path(&self) -> String {
        visible(self.path.as_bytes())
    }

    /// Its programs: those that do not load it, those that take something otherwise, and those that load it as it is.
    /// Programs that do the same are named together.
    fn programs_text(&self, width: usize) -> String {
        let mut groups: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
        for row in &self.engines {
            let own = (row.failing_text(), row.effects_text());
            match groups.iter_mut().find(|(failing, effects, _)| (failing, effects) == (&own.0, &own.1)) {
                Some((.., titles)) => titles.push(row.title.to_string()),
                None => groups.push((own.0, own.1, vec![row.title.to_string()])),
            }
        }
        groups.sort_by_key(|(failing, effects, _)| (failing.is_empty(), effects.is_empty()));
        let mut out = String::new();
        for (failing, effects, titles) in groups {
            out += &match (&titles[..], failing.is_empty(), effects.is_empty()) {
                (_, true, true) => wrapped(2, &format!("loads in {}", list(&titles)), width),
                ([title], true, false) => wrapped(2, &format!("loads in {title}, which"), width),
                (_, true, false) => wrapped(2, &format!("loads in {}, each of which", list(&titles)), width),
                ([title], false, _) => wrapped(2, &format!("{title} {failing}"), width),
                (_, false, _) => wrapped(2, &format!("Each of {} {failing}", list(&titles)), width),
            };
            if failing.is_empty() {
                out += &effects.iter().map(|effect| wrapped(4, effect, width)).collect::<String>();
            }
        }
        if self.unseen > 0 {
            out += &wrapped(2, &unseen_text(self.unseen), width);
        }
        out
    }
}

/// A line that is indented by so many columns, continued four columns further in where it is longer than `width`.
fn wrapped(indent: usize, text: &str, width: usize) -> String {
    // A place stays in one line.
    let text = text.replace("(at ", "(at\u{a0}").replace("(line ", "(line\u{a0}");
    let lines = wrap::wrapped(&text, width, &" ".repeat(indent), &" ".repeat(indent + 4));
    lines.replace('\u{a0}', " ") + "\n"
}

impl ProgramRow {
    /// What it does in place of loading the model; empty if it loads it, and finds something in it.
    fn failing_text(&self) -> String {
        match self.loads {
            true => String::new(),
            false => format!("{}{}", self.says, self.cause),
        }
    }

    /// What it takes otherwise: the first few things.
    fn effects_text(&self) -> Vec<String> {
        /// So many are worth reading.
        const MOST: usize = 5;
        let text =
            |effect: &EffectRow| format!("{}{}", effect.says, at(effect.line, Some(effect.byte_offset)));
        let mut texts: Vec<_> = self.effects.iter().take(MOST).map(text).collect();
        if let Some(more) = self.effects.len().checked_sub(MOST).filter(|more| *more > 0) {
            texts.push(format!("and takes {} more otherwise than the file says", counted(more, "thing")));
        }
        texts
    }
}

/// The number of the line at an offset, from 1, as programs count lines: by their LF.
pub fn line_at(document: &Document, offset: u32) -> usize {
    let before = &document.source.bytes()[..(offset as usize).min(document.source.len())];
    1 + memchr::memchr_iter(b'\n', before).count()
}

/// Where something is, in words.
fn at(line: Option<usize>, offset: Option<u32>) -> String {
    match (line, offset) {
        (Some(line), _) => format!(" (line {line})"),
        (None, Some(offset)) if offset > 0 => format!(" (at {})", hexadecimal(offset as usize)),
        _ => String::new(),
    }
}

impl ProgramRow {
    fn of(document: &Document, run: &ProgramRun) -> Self {
        let line_of = |offset: u32| (!list::is_read_as_binary(document)).then(|| line_at(document, offset));
        let offset = run.failure.as_ref().and_then(|failure| failure.at);
        let cause = run.failure.as_ref().and_then(|failure| failure.cause).or(offset);
        let effects = run.effects.iter().map(|effect| EffectRow {
            engine: effect.engine,
            version: effect.version,
            effect: effect.kind.name(),
            says: effect.says.clone(),
            place: effect.place.map_or(String::new(), |place| describe(document, place)),
            line: effect.line.and_then(|_| line_of(effect.at)),
            byte_offset: effect.at,
        });
        let empty = run.effects.iter().find(|effect| effect.takes_for_empty());
        let empty = empty.map(|effect| effect.says.as_str());
        Self {
            engine: run.program.name,
            version: run.program.version,
            title: run.program.title,
            outcome: run.outcome(),
            line: offset.and_then(line_of),
            byte_offset: offset,
            reason: run.failure.as_ref().map_or(String::new(), |failure| failure.reason.clone()),
            says: run.failing().or(empty).unwrap_or_default().to_string(),
            cause: at(cause.and_then(line_of), cause),
            loads: run.loads(),
            effects: effects.collect(),
        }
    }
}

/// All models as one JSON document.
pub fn json(rows: &[LoadsRow]) -> String {
    json::to_string(&LoadsDocument { schema: LOADS_SCHEMA, files: rows }) + "\n"
}

/// The models that a program does not load with their programs, the worst first, those of which the same is said together,
/// in lines of at most `width` columns, and then a line for each program.
pub fn text(rows: &[LoadsRow], width: usize) -> String {
    let mut failing: Vec<(String, Vec<String>)> = Vec::new();
    let mut known = HashMap::new();
    let mut worst: Vec<_> = rows.iter().filter(|row| !row.loads()).collect();
    worst.sort_by_key(|row| Reverse(row.badness()));
    for row in worst {
        let says = row.programs_text(width);
        let number = *known.entry(says.clone()).or_insert(failing.len());
        if number == failing.len() {
            failing.push((says, Vec::new()));
        }
        let path = row.shown_path();
        failing[number].1.push(if cfg!(windows) { path.replace('\\', "/") } else { path });
    }
    let heads = |files: &[String]| -> String {
        let sets = path_sets(files.iter().map(String::as_str));
        sets.keys().map(|files| wrapped_path(&paths(files), width.saturating_sub(2), "  ") + "\n").collect()
    };
    let mut out: String = failing.iter().map(|(says, files)| format!("{}{says}\n", heads(files))).collect();
    let others = rows.iter().filter(|row| row.loads()).count();
    out += &match others {
        0 => String::new(),
        1 => "1 model loads in all of these programs (--all shows it)\n\n".to_string(),
        others => format!("{} models load in all of these programs (--all shows them)\n\n", number(others)),
    };
    out + &counts_text(rows)
}

/// Each model with its programs, and then a line for each program.
pub fn full_text(rows: &[LoadsRow], width: usize) -> String {
    let row = |row: &LoadsRow| format!("{}\n{}\n", row.shown_path(), row.programs_text(width));
    rows.iter().map(row).collect::<String>() + &counts_text(rows)
}

/// How many models each program loads.
fn counts_text(rows: &[LoadsRow]) -> String {
    let mut out = String::new();
    for (program, rows) in of_programs(rows) {
        let loaded = rows.iter().filter(|(_, row)| row.loads).count();
        out += &format!("{} {}\n", program.title, LoadCount { of: rows.len(), loaded }.text());
    }
    out
}

/// A table of models and programs, and then one of programs.
pub fn markdown(rows: &[LoadsRow]) -> String {
    let mut out = String::from("### ms3dlint loads\n\n");
    let programs = of_programs(rows);
    let head =
        ["file".to_string()].into_iter().chain(programs.iter().map(|(program, _)| program.title.to_string()));
    let lines = rows.iter().map(|row| {
        let cell = |program: &Program| {
            let of = |own: &&ProgramRow| (own.engine, own.version) == (program.name, program.version);
            match row.engines.iter().find(of) {
                None => String::new(),
                Some(own) if own.outcome == "loads" && !own.effects.is_empty() => "otherwise".to_string(),
                Some(own) => own.outcome.to_string(),
            }
        };
        let cells = programs.iter().map(|(program, _)| cell(program));
        [code(&row.path)].into_iter().chain(cells).collect::<Vec<_>>()
    });
    out += &table::markdown(head.collect::<Vec<_>>(), lines.collect::<Vec<_>>(), 0..0);
    out += "\n";
    for (program, rows) in &programs {
        let failing: Vec<_> = rows.iter().filter(|(_, row)| !row.loads).collect();
        let loaded = rows.len() - failing.len();
        out += &format!("- {}: {} of {} load\n", program.title, number(loaded), number(rows.len()));
        for (path, row) in failing {
            out += &format!("  - {}: {}{}\n", code(path), code(&row.says), row.cause);
        }
    }
    let unseen = rows.iter().map(|row| row.unseen).sum();
    if unseen > 0 {
        out += &format!("- {}\n", unseen_text(unseen));
    }
    out
}

fn code(text: &str) -> String {
    code_span(&visible(text.as_bytes()).replace('|', "∣"))
}

/// The rows of each program that read any of the models, in the order of the list of programs.
fn of_programs(rows: &[LoadsRow]) -> Vec<(&'static Program, Vec<(&str, &ProgramRow)>)> {
    let mut known: BTreeMap<(&str, &str), Vec<(&str, &ProgramRow)>> = BTreeMap::new();
    for row in rows {
        for own in &row.engines {
            known.entry((own.engine, own.version)).or_default().push((&row.path, own));
        }
    }
    let programs = list::programs();
    programs.filter_map(|program| Some((program, known.remove(&(program.name, program.version))?))).collect()
}
