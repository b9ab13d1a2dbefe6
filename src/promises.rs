//! What is promised for any bytes, as functions: property tests, the replay of the corpus and fuzz
//! targets all call these. Each returns what was broken, in words.

use std::collections::HashSet;

use fearless_simd::Level;

use crate::ascii::lexer::{TokenKind, is_blank};
use crate::ascii::number;
use crate::ascii::passing;
use crate::ascii::reader::{self, Read};
use crate::ascii::sniff::Content;
use crate::binary::listing;
use crate::convert;
use crate::diagnostic::{Finding, Group, Severity};
use crate::document::{Document, Token, of_passed, read};
use crate::edits::shared::corner_uvs;
use crate::edits::whole_lines;
use crate::extremes::{Extremes, from_least, widened};
use crate::fix::{Applicability, Aspect, Patch};
use crate::format::{self, Trouble, format};
use crate::geometry::is_flat;
use crate::layout::{self, BlockKind, Kind, Record};
use crate::lint::{Options, Report, lint};
use crate::meaning::difference;
use crate::model::{Face, Geometry, Shape};
use crate::note::{Note, Quirk, What};
use crate::repair::{self, errors};
use crate::report::concise;
use crate::rule::Tally;
use crate::rules;
use crate::source::{line_around, line_from};
use crate::span::Span;

/// A promise that was broken: which one, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The name of the function that found it.
    pub promise: &'static str,
    /// What happened.
    pub what: String,
}

/// A promise for any bytes.
pub type Promise = fn(&[u8]) -> Result<(), Violation>;

/// All promises, by name.
pub const ALL: &[(&str, Promise)] = &[
    ("tokens_tile", tokens_tile),
    ("spans_lie_in_the_file", spans_lie_in_the_file),
    ("places_come_back", places_come_back),
    ("positions_agree", positions_agree),
    ("listing_comes_back", listing_comes_back),
    ("reading_is_linear", reading_is_linear),
    ("fast_path_agrees", fast_path_agrees),
    ("passing_agrees", passing_agrees),
    ("runs_agree", runs_agree),
    ("extremes_are_true", extremes_are_true),
    ("odd_floats_are_noted", odd_floats_are_noted),
    ("folding_keeps_counts", folding_keeps_counts),
    ("suppressions_only_silence", suppressions_only_silence),
    ("unused_suppressions_can_go", unused_suppressions_can_go),
    ("output_is_printable", output_is_printable),
    ("fixes_converge", fixes_converge),
    ("fixes_repair_their_findings", fixes_repair_their_findings),
    ("fmt_laws", fmt_laws),
    ("conversions_keep_the_model", conversions_keep_the_model),
];

/// Checks all promises.
pub fn all(bytes: &[u8]) -> Result<(), Violation> {
    ALL.iter().try_for_each(|(_, promise)| promise(bytes))
}

fn ensure(holds: bool, promise: &'static str, what: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation { promise, what: what() }) }
}

fn document(bytes: &[u8]) -> Document {
    read("input.txt", bytes.to_vec())
}

/// Tokens follow each other without a gap, none is empty, and the last ends where the file does.
pub fn tokens_tile(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let mut at = 0;
    for token in document.tokens() {
        let follows = token.span.start as usize == at && !token.span.is_empty();
        ensure(follows, "tokens_tile", || format!("{token:?} behind offset {at}"))?;
        at = token.span.end as usize;
    }
    ensure(at == bytes.len(), "tokens_tile", || format!("the tokens end at {at} of {}", bytes.len()))
}

