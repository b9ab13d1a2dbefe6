//! Configuration files: what they may say, which one holds, and the result.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{Run, assert_reviewed, finish, program, root};
use ms3dlint::config::file::OUTPUT_FORMATS;
use ms3dlint::config::{Config, Layer, NAMES, schema};
use proptest::prelude::*;
use serde_json::Value;
use tempfile::TempDir;

/// A model of 12 faces in which nothing is wrong.
const CLEAN: &str = include_str!("../../corpus/ok/cube.txt");
/// A model with a hint, of the rule `uv-out-of-range`: a coordinate is 8.
const REPEATED: &str = "// MilkShape 3D ASCII\r\nFrames: 30\r\nFrame: 1\r\nMeshes: 1\r\n\"body\" 0 -1\r\n3\r\n\
    0 0.000000 0.000000 0.000000 0.000000 1.000000 -1\r\n0 1.000000 0.000000 0.000000 8.000000 1.000000 -1\r\n\
    0 0.000000 1.000000 0.000000 0.000000 0.000000 -1\r\n3\r\n0.000000 0.000000 1.000000\r\n\
    0.000000 0.000000 1.000000\r\n0.000000 0.000000 1.000000\r\n1\r\n0 0 1 2 0 1 2 1\r\nMaterials: 0\r\n\
    Bones: 0\r\nGroupComments: 0\r\nMaterialComments: 0\r\nBoneComments: 0\r\nModelComment: 0\r\n";
const PROSE: &str = "This is no model.\n";

