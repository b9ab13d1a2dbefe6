//! What the page in the browser asks the library for. Whatever the answer, it is a value of the library put into JSON, a
//! page or a picture: nothing about models, rules or programs is decided here.

mod answers;
mod archive;
mod dropped;

use std::collections::BTreeMap;
use std::sync::Arc;

use js_sys::Function;
use ms3dlint::actions::effects::run_all;
use ms3dlint::actions::lint::{self, lint};
use ms3dlint::actions::repair::{RepairOptions, repair};
use ms3dlint::base::display::visible;
use ms3dlint::base::source::MAX_BYTES;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::Targets;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::document::{self, Document, FileKind};
use ms3dlint::engines::guess::Guess;
use ms3dlint::engines::list;
use ms3dlint::fix::Applicability;
use ms3dlint::picture::{DrawOptions, Drawing};
use ms3dlint::pose::convention::MILKSHAPE;
use ms3dlint::report::differences::DiffRow;
use ms3dlint::report::loads::LoadsRow;
use ms3dlint::report::rows::FileRow;
use ms3dlint::report::together::Together;
use ms3dlint::report::unified::{unified, unified_listing};
use ms3dlint::report::view::{MOST_PER_RULE, ViewEntry, ViewInput, ViewPage, ViewPair};
use send_wrapper::SendWrapper;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::answers::{Checked, RepairAnswer, Words, json};
use crate::dropped::{Around, Dropped};

/// How many findings of one rule the list shows of a model, as the compact report does.
const FEW: usize = 20;

/// How large files are at most.
pub(crate) const MOST_BYTES: u32 = 256 << 20;

/// What was dropped on the page, and how it is looked at.
#[wasm_bindgen]
pub struct Session {
    files: Arc<Dropped>,
    /// What was dropped alone, and so is meant to be a model.
    only: Option<String>,
    targets: Targets,
    level: Severity,
    /// What was found in each model so far.
    rows: BTreeMap<Vec<String>, FileRow>,
}

/// A model with all that is known of it.
struct Subject {
    document: Document,
    context: Context,
    around: Around,
    options: lint::Options,
    guesses: Vec<Guess>,
}

/// A repaired model.
#[wasm_bindgen]
pub struct Repair {
    words: String,
    page: String,
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl Repair {
    /// What changed, as JSON.
    #[wasm_bindgen(getter)]
    pub fn words(&self) -> String {
        self.words.clone()
    }

    /// A page that shows the model before and after; empty if that was not asked for, or nothing changed.
    #[wasm_bindgen(getter)]
    pub fn page(&self) -> String {
        self.page.clone()
    }

    /// The repaired file.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> Vec<u8> {
        self.bytes.clone()
    }
}

#[wasm_bindgen]
impl Session {
    /// Of files with these paths, with `/` between names; `read` gives the bytes of one, or the size of one that is larger
    /// than [`most_bytes`].
    #[wasm_bindgen(constructor)]
    pub fn new(paths: Vec<String>, read: Function) -> Self {
        let only = match &paths[..] {
            [only] if !only.contains('/') => Some(only.clone()),
            _ => None,
        };
        let files = Arc::new(Dropped::new(&paths, read));
        Self { files, only, targets: Targets::Unknown, level: Severity::Warning, rows: BTreeMap::new() }
    }

    /// Which programs the models are meant for, with commas between their names: none if that is guessed; and the least
    /// severity that is shown. Returns whether all names are known.
    #[wasm_bindgen(js_name = setOptions)]
    pub fn set_options(&mut self, targets: &str, level: &str) -> bool {
        let names: Vec<_> = targets.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
        let meant = list::meant(&names);
        let is_known = meant.is_ok();
        self.targets = meant.unwrap_or(Targets::Unknown);
        self.level = Severity::of_name(level).unwrap_or(Severity::Warning);
        self.rows.clear();
        is_known
    }

