"""The index page's picture and the pages that hold widgets, over http and from files."""

import re

import pytest

from lowbit.hardware import find_gpu
from lowbit.layers import find_model
from lowbit.roofline import step_ideal
from lowbit.text import duration
from widgets import Hero

PAGES = ["book/index.html", "book/pictures.html", "chapters/03_roofline.html"]


def step(name, m):
    return step_ideal(m, find_gpu("H100"), name, find_model("llama-3.1-8b"))


def test_one_request(page, show):
    show(page, Hero())
    gain = f"{step('bf16', 1) / step('w4a16-g128', 1):.2g}"
    assert page.locator(".lp-answer").inner_text() == (
        f"At best, for one request, 4-bit weights are {gain}× faster than BF16."
    )
    picture = page.locator(".lp-picture svg")
    for name in ("bf16", "fp8-tensor", "w4a16-g128"):
        assert duration(step(name, 1)) in picture.text_content()
    assert picture.get_by_text("reading weights").count() >= 2
    assert page.locator(".lp-hatch").count() == 0


def test_many_requests(page, show):
    show(page, Hero())
    page.get_by_label("Requests served together").press("End")
    assert "1,024 requests together, 4-bit weights are as fast as BF16." in page.locator(
        ".lp-answer").inner_text()  # fmt: skip
    assert page.locator(".lp-picture").get_by_text("computing").count() == 3
    assert page.locator(".lp-hatch").count() == 3  # arithmetic is hatched, not only coloured


def test_bars_are_as_long_as_their_times(page, show):
    show(page, Hero())
    widths = page.locator(".lp-picture rect").evaluate_all(
        "all => all.map(r => r.width.baseVal.value)"
    )
    assert widths[1] / widths[0] == pytest.approx(step("fp8-tensor", 1) / step("bf16", 1), rel=1e-3)
    assert widths[2] / widths[0] == pytest.approx(step("w4a16-g128", 1) / step("bf16", 1), rel=1e-3)


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_hero_fits(context, show, width):
    page = context(viewport={"width": width, "height": 700}).new_page()
    show(page, Hero(m=512))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    room = page.locator(".lp-picture svg text").evaluate_all(
        """all => all.map((t) => {
          const box = t.getBBox();
          return t.ownerSVGElement.viewBox.baseVal.width - box.x - box.width; })"""
    )
    assert min(room) >= -1


# ---- the built pages ----


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_widget_of_a_page_comes_to_life(context, address, path, theme):
    page = context(color_scheme=theme).new_page()
    page.goto(f"{address}/{path}")
    blocks = page.locator(".lp-static")
    page.wait_for_function("!document.querySelector('.lp-static:not([data-ready])')")
    assert blocks.count() > 0
    assert page.locator("[data-error]").count() == 0


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [320, 390])
def test_no_page_scrolls_sideways_on_a_phone(context, http_address, path, width):
    page = context(viewport={"width": width, "height": 800}).new_page()
    page.goto(f"{http_address}/{path}")
    page.wait_for_function("!document.querySelector('.lp-static:not([data-ready])')")
    for skip in page.get_by_role("button", name="Skip").all():  # a closed picture is not drawn
        skip.click()
    page.locator(".lp-picture svg text").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.locator(".lp-picture svg text").evaluate_all(
        "all => all.map(t => parseFloat(getComputedStyle(t).fontSize))")  # fmt: skip
    assert min(sizes) >= 12


def test_without_javascript_every_block_says_something(context, http_address):
    page = context(java_script_enabled=False).new_page()
    for path in PAGES:
        page.goto(f"{http_address}/{path}")
        for block in page.locator(".lp-static .lp-fallback").all():
            assert re.search(r"\w{3}", block.text_content()), path
            assert block.is_visible()
