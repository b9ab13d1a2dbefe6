//! Parses comments that are addressed to this program:
//! `// ms3dlint: allow(rule, rule) in mesh "body" -- reason`.
//!
//! Only the form is checked here; the names of the rules are not known here.

use crate::base::span::Span;
use crate::layout::Record;
use crate::parse::ascii::lexer::is_blank;

/// How a directive begins, after the slashes of its comment and any whitespace, in any case. A colon comes
/// next, with or without whitespace before it.
const MARK: &[u8] = b"ms3dlint";

/// A comment that is addressed to this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// The comment, from its slashes on.
    pub span: Span,
    /// Whether it is before the first block, where all engines skip comments.
    pub in_front: bool,
    /// Its content.
    pub says: Result<Allow, Malformed>,
}

impl Directive {
    /// What it allows, if it can be read and is where it counts.
    pub fn in_force(&self) -> Option<&Allow> {
        self.says.as_ref().ok().filter(|_| self.in_front)
    }
}

/// The findings that are not to be reported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allow {
    /// The names of rules, at least one.
    pub rules: Vec<Span>,
    /// The only object for which they are not reported; `None` for the whole file.
    pub object: Option<Named>,
}

/// An object, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// A mesh, a material or a bone.
    pub record: Record,
    /// The name, without its quotes.
    pub name: Span,
}

impl Named {
    /// What may have a name.
    const NOUNS: [(&'static str, Record); 3] =
        [("mesh", Record::Mesh), ("material", Record::Material), ("bone", Record::Bone)];

    /// What has the name.
    pub fn noun(self) -> &'static str {
        let noun = Self::NOUNS.into_iter().find(|(_, record)| *record == self.record);
        noun.map_or("object", |(noun, _)| noun)
    }
}

/// The place where a directive cannot be read any further.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed {
    /// What is there; empty at the end of the comment.
    pub at: Span,
    /// What is expected there.
    pub expected: Expected,
}

/// What a directive should go on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The word that every directive begins with.
    Allow,
    /// The parenthesis before the names.
    Parenthesis,
    /// The name of a rule.
    Rule,
    /// What comes after the name of a rule.
    NextRule,
    /// The kind of object: mesh, material or bone.
    Object,
    /// The name of an object.
    Name,
    /// What may follow the names of the rules.
    ObjectOrReason,
    /// What may follow the name of an object.
    Reason,
}

impl Expected {
    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "`allow`",
            Self::Parenthesis => "`(`",
            Self::Rule => "the name of a rule",
            Self::NextRule => "`,` or `)`",
            Self::Object => "`mesh`, `material` or `bone`",
            Self::Name => "a name in quotes",
            Self::ObjectOrReason => "`in`, `--` or the end",
            Self::Reason => "`--` or the end",
        }
    }
}

/// Reads a comment, of which `content` is the line from the slashes on, at `offset` in the file.
/// `None` if it is no directive.
pub fn read(content: &[u8], offset: usize, in_front: bool) -> Option<Directive> {
    let text = content.strip_prefix(b"//")?;
    let (mark, said) = without_blanks(text).split_at_checked(MARK.len())?;
    let said = without_blanks(said).strip_prefix(b":").filter(|_| mark.eq_ignore_ascii_case(MARK))?;
    let end = content.len() - said.iter().rev().take_while(|b| is_blank(**b)).count();
    let mut cursor = Cursor { text: &content[..end], at: content.len() - said.len(), offset };
    Some(Directive { span: Span::new(offset, offset + end), in_front, says: cursor.allow() })
}

fn without_blanks(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|b| is_blank(**b)).count()..]
}

/// Goes through a directive, whose `text` is at `offset` in the file.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    offset: usize,
}

