//! What is said of a finding, in as many words as there is room for.

use std::borrow::Cow;
use std::cell::OnceCell;

use crate::report::found::FoundWords;
use crate::report::wrap::{columns, wrapped, wrapped_within};

/// A longer word than this is cut where there is no room for it; others are left out.
const LONG_WORD: usize = 20;
/// The name of a file that is longer is cut.
const LONG_NAME: usize = 60;

/// The room for it.
pub(super) struct LineRoom {
    /// The columns.
    pub(super) width: usize,
    /// What is before it.
    pub(super) start: String,
    /// What is before its other lines.
    pub(super) rest: String,
    /// What is after it.
    pub(super) end: String,
    /// How many lines there should be. One more is better than half of what is to be said.
    pub(super) lines: usize,
}

/// A text, and how many columns it takes.
#[derive(Default, PartialEq)]
struct MeasuredText<'s> {
    text: Cow<'s, str>,
    columns: usize,
}

impl<'s> MeasuredText<'s> {
    fn of(text: impl Into<Cow<'s, str>>) -> Self {
        let text = text.into();
        Self { columns: columns(&text), text }
    }
}

/// What is to be said, and the same with ever shorter words, which are made when there is no room for it.
struct Saying<'s> {
    whole: MeasuredText<'s>,
    shorter: OnceCell<Vec<MeasuredText<'static>>>,
}

impl<'s> Saying<'s> {
    fn of(whole: &'s str) -> Self {
        Self { whole: MeasuredText::of(whole), shorter: OnceCell::new() }
    }

    fn shorter(&self) -> &[MeasuredText<'static>] {
        self.shorter.get_or_init(|| {
            let whole = &self.whole.text;
            let cut = |most: usize| shortened(whole, most, LONG_NAME);
            // Mostly no word is long.
            let shortest = cut(LONG_WORD);
            if shortest == *whole {
                return Vec::new();
            }
            let mut shorter: Vec<_> = LONGER_WORDS.into_iter().map(cut).chain([shortest]).collect();
            shorter.dedup();
            shorter.retain(|says| says != whole);
            shorter.into_iter().map(MeasuredText::of).collect()
        })
    }
}

impl LineRoom {
    /// The lines with all that there is room for: where it is in space and what programs do are more important than the
    /// reason, and than the folders in which a file is.
    pub(super) fn lines(&self, said: &FoundWords, near: &str, effects: &[String]) -> String {
        let FoundWords { says, brief, plain, .. } = said;
        let after = |text: &str| if text.is_empty() { String::new() } else { ["; ", text].concat() };
        let with = |near: &str, effects: &[String]| -> Vec<MeasuredText> {
            effects.iter().map(|effects| MeasuredText::of(after(near) + &after(effects))).collect()
        };
        // Only the worst of what programs do is said where there is no room for more.
        let (more, least) = effects.split_at(effects.len().saturating_sub(1));
        let mut ends = vec![with(near, more), with(near, least), with("", more), with("", least)];
        ends.extend([vec![MeasuredText::of(after(near))], vec![MeasuredText::default()]]);
        ends.retain(|ends| !ends.is_empty());
        ends.dedup();
        // A suggestion is as important.
        let most = self.lines + 1 + usize::from(brief != plain);
        let fitting =
            |most, says: &_, brief: &_| ends.iter().find_map(|ends| self.saying(most, says, brief, ends));
        let least = || self.fitting_alone(most + 1, shortened(plain, LONG_WORD, 0));
        let short = Saying::of(plain);
        let lines = fitting(most, &Saying::of(says), &Saying::of(brief));
        let lines = lines.or_else(|| fitting(most, &short, &short)).or_else(least);
        lines.or_else(|| self.beginning(says)).unwrap_or_else(|| self.wrapped(says))
    }

    /// Whether all fits into the usual number of lines, but for the reason.
    pub(super) fn takes(&self, said: &FoundWords) -> bool {
        let ends: Vec<_> = said.effects.iter().map(|says| MeasuredText::of(format!("; {says}"))).collect();
        self.saying(self.lines, &Saying::of(&said.says), &Saying::of(&said.brief), &ends).is_some()
    }

    /// The lines with one of `ends` after them, if `most` are enough: the first that fits into the fewest lines.
    fn saying(&self, most: usize, says: &Saying, brief: &Saying, ends: &[MeasuredText]) -> Option<String> {
        let whole = |lines| {
            let mut ends = ends.iter();
            ends.find_map(|end| {
                let brief = || self.fitting(lines, &brief.whole, end);
                self.fitting(lines, &says.whole, end).or_else(brief)
            })
        };
        let elided = |lines, says: &Saying| {
            let fits = |says: &MeasuredText| ends.iter().find_map(|end| self.fitting(lines, says, end));
            says.shorter().iter().find_map(fits)
        };
        let within = |lines| whole(lines).or_else(|| elided(lines, says)).or_else(|| elided(lines, brief));
        (self.lines..=most).find_map(within)
    }

    /// The beginning of what is too long.
    fn beginning(&self, says: &str) -> Option<String> {
        let says = shortened(says, LONG_WORD, 0);
        let fitting = |says| self.fitting_alone(self.lines, says);
        let ends: Vec<_> = says.char_indices().map(|(at, _)| at).take(self.columns(self.lines)).collect();
        let fits = ends.partition_point(|end| fitting(format!("{}...", &says[..*end])).is_some());
        let start = &says[..*ends.get(fits.checked_sub(1)?)?];
        // A word that is long, such as a path, is cut; others are left out.
        match start.rfind(' ').filter(|space| start.len() - space <= LONG_WORD) {
            Some(space) => fitting(format!("{} ...", &start[..space])),
            None => fitting(format!("{start}...")),
        }
    }

