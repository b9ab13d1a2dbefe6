//! A language server: what editors show of a model while somebody works on it.
//!
//! [`Server`] takes messages of the Language Server Protocol and gives back those to send. It reads no file and writes
//! nowhere: what it must know of the files around a model it asks a [`Workspace`]. So the same server runs in
//! `ms3dlint lsp`, in WebAssembly, and in tests.

mod abilities;
mod actions;
mod completion;
mod diagnostics;
mod edits;
mod folding;
mod formatting;
mod hints;
mod hover;
mod listing;
mod navigation;
mod open_file;
#[cfg(feature = "cli")]
pub(crate) mod received;
mod regions;
mod renaming;
mod server;
mod spelling;
mod symbols;
mod text;
mod workspace;

pub use crate::editor::listing::SCHEME;
pub use crate::editor::server::Server;
pub use crate::editor::workspace::{FileSettings, Workspace, completed, options};
