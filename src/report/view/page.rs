//! The page itself: what is the same for all models, around what it holds of each.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::base::display::{is_invisible, number, visible};
use crate::diagnostics::finding::Severity;
use crate::document::describe::with_place;
use crate::report::diff_status::DiffStatus;
use crate::report::inert::inert;
use crate::report::view::beside::{ViewPair, ViewedPair};
use crate::report::view::{ViewInput, ViewedModel, packed};

/// What each page begins with, by which it is known as one of this program.
pub const MARK: &str = "<!doctype html>\n<!-- ms3dlint view -->\n";

/// The most bytes of a page. Models beyond are listed without being shown.
const MOST_BYTES: usize = 96 << 20;

/// Why a page does not show a model.
const TOO_LARGE: &str =
    "All models together would make the page too large. Show this one alone, with ms3dlint view.";
const NO_MODEL: &str = "It is not a model.";
const UNREADABLE: &str = "It cannot be read as a model.";
/// The rules that find that.
const UNREADABLE_RULES: [&str; 3] = ["utf16-text", "git-lfs-pointer", "file-too-large"];
const NOT_THERE: &str =
    "The report has what was found in it, and not the model itself. Show it with ms3dlint view.";

const TEMPLATE: &str = include_str!("page.html");
const SCRIPT: &str = concat!(
    include_str!("draw.js"),
    include_str!("sides.js"),
    include_str!("overview.js"),
    include_str!("beside.js"),
    include_str!("viewer.js")
);
const STYLE: &str = include_str!("style.css");

/// A page while models are added to it.
pub struct ViewPage {
    most_bytes: usize,
    index: Vec<ModelEntry>,
    models: String,
    troubles: Vec<String>,
}

/// What a page holds of a model, made of it once.
pub struct ViewEntry {
    entry: ModelEntry,
    data: String,
}

/// A model in the list of a page.
#[derive(Serialize, Clone)]
struct ModelEntry {
    name: String,
    /// What became of it, in a page that compares; and that in words.
    #[serde(skip)]
    status: Option<DiffStatus>,
    #[serde(skip_serializing_if = "String::is_empty")]
    became: String,
    /// How many findings of each severity, the worst first.
    counts: [usize; 4],
    /// What the worst of them says, and about what, if that is an error or a warning; else nothing.
    worst: String,
    /// The rules of these, each once.
    rules: Vec<&'static str>,
    /// The programs that do not load it, each once.
    failing: Vec<&'static str>,
    /// Whether the page shows it.
    shown: bool,
    /// Why it does not.
    why: &'static str,
}

/// What a page says before all models.
#[derive(Serialize)]
struct PageIndex<'p> {
    about: String,
    models: &'p [ModelEntry],
    troubles: &'p [String],
}

impl ViewEntry {
    /// That of a model.
    pub fn of(input: &ViewInput) -> Self {
        let model = ViewedModel::of(input);
        let data = data(&model);
        Self::with_data(input, model.name, data)
    }

    /// That of a new model, beside which the page shows the old one, with what differs.
    pub fn of_pair(pair: &ViewPair) -> Self {
        let viewed = ViewedPair::of(pair);
        let data = data(&viewed);
        Self::with_data(pair.new, viewed.into_name(), data)
    }

    /// That of a model that cannot be drawn, or not beside its old one: the list says why.
    pub fn undrawn(input: &ViewInput, why: &'static str) -> Self {
        let name = visible(input.document.source.name.as_bytes());
        let mut entry = Self::with_data(input, name, "null".to_string());
        (entry.entry.shown, entry.entry.why) = (false, why);
        entry
    }

    fn with_data(input: &ViewInput, name: String, data: String) -> Self {
        let count = |severity| input.findings.iter().filter(|found| found.severity == severity).count();
        let rules: BTreeSet<_> = input.findings.iter().map(|finding| finding.rule).collect();
        let bad = input.findings.iter().filter(|finding| finding.severity >= Severity::Warning);
        let worst = bad.rev().max_by_key(|finding| finding.severity);
        let failing = input.asked.iter().filter(|run| !run.loads()).map(|run| run.program.title);
        let failing: BTreeSet<_> = failing.collect();
        let entry = ModelEntry {
            name,
            status: None,
            became: String::new(),
            counts: Severity::ALL.map(count),
            worst: worst
                .map_or(String::new(), |finding| with_place(input.document, finding.place, &finding.message)),
            rules: rules.into_iter().collect(),
            failing: failing.into_iter().collect(),
            shown: true,
            why: "",
        };
        Self { entry, data }
    }

    /// The same in a page that compares: what became of the model, and that in a few words.
    pub fn compared(mut self, status: DiffStatus, became: String) -> Self {
        (self.entry.status, self.entry.became) = (Some(status), became);
        self
    }
}

impl Default for ViewPage {
    fn default() -> Self {
        Self::with_limit(MOST_BYTES)
    }
}

impl ViewPage {
    /// One whose models take at most so many bytes.
    pub fn with_limit(most_bytes: usize) -> Self {
        Self { most_bytes, index: Vec::new(), models: String::new(), troubles: Vec::new() }
    }

