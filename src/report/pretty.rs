//! The pretty report: annotated excerpts for people, drawn or narrated by miette. No other file uses miette.

use std::{fmt, mem};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    NarratableReportHandler, SourceCode, SourceSpan, SpanContents,
};
use textwrap::WordSplitter;

use crate::base::display::{hexadecimal, number, visible};
use crate::base::span::Span;
use crate::diagnostics::effect::sentences;
use crate::diagnostics::finding::{Finding, Label, Severity};
use crate::diagnostics::rule::page_url;
use crate::document::Document;
use crate::document::whereabouts::whereabouts;
use crate::report::excerpt::{Chunk, Excerpt, lines, records};
use crate::report::links::Links;
use crate::report::preview::preview;
use crate::report::wrap::wrapped_path;
use crate::report::{Positions, inert, message_with_place, options};

/// The style of excerpts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Drawn, with lines from the labels to what they point at.
    Drawn {
        /// Whether to use colour.
        color: bool,
    },
    /// In words, for screen readers.
    Narrated,
}

/// Shows findings as annotated excerpts.
pub struct Pretty {
    handler: Handler,
    width: usize,
    links: Option<Links>,
}

enum Handler {
    Drawn(Box<GraphicalReportHandler>),
    Narrated(NarratableReportHandler),
}

/// The width that miette puts before the lines of an excerpt, without the digits of the line number.
const GUTTER: usize = 5;
/// How many findings share an excerpt at most.
const MOST_SHARING: usize = 9;
/// The narrated width of a line.
const NARRATED_WIDTH: usize = 240;

impl Pretty {
    /// For a terminal with this many columns.
    pub fn new(style: Style, columns: usize) -> Self {
        let columns = columns.clamp(40, 200);
        match style {
            Style::Narrated => {
                let handler = NarratableReportHandler::new().with_context_lines(1);
                Self { handler: Handler::Narrated(handler), width: NARRATED_WIDTH, links: None }
            }
            Style::Drawn { color } => {
                let theme = if color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
                let handler = GraphicalReportHandler::new_themed(theme)
                    .with_width(columns)
                    .with_links(true)
                    .with_link_display_text("")
                    .with_context_lines(1)
                    .with_word_splitter(WordSplitter::NoHyphenation)
                    .without_primary_span_start()
                    .without_syntax_highlighting();
                Self { handler: Handler::Drawn(Box::new(handler)), width: columns - GUTTER, links: None }
            }
        }
    }

    /// The same with links, if it is drawn: from places to files, and from rules to their pages.
    #[must_use]
    pub fn with_links(mut self, links: Links) -> Self {
        self.links = matches!(self.handler, Handler::Drawn(_)).then_some(links);
        self
    }

    /// Appends the findings of a file.
    pub fn write<'f>(
        &self,
        document: &Document,
        findings: impl IntoIterator<Item = &'f Finding, IntoIter: Clone>,
        out: &mut String,
    ) {
        let findings = findings.into_iter();
        let positions = Positions::of(document, findings.clone());
        let mut rest =
            findings.map(|finding| (finding, self.excerpt(document, finding, &positions))).peekable();
        while let Some((first, mut excerpt)) = rest.next() {
            let mut sharing = vec![first];
            while self.is_drawn()
                && sharing.len() < MOST_SHARING
                && let Some((finding, _)) = rest.next_if(|(_, next)| excerpt.takes(next, sharing.len() + 1))
            {
                sharing.push(finding);
            }
            let is_alone = sharing.len() == 1;
            for (index, finding) in sharing.into_iter().enumerate() {
                let number = (!is_alone).then_some(index + 1);
                let view = self.view(document, finding, number, mem::take(&mut excerpt), &positions);
                self.draw(&view, out);
            }
        }
    }

    fn is_drawn(&self) -> bool {
        matches!(self.handler, Handler::Drawn(_))
    }

    fn excerpt(&self, document: &Document, finding: &Finding, positions: &Positions) -> Excerpt {
        let line_of = |label: &Label| positions.at(label.span.start).line + lines::CONTEXT;
        let last_line = match document.is_binary() {
            true => 3 * finding.labels.len(),
            false => finding.labels.iter().map(line_of).max().unwrap_or(1),
        };
        let width = self.width - last_line.to_string().len();
        match document.is_binary() {
            true => records::excerpt(document, finding, width),
            false => lines::excerpt(document, finding, positions, width),
        }
    }

    fn view<'a>(
        &'a self,
        document: &'a Document,
        finding: &'a Finding,
        number: Option<usize>,
        excerpt: Excerpt,
        positions: &Positions,
    ) -> DrawnFinding<'a> {
        let place = |span: &Span| match document.is_binary() {
            true => hexadecimal(span.start as usize),
            false => positions.at(span.start).line.to_string(),
        };
        let mut other_places: Vec<_> = finding.others.iter().map(place).collect();
        other_places.dedup();
        DrawnFinding {
            pretty: self,
            finding,
            number,
            other_places,
            is_binary: document.is_binary(),
            message: message(document, finding),
            name: visible(document.source.name.as_bytes()),
            excerpt,
            fix: fix_lines(document, finding, self.width - HELP),
        }
    }

    fn draw(&self, view: &DrawnFinding, out: &mut String) {
        let mut shown = String::new();
        // Writing to a string does not fail, and neither does reading an excerpt.
        let _ = match &self.handler {
            Handler::Drawn(handler) => handler.render_report(&mut shown, view),
            Handler::Narrated(handler) => handler.render_report(&mut shown, view),
        };
        *out += &inert(&shown);
        out.push('\n');
    }
}

