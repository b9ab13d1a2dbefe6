//! The server: what is open, what the editor can do, and who answers which message.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use gen_lsp_types::{
    CodeAction, CodeActionRequest, CodeActionResolveRequest, CompletionRequest, Definition,
    DefinitionRequest, DidChangeTextDocumentNotification, DidCloseTextDocumentNotification,
    DidOpenTextDocumentNotification, DidSaveTextDocumentNotification, DocumentFormattingRequest,
    DocumentHighlightRequest, DocumentSymbolRequest, FoldingRangeRequest, HoverRequest, InitializeParams,
    InitializeRequest, InlayHintRequest, LogMessageParams, LspNotificationMethod, LspRequestMethod,
    MessageType, Position, PrepareRenameRequest, PrepareRenameResult, PublishDiagnosticsParams, Range,
    ReferencesRequest, RenameRequest, ShowMessageParams, TextDocumentIdentifier, TextDocumentPositionParams,
    Uri,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::document;
use crate::editor::abilities::{ClientAbilities, Watching, folders, initialized};
use crate::editor::edits::workspace_edit;
use crate::editor::listing::listing_text;
use crate::editor::open_file::OpenFile;
use crate::editor::workspace::Workspace;
use crate::editor::{
    actions, completion, diagnostics, folding, formatting, hints, hover, navigation, renaming, symbols,
};

/// The custom request for the listing of a binary model: `{ "uri": .. }`, answered by its text, or by null for a file
/// that is none.
pub(crate) const LISTING: &str = "ms3dlint/listing";

/// The answer to a request.
type Answer = Result<Value, ResponseError>;

/// How far a session is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Waiting,
    Running,
    ShuttingDown,
    /// It has ended, in order or not.
    Ended(bool),
}

/// A language server for one editor.
pub struct Server {
    workspace: Box<dyn Workspace>,
    stage: Stage,
    client: ClientAbilities,
    watching: Watching,
    files: BTreeMap<String, OpenFile>,
    /// The files whose findings are to be sent.
    changed: BTreeSet<String>,
    /// The mistakes in configurations that were shown.
    shown: HashSet<String>,
}

impl Server {
    /// A server that waits for the first message.
    pub fn new(workspace: Box<dyn Workspace>) -> Self {
        Self {
            workspace,
            stage: Stage::Waiting,
            client: ClientAbilities::default(),
            watching: Watching::default(),
            files: BTreeMap::new(),
            changed: BTreeSet::new(),
            shown: HashSet::new(),
        }
    }

    /// Whether the session has ended, and then whether the editor ended it in order.
    pub fn ended(&self) -> Option<bool> {
        match self.stage {
            Stage::Ended(in_order) => Some(in_order),
            _ => None,
        }
    }

    /// Takes the messages that have arrived, and gives those to send. A request is not answered if it is cancelled by a
    /// message that has arrived with it. The findings of files that these messages changed come last, once for each.
    pub fn handle(&mut self, messages: impl IntoIterator<Item = Message>) -> Vec<Message> {
        let messages: Vec<_> = messages.into_iter().collect();
        let cancelled: HashSet<_> = messages.iter().filter_map(cancelled).collect();
        let mut out = Vec::new();
        for message in messages {
            match message {
                Message::Request(request) => {
                    let Request { id, method, params } = request;
                    let response_result = match cancelled.contains(&id) && method != "shutdown" {
                        true => Err(error(ErrorCode::RequestCanceled, "the request was cancelled")),
                        false => self.answer(&method, params),
                    };
                    out.push(Response { id, response_result }.into());
                }
                Message::Notification(notification) => self.take(notification, &mut out),
                Message::Response(_) => {}
            }
        }
        if self.stage == Stage::Running {
            out.extend(self.watching.watch(self.client, || self.workspace.named()));
        }
        for uri in std::mem::take(&mut self.changed) {
            if let Some(file) = self.files.get(&uri) {
                out.push(notification("textDocument/publishDiagnostics", diagnostics::publish(file)));
            }
        }
        out
    }

