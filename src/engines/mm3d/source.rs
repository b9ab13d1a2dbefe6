//! How Maverick Model 3D reads a file (`datasource.cc`, `filedatasource.cc`): what is not there leaves a value as it
//! was, and reading goes on.

use std::borrow::Cow;

use crate::engines::{Loading, crash};
use crate::layout::binary::{Slot, Store, width};

/// How many bytes are read from the disk at once.
const CHUNK: usize = 128 * 1024;

/// A file as the program reads it.
///
/// Once anything was missing, nothing more is read from the disk. What is left of the last chunk then has no place any
/// more, and the program crashes when it takes from it.
#[derive(Clone, Debug)]
pub(super) struct MaverickSource<'d> {
    bytes: &'d [u8],
    /// Where the program takes itself to be.
    pub(super) at: usize,
    /// Where it takes the next byte from; `None` at the end of a chunk, and after going to the end of the file.
    from: Option<usize>,
    /// How many bytes it takes the chunk still to have.
    left: usize,
    /// Whether anything was missing.
    pub(super) has_failed: bool,
}

impl<'d> MaverickSource<'d> {
    pub(super) fn new(bytes: &'d [u8]) -> Self {
        Self { bytes, at: 0, from: None, left: 0, has_failed: false }
    }

    /// How many bytes there are from here on, as the program sees it.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    /// Whether the program takes itself to be at the end of the file.
    pub(super) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Whether no value of so many bytes can be there from here on.
    pub(super) fn is_spent(&self, width: usize) -> bool {
        self.has_failed && self.left < width
    }

    /// So many bytes as they are in the file; `None`, and nothing is read, if they are not all there.
    pub(super) fn take(&mut self, count: usize) -> Option<&'d [u8]> {
        if self.has_failed || (self.from.is_none() && self.left > 0) {
            return None;
        }
        let taken = self.bytes.get(self.at..)?.get(..count)?;
        self.at += count;
        self.left = self.left.checked_sub(count).unwrap_or_else(|| self.remaining().min(CHUNK));
        self.from = (self.left > 0).then_some(self.at);
        Some(taken)
    }

    /// A record, on the last one: what is missing stays as it was there.
    pub(super) fn record(&mut self, slots: &[Slot], record: &mut Cow<'d, [u8]>) -> Loading {
        if let Some(taken) = self.take(width(slots)) {
            *record = Cow::Borrowed(taken);
            return Ok(());
        }
        let record = record.to_mut();
        record.resize(width(slots), 0);
        let mut rest = record.as_mut_slice();
        for slot in slots {
            let Some((field, behind)) = rest.split_at_mut_checked(slot.store.width().unwrap_or(0)) else {
                break;
            };
            match slot.store {
                Store::Text(_) => self.bytes_into(field)?,
                _ => self.value_into(field)?,
            }
            rest = behind;
        }
        Ok(())
    }

    /// An integer of one byte; 0 if it is missing.
    pub(super) fn u8(&mut self) -> Loading<u8> {
        let mut value = [0];
        self.value_into(&mut value).map(|()| value[0])
    }

    /// An integer of 16 bits; as it was if it is missing.
    pub(super) fn u16(&mut self, was: u16) -> Loading<u16> {
        let mut value = was.to_le_bytes();
        self.value_into(&mut value).map(|()| u16::from_le_bytes(value))
    }

    /// An integer of 32 bits; as it was if it is missing.
    pub(super) fn i32(&mut self, was: i32) -> Loading<i32> {
        let mut value = was.to_le_bytes();
        self.value_into(&mut value).map(|()| i32::from_le_bytes(value))
    }

    fn value_into(&mut self, value: &mut [u8]) -> Loading {
        if self.left < value.len() {
            if self.has_failed {
                return Ok(());
            }
            self.fill();
            if self.left < value.len() {
                self.miss();
                return Ok(());
            }
        }
        self.copy_into(value)?;
        if self.left == 0 {
            self.from = None;
        }
        Ok(())
    }

    fn bytes_into(&mut self, mut bytes: &mut [u8]) -> Loading {
        if bytes.len() > self.remaining() {
            self.miss();
            return Ok(());
        }
        while !bytes.is_empty() {
            if self.left == 0 {
                if self.has_failed {
                    return Ok(());
                }
                self.fill();
                if self.left == 0 {
                    self.has_failed = true;
                    return Ok(());
                }
            }
            let (now, later) = bytes.split_at_mut(bytes.len().min(self.left));
            self.copy_into(now)?;
            bytes = later;
        }
        Ok(())
    }

    /// Passes over so many bytes that the program reads at once.
    pub(super) fn pass(&mut self, count: usize) -> Loading {
        if count > self.remaining() {
            self.miss();
            return Ok(());
        }
        if self.take(count).is_some() {
            return Ok(());
        }
        // The rest of a chunk that has no place any more, or what is left of one after something was missing.
        let mut bytes = vec![0; count.min(self.left)];
        self.bytes_into(&mut bytes)
    }

    /// Goes to an offset. After something was missing, the bytes still come from where they came from before.
    pub(super) fn seek(&mut self, at: usize) {
        if at > self.bytes.len() {
            self.has_failed = true;
            return;
        }
        self.at = at;
        if self.is_at_end() {
            self.from = None;
        } else if !self.has_failed {
            self.fill();
        }
    }

    fn fill(&mut self) {
        self.left = self.remaining().min(CHUNK);
        self.from = Some(self.at);
    }

    fn miss(&mut self) {
        self.at = self.bytes.len();
        self.from = None;
        self.has_failed = true;
    }

    fn copy_into(&mut self, value: &mut [u8]) -> Loading {
        let count = value.len();
        let taken = self.from.and_then(|from| self.bytes.get(from..)?.get(..count));
        let Some(taken) = taken else {
            let reason = "the file ends too early, and the program reads on through a null pointer";
            return crash(self.at.min(self.bytes.len()), reason);
        };
        value.copy_from_slice(taken);
        self.from = self.from.map(|from| from + count);
        self.left -= count;
        self.at += count;
        Ok(())
    }
}
