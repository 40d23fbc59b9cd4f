"""What a reader may type as a number, against Python's own parsers and known doubles."""

import math
import random
from fractions import Fraction

import pytest

from lowbit.numbers_typed import typed_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("300", 300.0), (" 300 ", 300.0), ("+7", 7.0), ("-2.5", -2.5), ("−2.5", -2.5), ("–2", -2.0),
        (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-2.5E-3", -0.0025), ("1e+2", 100.0),
        ("65,504", 65504.0), ("1,234,567.5", 1234567.5), ("2,5", 2.5), (",5", 0.5), ("1,23", 1.23),
        ("0x1.8p-3", 0.1875), ("0X1.8P-3", 0.1875), ("0x1f", 31.0), ("0x7e", 126.0), ("-0x.8", -0.5),
        ("0x1.fffffep+127", 3.4028234663852886e38), ("0x1p-1074", 5e-324),
        ("1/3", 1 / 3), ("-1 / 4", -0.25), ("0x10/3", 16 / 3), ("0/5", 0.0),
        ("inf", math.inf), ("-inf", -math.inf), ("Infinity", math.inf), ("∞", math.inf),
        ("1.7976931348623157e308", 1.7976931348623157e308), ("0e999", 0.0),
    ],
)  # fmt: skip
def test_a_number_in_every_form(text, value):
    assert typed_number(text) == value


def test_nan_and_minus_zero():
    assert math.isnan(typed_number("nan"))
    assert math.isnan(typed_number("-NaN"))
    for text in ("-0", "−0", "-0.0", "-0x0", "-0/3"):
        assert math.copysign(1, typed_number(text)) == -1
    assert math.copysign(1, typed_number("0")) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Write a number, such as 300, -2.5, 1e-3, 0x1.8p-3, 1/3, inf or nan."),
        ("   ", "Write a number"),
        ("abc", "'abc' is not a number; write one such as"),
        ("1/0", "'1/0' divides by zero; write inf"),
        ("0/0", "divides by zero"),
        ("1e400", "'1e400' is beyond the largest double"),
        ("-1e400", "beyond the largest double"),
        ("1e300/1e-300", "beyond the largest double"),
        ("0x1p1024", "beyond the largest double"),
        ("1e-400", "'1e-400' is below the smallest double"),
        ("0x1p-2000", "below the smallest double"),
        ("inf/2", "A fraction needs two finite numbers"),
        ("1/nan", "A fraction needs two finite numbers"),
        ("0x1.00000000000001", "more digits than the 53 bits"),
    ],
)
def test_each_mistake_gets_its_sentence(text, sentence):
    with pytest.raises(ValueError, match=r"\.$") as problem:
        typed_number(text)
    assert sentence in str(problem.value)


@pytest.mark.parametrize(
    "text",
    [".", "e5", "1e", "1e+", "1e1.5", "1.2.3", "0x", "0xg", "0x1p", "0x1.8p.5", "1/2/3", "/", "1/",
     "--3", "+-3", "1 000", "1_000", "٣", "8,19,2", "1,234,56", "0b11", "0x-1", "1p3",
     "nan1", "infinit", "NaNs", "1;", "<b>", "\u200b5"],
)  # fmt: skip
def test_what_is_no_number_is_refused(text):
    with pytest.raises(ValueError, match=r"is not a number"):
        typed_number(text)


def test_decimals_and_hex_agree_with_python():
    draw = random.Random(3)
    for _ in range(3000):
        x = draw.choice([-1, 1]) * 2.0 ** draw.uniform(-1070, 1020)
        assert typed_number(repr(x)) == x
        assert typed_number(x.hex()) == x


def test_fractions_are_rounded_once():
    draw = random.Random(4)
    for _ in range(1000):
        a, b = draw.randint(1, 2**53), draw.randint(1, 2**53)
        assert typed_number(f"{a}/{b}") == float(Fraction(a, b))
