"""A real Chromium on the built site: all but localhost and files blocked, every error counted.

The site is _build/html, or the folder named by LOWBIT_SITE; CHROMIUM names another browser.
"""

import os
from contextlib import contextmanager
from pathlib import Path

import pytest
from bits_site import bits
from playwright.sync_api import sync_playwright
from toolbox import BROWSER_ARGS, Stop, find_browser, served

from widgets import join

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ("http://127.0.0.1:", "http://localhost:", "file:", "data:", "blob:")
HARMLESS = ("favicon.ico",)  # asked for by the browser itself, not by a page


@pytest.fixture(scope="session")
def browser():
    try:
        path = find_browser()
    except Stop as stop:
        pytest.exit(str(stop), returncode=1)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=BROWSER_ARGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site_dir():
    """The folder of the built site."""
    folder = Path(os.environ.get("LOWBIT_SITE") or ROOT / "_build/html").resolve()
    if not (folder / "_static/bits/facts.js").is_file():
        pytest.exit(f"No built site in {folder}. Run `make book` first.", returncode=1)
    return folder


@pytest.fixture(scope="session")
def http_address(site_dir):
    with served(site_dir) as url:
        yield url


@pytest.fixture(params=["http", "file"])
def address(request, site_dir):
    """The site's address, once over http and once as files."""
    if request.param == "file":
        return site_dir.as_uri()
    return request.getfixturevalue("http_address")


@contextmanager
def watched(browser, **options):
    """A context that lets nothing leave this machine; at its end there was no error in any page."""
    context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}} | options)
    context.set_default_timeout(10_000)
    outside, errors = [], []

    def route(one):
        if one.request.url.startswith(LOCAL):
            one.continue_()
        else:
            outside.append(one.request.url)
            one.abort()

    def listen(page):
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: said.type == "error" and errors.append(
            f"{said.text} {said.location.get('url', '')}"))  # fmt: skip

    context.route("**/*", route)
    context.on("page", listen)
    yield context
    context.close()
    assert outside == [], "asked for something outside"
    assert [e for e in errors if not any(h in e for h in HARMLESS)] == []


@pytest.fixture
def context(browser):
    """Make a watched context with options of one's own: context(viewport=…, color_scheme=…)."""
    stack = []

    def make(**options):
        manager = watched(browser, **options)
        stack.append(manager)
        return manager.__enter__()

    yield make
    for manager in reversed(stack):
        manager.__exit__(None, None, None)


@pytest.fixture
def page(context):
    """One page in a wide, light window."""
    return context().new_page()


@pytest.fixture
def show(http_address):
    """Put widgets on an otherwise empty page of the site: show(page, widget, …, hash="")."""

    def put(page, *widgets, hash="", ready=True):
        blocks = "\n".join(widget.static_html() for widget in widgets)
        body = (
            '<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Test</title>'
            '<link rel="icon" href="data:,"><link rel="stylesheet" href="_static/bits/style.css">'
            f"</head><body><main>{blocks}</main>"
            '<script src="made.js"></script>'
            "</body></html>"
        )
        page.route(
            "**/made.html*", lambda route: route.fulfill(body=body, content_type="text/html")
        )
        script = "".join(join.alone(module) for module in bits.APART) + bits.code(join.widgets())
        page.route(
            "**/made.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
        )
        page.goto(f"{http_address}/made.html{hash}")
        if ready:
            page.wait_for_function(
                "n => document.querySelectorAll('.lp-static[data-ready]').length === n",
                arg=len(widgets),
            )
        return page

    return put
