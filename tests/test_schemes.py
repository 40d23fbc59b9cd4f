"""Bits per weight with everything counted, and the grammar of names."""

import pytest

from lowbit.roofline import traffic
from lowbit.schemes import MENU, scheme


def bits_per_weight(name, n=4096, k=4096):
    moved = traffic(1, n, k, scheme(name), 16)
    return 8 * (moved["weights"] + moved["scales"] + moved["zeros"]) / (n * k)


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("bf16", 16),
        ("w4a16-g128", 4.125),  # 4 + 16/128
        ("w4a16-g128-zp", 4.15625),  # and a packed 4-bit zero point
        ("w4a16-g32", 4.5),
        ("w4a16-g64", 4.25),
        ("mxfp8", 8.25),  # 8 + 8/32
        ("mxfp4", 4.25),
        ("w4a16-channel", 4 + 16 / 4096),
        ("fp8-block", 8 + 32 / 128**2),
    ],
)
def test_bits_per_weight(name, bits):
    assert bits_per_weight(name) == bits


def test_nvfp4_has_a_scale_per_16_and_one_per_tensor():
    assert bits_per_weight("nvfp4") == 4.5 + 32 / 4096**2


def test_every_name_of_the_menu_is_complete():
    fields = set(scheme("bf16"))
    for name in MENU:
        assert set(scheme(name)) == fields
        assert scheme(name)["name"] == name


def test_fp8_alone_means_one_scale_per_tensor():
    assert scheme("fp8") == scheme("fp8-tensor")


def test_rows_are_copies():
    scheme("bf16")["weight_bits"] = 1
    assert scheme("bf16")["weight_bits"] == 16


@pytest.mark.parametrize("name", ["", "fp9", "w4a16", "w4a16-g", "w4a16-g0", "w4a16-g-5", "BF16",
                                  "w4a16-gx", "w4a16-g1.5", "w4a16-g128-z", "toString"])  # fmt: skip
def test_unknown_names_are_refused_in_words(name):
    with pytest.raises(ValueError, match="Unknown format"):
        scheme(name)
