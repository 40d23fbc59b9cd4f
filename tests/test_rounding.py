"""lowbit/rounding.py: arrays get what gfloat, ml_dtypes and the scalar functions give, bit by bit.

Inputs: every bfloat16 pattern, every midpoint with the two float32 beside it, a million float32
bit patterns, float64 ones; every overflow rule and rounding that a format has.
"""

import math

import ml_dtypes
import numpy as np
import pytest
import torch
from oracles import FLOATS, ML_DTYPES, boundaries, gfloat_values, same, unsigned

from lowbit.formats import (
    FORMATS,
    code_count,
    decode,
    encode,
    format_row,
    has_inf,
    has_nan,
    largest,
)
from lowbit.rounding import BLOCK, decode_array, encode_array, round_to

INF, NAN = math.inf, math.nan
ROUNDINGS = ["nearest", "zero", "stochastic"]
MILLION = np.random.default_rng(20261201).integers(0, 2**32, 10**6, np.uint32).view(np.float32)
PATTERNS = (np.arange(2**16, dtype=np.uint32) << 16).view(np.float32)  # every bfloat16


def rules(name):
    f = format_row(name)
    return ["saturate"] + ["inf"] * has_inf(f) + ["nan"] * has_nan(f)


def allowed(name, x):
    """x without the NaN that the format would refuse."""
    return x if has_nan(format_row(name)) else x[~np.isnan(x)]


def float32_boundaries(name):
    with np.errstate(over="ignore"):
        x = boundaries(name).astype(np.float32)
        return np.unique(np.concatenate([x, np.nextafter(x, np.float32(9)), [np.float32(-0.0)]]))


# ---------------------------------------------------------------- floats: gfloat, all rules


@pytest.mark.parametrize("rounding", ["nearest", "zero"])
@pytest.mark.parametrize("name", FLOATS)
def test_floats_equal_gfloat(name, rounding):
    """gfloat has one rule beyond the range besides saturation; float64 goes in as float64."""
    f = format_row(name)
    other = "inf" if has_inf(f) else "nan"
    draw = np.random.default_rng(7).integers(0, 2**64, 10**5, np.uint64).view(np.float64)
    with np.errstate(invalid="ignore"):
        inputs = [PATTERNS, MILLION, float32_boundaries(name), boundaries(name), draw]
        inputs = [allowed(name, x) for x in inputs]
    for rule in ["saturate", other] if has_nan(f) else ["saturate"]:
        for x in inputs:
            with np.errstate(all="ignore"):
                wanted = gfloat_values(name, x.astype(np.float64), rounding, rule)
            same(round_to(x, name, rounding, rule), wanted, x, f"{name} {rounding} {rule}")


@pytest.mark.parametrize("name", [n for n in ML_DTYPES if n in [*FLOATS, "e8m0"]])
def test_codes_equal_those_of_ml_dtypes_and_numpy(name):
    """In the range; beyond it they go their own way, E8M0 also below 2^-126 (test_casts.py)."""
    f = format_row(name)
    with np.errstate(all="ignore"):
        x = np.concatenate([PATTERNS, MILLION, float32_boundaries(name)])
        x = x[np.abs(x) <= largest(f)]
        if f["kind"] == "power":
            x = x[x >= 2.0**-126]
        wanted = x.astype(ML_DTYPES[name]).view(unsigned(name))
    assert np.array_equal(encode_array(x, name), wanted)


@pytest.mark.parametrize("name", ["bf16", "fp16", "e4m3fn", "e5m2", "e8m0"])
def test_values_equal_torch_with_torchs_rule(name):
    rule = {"e4m3fn": "saturate", "e8m0": "nan"}.get(name, "inf")
    dtype = {"bf16": torch.bfloat16, "fp16": torch.float16, "e4m3fn": torch.float8_e4m3fn,
             "e5m2": torch.float8_e5m2, "e8m0": torch.float8_e8m0fnu}[name]  # fmt: skip
    x = np.concatenate([PATTERNS, MILLION])
    x = x[x >= 2.0**-126] if name == "e8m0" else x
    wanted = torch.tensor(x).to(dtype).to(torch.float32).numpy()
    same(round_to(x, name, "nearest", rule), wanted, x, name)


