//! How the text of an editor is stored as bytes. Editors send Unicode, and some of them LF alone at the end of each line,
//! whatever is in the file; rules look at bytes.

use std::borrow::Cow;

use crate::base::code_pages::{in_windows_1252, windows_1252};
use crate::base::utf16::Utf16;

/// Which bytes characters become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Encoding {
    Utf8,
    /// One byte for each, as in Western European versions of Windows.
    Windows1252,
    /// One byte for each: its own number.
    Latin1,
    /// Two bytes for most.
    Utf16(Utf16),
}

/// How the text of a file is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spelling {
    encoding: Encoding,
    /// Whether a byte order mark is before it, which the editor does not show.
    has_mark: bool,
    /// Whether an LF of the editor is stored as CR LF.
    adds_cr: bool,
}

const MARK: char = '\u{FEFF}';

impl Spelling {
    /// A text in UTF-8 with nothing left out.
    pub(crate) const PLAIN: Self = Self { encoding: Encoding::Utf8, has_mark: false, adds_cr: false };

    /// How an editor stores the text that it has read from these bytes.
    pub(crate) fn of(text: &str, stored: &[u8]) -> Self {
        let encoding = match Utf16::of_marked(stored) {
            Some(order) => Encoding::Utf16(order),
            None if std::str::from_utf8(stored).is_ok() => Encoding::Utf8,
            // The editor has put this in place of what it could not read, and would store it.
            None if text.contains(char::REPLACEMENT_CHARACTER) => Encoding::Utf8,
            None if text.chars().any(|c| ('\u{80}'..='\u{9F}').contains(&c)) => Encoding::Latin1,
            None => Encoding::Windows1252,
        };
        let has_mark = match encoding {
            Encoding::Utf16(_) => true,
            _ => stored.starts_with("\u{FEFF}".as_bytes()),
        };
        let ends_alike = || memchr::memchr_iter(b'\n', stored).all(|at| at > 0 && stored[at - 1] == b'\r');
        // A line can end in CR CR LF, of which the editor shows the first CR.
        let count = |byte: u8, bytes: &[u8]| memchr::memchr_iter(byte, bytes).count();
        let is_left_out = || {
            let lines = count(b'\n', text.as_bytes());
            count(b'\r', stored) == count(b'\r', text.as_bytes()) + lines
        };
        let adds_cr = text.contains('\n')
            && (!text.contains('\r') || is_left_out())
            && !matches!(encoding, Encoding::Utf16(_))
            && stored.contains(&b'\n')
            && ends_alike();
        Self { encoding, has_mark: has_mark && !text.starts_with(MARK), adds_cr }
    }

    /// How a text is stored in a file of this kind: in UTF-8, if it has a character that would have no byte. So the bytes
    /// of a text are always read as that text.
    pub(crate) fn for_text(self, text: &str) -> Self {
        let encoding = if self.has_room_for(text) { self.encoding } else { Encoding::Utf8 };
        Self { encoding, ..self }
    }

    /// Whether each character of a text can be stored.
    pub(crate) fn has_room_for(self, text: &str) -> bool {
        match self.encoding {
            Encoding::Windows1252 | Encoding::Latin1 => text.chars().all(|c| self.byte(c).is_some()),
            Encoding::Utf8 | Encoding::Utf16(_) => true,
        }
    }

    /// Whether the bytes are those of the text.
    pub(crate) fn is_plain(self) -> bool {
        self == Self::PLAIN
    }

    /// The bytes before those of the text.
    fn mark(self) -> Vec<u8> {
        let mut out = Vec::new();
        self.has_mark.then_some(MARK).into_iter().for_each(|mark| self.push(mark, &mut out));
        out
    }

    /// How many bytes are before those of the text.
    pub(crate) fn before(self) -> usize {
        self.mark().len()
    }

    /// The bytes of a file with this text.
    pub(crate) fn write(self, text: &str) -> Vec<u8> {
        [self.mark(), self.write_part(text)].concat()
    }

    /// The bytes of a text that is a part of a file.
    pub(crate) fn write_part(self, text: &str) -> Vec<u8> {
        if self.encoding == Encoding::Utf8 && !self.adds_cr {
            return text.as_bytes().to_vec();
        }
        let mut out = Vec::with_capacity(text.len() + text.len() / 16);
        text.chars().for_each(|c| self.push(c, &mut out));
        out
    }

    /// How many bytes a character becomes.
    pub(crate) fn len(self, c: char) -> usize {
        match self.encoding {
            Encoding::Utf16(_) => 2 * c.len_utf16(),
            _ if c == '\n' && self.adds_cr => 2,
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Windows1252 | Encoding::Latin1 => self.byte(c).map_or(c.len_utf8(), |_| 1),
        }
    }

