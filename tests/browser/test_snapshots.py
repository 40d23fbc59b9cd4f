"""The still picture for readers without JavaScript is the one that the live widget draws first.

Compared by what it says (every text in order) and by how many marks it has, not by pixels: fonts
differ between machines.
"""

import pytest
from snapshots import DRAWN, PICTURES, VIEW, unlocked

PAGES = ["book/index.html", "book/pictures.html", "chapters/01_formats.html",
         "chapters/02_scales.html", "chapters/03_roofline.html"]  # fmt: skip
SAYS = """(root) => ({
  texts: [...root.querySelectorAll("p, svg text")].filter((t) => !t.closest("details, .lp-toggles"))
    .map((t) => t.textContent.trim()).filter(Boolean),
  marks: root.querySelectorAll("svg path, svg rect, svg polygon, svg circle:not(.lp-hit, .lp-ring)").length,
})"""


@pytest.mark.parametrize("path", PAGES)
def test_snapshots_are_fresh(context, http_address, path):
    dark = context(viewport=VIEW, java_script_enabled=False).new_page()  # nothing runs here
    live = context(viewport=VIEW).new_page()
    for page in (dark, live):
        page.goto(f"{http_address}/{path}")
    live.wait_for_function("!document.querySelector('.lp-static:not([data-ready])')")
    unlocked(live)
    for module in PICTURES:
        blocks = f".lp-static[data-widget={module}]"
        for i in range(live.locator(blocks).count()):
            live.locator(blocks).nth(i).locator(DRAWN).first.wait_for()
            drawn = live.locator(blocks).nth(i).locator(".lp-w").evaluate(SAYS)
            still = dark.locator(blocks).nth(i).locator(".lp-fallback").evaluate(SAYS)
            assert still == drawn, "run make snapshots, then build again"
