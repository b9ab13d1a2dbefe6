#!/usr/bin/env python3
"""Compares what `ms3dlint loads` says of fresh models with what real programs do with them. See README.md."""

import argparse
import ctypes.util
import importlib.util
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target"))
BUILT = TARGET / "engines"
PROFILES = ["pristine", "legal", "quirky", "stress"]
LEAST = 99.5  # percent of the outcomes of each program
LONGEST = 20  # seconds of processor time, for one model
LARGE = 100_000  # bytes of a model that takes its time
PANIC = 101  # the exit code of a program in Rust that panics


class Missing(Exception):
    """A program is not there, and why."""


class Program:
    """A real program: how it is called, and the engine of ms3dlint that says what it does."""

    def __init__(self, title, engine, command, by_luck=False, memory=None):
        self.title = title
        self.engine = engine
        self.command = command
        # How many bytes of memory it can have.
        self.memory = memory
        # Whether an access outside of its memory need not make it crash.
        self.by_luck = by_luck

    def outcomes(self, models):
        """What becomes of each model, and what the program says: one process for each."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(self.run, models))

    def run(self, path):
        """Runs the program on a model."""
        command = [*self.command, path]
        run = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            preexec_fn=self.limit,
        )
        said = run.stdout.decode(errors="replace").strip().splitlines()
        return self.outcome(run.returncode, said[-1] if said else "")

    def limit(self):
        """Ends this process when it has computed for too long; on a busy machine it may wait for longer."""
        resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST + 1))
        if self.memory:
            resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))

    def outcome(self, code, said):
        """The outcome of a process that exited with a code, or by a signal if that is negative."""
        if code in (0, 1):
            return ("loads", "refuses")[code], said
        if code == -signal.SIGXCPU:
            return "hangs", f"it computed for {LONGEST} seconds"
        if code < 0 or code == PANIC:
            return "crashes", said or f"signal {-code}"
        raise SystemExit(f"{self.title} cannot be run: exit code {code}: {said}")


class Assimp(Program):
    """A library that has assimp in it."""

    def outcomes(self, models):
        paths = "".join(f"{path}\n" for path in models)
        run = subprocess.run(self.command, input=paths, stdout=subprocess.PIPE, text=True, check=True)
        lines = (line.split(" ", 1) for line in run.stdout.splitlines()[1:])
        return [self.outcome(int(code), said) for code, said in lines]


class Maverick(Program):
    """Maverick Model 3D, which exits with 0 whatever becomes of a model. It writes what it has loaded."""

    def outcome(self, code, said):
        if code == 0:
            code = -signal.SIGSEGV if said.startswith("Segfault") else int(said.startswith("error:"))
        return super().outcome(code, said)


def assimp(library, name):
    """A library that has assimp in it, without and with validation."""
    command = [sys.executable, "-I", "-S", HERE / "load_assimp.py", library, str(LONGEST)]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise Missing(run.stderr.strip().splitlines()[-1])
    version = tuple(map(int, run.stdout.split(".")))
    title = f"{name}, assimp {run.stdout.strip()}"
    # 5.4 loads models as 6.0.5 does, but validates them otherwise, as no engine does. Debian's 5.2.5 says 5.2.4.
    if version not in [(5, 2), (5, 4), (6, 0)]:
        raise Missing(f"it is assimp {run.stdout.strip()}, and no engine is known to load models as that does")
    engine = "5.2.5" if version == (5, 2) else "6.0.5"
    programs = [Assimp(title, ("assimp", engine), command, by_luck=True)]
    if version != (5, 4):
        validated = ("assimp+validate", engine)
        programs.append(Assimp(f"{title} with validation", validated, [*command, "validate"], by_luck=True))
    return programs


def system_assimp():
    """The libassimp of the system."""
    library = ctypes.util.find_library("assimp") or "libassimp.so.5"
    return assimp(library, "libassimp")


def assimp_py():
    """The assimp within the Python package assimp_py."""
    found = importlib.util.find_spec("assimp_py")
    folder = found and Path(found.origin).parent
    libraries = sorted(folder.glob("assimp_py*.so")) if folder else []
    if not libraries:
        raise Missing("there is no Python package assimp_py")
    return assimp(str(libraries[0]), "assimp_py")


def irrlicht():
    """The libIrrlicht of the system."""
    loader = BUILT / "load-irrlicht"
    folders = ["/usr/include/irrlicht", "/usr/local/include/irrlicht"]
    headers = next((folder for folder in folders if os.path.isdir(folder)), None)
    compiler = shutil.which("c++")
    if not headers or not compiler:
        raise Missing("there is no C++ compiler, or no header of Irrlicht")
    build([compiler, "-O1", "-I", headers, "-o", loader, HERE / "irrlicht/load.cpp", "-lIrrlicht"])
    version = subprocess.run([loader], capture_output=True, text=True, check=True).stdout.strip()
    if version != "1.8.5":
        raise Missing(f"it is Irrlicht {version}, and the engine is that of 1.8.5")
    return [Program(f"Irrlicht {version}", ("irrlicht", "1.8.5"), [loader], by_luck=True)]


def ms3d_crate():
    """The crate ms3d, of the version that its manifest here has."""
    folder = BUILT / "ms3d-crate"
    manifest = HERE / "ms3d-crate/Cargo.toml"
    build(["cargo", "build", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", folder])
    return [Program("crate ms3d 0.1.3", ("ms3d-crate", "0.1.3"), [folder / "debug/load"])]


def mm3d():
    """The Maverick Model 3D of the system."""
    path = shutil.which("mm3d")
    if not path:
        raise Missing("there is no mm3d")
    # Its widgets need no screen then.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    run = subprocess.run([path, "--version"], capture_output=True, text=True, check=True)
    version = run.stdout.split()[-1]
    if version not in ["1.3.13", "1.3.15"]:
        raise Missing(f"it is Maverick Model 3D {version}, and the engine is that of 1.3.15")
    # So much it had in the recorded runs: it crashes where it takes the text of a comment for a length.
    memory = 384 << 20
    command = [path, "--convert", "mm3d"]
    return [Maverick(f"Maverick Model 3D {version}", ("mm3d", "1.3.15 095cd21"), command, memory=memory)]


FINDERS = {
    "assimp": system_assimp,
    "irrlicht": irrlicht,
    "mm3d": mm3d,
    "assimp_py": assimp_py,
    "ms3d-crate": ms3d_crate,
}


def build(command):
    """Runs a compiler."""
    BUILT.mkdir(parents=True, exist_ok=True)
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise Missing(f"it cannot be built: {(run.stderr.strip().splitlines() or ['no message'])[-1]}")


def programs(names):
    """The programs that are there."""
    found = []
    for name in names:
        try:
            found += FINDERS[name]()
        except Missing as why:
            print(f"{name} is left out: {why}")
    return found


def make_models(ms3dlint, folder, seed, count, only):
    """Makes models of all profiles, healthy ones and ones with each defect, and gives their paths."""
    for number, profile in enumerate(PROFILES):
        for defects in [[], ["--defect", "all"]]:
            out = folder / (f"{profile}-broken" if defects else profile)
            many = count if defects else 10 * count
            subprocess.run(
                [ms3dlint, "smith", "--format", "ms3d", "--profile", profile, *defects,
                 "--seed", str(seed + number * 1_000_000), "-n", str(many), out],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
    models = sorted(folder.glob("*/*.ms3d"))
    if only:
        small = [path for path in models if path.stat().st_size <= LARGE]
        chosen = set(random.Random(seed).sample(small, min(only, len(small))))
        for path in set(models) - chosen:
            path.unlink()
        models = sorted(chosen)
    return models


def said_outcomes(ms3dlint, folder):
    """What ms3dlint says of each model: by its path and the engine, the outcome and the reason."""
    run = subprocess.run(
        [ms3dlint, "loads", "--no-config", "--output-format", "json", folder], stdout=subprocess.PIPE, check=True
    )
    outcomes = {}
    for row in json.loads(run.stdout)["files"]:
        for engine in row["engines"]:
            key = (os.path.realpath(row["path"]), engine["engine"], engine["version"])
            outcomes[key] = (engine["outcome"], engine["reason"])
    return outcomes


def compare(program, models, said, kept):
    """Runs a program on all models, prints where it differs, and gives whether it mostly does not."""
    tally, lucky, differences = Counter(), 0, []
    for path, (outcome, words) in zip(models, program.outcomes(models), strict=True):
        expected, reason = said[(os.path.realpath(path), *program.engine)]
        if expected == outcome:
            tally[outcome] += 1
        elif program.by_luck and expected == "crashes":
            lucky += 1
        else:
            name = f"{path.parent.name}/{path.name}"
            differences.append(f"  {name}: it {outcome} ({words}), ms3dlint says that it {expected} ({reason})")
            (kept / path.parent.name).mkdir(parents=True, exist_ok=True)
            shutil.copy(path, kept / name)
    same, all_counted = sum(tally.values()), len(models) - lucky
    percent = 100 * same / all_counted if all_counted else 100
    counts = ", ".join(f"{outcome} {count}" for outcome, count in sorted(tally.items()))
    luck = f"; {lucky} more survive an error in memory by luck" if lucky else ""
    print(f"{program.title}: {same} of {all_counted} outcomes agree, {percent:.2f} % ({counts}{luck})")
    print("\n".join(differences), end="\n" if differences else "")
    return percent >= LEAST


def main():
    """Makes models, asks ms3dlint and the programs, and compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--ms3dlint", type=Path, default=TARGET / "debug/ms3dlint", help="the program to test")
    add("--seed", type=int, default=random.SystemRandom().randrange(1 << 32), help="another one each time")
    add("--count", type=int, default=1, help="models of each profile with each defect, and tenfold of healthy ones")
    add("--only", type=int, help=f"only so many of them, drawn by chance from those of at most {LARGE} bytes")
    add("--programs", nargs="+", choices=FINDERS, default=list(FINDERS), help="the programs to compare with")
    args = parser.parse_args()
    if not args.ms3dlint.exists():
        parser.error(f"there is no {args.ms3dlint}; cargo build makes it")
    found = programs(args.programs)
    if not found:
        print("no program is there to compare with")
        return 0
    print(f"--seed {args.seed}", flush=True)
    kept = BUILT / "differences"
    shutil.rmtree(kept, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        models = make_models(args.ms3dlint.resolve(), folder, args.seed, args.count, args.only)
        said = said_outcomes(args.ms3dlint.resolve(), folder)
        agree = [compare(program, models, said, kept) for program in found]
    if all(agree):
        return 0
    print(f"fewer than {LEAST} % agree; the models are in {kept}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
