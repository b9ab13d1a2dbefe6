#!/usr/bin/env bash
# The hooks, as the real pre-commit runs them: it clones this project, compiles it, and checks the commits of another
# repository.
source "$(dirname "$0")/support/tools.sh"
corpus="$project/corpus"

# The project as it is here, committed or not, as a repository that hooks can be taken from.
mkdir "$work/hooks"
tar -C "$project" --exclude ./.git --exclude ./target -cf - . | tar -C "$work/hooks" -xf -
git -C "$work/hooks" init --quiet
git -C "$work/hooks" add --all
git -C "$work/hooks" commit --quiet --message "the hooks"
rev=$(git -C "$work/hooks" rev-parse HEAD)
pre-commit validate-manifest "$work/hooks/.pre-commit-hooks.yaml"

# A configuration with one hook and its args.
hook() {
  cat <<YAML
repos:
  - repo: $work/hooks
    rev: $rev
    hooks:
      - id: $1
        args: [$2]
        verbose: true
YAML
}

repository models
hook ms3dlint "" > .pre-commit-config.yaml
install_hooks
cp "$corpus/ok/cube.txt" cube.txt
echo "Read me" > README.txt
echo "project(models)" > CMakeLists.txt
passes "models and other texts"
prints "checked 1 file"
prints_not "README.txt"
prints_not "CMakeLists.txt"

cp "$corpus/bad/parent-cycle_of-three.txt" ARM.TXT
stopped "a model with an error"
prints "parent-cycle"
prints "ARM.TXT:73:1"
rm ARM.TXT

printf 'The skeleton so far\n\nBones: 3\n' > half.txt
stopped "half a model"
prints "half.txt"
rm half.txt

# What the configuration excludes stays excluded, whatever args say.
mkdir vendor
cp "$corpus/bad/parent-cycle_of-three.txt" vendor/arm.txt
echo 'exclude = ["vendor/"]' > ms3dlint.toml
hook ms3dlint --output-format=concise > .pre-commit-config.yaml
passes "a model that is excluded"
prints_not "parent-cycle"

# The hook that repairs stops the commit, so that one can look at what it did; then it passes.
hook ms3dlint-fix "" > .pre-commit-config.yaml
cp "$corpus/bad/bare-decimal-point_no-zero-in-front.txt" sign.txt
# Two programs refuse a model whose textures are missing, which is an error.
touch stop_sign.png stop_sign_mask.png
stopped "a model that can be repaired"
prints "files were modified by this hook"
cmp -s sign.txt "$corpus/bad/bare-decimal-point_no-zero-in-front.txt" && fail "sign.txt was not repaired"
passes "the model, repaired"
prints_not "bare-decimal-point"

echo "the hooks of pre-commit do what they should"
