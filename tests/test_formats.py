"""Every code of every format, every rounding boundary, against ml_dtypes, torch, numpy and gfloat.

Where the oracles disagree the test says so: gfloat breaks E8M0's ties to the even exponent, the
libraries go up; ml_dtypes and torch round a float64 to float32 first, gfloat does not; torchao
prints NF4 to four digits. What each library does beyond the range is in test_casts.py.
"""

import math
from fractions import Fraction
from statistics import NormalDist

import gfloat
import ml_dtypes
import numpy as np
import pytest
import torch
from oracles import (
    FLOATS,
    GFLOAT,
    ML_DTYPES,
    TORCH,
    all_codes,
    boundaries,
    gfloat_values,
    same,
    unsigned,
)

from lowbit.formats import (
    ALIASES,
    FORMATS,
    code_count,
    code_of_nan,
    decode,
    describe,
    encode,
    fields,
    format_row,
    grid_step,
    has_inf,
    has_nan,
    largest,
    lowest,
    neighbours,
    smallest,
    smallest_normal,
    value_count,
)

INF, NAN = math.inf, math.nan
INTEGERS = ["int8", "uint8", "int4", "uint4"]
SMALL = [name for name, f in FORMATS.items() if f["bits"] <= 16]  # every code in a blink


# ---------------------------------------------------------------- decode: every code


@pytest.mark.parametrize("name", ML_DTYPES)
def test_decode_equals_ml_dtypes_and_numpy(name):
    codes = all_codes(name)
    with np.errstate(invalid="ignore"):  # signalling NaNs
        wanted = codes.astype(unsigned(name)).view(ML_DTYPES[name]).astype(np.float64)
    same([decode(int(c), format_row(name)) for c in codes], wanted, codes, name)


@pytest.mark.parametrize("name", TORCH)
def test_decode_equals_torch(name):
    codes = all_codes(name)
    words = torch.tensor(codes.astype(unsigned(name)).view(f"i{np.dtype(unsigned(name)).itemsize}"))
    wanted = words.view(TORCH[name]).to(torch.float64).numpy()
    same([decode(int(c), format_row(name)) for c in codes], wanted, codes, name)


@pytest.mark.parametrize("name", [n for n in GFLOAT if n not in ("fp32", "tf32")])
def test_decode_equals_gfloat(name):
    codes = all_codes(name)
    wanted = gfloat.decode_ndarray(GFLOAT[name], codes.astype(np.int64))
    same([decode(int(c), format_row(name)) for c in codes], wanted, codes, name)


def test_every_tf32_code_is_the_float32_with_13_more_zero_bits():
    codes = all_codes("tf32")
    with np.errstate(invalid="ignore"):
        wanted = (codes.astype(np.uint32) << 13).view(np.float32).astype(np.float64)
    same([decode(int(c), format_row("tf32")) for c in codes], wanted, codes, "tf32")


def test_every_ue4m3_code_is_e4m3_without_a_sign():
    codes = all_codes("ue4m3")
    wanted = codes.astype(np.uint8).view(ml_dtypes.float8_e4m3fn).astype(np.float64)
    same([decode(int(c), format_row("ue4m3")) for c in codes], wanted, codes, "ue4m3")


NF4 = [  # bitsandbytes' table: float32 numbers, printed as float64
    -1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635,
    -0.18477343022823334, -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725,
    0.24611230194568634, 0.33791524171829224, 0.44070982933044434, 0.5626170039176941,
    0.7229568362236023, 1.0,
]  # fmt: skip


def test_nf4_is_what_bitsandbytes_has():
    values = [decode(c, format_row("nf4")) for c in range(16)]
    assert values == NF4
    assert [float(np.float32(v)) for v in values] == values


def test_nf4_is_what_its_paper_derives():
    """QLoRA, appendix E: quantiles of the normal distribution, 8 above zero and 7 below. The
    table of the paper lies up to 1.1·10^-7 beside them."""
    quantile = NormalDist().inv_cdf
    above = [quantile(p) for p in np.linspace(0.9677083, 0.5, 9)[:-1]]
    below = [-quantile(p) for p in np.linspace(0.9677083, 0.5, 8)[:-1]]
    derived = sorted([*above, *below, 0.0])
    assert np.abs(np.array(NF4) - np.array(derived) / max(derived)).max() < 1.1e-7


