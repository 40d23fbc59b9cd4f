"""The scale playground from Python: names, places, sentences for bad input."""

import pytest
from traitlets import TraitError

from widgets import ScalePlayground


def test_the_state_is_json_and_complete():
    assert set(ScalePlayground().state()) == {
        "id", "matrix", "setting", "choose", "compare", "compare_choose", "percentile", "other",
        "outlier", "row", "col", "picture", "borders"}  # fmt: skip


def test_it_can_be_driven_from_python():
    w = ScalePlayground(matrix="activations", setting="nvfp4", compare="int4-block16")
    w.outlier, w.row, w.col = 50, 3, 63
    assert (w.state()["outlier"], w.state()["row"], w.state()["col"]) == (50.0, 3, 63)
    w.compare = ""
    assert w.compare == ""


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"matrix": "noise"}, "Unknown matrix 'noise'. Known: weights"),
        ({"setting": ""}, "Unknown scheme ''. Known: "),
        ({"setting": "int4"}, "Unknown scheme 'int4'. Known: .*int4-g64"),
        ({"compare": "fp12-row"}, "Unknown scheme 'fp12-row'"),
        ({"other": "fp8-block0"}, "Unknown scheme 'fp8-block0'"),
        ({"setting": "bf16-row"}, "BF16 is no format of at most 8 bits"),
        ({"choose": "best"}, "amax"),
        ({"percentile": 10}, "percentile"),
        ({"outlier": -1}, "outlier"),
        ({"outlier": 1e9}, "outlier"),
        ({"row": 64}, "row"),
        ({"col": -1}, "col"),
        ({"picture": "pie"}, "error"),
    ],
)
def test_bad_input_is_a_sentence(state, sentence):
    with pytest.raises(TraitError, match=sentence):
        ScalePlayground(**state)


def test_a_bad_value_leaves_the_last_good_one():
    w = ScalePlayground(setting="mxfp4")
    with pytest.raises(TraitError):
        w.setting = "mxfp3"
    assert w.setting == "mxfp4"


def test_there_are_words_for_a_reader_without_javascript():
    assert "A 64 × 64 matrix in few bits" in ScalePlayground(outlier=7).static_html()