/// The spans of all notes and all labels lie in the file, and what is about a place is somewhere.
pub fn spans_lie_in_the_file(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let options = Options { expand: true, ..Options::default() };
    let report = lint(&document, &options);
    for finding in &report.findings {
        let nowhere = finding.place.record != Record::File && finding.span() == Span::default();
        ensure(!nowhere, "spans_lie_in_the_file", || format!("{} points nowhere", finding.rule))?;
    }
    let of_notes = document.notes.iter().map(|note| (note.span, format!("{:?}", note.what)));
    let labels =
        report.findings.iter().flat_map(|finding| finding.labels.iter().map(|l| (l.span, finding.rule)));
    let of_labels = labels.map(|(span, rule)| (span, rule.to_string()));
    for (span, what) in of_notes.chain(of_labels) {
        let inside = span.start <= span.end && span.end as usize <= bytes.len();
        ensure(inside, "spans_lie_in_the_file", || format!("{what}: {span:?} of {}", bytes.len()))?;
    }
    Ok(())
}

/// The span of the field that a token is, is that of the token, and any byte of it leads back.
pub fn places_come_back(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    for token in document.tokens() {
        let Some(place) = token.field else { continue };
        let located = document.locate(place);
        ensure(located == Some(token.span), "places_come_back", || {
            format!("{place:?} is at {:?}, but located at {located:?}", token.span)
        })?;
        let last = token.span.end as usize - 1;
        // A token may be long; its ends and its middle stand for all of it.
        for offset in [token.span.start as usize, token.span.start as usize + token.span.len() / 2, last] {
            let found = document.place_at(offset);
            ensure(found == Some(place), "places_come_back", || {
                format!("offset {offset} is {found:?}, not {place:?}")
            })?;
        }
    }
    Ok(())
}

/// Lines and columns that are found one after the other are those that are found alone.
pub fn positions_agree(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let mut passing = document.locator();
    // Every offset of a short file, some of a long one.
    let step = bytes.len() / 64 + 1;
    let mut line = line_from(bytes, 0);
    let mut number = 1;
    for offset in (0..bytes.len()).step_by(step) {
        while line.next <= offset {
            line = line_from(bytes, line.next);
            number += 1;
        }
        let (together, alone) = (passing.position(offset), document.locator().position(offset));
        let start = line_around(bytes, offset).start;
        ensure(
            together.line == number && alone.line == number && start == line.start,
            "positions_agree",
            || format!("offset {offset} is in line {number}, not {} or {}", together.line, alone.line),
        )?;
    }
    Ok(())
}

/// The lines of the listing of a binary file tile it, each is found from any of its bytes, the values in it are
/// those of the bytes that it says, and the file comes back from it.
pub fn listing_comes_back(bytes: &[u8]) -> Result<(), Violation> {
    const PROMISE: &str = "listing_comes_back";
    let document = document(bytes);
    if !document.is_binary() {
        return Ok(());
    }
    let mut text = String::new();
    let mut at = 0;
    for line in listing::lines(&document, 0) {
        let span = line.span;
        ensure(span.start == at && !span.is_empty(), PROMISE, || format!("{line:?} behind offset {at}"))?;
        let values = || line.values.iter().map(|(span, text)| (span.end, text.end));
        let is_inside = |(end, text_end)| end <= span.end && text_end <= line.text.len();
        ensure(values().all(is_inside) && values().is_sorted(), PROMISE, || format!("{line:?}"))?;
        let last = listing::line_at(&document, span.end as usize - 1);
        ensure(last.as_ref() == Some(&line), PROMISE, || format!("{last:?} is not {line:?}"))?;
        at = span.end;
        text += &line.text;
        text.push('\n');
    }
    ensure(at as usize == bytes.len(), PROMISE, || format!("the lines end at {at} of {}", bytes.len()))?;
    let back = listing::assemble(&text);
    ensure(back.as_deref() == Ok(bytes), PROMISE, || format!("{back:?} comes back"))
}

/// The reader's work is bounded by the size of the file.
pub fn reading_is_linear(bytes: &[u8]) -> Result<(), Violation> {
    // Each line is looked at once, as the one behind another a few times, and once to be taken.
    const PER_BYTE: u64 = 8;
    let steps = document(bytes).steps;
    ensure(steps <= PER_BYTE * bytes.len() as u64, "reading_is_linear", || {
        format!("{steps} steps for {} bytes", bytes.len())
    })
}

