"""What goes wrong with scales in practice, with numbers (notes/cases.md), on seeded tensors."""

import numpy as np
import pytest

from lowbit.rounding import decode_array, round_to
from lowbit.scaling import dequantize, errors, quantize
from lowbit.settings import setting_of


def relative(x, y):
    return errors(x, y)["relative_rmse"]


def test_one_outlier_a_row_in_int4():
    """4,096 weights a row, σ 0.02, one of them 1.0: error of the others, and without the outlier.
    Finer groups keep the damage local, for more bits."""
    draw = np.random.default_rng(0)
    clean = (draw.standard_normal((256, 4096)) * 0.02).astype(np.float32)
    place = (np.arange(256), draw.integers(0, 4096, 256))
    w = clean.copy()
    w[place] = 1.0
    others = np.ones(w.shape, bool)
    others[place] = False
    for sharing, bits, hit, unhit in [
        ("row", 4.004, 0.999, 0.158),
        ("g128", 4.125, 0.211, 0.117),
        ("g32", 4.5, 0.130, 0.097),
        ("g16", 5.0, 0.104, 0.085),
    ]:
        made = quantize(w, f"int4-{sharing}-narrow")
        assert made["effective_bits"] == pytest.approx(bits, abs=5e-4)
        assert relative(w[others], made["values"][others]) == pytest.approx(hit, abs=1e-3)
        without = quantize(clean, f"int4-{sharing}-narrow")["relative_rmse"]
        assert without == pytest.approx(unhit, abs=1e-3)
        if sharing == "row":  # step 1/7: all below 3.57 σ become 0
            assert np.mean(made["values"][others] == 0) == pytest.approx(0.9996, abs=1e-4)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("int4-g16-narrow", 0.085),
        ("nvfp4", 0.095),
        ("int4-g32-narrow", 0.097),
        ("nf4", 0.092),
        ("mxfp4", 0.114),
        ("int4-g128-narrow", 0.117),
        ("fp4-g128", 0.109),
    ],
)
def test_formats_on_normal_weights(name, error):
    """At equal groups INT4 beats E2M1, until they are long: FP4 is not better in itself."""
    w = (np.random.default_rng(1).standard_normal((256, 4096)) * 0.02).astype(np.float32)
    assert quantize(w, name)["relative_rmse"] == pytest.approx(error, abs=1.5e-3)


def test_an_outlier_channel_needs_a_scale_across_tokens():
    """64 tokens, one channel × 60, error of the others. A scale per token does not help; one per
    channel does, but stands inside the sum over K. E4M3 needs neither."""
    x = np.random.default_rng(3).standard_normal((64, 4096)).astype(np.float32)
    x[:, 100] *= 60
    others = np.delete(np.arange(4096), 100)

    def error(name):
        return relative(x[:, others], quantize(x, name)["values"][:, others])

    assert error("int8-tensor") == pytest.approx(0.297, abs=0.005)
    assert error("int8-row") == pytest.approx(0.149, abs=0.005)
    assert error("int8-g128") == pytest.approx(0.027, abs=0.001)
    assert error("int8-column") == pytest.approx(0.006, abs=0.0005)
    assert error("fp8-row") == pytest.approx(0.0265, abs=0.0005)


def test_case_36_clipping_hurts_floats_and_helps_four_bits():
    """Heavy-tailed activations, scale to the 99.9th percentile instead of the largest: E4M3 has the
    same relative step everywhere and only loses what it clips; FP4 and INT4 gain a finer step."""
    x = np.random.default_rng(5).standard_t(4, (256, 4096)).astype(np.float32)

    def error(name, choose):
        return quantize(x, setting_of(name) | {"choose": choose})["relative_rmse"]

    assert error("fp8-tensor", "percentile") > 3.5 * error("fp8-tensor", "amax")
    assert error("fp4-tensor", "percentile") < 0.4 * error("fp4-tensor", "amax")
    assert error("int4-tensor", "percentile") < 0.4 * error("int4-tensor", "amax")


