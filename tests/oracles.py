"""What the tests of formats and rounding compare with: gfloat, ml_dtypes, numpy and torch."""

import math

import gfloat
import ml_dtypes
import numpy as np
import torch
from gfloat import Domain, FormatInfo, RoundMode
from gfloat import formats as info

from lowbit.formats import FORMATS, code_count, decode, format_row, grid_step, largest

FLOATS = [name for name, f in FORMATS.items() if f["kind"] == "float"]


def made(name, bits, precision, bias, signed=True, domain=Domain.Finite, nans=0, minus_zero=True):
    """A gfloat format for one that gfloat does not list."""
    return FormatInfo(
        name, bits, precision, bias=bias, is_signed=signed, domain=domain, has_nz=minus_zero,
        num_high_nans=nans, has_subnormals=True, is_twos_complement=False,
    )  # fmt: skip


GFLOAT = {
    "fp32": info.format_info_binary32,
    "tf32": made("tf32", 19, 11, 127, domain=Domain.Extended, nans=1023),
    "fp16": info.format_info_binary16,
    "bf16": info.format_info_bfloat16,
    "e4m3fn": info.format_info_ocp_e4m3,
    "e4m3fnuz": made("e4m3fnuz", 8, 4, 8, minus_zero=False),
    "e4m3": made("e4m3", 8, 4, 7, domain=Domain.Extended, nans=7),
    "e5m2": info.format_info_ocp_e5m2,
    "e5m2fnuz": made("e5m2fnuz", 8, 3, 16, minus_zero=False),
    "e3m2": info.format_info_ocp_e3m2,
    "e2m3": info.format_info_ocp_e2m3,
    "e2m1": info.format_info_ocp_e2m1,
    "ue4m3": made("ue4m3", 7, 4, 7, signed=False, nans=1, minus_zero=False),
    "e8m0": info.format_info_ocp_e8m0,
}
ML_DTYPES = {
    "bf16": ml_dtypes.bfloat16, "e4m3fn": ml_dtypes.float8_e4m3fn, "e4m3": ml_dtypes.float8_e4m3,
    "e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "e5m2": ml_dtypes.float8_e5m2,
    "e5m2fnuz": ml_dtypes.float8_e5m2fnuz, "e3m2": ml_dtypes.float6_e3m2fn,
    "e2m3": ml_dtypes.float6_e2m3fn, "e2m1": ml_dtypes.float4_e2m1fn,
    "e8m0": ml_dtypes.float8_e8m0fnu, "int4": ml_dtypes.int4, "uint4": ml_dtypes.uint4,
    "fp32": np.float32, "fp16": np.float16, "int8": np.int8, "uint8": np.uint8,
}  # fmt: skip
TORCH = {
    "fp32": torch.float32, "fp16": torch.float16, "bf16": torch.bfloat16,
    "e4m3fn": torch.float8_e4m3fn, "e4m3fnuz": torch.float8_e4m3fnuz, "e5m2": torch.float8_e5m2,
    "e5m2fnuz": torch.float8_e5m2fnuz, "e8m0": torch.float8_e8m0fnu, "int8": torch.int8,
    "uint8": torch.uint8,
}  # fmt: skip


def unsigned(name):
    return {1: np.uint8, 2: np.uint16, 4: np.uint32}[np.dtype(ML_DTYPES[name]).itemsize]


def all_codes(name):
    """Every code; of FP32 all that bfloat16 has, with the low half at its corners and drawn."""
    if name != "fp32":
        return np.arange(code_count(format_row(name)))
    high = np.arange(2**16, dtype=np.uint32) << 16
    low = np.random.default_rng(1).integers(0, 2**16, 2**16, dtype=np.uint32)
    return np.concatenate([high, high | 1, high | 0x7FFF, high | 0x8000, high | 0xFFFF, high | low])


def same(got, wanted, codes, note=""):
    """Assert equality with NaN equal to NaN and 0 unequal to -0; name the first difference."""
    with np.errstate(invalid="ignore"):  # signalling NaNs
        got, wanted = np.asarray(got, np.float64), np.asarray(wanted, np.float64)
    differs = ~((got == wanted) | (np.isnan(got) & np.isnan(wanted)))
    differs |= (got == 0) & (np.signbit(got) != np.signbit(wanted))
    at = np.flatnonzero(differs)
    assert at.size == 0, (
        f"{note} {at.size} differ, first {codes[at[0]]}: {got[at[0]]!r}, not {wanted[at[0]]!r}"
    )


def values_and_next(name):
    """Values of a format and, for each, the next one up, as float64. FP32 and TF32: those of a
    dense sample with all binade edges, both signs; else all."""
    if name not in ("fp32", "tf32"):
        values = np.array([decode(int(c), format_row(name)) for c in all_codes(name)])
        values = np.unique(values[np.isfinite(values)])
        return values[:-1], values[1:]
    cut = 13 if name == "tf32" else 0
    edges = (np.arange(255, dtype=np.uint32) << 23)[:, None] + np.uint32([0, 1, 0x3FFFFF, 0x7FFFFF])
    some = np.concatenate([all_codes("fp32")[::97] & 0x7FFFFFFF, edges.ravel()]) >> cut
    some = np.unique(some[some < (0x7F7FFFFF >> cut)]).astype(np.uint32)
    one = (some << cut).view(np.float32).astype(np.float64)
    two = ((some + 1) << cut).view(np.float32).astype(np.float64)
    return np.concatenate([one, -two]), np.concatenate([two, -one])


def boundaries(name):
    """Float64 values: all that the format has, all midpoints, the two float64 next to each of
    these, and what lies beyond: zeros, the smallest and largest numbers, infinities, NaN."""
    low, high = values_and_next(name)
    top, step = largest(format_row(name)), grid_step(largest(format_row(name)), format_row(name))
    beyond = [top + step * s for s in (0.25, 0.5, 0.75, 1.0, 1.5)]
    beyond += [
        top,
        2 * top,
        1e5,
        1e30,
        3.5e38,
        1e39,
        1e300,
        math.inf,
        2.0**-1074,
        1e-300,
        1e-46,
        1e-30,
    ]
    some = np.concatenate([low, high, low + (high - low) / 2, beyond, np.negative(beyond), [0.0]])
    near = some[np.isfinite(some)]
    around = [np.nextafter(near, math.inf), np.nextafter(near, -math.inf)]
    return np.concatenate([np.unique(np.concatenate([some, *around])), [-0.0, math.nan]])


def gfloat_values(name, xs, rounding, rule):
    """gfloat's rounding to the values of a format; `rule` "inf" or "nan" is what it has."""
    mode = {"nearest": RoundMode.TiesToEven, "zero": RoundMode.TowardZero}[rounding]
    if name == "ue4m3":  # gfloat refuses negative values here
        xs = np.where((xs < 0) | (np.signbit(xs) & (xs == 0)), 0.0, xs)
    return gfloat.round_ndarray(GFLOAT[name], xs, mode, rule == "saturate")
