//! The page of a rule as text for a terminal.

use std::mem;

use anstyle::{AnsiColor, Style};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::report::table;
use crate::report::wrap::wrapped;

/// The widest text that is pleasant to read.
const MOST_COLUMNS: usize = 100;
/// The indent of examples.
const INDENT: &str = "    ";

const HEADING: Style = Style::new().bold();
const CODE: Style = AnsiColor::Cyan.on_default();
const CAPTION: Style = Style::new().dimmed();

/// Renders Markdown for a terminal with this many columns.
pub(crate) fn text(markdown: &str, columns: usize, has_color: bool) -> String {
    let mut page = Page { width: columns.clamp(40, MOST_COLUMNS), has_color, ..Page::default() };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.event(event);
    }
    page.out.trim_end().to_string() + "\n"
}

/// A page while it is rendered.
#[derive(Default)]
struct Page {
    width: usize,
    has_color: bool,
    out: String,
    /// The text of the open paragraph, heading, item or cell.
    line: String,
    /// The numbers of the next items of the open lists; `None` without numbers.
    lists: Vec<Option<u64>>,
    /// What is before the first line of the open item.
    bullet: Option<String>,
    /// The code of the open example.
    code: Option<String>,
    /// Whether that is drawn, so that its lines cannot be wrapped.
    is_drawn: bool,
    /// The address of the open link, and where its text starts.
    link: Option<(String, usize)>,
    /// The rows of the open table.
    rows: Vec<Vec<String>>,
}

impl Page {
    fn event(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.code {
                Some(code) => *code += &text,
                None => self.line += &text,
            },
            Event::Code(code) if self.has_color => self.line += &painted(CODE, &code, true),
            Event::Code(code) => self.line += &format!("`{code}`"),
            Event::SoftBreak => self.line.push(' '),
            Event::HardBreak => self.line.push('\n'),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::CodeBlock(kind) => {
                self.gap();
                let words = match &kind {
                    CodeBlockKind::Fenced(words) => words.split_whitespace().collect(),
                    CodeBlockKind::Indented => Vec::new(),
                };
                if let Some(caption) = caption(&words) {
                    self.out += &painted(CAPTION, caption, self.has_color);
                    self.out += "\n\n";
                }
                self.is_drawn = words.first() == Some(&"report");
                self.code = Some(String::new());
            }
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                let bullet = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_string(),
                };
                self.bullet = Some(bullet);
            }
            Tag::Link { dest_url, .. } => self.link = Some((dest_url.to_string(), self.line.len())),
            Tag::Strong if self.has_color => self.line += &HEADING.to_string(),
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                let title = mem::take(&mut self.line);
                self.gap();
                let style = if level == HeadingLevel::H1 { HEADING.underline() } else { HEADING };
                self.out += &painted(style, &title, self.has_color);
                self.out.push('\n');
            }
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::CodeBlock => {
                let code = self.code.take().unwrap_or_default();
                self.example(&code);
            }
            TagEnd::Strong if self.has_color => self.line += &HEADING.render_reset().to_string(),
            TagEnd::Link => {
                let (url, start) = self.link.take().unwrap_or_default();
                if url.starts_with("http") && !self.line[start..].contains(&url) {
                    self.line += &format!(" ({url})");
                }
            }
            TagEnd::TableCell => {
                let cell = mem::take(&mut self.line);
                self.rows.extend(self.rows.is_empty().then(Vec::new));
                self.rows.iter_mut().last().into_iter().for_each(|row| row.push(cell.clone()));
            }
            TagEnd::Table => {
                self.gap();
                let mut rows = mem::take(&mut self.rows).into_iter();
                self.out += &table::plain(rows.next().unwrap_or_default(), rows, 0..0);
            }
            _ => {}
        }
    }

    /// Writes an example, indented if there is room. Long lines that are not drawn continue under themselves.
    fn example(&mut self, code: &str) {
        let widest = code.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let room = if self.is_drawn { self.width.saturating_sub(widest) } else { INDENT.len() };
        let indent = &INDENT[..room.min(INDENT.len())];
        for line in code.lines() {
            match self.is_drawn {
                true => self.out += format!("{indent}{line}").trim_end(),
                false => {
                    self.out += wrapped(line, self.width, indent, &format!("{indent}{INDENT}")).trim_end()
                }
            }
            self.out.push('\n');
        }
        self.gap();
    }

    /// Ends the open paragraph or item.
    fn paragraph(&mut self) {
        let line = mem::take(&mut self.line);
        if line.is_empty() {
            return;
        }
        let depth = self.lists.len().saturating_sub(1);
        let bullet = self.bullet.take();
        // Items follow each other without empty lines; the first one of a list has one before it.
        let follows_item = self.out.lines().last().is_some_and(|last| last.starts_with(['-', ' ']));
        if self.lists.is_empty() || (depth == 0 && bullet.is_some() && !follows_item) {
            self.gap();
        }
        let hanging = match &bullet {
            Some(bullet) => " ".repeat(bullet.len()),
            None => "  ".repeat(self.lists.len().min(1)),
        };
        let indent = "  ".repeat(depth);
        let first = format!("{indent}{}", bullet.unwrap_or(hanging.clone()));
        let rest = format!("{indent}{hanging}");
        self.out += &wrapped(&line, self.width, &first, &rest);
        self.out.push('\n');
    }

    /// An empty line, unless nothing is before it.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }
}

