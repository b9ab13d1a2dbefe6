//! What is said of a finding, in as many words as there is room for.

use textwrap::core::display_width;

use crate::report::together::FoundWords;
use crate::report::wrap::wrapped;

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

impl LineRoom {
    /// The lines with all that there is room for: where it is in space and what programs do are more important than the
    /// reason, and than the folders in which a file is.
    pub(super) fn lines(&self, said: &FoundWords, near: &str, effects: &str) -> String {
        let FoundWords { says, brief, plain, .. } = said;
        let near = if near.is_empty() { String::new() } else { format!("; {near}") };
        let all = format!("{near}{effects}");
        let mut more = vec![&*all, &*near, effects, ""];
        more.dedup();
        // So is a suggestion.
        let most = self.lines + 1 + usize::from(brief != plain);
        let fitting = |says, brief| more.iter().find_map(|more| self.saying(most, says, brief, more));
        let lines = fitting(says, brief).or_else(|| fitting(plain, plain));
        lines.or_else(|| self.beginning(says)).unwrap_or_else(|| self.wrapped(says))
    }

    /// Whether all fits into the usual number of lines, but for the reason.
    pub(super) fn takes(&self, said: &FoundWords) -> bool {
        let words = || LONG_WORDS.iter().map(|most| shortened(&said.brief, *most));
        [&said.says, &said.brief]
            .into_iter()
            .cloned()
            .chain(words())
            .any(|says| self.fitting(self.lines, &format!("{says}{}", said.effects)).is_some())
    }

    /// The lines with `more` at the end, if `most` are enough.
    fn saying(&self, most: usize, says: &str, brief: &str, more: &str) -> Option<String> {
        let fitting = |lines: usize, says: &str| self.fitting(lines, &format!("{says}{more}"));
        let elided = |lines: usize, says: &str| {
            LONG_WORDS.iter().find_map(|most| fitting(lines, &shortened(says, *most)))
        };
        let within = |lines| {
            let whole = fitting(lines, says).or_else(|| fitting(lines, brief));
            whole.or_else(|| elided(lines, says)).or_else(|| elided(lines, brief))
        };
        (self.lines..=most).find_map(within)
    }

    /// The beginning of what is too long.
    fn beginning(&self, says: &str) -> Option<String> {
        let says = shortened(says, LONG_WORD);
        let fitting = |says: &str| self.fitting(self.lines, says);
        let ends: Vec<_> = says.char_indices().map(|(at, _)| at).take(self.columns(self.lines)).collect();
        let fits = ends.partition_point(|end| fitting(&format!("{}...", &says[..*end])).is_some());
        let start = &says[..*ends.get(fits.checked_sub(1)?)?];
        // A word that is long, such as a path, is cut; others are left out.
        match start.rfind(' ').filter(|space| start.len() - space <= LONG_WORD) {
            Some(space) => fitting(&format!("{} ...", &start[..space])),
            None => fitting(&format!("{start}...")),
        }
    }

    fn wrapped(&self, says: &str) -> String {
        wrapped(&format!("{says} {}", self.end), self.width, &self.start, &self.rest)
    }

    /// The lines, if these are enough. What is far too long is not wrapped to find that out.
    fn fitting(&self, lines: usize, says: &str) -> Option<String> {
        let may_fit = display_width(says) + self.end.len() <= self.columns(lines);
        may_fit.then(|| self.wrapped(says)).filter(|text| text.lines().count() <= lines)
    }

    /// How many columns so many lines have. A space at the end of a line takes no room.
    fn columns(&self, lines: usize) -> usize {
        lines * (self.width.saturating_sub(self.rest.len()) + 1)
    }
}

/// To how many characters long words are cut, one after the other, until there is room for all others.
const LONG_WORDS: [usize; 4] = [50, 40, 30, LONG_WORD];

/// A text in which words and what is in quotes, such as a path, have no more characters than this: the middle of what is
/// longer is left out, but nothing of the name of a file.
fn shortened(text: &str, most: usize) -> String {
    let pieces: Vec<_> = text.split('"').collect();
    let is_path = |number: usize| {
        ["file ", "path ", "mean "].iter().any(|what| pieces[number - 1].ends_with(what))
            || pieces.get(number + 1).is_some_and(|after| after.starts_with(" is not found"))
    };
    let shorter = pieces.iter().enumerate().map(|(number, piece)| match number % 2 {
        0 => piece.split(' ').map(|word| without_middle(word, most, 0)).collect::<Vec<_>>().join(" "),
        _ if is_path(number) => {
            let name = piece.rsplit(['/', '\\']).next().unwrap_or(piece).chars().count();
            // With what separates it from its folder.
            without_middle(piece, most, (name + 1).min(LONG_NAME))
        }
        _ => without_middle(piece, most, 0),
    });
    shorter.collect::<Vec<_>>().join("\"")
}

/// A word that has no more characters than `most` without its middle, but for so many at its end.
fn without_middle(word: &str, most: usize, end: usize) -> String {
    const GAP: &str = "...";
    let characters: Vec<char> = word.chars().collect();
    let (start, end) = match most.saturating_sub(GAP.len()) {
        room if end > 0 => (room.saturating_sub(end), end),
        // More is different at the ends of words.
        room => (room / 3, room - room / 3),
    };
    if characters.len() <= (start + GAP.len() + end).max(most) {
        return word.to_string();
    }
    let end = &characters[characters.len() - end..];
    characters[..start].iter().copied().chain(GAP.chars()).chain(end.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_long_words_is_left_out() {
        let text = "the path \"C:\\Users\\anna\\old files\\planks.png\" leads to a file";
        assert_eq!(shortened(text, 50), text);
        assert_eq!(shortened(text, LONG_WORD), "the path \"C:\\Use...\\planks.png\" leads to a file");
        assert_eq!(shortened(text, 8), "the path \"...\\planks.png\" leads to a file");
        assert_eq!(shortened("äääääääää", 8), "ä...ääää");
    }
}