# ---------------------------------------------------------------- everything: the scalar function


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("name", FORMATS)
def test_arrays_equal_the_scalar_function(name, rounding):
    """Codes and values, float32 and float64, for every overflow rule; the same draws decide."""
    f = format_row(name)
    pick = np.random.default_rng(11)
    some = pick.choice(boundaries(name), 1500)
    near = np.array([0.5, 0.99, 1, 1.01, 1.49, 1.51, 2, 3]) * largest(f)
    some = np.concatenate([some, near, -near, [INF, -INF, 0.0, -0.0, NAN]])
    some = np.concatenate([some, pick.normal(size=500) * min(1, largest(f))])
    for rule in rules(name):
        for dtype in (np.float64, np.float32):
            with np.errstate(over="ignore"):
                x = allowed(name, some.astype(dtype))
            draws = np.random.default_rng(5).random(x.size)
            wanted = [encode(float(v), f, rounding, rule, r) for v, r in zip(x, draws, strict=True)]
            codes = encode_array(x, name, rounding, rule, np.random.default_rng(5))
            at = np.flatnonzero(codes != wanted)
            assert at.size == 0, (name, rule, x[at[:3]], codes[at[:3]], [wanted[i] for i in at[:3]])
            values = round_to(x, name, rounding, rule, np.random.default_rng(5))
            same(values, [decode(c, f) for c in wanted], x, f"{name} {rounding} {rule}")


@pytest.mark.parametrize("name", [n for n in FORMATS if FORMATS[n]["kind"] in ("int", "table")])
def test_integers_and_tables_on_a_million_patterns(name):
    f = format_row(name)
    x = np.concatenate([allowed(name, MILLION), float32_boundaries(name)[:-1]])
    x = allowed(name, np.concatenate([x, np.random.default_rng(2).normal(size=10**5) * 3]))
    if f["kind"] == "int":
        wanted = np.clip(np.rint(x), f["lowest"], f["highest"]) + 0.0
    else:
        distance = np.abs(np.clip(x, -1, 1)[:, None] - np.array(f["values"]))
        wanted = np.array(f["values"])[distance.argmin(1)]  # a tie: the lower, like ours
        tie = np.sort(distance, axis=1)
        x, wanted = x[tie[:, 1] > tie[:, 0]], wanted[tie[:, 1] > tie[:, 0]]
    same(round_to(x, name), wanted, x, name)


@pytest.mark.parametrize("name", FORMATS)
def test_decode_gives_every_code_its_value(name):
    f = format_row(name)
    codes = np.arange(code_count(f), dtype=np.uint32) if f["bits"] < 20 else None
    if codes is None:
        codes = np.random.default_rng(4).integers(0, 2**32, 20_000, np.uint32)
    with np.errstate(invalid="ignore"):
        values = decode_array(codes, name).astype(np.float64)
    some = slice(None, None, 1 if f["bits"] <= 8 else 37)
    same(values[some], [decode(int(c), f) for c in codes[some]], codes[some], name)
    if name in ML_DTYPES and name != "fp32":
        with np.errstate(invalid="ignore"):
            bits = codes.astype(unsigned(name)).view(ML_DTYPES[name]).astype(np.float64)
        same(values, bits, codes, name)


# ---------------------------------------------------------------- shapes, types, blocks


def test_the_shape_is_kept():
    for shape in [(), (0,), (3, 0, 2), (1,), (2, 3, 4), (BLOCK + 1,)]:
        x = np.full(shape, 0.3, np.float32)
        for made, dtype in [(round_to(x, "e4m3fn"), np.float32), (encode_array(x, "nf4"), np.uint8),
                            (encode_array(x, "bf16"), np.uint16),
                            (encode_array(x, "tf32"), np.uint32)]:  # fmt: skip
            assert (made.shape, made.dtype) == (shape, dtype)
    assert float(round_to(0.3, "e4m3fn")) == 0.3125
    assert decode_array([[0x7E], [0x38]], "e4m3fn").tolist() == [[448.0], [1.0]]


def test_strides_and_byte_order_do_not_matter():
    x = np.random.default_rng(0).normal(size=(64, 48)).astype(np.float32)
    wanted = round_to(x, "e5m2")
    assert np.array_equal(round_to(x.T, "e5m2"), wanted.T)
    assert np.array_equal(round_to(x[::2, ::-3], "e5m2"), wanted[::2, ::-3])
    assert np.array_equal(round_to(x.astype(">f4"), "e5m2"), wanted)
    assert np.array_equal(round_to(x.tolist(), "e5m2"), wanted)


def test_the_input_stays_as_it_was():
    for name in FORMATS:
        x = np.random.default_rng(0).normal(size=1000)
        for dtype in (np.float32, np.float64):
            y = x.astype(dtype)
            for rounding in ROUNDINGS:
                round_to(y, name, rounding, rng=np.random.default_rng(0))
            assert np.array_equal(y, x.astype(dtype)), name


def test_float16_and_integers_go_in_too():
    half = np.arange(2**16, dtype=np.uint16).view(np.float16)
    half = half[~np.isnan(half)]
    assert np.array_equal(round_to(half, "e4m3fn"), round_to(half.astype(np.float64), "e4m3fn"))
    assert round_to([465, -3], "e4m3fn").tolist() == [448.0, -3.0]
    assert round_to([True], "e2m1").tolist() == [1.0]


