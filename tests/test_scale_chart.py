"""The chart of chapter 2: bits against error, point by point."""

import numpy as np
import pytest

from widgets import scale_chart

X = np.random.default_rng(0).normal(0, 1, (64, 64)).astype(np.float32)
LINE = {"label": "INT4", "family": "w4", "settings": ["int4-tensor", "int4-g16"], "matrix": X,
        "where": ..., "words": ["one scale", "16"], "note": ""}  # fmt: skip


def drawn(*lines):
    return scale_chart.error_against_bits(list(lines), alt="Error against bits.").spec


def traces(*lines):
    return drawn(*lines)["data"]


def test_bits_are_those_of_a_large_layer_with_its_scales():
    assert scale_chart.point(X, "int4-g128", ...)[0] == 4.125
    assert scale_chart.point(X, "nvfp4", ...)[0] == pytest.approx(4.5, abs=1e-5)


def test_only_the_values_that_where_picks_count():
    x = X.copy()
    x[:, 5] *= 100
    rest = (slice(None), np.arange(64) != 5)
    assert scale_chart.point(x, "int4-tensor", ...)[1] < 0.2  # the large ones are stored well
    assert scale_chart.point(x, "int4-tensor", rest)[1] > 0.99


def test_a_line_has_a_point_for_each_setting_and_its_words():
    (line,) = traces(LINE)
    assert line["mode"] == "lines+markers+text"
    assert line["text"] == ["one scale", "16"]
    assert [row[0] for row in line["customdata"]] == ["int4-tensor", "int4-g16"]
    assert line["y"][0] > line["y"][1]  # fewer share: less error …
    assert line["x"][0] < line["x"][1]  # … for more bits


def test_one_setting_alone_is_a_hollow_marker():
    (mark,) = traces(LINE | {"settings": ["nvfp4"], "words": "", "family": "fp4"})
    assert mark["mode"] == "markers+text"
    assert mark["marker"]["symbol"] == "hexagon-open"


def test_the_legend_takes_each_label_once_and_a_note_stands_at_the_end_of_its_line():
    spec = drawn(LINE, LINE | {"settings": ["int4-g32", "int4-g8"], "note": "weights"})
    assert [line["showlegend"] for line in spec["data"]] == [True, False]
    note, axis_name = spec["layout"]["annotations"]
    assert (note["text"], note["x"]) == ("weights", (4.5 + 6) / 2)
    assert axis_name["text"] == "relative error"


def test_an_unknown_setting_says_what_is_known():
    with pytest.raises(ValueError, match=r"Known: .*nvfp4"):
        traces(LINE | {"settings": ["int4-g"]})
