#!/usr/bin/env python3
"""Follows every link between the pages in a folder, HTML or Markdown, that leads into the folder: links.py FOLDER."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """What a page has: names that links can lead to, and links."""

    def __init__(self, path):
        super().__init__()
        self.names, self.links = set(), []
        text = path.read_text(encoding="utf-8")
        self.feed(text if path.suffix == ".html" else self.markdown(text))

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("id", "name"):
                self.names.add(value)
            elif key in ("href", "src", "srcset") and value:
                self.links.append(value)

    def markdown(self, text):
        """Takes the links and the names of headings, as GitHub makes them; what is left may hold tags."""
        text = re.sub(r"^( *)(`{3,}).*?^\1\2", "", text, flags=re.DOTALL | re.MULTILINE)
        for heading in re.findall(r"^#+ +(.*)", text, flags=re.MULTILINE):
            words = re.sub(r"\]\(.*?\)", "", heading).strip().lower()
            self.names.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
        text = re.sub(r"`[^`\n]*`", "", text)
        self.links += re.findall(r"\]\(([^)\s]+)\)", text)
        return text


root = Path(sys.argv[1]).resolve()
# This one is shown under any address that does not exist, so its links begin at the root.
paths = [path for path in root.rglob("*") if path.suffix in (".html", ".md") and path.name != "404.html"]
pages = {path: Page(path) for path in paths}
dead = []
for path, page in pages.items():
    for link in page.links:
        url = urlsplit(link)
        if url.scheme or url.netloc:
            continue
        target = (path.parent / unquote(url.path)).resolve() if url.path else path
        if not target.is_file():
            dead.append(f"{path.relative_to(root)}: {link}: there is no such file")
        elif url.fragment and target in pages and unquote(url.fragment) not in pages[target].names:
            dead.append(f"{path.relative_to(root)}: {link}: there is no such heading")
print("\n".join(dead) or f"{sum(len(page.links) for page in pages.values())} links in {len(pages)} pages")
sys.exit(bool(dead))
