"""Make the book's own .venv: a Python new enough, the requirements, the project itself."""

import shutil
import subprocess
import sys

from toolbox import PYTHON, ROOT, VENV, Stop, digest, files, is_fresh, mark_fresh, run, step

OLDEST = (3, 11)
LIGHT = "requirements-book.txt"  # build and read the book
FULL = "requirements.txt"  # everything `make test` needs, torch included
_PIP = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install"]
_OFFLINE = (
    "pip could not install the packages: look above for the one it names, and check that this "
    "machine reaches the Python package index."
)


def prepare(requirements):
    """Bring .venv to the state that `requirements` describes; quick when it already is."""
    if sys.version_info < OLDEST:
        raise Stop(_too_old(sys.version.split()[0], sys.executable))
    if not PYTHON.exists():
        with step("make .venv"):
            _create()
    _check_version()
    _install(requirements)
    _install_project()


def _create():
    try:
        run([sys.executable, "-m", "venv", VENV], "venv")
    except Stop as stop:
        shutil.rmtree(VENV, ignore_errors=True)
        raise Stop(
            f"{stop}\nThis Python ({sys.executable}) has no working venv or pip. Debian, Ubuntu: "
            "`sudo apt-get install python3-venv`; elsewhere install Python anew."
        ) from None


def _check_version():
    ask = [str(PYTHON), "-c", "import sys, pip; print(*sys.version_info[:3], sep='.')"]
    done = subprocess.run(ask, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Stop(f"{VENV} does not start, or has no pip: remove it and run again.")
    version = done.stdout.strip()
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        raise Stop(_too_old(version, VENV) + " Remove .venv first.")


def _install(requirements):
    wanted = digest({ROOT / LIGHT, ROOT / requirements}, VENV)
    stamp = VENV / f"stamp-{requirements}"
    with step(f"install {requirements}") as say:
        if is_fresh(stamp, wanted):
            say("unchanged")
            return
        run([*_PIP, "-r", requirements], f"pip-{requirements}", hint=_OFFLINE)
        mark_fresh(stamp, wanted)
        if requirements == FULL:  # the full set holds the light one
            mark_fresh(VENV / f"stamp-{LIGHT}", digest([ROOT / LIGHT], VENV))


def _install_project():
    """Install `lowbit` and `widgets` editable, so that no PYTHONPATH is needed."""
    packages = [path for path in files("lowbit", "widgets") if path.name == "__init__.py"]
    wanted = digest([ROOT / "pyproject.toml"], VENV, *sorted(packages))
    stamp = VENV / "stamp-project"
    if is_fresh(stamp, wanted):
        return
    with step("install lowbit and widgets"):
        run([*_PIP, "--no-deps", "-e", "."], "pip-project", hint=_OFFLINE)
        mark_fresh(stamp, wanted)


def _too_old(version, where):
    return (
        f"The book needs Python 3.11 or newer, and this is {version} ({where}). Install a newer "
        "one and name it: `make serve PYTHON=python3.12`."
    )
