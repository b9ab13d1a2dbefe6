//! What an editor can do, and what this server can.

use std::collections::BTreeSet;

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CompletionOptions, InitializeParams, InitializeResult, MarkupKind,
    RenameOptions, ServerCapabilities, ServerInfo, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFolders,
};
use lsp_server::{Message, Request};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use crate::base::folder::PICTURES;
use crate::editor::text::Units;
use crate::engines::guess::identifying_files;

/// What configurations are called; a library without them knows their names.
const CONFIGS: [&str; 2] = ["ms3dlint.toml", ".ms3dlint.toml"];
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
    /// Whether it can be asked to watch a file wherever that is, and not only below the folders that are open.
    pub(crate) watches_elsewhere: bool,
}

impl Default for ClientAbilities {
    fn default() -> Self {
        Self {
            units: Units::Utf16,
            markdown: false,
            resolves_edits: false,
            versioned_edits: false,
            watches_files: false,
            watches_elsewhere: false,
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
        let elsewhere = || workspace?.did_change_watched_files.as_ref()?.relative_pattern_support;
        Self {
            units: Units::best(encodings().unwrap_or_default()),
            markdown: markdown().unwrap_or(false),
            resolves_edits: resolves().unwrap_or(false),
            versioned_edits: versioned().unwrap_or(false),
            watches_files: watches().unwrap_or(false),
            watches_elsewhere: elsewhere().unwrap_or(false),
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

/// The names of files that matter to models beside themselves: configurations, baselines, pictures, other parts of a model,
/// and those that show which program models are for.
fn watched() -> Vec<String> {
    let by_ending = PICTURES.into_iter().chain(["txt"]).map(|end| format!("*.{}", in_any_case(end)));
    let others = CONFIGS.into_iter().chain(["*.tsv"]).chain(identifying_files());
    others.map(str::to_string).chain(by_ending).map(|name| format!("**/{name}")).collect()
}

/// A pattern for a name in small and capital letters. The protocol has sets of letters only as ranges, so each letter is
/// a choice.
fn in_any_case(name: &str) -> String {
    name.chars().map(|c| format!("{{{c},{}}}", c.to_ascii_uppercase())).collect()
}

/// What an editor is asked to watch.
#[derive(Debug, Default)]
pub(crate) struct Watching {
    /// The URIs of the folders that are open.
    folders: Vec<String>,
    /// The files that were named so far.
    named: BTreeSet<String>,
    /// How often the editor was asked; never before it is ready.
    count: usize,
}

impl Watching {
    /// With the folders that are open.
    pub(crate) fn of(folders: Vec<String>) -> Self {
        Self { folders, ..Self::default() }
    }

    /// Asks the editor to report changes of the files whose names show that they matter, if it can.
    pub(crate) fn start(&mut self, client: ClientAbilities) -> Option<Message> {
        let watchers = watched().into_iter().map(|pattern| json!({ "globPattern": pattern })).collect();
        client.watches_files.then(|| self.request(watchers))
    }

    /// Asks the same for files with these URIs, those that it watches left aside.
    pub(crate) fn watch(
        &mut self,
        client: ClientAbilities,
        named: impl FnOnce() -> Vec<String>,
    ) -> Option<Message> {
        if self.count == 0 {
            return None;
        }
        let is_new = |uri: &String| !self.shows_by_name(uri) && !self.named.contains(uri);
        let new = named().into_iter().filter(is_new).collect::<BTreeSet<_>>();
        self.named.extend(new.iter().cloned());
        let watcher = |uri: &String| {
            let (folder, name) = uri.rsplit_once('/')?;
            let name = pattern_of(&percent_decode_str(name).decode_utf8_lossy());
            Some(match client.watches_elsewhere {
                true => json!({ "globPattern": { "baseUri": folder, "pattern": name } }),
                false => json!({ "globPattern": format!("**/{name}") }),
            })
        };
        let watchers = new.iter().filter_map(watcher).collect::<Vec<_>>();
        (!watchers.is_empty()).then(|| self.request(watchers))
    }

    /// Whether a file is in a folder that is open, and its name shows that it matters.
    fn shows_by_name(&self, uri: &str) -> bool {
        let is_in = |folder: &String| {
            uri.strip_prefix(folder.trim_end_matches('/')).is_some_and(|rest| rest.starts_with('/'))
        };
        let name = uri.rsplit('/').next().unwrap_or(uri);
        (CONFIGS.contains(&name) || name.ends_with(".tsv")) && self.folders.iter().any(is_in)
    }

    fn request(&mut self, watchers: Vec<Value>) -> Message {
        self.count += 1;
        let registration = json!({
            "id": format!("files-{}", self.count),
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        let (id, method) = (format!("watch-{}", self.count), "client/registerCapability".to_string());
        Request::new(id.into(), method, json!({ "registrations": [registration] })).into()
    }
}

/// A pattern for a name: what would mean something else in it may be any character.
fn pattern_of(name: &str) -> String {
    name.replace(['*', '?', '[', ']', '{', '}', '\\'], "?")
}
