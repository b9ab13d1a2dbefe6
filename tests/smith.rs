//! The laws of the smith: what it makes is valid, and what it breaks is found.

use std::sync::Arc;

use ms3dlint::diagnostic::Severity;
use ms3dlint::document::{Document, read};
use ms3dlint::lint::{Options, lint};
use ms3dlint::smith::{Config, Draw, Format, Piece, Profile, TEXTURES, bytes_of_seed, forge, forge_any};
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
            let sizes = (0..200).map(|seed| forge(&config, &mut Draw::new(&bytes_of_seed(seed, len))).model.size());
            sizes.sum::<usize>()
        };
        let sizes = [0, 50, 200, 800, 3200].map(size);
        assert!(sizes.is_sorted() && sizes[4] > 3 * sizes[2], "{format:?}: {sizes:?}");
    }
}
