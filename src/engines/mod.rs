//! The programs that read models, as they read them. An engine walks a file as the program does, holds what the
//! program would hold, and stops where the program stops. Each is compared with recorded runs of the real program.
//!
//! An engine knows no rule, and a rule no engine.

mod ascii_holder;
#[doc(hidden)]
pub mod assimp;
#[doc(hidden)]
pub mod blender;
mod faces;
#[doc(hidden)]
pub mod guess;
#[doc(hidden)]
pub mod held;
#[doc(hidden)]
pub mod holding;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod irrlicht;
#[doc(hidden)]
pub mod libms3d;
mod lines;
pub mod list;
mod loose;
#[doc(hidden)]
pub mod milkshape_importer;
#[doc(hidden)]
pub mod mm3d;
#[doc(hidden)]
pub mod ms3d_crate;
mod noticed;
#[doc(hidden)]
pub mod picomodel;
mod posed;
mod records;
mod rows;
pub(crate) mod scan;
#[doc(hidden)]
pub mod scorched3d;
#[doc(hidden)]
pub mod stepmania;
mod tally;
mod texture_files;
mod unread;
pub(crate) mod unseen_textures;
#[doc(hidden)]
pub mod viewer_sample;
mod wanted;
mod weights;

use crate::diagnostics::effect::EffectCause;
use crate::diagnostics::group::Group;
use crate::document::Document;
use crate::layout::BlockKind;

/// How a program fails to load a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The program says that it cannot load it, and goes on or exits.
    Refuses,
    /// The program crashes: a failed assertion, an exception that nothing catches, or an access outside of its memory,
    /// after which anything can happen.
    Crashes,
    /// The program does not come to an end.
    Hangs,
}

/// Why a program does not load a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What the program does.
    pub kind: FailureKind,
    /// Where it is then: the offset of the line or the record that it read last; `None` once the whole file is read.
    pub at: Option<u32>,
    /// The offset of what makes it fail, if that is elsewhere.
    pub cause: Option<u32>,
    /// Why, as words that can follow "StepMania exits:".
    pub reason: String,
    /// What makes it fail.
    pub about: EffectCause,
    /// The block in which it has found nothing, if it fails for want of that.
    pub wanted: Option<BlockKind>,
}

impl Failure {
    /// That of a program that stops at an offset.
    fn new(kind: FailureKind, at: usize, reason: impl Into<String>) -> Self {
        let (at, reason) = (Some(at as u32), reason.into());
        Self { kind, at, cause: None, reason, about: EffectCause::Fault, wanted: None }
    }

    /// That of a program that has read the whole file, with the offset of what makes it fail.
    fn after_reading<T>(kind: FailureKind, cause: u32, reason: impl Into<String>) -> Loading<T> {
        Err(Self { at: None, cause: Some(cause), ..Self::new(kind, 0, reason) })
    }

    /// The same, of sound files, too.
    fn about(self, group: Group) -> Self {
        Self { about: EffectCause::Group(group), ..self }
    }

    /// The same, for want of a block.
    fn wanting(self, block: BlockKind) -> Self {
        Self { wanted: Some(block), ..self }
    }

    /// The same in this document. If it is damaged, it is no longer known what would happen to a sound one.
    fn in_document(self, document: &Document) -> Self {
        let about = if document.is_in_place() { self.about } else { EffectCause::Fault };
        Self { about, ..self }
    }
}

/// What a step of loading gives, or why the program stops there.
pub(crate) type Loading<T = ()> = Result<T, Failure>;

/// Refuses the file at an offset.
fn refuse<T>(at: usize, reason: impl Into<String>) -> Loading<T> {
    Err(Failure::new(FailureKind::Refuses, at, reason))
}

/// Crashes at an offset.
fn crash<T>(at: usize, reason: impl Into<String>) -> Loading<T> {
    Err(Failure::new(FailureKind::Crashes, at, reason))
}

/// What a program makes of something in a file that it loads, other than what the file says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OddityKind {
    /// It reads this as that.
    Misreads,
    /// It does not keep it.
    Drops,
    /// It keeps it, and draws or moves it otherwise.
    Differs,
}

/// Something that a program takes otherwise than the file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Oddity {
    /// What it makes of it.
    pub kind: OddityKind,
    /// Where it is: an offset; `None` if it concerns the file as a whole.
    pub at: Option<u32>,
    /// What the program does, as words that can follow its name: `reads -4.0 for 4e-05`.
    pub says: String,
    /// What makes it do so.
    pub about: EffectCause,
    /// Whether bones are elsewhere because of it than is [computed](crate::pose) for the program.
    pub misplaces_bones: bool,
    /// Whether it is about the field alone that is there, also if a record begins with that.
    pub is_of_field: bool,
    /// Where else it does the same.
    pub others: Vec<u32>,
}

impl Oddity {
    fn new(kind: OddityKind, at: u32, says: impl Into<String>) -> Self {
        let (about, others) = (EffectCause::Fault, Vec::new());
        Self {
            kind,
            at: Some(at),
            says: says.into(),
            about,
            misplaces_bones: false,
            is_of_field: false,
            others,
        }
    }

    /// The same, and bones are elsewhere because of it than is computed.
    fn misplacing_bones(self) -> Self {
        Self { misplaces_bones: true, ..self }
    }

    /// The same, done elsewhere, too.
    fn also_at(self, others: Vec<u32>) -> Self {
        Self { others, ..self }
    }

    /// The same, with what makes the program do so.
    fn about(self, about: EffectCause) -> Self {
        Self { about, ..self }
    }
}

/// What happens when a program loads a file.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Run {
    /// Why it does not load it; `None` if it does.
    pub failure: Option<Failure>,
    /// What it takes otherwise, up to there.
    pub oddities: Vec<Oddity>,
}

/// That of a program that fails at once.
impl From<Failure> for Run {
    fn from(failure: Failure) -> Self {
        Self { failure: Some(failure), oddities: Vec::new() }
    }
}
