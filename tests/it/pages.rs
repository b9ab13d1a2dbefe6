//! The page of a rule is its contract: its head is written from the code, its examples are run, and
//! the reports in it are what the program prints. `BLESS=1 cargo test` rewrites heads, reports and counts.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::support;
use crate::support::{assert_reviewed, context, listing_of, of_rule, repair_rule, root};
use ms3dlint::actions::lint::{Options, Report, lint};
use ms3dlint::base::display::list;
use ms3dlint::base::memory_tree::MemoryTree;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::{Effect, EffectKind, Targets, sentences};
use ms3dlint::diagnostics::finding::{Group, Severity};
use ms3dlint::diagnostics::limits::Limits;
use ms3dlint::diagnostics::rule::{FixKind, Reach, Rule};
use ms3dlint::document::listing;
use ms3dlint::document::{Document, read};
use ms3dlint::engines::list as programs;
use ms3dlint::fix::Applicability;
use ms3dlint::report::pretty::{Pretty, Style};
use ms3dlint::rules::ALL;
use ms3dlint::smith::{Choices, Config, Format, Profile, bytes_of_seed, defects, sabotage};

/// Rules of which no bad example can be on a page, and why.
const WITHOUT_BAD_EXAMPLE: &[(&str, &str)] = &[
    ("file-too-large", "it takes a file over 4 GiB"),
    ("index-exceeds-16-bits", "it takes 65,537 rows"),
    ("limit-exceeded", "it takes 129 materials or bones"),
];

/// A fenced block of a page.
struct Fence {
    info: Vec<String>,
    text: String,
}

/// A page, cut at its fences: text, fence, text, fence, text.
fn cut(page: &str) -> Vec<Result<Fence, String>> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut lines = page.split_inclusive('\n');
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            text += line;
            continue;
        };
        parts.push(Err(std::mem::take(&mut text)));
        let body: String = lines.by_ref().take_while(|line| line.trim_end() != "```").collect();
        let info = info.split_whitespace().map(str::to_string).collect();
        parts.push(Ok(Fence { info, text: body }));
    }
    parts.push(Err(text));
    parts
}

impl Fence {
    fn is(&self, word: &str) -> bool {
        self.info.iter().any(|info| info == word)
    }

    /// The files that lie beside an example: `beside=skin.png,textures/wood.png`.
    fn beside(&self) -> Option<MemoryTree> {
        let files = self.info.iter().find_map(|word| word.strip_prefix("beside="))?;
        Some(MemoryTree::new(files.split(',')))
    }

    /// The budget that the configuration of an example has: `budget=faces:2,bones:1`.
    fn options(&self) -> Options {
        let mut limits = Limits::default();
        let parts = self.info.iter().filter_map(|word| word.strip_prefix("budget="));
        for (noun, most) in parts.flat_map(|parts| parts.split(',')).filter_map(|part| part.split_once(':')) {
            let part = match noun {
                "faces" => &mut limits.budget.faces,
                "vertices" => &mut limits.budget.vertices,
                "bones" => &mut limits.budget.bones,
                "textures" => &mut limits.budget.textures,
                _ => panic!("no budget of {noun}"),
            };
            *part = Some(most.parse().unwrap());
        }
        Options { limits, targets: Targets::Unknown, ..Options::default() }
    }

    /// The example as it is read, and what is found in it.
    fn check(&self) -> (Document, Report) {
        let document = read(self.name(), self.bytes());
        let report = lint(&document, &context(self.beside().as_ref()), &self.options());
        (document, report)
    }

    /// Whether it is a model: one as text, or the listing of a binary one.
    fn is_model(&self) -> bool {
        self.is("ms3d") || self.is("listing")
    }

    /// What reports call the example.
    fn name(&self) -> &'static str {
        if self.is("listing") { "example.ms3d" } else { "example.txt" }
    }

    /// The bytes of an example.
    fn bytes(&self) -> Vec<u8> {
        if self.is("listing") {
            let assembled = listing::assemble(&self.text);
            return assembled.unwrap_or_else(|problem| panic!("{}\nin {}", problem.what, self.text));
        }
        let text = match self.is("escaped") {
            true => unescape(&self.text),
            false => self.text.replace('\n', "\r\n").into_bytes(),
        };
        if !self.is("utf16") {
            return text;
        }
        let text = String::from_utf8(text).unwrap();
        "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'r') => out.push(b'\r'),
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b'\\') => out.push(b'\\'),
            Some(b'x') => {
                let digits: String = bytes.by_ref().take(2).map(char::from).collect();
                out.push(u8::from_str_radix(&digits, 16).unwrap());
            }
            // A backslash at the end of a line: the line has no ending.
            Some(b'\n') | None => {}
            Some(other) => panic!("unknown escape \\{}", char::from(other)),
        }
    }
    out
}