def test_nf4_is_torchaos_table_which_has_four_digits():
    from torchao.quantization import NF4Tensor

    table = NF4Tensor.from_tensor(torch.zeros(64), 64, 1).nf4.tolist()
    assert [round(decode(c, format_row("nf4")), 4) for c in range(16)] == [
        round(v, 4) for v in table
    ]


# ---------------------------------------------------------------- encode: every boundary


@pytest.mark.parametrize("rounding", ["nearest", "zero"])
@pytest.mark.parametrize("name", FLOATS)
def test_encode_equals_gfloat_at_every_boundary(name, rounding):
    """In float64, so that a value 10^-16 from a midpoint counts; codes come back through decode,
    and `test_decode_undoes_encode` ties codes to values."""
    f = format_row(name)
    xs = boundaries(name)
    if not has_nan(f):
        xs = xs[~np.isnan(xs)]
    other = "inf" if has_inf(f) else "nan" if has_nan(f) else None
    for rule in filter(None, ["saturate", other]):
        got = [decode(encode(x, f, rounding, rule), f) for x in xs.tolist()]
        same(got, gfloat_values(name, xs, rounding, rule), xs, f"{name} {rounding} {rule}")
        xs = xs[~(np.abs(xs) < largest(f) / 2)]  # the rules agree far below the top


@pytest.mark.parametrize("name", [n for n in FLOATS if has_inf(format_row(n))])
def test_the_nan_rule_gives_nan_where_the_inf_rule_gives_infinity(name):
    f = format_row(name)
    for x in boundaries(name)[-2000:].tolist():
        for rounding in ("nearest", "zero"):
            to_inf = decode(encode(x, f, rounding, "inf"), f)
            to_nan = decode(encode(x, f, rounding, "nan"), f)
            assert math.isnan(to_nan) if abs(to_inf) == INF else to_nan == to_inf or x != x


@pytest.mark.parametrize("name", [n for n in ML_DTYPES if n in FLOATS])
def test_codes_equal_those_of_ml_dtypes_and_numpy_in_the_range(name):
    """Code by code, sign of zero too. They round float64 to float32 first, so float32 goes in;
    FP32 itself takes float64."""
    f = format_row(name)
    xs = boundaries(name)
    if name != "fp32":
        xs = xs[~((np.abs(xs) > 3.4e38) & np.isfinite(xs))].astype(np.float32)
    bound = largest(f) + (0 if f["top"] == "fnuz" else 0.49 * grid_step(largest(f), f))
    xs = xs[np.abs(xs) <= bound]
    wanted = xs.astype(ML_DTYPES[name]).view(unsigned(name))
    same([encode(x, f) for x in xs.tolist()], wanted, xs, name)


@pytest.mark.parametrize("name", [n for n in TORCH if n in FLOATS])
def test_codes_equal_those_of_torch_in_the_range(name):
    f = format_row(name)
    xs = boundaries(name)
    xs = xs[~((np.abs(xs) > 3.4e38) & np.isfinite(xs))].astype(np.float32)
    xs = xs[np.abs(xs) <= largest(f)]
    words = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[TORCH[name].itemsize]
    wanted = torch.tensor(xs).to(TORCH[name]).view(words).numpy().view(unsigned(name))
    same([encode(x, f) for x in xs.tolist()], wanted, xs, name)


@pytest.mark.parametrize("name", SMALL)
def test_decode_undoes_encode(name):
    """Every finite code but a second zero comes back from its value, at all three roundings."""
    f = format_row(name)
    for code in range(code_count(f)):
        x = decode(code, f)
        if abs(x) < INF:
            for rounding in ("nearest", "zero", "stochastic"):
                assert encode(x, f, rounding, "", 0.999) == code, (name, code, rounding)


@pytest.mark.parametrize("name", FLOATS)
def test_special_inputs(name):
    f = format_row(name)
    if has_nan(f):
        assert math.isnan(decode(encode(NAN, f), f))
    else:
        with pytest.raises(ValueError, match="has no NaN"):
            encode(NAN, f)
    assert encode(0.0, f) == 0
    minus_zero = decode(encode(-0.0, f), f)
    assert minus_zero == 0
    assert (math.copysign(1, minus_zero) < 0) == (f["sign"] == 1 and f["top"] != "fnuz")
    assert encode(INF, f, "zero", "saturate") == encode(largest(f), f)
    assert encode(1e308, f, "zero", "inf" if has_inf(f) else "saturate") == encode(largest(f), f)


