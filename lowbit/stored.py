"""What one value becomes in one format, in numbers (compiled to JavaScript).

f is a row of formats.format_row. A scale lets a small format cover ±amax: stored = x / scale,
value = stored · scale, in double precision (kernels use float32, which can move a tie).
"""

from math import copysign, inf

from lowbit.formats import (
    code_of_largest,
    decode,
    describe,
    encode,
    grid_step,
    largest,
    lowest,
    neighbours,
    whole,
)

MIDDLE = 0.5  # "stochastic" without a random number: the likelier of the two values


def takes_scale(f):
    """Formats of 8 bits and fewer are used with a scale; those that are scales themselves are not."""
    return f["bits"] <= 8 and f["kind"] != "power" and f["id"] != "ue4m3"


def scale_for(f, amax):
    """The scale that puts amax on the largest value; 1 for amax = 0 and for wide formats."""
    return amax / largest(f) if amax > 0 and takes_scale(f) else 1.0


def stored_code(code, f, amax):
    """What a code is and what stands beside it; values are real ones, times the scale.

    below and above: the next lower and higher value (0 for -0), None where there is none. ulp: the
    grid's step at this value, None where the format has no even grid there.
    """
    scale = scale_for(f, amax)
    x = decode(code, f)
    near = neighbours(code, f)
    even = f["kind"] in ["float", "int"] and abs(x) < inf
    return {
        "code": code,
        "value": x * scale,
        "kind": describe(code, f),
        "scale": scale,
        "ulp": grid_step(x, f) * scale if even else None,
        "below": None if near["below"] is None else decode(near["below"], f) * scale + 0.0,
        "above": None if near["above"] is None else decode(near["above"], f) * scale + 0.0,
    }


def stored(x, f, rounding, rule, amax):
    """`stored_code` of the code that stores x, with the error.

    relative_error is |value - x| / |x|, None where that says nothing. overflow: "" or what became
    of a value that rounds beyond the range: "saturate", "inf" or "nan" (`rule`, as in encode).
    Raises ValueError where the format has no NaN for a NaN, or not the thing that rule names.
    """
    q = x / scale_for(f, amax)
    out = stored_code(encode(q, f, rounding, rule, MIDDLE), f, amax)
    value = out["value"]
    out["typed"] = x
    out["relative_error"] = None
    if abs(x) < inf and abs(value) < inf and (x != 0 or value == 0):
        out["relative_error"] = 0.0 if value == x else abs(value - x) / abs(x)
    out["overflow"] = ""
    if value != x and overflows(q, f, rounding):
        out["overflow"] = "nan" if value != value else ("inf" if abs(value) == inf else "saturate")
    return out


def overflows(q, f, rounding):
    """True where q rounds to beyond the largest or the lowest value, or has no code at all."""
    if q != q or (rounding == "zero" and f["kind"] != "power" and abs(q) < inf):
        return False  # rounding toward zero never leads out of the range
    if f["kind"] == "table" or abs(q) == inf:
        return q > largest(f) or q < lowest(f)
    if f["kind"] == "power":
        return encode(q, f, rounding, "nan", MIDDLE) == 255
    step = grid_step(q, f)
    a = copysign(whole(abs(q) / step, rounding, MIDDLE) * step, q)
    return a > largest(f) or a < lowest(f)


def values_around(x, one):
    """The two values around x, lower first, where x lies between two."""
    if x > one["value"]:
        return [one["value"] + 0.0, one["above"]]  # + 0.0: -0 is read as 0
    return [one["below"], one["value"] + 0.0]


def first_value(t, f, upward):
    """The first value of the format at or above t (at or below t, unless upward), or None."""
    code = encode(t, f, "nearest", "saturate", MIDDLE)
    x = decode(code, f)
    if x == t or (x > t) == upward:
        return x + 0.0
    beside = neighbours(code, f)["above" if upward else "below"]
    return None if beside is None else decode(beside, f) + 0.0


def count_of_sign(f, sign):
    """How many values the format has above zero (sign 1) or below it (sign -1)."""
    if f["kind"] == "table":
        return len([v for v in f["values"] if (v > 0 if sign > 0 else v < 0)])
    if f["kind"] == "int":
        return f["highest"] if sign > 0 else 0 - f["lowest"]
    return 255 if f["kind"] == "power" else code_of_largest(f)
