//! The language server in VS Code, and the page that shows a model beside its text. Messages come in and go out as JSON;
//! what must be known of files is asked for.

mod configuration;
mod files;
mod location;
mod workspace;

use std::collections::{BTreeSet, VecDeque};

use lsp_server::{Message, Notification};
use ms3dlint::actions::lint::{Options, lint};
use ms3dlint::base::file_tree::FileTree;
use ms3dlint::base::model_files::{LARGEST_TEXTURE, TOO_LARGE, texture_path, with_slashes};
use ms3dlint::document::{self, listing};
use ms3dlint::editor::{SCHEME, Server};
use ms3dlint::report::view::{MOST_PER_RULE, ViewEntry, ViewInput, ViewPage};
use percent_encoding::percent_decode_str;
use serde_json::{Value, from_str, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::files::{Around, Wanted, entries};
use crate::workspace::Folders;

/// The message that files have changed.
const WATCHED: &str = "workspace/didChangeWatchedFiles";

/// A language server for one editor.
#[wasm_bindgen]
pub struct Editor {
    server: Server,
    folders: Folders,
    /// Messages that wait for those before them.
    waiting: VecDeque<Message>,
    /// Messages that are answered next, when the editor has given the files that they are about.
    next: Vec<Message>,
    /// The requests among those that were answered last.
    last: Vec<Message>,
    /// The mistakes in configurations that were shown since files changed.
    shown: BTreeSet<String>,
}

/// A page that shows a model.
#[derive(Default)]
#[wasm_bindgen]
pub struct Page {
    html: String,
    lines: Vec<u32>,
}

#[wasm_bindgen]
impl Page {
    /// The page, to be put into another one; empty if there is nothing to show.
    #[wasm_bindgen(getter)]
    pub fn html(&self) -> String {
        self.html.clone()
    }

    /// For each finding in the page, the line where it starts in the text or listing, from 0.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> Vec<u32> {
        self.lines.clone()
    }
}

#[wasm_bindgen]
impl Editor {
    /// For the folders with these URIs, and models that are meant for these programs, with commas between their names. It
    /// shows findings from a severity on. The error is about the name of a program that is not known.
    #[wasm_bindgen(constructor)]
    pub fn new(open_folders: Vec<String>, targets: &str, level: &str) -> Result<Editor, String> {
        let folders = Folders::new(&open_folders, targets, level)?;
        Ok(Self {
            server: Server::new(Box::new(folders.clone())),
            folders,
            waiting: VecDeque::new(),
            next: Vec::new(),
            last: Vec::new(),
            shown: BTreeSet::new(),
        })
    }

    /// Takes the messages that have arrived, as a list in JSON. Those that are none are passed over.
    pub fn take(&mut self, messages: &str) {
        let messages: Vec<Value> = from_str(messages).unwrap_or_default();
        self.waiting.extend(messages.into_iter().filter_map(|message| serde_json::from_value(message).ok()));
    }

    /// Turns to the messages that wait, and returns whether there are any. When a file is opened or has changed, what
    /// follows waits until all is known again.
    pub fn advance(&mut self) -> bool {
        while let Some(message) = self.waiting.pop_front() {
            let is_last = self.expect(&message);
            self.next.push(message);
            if is_last {
                break;
            }
        }
        !self.next.is_empty()
    }

    /// What the editor is to be asked before the [`answer`](Self::answer): a list in JSON of `["folder", URI]` and
    /// `["file", URI]`.
    pub fn wanted(&self) -> String {
        let wanted = self.folders.files.take_wanted().into_iter().map(|wanted| match wanted {
            Wanted::Folder(uri) => ["folder".to_string(), uri],
            Wanted::Content(uri) => ["file".to_string(), uri],
        });
        json!(wanted.collect::<Vec<_>>()).to_string()
    }

    /// The editor gives what is in a folder: a list in JSON of names, each with the number of its kind; nothing if it
    /// cannot be read.
    #[wasm_bindgen(js_name = giveFolder)]
    pub fn give_folder(&self, uri: &str, entries_json: Option<String>) {
        self.folders.files.set_folder(uri, entries_json.and_then(|json| from_str(&json).ok()).map(entries));
    }

    /// The editor gives the bytes of a file; nothing if it cannot be read.
    #[wasm_bindgen(js_name = giveFile)]
    pub fn give_file(&self, uri: &str, bytes: Option<Vec<u8>>) {
        self.folders.files.set_content(uri, bytes);
    }

