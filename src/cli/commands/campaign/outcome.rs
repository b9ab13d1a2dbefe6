//! The outcome of running an importer on a model: accepted, rejected, a crash, a hang or too much memory.

use std::ops::RangeInclusive;
use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

use crate::base::display::visible;

/// The kinds of outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OutcomeKind {
    /// Accepted the model: exit code 0.
    Accept,
    /// Rejected the model: another exit code.
    Reject,
    /// Killed by a signal, it or its child, or it exited with a code that means a crash.
    Crash,
    /// It was still running after the time limit.
    Hang,
    /// It exceeded the memory limit.
    Memory,
}

/// The outcome of a run, with details.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Outcome {
    /// The kind.
    pub(crate) kind: OutcomeKind,
    /// The exit code or the signal, in words; empty if the kind is enough.
    pub(crate) by: String,
    /// The place or message of the crash; empty if unknown. Sanitizers end a program with the same signal
    /// for all errors.
    pub(crate) said: String,
}

impl OutcomeKind {
    /// All kinds, in the order of the columns of a scorecard.
    pub(crate) const ALL: [Self; 5] = [Self::Accept, Self::Reject, Self::Crash, Self::Hang, Self::Memory];

    /// Its name in scorecards.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Memory => "memory",
        }
    }

    /// Whether no model should cause this in an importer.
    pub(crate) fn is_failure(self) -> bool {
        self >= Self::Crash
    }
}

impl Outcome {
    /// An outcome without details.
    pub(crate) fn just(kind: OutcomeKind) -> Self {
        Self::by(kind, String::new())
    }

    fn by(kind: OutcomeKind, by: String) -> Self {
        Self { kind, by, said: String::new() }
    }

    /// The same, with the crash found in the output.
    pub(crate) fn with(self, output: &[u8]) -> Self {
        match self.kind {
            OutcomeKind::Crash => Self { said: last_words(output).unwrap_or_default(), ..self },
            _ => self,
        }
    }

    /// The outcome of a process that exited by itself.
    pub(crate) fn of(status: ExitStatus, crash_codes: &[i32]) -> Self {
        /// On Windows these are exceptions; -1 is not one of them.
        const EXCEPTIONS: RangeInclusive<u32> = 0xC000_0000..=0xCFFF_FFFF;
        match status.code() {
            Some(0) => Self::just(OutcomeKind::Accept),
            Some(code) if crash_codes.contains(&code) => {
                Self::by(OutcomeKind::Crash, format!("exit code {code}"))
            }
            Some(code) if EXCEPTIONS.contains(&(code as u32)) => {
                Self::by(OutcomeKind::Crash, format!("exception {code:#010x}"))
            }
            Some(code) => match signal_of_shell(code) {
                Some(signal) => Self::by(OutcomeKind::Crash, format!("exit code {code} for {signal}")),
                None => Self::by(OutcomeKind::Reject, format!("exit code {code}")),
            },
            None => Self::by(OutcomeKind::Crash, signal(status)),
        }
    }
}

/// The place or message of a crash: the summary of a sanitizer, the place of a panic of Rust, or the
/// assertion of C that failed. It has nothing that differs from model to model.
fn last_words(output: &[u8]) -> Option<String> {
    /// The most characters of it that are kept.
    const LONGEST: usize = 200;
    let of_line = |line: &str| {
        if let Some(summary) = line.strip_prefix("SUMMARY: ") {
            // The number of leaked bytes differs each time.
            let leak = summary.split_once(": ").filter(|(_, what)| what.contains(" leaked in "));
            return Some(
                leak.map_or(summary.to_string(), |(sanitizer, _)| format!("{sanitizer}: memory leaked")),
            );
        }
        if let Some((_, place)) =
            line.split_once("' panicked at ").or_else(|| line.split_once(") panicked at "))
        {
            // Up to Rust 1.72 the message was before the place, in quotes.
            let place = place.rsplit_once("', ").map_or(place, |(_, place)| place);
            return Some(format!("panicked at {}", place.trim_end_matches(':')));
        }
        (line.contains(": Assertion ") && line.ends_with("failed.")).then(|| line.to_string())
    };
    let output = String::from_utf8_lossy(output);
    let words = output.lines().find_map(of_line)?;
    Some(visible(words.chars().take(LONGEST).collect::<String>().as_bytes()))
}

/// The signal that killed the child of a shell, if its exit code shows one.
#[cfg(unix)]
fn signal_of_shell(code: i32) -> Option<String> {
    use std::os::unix::process::ExitStatusExt;
    (129..=159).contains(&code).then(|| signal(ExitStatus::from_raw(code - 128)))
}

#[cfg(not(unix))]
fn signal_of_shell(_: i32) -> Option<String> {
    None
}

/// The number and the name of the signal that killed a process.
#[cfg(unix)]
fn signal(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    // Without the note about a core dump, which depends on the machine.
    let signal = ExitStatus::from_raw(status.signal().unwrap_or_default());
    signal.to_string().replacen(':', "", 1)
}

#[cfg(not(unix))]
fn signal(status: ExitStatus) -> String {
    status.to_string()
}

#[cfg(test)]
mod tests {
    use super::last_words;

    #[test]
    fn last_words_are_the_same_for_all_models_that_fail_alike() {
        for (output, words) in [
            (
                "==1==ERROR\nSUMMARY: AddressSanitizer: SEGV a.c:5:3 in load\nbye",
                Some("AddressSanitizer: SEGV a.c:5:3 in load"),
            ),
            (
                "SUMMARY: AddressSanitizer: 1000 byte(s) leaked in 1 allocation(s).",
                Some("AddressSanitizer: memory leaked"),
            ),
            (
                "thread 'main' (712) panicked at src/main.rs:3:9:\nindex 7 is too large",
                Some("panicked at src/main.rs:3:9"),
            ),
            (
                "thread 'main' panicked at 'index 7', is too large', src/main.rs:3:9\n",
                Some("panicked at src/main.rs:3:9"),
            ),
            (
                "importer: a.c:9: load: Assertion `i < n' failed.\n",
                Some("importer: a.c:9: load: Assertion `i < n' failed."),
            ),
            ("SUMMARY: \u{1b}[31m\n", Some("␛[31m")),
            ("I panicked at the disco, and my Assertion failed.\n", None),
        ] {
            assert_eq!(last_words(output.as_bytes()).as_deref(), words, "{output}");
        }
    }
}
