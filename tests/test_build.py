"""The site's own machinery: repository setting, `live` directive, tidying, recorded labs, steps."""

import sys

import notebooks
import pytest
import toolbox
import traitlets
from bits_site import launch, live, tidy
from sphinx.errors import ConfigError

import widgets
from widgets.base import Widget


class Probe(Widget):
    gpu = traitlets.Unicode("h100-sxm").tag(sync=True)
    m = traitlets.Int(64).tag(sync=True)
    show = traitlets.Bool(False).tag(sync=True)


@pytest.fixture
def probe(monkeypatch):
    monkeypatch.setattr(widgets, "Probe", Probe, raising=False)


class TestRepositorySetting:
    def test_github_gets_colab_and_its_branch(self):
        options = launch.repository_options("https://github.com/someone/a-book@v1.0")
        assert options["repository_url"] == "https://github.com/someone/a-book"
        assert options["repository_branch"] == "v1.0"
        assert options["launch_buttons"] == {"colab_url": "https://colab.research.google.com"}

    def test_the_branch_is_main_when_it_is_not_named(self):
        assert launch.repository_options("https://github.com/a/b")["repository_branch"] == "main"

    def test_another_host_gets_no_colab_button(self):
        options = launch.repository_options("https://gitlab.example.org/group/a-book@main")
        assert "launch_buttons" not in options
        assert options["repository_provider"] == "gitlab"

    @pytest.mark.parametrize("bad", ["someone/a-book", "https://github.com", "github.com/a/b"])
    def test_anything_else_is_refused_with_the_form(self, bad):
        with pytest.raises(ConfigError, match="https://host/owner/name@branch"):
            launch.repository_options(bad)


class TestLive:
    def test_words_and_numbers_become_traits(self, probe):
        made = live.widget("Probe", ["gpu=a100-80gb-sxm", "m=8", "show=true"])
        assert made.state() == {"gpu": "a100-80gb-sxm", "m": 8, "show": True}

    def test_an_unknown_widget_is_named(self):
        with pytest.raises(ValueError, match="no widget 'Nothing'"):
            live.widget("Nothing", [])

    def test_an_unknown_key_lists_the_known(self, probe):
        with pytest.raises(ValueError, match=r"'n=8' is no key=value of Probe; .*gpu, m"):
            live.widget("Probe", ["n=8"])


def test_tidying_keeps_the_page_and_drops_the_rest():
    page = (
        '<link rel="stylesheet" href="a.css" /><link rel="preload" as="font" href="b.woff2" />'
        '<script src="vendor/fontawesome/6/js/all.min.js"></script><script src="ours.js"></script>'
        "<script>kernelName = 'python3'</script>"
    )
    kept = '<link rel="stylesheet" href="a.css" /><script src="ours.js"></script>'
    assert tidy.tidy(page) == kept


LAB = {
    "cells": [{"source": "# Lab"}, {"source": "text"}],
    "metadata": {"recorded": {"date": "2026-12-01", "with": "NVIDIA H200, torch 2.13"}},
}


class TestRecordedLine:
    def test_it_stands_below_the_title(self):
        title, line, text = notebooks.with_recorded_line(LAB)["cells"]
        assert (title["source"], text["source"]) == ("# Lab", "text")
        assert "recorded on 2026-12-01 with NVIDIA H200, torch 2.13." in line["source"]

    def test_the_recording_itself_is_left_alone(self):
        notebooks.with_recorded_line(LAB)
        assert len(LAB["cells"]) == 2


class TestSteps:
    def test_a_failing_command_stops_with_tail_log_and_hint(self, tmp_path, monkeypatch):
        monkeypatch.setattr(toolbox, "BUILD", tmp_path)
        command = [sys.executable, "-c", "print('it broke here'); raise SystemExit(3)"]
        with pytest.raises(toolbox.Stop) as stop:
            toolbox.run(command, "try", hint="Install the tool.")
        assert "it broke here" in str(stop.value)
        assert str(tmp_path / "logs" / "try.log") in str(stop.value)
        assert str(stop.value).endswith("Install the tool.")

    def test_the_telling_lines_come_instead_of_the_tail(self, tmp_path, monkeypatch):
        monkeypatch.setattr(toolbox, "BUILD", tmp_path)
        text = "print('a: WARNING: no such page\\nbanner'); raise SystemExit(1)"
        with pytest.raises(toolbox.Stop) as stop:
            toolbox.run([sys.executable, "-c", text], "try", telling="WARNING")
        assert "no such page" in str(stop.value)
        assert "banner" not in str(stop.value)

    def test_pytests_closing_line_is_found(self):
        assert toolbox.passed("...\n==== 3 passed, 1 skipped in 0.1s ====\n") == (
            "3 passed, 1 skipped in 0.1s"
        )
        assert toolbox.passed("no tests ran") == ""

    def test_a_digest_changes_with_names_and_bytes(self, tmp_path, monkeypatch):
        monkeypatch.setattr(toolbox, "ROOT", tmp_path)
        a, b = tmp_path / "a", tmp_path / "b"
        a.write_text("1"), b.write_text("1")
        first = toolbox.digest([a])
        assert toolbox.digest([b]) != first
        a.write_text("2")
        assert toolbox.digest([a]) != first

    def test_a_named_browser_that_does_not_start_is_said_so(self, monkeypatch):
        monkeypatch.setenv("CHROMIUM", "/nowhere/chrome")
        with pytest.raises(toolbox.Stop, match="/nowhere/chrome is no program"):
            toolbox.find_browser()

    def test_no_browser_stops_with_the_line_that_installs_one(self, monkeypatch):
        monkeypatch.delenv("CHROMIUM", raising=False)
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr(toolbox, "MAC_CHROME", "/nowhere")
        with pytest.raises(toolbox.Stop, match="apt-get install chromium"):
            toolbox.find_browser()


def test_every_page_of_the_contents_exists():
    lines = (toolbox.ROOT / "book" / "_toc.yml").read_text("utf-8").splitlines()
    pages = [line.split(": ")[1] for line in lines if "file:" in line or "root:" in line]
    assert len(pages) >= 5
    files = [toolbox.ROOT / f"{page}{suffix}" for page in pages for suffix in (".ipynb", ".md")]
    assert sum(path.is_file() for path in files) == len(pages)
