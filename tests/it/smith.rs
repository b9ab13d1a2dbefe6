//! The smith, which generates models: what it makes is valid, and the defects that it plants are found.
//!
//! `MS3DLINT_PLANTS` says in how many models of a kind the defects of a rule are planted, as build machines do it, and
//! `MS3DLINT_SEEDS` how many models of each kind are made, for a campaign.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::support::{assert_reviewed, finish, program, root};
use ms3dlint::fix::Applicability;
use ms3dlint::rules;
use ms3dlint::smith::{
    Batch, Choices, Config, Defect, Format, Profile, Recipe, Sample, VERSION, bytes_of_seed, defects, forge,
    sabotage, shrink,
};
use ms3dlint_fuzz::properties::{
    is_caught, pristine_models_load, smith_is_silent, what_is_marked_is_repaired,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Of how many bytes models of different sizes are made.
const LENGTHS: [usize; 6] = [0, 16, 64, 200, 600, 2000];

/// A number that somebody asks for.
fn asked(name: &str) -> Option<u64> {
    let said = std::env::var(name).ok()?;
    Some(said.parse().unwrap_or_else(|_| panic!("{name} is no number: {said}")))
}

/// How many models are made, if nobody asks for more.
fn seeds(usual: u64) -> u64 {
    asked("MS3DLINT_SEEDS").unwrap_or(usual)
}

/// Parts of the names of the rules whose defects are planted, with commas; empty for all.
fn only() -> String {
    std::env::var("MS3DLINT_DEFECTS").unwrap_or_default()
}

fn bytes(seed: u64) -> Vec<u8> {
    bytes_of_seed(seed, LENGTHS[seed as usize % LENGTHS.len()])
}

#[test]
fn healthy_models_are_silent() {
    for seed in 0..seeds(150) {
        if let Err(violation) = smith_is_silent(&bytes(seed)) {
            panic!("{seed}: {}", violation.what);
        }
    }
}

#[test]
fn pristine_models_load_in_every_program() {
    for seed in 0..seeds(500) {
        if let Err(violation) = pristine_models_load(&bytes(seed)) {
            panic!("{seed}: {}", violation.what);
        }
    }
}

/// Which programs do not load the models of a folder: what the manifest says, and what `ms3dlint loads` does.
fn not_loaded(folder: &Path) -> [BTreeMap<String, Vec<Value>>; 2] {
    let manifest = fs::read_to_string(folder.join("models/manifest.jsonl")).unwrap();
    let entries = manifest.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let told = entries.map(|entry| {
        (entry["file"].as_str().unwrap().to_string(), entry["not_loaded_by"].as_array().unwrap().clone())
    });
    let loads = finish(program(folder, &["loads", "--output-format=json", "models"]));
    let loads: Value = serde_json::from_str(&loads.out).unwrap();
    let seen = loads["files"].as_array().unwrap().iter().map(|file| {
        let failing = file["engines"].as_array().unwrap().iter().filter(|row| row["outcome"] != "loads");
        let part = |row: &Value| {
            let keys = ["engine", "version", "outcome", "reason"];
            keys.iter().map(|key| (key.to_string(), row[key].clone())).collect::<Value>()
        };
        let name = Path::new(file["path"].as_str().unwrap()).file_name().unwrap();
        (name.to_str().unwrap().to_string(), failing.map(part).collect())
    });
    [told.collect(), seen.collect()]
}

#[test]
fn the_manifest_says_which_programs_do_not_load_a_model() {
    let folder = tempfile::tempdir().unwrap();
    for options in ["--profile=quirky", "--defect=parent-cycle,malformed-count"] {
        let made = finish(program(folder.path(), &["smith", "-n4", options, "models"]));
        assert_eq!(made.code, Some(0), "{}", made.err);
        let [told, seen] = not_loaded(folder.path());
        assert!(told.values().any(|failing| !failing.is_empty()), "{options}: all models load everywhere");
        assert_eq!(told, seen, "{options}");
        fs::remove_dir_all(folder.path().join("models")).unwrap();
    }
}

#[test]
fn the_smallest_model_is_made_of_nothing_and_more_bytes_make_larger_ones() {
    for format in Format::ALL {
        let mut config = Config::plain(*format);
        config.faces.most = 1000;
        let smallest = forge(&config, &mut Choices::new(&[]));
        assert_eq!(smallest.model.size(), 0);
        assert_eq!(smallest, forge(&config, &mut Choices::new(&[])));
        let size = |len| {
            let sizes = (0..200)
                .map(|seed| forge(&config, &mut Choices::new(&bytes_of_seed(seed, len))).model.size());
            sizes.sum::<usize>()
        };
        let sizes = [0, 50, 200, 800, 3200].map(size);
        assert!(sizes.is_sorted() && sizes[4] > 3 * sizes[2], "{format:?}: {sizes:?}");
    }
}

/// What came of planting a defect.
#[derive(Default)]
struct Harvest {
    /// In how many models.
    planted: u64,
    /// Which of its shadows spoke.
    spoken: BTreeSet<&'static str>,
    /// Which fixes were offered.
    fixes: BTreeSet<&'static str>,
    /// Where it is not caught.
    wrong: Vec<String>,
}

/// How many models of a kind a defect is planted in, if nobody asks for more: those of a rule share some, and each has
/// an eighth of them.
fn share(defect: &Defect, format: Format) -> u64 {
    const FEW: u64 = 4;
    let of_rule = asked("MS3DLINT_PLANTS").unwrap_or(FEW);
    let others = defects::all().filter(|other| other.rule == defect.rule && other.formats.contains(&format));
    of_rule.div_ceil(others.count() as u64).max(of_rule.div_ceil(8))
}

/// Plants a defect in many models of a kind, up to the first in which it is not caught.
fn plant(defect: &Defect, profile: Profile, format: Format, harvest: &mut Harvest) -> Result<(), String> {
    /// How many models are made while one large one is, unless somebody asks for it by name.
    const LARGE: u64 = 30;
    /// How many seeds are tried for one model that has what is to be broken, and how many at the least.
    const TRIES: u64 = 8;
    const LEAST: u64 = 200;
    let is_rare = defect.is_large && only().is_empty();
    let most = seeds(share(defect, format)).div_ceil(if is_rare { LARGE } else { 1 });
    let before = harvest.planted;
    for seed in 0..(most * TRIES).max(LEAST) {
        if harvest.planted - before == most {
            break;
        }
        let bytes = bytes(seed);
        let mut draw = Choices::new(&bytes);
        let config = Config::draw(profile, format, &mut draw);
        let Some(sabotage) = sabotage(defect, &config, &mut draw) else { continue };
        harvest.planted += 1;
        let caught = is_caught(profile, &sabotage);
        let caught = caught.map_err(|violation| format!("seed {seed}: {}", violation.what))?;
        harvest.spoken.extend(caught.shadows);
        harvest.fixes.insert(caught.fix.map_or("none", Applicability::name));
    }
    if harvest.planted == before {
        return Err("is never planted".to_string());
    }
    Ok(())
}

/// Plants a defect in models of all kinds, and reports those kinds in which it is not caught.
fn plant_everywhere(defect: &Defect) -> Harvest {
    let mut harvest = Harvest::default();
    for (profile, format) in
        Profile::ALL.iter().flat_map(|profile| defect.formats.iter().map(|format| (*profile, *format)))
    {
        if let Err(what) = plant(defect, profile, format, &mut harvest) {
            let what = format!("{} ({}), {profile:?} {format:?}: {what}", defect.rule, defect.what);
            harvest.wrong.push(what);
        }
    }
    harvest
}

#[test]
fn every_defect_is_caught() {
    let only = only();
    let is_asked = |defect: &&Defect| only.split(',').any(|part| defect.rule.contains(part));
    let defects: Vec<_> = defects::all().filter(is_asked).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mine = std::iter::from_fn(|| defects.get(next.fetch_add(1, Ordering::Relaxed)));
        mine.map(|defect| (*defect, plant_everywhere(defect))).collect::<Vec<_>>()
    };
    let harvests = thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, NonZero::get);
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let wrong: Vec<_> = harvests.iter().flat_map(|(_, harvest)| harvest.wrong.clone()).collect();
    // What a campaign wants to know: `cargo test -- --nocapture`.
    for (defect, harvest) in &harvests {
        let silent = defect.shadows.iter().filter(|rule| !harvest.spoken.contains(*rule));
        let silent: Vec<_> = silent.copied().collect();
        let (count, rule, what) = (harvest.planted, defect.rule, defect.what);
        println!("planted {count} times: {rule}, {what}; silent shadows: {silent:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // Other models may be offered other fixes.
    if std::env::var_os("MS3DLINT_SEEDS").is_none() {
        fixes_are_the_reviewed_ones(&harvests);
    }
}

#[test]
fn what_is_marked_in_models_with_defects_is_repaired() {
    let mut checked = 0;
    for defect in defects::all().filter(|defect| !defect.is_large) {
        for (seed, format) in (0..4).flat_map(|seed| defect.formats.iter().map(move |format| (seed, *format)))
        {
            let bytes = bytes(seed);
            let mut draw = Choices::new(&bytes);
            let config = Config::draw(Profile::Pristine, format, &mut draw);
            let Some(sabotage) = sabotage(defect, &config, &mut draw) else { continue };
            checked += 1;
            if let Err(violation) = what_is_marked_is_repaired(&sabotage.broken.bytes) {
                panic!("{}, {}, seed {seed}: {}", defect.rule, defect.what, violation.what);
            }
        }
    }
    assert!(checked > defects::all().count(), "{checked} models were checked");
}

/// Compares which fixes were offered with those that a person has read. In few models not all of them are.
fn fixes_are_the_reviewed_ones(harvests: &[(&Defect, Harvest)]) {
    let path = root().join("tests/reviewed/fixes-of-defects.txt");
    let reviewed = fs::read_to_string(&path).unwrap_or_default();
    let mut lines = Vec::new();
    for (defect, harvest) in harvests {
        let start = format!("{}, {}: ", defect.rule, defect.what);
        let known = reviewed.lines().find_map(|line| line.strip_prefix(&start)).unwrap_or_default();
        let mut fixes = harvest.fixes.clone();
        if asked("MS3DLINT_PLANTS").is_none() {
            fixes.extend(known.split(" or ").filter(|fix| !fix.is_empty()));
        }
        lines.push(format!("{start}{}\n", fixes.into_iter().collect::<Vec<_>>().join(" or ")));
    }
    // Those that were not planted this time.
    let is_planted = |line: &&str| {
        let is_of = |(defect, _): &(&Defect, Harvest)| {
            line.starts_with(&format!("{}, {}: ", defect.rule, defect.what))
        };
        harvests.iter().any(is_of)
    };
    if std::env::var_os("MS3DLINT_DEFECTS").is_some() {
        lines.extend(reviewed.lines().filter(|line| !is_planted(line)).map(|line| format!("{line}\n")));
    }
    lines.sort();
    assert_reviewed(&path, &lines.concat());
}

#[test]
fn every_rule_has_a_defect() {
    // What programs do depends on other defects.
    let has = |rule: &&str| rule.ends_with("-by-engine") || defects::all().any(|defect| defect.rule == *rule);
    let without: Vec<_> = rules::ALL.iter().map(|rule| rule.name).filter(|rule| !has(rule)).collect();
    assert!(without.is_empty(), "{without:?}");
    let unknown: Vec<_> = defects::all()
        .flat_map(|defect| defect.shadows.iter().chain([&defect.rule]))
        .filter(|name| rules::find(name).is_none())
        .collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn models_are_made_smaller_as_long_as_they_fail_and_not_for_ever() {
    for format in Format::ALL {
        // Of the length of which most is drawn.
        let recipe = Recipe::of_seed(Profile::Stress, *format, 5, None);
        let size = |piece: &Sample| piece.model.size();
        let smallest = shrink(&recipe, &mut |_| true);
        assert_eq!(smallest.make().map(|(piece, _)| size(&piece)), Some(0), "{format:?}");
        assert!(smallest.bytes.is_empty());

        let least = recipe.make().map_or(0, |(piece, _)| size(&piece)) / 2;
        let half = shrink(&recipe, &mut |piece| size(piece) >= least);
        let half = half.make().map_or(0, |(piece, _)| size(&piece));
        assert!((least..2 * least).contains(&half), "{format:?}: {half} of {least} and more");

        let mut tries = 0;
        let unchanged = shrink(&recipe, &mut |_| {
            tries += 1;
            false
        });
        assert!(unchanged.bytes == recipe.bytes && unchanged.config == recipe.config);
        assert!((100..=400).contains(&tries), "{tries}");
    }
}

/// A digest of the models of a batch.
fn digest(batch: &Batch, count: u64) -> String {
    let mut digest = Sha256::new();
    (0..count).filter_map(|number| batch.model(number)).for_each(|model| digest.update(model.sample.bytes));
    let digest: [u8; 32] = digest.finalize().into();
    digest[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// People keep seeds, and look for the same models again: a new version means that other ones are made of them.
#[test]
fn the_same_seeds_make_the_same_models_as_long_as_the_version_is_the_same() {
    let mut lines = vec![format!("version: {VERSION}")];
    for profile in Profile::ALL {
        let batch = Batch { profile: *profile, format: None, seed: 1, defects: Vec::new() };
        lines.push(format!("{}: {}", profile.name(), digest(&batch, 200)));
    }
    for defect in defects::all().filter(|defect| !defect.is_large) {
        let batch = Batch { profile: Profile::Quirky, format: None, seed: 1, defects: vec![defect] };
        lines.push(format!("{}, {}: {}", defect.rule, defect.what, digest(&batch, 4)));
    }
    let reviewed = root().join("tests/reviewed/smith.txt");
    let expected = fs::read_to_string(&reviewed).unwrap_or_default();
    let name = |line: &str| line.rsplit_once(": ").map(|(name, _)| name.to_string());
    if expected.lines().next() == Some(&lines[0]) {
        let changed = |line: &&str| lines.iter().any(|now| now != line && name(now) == name(line));
        let changed: Vec<_> = expected.lines().filter(changed).collect();
        assert!(
            changed.is_empty(),
            "other models than before: raise VERSION in src/smith/mod.rs: {changed:?}"
        );
    }
    assert_reviewed(&reviewed, &(lines.join("\n") + "\n"));
}
