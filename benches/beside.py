#!/usr/bin/env python3
"""Measures what docs/performance.md leads with, in one run, and prints it as Markdown: ms3dlint on real models beside rg,
and beside other linters on as many files of theirs; how long it takes to start; and trees of real projects.

    cargo build --release
    MS3DLINT_MODELS=DIR MS3DLINT_TREES=DIR benches/beside.py [--rounds 7]

DIR are the folders that CONTRIBUTING.md explains; without MS3DLINT_TREES the last table is left out. The static program is
measured, too, if `packaging/build x86_64-unknown-linux-musl` has made it. rg and GNU time must be installed. The other
linters and their files are downloaded as released packages, from PyPI and with npm, and kept in a folder of temporary
files. All programs run in turn, so that what else the machine does concerns all of them alike; a quiet machine is better.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
# Not in the repository, whose ignored folders other linters pass over.
WORK = Path(tempfile.gettempdir()) / "ms3dlint-beside"
THREADS = "2"
COPIES = 10
TOOLS = ["ruff==0.17.6", "typos==1.52.0", "oxlint==1.89.0"]
PYTHON = ["sympy==1.14.0", "django==5.2.8", "pandas==2.3.3", "networkx==3.5"]
JAVASCRIPT = ["date-fns@4.1.0", "lodash@4.17.21", "core-js@3.46.0"]


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr, **options)


def count(folder):
    """How many files are in a folder, and how many million bytes."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return len(sizes), sum(sizes) / 1e6


def copies(models):
    """The text models, as often as COPIES says."""
    tree = WORK / "models"
    if not tree.exists():
        for number in range(COPIES):
            for kind in ["ascii", "fragments"]:
                shutil.copytree(models / kind, tree / f"c{number}" / kind, copy_function=shutil.copyfile)
    return tree


def tools():
    """The folder of the other linters."""
    environment = WORK / "tools"
    if not environment.exists():
        run(sys.executable, "-m", "venv", environment)
    run(environment / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *TOOLS)
    return environment / "bin"


def of_packages(name, suffix, files, fetch, most):
    """A tree of the first files with a suffix of some packages; `fetch` downloads them into a folder."""
    tree = WORK / name
    if not tree.exists():
        folder = WORK / f"{name}-packages"
        folder.mkdir(parents=True, exist_ok=True)
        for number, package in enumerate(files):
            place = folder / str(number)
            if not place.exists():
                place.mkdir()
                fetch(package, place)
            for archive in [*place.glob("*.whl"), *place.glob("*.tgz")]:
                unpacked = zipfile.ZipFile(archive) if archive.suffix == ".whl" else tarfile.open(archive)
                unpacked.extractall(place)
        found = sorted(path for path in folder.rglob(f"*{suffix}") if path.is_file())
        for path in found[:most]:
            to = tree / path.relative_to(folder)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)
    return tree


def python_files(most):
    def fetch(package, place):
        pip = ["pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"]
        run(WORK / "tools/bin/python", "-m", *pip, "--dest", place, package)

    return of_packages("python", ".py", PYTHON, fetch, most)


def javascript_files(most):
    def fetch(package, place):
        run("npm", "pack", "--silent", package, cwd=place)

    return of_packages("javascript", ".js", JAVASCRIPT, fetch, most)


