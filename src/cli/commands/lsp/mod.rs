//! `ms3dlint lsp`: serves an editor over standard input and output.

mod disk;

use std::time::Duration;

use lsp_server::Connection;

use crate::actions::lint;
use crate::cli::args::LspArgs;
use crate::cli::check::run::targets;
use crate::cli::commands::lsp::disk::Disk;
use crate::cli::exit::{Exit, complain};
use crate::diagnostics::finding::Severity;
use crate::editor::Server;

/// How long the server waits for what an editor sends right behind a message, such as a cancellation or the next key.
const A_MOMENT: Duration = Duration::from_millis(1);

/// Serves until the editor ends the session. The error is about the arguments.
pub(crate) fn run(args: &LspArgs) -> Result<Exit, String> {
    let options = lint::Options {
        targets: targets(&args.target)?,
        repaired_from: Severity::Info,
        // Nobody counts them here.
        fixable_from: Severity::Error,
        ..lint::Options::default()
    };
    let mut server = Server::new(Box::new(Disk::new(&args.config, options, args.level)?));
    let (connection, threads) = Connection::stdio();
    while server.ended().is_none()
        && let Ok(first) = connection.receiver.recv()
    {
        let mut messages = vec![first];
        while let Ok(next) = connection.receiver.recv_timeout(A_MOMENT) {
            messages.push(next);
        }
        for message in server.handle(messages) {
            if connection.sender.send(message).is_err() {
                return Ok(Exit::Failure);
            }
        }
    }
    drop(connection);
    if let Err(error) = threads.join() {
        complain(&format!("the editor sent something that is no message: {error}"));
        return Ok(Exit::Failure);
    }
    // An editor that is gone without a word has ended the session, too.
    Ok(if server.ended() == Some(false) { Exit::Failure } else { Exit::Clean })
}
