"""The ideal roofline: values known from the teaching plan, worked by hand from the data sheets."""

import pytest

from lowbit.hardware import find_gpu
from lowbit.roofline import ideal, m_at_intensity, path, roof, traffic
from lowbit.schemes import MENU, scheme

H100 = find_gpu("H100 SXM")


def microseconds(m, name, gpu=H100, n=28672, k=4096):
    return ideal(m, n, k, gpu, scheme(name))["ideal_seconds"] * 1e6


@pytest.mark.parametrize(
    ("name", "times"),
    [  # gate_up of Llama-3.1-8B on H100 at M = 1, 64, 256, 512, 4096
        ("bf16", [70.1, 71.4, 75.1, 121.5, 972.4]),
        ("fp8-tensor", [35.1, 36.2, 39.8, 60.8, 486.2]),
        ("w4a16-g128", [18.1, 19.3, 60.8, 121.5, 972.4]),
    ],
)
def test_gate_up_on_h100(name, times):
    got = [round(microseconds(m, name), 1) for m in (1, 64, 256, 512, 4096)]
    assert got == times


def test_bytes_of_one_token():
    moved = traffic(1, 28672, 4096, scheme("bf16"), 16)
    assert moved["weights"] == 234_881_024
    assert moved["total"] == 234_881_024 + 2 * 4096 + 2 * 28672


@pytest.mark.parametrize(("dtype", "ridge"), [("bf16", 295.34), ("fp8-tensor", 590.72)])
def test_ridge_of_h100(dtype, ridge):
    assert ideal(1, 1024, 1024, H100, scheme(dtype))["ridge"] == pytest.approx(ridge, abs=0.005)


@pytest.mark.parametrize(
    ("name", "first"), [("bf16", 322), ("fp8-tensor", 350), ("w4a16-g128", 83)]
)
def test_first_compute_bound_m_with_activations_counted(name, first):
    bound = [ideal(m, 28672, 4096, H100, scheme(name))["bound"] for m in (first - 1, first)]
    assert bound == ["memory", "compute"]


def test_batch_one_intensity_is_about_one():
    assert ideal(1, 4096, 4096, H100, scheme("bf16"))["intensity"] == pytest.approx(
        0.9995, abs=5e-5
    )


def test_h200_is_faster_only_where_memory_is_the_wall():
    h200 = find_gpu("H200")
    assert microseconds(1, "bf16") / microseconds(1, "bf16", h200) == pytest.approx(4.8 / 3.35)
    assert microseconds(4096, "bf16") == pytest.approx(microseconds(4096, "bf16", h200))


def test_m_at_intensity_inverts_intensity():
    for name in MENU:
        s = scheme(name)
        bits = path(H100, s)["act_bits"]
        for m in (1, 100, 3000):
            want = ideal(m, 8192, 8192, H100, s)["intensity"]
            assert m_at_intensity(want, 8192, 8192, s, bits) == pytest.approx(m, rel=2e-2)
    assert m_at_intensity(1e6, 8192, 8192, scheme("bf16"), 16) is None


def test_roof_is_the_smaller_of_slope_and_peak():
    way = path(H100, scheme("bf16"))
    assert roof(1, H100, way) == 3.35e12
    assert roof(1e5, H100, way) == 989.4e12


@pytest.mark.parametrize(
    ("gpu", "name", "kind", "mma"),
    [
        ("A100", "fp8-tensor", "upcast", "bf16"),  # no FP8 multiplication before Ada and Hopper
        ("A100", "int8", "native", "int8"),
        ("L40S", "fp8-row", "native", "fp8"),
        ("H100", "w4a16-g128", "upcast", "bf16"),  # by design
        ("H100", "nvfp4", "upcast", "bf16"),
        ("H100", "mxfp8", "upcast", "bf16"),  # Hopper has FP8 but no block scales in the MMA
        ("B200", "nvfp4", "native", "fp4"),
        ("B200", "mxfp8", "native", "fp8"),
        ("T4", "bf16", "cuda-cores", "fp32"),
        ("T4", "w4a16-g128", "upcast", "fp16"),
        ("MI355X", "mxfp4", "native", "fp4"),
        ("MI355X", "nvfp4", "upcast", "bf16"),  # AMD multiplies MX blocks, not NVFP4's
    ],
)
def test_what_each_gpu_does(gpu, name, kind, mma):
    way = path(find_gpu(gpu), scheme(name))
    assert (way["kind"], way["mma"]) == (kind, mma)


def test_a_format_without_a_path_keeps_its_small_weights_and_sixteen_bit_activations():
    a100 = find_gpu("A100")
    got = ideal(64, 4096, 4096, a100, scheme("fp8-tensor"))
    assert got["traffic"]["weights"] == 4096 * 4096
    assert got["traffic"]["activations"] == 64 * 4096 * 2
    assert got["ridge"] == pytest.approx(312e12 / 2.039e12)


def test_an_unverified_peak_gives_no_time():
    got = ideal(1, 4096, 4096, find_gpu("RTX PRO 6000 Server"), scheme("int8"))
    assert got["ideal_seconds"] is None
    assert got["bound"] is None
    assert got["memory_seconds"] > 0
