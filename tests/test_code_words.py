"""One value in one format: numbers, parts of the code, and the sentences about it."""

import itertools
import math

import pytest

from lowbit.code_fields import (
    bit_fields,
    bits_text,
    code_text,
    field_words,
    formula_pieces,
    number_text,
    read_as,
)
from lowbit.code_words import casts_words, code_answer, typed_answer
from lowbit.format_card import format_card
from lowbit.formats import FORMATS, code_count, decode, format_row, largest, lowest
from lowbit.numbers_typed import typed_number
from lowbit.stored import count_of_sign, first_value, overflows, stored, stored_code

E4M3, E5M2, INT8 = format_row("e4m3fn"), format_row("e5m2"), format_row("int8")


def joined(pieces):
    return "".join(piece["text"] for piece in pieces)


def said(text, name="e4m3fn", rounding="nearest", rule="saturate", amax=0.0):
    """Claim and reason about a typed value."""
    answer = typed_answer(typed_number(text), text, format_row(name), rounding, rule, amax)
    return joined(answer["claim"]), answer["reason"]


# ---- numbers ----


def test_the_teaching_plan_s_numbers():
    one = stored(300.0, E4M3, "nearest", "saturate", 0.0)
    assert (one["value"], one["ulp"], one["below"], one["above"]) == (288.0, 32.0, 256.0, 320.0)
    assert one["relative_error"] == 0.04
    assert stored(300.0, E5M2, "nearest", "saturate", 0.0)["value"] == 320.0
    assert stored(0.1, INT8, "nearest", "saturate", 448.0)["value"] == 0.0
    assert stored(0.1, E4M3, "nearest", "saturate", 448.0)["value"] == 0.1015625
    assert stored(17.0, INT8, "nearest", "saturate", 448.0)["value"] == pytest.approx(
        17.64, abs=5e-3
    )
    assert stored(1.0, E4M3, "nearest", "saturate", 3.2)["value"] == pytest.approx(1.0286, abs=5e-5)
    far = stored(0.02, INT8, "nearest", "saturate", 3.2)["relative_error"]
    assert far == pytest.approx(0.26, abs=5e-3)


@pytest.mark.parametrize("name", ["fp32", "tf32", "fp16", "bf16", "e8m0", "ue4m3"])
def test_wide_formats_and_scale_formats_are_not_scaled(name):
    assert stored(0.1, format_row(name), "nearest", "saturate", 448.0)["scale"] == 1.0


def test_halving_keeps_the_relative_error_until_the_subnormals():
    x = 300.0
    while x >= 2**-6:
        assert stored(x, E4M3, "nearest", "saturate", 0.0)["relative_error"] == 0.04
        x /= 2
    errors = [
        stored(x / 2**k, E4M3, "nearest", "saturate", 0.0)["relative_error"] for k in range(3)
    ]
    assert max(errors) > 0.04


@pytest.mark.parametrize(
    ("x", "name", "rounding", "rule", "over"),
    [
        (448.0, "e4m3fn", "nearest", "saturate", ""), (464.0, "e4m3fn", "nearest", "saturate", ""),
        (465.0, "e4m3fn", "nearest", "saturate", "saturate"), (465.0, "e4m3fn", "nearest", "nan", "nan"),
        (-465.0, "e4m3fn", "nearest", "nan", "nan"), (1e9, "e4m3fn", "zero", "nan", ""),
        (math.inf, "e4m3fn", "zero", "nan", "nan"), (math.inf, "e5m2", "nearest", "inf", ""),
        (math.inf, "e5m2", "nearest", "saturate", "saturate"), (61440.0, "e5m2", "nearest", "inf", "inf"),
        (61439.0, "e5m2", "nearest", "inf", ""), (127.4, "int8", "nearest", "saturate", ""),
        (127.5, "int8", "nearest", "saturate", "saturate"), (-128.4, "int8", "nearest", "saturate", ""),
        (-0.3, "uint8", "nearest", "saturate", ""), (-3.0, "uint8", "nearest", "saturate", "saturate"),
        (1.01, "nf4", "nearest", "saturate", "saturate"), (0.0, "e8m0", "nearest", "saturate", "saturate"),
        (-1.0, "ue4m3", "nearest", "saturate", "saturate"), (math.nan, "e4m3fn", "nearest", "nan", ""),
    ],
)  # fmt: skip
def test_overflow_is_named_only_where_it_happens(x, name, rounding, rule, over):
    assert stored(x, format_row(name), rounding, rule, 0.0)["overflow"] == over


def test_overflow_means_that_a_rule_decides():
    """Where a value does not overflow, both rules give the same code."""
    for name in ("e4m3fn", "e5m2", "e5m2fnuz"):
        f = format_row(name)
        for k in range(400):
            x = largest(f) * (0.9 + k / 1000)
            codes = {stored(x, f, "nearest", rule, 0.0)["code"] for rule in ("saturate", "nan")}
            assert overflows(x, f, "nearest") == (len(codes) == 2)


