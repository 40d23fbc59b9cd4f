"""What gets installed: the ranges admit Colab's versions, the files that are read come along."""

import hashlib
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
COLAB = {"numpy": "2.1.3", "anywidget": "0.9.21", "ipywidgets": "7.7.1"}  # `make colab` tries them
RANGES = {r.name: r for r in map(Requirement, PROJECT["project"]["dependencies"])}


def test_numpy_and_anywidget_are_all_that_running_needs():
    assert set(RANGES) == {"numpy", "anywidget"}


@pytest.mark.parametrize("name", sorted(RANGES))
def test_the_ranges_admit_what_colab_has(name):
    assert RANGES[name].specifier.contains(COLAB[name])


def test_python_of_colab_is_admitted():
    assert SpecifierSet(PROJECT["project"]["requires-python"]).contains("3.13")


def test_the_books_requirements_admit_colab_too():
    lines = (ROOT / "requirements-book.txt").read_text("utf-8").splitlines()
    book = {r.name: r for r in (Requirement(x) for x in lines if x and not x.startswith("#"))}
    for name, version in COLAB.items():
        assert book[name].specifier.contains(version), name


@pytest.mark.parametrize("package", ["lowbit", "widgets"])
def test_every_data_file_is_installed(package):
    patterns = PROJECT["tool"]["setuptools"]["package-data"][package]
    listed = {path for pattern in patterns for path in (ROOT / package).glob(pattern)}
    data = {".json", ".js", ".css", ".html"}
    read = [path for path in (ROOT / package).rglob("*.*") if path.suffix in data]
    assert [path for path in read if path not in listed] == []


def test_vendored_files_are_the_pinned_ones():
    vendor = ROOT / "book" / "assets" / "vendor"
    lines = (vendor / "SHA256SUMS").read_text("utf-8").splitlines()
    pinned = dict(reversed(line.split("  ")) for line in lines)
    there = {p.name: hashlib.sha256(p.read_bytes()).hexdigest() for p in vendor.iterdir()}
    there.pop("SHA256SUMS")
    assert there == pinned


def test_plotly_in_the_page_is_the_version_of_plotly_in_python():
    from plotly.offline import get_plotlyjs_version

    vendor = ROOT / "book" / "assets" / "vendor" / "plotly-basic.min.js"
    assert f"v{get_plotlyjs_version()}\n" in vendor.read_text("utf-8")[:200]
