"""The bit explorer from Python: names, typed values, held bits, sentences for bad input."""

import math

import pytest
from traitlets import TraitError

from widgets import BitExplorer


def test_the_state_is_json_and_complete():
    assert set(BitExplorer().state()) == {"id", "format", "typed", "code", "rounding", "overflow", "amax",
                                          "view", "scale", "zoom", "center"}  # fmt: skip


def test_value_is_what_is_stored():
    assert BitExplorer().value == 288.0
    assert BitExplorer(format="fp8", typed="465").value == 448.0
    assert math.isnan(BitExplorer(typed="465", overflow="nan").value)
    assert BitExplorer(format="e2m1", typed="465", overflow="nan").value == 6.0  # it has no NaN
    assert BitExplorer(format="int8", typed="0.1", amax=448).value == 0.0
    assert BitExplorer(typed="318", rounding="zero").value == 288.0


def test_names_and_numbers_are_taken_as_people_write_them():
    w = BitExplorer(format="float8_e4m3fn", typed=300, code=None)
    assert (w.format, w.typed, w.code) == ("e4m3fn", "300", -1)


def test_held_bits_keep_their_place_and_change_their_meaning():
    w = BitExplorer(code=0x7E)
    assert (w.value, w.typed) == (448.0, "448.0")
    w.format = "e4m3fnuz"
    assert (w.code, w.value, w.typed) == (0x7E, 224.0, "224.0")


def test_a_typed_value_lets_held_bits_go():
    w = BitExplorer(code=0x7E)
    w.typed = "3"
    assert (w.code, w.value) == (-1, 3.0)


def test_bits_that_another_format_lacks_become_a_value():
    w = BitExplorer(code=0x7E)
    w.format = "e2m1"
    assert (w.code, w.typed, w.value) == (-1, "448.0", 6.0)


def test_nan_bits_are_held_too():
    w = BitExplorer(code=0xFF)
    assert (w.code, w.typed) == (0xFF, "nan")
    assert math.isnan(w.value)


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"format": "fp9"}, "Unknown number format 'fp9'. Known: .*e4m3fn"),
        ({"typed": "abc"}, "'abc' is not a number"),
        ({"typed": ""}, "Write a number"),
        ({"typed": "1e400"}, "beyond the largest double"),
        ({"code": 256}, "E4M3 has the codes 0 to 255"),
        ({"code": -2}, "should not be less than -1"),
        ({"rounding": "up"}, "nearest"),
        ({"overflow": "wrap"}, "saturate"),
        ({"amax": -1}, "amax is a number from 0"),
        ({"amax": float("nan")}, "amax is a number from 0"),
        ({"view": "pie"}, "line"),
        ({"scale": "sqrt"}, "log"),
        ({"zoom": 2}, "zoom"),
        ({"center": "inf"}, "center is a finite number"),
    ],
)
def test_bad_input_is_a_sentence(state, sentence):
    with pytest.raises(TraitError, match=sentence):
        BitExplorer(**state)


def test_a_bad_value_leaves_the_last_good_one():
    w = BitExplorer(typed="2")
    with pytest.raises(TraitError):
        w.typed = "two"
    assert w.value == 2.0


def test_a_format_without_nan_says_so():
    with pytest.raises(ValueError, match="E2M1 has no NaN"):
        _ = BitExplorer(format="e2m1", typed="nan").value


def test_there_are_words_for_a_reader_without_javascript():
    assert "bits of one number" in BitExplorer(typed="7").static_html().lower()
