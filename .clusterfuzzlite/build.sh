#!/bin/bash -eu
# Builds all fuzz targets, with their seeds and dictionaries, into $OUT, as ClusterFuzzLite and OSS-Fuzz ask.
cd "$SRC/ms3dlint"
# Putting all crates together takes minutes for each target.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16

# Seeds are written by a program that is not to be fuzzed itself.
RUSTFLAGS="" cargo run --release --locked -p ms3dlint-fuzz --example seeds

cargo fuzz build --release --debug-assertions

for source in fuzz/fuzz_targets/*.rs; do
  target=$(basename "$source" .rs)
  cp "target/x86_64-unknown-linux-gnu/release/$target" "$OUT/"
  (cd "fuzz/corpus/$target" && zip -q -r "$OUT/${target}_seed_corpus.zip" .)
  words="ascii ms3d"
  if [ "$target" = configurations_are_judged ]; then words=toml; fi
  for word in $words; do cat "fuzz/dictionaries/$word.dict"; done > "$OUT/$target.dict"
  # Models are drawn from bytes; of few bytes only tiny ones are made.
  case $target in
  smith_is_silent | defect_is_caught) printf '[libfuzzer]\nlen_control = 0\n' > "$OUT/$target.options" ;;
  esac
done
