//! Effects: what programs do with something in a file.

use std::sync::Arc;

use crate::base::display::list;
use crate::diagnostics::group::Group;
use crate::model::place::Place;

/// What a program does with something in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EffectKind {
    /// It says that it cannot load the file, and goes on or exits.
    Refuses,
    /// It crashes, at least with bad luck.
    Crashes,
    /// It does not come to an end.
    Hangs,
    /// It reads this as that.
    Misreads,
    /// It does not keep it.
    Drops,
    /// It keeps it, and draws or moves it otherwise.
    Differs,
}

impl EffectKind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refuses => "refuses",
            Self::Crashes => "crashes",
            Self::Hangs => "hangs",
            Self::Misreads => "misreads",
            Self::Drops => "drops",
            Self::Differs => "differs",
        }
    }

    /// Whether the program does not load the file.
    pub fn stops(self) -> bool {
        matches!(self, Self::Refuses | Self::Crashes | Self::Hangs)
    }
}

/// What makes a program do something, and so which rules can find why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EffectCause {
    /// Something that is wrong in the place: whatever rule finds it.
    #[default]
    Fault,
    /// Something that can be right: the program does it with sound files, too, and only rules of this group can find why.
    Group(Group),
    /// The same, and only rules about this very thing can.
    Topic(Topic),
    /// Nothing but how the program works. No rule finds why.
    Program,
    /// The same, of nearly every model, so that nobody wonders.
    Usual,
}

impl EffectCause {
    /// Whether rules can find why.
    pub(crate) const fn is_found_by_rules(self) -> bool {
        !matches!(self, Self::Program | Self::Usual)
    }
}

/// Something that models may well have, and that programs do in ways of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// How long the animation is: to the last key, or as many frames as the file says.
    Length,
    /// How bones move between keys: on a curve, or straight.
    Curve,
    /// Faces with a vertex twice, or with the same vertices as another.
    RepeatedVertices,
    /// A word in a path that makes the texture a mirror.
    Mirror,
    /// The same, where whoever named the file plainly means it.
    WantedMirror,
}

/// What a program does with something in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effect {
    /// The name of the program, as targets name it.
    pub engine: &'static str,
    /// The name that people know it by.
    pub title: &'static str,
    /// The version of the program: a target may have several.
    pub version: &'static str,
    /// The name of the family of programs that read models alike.
    pub family: &'static str,
    /// What it does.
    pub kind: EffectKind,
    /// The same in words that follow the title: `exits: face 3 has no vertex 12`.
    pub says: String,
    /// What it does it with: a record, one of its fields, or the file as a whole; `None` for what is part of no
    /// record, and for what stops the program once it has read all.
    pub place: Option<Place>,
    /// The offset of that.
    pub at: u32,
    /// Where the line starts that it is about, in an ASCII model.
    pub line: Option<u32>,
    /// What makes it do so.
    pub about: EffectCause,
    /// Whether the program stops there, before it reads what follows.
    pub reads_no_further: bool,
    /// Whether it stops the program that a block is missing or misspelled.
    pub lacks_block: bool,
    /// Whether bones are elsewhere because of it than is computed for the program.
    pub misplaces_bones: bool,
    /// Where else the program does the same, in the order of the file.
    pub others: Arc<[u32]>,
}

impl Effect {
    /// Whether the program takes the file for an empty model, which is worth no more to its users than a refusal.
    pub fn takes_for_empty(&self) -> bool {
        self.kind == EffectKind::Misreads && self.place == Some(Place::FILE)
    }

    /// Whether nobody wonders that the program does so: nearly every model has it, or asks for it.
    pub fn is_expected(&self) -> bool {
        matches!(self.about, EffectCause::Usual | EffectCause::Topic(Topic::WantedMirror))
    }
}

/// The sentences for some effects, given the titles of programs and what each says: one for all programs that do the
/// same.
pub fn sentences<'e>(effects: impl Iterator<Item = (&'e str, &'e str)>) -> Vec<String> {
    let mut said: Vec<(Vec<String>, &str)> = Vec::new();
    for (title, says) in effects {
        match said.iter_mut().find(|(_, other)| *other == says) {
            Some((titles, _)) if titles.iter().any(|known| known == title) => {}
            Some((titles, _)) => titles.push(title.to_string()),
            None => said.push((vec![title.to_string()], says)),
        }
    }
    let sentence = |(titles, says): (Vec<String>, &str)| match &titles[..] {
        [title] => format!("{title} {says}"),
        _ => format!("Each of {} {says}", list(&titles)),
    };
    said.into_iter().map(sentence).collect()
}

/// Which programs a model is meant for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Targets {
    /// Nobody asks what programs do.
    #[default]
    Ignored,
    /// It is not known.
    Unknown,
    /// Those of these names.
    Named(Vec<&'static str>),
}
