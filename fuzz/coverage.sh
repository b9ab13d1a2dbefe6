#!/usr/bin/env bash
# Prints how much of the readers, of the fix engine and of the rules is run by the seeds of the fuzz targets (files of
# the corpus and models of the smith) and by what campaigns have added to them in fuzz/corpus. Needs llvm-tools:
# `rustup component add llvm-tools`. With `html` as its argument it also writes target/coverage/html.
set -euo pipefail
cd "$(dirname "$0")/.."

tools="$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin"
[ -x "$tools/llvm-cov" ] || { echo "there is no llvm-cov: run rustup component add llvm-tools" >&2; exit 2; }
out=target/coverage
rm -rf "$out/profiles"
mkdir -p "$out/profiles"
export LLVM_PROFILE_FILE="$PWD/$out/profiles/%p.profraw"
# Optimized code is quick enough for all promises, and counted as well.
RUSTFLAGS="-C instrument-coverage" CARGO_PROFILE_RELEASE_LTO=off \
  cargo build --quiet --release --locked -p ms3dlint-fuzz --bins --examples --target-dir "$out"
"$out/release/examples/seeds" >&2

objects=()
for folder in fuzz/corpus/*; do
  target="$out/release/${folder##*/}"
  find "$folder" -type f -print0 | xargs -0 "$target" >&2
  objects+=(-object "$target")
done
"$tools/llvm-profdata" merge -sparse "$out"/profiles/*.profraw -o "$out/merged.profdata"

# The parts that the figures are about, each as what its paths look like.
declare -A parts=(
  [readers]='src/(ascii|binary|document|layout)(/|\.rs)|src/(note|source|span|rows|extremes|model)\.rs'
  ["fix engine"]='src/(edits(/|\.rs)|(fix|repair|format|meaning|names|weights)\.rs)'
  [rules]='src/rules/|src/(rule|rules|lint|suppress|limits|uses|geometry|places|describe|diagnostic)\.rs'
)
for part in readers "fix engine" rules; do
  mapfile -t files < <(git ls-files src | grep -E "^(${parts[$part]})")
  "$tools/llvm-cov" report "${objects[@]:1}" -instr-profile="$out/merged.profdata" "${files[@]}" |
    tee "$out/${part// /-}.txt" |
    awk -v part="$part" '/^TOTAL/ { print part ": regions " $4 ", functions " $7 ", lines " $10 }'
done
if [ "${1:-}" = html ]; then
  "$tools/llvm-cov" show "${objects[@]:1}" -instr-profile="$out/merged.profdata" -format=html -output-dir="$out/html" \
    -ignore-filename-regex='registry|rustc|src/(smith|promises|cli|report|config)|fuzz/'
fi