    fn answer(&mut self, method: &str, params: Value) -> Answer {
        use LspRequestMethod as Method;
        let method = Method::from(method);
        match (self.stage, method) {
            (Stage::Waiting, Method::Initialize) => {
                respond::<InitializeRequest>(params, |params| Ok(self.initialize(&params)))
            }
            (Stage::Waiting, _) => {
                Err(error(ErrorCode::ServerNotInitialized, "the first request is initialize"))
            }
            (Stage::Running, Method::Initialize) => {
                Err(error(ErrorCode::InvalidRequest, "there was an initialize request before"))
            }
            (Stage::Running, Method::Shutdown) => {
                self.stage = Stage::ShuttingDown;
                Ok(Value::Null)
            }
            (Stage::Running, method) => {
                if matches!(method, Method::TextDocumentCompletion) {
                    // Not every editor reports new files and folders.
                    self.workspace.refresh();
                }
                self.look(method, params)
            }
            (Stage::ShuttingDown | Stage::Ended(_), _) => {
                Err(error(ErrorCode::InvalidRequest, "the session was shut down"))
            }
        }
    }

    fn initialize(&mut self, params: &InitializeParams) -> gen_lsp_types::InitializeResult {
        self.stage = Stage::Running;
        self.client = ClientAbilities::of(params);
        let folders = folders(params);
        self.workspace.open_folders(&folders);
        self.watching = Watching::of(folders);
        initialized(self.client)
    }

    /// Answers a request for changes of a file, or for the listing of one.
    fn look(&self, method: LspRequestMethod, params: Value) -> Answer {
        use LspRequestMethod as Method;
        let client = self.client;
        match method {
            Method::TextDocumentCodeAction => respond::<CodeActionRequest>(params, |params| {
                let actions =
                    |file| actions::actions(file, &params, client).into_iter().map(Into::into).collect();
                Ok(self.model(&params.text_document).map(actions))
            }),
            Method::CodeActionResolve => {
                respond::<CodeActionResolveRequest>(params, |action| Ok(self.resolve(action)))
            }
            Method::TextDocumentFormatting => respond::<DocumentFormattingRequest>(params, |params| {
                // With an invalid configuration nothing is written, here as on the command line.
                let settings = self.workspace.settings(&params.text_document.uri.0);
                settings.map_err(|_| failed("not formatted: the configuration is invalid".to_string()))?;
                let file = self.model(&params.text_document).filter(|file| !file.is_listing());
                file.map(formatting::formatted).transpose().map_err(failed)
            }),
            Method::TextDocumentPrepareRename => respond::<PrepareRenameRequest>(params, |params| {
                let name = self.at(&params.text_document_position_params, renaming::prepare).flatten();
                Ok(name.map(PrepareRenameResult::PrepareRenamePlaceholder))
            }),
            Method::TextDocumentRename => respond::<RenameRequest>(params, |params| {
                let renamed = |file: &OpenFile, position| {
                    let changes = renaming::renamed(file, position, &params.new_name).map_err(failed)?;
                    Ok(workspace_edit(file, changes, client.versioned_edits))
                };
                self.at(&params.text_document_position_params, renamed).transpose()
            }),
            Method::TextDocumentCompletion => respond::<CompletionRequest>(params, |params| {
                let at = &params.text_document_position_params;
                let settings = || self.workspace.settings(&at.text_document.uri.0).ok().flatten();
                let files = || settings()?.context.file_tree;
                let complete = |file: &_, position| completion::completions(file, position, files);
                Ok(self.at(at, complete).map(Into::into))
            }),
            Method::Custom(LISTING) => {
                let params: TextDocumentIdentifier = parsed(params)?;
                let bytes = self.workspace.read(&params.uri.0);
                let text = bytes.and_then(|bytes| listing_text(&document::read("", bytes)));
                Ok(json!(text))
            }
            method => self.show(method, params),
        }
    }