/// The fast path comes to the same as the slow one, on this processor and as lesser ones take it.
pub fn fast_path_agrees(bytes: &[u8]) -> Result<(), Violation> {
    let slow = reader::read_at(None, bytes);
    let fast = |level| agree("fast_path_agrees", &reader::read_at(Some(level), bytes), &slow);
    levels().into_iter().try_for_each(fast)
}

/// What this processor can do at once, and what lesser ones can.
fn levels() -> Vec<Level> {
    let best = Level::new();
    #[cfg(target_arch = "x86_64")]
    let lesser = [best.as_sse4_2().map(Level::Sse4_2), best.as_avx2().map(Level::Avx2)];
    #[cfg(not(target_arch = "x86_64"))]
    let lesser = [];
    [Some(best), Some(Level::baseline())].into_iter().chain(lesser).flatten().collect()
}

fn agree(promise: &'static str, read: &Read, other: &Read) -> Result<(), Violation> {
    // Values are compared as they print, so that NaN equals itself.
    let show = |read: &Read| format!("{:?}{:?}{:?}", read.model, read.endings, read.header);
    ensure(show(read) == show(other), promise, || {
        let (read, other) = (show(read), show(other));
        let at = read.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        let piece = |text: &str| text.chars().skip(at.saturating_sub(80)).take(160).collect::<String>();
        format!("{}\nand not\n{}", piece(&read), piece(&other))
    })?;
    ensure(read.directives == other.directives, promise, || {
        format!("{:?}\nand not\n{:?}", read.directives, other.directives)
    })?;
    ensure(read.notes == other.notes, promise, || {
        let first = read.notes.iter().zip(&other.notes).find(|(one, other)| one != other);
        format!("notes differ: {first:?}, {} and {}", read.notes.len(), other.notes.len())
    })
}

/// What was read into a document.
fn read_of(document: &Document) -> Read {
    let Document { model, notes, directives, header, endings, steps, .. } = document;
    let (model, notes, directives) = (model.clone(), notes.clone(), directives.clone());
    Read { model, notes, directives, header: *header, endings: *endings, steps: *steps }
}

/// A file that is read in passing is the same as one that is kept, down to the bytes of its pieces and to what
/// is said about it.
pub fn passing_agrees(bytes: &[u8]) -> Result<(), Violation> {
    // Small blocks and short runs, so that there are many in a short file.
    for (block, least_rows) in [(128, 1), (192, 2), (4096, 3)] {
        let Ok(passed) = passing::pass(bytes, block, least_rows) else { continue };
        ensure(passed.len == bytes.len(), "passing_agrees", || format!("{} bytes were read", passed.len))?;
        let again = bytes.to_vec();
        let Some(passed) = of_passed("input.txt", passed, Box::new(move || Ok(again.clone()))) else {
            continue;
        };
        let whole = document(bytes);
        agree("passing_agrees", &read_of(&passed), &read_of(&whole))?;
        for span in passed.notes.iter().map(|note| note.span) {
            ensure(passed.source.piece(span) == &bytes[span.range()], "passing_agrees", || {
                format!("{span:?} holds other bytes")
            })?;
        }
        let (shown, expected) = (output(&passed), output(&whole));
        ensure(shown == expected, "passing_agrees", || format!("{shown}\nand not\n{expected}"))?;
    }
    Ok(())
}

fn concise_output(bytes: &[u8]) -> String {
    let document = document(bytes);
    let report = lint(&document, &Options::default());
    let mut out = String::new();
    concise::write(&document, &report.findings, &mut out);
    out
}

/// What is said about a document, in one line and in excerpts each.
fn output(document: &Document) -> String {
    let report = lint(document, &Options { most_per_rule: 3, ..Options::default() });
    let mut out = String::new();
    concise::write(document, &report.findings, &mut out);
    draw(document, &report, &mut out);
    out
}

