//! Repaired models, packed into one file.

use std::io::Write;

use rawzip::{CompressionMethod, Error, ZipArchiveWriter};
use wasm_bindgen::prelude::wasm_bindgen;

/// A ZIP archive while files are added to it. They are not compressed: it goes no further than to the same machine.
#[wasm_bindgen]
pub struct Archive(ZipArchiveWriter<Vec<u8>>);

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
        Self(ZipArchiveWriter::new(Vec::new()))
    }

    /// Adds a file, and returns whether that went well.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> bool {
        self.write(path, bytes).is_ok()
    }

    /// The bytes of the archive.
    pub fn finish(self) -> Vec<u8> {
        self.0.finish().unwrap_or_default()
    }
}

impl Archive {
    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Error> {
        let file = self.0.new_file(path).compression_method(CompressionMethod::STORE);
        let (mut entry, config) = file.start()?;
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes)?;
        let (_, descriptor) = writer.finish()?;
        entry.finish(descriptor)?;
        Ok(())
    }
}
