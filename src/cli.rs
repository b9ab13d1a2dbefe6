//! Floor 7: the command line. Only here are arguments, the file system and exit codes known.

mod args;
mod catalogue;
mod exit;
mod files;
mod output;
mod run;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::cli::args::{Args, Command};
use crate::cli::exit::Exit;

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let args = Args::parse();
    let exit = match &args.command {
        Some(Command::Explain { rule }) => print(catalogue::explain(rule)),
        Some(Command::Rules) => print(Ok(catalogue::list())),
        None => match run::run(&args.check) {
            Ok(exit) => exit,
            Err(message) => usage_error(&message),
        },
    };
    exit.into()
}

fn print(text: Result<String, String>) -> Exit {
    match text {
        Ok(text) => match std::io::stdout().lock().write_all(text.as_bytes()) {
            Ok(()) => Exit::Clean,
            Err(error) => exit::after_write_error(&error),
        },
        Err(message) => usage_error(&message),
    }
}

fn usage_error(message: &str) -> Exit {
    eprintln!("ms3dlint: {message}");
    Exit::Usage
}