/// Two runs say the same.
pub fn runs_agree(bytes: &[u8]) -> Result<(), Violation> {
    let (first, second) = (concise_output(bytes), concise_output(bytes));
    ensure(first == second, "runs_agree", || format!("{first}\nand then\n{second}"))
}

/// What one look at all rows tells of them is what they hold, however that look is made.
pub fn extremes_are_true(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    document.geometries().try_for_each(|(_, geometry, extremes)| {
        let plain = Extremes { uv: extremes.uv, normal: extremes.normal, ..Extremes::of(geometry) };
        let what = || format!("{extremes:?}\nand not\n{plain:?}");
        ensure(*extremes == plain, "extremes_are_true", what)?;
        let mut uses = vec![0; geometry.vertices.len()];
        for corner in geometry.faces.rows.iter().flat_map(|face| face.vertices) {
            uses.get_mut(corner as usize).into_iter().for_each(|uses| *uses += 1);
        }
        ensure(extremes.uses == uses, "extremes_are_true", || format!("uses are {uses:?}"))?;
        let position = |vertex: i32| Some(geometry.vertices.rows.get(vertex as usize)?.position);
        let corners = |face: &Face| face.vertices.map(position);
        let is_flat = |face: &Face| matches!(corners(face), [Some(p), Some(q), Some(r)] if is_flat(p, q, r));
        let flat = geometry.faces.rows.iter().position(is_flat).filter(|_| extremes.have_areas);
        ensure(flat.is_none(), "extremes_are_true", || format!("face {flat:?} has no area"))?;
        let mut known = HashSet::new();
        let is_known = |face: &Face| !known.insert(from_least(face.vertices));
        let again = geometry.faces.rows.iter().position(is_known).filter(|_| extremes.are_distinct);
        ensure(again.is_none(), "extremes_are_true", || format!("face {again:?} stands there again"))
    })
}

/// Each float of the vertices and faces of a binary model that is no number or infinite is noted, and the texture
/// coordinates of corners lie between those that are the least and the greatest.
pub fn odd_floats_are_noted(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let Some(binary) = &document.model.binary else { return Ok(()) };
    let Geometry { vertices, normals, faces } = &binary.geometry;
    let uvs: Vec<f32> = (0..faces.len()).flat_map(|face| corner_uvs(&document, face)).collect();
    let positions = vertices.rows.iter().flat_map(|row| row.position);
    let directions = normals.rows.iter().flat_map(|row| row.direction);
    let odd =
        positions.chain(directions).chain(uvs.iter().copied()).filter(|value| !value.is_finite()).count();
    let is_odd = |note: &&Note| {
        note.what == What::Number(Quirk::NonFinite)
            && matches!(note.place.record, Record::Vertex | Record::Face)
    };
    let noted = document.notes.iter().filter(is_odd).count();
    ensure(odd == noted, "odd_floats_are_noted", || format!("{odd} odd floats, and {noted} noted"))?;
    let extremes = uvs.into_iter().fold(Extremes::default().uv, widened);
    ensure(extremes == binary.extremes.uv, "odd_floats_are_noted", || {
        format!("texture coordinates from {extremes:?}, and not {:?}", binary.extremes.uv)
    })
}

/// Folding and limits change what is kept, never how much is counted.
pub fn folding_keeps_counts(bytes: &[u8]) -> Result<(), Violation> {
    let document = document(bytes);
    let folded = lint(&document, &Options::default());
    let expanded = lint(&document, &Options { expand: true, ..Options::default() });
    let limited = lint(&document, &Options { most_per_rule: 1, ..Options::default() });
    let kept: usize = folded.findings.iter().map(|finding| finding.count).sum();
    let same = counts(&folded.tallies) == counts(&expanded.tallies)
        && counts(&folded.tallies) == counts(&limited.tallies)
        && kept == expanded.findings.len();
    ensure(same, "folding_keeps_counts", || {
        format!("{:?} and {:?}", counts(&folded.tallies), counts(&expanded.tallies))
    })
}

