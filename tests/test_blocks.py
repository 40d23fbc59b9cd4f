"""lowbit.blocks, value by value, is lowbit.scaling, and rounds as lowbit.formats does."""

import math
from itertools import pairwise

import numpy as np
import pytest
from matrices_for_blocks import matrices, settings

from lowbit import array_scales, blocks, grids, scales, scaling
from lowbit.float32 import ascending, f32
from lowbit.formats import FORMATS, encode, format_row, largest
from lowbit.settings import PLAIN_SETTING, SETTINGS, checked_setting, setting_of

SMALL = [(8, 64), (1, 1), (3, 50), (17, 7)]


def same_bits(a, b):
    a, b = np.array(a, np.float64).ravel(), np.array(b, np.float64).ravel()
    return np.array_equal(a, b) and np.array_equal(np.signbit(a), np.signbit(b))


@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_same_as_scaling_bit_for_bit(shape):
    each = settings()
    for i, (what, x) in enumerate(matrices(*shape).items()):
        for setting in each[i % 4 :: 4]:  # a quarter of the settings on each matrix, in turn
            ours = blocks.quantize_matrix(x.ravel().tolist(), *shape, setting)
            fast = scaling.quantize(x, setting)
            for key in ("codes", "values", "scales", "zeros", "tensor_scale", "max_error"):
                assert same_bits(ours[key], fast[key]), (what, setting, key)
            again = scaling.dequantize(
                fast["codes"], fast["scales"], setting, fast["zeros"], fast["tensor_scale"]
            )
            assert np.array_equal(again, fast["values"]), (what, setting)
            assert ours["effective_bits"] == fast["effective_bits"]
            assert ours["relative_rmse"] == pytest.approx(fast["relative_rmse"], rel=1e-12)
            assert ours["sqnr_db"] == pytest.approx(fast["sqnr_db"], rel=1e-11)


def test_least_squares_adds_in_the_same_order():
    """Else a tie between two scales might be decided differently."""
    grid = grids.grid_of(setting_of("int4-row"))
    one = scales.block_scale(-1.0, 1.0, grid, 1.0)
    each = {key: np.float32([value]) for key, value in one.items()}
    each["zero"] = np.int16([0])
    for x in np.random.default_rng(3).standard_normal((20, 4096)).astype(np.float32):
        total = scales.squared_error(x.tolist(), one, grid)
        assert array_scales.squared_error(x[None, :], each, grid)[0] == total


@pytest.mark.parametrize(
    "name", [n for n, f in FORMATS.items() if f["bits"] <= 8 and n not in ("e8m0", "ue4m3")]
)
def test_rounding_is_that_of_formats(name):
    """Every value, every midpoint and its float32 neighbours, far beyond the ends."""
    zero_point = FORMATS[name]["kind"] == "int"
    grid = grids.grid_of(checked_setting({"format": name, "zero_point": zero_point}))
    f = format_row(name)
    values = sorted(v for v in grid["numbers"] if v == v and abs(v) < math.inf)
    middles = [(a + b) / 2 for a, b in pairwise(values)]
    x = np.array([*values, *middles, 3 * largest(f), -3 * largest(f), 1e38, -1e38], np.float32)
    near = [np.nextafter(x, np.float32(s)) for s in (-np.inf, np.inf)]
    for v in np.concatenate([x, *near]).tolist():
        plain = {"step": 1.0, "times": 1.0, "zero": 0}
        assert grids.code_of(v, plain, grid) == encode(v, f, "nearest", "saturate"), v


def test_float32():
    for x in [0.1, 1e-45, 1e-46, 3.4028235e38, 16777217.0, 3.5e38, -1e39, math.inf, -0.0]:
        with np.errstate(over="ignore"):
            assert same_bits(f32(x), np.float32(x))
    assert math.isnan(f32(math.nan))
    assert ascending([10, 9, -1]) == [-1, 9, 10]


def test_ten_is_not_before_nine_and_the_result_is_a_plain_dict():
    made = blocks.quantize_matrix([1.0, -2.0, 3.0, 4.0], 2, 2, setting_of("fp8-row"))
    assert made["block"] == [1, 2]
    assert made["zeros"] == []
    assert made["double"] is None
    assert made["scales"] == [f32(2 / 448), f32(4 / 448)]
    assert made["codes"] == [118, 254, 122, 126]


def test_double_quantization_keeps_the_parts():
    x = [0.01 * (i % 7 - 3) for i in range(4096)]
    made = blocks.quantize_matrix(x, 64, 64, setting_of("nf4-dq"))
    assert len(made["double"]["codes"]) == 64
    assert len(made["double"]["factors"]) == 1
    assert made["scales"] == made["double"]["stored"]


def test_output_error():
    """y = x·wᵀ with x [1, 2], w [2, 2]: (1, 2) against (1, 2.2) is 0.2 / √5."""
    x, w, wq = [1.0, 0.0], [1.0, 5.0, 2.0, 7.0], [1.0, 5.5, 2.2, 7.0]
    assert blocks.output_error(x, w, x, wq, 1, 2, 2) == pytest.approx(0.2 / math.sqrt(5))
    assert blocks.output_error(x, w, x, w, 1, 2, 2) == 0


@pytest.mark.parametrize(
    ("values", "rows", "cols", "said"),
    [
        ([1.0, math.nan], 1, 2, "Row 0, column 1 is NaN"),
        ([1.0, 2.0, -math.inf, 3.0], 2, 2, "Row 1, column 0 is infinite"),
        ([2e38], 1, 1, "Row 0, column 0 is beyond 1e38"),
        ([1.0], 1, 2, "rows × columns"),
        ([], 0, 0, "at least one row"),
        ([1.0], 1, 0.5, "at least one row"),
    ],
)
def test_bad_input(values, rows, cols, said):
    with pytest.raises(ValueError, match=said):
        blocks.quantize_matrix(values, rows, cols, setting_of("mxfp4"))


def test_every_name_of_the_menu_is_a_full_setting():
    for name in SETTINGS:
        assert setting_of(name).keys() == PLAIN_SETTING.keys()
        assert checked_setting(setting_of(name)) == setting_of(name)


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("fp8", "fp8-tensor"),
        ("fp8-row", "e4m3fn-row"),
        ("fp8-row", "fp8-token"),
        ("w4a16-channel", "int4-row"),
        ("w4a16-g128-zp", "uint4-g128-zp"),
        ("mxfp4-a16", "mxfp4"),
        ("nvfp4-a16", "nvfp4"),
        ("int8", "int8-channel"),
    ],
)
def test_names_that_mean_the_same(name, same):
    assert setting_of(name) == setting_of(same)
