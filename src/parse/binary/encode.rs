//! Writes records of binary models: puts values into the fields that
//! [`layout::binary`](crate::layout::binary) lists.

use crate::layout::binary::{Slot, Store};

/// The value of a field.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Value<'a> {
    /// An integer.
    Integer(i64),
    /// A number with or without a fraction.
    Float(f32),
    /// Text.
    Text(&'a [u8]),
}

impl From<i32> for Value<'_> {
    fn from(integer: i32) -> Self {
        Self::Integer(integer.into())
    }
}

impl From<f32> for Value<'_> {
    fn from(float: f32) -> Self {
        Self::Float(float)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(text: &'a [u8]) -> Self {
        Self::Text(text)
    }
}

/// Appends the fields of a part of a record. `values` are those of all fields of the record, as
/// [`layout::field`](crate::layout::field) counts them; those that have no slot are passed over.
///
/// # Errors
///
/// The number of the first field that has no value of its kind, or no room for it.
pub(crate) fn push(slots: &[Slot], values: &[Value], out: &mut Vec<u8>) -> Result<(), u8> {
    slots.iter().try_for_each(|slot| {
        let value = values.get(slot.field as usize);
        value.and_then(|value| push_value(slot.store, *value, out)).ok_or(slot.field)
    })
}

/// Appends a value; `None` if it is of another kind, or does not fit.
pub(crate) fn push_value(store: Store, value: Value, out: &mut Vec<u8>) -> Option<()> {
    match (store, value) {
        (Store::U8, Value::Integer(n)) => out.extend(u8::try_from(n).ok()?.to_le_bytes()),
        (Store::I8, Value::Integer(n)) => out.extend(i8::try_from(n).ok()?.to_le_bytes()),
        (Store::U16, Value::Integer(n)) => out.extend(u16::try_from(n).ok()?.to_le_bytes()),
        (Store::U32, Value::Integer(n)) => out.extend(u32::try_from(n).ok()?.to_le_bytes()),
        (Store::I32, Value::Integer(n)) => out.extend(i32::try_from(n).ok()?.to_le_bytes()),
        (Store::F32, Value::Float(n)) => out.extend(n.to_le_bytes()),
        (Store::Text(width), Value::Text(text)) => {
            let padding = width.checked_sub(text.len())?;
            out.extend_from_slice(text);
            out.resize(out.len() + padding, 0);
        }
        (Store::Sized, Value::Text(text)) => out.extend_from_slice(text),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Record, binary::parts, fields};

    #[test]
    fn values_go_where_the_layout_says() {
        let flags_to_bone = [1.into(), 0.5.into(), 0.25.into(), 1.0.into(), 9.0.into(), 9.0.into()];
        let values = [&flags_to_bone[..], &[Value::from(-1), Value::from(3)]].concat();
        let mut out = Vec::new();
        assert_eq!(push(parts(Record::Vertex)[0], &values, &mut out), Ok(()));
        assert_eq!(out, [1, 0, 0, 0, 63, 0, 0, 128, 62, 0, 0, 128, 63, 255, 3]);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let mut values = vec![Value::Integer(0); 8];
        assert_eq!(push(parts(Record::Vertex)[0], &values, &mut Vec::new()), Err(1));
        values[1..6].fill(Value::Float(0.0));
        values[fields::vertex::BONE as usize] = Value::Integer(128);
        assert_eq!(push(parts(Record::Vertex)[0], &values, &mut Vec::new()), Err(fields::vertex::BONE));
        assert_eq!(push_value(Store::Text(2), Value::Text(b"abc"), &mut Vec::new()), None);
    }
}
