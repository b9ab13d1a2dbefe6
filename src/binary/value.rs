//! Values of fields, as text and as the bytes that a binary file stores.

use crate::layout::binary::Store;

/// The bytes of a value that is given as text: a decimal number, or the text itself, which is filled up with
/// NULs. `None` if it is no such value, or does not fit.
pub fn encode(store: Store, text: &[u8]) -> Option<Vec<u8>> {
    let integer = || std::str::from_utf8(text).ok()?.parse::<i64>().ok();
    Some(match store {
        Store::U8 => u8::try_from(integer()?).ok()?.to_le_bytes().to_vec(),
        Store::I8 => i8::try_from(integer()?).ok()?.to_le_bytes().to_vec(),
        Store::U16 => u16::try_from(integer()?).ok()?.to_le_bytes().to_vec(),
        Store::U32 => u32::try_from(integer()?).ok()?.to_le_bytes().to_vec(),
        Store::I32 => i32::try_from(integer()?).ok()?.to_le_bytes().to_vec(),
        Store::F32 => std::str::from_utf8(text).ok()?.parse::<f32>().ok()?.to_le_bytes().to_vec(),
        Store::Text(width) => {
            let padding = width.checked_sub(text.len())?;
            [text, &vec![0; padding]].concat()
        }
        Store::Sized => text.to_vec(),
    })
}
