"""One address, set once, in pyproject and in every notebook's install cell."""

import json
import tomllib

import pytest
import set_repo


def test_notebooks_and_pyproject_name_the_same_repository():
    project = tomllib.loads((set_repo.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project.get("urls", {}).get("Repository", "")
    assert {set_repo.repo_of(p).partition("@")[0] for p in set_repo.notebooks()} == {wanted}


def test_an_address_may_have_groups_and_a_branch(tmp_path, monkeypatch):
    (tmp_path / "labs").mkdir()
    (tmp_path / "chapters").mkdir()
    cell = {"cell_type": "code", "source": ['REPO = ""\n', "print(1)"]}
    (tmp_path / "labs" / "a.ipynb").write_text(json.dumps({"cells": [cell]}), "utf-8")
    pyproject = tmp_path / "pyproject.toml"
    pyproject.write_text("[tool.setuptools.packages.find]\n", "utf-8")
    monkeypatch.setattr(set_repo, "ROOT", tmp_path)
    set_repo.main("https://host/group/sub/name@dev")
    assert set_repo.repo_of(tmp_path / "labs" / "a.ipynb") == "https://host/group/sub/name@dev"
    assert tomllib.loads(pyproject.read_text("utf-8"))["project"]["urls"] == {
        "Repository": "https://host/group/sub/name"
    }
    set_repo.main("")
    assert "Repository" not in pyproject.read_text("utf-8")


@pytest.mark.parametrize(
    "url", ["example.org/a/b", "https://x", 'https://h/a/b"; import os', "file:///a"]
)
def test_what_is_no_address_is_refused_in_words(url):
    with pytest.raises(SystemExit, match="is not an address like https://host/owner/name"):
        set_repo.main(url)
