#!/usr/bin/env bash
# An archive of a release, unpacked and run: `tests/archive.sh ARCHIVE [RUNNER...]`. A runner starts programs of another
# system, such as qemu-aarch64.
set -euo pipefail
project=$(cd "$(dirname "$0")/.." && pwd)
corpus=$project/corpus
archive=$1
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# It unpacks both kinds on every system.
python=python3
command -v python3 > /dev/null || python=python
$python -c 'import shutil, sys; shutil.unpack_archive(*sys.argv[1:])' "$archive" "$work"
folder=$(echo "$work"/ms3dlint-*)
program=$folder/ms3dlint
[ -f "$program" ] || program=$program.exe
for file in README.md docs/windows.md rules/texture-not-found.md LICENSE-MIT LICENSE-APACHE LICENSES-OF-CRATES.txt \
  completions/ms3dlint.bash man/ms3dlint.1; do
  [ -s "$folder/$file" ] || fail "$file is not in it"
done
$python "$project/tests/support/links.py" "$folder" || fail "its pages have links to nowhere"

version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$project/Cargo.toml" | head -n 1)
[[ $("$@" "$program" --version) == "ms3dlint $version"* ]] || fail "it says it is another version"
"$@" "$program" --no-config "$corpus/ok/cube.txt" || fail "it finds something in a model that is well"
found=$("$@" "$program" --no-config --output-format concise "$corpus/bad/parent-cycle_of-three.txt") && fail "it finds nothing"
[[ $found == *parent-cycle* ]] || fail "it finds something else: $found"
echo "$(basename "$archive") can be unpacked, and does what it should"
