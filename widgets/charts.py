"""Plotly charts of measured times, for chapters and labs (plotly is imported when one is drawn)."""

from lowbit import hardware, lookup, measured
from lowbit.matmul import matmul
from lowbit.schemes import scheme
from lowbit.text import full
from widgets.figure import colour, show

MARKERS = {"bf16": "circle-open", "fp8": "square-open", "int8": "triangle-up-open",
           "w4": "diamond-open", "fp4": "hexagon-open"}  # fmt: skip
DASHES = {"bf16": "solid", "fp8": "11px,4px", "int8": "11px,4px,2px,4px", "w4": "5px,3px",
          "fp4": "2px,3px"}  # fmt: skip

TICKS_US = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000]


def measured_times(gpu, engine, formats, n, k):
    """Time against M of one N x K layer: every measured point hollow, rung L3 as a line.

    The formats must have been measured on this GPU with this engine; ValueError says which not.
    """
    import plotly.graph_objects as go

    row = hardware.find_gpu(gpu)
    engine = lookup.resolve_engine(measured.constants(), row["id"], engine)
    fig = go.Figure()
    for name in formats:
        s = scheme(name)
        times = lookup.row_of(measured.times()["sets"], row["id"], engine, name)
        key = lookup.shape_key(n, k)
        if times is None or key not in times["us"]:
            raise ValueError(f"{name} was not measured at {key} on {row['name']} with {engine}.")
        line = [matmul(gpu, name, m, n, k, engine)["seconds"] * 1e6 for m in times["m"]]
        ink = colour(s["family"])
        fig.add_scatter(x=times["m"], y=line, mode="lines", showlegend=False, hoverinfo="skip",
                        line={"color": ink, "width": 2.5, "dash": DASHES[s["family"]]})  # fmt: skip
        fig.add_scatter(x=times["m"], y=times["us"][key], mode="markers", name=s["label"],
                        marker={"color": ink, "size": 8, "symbol": MARKERS[s["family"]],
                                "line": {"width": 1.5, "color": ink}},
                        hovertemplate="M = %{x}: %{y:.1f} µs<extra>" + s["label"] + "</extra>")  # fmt: skip
    fig.update_layout(
        xaxis={"type": "log", "tickvals": [1, 4, 16, 64, 256, 1024, 4096, 16384], "tickformat": ","},
        yaxis={"type": "log", "tickvals": TICKS_US, "ticktext": [f"{t:,} µs" for t in TICKS_US]},
        legend={"orientation": "h", "y": 1.12, "x": 1, "xanchor": "right"},
        annotations=[  # an axis name stands horizontally
            {"text": "tokens in one step (M)", "xref": "paper", "yref": "paper", "x": 1, "y": -0.14,
             "showarrow": False},
        ],
        margin={"b": 48, "t": 48},
    )  # fmt: skip
    names = ", ".join(scheme(name)["label"] for name in formats)
    alt = (f"Measured time of a {full(n)} x {full(k)} layer on {row['name']} with {engine} against "
           f"the number of tokens, for {names}; lines show the model's prediction.")  # fmt: skip
    return show(fig, alt)
