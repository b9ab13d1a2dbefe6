//! Inputs without a fuzzer: the project's own models and configurations, and random changes to them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use ms3dlint::document::listing;

/// The models of the corpus, each with its name; binary ones are kept there as listings. In the order of their
/// names.
///
/// # Errors
///
/// If the corpus cannot be read.
pub fn corpus() -> io::Result<Vec<(String, Vec<u8>)>> {
    let root = root();
    let mut models = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Some(bytes) = model(&path)? {
                let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
                models.push((name, bytes));
            }
        }
    }
    models.sort();
    Ok(models)
}

/// A model of the corpus.
///
/// # Errors
///
/// If there is none of this name.
pub fn own(name: &str) -> io::Result<Vec<u8>> {
    model(&root().join(name))?.ok_or_else(|| io::Error::other("it is no model"))
}

/// The configurations that the pages show, and the one that a project begins with, as it is and with all that is
/// commented out in it.
///
/// # Errors
///
/// If these cannot be read.
pub fn configurations() -> io::Result<Vec<Vec<u8>>> {
    let home = root().join("..");
    let first = fs::read_to_string(home.join("src/cli/commands/init/ms3dlint.toml"))?;
    let is_setting = |line: &&str| line.starts_with('#') && !line.starts_with("# ");
    let settings = first.lines().filter(is_setting).map(|line| line[1..].to_string() + "\n");
    let mut all = vec![first.clone().into_bytes(), settings.collect::<String>().into_bytes()];
    for page in ["README.md", "docs/configuration.md", "docs/ci.md", "docs/baseline.md"] {
        let page = fs::read_to_string(home.join(page))?;
        let shown = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
        all.extend(shown.map(|text| text.as_bytes().to_vec()));
    }
    Ok(all)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

/// The bytes of a model; `None` for one of the textures that lie beside them.
fn model(path: &PathBuf) -> io::Result<Option<Vec<u8>>> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("txt") => fs::read(path).map(Some),
        Some("listing") => {
            let assembled = listing::assemble(&fs::read_to_string(path)?);
            assembled.map(Some).map_err(|problem| io::Error::other(problem.what))
        }
        _ => Ok(None),
    }
}

/// An ASCII model whose bones form one long chain of parents.
pub fn deep_chain(bones: usize) -> Vec<u8> {
    let mut text =
        format!("// MilkShape 3D ASCII\nFrames: 1\nFrame: 1\nMeshes: 0\nMaterials: 0\nBones: {bones}\n");
    for bone in 0..bones {
        let parent = bone.checked_sub(1).map_or(String::new(), |parent| format!("b{parent}"));
        text += &format!("\"b{bone}\"\n\"{parent}\"\n0 0.0 1.0 0.0 0.0 0.0 0.0\n0\n0\n");
    }
    text.into_bytes()
}

/// What is in models, and what should not be.
const PIECES: [&[u8]; 24] = [
    b"0",
    b"-1",
    b"1",
    b"2",
    b"+3",
    b"4294967295",
    b"65535",
    b"-0.000000",
    b"0.500000",
    b"1,5",
    b"1e3",
    b"nan",
    b".5",
    b"\"\"",
    b"\"a\"",
    b"\"",
    b" ",
    b"\n",
    b"\r\n",
    b"// x",
    b"Meshes: 1",
    b"ModelComment: 1",
    b"\xE9",
    b"\x7F",
];

/// A few changes at random places of some bytes: bytes, lines and fields changed, taken out, doubled, moved, and
/// taken from another input.
pub fn mutated(bytes: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..rng.usize(1..5) {
        let piece = match rng.u8(0..8) {
            0 => Vec::new(),
            1 => vec![rng.u8(..)],
            2 | 3 => rng.choice(PIECES).unwrap_or_default().to_vec(),
            4 => other[line(other, rng)].to_vec(),
            5 => other[some(other.len(), rng)].to_vec(),
            _ => bytes[line(&bytes, rng)].to_vec(),
        };
        let at = match rng.u8(0..6) {
            0 => line(&bytes, rng),
            1 => some(bytes.len(), rng),
            2 => field(&bytes, rng),
            _ => {
                let at = line(&bytes, rng).start;
                at..at
            }
        };
        bytes.splice(at, piece);
    }
    if rng.u8(0..16) == 0 {
        bytes.truncate(rng.usize(0..=bytes.len()));
    }
    bytes
}

/// Some bytes next to each other, more often few than many.
fn some(len: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let start = rng.usize(0..=len);
    let most = 1 << rng.u8(0..8);
    start..(start + rng.usize(0..=most)).min(len)
}

/// A line with its ending. In a binary file that is a stretch between two bytes that happen to be line feeds.
fn line(bytes: &[u8], rng: &mut Rng) -> std::ops::Range<usize> {
    around(bytes, rng, |byte| *byte == b'\n')
}

/// A field with the space after it.
fn field(bytes: &[u8], rng: &mut Rng) -> std::ops::Range<usize> {
    let range = around(bytes, rng, u8::is_ascii_whitespace);
    range.start..range.end.saturating_sub(1).max(range.start)
}

fn around(bytes: &[u8], rng: &mut Rng, ends: impl Fn(&u8) -> bool) -> std::ops::Range<usize> {
    let at = rng.usize(0..=bytes.len());
    let start = bytes[..at].iter().rposition(&ends).map_or(0, |before| before + 1);
    let end = bytes[at..].iter().position(&ends).map_or(bytes.len(), |behind| at + behind + 1);
    start..end
}
