//! Drafts: the message, labels and fix that a rule gives for one place. The sink makes a finding of each.

use std::borrow::Cow;

use crate::base::span::Span;
use crate::diagnostics::finding::Label;
use crate::fix::Fix;

/// A finding in the making: what is wrong, and where to look.
pub struct Draft {
    pub(super) message: String,
    pub(super) label: Cow<'static, str>,
    pub(super) also: Vec<Label>,
    pub(super) help: Option<Cow<'static, str>>,
    pub(super) fix: Option<Fix>,
}

impl Draft {
    /// What is wrong, in lower case, with the numbers.
    pub fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        Self { message, label: Cow::default(), also: Vec::new(), help: None, fix: None }
    }

    /// Two to five words at the place.
    pub fn label(self, label: impl Into<Cow<'static, str>>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Another place that explains the finding; left out if the file has no such place.
    pub fn also(mut self, span: Option<Span>, label: impl Into<Cow<'static, str>>) -> Self {
        self.also.extend(span.map(|span| Label { span, message: label.into() }));
        self
    }

    /// What to do, as an imperative.
    pub fn help(self, help: impl Into<Cow<'static, str>>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// How to repair it. The help says so too, unless there is another one. A fix that several places share
    /// has its edits in one of their findings.
    pub fn fix(self, fix: impl Into<Option<Fix>>) -> Self {
        let fix = fix.into();
        let help = self.help.or_else(|| fix.as_ref().map(|fix| fix.title.clone()));
        Self { fix, help, ..self }
    }
}
