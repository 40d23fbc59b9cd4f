"""Execute one lab and keep its outputs in labs/recorded: `python book/record.py labs/NAME.ipynb`.

Runs in any Python that has nbclient, ipykernel and what the lab needs, so that a lab can be
recorded on a rented GPU machine too (with the repository on PYTHONPATH). The copy says when and
with what it was made.
"""

import datetime
import platform
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

TIMEOUT_S = 600  # for one cell


def record(lab: Path) -> Path:
    """Execute `lab` in its own folder; write and return the recorded copy."""
    notebook = nbformat.read(lab, as_version=4)
    run_in = {"metadata": {"path": str(lab.parent)}}
    NotebookClient(notebook, timeout=TIMEOUT_S, kernel_name="python3", resources=run_in).execute()
    keep_what_matters(notebook)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    notebook.metadata["recorded"] = {"date": today, "with": machine()}
    target = lab.parent / "recorded" / lab.name
    target.parent.mkdir(exist_ok=True)
    nbformat.write(notebook, target)
    return target


def keep_what_matters(notebook) -> None:
    """Drop what changes from run to run without telling anything: times, widget models."""
    notebook.metadata.pop("widgets", None)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)


def machine() -> str:
    """Return the device and versions in words, as in "NVIDIA H200, torch 2.11.0, Python 3.12.3"."""
    python = f"Python {platform.python_version()}"
    try:
        import torch
    except ImportError:
        return f"no torch, {python}"
    has_gpu = torch.cuda.is_available()
    device = torch.cuda.get_device_name() if has_gpu else f"a CPU ({platform.machine()})"
    return f"{device}, torch {torch.__version__}, {python}"


if __name__ == "__main__":
    print(record(Path(sys.argv[1]).resolve()))