/// A folder with files of these names, which is a repository, so that nothing above it counts.
fn tree(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn run(folder: &TempDir, args: &[&str]) -> Run {
    let Run { code, out, err } = finish(program(folder.path(), args));
    Run { code, out: out.replace('\\', "/"), err: err.replace('\\', "/") }
}

/// What is found, in the concise format: the file, the severity and the rule of each finding.
fn found(folder: &TempDir, args: &[&str]) -> Vec<String> {
    let all = [args, &["--output-format=concise", "--level=hint"]].concat();
    let run = run(folder, &all);
    assert!(matches!(run.code, Some(0 | 1)), "{}", run.err);
    let finding = |line: &str| {
        let (file, rest) = line.split_once(':')?;
        let (_, rest) = rest.split_once(": ")?;
        Some(format!("{file} {}", rest.split_once(']')?.0.replace('[', " ")))
    };
    run.out.lines().map(|line| finding(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

fn layer(text: &str) -> Result<Layer, Vec<String>> {
    let problems = |problems: Vec<ms3dlint::config::ConfigProblem>| {
        let told = problems.into_iter().map(|problem| {
            let span = problem.span.range();
            let at = text.get(span).unwrap_or_default().to_string();
            format!(
                "{at}: {}{}",
                problem.message,
                problem.help.map_or(String::new(), |help| format!(" ({help})"))
            )
        });
        told.collect()
    };
    Layer::read(PathBuf::from("/tree/ms3dlint.toml"), text.as_bytes()).map_err(problems)
}

fn config(text: &str) -> Config {
    Config::new(vec![layer(text).unwrap()])
}

/// The severity of a rule for a file, as a configuration says it.
fn level(config: &Config, path: &str, rule: &str) -> Option<&'static str> {
    let settings = config.settings(&config.matching(Path::new(path)));
    settings.levels.get(rule).map(|said| said.value.name())
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let text = "exlude = []\nfail-on = \"eror\"\nroot = 3\nbaseline = \"\"\n[rules]\ntexture-not-fond = \"off\"\nnumbers = 1\n\
        [options]\nuv-out-of-range = { max = nan, mim = 0 }\n[[overrides]]\nrules.all = \"off\"\n\
        level = \"info\"\n[[budgets]]\nfiles = [\"a\"]\nmax-faces = -1\nmax-bones = 1.5\n";
    let expected = [
        "exlude: no key is called \"exlude\" (did you mean \"exclude\"?)",
        "\"eror\": no level is called \"eror\" (did you mean \"error\"?)",
        "3: `root` takes a text in quotes, and this is a whole number",
        "\"\": `baseline` is empty (name the file, or leave this line out)",
        "texture-not-fond: no rule or group is called \"texture-not-fond\" (did you mean \"texture-not-found\"?)",
        "1: `numbers` takes a text in quotes, and this is a whole number",
        "nan: `max` takes a number from 1 to 1000000",
        "mim: no key is called \"mim\" (did you mean \"min\"?)",
        "[[overrides]]: one of the overrides has no `files` (say to which files it applies: files = [\"**\"])",
        "level: no key is called \"level\" (`level` holds for all files: write it before the first table)",
        "-1: `max-faces` takes a number from 0 to 4294967295",
        "1.5: `max-bones` takes a whole number, and this is a number",
    ];
    assert_eq!(layer(text).unwrap_err(), expected);
}

#[test]
fn what_is_no_toml_is_told_at_its_place() {
    let problems = layer("a = [1\nb = \n").unwrap_err();
    assert!(!problems.is_empty());
    let problems = layer("fail-on = \"error\"\nfail-on = \"info\"\n").unwrap_err();
    assert_eq!(problems, ["fail-on: this key is there already (remove one of the two)"]);
    let problems = Layer::read(PathBuf::from("/ms3dlint.toml"), b"root = \"\xFF\"").unwrap_err();
    assert_eq!((problems[0].span.range(), &*problems[0].message), (8..9, "the file is not UTF-8"));
    for pattern in ["[", "a{b", ""] {
        let problems = layer(&format!("exclude = [\"{pattern}\"]")).unwrap_err();
        assert!(problems[0].contains("not a pattern of files"), "{problems:?}");
    }
}

#[test]
fn any_bytes_are_a_configuration_or_are_told_why_not() {
    let deep = format!("exclude = {}{}", "[".repeat(10_000), "]".repeat(10_000));
    assert!(layer(&deep).is_err());
    assert!(layer("\u{feff}fail-on = \"info\"\r\n").is_ok());
    for byte in 0..=255u8 {
        let _ = Layer::read(PathBuf::new(), &[b'a', byte, b'=', byte]);
    }
}

/// Words that configurations are made of, and words that break them.
const WORDS: [&str; 40] = [
    "fail-on",
    "=",
    "\"error\"",
    "\n",
    "[rules]",
    "all",
    "\"off\"",
    "[[overrides]]",
    "files",
    "[",
    "]",
    "\"a/*\"",
    "{",
    "}",
    ",",
    ".",
    "options",
    "uv-out-of-range",
    "max",
    "3",
    "-1.5",
    "nan",
    "inf",
    "0x10",
    "1_000",
    "true",
    "1979-05-27",
    "\"",
    "'",
    "\"\"\"",
    "#",
    "é",
    "\u{202e}",
    "\0",
    "exclude",
    "required-version",
    "\">=0.1\"",
    "[[budgets]]",
    "max-faces",
    "99999999999999999999",
];

proptest! {
    #[test]
    fn mistakes_lie_in_the_file(words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..40)) {
        let text = words.join(" ");
        if let Err(problems) = Layer::read(PathBuf::from("/a.toml"), text.as_bytes()) {
            prop_assert!(!problems.is_empty());
            for problem in problems {
                prop_assert!(text.get(problem.span.range()).is_some(), "{:?} in {:?}", problem, text);
                prop_assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{:?}", problem);
            }
        }
    }
}

#[test]
fn the_version_comes_before_everything_else() {
    let told = layer("required-version = \">=99\"\nnew-key = 1\n").unwrap_err();
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("and >=99 is required"), "{told:?}");
    assert!(layer("required-version = \"later\"").unwrap_err()[0].contains("not a version requirement"));
    assert!(layer(&format!("required-version = \"={}\"", env!("CARGO_PKG_VERSION"))).is_ok());
}

#[test]
fn the_more_exact_name_wins_wherever_it_stands() {
    let config = config("[rules]\nuv-out-of-range = \"error\"\nmeshes = \"off\"\nall = \"info\"\n");
    let level = |rule| level(&config, "/tree/a.txt", rule);
    assert_eq!(level("uv-out-of-range"), Some("error"));
    assert_eq!(level("zero-normal"), Some("off"));
    assert_eq!(level("parent-cycle"), Some("info"));
}

#[test]
fn the_last_override_that_speaks_about_a_file_wins() {
    let config = config(
        "[rules]\nuv-out-of-range = \"error\"\n[[overrides]]\nfiles = [\"a/\", \"!a/keep.txt\"]\n\
         rules.all = \"hint\"\noptions.uv-out-of-range.max = 2\n[[overrides]]\nfiles = [\"special.txt\"]\n\
         rules.uv-out-of-range = \"warning\"\noptions.uv-out-of-range.min = -2\n",
    );
    let level = |path| level(&config, path, "uv-out-of-range");
    assert_eq!(level("/tree/b.txt"), Some("error"));
    assert_eq!(level("/tree/a/b/c.txt"), Some("hint"));
    assert_eq!(level("/tree/a/keep.txt"), Some("error"));
    assert_eq!(level("/tree/a/special.txt"), Some("warning"));
    assert_eq!(level("/elsewhere/special.txt"), Some("warning"));
    assert_eq!(level("/elsewhere/x.txt"), Some("error"));
    let limits = |path| config.settings(&config.matching(Path::new(path))).limits;
    assert_eq!(limits("/tree/b.txt").uv, [0.0, 1.0]);
    assert_eq!(limits("/tree/a/b.txt").uv, [0.0, 2.0]);
    assert_eq!(limits("/tree/a/special.txt").uv, [-2.0, 2.0]);
}

#[test]
fn the_schema_is_that_of_the_types() {
    assert_reviewed(&root().join("ms3dlint.schema.json"), &schema::text());
}

/// Editors find the schema by the names of the files, at its own address.
#[test]
fn the_entry_for_schemastore_names_the_schema_and_all_files() {
    let entry = fs::read_to_string(root().join("packaging/schemastore.json")).unwrap();
    let entry: Value = serde_json::from_str(&entry).unwrap();
    assert_eq!(entry["fileMatch"], serde_json::json!(NAMES));
    assert_eq!(entry["url"], schema::schema()["$id"]);
}

/// The fences of the page about configurations, each with the words after its beginning.
fn fences() -> Vec<(String, String)> {
    let page = fs::read_to_string(root().join("docs/configuration.md")).unwrap();
    let mut parts = page.split("```").skip(1);
    let mut fences = Vec::new();
    while let (Some(fence), rest) = (parts.next(), parts.next()) {
        let (info, text) = fence.split_once('\n').unwrap();
        fences.push((info.to_string(), text.to_string()));
        assert!(rest.is_some(), "a fence of the page has no end");
    }
    fences
}

#[test]
fn the_examples_of_the_page_are_configurations() {
    let examples: Vec<_> = fences().into_iter().filter(|(info, _)| info == "toml").collect();
    assert!(examples.len() > 10, "the examples are no longer found");
    for (_, text) in examples {
        assert!(layer(&text).is_ok(), "{:?}\nin {text}", layer(&text));
    }
}

/// All keys of a schema.
fn keys(schema: &Value, into: &mut Vec<String>) {
    for (name, definition) in schema["definitions"].as_object().unwrap() {
        if name != "Rules" {
            into.extend(
                definition["properties"].as_object().into_iter().flatten().map(|(key, _)| key.clone()),
            );
        }
    }
    into.extend(schema["properties"].as_object().unwrap().keys().cloned());
}

#[test]
fn the_page_has_every_key_and_the_first_configuration_too() {
    let mut all = Vec::new();
    keys(&schema::schema(), &mut all);
    assert!(all.len() > 20);
    let page = fs::read_to_string(root().join("docs/configuration.md")).unwrap();
    let first = fs::read_to_string(root().join("src/cli/commands/init/ms3dlint.toml")).unwrap();
    for key in all {
        assert!(page.contains(&key), "docs/configuration.md says nothing of {key}");
        let is_elsewhere = ["extends", "baseline", "options", "rules"].contains(&&*key);
        assert!(is_elsewhere || first.contains(&key), "the first configuration says nothing of {key}");
    }
}

#[test]
fn the_report_is_that_of_the_configuration_of_the_first_path() {
    let text = "level = \"hint\"\noutput-format = \"concise\"\n";
    let bad = fs::read_to_string(root().join("corpus/bad/bare-line-feed_whole-file.txt")).unwrap();
    let folder = tree(&[("a/ms3dlint.toml", text), ("a/a.txt", &bad), ("b/b.txt", &bad)]);
    let shown = |args: &[&str]| run(&folder, &[args, &["--select=bare-line-feed"]].concat()).out;
    assert!(shown(&["a", "b"]).starts_with("a/a.txt:") && shown(&["a", "b"]).contains("\nb/b.txt:"));
    assert!(shown(&["b", "a"]).starts_with("checked 2 files\nfound no errors or warnings; not shown: "));
    // Flags win.
    assert_eq!(shown(&["a", "--level=warning"]), "");
    assert!(shown(&["a", "--output-format=json"]).starts_with('{'));
    // A diff has no format.
    assert!(shown(&["a", "--diff", "--fix-only=all"]).starts_with("--- a/a/a.txt"));
    assert_eq!(layer("level = \"off\"").err().map(|problems| problems.len()), Some(1));
    assert_eq!(layer("output-format = \"text\"").err().map(|problems| problems.len()), Some(1));
}

#[test]
fn formats_in_a_configuration_are_those_of_the_option() {
    let folder = tree(&[]);
    let help = run(&folder, &["check", "--help"]).out;
    let (_, formats) = help.split_once("      --output-format <FORMAT>\n").unwrap();
    let formats = formats.lines().map(str::trim).skip_while(|line| !line.starts_with("- "));
    let formats = formats.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("- "));
    let formats: Vec<_> = formats.filter_map(|line| line.split(':').next()).collect();
    assert_eq!(formats, OUTPUT_FORMATS.map(|(name, _)| name));
}

