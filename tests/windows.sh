#!/usr/bin/env bash
# The program for Windows, under Wine: `tests/windows.sh [PROGRAM]`. Without a program it builds one, quickly and not to be
# quick.
source "$(dirname "$0")/support/tools.sh"
corpus="$project/corpus"

if ! command -v wine > /dev/null || ! command -v x86_64-w64-mingw32-gcc > /dev/null; then
  if ! command -v apt-get > /dev/null; then
    echo "this system has no apt: the program for Windows is left out"
    exit 0
  fi
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update > /dev/null
  "${as_root[@]}" apt-get install --yes --no-install-recommends wine wine64 gcc-mingw-w64-x86-64-win32 > /dev/null
fi

program=${1:-}
if [ -z "$program" ]; then
  rustup target add x86_64-pc-windows-gnu
  RUSTFLAGS="-D warnings" cargo build --release --locked --target x86_64-pc-windows-gnu
  program=$CARGO_TARGET_DIR/x86_64-pc-windows-gnu/release/ms3dlint.exe
fi
mkdir "$work/program"
cp "$program" "$work/program/ms3dlint.exe"
x86_64-w64-mingw32-gcc -O2 -shared -o "$work/program/bcryptprimitives.dll" \
  "$project/tests/support/bcryptprimitives.c" -ladvapi32

export LC_ALL=C.UTF-8 WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
trap 'wineserver -k || true; rm -rf "$work"' EXIT
ms3dlint() { wine "$work/program/ms3dlint.exe" "$@" > "$log" 2>&1; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$project/Cargo.toml" | head -n 1)
ms3dlint --version || { cat "$log"; fail "it does not start"; }
prints "^ms3dlint $version"

mkdir -p "$work/models/Größe" && cd "$work/models"
cp "$corpus/ok/cube.txt" .
ms3dlint --no-config . || { cat "$log"; fail "it finds something in a model that is well"; }
prints "checked 1 file"

# No shell of Windows replaces wildcards.
ms3dlint --no-config "cu*.txt" "?ube.txt" || { cat "$log"; fail "wildcards are not replaced"; }
prints "checked 1 file"

# A name with letters of others, in a report for programs and in one for people.
cp "$corpus/bad/parent-cycle_of-three.txt" "Größe/模型.txt"
! ms3dlint --no-config --output-format concise . || fail "it finds nothing"
prints "^Größe.模型.txt:73:1: .*parent-cycle"
! ms3dlint --no-config "Größe\\模型.txt" || fail "it finds nothing in a file"
prints "模型.txt:73:1"
rm "Größe/模型.txt"

model="Größe/знак.txt"
cp "$corpus/bad/bare-decimal-point_no-zero-in-front.txt" "$model"
touch Größe/stop_sign.png Größe/stop_sign_mask.png
ms3dlint --no-config --fix . || { cat "$log"; fail "it cannot repair"; }
cmp -s "$model" "$corpus/bad/bare-decimal-point_no-zero-in-front.txt" && fail "nothing was repaired"
[ "$(find . -type f | wc -l)" = 4 ] || fail "a temporary file was left: $(find . -type f)"
ms3dlint --no-config --select bare-decimal-point --level hint "$model" || { cat "$log"; fail "something is left to repair"; }

# What docs/windows.md does: a misspelt texture is repaired, but only if unsafe fixes are asked for.
skin="$work/skin"
mkdir -p "$skin/textures"
cp "$project/docs/example/neon/Down Tap Note 4th.txt" "$skin/arrow.txt"
touch "$skin/NoteSkin.lua" "$skin/textures/arrow-4th.png"
for options in "" --fix; do
  # shellcheck disable=SC2086
  ! ms3dlint $options "$skin" || fail "a missing texture is no error"
  prints "texture-not-found"
  prints "fixable with --fix --unsafe-fixes"
  prints "StepMania does not load it"
  grep -q "textures/arrow-4ht.png" "$skin/arrow.txt" || fail "a fix that may be wrong was made"
done
ms3dlint --fix --unsafe-fixes "$skin" || { cat "$log"; fail "a misspelt texture is not repaired"; }
prints "fixed 1 finding in 1 file"
prints "StepMania loads it"
grep -q "textures/arrow-4th.png" "$skin/arrow.txt" || fail "another texture was written"
ms3dlint "$skin" || { cat "$log"; fail "something is left to repair"; }

# The desktop starts it with a console that closes with it, where it waits for Enter; elsewhere it does not.
in_console() {
  timeout 60 script --quiet --return --command "wine $1 '$work/program/ms3dlint.exe' --no-config cube.txt" /dev/null \
    < <(sleep 5; printf '\r'; sleep 1) > "$log"
}
in_console "" || { cat "$log"; fail "it does not end in a console"; }
prints "checked 1 file"
prints_not "Press Enter"
in_console "explorer /desktop=models,640x480" || { cat "$log"; fail "it does not end after Enter"; }
prints "Press Enter to close"

echo "the program for Windows does what it should, under $(wine --version)"
