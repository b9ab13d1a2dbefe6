"""Puts the page together in a folder that has the WebAssembly: its files, the examples, and a list of all for the worker
that keeps them for when there is no network."""

import base64
import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

here = Path(__file__).parent
root = here.parent
view = root / "src/report/view"
out = Path(sys.argv[1])


def policy(*names):
    """What a policy calls the script or style of the page that shows models, which is in this one."""
    text = b"".join((view / name).read_bytes() for name in names)
    return "'sha256-" + base64.b64encode(hashlib.sha256(text).digest()).decode() + "'"


def filled(name, values):
    """Replaces the names in braces in a file."""
    path = out / name
    text = path.read_text()
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    path.write_text(text)


for path in (here / "page").iterdir():
    shutil.copy(path, out)

examples = json.loads((out / "examples.json").read_text())
for example in examples:
    folder = root / example.pop("from")
    names = example.pop("only", None)
    found = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    for path in found:
        inner = path.relative_to(folder)
        if names is None or str(inner) in names:
            target = out / "examples" / example["name"] / inner
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
            example.setdefault("files", []).append(str(inner))
(out / "examples.json").write_text(json.dumps(examples))

home = re.search(r'^homepage = "(.*)"', (root / "Cargo.toml").read_text(), re.M)[1]
filled("index.html", {
    "VIEW_SCRIPT": policy("draw.js", "sides.js", "overview.js", "beside.js", "viewer.js"),
    "VIEW_STYLE": policy("style.css"),
    "HOME": home,
})

# Comments are for those who read the source: nobody waits for them to be sent.
comment = re.compile(r"^[ \t]*(//[^\n]*|/\*\*(?:(?!\*/).)*\*/[ \t]*)\n", re.M | re.S)
for path in out.glob("*.js"):
    path.write_text(comment.sub("", path.read_text()))

files = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file() and path.name != "sw.js")
version = hashlib.sha256(b"".join((out / name).read_bytes() for name in files)).hexdigest()[:16]
filled("sw.js", {"VERSION": version, "FILES": json.dumps(["./", *files])})
