#!/bin/sh
# Puts ms3dlint into a folder: `sh install.sh [FOLDER]`, ~/.local/bin without one. It downloads the archive of a release for
# this system and verifies its checksum. If there is no such archive, the exit code is 3.
set -eu

version=${MS3DLINT_VERSION:-0.1.0}
from=${MS3DLINT_FROM:-https://github.com/ORGANIZATION/ms3dlint/releases/download/v$version}
folder=${1:-$HOME/.local/bin}

case $(uname -s)-$(uname -m) in
  Linux-x86_64) archive=x86_64-unknown-linux-musl.tar.gz ;;
  Linux-aarch64 | Linux-arm64) archive=aarch64-unknown-linux-musl.tar.gz ;;
  Darwin-x86_64) archive=x86_64-apple-darwin.tar.gz ;;
  Darwin-arm64) archive=aarch64-apple-darwin.tar.gz ;;
  # The bash of Git for Windows.
  MINGW*-x86_64 | MSYS*-x86_64) archive=x86_64-pc-windows-gnu.zip ;;
  *) echo "install.sh: nothing is released for $(uname -s) on $(uname -m); compile it with cargo" >&2; exit 3 ;;
esac
archive=ms3dlint-$version-$archive

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
if ! curl --proto =https,file --proto-redir =https --fail --fail-early --silent --show-error --location --remote-name "$from/SHA256SUMS" --remote-name "$from/$archive"; then
  echo "install.sh: $from/$archive cannot be downloaded" >&2
  exit 3
fi
sums=sha256sum
command -v sha256sum > /dev/null || sums="shasum -a 256"
grep "[ *]$archive\$" SHA256SUMS | $sums -c - > /dev/null || { echo "install.sh: the checksum of $archive is wrong" >&2; exit 1; }
case $archive in
  *.zip) unzip -q "$archive" ;;
  *) tar -xzf "$archive" ;;
esac

# Also in place of one that is running.
for program in ms3dlint-*/ms3dlint ms3dlint-*/ms3dlint.exe; do
  [ ! -f "$program" ] || cp -f "$program" "$folder/"
done
"$folder/ms3dlint" --version
echo "It is in $folder. Completions and man pages are in the archive, $from/$archive"
case :$PATH: in
  *":$folder:"*) ;;
  *) echo "Add this folder to your PATH." ;;
esac