#[test]
fn rules_are_selected_and_ignored_by_configurations() {
    let run_of = |text: &str, path: &str| -> Vec<&str> {
        let config = config(text);
        let settings = config.settings(&config.matching(Path::new(path)));
        ms3dlint::rules::ALL.iter().filter(|rule| settings.runs(rule)).map(|rule| rule.name).collect()
    };
    let of_group = |name: &str| -> Vec<&str> {
        let rules = ms3dlint::rules::ALL.iter();
        rules.filter(|rule| rule.group.name() == name).map(|rule| rule.name).collect()
    };
    assert_eq!(run_of("", "/tree/a.txt").len(), ms3dlint::rules::ALL.len());
    assert_eq!(run_of("select = [\"bones\"]", "/tree/a.txt"), of_group("bones"));
    let mut without_one = of_group("bones");
    without_one.retain(|name| *name != "self-parent" && *name != "parent-cycle");
    let text = "select = [\"bones\"]\nignore = [\"self-parent\"]\nrules.parent-cycle = \"off\"\n\
        [[overrides]]\nfiles = [\"b.txt\"]\nselect = [\"meshes\", \"bones\"]\nignore = [\"meshes\"]\n";
    assert_eq!(run_of(text, "/tree/a.txt"), without_one);
    assert_eq!(run_of(text, "/tree/b.txt"), without_one);
    assert_eq!(layer("select = [\"bonse\"]").err().map(|problems| problems.len()), Some(1));

    let cycle = fs::read_to_string(root().join("corpus/bad/parent-cycle_of-three.txt")).unwrap();
    let folder = tree(&[("ms3dlint.toml", "ignore = [\"bones\"]"), ("a.txt", &cycle)]);
    assert_eq!(found(&folder, &["."]), Vec::<String>::new());
    // Who selects a rule wants to see it.
    assert_eq!(found(&folder, &["--select=parent-cycle", "."]).len(), 1);
    let rules = run(&folder, &["rules", "bones"]).out;
    assert!(rules.contains("  parent-cycle") && !rules.contains(" error "), "{rules}");
    assert!(rules.contains(&format!("changes {} rules", of_group("bones").len())), "{rules}");
    assert!(run(&folder, &["rules", "bones", "--no-config"]).out.contains(" error "));
    let json = run(&folder, &["rules", "parent-cycle", "--output-format=json"]).out;
    assert!(json.contains("\"severity\":\"error\",\"configured\":\"off\""), "{json}");
}

