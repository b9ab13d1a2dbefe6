//! The output of `ms3dlint stats`: counts of objects in models, as a table for people, and as CSV and JSON.

use serde::Serialize;

use crate::base::display::{float, number, visible};
use crate::document::stats::Stats;
use crate::report::formats::json;
use crate::report::table;
use crate::report::wrap::wrapped;

/// The counts of a model, or of all models.
pub struct ModelRow {
    /// The path of the file as it was given or found.
    pub path: String,
    /// Its kind, as in JSON.
    pub kind: &'static str,
    /// Its counts.
    pub stats: Stats,
}

/// The columns before those of the bounding box.
const COLUMNS: [&str; 8] =
    ["meshes", "vertices", "faces", "materials", "textures", "bones", "frames", "seconds"];
/// The columns of the bounding box.
const BOUNDS: [&str; 6] = ["min-x", "min-y", "min-z", "max-x", "max-y", "max-z"];

/// The values of these columns; empty if unknown.
fn cells(stats: &Stats, number: impl Fn(usize) -> String) -> [String; 8] {
    let Stats { meshes, vertices, faces, materials, textures, bones, frames, seconds, .. } = stats;
    let [meshes, vertices, faces, materials, textures, bones] =
        [meshes, vertices, faces, materials, textures, bones].map(|count| number(*count));
    let seconds = seconds.map_or(String::new(), |seconds| rounded(seconds as f32));
    let frames = frames.map_or(String::new(), |frames| frames.to_string());
    [meshes, vertices, faces, materials, textures, bones, frames, seconds]
}

/// A number with at most three decimals.
fn rounded(value: f32) -> String {
    float((f64::from(value) * 1000.0).round() as f32 / 1000.0)
}

/// A table, one line for each model, the path last.
pub fn table(rows: &[ModelRow], total: &Stats) -> String {
    let line = |stats: &Stats, name: String| {
        let size = stats.size().map_or(String::new(), |size| size.map(rounded).join(" x "));
        let known = |cell: String| if cell.is_empty() { "-".to_string() } else { cell };
        cells(stats, number).into_iter().chain([size]).map(known).chain([name]).collect::<Vec<_>>()
    };
    let last = (rows.len() > 1).then(|| line(total, format!("all {} models", number(rows.len()))));
    let lines = rows.iter().map(|row| line(&row.stats, visible(row.path.as_bytes()))).chain(last);
    table::plain(COLUMNS.into_iter().chain(["size", "file"]), lines, 0..9)
}

/// The same in lines of at most `width` columns, where the table is wider: each model in a line of its own, and its
/// counts below it.
pub fn table_or_lines(rows: &[ModelRow], total: &Stats, width: usize) -> String {
    let table = table(rows, total);
    if table.lines().all(|line| line.chars().count() <= width) {
        return table;
    }
    let counts = |stats: &Stats, name: &str| {
        let named = cells(stats, number).into_iter().zip(COLUMNS);
        let named = named.filter(|(cell, _)| !cell.is_empty()).map(|(cell, name)| format!("{name} {cell}"));
        let size = stats.size().map(|size| format!("size {}", size.map(rounded).join(" x ")));
        let all = named.chain(size).collect::<Vec<_>>().join(", ");
        format!("{name}\n{}\n", wrapped(&all, width, "  ", "  "))
    };
    let last = (rows.len() > 1).then(|| counts(total, &format!("all {} models", number(rows.len()))));
    rows.iter().map(|row| counts(&row.stats, &visible(row.path.as_bytes()))).chain(last).collect()
}

/// CSV with a line of column names, and no line for all models together.
///
/// # Errors
///
/// The errors of the writer; none occur in memory.
pub fn csv(rows: &[ModelRow]) -> csv::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["path", "kind"].into_iter().chain(COLUMNS).chain(BOUNDS))?;
    for ModelRow { path, kind, stats } in rows {
        let bounds = match stats.bounds {
            Some(bounds) => bounds.as_flattened().iter().map(f32::to_string).collect(),
            None => vec![String::new(); BOUNDS.len()],
        };
        let cells = cells(stats, |count| count.to_string()).into_iter().chain(bounds);
        writer.write_record([no_formula(path), kind.to_string()].into_iter().chain(cells))?;
    }
    let bytes = writer.into_inner().map_err(|error| error.into_error())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A text that no spreadsheet computes: one that begins like a formula gets an apostrophe before it.
fn no_formula(text: &str) -> String {
    let text = visible(text.as_bytes());
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text }
}

#[derive(Serialize)]
struct StatsDocument<'a> {
    schema: u32,
    files: Vec<StatsFile<'a>>,
    total: StatsRow,
}

#[derive(Serialize)]
struct StatsFile<'a> {
    path: &'a str,
    kind: &'a str,
    #[serde(flatten)]
    stats: StatsRow,
}

#[derive(Serialize)]
struct StatsRow {
    meshes: usize,
    vertices: usize,
    faces: usize,
    materials: usize,
    textures: usize,
    bones: usize,
    frames: Option<i64>,
    seconds: Option<f64>,
    bounds: Option<BoundsRow>,
}

#[derive(Serialize)]
struct BoundsRow {
    min: [f32; 3],
    max: [f32; 3],
}

impl StatsRow {
    fn of(stats: &Stats) -> Self {
        let Stats { meshes, vertices, faces, materials, textures, bones, frames, seconds, bounds } = *stats;
        let bounds = bounds.map(|[min, max]| BoundsRow { min, max });
        Self { meshes, vertices, faces, materials, textures, bones, frames, seconds, bounds }
    }
}

/// A JSON document, which `docs/json.md` describes.
pub fn json<'r>(rows: &'r [ModelRow], total: &Stats) -> String {
    let file = |row: &'r ModelRow| {
        let ModelRow { path, kind, stats } = row;
        StatsFile { path, kind, stats: StatsRow::of(stats) }
    };
    let files = rows.iter().map(file).collect();
    json::to_string(&StatsDocument { schema: json::SCHEMA, files, total: StatsRow::of(total) }) + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_wide_for_a_table_is_in_lines() {
        let bounds = Some([[0.0; 3], [1.5, 20.25, 300.125]]);
        let stats = Stats { meshes: 2, vertices: 12_345, seconds: Some(1.25), bounds, ..Stats::default() };
        let path = "characters/dancers/a model with a name of its own.txt".to_string();
        let rows = [ModelRow { path, kind: "ascii", stats: stats.clone() }];
        assert_eq!(table_or_lines(&rows, &stats, 200), table(&rows, &stats));
        let lines = table_or_lines(&rows, &stats, 80);
        assert!(lines.lines().all(|line| line.len() <= 80), "{lines}");
        let words = lines.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("own.txt meshes 2, vertices 12,345,"), "{lines}");
        assert!(words.ends_with("seconds 1.25, size 1.5 x 20.25 x 300.125"), "{lines}");
    }
}
