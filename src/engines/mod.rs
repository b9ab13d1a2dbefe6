//! The programs that read models, as they read them. An engine walks a file as the program does, holds what the
//! program would hold, and stops where the program stops. Each is compared with recorded runs of the real program.
//!
//! An engine knows no rule, and a rule no engine.

mod lines;
pub mod scan;
pub mod scorched3d;
pub mod stepmania;

/// How a program fails to load a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The program says that it cannot load it, and goes on or exits.
    Refuses,
    /// The program crashes: a failed assertion, an exception that nothing catches, or an access outside of its memory,
    /// after which anything can happen.
    Crashes,
}

/// Why a program does not load a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What the program does.
    pub kind: FailureKind,
    /// Where it is then: the offset of the line that it read last; `None` once the whole file is read.
    pub at: Option<u32>,
    /// Why.
    pub reason: String,
}

impl Failure {
    /// That of a program that has read the whole file.
    fn after_reading<T>(kind: FailureKind, reason: impl Into<String>) -> Loading<T> {
        Err(Self { kind, at: None, reason: reason.into() })
    }
}

/// What a step of loading gives, or why the program stops there.
pub(crate) type Loading<T = ()> = Result<T, Failure>;
