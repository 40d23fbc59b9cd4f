"""A plotly chart of number formats as rulers: one mark for every positive value."""

from math import log10

from lowbit.code_fields import family_of
from lowbit.formats import code_count, decode, format_row
from lowbit.stored import scale_for
from lowbit.text import full, sig
from widgets.figure import colour, show

LARGEST = 448  # where the largest value of every format stands: the end of E4M3
LEAST = 0.0008  # left end of a logarithmic axis
TICKS = {"even": list(range(0, LARGEST + 1, 64)), "log": [0.001, 0.01, 0.1, 1, 10, 100]}
AXIS_NAMES = {"even": "positive values, even axis", "log": "the same, logarithmic axis"}
ROW_PX = 36


def marks(name):
    """The positive values of a format in rising order, scaled so that the largest is LARGEST."""
    f = format_row(name)
    values = {decode(code, f) * scale_for(f, LARGEST) for code in range(code_count(f))}
    return sorted(v for v in values if 0 < v <= LARGEST)


def rulers(names, axis="even"):
    """One row a format, one mark a positive value, the largest at the right end.

    names: ids of lowbit.formats with at most 8 bits, from top to bottom. axis: "even" or "log".
    Raises ValueError for another axis or an unknown format.
    """
    import plotly.graph_objects as go

    if axis not in TICKS:
        raise ValueError(f"axis is 'even' or 'log', not {axis!r}.")
    rows = [format_row(name) for name in names]
    fig = go.Figure()
    for f in rows:
        x, ink = marks(f["id"]), colour(family_of(f))
        fig.add_scatter(x=x, y=[f["label"]] * len(x), mode="markers", showlegend=False,
                        marker={"symbol": "line-ns-open", "size": 20, "color": ink,
                                "line": {"width": 1.25, "color": ink}},
                        hovertemplate="%{x:.4~g}<extra>" + f["label"] + "</extra>")  # fmt: skip
    ends = [0, LARGEST] if axis == "even" else [LEAST, LARGEST]
    fig.update_layout(
        height=ROW_PX * len(rows) + 72,
        xaxis={"type": "log" if axis == "log" else "linear", "autorange": False,
               "range": range_of(ends, axis), "tickvals": TICKS[axis], "zeroline": False,
               "ticktext": [full(t) if t >= 1 or t == 0 else sig(t, 1) for t in TICKS[axis]]},
        yaxis={"categoryarray": [f["label"] for f in rows][::-1], "categoryorder": "array",
               "showgrid": False, "tickfont": {"size": 13, "color": colour("ink")}},
        annotations=[  # an axis name stands horizontally
            {"text": AXIS_NAMES[axis], "xref": "paper", "yref": "paper", "x": 1, "y": 0,
             "yshift": -40, "showarrow": False, "font": {"color": colour("muted")}},
        ],
        margin={"t": 8, "b": 48},
    )  # fmt: skip
    return show(fig, description(rows, axis))


def range_of(ends, axis):
    """The axis' range in plotly's terms (exponents of ten where it is logarithmic), with a margin."""
    low, high = ends if axis == "even" else [log10(end) for end in ends]
    return [low - 0.015 * (high - low), high + 0.015 * (high - low)]


def description(rows, axis):
    """What the picture shows, in words: how many marks lie in each format's lower half."""
    parts = []
    for f in rows:
        x = marks(f["id"])
        below = len([v for v in x if v <= LARGEST / 2])
        parts.append(f"{f['label']} {len(x)} marks, {below} of them up to {sig(LARGEST / 2, 3)}")
    kind = "an even axis" if axis == "even" else "a logarithmic axis"
    return f"All positive values of number formats on {kind}: " + "; ".join(parts) + "."