    /// Answers a request for what is in a file.
    fn show(&self, method: LspRequestMethod, params: Value) -> Answer {
        use LspRequestMethod as Method;
        match method {
            Method::TextDocumentHover => respond::<HoverRequest>(params, |params| {
                let hover = |file: &OpenFile, position| hover::hover(file, position, self.client.markdown);
                Ok(self.at(&params.text_document_position_params, hover).flatten())
            }),
            Method::TextDocumentDefinition => respond::<DefinitionRequest>(params, |params| {
                let definition =
                    self.at(&params.text_document_position_params, navigation::definition).flatten();
                Ok(definition.map(|location| Definition::from(location).into()))
            }),
            Method::TextDocumentReferences => respond::<ReferencesRequest>(params, |params| {
                let with_own = params.context.include_declaration;
                let all = |file: &OpenFile, position| navigation::references(file, position, with_own);
                Ok(self.at(&params.text_document_position_params, all))
            }),
            Method::TextDocumentDocumentHighlight => respond::<DocumentHighlightRequest>(params, |params| {
                Ok(self.at(&params.text_document_position_params, navigation::highlights))
            }),
            Method::TextDocumentDocumentSymbol => respond::<DocumentSymbolRequest>(params, |params| {
                Ok(self.model(&params.text_document).map(|file| symbols::symbols(file).into()))
            }),
            Method::TextDocumentFoldingRange => respond::<FoldingRangeRequest>(params, |params| {
                Ok(self.model(&params.text_document).map(folding::ranges))
            }),
            Method::TextDocumentInlayHint => respond::<InlayHintRequest>(params, |params| {
                Ok(self.model(&params.text_document).map(|file| hints::hints(file, params.range)))
            }),
            _ => Err(error(ErrorCode::MethodNotFound, "this server has no such method")),
        }
    }

    /// Looks at a position of an open file; `None` if that is no model.
    fn at<T>(
        &self,
        at: &TextDocumentPositionParams,
        look: impl FnOnce(&OpenFile, Position) -> T,
    ) -> Option<T> {
        self.model(&at.text_document).map(|file| look(file, at.position))
    }

    /// The open file, if it is a model.
    fn model(&self, at: &TextDocumentIdentifier) -> Option<&OpenFile> {
        self.files.get(&at.uri.0).filter(|file| file.is_model())
    }

    fn resolve(&self, action: CodeAction) -> CodeAction {
        let uri =
            action.data.as_ref().and_then(|data| data.get("uri")?.as_str()).unwrap_or_default().to_string();
        match self.model(&TextDocumentIdentifier { uri: Uri(uri) }) {
            Some(file) => actions::resolve(file, action, self.client),
            None => action,
        }
    }

    /// Takes a notification. One that is unknown is passed over: there is no answer to it.
    fn take(&mut self, notification: Notification, out: &mut Vec<Message>) {
        use LspNotificationMethod as Method;
        let Notification { method, params } = notification;
        match (self.stage, Method::from(&*method)) {
            (Stage::Ended(_), _) => {}
            (stage, Method::Exit) => self.stage = Stage::Ended(stage == Stage::ShuttingDown),
            (Stage::Running, Method::Initialized) => out.extend(self.watching.start(self.client)),
            (Stage::Running, Method::TextDocumentDidOpen) => {
                self.with::<DidOpenTextDocumentNotification>(params, out, |server, params, out| {
                    let document = params.text_document;
                    server.open((document.uri, document.version, document.text), out);
                });
            }
            (Stage::Running, Method::TextDocumentDidChange) => {
                self.with::<DidChangeTextDocumentNotification>(params, out, |server, params, _| {
                    let document = params.text_document;
                    let uri = document.text_document_identifier.uri.0;
                    if let Some(file) = server.files.get_mut(&uri) {
                        file.change(document.version, params.content_changes);
                        server.changed.insert(uri);
                    }
                });
            }
            (Stage::Running, Method::TextDocumentDidSave) => {
                self.with::<DidSaveTextDocumentNotification>(params, out, |server, params, out| {
                    let uri = params.text_document.uri.0;
                    let stored = server.workspace.read(&uri);
                    if let Some(file) = server.files.get_mut(&uri) {
                        file.saved(stored);
                    }
                    server.refresh(out);
                });
            }
            (Stage::Running, Method::TextDocumentDidClose) => {
                self.with::<DidCloseTextDocumentNotification>(params, out, |server, params, out| {
                    server.close(params.text_document.uri, out);
                });
            }
            (
                Stage::Running,
                Method::WorkspaceDidChangeWatchedFiles | Method::WorkspaceDidChangeConfiguration,
            ) => self.refresh(out),
            _ => {}
        }
    }

