"""The scales of many blocks at once, as lowbit.scales chooses them one by one (numpy)."""

import numpy as np

from lowbit.array_blocks import decode, encode
from lowbit.formats import exponent_of, largest, smallest
from lowbit.rounding import round_to
from lowbit.scales import HUGE, SHRINK, TINY
from lowbit.settings import DOUBLE_BLOCK


def choose(blocks, lengths, grid, ts):
    """{"scale", "zero", "step", "times", "amax"} of [blocks, values], one entry a block.

    lengths: how many values of each block are real; the rest are zeros, at no one's expense.
    """
    s = grid["setting"]
    low = np.minimum(blocks.min(axis=1), 0)
    high = np.maximum(blocks.max(axis=1), 0)
    if s["choose"] == "percentile":
        cut = percentile_of(blocks, lengths, s["percentile"])
        cut = np.where(cut > 0, cut, np.inf).astype(np.float32)
        low, high = np.maximum(low, -cut), np.minimum(high, cut)
    best = scale_for(low, high, grid, ts)
    if s["choose"] == "mse":
        least = squared_error(blocks, best, grid)
        for i in range(1, SHRINK):
            share = 1 - i / 20.0
            narrowed = ((a.astype(np.float64) * share).astype(np.float32) for a in (low, high))
            one = scale_for(*narrowed, grid, ts)
            error = squared_error(blocks, one, grid)
            better = error < least
            least = np.where(better, error, least)
            best = {key: np.where(better, one[key], best[key]) for key in best}
    return best


def percentile_of(blocks, lengths, percentile):
    """By nearest rank, among the real values: the zeros that fill a block up sort first."""
    order = np.sort(np.abs(blocks), axis=1)
    rank = np.maximum(0, np.ceil(percentile * lengths / 100.0).astype(np.int64) - 1)
    place = blocks.shape[1] - lengths + rank
    return np.take_along_axis(order, place[:, None], axis=1)[:, 0]


def squared_error(blocks, chosen, grid):
    """Sums in float64, value by value: cumsum adds in that order, sum does not."""
    off = blocks.astype(np.float64) - decode(encode(blocks, chosen, grid), chosen, grid)
    return np.cumsum(off * off, axis=1)[:, -1]


def scale_for(low, high, grid, ts):
    s = grid["setting"]
    amax = np.maximum(-low, high)
    if s["scale"] == "e8m0":
        scale = power_scale(amax, grid)
    elif s["zero_point"]:
        scale = stored_scale((high - low) / np.float32(grid["high"] - grid["low"]), grid)
    else:
        scale = stored_scale(amax / np.float32(grid["top"]) / ts, grid)
    scale = np.where(amax > 0, scale, np.float32(1))
    zero = np.zeros(scale.shape, np.int16)
    if s["zero_point"]:
        below = np.rint(-low / scale)
        zero = np.clip(grid["low"] + below, grid["low"], grid["high"]).astype(np.int16)
    with np.errstate(over="ignore"):
        times = np.minimum(np.float32(HUGE), np.float32(1) / ts / scale)
    step = np.maximum(np.float32(TINY), scale * ts)
    return {"scale": scale, "zero": zero, "step": step, "times": times, "amax": amax}


def stored_scale(wanted, grid):
    """The nearest scale that the scales' format holds, never 0."""
    f = grid["scale_row"]
    if f["id"] == "fp32":
        return np.maximum(wanted, np.float32(TINY))
    rounded = round_to(wanted, f["id"], overflow="saturate")
    return np.maximum(rounded, np.float32(smallest(f)))


def power_scale(amax, grid):
    """The power of two for an E8M0 scale (lowbit.settings, "power")."""
    rule = grid["setting"]["power"]
    if rule == "up":
        wanted = np.maximum(amax / np.float32(grid["top"]), np.float32(TINY))
        part, e = np.frexp(wanted)  # wanted = part · 2^e, part from 0.5 to 1
        e = e - 1 + (part > 0.5)
    else:
        part, e = np.frexp(np.maximum(amax, np.float32(TINY)))
        e = e - 1 - exponent_of(largest(grid["f"]))
        if rule == "even":
            e = e + (part.astype(np.float64) >= 1 - 0.5 ** (grid["f"]["mantissa"] + 2))
    return np.ldexp(np.float32(1), np.clip(e, -127, 127)).astype(np.float32)


def tensor_scale(amax, grid):
    """amax / (largest value · largest scale), FP32; 1 for a tensor of zeros."""
    if amax == 0:
        return np.float32(1)
    most = np.float32(grid["top"] * largest(grid["scale_row"]))
    return np.maximum(np.float32(TINY), np.float32(amax) / most)


def double_quantize(tops):
    """The scales in 8 bits, as lowbit.blocks.double_quantize: codes int8, factors one per 256."""
    mean = np.float32(np.cumsum(tops, dtype=np.float64)[-1] / len(tops))
    fill = -len(tops) % DOUBLE_BLOCK
    parts = np.pad(tops - mean, (0, fill)).reshape(-1, DOUBLE_BLOCK)
    most = 2 * np.abs(parts).max(axis=1)
    factors = np.float32(256) / np.where(most > 1e-36, most, np.float32(256))
    codes = np.clip(np.rint(parts * factors[:, None]), -128, 127)
    stored = (codes / factors[:, None] + mean).astype(np.float32)
    return {
        "codes": codes.ravel()[: len(tops)].astype(np.int8),
        "factors": factors.astype(np.float32),
        "mean": float(mean),
        "stored": stored.ravel()[: len(tops)],
    }