/// What the program prints of what this rule finds in an example.
fn report(rule: &Rule, example: &Fence) -> String {
    let (document, report) = example.check();
    let mut out = String::new();
    Pretty::new(Style::Drawn { color: false }, 80).write(&document, of_rule(&report, rule.name), &mut out);
    out.trim_end().to_string() + "\n"
}

/// The example as the fixes of this rule leave it, to be put in a fence.
fn fixed(rule: &'static Rule, fence: &Fence, example: &Fence) -> String {
    let bytes = repair_rule(&example.bytes(), example.beside().as_ref(), rule, Applicability::Unsafe);
    match () {
        () if fence.is("listing") => listing_of(&bytes),
        () if fence.is("escaped") => escape(&bytes),
        () => String::from_utf8(bytes).unwrap().replace("\r\n", "\n"),
    }
}

fn escape(bytes: &[u8]) -> String {
    let mut out = String::new();
    for byte in bytes {
        match byte {
            b'\n' => out += "\n",
            b'\r' => out += "\\r",
            b'\t' => out += "\\t",
            b'\\' => out += "\\\\",
            b' '..=b'~' => out.push(char::from(*byte)),
            _ => out += &format!("\\x{byte:02X}"),
        }
    }
    // Of the last line it is said that it has no ending.
    if bytes.last() != Some(&b'\n') { out + "\\\n" } else { out }
}

fn head(rule: &Rule) -> String {
    let (severity, group) = (rule.severity.name(), rule.group.name());
    format!("`{severity}` · {group} · {} · {}", rule.formats.name(), rule.fix.name())
}

/// Text of a page, with what programs do with its bad examples in the section of that name.
fn with_engines(rule: &Rule, text: &str) -> String {
    const TITLE: &str = "## Which engines\n";
    let Some(start) = text.find(TITLE).map(|start| start + TITLE.len()) else { return text.to_string() };
    let end = text[start..].find("\n## ").map_or(text.len(), |end| start + end);
    format!("{}\n{}{}", &text[..start], engines(rule), &text[end..])
}

/// The names of programs, by their titles.
type Titles = BTreeSet<&'static str>;

/// What programs do with what a rule finds.
#[derive(Default)]
struct Effects {
    /// What they do with its bad examples, in the order of these.
    all: Vec<Effect>,
    /// What those do that do nothing with the examples, with small models that the smith breaks in the same way.
    planted: Vec<Effect>,
    /// The programs that load one of the examples, or of which the rule finds why not.
    seen: Titles,
    /// Those that do not load one.
    stopped: Titles,
}

impl Effects {
    fn of(rule: &Rule) -> Self {
        let mut effects = Self::default();
        let examples = cut(rule.page).into_iter().flatten().filter(|fence| fence.is("bad"));
        for example in examples {
            let document = read(example.name(), example.bytes());
            effects.add(rule, &document, &context(example.beside().as_ref()), example.options());
        }
        // What takes too many lines for a page is in the corpus.
        if WITHOUT_BAD_EXAMPLE.iter().any(|(name, _)| *name == rule.name) {
            let start = format!("{}_", rule.name);
            for path in support::models(&root().join("corpus/bad")) {
                let name = path.file_name().unwrap().to_string_lossy();
                if name.starts_with(&start) {
                    let document = read(&*name, support::bytes_of(&path));
                    effects.add(rule, &document, &context(None), Options::default());
                }
            }
        }
        effects.add_planted(rule);
        effects
    }

    fn add(&mut self, rule: &Rule, document: &Document, context: &Context, options: Options) {
        let targets = Targets::Named(programs::targets(["all"]).unwrap());
        let report = lint(document, context, &Options { targets, expand: true, ..options });
        let findings = report.findings.into_iter().filter(|finding| finding.rule == rule.name);
        let mut effects: Vec<_> = findings.flat_map(|finding| finding.effects).collect();
        // What stops a program matters more than what it has passed over until then.
        effects.sort_by_key(|effect| !effect.kind.stops());
        self.seen.extend(effects.iter().map(|effect| effect.title));
        self.all.extend(effects);
        let (loading, stopped): (Vec<_>, Vec<_>) = report.programs.iter().partition(|run| run.loads());
        self.seen.extend(loading.iter().map(|run| run.program.title));
        self.stopped.extend(stopped.iter().map(|run| run.program.title));
    }

