"""Plotly figures: the book's colours by name, light ones in Jupyter, the page's own in the page."""

import json
import re
import sys
import types

import plotly.graph_objects as go
import pytest

from widgets import figure


def chart(**layout):
    line = go.Scatter(x=[1, 2], y=[3, 4], marker_color=figure.colour("fp8"))
    return figure.show(go.Figure(line, layout=layout), alt="Two points, a < b.")


def blob(html):
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', html)[1])


def test_a_colour_is_a_token_of_the_style():
    assert figure.colour("fp8") == "var(--lp-fp8)"


def test_an_unknown_colour_lists_the_known():
    with pytest.raises(ValueError, match=r"no colour 'fp9' .* fp8"):
        figure.colour("fp9")


def test_a_figure_needs_a_description():
    with pytest.raises(ValueError, match="give `alt`"):
        figure.show(go.Figure(), alt="  ")


def test_the_page_gets_tokens_and_no_script_to_run():
    html = chart().static_html()
    spec = blob(html)
    assert spec["data"][0]["marker"]["color"] == "var(--lp-fp8)"
    assert spec["layout"]["font"]["color"] == "var(--lp-ink)"
    assert "template" not in spec["layout"]
    assert "src=" not in html
    assert 'aria-label="Two points, a &lt; b."' in html
    assert '<p class="lp-fallback">Two points, a &lt; b.</p>' in html


def test_jupyter_gets_the_light_colours():
    light = chart()._repr_mimebundle_()["application/vnd.plotly.v1+json"]
    assert light["data"][0]["marker"]["color"] == "#2066e0"  # FP8 in the book's palette, light
    assert "var(" not in json.dumps(light)


def test_what_the_author_sets_wins():
    layout = chart(height=300, xaxis={"type": "log"}).spec["layout"]
    assert layout["height"] == 300
    assert layout["xaxis"]["type"] == "log"
    assert layout["xaxis"]["automargin"] is True


def test_in_colab_the_html_brings_plotly_along(monkeypatch):
    assert "<script src=" not in chart()._repr_mimebundle_()["text/html"]
    monkeypatch.setitem(sys.modules, "google.colab", types.ModuleType("google.colab"))
    assert "Plotly.newPlot" in chart()._repr_mimebundle_()["text/html"]