@pytest.mark.parametrize(
    ("name", "codes"),
    # FP32's own examples from IEEE 754, then each format's first rounding ties
    [("e2m1", {0.25: 0, 0.75: 2, 1.25: 2, 1.75: 4, 2.5: 4, 3.5: 6, 5.0: 6, 5.1: 7}),
     ("e4m3fn", {464.0: 0x7E, 465.0: 0x7E, -465.0: 0xFE, 400.0: 0x7C, 2.0**-10: 0, 2.0**-9: 1}),
     ("e4m3fnuz", {248.0: 0x7F, 300.0: 0x7F, 2.0**-11: 0, -(2.0**-11): 0, -(2.0**-10): 0x81}),
     ("e5m2", {61439.0: 0x7B, 61440.0: 0x7C, -61440.0: 0xFC, 2.0**-17: 0, 3 * 2.0**-17: 2}),
     ("fp16", {65519.0: 0x7BFF, 65520.0: 0x7C00, 2.0**-25: 0, 3 * 2.0**-25: 2}),
     ("bf16", {1.0 + 2.0**-8: 0x3F80, 1.0 + 3 * 2.0**-8: 0x3F82, 3.4e38: 0x7F80}),
     ("e8m0", {1.0: 127, 1.49: 127, 1.5: 128, 3.0: 129, 0.0: 0, -3.0: 0, 1e-45: 0, 3e38: 254}),
     ("ue4m3", {-5.0: 0, -INF: 0, 448.0: 0x7E, 1e9: 0x7E}),
     ("int8", {-0.5: 0, 0.5: 0, 1.5: 2, 2.5: 2, -1.5: 0xFE, 127.5: 127, -128.6: 0x80, INF: 127}),
     ("int4", {7.5: 7, -8.5: 8, -7.5: 8, -0.51: 15, 6.5: 6}),
     ("uint8", {-1.0: 0, 255.5: 255, 254.5: 254}),
     ("nf4", {0.0: 7, 1.0: 15, 2.0: 15, -9.0: 0, 0.04: 8, 0.0397: 7, -0.05: 6, INF: 15}),
     ("ternary", {0.4: 1, 0.6: 2, -0.6: 0, -0.5: 0, 0.5: 1})],
)  # fmt: skip
def test_known_codes(name, codes):
    f = format_row(name)
    assert {value: encode(value, f) for value in codes} == codes


def test_ties_of_e8m0_go_up_as_in_torch_and_ml_dtypes():
    """gfloat sends them to the even exponent code instead."""
    xs = np.array([1.5 * 2.0**e for e in range(-126, 127)])
    codes = [encode(x, format_row("e8m0")) for x in xs.tolist()]
    assert codes == [e + 128 for e in range(-126, 127)]
    f32 = xs.astype(np.float32)
    assert codes == f32.astype(ml_dtypes.float8_e8m0fnu).view(np.uint8).tolist()
    assert codes == torch.tensor(f32).to(torch.float8_e8m0fnu).view(torch.uint8).tolist()
    even = gfloat.round_ndarray(GFLOAT["e8m0"], xs)
    assert (np.log2(even) + 127 == [c - c % 2 for c in codes]).all()


@pytest.mark.parametrize("rounding", ["nearest", "zero"])
def test_e8m0_at_every_boundary(rounding):
    """Against the exponent of the float64 itself; below the range it saturates, above by rule."""
    f = format_row("e8m0")
    xs = boundaries("e8m0")
    xs = xs[(xs > 0) & (xs < INF)]
    mantissa, exponent = np.frexp(xs)  # 0.5 <= mantissa < 1
    codes = np.maximum(exponent - 1, -127) + 127
    if rounding == "nearest":
        codes += (mantissa >= 0.75) & (exponent - 1 >= -127)
    over = codes > 254
    to_nan = over if rounding == "nearest" else np.zeros_like(over)
    same([encode(x, f, rounding) for x in xs.tolist()], np.minimum(codes, 254), xs, "saturate")
    wanted = np.where(to_nan, 255, np.minimum(codes, 254))
    same([encode(x, f, rounding, "nan") for x in xs.tolist()], wanted, xs, "nan")
    assert [encode(x, f, rounding, "nan") for x in (INF, 0.0, -0.0, -1.0, -INF)] == [255] * 5
    assert [encode(x, f, rounding) for x in (INF, 0.0, -0.0, -1.0, -INF)] == [254, 0, 0, 0, 0]