impl Cursor<'_> {
    fn allow(&mut self) -> Result<Allow, Malformed> {
        if !self.takes_word(b"allow") {
            return Err(self.expected(Expected::Allow));
        }
        if !self.takes(b"(") {
            return Err(self.expected(Expected::Parenthesis));
        }
        let mut rules = Vec::new();
        // A comma after the last name does no harm.
        while rules.is_empty() || !self.takes(b")") {
            let length = self.word().len();
            if length == 0 {
                return Err(self.expected(Expected::Rule));
            }
            rules.push(self.take(length));
            if !self.takes(b",") && !self.comes(b")") {
                return Err(self.expected(Expected::NextRule));
            }
        }
        let object = if self.takes_word(b"in") { Some(self.object()?) } else { None };
        if self.comes(b"--") || self.rest().is_empty() {
            return Ok(Allow { rules, object });
        }
        let expected = if object.is_some() { Expected::Reason } else { Expected::ObjectOrReason };
        Err(self.expected(expected))
    }

    fn object(&mut self) -> Result<Named, Malformed> {
        let noun = Named::NOUNS.into_iter().find(|(noun, _)| self.takes_word(noun.as_bytes()));
        let (_, record) = noun.ok_or_else(|| self.expected(Expected::Object))?;
        let quoted = self.rest();
        let length = quoted.strip_prefix(b"\"").and_then(|text| memchr::memchr(b'"', text));
        let length = length.ok_or_else(|| self.expected(Expected::Name))?;
        self.at += 1;
        let name = self.take(length);
        self.at += 1;
        Ok(Named { record, name })
    }

    /// What follows, without whitespace before it.
    fn rest(&mut self) -> &[u8] {
        self.at += self.text[self.at..].iter().take_while(|b| is_blank(**b)).count();
        &self.text[self.at..]
    }

    /// The word that comes next; empty if none does.
    fn word(&mut self) -> &[u8] {
        let rest = self.rest();
        let ends = |b: &u8| is_blank(*b) || matches!(b, b'(' | b')' | b',' | b'"');
        &rest[..rest.iter().position(ends).unwrap_or(rest.len())]
    }

    /// Goes on after so many bytes.
    fn take(&mut self, length: usize) -> Span {
        let start = self.offset + self.at;
        self.at += length;
        Span::new(start, start + length)
    }

    fn comes(&mut self, sign: &[u8]) -> bool {
        self.rest().starts_with(sign)
    }

    fn takes(&mut self, sign: &[u8]) -> bool {
        let comes = self.comes(sign);
        self.at += if comes { sign.len() } else { 0 };
        comes
    }

    fn takes_word(&mut self, word: &[u8]) -> bool {
        let comes = self.word() == word;
        self.at += if comes { word.len() } else { 0 };
        comes
    }

    /// Something else comes than this.
    fn expected(&mut self, expected: Expected) -> Malformed {
        // A word, or else the sign that ends one.
        let length = self.word().len().max(1).min(self.rest().len());
        Malformed { at: self.take(length), expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the rules and of the object, or where reading ends and what is expected there.
    fn said(text: &str) -> String {
        let piece = |span: Span| &text[span.range()];
        match read(text.as_bytes(), 0, true).map(|directive| directive.says) {
            None => "no directive".to_string(),
            Some(Ok(Allow { rules, object })) => {
                let rules: Vec<_> = rules.into_iter().map(piece).collect();
                let object =
                    object.map_or(String::new(), |o| format!(" in {:?} {}", o.record, piece(o.name)));
                rules.join(" ") + &object
            }
            Some(Err(Malformed { at, expected })) => format!("{expected:?} at {:?}", piece(at)),
        }
    }

    #[test]
    fn directives_are_read_whatever_their_blanks() {
        assert_eq!(said("// ms3dlint: allow(a, b) -- why"), "a b");
        assert_eq!(said("//ms3dlint:allow(a)"), "a");
        assert_eq!(said("// MS3DLint: allow(a)"), "a");
        assert_eq!(said("// ms3dlint :allow(a)"), "a");
        assert_eq!(said("//\t ms3dlint:  allow ( a ,b, ) in\tmesh  \"c -- d\"--e  "), "a b in Mesh c -- d");
        assert_eq!(said("// ms3dlint: allow(a) in bone \"\""), "a in Bone ");
        assert_eq!(said("// ms3dlint: allow(a) --"), "a");
    }

    #[test]
    fn a_comment_that_mentions_the_program_is_no_directive() {
        assert_eq!(said("// see ms3dlint: allow(a)"), "no directive");
        assert_eq!(said("// ms3dlint says: allow(a)"), "no directive");
        assert_eq!(said("// // ms3dlint: allow(a)"), "no directive");
        assert_eq!(said("/"), "no directive");
    }

    #[test]
    fn what_cannot_be_read_is_told_where_it_stands() {
        assert_eq!(said("// ms3dlint:  "), "Allow at \"\"");
        assert_eq!(said("// ms3dlint: disable(a)"), "Allow at \"disable\"");
        assert_eq!(said("// ms3dlint: allow a"), "Parenthesis at \"a\"");
        assert_eq!(said("// ms3dlint: allow()"), "Rule at \")\"");
        assert_eq!(said("// ms3dlint: allow(a,,b)"), "Rule at \",\"");
        assert_eq!(said("// ms3dlint: allow(a b)"), "NextRule at \"b\"");
        assert_eq!(said("// ms3dlint: allow(a  "), "NextRule at \"\"");
        assert_eq!(said("// ms3dlint: allow(a) because"), "ObjectOrReason at \"because\"");
        assert_eq!(said("// ms3dlint: allow(a) in group \"b\""), "Object at \"group\"");
        assert_eq!(said("// ms3dlint: allow(a) in mesh b"), "Name at \"b\"");
        assert_eq!(said("// ms3dlint: allow(a) in mesh \"b"), "Name at \"\\\"\"");
        assert_eq!(said("// ms3dlint: allow(a) in mesh \"b\" why"), "Reason at \"why\"");
    }
}
