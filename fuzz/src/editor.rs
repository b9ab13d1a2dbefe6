//! An editor that talks to the language server: it keeps its own copy of a text, and counts lines and characters in its
//! own, slow way.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use lsp_server::{Message, Notification, Request, RequestId, Response};
use ms3dlint::actions::lint::Options;
use ms3dlint::base::memory_tree::MemoryTree;
use ms3dlint::diagnostics::context::Context;
use ms3dlint::diagnostics::effect::Targets;
use ms3dlint::diagnostics::finding::Severity;
use ms3dlint::editor::{FileSettings, Server, Workspace};
use serde_json::{Value, json};

/// Files that are stored, by their URIs. Editor and test see the same ones.
pub type Stored = Arc<Mutex<BTreeMap<String, Vec<u8>>>>;

/// Files in memory, checked as the command line does it.
pub struct MemoryFiles {
    /// What is stored.
    pub stored: Stored,
    /// The least severity that is shown.
    pub level: Severity,
    /// The names of files beside the models.
    pub beside: Vec<String>,
}

impl Default for MemoryFiles {
    fn default() -> Self {
        Self { stored: Stored::default(), level: Severity::Warning, beside: Vec::new() }
    }
}

/// The options with which the command line checks a file.
pub fn options(level: Severity) -> Options {
    let targets = Targets::Unknown;
    Options {
        level,
        targets,
        repaired_from: Severity::Info,
        fixable_from: Severity::Error,
        ..Options::default()
    }
}

/// The context of files beside which these are.
pub fn context(beside: &[String]) -> Context {
    let file_tree = (!beside.is_empty()).then(|| Arc::new(MemoryTree::new(beside)) as _);
    Context { expected: false, file_tree }
}

impl Workspace for MemoryFiles {
    fn settings(&self, uri: &str) -> Result<Option<FileSettings>, String> {
        let name = uri.rsplit('/').next().unwrap_or(uri).to_string();
        Ok(Some(FileSettings { name, context: context(&self.beside), options: options(self.level) }))
    }

    fn read(&self, uri: &str) -> Option<Vec<u8>> {
        self.stored.lock().ok()?.get(uri).cloned()
    }
}

/// An editor with one file.
pub struct Editor {
    server: Server,
    next: i32,
    version: i32,
    encoding: &'static str,
    /// The URI of the file.
    pub uri: String,
    /// Its text.
    pub text: String,
    /// The findings that were sent last, with the version that they are about; `None` if none were.
    pub published: Option<(Value, Vec<Value>)>,
    /// The messages that the server shows people.
    pub shown: Vec<String>,
}

impl Editor {
    /// An editor that has started the server. It counts characters in `utf-8`, `utf-16` or `utf-32`.
    pub fn new(workspace: impl Workspace + 'static, encoding: &'static str) -> Self {
        let server = Server::new(Box::new(workspace));
        let (uri, text, shown) = Default::default();
        let mut editor = Self { server, next: 0, version: 0, encoding, uri, text, published: None, shown };
        let capabilities = json!({
            "general": { "positionEncodings": [encoding] },
            "textDocument": {
                "hover": { "contentFormat": ["markdown"] },
                "codeAction": { "resolveSupport": { "properties": ["edit"] } },
            },
        });
        let params = json!({ "processId": null, "rootUri": null, "capabilities": capabilities });
        let answer = editor.request("initialize", params);
        assert_eq!(
            answer.ok().and_then(|answer| Some(answer["capabilities"]["positionEncoding"] == encoding)),
            Some(true)
        );
        editor.notify("initialized", json!({}));
        editor
    }

    /// Opens a file.
    pub fn open(&mut self, uri: &str, text: &str) {
        let message = self.opened(uri, text);
        self.send(vec![message]);
    }

    /// The message that opens a file.
    pub fn opened(&mut self, uri: &str, text: &str) -> Message {
        (self.uri, self.text) = (uri.to_string(), text.to_string());
        self.version += 1;
        let document = json!({ "uri": uri, "languageId": "ms3d", "version": self.version, "text": text });
        Self::notification("textDocument/didOpen", json!({ "textDocument": document }))
    }

    /// The message that makes changes, each of a range and its new text, or of the whole text. Positions may be beyond
    /// their lines.
    pub fn changed(&mut self, changes: &[(Option<[[u32; 2]; 2]>, String)]) -> Message {
        self.version += 1;
        let mut sent = Vec::new();
        for (range, new) in changes {
            match range {
                Some([start, end]) => {
                    let (from, to) = (self.offset(*start), self.offset(*end));
                    self.text.replace_range(from.min(to)..to, new);
                    let at = |[line, character]: [u32; 2]| json!({ "line": line, "character": character });
                    sent.push(json!({ "range": { "start": at(*start), "end": at(*end) }, "text": new }));
                }
                None => {
                    self.text.clone_from(new);
                    sent.push(json!({ "text": new }));
                }
            }
        }
        let document = json!({ "uri": self.uri, "version": self.version });
        Self::notification(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": sent }),
        )
    }

    /// Puts a text in place of another one, given by its offsets.
    pub fn change(&mut self, range: Range<usize>, new: &str) {
        let [start, end] = [range.start, range.end].map(|at| self.position(at));
        let message = self.changed(&[(Some([start, end]), new.to_string())]);
        self.send(vec![message]);
    }