    /// What is wrong with a model, what programs do with it, and what it is, as JSON.
    pub fn check(&mut self, path: &str) -> String {
        let Some(subject) = self.subject(path) else {
            return json(&Checked::unread(path, self.files.beyond_limit(path)));
        };
        let Subject { document, context, options, .. } = &subject;
        let report = lint(document, context, options);
        let row = FileRow::of(document, report.findings.clone(), Vec::new(), None);
        let loads = LoadsRow::of(
            document,
            context.file_tree.as_deref(),
            &options.targets,
            &run_all(document, context),
        );
        let mut together = Together::new(FEW);
        together.add(&row);
        let is_skipped = row.kind == FileKind::NotAModel && !context.expected && row.findings.is_empty();
        let checked = Checked::of(&subject, &report, &loads, together.shown(), is_skipped);
        self.rows.insert(path.split('/').map(str::to_string).collect(), row);
        json(&checked)
    }

    /// What was found in all models so far, as JSON: what is the same in several appears once.
    pub fn together(&self) -> String {
        let mut together = Together::new(FEW);
        self.rows.values().for_each(|row| together.add(row));
        json(&together.shown())
    }

    /// A picture of a model as a PNG file; nothing if it has no faces, or drawing it would take too long.
    pub fn picture(&self, path: &str, width: u32, height: u32) -> Vec<u8> {
        let Some(subject) = self.subject(path) else { return Vec::new() };
        let drawing = Drawing::new(&subject.document, &MILKSHAPE, &|path| subject.around.texture(path));
        let options = DrawOptions { width, height, background: None, ..DrawOptions::default() };
        let picture = (drawing.face_count() > 0).then(|| drawing.at_rest(&options).ok()).flatten();
        picture.and_then(|picture| picture.to_png().ok()).unwrap_or_default()
    }

    /// A page that shows a model, to be put into another page; empty if it is none.
    pub fn view(&self, path: &str) -> String {
        let Some(subject) = self.subject(path).filter(Subject::is_model) else { return String::new() };
        embedded(&subject.viewed(ViewEntry::of))
    }

    /// Repairs a model, with unsafe fixes if they are wanted, or with those of some rules alone, with commas between their
    /// names. The page of it is made if `shows`.
    pub fn repair(&self, path: &str, with_unsafe: bool, only: &str, shows: bool) -> Option<Repair> {
        let old = self.subject(path)?;
        let new = self.subject(path)?;
        let only = only.split(',').filter_map(ms3dlint::rules::find).collect();
        let least = if with_unsafe { Applicability::Unsafe } else { Applicability::Safe };
        let options = RepairOptions { lint: new.options.clone(), least, only };
        let repaired = match repair(new.document, &old.context, &options) {
            Ok(repaired) => repaired,
            Err(trouble) => {
                let words = json(&Words::of_trouble(trouble.what));
                return Some(Repair { words, page: String::new(), bytes: Vec::new() });
            }
        };
        let (before, after) = (old.document.source.bytes(), repaired.document.source.bytes());
        let diff = match repaired.document.is_binary() && old.document.is_binary() {
            true => unified_listing(path.as_bytes(), &old.document, &repaired.document),
            false => unified(path.as_bytes(), before, after),
        };
        let bytes = after.to_vec();
        let subject = Subject { document: repaired.document, ..self.subject(path)? };
        let differences = DiffRow::among(&old.document, &subject.document, [&old.context, &subject.context]);
        let report = lint(&subject.document, &subject.context, &subject.options);
        let page = match shows && before != bytes && old.is_model() && subject.is_model() {
            true => embedded(&pair(&old, &subject, &differences)),
            false => String::new(),
        };
        let loads = LoadsRow::of(
            &subject.document,
            subject.context.file_tree.as_deref(),
            &subject.options.targets,
            &run_all(&subject.document, &subject.context),
        );
        let answer = RepairAnswer {
            fixed: &repaired.fixed,
            changes: &repaired.changes,
            left_out: &repaired.left_out,
            diff: &diff,
            differences: &differences,
            report: &report,
            level: self.level,
            loads: &loads,
        };
        Some(Repair { words: json(&answer.words(before != bytes)), page, bytes })
    }

