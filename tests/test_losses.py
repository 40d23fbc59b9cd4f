"""What the playground counts, against numpy on the same matrices."""

import numpy as np
import pytest

from lowbit import matrices, outliers, sharing
from lowbit.blocks import quantize_matrix
from lowbit.losses import block_of, losses, relative_error

SIZE = outliers.SIZE


def counted(name, setting, row=0, col=0, size=0.0):
    """(counts, x, values, block), the arrays as [64, 64]."""
    one = outliers.matrix_row(name)
    x = matrices.matrix(name).ravel().tolist()
    x = outliers.with_outlier(x, outliers.sigma_of(x), row, col, size)
    made = quantize_matrix(x, SIZE, SIZE, sharing.named_setting(setting, "amax", 99.9))
    place = row * SIZE + col if size else -1
    shaped = [np.reshape(np.float64(v), (SIZE, SIZE)) for v in (x, made["values"])]
    return losses(one, x, made, place), *shaped, made["block"]


def rmse(x, y, where):
    return np.sqrt(np.sum((x - y)[where] ** 2) / np.sum(x[where] ** 2))


@pytest.mark.parametrize("setting", ["int4-tensor", "w4a16-g32", "fp8-row", "nvfp4", "nf4"])
def test_zeros_codes_and_error_of_weights(setting):
    out, x, y, _ = counted("weights", setting)
    assert out["zeros"] == np.sum((y == 0) & (x != 0))
    assert sum(out["counts"]) == SIZE * SIZE
    assert out["codes_used"] == np.sum(np.array(out["counts"]) > 0)
    assert out["others"] == pytest.approx(rmse(x, y, np.ones_like(x, bool)))


def test_the_outlier_channel_is_left_out_of_the_others():
    out, x, y, _ = counted("outlier-channel", "int8-row")
    quiet = np.ones_like(x, bool)
    quiet[:, 13] = False
    assert out["others"] == pytest.approx(rmse(x, y, quiet))


@pytest.mark.parametrize(("setting", "company"), [
    ("int4-tensor", 4095), ("w4a16-g32", 31), ("int4-row", 63), ("int4-block16", 255),
    ("int4-column", 63), ("nvfp4", 15)])  # fmt: skip
def test_who_shares_the_outliers_scale(setting, company):
    out, x, y, block = counted("gaussian", setting, 20, 40, 50.0)
    assert out["sharing"] == company
    rows, cols = block
    top, left = 20 // rows * rows, 40 // cols * cols
    inside = np.zeros_like(x, bool)
    inside[top : top + rows, left : left + cols] = True
    inside[20, 40] = False
    assert out["sharing_zeros"] == np.sum((y == 0) & inside)
    row = np.zeros_like(x, bool)
    row[20] = True
    row[20, 40] = False
    assert out["row"] == pytest.approx(rmse(x, y, row))
    assert out["row_zeros"] == np.sum((y == 0) & row)


def test_one_outlier_in_one_scale_makes_zeros_of_all_others():
    out, *_ = counted("gaussian", "int4-tensor", 20, 40, 100.0)
    assert out["sharing_zeros"] > 0.999 * out["sharing"]
    assert out["others"] > 0.99


def test_blocks_are_numbered_row_by_row():
    assert [block_of(i, [64, 64]) for i in (0, 4095)] == [0, 0]
    assert [block_of(i, [1, 16]) for i in (0, 15, 16, 64, 4095)] == [0, 0, 1, 4, 255]
    assert block_of(33 * SIZE + 50, [16, 48]) == 2 * 2 + 1  # the last block is smaller


def test_no_loss_is_0_and_a_loss_of_nothing_infinite():
    assert (relative_error(0, 0), relative_error(4, 16), relative_error(1, 0)) == (0, 0.5, np.inf)