/// What each rule has found.
fn counts(tallies: &[Tally]) -> Vec<(&'static str, usize)> {
    tallies.iter().map(|tally| (tally.rule.name, tally.count)).collect()
}

/// What a file's own comments silence is counted, and changes nothing else.
pub fn suppressions_only_silence(bytes: &[u8]) -> Result<(), Violation> {
    let mut document = document(bytes);
    if document.directives.is_empty() {
        return Ok(());
    }
    let mut options = Options::default();
    options.rules.retain(|rule| rule.group != Group::Suppressions);
    let silenced = lint(&document, &options);
    document.directives.clear();
    let all = lint(&document, &options);
    let total = |report: &Report| report.tallies.iter().map(|tally| tally.count).sum::<usize>();
    let known = counts(&all.tallies);
    let adds_nothing = counts(&silenced.tallies)
        .iter()
        .all(|(rule, count)| known.iter().any(|(r, c)| r == rule && count <= c));
    ensure(
        adds_nothing && total(&silenced) + silenced.suppressed == total(&all),
        "suppressions_only_silence",
        || format!("{:?} and {} suppressed, of {known:?}", counts(&silenced.tallies), silenced.suppressed),
    )
}

/// All suppressions that are said to silence nothing can be deleted at once.
pub fn unused_suppressions_can_go(bytes: &[u8]) -> Result<(), Violation> {
    const RULE: &str = "unused-suppression";
    let mut document = document(bytes);
    let before = lint(&document, &Options::default());
    let unused = |report: &Report| -> HashSet<Span> {
        report.findings.iter().filter(|finding| finding.rule == RULE).map(Finding::span).collect()
    };
    let gone = unused(&before);
    if gone.is_empty() {
        return Ok(());
    }
    for allow in document.directives.iter_mut().filter_map(|directive| directive.says.as_mut().ok()) {
        allow.rules.retain(|rule| !gone.contains(rule));
    }
    let after = lint(&document, &Options::default());
    let mut expected = counts(&before.tallies);
    expected.retain(|(rule, _)| *rule != RULE);
    let same = counts(&after.tallies) == expected && after.suppressed == before.suppressed;
    ensure(same, RULE, || {
        format!(
            "without {gone:?}: {:?} and not {expected:?}, {} suppressed",
            counts(&after.tallies),
            after.suppressed
        )
    })
}

/// No control character of the file reaches the output.
pub fn output_is_printable(bytes: &[u8]) -> Result<(), Violation> {
    let out = output(&document(bytes));
    let control = out.chars().find(|c| c.is_control() && *c != '\n');
    ensure(control.is_none(), "output_is_printable", || format!("{control:?} in the output"))
}

#[cfg(feature = "pretty")]
fn draw(document: &Document, report: &Report, out: &mut String) {
    use crate::report::pretty::{Pretty, Style};
    for style in [Style::Drawn { color: false }, Style::Narrated] {
        Pretty::new(style, 80).write(document, &report.findings, out);
    }
}

#[cfg(not(feature = "pretty"))]
fn draw(_: &Document, _: &Report, _: &mut String) {}

/// Repairing a file comes to an end, adds no error, changes nothing but what the rules say, and leaves
/// nothing that could be repaired. Safe fixes alone do so too.
pub fn fixes_converge(bytes: &[u8]) -> Result<(), Violation> {
    for least in [Applicability::Safe, Applicability::Unsafe] {
        let options = repair::Options { lint: Options::default(), least, only: Vec::new() };
        let repaired = repair::repair(document(bytes), &options, |bytes| document(&bytes));
        let repaired = repaired.map_err(|defect| Violation {
            promise: "fixes_converge",
            what: format!("{:?}: {}", defect.rules, defect.what),
        })?;
        let counted: usize = repaired.fixed.values().sum();
        let changed = repaired.document.source.bytes() != bytes;
        ensure(changed == (counted > 0), "fixes_converge", || format!("{counted} places were repaired"))?;
        let left = fixable(&repaired.document, least);
        ensure(left.is_empty() || !repaired.document.is_certain(), "fixes_converge", || {
            format!("{left:?} can still be repaired")
        })?;
    }
    Ok(())
}

