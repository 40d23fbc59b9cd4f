"""The fitted constants: the fit's formula is the book's, they obey their limits, and their stored
errors are those of the measured curves."""

import random
from collections import defaultdict
from itertools import pairwise
from statistics import fmean, median

import ladder_numpy
import numpy as np
import pytest

from lowbit import measured
from lowbit.hardware import find_gpu, gpus
from lowbit.lookup import row_of
from lowbit.roofline import ideal, path
from lowbit.schemes import MENU, scheme
from lowbit.speed import calibrated

SETS = measured.constants()["sets"]
EACH = pytest.mark.parametrize("row", SETS, ids=[row["id"] for row in SETS])
RUNGS = ["ideal", "L1", "L2", "L3", "L4"]
LADDER = list(pairwise(RUNGS))
SHAPES = [(4096, 4096), (6144, 4096), (28672, 4096), (4096, 14336), (1000, 333)]
EVERY_M = [*range(1, 600), *(m + d for m in range(640, 16384, 64) for d in (-1, 0, 1)), 16384]


def seconds(row, rung, m, n, k):
    gpu, s = find_gpu(row["gpu"]), scheme(row["format"])
    if rung == "ideal":
        return ideal(m, n, k, gpu, s)["ideal_seconds"]
    return calibrated(m, n, k, gpu, s, row["rungs"][rung])["seconds"]


def random_constants(draw):
    """Constants of a random rung, inside and outside what a fit may find."""
    c = {"e_bw": draw.uniform(0.05, 1), "e_fl": draw.uniform(0.05, 1), "t0_us": draw.uniform(0, 60)}
    if draw.random() < 0.8:
        c |= {"ns_per_k": draw.choice([0.0, draw.uniform(0, 8)]), "p": draw.uniform(1, 8)}
    if draw.random() < 0.4:
        low = draw.choice([8, 16, 24, 64, 128])
        high = low * draw.choice([1, 2, 4])
        c |= {"tm_min": low, "tm_max": high, "tn": draw.choice([64, 96, 128, 256])}
        c["split"] = draw.randint(1, 4)
    if draw.random() < 0.3:
        share, fixed = draw.uniform(0.02, 1), draw.uniform(0, 20)
        c["gemv"] = {"e_bw": draw.uniform(0.2, 0.98), "share": share, "t0_us": fixed}
    return c


def test_the_fit_and_the_book_compute_the_same():
    draw, kinds = random.Random(1), set()
    timed = [gpu for gpu in gpus() if gpu["sms"] and gpu["flops_per_s"]["fp32"]]
    for _ in range(400):
        gpu, name, c = draw.choice(timed), draw.choice(MENU), random_constants(draw)
        if path(gpu, scheme(name))["flops_per_s"] is None:
            continue
        m = [1, *(round(2 ** draw.uniform(0, 14)) for _ in range(4))]
        n, k = ([round(2 ** draw.uniform(0, 16)) for _ in m] for _ in "nk")
        sizes, s = list(zip(m, n, k, strict=True)), scheme(name)
        rows = ladder_numpy.count_rows(m, n, k, np.ones(5), gpu, name)
        device = ladder_numpy.device_of(gpu, name)
        book = [calibrated(*size, gpu, s, c) for size in sizes]
        twin = ladder_numpy.calibrated_seconds(rows, device, c)
        assert twin == pytest.approx([one["seconds"] for one in book], rel=1e-12)
        roof = [ideal(*size, gpu, s)["ideal_seconds"] for size in sizes]
        assert ladder_numpy.ideal_seconds(rows, device) == pytest.approx(roof, rel=1e-12)
        kinds |= {(one["kernel"], "tn" in c, one["quantize"] > 0) for one in book}
    assert len(kinds) == 6  # GEMM: tiles or not, quantizing or not; GEMV: tiles or not


def test_every_measured_set_has_constants_and_every_gpu_a_default():
    assert [row["id"] for row in SETS] == [row["id"] for row in measured.times()["sets"]]
    default = measured.constants()["default_engine"]
    assert default == {
        "a100-80gb-sxm": "TensorRT-LLM@1.0.0",
        "h100-sxm": "TensorRT-LLM@1.2.0rc5",
        "h200-sxm": "TensorRT-LLM@1.2.0rc5",
        "b200-sxm": "TensorRT-LLM@1.3.0rc20",
        "l40s": "TensorRT-LLM@1.0.0",
    }
    assert all(row_of(SETS, gpu, engine, "bf16") for gpu, engine in default.items())


@EACH
def test_constants_stay_inside_their_limits(row):
    assert list(row["rungs"]) == RUNGS
    for rung in RUNGS[1:]:
        c = row["rungs"][rung]
        assert 0.2 <= c["e_bw"] <= 0.95
        assert 0.1 <= c["e_fl"] <= 0.95
        assert 0 <= c["t0_us"] <= 60
        assert ("p" in c) == (rung != "L1")
        assert 1 <= c.get("p", 1) <= 8
        assert 0 <= c.get("ns_per_k", 0) <= 20
        assert "tn" not in c or rung == "L4"
        assert ("gemv" in c) == (has_two_kernels(row) and rung in ("L3", "L4"))
        assert c.get("gemv", {"e_bw": 0})["e_bw"] <= 0.98
        assert all(value == float(f"{value:.4g}") for value in c.values() if value != c.get("gemv"))
    assert row["rungs"]["L2"]["p"] == 2
    assert row["rows_fitted"] == 1500
    assert row["rows_held_out"] >= 1000


