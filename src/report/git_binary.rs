//! Patches of binary files, as `git diff --binary` writes them and `git apply` takes them.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha1::{Digest, Sha1};

use crate::report::unified::path;

/// So many bytes are in one line.
const BYTES_OF_LINE: usize = 52;

/// The digits for numbers to the base 85.
const DIGITS: &[u8; 85] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/// The patch of a file, empty if nothing differs. For git, `name` is a path from the root of the repository.
pub fn binary_patch(name: &[u8], before: &[u8], after: &[u8]) -> Vec<u8> {
    if before == after {
        return Vec::new();
    }
    // `patch` takes a name with spaces for several here, and then what follows for another file.
    let [was, is] = ["a", "b"].map(|side| match path(side, name) {
        spaced if spaced.ends_with('\t') => format!("\"{}\"", spaced.trim_end_matches('\t')),
        path => path,
    });
    let ids = [before, after].map(object_id).join("..");
    let mut out = format!("diff --git {was} {is}\nindex {ids}\nGIT binary patch\n").into_bytes();
    // The second is for `git apply --reverse`.
    for bytes in [after, before] {
        out.extend(format!("literal {}\n", bytes.len()).bytes());
        deflated(bytes).chunks(BYTES_OF_LINE).for_each(|line| write_line(line, &mut out));
        out.push(b'\n');
    }
    out
}

/// The name that git gives to the content of a file.
fn object_id(bytes: &[u8]) -> String {
    let head = format!("blob {}\0", bytes.len());
    let digest = Sha1::new().chain_update(head).chain_update(bytes).finalize();
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// A letter for the number of bytes, and five digits for each four of them.
fn write_line(bytes: &[u8], out: &mut Vec<u8>) {
    let count = bytes.len() as u8;
    out.push(if count <= 26 { b'A' + count - 1 } else { b'a' + count - 27 });
    for four in bytes.chunks(4) {
        let mut padded = [0; 4];
        padded[..four.len()].copy_from_slice(four);
        let number = u32::from_be_bytes(padded);
        out.extend([4, 3, 2, 1, 0].map(|place| DIGITS[(number / 85_u32.pow(place) % 85) as usize]));
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_git() {
        assert_eq!(object_id(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
    }

    #[test]
    fn lines_are_those_of_git() {
        let line = |bytes: &[u8]| {
            let mut out = Vec::new();
            write_line(bytes, &mut out);
            String::from_utf8(out).unwrap()
        };
        assert_eq!(line(&[0]), "A00000\n");
        assert_eq!(line(&[0xFF; 4]), "D|NsC0\n");
        assert!(line(&[0; 52]).starts_with("z0"));
    }
}