/// The rules of which a finding can be repaired.
fn fixable(document: &Document, least: Applicability) -> Vec<&'static str> {
    let tallies = lint(document, &Options::default()).tallies;
    let is_left =
        |tally: &Tally| tally.fixable[0] > 0 || (least <= Applicability::Unsafe && tally.fixable[1] > 0);
    tallies.iter().filter(|tally| is_left(tally)).map(|tally| tally.rule.name).collect()
}

/// The fix of a finding, applied alone, lies in the file and in what the finding is about, does not overlap
/// itself, and makes fewer findings of its rule.
pub fn fixes_repair_their_findings(bytes: &[u8]) -> Result<(), Violation> {
    /// Of so many findings of one rule is each fix tried.
    const MOST: usize = 3;
    let before = document(bytes);
    let options = Options { expand: true, most_per_rule: MOST, ..Options::default() };
    let report = lint(&before, &options);
    for finding in &report.findings {
        let broken = |what: String| Err(Violation { promise: "fixes_repair_their_findings", what });
        let Some(fix) = &finding.fix else { continue };
        let mut patch = Patch::default();
        let inside = fix.edits.iter().all(|edit| edit.span.end as usize <= bytes.len());
        if fix.edits.is_empty() || !inside || !patch.add(fix.edits.clone()) {
            return broken(format!("{}: {:?}", finding.rule, fix.edits));
        }
        // A fix of how something is written touches only the lines that the finding is about.
        let owned = whole_lines(&before, finding.span());
        let is_inside =
            fix.edits.iter().all(|edit| owned.start <= edit.span.start && edit.span.end <= owned.end);
        let is_spelling = rules::find(finding.rule).is_some_and(|rule| !rule.fix.changes_structure());
        if is_spelling && finding.place.record != Record::File && !is_inside {
            return broken(format!("{} edits other lines: {:?}", finding.rule, fix.edits));
        }
        let count = |tallies: &[Tally]| {
            let own = tallies.iter().find(|tally| tally.rule.name == finding.rule);
            own.map_or(0, |tally| tally.count)
        };
        let after = document(&patch.apply(bytes));
        let left = lint(&after, &Options { most_per_rule: 0, ..Options::default() });
        // What could not be read before may hold any number of mistakes.
        let rule = rules::find(finding.rule);
        let reveals = rule.is_none_or(|rule| {
            // Neither does one suppression go without what it stands in, which another may silence.
            rule.fix.aspects().contains(&Aspect::Reading) || rule.group == Group::Suppressions
        });
        if !reveals && count(&left.tallies) >= count(&report.tallies) {
            return broken(format!("{} is found as often as before", finding.rule));
        }
    }
    Ok(())
}

