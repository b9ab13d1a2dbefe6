//! The JSON Schema of configuration files, made from their types. Editors use it for completion and checks.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::Value;

use crate::config::file::File;

/// Where the schema is to be found, which is also its name.
const ADDRESS: &str = concat!(env!("CARGO_PKG_HOMEPAGE"), "/ms3dlint.schema.json");

/// The schema.
pub fn schema() -> Value {
    // The draft that TOML editors support.
    let settings = SchemaSettings::draft07().with_transform(RecursiveTransform(without_null));
    let mut schema = settings.into_generator().into_root_schema_for::<File>();
    schema.insert("$id".to_string(), ADDRESS.into());
    schema.to_value()
}

/// Removes null from the schema, as TOML has none.
fn without_null(schema: &mut Schema) {
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
}

/// The schema as text, for a file.
pub fn text() -> String {
    format!("{:#}\n", schema())
}
