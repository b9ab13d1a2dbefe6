//! The same as text for people and as Markdown.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use crate::base::display::{code_span, list, number, visible};
use crate::engines::list::needs_textures;
use crate::engines::list::{Program, programs as all_programs};
use crate::engines::unseen_textures::UnseenTextures;
use crate::report::loads::{LoadsRow, ProgramRow};
use crate::report::paths::{names, path_sets, paths};
use crate::report::summary::{LoadCount, unseen_lines};
use crate::report::wrap::wrapped_path;
use crate::report::{table, wrap};

impl LoadsRow {
    /// Its path, with `/` between names.
    fn shown_path(&self) -> String {
        visible(self.path.as_bytes())
    }

    /// Its programs: those that do not load it, those that take something otherwise, and those that load it as it is.
    /// Programs that do the same are named together.
    fn programs_text(&self, width: usize) -> String {
        if self.engines.is_empty() {
            return wrapped(2, "none of these programs reads its format", width);
        }
        let are_seen = self.unseen() == UnseenTextures::default();
        let mut groups: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
        for row in &self.engines {
            let own = (row.failing_text(), row.effects_text());
            let is_same = |(failing, effects, others): &(String, Vec<String>, Vec<String>)| {
                let needs = |title: &str| !are_seen && failing.is_empty() && needs_textures(title);
                (failing, effects) == (&own.0, &own.1) && needs(&others[0]) == needs(row.title)
            };
            match groups.iter_mut().find(|group| is_same(group)) {
                Some((.., titles)) => titles.push(row.title.to_string()),
                None => groups.push((own.0, own.1, vec![row.title.to_string()])),
            }
        }
        groups.sort_by_key(|(failing, effects, _)| (failing.is_empty(), effects.is_empty()));
        let mut out = String::new();
        for (failing, effects, titles) in groups {
            let condition = match are_seen || !needs_textures(&titles[0]) {
                true => "",
                false => ", if its textures are there",
            };
            out += &match (&titles[..], failing.is_empty(), effects.is_empty()) {
                (_, true, true) => wrapped(2, &format!("loads in {}{condition}", list(&titles)), width),
                ([title], true, false) => wrapped(2, &format!("loads in {title}, which"), width),
                (_, true, false) => wrapped(2, &format!("loads in {}, each of which", list(&titles)), width),
                ([title], false, _) => wrapped(2, &format!("{title} {failing}"), width),
                (_, false, _) => wrapped(2, &format!("Each of {} {failing}", list(&titles)), width),
            };
            if failing.is_empty() {
                out += &effects.iter().map(|effect| wrapped(4, effect, width)).collect::<String>();
            }
        }
        for line in unseen_lines(self.unseen()) {
            out += &wrapped(2, &line, width);
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

/// The models that a program does not load with their programs, the worst first, those of which the same is said together,
/// in lines of at most `width` columns, and then a line for each program.
pub(crate) fn text(rows: &[LoadsRow], width: usize) -> String {
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
        let names: Vec<_> = files.iter().map(|file| names(file)).collect();
        let sets = path_sets(&names.iter().map(Vec::as_slice).collect::<Vec<_>>());
        sets.keys().map(|files| wrapped_path(&paths(files), width.saturating_sub(2), "  ") + "\n").collect()
    };
    let mut out: String = failing.iter().map(|(says, files)| format!("{}{says}\n", heads(files))).collect();
    let (unread, loaded): (Vec<_>, Vec<_>) =
        rows.iter().filter(|row| row.loads()).partition(|row| row.engines.is_empty());
    let hidden = match loaded.len() {
        0 => None,
        1 => Some("1 model loads in all of these programs (--all shows it)".to_string()),
        many => Some(format!("{} models load in all of these programs (--all shows them)", number(many))),
    };
    let other = match unread.len() {
        0 => None,
        1 => Some("1 model has a format that none of these programs reads".to_string()),
        many => Some(format!("{} models have a format that none of these programs reads", number(many))),
    };
    let lines: Vec<_> = hidden.into_iter().chain(other).map(|line| wrapped(0, &line, width)).collect();
    if !lines.is_empty() {
        out += &(lines.concat() + "\n");
    }
    out + &counts_text(rows)
}

/// Each model with its programs, and then a line for each program.
pub(crate) fn full_text(rows: &[LoadsRow], width: usize) -> String {
    let row = |row: &LoadsRow| format!("{}\n{}\n", row.shown_path(), row.programs_text(width));
    rows.iter().map(row).collect::<String>() + &counts_text(rows)
}

/// How many models each program loads.
fn counts_text(rows: &[LoadsRow]) -> String {
    let are_seen = rows.iter().all(|row| row.unseen() == UnseenTextures::default());
    let mut out = String::new();
    for (program, rows) in of_programs(rows) {
        let loaded = rows.iter().filter(|(_, row)| row.loads).count();
        let count = LoadCount { of: rows.len(), loaded };
        let condition = count.condition(program.title, are_seen);
        out += &format!("{} {}{condition}\n", program.title, count.text());
    }
    out
}

/// What a table says of a program that loads a model, and takes something in it otherwise than the file says.
const OTHERWISE: &str = "otherwise";

/// A table of models and programs, and then a list of programs.
pub(crate) fn markdown(rows: &[LoadsRow]) -> String {
    let mut out = String::from("### ms3dlint loads\n\n");
    let programs = of_programs(rows);
    let head =
        ["file".to_string()].into_iter().chain(programs.iter().map(|(program, _)| program.title.to_string()));
    let lines = rows.iter().map(|row| {
        let cell = |program: &Program| {
            let of = |own: &&ProgramRow| (own.engine, own.version) == (program.name, program.version);
            match row.engines.iter().find(of) {
                None => String::new(),
                Some(own) if own.outcome == "loads" && !own.effects.is_empty() => OTHERWISE.to_string(),
                Some(own) => own.outcome.to_string(),
            }
        };
        let cells = programs.iter().map(|(program, _)| cell(program));
        [code(&row.path)].into_iter().chain(cells).collect::<Vec<_>>()
    });
    let lines: Vec<_> = lines.collect();
    let has_otherwise = lines.iter().flatten().any(|cell| cell == OTHERWISE);
    out += &table::markdown(head.collect::<Vec<_>>(), lines, 0..0);
    out += "\n";
    if has_otherwise {
        out += &format!(
            "`{OTHERWISE}`: it loads the model, and takes something in it otherwise than the file says\n\n"
        );
    }
    let mut unseen = UnseenTextures::default();
    rows.iter().for_each(|row| unseen += row.unseen());
    for (program, rows) in &programs {
        let failing: Vec<_> = rows.iter().filter(|(_, row)| !row.loads).collect();
        let count = LoadCount { of: rows.len(), loaded: rows.len() - failing.len() };
        let condition = count.condition(program.title, unseen == UnseenTextures::default());
        let [loaded, of] = [count.loaded, count.of].map(number);
        out += &format!("- {}: {loaded} of {of} load{condition}\n", program.title);
        for (path, row) in failing {
            out += &format!("  - {}: {}{}\n", code(path), code(&row.says), row.cause);
        }
    }
    unseen_lines(unseen).iter().for_each(|line| out += &format!("- {line}\n"));
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
    let programs = all_programs();
    programs.filter_map(|program| Some((program, known.remove(&(program.name, program.version))?))).collect()
}
