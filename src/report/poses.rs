//! The output of `ms3dlint pose`: where bones and vertices are, as tables for people, and as JSON.

use std::collections::HashSet;
use std::fmt::Write;

use serde::Serialize;

use crate::base::display::{counted, float, quote, visible};
use crate::document::Document;
use crate::engines::list;
use crate::model::Bone;
use crate::model::vector::Vector;
use crate::pose::{Pose, Rig};
use crate::report::formats::json;
use crate::report::table;
use crate::report::wrap::wrapped;

/// How many bones and vertices people are shown, unless they name some.
const FEW: usize = 8;

/// How many columns lines of words have.
const WIDTH: usize = 80;

/// What to print.
pub struct PoseReport<'r> {
    /// The model.
    pub document: &'r Document,
    /// Its bones and vertices, as a program poses them.
    pub rig: &'r Rig<'r>,
    /// The name of that program, if one was named.
    pub engine: Option<&'r str>,
    /// What the program does with bones otherwise, which is not followed here.
    pub not_followed: &'r [String],
    /// When, in seconds; empty for 0, the middle, and the last key.
    pub times: &'r [f64],
    /// Which vertices; empty for the first few, or all.
    pub vertices: &'r [usize],
}

impl PoseReport<'_> {
    fn times(&self) -> Vec<f64> {
        match self.rig.end() {
            _ if !self.times.is_empty() => self.times.to_vec(),
            end if end > 0.0 && end.is_finite() => vec![0.0, end / 2.0, end],
            _ => vec![0.0],
        }
    }

    /// The vertices that are named, or as many as these.
    fn vertices(&self, most: usize) -> Vec<usize> {
        if self.vertices.is_empty() {
            (0..self.rig.vertex_count().min(most)).collect()
        } else {
            self.vertices.to_vec()
        }
    }

    /// The vertices that are nowhere, as their rows cannot be read. Of a program it is known how it reads them.
    fn unread(&self) -> HashSet<usize> {
        let mut first = 0;
        let geometries = self.document.model.geometries().filter(|_| self.engine.is_none());
        let unread = geometries.flat_map(|(_, geometry)| {
            let own = first;
            first += geometry.vertices.len();
            geometry.vertices.broken.iter().map(move |row| own + *row as usize)
        });
        unread.collect()
    }

    fn bone_name(&self, bone: &Bone) -> &[u8] {
        bone.name.map_or(b"", |name| self.document.bytes(name))
    }
}

/// Tables of what is where, for each time.
pub fn text(report: &PoseReport) -> String {
    let PoseReport { document, rig, engine, .. } = report;
    let model = visible(document.source.name.as_bytes());
    let program = engine.and_then(|engine| list::programs().find(|program| program.name == engine));
    let whose = program
        .map_or("as the format means it".to_string(), |program| format!("as {} poses it", program.title));
    let keys = match rig.end() {
        end if end > 0.0 => format!("last key at {} s", short(end)),
        _ => "no keys".to_string(),
    };
    let head = format!("{model}, {whose}: {} frames per second, {keys}", short(rig.rate()));
    let mut out = wrapped(&head, WIDTH, "", "  ") + "\n";
    for says in report.not_followed.iter().take(FEW) {
        let _ = writeln!(out, "{}", wrapped(&format!("not followed here: {says}"), WIDTH, "", "  "));
    }
    let vertices = report.vertices(FEW);
    for time in report.times() {
        let pose = rig.pose(time);
        let _ = writeln!(out, "\n{} s, frame {}", short(time), short(time * rig.rate()));
        out += &tables(report, &pose, &vertices);
    }
    let mut more = Vec::new();
    if rig.bone_count() > FEW {
        more.push(counted(rig.bone_count(), "bone"));
    }
    if report.vertices.is_empty() && rig.vertex_count() > FEW {
        more.push(counted(rig.vertex_count(), "vertex"));
    }
    if !more.is_empty() {
        let _ =
            writeln!(out, "\nThe first {FEW} of {}: --output-format json prints all.", more.join(" and of "));
    }
    out
}

fn tables(report: &PoseReport, pose: &Pose, vertices: &[usize]) -> String {
    let row = |name: String, point: Vector| {
        let [x, y, z] = point.map(coordinate);
        [name, x, y, z]
    };
    let bones = report.document.model.bones.iter().zip(&pose.bones).take(FEW);
    let bones =
        bones.map(|(bone, posed)| row(format!("\"{}\"", quote(report.bone_name(bone))), posed.translation));
    let unread = report.unread();
    let vertices =
        vertices.iter().filter_map(|vertex| Some(row(vertex.to_string(), position(pose, *vertex, &unread)?)));
    let mut out = String::new();
    if !pose.bones.is_empty() {
        out += &table::plain(["bone", "x", "y", "z"], bones, 1..4);
    }
    out + &table::plain(["vertex", "x", "y", "z"], vertices, 1..4)
}

/// Where a vertex is, if it exists.
fn position(pose: &Pose, vertex: usize, unread: &HashSet<usize>) -> Option<Vector> {
    let position = pose.position(vertex)?;
    Some(if unread.contains(&vertex) { [f64::NAN; 3] } else { position })
}

/// A number with at most four decimals.
fn short(value: f64) -> String {
    let rounded = ((value * 1e4).round() / 1e4) as f32;
    // The rate of a broken model may be so large.
    if rounded.is_infinite() && value.is_finite() { format!("{value:e}") } else { float(rounded) }
}

/// A number with four decimals, as far as these say anything.
fn coordinate(value: f64) -> String {
    const LARGE: f64 = 1e9;
    // Adding 0 makes +0 of -0.
    let value = (value * 1e4).round() / 1e4 + 0.0;
    if value.abs() < LARGE { format!("{value:12.4}") } else { format!("{value:12.4e}") }
}

#[derive(Serialize)]
struct PoseDocument<'a> {
    schema: u32,
    path: &'a str,
    engine: Option<&'a str>,
    not_followed: &'a [String],
    rate: f32,
    times: Vec<f64>,
    vertices: Vec<usize>,
    positions: Vec<Vec<[f32; 3]>>,
    bone_names: Vec<String>,
    bones: Vec<Vec<[f32; 16]>>,
}

/// A JSON document, which `docs/json.md` describes.
pub fn json(report: &PoseReport) -> String {
    let PoseReport { document, rig, engine, .. } = report;
    let (times, vertices) = (report.times(), report.vertices(usize::MAX));
    let poses: Vec<Pose> = times.iter().map(|time| rig.pose(*time)).collect();
    let unread = report.unread();
    let place = |pose: &Pose, vertex: usize| {
        position(pose, vertex, &unread).map(|point| point.map(|part| part as f32))
    };
    let positions = poses
        .iter()
        .map(|pose| vertices.iter().filter_map(|vertex| place(pose, *vertex)).collect())
        .collect();
    let matrices =
        |pose: &Pose| pose.bones.iter().map(|bone| bone.matrix().map(|part| part as f32)).collect();
    let document = PoseDocument {
        schema: json::SCHEMA,
        path: &document.source.name,
        engine: *engine,
        not_followed: report.not_followed,
        rate: rig.rate() as f32,
        positions,
        bones: poses.iter().map(matrices).collect(),
        bone_names: document.model.bones.iter().map(|bone| visible(report.bone_name(bone))).collect(),
        times,
        vertices,
    };
    json::to_string(&document) + "\n"
}
