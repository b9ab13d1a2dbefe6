#!/usr/bin/env bash
# The site, made from the pages of this project, with every link in it followed. `tests/site.sh OUT` keeps it in a folder.
source "$(dirname "$0")/support/tools.sh"
out=$(realpath -m "${1:-$work/site}")

# All that is linked lies as it does in the project, so that links hold in both.
book="$work/book"
mkdir -p "$book/pages"
cd "$project"
cp docs/site/book.toml docs/site/*.css docs/site/*.js "$book"
tar -cf - --exclude editors/vscode ./*.md LICENSE-* ms3dlint.schema.json docs editors rules fuzz/canaries/README.md | tar -C "$book/pages" -xf -
mv "$book/pages/docs/site/SUMMARY.md" "$book/pages"
rm -r "$book/pages/docs/site"
# A folder is shown by its README.md, which mdBook calls index.html, and whose links it leaves alone.
find "$book/pages" -name '*.md' ! -name SUMMARY.md -exec sed -i -E 's#\]\(([^)]*)README\.md#](\1index.md#g' {} +

mdbook build --dest-dir "$out" "$book" > "$log" 2>&1 || { cat "$log"; fail "the site cannot be made"; }
! grep -e WARN -e ERROR "$log" || fail "the site cannot be made without complaint"
python3 tests/support/links.py "$out" || fail "there are links to nowhere"

# An archive has pages, too.
mkdir "$work/papers"
packaging/papers "$work/papers"
python3 tests/support/links.py "$work/papers" || fail "the pages of an archive have links to nowhere"
