"""The same widget in a real JupyterLab: one live picture, no stray HTML, and the kernel reads it."""

import json
import os
import socket
import subprocess
import sys
from urllib.error import URLError
from urllib.request import urlopen

import pytest

CELLS = [
    "from widgets import RooflineExplorer\nw = RooflineExplorer(m=64)\nw",
    "print('M is', w.m)",
]


def notebook(cells):
    code = [
        {"cell_type": "code", "id": f"cell-{i}", "metadata": {}, "source": text,
         "execution_count": None, "outputs": []}
        for i, text in enumerate(cells)
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": code, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def answers(url):
    try:
        return urlopen(url, timeout=1).status == 200
    except (URLError, OSError):
        return False


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """Address of a JupyterLab that serves one notebook from an empty folder."""
    home = tmp_path_factory.mktemp("lab")
    (home / "w.ipynb").write_text(json.dumps(notebook(CELLS)), "utf-8")
    port = free_port()
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}", "--allow-root",
               "--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True",
               "--LabApp.news_url=None", "--LabApp.check_for_updates_class="
               "jupyterlab.NeverCheckForUpdate", f"--ServerApp.root_dir={home}"]  # fmt: skip
    env = os.environ | {name: str(home / name) for name in
                        ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")}  # fmt: skip
    with (home / "log").open("w") as log, subprocess.Popen(command, env=env, stderr=log) as server:
        url = f"http://127.0.0.1:{port}"
        while not answers(f"{url}/api"):
            assert server.poll() is None, (home / "log").read_text()
        yield url
        server.terminate()


def test_widget_runs_through_anywidget_and_is_read_back(lab, browser):
    page = browser.new_page()
    page.goto(f"{lab}/lab/tree/w.ipynb")
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.context?.isReady")
    page.evaluate("jupyterapp.shell.currentWidget.context.ready")
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.ready")
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    slider = page.locator(".jp-OutputArea .lp-w input[type=range]").first
    slider.wait_for(timeout=60_000)
    page.get_by_text("M is 64", exact=True).wait_for()
    assert page.locator(".jp-OutputArea .lp-w").count() == 1
    assert page.locator(".lp-static, .lp-fallback").count() == 0  # not the HTML twin as well
    assert "64 tokens" in page.locator(".lp-answer").inner_text()

    slider.focus()
    page.keyboard.press("End")
    page.get_by_text("16,384 tokens").first.wait_for()
    page.evaluate(
        """() => { const book = jupyterapp.shell.currentWidget.content; book.activeCellIndex = 1;
                   return jupyterapp.commands.execute('notebook:run-cell'); }"""
    )
    page.get_by_text("M is 16384", exact=True).wait_for()
    page.close()