    /// The programs of which it is not known what they do.
    fn unseen(&self) -> Titles {
        self.stopped.difference(&self.seen).copied().collect()
    }

    /// Looks at models that the smith breaks, for the programs that do nothing with the examples. That such a program does
    /// nothing with what the rule finds is known if it loads all of them.
    fn add_planted(&mut self, rule: &Rule) {
        const MODELS: u64 = 8;
        let with_examples: Titles = self.all.iter().map(|effect| effect.title).collect();
        let mut models = Self::default();
        let defects = defects::all().filter(|defect| defect.rule == rule.name && !defect.is_large);
        for (defect, seed) in defects.flat_map(|defect| (0..MODELS).map(move |seed| (defect, seed))) {
            for format in Format::ALL {
                let bytes = bytes_of_seed(seed, 200);
                let mut choices = Choices::new(&bytes);
                let config = Config::draw(Profile::Pristine, *format, &mut choices);
                if let Some(sabotage) = sabotage(defect, &config, &mut choices) {
                    let document = read("model", sabotage.broken.bytes);
                    models.add(rule, &document, &context(None), Options::default());
                }
            }
        }
        models.all.sort_by_key(|effect| !effect.kind.stops());
        self.planted = models.first();
        self.planted.retain(|effect| !with_examples.contains(effect.title));
        self.seen.extend(self.planted.iter().map(|effect| effect.title));
        self.seen.extend(models.seen.difference(&models.stopped));
    }

    /// What each program does first with the examples.
    fn first(&self) -> Vec<Effect> {
        let mut first: Vec<Effect> = Vec::new();
        for effect in &self.all {
            if !first.iter().any(|other| other.title == effect.title) {
                first.push(effect.clone());
            }
        }
        first
    }
}

/// The programs that have problems with an example of a rule, and what becomes of the file, in a word; `?` where that is
/// not known, since something else keeps the examples from loading.
pub(crate) fn stumbling(rule: &Rule) -> Vec<(&'static str, &'static str)> {
    let word = |kind| match kind {
        EffectKind::Refuses => "**no**",
        EffectKind::Crashes => "**crash**",
        EffectKind::Hangs => "**hang**",
        EffectKind::Misreads => "reads",
        EffectKind::Drops => "drops",
        EffectKind::Differs => "shows",
    };
    let effects = Effects::of(rule);
    let known = effects.first().into_iter().chain(effects.planted.iter().cloned());
    let known = known.map(|effect| (effect.title, word(effect.kind)));
    known.chain(effects.unseen().into_iter().map(|title| (title, "?"))).collect()
}

/// The section about engines of the page of a rule.
fn engines(rule: &Rule) -> String {
    let effects = Effects::of(rule);
    let unseen: Vec<_> = effects.unseen().iter().map(ToString::to_string).collect();
    let mut more = String::new();
    if !effects.planted.is_empty() {
        let _ = write!(
            more,
            "\nWith small models that are broken in the same way:\n\n{}",
            told(&effects.planted)
        );
    }
    if !unseen.is_empty() {
        let _ = writeln!(
            more,
            "\nNot tested with {}: the examples do not load there for another reason.",
            list(&unseen)
        );
    }
    // These have nothing in common but the rule.
    let (lead, doing) = match rule.reach {
        Reach::Unmet => ("What programs do with the examples on this page", effects.all),
        _ => ("What programs do with the first example that causes problems", effects.first()),
    };
    if doing.is_empty() {
        return format!(
            "With the examples on this page, none of the programs that ms3dlint knows has a problem that comes\n\
             from what this rule finds.\n{more}"
        );
    }
    format!("{lead}:\n\n{}{more}", told(&doing))
}

/// What programs do, a line for each.
fn told(effects: &[Effect]) -> String {
    let lines = sentences(effects.iter().map(|effect| (effect.title, effect.says.as_str())));
    lines.iter().map(|line| format!("- {line}\n")).collect()
}

