//! Makes what a new rule needs: `cargo run --example new_rule -- NAME GROUP`, for example `two-roots bones`.
//!
//! The rule compiles and finds nothing. Tests are red until all that says `FILL IN` is filled in; CONTRIBUTING.md
//! has the steps.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ms3dlint::rules::ALL;

/// Where the rules are, and the list of them, one on a line.
const RULES: &str = "src/rules";
const LIST: &str = "src/rules/mod.rs";
/// What rules import.
const PRELUDE: &str = "crate::diagnostics::prelude::*";
/// What a rule gives its findings to.
const SINK: &str = "Sink";
/// Where the defects of the smith are, one file for each group, and where these files take the formats from.
const DEFECTS: &str = "src/smith/defects";
const FORMATS: &str = "crate::smith::defect";
const PAGES: &str = "rules";
const BAD: &str = "corpus/bad";
const CHANGELOG: &str = "CHANGELOG.md";

/// What is written wherever a person has to fill something in.
pub(crate) const MARK: &str = "FILL IN";

/// As long a name may be, so that its lines are formatted as rustfmt does it.
const LONGEST: usize = 32;

/// A healthy model, as text.
const TEXT: &str = r#"Frames: 30
Frame: 1
Meshes: 1
"body" 0 -1
3
0 0.000000 0.000000 0.000000 0.000000 1.000000 -1
0 1.000000 0.000000 0.000000 1.000000 1.000000 -1
0 0.000000 1.000000 0.000000 0.000000 0.000000 -1
1
0.000000 0.000000 1.000000
1
0 0 1 2 0 0 0 1
Materials: 0
Bones: 0
"#;

/// The same model as the listing of a binary file.
const LISTING: &str = r#"header: id="MS3D000000" version=4
vertices: count=3
vertex 0: flags=0 position=0.0,0.0,0.0 bone=-1 reference-count=1
vertex 1: flags=0 position=1.0,0.0,0.0 bone=-1 reference-count=1
vertex 2: flags=0 position=0.0,1.0,0.0 bone=-1 reference-count=1
faces: count=1
face 0: flags=0 vertices=0,1,2 normals=0.0,0.0,1.0,0.0,0.0,1.0,0.0,0.0,1.0 u=0.0,1.0,0.0 v=1.0,1.0,0.0 smoothing-group=1 group=0
meshes: count=1
mesh 0: flags=0 name="body" face-count=1
members 0: faces=0
end of mesh 0: material=-1
materials: count=0
animation: frames-per-second=24.0 current-frame=1.0 frame-count=30
bones: count=0
"#;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [name, group] = args.as_slice() else {
        eprintln!("usage: cargo run --example new_rule -- NAME GROUP\ngroups: {}", groups().join(", "));
        return ExitCode::from(2);
    };
    match generate(Path::new(env!("CARGO_MANIFEST_DIR")), name, group) {
        Ok(written) => {
            written.iter().for_each(|path| println!("wrote {}", path.display()));
            println!("now fill in what says {MARK} there, and run BLESS=1 cargo test: CONTRIBUTING.md");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("nothing was written: {problem}");
            ExitCode::from(2)
        }
    }
}

/// The groups that rules are in, in the order of the list.
pub(crate) fn groups() -> Vec<&'static str> {
    let mut groups: Vec<_> = ALL.iter().map(|rule| rule.group.name()).collect();
    groups.dedup();
    groups
}

/// In which formats a rule looks at files: how the code calls them, and the page, and in which each is.
struct Formats {
    variant: &'static str,
    words: &'static str,
    defects: &'static str,
    text: bool,
    binary: bool,
}

impl Formats {
    /// Those that most rules of a group have. Whoever fills the rule in may choose others.
    fn of(group: &str) -> Self {
        let (variant, words, defects) = match group {
            "binary" => ("Binary", "binary", "MS3D"),
            "syntax" | "numbers" | "suppressions" => ("Ascii", "ASCII", "ASCII"),
            _ => ("Both", "ASCII and binary", "BOTH"),
        };
        Self { variant, words, defects, text: variant != "Binary", binary: variant != "Ascii" }
    }
}

