//! The JSON Schema of configuration files, made from their types. Editors use it to complete and to check.

use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::config::file::File;

/// The schema.
pub fn schema() -> Value {
    // The draft that editors of TOML know.
    SchemaSettings::draft07().into_generator().into_root_schema_for::<File>().to_value()
}

/// The schema as text, for a file.
pub fn text() -> String {
    format!("{:#}\n", schema())
}
