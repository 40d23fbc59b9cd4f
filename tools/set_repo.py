"""Write the book's repository address where notebooks and buttons look for it.

    python tools/set_repo.py https://host/owner/name[@branch]      ("" takes it away)

It goes into pyproject.toml ([project.urls] Repository, without the branch) and into the install
cell of every notebook (with it).
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LINE = re.compile(r'^REPO = ".*?"', re.M)


def notebooks():
    return sorted([*ROOT.glob("chapters/*.ipynb"), *ROOT.glob("labs/*.ipynb")])


def repo_of(notebook):
    """The address in a notebook's install cell; None when it has no such cell."""
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        found = LINE.search("".join(cell["source"]))
        if found:
            return found[0].split('"')[1]
    return None


def main(url):
    if not re.fullmatch(r"(https://[\w.-]+(/[\w.-]+){2,}(@[\w./-]+)?)?", url):
        sys.exit(f"'{url}' is not an address like https://host/owner/name or …@branch.")
    for path in notebooks():
        book = json.loads(path.read_text("utf-8"))
        for cell in book["cells"]:
            cell["source"] = [LINE.sub(f'REPO = "{url}"', line) for line in cell["source"]]
        path.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", "utf-8")
    project = ROOT / "pyproject.toml"
    text = re.sub(r'(?m)^\[project\.urls\]\nRepository = ".*"\n\n', "", project.read_text("utf-8"))
    if url:
        table = f'[project.urls]\nRepository = "{url.partition("@")[0]}"\n\n'
        text = text.replace(
            "[tool.setuptools.packages.find]", table + "[tool.setuptools.packages.find]"
        )
    project.write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1]) if len(sys.argv) == 2 else sys.exit(__doc__)