    /// Makes the changes of a list of text edits, or of a workspace edit, all of which are about the text before.
    pub fn apply(&mut self, edit: &Value) {
        let changes = edit.pointer("/documentChanges/0/edits").or_else(|| edit["changes"].get(&self.uri));
        let changes = changes.unwrap_or(edit).as_array().cloned().unwrap_or_default();
        let mut changes: Vec<_> = changes
            .iter()
            .map(|change| {
                let [start, end] = ["start", "end"].map(|end| Self::pair(&change["range"][end]));
                (
                    self.offset(start),
                    self.offset(end),
                    change["newText"].as_str().unwrap_or_default().to_string(),
                )
            })
            .collect();
        changes.sort_by_key(|(start, end, _)| (*start, *end));
        assert!(changes.windows(2).all(|two| two[0].1 <= two[1].0), "changes overlap: {changes:?}");
        for (start, end, new) in changes.into_iter().rev() {
            self.change(start..end, &new);
        }
    }

    /// Line and character of a position.
    pub fn pair(position: &Value) -> [u32; 2] {
        ["line", "character"]
            .map(|part| position[part].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(0))
    }

    /// Asks for something, and gives the result, or the error.
    pub fn request(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let message = self.asked(method, params);
        let answers = self.send(vec![message]);
        answers.into_iter().next_back().unwrap_or(Err(json!("no answer")))
    }

    /// The message that asks for something.
    pub fn asked(&mut self, method: &str, params: Value) -> Message {
        self.next += 1;
        Request::new(RequestId::from(self.next), method.to_string(), params).into()
    }

    /// The message that takes back what was asked for last.
    pub fn cancelled(&self) -> Message {
        Self::notification("$/cancelRequest", json!({ "id": self.next }))
    }

    /// Asks about a place, given by its offset in the text.
    pub fn ask(&mut self, method: &str, at: usize) -> Result<Value, Value> {
        let [line, character] = self.position(at);
        let position = json!({ "line": line, "character": character });
        self.request(method, json!({
            "textDocument": { "uri": self.uri }, "position": position, "context": { "includeDeclaration": true, "triggerKind": 1 },
        }))
    }

    /// Tells something.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(vec![Self::notification(method, params)]);
    }

    fn notification(method: &str, params: Value) -> Message {
        Notification::new(method.to_string(), params).into()
    }

    /// Sends messages that arrive together, and gives the answers to those that are requests.
    pub fn send(&mut self, messages: Vec<Message>) -> Vec<Result<Value, Value>> {
        let mut answers = Vec::new();
        for message in self.server.handle(messages) {
            match message {
                Message::Response(Response { response_result, .. }) => {
                    answers.push(response_result.map_err(|error| json!(error)));
                }
                Message::Notification(Notification { method, params }) if method == "window/showMessage" => {
                    self.shown.push(params["message"].as_str().unwrap_or_default().to_string());
                }
                Message::Notification(Notification { params, .. }) if params["uri"] == self.uri.as_str() => {
                    let findings = params["diagnostics"].as_array().cloned().unwrap_or_default();
                    self.published = Some((params["version"].clone(), findings));
                }
                Message::Notification(_) | Message::Request(_) => {}
            }
        }
        answers
    }

    /// The findings of the text as it is now.
    ///
    /// # Panics
    ///
    /// If those that were sent last are about another version of it.
    pub fn findings(&self) -> &[Value] {
        let (version, findings) = self.published.as_ref().expect("findings are sent");
        assert_eq!(*version, self.version, "the findings are of this version");
        findings
    }

    /// What can be done at a finding.
    pub fn actions(&mut self, finding: &Value, only: Option<&str>) -> Vec<Value> {
        let only = only.map(|kind| vec![kind]);
        let context = json!({ "diagnostics": [finding], "only": only });
        let params =
            json!({ "textDocument": { "uri": self.uri }, "range": finding["range"], "context": context });
        let actions = self.request("textDocument/codeAction", params).unwrap_or_default();
        actions.as_array().cloned().unwrap_or_default()
    }

    /// The offset of a position, found by a walk over all characters.
    pub fn offset(&self, [line, character]: [u32; 2]) -> usize {
        let (mut at_line, mut counted, mut before) = (0, 0, '\0');
        for (at, c) in self.text.char_indices() {
            if before == '\n' || before == '\r' && c != '\n' {
                (at_line, counted) = (at_line + 1, 0);
            }
            let is_end = matches!(c, '\n' | '\r');
            let width = self.width(c);
            if at_line > line || at_line == line && (is_end || counted + width > character) {
                return if before == '\r' && c == '\n' { at - 1 } else { at };
            }
            (counted, before) = (counted + width, c);
        }
        self.text.len()
    }

    fn width(&self, c: char) -> u32 {
        match self.encoding {
            "utf-8" => c.len_utf8() as u32,
            "utf-16" => c.len_utf16() as u32,
            _ => 1,
        }
    }

    /// The position of an offset, found by a walk over all characters.
    pub fn position(&self, offset: usize) -> [u32; 2] {
        let (mut line, mut counted, mut before) = (0, 0, '\0');
        for (at, c) in self.text.char_indices() {
            if before == '\n' || before == '\r' && c != '\n' {
                (line, counted) = (line + 1, 0);
            }
            if at >= offset {
                return [line, if before == '\r' && c == '\n' { counted - 1 } else { counted }];
            }
            (counted, before) = (counted + self.width(c), c);
        }
        if matches!(before, '\n' | '\r') { [line + 1, 0] } else { [line, counted] }
    }
}
