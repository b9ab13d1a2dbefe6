//! Animated textures of StepMania: an `.ini` file in the place of a picture, which names the pictures that are shown in
//! turn (`IniFile::ReadFile`, and `AnimatedTexture::Load` in `ModelTypes.cpp`).

/// Whether StepMania takes a path for that of an animated texture.
pub(crate) fn is_animated(path: &[u8]) -> bool {
    path.len() >= 4 && path[path.len() - 4..].eq_ignore_ascii_case(b".ini")
}

/// The names and values in the section `AnimatedTexture` of such a file; `None` if it has no such section.
pub(crate) fn values(text: &[u8]) -> Option<Vec<(&[u8], &[u8])>> {
    let mut found: Option<Vec<_>> = None;
    let mut is_within = false;
    for line in text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match line {
            [b';' | b'#', ..] | [b'/', b'/', ..] | [b'-', b'-', ..] => {}
            [b'[', section @ .., b']'] => {
                is_within = section == b"AnimatedTexture";
                if is_within {
                    found.get_or_insert_default();
                }
            }
            _ => {
                let value = memchr::memchr(b'=', line).map(|at| (line[..at].trim_ascii(), &line[at + 1..]));
                if let (Some(value), true) = (value, is_within) {
                    found.get_or_insert_default().push(value);
                }
            }
        }
    }
    found
}
