"""Plotly chart of chapter 2: what finer scales cost in bits, and what they save in error."""

from math import log10

import numpy as np

from lowbit.scaling import quantize
from lowbit.settings import effective_bits, setting_of
from lowbit.text import sig
from widgets.charts import DASHES, MARKERS
from widgets.figure import colour, show

TICKS = [0.02, 0.05, 0.1, 0.2, 0.5, 1]
LAYER = 4096  # the bits are those of a square layer of this size, not of a small matrix


def error_against_bits(lines, alt):
    """Error of the values against bits per value, one line of settings after the other.

    lines: dicts with "settings" (names of lowbit.settings, each a point), "matrix", "where" (an
    index: whose error counts), "family" (a colour of the book), "label" (for the legend, which
    takes each once), "words" (what stands beside each point) and "note" (what stands above the
    line's end). One setting alone is a hollow marker without a line. Unknown settings raise
    ValueError.
    """
    import plotly.graph_objects as go

    fig = go.Figure()
    labels, drawn = [line["label"] for line in lines], []
    for i, line in enumerate(lines):
        points = [point(line["matrix"], name, line["where"]) for name in line["settings"]]
        ink, alone = colour(line["family"]), len(points) == 1
        bits, errors = zip(*points, strict=True)
        drawn.extend(bits)
        fig.add_scatter(
            x=bits, y=errors, name=line["label"], showlegend=line["label"] not in labels[:i],
            text=line["words"], textposition="bottom left" if alone else "top right",
            textfont={"color": colour("muted")}, mode="markers+text" if alone else "lines+markers+text",
            line={"color": ink, "width": 2.5, "dash": DASHES[line["family"]]},
            marker={"color": ink, "size": 9 if alone else 7,
                    "symbol": MARKERS[line["family"]].removesuffix("" if alone else "-open")},
            customdata=[[name, sig(100 * e, 3)] for name, e in
                        zip(line["settings"], errors, strict=True)],
            hovertemplate="%{customdata[0]}: %{customdata[1]}% at %{x:.3f} bits<extra></extra>",
        )  # fmt: skip
        if line["note"]:
            fig.add_annotation(
                x=(bits[-1] + bits[-2]) / 2, y=(log10(errors[-1]) + log10(errors[-2])) / 2,
                text=line["note"], showarrow=False, yshift=14,
            )  # fmt: skip
    fig.add_annotation(  # an axis name stands horizontally
        text="relative error", xref="paper", yref="paper", x=0, y=1.02, xanchor="left",
        yanchor="bottom", showarrow=False, font={"color": colour("muted")},
    )  # fmt: skip
    fig.update_layout(
        xaxis={"range": [min(drawn) - 0.25, max(drawn) + 0.15],  # room for the words at the ends
               "title": {"text": "bits per value, scales included",
                         "font": {"size": 13, "color": colour("muted")}}},
        yaxis={"type": "log", "tickvals": TICKS, "tickformat": ".0%", "range": [-1.2, 0]},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 1, "xanchor": "right"},
        margin={"t": 32},
    )  # fmt: skip
    return show(fig, alt)


def point(x, name, where):
    """(bits per value in a large layer, relative error of the values that `where` picks)."""
    off = (x - quantize(x, name)["values"])[where]
    bits = effective_bits(LAYER, LAYER, setting_of(name))
    return bits, float(np.linalg.norm(off) / np.linalg.norm(x[where]))