@pytest.mark.parametrize(
    "name", ["e4m3fn", "e5m2fnuz", "e2m1", "ue4m3", "e8m0", "int8", "uint4", "nf4"]
)
def test_neighbours_and_counts_are_those_of_the_sorted_values(name):
    f = format_row(name)
    values = sorted({v for c in range(code_count(f)) if math.isfinite(v := decode(c, f))})
    for code in range(code_count(f)):
        one = stored_code(code, f, 0.0)
        if not math.isfinite(one["value"]):
            assert (one["below"], one["above"], one["ulp"]) == (None, None, None)
            continue
        place = values.index(one["value"])
        assert one["below"] == (values[place - 1] if place else None)
        assert one["above"] == (values[place + 1] if place + 1 < len(values) else None)
    for low, high in itertools.pairwise(values):
        middle = (low + high) / 2
        assert (first_value(middle, f, True), first_value(middle, f, False)) == (high, low)
        assert first_value(low, f, True) == first_value(low, f, False) == low
    assert first_value(2 * largest(f), f, True) is None
    assert first_value(lowest(f) - 1, f, False) is None
    for sign in (1, -1):
        assert count_of_sign(f, sign) == sum(v * sign > 0 for v in values) or sign < 0 <= values[0]


# ---- parts of a code ----


@pytest.mark.parametrize(
    ("code", "name", "bits", "hex_", "formula"),
    [
        (0x4D, "e4m3fn", "0 1001 101", "0x4D", "(−1)⁰ · 2^(9 − 7) · (1 + 5/8) = 6.5"),
        (0xFE, "e4m3fn", "1 1111 110", "0xFE", "(−1)¹ · 2^(15 − 7) · (1 + 6/8) = −448"),
        (0x01, "e4m3fn", "0 0000 001", "0x01", "(−1)⁰ · 2^(1 − 7) · (0 + 1/8) = 0.001953125"),
        (0x7F, "e4m3fn", "0 1111 111", "0x7F", "exponent 15, mantissa 7 = NaN"),
        (0xFC, "e5m2", "1 11111 00", "0xFC", "exponent 31, mantissa 0 = −infinity"),
        (0x7, "e2m1", "0 11 1", "0x7", "(−1)⁰ · 2^(3 − 1) · (1 + 1/2) = 6"),
        (0x6C, "ue4m3", "1101 100", "0x6C", "2^(13 − 7) · (1 + 4/8) = 96"),
        (0x81, "e8m0", "10000001", "0x81", "2^(129 − 127) = 4"),
        (0x9C, "int8", "1 0011100", "0x9C", "−128 · 1 + 28 = −100"),
        (200, "uint8", "11001000", "0xC8", "200 = 200"),
        (15, "nf4", "1111", "0xF", "entry 15 = 1"),
        (0x3F800000, "fp32", "0 01111111 " + 23 * "0", "0x3F800000",
         "(−1)⁰ · 2^(127 − 127) · (1 + 0/8388608) = 1"),
    ],
)  # fmt: skip
def test_bits_hex_and_formula(code, name, bits, hex_, formula):
    f = format_row(name)
    assert (bits_text(code, f), code_text(code, f)) == (bits, hex_)
    assert joined(formula_pieces(code, f, 1.0)) == formula


@pytest.mark.parametrize("name", [n for n in FORMATS if format_row(n)["bits"] <= 8])
def test_every_code_has_bits_fields_and_a_formula_that_ends_in_its_value(name):
    f = format_row(name)
    assert sum(part["bits"] for part in bit_fields(f)) == f["bits"]
    for code in range(code_count(f)):
        assert int(bits_text(code, f).replace(" ", ""), 2) == int(code_text(code, f), 16) == code
        shown = number_text(decode(code, f), 9)
        assert formula_pieces(code, f, 1.0)[-1]["text"] == f" = {shown}"
        assert all(word["text"] for word in field_words(code, f))


def test_a_scale_stands_in_the_formula():
    text = joined(formula_pieces(0x70, E4M3, 0.5))
    assert text == "(−1)⁰ · 2^(14 − 7) · (1 + 0/8) = 128, times the scale 0.5 = 64"


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.001953125, "0.001953125"), (0.30000001192092896, "0.300000012"), (65504.0, "65,504"),
        (2.0**-16, "2⁻¹⁶"), (-(2.0**127), "−2¹²⁷"), (3 * 2.0**-16, "4.57763672×10⁻⁵"), (0.0, "0"),
        (-0.0, "−0"), (math.nan, "NaN"), (math.inf, "infinity"), (-math.inf, "−infinity"),
        (448.0, "448"), (1e6, "1×10⁶"), (5e-324, "about 2⁻¹⁰⁷⁴"), (1.7e308, "about 2¹⁰²³"),
    ],
)  # fmt: skip
def test_numbers_are_exact_where_nine_digits_can_say_them(x, text):
    assert number_text(x, 9) == text


