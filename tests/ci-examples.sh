#!/usr/bin/env bash
# What docs/ci.md tells to copy, the workflow of this project, and its action: all are what their readers take them
# for. Linters look at the YAML; the scripts are run.
source "$(dirname "$0")/support/tools.sh"
corpus="$project/corpus"

# The files that stand in a page, one in a folder each: `<!-- file: NAME -->` is in front of each block that can be copied.
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

check_workflow() {
  check-jsonschema --quiet --builtin-schema vendor.github-workflows "$1"
  actionlint -shellcheck= -pyflakes= "$1"
  zizmor --offline --quiet --no-progress "$1"
}

for example in "${examples[@]}"; do
  case $example in
    */.github/workflows/*.yml) check_workflow "$example" ;;
    */.gitlab-ci.yml) check-jsonschema --quiet --builtin-schema vendor.gitlab-ci "$example" ;;
    */.pre-commit-config.yaml) pre-commit validate-config "$example" ;;
    *.sh) shell=$example; sh -n "$example" ;;
    *) fail "nothing is known of such a file: $example" ;;
  esac
done