/// The page as it should be: with its head and its reports.
fn finished(rule: &'static Rule, page: &str) -> String {
    let mut out = String::new();
    let mut last_example = None;
    for (number, part) in cut(page).into_iter().enumerate() {
        match part {
            Err(text) if number == 0 => {
                let mut lines = text.lines();
                let title = lines.next().unwrap_or_default();
                assert_eq!(title, format!("# {}", rule.name), "the page of {} has another title", rule.name);
                lines.next();
                let _ = writeln!(out, "{title}\n{}", head(rule));
                let rest: String = lines.map(|line| format!("{line}\n")).collect();
                out += &with_engines(rule, &rest);
            }
            Err(text) => out += &with_engines(rule, &text),
            Ok(fence) => {
                let last = || last_example.as_ref().expect("it follows an example");
                let text = match () {
                    () if fence.is("report") => report(rule, last()),
                    () if fence.is("fixed") => fixed(rule, &fence, last()),
                    () => fence.text.clone(),
                };
                let _ = write!(out, "```{}\n{text}```\n", fence.info.join(" "));
                if fence.is_model() && !fence.is("fixed") {
                    last_example = Some(fence);
                }
            }
        }
    }
    out
}

#[test]
fn pages_say_what_the_program_does() {
    for rule in ALL {
        let path = root().join("rules").join(format!("{}.md", rule.name));
        let page = fs::read_to_string(&path).unwrap();
        assert_reviewed(&path, &finished(rule, &page));
    }
}

#[test]
fn pages_have_their_parts() {
    for rule in ALL {
        let mut at = 0;
        for part in
            ["\n## Why it matters\n", "\n## Which engines\n", "\n## Examples\n", "\n## Known misses\n"]
        {
            let found = rule.page[at..].find(part);
            at += found.unwrap_or_else(|| panic!("{}.md lacks, in this order: {}", rule.name, part.trim()));
        }
    }
}

#[test]
fn examples_are_what_they_are_called() {
    for rule in ALL {
        let fences: Vec<_> = cut(rule.page).into_iter().flatten().filter(Fence::is_model).collect();
        let has_bad = !WITHOUT_BAD_EXAMPLE.iter().any(|(name, _)| *name == rule.name);
        assert_eq!(fences.iter().any(|fence| fence.is("bad")), has_bad, "{}.md: a bad example", rule.name);
        let has_fix = !matches!(rule.fix, FixKind::None);
        for kind in ["good"].into_iter().chain(has_fix.then_some("fixed")) {
            assert!(fences.iter().any(|fence| fence.is(kind)), "{}.md has no {kind} example", rule.name);
        }
        for fence in fences {
            let (_, report) = fence.check();
            let fires = report.tallies.iter().any(|tally| tally.rule.name == rule.name);
            assert_eq!(fires, fence.is("bad"), "{}.md: an example is not what it is called", rule.name);
            let own = report.findings.iter().filter(|finding| !finding.rule.ends_with("-by-engine"));
            let worse = own.clone().find(|finding| finding.severity >= Severity::Warning);
            if let Some(finding) = worse.filter(|_| fence.is("good")) {
                panic!("{}.md: the good example has {}: {}", rule.name, finding.rule, finding.message);
            }
        }
    }
}

/// Between these lines the table of the rules is written from the code.
const TABLE: (&str, &str) = ("<!-- rules: written by the tests -->\n", "<!-- end of the rules -->\n");

#[test]
fn the_table_lists_every_rule() {
    let path = root().join("docs/rules.md");
    let mut table = String::new();
    for group in Group::ALL {
        let _ = write!(
            table,
            "\n## {}\n\n| rule | severity | formats | fix | programs |\n|---|---|---|---|---|\n",
            group.name()
        );
        for rule in ALL.iter().filter(|rule| rule.group == group) {
            let (severity, formats) = (rule.severity.name(), rule.formats.name());
            let programs: BTreeSet<_> =
                Effects::of(rule).all.into_iter().map(|effect| effect.engine).collect();
            let programs = Vec::from_iter(programs).join(", ");
            let _ = writeln!(
                table,
                "| [{0}](../rules/{0}.md)<br>{1} | {severity} | {formats} | {2} | {programs} |",
                rule.name,
                rule.summary,
                rule.fix.name(),
            );
        }
    }
    table += "\n";
    assert_part(&path, TABLE, &table);
}

/// Compares what a page has between two lines with what the code says.
fn assert_part(path: &Path, (first, last): (&str, &str), part: &str) {
    let page = fs::read_to_string(path).unwrap();
    let (before, rest) = page.split_once(first).expect("the part starts");
    let (_, after) = rest.split_once(last).expect("the part ends");
    assert_reviewed(path, &format!("{before}{first}{part}{last}{after}"));
}

/// Between these lines the contents of the site have the pages of the rules.
const CONTENTS: (&str, &str) = ("<!-- rules: written by the tests -->\n", "<!-- end of the rules -->\n");

