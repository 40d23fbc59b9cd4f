"""Prove that installing the project on Colab's versions changes none of them: `make colab`.

Makes a venv with exactly those versions, installs the project into it with its dependencies, and
runs a widget there. COLAB_PYTHON names the interpreter where `python3.13` is not on the PATH.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = "3.13"
PINS = {"numpy": "2.1.3", "ipywidgets": "7.7.1", "anywidget": "0.9.21", "ipykernel": "6.17.1"}
TRY = """
import json, traitlets, widgets
from widgets.base import Widget

class Probe(Widget):
    m = traitlets.Int(64).tag(sync=True)

probe = Probe()
data, metadata = probe._repr_mimebundle_()
assert probe.state() == {"m": 64}, probe.state()
assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == probe.model_id, data
assert data["text/html"].startswith('<div class="lp-static"'), data
print("a widget gives", ", ".join(data))
names = [n for n in dir(widgets) if getattr(getattr(widgets, n), "_module", "")]
for name in names:
    made = getattr(widgets, name)
    print(name, "has", len(made._esm), "characters of module")
"""


def interpreter() -> str:
    """Return a Python of Colab's version, or stop with a sentence."""
    known = Path.home() / ".pyenv" / "versions"
    # pyenv's own folder first: the name it puts on the PATH may refuse to run
    found = [str(path) for path in known.glob(f"{PYTHON}.*/bin/python")]
    for path in [os.environ.get("COLAB_PYTHON"), *found, shutil.which(f"python{PYTHON}")]:
        if path:
            return path
    sys.exit(f"No Python {PYTHON} here: install one, or name it in COLAB_PYTHON.")


def versions(python: Path) -> dict[str, str]:
    """Return what is installed: name → version."""
    listing = output(python, "-m", "pip", "--disable-pip-version-check", "list", "--format=freeze")
    return dict(line.split("==") for line in listing.splitlines() if "==" in line)


def output(*command) -> str:
    return subprocess.run(
        [str(part) for part in command], check=True, text=True, stdout=subprocess.PIPE, cwd="/"
    ).stdout


def copy_of_project(target: Path) -> Path:
    """Copy what gets installed, so that the build leaves nothing in the repository."""
    for name in ("lowbit", "widgets"):
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE", "LICENSE-text", "NOTICE"):
        shutil.copy(ROOT / name, target)
    return target


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        output(interpreter(), "-m", "venv", folder)
        pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
        output(*pip, *(f"{name}=={version}" for name, version in PINS.items()))
        before = versions(python)
        output(*pip, copy_of_project(Path(folder) / "project"))
        after = versions(python)
        changed = {name: (was, after.get(name)) for name, was in before.items()
                   if after.get(name) != was}  # fmt: skip
        added = sorted(set(after) - set(before))
        print(f"{len(before)} packages as on Colab, changed: {changed or 'none'}, added: {added}")
        print(output(python, "-c", TRY).strip())
        if changed or added != ["bits-and-bandwidth"]:
            sys.exit("Installing the project changes Colab: loosen the ranges in pyproject.toml.")


if __name__ == "__main__":
    main()
