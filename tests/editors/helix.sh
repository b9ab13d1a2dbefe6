#!/usr/bin/env bash
# Repairs editors/example/crane.txt in Helix, with keys alone and the configuration of docs/editors.md. Helix runs in a
# terminal of tmux. Debian has it from 13 on; in one before that, root gets it with the C library that it needs, beside the
# system.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
editor=Helix
source "$here/terminal.sh"

# Writes $work/hx, which starts Helix, from the packages of a later Debian.
from_debian() {
  local key=/usr/share/keyrings/debian-archive-keyring.gpg
  [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null && [ -f "$key" ] && [ "$(uname -m)" = x86_64 ] || return 1
  mkdir -p "$work"/apt/{lists,cache/archives}/partial "$work/system"
  echo "deb [signed-by=$key] http://deb.debian.org/debian trixie main" > "$work/apt/sources"
  local options=(-qq -o "Dir::Etc::sourcelist=$work/apt/sources" -o Dir::Etc::sourceparts=-
    -o "Dir::State::lists=$work/apt/lists" -o "Dir::Cache=$work/apt/cache" -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update && (cd "$work/apt" && apt-get "${options[@]}" download hx libc6) || return 1
  for package in "$work"/apt/*.deb; do dpkg-deb -x "$package" "$work/system" || return 1; done
  local libraries="$work/system/usr/lib/x86_64-linux-gnu"
  cat > "$work/hx" << END
#!/bin/sh
HELIX_RUNTIME="$work/system/usr/lib/hx/runtime" exec "$libraries/ld-linux-x86-64.so.2" \
  --library-path "$libraries:/usr/lib/x86_64-linux-gnu" "$work/system/usr/bin/hx" "\$@"
END
  chmod +x "$work/hx"
  "$work/hx" --version > /dev/null
}
if command -v hx > /dev/null; then
  ln -s "$(command -v hx)" "$work/hx"
elif ! from_debian > "$work/log" 2>&1; then
  echo "there is no Helix: $(tail -1 "$work/log")"
  exit 0
fi

mkdir -p "$work/models" "$work/config/helix"
cp "$root"/editors/example/crane.* "$work/models"
cp "$root/editors/helix/languages.toml" "$work/config/helix"

# How many warnings and errors there are, as the last line but one says.
has() { wait_until matches "\[\+\] .*$1 +1 sel"; }

# Presses a key, and again if the editor has not taken it, until the screen matches an expression.
press_until() {
  for _ in $(seq 10); do
    keys "$1"
    for _ in $(seq 60); do
      if matches "$2"; then return; fi
      sleep 0.05
    done
  done
}

start_in "$work" "'$work/hx' models/crane.txt"

# 1. The findings are there, and the first is a comma in a number.
wait_until matches 'crane.txt .*● 2 ● 3 +1 sel'
keys ']d'
wait_for 'decimal-comma'
keys Space a
wait_for 'Write a point'
keys Enter
wait_for '12  0 0.000000 0.000000 -0.500000 0.500000 1'
has '● 2 ● 2'

# 2. The next: a normal without a direction.
keys ']d'
wait_for 'zero-normal'
keys Space a
wait_for 'Replace it with the average'
keys Enter
wait_for '17  0.000000 -1.0'
has '● 1 ● 2'

# 3. What is safe, all at once: the spaces before a block, and the name of a texture.
keys ']d'
wait_for 'indented-line'
keys Space a
wait_for 'Repair all that can be repaired safely'
keys Down Down Enter
wait_for '40  Materials: 1'
has '● 1'

# 4. A name that was mistyped is completed: what was found is selected.
keys ']d'
wait_for 'parent-not-found'
keys c '"'
# Helix forgets a request for words if the text goes on while the answer comes: it is asked until it shows them.
press_until C-x 'tower.*struct'
wait_until matches 'tower.*struct'
keys C-n Enter
wait_for '60  "tower"'
# A list of words that opens again takes the key for itself.
press_until Escape 'NOR .*crane.txt'
wait_until matches 'NOR .*crane.txt \[\+\] +1 sel'

# 5. A bone gets another name, wherever it is named, and is looked at.
keys '/' '^"jib"$' Enter
wait_for '69:5'
keys h Space r
wait_for 'rename-to'
keys C-u arm Enter
wait_for '59  "arm"'
keys Space k
wait_for 'bone "arm"'
keys Escape
wait_until shows_no 'bone "arm"'
keys ':wq' Enter
wait_for_end

cd "$work/models"
diff "$here/crane-repaired.txt" crane.txt
"$MS3DLINT" --output-format concise crane.txt
echo "$("$work/hx" --version): five defects repaired, a bone renamed"
