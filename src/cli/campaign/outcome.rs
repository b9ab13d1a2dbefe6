//! What became of an importer that was given a file.

use std::ops::RangeInclusive;
use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// It says that it read the file: exit code 0.
    Accept,
    /// It says that it did not: another exit code.
    Reject,
    /// The system ended it or what it ran, or it ended with an exit code that stands for a crash.
    Crash,
    /// It had not ended when the time was up.
    Hang,
    /// It took more memory than it may.
    Memory,
}

/// How it ended, and by what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Outcome {
    /// How.
    pub(super) kind: Kind,
    /// The exit code or the signal, in words; empty if the kind says it all.
    pub(super) by: String,
}

impl Kind {
    /// All of them, in the order of the columns of a scorecard.
    pub(super) const ALL: [Self; 5] = [Self::Accept, Self::Reject, Self::Crash, Self::Hang, Self::Memory];

    /// What it is called in scorecards.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Memory => "memory",
        }
    }

    /// Whether no file should do that to an importer.
    pub(super) fn is_failure(self) -> bool {
        self >= Self::Crash
    }
}

impl Outcome {
    /// One that needs no more words.
    pub(super) fn just(kind: Kind) -> Self {
        Self { kind, by: String::new() }
    }

    /// What a process that ended by itself came to.
    pub(super) fn of(status: ExitStatus, crash_codes: &[i32]) -> Self {
        /// Among these Windows counts exceptions; -1 is not one of them.
        const EXCEPTIONS: RangeInclusive<u32> = 0xC000_0000..=0xCFFF_FFFF;
        match status.code() {
            Some(0) => Self::just(Kind::Accept),
            Some(code) if crash_codes.contains(&code) => {
                Self { kind: Kind::Crash, by: format!("exit code {code}") }
            }
            Some(code) if EXCEPTIONS.contains(&(code as u32)) => {
                Self { kind: Kind::Crash, by: format!("exception {code:#010x}") }
            }
            Some(code) => match signal_of_shell(code) {
                Some(signal) => Self { kind: Kind::Crash, by: format!("exit code {code} for {signal}") },
                None => Self { kind: Kind::Reject, by: format!("exit code {code}") },
            },
            None => Self { kind: Kind::Crash, by: signal(status) },
        }
    }
}

/// The signal that ended what a shell ran, if its exit code tells of one.
#[cfg(unix)]
fn signal_of_shell(code: i32) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    (129..=159).contains(&code).then(|| signal(ExitStatus::from_raw(code - 128)))
}

#[cfg(not(unix))]
fn signal_of_shell(_: i32) -> Option<String> {
    None
}

/// The number and the name of the signal that ended a process.
#[cfg(unix)]
fn signal(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    // Without the mark that memory was dumped, which depends on the machine.
    let signal = ExitStatus::from_raw(status.signal().unwrap_or_default());
    signal.to_string().replacen(':', "", 1)
}

#[cfg(not(unix))]
fn signal(status: ExitStatus) -> String {
    status.to_string()
}
