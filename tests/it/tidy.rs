//! Style as a test: who may import whom, what is absent where, and how long things may be.

use std::collections::BTreeMap;
use std::fs;

use crate::imports::{Graph, cycle, graph, module_of};
use crate::support::{assert_reviewed, files, root};

/// The folders of `src`. Each imports only from those before it.
const FOLDERS: &[&str] = &[
    "base",
    "layout",
    "model",
    "parse",
    "document",
    "fix",
    "pose",
    "scene",
    "picture",
    "diagnostics",
    "engines",
    "rules",
    "actions",
    "config",
    "report",
    "editor",
    "cli",
];

/// What is beside them, each with the folders that it may import from.
const BESIDE: &[(&str, &[&str])] = &[("smith", &["base"])];

/// The folders and files of `src/cli`, in the same way; `mod.rs` imports from all of them.
const CLI: &[&str] = &["args", "lock", "exit", "files", "check", "commands"];

/// The longest file and the longest function, in lines.
const LONGEST_FILE: usize = 500;
const LONGEST_FUNCTION: usize = 70;

/// The sources, each with its path in `src` and its text.
fn sources() -> Vec<(String, String)> {
    let folder = root().join("src");
    let mut paths = files(&folder);
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let sources = paths.into_iter().map(|path| {
        let name = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(&path).unwrap())
    });
    sources.collect()
}

/// The code of a file, without comments and without its unit tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    text[..end].lines().map(|line| line.split("//").next().unwrap_or_default())
}

/// What each file imports from.
fn imports() -> Graph {
    let modules = sources().into_iter().map(|(name, text)| {
        let code: Vec<_> = code(&text).collect();
        (module_of(&name), code.join("\n"))
    });
    let mut modules: BTreeMap<_, _> = modules.collect();
    // The roots of the library and of the program.
    modules.remove(&Vec::new());
    graph(&modules)
}

/// The place of a name in a list.
#[track_caller]
fn place_in(list: &[&str], name: &str, which: &str) -> usize {
    list.iter().position(|known| *known == name).unwrap_or_else(|| {
        panic!("{which} has a new part {name}: add it to the list in tests/it/tidy.rs, after all that it imports from")
    })
}

#[test]
fn folders_import_only_from_those_before_them() {
    let graph = imports();
    let arrows = || graph.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (from, to)));
    assert!(arrows().count() > 500, "the imports are no longer found");
    for (from, to) in arrows() {
        let may = match BESIDE.iter().find(|(name, _)| *name == from[0]) {
            _ if from[0] == to[0] => true,
            Some((_, others)) => others.contains(&to[0].as_str()),
            None if to[0] == "smith" => from[0] == "cli",
            None => place_in(FOLDERS, &from[0], "src") >= place_in(FOLDERS, &to[0], "src"),
        };
        let (from, to) = (from.join("::"), to.join("::"));
        assert!(
            may,
            "{from} imports from {to}: move what they share into a folder before both, or hand it over as an argument"
        );
    }
}

#[test]
fn parts_of_the_command_line_import_only_from_those_before_them() {
    for (from, targets) in imports().iter().filter(|(from, _)| from.len() > 1 && from[0] == "cli") {
        for to in targets.iter().filter(|to| to[0] == "cli") {
            let of =
                |module: &[String]| module.get(1).map_or(CLI.len(), |name| place_in(CLI, name, "src/cli"));
            let (from_name, to_name) = (from.join("::"), to.join("::"));
            assert!(
                of(from) >= of(to),
                "{from_name} imports from {to_name}: move what they share before both"
            );
        }
    }
}

/// What a child imports from its own parent is not counted, for they are read together.
#[test]
fn no_files_import_in_a_circle() {
    let circle = cycle(&imports()).unwrap_or_default();
    let circle: Vec<_> = circle.iter().map(|module| module.join("::")).collect();
    assert!(
        circle.is_empty(),
        "each of these files imports from the next, and the last from the first: {}; move what they share into a file \
         of its own",
        circle.join(", ")
    );
}

/// A line of code without its indent, and without who may use what it declares and when.
fn unqualified(line: &str) -> &str {
    let line = line.trim_start();
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ").map_or(line, |(_, rest)| rest),
        Some(rest) => rest.trim_start(),
        None => line,
    };
    line.trim_start_matches("const ")
}

