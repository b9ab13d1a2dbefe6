//! Each promise has a planted bug that it must find, and its line on the page.

use std::collections::BTreeSet;
use std::fs;

use crate::support::{files, root};
use ms3dlint::promises;

/// What stands between `start` and the next quote or backquote, wherever `start` stands.
fn names_behind(text: &str, start: &str) -> Vec<String> {
    let names = text.split(start).skip(1).filter_map(|rest| rest.split(['"', '`']).next());
    names.map(str::to_string).collect()
}

#[test]
fn each_promise_has_a_planted_bug_and_a_line() {
    let sources: String =
        files(&root().join("src")).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let planted: BTreeSet<_> = names_behind(&sources, "canary = \"").into_iter().collect();
    let kit = fs::read_to_string(root().join("fuzz/src/lib.rs")).unwrap();
    let ours = kit.split("pub const OURS").nth(1).and_then(|list| list.split("];").next()).unwrap();
    let mut promised: BTreeSet<_> =
        promises::OF_FILES.iter().chain(promises::OF_DRAWS).map(|(name, _)| name.to_string()).collect();
    promised.extend(names_behind(ours, "(\""));
    assert_eq!(planted, promised, "planted bugs, and promises");
    let page = fs::read_to_string(root().join("docs/promises.md")).unwrap();
    let lines: BTreeSet<_> = names_behind(&page, "\n| `").into_iter().collect();
    assert!(promised.is_subset(&lines), "not on the page: {:?}", promised.difference(&lines));
}

#[test]
fn the_reference_shares_no_code_with_the_readers() {
    let text = fs::read_to_string(root().join("src/promises/reference.rs")).unwrap();
    assert!(text.lines().count() <= 400, "the reference grows: {} lines", text.lines().count());
    let imports =
        text.lines().find(|line| ["crate::", "super::", "ms3dlint"].iter().any(|word| line.contains(word)));
    assert_eq!(imports, None);
}
