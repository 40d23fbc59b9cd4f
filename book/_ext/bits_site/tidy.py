"""The last pass over the built pages: out goes what loads elsewhere, loads twice or does nothing.

It works on the theme's HTML with patterns; tests/test_site.py checks the pages that come out, so
a new theme version that writes something else is noticed there.
"""

import re
import shutil
from pathlib import Path

GONE = [
    # the icon font, twice: as a font (280 KB), and as a script that draws it again (1.5 MB);
    # book/assets/icons.css has the few icons that the pages show
    r"<script[^>]*/fontawesome/[^>]*></script>",
    r"<link[^>]*/fontawesome/[^>]*/?>",
    # preloads save nothing here
    r'<link[^>]*rel="preload"[^>]*/?>',
    r"<!-- Pre-loaded scripts that we'll load fully later -->",
    # thebe, which this book does not use
    r'<script type="text/x-thebe-config">.*?</script>',
    r"<script>kernelName = [^<]*</script>",
    # the theme states the viewport three times: the first stays
    r'(?<=/>)<meta name="viewport" content="width=device-width, initial-scale=1" ?/?>',
    r'<meta name="viewport" content="width=device-width, initial-scale=1"/>',
]
ICON_FONT = "_static/vendor/fontawesome"
FILES = ["_static/**/*.map", "_static/*webpack-macros.html"]

DARK = 'matchMedia("(prefers-color-scheme: dark)").matches'
BETTER = [
    # "auto" is no theme: without JavaScript a page is light, with it the theme is right at once
    ('data-theme="auto"', 'data-theme="light"'),
    (
        'localStorage.getItem("theme") || "auto"',
        f'localStorage.getItem("theme") || ({DARK} ? "dark" : "light")',
    ),
    # parts that the theme leaves without a role or a name for a screen reader
    (
        '<div class="bd-sidebar-primary bd-sidebar"',
        '<div class="bd-sidebar-primary bd-sidebar" role="complementary" aria-label="The book"',
    ),
    (
        '<nav class="bd-toc-nav page-toc"',
        '<nav class="bd-toc-nav page-toc" aria-label="On this page"',
    ),
]
START = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<link rel="icon" href="_static/favicon.svg">
<meta http-equiv="refresh" content="0; url={page}"></head>
<body><p><a href="{page}">{title}</a></p></body></html>
"""


def run(app, error):
    """Tidy every page of a finished HTML build."""
    if error or app.builder.format != "html":
        return
    out = Path(app.outdir)
    shutil.rmtree(out / ICON_FONT)
    for pattern in FILES:
        for path in out.glob(pattern):
            path.unlink()
    for page in out.rglob("*.html"):
        text = page.read_text("utf-8")
        page.write_text(tidy(text), "utf-8")
    start = out / "index.html"
    target = re.search(r"url=([^\"]+)\"", start.read_text("utf-8"))[1]
    start.write_text(START.format(title=app.config.html_title, page=target), "utf-8")


def tidy(text: str) -> str:
    """Return one page without what the book does not use, the rest mended."""
    for pattern in GONE:
        text = re.sub(pattern, "", text, flags=re.S)
    for plain, better in BETTER:
        text = text.replace(plain, better)
    return text