/// A file that is formatted means the same, keeps every value, text and comment, and is formatted then;
/// and nothing is wrong with its spelling.
pub fn fmt_laws(bytes: &[u8]) -> Result<(), Violation> {
    let before = document(bytes);
    let formatted = match format(&before) {
        Ok(formatted) => formatted,
        Err(Trouble::Defect(what)) => return Err(Violation { promise: "fmt_laws", what }),
        Err(Trouble::Refused(refusal)) => {
            return ensure(refusal.at as usize <= bytes.len(), "fmt_laws", || format!("{refusal:?}"));
        }
        Err(Trouble::Error(_)) => return Ok(()),
    };
    let after = document(&formatted);
    let again = format(&after);
    ensure(again.as_ref().is_ok_and(|again| *again == formatted), "fmt_laws", || {
        let again = again.as_deref().map(String::from_utf8_lossy);
        format!("{:?} becomes {again:?}", String::from_utf8_lossy(&formatted))
    })?;
    let difference = difference(&before, &after, &[Aspect::Blocks, Aspect::BlockOrder]);
    ensure(difference.is_none(), "fmt_laws", || format!("{difference:?}"))?;
    for finding in lint(&after, &Options::default()).findings {
        let is_kept = !format::GROUPS.contains(&finding.group) || format::KEPT.contains(&finding.rule);
        ensure(is_kept, "fmt_laws", || format!("{}: {}", finding.rule, finding.message))?;
    }
    let (had, has) = (errors(&before), errors(&after));
    let new = has.iter().find(|(rule, count)| had.get(*rule).is_none_or(|had| had < *count));
    ensure(new.is_none(), "fmt_laws", || format!("a new error: {new:?}"))?;
    let mut expected = contents(&before);
    let is_new = |kind: &BlockKind| before.model.block(*kind).is_none() && after.model.block(*kind).is_some();
    let new = BlockKind::NEEDED.into_iter().filter(is_new);
    expected.extend(new.map(|kind| before.model.number_of_missing(kind).to_string().into_bytes()));
    let mut found = contents(&after);
    expected.sort();
    found.sort();
    let strange = || found.iter().find(|one| !expected.contains(one)).map(|one| String::from_utf8_lossy(one));
    let lost = || expected.iter().find(|one| !found.contains(one)).map(|one| String::from_utf8_lossy(one));
    ensure(expected == found, "fmt_laws", || format!("{:?} is lost, {:?} is new", lost(), strange()))
}

/// What the tokens of a file say, apart from how numbers are spelled and from the first line of a model.
fn contents(document: &Document) -> Vec<Vec<u8>> {
    let content = |token: Token| {
        let bytes = &document.source.bytes()[token.span.range()];
        let kind =
            token.field.and_then(|place| layout::field(place.record, place.field?)).map(|field| field.kind);
        let value = match kind {
            Some(Kind::Integer | Kind::Count) => number::integer(bytes).value.map(|n| n.to_string()),
            Some(Kind::Float) => number::float(bytes).value.map(|n| format!("{:?}", n + 0.0)),
            _ => None,
        };
        match token.kind {
            TokenKind::Number | TokenKind::Word => Some(value.map_or(bytes.to_vec(), String::into_bytes)),
            TokenKind::Text | TokenKind::FreeText => Some(bytes.to_vec()),
            TokenKind::Comment => {
                let blanks = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
                Some(bytes[..bytes.len() - blanks].to_vec()).filter(|text| text != reader::MAGIC)
            }
            _ => None,
        }
    };
    document.tokens().filter_map(content).collect()
}

/// What is converted to the other format and back has the same faces, and if nothing was told to be lost it is
/// the same model. From then on it stays as it is, byte by byte.
pub fn conversions_keep_the_model(bytes: &[u8]) -> Result<(), Violation> {
    const PROMISE: &str = "conversions_keep_the_model";
    let before = document(bytes);
    let is_binary = before.is_binary();
    let Some((there, lost)) = converted(&before)? else { return Ok(()) };
    let is_read = there.is_certain() && there.is_binary() != is_binary;
    ensure(is_read, PROMISE, || format!("{:?} after a conversion", there.notes))?;
    same_faces(&before, &there)?;
    no_new_error(&before, &there)?;
    let Some((back, lost_again)) = converted(&there)? else { return Ok(()) };
    same_faces(&there, &back)?;
    if !(is_binary || lost || lost_again) {
        let may_differ = [
            Aspect::Blocks,
            Aspect::BlockOrder,
            Aspect::Vertices,
            Aspect::Normals,
            Aspect::Faces,
            Aspect::Counts,
        ];
        let difference = difference(&before, &back, &may_differ);
        ensure(difference.is_none(), PROMISE, || format!("not told: {difference:?}"))?;
    }
    // The first conversions may round what makes two normals alike.
    let Some((third, _)) = converted(&back)? else { return Ok(()) };
    let Some((fourth, _)) = converted(&third)? else { return Ok(()) };
    let Some((fifth, _)) = converted(&fourth)? else { return Ok(()) };
    let is_stable = third.source.bytes() == fifth.source.bytes();
    ensure(is_stable, PROMISE, || "another round changes it".to_string())
}