    /// Takes a notification about a file. If it cannot be read, it is not known what the file is now, and it is left alone
    /// until it is opened again.
    fn with<N: gen_lsp_types::Notification>(
        &mut self,
        params: Value,
        out: &mut Vec<Message>,
        take: impl FnOnce(&mut Self, N::Params, &mut Vec<Message>),
    ) {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).map(str::to_string);
        match readable_ranges(&params).and_then(|()| serde_json::from_value(params)) {
            Ok(params) => take(self, params, out),
            Err(wrong) => {
                let uri = uri.unwrap_or_default();
                let message =
                    format!("ms3dlint: nothing is known of {uri} until it is opened again: {wrong}");
                let params = LogMessageParams { kind: MessageType::Error, message };
                out.push(notification("window/logMessage", params));
                self.close(Uri(uri), out);
            }
        }
    }

    fn open(&mut self, (uri, version, text): (Uri, i32, String), out: &mut Vec<Message>) {
        // Another file may have been made beside it since others were checked.
        self.workspace.refresh();
        let (file, wrong) = OpenFile::new((uri.clone(), version, text), self.client.units, &*self.workspace);
        self.files.insert(uri.0.clone(), file);
        self.changed.insert(uri.0);
        self.report(wrong, out);
    }

    fn close(&mut self, uri: Uri, out: &mut Vec<Message>) {
        if self.files.remove(&uri.0).is_some() {
            self.changed.remove(&uri.0);
            let nothing = PublishDiagnosticsParams { uri, version: None, diagnostics: Vec::new() };
            out.push(notification("textDocument/publishDiagnostics", nothing));
        }
    }

    /// Checks all files again: a configuration, a baseline or a texture may have changed.
    fn refresh(&mut self, out: &mut Vec<Message>) {
        self.workspace.refresh();
        self.shown.clear();
        let workspace = &*self.workspace;
        let wrong: Vec<_> = self.files.values_mut().filter_map(|file| file.configure(workspace)).collect();
        self.changed.extend(self.files.keys().cloned());
        wrong.into_iter().for_each(|wrong| self.report(Some(wrong), out));
    }

    /// Shows what is wrong with a configuration, once.
    fn report(&mut self, wrong: Option<String>, out: &mut Vec<Message>) {
        if let Some(message) = wrong.filter(|wrong| self.shown.insert(wrong.clone())) {
            let message = format!("ms3dlint: {}", message.trim_end());
            out.push(notification(
                "window/showMessage",
                ShowMessageParams { kind: MessageType::Error, message },
            ));
        }
    }
}

/// Looks at the ranges of changes: one with a range that cannot be read would be taken for one of the whole text.
fn readable_ranges(params: &Value) -> serde_json::Result<()> {
    let changes = params.get("contentChanges").and_then(Value::as_array).into_iter().flatten();
    let mut ranges = changes.filter_map(|change| change.get("range")).filter(|range| !range.is_null());
    ranges.try_for_each(|range| Range::deserialize(range).map(drop))
}

/// The request that a message cancels.
fn cancelled(message: &Message) -> Option<RequestId> {
    match message {
        Message::Notification(Notification { method, params }) if method == "$/cancelRequest" => {
            serde_json::from_value(params.get("id")?.clone()).ok()
        }
        _ => None,
    }
}

/// Answers a request of this kind.
fn respond<R: gen_lsp_types::Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> Result<R::Result, ResponseError>,
) -> Answer {
    let result = answer(parsed(params)?)?;
    serde_json::to_value(result).map_err(|wrong| error(ErrorCode::InternalError, &wrong.to_string()))
}

fn parsed<P: DeserializeOwned>(params: Value) -> Result<P, ResponseError> {
    serde_json::from_value(params).map_err(|wrong| error(ErrorCode::InvalidParams, &wrong.to_string()))
}

fn error(code: ErrorCode, message: &str) -> ResponseError {
    ResponseError { code: code as i32, message: message.to_string(), data: None }
}

/// What was asked for cannot be done with this file.
fn failed(message: String) -> ResponseError {
    error(ErrorCode::RequestFailed, &message)
}

fn notification(method: &str, params: impl serde::Serialize) -> Message {
    Notification::new(method.to_string(), params).into()
}
