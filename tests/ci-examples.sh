#!/usr/bin/env bash
# What docs/ci.md offers to copy, the workflow of this project, its action and its forms: all are what their readers take
# them for. Linters look at the YAML; the scripts are run.
source "$(dirname "$0")/support/tools.sh"
corpus="$project/corpus"

# The files of a page, one in a folder each: `<!-- file: NAME -->` comes before each block that can be copied.
awk -v out="$work/examples" '
  /^<!-- file: .* -->$/ { name = $3; next }
  /^```(yaml|sh)$/ {
    if (name == "") { print "docs/ci.md:" NR ": this block has no name" > "/dev/stderr"; exit 1 }
    path = sprintf("%s/%d/%s", out, ++count, name); folder = path; sub("/[^/]*$", "", folder)
    system("mkdir -p \"" folder "\""); inside = 1; name = ""; next
  }
  /^```$/ { inside = 0 }
  inside { print > path }
' "$project/docs/ci.md"
mapfile -t examples < <(find "$work/examples" -type f | sort)
[ "${#examples[@]}" -ge 5 ] || fail "the examples of docs/ci.md are no longer found"

audit() {
  zizmor --offline --quiet --no-progress --config "$project/.github/zizmor.yml" "$1"
}

check_workflow() {
  check-jsonschema --builtin-schema vendor.github-workflows "$1"
  actionlint "$1"
  audit "$1"
}

scripts=()
for example in "${examples[@]}"; do
  case $example in
    */.github/workflows/*.yml) check_workflow "$example" ;;
    */.gitlab-ci.yml) check-jsonschema --builtin-schema vendor.gitlab-ci "$example" ;;
    */.pre-commit-config.yaml) pre-commit validate-config "$example" ;;
    *.sh) scripts+=("$example") ;;
    *) fail "nothing is known of such a file: $example" ;;
  esac
done
for workflow in "$project"/.github/workflows/*.yml; do
  check_workflow "$workflow"
done
check-jsonschema --builtin-schema vendor.dependabot "$project/.github/dependabot.yml"
audit "$project/.github/dependabot.yml"
forms="$project/.github/ISSUE_TEMPLATE"
check-jsonschema --builtin-schema vendor.github-issue-config "$forms/config.yml"
find "$forms" -name '*.yml' ! -name config.yml -exec \
  check-jsonschema --builtin-schema vendor.github-issue-forms {} +
check-jsonschema --builtin-schema vendor.github-actions "$project/action.yml"
audit "$project/action.yml"
shellcheck --external-sources --source-path "$project/tests" "$project"/tests/*.sh "$project"/.ci/* \
  "$project"/packaging/{build,finish,home,install.sh,papers} "${scripts[@]}"

# The action, step by step as GitHub would run it, in a repository of models.
step() {
  python - "$project/action.yml" "$1" <<'PY' > "$work/step.sh"
import sys, yaml
steps = yaml.safe_load(open(sys.argv[1]))["runs"]["steps"]
print(next(step["run"] for step in steps if step["name"] == sys.argv[2]))
PY
  RUNNER_TEMP="$work/runner" WHEEL=$wheel PATHS=assets/ OPTIONS="--fail-on error" \
    GITHUB_ACTION_PATH="$project" MS3DLINT_FROM="file://$work/release" \
    bash --noprofile --norc -eo pipefail "$work/step.sh" > "$log" 2>&1
}

build_wheel
repository models
mkdir assets elsewhere "$work/runner"
cp "$corpus/bad/parent-cycle_of-three.txt" assets/old.txt
cp assets/old.txt elsewhere
step "Install the wheel" || { cat "$log"; fail "the action cannot install the wheel"; }
! step "Check" || fail "the action finds nothing"
prints "^::error.*file=assets/old.txt,line=73"
prints_not "elsewhere/"
grep -q parent-cycle "$work/runner/ms3dlint.sarif" || fail "the action writes no SARIF"

# Without a wheel it downloads the program of the release for this system, and compiles it only if there is none.
mkdir "$work/release" "$work/fake" "$work/archive"
printf '#!/bin/sh\necho "compiled: $*"\n' > "$work/fake/cargo"
chmod +x "$work/fake/cargo"
download() { rm -rf "$work/runner"; PATH="$work/fake:$PATH" step "Download or compile"; }
download || { cat "$log"; fail "the action cannot compile"; }
prints "^compiled: install --locked --path $project --root $work/runner/ms3dlint"

name=ms3dlint-$(sed -n 's/^version = "\(.*\)"/\1/p' "$project/Cargo.toml" | head -n 1)-$(uname -m)-unknown-linux-musl
mkdir "$work/archive/$name"
cp "$CARGO_TARGET_DIR/release/ms3dlint" "$work/archive/$name"
tar -C "$work/archive" -czf "$work/release/$name.tar.gz" "$name"
(cd "$work/release" && sha256sum -- *.tar.gz > SHA256SUMS)
download || { cat "$log"; fail "the action cannot download"; }
prints_not "compiled:"
! step "Check" || fail "what the action downloads finds nothing"
prints "^::error.*file=assets/old.txt,line=73"

echo "a bit more" >> "$work/release/$name.tar.gz"
! download || fail "the action takes a program with another checksum"
prints "the checksum of $name.tar.gz is wrong"
prints_not "compiled:"
rm -rf "$work/runner"
mkdir "$work/runner"
step "Install the wheel"

# The script for any build machine: it passes with the baseline, and stops at what is new.
PATH="$work/runner/ms3dlint/bin:$PATH"
build() { sh "${scripts[0]}" > "$log" 2>&1; }
ms3dlint baseline write assets/
echo 'baseline = "ms3dlint-baseline.tsv"' > ms3dlint.toml
git add --all && git commit --quiet --message "what is wrong today"
build || { cat "$log"; fail "what the baseline knows stops the build"; }
prints "1 baselined finding hidden"

cp "$corpus/bad/parent-cycle_of-twelve.txt" assets/new.txt
! build || fail "what is new does not stop the build"
prints "assets/new.txt.*parent-cycle"
rm assets/new.txt

cp "$corpus/ok/cube.txt" assets/old.txt
! build || fail "the baseline may know more than there is"
[ "$(wc -l < ms3dlint-baseline.tsv)" = 2 ] || fail "what was repaired is still in the baseline"
git add --all && git commit --quiet --message "repaired"
build || { cat "$log"; fail "a tree in which nothing is wrong stops the build"; }

echo "the examples of docs/ci.md, the workflow and the action do what they should"
