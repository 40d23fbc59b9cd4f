"""Constants from a reader's own points: exact on made ones, honest about their error on others."""

import numpy as np
import pytest

from lowbit import measured
from lowbit.gpu.fit import LIMITS, fit_format, fit_rows
from lowbit.hardware import find_gpu
from lowbit.schemes import scheme
from lowbit.speed import calibrated, gemm

SHAPES = [(4096, 4096), (6144, 4096), (28672, 4096), (4096, 14336), (8192, 8192), (10240, 8192),
          (57344, 8192), (8192, 28672)]  # fmt: skip
MS = (1, 4, 16, 64, 256, 512, 1024, 4096)
H100 = find_gpu("h100")
TRUE = {"e_bw": 0.83, "e_fl": 0.61, "t0_us": 6.0, "ns_per_k": 0.9, "p": 2.0}


def made(name, constants, noise=0.0, shapes=SHAPES):
    """[(m, n, k, seconds of the matmul alone)] of the model itself."""
    draw = np.random.default_rng(0)
    out = []
    for n, k in shapes:
        for m in MS:
            parts = calibrated(m, n, k, H100, scheme(name), constants)
            factor = float(np.exp(noise * draw.standard_normal()))
            out.append((m, n, k, (parts["seconds"] - parts["quantize"]) * factor))
    return out


@pytest.mark.parametrize("name", ["bf16", "fp8-row", "w4a16-g128"])
def test_the_constants_of_made_points_come_back(name):
    rung = fit_format(name, made(name, TRUE), H100)["rungs"]["L2"]
    for key, value in TRUE.items():
        assert rung[key] == pytest.approx(value, rel=0.01), key
    assert rung["p90_error"] < 0.005


def test_three_constants_come_back_from_points_of_l1():
    true = {"e_bw": 0.7, "e_fl": 0.5, "t0_us": 12.0}
    rung = fit_format("bf16", made("bf16", true), H100)["rungs"]["L1"]
    for key, value in true.items():
        assert rung[key] == pytest.approx(value, rel=0.01), key


def test_the_error_is_that_of_shapes_left_out():
    points = made("bf16", TRUE, noise=0.1)
    fit = fit_format("bf16", points, H100)
    assert 0.04 < fit["rungs"]["L2"]["median_error"] < 0.1  # 0.067 is the median of 10 % noise


def test_a_shape_is_judged_by_a_fit_that_never_saw_it():
    points = made("bf16", TRUE, shapes=SHAPES[:3])  # one of three takes twice its time
    odd = [(m, n, k, s * (2 if (n, k) == SHAPES[2] else 1)) for m, n, k, s in points]
    assert fit_format("bf16", odd, H100)["rungs"]["L2"]["p90_error"] == pytest.approx(0.5, abs=0.02)


def test_a_few_wild_points_do_not_pull_the_fit():
    points = made("bf16", TRUE)
    points[10] = (*points[10][:3], 5 * points[10][3])
    assert fit_format("bf16", points, H100)["rungs"]["L2"]["e_bw"] == pytest.approx(0.83, rel=0.03)


def published(set_id):
    """8 shapes with 8 M each of a published table."""
    row = measured.find(measured.times()["sets"], set_id)
    out = []
    for key in list(row["us"])[:8]:
        n, k = map(int, key.split("x"))
        out += [(m, n, k, us / 1e6) for m, us in measured.curve(row, n, k) if m in MS]
    return out


@pytest.mark.parametrize("set_id", ["h100-sxm/TensorRT-LLM@1.2.0rc5/fp8-tensor",
                                    "a100-80gb-sxm/TensorRT-LLM@1.0.0/w4a16-channel",
                                    "b200-sxm/TensorRT-LLM@1.3.0rc20/nvfp4"])  # fmt: skip
def test_64_points_come_near_the_book_s_own_fit_to_thousands(set_id):
    gpu, _, name = set_id.split("/")
    rung = fit_format(name, published(set_id), find_gpu(gpu))["rungs"]["L2"]
    book = measured.find(measured.constants()["sets"], set_id)["rungs"]["L2"]
    assert rung["median_error"] <= book["median_error"] + 0.025  # model.md, section 6
    assert rung["t0_us"] == pytest.approx(book["t0_us"], rel=0.25)


def test_the_book_s_model_takes_the_constants_as_they_are():
    fit = fit_format("bf16", made("bf16", TRUE), H100)
    result = gemm(64, 4096, 4096, H100, "bf16", fit, "L2", {})
    assert result["seconds"] == pytest.approx(
        calibrated(64, 4096, 4096, H100, scheme("bf16"), TRUE)["seconds"], rel=0.01
    )
    assert result["median_error"] == fit["rungs"]["L2"]["median_error"]


# ---- what does not suffice ----


def test_too_few_points_get_a_sentence():
    with pytest.raises(
        ValueError, match="3 points of BF16 are too few to fit: measure at least 12"
    ):
        fit_format("bf16", made("bf16", TRUE)[:3], H100)
    one_m = [point for point in made("bf16", TRUE) if point[0] == 1]
    with pytest.raises(ValueError, match="at 3 shapes and 4 M"):
        fit_format("bf16", one_m, H100)
    with pytest.raises(ValueError, match="16 points of BF16 are too few"):  # no shape to leave out
        fit_format("bf16", made("bf16", TRUE, shapes=SHAPES[:2]), H100)


def test_a_gpu_without_a_peak_of_this_type_is_not_fitted():
    with pytest.raises(ValueError, match="No peak is known for INT8 on RTX PRO 6000 Server"):
        fit_format("int8", made("int8", TRUE), find_gpu("rtx-pro-6000-server"))


def test_constants_stay_in_their_limits():
    noise = [(m, n, k, 1e-3) for m, n, k, _ in made("bf16", TRUE)]  # no dependence on anything
    for rung in fit_format("bf16", noise, H100)["rungs"].values():
        for key, (low, high, *_) in LIMITS.items():
            assert low * 0.99 <= rung.get(key, low) <= high * 1.01


def test_rows_of_a_file_are_fitted_kernel_by_kernel():
    def row(p, op, kind="timed"):
        sizes = {"m": p[0], "n": p[1], "k": p[2], "seconds": p[3]}
        return {"kind": kind, "op": op, "format": "w4a16-g128"} | sizes

    points = made("w4a16-g128", TRUE)
    rows = [row(p, "w4a16-gemm") for p in points] + [row(p, "w4a16-gemv") for p in points[:2]]
    fits, problems = fit_rows([*rows, row(points[0], "w4a16-gemm", "refused")], H100)
    assert [(fit["op"], fit["points"]) for fit in fits] == [("w4a16-gemm", 64)]
    assert len(problems) == 1
