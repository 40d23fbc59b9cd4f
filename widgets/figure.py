"""Show a plotly figure in Jupyter and in the static page, in the book's own look.

Colours are written as the book's tokens (`colour("fp8")`), never as numbers. The static page
resolves them when it draws, and again when the reader switches to dark; Jupyter gets the light
ones.
Plotly itself is no dependency: a chapter that draws with it imports it.
"""

import copy
import functools
import html
import json
import re
import sys
from pathlib import Path

_STYLE = Path(__file__).parent / "style.css"
_TOKEN = re.compile(r"var\((--lp-[\w-]+)\)")
_FONT = '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif'
HEIGHT_PX = 420


def colour(name: str) -> str:
    """Return the book's colour called `name`: bf16, fp8, int8, w4, fp4, ink, muted, mem, cmp, …"""
    token = f"--lp-{name}"
    if token not in _light_values():
        known = ", ".join(known.removeprefix("--lp-") for known in _light_values())
        raise ValueError(f"no colour {name!r} in widgets/style.css; it has: {known}.")
    return f"var({token})"


def show(fig, alt: str) -> "Figure":
    """Return `fig` ready to stand at the end of a cell; `alt` says in words what it shows."""
    if not alt or not alt.strip():
        raise ValueError("show(fig, alt): give `alt`, a sentence that says what the picture shows.")
    return Figure(fig, alt.strip())


class Figure:
    """A plotly figure and its description: plotly's own in Jupyter, a block in the page."""

    def __init__(self, fig, alt: str):
        self.alt = alt
        spec = json.loads(fig.to_json())
        # plotly's own template is 7 KB of colours that the book does not use
        spec["layout"].pop("template", None)
        self.spec = {"data": spec["data"], "layout": _merge(_base_layout(), spec["layout"])}

    def static_html(self) -> str:
        """Return the block that the page's host draws when it scrolls into view."""
        alt, height = html.escape(self.alt), self.spec["layout"]["height"]
        blob = json.dumps(self.spec, separators=(",", ":")).replace("<", "\\u003c")
        return (
            f'<div class="lp-plotly" role="img" aria-label="{alt}" style="min-height:{height}px">'
            f'<script type="application/json">{blob}</script><p class="lp-fallback">{alt}</p></div>'
        )

    def _repr_mimebundle_(self, **kwargs):
        light = json.loads(_TOKEN.sub(_light, json.dumps(self.spec)))
        page = self.static_html()
        if "google.colab" in sys.modules:  # Colab runs no plotly of its own for this MIME type
            import plotly.io

            page = plotly.io.to_html(light, full_html=False, include_plotlyjs="cdn")
        return {"application/vnd.plotly.v1+json": light, "text/html": page, "text/plain": self.alt}


def _base_layout() -> dict:
    axis = {
        "gridcolor": colour("rule"),
        "linecolor": colour("edge"),
        "zerolinecolor": colour("edge"),
        "tickfont": {"color": colour("muted")},
        "automargin": True,
        "fixedrange": True,  # else a finger on the chart cannot scroll the page
    }
    return {
        "height": HEIGHT_PX,
        "margin": {"l": 8, "r": 8, "t": 32, "b": 8},
        "paper_bgcolor": colour("bg"),
        "plot_bgcolor": colour("bg"),
        "font": {"family": _FONT, "size": 13, "color": colour("ink")},
        "hoverlabel": {"font": {"family": _FONT, "size": 13}},
        "dragmode": False,
        "xaxis": axis,
        "yaxis": copy.deepcopy(axis),
    }


def _merge(base: dict, over: dict) -> dict:
    """Return `base` with what `over` says laid over it, dict by dict."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        both = isinstance(value, dict) and isinstance(below, dict)
        merged[key] = _merge(below, value) if both else value
    return merged


@functools.cache
def _light_values() -> dict[str, str]:
    """Return each colour token's light value, read from the one place that defines it."""
    pattern = r"(--lp-[\w-]+):[^;{}#]*(#[0-9a-fA-F]{3,8})\b"
    values: dict[str, str] = {}
    for token, value in re.findall(pattern, _STYLE.read_text("utf-8")):
        values.setdefault(token, value)  # light stands first in the file, dark after it
    return values


def _light(match: re.Match) -> str:
    return _light_values()[match[1]]