#[test]
fn what_holds_without_a_configuration_is_shown_too() {
    let folder = tree(&[]);
    let shown = run(&folder, &["config", "show", "a.txt"]);
    assert!(shown.out.starts_with("# a.txt: no configuration file: built-in defaults\n"), "{}", shown.out);
}

#[test]
fn the_page_shows_what_is_printed() {
    let path = root().join("docs/configuration.md");
    let fences = fences();
    let folder = tree(&[("ms3dlint.toml", &fences[0].1)]);
    let (info, old) = &fences[1];
    let shown = run(&folder, &["config", "show", info.strip_prefix("console show ").unwrap()]).out;
    let page = fs::read_to_string(&path).unwrap();
    assert_reviewed(&path, &page.replacen(old.as_str(), &shown, 1));
}

#[test]
fn what_is_shown_is_a_configuration_that_says_the_same() {
    let text = "fail-on = \"never\"\n[rules]\nmeshes = \"off\"\nuv-out-of-range = \"error\"\n\
        [options]\nuv-out-of-range = { min = -2, max = 3.5 }\n[[overrides]]\nfiles = [\"a.txt\"]\n\
        rules.bones = \"hint\"\n[[budgets]]\nfiles = [\"*\"]\nmax-faces = 7\nmax-bones = 0\n";
    let said = config(text);
    let path = Path::new("/tree/a.txt");
    let shown = ms3dlint::config::show::show(&said, path, |path| path.display().to_string());
    let again = config(&shown);
    let of = |config: &Config| {
        let settings = config.settings(&config.matching(path));
        let levels: Vec<_> = settings.levels.iter().map(|(rule, said)| (*rule, said.value)).collect();
        (levels, settings.limits, settings.fails_from())
    };
    assert_eq!(of(&said), of(&again));
    assert!(shown.contains("uv-out-of-range.max = 3.5"), "{shown}");
}

