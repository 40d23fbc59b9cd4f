"""The built site, page by page: whole, its own, and light. `make book` builds it."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from bits_site import bits
from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parent.parent
SITE = Path(os.environ.get("LOWBIT_SITE", ROOT / "_build" / "html"))
PAGES = sorted(SITE.rglob("*.html"))
CONTENT = [p for p in PAGES if p.parent.name in {"book", "chapters", "labs"}]
MOST_BYTES = 1_000_000  # gzip, with fonts and MathJax, without plotly
CODE_BUDGETS = [  # bytes of gzip
    (
        ["roofline_explorer"],
        23_000,
    ),  # 20 kB of a first widget with the host, 3 of reading result files
    (["check", "hero", "predict", "roofline_explorer"], 35_000),  # 5 kB for each further widget
    # twenty formats with their casts, and every way to share scales: these widgets carry more
    # formulas than drawing, and take more than 5 kB
    (["bit_explorer"], 24_000),
    (["scale_playground"], 24_000),
    (["bit_explorer", "check", "hero", "predict", "roofline_explorer", "scale_playground"], 54_000),
]
LOADS = {  # tag → attributes whose URL the browser fetches by itself
    "script": ["src"], "img": ["src", "srcset"], "iframe": ["src"], "source": ["src", "srcset"],
    "video": ["src", "poster"], "audio": ["src"], "embed": ["src"], "object": ["data"],
    "link": ["href"], "form": ["action"], "use": ["href", "xlink:href"], "image": ["href"],
}  # fmt: skip
NOT_LOADED = {"index", "search", "next", "prev", "canonical", "author", "license"}
URL_IN_CSS = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")


def each(pages):
    return pytest.mark.parametrize("page", pages, ids=lambda p: str(p.relative_to(SITE)))


@cache
def soup(page):
    return BeautifulSoup(page.read_text("utf-8"), "html.parser")


@cache
def ids(page):
    return [tag["id"] for tag in soup(page).find_all(id=True)]


def loaded(page):
    """Return every URL that the page makes a browser fetch, those in its own <style> included."""
    urls = []
    for tag, attributes in LOADS.items():
        for element in soup(page).find_all(tag):
            if not NOT_LOADED & set(element.get("rel", [])):
                urls += [element[name] for name in attributes if element.get(name)]
    styles = [tag.string or "" for tag in soup(page).find_all("style")]
    styles += [tag["style"] for tag in soup(page).find_all(style=True)]
    return urls + in_css("\n".join(styles))


def in_css(text):
    return [a or b for a, b in URL_IN_CSS.findall(text)]


def local(page, url):
    """Return the file that a relative URL on this page means."""
    path = unquote(urlsplit(url).path)
    return (page.parent / path).resolve() if path else page


def is_elsewhere(url):
    return bool(urlsplit(url).netloc) or urlsplit(url).scheme in {"http", "https", "ftp"}


def test_the_site_is_built():
    assert CONTENT, f"no pages in {SITE}: run `make book`"


@each(PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_all_it_loads_is_there(page):
    urls = [url for url in loaded(page) if not url.startswith("data:")]
    assert [url for url in urls if is_elsewhere(url)] == []
    assert [url for url in urls if url.startswith("/")] == []  # it must work below any folder
    assert [url for url in urls if not local(page, url).is_file()] == []


def test_a_style_loads_nothing_from_elsewhere_and_all_it_loads_is_there():
    for css in SITE.rglob("*.css"):
        urls = [url for url in in_css(css.read_text("utf-8")) if not url.startswith("data:")]
        urls = [url for url in urls if not url.startswith("#")]
        assert [url for url in urls if is_elsewhere(url)] == [], css
        assert [url for url in urls if not local(css, url).is_file()] == [], css


@each(PAGES)
def test_no_page_names_a_cdn_or_carries_what_is_not_used(page):
    text = page.read_text("utf-8").lower()
    hosts = "unpkg", "jsdelivr", "cdnjs", "cdn.plot", "cdn.mathjax"
    unused = "thebe", "require.js", "requirejs", "html-manager", "widget-state+json", "fontawesome"
    preloads = "preload", 'type="module"'  # blocked on file://
    assert [word for word in (*hosts, *unused, *preloads) if word in text] == []


@each(PAGES)
def test_every_internal_link_leads_somewhere(page):
    broken = []
    for link in soup(page).find_all("a", href=True):
        url = urlsplit(link["href"])
        if url.scheme or url.netloc:
            continue
        target = local(page, link["href"])
        anchor, _, state = unquote(url.fragment).partition("?")
        needs = anchor if target.suffix == ".html" else ""
        if not target.is_file() or (needs and needs not in anchors(target, bool(state))):
            broken.append(link["href"])
    assert broken == []


def anchors(page, of_widgets):
    """Return the page's ids; with `of_widgets` also those that its widgets take when they start."""
    known = {*ids(page), "top"}
    if of_widgets:
        for block in soup(page).select(".lp-static > script"):
            blob = json.loads(block.string)
            known |= {blob["module"].replace("_", "-"), *map(str, blob["state"].values())}
    return known


@each(CONTENT)
def test_a_page_is_well_formed_for_a_reader(page):
    article = soup(page)
    assert article.html["lang"] == "en"
    assert article.html["data-theme"] == "light"  # a real theme, also without JavaScript
    assert len(article.select("article h1")) == 1
    assert len(article.find_all("meta", attrs={"name": "viewport"})) == 1
    assert sorted(set(ids(page))) == sorted(ids(page))  # no id twice
    assert [img for img in article.find_all("img") if not img.get("alt")] == []


