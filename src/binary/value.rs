//! Values of fields, as text and as the bytes that a binary file stores.

use crate::binary::writer::{Value, push_value};
use crate::layout::binary::Store;

/// The bytes of a value that is given as text: a decimal number, or the text itself, which is filled up with
/// NULs. `None` if it is no such value, or does not fit.
pub fn encode(store: Store, text: &[u8]) -> Option<Vec<u8>> {
    let number = || std::str::from_utf8(text).ok();
    let value = match store {
        Store::Text(_) | Store::Sized => Value::Text(text),
        Store::F32 => Value::Float(number()?.parse().ok()?),
        _ => Value::Integer(number()?.parse().ok()?),
    };
    let mut bytes = Vec::new();
    push_value(store, value, &mut bytes)?;
    Some(bytes)
}