/// A finding as a diagnostic of miette, made for the moment of printing.
struct DrawnFinding<'a> {
    pretty: &'a Pretty,
    finding: &'a Finding,
    /// Its number among the findings that share an excerpt, which is drawn for the first.
    number: Option<usize>,
    /// The lines of the next few places of a folded finding, or their offsets in a binary file.
    other_places: Vec<String>,
    is_binary: bool,
    message: String,
    name: String,
    excerpt: Excerpt,
    /// The effect of the fix, and the option that applies it.
    fix: Vec<String>,
}

/// The width that miette puts before the lines of a help, beyond that before the lines of an excerpt.
const HELP: usize = 5;

/// The repair of a finding: the option that applies it, and the changed lines, if they are few.
fn fix_lines(document: &Document, finding: &Finding, width: usize) -> Vec<String> {
    let Some(fix) = &finding.fix else { return Vec::new() };
    let Some(options) = options(finding) else { return Vec::new() };
    let mut lines = preview(document, finding.shown_edits(), width);
    let is_said = finding.help.as_deref() == Some(&fix.title) || !lines.is_empty();
    let title = if is_said { String::new() } else { format!(": {}", fix.title) };
    lines.insert(0, format!("fixable with {options}{title}"));
    lines
}

/// The message, and under it where that is, and what programs do.
fn message(document: &Document, finding: &Finding) -> String {
    let mut lines = vec![message_with_place(document, finding)];
    let near = whereabouts(document, finding.place);
    lines.extend((!near.is_empty()).then_some(near));
    let said = sentences(finding.effects.iter().map(|effect| (effect.title, &*effect.says)));
    lines.extend(said.into_iter().filter(|sentence| *sentence != finding.message));
    lines.join("\n")
}

impl DrawnFinding<'_> {
    /// The other places of a folded finding.
    fn places_more(&self) -> Option<String> {
        let more = self.finding.count.checked_sub(1).filter(|more| *more > 0)?;
        let places = self.other_places.join(", ");
        let word = match self.other_places.len() {
            _ if self.is_binary => "at",
            1 if more <= self.finding.others.len() => "in line",
            _ => "in lines",
        };
        let list = match self.other_places.len() {
            0 => String::new(),
            _ if more > self.finding.others.len() => format!(", {word} {places}, ..."),
            _ => format!(", {word} {places}"),
        };
        Some(format!("{} more like this{list} (--expand shows each)", number(more)))
    }
}

impl fmt::Debug for DrawnFinding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for DrawnFinding<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DrawnFinding<'_> {}

impl Diagnostic for DrawnFinding<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let number = self.number.map_or(String::new(), |number| format!(" ({number})"));
        Some(Box::new(format!("{}[{}]{number}", self.finding.severity.name(), self.finding.rule)))
    }

    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.pretty.links.as_ref()?;
        Some(Box::new(page_url(self.finding.rule)))
    }

    /// Miette has three severities; the code above distinguishes infos from hints.
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.finding.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Info | Severity::Hint => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let more = self.places_more();
        let help = self.finding.help.as_deref().into_iter().chain(self.fix.iter().map(String::as_str));
        let help = help.chain(more.as_deref());
        let lines: Vec<_> = help.collect();
        (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.excerpt.is_empty()).then_some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.excerpt.labels.iter().enumerate().map(|(index, mark)| {
            let message = if self.pretty.is_drawn() { &mark.message } else { &mark.narrated };
            let message = (!message.is_empty()).then(|| message.clone());
            let span = SourceSpan::from(mark.start..mark.end);
            match index {
                0 => LabeledSpan::new_primary_with_span(message, span),
                _ => LabeledSpan::new_with_span(message, span),
            }
        });
        Some(Box::new(labels))
    }
}

impl SourceCode for DrawnFinding<'_> {
    /// Miette asks twice: with context lines for the text to print, and without any for the file of a label,
    /// where the place is added to its name.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        _lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (start, end) = (span.offset(), span.offset() + span.len());
        let holds = |chunk: &&Chunk| chunk.start <= start && end <= chunk.end;
        let chunk = self.excerpt.chunks.iter().find(holds).ok_or(MietteError::OutOfBounds)?;
        let mark = self.excerpt.labels.iter().find(|mark| (mark.start, mark.end) == (start, end));
        let (range, at) = match mark {
            Some(mark) if lines_before == 0 => (start..end, &*mark.at),
            _ => (chunk.start..chunk.end, ""),
        };
        let data = &self.excerpt.text.as_bytes()[range.clone()];
        let mut name = format!("{}{at}", self.name);
        if self.pretty.is_drawn() {
            let indent = " ".repeat((chunk.first_line + chunk.lines - 1).to_string().len() + 2);
            let width = self.pretty.width.saturating_sub(indent.len() - 1);
            name = wrapped_path(&name, width, &format!("{indent}│  "));
        }
        let name = match &self.pretty.links {
            Some(links) => links.to_file(&self.name, &name),
            None => name,
        };
        let line = chunk.first_line - 1;
        let contents = MietteSpanContents::new_named(name, data, range.into(), line, 0, chunk.lines);
        Ok(Box::new(contents))
    }
}