/// Writes the files of a new rule below `root`, and puts it into the lists there. Returns what was written.
///
/// # Errors
///
/// If the name or the group will not do, or something is not as expected. Nothing is written then.
pub(crate) fn generate(root: &Path, name: &str, group: &str) -> Result<Vec<PathBuf>, String> {
    check(name, group)?;
    let formats = Formats::of(group);
    let module = name.replace('-', "_");
    let table = format!("{DEFECTS}/{group}.rs");
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"));

    let mut made = vec![
        (format!("{RULES}/{module}.rs"), rule(name, group, &formats)),
        (format!("{PAGES}/{name}.md"), page(name, group, &formats)),
    ];
    if formats.text {
        let model = format!("// MilkShape 3D ASCII\n// {MARK}: break this model\n{TEXT}");
        made.push((format!("{BAD}/{name}_what-is-wrong.txt"), model.replace('\n', "\r\n")));
    }
    if formats.binary {
        let model = format!("# {MARK}: break this model\n{LISTING}");
        made.push((format!("{BAD}/{name}_what-is-wrong.listing"), model));
    }
    if let Some((path, _)) = made.iter().find(|(path, _)| root.join(path).exists()) {
        return Err(format!("there is {path} already"));
    }
    made.push((LIST.to_string(), listed(&read(LIST)?, &module, group)?));
    made.push((table.clone(), with_defect(&read(&table)?, name, &formats).ok_or(table + " has no table")?));
    made.push((
        CHANGELOG.to_string(),
        announced(&read(CHANGELOG)?, name).ok_or("the changelog has no list")?,
    ));

    for (path, text) in &made {
        fs::write(root.join(path), text).map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(made.into_iter().map(|(path, _)| path.into()).collect())
}

/// Whether a rule may be called so, and there is such a group.
fn check(name: &str, group: &str) -> Result<(), String> {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    if !name.split('-').all(is_word) || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return Err(format!(
            "{name:?} is no name of a rule: lower-case words with hyphens, as in parent-cycle"
        ));
    }
    if name.len() > LONGEST {
        return Err(format!("{name} is longer than {LONGEST} characters"));
    }
    // `--select` takes both.
    if ALL.iter().any(|rule| rule.name == name || rule.group.name() == name) {
        return Err(format!("{name} is a rule or a group already"));
    }
    if !groups().contains(&group) {
        return Err(format!("there is no group {group}; there are {}", groups().join(", ")));
    }
    Ok(())
}

fn rule(name: &str, group: &str, formats: &Formats) -> String {
    let variant = group[..1].to_uppercase() + &group[1..];
    format!(
        r#"//! {MARK}: what is wrong in the model, in the words of the format.

use {PRELUDE};

pub(super) static RULE: Rule = Rule {{
    name: "{name}",
    group: Group::{variant},
    severity: Severity::Warning,
    formats: Formats::{},
    reach: Reach::Line,
    fix: FixKind::None,
    summary: "{MARK}: what it finds, in a few words",
    page: page!("{name}"),
    check,
}};

fn check(_document: &Document, _findings: &mut {SINK}) {{
    // {MARK}: for each place that is wrong, findings.add(place, || Draft::new(..).label(..).help(..)).
}}
"#,
        formats.variant
    )
}

fn page(name: &str, group: &str, formats: &Formats) -> String {
    let mut page = format!(
        "# {name}\n`warning` · {group} · {} · no fix\n\nFinds {MARK}.\n\n## Why it matters\n\n\
         {MARK}: what which program makes of such a model, and how that is known.\n\n## Examples\n\n\
         {MARK}: break the bad models below, and keep the good ones as near to them as can be.\n",
        formats.words
    );
    if formats.text {
        page += &examples("ms3d", &format!("// MilkShape 3D ASCII\n{TEXT}"));
    }
    if formats.text && formats.binary {
        page += "\nIn a binary file:\n";
    }
    if formats.binary {
        page += &examples("listing", LISTING);
    }
    page + &format!("\n## Known misses\n\n- {MARK}: what it does not find, on purpose or not.\n")
}

/// The fences of a model; the tests write the report.
fn examples(kind: &str, model: &str) -> String {
    format!("\n```{kind} bad\n{model}```\n\n```report\n\n```\n\n```{kind} good\n{model}```\n")
}

/// The list of the rules with a module after the last one of its group.
fn listed(list: &str, module: &str, group: &str) -> Result<String, String> {
    let problem = || format!("{LIST} does not list one rule a line, between `rules! {{` and `}}`");
    let (_, rest) = list.split_once("\nrules! {\n").ok_or_else(problem)?;
    let start = list.len() - rest.len();
    let end = start + rest.find("\n}").ok_or_else(problem)? + 1;
    let is_entry = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let mut ends = Vec::new();
    let mut at = start;
    for line in list[start..end].split_inclusive('\n') {
        at += line.len();
        if is_entry(line) {
            ends.push(at);
        }
    }
    let last = ALL.iter().rposition(|rule| rule.group.name() == group);
    let at = last.filter(|_| ends.len() == ALL.len()).map(|last| ends[last]).ok_or_else(problem)?;
    Ok(format!("{}    {module}\n{}", &list[..at], &list[at..]))
}

/// The table of a group with a defect at its end.
fn with_defect(table: &str, name: &str, formats: &Formats) -> Option<String> {
    let start = table.find("static DEFECTS: &[Defect] = &[\n")?;
    let at = start + table[start..].find("\n];")? + 1;
    let formats = formats.defects;
    let defect =
        format!("    Defect::of_model(\"{name}\", \"{MARK}\", {FORMATS}::{formats}, |_, _| None),\n");
    Some(format!("{}{defect}{}", &table[..at], &table[at..]))
}

/// The changelog with a line at the end of the first list of what was added.
fn announced(changelog: &str, name: &str) -> Option<String> {
    let start = changelog.find("### Added\n")?;
    let end = changelog[start + 1..].find("\n#").map_or(changelog.len(), |end| start + 1 + end);
    let at = changelog[..end].trim_end().len();
    Some(format!("{}\n- The rule `{name}`: {MARK}.{}", &changelog[..at], &changelog[at..]))
}
