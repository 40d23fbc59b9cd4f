"""Colab and repository buttons from one setting, and none without it.

Left alone, Jupyter Book links a repository that is not this one, without a warning.
"""

import os
import re
import tomllib
from pathlib import Path

from sphinx.errors import ConfigError

COLAB = "https://colab.research.google.com"
FORM = "https://host/owner/name@branch"
BRANCH = "main"


def configure(app, config):
    """Write the theme's options for the repository that LOWBIT_REPO or pyproject.toml names."""
    options = config.html_theme_options
    for name in ("repository_url", "repository_branch", "path_to_docs", "launch_buttons"):
        options.pop(name, None)
    for name in ("issues", "edit_page", "repository", "source"):
        options[f"use_{name}_button"] = False
    setting = os.environ.get("LOWBIT_REPO", "").strip() or _from_pyproject(Path(app.srcdir))
    if setting:
        options.update(repository_options(setting))


def repository_options(setting: str) -> dict:
    """Return the theme's options for `https://host/owner/name[@branch]`."""
    parts = re.fullmatch(r"(https?://([\w.-]+)(?::\d+)?/[\w./-]*\w)/?(?:@([\w./-]+))?", setting)
    if not parts or parts[1].count("/") < 4:
        raise ConfigError(f"LOWBIT_REPO is {setting!r}; write {FORM}.")
    url, host, branch = parts[1].removesuffix(".git"), parts[2], parts[3] or BRANCH
    options = {
        "repository_url": url,
        "repository_branch": branch,
        # the theme knows three hosts; another one is taken to lay out its links like GitHub
        "repository_provider": next((p for p in ("gitlab", "bitbucket") if p in host), "github"),
        "path_to_docs": "",
        "use_repository_button": True,
        "use_source_button": True,
    }
    if host == "github.com":  # Colab opens notebooks from there only
        options["launch_buttons"] = {"colab_url": COLAB}
    return options


def _from_pyproject(srcdir: Path) -> str:
    """Return [project.urls] Repository, or '' when the project does not name one."""
    path = srcdir / "pyproject.toml"
    if not path.is_file():
        return ""
    project = tomllib.loads(path.read_text("utf-8"))["project"]
    return project.get("urls", {}).get("Repository", "")