/// A file in the other format, if it can be converted, and whether anything of it is lost.
fn converted(document: &Document) -> Result<Option<(Document, bool)>, Violation> {
    let size = document.source.len();
    let converted = match document.is_binary() {
        true => convert::to_text(document),
        false => convert::to_binary(document, convert::DEFAULT_RATE),
    };
    let converted = match converted {
        Ok(converted) => converted,
        Err(Trouble::Refused(refusal)) => {
            let is_inside = refusal.at as usize <= size;
            return ensure(is_inside, "converted", || format!("{refusal:?}")).map(|()| None);
        }
        Err(_) => return Ok(None),
    };
    for loss in &converted.losses {
        let is_inside = loss.span().end as usize <= size && loss.span() != Span::default();
        ensure(is_inside, "converted", || format!("{loss:?}"))?;
    }
    let is_lossy = converted.losses.iter().any(|loss| loss.severity > Severity::Hint);
    Ok(Some((read("input.txt", converted.bytes), is_lossy)))
}

/// What is an error in a converted file was one before.
fn no_new_error(before: &Document, after: &Document) -> Result<(), Violation> {
    let known = errors(before);
    let new = errors(after).into_keys().find(|rule| !known.contains_key(rule));
    ensure(new.is_none(), "no_new_error", || format!("{new:?}"))
}

/// Two files in different formats show the same, apart from rounding.
fn same_faces(before: &Document, after: &Document) -> Result<(), Violation> {
    const ROUNDING: f32 = 1e-6;
    let same = |a: f32, b: f32| a == b || (a - b).abs() <= ROUNDING;
    let [before, after] = [before, after].map(faces);
    let is_same = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .all(|(a, b)| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(*a, *b)));
    ensure(is_same, "same_faces", || format!("{before:?}\nand not\n{after:?}"))
}

/// The faces of each mesh as numbers that mean the same in both formats.
fn faces(document: &Document) -> Vec<Vec<f32>> {
    let of_shape = |shape: Shape| {
        let numbers = |(row, face): (usize, Face)| {
            let uvs = match document.is_binary() {
                true => corner_uvs(document, row),
                false => {
                    let [a, b, c] =
                        face.vertices.map(|index| shape.geometry.vertices.rows[index as usize].uv);
                    [a[0], b[0], c[0], a[1], b[1], c[1]]
                }
            };
            face_numbers(shape.geometry, &face, uvs)
        };
        shape.faces().flat_map(numbers).collect()
    };
    document.model.shapes().map(of_shape).collect()
}

/// All that a face shows. Of flags and smoothing groups what both formats hold.
fn face_numbers(geometry: &Geometry, face: &Face, uvs: [f32; 6]) -> Vec<f32> {
    let group = u8::try_from(face.smoothing_group).unwrap_or(0);
    let mut numbers = vec![f32::from(face.flags as u16), f32::from(group)];
    numbers.extend(uvs);
    for (vertex, normal) in face.vertices.into_iter().zip(face.normals) {
        let vertex = geometry.vertices.rows[vertex as usize];
        let normal = geometry.normals.rows[normal as usize];
        numbers.extend([f32::from(vertex.flags as u8), vertex.bone as f32]);
        numbers.extend([vertex.position, normal.direction].concat());
    }
    numbers
}

/// Every proper prefix of a model is found fault with. Only for bytes that hold a whole model, of
/// which the last block holds something.
pub fn prefixes_are_found(bytes: &[u8]) -> Result<(), Violation> {
    for length in 0..bytes.len() {
        let document = document(&bytes[..length]);
        let report = lint(&document, &Options::default());
        ensure(!report.findings.is_empty(), "prefixes_are_found", || format!("silent at {length}"))?;
        if document.content != Content::Text {
            ensure(report.findings[0].rule == "not-a-model", "prefixes_are_found", || {
                format!("{} at {length}", report.findings[0].rule)
            })?;
        }
    }
    Ok(())
}
