//! A file that is open in an editor: its text, and what is known of it, which is found out when it is first asked for.

use std::cell::OnceCell;

use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};

use crate::actions::lint::{Options, lint};
use crate::base::span::Span;
use crate::diagnostics::finding::Finding;
use crate::document::{self, Document};
use crate::editor::listing::{ListingPlaces, source_of};
use crate::editor::spelling::Spelling;
use crate::editor::text::{EditorText, Units, floor};
use crate::editor::workspace::{FileSettings, Workspace};

/// The most findings of one rule that are shown, as reports for programs show them.
const MOST_PER_RULE: usize = 1000;

/// A file that is open in an editor.
pub(crate) struct OpenFile {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    text: EditorText,
    /// How the file was stored when it was last read.
    stored_as: Spelling,
    /// How it is checked; `None` if it is not.
    settings: Option<FileSettings>,
    /// The bytes of the binary model, if it is the listing of one.
    binary: Option<Vec<u8>>,
    read: OnceCell<ReadFile>,
    findings: OnceCell<Vec<Finding>>,
}

/// What a file holds, and where that is in the editor.
struct ReadFile {
    document: Document,
    /// How the text is stored as it is now.
    spelling: Spelling,
    placing: Placing,
}

/// How offsets in the bytes of a file become those in the text of the editor.
enum Placing {
    /// They are the same.
    Same,
    /// For each line of the text where it starts in the bytes.
    Lines(Vec<usize>),
    /// The text is a listing of the bytes.
    Listing(ListingPlaces),
}

impl OpenFile {
    /// A file as it was opened. The error is about its configuration.
    pub(crate) fn new(
        (uri, version, text): (Uri, i32, String),
        units: Units,
        workspace: &dyn Workspace,
    ) -> (Self, Option<String>) {
        let mut file = Self {
            uri,
            version,
            text: EditorText::new(text, units),
            stored_as: Spelling::PLAIN,
            settings: None,
            binary: None,
            read: OnceCell::new(),
            findings: OnceCell::new(),
        };
        let stored = match source_of(&file.uri.0) {
            Some(source) => {
                file.binary = Some(workspace.read(&source).unwrap_or_default());
                None
            }
            None => workspace.read(&file.uri.0),
        };
        file.stored_as = stored.map_or(Spelling::PLAIN, |stored| Spelling::of(file.text.text(), &stored));
        let wrong = file.configure(workspace);
        (file, wrong)
    }

    /// Asks again how it is checked. The error is about its configuration.
    pub(crate) fn configure(&mut self, workspace: &dyn Workspace) -> Option<String> {
        let source = source_of(&self.uri.0);
        if let Some(source) = &source {
            self.binary = Some(workspace.read(source).unwrap_or_default());
            self.read = OnceCell::new();
        }
        let settings = workspace.settings(source.as_deref().unwrap_or(&self.uri.0));
        let (settings, wrong) =
            settings.map_or_else(|wrong| (None, Some(wrong)), |settings| (settings, None));
        self.settings = settings;
        self.findings = OnceCell::new();
        wrong
    }

    /// What is stored now: some editors keep in mind how a file ends its lines only then.
    pub(crate) fn saved(&mut self, stored: Option<Vec<u8>>) {
        if let Some(stored) = stored.filter(|_| self.binary.is_none()) {
            self.stored_as = Spelling::of(self.text.text(), &stored);
            self.forget();
        }
    }

