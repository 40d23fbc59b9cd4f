"""What every command of the book needs: progress lines, quiet commands, digests, a browser.

Plain standard library, and no syntax newer than Python 3.7: it must be able to say that a Python
is too old.
"""

import contextlib
import functools
import hashlib
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "_build"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

TAIL_LINES = 40
MAC_CHROME = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
BROWSERS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]
BROWSER_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
                "--disable-background-networking", "--disable-component-update"]  # fmt: skip
NO_BROWSER = (
    "The browser tests need Chromium or Chrome, and none was found. Install one "
    "(Debian, Ubuntu: `sudo apt-get install chromium`; macOS: `brew install --cask chromium`), "
    "or name one: `CHROMIUM=/path/to/chrome make test`."
)


class Stop(Exception):
    """Ends the command with one sentence for the reader."""


@contextlib.contextmanager
def step(title):
    """Print one line for a step: its title, then its seconds and what `say(...)` added."""
    said = []
    print(f"{title:<46}", end="", flush=True)
    start = time.monotonic()
    try:
        yield said.append
    except BaseException:
        print(" failed", flush=True)
        raise
    print(f"{time.monotonic() - start:7.1f} s  {'  '.join(said)}".rstrip(), flush=True)


def run(command, log, cwd=ROOT, env=None, hint="", telling=""):
    """Run `command` with its output in _build/logs/<log>.log; return it, or stop with its tail.

    `hint` is the sentence that tells how to get what is missing; `telling` is a pattern of the
    lines that say what went wrong, where the tail does not.
    """
    path = BUILD / "logs" / f"{log}.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as out:
        code = subprocess.call(
            [str(part) for part in command],
            cwd=str(cwd),
            env=env or environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    text = path.read_text(encoding="utf-8", errors="replace")
    if code:
        lines = text.splitlines()
        told = [line for line in lines if telling and re.search(telling, line)]
        tail = "\n".join((told or lines)[-TAIL_LINES:])
        why = f"Exit code {code}. The whole log: {path}"
        raise Stop("\n".join(part for part in (tail, "", why, hint) if part))
    return text


def environment():
    """Return every child's environment: our .venv first, nothing from the user's own Jupyter."""
    env = dict(os.environ)
    for name in ("PYTHONPATH", "PYTHONHOME", "PYTHONWARNINGS"):
        env.pop(name, None)
    env["PATH"] = str(BIN) + os.pathsep + env.get("PATH", "")
    env["VIRTUAL_ENV"] = str(VENV)
    env["PYTHONNOUSERSITE"] = "1"
    env["JUPYTER_PREFER_ENV_PATH"] = "1"  # else a kernel in the home folder shadows ours
    env["IPYTHONDIR"] = str(BUILD / "ipython")
    env["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    return env


def digest(paths, *more):
    """Return a digest of the files' names and bytes, and of `more` texts."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    for text in more:
        total.update(str(text).encode() + b"\0")
    return total.hexdigest()


def files(*folders):
    """Return all files under the folders (relative to the root) that people write, not tools."""
    skip = {"__pycache__", ".ipynb_checkpoints", "_build"}
    found = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    return [path for path in found if not skip & set(path.relative_to(ROOT).parts)]


def is_fresh(stamp, value):
    """Say whether `stamp` holds `value`: the work it stands for is done."""
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == value


def mark_fresh(stamp, value):
    """Write `value` into `stamp`, after the work."""
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(value, encoding="utf-8")


def find_browser():
    """Return the path of a Chromium or Chrome, or stop with the line that installs one."""
    named = os.environ.get("CHROMIUM")
    if named:
        if shutil.which(named):
            return shutil.which(named)
        raise Stop(f"CHROMIUM={named} is no program that can be started.")
    found = [shutil.which(name) for name in [*BROWSERS, MAC_CHROME]]
    for path in found:
        if path:
            return path
    raise Stop(NO_BROWSER)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a line for each request."""

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """Serve a folder on a free port of this machine; gives its address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def passed(text):
    """Return pytest's closing line, or '' when the text has none."""
    lines = [line.strip(" =") for line in text.splitlines() if re.search(r"\b\d+ passed\b", line)]
    return lines[-1] if lines else ""


def main(commands):
    """Run the command named on the command line; a Stop becomes a sentence and exit code 1."""
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    if name not in commands:
        print("Say one of: " + ", ".join(commands))
        return 2
    try:
        commands[name]()
    except Stop as stop:
        print("\n" + str(stop), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
