//! Each property has a planted bug, a patch in `fuzz/canaries`, that can be planted. That the property finds it is
//! checked by the example `canaries` of the fuzz crate, which builds the library with each.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::support::{files, root};
use ms3dlint_fuzz::properties;

#[test]
fn every_property_has_a_bug_that_can_be_planted() {
    let folder = root().join("fuzz/canaries");
    let patches: Vec<_> = files(&folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "patch"))
        .collect();
    let planted: BTreeSet<_> =
        patches.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
    let all: BTreeSet<_> = properties::all().map(|(name, _)| *name).collect();
    assert_eq!(planted, all, "patches in fuzz/canaries, and properties");
    for path in patches {
        let text = fs::read_to_string(&path).unwrap();
        let mut changed = text.lines().filter_map(|line| line.strip_prefix("+++ b/"));
        assert!(changed.all(|file| file.starts_with("src/")), "{} changes more than src/", path.display());
        // A checkout inside of another one is none of its folders: git would apply nothing there, and say nothing.
        let output = Command::new("git")
            .args(["apply", "--check"])
            .arg(&path)
            .current_dir(root())
            .env("GIT_CEILING_DIRECTORIES", root().canonicalize().unwrap().parent().unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "see fuzz/canaries/README.md: {}: {said}", path.display());
    }
}