#[test]
fn init_writes_a_configuration_that_changes_nothing_and_never_over_another() {
    let folder = tree(&[("a.txt", CLEAN)]);
    let first = run(&folder, &["init"]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    assert!(first.out.contains("- id: ms3dlint\n"), "{}", first.out);
    // The other hook, as the page about both has it.
    let hook = fs::read_to_string(root().join("src/cli/commands/init/pre-commit-with-wheel.yaml")).unwrap();
    assert!(first.out.contains(&hook.replace('\\', "/")), "{}", first.out);
    assert!(fs::read_to_string(root().join("docs/ci.md")).unwrap().contains(&hook), "docs/ci.md has another");
    let path = folder.path().join("ms3dlint.toml");
    let written = fs::read_to_string(&path).unwrap();
    let shown = run(&folder, &["config", "show", "a.txt"]).out;
    assert!(shown.lines().all(|line| line.is_empty() || line.starts_with('#')), "{shown}");
    // All that is commented out is right as well.
    let whole = written.lines().map(|line| match line.strip_prefix('#') {
        Some(said) if !said.starts_with(' ') => said,
        _ => line,
    });
    let whole: Vec<_> = whole.collect();
    assert!(whole.contains(&"[[budgets]]"));
    assert_eq!(layer(&whole.join("\n")).err(), None);
    fs::write(&path, "fail-on = \"info\"").unwrap();
    let again = run(&folder, &["init"]);
    assert_eq!(
        (again.code, &*again.err),
        (Some(2), "ms3dlint: ms3dlint.toml is there already; nothing was written\n")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "fail-on = \"info\"");
    let hidden = tree(&[(".ms3dlint.toml", "")]);
    assert_eq!(run(&hidden, &["init"]).code, Some(2));
    assert!(!hidden.path().join("ms3dlint.toml").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_configuration_that_cannot_be_written_is_a_failure() {
    let run = finish(program(Path::new("/proc"), &["init"]));
    assert_eq!((run.code, &*run.out), (Some(3), ""));
    assert!(run.err.starts_with("ms3dlint: cannot write ms3dlint.toml: "), "{}", run.err);
}

#[test]
fn the_nearest_configuration_holds() {
    let folder = tree(&[
        ("ms3dlint.toml", "rules.uv-out-of-range = \"error\""),
        ("a.txt", REPEATED),
        ("b/.ms3dlint.toml", "rules.uv-out-of-range = \"warning\""),
        ("b/c/d.txt", REPEATED),
        ("e/f.txt", REPEATED),
        ("g/.git/x", ""),
        ("g/h.txt", REPEATED),
    ]);
    let expected = ["a.txt error", "b/c/d.txt warning", "e/f.txt error", "g/h.txt hint"];
    let expected = expected.map(|line| format!("{line} uv-out-of-range"));
    assert_eq!(found(&folder, &["."]), expected);
    assert_eq!(found(&folder, &["a.txt", "b/c/d.txt", "e/../e/f.txt", "g/h.txt"]).len(), 4);
    assert_eq!(found(&folder, &["b/../a.txt"]), ["b/../a.txt error uv-out-of-range"]);
    assert_eq!(found(&folder, &["--no-config", "a.txt"]), ["a.txt hint uv-out-of-range"]);
    let fixed = ["--config", "b/.ms3dlint.toml", "a.txt", "g/h.txt"];
    assert_eq!(found(&folder, &fixed), ["a.txt warning uv-out-of-range", "g/h.txt warning uv-out-of-range"]);
    assert_eq!(run(&folder, &["a.txt"]).code, Some(1));
    assert_eq!(run(&folder, &["b"]).code, Some(0));
}

#[test]
fn standard_input_is_checked_as_the_file_that_it_stands_for() {
    let folder = tree(&[("b/ms3dlint.toml", "rules.uv-out-of-range = \"error\""), ("in", REPEATED)]);
    let with = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ms3dlint"));
        let input = fs::File::open(folder.path().join("in")).unwrap();
        command.args(args).current_dir(folder.path()).stdin(input);
        command.output().unwrap().status.code()
    };
    assert_eq!(with(&["-"]), Some(0));
    assert_eq!(with(&["-", "--stdin-filename", "b/x.txt"]), Some(1));
    fs::write(folder.path().join("b/ms3dlint.toml"), "fail-on = \"hint\"\nexclude = [\"x.txt\"]").unwrap();
    assert_eq!(with(&["-", "--stdin-filename", "b/x.txt"]), Some(1));
    assert_eq!(with(&["-", "--stdin-filename", "b/x.txt", "--force-exclude"]), Some(0));
}

#[test]
fn two_configurations_in_a_folder_are_an_error() {
    let folder = tree(&[("ms3dlint.toml", ""), (".ms3dlint.toml", ""), ("a.txt", CLEAN)]);
    let run = run(&folder, &["."]);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.err, "ms3dlint: both ms3dlint.toml and .ms3dlint.toml are in .; keep one of them\n");
}

#[test]
fn a_configuration_that_is_no_file_is_an_error() {
    let told = |folder: &TempDir| {
        let run = run(folder, &["."]);
        assert_eq!(run.code, Some(2));
        let what = "is not a file, and leads to none; put a configuration there, or take it away";
        assert_eq!(run.err, format!("ms3dlint: ms3dlint.toml {what}\n"));
    };
    told(&tree(&[("ms3dlint.toml/a.toml", ""), ("a.txt", CLEAN)]));
    #[cfg(unix)]
    {
        let folder = tree(&[("a.txt", CLEAN)]);
        std::os::unix::fs::symlink("none.toml", folder.path().join("ms3dlint.toml")).unwrap();
        told(&folder);
    }
}

#[test]
fn a_configuration_extends_another() {
    let folder = tree(&[
        (
            "shared/base.toml",
            "fail-on = \"never\"\nexclude = [\"/x.txt\", \"*.bak.txt\"]\n[rules]\nmeshes = \"info\"\n",
        ),
        ("shared/x.txt", REPEATED),
        (
            "game/ms3dlint.toml",
            "extends = \"../shared/base.toml\"\nexclude = [\"!kept.bak.txt\"]\nrules.uv-out-of-range = \"error\"\n",
        ),
        ("game/x.txt", REPEATED),
        ("game/a.bak.txt", REPEATED),
        ("game/kept.bak.txt", REPEATED),
    ]);
    let expected = ["game/kept.bak.txt error uv-out-of-range", "game/x.txt error uv-out-of-range"];
    assert_eq!(found(&folder, &["game"]), expected);
    assert_eq!(run(&folder, &["game"]).code, Some(0));
    assert_eq!(run(&folder, &["game", "--fail-on=error"]).code, Some(1));
    let shown = run(&folder, &["config", "show", "game/x.txt"]).out;
    assert!(
        shown.starts_with("# game/x.txt: what game/ms3dlint.toml, which extends shared/base.toml says\n"),
        "{shown}"
    );
    assert!(shown.contains("fail-on = \"never\"  # shared/base.toml:1\n"), "{shown}");
    assert!(shown.contains("# game/ms3dlint.toml:3\n"), "{shown}");
    let of_folder = run(&folder, &["config", "show", "game/"]).out;
    assert_eq!(of_folder, shown.replacen("# game/x.txt: ", "# game/*: ", 1));
    // What is left out are files.
    let folder_only = tree(&[("ms3dlint.toml", "include = [\"*.mesh\"]\nexclude = [\"*\"]\n")]);
    assert!(!run(&folder_only, &["config", "show"]).out.contains("when folders are searched"));
    let of_current = run(&folder, &["config", "show"]).out;
    assert!(of_current.starts_with("# *: no configuration file"), "{of_current}");
    let left_out = run(&folder, &["config", "show", "game/a.bak.txt"]).out;
    assert!(left_out.contains("# left out when folders are searched: shared/base.toml:2\n"), "{left_out}");
}

#[test]
fn what_extends_itself_or_nothing_is_an_error() {
    let folder = tree(&[
        ("ms3dlint.toml", "extends = \"b.toml\""),
        ("b.toml", "fail-on = \"info\"\nextends = \"./ms3dlint.toml\""),
        ("missing/ms3dlint.toml", "extends = \"gone.toml\""),
        ("broken/ms3dlint.toml", "extends = \"../broken.toml\""),
        ("broken.toml", "x = 1"),
    ]);
    let told = |path| {
        let run = run(&folder, &[path]);
        assert_eq!(run.code, Some(2));
        run.err
    };
    let cycle = told("a.txt");
    assert!(cycle.contains("1 mistake in b.toml") && cycle.contains("b.toml:2:11"), "{cycle}");
    assert!(cycle.contains("ms3dlint.toml ends up extending itself"), "{cycle}");
    assert!(told("missing/a.txt").contains("cannot read missing/gone.toml"));
    assert!(told("broken/a.txt").contains("1 mistake in broken.toml"));
}

#[test]
fn mistakes_of_all_extended_files_are_told_at_once() {
    let many: String = (0..30).map(|number| format!("x{number} = 1\n")).collect();
    let folder = tree(&[
        ("ms3dlint.toml", "extends = \"b.toml\"\nexlude = []\n"),
        ("b.toml", "extends = \"c.toml\"\nfail-on = 3\nroot = \"none\"\n"),
        ("c.toml", &format!("extends = \"none.toml\"\n{many}")),
        ("other/ms3dlint.toml", "extends = \"newer.toml\"\nexlude = []\n"),
        ("other/newer.toml", "required-version = \">99\"\nextends = \"none.toml\"\n"),
    ]);
    let told = run(&folder, &["a.txt"]);
    assert_eq!(told.code, Some(2));
    for (part, count) in [
        ("1 mistake in ms3dlint.toml", 1),
        ("1 mistake in b.toml", 1),
        ("31 mistakes in c.toml", 1),
        ("cannot read none.toml", 1),
        ("error[configuration]", 20),
        ("\nand 13 more\n", 1),
    ] {
        assert_eq!(told.err.matches(part).count(), count, "{part}: {}", told.err);
    }
    let told = run(&folder, &["other/a.txt"]).err;
    assert_eq!(told.matches("1 mistake in other/").count(), 2, "{told}");
    assert!(told.contains("is required") && !told.contains("cannot read"), "{told}");
}

#[test]
fn mistakes_are_drawn_and_nothing_is_checked() {
    let folder = tree(&[("ms3dlint.toml", "\n[rules]\nuv-out-of-rnge = \"off\"\n"), ("a.txt", REPEATED)]);
    let drawn = run(&folder, &["."]);
    let expected = "ms3dlint: 1 mistake in ms3dlint.toml\n\nerror[configuration]\n\n  \
        × no rule or group is called \"uv-out-of-rnge\"\n   ╭─[ms3dlint.toml:3:1]\n 2 │ [rules]\n 3 │ uv-out-of-rnge = \"off\"\n   \
        · ──────────────\n   ╰────\n  help: did you mean \"uv-out-of-range\"?\n";
    assert_eq!((drawn.code, &*drawn.out, &*drawn.err), (Some(2), "", expected));
    let negated = tree(&[("ms3dlint.toml", "select = [\"all\", \"-numbers\"]\n"), ("a.txt", REPEATED)]);
    let help = "help: a rule is left out with ignore = [\"numbers\"], not with \"-numbers\"\n";
    assert!(run(&negated, &["."]).err.contains(help));
    let narrated = run(&folder, &[".", "--output-format=narrated"]);
    assert!(narrated.err.contains("snippet line 3"), "{}", narrated.err);
    for args in [&["fmt", "."][..], &["stats", "."], &["config", "show", "a.txt"]] {
        assert_eq!(run(&folder, args).code, Some(2), "{args:?}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("a.txt")).unwrap(), REPEATED);
}

#[test]
fn a_mistake_further_down_stops_the_run_there_for_any_number_of_threads() {
    let files: Vec<_> = (0..40).map(|number| format!("a/{number:02}.txt")).collect();
    let mut all: Vec<_> = files.iter().map(|name| (name.as_str(), REPEATED)).collect();
    all.extend([("b/ms3dlint.toml", "x = 1"), ("b/c.txt", REPEATED), ("d.txt", REPEATED)]);
    let folder = tree(&all);
    let with = |threads| {
        let run = run(&folder, &[".", "--level=hint", "--output-format=concise", "--threads", threads]);
        (run.code, run.out, run.err)
    };
    let (code, out, err) = with("1");
    assert_eq!((code, out.lines().count()), (Some(2), 40));
    assert!(err.contains("1 mistake in b/ms3dlint.toml"), "{err}");
    assert!(
        err.contains("checked 40 files; did not check the rest: a configuration or a baseline is invalid\n"),
        "{err}"
    );
    for threads in ["2", "7"] {
        assert_eq!(with(threads), (code, out.clone(), err.clone()));
    }
    let fmt = run(&folder, &["fmt", "--check", "."]);
    assert_eq!(fmt.code, Some(2));
}

#[test]
fn nothing_is_written_if_a_configuration_further_down_makes_no_sense() {
    let sloppy = "Frames:1\nFrame:1\nMeshes:0\nMaterials:0\nBones:0\n";
    let folder = tree(&[("a.txt", sloppy), ("b/ms3dlint.toml", "x = 1"), ("b/c.txt", sloppy)]);
    let all = "--level=hint";
    for args in [
        &["--fix", all, "."][..],
        &["--fix", all, "a.txt", "."],
        &["--fix", "--unsafe-fixes", all, "."],
        &["fmt", "."],
    ] {
        let run = run(&folder, args);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{args:?}");
        assert!(run.err.contains("1 mistake in b/ms3dlint.toml"), "{}", run.err);
        assert_eq!(fs::read_to_string(folder.path().join("a.txt")).unwrap(), sloppy);
    }
    fs::remove_file(folder.path().join("b/ms3dlint.toml")).unwrap();
    assert_eq!(run(&folder, &["--fix", all, "."]).code, Some(0));
    assert_ne!(fs::read_to_string(folder.path().join("a.txt")).unwrap(), sloppy);
}

#[test]
fn files_are_left_out_and_others_are_opened() {
    let folder = tree(&[
        (
            "ms3dlint.toml",
            "exclude = [\"out/\", \"*.bak.txt\"]\ninclude = [\"*.MESH\", \"*.txt\"]\nrules.meshes = \"error\"",
        ),
        ("a.txt", REPEATED),
        ("b.mesh", REPEATED),
        ("c.bak.txt", REPEATED),
        ("d.other", REPEATED),
        ("e.ms3d", "no model"),
        ("out/f.txt", REPEATED),
        ("sub/out/g.txt", REPEATED),
    ]);
    let files = |args: &[&str]| -> Vec<String> {
        let found = found(&folder, args);
        found.iter().map(|line| line.split(' ').next().unwrap().to_string()).collect()
    };
    assert_eq!(files(&["."]), ["a.txt", "b.mesh"]);
    // What is named is checked, and searched for what the patterns do not name itself.
    assert_eq!(files(&["c.bak.txt", "d.other"]), ["c.bak.txt", "d.other"]);
    assert_eq!(files(&["out"]), ["out/f.txt"]);
    assert_eq!(
        files(&["--force-exclude", "a.txt", "c.bak.txt", "out", "out/f.txt", "sub/out/g.txt"]),
        ["a.txt"]
    );
    let shown = run(&folder, &["config", "show", "d.other"]).out;
    assert!(
        shown.contains("\n# not opened when folders are searched: include does not have its name\n"),
        "{shown}"
    );
    let forced = run(&folder, &["--force-exclude", "c.bak.txt", "out"]);
    assert_eq!((forced.code, &*forced.out), (Some(0), "checked 0 files, left out 2 (excluded)\n"));
    let formatted = run(&folder, &["fmt", "--check", "--force-exclude", ".", "c.bak.txt"]);
    assert!(!formatted.out.contains("c.bak.txt") && !formatted.out.contains("out/"), "{}", formatted.out);
}

#[test]
fn files_that_are_no_models_can_be_passed_over_where_they_are_named() {
    let half = "The skeleton so far\n\nBones: 3\nThere will be more of them soon.\n";
    let folder = tree(&[("README.txt", PROSE), ("half.txt", half), ("broken.ms3d", PROSE), ("a.txt", CLEAN)]);
    assert_eq!(run(&folder, &["README.txt"]).code, Some(1));
    let quiet = run(&folder, &["--quiet-unknown", "README.txt", "a.txt"]);
    assert_eq!(
        (quiet.code, &*quiet.out),
        (Some(0), "checked 1 file, skipped 1 (not a model)\nfound nothing wrong\n")
    );
    assert_eq!(run(&folder, &["--quiet-unknown", "half.txt"]).code, Some(1));
    assert_eq!(run(&folder, &["--quiet-unknown", "broken.ms3d"]).code, Some(1));
}

#[test]
fn flags_win_over_files() {
    let text =
        "fail-on = \"hint\"\nroot = \"a\"\n[rules]\nuv-out-of-range = \"off\"\nzero-normal = \"error\"\n";
    let folder = tree(&[("ms3dlint.toml", text), ("a/b.txt", REPEATED)]);
    assert_eq!(found(&folder, &["."]), [""; 0]);
    assert_eq!(found(&folder, &[".", "--select=uv-out-of-range"]), ["a/b.txt hint uv-out-of-range"]);
    assert_eq!(run(&folder, &[".", "--select=meshes"]).code, Some(1));
    assert_eq!(run(&folder, &[".", "--select=meshes", "--fail-on=info"]).code, Some(0));
    assert_eq!(run(&folder, &[".", "--select=meshes", "--ignore=uv-out-of-range"]).code, Some(0));
}

#[test]
fn textures_are_looked_for_in_the_tree_of_the_configuration() {
    let model = CLEAN.replacen("\"\"\r\n", "\"../../skin.png\"\r\n", 1);
    assert_ne!(model, CLEAN);
    let files =
        |root: &'static str| tree(&[("ms3dlint.toml", root), ("skin.png", ""), ("a/b/c.txt", &model)]);
    let rule = ["--select=texture-path-leaves-tree", "."];
    assert_eq!(found(&files(""), &rule), [""; 0]);
    assert_eq!(found(&files("root = \"a\""), &rule).len(), 1);
    assert_eq!(found(&files("root = \"a\""), &["--root=.", rule[0], rule[1]]), [""; 0]);
    let folder = files("root = \"gone\"");
    let wrong = run(&folder, &["."]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("the tree cannot begin here: there is no such folder"), "{}", wrong.err);
}

#[test]
fn budgets_hold_for_their_files() {
    let budgets = "[[budgets]]\nfiles = [\"*\"]\nmax-faces = 11\nmax-bones = 0\n\
        [[budgets]]\nfiles = [\"large/\"]\nmax-faces = 12\n";
    let folder = tree(&[("ms3dlint.toml", budgets), ("a.txt", CLEAN), ("large/b.txt", CLEAN)]);
    assert_eq!(found(&folder, &["."]), ["a.txt warning over-budget"]);
}

#[test]
fn repairs_follow_the_configuration() {
    let indented = CLEAN.replacen("Frames:", " Frames:", 1);
    let rules = "[rules]\nindented-line = \"off\"\n[[overrides]]\nfiles = [\"b.txt\"]\nrules.indented-line = \"hint\"\n";
    let files =
        [("ms3dlint.toml", rules), ("a.txt", &*indented), ("b.txt", &*indented), ("c/d.txt", &*indented)];
    let folder = tree(&[&files[..], &[("c/ms3dlint.toml", "")]].concat());
    run(&folder, &["--fix", "--fix-only=indented-line", "a.txt", "c"]);
    run(&folder, &["--fix", "b.txt"]);
    let text = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("a.txt"), indented);
    assert_eq!(text("b.txt"), indented);
    assert_eq!(text("c/d.txt"), CLEAN);
    run(&folder, &["--fix", "--fix-only=all", "b.txt"]);
    assert_eq!(text("b.txt"), CLEAN);
}

// Elsewhere no file can be called so.
#[cfg(unix)]
#[test]
fn hostile_names_are_told_safely() {
    let hostile = "a\u{1b}[2J\u{202e}b";
    let text = format!("\"{hostile}\" = 1\nextends = \"{hostile}\"\n").replace('\u{1b}', "\\u001b");
    let folder =
        tree(&[("ms3dlint.toml", &text), (&format!("{hostile}/ms3dlint.toml"), "extends = \"\\u001b\"")]);
    for path in ["a.txt", &format!("{hostile}/a.txt")] {
        let run = run(&folder, &[path]);
        assert_eq!(run.code, Some(2));
        assert!(!run.err.contains(['\u{1b}', '\u{202e}']), "{:?}", run.err);
    }
}
