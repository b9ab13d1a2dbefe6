//! The arguments of a command that are only put together if somebody asks for the command: most runs are checks, and
//! clap would make those of two dozen commands at each start.

use std::ops::Deref;

use clap::builder::Resettable;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// The arguments of a command, made when they are needed.
#[derive(Debug)]
pub(in crate::cli) struct Deferred<T>(T);

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(with_args::<T>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args_for_update(command)
    }
}

/// A command with these arguments. What is said of the command itself stays.
fn with_args<T: Args>(command: Command) -> Command {
    let about = Resettable::from(command.get_about().cloned());
    let long_about = Resettable::from(command.get_long_about().cloned());
    with_short_help(T::augment_args(command).about(about).long_about(long_about))
}

/// The commands whose whole help does not fit on a screen.
const LONG: [&str; 4] = ["check", "render", "smith", "campaign"];

/// Such a command with only the examples after the options in its short help, and other commands as they are.
fn with_short_help(command: Command) -> Command {
    let Some(all) = command.get_after_help().map(ToString::to_string) else { return command };
    if !LONG.contains(&command.get_name()) {
        return command;
    }
    let examples: Vec<_> = all.split("\n\n").filter(|part| part.starts_with("Example")).collect();
    let examples = examples.join("\n\n");
    command.after_help(examples).after_long_help(all)
}
