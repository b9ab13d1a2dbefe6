//! The laws of the smith: what it makes is valid, and what it breaks is found.

use std::collections::BTreeMap;
use std::sync::Arc;

use ms3dlint::describe::describe;
use ms3dlint::diagnostic::{Finding, Severity};
use ms3dlint::document::{Document, read};
use ms3dlint::lint::{Options, Report, lint};
use ms3dlint::smith::{
    Config, Draw, Format, Piece, Profile, Sabotage, Setting, TEXTURES, bytes_of_seed, defects, forge,
    forge_any, sabotage,
};
use ms3dlint::surroundings::Beside;

/// Of how many bytes models of different sizes are made.
const LENGTHS: [usize; 6] = [0, 16, 64, 200, 600, 2000];

fn document(piece: &Piece) -> Document {
    let mut document = read("piece", piece.bytes.clone());
    document.surroundings = Some(Arc::new(Beside::new(TEXTURES)));
    document
}

fn options() -> Options {
    Options { expand: true, ..Options::default() }
}

fn seeds() -> u64 {
    std::env::var("MS3DLINT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(300)
}

fn pieces(profile: Profile, format: Format) -> impl Iterator<Item = (u64, Piece)> {
    (0..seeds()).map(move |seed| {
        (seed, forge_any(profile, format, &bytes_of_seed(seed, LENGTHS[seed as usize % LENGTHS.len()])))
    })
}

/// The file as a person can read it.
fn shown(piece: &Piece) -> String {
    let folder = std::env::temp_dir();
    let path = folder.join(match piece.config.format {
        Format::Ascii => "piece.txt",
        Format::Ms3d => "piece.ms3d",
    });
    std::fs::write(&path, &piece.bytes).unwrap();
    format!("{:?}\nsee {}", piece.config, path.display())
}

/// No finding of this severity or above in models of a profile.
fn assert_none_from(severity: Severity, profile: Profile) {
    for format in Format::ALL {
        for (seed, piece) in pieces(profile, *format) {
            let options = Options { level: severity, ..options() };
            let report = lint(&document(&piece), &options);
            let found = report.tallies.iter().filter(|tally| tally.severity >= severity);
            let rules: Vec<_> = found.map(|tally| tally.rule.name).collect();
            let first = report.findings.first().map(|finding| &finding.message);
            assert!(rules.is_empty(), "{format:?} {seed}: {rules:?} {first:?}\n{}", shown(&piece));
        }
    }
}

#[test]
fn pristine_models_are_silent() {
    assert_none_from(Severity::Hint, Profile::Pristine);
}

#[test]
fn legal_models_have_no_error() {
    assert_none_from(Severity::Error, Profile::Legal);
}

#[test]
fn models_under_stress_have_no_error() {
    assert_none_from(Severity::Error, Profile::Stress);
}

#[test]
fn the_smallest_model_is_made_of_nothing_and_more_bytes_make_larger_ones() {
    for format in Format::ALL {
        let mut config = Config::plain(*format);
        config.faces.most = 1000;
        let smallest = forge(&config, &mut Draw::new(&[]));
        assert_eq!(smallest.model.size(), 0);
        assert_eq!(smallest, forge(&config, &mut Draw::new(&[])));
        let size = |len| {
            let sizes =
                (0..200).map(|seed| forge(&config, &mut Draw::new(&bytes_of_seed(seed, len))).model.size());
            sizes.sum::<usize>()
        };
        let sizes = [0, 50, 200, 800, 3200].map(size);
        assert!(sizes.is_sorted() && sizes[4] > 3 * sizes[2], "{format:?}: {sizes:?}");
    }
}

/// A document as rules must see it for a defect to be one.
fn told(piece: &Piece, setting: Setting) -> Document {
    let mut document = document(piece);
    document.expected = setting == Setting::Named;
    if setting == Setting::TooLarge {
        document.too_large = Some(5 << 30);
    }
    document
}

fn options_of(sabotage: &Sabotage) -> Options {
    let mut options = options();
    if sabotage.truth.setting == Setting::Budget {
        let faces: usize = sabotage.healthy.model.meshes.iter().map(|mesh| mesh.faces.len()).sum();
        options.limits.budget.faces = Some(faces as u32);
    }
    options
}

/// How often each rule speaks.
fn counts(report: &Report) -> BTreeMap<&'static str, usize> {
    report.tallies.iter().map(|tally| (tally.rule.name, tally.count)).collect()
}

/// What of a sabotaged model is not reported as it must be; empty if all is.
fn trouble(profile: Profile, sabotage: &Sabotage) -> String {
    let truth = &sabotage.truth;
    let options = options_of(sabotage);
    let document = told(&sabotage.broken, truth.setting);
    let before = counts(&lint(&told(&sabotage.healthy, truth.setting), &options));
    let report = lint(&document, &options);
    let after = counts(&report);
    let count = |counts: &BTreeMap<_, usize>, rule| counts.get(rule).copied().unwrap_or(0);
    let is_exact = |finding: &&Finding| {
        finding.rule == truth.rule
            && describe(&document, finding.place) == truth.place
            && (finding.span().start as usize..finding.span().end as usize) == truth.span
    };
    if report.findings.iter().find(is_exact).is_none() {
        let found = report.findings.iter().filter(|finding| finding.rule == truth.rule);
        let found: Vec<_> =
            found.map(|finding| (describe(&document, finding.place), finding.span())).collect();
        return format!("not found; instead {found:?}, and {after:?}");
    }
    if profile == Profile::Pristine && count(&after, truth.rule) != 1 {
        return format!("found {} times", count(&after, truth.rule));
    }
    let more = after.iter().filter(|(rule, after)| **after > count(&before, **rule));
    let others: Vec<_> = more
        .map(|(rule, _)| *rule)
        .filter(|rule| *rule != truth.rule && !truth.shadows.contains(rule))
        .collect();
    if !others.is_empty() {
        return format!("{others:?} speak too");
    }
    String::new()
}

#[test]
fn every_defect_is_caught() {
    for defect in defects::all() {
        for (profile, format) in
            Profile::ALL.iter().flat_map(|profile| defect.formats.iter().map(|f| (*profile, *f)))
        {
            let mut caught = 0;
            for seed in 0..seeds() {
                let bytes = bytes_of_seed(seed, LENGTHS[seed as usize % LENGTHS.len()]);
                let mut draw = Draw::new(&bytes);
                let config = Config::draw(profile, format, &mut draw);
                let Some(sabotage) = sabotage(defect, &config, &mut draw) else { continue };
                let trouble = trouble(profile, &sabotage);
                assert!(
                    trouble.is_empty(),
                    "{} ({}), {profile:?} {format:?} {seed}: {trouble}\n{:?}\n{}",
                    defect.rule,
                    defect.what,
                    sabotage.truth,
                    shown(&sabotage.broken)
                );
                caught += 1;
            }
            assert!(profile != Profile::Pristine || caught > 0, "{} is never planted", defect.rule);
        }
    }
}
