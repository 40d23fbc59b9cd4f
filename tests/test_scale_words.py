"""What the scale playground says, word for word."""

import pytest

from lowbit import matrices, outliers
from lowbit.blocks import output_error, quantize_matrix
from lowbit.formats import decode, format_row
from lowbit.losses import losses
from lowbit.scale_words import (
    error_percent,
    exact_percent,
    layer_bits,
    scale_answer,
    setting_words,
    value_steps,
)
from lowbit.sharing import named_setting

SIZE = outliers.SIZE


def side_of(name, one, x, place, choose="amax"):
    setting = named_setting(name, choose, 99.9)
    made = quantize_matrix(x, SIZE, SIZE, setting)
    w = matrices.partner(one["id"]).ravel().tolist()
    off = output_error(w, x, w, made["values"], SIZE, SIZE, SIZE)
    side = {"setting": setting, "bits": layer_bits(setting), "output": off}
    return side | losses(one, x, made, place)


def answer(matrix, a, b="", size=0.0, row=20, col=40, choose="amax"):
    one = outliers.matrix_row(matrix)
    x = matrices.matrix(matrix).ravel().tolist()
    x = outliers.with_outlier(x, outliers.sigma_of(x), row, col, size)
    place = row * SIZE + col if size else -1
    sides = [side_of(name, one, x, place, choose) if name else None for name in (a, b)]
    said = scale_answer(one, *sides, place, size)
    return "".join(piece["text"] for piece in said["claim"]), said["reason"], said["note"]


def test_one_setting():
    claim, reason, note = answer("weights", "w4a16-g32")
    assert claim == "INT4 with one scale per 32 inputs costs 4.5 bits and leaves an error of 9.5%."
    assert reason.startswith("The outputs x·Wᵀ are off by ")
    assert reason.endswith("; 487 of 4,096 values became 0.")
    assert note == ""


def test_two_settings_of_one_format_are_told_apart_by_their_sharing():
    claim, reason, note = answer("weights", "w4a16-g32", "int4-tensor", size=50)
    assert claim.startswith("One scale per 32 inputs costs 4.5 bits and keeps the error in the ")
    assert "; one scale per tensor would cost 4 bits and make it 99.8%." in claim
    assert reason.startswith("Outputs x·Wᵀ: ")
    assert "Became 0: " in reason
    assert note.startswith(
        "Of the values that share the scale of the 50σ outlier, 31 of 31 became 0"
    )


def test_two_formats_are_named_and_the_worse_one_is_said_to_leave_its_error():
    claim, *_ = answer("weights", "mxfp4", "nvfp4")
    assert claim.startswith("FP4 E2M1 with one power of two per") or claim.startswith("One power")
    claim, *_ = answer("weights", "int4-tensor", "fp8-tensor")
    assert "INT4 with one scale per tensor costs 4 bits and leaves the error at 15%" in claim
    assert "FP8 E4M3 with one scale per tensor would cost 8 bits and make it 2.7%." in claim


def test_equal_bits_cost_as_much():
    assert "would cost as much and make it" in answer("weights", "w4a16-g32", "nvfp4")[0]


def test_outliers_of_the_matrix_are_not_counted():
    assert "leaves an error of" in answer("outlier-channel", "int8-row")[0]
    assert answer("outlier-channel", "int8-row")[0].endswith(" in the other channels.")
    assert answer("outlier-token", "int8-row")[0].endswith(" in the other tokens.")


def test_a_scale_that_no_matmul_can_use_and_a_block_larger_than_the_matrix_are_said():
    note = answer("activations", "int8-column")[2]
    assert note == (
        "A scale per input channel is one that the matmul cannot use: it changes inside the sum "
        "over the inputs."
    )
    note = answer("weights", "w4a16-g128")[2]
    assert note == "This matrix is 64 × 64, so 128 inputs are here its whole row."


def test_the_way_a_scale_was_chosen_is_named_where_it_is_not_the_largest():
    assert setting_words(named_setting("int4-tensor", "mse", 99), "weights") == (
        "one scale per tensor (least squares)"
    )
    assert "(percentile 99.9)" in answer("weights", "int4-tensor", choose="percentile")[0]


@pytest.mark.parametrize(
    ("fraction", "two", "three"),
    [(0.0952, "9.5%", "9.52%"), (0.9893, "98.9%", "98.9%"), (0.9996, "99.9%", "99.9%"),
     (1.0, "100%", "100%"), (0.0, "0%", "0%"), (1.234, "120%", "123%")],
)  # fmt: skip
def test_an_error_below_100_percent_is_never_said_to_be_100(fraction, two, three):
    assert (error_percent(fraction), exact_percent(fraction)) == (two, three)


def test_one_value_step_by_step():
    x = (
        [0.8, 3.0] + [0.0] * 30 + [12.0] + [0.0] * 31
    )  # chapter 2: a block with amax 3, a tensor of 12
    setting = named_setting("nvfp4", "amax", 99.9)
    made = quantize_matrix(x, 1, 64, setting)
    found = {"scale": made["scales"][0], "tensor_scale": made["tensor_scale"], "zero": 0,
             "setting": setting}  # fmt: skip
    code = made["codes"][0]
    lines = value_steps(x[0], made["values"][0], code, decode(code, format_row("e2m1")), found)
    assert lines[0].startswith(
        "scale s = 112, stored as E4M3, times 0.004464 for the tensor = 0.5,"
    )
    assert lines[1] == "x / s = 0.8 / 0.5 = 1.6 → 1.5, code 3"
    assert lines[2].startswith("back: 1.5 · 0.5 = 0.75, off by 6.")


def test_a_zero_point_is_shown_where_it_is_used():
    x = [0.0, 0.5, 1.0, 1.5] * 16
    setting = named_setting("int4-tensor-zp", "amax", 99.9)
    made = quantize_matrix([v - 0.5 for v in x], 1, 64, setting)
    found = {"scale": made["scales"][0], "tensor_scale": 1.0, "zero": made["zeros"][0],
             "setting": setting}  # fmt: skip
    lines = value_steps(1.0, made["values"][3], made["codes"][3], made["codes"][3], found)
    assert made["zeros"] == [5]  # 15 steps from -0.5 to 1, of 0.1: 0 is the fifth code
    assert lines[1] == "x / s + 5 = 1 / 0.09998 + 5 = 15 → 15, code 15"
    assert lines[2] == "back: (15 − 5) · 0.09998 = 0.9998, off by 0.024%"
