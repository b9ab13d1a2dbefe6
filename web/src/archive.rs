//! Repaired models, packed into one file.

use std::collections::BTreeSet;
use std::io::Write;
use std::iter;

use rawzip::path::ZipFilePath;
use rawzip::{CompressionMethod, Error, ZipArchiveWriter};
use wasm_bindgen::prelude::wasm_bindgen;

/// A ZIP archive while files are added to it. They are not compressed: it goes no further than to the same machine.
#[wasm_bindgen]
pub struct Archive {
    writer: ZipArchiveWriter<Vec<u8>>,
    /// The names of the files in it.
    names: BTreeSet<String>,
}

impl Default for Archive {
    fn default() -> Self {
        Self::new()
    }
}

#[wasm_bindgen]
impl Archive {
    /// An empty one.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self { writer: ZipArchiveWriter::new(Vec::new()), names: BTreeSet::new() }
    }

    /// Adds a file, and returns its name in the archive, which not every path can be; nothing if that failed.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Option<String> {
        let name = self.free_name(path);
        self.write(&name, bytes).ok()?;
        self.names.insert(name.clone());
        Some(name)
    }

    /// The bytes of the archive; nothing if it cannot be finished.
    pub fn finish(self) -> Option<Vec<u8>> {
        self.writer.finish().ok()
    }
}

impl Archive {
    /// A name for this path that no other file has. A backslash, which may be in a name, would end one in an archive.
    fn free_name(&self, path: &str) -> String {
        let path = ZipFilePath::from_str(&path.replace('\\', "_")).as_str().to_string();
        let (stem, end) = match path.rfind('.').filter(|at| !path[*at..].contains('/')) {
            Some(at) => path.split_at(at),
            None => (&*path, ""),
        };
        let numbered = (2..).map(|number| format!("{stem} ({number}){end}"));
        let mut names = iter::once(path.clone()).chain(numbered);
        names.find(|name| !self.names.contains(name)).unwrap_or_default()
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let file = self.writer.new_file(path).compression_method(CompressionMethod::STORE);
        let (mut entry, config) = file.start()?;
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes)?;
        let (_, descriptor) = writer.finish()?;
        entry.finish(descriptor)?;
        Ok(())
    }
}
