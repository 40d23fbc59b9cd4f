"""The grid a scaled value is rounded to: its codes and what they mean (compiled to JavaScript).

A grid is a dict: "setting" and the format row "f"; "numbers", what each code means; "top", what
the largest magnitude of a block is scaled to; "mids" between the values of a table, or between the
positive ones of a float; "low" and "high" of an integer; "scale_row", the format of the scales.
"""

from math import copysign, inf

from lowbit.float32 import f32
from lowbit.formats import decode, encode, format_row, largest, whole


def grid_of(s):
    """The grid of a checked setting."""
    f = format_row(s["format"])
    grid = {
        "setting": s,
        "f": f,
        "top": largest(f),
        "numbers": [],
        "mids": [],
        "scale_row": format_row(s["scale"]),
    }
    count = len(f["values"]) if f["kind"] == "table" else 2 ** f["bits"]
    for code in range(count):
        grid["numbers"].append(decode(code, f))
    if f["kind"] == "int":
        narrow = s["range"] == "narrow" and not s["zero_point"]
        grid["low"] = -f["highest"] if narrow else f["lowest"]
        grid["high"] = f["highest"]
        grid["top"] = f["highest"] if narrow else (f["highest"] - f["lowest"]) / 2
    elif f["kind"] == "table":
        grid["mids"] = mids_of(f["values"])
    else:
        last = encode(inf, f, "nearest", "saturate")
        grid["mids"] = mids_of(grid["numbers"][: last + 1])
        grid["minus"] = 2 ** (f["exponent"] + f["mantissa"])
    return grid


def mids_of(values):
    out = []
    for i in range(1, len(values)):
        out.append((values[i - 1] + values[i]) / 2)
    return out


def count_below(a, mids):
    """How many of the ascending mids are below a."""
    low = 0
    high = len(mids)
    while low < high:
        middle = (low + high) // 2
        if mids[middle] < a:
            low = middle + 1
        else:
            high = middle
    return low


def code_of(x, chosen, grid):
    """The code of x in a block whose scale was chosen: the nearest, ties to the even code
    (in a table to the lower one, as bitsandbytes and torchao do)."""
    q = f32(x * chosen["times"]) if grid["setting"]["multiply"] else f32(x / chosen["step"])
    kind = grid["f"]["kind"]
    if kind == "int":
        n = whole(min(abs(q), 1000.0), "nearest", 0.0)  # infinity would not round
        n = max(grid["low"], min(grid["high"], (n if q > 0 else -n) + chosen["zero"]))
        return n + 2 ** grid["f"]["bits"] if n < 0 else n + 0
    if kind == "table":
        return count_below(q, grid["mids"])
    a = abs(q)
    code = count_below(a, grid["mids"])
    if code % 2 == 1 and code < len(grid["mids"]) and grid["mids"][code] == a:
        code = code + 1
    if copysign(1.0, q) > 0 or (code == 0 and grid["f"]["top"] == "fnuz"):
        return code
    return code + grid["minus"]


def value_of(code, chosen, grid):
    return f32((grid["numbers"][code] - chosen["zero"]) * chosen["step"])
