#!/usr/bin/env bash
# The wheel: built, installed where nothing else is, run, and used by a hook that needs no compiler.
source "$(dirname "$0")/support/tools.sh"
corpus="$project/corpus"

build_wheel
python3 -m venv "$work/python"
"$work/python/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "$wheel"
ms3dlint="$work/python/bin/ms3dlint"
version=$("$ms3dlint" --version)
grep -qx "version = \"${version#ms3dlint }\"" "$project/Cargo.toml" || fail "it says it is $version"
"$ms3dlint" --no-config "$corpus/ok/cube.txt" || fail "it finds something in a model that is well"
found=$("$ms3dlint" --no-config --output-format concise "$corpus/bad/parent-cycle_of-three.txt") && fail "it finds nothing"
[[ $found == *parent-cycle* ]] || fail "it finds something else: $found"

# As docs/ci.md has it; all that is missing on the PATH is a compiler.
repository models
cat > .pre-commit-config.yaml <<YAML
repos:
  - repo: local
    hooks:
      - id: ms3dlint
        name: ms3dlint
        entry: ms3dlint --force-exclude --quiet-unknown
        language: python
        additional_dependencies: ["--find-links=${wheel%/*}", "ms3dlint==${version#ms3dlint }"]
        files: (?i)\\.(txt|ms3d)\$
        types: [file]
        require_serial: true
YAML
install_hooks
cp "$corpus/ok/cube.txt" .
passes "a model that is well"
cp "$corpus/bad/parent-cycle_of-three.txt" .
stopped "a model with an error"
prints "parent-cycle"

echo "the wheel can be installed, and does what it should"
