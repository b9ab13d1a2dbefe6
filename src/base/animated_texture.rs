//! Animated textures of StepMania: an `.ini` file in the place of a picture, which names the pictures that are shown in
//! turn (`IniFile::ReadFile`, and `AnimatedTexture::Load` in `ModelTypes.cpp`).

/// How a program reads such a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum IniReader {
    /// A backslash at the end of a line joins it to the next one.
    StepMania,
    /// There is a section only if it has a value.
    OpenItg,
}

/// Whether the programs take a path for that of an animated texture.
pub(crate) fn is_animated(path: &[u8]) -> bool {
    path.len() >= 4 && path[path.len() - 4..].eq_ignore_ascii_case(b".ini")
}

/// Names, each with its value.
pub(crate) type IniValues = Vec<(Vec<u8>, Vec<u8>)>;

/// What is in the section `AnimatedTexture` of such a file; `None` if it has no such section.
pub(crate) fn values(text: &[u8], reader: IniReader) -> Option<IniValues> {
    let mut found: Option<IniValues> = None;
    let mut is_within = false;
    for line in lines(text, reader) {
        let is_comment = match &line[..] {
            [b'#', ..] | [b'/', b'/', ..] => true,
            [b';', ..] | [b'-', b'-', ..] => reader == IniReader::StepMania,
            _ => false,
        };
        if is_comment {
            continue;
        }
        if let [b'[', section @ .., b']'] = &line[..] {
            is_within = section == b"AnimatedTexture";
            if is_within && reader == IniReader::StepMania {
                found.get_or_insert_default();
            }
        } else if let Some(at) = memchr::memchr(b'=', &line).filter(|_| is_within) {
            let name = match reader {
                IniReader::StepMania => line[..at].trim_ascii(),
                IniReader::OpenItg => &line[..at],
            };
            if !name.is_empty() {
                found.get_or_insert_default().push((name.to_vec(), line[at + 1..].to_vec()));
            }
        }
    }
    found
}

/// Whether there is a first picture. Without it the programs look for no other.
pub(crate) fn has_picture(values: &IniValues) -> bool {
    let has = |key: &[u8]| values.iter().any(|(name, _)| name == key);
    has(b"Frame0000") && has(b"Delay0000")
}

/// The lines, without marks of byte order, each of which may be several lines of the text.
fn lines(text: &[u8], reader: IniReader) -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    let mut joined: Vec<u8> = Vec::new();
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        joined.extend_from_slice(line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line));
        if reader == IniReader::StepMania && joined.pop_if(|last| *last == b'\\').is_some() {
            continue;
        }
        lines.push(std::mem::take(&mut joined));
    }
    lines.push(joined);
    lines
}
