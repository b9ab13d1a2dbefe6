//! The report formats: what each of them is for, and that no checked file can break one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::support;
use crate::support::{bytes_of, finish, models, name_of, program, program_as_it_is, root, some};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::diagnostics::context::Context;
use ms3dlint::document::{listing, read};
use ms3dlint::report::Positions;
use serde_json::Value;
use tempfile::TempDir;

/// All formats.
const FORMATS: [&str; 14] = [
    "compact",
    "full",
    "narrated",
    "concise",
    "json",
    "json-lines",
    "sarif",
    "github",
    "gitlab",
    "junit",
    "checkstyle",
    "rdjson",
    "markdown",
    "html",
];

#[track_caller]
fn run(folder: &Path, args: &[&str]) -> Output {
    program(folder, args).output().unwrap()
}

/// What is printed in a format.
#[track_caller]
fn printed(folder: &Path, format: &str, args: &[&str]) -> String {
    let output = run(folder, &[&["--output-format", format], args].concat());
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Also where some of the findings with a fix are not shown, and where texts have to be looked for elsewhere.
#[test]
fn the_lines_of_a_full_summary_fit() {
    let folder = bad_models();
    for args in [&["."][..], &["--level=error", "."], &["--target=all", "--level=error", "."]] {
        let out = printed(folder.path(), "full", args);
        let (_, summary) = out.rsplit_once("\nchecked ").unwrap();
        assert!(summary.lines().all(|line| line.chars().count() <= 80), "{args:?}: {summary}");
        // To those who hear it a line is a sentence.
        let narrated = printed(folder.path(), "narrated", args);
        let (_, heard) = narrated.rsplit_once("\nchecked ").unwrap();
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(heard), words(summary));
        assert!(words(summary).contains("more with --unsafe-fixes"), "{summary}");
        assert!(heard.lines().all(|line| !line.starts_with(' ')), "{heard}");
    }
}

/// A folder that is a repository, as far as this program looks.
fn repository() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    folder
}

/// A repository with the bad models of the corpus, binary ones too.
fn bad_models() -> TempDir {
    repository_of(models(&root().join("corpus/bad")))
}

fn some_bad_models() -> TempDir {
    repository_of(some(models(&root().join("corpus/bad"))))
}

fn repository_of(models: impl IntoIterator<Item = PathBuf>) -> TempDir {
    let folder = repository();
    for model in models {
        fs::write(folder.path().join(name_of(&model)), bytes_of(&model)).unwrap();
    }
    folder
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn items<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("{key} is no array: {value}"))
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is no text: {value}"))
}

// Hostile files

/// What a terminal, a build machine, a web page or a spreadsheet might obey.
const HOSTILE: [(&str, &[u8]); 12] = [
    ("bidi", "\u{202e}\u{2066}evil\u{200b}\u{e0041}\u{9b}31m".as_bytes()),
    ("command", b"::error file=x::owned"),
    ("command-anywhere", b"x ##[add-mask]y ##vso[task.complete]z ###[debug]"),
    ("escape", b"\x1b[2J\x1b]0;owned\x07\x7f"),
    ("formula", b"=cmd|'calc'!A0"),
    ("html", b"<script>alert(1)</script>&lt;<!--"),
    ("markdown", b"`a`|b|[c](http://d.example)![e](f)@all #1 **g** $h$ https://i.example"),
    ("nul", b"a\0b"),
    ("percent", b"%25%0A::error::%s{0}{{1}}\\n"),
    ("quotes", b"'a\"b\\"),
    ("utf8", b"caf\xe9\xff\xc3\xa9\xef\xbf\xbf\xe2\x80\xa8"),
    ("xml", b"]]><x y='&#0;'/><![CDATA[?>"),
];

/// An ASCII model whose names, texture and comments all hold a text.
fn hostile_model(hostile: &[u8]) -> Vec<u8> {
    let template = "// MilkShape 3D ASCII\n// \u{1}\nFrames: 1\nFrame: 1\nMeshes: 2\n\"\u{1}\" 0 7\n3\n\
        0 0.0 0.0 0.0 0.0 0.0 -1\n0 1.0 0.0 0.0 0.0 0.0 -1\n0 0.0 1.0 0.0 0.0 0.0 -1\n1\n0.0 0.0 1.0\n\
        1\n0 0 1 9 0 0 0 1\n\"\u{1}\" 0 7\n0\n0\n0\nMaterials: 1\n\"\u{1}\"\n0 0 0 1\n0 0 0 1\n0 0 0 1\n0 0 0 1\n\
        0\n1\n\"\u{1}.bmp\"\n\"\"\nBones: 1\n\"b\"\n\"\u{1}\"\n0 0 0 0 0 0 0\n0\n0\nGroupComments: 1\n1\n0\n\u{1}\n\
        \u{1}\n";
    let mut model = Vec::new();
    for (number, piece) in template.split('\u{1}').enumerate() {
        model.extend_from_slice(if number > 0 { hostile } else { b"" });
        model.extend_from_slice(piece.as_bytes());
    }
    model
}

/// A binary model whose names and textures hold a text, as it appears in a listing.
fn hostile_binary(hostile: &str) -> Vec<u8> {
    let text = fs::read_to_string(root().join("corpus/ok/pyramid_textured.listing")).unwrap();
    let text = text.replace("name=\"pyramid\"", &format!("name=\"{hostile}\""));
    let text = text.replace("texture=\"brass.bmp\"", &format!("texture=\"{hostile}.bmp\""));
    assert!(text.contains(&format!("name=\"{hostile}\"")) && text.contains(".bmp"));
    listing::assemble(&text).unwrap_or_else(|problem| panic!("{}: {}", problem.line, problem.what))
}

/// A path that holds bytes.
#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    <std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).into()
}

/// A repository of hostile files with hostile names.
#[cfg(unix)]
fn hostile_tree() -> TempDir {
    let folder = repository();
    for (_, hostile) in HOSTILE {
        // A name cannot hold these.
        let name: Vec<u8> = hostile.iter().copied().filter(|byte| ![b'/', 0].contains(byte)).collect();
        fs::write(folder.path().join(path_of(&[&name, &b".txt"[..]].concat())), hostile_model(hostile))
            .unwrap();
    }
    let line = "\\x0a::error::owned\\x0d\\x1b[31m##[debug]x";
    let name = b"\n::error::owned\r##[debug]x.ms3d";
    fs::write(folder.path().join(path_of(name)), hostile_binary(line)).unwrap();
    // A file that is no model is reported too, where it is half of one.
    fs::write(folder.path().join(path_of(b" ::warning::half.txt")), "::error::a\nBones: 3\n").unwrap();
    folder
}

/// The rules that quote most; of all, the reports would be too long to read.
#[cfg(unix)]
const QUOTING: &str = "--select=duplicate-mesh-name,texture-not-found,parent-not-found,material-index-out-of-range,\
    control-character,not-a-model,malformed-row,absolute-texture-path";

/// The command that a line is for GitHub Actions: its name, or that it is one anywhere in the line.
fn command_of(line: &str) -> Option<&str> {
    if let Some(rest) = line.trim_start().strip_prefix("::")
        && let Some((head, _)) = rest.split_once("::")
    {
        return Some(head.split(' ').next().unwrap_or_default());
    }
    let (_, rest) = line.split_once("##")?;
    let word = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '#');
    word.starts_with('[').then_some("##")
}

