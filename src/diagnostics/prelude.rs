//! What nearly every rule needs, for one `use crate::diagnostics::prelude::*;`.

pub(crate) use crate::base::display::{counted, index_range, quote};
pub(crate) use crate::base::span::Span;
pub(crate) use crate::diagnostics::draft::Draft;
pub(crate) use crate::diagnostics::effect::Topic;
pub(crate) use crate::diagnostics::finding::{Group, Severity};
pub(crate) use crate::diagnostics::rule::sink::{Sink, notes};
pub(crate) use crate::diagnostics::rule::{FixKind, Formats, Reach, Rule};
pub(crate) use crate::document::Document;
/// A piece of the file as a message quotes it.
pub(crate) use crate::document::describe::piece as show;
pub(crate) use crate::fix::fields::{set_field, set_text};
pub(crate) use crate::fix::{Aspect, Fix, Shared};
pub(crate) use crate::layout::{BlockKind, Record, fields};
pub(crate) use crate::model::note::{Note, NoteKind};
pub(crate) use crate::model::place::Place;
