//! The command line: runs the command that the arguments name. The file system, threads and exit codes are
//! used nowhere else.

mod args;
mod check;
mod commands;
mod exit;
mod files;
mod lock;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ColorChoice, FromArgMatches, Parser};

use crate::base::display::visible;
use crate::base::suggest::nearest;
use crate::cli::args::{Args, BaselineCommand, CheckArgs, Command, program};
use crate::cli::exit::{Exit, complain};
use crate::report::inert;

/// Runs the program with the arguments of the process. Where no shell does so, names with `*` and `?` are replaced by the
/// files that have such a name.
pub fn main() -> ExitCode {
    let (exit, pause) = match parsed(wild::args_os()) {
        Ok(args) => (run(&args), check_args(&args).pause),
        // Help and version are no errors, and quote nothing that the user wrote.
        Err(error) if !error.use_stderr() => (exit::after_writing(error.print()), false),
        Err(error) => (wrong_arguments(&error), false),
    };
    if pause || exit::closes_its_window() {
        exit::wait_for_enter();
    }
    exit.into()
}

/// The arguments of a check, with its command or without.
fn check_args(args: &Args) -> &CheckArgs {
    match &args.command {
        Some(Command::Check(check)) => check,
        _ => &args.check,
    }
}

fn run(args: &Args) -> Exit {
    let check = check_args(args);
    match &args.command {
        Some(Command::Explain(args)) => print(commands::explain::run(args)),
        Some(Command::Rules(args)) => print(commands::rules::list(args)),
        Some(Command::Fmt(args)) => ended(commands::fmt::run(args)),
        Some(Command::Convert(args)) => ended(commands::convert::run(args)),
        Some(Command::Dump(args)) => ended(commands::inspect::dump(args)),
        Some(Command::Where(args)) => ended(commands::inspect::where_is(args)),
        Some(Command::Config(args)) => print(commands::config::run(args)),
        Some(Command::Stats(args)) => ended(commands::stats::run(args)),
        Some(Command::Loads(args)) => ended(commands::loads::run(args)),
        Some(Command::Diff(args)) => ended(commands::diff::run(args)),
        Some(Command::Pose(args)) => ended(commands::pose::run(args)),
        Some(Command::Render(args)) => ended(commands::render::run(args)),
        Some(Command::View(args)) => ended(commands::view::run(args)),
        Some(Command::Smith(args)) => ended(commands::smith::run(args)),
        Some(Command::Campaign(args)) => ended(commands::campaign::run(args)),
        Some(Command::Lsp(args)) => ended(commands::lsp::run(args)),
        Some(Command::Init) => ended(commands::init::run()),
        Some(Command::Completions { shell }) => print(Ok(commands::manual::completions(*shell))),
        Some(Command::Man { dir }) => commands::manual::write(dir),
        Some(Command::Assemble(args)) => ended(commands::assemble::run(args)),
        Some(Command::Merge(args)) => ended(commands::merge::run(args)),
        Some(Command::Baseline(BaselineCommand::Write(args))) => {
            ended(commands::baseline::write_baseline(args))
        }
        Some(Command::Baseline(BaselineCommand::Prune(args))) => ended(commands::baseline::prune(args)),
        Some(Command::Baseline(BaselineCommand::Other(words))) => ended(Err(commands::baseline::hint(words))),
        Some(Command::Check(_)) => ended(checked(check)),
        None => ended(meant_command(check).and_then(|()| checked(check))),
    }
}

fn parsed(args: impl Iterator<Item = OsString>) -> clap::error::Result<Args> {
    let args: Vec<_> = args.collect();
    match Args::try_parse_from(&args) {
        // The help of the program is made only for those who see it.
        Err(error) if error.kind() != ErrorKind::DisplayVersion => {}
        parsed => return parsed,
    }
    let color = check::terminal::forced_color();
    let color =
        color.map_or(ColorChoice::Auto, |is_on| if is_on { ColorChoice::Always } else { ColorChoice::Never });
    let mut program = program().color(color);
    let mut matches = program.try_get_matches_from_mut(args)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut program))
}

/// Prints what is wrong with the arguments. The error quotes them, and they may be names of files that a shell has put
/// there.
fn wrong_arguments(error: &clap::Error) -> Exit {
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(message) = late_command()
    {
        return usage_error(&message);
    }
    let printable = wild::args_os().map(|arg| OsString::from(&*inert(&visible(arg.as_encoded_bytes()))));
    // A closed standard error does not change the result.
    let _ = parsed(printable).as_ref().err().unwrap_or(error).print();
    Exit::Usage
}

/// Checks once, or again whenever something changes.
fn checked(check: &CheckArgs) -> Result<Exit, String> {
    if check.watch { check::watch::watch(check) } else { check::run::once(check, |_| ()) }
}

fn ended(exit: Result<Exit, String>) -> Exit {
    exit.unwrap_or_else(|message| usage_error(&message))
}

fn print(text: Result<String, String>) -> Exit {
    match text {
        Ok(text) => exit::say(&text),
        Err(message) => usage_error(&message),
    }
}

/// The suggestion that a command comes first, if one of the arguments of the process after the first is a command, and
/// no file has its name.
fn late_command() -> Option<String> {
    let commands = program();
    let is_command = |arg: &str| commands.find_subcommand(arg).is_some() && !Path::new(arg).exists();
    let mut args: Vec<_> = wild::args_os().skip(1).map(|arg| visible(arg.as_encoded_bytes())).collect();
    let late = args.iter().position(|arg| is_command(arg)).filter(|at| *at > 0)?;
    args[..=late].rotate_right(1);
    let args = args.iter().map(|arg| if arg.contains(' ') { format!("\"{arg}\"") } else { arg.clone() });
    Some(format!("the command comes first: ms3dlint {}", args.collect::<Vec<_>>().join(" ")))
}

/// The suggestion that a path may have been meant as a command, if there is no such file.
fn meant_command(check: &CheckArgs) -> Result<(), String> {
    let paths = &check.files.paths;
    if paths.iter().any(|path| path.symlink_metadata().is_err())
        && let Some(message) = late_command()
    {
        return Err(message);
    }
    let is_word = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
    let word = paths.first().and_then(|path| path.to_str()).filter(is_word);
    let Some(word) = word.filter(|word| Path::new(word).symlink_metadata().is_err()) else { return Ok(()) };
    if check.changed.as_deref() == Some("") {
        return Err(format!("there is no file \"{word}\"; if it is a commit, write --changed={word}"));
    }
    if matches!(word, "fix" | "repair") {
        return Err(format!("there is no file \"{word}\"; --fix repairs models: ms3dlint --fix PATHS"));
    }
    if word == "version" {
        return Err("there is no file \"version\"; --version shows the version".to_string());
    }
    let commands = program();
    match nearest(&word.to_ascii_lowercase(), commands.get_subcommands().map(clap::Command::get_name)) {
        Some(command) => Err(format!("there is no file \"{word}\"; did you mean the command \"{command}\"?")),
        None if paths[1..].iter().any(|path| path.exists()) => {
            Err(format!("there is no file and no command \"{word}\"; `ms3dlint --help` lists the commands"))
        }
        None => Ok(()),
    }
}

fn usage_error(message: &str) -> Exit {
    // The message quotes the user's input, which may be the name of a file.
    let lines: Vec<_> = message.trim_end().lines().map(|line| visible(line.as_bytes())).collect();
    complain(&lines.join("\n"));
    Exit::Usage
}