#[test]
fn the_contents_of_the_site_have_every_rule() {
    let path = root().join("docs/site/SUMMARY.md");
    let mut list = String::new();
    for group in Group::ALL {
        let _ = writeln!(list, "- [{}]()", group.name());
        for rule in ALL.iter().filter(|rule| rule.group == group) {
            let _ = writeln!(list, "  - [{0}](rules/{0}.md)", rule.name);
        }
    }
    assert_part(&path, CONTENTS, &list);
}

/// Between these lines the list of the fixes is written from the code.
const FIXES: (&str, &str) = ("<!-- fixes: written by the tests -->\n", "<!-- end of the fixes -->\n");

#[test]
fn the_list_of_fixes_has_every_rule_with_a_fix() {
    let path = root().join("docs/fixes.md");
    let mut list = String::from("\n| rule | fix |\n|---|---|\n");
    for rule in ALL.iter().filter(|rule| !matches!(rule.fix, FixKind::None)) {
        let _ = writeln!(list, "| [{0}](../rules/{0}.md) | {1} |", rule.name, rule.fix.name());
    }
    list += "\n";
    assert_part(&path, FIXES, &list);
}

/// Whoever reads the source of a page in a terminal sees whole lines. Tables, headings, pictures and fences are not wrapped.
#[test]
fn pages_of_docs_wrap_at_100_columns() {
    let docs = support::files(&root().join("docs")).into_iter();
    let mut pages = 0;
    for path in docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
        pages += 1;
        let mut is_fenced = false;
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let text = line.trim_start();
            is_fenced ^= text.starts_with("```");
            let is_whole = ["|", "#", "![", "<!--"].iter().any(|start| text.starts_with(start));
            let width = line.chars().count();
            assert!(
                is_fenced || is_whole || width <= 100,
                "{}, line {}: {width} columns",
                path.display(),
                number + 1
            );
        }
    }
    assert!(pages > 20, "{pages}");
}

/// How many rules and fuzz targets there are, wherever a page says so.
#[test]
fn pages_count_right() {
    let targets = support::files(&root().join("fuzz/fuzz_targets")).len();
    let counts = [("rules", ALL.len()), ("fuzz targets", targets)];
    let docs = support::files(&root().join("docs")).into_iter();
    let docs = docs.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let others = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "rules/README.md"];
    // What was measured once was measured with the rules of that day.
    let is_dated = |path: &Path| path.ends_with("performance.md");
    let mut seen = 0;
    for path in others.iter().map(|name| root().join(name)).chain(docs).filter(|path| !is_dated(path)) {
        let page = fs::read_to_string(&path).unwrap();
        // What was released stays as it was.
        let released = page.match_indices("\n## ").nth(1).map(|(at, _)| at);
        let (now, then) =
            page.split_at(released.filter(|_| path.ends_with("CHANGELOG.md")).unwrap_or(page.len()));
        let mut text = now.to_string();
        for (noun, count) in counts {
            let (counted, times) = with_count(&text, noun, count);
            (text, seen) = (counted, seen + times);
        }
        assert_reviewed(&path, &(text + then));
    }
    assert!(seen >= 4, "the counts are no longer found");
}

/// A page with this count wherever a number is before the noun, outside of fences, and how often that is.
fn with_count(page: &str, noun: &str, count: usize) -> (String, usize) {
    let (mut out, mut times, mut is_fenced) = (String::new(), 0, false);
    for line in page.split_inclusive('\n') {
        is_fenced ^= line.starts_with("```");
        let mut rest = line;
        while let Some(at) = rest.find(&format!(" {noun}")).filter(|_| !is_fenced) {
            let (before, behind) = rest.split_at(at);
            let words = before.trim_end_matches(|c: char| c.is_ascii_digit());
            if words.len() < before.len() {
                out += &format!("{words}{count}");
                times += 1;
            } else {
                out += before;
            }
            let (noun, next) = behind.split_at(1 + noun.len());
            out += noun;
            rest = next;
        }
        out += rest;
    }
    (out, times)
}

#[test]
fn counts_in_pages_are_written() {
    let page = "3 rules, all 4 rules and 5 fuzz targets\n```\n6 rules\n```\nof rules: 7 rules.";
    let written = "12 rules, all 12 rules and 5 fuzz targets\n```\n6 rules\n```\nof rules: 12 rules.";
    assert_eq!(with_count(page, "rules", 12), (written.to_string(), 3));
}

#[test]
fn every_page_belongs_to_a_rule() {
    for path in support::files(&root().join("rules")) {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let known = stem == "README" || ALL.iter().any(|rule| rule.name == stem);
        assert!(known, "{} is the page of no rule", path.display());
    }
}
