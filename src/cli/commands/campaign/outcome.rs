//! The result of running an importer on a file: accepted, rejected, a crash, a hang or too much memory.

use std::ops::RangeInclusive;
use std::process::ExitStatus;

use serde::{Deserialize, Serialize};

use crate::base::display::visible;

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OutcomeKind {
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
pub(crate) struct Outcome {
    /// How.
    pub(crate) kind: OutcomeKind,
    /// The exit code or the signal, in words; empty if the kind says it all.
    pub(crate) by: String,
    /// Where or how it says that it crashed; empty if it does not say. Sanitizers end a program with the same signal
    /// whatever they found.
    pub(crate) said: String,
}

impl OutcomeKind {
    /// All of them, in the order of the columns of a scorecard.
    pub(crate) const ALL: [Self; 5] = [Self::Accept, Self::Reject, Self::Crash, Self::Hang, Self::Memory];

    /// What it is called in scorecards.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Memory => "memory",
        }
    }

    /// Whether no file should do that to an importer.
    pub(crate) fn is_failure(self) -> bool {
        self >= Self::Crash
    }
}

impl Outcome {
    /// One that needs no more words.
    pub(crate) fn just(kind: OutcomeKind) -> Self {
        Self::by(kind, String::new())
    }

    fn by(kind: OutcomeKind, by: String) -> Self {
        Self { kind, by, said: String::new() }
    }

    /// The same, with what it printed in mind.
    pub(crate) fn with(self, output: &[u8]) -> Self {
        match self.kind {
            OutcomeKind::Crash => Self { said: last_words(output).unwrap_or_default(), ..self },
            _ => self,
        }
    }

    /// What a process that ended by itself came to.
    pub(crate) fn of(status: ExitStatus, crash_codes: &[i32]) -> Self {
        /// Among these Windows counts exceptions; -1 is not one of them.
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

/// Where or how a program says that it crashed: the summary of a sanitizer, the place of a panic of Rust, or the
/// assertion of C that failed. Nothing that differs from model to model is in it.
fn last_words(output: &[u8]) -> Option<String> {
    /// How much of it is kept, in characters.
    const LONGEST: usize = 200;
    let of_line = |line: &str| {
        if let Some(summary) = line.strip_prefix("SUMMARY: ") {
            // How many bytes leaked is different each time.
            let leak = summary.split_once(": ").filter(|(_, what)| what.contains(" leaked in "));
            return Some(
                leak.map_or(summary.to_string(), |(sanitizer, _)| format!("{sanitizer}: memory leaked")),
            );
        }
        if let Some((_, place)) =
            line.split_once("' panicked at ").or_else(|| line.split_once(") panicked at "))
        {
            // Up to Rust 1.72 the message stood in front of the place, in quotes.
            let place = place.rsplit_once("', ").map_or(place, |(_, place)| place);
            return Some(format!("panicked at {}", place.trim_end_matches(':')));
        }
        (line.contains(": Assertion ") && line.ends_with("failed.")).then(|| line.to_string())
    };
    let output = String::from_utf8_lossy(output);
    let words = output.lines().find_map(of_line)?;
    Some(visible(words.chars().take(LONGEST).collect::<String>().as_bytes()))
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