def test_case_39_a_scale_used_the_wrong_way_round():
    """q = x / s, x ≈ q · s. Multiplied instead, small tensors vanish and others only get worse, so
    that nothing looks broken: only a round trip tells."""
    for amax, right, wrong in [(0.05, 0.026, 1.0), (3.2, 0.026, 0.043)]:
        x = np.random.default_rng(6).uniform(-amax, amax, (64, 64)).astype(np.float32)
        scale = quantize(x, "fp8-tensor")["scales"][0, 0]
        assert relative(x, round_to(x / scale, "e4m3fn") * scale) == pytest.approx(right, abs=1e-3)
        assert relative(x, round_to(x * scale, "e4m3fn") / scale) == pytest.approx(wrong, abs=3e-3)


def test_case_58_a_global_scale_read_as_its_reciprocal():
    """compressed-tensors stores 2688 / amax = 3584 for amax 0.75, the formula wants 0.000279."""
    x = np.random.default_rng(7).uniform(-0.5, 0.5, (4, 64)).astype(np.float32)
    x[0, 0] = 0.75
    made = quantize(x, "nvfp4")
    assert 1 / made["tensor_scale"] == pytest.approx(3584)
    assert made["tensor_scale"] == pytest.approx(0.000279, rel=1e-3)
    read = dequantize(made["codes"], made["scales"], "nvfp4", tensor_scale=3584)
    assert np.max(read) == pytest.approx(0.75 * 3584**2)
    assert relative(x, made["values"]) < 0.1


def test_nvfp4_tensor_scale_with_448_times_6_and_with_6():
    """One weight of 10,000 σ. With amax/(6·448) the block scales reach 448 and the small ones stay
    normal; with amax/6 they reach 1, and the small ones fall below E4M3's smallest, 2^-9."""
    x = np.random.default_rng(8).standard_normal((256, 4096)).astype(np.float32)
    x[17, 1234] = 10_000
    rest = np.ones(x.shape, bool)
    rest[17, 1234] = False
    assert relative(x[rest], quantize(x, "nvfp4")["values"][rest]) == pytest.approx(0.095, abs=1e-3)

    tensor_scale = np.float32(10_000 / 6)
    made = quantize(x / tensor_scale, setting_of("nvfp4") | {"tensor_scale": False})
    assert set(made["scales"].ravel()) == {np.float32(2**-9), np.float32(1)}
    values = made["values"] * tensor_scale
    assert relative(x[rest], values[rest]) == pytest.approx(0.470, abs=2e-3)


def test_one_outlier_ruins_fp4_with_one_scale_and_blocks_rescue_it():
    x = np.random.default_rng(9).standard_normal((256, 4096)).astype(np.float32)
    x[17, 1234] = 100
    others = np.ones(x.shape, bool)
    others[17, 1234] = False
    found = [relative(x[others], quantize(x, n)["values"][others])
             for n in ("fp4-tensor", "fp4-row", "mxfp4", "nvfp4")]  # fmt: skip
    assert found == pytest.approx([1.0, 0.134, 0.115, 0.095], abs=1e-3)


def test_case_64_the_same_byte_as_fn_and_as_fnuz():
    """Half the value, and 0x80 is NaN: reinterpret the bits, double the scale, make -0 zero."""
    assert decode_array(np.uint8([0x7E, 0x38]), "e4m3fn").tolist() == [448, 1]
    assert decode_array(np.uint8([0x7E, 0x38]), "e4m3fnuz").tolist() == [224, 0.5]
    assert np.isnan(decode_array(np.uint8([0x80]), "e4m3fnuz"))[0]

    x = np.random.default_rng(10).standard_normal((8, 64)).astype(np.float32)
    x[0, 0] = -0.0
    made = quantize(x, "fp8-row")
    codes = np.where(made["codes"] == 0x80, 0, made["codes"])
    assert np.array_equal(dequantize(codes, 2 * made["scales"], "e4m3fnuz-row"), made["values"])
    assert np.isnan(dequantize(made["codes"], 2 * made["scales"], "e4m3fnuz-row")[0, 0])