/// Asserts that nothing in a report is obeyed by a terminal or a build machine, but for the commands that the
/// report of GitHub is there for.
#[track_caller]
fn assert_harmless(format: &str, report: &str) {
    let is_hidden =
        |c: char| c.is_control() && c != '\n' || "\u{202e}\u{2066}\u{200b}\u{e0041}\u{2028}".contains(c);
    assert_eq!(report.chars().find(|c| is_hidden(*c)), None, "{format}");
    let commands: Vec<_> = report.lines().filter_map(command_of).collect();
    if format == "github" {
        assert!(commands.len() <= 30 && !commands.is_empty(), "{commands:?}");
        assert!(commands.iter().all(|name| ["error", "warning", "notice"].contains(name)), "{commands:?}");
        let is_own = |line: &&str| line.starts_with("::");
        assert_eq!(report.lines().filter(is_own).count(), commands.len());
    } else {
        assert_eq!(commands, [""; 0], "{format}");
    }
    match format {
        "json" | "gitlab" | "rdjson" => drop(json(report)),
        "json-lines" => report.lines().for_each(|line| drop(json(line))),
        "sarif" => assert_valid_sarif(&json(report)),
        "junit" => assert_elements(
            report,
            &["testsuites", "testsuite", "testcase", "failure", "skipped", "system-out"],
        ),
        "checkstyle" => assert_elements(report, &["checkstyle", "file", "error"]),
        "markdown" => assert_table(report),
        _ => {}
    }
}

/// Asserts that a text is XML of these elements, and has no characters that XML does not have.
#[track_caller]
fn assert_elements(xml: &str, known: &[&str]) {
    use quick_xml::events::Event;
    let is_character =
        |c: char| !matches!(c, '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\u{fffe}' | '\u{ffff}');
    assert!(xml.chars().all(is_character));
    let mut reader = quick_xml::Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error}")) {
            Event::Start(element) | Event::Empty(element) => {
                let name = element.name().as_ref().to_string();
                assert!(known.contains(&name.as_str()), "{name}");
                for attribute in element.attributes() {
                    assert!(attribute.unwrap().normalized_value(quick_xml::XmlVersion::Implicit1_0).is_ok());
                }
            }
            Event::Text(_) | Event::End(_) | Event::Decl(_) | Event::GeneralRef(_) => {}
            Event::Eof => return,
            other => panic!("{other:?}"),
        }
    }
}

/// Asserts that Markdown is a heading, a table of four columns and a few paragraphs, in which nothing is markup.
#[track_caller]
fn assert_table(markdown: &str) {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    let mut cells = 0;
    for event in Parser::new_ext(markdown, Options::all()) {
        match event {
            Event::Start(
                Tag::Heading { .. } | Tag::Paragraph | Tag::Table(_) | Tag::TableHead | Tag::TableRow,
            ) => {}
            Event::Start(Tag::TableCell) => cells += 1,
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => assert_eq!(std::mem::take(&mut cells), 4),
            Event::End(_) | Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak => {}
            other => panic!("{other:?}"),
        }
    }
}

#[track_caller]
fn assert_valid_sarif(report: &Value) {
    let schema = fs::read_to_string(root().join("tests/schemas/sarif-schema-2.1.0.json")).unwrap();
    let mut schema = json(&schema);
    // One of its patterns is no regular expression for every validator. It is about nothing in our reports.
    for of in ["run", "toolComponent"] {
        schema["definitions"][of]["properties"]["language"]
            .as_object_mut()
            .unwrap()
            .remove("pattern")
            .unwrap();
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<_> = validator.iter_errors(report).map(|error| error.to_string()).collect();
    assert_eq!(errors, [""; 0]);
    let run = &items(report, "runs")[0];
    let rules = items(&run["tool"]["driver"], "rules");
    for result in items(run, "results") {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
}

/// A page without its script and its style, which are the same whatever is in the models, and without their hashes.
#[cfg(unix)]
fn without_code(page: &str) -> String {
    let mut page = page.to_string();
    for (start, end) in
        [("<style>", "</style>"), ("<script>", "</script>"), ("script-src ", ";"), ("style-src ", ";")]
    {
        let from = page.find(start).unwrap() + start.len();
        let length = page[from..].find(end).unwrap();
        page.replace_range(from..from + length, "..");
    }
    page
}

/// A report without what changes with every release and every page of a rule.
#[cfg(unix)]
fn without_pages(format: &str, report: &str) -> String {
    let report = report.replace(env!("CARGO_PKG_VERSION"), "0.0.0");
    if format == "html" {
        return without_code(&report);
    }
    if format != "sarif" {
        return report;
    }
    let mut report = json(&report);
    let driver = &mut report["runs"][0]["tool"]["driver"];
    driver["version"] = "0.0.0".into();
    driver["semanticVersion"] = "0.0.0".into();
    for rule in driver["rules"].as_array_mut().unwrap() {
        for help in ["text", "markdown"] {
            assert!(text(&rule["help"], help).starts_with(&format!("# {}\n", text(rule, "id"))));
            rule["help"][help] = "...".into();
        }
    }
    serde_json::to_string_pretty(&report).unwrap() + "\n"
}

#[cfg(unix)]
#[test]
fn no_file_makes_a_report_anything_else() {
    let tree = hostile_tree();
    let others = TempDir::new().unwrap();
    let path = |format: &str| others.path().join(format);
    let outputs: Vec<_> =
        FORMATS.iter().map(|format| format!("--output={format}={}", path(format).display())).collect();
    let args = [&[QUOTING, "--level=hint", "."][..], &outputs.iter().map(String::as_str).collect::<Vec<_>>()]
        .concat();
    let all = run(tree.path(), &args);
    assert_eq!(all.status.code(), Some(1), "{}", String::from_utf8_lossy(&all.stderr));
    for format in FORMATS {
        let report = printed(tree.path(), format, &[QUOTING, "--level=hint", "."]);
        assert!(report == fs::read_to_string(path(format)).unwrap(), "{format}");
        assert_harmless(format, &report);
        let name = format!("tests/reviewed/hostile/{format}.txt");
        support::assert_reviewed(&root().join(name), &without_pages(format, &report));
    }
    // With all rules they are too long to be reviewed, and hold what else is quoted.
    for format in FORMATS {
        assert_harmless(format, &printed(tree.path(), format, &["--level=hint", "--expand", "."]));
    }
    let models = fs::read_dir(tree.path()).unwrap().map(|entry| entry.unwrap().path());
    for model in models.filter(|path| path.is_file()) {
        let model = Path::new(model.file_name().unwrap());
        for args in [&["dump"][..], &["where"], &["stats"], &["stats", "--format=csv"], &["config", "show"]] {
            let mut command = program(tree.path(), args);
            command.arg(model).args((args == ["where"]).then_some("mesh 0"));
            let output = command.output().unwrap();
            assert_harmless(args[0], &String::from_utf8(output.stdout).unwrap());
            assert_harmless(args[0], &String::from_utf8(output.stderr).unwrap());
        }
    }
    let trouble = run(tree.path(), &["::error::none##[debug]x.txt"]);
    assert_harmless("trouble", &String::from_utf8(trouble.stderr).unwrap());
}

#[cfg(unix)]
#[test]
fn files_whose_names_are_no_utf8_are_told_apart() {
    let folder = repository();
    for name in [&b"caf\xe8.txt"[..], b"caf\xe9.txt", b"\xff/a.txt", b"Z\xc3\xbcrich.txt"] {
        let path = folder.path().join(path_of(name));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, include_bytes!("../../corpus/bad/parent-cycle_of-three.txt")).unwrap();
    }
    let shown = ["caf\\xE8.txt", "caf\\xE9.txt", "\\xFF/a.txt", "Z\u{fc}rich.txt"];
    for format in FORMATS {
        let report = printed(folder.path(), format, &["."]);
        assert!(!report.contains('\u{fffd}'), "{format}: {report}");
        // There a file is only shown by its address.
        let in_json = ["json", "json-lines", "gitlab", "rdjson", "html"].contains(&format);
        let is_told = |name: &&str| match in_json {
            true => report.contains(&name.replace('\\', "\\\\")),
            false => report.contains(*name),
        };
        assert!(format == "sarif" || shown.iter().all(is_told), "{format}: {report}");
    }
    let mut command = program(folder.path(), &["stats"]);
    let output = command.arg(path_of(b"none\xe9.txt")).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stderr).unwrap().lines().next(),
        Some("ms3dlint: cannot read none\\xE9.txt: No such file or directory (os error 2); check the path")
    );
}