def has_two_kernels(row):
    few_tokens = ("w4a16-channel", "w8a16-int8", "int8")
    return row["gpu"] in ("h100-sxm", "h200-sxm") and row["format"] in few_tokens


@EACH
def test_more_tokens_never_take_less_time_nor_less_than_the_roof(row):
    """On arrays, because the test above holds both computations to 1e-12."""
    gpu, f = find_gpu(row["gpu"]), row["format"]
    device = ladder_numpy.device_of(gpu, f)
    for n, k in SHAPES:
        many, ones = len(EVERY_M), np.ones(len(EVERY_M))
        rows = ladder_numpy.count_rows(EVERY_M, [n] * many, [k] * many, ones, gpu, f)
        roof = ladder_numpy.ideal_seconds(rows, device)
        for rung in RUNGS[1:]:
            times = ladder_numpy.calibrated_seconds(rows, device, row["rungs"][rung])
            assert (times[1:] >= times[:-1] * (1 - 1e-12)).all(), (rung, n, k)
            assert (times >= roof).all(), (rung, n, k)


def medians():
    """{format: {rung: median over its sets of the median error}}."""
    errors = defaultdict(lambda: defaultdict(list))
    for row in SETS:
        for rung in RUNGS:
            errors[row["format"]][rung].append(row["rungs"][rung]["median_error"])
    return {f: {rung: median(e) for rung, e in rungs.items()} for f, rungs in errors.items()}


@pytest.mark.parametrize(("below", "above"), LADDER)
def test_each_rung_is_no_worse_than_the_one_below(below, above):
    for f, error in medians().items():
        assert error[above] <= error[below], f


@EACH
def test_no_set_loses_a_point_from_l1_to_l3(row):
    assert row["rungs"]["L3"]["median_error"] <= row["rungs"]["L1"]["median_error"] + 0.01


def test_the_targets_are_met():
    sixteen = [r["rungs"]["L3"]["median_error"] for r in SETS if r["format"] == "bf16"]
    others = [r["rungs"]["L3"]["median_error"] for r in SETS if r["format"] != "bf16"]
    assert sum(error > 0.08 for error in sixteen) <= 1
    assert sum(error <= 0.10 for error in others) >= 0.8 * len(others)


def test_one_kernel_does_not_explain_hopper_weight_only():
    for row in filter(has_two_kernels, SETS):
        l3 = row["rungs"]["L3"]
        assert l3["median_error"] < 0.9 * l3["median_error_without_gemv"]


def test_cache_resident_rows_are_counted_and_never_used_to_predict():
    for row in SETS:
        cached = row["gpu"] == "l40s" and row["format"] in ("bf16", "fp8-tensor", "fp8-block")
        assert (row["rows_cache_resident"] > 0) == ("fit_only" in row) == cached
        for rung in RUNGS[1:]:
            assert "l2_gain" not in row["rungs"][rung]
            assert ("median_error_all_rows" in row["rungs"][rung]) == cached


def committed_errors(row, rung):
    """|predicted / measured - 1| of every committed held-out point that the fit judged too."""
    times = measured.find(measured.times()["sets"], row["id"])
    out = []
    for key in times["us"]:
        n, k = map(int, key.split("x"))
        weight_mb = n * k * scheme(row["format"])["weight_bits"] / 8e6
        cold = weight_mb >= row.get("fit_only", {}).get("cache_resident_below_mb", 0)
        if measured.held_out(n, k) and cold:
            points = [(m, us) for m, us in measured.curve(times, n, k) if m <= 16384]
            out += [abs(seconds(row, rung, m, n, k) * 1e6 / us - 1) for m, us in points]
    return out


@pytest.mark.parametrize("rung", RUNGS[1:])
def test_the_stored_errors_are_those_of_the_curves(rung):
    """Of the committed held-out points, half must lie below the stored median and nine tenths below
    the stored p90. The 6 to 8 shapes of a set are a sample of about 110, and the points of a curve
    err together: a share may be 0.2 off in one set (0.15 for p90), 0.05 on average over all.
    (Not so the ideal: it is worst for small layers, and the committed ones are large.)"""
    below_median, below_p90 = [], []
    for row in SETS:
        errors, c = committed_errors(row, rung), row["rungs"][rung]
        below_median.append(fmean(e <= c["median_error"] for e in errors))
        below_p90.append(fmean(e <= c["p90_error"] for e in errors))
        assert below_median[-1] == pytest.approx(0.5, abs=0.2), row["id"]
        assert below_p90[-1] == pytest.approx(0.9, abs=0.15), row["id"]
    assert fmean(below_median) == pytest.approx(0.5, abs=0.05)
    assert fmean(below_p90) == pytest.approx(0.9, abs=0.05)


def test_the_ideal_error_of_large_layers_is_below_the_stored_one():
    shares = []
    for row in SETS:
        stored = row["rungs"]["ideal"]["median_error"]
        shares.append(fmean(e <= stored for e in committed_errors(row, "ideal")))
    assert 0.5 < fmean(shares) < 0.75
