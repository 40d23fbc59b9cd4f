"""The widgets' one script and one style: written once, loaded by the pages that hold a widget."""

from pathlib import Path

from rjsmin import jsmin

from widgets import join

STYLE = "bits/style.css"
SCRIPT = "bits/widgets.js"


def write(app):
    """Write _static/bits/: all widget modules and the host as one classic script, and the style."""
    if app.builder.format != "html":
        return
    static = Path(app.outdir) / "_static"
    (static / "bits").mkdir(parents=True, exist_ok=True)
    # without comments and indentation; names stay, so that a curious reader can still follow
    (static / SCRIPT).write_text(jsmin(join.classic()), "utf-8")
    style = Path(join.__file__).with_name("style.css")
    (static / STYLE).write_text(style.read_text("utf-8"), "utf-8")


def load(app, pagename, templatename, context, doctree):
    """Give this page what its body asks for, and drop what Jupyter Book adds to every page."""
    app.add_css_file(STYLE, priority=400)  # before theme.css, which uses its tokens
    body = context.get("body", "")
    if "lp-static" in body or "lp-plotly" in body:
        app.add_js_file(SCRIPT, loading_method="defer")
    has_math = 'class="math' in body
    for name in ("script_files", "css_files"):
        if name in context:
            context[name] = [file for file in context[name] if not _unwanted(file, has_math)]


def _unwanted(file, has_math: bool) -> bool:
    """Say whether this file is thebe's, the widget manager's state, or MathJax with no formula."""
    attributes = getattr(file, "attributes", {})
    text = f"{getattr(file, 'filename', file)} {attributes.get('body', '')}".lower()
    if "mathjax" in text:
        return not has_math  # Sphinx loads it where a page below in the contents has formulas
    return "thebe" in text or attributes.get("type", "").endswith("widget-state+json")
