"""Keep a still picture of every live widget, for readers without JavaScript: `make snapshots`.

Opens each page of the built site in Chromium and writes what its widgets first show to
widgets/snapshots/<module>-<digest of the state>.html. Snapshots that no page uses are removed.
"""

import json
import re
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from widgets.base import SNAPSHOTS, digest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "book"))
from toolbox import BROWSER_ARGS, Stop, find_browser  # noqa: E402

SITE = ROOT / "_build/html"
# the other widgets write their own still form
PICTURES = ("bit_explorer", "hero", "roofline_explorer", "scale_playground")
DRAWN = ".lp-picture :is(svg text, td):visible"  # a picture or a table that is drawn
VIEW = {"width": 1200, "height": 900}  # the pictures are as wide as the page's column
STILL = """(block) => {
  const copy = block.querySelector(".lp-w").cloneNode(true);
  const alive = "[hidden], .lp-controls, .lp-toggles, .lp-said, .lp-hit, .lp-ring, details, button, "
    + "input";
  for (const button of copy.querySelectorAll(".lp-picture button")) { // such as the bits of a number
    const still = Object.assign(document.createElement("span"), { className: button.className });
    still.append(...button.childNodes);
    button.replaceWith(still);
  }
  for (const part of copy.querySelectorAll(alive)) part.remove();
  for (const part of [copy, ...copy.querySelectorAll("[id]:not(pattern)")]) part.removeAttribute("id");
  for (const grip of copy.querySelectorAll("[tabindex]"))
    for (const { name } of [...grip.attributes]) if (name !== "class") grip.removeAttribute(name);
  for (const svg of copy.querySelectorAll("svg")) svg.setAttribute("role", "img");
  return copy.outerHTML;
}"""


def unlocked(page):
    """Skip every prediction, so that the pictures behind them are drawn."""
    for skip in page.get_by_role("button", name="Skip").all():
        skip.click()


def own_ids(still, name):
    """Ids of patterns made the snapshot's own, so that no id stands twice on a page."""
    ids = {found: f"{name}-{i}" for i, found in enumerate(re.findall(r' id="([^"]+)"', still))}
    for old, new in ids.items():
        still = still.replace(f'id="{old}"', f'id="{new}"').replace(f"url(#{old})", f"url(#{new})")
    return still


def stills(page):
    """{file name: still HTML} of the widgets on an opened page."""
    page.wait_for_function("!document.querySelector('.lp-static:not([data-ready])')")
    unlocked(page)
    found = {}
    for block in page.locator(".lp-static").all():
        said = json.loads(block.locator("script").first.text_content())
        if said["module"] in PICTURES:
            block.locator(DRAWN).first.wait_for()
            name = f"{said['module']}-{digest(said['state'])}"
            found[name + ".html"] = own_ids(block.evaluate(STILL), name) + "\n"
    return found


def main():
    if not (SITE / "index.html").exists():
        sys.exit("No built site: run `make book` first.")
    kept = {}
    try:
        browser_path = find_browser()
    except Stop as stop:
        sys.exit(str(stop))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=BROWSER_ARGS)
        for path in sorted(SITE.rglob("*.html")):
            page = browser.new_page(viewport=VIEW, color_scheme="light")
            page.goto(path.as_uri())
            kept |= stills(page)
            page.close()
        browser.close()
    if not kept:
        sys.exit("No picture found in the built site; the snapshots stay as they are.")
    for old in SNAPSHOTS.glob("*.html"):
        if old.name not in kept:
            old.unlink()
    for name, still in kept.items():
        (SNAPSHOTS / name).write_text(still, "utf-8")
    print(
        f"{len(kept)} snapshots in {SNAPSHOTS.relative_to(ROOT)}; build the book again to use them"
    )


if __name__ == "__main__":
    main()