/// What an example shows, by the first words of its fence.
fn caption(words: &[&str]) -> Option<&'static str> {
    match words {
        ["ms3d" | "listing", "bad", ..] => Some("With this in a model:"),
        ["ms3d" | "listing", "good", ..] => Some("Nothing is wrong with this:"),
        ["ms3d" | "listing", "fixed", ..] => Some("The fix makes of it:"),
        ["report", ..] => Some("ms3dlint prints:"),
        _ => None,
    }
}

fn painted(style: Style, text: &str, has_color: bool) -> String {
    if has_color { format!("{style}{text}{style:#}") } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# a-rule\n`error` - [that](that.md)\n\nOne two three four five six seven eight nine ten.\n\n\
        - first item of a list that is long enough to be wrapped\n- second `x`\n\n## Examples\n\n\
        ```ms3d bad escaped\nMeshes: 0\n```\n\n| a | b |\n|---|---|\n| 1 | [c](https://d.e) |\n";

    #[test]
    fn pages_are_wrapped_and_their_examples_indented() {
        let expected = "a-rule\n\n`error` - that\n\nOne two three four five six seven eight\nnine ten.\n\n\
            - first item of a list that is long\n  enough to be wrapped\n- second `x`\n\nExamples\n\n\
            With this in a model:\n\n    Meshes: 0\n\na  b\n1  c (https://d.e)\n";
        assert_eq!(text(PAGE, 40, false), expected);
    }

    #[test]
    fn long_examples_fit_and_lose_nothing() {
        let page = "```listing bad\nbone 0: name=\"a\" parent=\"\" rotation=0.0,0.0,0.0 position=0.0\n```\n\n\
            ```report\n  a drawing of thirty-eight columns ─────\n  narrow\n```\n";
        let expected = "With this in a model:\n\n    bone 0: name=\"a\" parent=\"\"\n        rotation=0.0,0.0,0.0\n        \
            position=0.0\n\nms3dlint prints:\n\n  a drawing of thirty-eight columns ─────\n  narrow\n";
        assert_eq!(text(page, 40, false), expected);
    }

    #[test]
    fn colour_changes_nothing_else() {
        let colored = text(PAGE, 60, true);
        assert!(colored.contains("\x1b[1m\x1b[4ma-rule\x1b[0m") && colored.contains("\x1b[36mx\x1b[0m"));
        let plain = anstream::adapter::strip_str(&colored).to_string();
        assert_eq!(plain, text(PAGE, 60, false).replace('`', ""));
    }
}
