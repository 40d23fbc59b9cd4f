"""Measured GEMM times and the constants fitted to them: load, split, look up.

gemm_times.json: curves of time against M, made by tools/distil_measurements.py.
gemm_constants.json: the constants of every rung, with their error, made by tools/fit_constants.py.
Both come from all M of the packages; a curve here is one of a dozen (N, K) shapes.
result_schema.json: what a lab writes about a reader's own GPU.
"""

import json
from functools import cache
from pathlib import Path
from zlib import crc32

from lowbit import lookup

DATA = Path(__file__).parent / "data"


@cache
def times():
    """The whole of gemm_times.json; its "sets" are lists of curves. Read it, do not write."""
    return json.loads((DATA / "gemm_times.json").read_text(encoding="utf-8"))


@cache
def constants():
    """The whole of gemm_constants.json. Read it, do not write."""
    return json.loads((DATA / "gemm_constants.json").read_text(encoding="utf-8"))


@cache
def result_schema():
    """The schema of the labs' result files. Read it, do not write."""
    return json.loads((DATA / "result_schema.json").read_text(encoding="utf-8"))


def held_out(n, k):
    """Whether this shape was kept from the fit: odd crc32 of "NxK". The other half was fitted."""
    return crc32(f"{n}x{k}".encode()) % 2 == 1


def find(sets, set_id):
    """The set with this id, such as "h100-sxm/TensorRT-LLM@1.2.0rc5/fp8-block"."""
    for row in sets:
        if row["id"] == set_id:
            return row
    known = ", ".join(row["id"] for row in sets)
    raise ValueError(f"No measured set {set_id!r}; known: {known}.")


def curve(row, n, k):
    """[(M, µs), …] of one measured shape of a set of times(), without the points left out."""
    key = f"{n}x{k}"
    if key not in row["us"]:
        known = ", ".join(row["us"])
        raise ValueError(f"{row['id']} has no measured {key}; it has {known}.")
    return [(m, us) for m, us in zip(row["m"], row["us"][key], strict=True) if us is not None]


def microseconds(name, m, n, k, gpu="h100-sxm", engine=""):
    """Measured µs of format `name`; "" is the GPU's default engine. KeyError for another M."""
    chosen = lookup.resolve_engine(constants(), gpu, engine)
    return dict(curve(find(times()["sets"], f"{gpu}/{chosen}/{name}"), n, k))[m]
