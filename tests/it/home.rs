//! The home of the project and its version are in Cargo.toml; what else names them says the same.

use std::fs;

use serde_json::Value;

use crate::support::{files, root};

const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// Files outside `target`, each with its path from the root and its text; those that are no text are left out.
fn texts() -> Vec<(String, String)> {
    let parts = [".github", "docs", "fuzz/oss-fuzz", "packaging", "rules", "src"];
    let mut paths: Vec<_> = parts.iter().flat_map(|part| files(&root().join(part))).collect();
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    paths.extend(top.filter(|path| path.is_file()));
    let name =
        |path: &std::path::Path| path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
    paths.iter().filter_map(|path| Some((name(path), fs::read_to_string(path).ok()?))).collect()
}

/// The words that follow each `marker`, as far as a name of somebody on GitHub goes, if `/ms3dlint` comes next.
fn owners<'t>(text: &'t str, marker: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(marker).filter_map(move |(at, _)| {
        let (owner, rest) = text[at + marker.len()..].split_once('/')?;
        let is_name = owner.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        (is_name && !owner.is_empty() && rest.starts_with("ms3dlint")).then_some(owner)
    })
}

#[test]
fn the_project_has_one_home() {
    let owner = owners(REPOSITORY, "https://github.com/").next().expect("the repository is on GitHub");
    let homepage = format!("https://{owner}.github.io/ms3dlint");
    assert_eq!(env!("CARGO_PKG_HOMEPAGE"), homepage);
    let mut found = 0;
    for (name, text) in texts() {
        let images = owners(&text, "ghcr.io/").map(|image| (image, owner.to_lowercase()));
        let places = ["github.com/", "githubusercontent.com/", "uses: "].into_iter();
        let others = places.flat_map(|place| owners(&text, place)).map(|other| (other, owner.to_string()));
        for (other, expected) in images.chain(others) {
            assert_eq!(other, expected, "{name}: Cargo.toml names another owner; see packaging/home");
            found += 1;
        }
        for (at, _) in text.match_indices(".github.io/ms3dlint") {
            let start = format!("https://{owner}");
            assert!(
                text[..at].ends_with(&start),
                "{name}: Cargo.toml names another page; see packaging/home"
            );
        }
    }
    assert!(found >= 8, "the addresses are no longer found");
}

/// What people copy, and what downloads: `1.2.3` there is the version of this project.
#[test]
fn the_version_is_the_same_everywhere() {
    let current = env!("CARGO_PKG_VERSION");
    for name in [
        "docs/ci.md",
        "packaging/install.sh",
        "packaging/install.ps1",
        "src/cli/commands/init/pre-commit-config.yaml",
        "src/cli/commands/init/pre-commit-with-wheel.yaml",
    ] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        let words = text.split(|c: char| !c.is_ascii_digit() && c != '.').map(|word| word.trim_matches('.'));
        let versions: Vec<_> = words.filter(|word| word.split('.').count() == 3).collect();
        assert!(!versions.is_empty(), "{name} no longer names a version");
        for version in versions {
            assert_eq!(version, current, "{name} names another version than Cargo.toml");
        }
    }
}

#[test]
fn the_extension_is_of_the_same_home_and_version() {
    let text = fs::read_to_string(root().join("editors/vscode/package.json")).unwrap();
    let extension: Value = serde_json::from_str(&text).unwrap();
    let owner = owners(REPOSITORY, "https://github.com/").next().unwrap();
    assert_eq!(extension["publisher"], owner);
    assert_eq!(extension["repository"]["url"], REPOSITORY);
    assert_eq!(extension["homepage"], env!("CARGO_PKG_HOMEPAGE"));
    assert_eq!(extension["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(extension["license"], env!("CARGO_PKG_LICENSE"));
}
