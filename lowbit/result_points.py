"""The points of a result file: curves of time against M, and which beat their roof (compiled to
JavaScript). The file has passed lowbit.result_file.check."""

from lowbit.lookup import measured_format, shape_key
from lowbit.roofline import ideal
from lowbit.schemes import scheme

# By how much a time may beat its roof: a clock may be above the datasheet's, and a copy, which reads
# and writes, is slower than reading alone. A wrong time beats it by more.
OVER_DATASHEET = 0.03
OVER_CEILINGS = 0.15


def drawable(data, known):
    """Raise ValueError with a sentence where a valid file has nothing to draw. known: ids of GPUs."""
    if first_shown(data) is None:
        raise ValueError(
            "This file has no times: it was made without a GPU. Run the lab on one and choose its file."
        )
    if data["card"]["gpu"] not in known and own_gpu(data) is None:
        raise ValueError(
            "The book does not know this file's GPU, and the file has no ceilings of it: "
            "run lowbit.gpu.smoke there, which measures them."
        )


def first_shown(data):
    """The row to show first: timed, and of another format than BF16, with which it is compared."""
    first = None
    for row in data["rows"]:
        if row["kind"] == "timed" and (first is None or first["format"] == "bf16"):
            first = row
    return first


def timed_curves(data, gpu, over):
    """[{"format", "us": {"28672x4096": [{"m", "seconds", "above"}, …]}}, …] of a file.

    One curve a format and shape; where several kernels ran a format, the fastest at each M.
    gpu: the row of hardware.json that gives the roof. above: whether a time beats that roof by more
    than the share `over`: then it was measured in a cache, or is wrong.
    """
    out = []
    for row in data["rows"]:
        if row["kind"] == "timed":
            keep(out, row, gpu, over)
    return out


def keep(curves, row, gpu, over):
    """Put one timed row into its curve, if it is the fastest one there at its M."""
    name = measured_format(scheme(row["format"])["name"])
    curve = None
    for one in curves:
        if one["format"] == name:
            curve = one
    if curve is None:
        curve = {"format": name, "us": {}}
        curves.append(curve)
    key = shape_key(row["n"], row["k"])
    if key not in curve["us"]:
        curve["us"][key] = []
    point = {
        "m": row["m"],
        "seconds": row["seconds"],
        "above": above_roof(row, gpu, over),
    }
    points = curve["us"][key]
    for i in range(len(points)):
        if points[i]["m"] == row["m"]:
            if row["seconds"] < points[i]["seconds"]:
                points[i] = point
            return
    points.append(point)


def above_roof(row, gpu, over):
    """Whether a timed row is faster than bytes over bandwidth and FLOP over peak allow."""
    least = ideal(row["m"], row["n"], row["k"], gpu, scheme(row["format"]))["ideal_seconds"]
    return least is not None and row["seconds"] < least * (1.0 - over)


def own_gpu(data):
    """The card as a GPU of one's own, with the ceilings measured on it; None without ceilings."""
    found = data.get("ceilings", None)
    if found is None:
        return None
    rates = found["flops_per_s"]
    sixteen = rates.get("bf16", rates.get("fp16", None))
    if sixteen is None:
        return None
    return {
        "name": data["card"]["name"],
        "hbm_bytes_per_s": found["copy_bytes_per_s"],
        "flops_per_s": {
            "bf16": sixteen,
            "fp8": rates.get("fp8", None),
            "int8": rates.get("int8", None),
            "fp4": rates.get("fp4", None),
        },
    }
