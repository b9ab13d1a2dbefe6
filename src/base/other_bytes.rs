//! Names of files that people read alike, and that are other bytes.

/// Whether a name may be among others in other bytes. Nearly every name is ASCII, and then none is looked at.
pub(crate) fn may_be_among<'n>(name: &[u8], mut others: impl Iterator<Item = &'n [u8]>) -> bool {
    !name.is_ascii() && others.any(|other| may_be_same(name, other))
}

/// Whether two names may be the same in other bytes: in another code page, in another case of letters that are not
/// ASCII, or with accents that are characters of their own.
pub(crate) fn may_be_same(one: &[u8], other: &[u8]) -> bool {
    if one.is_ascii() || other.is_ascii() {
        return false;
    }
    match (str::from_utf8(one), str::from_utf8(other)) {
        (Ok(one), Ok(other)) => {
            [one, other].concat().contains(is_accent) || one.to_lowercase() == other.to_lowercase()
        }
        (Err(_), Err(_)) => false,
        (Err(_), Ok(text)) => may_be_decoded(one, text),
        (Ok(text), Err(_)) => may_be_decoded(other, text),
    }
}

/// Whether a character is an accent of the one before it.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{3099}' | '\u{309A}')
}

/// Whether bytes of a code page may be this text: what is ASCII in both is the same at the start and the end.
fn may_be_decoded(bytes: &[u8], text: &str) -> bool {
    let start = |name: &[u8]| name.iter().position(|byte| !byte.is_ascii()).unwrap_or(name.len());
    let extension = |name: &[u8]| name.rsplit(|byte| *byte == b'.').next().map(<[u8]>::to_ascii_lowercase);
    let (one, other) = (start(bytes), start(text.as_bytes()));
    bytes[..one].eq_ignore_ascii_case(&text.as_bytes()[..other])
        && extension(bytes) == extension(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_other_bytes() {
        let ours = "rübe.png".as_bytes();
        for (other, is_same) in [
            (&b"r\xFCbe.png"[..], true),
            ("RÜBE.png".as_bytes(), true),
            ("ru\u{308}be.png".as_bytes(), true),
            (b"r\xFCbe.tga", false),
            (b"\xFCber.png", false),
            ("röbe.png".as_bytes(), false),
            ("日本.png".as_bytes(), false),
            (b"rube.png", false),
        ] {
            assert_eq!(may_be_same(ours, other), is_same, "{}", other.escape_ascii());
            assert_eq!(may_be_same(other, ours), is_same, "{}", other.escape_ascii());
        }
    }
}
