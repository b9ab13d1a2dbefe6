//! The type of a defect: what it breaks in a valid model, and what reports must then show.

use std::ops::Range;

use serde::Serialize;

use super::choices::Choices;
use super::config::Config;
use super::knobs::Format;
use super::model::{Amounts, Model};
use super::sample::{Path, Sample};

/// A way to break exactly one thing.
pub struct Defect {
    /// The rule that must find it.
    pub rule: &'static str,
    /// What is broken, in a few words that no other defect of the rule has.
    pub what: &'static str,
    /// In which formats.
    pub formats: &'static [Format],
    /// The other rules that may report it.
    pub shadows: &'static [&'static str],
    /// The setting under which rules report it.
    pub setting: Setting,
    /// Whether a file with it takes megabytes, and a thousand times as long as others.
    pub is_large: bool,
    /// Makes sure that models have what is to be broken.
    pub needs: fn(&mut Config),
    /// Breaks it.
    pub inject: Inject,
}

/// Where a defect is injected.
pub enum Inject {
    /// In the model, before it is written.
    Model(fn(&mut Model, &mut Choices) -> Option<Mark>),
    /// In the model, and in how it is written.
    Writing(fn(&mut Config, &mut Model, &mut Choices) -> Option<Mark>),
    /// In the file.
    Bytes(fn(&mut Sample, &mut Choices) -> Option<Mark>),
}

/// The setting that rules need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Setting {
    /// Nothing.
    None,
    /// That a model may have as much of everything as the healthy one, and no more.
    Budget,
    /// That somebody named the file, so that it should be a model.
    Named,
    /// That the file has over 4 GiB; no such file is written.
    TooLarge,
}

/// Where a defect must be reported: the place, and the bytes that are pointed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    place: Path,
    told: Told,
    span: At,
}

/// How the place is shown in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// With the name of its object.
    Named,
    /// With the number of its object.
    Numbered,
    /// Without the mesh that it belongs to.
    Shared,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum At {
    Path(Path),
    Between(Path, Path),
    Text(Path, Range<usize>),
    Bytes(Range<usize>),
}

impl Mark {
    /// A place, at its own bytes.
    pub fn at(place: Path) -> Self {
        Self { place, told: Told::Named, span: At::Path(place) }
    }

    /// A place, at the bytes of another one, such as the row that holds the field.
    pub fn shown_at(place: Path, at: Path) -> Self {
        Self { place, told: Told::Named, span: At::Path(at) }
    }

    /// A place, at the bytes from the first of one to the last of another.
    pub fn between(place: Path, from: Path, to: Path) -> Self {
        Self { place, told: Told::Named, span: At::Between(from, to) }
    }

    /// A place, at some bytes of its text, counted after the opening quote in an ASCII file.
    pub fn in_text(place: Path, bytes: Range<usize>) -> Self {
        Self { place, told: Told::Named, span: At::Text(place, bytes) }
    }

    /// A place, at these bytes.
    pub fn bytes(place: Path, span: Range<usize>) -> Self {
        Self { place, told: Told::Named, span: At::Bytes(span) }
    }

    /// Reported as a row of what all meshes of a binary file share, whichever of them it belongs to.
    pub fn shared(self) -> Self {
        Self { told: Told::Shared, ..self }
    }

    /// Reported with the number of its object, the name of which cannot be read.
    pub fn numbered(self) -> Self {
        Self { told: Told::Numbered, ..self }
    }

    pub(super) fn words(&self, sample: &Sample) -> String {
        match self.told {
            Told::Named => sample.words(self.place),
            Told::Numbered => sample.numbered_words(self.place),
            Told::Shared => sample.shared_words(self.place),
        }
    }

    pub(super) fn span(&self, sample: &Sample) -> Option<Range<usize>> {
        match &self.span {
            At::Path(path) => sample.find(*path),
            At::Between(from, to) => Some(sample.find(*from)?.start..sample.find(*to)?.end),
            At::Text(path, bytes) => {
                let start = sample.find(*path)?.start + usize::from(!sample.is_binary());
                Some(start + bytes.start..start + bytes.end)
            }
            At::Bytes(span) => Some(span.clone()),
        }
    }
}

/// What must be reported about a broken model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Expected {
    /// The rule.
    pub rule: &'static str,
    /// Which of its defects it is, from 1.
    pub number: usize,
    /// What was broken.
    pub what: &'static str,
    /// The place, in words; empty for the file as a whole.
    pub place: String,
    /// The bytes that are pointed at.
    pub span: Range<usize>,
    /// The setting that rules need.
    pub setting: Setting,
    /// The budget that rules need, if that is the setting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Amounts>,
    /// The other rules that may report it.
    pub shadows: &'static [&'static str],
}

/// In ASCII and in binary files.
pub(super) const BOTH: &[Format] = &[Format::Ascii, Format::Ms3d];
/// In ASCII files alone.
pub(super) const ASCII: &[Format] = &[Format::Ascii];
/// In binary files alone.
pub(super) const MS3D: &[Format] = &[Format::Ms3d];

impl Defect {
    /// A defect of the model that any model may have, and that no other rule reports.
    pub(super) const fn of_model(
        rule: &'static str,
        what: &'static str,
        formats: &'static [Format],
        inject: fn(&mut Model, &mut Choices) -> Option<Mark>,
    ) -> Self {
        Self::new(rule, what, formats, Inject::Model(inject))
    }

    /// A defect of how a model is written, that any model may have, and that no other rule reports.
    pub(super) const fn of_writing(
        rule: &'static str,
        what: &'static str,
        formats: &'static [Format],
        inject: fn(&mut Config, &mut Model, &mut Choices) -> Option<Mark>,
    ) -> Self {
        Self::new(rule, what, formats, Inject::Writing(inject))
    }

    /// A defect of the file that any file may have, and that no other rule reports.
    pub(super) const fn of_bytes(
        rule: &'static str,
        what: &'static str,
        formats: &'static [Format],
        inject: fn(&mut Sample, &mut Choices) -> Option<Mark>,
    ) -> Self {
        Self::new(rule, what, formats, Inject::Bytes(inject))
    }

    const fn new(rule: &'static str, what: &'static str, formats: &'static [Format], inject: Inject) -> Self {
        Self {
            rule,
            what,
            formats,
            shadows: &[],
            setting: Setting::None,
            is_large: false,
            needs: |_| {},
            inject,
        }
    }

    /// Other rules may report it.
    pub(super) const fn shadowed_by(self, shadows: &'static [&'static str]) -> Self {
        Self { shadows, ..self }
    }

    /// Models must have this.
    pub(super) const fn needs(self, needs: fn(&mut Config)) -> Self {
        Self { needs, ..self }
    }

    /// A file with it has megabytes.
    pub(super) const fn large(self) -> Self {
        Self { is_large: true, ..self }
    }

    /// Rules need this setting.
    pub(super) const fn told(self, setting: Setting) -> Self {
        Self { setting, ..self }
    }
}
