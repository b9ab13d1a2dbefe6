#!/usr/bin/env bash
# Prints how much of the parsers, of the repair and of the rules is run by the seeds of the fuzz targets (files of
# the corpus and models of the smith) and by what campaigns have added to them in fuzz/corpus. Needs cargo-llvm-cov and
# jq. With `html` as its argument it also writes target/llvm-cov/html.
set -euo pipefail
cd "$(dirname "$0")/.."

# Optimized code is quick enough for all properties, and counted as well.
run=(cargo llvm-cov run --no-report --quiet --release --locked --package ms3dlint-fuzz)
cargo llvm-cov clean --workspace
"${run[@]}" --example seeds >&2
for folder in fuzz/corpus/*; do
  find "$folder" -type f -print0 | xargs -0 "${run[@]}" --bin "${folder##*/}" -- >&2
done

# The parts that the figures are about, each as what its paths look like.
declare -A parts=(
  [parsers]='src/(base|layout|model|parse|document)/'
  [repair]='src/fix/|src/actions/(fmt/|repair\.rs)'
  [rules]='src/(rules|diagnostics)/|src/actions/lint\.rs'
)
report="$(cargo llvm-cov report --release --json --summary-only)"
for part in parsers repair rules; do
  jq -r --arg part "$part" --arg paths "^$PWD/(${parts[$part]})" '
    [.data[0].files[] | select(.filename | test($paths)).summary] as $files
    | [("regions", "functions", "lines") as $what | $files | map(.[$what])
      | "\($what) \(1e4 * (map(.covered) | add) / (map(.count) | add) | round / 100) %"]
    | "\($part): \(join(", "))"' <<<"$report"
done
if [ "${1:-}" = html ]; then
  cargo llvm-cov report --release --html --ignore-filename-regex 'src/(smith|cli|report|config)|fuzz/'
fi
