"""One address, set once, in pyproject and in every notebook's install cell."""

import tomllib

import pytest
import set_repo


def test_notebooks_and_pyproject_name_the_same_repository():
    project = tomllib.loads((set_repo.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project.get("urls", {}).get("Repository", "")
    assert {set_repo.repo_of(path) for path in set_repo.notebooks()} == {wanted}


@pytest.mark.parametrize(
    "url", ["example.org/a/b", "https://x", 'https://h/a/b"; import os', "file:///a"]
)
def test_what_is_no_address_is_refused_in_words(url):
    with pytest.raises(SystemExit, match="is not an address like https://host/owner/name"):
        set_repo.main(url)
