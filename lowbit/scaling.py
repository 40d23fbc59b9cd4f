"""Arrays in few bits, with the scales they share: quantize and dequantize (numpy).

The same numbers as lowbit.blocks, bit for bit, on whole arrays: q = x / s in float32, q rounded to
the format, x ≈ q · s. What a setting may say is in lowbit.settings, which scales come out in
lowbit.scales; tests hold both against torchao, compressed-tensors and gfloat.
"""

import math

import numpy as np

from lowbit.array_blocks import (
    CHUNK,
    blocked,
    chunks,
    decode,
    encode,
    lengths_of,
    numbers,
    unblocked,
)
from lowbit.array_scales import choose, double_quantize, tensor_scale
from lowbit.blocks import TOO_LARGE, unusable
from lowbit.grids import grid_of
from lowbit.rounding import array_of, checked_codes
from lowbit.scales import TINY
from lowbit.settings import block_size, checked_setting, effective_bits, setting_of


def quantize(x, setting):
    """Quantize an array of any shape [..., K] with a setting or the name of one.

    x: floating point, at least one axis; the axes before the last one are taken as rows. float64 is
    rounded to float32 first, and errors are counted from there. Returns
    codes (uint8, shaped like x, of lowbit.formats), values (float32, shaped like x), scales
    (float32) and zeros (int16; empty without zero points) both [blocks down, blocks across],
    tensor_scale, block [rows, columns], double (None, or the parts of doubly quantized scales),
    effective_bits (all metadata counted), bytes, relative_rmse, sqnr_db, max_error.
    Raises ValueError for other dtypes, empty arrays, NaN, infinity and magnitudes over 1e38.
    """
    s = settled(setting)
    x = usable(x)
    flat = x.reshape(-1, x.shape[-1])
    size = block_size(s["block"], *flat.shape)
    blocks, counts = blocked(flat, size)
    grid = grid_of(s)
    ts = tensor_scale(float(np.max(np.abs(flat))), grid) if s["tensor_scale"] else np.float32(1)
    lengths = lengths_of(flat.shape, size)
    codes = np.empty(blocks.shape, np.uint8)
    values = np.empty(blocks.shape, np.float32)
    chosen = [choose(blocks[at], lengths[at], grid, ts) for at in chunks(blocks)]
    chosen = {key: np.concatenate([one[key] for one in chosen]) for key in chosen[0]}
    for at in chunks(blocks):
        part = {key: chosen[key][at] for key in chosen}
        codes[at] = encode(blocks[at], part, grid)
        values[at] = decode(codes[at], part, grid)
    double = None
    if s["double"]:
        double = double_quantize(np.where(chosen["amax"] > 0, chosen["scale"], np.float32(0)))
        chosen["scale"] = double["stored"]
        values = numbers(grid)[codes] * chosen["scale"][:, None]
    codes, values = (unblocked(a, flat.shape, size).reshape(x.shape) for a in (codes, values))
    bits = effective_bits(*flat.shape, s)
    return errors(x, values) | {
        "codes": codes,
        "values": values,
        "scales": chosen["scale"].reshape(counts),
        "zeros": chosen["zero"].reshape(counts) if s["zero_point"] else np.empty((0, 0), np.int16),
        "tensor_scale": float(ts),
        "block": size,
        "double": double,
        "effective_bits": bits,
        "bytes": math.ceil(bits * x.size / 8),
    }


def dequantize(codes, scales, setting, zeros=None, tensor_scale=1.0):
    """What codes [..., K] mean: (number of the code - zero) · (scale · tensor_scale), float32.

    Raises ValueError for codes that the format lacks, for shapes that do not fit, and for scales
    that are no number from 0 up (those of double quantization may be negative).
    """
    s = settled(setting)
    grid = grid_of(s)
    codes = checked_codes(codes, grid["f"])
    if codes.ndim == 0 or codes.size == 0:
        raise ValueError(f"The codes have shape {codes.shape}: there is nothing to dequantize.")
    flat = codes.reshape(-1, codes.shape[-1])
    size = block_size(s["block"], *flat.shape)
    blocks, counts = blocked(flat, size)
    scales = shaped(scales, counts, "scales").astype(np.float32)
    step = scales * np.float32(tensor_scale)
    if not np.all(np.abs(step) < np.inf) or (np.any(step < 0) and not s["double"]):
        raise ValueError("A scale is a finite number, not below 0.")
    if not s["double"]:  # a scale that comes back from 8 bits may be 0 or below
        step = np.maximum(np.float32(TINY), step)
    none = zeros is None or np.size(zeros) == 0
    zero = np.zeros(counts, np.int16) if none else shaped(zeros, counts, "zero points")
    chosen = {"step": step.ravel(), "zero": zero.ravel()}
    return unblocked(decode(blocks, chosen, grid), flat.shape, size).reshape(codes.shape)


def settled(setting):
    """The checked setting of a name or a dict."""
    try:
        return setting_of(setting) if isinstance(setting, str) else checked_setting(setting)
    except (TypeError, AttributeError):
        raise ValueError(
            "A setting is a name, or a dict with the fields of lowbit.settings.PLAIN_SETTING."
        ) from None


def shaped(values, counts, what):
    """values as an array with one entry for each block."""
    values = np.asarray(values)
    if values.shape != counts:
        raise ValueError(f"The {what} have shape {values.shape}; these blocks need {counts}.")
    return values


def usable(x):
    """x as a float32 array. Raises ValueError with what is wrong and where."""
    x = array_of(x)
    if x.dtype.kind != "f":
        raise ValueError(
            f"The array holds {x.dtype}, not floating-point numbers; save it as float32."
        )
    if x.ndim == 0 or x.size == 0:
        raise ValueError(f"The array has shape {x.shape}: there is nothing to quantize.")
    if x.dtype.itemsize < 4:
        x = x.astype(np.float32)
    bad = np.flatnonzero(~(np.abs(x) <= TOO_LARGE).ravel())
    if bad.size:
        place = ", ".join(str(int(i)) for i in np.unravel_index(bad[0], x.shape))
        more = f" (and {bad.size - 1:,} more)" if bad.size > 1 else ""
        raise ValueError(f"The value at [{place}] is {unusable(float(x.flat[bad[0]]))}{more}.")
    return np.ascontiguousarray(x, np.float32)


def errors(x, y):
    """relative_rmse √(Σ(x-y)² / Σx²), sqnr_db = 10·log10(Σx² / Σ(x-y)²), max_error max|x-y|, all in
    float64; 0 and infinity where nothing is lost. x, y: arrays of one shape."""
    x, y = np.ravel(x), np.ravel(y)
    signal = noise = worst = 0.0
    for i in range(0, x.size, CHUNK):
        part = x[i : i + CHUNK].astype(np.float64)
        off = part - y[i : i + CHUNK]
        signal += float(part @ part)
        noise += float(off @ off)
        worst = max(worst, float(np.max(np.abs(off))))
    relative = 0.0 if noise == 0 else (math.sqrt(noise / signal) if signal > 0 else math.inf)
    return {
        "relative_rmse": relative,
        "sqnr_db": math.inf if noise == 0 else -20 * math.log10(relative),
        "max_error": worst,
    }