    fn wrapped(&self, says: &str) -> String {
        wrapped(&format!("{says} {}", self.end), self.width, &self.start, &self.rest)
    }

    /// The lines, if these are enough. What is far too long is not wrapped to find that out.
    fn fitting(&self, lines: usize, says: &MeasuredText, end: &MeasuredText) -> Option<String> {
        if says.columns + end.columns + self.end.len() > self.columns(lines) {
            return None;
        }
        let text = [&*says.text, &*end.text, " ", &*self.end].concat();
        wrapped_within(lines, &text, self.width, &self.start, &self.rest)
    }

    /// The same with nothing at the end of what is said.
    fn fitting_alone(&self, lines: usize, says: String) -> Option<String> {
        self.fitting(lines, &MeasuredText::of(says), &MeasuredText::default())
    }

    /// How many columns so many lines have. A space at the end of a line takes no room.
    fn columns(&self, lines: usize) -> usize {
        lines * (self.width.saturating_sub(self.rest.len()) + 1)
    }
}

/// To how many characters long words are cut first, one after the other, until there is room for all others.
const LONGER_WORDS: [usize; 3] = [50, 40, 30];

/// A text in which words and what is in quotes have no more characters than `most`: the middle of what is longer is
/// left out, but of what is in quotes nothing of the last `name` characters after a separator of folders.
fn shortened(text: &str, most: usize, name: usize) -> String {
    let mut shorter = String::with_capacity(text.len());
    for (quote, piece) in pieces(text) {
        shorter.extend(quote);
        match quote {
            None if piece.as_bytes().split(|byte| *byte == b' ').all(|word| word.len() <= most) => {
                shorter.push_str(piece);
            }
            None => {
                for (number, word) in piece.split(' ').enumerate() {
                    shorter.extend((number > 0).then_some(' '));
                    shorter.push_str(&without_middle(word, most, 0));
                }
            }
            Some('`') => shorter.push_str(&without_last_words(piece, most)),
            Some(_) => {
                let last = piece.rsplit(['/', '\\']).next().unwrap_or(piece).chars().count();
                // With what separates it from its folder.
                shorter.push_str(&without_middle(piece, most, (last + 1).min(name)));
            }
        }
        shorter.extend(quote);
    }
    shorter
}

/// A text in pieces: what is between quotes, with these, and what is not.
fn pieces(text: &str) -> Vec<(Option<char>, &str)> {
    let mut pieces = Vec::new();
    let mut left = text;
    while let Some(start) = memchr::memchr2(b'"', b'`', left.as_bytes()) {
        let quote = char::from(left.as_bytes()[start]);
        let Some(length) = left[start + 1..].find(quote) else { break };
        pieces.push((None, &left[..start]));
        pieces.push((Some(quote), &left[start + 1..][..length]));
        left = &left[start + length + 2..];
    }
    pieces.push((None, left));
    pieces
}

/// The first words of a list or a line that has more characters than `most`.
fn without_last_words(text: &str, most: usize) -> Cow<'_, str> {
    let words = |end: &usize| text[..*end].chars().count() + " ...".len() <= most;
    match text.char_indices().filter(|(_, c)| *c == ' ').map(|(at, _)| at).take_while(words).last() {
        Some(end) if text.chars().count() > most => format!("{} ...", &text[..end]).into(),
        _ => without_middle(text, most, 0),
    }
}

/// A word that has no more characters than `most` without its middle, but for so many at its end.
fn without_middle(word: &str, most: usize, end: usize) -> Cow<'_, str> {
    const GAP: &str = "...";
    // No character has less than a byte.
    if word.len() <= most {
        return word.into();
    }
    let characters: Vec<char> = word.chars().collect();
    let (start, end) = match most.saturating_sub(GAP.len()) {
        room if end > 0 => (room.saturating_sub(end), end),
        // More is different at the ends of words.
        room => (room / 3, room - room / 3),
    };
    if characters.len() <= (start + GAP.len() + end).max(most) {
        return word.into();
    }
    let end = &characters[characters.len() - end..];
    characters[..start]
        .iter()
        .copied()
        .chain(GAP.chars())
        .chain(end.iter().copied())
        .collect::<String>()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_long_words_is_left_out() {
        let cut = |text, most| shortened(text, most, LONG_NAME);
        let text = "the path \"C:\\Users\\anna\\old files\\planks.png\" leads to a file";
        assert_eq!(cut(text, 50), text);
        assert_eq!(cut(text, LONG_WORD), "the path \"C:\\Use...\\planks.png\" leads to a file");
        assert_eq!(cut(text, 8), "the path \"...\\planks.png\" leads to a file");
        assert_eq!(cut("ääääääääää", 8), "ä...ääää");
    }

    #[test]
    fn names_are_whole_whatever_is_said_of_them() {
        let text = "no bone \"upper_left_arm_twist_2\", `1, 2, 3, 4, 5, 6, 7, 8, 9`, but \"a/b/c/d/e/f/g/h/long name.png\"";
        let short = "no bone \"upper_left_arm_twist_2\", `1, 2, 3, 4, 5, ...`, but \"a/b.../long name.png\"";
        assert_eq!(shortened(text, LONG_WORD, LONG_NAME), short);
        let shorter = "no bone \"upper..._arm_twist_2\", `1, 2, 3, 4, 5, ...`, but \"a/b/c...ong name.png\"";
        assert_eq!(shortened(text, LONG_WORD, 0), shorter);
    }
}
