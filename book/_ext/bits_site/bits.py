"""The widgets' style and scripts: each page loads the widgets it holds and nothing else."""

import re
from pathlib import Path

from widgets import join

try:
    import minify
except ImportError:  # no wheel for this platform: the same program, as it was written
    minify = None

STYLE = "bits/style.css"
FACTS = "bits/facts.js"  # lowbit's data, which the browser keeps from page to page
MATRICES = "bits/matrices.js"  # the stored matrices, for the pages that draw them
CHARTS = "bits/charts.js"
APART = {"data": FACTS, "matrices": MATRICES}
_WIDGET = re.compile(r'class="lp-static" data-widget="([\w-]+)"')


def write(app):
    """Write _static/bits/: the style and what several pages share."""
    if app.builder.format != "html":
        return
    style = Path(join.__file__).with_name("style.css")
    _put(app, STYLE, style.read_text("utf-8"))
    for module, script in APART.items():
        _put(app, script, join.alone(module))
    _put(app, CHARTS, _minified(join.classic([], host="charts")))


def load(app, pagename, templatename, context, doctree):
    """Give this page what its body asks for, and drop what Jupyter Book adds to every page."""
    app.add_css_file(STYLE, priority=400)  # before theme.css, which uses its tokens
    body = context.get("body", "")
    names = sorted(set(_WIDGET.findall(body)))
    for module, script in APART.items():
        if module in join.needs(names):
            app.add_js_file(script, loading_method="defer")
    if names:
        script = f"bits/{'-'.join(names)}.js"
        _put(app, script, code(names))
        app.add_js_file(script, loading_method="defer")
    if "lp-plotly" in body:
        app.add_js_file(CHARTS, loading_method="defer")
    has_math = 'class="math' in body
    for name in ("script_files", "css_files"):
        if name in context:
            context[name] = [file for file in context[name] if not _unwanted(file, has_math)]


def facts() -> str:
    """Return the script that must run before the `code` of widgets that draw lowbit's facts."""
    return join.alone("data")


def code(names: list[str]) -> str:
    """Return the script of these widgets and the host, with short names and no comments.

    Raises ValueError for a name that is no widget module.
    """
    return _minified(join.classic(names, apart=list(APART)))


def _minified(script: str) -> str:
    return minify.string("application/javascript", script) if minify else script


def _put(app, name: str, text: str):
    path = Path(app.outdir) / "_static" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _unwanted(file, has_math: bool) -> bool:
    """Say whether this file is thebe's, the widget manager's state, or MathJax with no formula."""
    attributes = getattr(file, "attributes", {})
    text = f"{getattr(file, 'filename', file)} {attributes.get('body', '')}".lower()
    if "mathjax" in text:
        return not has_math  # Sphinx loads it where a page below in the contents has formulas
    return "thebe" in text or attributes.get("type", "").endswith("widget-state+json")