class Runs:
    """A program with its arguments, and what was measured of it."""

    def __init__(self, name, *command, cwd=None):
        self.name, self.cwd = name, cwd
        self.command = [str(word) for word in command]
        self.times = []

    def once(self):
        silent = os.open(os.devnull, os.O_RDWR)
        actions = [(os.POSIX_SPAWN_DUP2, silent, stream) for stream in range(3)]
        if self.cwd:
            os.chdir(self.cwd)
        start = time.perf_counter()
        process = os.posix_spawnp(self.command[0], self.command, os.environ, file_actions=actions)
        _, status = os.waitpid(process, 0)
        elapsed = time.perf_counter() - start
        os.chdir(ROOT)
        os.close(silent)
        # Findings are no failure, and rg finds nothing.
        if os.waitstatus_to_exitcode(status) not in (0, 1, 2):
            sys.exit(f"beside.py: {' '.join(self.command)} failed")
        return 1000 * elapsed

    def median(self):
        return median(self.times)

    def most_memory(self):
        """The most that it has in memory, in MB. GNU time asks: what Python starts itself counts with Python."""
        asked = ["/usr/bin/time", "-f", "%M", *self.command]
        said = subprocess.run(asked, cwd=self.cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
        return f"{int(said.split()[-1]) / 1024:.1f}"


def number(value):
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def in_turn(runs, rounds):
    """Runs all of them in turn; the first round only fills caches."""
    for turn in range(rounds + 1):
        for one in runs:
            elapsed = one.once()
            if turn > 0:
                one.times.append(elapsed)


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def span(runs):
    return f"{number(min(runs.times))}-{number(max(runs.times))}"


def linters(program, models, rounds):
    files, _ = count(models)
    others = tools()
    check = [program, "check", "--no-config", "--threads", THREADS]
    beside = [
        Runs("`rg -j2 -c zzzz`", "rg", "-j", THREADS, "-c", "zzzz", models),
        Runs("`ms3dlint`, the whole report", *check, models),
        Runs("the same with `--target none`: no program is asked", *check, "--target", "none", models),
        Runs("the same with one rule: the files are found, read and parsed", *check, "--target", "none", "--select", "zero-normal", models),
    ]
    python, javascript = python_files(files), javascript_files(files)
    ruff, typos, oxlint = (package.replace("==", " ").split() for package in TOOLS)
    theirs = [
        Runs(f"`ruff check --no-cache --isolated -q` {ruff[1]}, Python", others / "ruff", "check", "--no-cache", "--isolated", "-q", python),
        Runs(f"`typos -q` {typos[1]}, the same Python", others / "typos", "-q", "--isolated", python),
        Runs(f"`oxlint --quiet --threads 2` {oxlint[1]}, JavaScript, mostly small files", others / "oxlint", "--quiet", "--threads", THREADS, javascript),
    ]
    in_turn(beside + theirs, rounds)
    print(f"{files:,} files, {count(models)[1]:.0f} MB, {THREADS} threads, {rounds} rounds.\n")
    first = beside[0].median()
    table(["", "ms", "range", "x `rg`"], [[one.name, number(one.median()), span(one), f"{one.median() / first:.1f}"] for one in beside])
    rows = []
    for one, tree in [(beside[1], models)] + list(zip(theirs, [python, python, javascript])):
        files, size = count(tree)
        each = 100 * one.median() / files
        rows.append([one.name, f"{files:,}", f"{size:.0f}", number(one.median()), span(one), number(each)])
    table(["", "files", "MB", "ms", "range", "ms for 100 files"], rows)


def starting(program, static, models, rounds):
    texts = [path for path in models.rglob("*.txt") if path.is_file()]
    # One of about 4 KB in which something is found: mostly some texture is not there.
    model = min(sorted(texts), key=lambda path: abs(path.stat().st_size - 4096))
    folder = WORK / "one"
    # A repository, as most folders of models are in one: what is above it is not looked at.
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    shutil.copyfile(model, folder / "model.txt")
    runs = [Runs("`/bin/true`", "/bin/true")]
    if static.exists():
        runs.append(Runs("`ms3dlint --version`, the static program for Linux", static, "--version"))
        runs.append(Runs("the same with a model of 4 KB", static, "model.txt", cwd=folder))
    runs.append(Runs("that model with a program that `cargo build --release` makes", program, "model.txt", cwd=folder))
    in_turn(runs, rounds)
    first = runs[0].median()
    rows = [[one.name, f"{one.median():.2f}", f"{one.median() / first:.2f}", one.most_memory()] for one in runs]
    print(f"{rounds} rounds.\n")
    table(["", "ms", "x `/bin/true`", "peak MB"], rows)


def projects(program, trees, rounds):
    folders = sorted(path for path in trees.iterdir() if path.is_dir())
    runs = [Runs(path.name, program, "--threads", THREADS, cwd=path) for path in folders]
    in_turn(runs, rounds)
    rows = []
    for one, folder in zip(runs, folders):
        sizes = [path.stat().st_size for path in folder.rglob("*") if path.suffix.lower() in (".txt", ".ms3d") and path.is_file()]
        rows.append([one.name, str(len(sizes)), f"{sum(sizes) / 1e6:.1f}", number(one.median()), span(one), one.most_memory()])
    table(["", "models and texts", "MB", "ms", "range", "peak MB"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="how often each program runs, not counting the first time")
    rounds = parser.parse_args().rounds
    program, static = TARGET / "release/ms3dlint", TARGET / "x86_64-unknown-linux-musl/release/ms3dlint"
    if not program.exists():
        sys.exit("beside.py: there is no release build: cargo build --release")
    if "MS3DLINT_MODELS" not in os.environ:
        sys.exit("beside.py: MS3DLINT_MODELS must name a folder of real models: see CONTRIBUTING.md")
    WORK.mkdir(parents=True, exist_ok=True)
    models = copies(Path(os.environ["MS3DLINT_MODELS"]))
    linters(program, models, rounds)
    starting(program, static, models, 30 * rounds)
    if trees := os.environ.get("MS3DLINT_TREES"):
        projects(program, Path(trees), rounds)


if __name__ == "__main__":
    main()