@pytest.mark.parametrize("dtype", [d for n, d in ML_DTYPES.items() if n in [*FLOATS, "e8m0"]])
def test_small_floats_of_ml_dtypes_go_in_too(dtype):
    """numpy calls E5M2 a float of one byte and the others raw bytes: both are read as numbers."""
    x = np.array([0.5, 1, 2, 4] * 8, np.float32).reshape(4, 8)
    assert np.array_equal(round_to(x.astype(dtype), "e4m3fn"), x)
    assert np.array_equal(encode_array(x.astype(dtype).T, "bf16"), encode_array(x.T, "bf16"))


def test_float64_is_rounded_once():
    """Just above the middle of 1 and 1 + 2^-7: through float32 it would become the tie, and 1."""
    x = np.array([1 + 2.0**-8 + 2.0**-40])
    assert round_to(x, "bf16")[0] == 1 + 2.0**-7
    assert x.astype(ml_dtypes.bfloat16)[0] == 1
    assert round_to([448 + 16 + 1e-9], "e4m3fn", "nearest", "nan")[0] != 448


@pytest.mark.parametrize("name", ["bf16", "tf32", "e4m3fn", "e5m2", "e8m0"])
def test_special_values_in_any_block(name):
    """NaN, infinity and huge values in the second block change nothing around them."""
    x = np.abs(np.random.default_rng(0).normal(size=2 * BLOCK + 5)).astype(np.float32)
    wanted = round_to(x, name)
    special = np.array([NAN, INF, 3.4e38, 2.0**-140], np.float32)
    at = BLOCK + np.array([0, 77, 4000, BLOCK - 1])
    x[at] = special
    got = round_to(x, name)
    same(
        got[at], [decode(encode(float(v), format_row(name)), format_row(name)) for v in special], at
    )
    keep = np.setdiff1d(np.arange(x.size), at)
    assert np.array_equal(got[keep], wanted[keep])


def test_nan_bits_do_not_carry_into_a_number():
    words = np.array([0x7F800001, 0x7FFFFFFF, 0xFFFFFFFF, 0xFF800001], np.uint32)
    for name in ("bf16", "tf32", "fp32", "fp16", "e4m3fn"):
        assert np.isnan(round_to(words.view(np.float32), name)).all(), name
        assert np.isnan(decode_array(encode_array(words.view(np.float32), name), name)).all()


def test_stochastic_rounding_keeps_the_mean():
    """A thousand draws of one value: the mean comes within four standard errors of it."""
    for name, x in [("e2m1", 2.3), ("e4m3fn", 0.0123), ("int8", -7.75), ("e8m0", 1.9)]:
        got = round_to(np.full(10_000, x), name, "stochastic", rng=np.random.default_rng(1))
        low, high = np.unique(got)
        error = (high - low) / 2 / math.sqrt(10_000)
        assert abs(got.mean(dtype=np.float64) - x) < 4 * error
        assert low < x < high


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize("name", ["e2m1", "int8", "nf4", "e3m2"])
@pytest.mark.parametrize("work", [round_to, encode_array])
def test_nan_in_a_format_without_nan(name, work):
    with pytest.raises(ValueError, match=r"has no NaN, and the array has 1"):
        work(np.array([1.0, NAN, 2.0]), name)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(([1.0], "fp9"), "Unknown number format 'fp9'"),
     (([1.0], "e4m3fn", "up"), "Unknown rounding 'up'"),
     (([1.0], "e4m3fn", "nearest", "inf"), "has no infinity"),
     (([1.0], "e2m1", "nearest", "nan"), "has no NaN"),
     (([1.0], "e2m1", "stochastic"), "needs rng="),
     ((["a"], "e2m1"), "array of real numbers"),
     (([1j], "e2m1"), "array of real numbers"),
     ((np.longdouble([1]), "e2m1"), "array of real numbers")],
)  # fmt: skip
def test_bad_arguments(arguments, said):
    for work in (round_to, encode_array):
        with pytest.raises(ValueError, match=said):
            work(*arguments)


@pytest.mark.parametrize("x", [torch.ones(2, dtype=torch.bfloat16), [[1.0], [2.0, 3.0]]])
def test_what_numpy_makes_no_array_of(x):
    with pytest.raises(ValueError, match=r"^This \w+ does not become an array: .*\)\.$"):
        round_to(x, "e4m3fn")


def test_a_seed_is_no_generator():
    with pytest.raises(ValueError, match="needs rng=numpy"):
        round_to([1.0], "e4m3fn", "stochastic", rng=0)


@pytest.mark.parametrize("codes", [[256], [-1], [0.0], [[3], [1000]], ["a"]])
def test_bad_codes(codes):
    with pytest.raises(ValueError, match=r"E4M3 has the codes 0 to 255|Codes are whole numbers"):
        decode_array(codes, "e4m3fn")


def test_a_code_beyond_a_short_table():
    assert decode_array([0, 1, 2], "ternary").tolist() == [-1.0, 0.0, 1.0]
    with pytest.raises(ValueError, match="Ternary has the codes 0 to 2"):
        decode_array([3], "ternary")
