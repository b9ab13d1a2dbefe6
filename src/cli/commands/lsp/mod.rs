//! `ms3dlint lsp`: serves an editor over standard input and output.

mod disk;
mod transport;

use std::io;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use lsp_server::Message;

use crate::cli::args::LspArgs;
use crate::cli::check::run::targets;
use crate::cli::commands::lsp::disk::Disk;
use crate::cli::commands::lsp::transport::{read_message, write_text};
use crate::cli::exit::{Exit, complain};
use crate::editor::{Server, options};

/// How long the server waits for what an editor sends right after a message, such as a cancellation or the next key.
const A_MOMENT: Duration = Duration::from_millis(1);

/// Serves until the editor ends the session. The error is about the arguments.
pub(crate) fn run(args: &LspArgs) -> Result<Exit, String> {
    let options = options(targets(&args.target)?);
    let mut server = Server::new(Box::new(Disk::new(&args.config, options, args.level)?));
    let (sender, received) = sync_channel(1);
    let reader = thread::spawn(move || read_all(&sender));
    while server.ended().is_none()
        && let Ok(first) = received.recv()
    {
        let mut messages = vec![first];
        while let Ok(next) = received.recv_timeout(A_MOMENT) {
            messages.push(next);
        }
        for message in server.handle(messages) {
            if message.write(&mut io::stdout().lock()).is_err() {
                return Ok(Exit::Failure);
            }
        }
    }
    match server.ended() {
        Some(true) => return Ok(Exit::Clean),
        // The protocol asks for 1 if the editor has not asked the server to shut down.
        Some(false) => return Ok(Exit::Findings),
        None => {}
    }
    Ok(match reader.join() {
        // An editor that is gone without a word has ended the session, too.
        Ok(Ok(())) => Exit::Clean,
        Ok(Err(error)) => {
            complain(&format!("the editor sent something that is not a message: {error}"));
            Exit::Failure
        }
        Err(_) => Exit::Failure,
    })
}

/// Reads messages until there are no more, or nobody takes them.
fn read_all(sender: &SyncSender<Message>) -> io::Result<()> {
    let mut input = io::stdin().lock();
    while let Some(message) = read_message(&mut input)? {
        let is_taken = match message {
            Ok(message) => sender.send(message).is_ok(),
            Err(wrong) => write_text(&wrong.answer(), &mut io::stdout().lock()).is_ok(),
        };
        if !is_taken {
            break;
        }
    }
    Ok(())
}
