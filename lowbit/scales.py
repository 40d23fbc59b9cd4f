"""The scale of a block: chosen from its values, stored in few bits (compiled to JavaScript)."""

from math import ceil

from lowbit.float32 import ascending, f32
from lowbit.formats import decode, encode, exponent_of, largest, power_of_two, whole
from lowbit.grids import code_of, value_of

TINY = 2.0**-149  # the smallest positive float32
HUGE = 3.4028234663852886e38  # the largest one
SHRINK = 20  # "mse" tries 1, 0.95, … 0.05 of the range; the first best wins


def choose_scale(part, grid, ts):
    """{"scale", "zero", "step", "times"} for the values of one block."""
    s = grid["setting"]
    low = 0.0
    high = 0.0
    for v in part:
        low = min(low, v)
        high = max(high, v)
    if s["choose"] == "percentile":
        cut = percentile_of(part, s["percentile"])
        if cut > 0:  # else nearly all are zero: keep the largest
            low = max(low, -cut)
            high = min(high, cut)
    best = block_scale(low, high, grid, ts)
    if s["choose"] == "mse":
        least = squared_error(part, best, grid)
        for i in range(1, SHRINK):
            share = 1 - i / 20.0
            one = block_scale(f32(low * share), f32(high * share), grid, ts)
            error = squared_error(part, one, grid)
            if error < least:
                least = error
                best = one
    return best


def percentile_of(part, percentile):
    """The magnitude that `percentile` % of the values do not exceed (nearest rank)."""
    order = ascending([abs(v) for v in part])
    return order[max(0, ceil(percentile * len(order) / 100.0) - 1)]


def squared_error(part, chosen, grid):
    """Sum of the squared errors, in float64, one after the other."""
    total = 0.0
    for v in part:
        e = v - value_of(code_of(v, chosen, grid), chosen, grid)
        total = total + e * e
    return total


def block_scale(low, high, grid, ts):
    """{"scale", "zero", "step", "times", "amax"} of a block whose values reach from low <= 0 to high >= 0.

    scale is what is stored, step = scale · tensor scale what values are divided by, times its
    reciprocal. A block of zeros has scale 1 (torchao and compressed-tensors store their own least
    scales); a scale that would be stored as 0 is the smallest positive one instead.
    """
    s = grid["setting"]
    amax = max(-low, high)
    zero = 0
    if amax == 0:
        scale = 1.0
    elif s["scale"] == "e8m0":
        scale = power_scale(amax, grid)
    elif s["zero_point"]:
        scale = stored_scale(f32(f32(high - low) / (grid["high"] - grid["low"])), grid)
    else:
        scale = stored_scale(f32(f32(amax / grid["top"]) / ts), grid)
    if s["zero_point"]:
        below = whole(f32(-low / scale), "nearest", 0.0)
        zero = max(grid["low"], min(grid["high"], grid["low"] + below))
    return {
        "scale": scale,
        "zero": zero,
        "step": max(TINY, f32(scale * ts)),
        "amax": amax,
        "times": min(HUGE, f32(f32(1 / ts) / scale)),
    }


def stored_scale(wanted, grid):
    """The scale that the scales' format can hold: the nearest, never 0."""
    f = grid["scale_row"]
    if f["id"] == "fp32":
        return max(TINY, wanted)
    return decode(max(1, encode(wanted, f, "nearest", "saturate")), f)


def power_scale(amax, grid):
    """The power of two for an E8M0 scale, from 2^-127 to 2^127 (lowbit.settings, "power")."""
    rule = grid["setting"]["power"]
    if rule == "up":
        wanted = f32(amax / grid["top"])
        e = exponent_of(max(TINY, wanted))
        if power_of_two(e) < wanted:
            e = e + 1
    else:
        e = exponent_of(amax)
        if rule == "even" and amax >= power_of_two(e) * (2 - 0.5 ** (grid["f"]["mantissa"] + 1)):
            e = e + 1
        e = e - exponent_of(largest(grid["f"]))
    return power_of_two(max(-127, min(127, e)))


def tensor_scale_of(amax, grid):
    """One FP32 number for the tensor, so that the block scales may use all of their format:
    amax / (6 · 448) for NVFP4."""
    if amax == 0:
        return 1.0
    return max(TINY, f32(amax / (grid["top"] * largest(grid["scale_row"]))))