    /// The report of a model, as `ms3dlint --output-format json` gives it.
    pub fn report(&self, path: &str) -> String {
        self.subject(path).map_or_else(String::new, |subject| answers::report(path, &subject, self.level))
    }

    /// What programs do with a model, as `ms3dlint loads --output-format json` gives it.
    pub fn loads(&self, path: &str) -> String {
        let row = |subject: Subject| {
            let runs = run_all(&subject.document, &subject.context);
            LoadsRow::of(
                &subject.document,
                subject.context.file_tree.as_deref(),
                &subject.options.targets,
                &runs,
            )
        };
        ms3dlint::report::loads::json(&self.subject(path).map(row).into_iter().collect::<Vec<_>>())
    }
}

impl Session {
    /// A model, read from what was dropped.
    fn subject(&self, path: &str) -> Option<Subject> {
        let bytes = self.files.read(path)?;
        let document = match bytes.len() as u64 > MAX_BYTES {
            true => Document::over_limit(path, bytes.len() as u64),
            false => document::read(path, bytes),
        };
        let around = Around::new(&self.files, path);
        let is_called_so = path.to_ascii_lowercase().ends_with(".ms3d");
        let expected = self.only.as_deref() == Some(path) || is_called_so;
        let context = Context { expected, file_tree: Some(Arc::new(around.clone())) };
        let guesses = if self.targets == Targets::Unknown { around.guesses() } else { Vec::new() };
        let targets = match &guesses[..] {
            [] => self.targets.clone(),
            guesses => Targets::Named(guesses.iter().map(|guess| guess.target).collect()),
        };
        let options = lint::Options {
            targets,
            level: self.level,
            repaired_from: Severity::Info,
            fixable_from: self.level.min(Severity::Info),
            most_per_rule: MOST_PER_RULE,
            table_edits: false,
            empty_fixes: true,
            ..lint::Options::default()
        };
        Some(Subject { document, context, around, options, guesses })
    }
}

impl Subject {
    fn is_model(&self) -> bool {
        self.document.is_binary() || self.document.is_text()
    }

    /// Makes something of what a page shows of the model.
    fn viewed<T>(&self, make: impl FnOnce(&ViewInput) -> T) -> T {
        let report = lint(&self.document, &self.context, &self.options);
        ViewInput::with(&self.document, &self.context, &report, &|path| self.around.texture(path), make)
    }
}

/// What a page shows of a model before and after its repair.
fn pair(old: &Subject, new: &Subject, differences: &DiffRow) -> ViewEntry {
    new.viewed(|new| {
        old.viewed(|old| {
            let pair =
                ViewPair { old, new, says: differences.text_without_findings(), moved: differences.moved() };
            ViewEntry::of_pair(&pair)
        })
    })
}

fn embedded(entry: &ViewEntry) -> String {
    let mut page = ViewPage::default();
    page.add(entry);
    page.embedded_html()
}

/// The programs that read models, as JSON: their names among targets, and those that people know them by.
#[wasm_bindgen]
pub fn programs() -> String {
    answers::programs()
}

/// A name or a text made printable.
#[wasm_bindgen]
pub fn printable(text: &str) -> String {
    visible(text.as_bytes())
}

/// Says where the library stops, if it does, which is a bug in it: `report` gets a line. Nothing can be asked afterwards.
#[wasm_bindgen(js_name = onStop)]
pub fn on_stop(report: Function) {
    let report = SendWrapper::new(report);
    std::panic::set_hook(Box::new(move |panic| {
        let line = panic.to_string().replace('\n', " ");
        let _ = report.call1(&JsValue::NULL, &JsValue::from_str(&line));
    }));
}

/// So many bytes of a file are read at most: all that is made of it has to fit into the memory of a page.
#[wasm_bindgen(js_name = mostBytes)]
pub fn most_bytes() -> f64 {
    MOST_BYTES as f64
}

/// The version of the library.
#[wasm_bindgen]
pub fn version() -> String {
    answers::VERSION.to_string()
}
