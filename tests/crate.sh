#!/usr/bin/env bash
# The crate as it is published: it has all that its program and its own tests need, and breaks nobody's code.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$PWD/${CARGO_TARGET_DIR:-target}
[[ ${CARGO_TARGET_DIR:-} != /* ]] || target=$CARGO_TARGET_DIR

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# That it compiles is seen below, with crates that are compiled already.
cargo package --package ms3dlint --locked --no-verify --allow-dirty --quiet
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# With the time of now (-m): files that look older than what was compiled before would not be compiled.
tar -xzmf "$target/package/ms3dlint-$version.crate" -C "$work"
(cd "$work/ms3dlint-$version" && CARGO_TARGET_DIR=$target CARGO_PROFILE_TEST_OPT_LEVEL=0 cargo test --locked)

# What changes for those who use the library must show in the version.
tag=$(git describe --tags --abbrev=0 --match 'v*' 2> /dev/null || true)
if [ -z "$tag" ]; then
  echo "there is no release yet whose interface this one could break"
else
  command -v cargo-semver-checks > /dev/null || cargo install --locked cargo-semver-checks
  cargo semver-checks --package ms3dlint --baseline-rev "$tag"
fi