@pytest.mark.parametrize("rounding", ["nearest", "zero"])
@pytest.mark.parametrize("name", INTEGERS)
def test_integers_at_every_boundary(name, rounding):
    f = format_row(name)
    xs = boundaries(name)
    xs = xs[~np.isnan(xs)]
    to_whole = {"nearest": np.rint, "zero": np.trunc}[rounding]
    wanted = np.clip(to_whole(xs), f["lowest"], f["highest"]).astype(np.int64)
    same([encode(x, f, rounding) for x in xs.tolist()], wanted % 2 ** f["bits"], xs, name)
    codes = wanted.astype(ML_DTYPES[name]).view(np.uint8).astype(int) % 2 ** f["bits"]
    same([encode(x, f, rounding) for x in xs.tolist()], codes, xs, name)


@pytest.mark.parametrize("name", ["nf4", "ternary"])
def test_tables_at_every_boundary(name):
    """The nearest entry by exact arithmetic; toward zero, the last entry on the way there."""
    f = format_row(name)
    values = [Fraction(v) for v in f["values"]]
    for x in boundaries(name).tolist():
        if x != x:
            continue
        q = Fraction(min(max(x, -2.0), 2.0))
        near = [abs(q - v) for v in values]
        # a float64 midpoint may lie a hair off the exact one: both entries are then as near
        assert near[encode(x, f)] - min(near) <= Fraction(2) ** -54
        inward = [i for i, v in enumerate(values) if abs(v) <= abs(q) and v * q >= 0]
        assert encode(x, f, "zero") == max(inward, key=lambda i: abs(values[i]))


# ---------------------------------------------------------------- stochastic rounding


def pairs(name):
    """Each value of a format with the next one away from zero, by code."""
    f = format_row(name)
    for code in range(0, code_count(f), 17 if f["bits"] > 8 else 1):
        x, side = decode(code, f), neighbours(code, f)
        if abs(x) < INF:
            yield x, None if side["above"] is None else decode(side["above"], f)


@pytest.mark.parametrize("name", SMALL)
def test_stochastic_rounding_goes_up_with_the_probability_of_the_fraction(name):
    """Count over a grid of `random`: 3/8 of the way from one value to the next, 3 of 8 draws
    reach it. The halves of the eighths decide exactly, none falls on the threshold."""
    f = format_row(name)
    draws = [(i + 0.5) / 8 for i in range(8)]
    for low, high in pairs(name):
        for part in (1, 3, 6) if high is not None else ():
            x = low + (high - low) * part / 8
            reached = [decode(encode(x, f, "stochastic", "", r), f) for r in draws]
            assert set(reached) <= {low, high}
            outer = high if abs(high) > abs(low) or name == "nf4" or name == "ternary" else low
            share = part if outer == high else 8 - part
            assert sum(v == outer for v in reached) == share, (name, low, high, part)


@pytest.mark.parametrize("name", FLOATS)
def test_stochastic_rounding_overflows_only_past_the_largest(name):
    f = format_row(name)
    if has_nan(f):
        rule = "inf" if has_inf(f) else "nan"
        x = largest(f) + 0.25 * grid_step(largest(f), f)
        over = [decode(encode(x, f, "stochastic", rule, i / 8), f) != largest(f) for i in range(8)]
        assert over == [True] * 2 + [False] * 6
    assert encode(1e308, f, "stochastic", "saturate", 0.999) == encode(largest(f), f)


# ---------------------------------------------------------------- what the specifications say