#[test]
fn a_type_name_means_one_thing() {
    let mut homes: BTreeMap<String, String> = BTreeMap::new();
    for (name, text) in sources().iter().filter(|(name, _)| !BESIDE.iter().any(|(b, _)| name.starts_with(b)))
    {
        for line in code(text) {
            let mut words = unqualified(line).split(|c: char| !c.is_alphanumeric() && c != '_');
            // Within an implementation, `type` names one of its parts.
            let kinds: &[&str] = if line.starts_with(' ') {
                &["struct", "enum", "trait"]
            } else {
                &["struct", "enum", "trait", "type"]
            };
            let is_type = words.next().is_some_and(|word| kinds.contains(&word));
            let Some(type_name) = words.next().filter(|_| is_type) else { continue };
            if let Some(other) = homes.insert(type_name.to_string(), name.clone()) {
                panic!(
                    "{type_name} is a type of src/{other} and of src/{name}: give one of them another name"
                );
            }
        }
    }
    assert!(homes.len() > 100, "the types are no longer found");
}

#[test]
fn files_are_short_enough_to_read() {
    for (name, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "src/{name} has {lines} lines, of {LONGEST_FILE} at most: split it");
    }
}

/// What is imported from other modules begins with `crate::`.
#[test]
fn no_path_climbs_out_of_its_module() {
    for (name, text) in sources() {
        let out = "super::".repeat(1 + name.matches('/').count());
        let found = code(&text).find(|line| line.contains(&out));
        assert!(
            found.is_none(),
            "src/{name} climbs out of its module, write crate:: instead: {}",
            found.unwrap_or_default()
        );
    }
}

/// Its models must follow the format, and not what the parsers here accept.
#[test]
fn the_smith_shares_no_code_with_what_it_tests() {
    for (from, targets) in imports().iter().filter(|(from, _)| from[0] == "smith") {
        let shared = targets.iter().find(|to| to[0] != "smith" && to[..] != ["base", "display"]);
        assert!(
            shared.is_none(),
            "{} imports what is to be tested: {}; write it again in src/smith",
            from.join("::"),
            shared.unwrap().join("::")
        );
    }
}

/// Asserts that a word is in no source but those whose paths start with one of `allowed`.
#[track_caller]
fn only_in(word: &str, allowed: &[&str]) {
    for (name, text) in sources() {
        if allowed.iter().any(|start| name.starts_with(start)) {
            continue;
        }
        let found = code(&text).find(|line| line.contains(word));
        assert!(
            found.is_none(),
            "src/{name} uses {word}: {}; it is for src/{} alone",
            found.unwrap_or_default(),
            allowed.join(", src/")
        );
    }
}

#[test]
fn what_is_absent_stays_absent() {
    only_in("miette::", &["report/pretty.rs"]);
    only_in("clap::", &["cli/"]);
    only_in("ignore::", &["cli/files/walk.rs", "config/globs.rs"]);
    only_in("toml::", &["config/"]);
    only_in("schemars", &["config/"]);
    only_in("anstream", &["cli/"]);
    only_in("std::fs", &["cli/"]);
    only_in("std::process", &["cli/", "main.rs"]);
    only_in("std::thread", &["cli/"]);
    only_in("println!", &["cli/"]);
    only_in("print!", &["cli/"]);
    only_in("serde", &["report/", "config/", "editor/", "smith/", "cli/commands/campaign/"]);
    only_in("gen_lsp_types", &["editor/"]);
    only_in("lsp_server", &["editor/", "cli/commands/lsp/"]);
    only_in("gltf_json", &["actions/convert/to_gltf/"]);
    only_in("use image::", &["picture/texture.rs"]);
    only_in("font8x8", &["picture/text.rs"]);
    only_in("::png::", &["picture/encode.rs"]);
    only_in("::gif::", &["picture/encode.rs"]);
    only_in("quick_xml", &["report/"]);
    only_in("indicatif", &["cli/check/progress.rs"]);
    only_in("crate::rules::", &[]);
    only_in("static mut", &[]);
    // Fixes are called unsafe too; of code the compiler forbids it everywhere.
    only_in("unsafe {", &[]);
    only_in(".unwrap()", &[]);
    only_in(".expect(", &[]);
    only_in("todo!", &[]);
    only_in("dbg!", &[]);
}