    /// Changes the text as the editor did.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        changes.into_iter().for_each(|change| self.text.apply(change));
        self.forget();
    }

    fn forget(&mut self) {
        self.read = OnceCell::new();
        self.findings = OnceCell::new();
    }

    /// Whether it cannot be changed in the editor.
    pub(crate) fn is_listing(&self) -> bool {
        self.binary.is_some()
    }

    pub(crate) fn settings(&self) -> Option<&FileSettings> {
        self.settings.as_ref()
    }

    pub(crate) fn text(&self) -> &EditorText {
        &self.text
    }

    /// How the text is stored.
    pub(crate) fn spelling(&self) -> Spelling {
        self.read().spelling
    }

    /// The same file, with room for this text beside its own.
    pub(crate) fn with_room_for(&self, text: &str) -> Option<Self> {
        let stored_as = Some(self.spelling()).filter(|spelling| !spelling.has_room_for(text))?.for_text(text);
        Some(Self {
            uri: self.uri.clone(),
            version: self.version,
            text: self.text.clone(),
            stored_as,
            settings: self.settings.clone(),
            binary: self.binary.clone(),
            read: OnceCell::new(),
            findings: OnceCell::new(),
        })
    }

    fn read(&self) -> &ReadFile {
        self.read.get_or_init(|| {
            let name = self.settings.as_ref().map_or("", |settings| &settings.name);
            let spelling = self.stored_as.for_text(self.text.text());
            let bytes = match &self.binary {
                Some(bytes) => bytes.clone(),
                None => spelling.write(self.text.text()),
            };
            let document = document::read(name, bytes);
            let placing = match &self.binary {
                Some(_) => Placing::Listing(ListingPlaces::of(&document)),
                None if spelling.is_plain() => Placing::Same,
                None => Placing::Lines(stored_starts(&self.text, spelling)),
            };
            ReadFile { document, spelling, placing }
        })
    }

    /// The model. One in a file that is not text, but was opened as if it were, is none.
    pub(crate) fn document(&self) -> &Document {
        &self.read().document
    }

    /// Whether it is a model that can be looked at here.
    pub(crate) fn is_model(&self) -> bool {
        let document = self.document();
        document.is_text() || document.is_binary() && self.is_listing()
    }

    /// What is found in it: nothing in a file that is no model, or is left alone.
    pub(crate) fn findings(&self) -> &[Finding] {
        self.findings.get_or_init(|| {
            let Some(settings) = &self.settings else { return Vec::new() };
            let document = self.document();
            let is_left_alone = match document.content.is_unlike_model() {
                true => !settings.context.expected,
                false => document.is_binary() != self.is_listing(),
            };
            if is_left_alone {
                return Vec::new();
            }
            let options = Options {
                most_per_rule: MOST_PER_RULE,
                whole_fixes: true,
                keeps_hidden: false,
                ..settings.options.clone()
            };
            lint(document, &settings.context, &options).findings
        })
    }

    /// The offset in the bytes of a position in the editor.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let at = self.text.offset(position);
        match &self.read().placing {
            Placing::Same => at,
            Placing::Lines(starts) => {
                let line = self.text.line_of(at);
                let before = &self.text.text()[self.text.starts()[line]..at];
                starts[line] + stored_len(before, self.spelling())
            }
            Placing::Listing(listing) => {
                let line = self.text.line_of(at);
                listing.offset(line, at - self.text.starts()[line])
            }
        }
    }

    /// The offset in the text of one in the bytes, and that of the character that it is in, in the bytes.
    pub(crate) fn text_offset(&self, offset: usize) -> (usize, usize) {
        let text = self.text.text();
        match &self.read().placing {
            Placing::Same => {
                let at = floor(text, offset);
                (at, at)
            }
            Placing::Lines(starts) => {
                let spelling = self.spelling();
                let line = starts.partition_point(|start| *start <= offset).max(1) - 1;
                let (mut at, mut stored) = (self.text.starts()[line], starts[line]);
                for c in text[at..].chars() {
                    let len = spelling.len(c);
                    if stored + len > offset {
                        break;
                    }
                    (at, stored) = (at + c.len_utf8(), stored + len);
                }
                (at, stored)
            }
            Placing::Listing(listing) => {
                let (line, column) = listing.place(offset);
                let start = self.text.starts().get(line).copied().unwrap_or(text.len());
                (floor(text, start + column), offset)
            }
        }
    }

    /// Where bytes are in the editor.
    pub(crate) fn range(&self, span: Span) -> Range {
        let (start, end) = match &self.read().placing {
            Placing::Listing(listing) => {
                let (line, columns) = listing.columns(span);
                let start = self.text.starts().get(line).copied().unwrap_or(self.text.text().len());
                (start + columns.start, start + columns.end)
            }
            _ => (self.text_offset(span.start as usize).0, self.text_offset(span.end as usize).0),
        };
        let at = |at| floor(self.text.text(), at);
        self.text.range(at(start), at(end))
    }
}

impl OpenFile {
    /// Where bytes are in the editor, with all lines that show them, if it is a listing.
    pub(crate) fn rows(&self, span: Span) -> Range {
        let Placing::Listing(listing) = &self.read().placing else { return self.range(span) };
        let last = listing.place(span.end.max(span.start + 1) as usize - 1).0;
        let starts = self.text.starts();
        let first =
            starts.get(listing.place(span.start as usize).0).copied().unwrap_or(self.text.text().len());
        let end = starts.get(last + 1).copied().unwrap_or(self.text.text().len());
        let end = first + self.text.text()[first..end].trim_end_matches(['\r', '\n']).len();
        self.text.range(first, end)
    }
}

/// Where the lines of a text start in its bytes.
fn stored_starts(text: &EditorText, spelling: Spelling) -> Vec<usize> {
    let ends = text.starts().iter().skip(1).copied().chain([text.text().len()]);
    let mut at = spelling.before();
    let start = |(start, end): (&usize, usize)| {
        let own = at;
        at += stored_len(&text.text()[*start..end], spelling);
        own
    };
    text.starts().iter().zip(ends).map(start).collect()
}

fn stored_len(text: &str, spelling: Spelling) -> usize {
    text.chars().map(|c| spelling.len(c)).sum()
}
