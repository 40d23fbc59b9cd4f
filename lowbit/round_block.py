"""One block of an array, rounded to a format: what lowbit/rounding.py does in turn (numpy).

x: one-dimensional, float32 or float64, native; f: a row of formats.format_row; rule: "saturate",
"inf" or "nan"; rng: a numpy Generator for "stochastic" rounding, one draw an element.
"""

import numpy as np

from lowbit import formats

# ---- floats and integers ----


def grid_values(x, f, rounding, rule, rng, out):
    """Round one block of floats or integers into out (float32): x over the step, made whole, times
    the step. Division by a power of two is exact, so this rounds once."""
    if rounding == "nearest" and rule == "inf" and cut_bits(x, f, out):
        return
    if f["kind"] == "int":
        out[:] = whole(np.clip(x, f["lowest"], f["highest"]), rounding, rng)
        if np.isnan(out.min()):
            refuse_nan(x, f)
        out += 0.0  # an integer has no minus zero
        return
    if f["sign"] == 0:
        x = np.maximum(x, 0)
    step = binades(x, formats.smallest_normal(f))
    step *= x.dtype.type(2.0 ** -f["mantissa"])
    np.multiply(whole(x / step, rounding, rng), step, out=out, casting="same_kind")
    top = np.float32(formats.largest(f))
    if not (out.max() <= top and out.min() >= -top):
        replace_beyond(x, f, rounding, rule, out, top)
    if f["sign"] == 0 or f["top"] == "fnuz":
        out += 0.0


def cut_bits(x, f, out):
    """BF16 and TF32, which have float32's exponents: add half of what is cut, ties to even.

    False when there is more to do: another format, or NaN, whose mark could lie in the bits that go.
    """
    cut = 32 - f["bits"]
    if f["bias"] != 127 or cut == 0 or x.dtype != np.float32 or not np.isfinite(np.dot(x, x)):
        return False
    bits = x.view(np.uint32)
    total = bits >> np.uint32(cut)
    total &= np.uint32(1)
    total += np.uint32(2 ** (cut - 1) - 1)
    total += bits
    np.bitwise_and(total, np.uint32(2**32 - 2**cut), out=out.view(np.uint32))
    return True


def binades(x, least):
    """The power of two at or below each |x|, at least `least`; infinity for infinity and NaN."""
    if x.dtype == np.float32:
        power = (x.view(np.uint32) & np.uint32(0x7F800000)).view(np.float32)
    else:
        power = (x.view(np.uint64) & np.uint64(0x7FF0000000000000)).view(np.float64)
    return np.maximum(power, x.dtype.type(least), out=power)


def whole(q, rounding, rng):
    """q rounded to whole numbers in place: to the nearest, ties to even; toward zero; or away from
    zero with the probability of its fraction."""
    if rounding == "nearest":
        return np.rint(q, out=q)
    if rounding == "zero":
        return np.trunc(q, out=q)
    low = np.trunc(q)
    return low + np.copysign(rng.random(q.size) < np.abs(q - low), q)


def replace_beyond(x, f, rounding, rule, out, top):
    """What lies beyond the largest value becomes what the rule says, in place."""
    at = np.flatnonzero(~(np.abs(out) <= top))
    x = x[at]
    limit = {"saturate": top, "inf": np.float32(np.inf), "nan": np.float32(np.nan)}[rule]
    made = np.copysign(limit, x)
    if rounding == "zero":
        made = np.where(np.isfinite(x), np.copysign(top, x), made)
    nan = np.isnan(x)
    if nan.any() and not formats.has_nan(f):
        refuse_nan(x, f)
    out[at] = np.where(nan, np.nan, made)


def refuse_nan(x, f):
    raise ValueError(f"{f['label']} has no NaN, and the array has {np.isnan(x).sum()} or more.")


def codes_of_values(values, f):
    """The codes of float32 values that the format has."""
    if f["kind"] == "int":
        return values.astype(np.int16) & np.int16(2 ** f["bits"] - 1)
    half = 2 ** (f["exponent"] + f["mantissa"])
    # scaled so that its exponents and subnormals fall on float32's own, the code is the upper bits
    scaled = np.abs(values) * np.float32(2.0 ** (f["bias"] - 127))
    codes = scaled.view(np.uint32) >> np.uint32(23 - f["mantissa"])
    finite = np.isfinite(values)
    if not finite.all():
        infinity = half - 2 ** f["mantissa"]
        codes[~finite] = np.where(np.isnan(values[~finite]), formats.code_of_nan(f), infinity)
    if f["sign"] == 1:
        codes |= np.signbit(values) * np.uint32(half)
    return codes


# ---- powers of two and tables ----


def table_codes(x, f, rounding, rule, rng):
    """Codes of one block in E8M0 or in a table of values."""
    if f["kind"] == "power":
        return power_codes(x, f, rounding, rule, rng)
    if np.isnan(x.min()):
        refuse_nan(x, f)
    values = np.array(f["values"])
    if rounding == "nearest":  # the code is the number of midpoints below x
        codes = np.zeros(x.size, np.uint8)
        for middle in values[:-1] + np.diff(values) / 2:
            limit = x.dtype.type(middle)  # to the last float32 at or below it: x > middle stays
            limit = np.nextafter(limit, x.dtype.type(-9)) if limit > middle else limit
            codes += (x > limit).view(np.uint8)
        return codes
    low = np.clip(np.searchsorted(values, x, side="right") - 1, 0, values.size - 2)
    part = np.clip((x - values[low]) / np.diff(values)[low], 0, 1)
    if rounding == "stochastic":
        return low + (rng.random(x.size) < part)
    return low + np.where(x >= 0, part == 1, part > 0)


def power_codes(x, f, rounding, rule, rng):
    """E8M0 codes: the exponent, one more from half way up."""
    least = 2.0 ** -f["bias"]
    if x.dtype == np.float32 and x.max() < 2.0**127:
        y = np.maximum(x, np.float32(least)) * np.float32(2)  # not subnormal, and not infinite
        cut, bias, bits = 23, 128, np.uint32
    else:
        y = np.maximum(x.astype(np.float64), least)
        cut, bias, bits = 52, 1023, np.uint64
    words = y.view(bits)
    half = bits(1 << (cut - 1) if rounding == "nearest" else 0)
    codes = ((words + half) >> bits(cut)).astype(np.int32)
    if rounding == "stochastic":
        codes += rng.random(x.size) < (words & bits((1 << cut) - 1)) * 2.0**-cut
    codes += f["bias"] - bias
    if codes.max() > 254:
        over = (codes > 254) if rounding != "zero" else np.isinf(x)
        codes = np.where(over & (rule == "nan"), 255, np.minimum(codes, 254))
    if rule == "nan":
        codes[x <= 0] = 255
    codes[np.isnan(x)] = 255
    return codes