    /// Adds a model, and returns whether the page has room for it.
    pub fn add(&mut self, model: &ViewEntry) -> bool {
        let has_room = self.models.len() + model.data.len() <= self.most_bytes;
        let mut entry = model.entry.clone();
        if !has_room {
            (entry.shown, entry.why) = (false, TOO_LARGE);
        }
        self.index.push(entry);
        let data = if has_room { &*model.data } else { "null" };
        let _ = writeln!(self.models, "<script type=\"application/json\" class=\"model\">{data}</script>");
        has_room
    }

    /// Adds a model of which only the path is known, and the severities, rules and messages of its findings.
    pub fn add_unseen(&mut self, path: &str, findings: &[(Severity, &'static str, &str)]) {
        let count = |severity| findings.iter().filter(|found| found.0 == severity).count();
        let rules: BTreeSet<_> = findings.iter().map(|finding| finding.1).collect();
        let why = if rules.contains("not-a-model") {
            NO_MODEL
        } else if UNREADABLE_RULES.iter().any(|rule| rules.contains(rule)) {
            UNREADABLE
        } else {
            NOT_THERE
        };
        let bad = findings.iter().rev().filter(|finding| finding.0 >= Severity::Warning);
        let worst =
            bad.max_by_key(|finding| finding.0).map_or(String::new(), |finding| finding.2.to_string());
        self.index.push(ModelEntry {
            name: visible(path.as_bytes()),
            status: None,
            became: String::new(),
            counts: Severity::ALL.map(count),
            worst,
            rules: rules.into_iter().collect(),
            failing: Vec::new(),
            shown: false,
            why,
        });
        self.models += "<script type=\"application/json\" class=\"model\">null</script>\n";
    }

    /// Adds a line about a file that is not there, or is no model.
    pub fn add_trouble(&mut self, message: &str) {
        self.troubles.push(visible(message.as_bytes()));
    }

    /// How many models it has.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether it has no model.
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// Whether it shows any of its models.
    pub fn shows_any(&self) -> bool {
        self.index.iter().any(|entry| entry.shown)
    }

    fn list(&self) -> PageIndex<'_> {
        let hidden = self.index.iter().filter(|entry| !entry.shown).count();
        let clean = self.index.iter().filter(|entry| entry.counts == [0; 4]).count();
        let mut about = match (self.index.len() - clean, clean) {
            (0, 0) => "none could be read".to_string(),
            (1, 0) => "something was found in it".to_string(),
            (0, 1) => "nothing was found in it".to_string(),
            (_, 0) => "something was found in each of them".to_string(),
            (0, _) => "nothing was found in any of them".to_string(),
            (found, clean) => {
                format!("something was found in {}, nothing in {}", number(found), number(clean))
            }
        };
        if hidden > 0 {
            let are = if hidden == 1 { "is" } else { "are" };
            about += &format!("; {} {are} listed without being shown", number(hidden));
        }
        let became = self.became();
        if !became.is_empty() {
            about = format!("{}; {about}", became.join(", "));
        }
        PageIndex { about, models: &self.index, troubles: &self.troubles }
    }

    /// Of how many models became what, where there are any.
    fn became(&self) -> Vec<String> {
        let count = |status| self.index.iter().filter(|entry| entry.status == Some(status)).count();
        let counts = DiffStatus::ALL.into_iter().map(|(status, word)| (count(status), word));
        counts
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{} {word}", number(count)))
            .collect()
    }

    /// The page.
    pub fn html(&self) -> String {
        self.html_in("")
    }

    /// The page as part of another one, which lists the findings itself: it says what to mark, and is told what is picked.
    pub fn embedded_html(&self) -> String {
        self.html_in(" class=\"embedded\"")
    }

    fn html_in(&self, class: &str) -> String {
        let title = match &self.index[..] {
            [only] => escaped(&inert(&only.name)),
            all => format!("{} models", all.len()),
        };
        let values = [
            ("SCRIPT_HASH", hash(SCRIPT)),
            ("STYLE_HASH", hash(STYLE)),
            ("TITLE", title),
            ("CLASS", class.to_string()),
            ("STYLE", STYLE.to_string()),
            ("INDEX", data(&self.list())),
            ("SCRIPT", SCRIPT.to_string()),
            ("VERSION", env!("CARGO_PKG_VERSION").to_string()),
        ];
        let mut page = MARK.to_string();
        // Each piece of the template is followed by the name of a value.
        for piece in TEMPLATE.split("{{") {
            match piece.split_once("}}") {
                Some(("MODELS", rest)) => {
                    page += &self.models;
                    page += rest;
                }
                Some((name, rest)) => {
                    let value = values.iter().find(|(known, _)| *known == name);
                    page += value.map_or("", |(_, value)| value);
                    page += rest;
                }
                None => page += piece,
            }
        }
        page
    }
}

/// A source of a policy: the hash of what is between two tags.
fn hash(text: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    format!("'sha256-{}'", packed(std::iter::once(digest)))
}

/// A value as JSON that ends no element and hides nothing: all that is special in markup, and what is not seen, is
/// escaped; and so is what begins a command for build machines.
fn data(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    let is_special = |c: char| matches!(c, '<' | '>' | '&' | '#') || is_invisible(c);
    if !json.contains(is_special) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_special(c) {
            let mut units = [0; 2];
            c.encode_utf16(&mut units).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            });
        } else {
            out.push(c);
        }
    }
    out
}

/// Text in markup.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