/// The order of the folders holds most of this.
#[test]
fn rules_read_no_files_and_no_reports() {
    for (name, text) in sources().iter().filter(|(name, _)| name.starts_with("rules/")) {
        let bad = code(text).find(|line| {
            ["report::", "lint::", "engines::", "std::path"].iter().any(|word| line.contains(word))
        });
        assert!(bad.is_none(), "src/{name} is about more than a document: {}", bad.unwrap_or_default());
    }
}

/// The modules that a text declares as part of the interface: public, and not hidden from the documentation.
fn shown_modules(text: &str) -> impl Iterator<Item = &str> {
    let pairs = text.lines().zip(text.lines().skip(1));
    let shown = pairs.filter(|(above, _)| *above != "#[doc(hidden)]").map(|(_, line)| line);
    shown.filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
}

/// What is shown cannot change without a new version. What only tests or the command line need is hidden.
#[test]
fn the_interface_is_as_reviewed() {
    let texts = sources().into_iter().map(|(name, text)| (module_of(&name).join("::"), text));
    let texts: BTreeMap<_, _> = texts.filter(|(module, _)| !module.is_empty()).collect();
    let library = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let mut waiting: Vec<String> = shown_modules(&library).map(String::from).collect();
    let mut shown = Vec::new();
    while let Some(module) = waiting.pop() {
        waiting.extend(shown_modules(&texts[&module]).map(|child| format!("{module}::{child}")));
        shown.push(format!("{module}\n"));
    }
    shown.sort();
    assert_reviewed(&root().join("tests/reviewed/interface.txt"), &shown.concat());
}

#[test]
fn hidden_modules_are_not_shown() {
    let text = "//! Text.\n\npub mod a;\n#[doc(hidden)]\npub mod b;\npub(crate) mod c;\nmod d;\n#[cfg(x)]\npub mod e;\n";
    assert_eq!(shown_modules(text).collect::<Vec<_>>(), ["a", "e"]);
}

/// A rule is found by its name: it has a file of that name, or is a static of that name in the file of one family.
#[test]
fn every_rule_is_found_by_its_name() {
    const STATIC: &str = ": Rule = Rule {\n";
    let rules = ms3dlint::rules::ALL;
    let mut files = sources();
    files.retain(|(name, _)| name.starts_with("rules/"));
    let statics: usize = files.iter().map(|(_, text)| text.matches(STATIC).count()).sum();
    assert_eq!(statics, rules.len(), "not every static of src/rules/ is in the list of src/rules/mod.rs");
    for rule in rules {
        let name = rule.name.replace('-', "_");
        let start = format!("{STATIC}    name: \"{}\",\n", rule.name);
        let of_rule: Vec<_> = files.iter().filter(|(_, text)| text.contains(&start)).collect();
        let [(file, text)] = &of_rule[..] else { panic!("{}: in {} files", rule.name, of_rule.len()) };
        let expected = match text.matches(STATIC).count() {
            1 => ("RULE".to_string(), format!("rules/{name}.rs")),
            _ => (name.to_uppercase(), file.clone()),
        };
        let head = format!("pub(super) static {}{start}", expected.0);
        assert!(text.contains(&head) && *file == expected.1, "{} in src/{file}", rule.name);
        let fields = text.split_once(&head).and_then(|(_, rest)| rest.split_once("\n};")).unwrap().0;
        assert!(
            fields.contains(&format!("page!(\"{}\")", rule.name)),
            "the page of {} in src/{file}",
            rule.name
        );
    }
}

#[test]
fn rules_are_in_the_order_of_their_groups() {
    let groups: Vec<_> = ms3dlint::rules::ALL.iter().map(|rule| rule.group).collect();
    assert!(groups.is_sorted(), "the list in src/rules/mod.rs is not in the order of the groups");
}

#[test]
fn functions_are_short_enough_to_read() {
    for (name, text) in sources() {
        let mut start: Option<(usize, usize, String)> = None;
        for (number, line) in text.lines().enumerate() {
            let indent = line.len() - line.trim_start().len();
            let trimmed = line.trim_start();
            if unqualified(line).starts_with("fn ") && line.ends_with(['{', '(']) {
                start = Some((number, indent, line.to_string()));
            }
            if let Some((first, depth, head)) = &start
                && trimmed == "}"
                && indent == *depth
            {
                let length = number - first + 1;
                assert!(length <= LONGEST_FUNCTION, "src/{name}: {length} lines, split it: {head}");
                start = None;
            }
        }
    }
}
