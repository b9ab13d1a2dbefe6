//! Each property is explained on the page, and the reference reader is independent.

use std::fs;

use crate::support::root;
use ms3dlint_fuzz::properties;

#[test]
fn every_property_is_on_the_page() {
    let page = fs::read_to_string(root().join("docs/properties.md")).unwrap();
    let missing: Vec<_> =
        properties::all().filter(|(name, _)| !page.contains(&format!("\n| `{name}` |"))).collect();
    assert!(missing.is_empty(), "not in docs/properties.md: {missing:?}");
}

#[test]
fn the_reference_shares_no_code_with_the_readers() {
    let text = fs::read_to_string(root().join("fuzz/src/properties/reference.rs")).unwrap();
    assert!(text.lines().count() <= 400, "the reference grows: {} lines", text.lines().count());
    let imports =
        text.lines().find(|line| ["crate::", "super::", "ms3dlint"].iter().any(|word| line.contains(word)));
    assert_eq!(imports, None);
}