    fn push(self, c: char, out: &mut Vec<u8>) {
        match self.encoding {
            Encoding::Utf16(order) => {
                out.extend(c.encode_utf16(&mut [0; 2]).iter().flat_map(|unit| order.bytes(*unit)));
            }
            _ if c == '\n' && self.adds_cr => out.extend(b"\r\n"),
            _ => match self.byte(c) {
                Some(byte) => out.push(byte),
                // A mark; `for_text` leaves no other.
                None => out.extend(c.encode_utf8(&mut [0; 4]).as_bytes()),
            },
        }
    }

    /// The one byte of a character, if it has one.
    fn byte(self, c: char) -> Option<u8> {
        match self.encoding {
            _ if c.is_ascii() => Some(c as u8),
            Encoding::Latin1 => u8::try_from(u32::from(c)).ok(),
            Encoding::Windows1252 => in_windows_1252(c),
            _ => None,
        }
    }

    /// The text of the bytes of a file, as the editor shows it.
    pub(crate) fn read_file(self, bytes: &[u8]) -> String {
        self.read(bytes.strip_prefix(&*self.mark()).unwrap_or(bytes))
    }

    /// The text of bytes that are a part of a file.
    pub(crate) fn read(self, bytes: &[u8]) -> String {
        let text = match self.encoding {
            Encoding::Utf8 => String::from_utf8_lossy(bytes),
            Encoding::Windows1252 => windows_1252(bytes).into(),
            Encoding::Latin1 => bytes.iter().copied().map(char::from).collect::<String>().into(),
            Encoding::Utf16(order) => order.text(bytes).0.into(),
        };
        if self.adds_cr { text.replace("\r\n", "\n") } else { Cow::into_owned(text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_stored(text: &str, stored: &[u8]) {
        let spelling = Spelling::of(text, stored);
        assert_eq!(spelling.write(text), stored, "{spelling:?}");
        let len: usize = text.chars().map(|c| spelling.len(c)).sum();
        assert_eq!(spelling.before() + len, stored.len());
        assert_eq!(spelling.read(&stored[spelling.before()..]), text);
    }

    #[test]
    fn a_text_is_stored_as_it_was() {
        assert_stored("rübe\n", "rübe\n".as_bytes());
        assert_stored("rübe\r\n", b"r\xFCbe\r\n");
        assert_stored("r\u{81}\u{FC}be", b"r\x81\xFCbe");
        assert_stored("€", b"\x80");
        assert_stored("a\nb\n", b"a\r\nb\r\n");
        assert_stored("a\nb\r\n", b"a\nb\r\n");
        assert_stored("a\n", "\u{FEFF}a\n".as_bytes());
        assert_stored("\u{FEFF}a\n", "\u{FEFF}a\n".as_bytes());
        assert_stored("a𝄞\n", b"\xFF\xFEa\0\x34\xD8\x1E\xDD\n\0");
    }

    #[test]
    fn what_an_editor_could_not_read_is_stored_as_it_shows_it() {
        let spelling = Spelling::of("r\u{FFFD}be", b"r\xFCbe");
        assert!(spelling.is_plain());
    }

    #[test]
    fn a_text_with_a_character_that_has_no_byte_is_stored_in_utf_8() {
        let spelling = Spelling::of("r\u{FC}be", b"r\xFCbe");
        assert_eq!(spelling.for_text("ü").write("ü"), b"\xFC");
        assert_eq!(spelling.for_text("ü音").write("ü音"), "ü音".as_bytes());
        let spelling = Spelling::of("сталь\n", b"\xF1\xF2\xE0\xEB\xFC\r\n");
        assert_eq!(spelling.for_text("сталь\n").write("сталь\n"), "сталь\r\n".as_bytes());
    }

    /// The bytes of files in each encoding, and what an editor shows of them.
    const FILES: [(&str, &[u8]); 7] = [
        ("a\n", b"a\n"),
        ("a\n", b"a\r\n"),
        ("ü\n", b"\xFC\r\n"),
        ("ü\u{81}\n", b"\xFC\x81\n"),
        ("a\n", b"\xEF\xBB\xBFa\r\n"),
        ("a\n", b"\xFF\xFEa\0\n\0"),
        ("a\n", b"\xFE\xFF\0a\0\n"),
    ];

    proptest::proptest! {
        #[test]
        fn what_is_written_is_read_again(text in "(\\PC|[\r\n\u{0}-\u{FF}\u{152}\u{20AC}\u{FEFF}сталь鋼😀]){0,12}") {
            for (shown, stored) in FILES {
                let spelling = Spelling::of(shown, stored).for_text(&text);
                let bytes = spelling.write(&text);
                assert_eq!(spelling.read_file(&bytes), text, "{spelling:?}");
                assert_eq!(spelling.read(&spelling.write_part(&text)), text, "{spelling:?}");
                let len: usize = text.chars().map(|c| spelling.len(c)).sum();
                assert_eq!(spelling.before() + len, bytes.len(), "{spelling:?}");
            }
        }
    }
}