    /// The answers to these messages, as a list in JSON. If there are no more, all files are checked again with what was
    /// given since, and the same requests are answered again: the last answer holds.
    pub fn answer(&mut self) -> String {
        let mut messages = std::mem::take(&mut self.next);
        if messages.is_empty() {
            let changed = Notification::new(WATCHED.to_string(), json!({ "changes": [] }));
            messages = std::iter::once(changed.into()).chain(self.last.clone()).collect();
        } else {
            let requests = messages.iter().filter(|message| matches!(message, Message::Request(_)));
            self.last = requests.cloned().collect();
        }
        let mut answers = self.server.handle(messages);
        answers.retain(|message| self.is_to_be_sent(message));
        let answers = answers.into_iter().filter_map(|message| {
            let mut answer = serde_json::to_value(message).ok()?;
            answer.as_object_mut()?.insert("jsonrpc".to_string(), "2.0".into());
            Some(answer)
        });
        Value::Array(answers.collect()).to_string()
    }

    /// A page that shows the model with this URI and these bytes, as far as the files around it are known.
    pub fn page(&self, uri: &str, bytes: Vec<u8>) -> Page {
        let settings = self.folders.settings_of(uri).ok().flatten();
        let settings = settings.unwrap_or_else(|| self.folders.plain(uri));
        let document = document::read(settings.name, bytes);
        if !document.is_binary() && !document.is_text() {
            return Page::default();
        }
        let options = Options { most_per_rule: MOST_PER_RULE, table_edits: false, ..settings.options };
        let report = lint(&document, &settings.context, &options);
        let around = self.folders.around(uri);
        let texture = |path: &[u8]| texture(around.as_ref(), path);
        ViewInput::with(&document, &settings.context, &report, &texture, |input| {
            let mut page = ViewPage::default();
            page.add(&ViewEntry::of(input));
            Page { html: page.embedded_html(), lines: lines(input) }
        })
    }
}

impl Editor {
    /// Wants the bytes that a message is about, if files may have changed, and returns whether they may.
    fn expect(&mut self, message: &Message) -> bool {
        let (method, params) = match message {
            Message::Request(request) => (&request.method, &request.params),
            Message::Notification(notification) => (&notification.method, &notification.params),
            Message::Response(_) => return false,
        };
        let uri = match &**method {
            "textDocument/didOpen" | "textDocument/didSave" => &params["textDocument"]["uri"],
            "ms3dlint/listing" => &params["uri"],
            WATCHED => &Value::Null,
            _ => return false,
        };
        if matches!(&**method, "textDocument/didSave" | WATCHED) {
            self.shown.clear();
        }
        let files = &self.folders.files;
        files.age();
        if let Some(uri) = uri.as_str() {
            let model = uri.strip_prefix(SCHEME).and_then(|rest| rest.strip_prefix(':'));
            let model = model.map(|model| percent_decode_str(model).decode_utf8_lossy());
            files.content(model.as_deref().unwrap_or(uri));
        }
        true
    }

    /// Whether a message is sent: a mistake in a configuration is shown once, and only if all is known of it.
    fn is_to_be_sent(&mut self, message: &Message) -> bool {
        match message {
            Message::Notification(shown) if shown.method == "window/showMessage" => {
                !self.folders.files.is_wanting() && self.shown.insert(shown.params.to_string())
            }
            _ => true,
        }
    }
}

/// Where the findings that a page shows are.
fn lines(input: &ViewInput) -> Vec<u32> {
    let document = input.document;
    let starts: Vec<usize> = match document.is_binary() {
        true => listing::lines(document, 0).map(|line| line.span.start as usize).collect(),
        false => Vec::new(),
    };
    let line = |offset: usize| match document.is_binary() {
        true => starts.partition_point(|start| *start <= offset).max(1) - 1,
        false => document.locator().position(offset).line - 1,
    };
    input.findings.iter().map(|finding| line(finding.span().start as usize) as u32).collect()
}

/// The bytes of a texture, by the path in the model.
fn texture(around: Option<&Around>, path: &[u8]) -> Result<Vec<u8>, String> {
    let found = texture_path(around.map(|around| around as &dyn FileTree), path)?;
    let bytes = around.and_then(|around| around.content(&with_slashes(&found))).ok_or("file not found")?;
    match bytes.len() as u64 > LARGEST_TEXTURE {
        true => Err(TOO_LARGE.to_string()),
        false => Ok(bytes.to_vec()),
    }
}
