"""The calibrated rungs: hand-worked cases, and properties that any constants must keep."""

import random

import pytest

from lowbit.hardware import find_gpu, gpus
from lowbit.roofline import ideal, path
from lowbit.schemes import MENU, scheme
from lowbit.speed import calibrated, gemm

H100 = find_gpu("H100 SXM")
L1 = {"e_bw": 0.8, "e_fl": 0.5, "t0_us": 10.0}
L2 = L1 | {"ns_per_k": 0.5, "p": 2.0}
L4 = L2 | {"p": 1.7, "tm_min": 16, "tm_max": 256, "tn": 128, "split": 4}
GEMV = L2 | {"gemv": {"e_bw": 0.95, "share": 0.45, "t0_us": 5.0}}


def seconds(m, n, k, name, c, gpu=H100):
    return calibrated(m, n, k, gpu, scheme(name), c)["seconds"]


def test_l1_is_the_larger_wall_plus_the_fixed_time():
    roofline = ideal(1, 8192, 8192, H100, scheme("bf16"))
    assert seconds(1, 8192, 8192, "bf16", L1) == pytest.approx(
        roofline["memory_seconds"] / 0.8 + 10e-6
    )
    assert seconds(8192, 8192, 8192, "bf16", L1) == pytest.approx(
        ideal(8192, 8192, 8192, H100, scheme("bf16"))["compute_seconds"] / 0.5 + 10e-6
    )


def test_l2_joins_three_walls_like_a_right_angle():
    parts = calibrated(64, 8192, 8192, H100, scheme("bf16"), L2)
    assert parts["latency"] == pytest.approx(8192 * 0.5e-9)
    assert parts["quantize"] == 0  # BF16 has nothing to quantize
    squares = parts["memory"] ** 2 + parts["compute"] ** 2 + parts["latency"] ** 2
    assert parts["seconds"] == pytest.approx(10e-6 + squares**0.5)


def test_quantizing_reads_two_bytes_and_writes_one():
    parts = calibrated(4096, 8192, 8192, H100, scheme("fp8-tensor"), L2)
    assert parts["quantize"] == pytest.approx(4096 * 8192 * 3 / (0.8 * 3.35e12))


def test_where_fp8_is_only_stored_nothing_is_quantized():
    parts = calibrated(64, 8192, 8192, find_gpu("A100"), scheme("fp8-tensor"), L2)
    assert parts["quantize"] == 0


def test_tiles_pad_one_token_to_the_smallest_tile():
    parts = calibrated(1, 28672, 4096, H100, scheme("bf16"), L4)
    waves = 28672 / 128 / 132  # 224 tiles on 132 SMs
    busy = waves + 0.5 * (2 - waves)
    assert parts["compute"] == pytest.approx(busy * 132 * 2 * 16 * 128 * 4096 / (0.5 * 989.4e12))


def test_gemv_serves_few_tokens_and_gemm_the_rest():
    kernels = [
        calibrated(m, 8192, 8192, H100, scheme("w4a16-channel"), GEMV)["kernel"] for m in (1, 512)
    ]
    assert kernels == ["gemv", "gemm"]


@pytest.mark.parametrize("c", [L1, L2, L4, GEMV], ids=["L1", "L2", "L4", "GEMV"])
@pytest.mark.parametrize("name", MENU)
def test_time_never_falls_with_m_and_never_beats_the_roof(name, c):
    for n, k in [(4096, 4096), (28672, 4096), (1024, 16384), (100, 3000)]:
        before = 0.0
        for m in [1, 2, 3, 5, 16, 17, 63, 64, 65, 128, 200, 256, 257, 1000, 4096, 16384]:
            now = seconds(m, n, k, name, c)
            assert now >= before
            assert now >= ideal(m, n, k, H100, scheme(name))["ideal_seconds"]
            before = now


def test_random_constants_keep_both_properties():
    draw = random.Random(3)
    for _ in range(300):
        c = {
            "e_bw": draw.uniform(0.3, 0.95), "e_fl": draw.uniform(0.2, 0.95),
            "t0_us": draw.uniform(0, 20), "ns_per_k": draw.uniform(0, 4), "p": draw.uniform(1, 8),
            "tm_min": draw.choice([16, 64]), "tm_max": draw.choice([64, 256]),
            "tn": draw.choice([64, 128]), "split": draw.choice([1, 4]),
        }  # fmt: skip
        n, k = draw.randint(1, 20000), draw.randint(1, 20000)
        times = [seconds(2**e, n, k, "fp8-tensor", c) for e in range(15)]
        assert times == sorted(times)


def test_without_constants_the_answer_is_ideal_and_says_why():
    got = gemm(1, 8192, 8192, H100, "w4a16-g128", None, "L3", {})
    assert got["seconds"] is None
    assert got["kind"] == "ideal"
    assert "group-scaled" in got["reason"]
    assert got["ideal_seconds"] == pytest.approx(34_635_776 / 3.35e12)  # 4.125 bits + x + y


def test_knobs_move_the_time_and_take_the_error_away():
    fit = {"rungs": {"L3": L2 | {"median_error": 0.05, "p90_error": 0.2}}}
    plain = gemm(1, 8192, 8192, H100, "bf16", fit, "L3", {})
    moved = gemm(1, 8192, 8192, H100, "bf16", fit, "L3", {"t0_us": 0.0, "unknown": 3})
    assert plain["seconds"] - moved["seconds"] == pytest.approx(10e-6)
    assert plain["median_error"] == 0.05
    assert moved["median_error"] is None


@pytest.mark.parametrize("bad", [0, -1, 1.5, float("nan"), None, 10_000_001, float("inf")])
def test_sizes_are_whole_and_positive(bad):
    with pytest.raises(ValueError, match="M must be a whole number from 1 to 10,000,000"):
        gemm(bad, 8192, 8192, H100, "bf16", None, "ideal", {})


def test_every_gpu_answers_every_format_with_a_time_or_a_reason():
    for gpu in gpus():
        for name in MENU:
            got = gemm(64, 4096, 4096, gpu, name, None, "L3", {})
            assert got["ideal_seconds"] is not None or got["reason"].startswith("No source")
            assert path(gpu, scheme(name))["kind"] == got["path"]
