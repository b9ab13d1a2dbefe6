#!/usr/bin/env bash
# Repairs editors/example/crane.txt in Neovim, with keys alone, as docs/editors.md says it step by step.
# Neovim runs in a terminal of tmux. With RECORD=DIR each screen that the page shows is written there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
editor=Neovim
source "$here/terminal.sh"

cp "$root"/editors/example/crane.* "$work"
mkdir -p "$work/config/nvim/plugin"
cp "$root/editors/neovim/ms3dlint.lua" "$work/config/nvim/plugin"
# Goes to the finding in a line. Until the server has answered, Neovim may still have findings that were repaired.
go_to() {
  for _ in $(seq 20); do
    keys ']d'
    for _ in $(seq 30); do
      if shows "$1"; then return; fi
      sleep 0.05
    done
  done
  wait_for "$1"
}
record() {
  if [ -n "${RECORD:-}" ]; then
    screen capture-pane -e -p -t edit > "$RECORD/$1.ansi"
  fi
}

# Colours that can be read in a picture.
colors='hi Pmenu ctermbg=236 ctermfg=252 | hi PmenuSel ctermbg=24 ctermfg=231 | hi SignColumn ctermbg=NONE'
start_in "$work" \
  "nvim --cmd 'set noswapfile shortmess+=I laststatus=2 number completeopt=menu' -c '$colors' crane.txt"

# 1. The findings are there.
wait_for 'the number 0,5'
keys gg
record 1-opened

# 2. The first one: a comma in a number.
keys ']d'
wait_for '12,31'
keys gra
wait_for 'Type number'
record 2-actions
keys 1 Enter
wait_for '0.500000 1.000000 0'

# 3. The next: a normal without a direction.
keys ']d'
wait_for '17,1'
keys gra
wait_for 'Type number'
keys 1 Enter
wait_for ' 17 0.000000 -1.0'
wait_until shows_no 'W  17'

# 4. What is safe, all at once: the spaces before a block, and the name of a texture.
keys ']d'
wait_for '40,1'
keys gra
wait_for 'Repair all that can be repaired safely'
record 3-repair-all
number=$(screen capture-pane -p -t edit | sed -n 's/^\([0-9]*\): Repair all that can be repaired safely.*/\1/p')
keys "$number" Enter
wait_for '   40 Materials: 1'
wait_until shows_no 'E  40'

# 5. A name that was mistyped is completed: only one bone can be meant.
go_to '60,'
keys 'ci"' C-x C-o
wait_for ' 60 "tower"'
keys Escape
wait_until shows_no 'E  60'
keys G gg
record 4-repaired

# 6. A bone gets another name, wherever it is named.
keys '/^"jib"$' Enter n
keys l grn
wait_for 'New Name'
keys C-u 'arm' Enter
wait_for '"arm"'

# 7. What is at the cursor.
keys K
wait_for 'bone "arm"'
record 5-hover
keys Escape :wq Enter
wait_for_end

cd "$work"
diff "$here/crane-repaired.txt" crane.txt
"$MS3DLINT" --output-format concise crane.txt
echo "Neovim $(nvim --version | sed -n 's/^NVIM v//p'): five defects repaired, a bone renamed"
