"""Round arrays to a number format, encode them as codes and decode codes (numpy).

The same answers as the scalar functions of lowbit/formats.py, value by value. Arrays are worked on
in blocks that stay in the processor's cache (lowbit/round_block.py); `make bench` times them beside
ml_dtypes and torch.

    round_to([0.3, 465.0], "e4m3fn")                      # [0.3125, 448.0]
    codes = encode_array(x, "e2m1", "stochastic", rng=np.random.default_rng(0))
    decode_array(codes, "e2m1")
"""

import re
from functools import cache

import numpy as np

from lowbit import formats
from lowbit.round_block import codes_of_values, grid_values, table_codes

BLOCK = 32768  # elements: three float32 blocks fit a core's second-level cache


def round_to(x, name, rounding="nearest", overflow="", rng=None):
    """x rounded to the values of a format: float32, of the shape of x.

    x: an array of any shape, float16, float32 or float64 (rounded once, not through float32), or a
    small float of ml_dtypes; integers and booleans count as float64. name: a format or alias of
    lowbit/formats.py.
    rounding: "nearest", "zero" or "stochastic"; the last draws one number an element from rng, a
    numpy Generator. overflow: "saturate", "inf" or "nan"; "" is the format's own.
    Raises ValueError for NaN in a format without NaN, and for options that it lacks.
    """
    f, rule = checked(name, rounding, overflow, rng)
    if f["id"] == "fp32" and rounding == "nearest" and rule == "inf":
        with np.errstate(all="ignore"):
            return real(x).astype(np.float32)
    table = None if f["kind"] in ("float", "int") else values_of(f["id"])

    def values(block, out):
        if table is None:
            grid_values(block, f, rounding, rule, rng, out)
        else:
            out[:] = table[table_codes(block, f, rounding, rule, rng)]

    return in_blocks(values, real(x), np.float32)


def encode_array(x, name, rounding="nearest", overflow="", rng=None):
    """The codes of x in a format: unsigned integers of 8, 16 or 32 bits, of the shape of x.

    Arguments and errors as in `round_to`.
    """
    f, rule = checked(name, rounding, overflow, rng)

    def codes(block, out):
        if f["kind"] in ("power", "table"):
            out[:] = table_codes(block, f, rounding, rule, rng)
            return
        values = np.empty(block.size, np.float32)
        grid_values(block, f, rounding, rule, rng, values)
        out[:] = codes_of_values(values, f)

    return in_blocks(codes, real(x), code_type(f))


def decode_array(codes, name):
    """The values of codes, as float32. codes: whole numbers of any integer type and shape.

    Raises ValueError for a code that the format does not have.
    """
    f = formats.format_row(name)
    codes = checked_codes(codes, f)
    if f["id"] == "fp16":
        return codes.astype(np.uint16).view(np.float16).astype(np.float32)
    if f["bits"] > 8:  # FP32, TF32 and BF16 are the upper bits of a float32
        words = codes.astype(np.uint32) << np.uint32(32 - f["bits"])
        return words.view(np.float32)
    return values_of(f["id"])[codes]


# ---- input and blocks ----


def checked(name, rounding, overflow, rng):
    """The format's row and its overflow rule, when the options go together."""
    f = formats.format_row(name)
    rule = overflow if overflow != "" else f["overflow"]
    formats.check_rules(f, rounding, rule, 0.0)
    if rounding == "stochastic" and not hasattr(rng, "random"):
        raise ValueError("Stochastic rounding needs rng=numpy.random.default_rng(seed).")
    return f, rule


def array_of(x):
    """x as a numpy array; the small floats of ml_dtypes as float32, which holds them all."""
    try:
        x = np.asarray(x)
    except (TypeError, ValueError, RuntimeError) as problem:  # ragged lists, torch's bfloat16
        said = f"This {type(x).__name__} does not become an array: {problem}"
        raise ValueError(f"{said.rstrip('.')}. From torch, x.detach().float().numpy().") from None
    return x.astype(np.float32) if re.match(r"bfloat16|float[468]_", x.dtype.name) else x


def real(x):
    """x as an array of float16, float32 or float64."""
    x = array_of(x)
    if x.dtype.kind in "biu":
        return x.astype(np.float64)
    if x.dtype.kind != "f" or x.dtype.itemsize > 8:
        raise ValueError(f"Rounding needs an array of real numbers; this one holds {x.dtype}.")
    return x


def checked_codes(codes, f):
    """codes as an array, if the format has them all."""
    codes = np.asarray(codes)
    if codes.dtype.kind not in "iu":
        raise ValueError(f"Codes are whole numbers; this array holds {codes.dtype}.")
    last = formats.code_count(f) - 1
    if codes.size and (codes.min() < 0 or codes.max() > last):
        raise ValueError(f"{f['label']} has the codes 0 to {last}, all whole numbers.")
    return codes


def in_blocks(work, x, dtype):
    """A new array shaped like x: work(block of x, block of the result) on each block in turn."""
    flat = x.reshape(-1)
    out = np.empty(flat.size, dtype)
    with np.errstate(all="ignore"):
        for start in range(0, flat.size, BLOCK):
            block = flat[start : start + BLOCK]
            if block.dtype == np.float16 or not block.dtype.isnative:
                block = block.astype(np.float32 if block.dtype.itemsize == 2 else np.float64)
            work(block, out[start : start + BLOCK])
    return out.reshape(x.shape)


def code_type(f):
    return np.uint8 if f["bits"] <= 8 else np.uint16 if f["bits"] <= 16 else np.uint32


@cache
def values_of(name):
    """All values of a format of 8 bits or fewer, by code."""
    f = formats.format_row(name)
    return np.array([formats.decode(c, f) for c in range(formats.code_count(f))], np.float32)