def test_the_same_bits_elsewhere():
    read = {one["label"]: one["value"] for one in read_as(0x7E, E4M3)}
    assert read["E4M3 FNUZ"] == 224.0
    assert read["INT8"] == 126.0
    assert math.isnan(read["E5M2"])
    assert "Ternary" not in {one["label"] for one in read_as(3, format_row("nf4"))}


# ---- sentences ----


@pytest.mark.parametrize(
    ("text", "claim", "reason"),
    [
        (
            "300",
            "300 becomes 288 in E4M3.",
            "4% too small: it lies between 288 and 320, which are 32 apart.",
        ),
        (
            "-300",
            "−300 becomes −288 in E4M3.",
            "4% too small: it lies between −320 and −288, which are 32 apart.",
        ),
        (
            "0x1.8p-3",
            "0x1.8p-3 (0.1875) is stored exactly in E4M3.",
            "Its neighbours are 0.171875 and 0.203125.",
        ),
        (
            "1/3",
            "1/3 (0.333333333) becomes 0.34375 in E4M3.",
            "3.1% too large: it lies between 0.3125 and 0.34375, which are 0.03125 apart.",
        ),
        (
            "304",
            "304 becomes 320 in E4M3.",
            "Exactly halfway between 288 and 320: a tie goes to the code whose last bit is 0.",
        ),
        (
            "465",
            "465 becomes 448 in E4M3.",
            "It rounds to 480, beyond the largest value, 448: it saturates.",
        ),
        (
            "480",
            "480 becomes 448 in E4M3.",
            "It is beyond the largest value, 448: it saturates.",
        ),
        (
            "464",
            "464 becomes 448 in E4M3.",
            "3.4% too small: beyond the largest value, but not far enough to round beyond it.",
        ),
        (
            "1e30",
            "1×10³⁰ becomes 448 in E4M3.",
            "It is beyond the largest value, 448: it saturates.",
        ),
        (
            "1e305",
            "1e305 becomes 448 in E4M3.",
            "It is beyond the largest value, 448: it saturates.",
        ),
        (
            "0.0009",
            "0.0009 becomes 0 in E4M3.",
            "Nothing of it is left: it is nearer to 0 than to 0.001953125.",
        ),
        (
            "0.003",
            "0.003 becomes 0.00390625 in E4M3.",
            "30% too large: it lies between the subnormals 0.001953125 and 0.00390625.",
        ),
        (
            "-0",
            "−0 is stored exactly in E4M3.",
            "Minus zero equals zero and keeps the sign.",
        ),
        (
            "nan",
            "NaN is stored exactly in E4M3.",
            "Only all ones is NaN; the highest exponent also holds numbers, up to 448.",
        ),
        (
            "-inf",
            "Minus infinity becomes −448 in E4M3.",
            "E4M3 has no infinity: it saturates.",
        ),
    ],
)  # fmt: skip
def test_what_becomes_of_a_value_and_why(text, claim, reason):
    assert said(text) == (claim, reason)


@pytest.mark.parametrize(
    ("arguments", "claim", "reason"),
    [
        (
            ("465", "e4m3fn", "nearest", "nan"),
            "465 becomes NaN in E4M3.",
            "It rounds to 480, beyond the largest value, 448: it becomes NaN.",
        ),
        (
            ("465", "e4m3fn", "zero"),
            "465 becomes 448 in E4M3.",
            "3.7% too small: beyond the largest value, but rounding toward zero stops there.",
        ),
        (
            ("70000", "fp16", "nearest", "inf"),
            "70,000 becomes infinity in FP16.",
            "It is beyond the largest value, 65,504: it becomes infinity.",
        ),
        (
            ("300", "e4m3fn", "stochastic"),
            "300 becomes 288 or 320 in E4M3.",
            "The second one with probability 38%, so that on average it stays 300.",
        ),
        (
            ("450", "e4m3fn", "stochastic"),
            "450 becomes 448 in E4M3.",
            "0.44% too small: beyond the largest value, so at random it may overflow.",
        ),
        (
            ("-0", "e4m3fnuz"),
            "−0 becomes 0 in E4M3 FNUZ.",
            "E4M3 FNUZ has one zero, without a sign.",
        ),
        (
            ("nan", "e2m1"),
            "E2M1 has no NaN.",
            "A cast has to put a number in its place.",
        ),
        (
            ("0", "e8m0"),
            "0 becomes 2⁻¹²⁷ in E8M0.",
            "Powers of two are neither zero nor negative: the smallest one stands in.",
        ),
        (
            ("3", "e8m0"),
            "3 becomes 4 in E8M0.",
            "Exactly halfway between 2 and 4: a tie goes up.",
        ),
        (
            ("inf", "e5m2"),
            "Infinity becomes 57,344 in E5M2.",
            "E5M2 has an infinity, but here it saturates.",
        ),
        (
            ("0.1", "int8", "nearest", "saturate", 448.0),
            "0.1 becomes 0 in INT8 scaled to 448.",
            "Nothing of it is left: it is nearer to 0 than to 3.52756.",
        ),
        (
            ("1", "e4m3fn", "nearest", "saturate", 3.2),
            "1 becomes 1.02857 in E4M3 scaled to 3.2.",
            "2.9% too large: it lies between 0.914286 and 1.02857, which are 0.114286 apart.",
        ),
    ],
)  # fmt: skip
def test_rules_and_scales_in_words(arguments, claim, reason):
    assert said(*arguments) == (claim, reason)


