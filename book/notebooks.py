"""Execute each notebook once, and lay out the tree that the site is built from.

_executed/     chapters and labs as nbmake left them, with outputs; kept from run to run
               (not below _build, where nbmake refuses to run anything)
_build/tree/   what Jupyter Book reads: executed chapters, recorded labs, the book's own pages

A lab stands in the site as it was recorded (labs/recorded/), on whatever GPU that was: the machine
that builds the site mostly has none. So the site is the same after `make book` and `make test`.
"""

import json
import shutil

from toolbox import (
    BUILD,
    PYTHON,
    ROOT,
    Stop,
    digest,
    files,
    is_fresh,
    mark_fresh,
    passed,
    run,
    step,
)

EXECUTED = ROOT / "_executed"
TREE = BUILD / "tree"
TIMEOUT_S = 600  # for one cell


def chapters():
    """Return the chapters' notebooks."""
    return sorted((ROOT / "chapters").glob("*.ipynb"))


def labs():
    """Return the labs' notebooks (stored without outputs)."""
    return sorted((ROOT / "labs").glob("*.ipynb"))


def recorded(lab):
    """Return where the copy of `lab` with its recorded outputs is committed."""
    return lab.parent / "recorded" / lab.name


def execute(notebooks, title):
    """Execute the notebooks that changed, or whose code did; return nbmake's closing line."""
    pins = [ROOT / "requirements-book.txt", ROOT / "requirements.txt"]
    around = digest([*_data_files(), *files("lowbit", "widgets"), *pins])
    wanted = {path: digest([path], around) for path in notebooks}
    stale = [path for path in notebooks if not is_fresh(_stamp(path), wanted[path])]
    with step(title) as say:
        if not stale:
            say(f"{len(notebooks)} unchanged")
            return ""
        line = _nbmake(stale)
        for path in stale:
            mark_fresh(_stamp(path), wanted[path])
        say(line)
        return line


def _nbmake(notebooks):
    """Run the notebooks in a copy: `--overwrite` writes the outputs into the file that it ran."""
    for path in [*notebooks, *_data_files()]:
        target = EXECUTED / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    # its own settings file, else pytest takes the project's (warnings as errors, for one)
    (EXECUTED / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    nbmake = ["--nbmake", "--overwrite", f"--nbmake-timeout={TIMEOUT_S}"]
    names = [path.relative_to(ROOT) for path in notebooks]
    command = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", *nbmake, *names]
    return passed(run(command, "execute", cwd=EXECUTED))


def _data_files():
    """Return what notebooks may read beside themselves."""
    return [path for path in files("chapters", "labs") if path.suffix != ".ipynb"]


def _stamp(path):
    return (EXECUTED / path.relative_to(ROOT)).with_suffix(".sha256")


def lay_out():
    """Write _build/tree: the sources of the site, with outputs."""
    shutil.rmtree(TREE, ignore_errors=True)
    skip = shutil.ignore_patterns("__pycache__", ".*")
    shutil.copytree(ROOT / "book", TREE / "book", ignore=skip)
    for name in ("_config.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, TREE)
    shutil.copytree(ROOT / "chapters", TREE / "chapters", ignore=skip)
    for path in chapters():
        shutil.copy(EXECUTED / path.relative_to(ROOT), TREE / path.relative_to(ROOT))
    shutil.copytree(ROOT / "labs", TREE / "labs", ignore=skip)
    for path in labs():
        notebook = with_recorded_line(read(recorded(path)))
        write(notebook, TREE / path.relative_to(ROOT))


def with_recorded_line(notebook):
    """Return the notebook with a line below its title that says when and with what it was run."""
    about = notebook["metadata"]["recorded"]
    text = (
        f"The outputs on this page were recorded on {about['date']} with {about['with']}. "
        "Run the lab to get your own."
    )
    cell = {
        "cell_type": "markdown",
        "id": "recorded-line",
        "metadata": {},
        "source": f"```{{note}}\n{text}\n```",
    }
    cells = notebook["cells"]
    return {**notebook, "cells": [*cells[:1], cell, *cells[1:]]}


def read(path):
    """Return a notebook as a dict, or stop with a sentence."""
    if not path.is_file():
        raise Stop(f"{path.relative_to(ROOT)} is missing: `make record` writes it.")
    return json.loads(path.read_text(encoding="utf-8"))


def write(notebook, path):
    """Write a notebook the way Jupyter does: one space of indent, newline at the end."""
    text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
