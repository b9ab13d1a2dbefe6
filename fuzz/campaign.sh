#!/usr/bin/env bash
# Runs fuzz targets one after the other, without a sanitizer, and prints a row of the ledger in docs/fuzzing.md for
# each: fuzz/campaign.sh SECONDS [TARGET..]. Needs cargo-fuzz; `JOBS=2` runs two at a time. Ends with 1 if anything
# was found.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?"how many seconds for each target?"}
shift
# Half of it must not be nothing, which libFuzzer takes for no end.
((seconds > 1)) || { echo "each target needs two seconds or more" >&2; exit 2; }
mapfile -t targets < <(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else cargo fuzz list; fi)
export seconds commit host
# Putting all crates together takes minutes for each target, and makes none much faster.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
commit=$(git rev-parse --short HEAD)
host=$(rustc -vV | sed -n 's/^host: //p')

cargo run --quiet --release --locked -p ms3dlint-fuzz --example seeds -- "${targets[@]}" >&2
cargo +stable fuzz build -s none --no-trace-compares >&2

# Runs a target and prints its row.
fuzz() {
  local target=$1 log dictionary times cpu length control=100 words=(ascii ms3d)
  log=$(mktemp) dictionary=$(mktemp)
  case $target in
  # Models are drawn from bytes; of few bytes only tiny ones are made.
  smith_is_silent | defect_is_caught) control=0 ;;
  configurations_are_judged) words=(toml) ;;
  esac
  for word in "${words[@]}"; do cat "fuzz/dictionaries/$word.dict"; done >"$dictionary"
  # The short half finds more a second, the long half what takes several objects.
  TIMEFORMAT='%U %S'
  times=$({ time for length in 512 4096; do
    "target/$host/release/$target" "fuzz/corpus/$target" -dict="$dictionary" \
      -max_total_time=$((seconds / 2)) -max_len=$length -len_control=$control -timeout=20 -print_final_stats=1 \
      -artifact_prefix="fuzz/artifacts/$target/" >>"$log" 2>&1 || true
  done; } 2>&1)
  cpu=$(awk '{ print $1 + $2 }' <<<"$times")
  awk -v date="$(date -u +%F)" -v commit="$commit" -v target="$target" -v cpu="$cpu" '
    # What the seeds of each half cover, which is known once all were run, is not new.
    /Running with entropic/ { new += last - seeds; last = seeds = 0 }
    /INITED cov:/ { seeds = $4 }
    / cov: / && seeds { last = $4 }
    /number_of_executed_units/ { units += $2 }
    /Test unit written to/ { findings++ }
    END { printf "| %s | %s | `%s` | %.0f s | %d | %d | %d |\n", date, commit, target, cpu, units, new + last - seeds, findings }
  ' "$log"
  grep -h -A3 'panicked at\|Test unit written to\|ERROR: libFuzzer' "$log" >&2 || true
  local found=0
  grep -q 'Test unit written to' "$log" && found=1
  rm "$log" "$dictionary"
  return $found
}
export -f fuzz
mkdir -p fuzz/artifacts
for target in "${targets[@]}"; do mkdir -p "fuzz/artifacts/$target"; done
printf '%s\n' "${targets[@]}" | xargs -P "${JOBS:-1}" -I{} bash -c 'fuzz {}' || exit 1
