"""Prints the licences of all crates that are in the program: licences.py TARGET [--features ..]"""

import collections
import json
import pathlib
import subprocess
import sys

command = ["cargo", "metadata", "--locked", "--format-version=1", f"--filter-platform={sys.argv[1]}", *sys.argv[2:]]
metadata = json.loads(subprocess.check_output(command))
packages = {package["id"]: package for package in metadata["packages"]}
nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}

# What is linked: neither what only tests need, nor what only runs while others are compiled.
linked, todo = set(), [metadata["resolve"]["root"]]
while todo:
    package = todo.pop()
    if package not in linked:
        linked.add(package)
        deps = nodes[package]["deps"]
        todo += [dep["pkg"] for dep in deps if any(kind["kind"] is None for kind in dep["dep_kinds"])]
linked.remove(metadata["resolve"]["root"])

# Many crates share one text.
texts = collections.defaultdict(list)
for package in sorted((packages[each] for each in linked), key=lambda package: package["name"]):
    folder = pathlib.Path(package["manifest_path"]).parent
    files = [path for path in folder.iterdir() if path.is_file()]
    names = ("licen", "copying", "notice", "unlicense")
    files = sorted(path for path in files if path.name.lower().startswith(names))
    name = f"{package['name']} {package['version']} ({package['license']}), {package['repository']}"
    for path in files:
        texts[path.read_text(encoding="utf-8", errors="replace").strip()].append(name)
    if not files:
        texts["The package of this crate has no text of its licence."].append(name)

print("This program contains the crates that are named here, each under the licence that follows its name, and the")
print("standard library of Rust (MIT OR Apache-2.0, https://github.com/rust-lang/rust). The program for Linux also")
print("contains musl (MIT, https://musl.libc.org).")
for text, names in texts.items():
    print("\n" + "=" * 100, *names, "-" * 100, text, sep="\n")
