"""The commands of the book, behind the Makefile: serve, book, test, bench, record.

Needs nothing but Python 3.11: it makes .venv itself and runs everything else from there.
"""

import contextlib
import functools
import http.server
import os
import re
import shutil
import sys

import environment
import notebooks
from toolbox import (
    BIN,
    BUILD,
    PYTHON,
    ROOT,
    Quiet,
    Stop,
    digest,
    files,
    find_browser,
    is_fresh,
    main,
    mark_fresh,
    passed,
    run,
    step,
)
from toolbox import environment as child_environment

SITE = BUILD / "html"
STRIP = ["nbstripout", "--keep-id", "--extra-keys", "metadata.language_info", "--verify"]


def book():
    """Build the site into _build/html."""
    environment.prepare(environment.LIGHT)
    notebooks.execute(notebooks.chapters(), "execute the chapters")
    build_site()
    print(f"\nThe book: {SITE / 'index.html'} (opens from disk too)")


def serve():
    """Build the site and serve it on this machine only."""
    book()
    handler = functools.partial(_Handler, directory=str(SITE))
    server = _server(handler)
    print(f"Reading at http://127.0.0.1:{server.server_port}/  (Ctrl+C stops)", flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()


def test():
    """Check everything, as CI does."""
    browser = find_browser()  # first, since it is the one thing that pip cannot bring
    environment.prepare(environment.FULL)
    check("ruff check", ["ruff", "check", "."], "ruff-check")
    check("ruff format", ["ruff", "format", "--check", "."], "ruff-format", "Run `make format`.")
    check_stripped()
    env = {**child_environment(), "CHROMIUM": browser, "LOWBIT_SITE": str(SITE)}
    apart = ["--ignore=tests/browser", "--ignore=tests/test_site.py"]
    lines = [
        check_tests("unit tests", ["tests", *apart], "tests-unit", env),
        notebooks.execute([*notebooks.chapters(), *notebooks.labs()], "execute chapters and labs"),
    ]
    build_site()
    lines += [
        check_tests("tests on the built site", ["tests/test_site.py"], "tests-site", env),
        check_tests("browser tests", ["tests/browser"], "tests-browser", env),
    ]
    total = sum(int(re.search(r"(\d+) passed", line)[1]) for line in lines if line)
    print(f"\n{total} passed, 0 failed")


def bench():
    """Print the benchmarks of the built book."""
    browser = find_browser()
    environment.prepare(environment.FULL)
    notebooks.execute(notebooks.chapters(), "execute the chapters")
    build_site()
    env = {**child_environment(), "CHROMIUM": browser, "LOWBIT_SITE": str(SITE)}
    os.chdir(ROOT)
    os.execve(PYTHON, [str(PYTHON), str(ROOT / "tools" / "bench.py")], env)


def record():
    """Execute every lab here and keep its outputs in labs/recorded."""
    environment.prepare(environment.FULL)
    for lab in notebooks.labs():
        with step(f"record {lab.name}") as say:
            command = [PYTHON, ROOT / "book" / "record.py", lab]
            say(run(command, f"record-{lab.stem}").strip().splitlines()[-1])


def data():
    """Write lowbit's facts and formulas into widgets/js."""
    environment.prepare(environment.LIGHT)
    print(run([PYTHON, ROOT / "tools" / "compile_js.py"], "data").strip())


def format_():
    """Bring Python and notebooks into their stored form."""
    environment.prepare(environment.FULL)
    check("ruff check --fix", ["ruff", "check", "--fix", "."], "ruff-check")
    check("ruff format", ["ruff", "format", "."], "ruff-format")
    with step("strip the notebooks' outputs"):
        run([PYTHON, "-m", *STRIP[:-1], *stored()], "nbstripout")


def build_site():
    """Run Jupyter Book over the executed tree, every warning an error."""
    notebooks.lay_out()
    pins = ROOT / "requirements-book.txt"
    repository = os.environ.get("LOWBIT_REPO", "")
    sources = [*(path for path in notebooks.TREE.rglob("*") if path.is_file()), pins]
    wanted = digest([*sources, *files("widgets"), ROOT / "pyproject.toml"], repository)
    stamp = BUILD / "html.sha256"
    with step("build the site") as say:
        if is_fresh(stamp, wanted) and (SITE / "index.html").is_file():
            say("unchanged")
            return
        stamp.unlink(missing_ok=True)
        # from nothing: else a page that is gone stays, and a page's warning is given only once
        for left in (SITE, BUILD / ".doctrees"):
            shutil.rmtree(left, ignore_errors=True)
        tree = notebooks.TREE
        where = ["--path-output", ROOT, "--config", tree / "_config.yml"]
        where += ["--toc", tree / "book" / "_toc.yml"]
        command = [BIN / "jupyter-book", "build", tree, *where, "-W", "--keep-going"]
        run(command, "site", telling=r"WARNING|ERROR|\(exception: |Error: ")
        mark_fresh(stamp, wanted)
        say(f"{sum(1 for _ in SITE.rglob('*.html'))} pages")


def check(title, module, log, hint=""):
    """Run a Python module of .venv as one step."""
    with step(title):
        run([PYTHON, "-m", *module], log, hint=hint)


def check_tests(title, arguments, log, env):
    """Run pytest as one step; return its closing line."""
    with step(title) as say:
        line = passed(run([PYTHON, "-m", "pytest", "-q", *arguments], log, env=env))
        say(line)
    return line


def stored():
    """Return the notebooks that are kept without outputs: all but the recorded labs."""
    found = files("chapters", "labs", "assignments")
    return [p for p in found if p.suffix == ".ipynb" and "recorded" not in p.parts]


def check_stripped():
    """Stop when a notebook is stored with outputs."""
    hint = "Run `make format`: notebooks are stored without outputs."
    check("notebooks stored without outputs", [*STRIP, *stored()], "nbstripout", hint)


class _Handler(Quiet):
    """Serves the site, and lets no browser keep an old page."""

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def _server(handler):
    """Return a server on PORT, else on 8000, else on any free port."""
    wanted = os.environ.get("PORT", "")
    if wanted and not (wanted.isascii() and wanted.isdecimal() and 0 < int(wanted) < 65536):
        raise Stop(f"PORT={wanted} is no port: give a number from 1 to 65535.")
    for port in [int(wanted)] if wanted else [8000, 0]:
        try:
            return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        except OSError:
            taken = port
    raise Stop(f"Port {taken} is taken: choose another with `make serve PORT=8001`.")


if __name__ == "__main__":
    sys.exit(
        main(
            {
                "serve": serve,
                "book": book,
                "test": test,
                "bench": bench,
                "record": record,
                "data": data,
                "format": format_,
            }
        )
    )
