"""axe-core finds nothing serious on any page, in either theme, wide and narrow."""

from pathlib import Path

import axe_playwright_python
import pytest

AXE_JS = Path(axe_playwright_python.__file__).parent / "axe.min.js"
PAGES = ["book/index", "book/pictures", "book/glossary", "chapters/01_formats", "chapters/02_scales",
         "chapters/03_roofline", "labs/00_hello_matmul", "search"]  # fmt: skip


def findings(page):
    """What axe calls serious or critical, one line per place."""
    page.add_script_tag(path=AXE_JS)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })")
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious(context, http_address, path, theme, width):
    page = context(viewport={"width": width, "height": 900}, color_scheme=theme).new_page()
    page.goto(f"{http_address}/{path}.html")
    page.wait_for_function("!document.querySelector('.lp-static:not([data-ready])')")
    for skip in page.get_by_role("button", name="Skip").all():
        skip.click()  # opens the picture behind a prediction
    for folded in page.locator(".lp details").all():
        folded.evaluate("d => { d.open = true; }")
    assert findings(page) == []


def test_axe_would_find_a_missing_label(page, http_address):
    page.goto(f"{http_address}/book/index.html")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<input type=text>')")
    assert any("label" in finding for finding in findings(page))