// Exit codes and counts

#[test]
fn the_exit_code_depends_on_no_format_and_no_limit() {
    let folder = repository();
    fs::write(folder.path().join("error.txt"), include_bytes!("../../corpus/bad/parent-cycle_of-three.txt"))
        .unwrap();
    fs::write(folder.path().join("warning.txt"), include_bytes!("../../corpus/bad/zero-normal_one.txt"))
        .unwrap();
    fs::write(folder.path().join("ok.txt"), include_bytes!("../../corpus/ok/cube.txt")).unwrap();
    let others = TempDir::new().unwrap();
    let outputs = FORMATS.map(|format| format!("--output={format}={}", others.path().join(format).display()));
    let outputs: Vec<_> = outputs.iter().map(String::as_str).collect();
    let cases: [(&[&str], i32); 6] = [
        (&["."], 1),
        (&["ok.txt"], 0),
        (&["warning.txt"], 0),
        (&["warning.txt", "--fail-on=warning"], 1),
        (&[".", "--fail-on=never"], 0),
        (&["ok.txt", "none.txt"], 3),
    ];
    for (args, code) in cases {
        for format in FORMATS {
            let format = format!("--output-format={format}");
            for limits in [&[][..], &["--max-per-rule=1", "--level=error"], &["--expand", "--threads=3"]] {
                let output = run(folder.path(), &[args, &[&format], limits].concat());
                assert_eq!(output.status.code(), Some(code), "{args:?} {format} {limits:?}");
            }
        }
        let all = [args, &["--max-per-rule=1", "--statistics", "--timing"], &outputs].concat();
        assert_eq!(run(folder.path(), &all).status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn reports_are_the_same_for_any_number_of_threads() {
    let folder = some_bad_models();
    for format in FORMATS {
        let [one, three] = ["1", "3"]
            .map(|threads| printed(folder.path(), format, &["--level=hint", "--threads", threads, "."]));
        assert!(one == three, "{format}");
    }
}

#[test]
fn statistics_and_timing_are_told_where_the_summary_is() {
    let folder = some_bad_models();
    for format in FORMATS {
        let args = ["--output-format", format, "--statistics", "--timing", "."];
        let output = run(folder.path(), &args);
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        if format == "json" {
            let report = json(&out);
            let findings: u64 =
                items(&report, "statistics").iter().map(|rule| rule["findings"].as_u64().unwrap()).sum();
            let counts =
                ["errors", "warnings", "infos", "hints"].map(|key| report["summary"][key].as_u64().unwrap());
            assert_eq!(findings, counts.iter().sum::<u64>());
            assert!(report["timing"]["reading_seconds"].as_f64().unwrap() > 0.0);
            assert!(items(&report["timing"], "rules").len() > 100);
            assert_eq!(err, "");
            continue;
        }
        let told = if ["compact", "full", "narrated"].contains(&format) { &out } else { &err };
        for line in ["\nrule  ", "\nduplicate-mesh-name  ", "\n(reading)  "] {
            assert!(told.contains(line), "{format}: {line:?} is missing: {told}");
        }
    }
}

#[test]
fn statistics_call_fixable_what_a_fix_would_repair() {
    let folder = repository();
    fs::write(folder.path().join("a.txt"), include_bytes!("../../corpus/bad/bare-line-feed_whole-file.txt"))
        .unwrap();
    // That is the same whatever is shown.
    for level in ["--level=hint", "--level=error"] {
        let report = json(&printed(folder.path(), "json", &["--statistics", level, "a.txt"]));
        let rule = items(&report, "statistics").iter().find(|rule| rule["rule"] == "bare-line-feed").unwrap();
        for (fixable, args) in
            [("fixable", &["--diff"][..]), ("fixable_hints", &["--diff", "--fix-only=all"])]
        {
            let diff = run(folder.path(), &[args, &[level, "a.txt"]].concat()).stdout;
            assert_eq!(rule[fixable]["safe"].as_u64(), Some(u64::from(!diff.is_empty())), "{level}: {rule}");
        }
        let table = printed(folder.path(), "compact", &["--statistics", level, "."]);
        let row = table.lines().find(|line| line.starts_with("bare-line-feed")).unwrap();
        assert_eq!(row.split_whitespace().collect::<Vec<_>>()[1..], ["1", "1", "0", "0", "1"], "{table}");
    }
}

#[test]
fn what_is_fixable_and_not_shown_is_counted_apart() {
    let folder = repository();
    for name in ["blank-line-in-block_double-spaced.txt", "header-missing_no-comment.txt"] {
        fs::copy(root().join("corpus/bad").join(name), folder.path().join(name)).unwrap();
    }
    for (level, expected) in [
        ("error", "24 fixable with --fix (not shown here)"),
        ("warning", "24 fixable with --fix (1 of them not shown here)"),
        ("info", "24 fixable with --fix"),
    ] {
        let args = ["--level", level, "."];
        fs::write(folder.path().join("report.json"), printed(folder.path(), "json", &args)).unwrap();
        let merged = run(folder.path(), &["merge", "report.json", "--output-format=concise"]).stderr;
        for out in [printed(folder.path(), "full", &args), String::from_utf8(merged).unwrap()] {
            let lines: Vec<_> =
                out.lines().filter(|line| line.contains("fixable") && !line.starts_with(' ')).collect();
            assert_eq!(lines.join("\n"), expected, "{level}");
        }
    }
}

#[test]
fn findings_of_one_line_share_its_excerpt() {
    let folder = repository();
    fs::write(folder.path().join("a.txt"), hostile_model(b".\\a b")).unwrap();
    let rules = "texture-not-found,texture-path-whitespace,texture-path-backslash";
    let drawn = |select: &str| printed(folder.path(), "full", &["--level=hint", "--select", select, "a.txt"]);
    let full = drawn(rules);
    let shared = "27 │ \".\\a b.bmp\"\n    ·  ────┬────\n    ·      ╰─┤ (1) no such file\n    \
        ·        │ (2) backslash\n 28 │ \"\"\n";
    // A label of a part of it has an excerpt of its own.
    assert!(full.contains(shared) && full.matches("27 │").count() == 2, "{full}");
    for head in ["texture-not-found] (1)\n", "whitespace]\n", "backslash] (2)\n", "write `/`, which"] {
        assert!(full.contains(head), "{head}: {full}");
    }
    // Those of labels beside each other have one.
    fs::write(folder.path().join("a.txt"), hostile_model(b"a sphere b")).unwrap();
    let apart = drawn(&format!("{rules},stepmania-texture-keyword"));
    assert!(apart.contains("keyword] (2)\n") && apart.matches("27 │ \"a sphere b").count() == 2, "{apart}");
}

#[test]
fn huge_numbers_are_cut_in_what_programs_do() {
    let folder = repository();
    let huge = "1".repeat(200_000);
    for (number, row) in [("vertex", "0 1.0 0.0 0.0 0.0 0.0 -1"), ("material", "0 0 0 1")] {
        let model = String::from_utf8(hostile_model(b"x")).unwrap();
        let model = model.replacen(row, &row.replacen(' ', &format!(" {huge}"), 1), 1);
        assert!(model.len() > huge.len(), "{number}");
        fs::write(folder.path().join("a.txt"), model).unwrap();
        for format in ["concise", "full", "narrated", "compact"] {
            let args = ["--output-format", format, "--level=hint", "--target=all", "a.txt"];
            let out = program_as_it_is(folder.path(), &args).output().unwrap().stdout;
            let longest = String::from_utf8(out).unwrap().lines().map(str::len).max();
            assert!((1..2_000).contains(&longest.unwrap_or(0)), "{format}, {number}: {longest:?}");
        }
    }
}

#[test]
fn no_heading_is_wider_than_the_terminal() {
    let folder = repository();
    let inner = folder.path().join("a folder with a name".repeat(3));
    fs::create_dir(&inner).unwrap();
    for name in ["One model.txt", "another model, the name of which is long.txt"] {
        fs::write(inner.join(name), hostile_model(b"x")).unwrap();
    }
    for format in ["full", "compact"] {
        let out = printed(folder.path(), format, &["--level=hint", "."]);
        let wide: Vec<_> = out.lines().filter(|line| line.chars().count() > 80).collect();
        assert_eq!(wide, [""; 0], "{format}");
        let joined = out.replace("\n  ", "").replace("\n     │  ", "");
        assert!(joined.contains("another model, the name of which is long"), "{format}: {out}");
    }
}

// Reports in files

#[test]
fn what_a_report_leaves_out_depends_on_no_other() {
    let folder = repository();
    fs::write(
        folder.path().join("a.txt"),
        include_bytes!("../../corpus/bad/blank-line-in-block_double-spaced.txt"),
    )
    .unwrap();
    let others = TempDir::new().unwrap();
    let path = |format: &str| others.path().join(format);
    let outputs = FORMATS.map(|format| format!("--output={format}={}", path(format).display()));
    let args = ["--expand", "--level=hint", "a.txt"];
    let full = printed(folder.path(), "full", &args);
    assert!(full.contains(" not shown, too many of one rule"), "{full}");
    assert_eq!(json(&printed(folder.path(), "json", &args))["summary"]["not_shown"], 0);
    for first in ["full", "json", "markdown"] {
        let all = [&args[..], &outputs.each_ref().map(String::as_str), &["--output-format", first]].concat();
        run(folder.path(), &all);
        for format in FORMATS {
            let alone = printed(folder.path(), format, &args);
            assert!(fs::read_to_string(path(format)).unwrap() == alone, "{format} beside {first}");
        }
    }
}

#[test]
fn a_report_in_a_file_takes_the_place_of_an_older_one() {
    let folder = bad_models();
    let report = folder.path().join("report.json");
    fs::write(&report, "older").unwrap();
    let output = run(folder.path(), &["--output=json=report.json", "--output", "concise=report.log", "."]);
    assert_eq!(output.status.code(), Some(1));
    assert!(fs::read_to_string(&report).unwrap() == printed(folder.path(), "json", &["."]));
    let log = fs::read_to_string(folder.path().join("report.log")).unwrap();
    assert!(log == printed(folder.path(), "concise", &["."]));
    assert!(String::from_utf8(output.stdout).unwrap() == printed(folder.path(), "compact", &["."]));
}

#[test]
fn files_and_rules_are_links_only_where_a_terminal_shows_them() {
    let folder = bad_models();
    let name = "parent-cycle_of-three.txt";
    let shown = |format: &str, forced: &str| {
        let mut command = program(folder.path(), &["--output-format", format, name, "--output=full=full"]);
        // Of terminals that are known to show links, one is enough.
        command.env("TERM_PROGRAM", "WezTerm");
        if !forced.is_empty() {
            command.env("FORCE_HYPERLINK", forced);
        }
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let real = folder.path().canonicalize().unwrap();
    for format in ["full", "compact"] {
        let plain = shown(format, "");
        assert!(!plain.contains('\x1b') && plain == shown(format, "0"), "{plain:?}");
        let linked = shown(format, "1");
        let file = format!("\x1b]8;;file://{}/{name}\x1b\\", real.display());
        assert!(linked.contains(&file), "{linked:?}");
        assert!(linked.contains("/rules/parent-cycle.html\x1b\\"), "{linked:?}");
        // Nothing else differs.
        let mut rest = linked;
        while let Some(start) = rest.find("\x1b]8;;") {
            let end = start + rest[start..].find("\x1b\\").unwrap() + 2;
            rest.replace_range(start..end, "");
        }
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&rest), trimmed(&plain));
        assert!(!fs::read_to_string(folder.path().join("full")).unwrap().contains('\x1b'));
    }
    assert!(!shown("concise", "1").contains('\x1b'));
}

#[test]
fn a_report_never_takes_the_place_of_a_model_or_another_report() {
    let folder = bad_models();
    for name in ["ok.txt", "other.txt"] {
        fs::write(folder.path().join(name), include_bytes!("../../corpus/ok/cube.txt")).unwrap();
    }
    fs::write(folder.path().join("list"), "ok.mdl\n").unwrap();
    fs::write(folder.path().join("ok.mdl"), include_bytes!("../../corpus/ok/cube.txt")).unwrap();
    fs::create_dir(folder.path().join("below")).unwrap();
    fs::write(folder.path().join("below/ms3dlint.toml"), "include = [\"*.mdl\"]\n").unwrap();
    for name in ["other.toml", "known"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    fs::write(folder.path().join("wood.png"), b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR").unwrap();
    let cases: [(&[&str], &str); 16] = [
        (&["--output=json=wood.png", "ok.txt"], "a report would replace wood.png, which is no text"),
        (&["--output=json=ok.txt", "ok.txt"], "ok.txt would lie among the files"),
        (
            &["--output=html=other.txt", "ok.txt"],
            "a report would replace the model other.txt; name another file",
        ),
        (&["--output=json=./new.txt", "."], "new.txt would lie among the files"),
        (&["--output=json=ok.mdl", "--files-from=list"], "ok.mdl would lie among the files"),
        (&["--output=json=list", "--files-from=list"], "list would replace a file that is read"),
        (&["--output=json=below/new.mdl", "below"], "new.mdl would lie among the files"),
        (&["--output=json=below/ms3dlint.toml", "."], "would be taken for a configuration"),
        (
            &["--output=json=other.toml", "--config=other.toml", "."],
            "other.toml would replace a file that is read",
        ),
        (&["--output=json=known", "--baseline=known", "."], "known would replace a file that is read"),
        (&["--output=json=a.json", "--output=sarif=./a.json", "."], "two reports cannot be written to"),
        (&["--output=json=none/a.json", "."], "no report can be written to none/a.json"),
        (&["--output=json=.git", "."], "no report can be written to .git"),
        (&["--output=a.json", "."], "say which format and where"),
        (
            &["--output=jsn=a.json", "."],
            "did you mean \"json\"? (known: compact, full, narrated, concise, json, ",
        ),
        (&["--output=json=-", "."], "--output-format"),
    ];
    for (args, message) in cases {
        let output = run(folder.path(), args);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
        assert!(err.contains(message), "{args:?}: {err}");
        assert!(!folder.path().join("a.json").exists());
    }
    assert_eq!(fs::read(folder.path().join("ok.txt")).unwrap(), include_bytes!("../../corpus/ok/cube.txt"));
}

#[test]
fn a_report_never_takes_the_place_of_what_a_configuration_names() {
    let folder = bad_models();
    let files = [
        ("ms3dlint.toml", "extends = \"base.toml\"\nbaseline = \"known.tsv\""),
        ("base.toml", "fail-on = \"never\""),
        ("known.tsv", "ms3dlint baseline 1\n"),
        ("below/ms3dlint.toml", "extends = \"../other.toml\""),
        ("below/a.txt", ""),
        ("other.toml", "baseline = \"others.tsv\""),
        ("others.tsv", "ms3dlint baseline 1\n"),
    ];
    fs::create_dir(folder.path().join("below")).unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    // A file further down is known only when it is found.
    for (report, code) in [("base.toml", 2), ("known.tsv", 2), ("other.toml", 3), ("others.tsv", 3)] {
        let output = run(folder.path(), &["--output", &format!("json={report}"), "."]);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{report}: {err}");
        assert!(err.contains(report) && err.contains("name another"), "{err}");
    }
    for (name, text) in files {
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), text);
    }
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_does_not_end_the_reports_in_files() {
    let folder = bad_models();
    // More than is kept back until the end, and less.
    for path in [".", "parent-cycle_of-three.txt"] {
        let mut command = program(folder.path(), &["--output=json=report.json", path]);
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(command.stdout(writer).status().unwrap().code(), Some(1));
        let report = fs::read_to_string(folder.path().join("report.json")).unwrap();
        assert!(report == printed(folder.path(), "json", &[path]));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_does_not_end_the_others() {
    let folder = repository();
    fs::write(folder.path().join("a.txt"), include_bytes!("../../corpus/bad/parent-cycle_of-three.txt"))
        .unwrap();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let report = folder.path().join("report.json");
    let ends = |command: &mut Command, complaint: &str| {
        let output = command.stderr(Stdio::piped()).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{err}");
        assert_eq!(err.matches("ms3dlint: cannot write the output: ").count(), 1, "{err}");
        assert!(err.contains(complaint), "{err}");
        assert!(fs::read_to_string(&report).unwrap() == printed(folder.path(), "json", &["a.txt"]));
        fs::remove_file(&report).unwrap();
    };
    let args = ["--output=json=report.json", "--output-format=github", "a.txt"];
    ends(program(folder.path(), &args).stdout(full()), "No space left on device");
    ends(program(folder.path(), &args).env("GITHUB_STEP_SUMMARY", folder.path()), "Is a directory");
    // What is no file is refused before anything is checked.
    let refused = finish(program(folder.path(), &["--output=sarif=/dev/full", "a.txt"]));
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert!(refused.err.contains("/dev/full, which is no regular file; name another file"), "{refused:?}");
}

// Columns

#[test]
fn columns_count_characters_wherever_something_begins() {
    let folder = repository();
    let cube = fs::read_to_string(root().join("corpus/ok/cube.txt")).unwrap();
    // The 32nd byte of the name, from which on it is too long, is the last one of a character.
    let name = format!("{} {}", "\u{e4}".repeat(8), "\u{20ac}".repeat(6));
    let model = cube.replacen("\"cube\" 0 0", &format!("\"{name}\" 0 9"), 1);
    assert_ne!(model, cube);
    fs::write(folder.path().join("a.txt"), &model).unwrap();
    let found = |args: &[&str]| {
        let report = json(&printed(folder.path(), "json", &[args, &["--level=hint", "a.txt"]].concat()));
        items(&items(&report, "files")[0], "findings").to_vec()
    };
    let all = found(&[]);
    for finding in &all {
        let rule = text(finding, "rule");
        let offset = finding["byte_offset"].as_u64().unwrap() as usize;
        let line = model[..model.floor_char_boundary(offset)].rsplit('\n').next().unwrap();
        assert_eq!(finding["column"], 1 + line.chars().count(), "{rule}");
        let alone = found(&["--select", rule]);
        assert!(alone.iter().any(|one| one["column"] == finding["column"]), "{rule}");
    }
    for (rule, column) in [("name-too-long", 15), ("material-index-out-of-range", 21)] {
        let finding = all.iter().find(|finding| finding["rule"] == rule).unwrap();
        assert_eq!(finding["column"], column, "{rule}");
    }
}

// SARIF

#[test]
fn sarif_is_valid_and_tells_what_json_tells() {
    let folder = bad_models();
    let name = "gems and \u{e4}pfel.txt";
    fs::write(
        folder.path().join(name),
        include_bytes!("../../corpus/bad/count-mismatch_too-many-vertices.txt"),
    )
    .unwrap();
    let args = ["--level=hint", ".", "none.txt"];
    let sarif = json(&printed(folder.path(), "sarif", &args));
    assert_valid_sarif(&sarif);
    let run = &items(&sarif, "runs")[0];
    let invocation = &items(run, "invocations")[0];
    assert_eq!(invocation["executionSuccessful"], false);
    let notification = &items(invocation, "toolExecutionNotifications")[0];
    assert!(text(&notification["message"], "text").contains("none.txt"));
    let json = json(&printed(folder.path(), "json", &args));
    let mut expected: Vec<_> = items(&json, "files")
        .iter()
        .flat_map(|file| items(file, "findings").iter().map(|finding| (text(file, "uri"), finding)))
        .map(|(uri, finding)| (uri, text(finding, "rule"), text(finding, "fingerprint")))
        .collect();
    assert!(expected.iter().any(|(uri, ..)| *uri == "gems%20and%20%C3%A4pfel.txt"));
    let location = |result: &'_ Value| items(result, "locations")[0]["physicalLocation"].clone();
    let results: Vec<_> =
        items(run, "results").iter().filter(|result| result["suppressions"].is_null()).collect();
    let locations: Vec<_> = results.iter().map(|result| location(result)).collect();
    let mut told: Vec<_> = results
        .iter()
        .zip(&locations)
        .map(|(result, location)| {
            let print = text(&result["partialFingerprints"], "ms3dlint/v1");
            (text(&location["artifactLocation"], "uri"), text(result, "ruleId"), print)
        })
        .collect();
    expected.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, expected);
    let levels: Vec<_> = results.iter().map(|result| text(result, "level")).collect();
    let rank = |level: &&str| ["error", "warning", "note"].iter().position(|other| other == level);
    assert!(levels.is_sorted_by_key(rank), "the worst come first");
}

#[test]
fn sarif_tells_what_comments_silence() {
    let folder = repository();
    let bytes = include_bytes!("../../corpus/ok/suppressed_signpost.txt");
    fs::write(folder.path().join("signpost.txt"), bytes).unwrap();
    fs::write(folder.path().join("old wood.png"), "").unwrap();
    let sarif = json(&printed(folder.path(), "sarif", &["--level=hint", "."]));
    assert_valid_sarif(&sarif);
    let results = items(&items(&sarif, "runs")[0], "results");
    assert!(!results.is_empty());
    for result in results {
        assert_eq!(items(result, "suppressions")[0]["kind"], "inSource", "{result}");
    }
    for format in FORMATS.into_iter().filter(|format| *format != "sarif") {
        assert!(!printed(folder.path(), format, &["."]).contains("absolute-texture-path"), "{format}");
    }
}

#[test]
fn sarif_tells_what_a_baseline_knows() {
    let folder = repository();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("old.txt", include_bytes!("../../corpus/bad/parent-cycle_of-three.txt"));
    let written = run(folder.path(), &["baseline", "write", "--output", "known.txt.baseline", "."]);
    assert_eq!(written.status.code(), Some(0), "{}", String::from_utf8_lossy(&written.stderr));
    write("new.txt", include_bytes!("../../corpus/bad/parent-cycle_of-three.txt"));
    let sarif = json(&printed(folder.path(), "sarif", &["--baseline=known.txt.baseline", "."]));
    assert_valid_sarif(&sarif);
    for result in items(&items(&sarif, "runs")[0], "results") {
        let uri = result.pointer("/locations/0/physicalLocation/artifactLocation/uri").unwrap();
        let told = (&result["baselineState"], &result["suppressions"][0]["kind"]);
        match uri.as_str().unwrap() {
            "new.txt" => assert_eq!(told, (&Value::from("new"), &Value::Null)),
            _ => assert_eq!(told, (&Value::from("unchanged"), &Value::from("external"))),
        }
    }
    assert_eq!(items(&items(&sarif, "runs")[0], "results").len(), 2);
}

#[test]
fn sarif_points_into_binary_files_by_bytes_and_by_names() {
    let folder = repository();
    let model = root().join("corpus/bad/color-out-of-range_bytes-of-binary.listing");
    fs::write(folder.path().join("a.ms3d"), bytes_of(&model)).unwrap();
    let sarif = json(&printed(folder.path(), "sarif", &["--level=hint", "."]));
    let json = json(&printed(folder.path(), "json", &["--level=hint", "."]));
    let finding = &items(&items(&json, "files")[0], "findings")[0];
    let result = &items(&items(&sarif, "runs")[0], "results")[0];
    let location = &items(result, "locations")[0];
    assert_eq!(items(location, "logicalLocations")[0]["fullyQualifiedName"], finding["place"]);
    let region = &location["physicalLocation"]["region"];
    assert_eq!(
        (&region["byteOffset"], &region["byteLength"]),
        (&finding["byte_offset"], &finding["byte_length"])
    );
}

/// An edit of a report: which bytes, and what is put there.
type Edit = (usize, usize, Vec<u8>);

/// Where the lines of a text start, which end as the SARIF report declares.
fn line_starts(text: &str) -> Vec<usize> {
    let endings = ["\r\r\n", "\r\n", "\n", "\r"];
    let mut starts = vec![0];
    let mut at = 0;
    while at < text.len() {
        let ending = endings.iter().find(|ending| text[at..].starts_with(**ending));
        at += ending.map_or_else(|| text[at..].chars().next().unwrap().len_utf8(), |ending| ending.len());
        starts.extend(ending.map(|_| at));
    }
    starts
}

/// What an edit of SARIF or rdjson means: lines and columns count from 1, columns in characters or in bytes.
fn edit_of(
    bytes: &[u8],
    [line, column, end_line, end_column]: [usize; 4],
    in_bytes: bool,
    put: &str,
) -> Edit {
    let text = std::str::from_utf8(bytes).unwrap();
    let offset = |line: usize, column: usize| {
        let start = line_starts(text)[line - 1];
        let rest = &text[start..];
        start + if in_bytes { column - 1 } else { rest.chars().take(column - 1).map(char::len_utf8).sum() }
    };
    let (start, end) = (offset(line, column), offset(end_line, end_column));
    (start, end - start, put.as_bytes().to_vec())
}

fn numbers(value: &Value, keys: [&str; 4]) -> Option<[usize; 4]> {
    let number = |key: &str| Some(value.pointer(key)?.as_u64()? as usize);
    let [a, b, c, d] = keys.map(number);
    Some([a?, b?, c?, d?])
}

/// The edits of each finding in the JSON report.
fn edits_of_json(finding: &Value) -> Vec<Edit> {
    let number = |edit: &Value, key: &str| edit[key].as_u64().unwrap() as usize;
    let put = |edit: &Value| match edit["text"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => {
            let hex = text(edit, "hex");
            (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
        }
    };
    let edits = finding["fix"]["edits"].as_array().into_iter().flatten();
    edits.map(|edit| (number(edit, "byte_offset"), number(edit, "byte_length"), put(edit))).collect()
}

fn edits_of_sarif(bytes: &[u8], result: &Value) -> Vec<Edit> {
    use base64::Engine;
    let lines = ["/startLine", "/startColumn", "/endLine", "/endColumn"];
    let edit = |replacement: &Value| {
        let (region, content) = (&replacement["deletedRegion"], &replacement["insertedContent"]);
        match numbers(region, lines) {
            Some(range) => edit_of(bytes, range, false, text(content, "text")),
            None => {
                let put = base64::engine::general_purpose::STANDARD.decode(text(content, "binary")).unwrap();
                let number = |key: &str| region[key].as_u64().unwrap() as usize;
                (number("byteOffset"), number("byteLength"), put)
            }
        }
    };
    let fix = result.pointer("/fixes/0/artifactChanges/0/replacements").and_then(Value::as_array);
    fix.into_iter().flatten().map(edit).collect()
}

#[test]
fn fixes_of_sarif_and_rdjson_are_those_of_json() {
    let folder = repository();
    let mut seen = [0; 3];
    for model in some(models(&root().join("corpus/bad"))) {
        // Elsewhere characters are counted in another way.
        let bytes = bytes_of(&model);
        if std::str::from_utf8(&bytes).is_err() && !support::is_listing(&model) {
            continue;
        }
        let path = folder.path().join(name_of(&model));
        fs::write(&path, &bytes).unwrap();
        let args = ["--level=hint", "."];
        let json = json(&printed(folder.path(), "json", &args));
        let sarif = self::json(&printed(folder.path(), "sarif", &args));
        let rdjson = self::json(&printed(folder.path(), "rdjson", &args));
        fs::remove_file(&path).unwrap();
        let results = items(&items(&sarif, "runs")[0], "results");
        let Some(file) = items(&json, "files").first() else { continue };
        for (finding, diagnostic) in items(file, "findings").iter().zip(items(&rdjson, "diagnostics")) {
            let expected = edits_of_json(finding);
            let print = &finding["fingerprint"];
            let is_same = |result: &&Value| result["partialFingerprints"]["ms3dlint/v1"] == *print;
            let edits = edits_of_sarif(&bytes, results.iter().find(is_same).unwrap());
            // One that is too large is left out.
            if !edits.is_empty() {
                assert_eq!(edits, expected, "{}", path.display());
                seen[0] += 1;
            }
            let suggestion = diagnostic.pointer("/suggestions/0");
            let keys = ["/range/start/line", "/range/start/column", "/range/end/line", "/range/end/column"];
            if let Some(suggestion) = suggestion {
                let range = numbers(suggestion, keys).unwrap();
                assert_eq!(vec![edit_of(&bytes, range, true, text(suggestion, "text"))], expected);
                seen[1] += 1;
            }
            seen[2] += usize::from(!expected.is_empty());
        }
    }
    let [sarif, rdjson, all] = seen;
    assert!(sarif * 10 > all * 9 && rdjson * 4 > all, "{seen:?}");
}

// Fingerprints

/// The fingerprints of all findings, in the order of the report.
fn fingerprints(folder: &Path, args: &[&str]) -> Vec<String> {
    let report = json(&printed(folder, "gitlab", args));
    let issues = report.as_array().unwrap();
    issues.iter().map(|issue| text(issue, "fingerprint").to_string()).collect()
}

#[test]
fn fingerprints_are_all_different() {
    let folder = bad_models();
    for args in [&["--level=hint", "."][..], &["--level=hint", "--expand", "--max-per-rule=0", "."]] {
        let mut prints = fingerprints(folder.path(), args);
        let count = prints.len();
        assert!(count > 100);
        prints.sort_unstable();
        prints.dedup();
        assert_eq!(prints.len(), count, "{args:?}");
    }
}

#[test]
fn fingerprints_stay_where_lines_move() {
    let folder = repository();
    let path = folder.path().join("a.txt");
    let bad = fs::read_to_string(root().join("corpus/bad/parent-after-child_one.txt")).unwrap();
    fs::write(&path, &bad).unwrap();
    let before = fingerprints(folder.path(), &["."]);
    assert!(!before.is_empty());
    fs::write(&path, bad.replacen("\r\n", "\r\n// A comment\r\n// and another\r\n", 1)).unwrap();
    assert_eq!(fingerprints(folder.path(), &["."]), before);
    // They are those of the repository, wherever the program is started.
    let below = folder.path().join("below");
    fs::create_dir(&below).unwrap();
    assert_eq!(fingerprints(&below, &[".."]), before);
    assert_eq!(fingerprints(folder.path(), &[path.to_str().unwrap()]), before);
    fs::rename(&path, folder.path().join("b.txt")).unwrap();
    assert_ne!(fingerprints(folder.path(), &["."]), before);
}

/// A model of meshes with these names, each with a vertex and a normal for each of these heights.
fn model_of(meshes: &[(&str, &[&str])]) -> String {
    let mesh = |(name, heights): &(&str, &[&str])| {
        let count = heights.len();
        let vertices: String =
            (0..count).map(|x| format!("0 {x}.000000 0.000000 0.000000 0.000000 0.000000 -1\n")).collect();
        let normals: String = heights.iter().map(|y| format!("0.000000 {y} 0.000000\n")).collect();
        let faces: String = (0..count).map(|at| format!("0 {at} {at} {at} {at} {at} {at} 1\n")).collect();
        format!("\"{name}\" 0 -1\n{count}\n{vertices}{count}\n{normals}{count}\n{faces}")
    };
    let meshes: Vec<_> = meshes.iter().map(mesh).collect();
    format!(
        "// MilkShape 3D ASCII\n\nFrames: 1\nFrame: 1\n\nMeshes: {}\n{}\nMaterials: 0\n\nBones: 0\n",
        meshes.len(),
        meshes.concat()
    )
}

#[test]
fn fingerprints_stay_where_something_else_changes() {
    let folder = repository();
    let of = |model: &str, args: &[&str]| {
        fs::write(folder.path().join("a.txt"), model).unwrap();
        fingerprints(folder.path(), &[&["--select=zero-normal", "a.txt"], args].concat())
    };
    let three: &[&str] = &["0", "0", "0"];
    let long = "n".repeat(60);
    let [one, other] = ["1", "2"].map(|end| format!("{long}{end}"));
    let before = of(&model_of(&[("body", three)]), &["--expand"]);
    assert_eq!(before.len(), 3);
    // The first one is repaired, and a row is put before it.
    assert_eq!(of(&model_of(&[("body", &["1", "0", "0"])]), &["--expand"]), before[1..]);
    let row_in_front = model_of(&[("body", three)]).replace("\n3\n0.000000 0 ", "\n4\n1 0 0\n0.000000 0 ");
    let row_in_front = row_in_front.replace(" 2 2 2 1\n", " 3 3 3 1\n").replace(" 1 1 1 1\n", " 2 2 2 1\n");
    let row_in_front = row_in_front.replace(" 0 0 0 1\n", " 1 1 1 1\n");
    assert_eq!(of(&row_in_front, &["--expand"]), before);
    // Folded into one, they stay one.
    let folded = of(&model_of(&[("body", three)]), &[]);
    assert_eq!((folded.len(), of(&model_of(&[("body", &["1", "0", "0"])]), &[])), (1, folded.clone()));
    // Other objects come, of the same name or of one that begins alike.
    let twins = of(&model_of(&[("body", three), ("body", three)]), &[]);
    assert_eq!((twins.len(), &twins[0]), (2, &folded[0]));
    let long = of(&model_of(&[(&other, three)]), &[]);
    assert_eq!(of(&model_of(&[(&one, three), (&other, three)]), &[])[1..], long);
}

#[test]
fn fingerprints_stay_when_a_file_is_formatted() {
    let folder = bad_models();
    // Formatting a model puts an empty block where one is missing, and then others are missing.
    let args = ["--ignore=missing-block", "--level=hint", "--expand", "--max-per-rule=0", "."];
    let of = || fingerprints(folder.path(), &args);
    let before = of();
    assert_ne!(run(folder.path(), &["fmt", "."]).status.code(), Some(2));
    let after = of();
    let count = after.len();
    assert!(count > 100 && count < before.len());
    let new: Vec<_> = after.into_iter().filter(|print| !before.contains(print)).collect();
    assert_eq!(new.len(), 0, "of {count}");
}

#[test]
fn fingerprints_are_those_of_every_format_beside_a_baseline_too() {
    let folder = repository();
    let write = |heights| fs::write(folder.path().join("a.txt"), model_of(&[("body", heights)])).unwrap();
    write(&["0", "1", "1"]);
    let first = fingerprints(folder.path(), &["--select=zero-normal", "a.txt"]);
    assert_eq!(run(folder.path(), &["baseline", "write", "a.txt"]).status.code(), Some(0));
    write(&["0", "0", "1"]);
    let args = ["--select=zero-normal", "--baseline=ms3dlint-baseline.tsv", "a.txt"];
    let gitlab = fingerprints(folder.path(), &args);
    let alone = json(&printed(folder.path(), "json", &args));
    let sarif = json(&printed(folder.path(), "sarif", &args));
    let of_json = text(&items(&items(&alone, "files")[0], "findings")[0], "fingerprint");
    let of_sarif: Vec<_> = items(&items(&sarif, "runs")[0], "results")
        .iter()
        .map(|result| (text(&result["partialFingerprints"], "ms3dlint/v1"), text(result, "baselineState")))
        .collect();
    assert_eq!((gitlab.as_slice(), of_json), (&[of_json.to_string()][..], gitlab[0].as_str()));
    assert!(of_sarif.contains(&(of_json, "new")) && of_sarif.contains(&(first[0].as_str(), "unchanged")));
}

#[cfg(unix)]
#[test]
fn a_file_to_which_several_paths_lead_is_reported_once() {
    let folder = repository();
    fs::create_dir(folder.path().join("below")).unwrap();
    let model = include_bytes!("../../corpus/bad/parent-cycle_of-three.txt");
    fs::write(folder.path().join("below/a.txt"), model).unwrap();
    std::os::unix::fs::symlink("below/a.txt", folder.path().join("link.txt")).unwrap();
    let paths = ["below/a.txt", "./below/a.txt", "below", ".", "link.txt"];
    for format in FORMATS {
        let [once, often] = [&paths[..1], &paths[..]].map(|paths| printed(folder.path(), format, paths));
        assert!(once == often, "{format}: {often}");
    }
}

// Build machines

#[test]
fn github_gets_as_many_annotations_as_it_shows_and_a_summary() {
    let folder = bad_models();
    let summary = folder.path().join("summary.md");
    // What was said before may end anywhere in a line.
    let before = "what was said before";
    fs::write(&summary, before).unwrap();
    let mut command = program(folder.path(), &["--output-format=github", "--level=info", "."]);
    let output = command.env("GITHUB_STEP_SUMMARY", &summary).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let commands: Vec<_> = out.lines().filter(|line| line.starts_with("::")).collect();
    let kind = |command: &&str| command.split(' ').next().unwrap().to_string();
    let kinds: Vec<_> = commands.iter().map(kind).collect();
    for (kind, most) in [("::error", 10), ("::warning", 10), ("::notice", 10)] {
        assert_eq!(kinds.iter().filter(|other| *other == kind).count(), most, "{kind}");
    }
    assert!(
        kinds
            .is_sorted_by_key(|kind| ["::error", "::warning", "::notice"].iter().position(|one| one == kind))
    );
    let concise = printed(folder.path(), "concise", &["--level=info", "."]);
    assert!(out.starts_with(&concise));
    let more = concise.lines().count() - commands.len();
    assert!(out.ends_with(&format!("{more} findings more in the log above\n")), "{out}");
    let summary = fs::read_to_string(&summary).unwrap();
    let table = summary.strip_prefix(before).and_then(|rest| rest.strip_prefix("\n\n")).unwrap();
    assert!(table.starts_with("### ms3dlint\n"));
    assert_table(table);
    let rows = table.lines().filter(|line| line.starts_with("| "));
    // The head is a row too.
    assert_eq!(rows.count(), 1 + concise.lines().count());
}

#[test]
fn a_table_is_no_longer_than_a_comment_may_be() {
    let folder = repository();
    for number in 0..60 {
        let model = include_bytes!("../../corpus/bad/blank-line-in-block_double-spaced.txt");
        fs::write(folder.path().join(format!("{number:02}.txt")), model).unwrap();
    }
    fs::write(folder.path().join("zz.txt"), include_bytes!("../../corpus/bad/parent-cycle_of-three.txt"))
        .unwrap();
    let table = printed(folder.path(), "markdown", &["--level=hint", "--expand", "."]);
    assert!((40_000..65_536).contains(&table.len()), "{}", table.len());
    assert!(table.contains(" more, left out here\n"));
    // What is worst is there, wherever it comes.
    assert!(table.contains("| error | parent-cycle | `zz.txt:"));
    assert_table(&table);
}

#[test]
fn junit_has_no_two_cases_of_the_same_name() {
    let folder = bad_models();
    for expand in [&[][..], &["--expand", "--max-per-rule=0"]] {
        let report = printed(folder.path(), "junit", &[&["--level=hint", "."], expand].concat());
        let mut cases: Vec<_> = report.split("<testcase ").skip(1).collect();
        cases.iter_mut().for_each(|case| *case = case.split('>').next().unwrap().trim_end_matches('/'));
        let count = cases.len();
        assert!(count > 100);
        cases.sort_unstable();
        cases.dedup();
        assert_eq!(cases.len(), count, "{expand:?}");
        assert!(cases.iter().any(|case| case.contains(" (2)\"")));
    }
}

#[test]
fn junit_has_a_case_for_what_passed_and_what_was_skipped() {
    let folder = repository();
    for (name, bytes) in [
        ("clean.txt", &include_bytes!("../../corpus/ok/cube.txt")[..]),
        ("error.txt", include_bytes!("../../corpus/bad/parent-cycle_of-three.txt")),
        ("read me.txt", b"This is free."),
        ("warning.txt", include_bytes!("../../corpus/bad/zero-normal_one.txt")),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let suite = |report: &str, name: &str| {
        let start = report.find(&format!("<testsuite name=\"{name}\"")).unwrap();
        report[start..][..report[start..].find("</testsuite>").unwrap()].to_string()
    };
    let report = printed(folder.path(), "junit", &[".", "none.txt"]);
    for (name, counts, has) in [
        (
            "clean.txt",
            "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\"",
            "<testcase name=\"ms3dlint\" classname=\"clean.txt\"/>",
        ),
        ("error.txt", "tests=\"1\" failures=\"1\" errors=\"0\" skipped=\"0\"", "<failure type=\"error\""),
        (
            "read me.txt",
            "tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\"",
            "<skipped message=\"not a model\"/>",
        ),
        ("warning.txt", "failures=\"0\" errors=\"0\" skipped=\"0\"", "<system-out>"),
        (
            "none.txt",
            "tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\"",
            "<error message=\"cannot read none.txt",
        ),
    ] {
        let suite = suite(&report, name);
        assert!(suite.contains(counts) && suite.contains(has), "{suite}");
    }
    // A case fails where the run does, whoever says where that is.
    fs::write(folder.path().join("ms3dlint.toml"), "fail-on = \"warning\"\n").unwrap();
    let configured = printed(folder.path(), "junit", &["."]);
    assert!(suite(&configured, "warning.txt").contains("<failure type=\"warning\""));
    fs::remove_file(folder.path().join("ms3dlint.toml")).unwrap();
    let strict = printed(folder.path(), "junit", &["--fail-on=warning", "."]);
    assert!(suite(&strict, "warning.txt").contains("<failure type=\"warning\""));
    assert!(!printed(folder.path(), "junit", &["--fail-on=never", "."]).contains("<failure"));
}

/// Who writes a report looks up where labels, other places and edits are.
#[test]
fn positions_are_known_of_all_places() {
    let path = root().join("corpus/bad/vertex-index-out-of-range_counted-from-1.txt");
    let document = read("a.txt", fs::read(path).unwrap());
    let report = lint(&document, &Context::default(), &Options::default());
    let others: Vec<_> = report.findings.iter().flat_map(|finding| &finding.others).collect();
    assert!(!others.is_empty());
    let findings = &report.findings;
    for positions in [Positions::of(&document, findings), Positions::with_edits(&document, findings)] {
        for other in &others {
            let start = other.start;
            assert_eq!(positions.at(start), document.locator().position(start as usize));
        }
    }
}