def test_casts_are_named_where_they_differ_and_not_elsewhere():
    assert casts_words(300.0, E4M3, 0.0) == ""
    assert casts_words(math.nan, E4M3, 0.0) == ""
    words = casts_words(465.0, E4M3, 0.0)
    assert words.startswith("Casts: 448 in torch 2.13")
    assert "NaN in torch up to 2.11, ml_dtypes 0.6" in words
    assert casts_words(0.7, INT8, 0.0).startswith("A bare cast gives 0 in torch 2.13")


@pytest.mark.parametrize(
    ("code", "name", "claim", "reason"),
    [
        (
            0x7E, "e4m3fn",
            "Code 0x7E is 448 in E4M3.",
            "The largest value; the next lower one is 416.",
        ),
        (
            0x7E, "e4m3fnuz",
            "Code 0x7E is 224 in E4M3 FNUZ.",
            "Its neighbours are 208 and 240.",
        ),
        (
            0x80, "e4m3fnuz",
            "Code 0x80 is NaN in E4M3 FNUZ.",
            "The only NaN stands where minus zero would be.",
        ),
        (
            0x7D, "e5m2",
            "Code 0x7D is NaN in E5M2.",
            "The highest exponent is kept for infinity (mantissa 0) and NaN.",
        ),
        (
            0x7C, "e5m2",
            "Code 0x7C is infinity in E5M2.",
            "The highest exponent with a mantissa of 0 is infinity.",
        ),
        (
            0x01, "e4m3fn",
            "Code 0x01 is 0.001953125 in E4M3.",
            "Subnormal: its neighbours are 0 and 0.00390625.",
        ),
        (
            0x80, "int8",
            "Code 0x80 is −128 in INT8.",
            "The lowest value; the next one is −127.",
        ),
        (
            0xFF, "e8m0",
            "Code 0xFF is NaN in E8M0.",
            "All ones is NaN; every other code is a power of two.",
        ),
    ],
)  # fmt: skip
def test_what_a_code_is(code, name, claim, reason):
    answer = code_answer(code, format_row(name), 0.0)
    assert (joined(answer["claim"]), answer["reason"]) == (claim, reason)


def test_the_note_reads_the_same_bits_in_other_formats():
    assert "E4M3 448" in code_answer(0x7E, format_row("e4m3fnuz"), 0.0)["note"]


# ---- the card ----


@pytest.mark.parametrize(
    ("name", "row", "text"),
    [
        ("e4m3fn", "Codes",
         "256: 1 sign bit, 4 exponent bits with bias 7, 3 mantissa bits; 253 different numbers"),
        ("e4m3fn", "Range", "−448 to 448"), ("e4m3fn", "NaN", "0x7F and 0xFF"),
        ("e4m3fn", "Infinity", "none"), ("e4m3fn", "Rounding", "at most 5.9% off, above the subnormals"),
        ("e4m3fn", "Above zero", "from 0.001953125; subnormals below 0.015625"),
        ("e5m2", "Infinity", "0x7C and, negative, 0xFC"),
        ("e5m2", "Rounding", "at most 11% off, above the subnormals"),
        ("e4m3fnuz", "NaN", "0x80"), ("e2m1", "NaN", "none"), ("e8m0", "Range", "2⁻¹²⁷ to 2¹²⁷"),
        ("int8", "Codes", "256, 256 different numbers"),
        ("fp16", "NaN", "2,046 codes; numpy and ml_dtypes write 0x7E00"),
    ],
)  # fmt: skip
def test_the_card(name, row, text):
    card = {one["name"]: one["text"] for one in format_card(format_row(name))}
    assert card[row] == text


def test_every_format_has_a_card_with_its_source():
    for name in FORMATS:
        assert all(row["text"] for row in format_card(format_row(name)))
