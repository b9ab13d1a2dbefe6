//! Text in pictures, in letters of 8 by 8 pixels.

use font8x8::{BASIC_FONTS, GREEK_FONTS, LATIN_FONTS, UnicodeFonts};

use crate::picture::Picture;

/// The width and the height of a letter.
pub(super) const LETTER: usize = 8;
/// What replaces a letter that the font does not have: a box.
const BOX: [u8; LETTER] = [0x7e, 0x42, 0x42, 0x42, 0x42, 0x42, 0x7e, 0];

/// The rows of a letter; the lowest bit is on the left.
fn rows(letter: char) -> [u8; LETTER] {
    let known =
        BASIC_FONTS.get(letter).or_else(|| LATIN_FONTS.get(letter)).or_else(|| GREEK_FONTS.get(letter));
    known.filter(|_| !letter.is_control()).unwrap_or(BOX)
}

impl Picture {
    /// Writes a line of text from there on, as much as there is room for.
    pub(super) fn write(&mut self, text: &str, left: usize, top: usize, color: [u8; 4]) {
        let width = self.width as usize;
        for (number, letter) in text.chars().enumerate() {
            for (row, bits) in rows(letter).into_iter().enumerate() {
                for column in (0..LETTER).filter(|column| bits >> column & 1 == 1) {
                    let x = left + number * LETTER + column;
                    let pixel = self.pixels.get_mut((top + row) * width + x);
                    if let Some(pixel) = pixel.filter(|_| x < width) {
                        *pixel = color;
                    }
                }
            }
        }
    }
}

/// A text in at most two lines of so many letters; of a longer one the middle is left out.
pub(super) fn lines(text: &str, most: usize) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let most = most.max(1);
    if letters.len() <= most {
        return vec![text.to_string()];
    }
    let second = if letters.len() <= 2 * most {
        letters[most..].to_vec()
    } else {
        let end = letters.len() - most.saturating_sub(2);
        ['.', '.'].iter().take(most).chain(&letters[end..]).copied().collect()
    };
    [letters[..most].to_vec(), second].into_iter().map(String::from_iter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_drawn_and_others_are_boxes() {
        let mut picture = Picture::blank(20, 8, None);
        picture.write("I\u{65e5}I", 0, 0, [255; 4]);
        let rows: Vec<String> = picture
            .pixels
            .chunks(20)
            .map(|row| row.iter().map(|pixel| if pixel[3] > 0 { '#' } else { '.' }).collect())
            .collect();
        assert_eq!(rows[0], ".####....######..###");
        assert_eq!(rows[1], "..##.....#....#...##");
        assert_eq!(rows[7], ".".repeat(20));
    }

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(lines("arrow.txt", 9), ["arrow.txt"]);
        assert_eq!(lines("arrow.txt", 6), ["arrow.", "txt"]);
        assert_eq!(lines("a long name.txt", 6), ["a long", "...txt"]);
        assert_eq!(lines("abc", 1), ["a", "."]);
    }
}
