"""Number formats as rulers: where the marks of the chart stand."""

import pytest

from widgets import figure, rulers


def drawn(axis, *names):
    return rulers.rulers(names, axis).spec


def test_e2m1_has_seven_marks_its_6_at_the_end():
    assert rulers.marks("e2m1") == [v * 448 / 6 for v in (0.5, 1, 1.5, 2, 3, 4, 6)]


def test_int8_is_even_and_ends_at_its_largest_value():
    x = rulers.marks("int8")
    assert len(x) == 127
    assert x[-1] == 448
    assert x[1] - x[0] == pytest.approx(x[-1] - x[-2]) == pytest.approx(448 / 127)


def test_e4m3_has_eight_marks_in_each_doubling():
    x = rulers.marks("e4m3fn")
    assert [len([v for v in x if low <= v < 2 * low]) for low in (1, 2, 64, 128)] == [8] * 4
    assert len([v for v in x if v > 224]) == 8  # 240, 256, 288, … 448


def test_a_row_is_one_format_in_its_colour():
    spec = drawn("even", "int8", "e4m3fn")
    assert [row["marker"]["color"] for row in spec["data"]] == [
        figure.colour("int8"),
        figure.colour("fp8"),
    ]
    assert spec["layout"]["yaxis"]["categoryarray"] == ["E4M3", "INT8"]  # plotly counts upwards


def test_a_logarithmic_axis_ends_in_exponents_of_ten():
    low, high = drawn("log", "e4m3fn")["layout"]["xaxis"]["range"]
    assert low < -3 < 2.65 < high < 2.8


def test_the_description_counts_the_marks():
    alt = rulers.rulers(["int8", "e4m3fn"]).alt
    assert "INT8 127 marks, 63 of them up to 224" in alt
    assert "E4M3 126 marks, 118 of them up to 224" in alt


def test_an_unknown_axis_is_refused():
    with pytest.raises(ValueError, match="'even' or 'log', not 'linear'"):
        rulers.rulers(["int8"], axis="linear")