SPEC = {  # largest, smallest normal, smallest, finite values, NaN codes
    "fp32": (2.0**128 - 2.0**104, 2.0**-126, 2.0**-149, 2 * 255 * 2**23 - 1, 2**24 - 2),
    "tf32": (2.0**128 - 2.0**117, 2.0**-126, 2.0**-136, 2 * 255 * 2**10 - 1, 2046),
    "fp16": (65504.0, 2.0**-14, 2.0**-24, 63487, 2046),
    "bf16": (2.0**128 - 2.0**120, 2.0**-126, 2.0**-133, 65279, 254),
    "e4m3fn": (448.0, 2.0**-6, 2.0**-9, 253, 2),
    "e4m3fnuz": (240.0, 2.0**-7, 2.0**-10, 255, 1),
    "e4m3": (240.0, 2.0**-6, 2.0**-9, 239, 14),
    "e5m2": (57344.0, 2.0**-14, 2.0**-16, 247, 6),
    "e5m2fnuz": (57344.0, 2.0**-15, 2.0**-17, 255, 1),
    "e3m2": (28.0, 0.25, 0.0625, 63, 0),
    "e2m3": (7.5, 1.0, 0.125, 63, 0),
    "e2m1": (6.0, 1.0, 0.5, 15, 0),
    "ue4m3": (448.0, 2.0**-6, 2.0**-9, 127, 1),
    "e8m0": (2.0**127, 2.0**-127, 2.0**-127, 255, 1),
    "int8": (127.0, 1.0, 1.0, 256, 0),
    "uint8": (255.0, 1.0, 1.0, 256, 0),
    "int4": (7.0, 1.0, 1.0, 16, 0),
    "uint4": (15.0, 1.0, 1.0, 16, 0),
    "nf4": (1.0, 0.07958029955625534, 0.07958029955625534, 16, 0),
    "ternary": (1.0, 1.0, 1.0, 3, 0),
}
LABELS = {  # where it is not the name in capitals
    "e4m3fn": "E4M3", "e4m3fnuz": "E4M3 FNUZ", "e4m3": "E4M3 IEEE", "e5m2fnuz": "E5M2 FNUZ",
    "ternary": "Ternary",
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_ranges_of_the_specifications(name):
    f = format_row(name)
    top, normal, least, values, nans = SPEC[name]
    assert (largest(f), smallest_normal(f), smallest(f)) == (top, normal, least)
    assert value_count(f) == values
    bottom = {"ue4m3": 0.0, "e8m0": 2.0**-127, "uint8": 0.0, "uint4": 0.0, "int8": -128.0}
    assert lowest(f) == (bottom | {"int4": -8.0}).get(name, -top)
    assert has_nan(f) == (nans > 0)
    assert f["label"] == LABELS.get(name, name.upper())


@pytest.mark.parametrize("name", [n for n in FORMATS if n != "fp32"])
def test_counts_of_the_specifications(name):
    """By counting the codes: finite values, NaN and infinities."""
    f = format_row(name)
    found = [decode(c, f) for c in range(code_count(f))]
    assert len({v for v in found if abs(v) < INF}) == SPEC[name][3]
    assert sum(v != v for v in found) == SPEC[name][4]
    assert sum(abs(v) == INF for v in found) == (2 if has_inf(f) else 0)


@pytest.mark.parametrize(
    ("name", "values"),
    [("e2m1", [0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6]),
     ("int4", [0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1]),
     ("uint4", list(range(16))), ("ternary", [-1, 0, 1])],
)  # fmt: skip
def test_the_smallest_formats_in_full(name, values):
    assert [decode(c, format_row(name)) for c in range(len(values))] == values


@pytest.mark.parametrize(
    ("name", "code", "value", "word"),
    [("e4m3fn", 0x7E, 448.0, "normal"), ("e4m3fn", 0x7F, NAN, "NaN"), ("e4m3fn", 0xFF, NAN, "NaN"),
     ("e4m3fn", 0x01, 2.0**-9, "subnormal"), ("e4m3fn", 0x07, 7 * 2.0**-9, "subnormal"),
     ("e4m3fn", 0x08, 2.0**-6, "normal"), ("e4m3fn", 0x80, -0.0, "minus zero"),
     ("e4m3fn", 0x38, 1.0, "normal"), ("e4m3fnuz", 0x40, 1.0, "normal"),
     ("e4m3fnuz", 0x80, NAN, "NaN"), ("e4m3fnuz", 0x7F, 240.0, "normal"),
     ("e4m3", 0x78, INF, "infinity"), ("e4m3", 0x77, 240.0, "normal"), ("e4m3", 0x79, NAN, "NaN"),
     ("e5m2", 0x7B, 57344.0, "normal"), ("e5m2", 0xFC, -INF, "infinity"),
     ("e5m2", 0x7D, NAN, "NaN"), ("e5m2", 0x03, 3 * 2.0**-16, "subnormal"),
     ("e5m2fnuz", 0x80, NAN, "NaN"), ("e3m2", 0x1F, 28.0, "normal"), ("e2m3", 0x1F, 7.5, "normal"),
     ("ue4m3", 0x7F, NAN, "NaN"), ("ue4m3", 0x7E, 448.0, "normal"),
     ("e8m0", 0x00, 2.0**-127, "value"), ("e8m0", 0x7F, 1.0, "value"), ("e8m0", 0xFF, NAN, "NaN"),
     ("fp16", 0x7BFF, 65504.0, "normal"), ("fp16", 0x3C00, 1.0, "normal"),
     ("bf16", 0x3F80, 1.0, "normal"), ("bf16", 0x7F80, INF, "infinity"),
     ("tf32", 0x1FC00, 1.0, "normal"), ("fp32", 0x3F800000, 1.0, "normal"),
     ("fp32", 1, 2.0**-149, "subnormal"), ("int8", 0x80, -128.0, "value"),
     ("nf4", 7, 0.0, "zero"), ("uint8", 0, 0.0, "zero")],
)  # fmt: skip
def test_special_codes(name, code, value, word):
    f = format_row(name)
    same([decode(code, f)], [value], [code], name)
    assert describe(code, f) == word


def test_one_byte_read_as_fn_and_as_fnuz_differs_by_two():
    for code in range(1, 0x7F):
        assert decode(code, format_row("e4m3fn")) == 2 * decode(code, format_row("e4m3fnuz"))


@pytest.mark.parametrize("name", [n for n in FLOATS if n != "fp32"])
def test_fields_are_the_bits(name):
    f = format_row(name)
    for code in range(code_count(f)):
        part = fields(code, f)
        text = f"{code:0{f['bits']}b}"
        cut = [f["sign"], f["sign"] + f["exponent"]]
        wanted = [int(t or "0", 2) for t in (text[: cut[0]], text[cut[0] : cut[1]], text[cut[1] :])]
        assert list(part.values()) == wanted


@pytest.mark.parametrize("name", [n for n in FLOATS if n != "fp32"])
def test_subnormals_are_as_many_as_the_mantissa_can_say(name):
    f = format_row(name)
    words = [describe(c, f) for c in range(code_count(f))]
    assert words.count("subnormal") == (1 + f["sign"]) * (2 ** f["mantissa"] - 1)
    assert words.count("zero") == 1
    assert words.count("minus zero") == (1 if f["sign"] == 1 and f["top"] != "fnuz" else 0)


# ---------------------------------------------------------------- neighbours and ulp


@pytest.mark.parametrize("name", SMALL)
def test_walking_up_visits_every_value_once_and_back(name):
    f = format_row(name)
    code, seen = encode(lowest(f), f), []
    while code is not None:
        seen.append(decode(code, f))
        above = neighbours(code, f)["above"]
        if above is not None:
            back = neighbours(above, f)["below"]
            assert decode(back, f) == seen[-1]
        code = above
    wanted = {decode(c, f) for c in range(code_count(f))}
    assert seen == sorted(v for v in wanted if abs(v) < INF)


def test_nan_and_infinity_have_no_neighbours():
    nothing = {"below": None, "above": None}
    for name, code in [("e4m3fn", 0x7F), ("e5m2", 0x7C), ("e5m2", 0xFC), ("e8m0", 255)]:
        assert neighbours(code, format_row(name)) == nothing


@pytest.mark.parametrize("name", SMALL)
def test_the_step_is_the_distance_to_the_next_value_away_from_zero(name):
    f = format_row(name)
    for code in range(code_count(f)):
        x, side = decode(code, f), neighbours(code, f)
        away = side["above"] if x > 0 or (x == 0 and side["above"] is not None) else side["below"]
        if abs(x) < INF and away is not None:
            assert grid_step(x, f) == abs(decode(away, f) - x), (name, code)


def test_the_step_equals_numpys_spacing():
    rng = np.random.default_rng(3)
    for name, dtype in [("fp16", np.float16), ("fp32", np.float32)]:
        words = rng.integers(0, 2 ** format_row(name)["bits"], 4000)
        xs = words.astype(unsigned(name)).view(dtype)
        xs = xs[np.isfinite(xs)]
        got = [grid_step(float(x), format_row(name)) for x in xs]
        same(got, np.abs(np.spacing(np.abs(xs))), xs, name)
    assert math.isnan(grid_step(INF, format_row("fp32")))
    assert math.isnan(grid_step(NAN, format_row("nf4")))


# ---------------------------------------------------------------- names, rules, bad input


@pytest.mark.parametrize("name", FORMATS)
def test_a_row_is_consistent_with_itself(name):
    f = format_row(name)
    assert f["id"] == name
    assert f["overflow"] == ("inf" if has_inf(f) else "saturate")
    if f["kind"] == "float":
        assert f["bits"] == f["sign"] + f["exponent"] + f["mantissa"]
        # the bias puts 1 in the middle of the exponents; FNUZ has one exponent more above it
        assert f["bias"] == 2 ** (f["exponent"] - 1) - (0 if f["top"] == "fnuz" else 1)
    if f["kind"] == "table":
        assert f["values"] == sorted(set(f["values"]))
        assert 2 ** (f["bits"] - 1) < len(f["values"]) <= 2 ** f["bits"]
    if f["kind"] == "int":
        assert f["highest"] - f["lowest"] + 1 == 2 ** f["bits"]
    if f["kind"] == "power":
        assert 2 ** f["bits"] == 2 * f["bias"] + 2  # as many codes as float32 has exponents


def test_aliases_are_the_names_that_libraries_use():
    for alias, name in ALIASES.items():
        assert format_row(alias)["id"] == name
        if hasattr(torch, alias):
            assert getattr(torch, alias) == TORCH[name]
        if hasattr(ml_dtypes, alias):
            assert getattr(ml_dtypes, alias) == ML_DTYPES[name]
    own = {"half": "fp16", "fp8": "e4m3fn", "fp8e4nv": "e4m3fn", "fp4": "e2m1", "ue8m0": "e8m0"}
    assert {alias: ALIASES[alias] for alias in own} == own
    libraries = {str(dtype).removeprefix("torch.") for dtype in TORCH.values()}
    libraries |= {np.dtype(dtype).name for dtype in ML_DTYPES.values()}
    assert set(ALIASES) == libraries - set(FORMATS) | set(own)


@pytest.mark.parametrize("name", ["", "fp9", "E4M3FN", "toString", None])
def test_an_unknown_format_is_named_with_the_known_ones(name):
    with pytest.raises(ValueError, match=r"Unknown number format .*Known: fp32, tf32"):
        format_row(name)


@pytest.mark.parametrize("code", [-1, 256, 0.5, NAN, INF, None])
def test_a_code_that_the_format_lacks(code):
    with pytest.raises(ValueError, match="E4M3 has the codes 0 to 255"):
        decode(code, format_row("e4m3fn"))


@pytest.mark.parametrize(
    ("options", "said"),
    [(("up",), "Unknown rounding 'up'"), (("nearest", "wrap"), "Unknown overflow rule 'wrap'"),
     (("nearest", "inf"), "E4M3 has no infinity to overflow to"),
     (("stochastic", "", 1.0), "random is a number from 0 to below 1"),
     (("stochastic", "", NAN), "random is a number from 0 to below 1")],
)  # fmt: skip
def test_bad_options_of_encode(options, said):
    with pytest.raises(ValueError, match=said):
        encode(1.0, format_row("e4m3fn"), *options)


@pytest.mark.parametrize("name", [n for n in ML_DTYPES if has_nan(format_row(n))])
def test_the_nan_code_is_the_one_that_numpy_and_ml_dtypes_write(name):
    """torch writes it too, but in E5M2 0x7F and in BF16 one that depends on the processor."""
    x = np.float32([NAN])
    assert code_of_nan(format_row(name)) == x.astype(ML_DTYPES[name]).view(unsigned(name))[0]
    assert encode(NAN, format_row(name)) == code_of_nan(format_row(name))
    if name in TORCH and name != "bf16":
        words = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[TORCH[name].itemsize]
        wanted = torch.tensor(x).to(TORCH[name]).view(words).item()
        assert wanted == (0x7F if name == "e5m2" else code_of_nan(format_row(name)))


def test_the_nan_rule_needs_a_nan():
    for name in ("e2m1", "int8", "nf4"):
        with pytest.raises(ValueError, match="has no NaN"):
            encode(1.0, format_row(name), "nearest", "nan")
    assert code_of_nan(format_row("e5m2")) == 0x7E
    assert code_of_nan(format_row("fp32")) == 0x7FC00000
