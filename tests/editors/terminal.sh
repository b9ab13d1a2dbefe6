# What tests of editors in a terminal share, to be read with `source`: a folder to work in, tmux, and the program on the path.
# Expects $here, the folder of the tests, and MS3DLINT. `editor` is the name of the editor in what is said.
: "${MS3DLINT:?names the program}"
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
socket="ms3dlint-$$"
screen() { tmux -L "$socket" "$@"; }
trap 'screen kill-server 2> /dev/null || true; rm -rf "$work"' EXIT
export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" XDG_STATE_HOME="$work/state" XDG_CACHE_HOME="$work/cache"
export PATH="$(dirname "$MS3DLINT"):$PATH"

# Starts the editor, given as a command, in a folder.
start_in() { screen -f /dev/null new-session -d -s edit -x 120 -y 30 -c "$1" "$2"; }
keys() { screen send-keys -t edit "$@"; }
# Whether the screen shows a text, or what matches an expression.
shows() { screen capture-pane -p -t edit | grep -qF -- "$1"; }
matches() { screen capture-pane -p -t edit | grep -qE -- "$1"; }
shows_no() { ! shows "$1"; }
# Waits until something is so, as `wait_for TEXT` until the screen shows a text.
wait_for() { wait_until shows "$1"; }
wait_until() {
  local tries=0
  until "$@"; do
    tries=$((tries + 1))
    if [ "$tries" -gt 600 ]; then
      echo "$editor: not so in half a minute: $*"
      screen capture-pane -p -t edit
      exit 1
    fi
    sleep 0.05
  done
}
# Waits until the editor has ended.
wait_for_end() {
  for _ in $(seq 100); do
    screen has-session 2> /dev/null || break
    sleep 0.05
  done
}
