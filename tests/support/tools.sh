# shellcheck shell=bash
# For the scripts in the folder above, which source this: tools of others, and a folder that is gone at the end.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log="$work/log"

# Quick to compile rather than quick, which takes a quarter of the time, and compiled once for all scripts.
export CARGO_TARGET_DIR="$project/target/install"
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16

# Whatever git and pre-commit are told on this machine counts for nothing here.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=somebody GIT_AUTHOR_EMAIL=somebody@example.org
export GIT_COMMITTER_NAME=somebody GIT_COMMITTER_EMAIL=somebody@example.org
export PRE_COMMIT_HOME="$work/pre-commit"
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE

fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# Sees to it that there are git and a Python that makes virtual environments.
system_tools() {
  if command -v git > /dev/null && python3 -c 'import ensurepip, venv'; then
    return
  fi
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    apt-get update
    apt-get install --yes --no-install-recommends git python3 python3-venv
  else
    fail "git and python3 with venv are needed; install them"
  fi
} >&2

# Puts the tools of requirements.txt on the PATH, in a virtual environment that is kept.
python_tools() {
  local tools="$project/target/tools"
  [ -x "$tools/bin/python" ] || python3 -m venv "$tools"
  "$tools/bin/python" -m pip install --quiet --disable-pip-version-check \
    --requirement "$project/tests/support/requirements.txt"
  PATH="$tools/bin:$PATH"
}

# Builds the wheel; its name is in $wheel.
build_wheel() {
  maturin build --quiet --release --manifest-path "$project/Cargo.toml" --out "$work/wheels"
  wheel=$(echo "$work"/wheels/*.whl)
  [ -f "$wheel" ] || fail "there is not one wheel: $wheel"
}

# Makes a new repository, and goes there. Called in a pipe it would go nowhere, and commit here.
repository() {
  git init --quiet "$work/$1"
  cd "$work/$1"
}

# Has each commit checked, as .pre-commit-config.yaml says. What is wrong is told on standard output.
install_hooks() {
  pre-commit install > "$log" || { cat "$log"; fail "pre-commit cannot be installed"; }
}

# Commits all that is there; what is printed goes to the log.
commit() {
  [[ $PWD == "$work"/* ]] || fail "this is no repository of a test"
  git add --all
  git commit --quiet --message "$1" > "$log" 2>&1
}

passes() {
  commit "$1" || { cat "$log"; fail "$1: the commit was stopped"; }
}

stopped() {
  ! commit "$1" || { cat "$log"; fail "$1: the commit passed"; }
}

prints() {
  grep -q -e "$1" "$log" || { cat "$log"; fail "\"$1\" was not printed"; }
}

prints_not() {
  ! grep -q -e "$1" "$log" || { cat "$log"; fail "\"$1\" was printed"; }
}

system_tools
python_tools
