//! What an editor can do, and what this server can.

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CompletionOptions, InitializeParams, InitializeResult, MarkupKind,
    RenameOptions, ServerCapabilities, ServerInfo, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFolders,
};
use lsp_server::{Message, Request};
use serde_json::json;

use crate::base::folder::PICTURES;
use crate::editor::text::Units;
use crate::engines::guess::identifying_files;

/// The kind of the action that applies all safe fixes.
pub(crate) const FIX_ALL: &str = "source.fixAll.ms3dlint";
/// The kind of the action that applies all fixes. `source.fixAll`, as editors can do it whenever they save, has no part
/// in it.
pub(crate) const UNSAFE_FIX_ALL: &str = "source.ms3dlint.unsafeFixAll";

/// What an editor can do.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAbilities {
    /// What it counts characters in.
    pub(crate) units: Units,
    /// Whether it shows Markdown.
    pub(crate) markdown: bool,
    /// Whether it asks for the edit of an action only when somebody chooses it.
    pub(crate) resolves_edits: bool,
    /// Whether edits may name the version of the file that they are for.
    pub(crate) versioned_edits: bool,
    /// Whether it can be asked to watch files.
    pub(crate) watches_files: bool,
}

impl Default for ClientAbilities {
    fn default() -> Self {
        Self {
            units: Units::Utf16,
            markdown: false,
            resolves_edits: false,
            versioned_edits: false,
            watches_files: false,
        }
    }
}

impl ClientAbilities {
    /// What it says when it starts the server.
    pub(crate) fn of(params: &InitializeParams) -> Self {
        let capabilities = &params.capabilities;
        let document = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let encodings = || capabilities.general.as_ref()?.position_encodings.as_deref();
        let markdown =
            || Some(document?.hover.as_ref()?.content_format.as_ref()?.contains(&MarkupKind::Markdown));
        let resolves = || {
            let resolved = &document?.code_action.as_ref()?.resolve_support.as_ref()?.properties;
            Some(resolved.iter().any(|property| property == "edit"))
        };
        let versioned = || workspace?.workspace_edit.as_ref()?.document_changes;
        let watches = || workspace?.did_change_watched_files.as_ref()?.dynamic_registration;
        Self {
            units: Units::best(encodings().unwrap_or_default()),
            markdown: markdown().unwrap_or(false),
            resolves_edits: resolves().unwrap_or(false),
            versioned_edits: versioned().unwrap_or(false),
            watches_files: watches().unwrap_or(false),
        }
    }
}

/// The folders that are open.
#[allow(deprecated, reason = "older editors name one folder")]
pub(crate) fn folders(params: &InitializeParams) -> Vec<String> {
    let several = params.workspace_folders_initialize_params.workspace_folders.as_ref();
    match several {
        Some(WorkspaceFolders::WorkspaceFolderList(folders)) => {
            folders.iter().map(|folder| folder.uri.0.clone()).collect()
        }
        _ => params.root_uri.iter().map(|uri| uri.0.clone()).collect(),
    }
}

/// What this server can do.
pub(crate) fn initialized(client: ClientAbilities) -> InitializeResult {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::Incremental),
        save: Some(true.into()),
        ..TextDocumentSyncOptions::default()
    };
    let kinds = [FIX_ALL, UNSAFE_FIX_ALL].map(|kind| CodeActionKind::Custom(kind.into()));
    let actions = CodeActionOptions {
        code_action_kinds: Some([CodeActionKind::QuickFix].into_iter().chain(kinds).collect()),
        resolve_provider: Some(true),
        ..CodeActionOptions::default()
    };
    let rename = RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() };
    let completion = CompletionOptions {
        trigger_characters: Some(["\"", "/", "\\", "("].map(str::to_string).to_vec()),
        ..CompletionOptions::default()
    };
    let capabilities = ServerCapabilities {
        position_encoding: Some(client.units.kind()),
        text_document_sync: Some(sync.into()),
        code_action_provider: Some(actions.into()),
        completion_provider: Some(completion),
        definition_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        hover_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        references_provider: Some(true.into()),
        rename_provider: Some(rename.into()),
        ..ServerCapabilities::default()
    };
    let server_info = Some(ServerInfo {
        name: env!("CARGO_PKG_NAME").to_string(),
        version: Some(env!("CARGO_PKG_VERSION").to_string()),
    });
    InitializeResult { capabilities, server_info }
}

/// The files that matter to models beside themselves: configurations, baselines, pictures, and those that show which
/// program models are for.
fn watched() -> Vec<String> {
    let pictures = PICTURES.map(|end| format!("*.{}", in_any_case(end)));
    let others = ["ms3dlint.toml", ".ms3dlint.toml", "*.tsv"].into_iter().chain(identifying_files());
    others.map(str::to_string).chain(pictures).map(|name| format!("**/{name}")).collect()
}

/// A pattern for a name in small and capital letters. The protocol has sets of letters only as ranges, so each letter is
/// a choice.
fn in_any_case(name: &str) -> String {
    name.chars().map(|c| format!("{{{c},{}}}", c.to_ascii_uppercase())).collect()
}

/// Asks the editor to report changes of these files, if it can.
pub(crate) fn registrations(client: ClientAbilities) -> Option<Message> {
    let watchers = watched().into_iter().map(|pattern| json!({ "globPattern": pattern })).collect::<Vec<_>>();
    let registration = json!({
        "id": "files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": { "watchers": watchers },
    });
    let request = || {
        let (id, method) = ("watch".to_string().into(), "client/registerCapability".to_string());
        Request::new(id, method, json!({ "registrations": [registration] })).into()
    };
    client.watches_files.then(request)
}