def test_titles_tell_pages_apart():
    titles = [soup(page).title.string for page in CONTENT]
    assert len(set(titles)) == len(titles)


@each(CONTENT)
def test_mathjax_comes_only_with_formulas(page):
    scripts = [tag.get("src", "") for tag in soup(page).find_all("script")]
    has_mathjax = any("mathjax" in src for src in scripts)
    assert has_mathjax == bool(soup(page).select("article .math"))


@each(CONTENT)
def test_a_page_loads_the_widgets_it_holds_and_plotly_never_at_once(page):
    scripts = [urlsplit(tag.get("src", "")).path for tag in soup(page).find_all("script")]
    held = sorted({block["data-widget"] for block in soup(page).select(".lp-static")})
    wanted = ["facts.js"] * bool({"hero", "roofline_explorer"} & set(held))
    wanted += ["matrices.js"] * ("scale_playground" in held)
    wanted += ["-".join(held) + ".js"] * bool(held)
    wanted += ["charts.js"] * bool(soup(page).select(".lp-plotly"))
    assert [src.split("/")[-1] for src in scripts if "/bits/" in src] == wanted
    assert not any("plotly" in src for src in scripts)
    assert "bits/style.css" in page.read_text("utf-8")


@pytest.mark.skipif(find_spec("minify") is None, reason="no minifier for this platform")
@pytest.mark.parametrize(("names", "most"), CODE_BUDGETS)
def test_the_code_of_a_widget_and_the_host_stays_small(names, most):
    assert len(gzip.compress(bits.code(names).encode(), 9)) <= most


@each(CONTENT)
def test_a_page_is_light(page):
    files = {local(page, url) for url in loaded(page) if not url.startswith("data:")} | {page}
    for css in [file for file in files if file.suffix == ".css"]:
        files |= {local(css, url) for url in in_css(css.read_text("utf-8")) if ".woff2" in url}
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= MOST_BYTES


@each(CONTENT)
def test_no_cell_warned_or_failed(page):
    assert soup(page).select(".output.stderr, .output.traceback") == []


@each([p for p in CONTENT if p.parent.name == "chapters"])
def test_a_chapter_has_its_blocks(page):
    for name in ("lp-goals", "lp-wrongs", "lp-take", "lp-checks"):
        assert len(soup(page).select(f"article section.{name}")) == 1, name


@each([p for p in CONTENT if p.parent.name == "labs"])
def test_a_lab_says_when_and_with_what_it_was_recorded(page):
    assert "were recorded on" in soup(page).select_one(".admonition.note").get_text()


def test_the_first_page_leads_to_the_book():
    start = SITE / "index.html"
    assert local(start, soup(start).a["href"]) == SITE / "book" / "index.html"
    assert (
        soup(start)
        .find("meta", attrs={"http-equiv": "refresh"})["content"]
        .endswith("url=book/index.html")
    )


# ---- the buttons that lead to the repository ----

TOC = "format: jb-book\nroot: book/index\nchapters:\n  - file: chapters/one\n"
NOTEBOOK = {
    "cells": [{"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# One"}],
    "metadata": {"kernelspec": {"display_name": "Python 3", "language": "python",
                                "name": "python3"}},
    "nbformat": 4, "nbformat_minor": 5,
}  # fmt: skip


def build(folder, repository):
    """Build a book of two pages with our settings and extension; return its page of a notebook."""
    for name in ("book/_ext", "book/assets"):
        skip = shutil.ignore_patterns("vendor", "__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=skip)
    for name in ("_config.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    (folder / "chapters").mkdir()
    (folder / "chapters" / "one.ipynb").write_text(json.dumps(NOTEBOOK), "utf-8")
    (folder / "book" / "index.md").write_text("# Index\n", "utf-8")
    (folder / "book" / "_toc.yml").write_text(TOC, "utf-8")
    command = [Path(sys.executable).with_name("jupyter-book"), "build", folder, "-W",
               "--keep-going", "--toc", folder / "book" / "_toc.yml"]  # fmt: skip
    env = {**os.environ, "LOWBIT_REPO": repository}
    done = subprocess.run([str(part) for part in command], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / "_build" / "html" / "chapters" / "one.html"


def outward(page):
    links = [link["href"] for link in soup(page).find_all("a", href=True)]
    return {link for link in links if is_elsewhere(link)}


@pytest.fixture(scope="module")
def with_repository(tmp_path_factory):
    return build(tmp_path_factory.mktemp("set"), "https://github.com/someone/a-book@stable")


@pytest.fixture(scope="module")
def without_repository(tmp_path_factory):
    folder = tmp_path_factory.mktemp("unset")
    (folder / "empty").touch()
    return build(folder, "")


def test_a_repository_gives_buttons_that_lead_to_it(with_repository):
    assert outward(with_repository) == {
        "https://github.com/someone/a-book",
        "https://github.com/someone/a-book/blob/stable/chapters/one.ipynb?plain=1",
        "https://colab.research.google.com/github/someone/a-book/blob/stable/chapters/one.ipynb",
    }


def test_without_a_repository_nothing_leads_out(without_repository):
    assert outward(without_repository) == set()
