"""Numbers as text: what the pages print."""

import math

import pytest

from lowbit.text import bytes_text, duration, flops_text, full, percent, sig


@pytest.mark.parametrize(
    ("x", "n", "text"),
    [
        (0.340, 3, "0.34"),
        (9.996, 3, "10"),  # rounds into the next decade
        (1978.9, 5, "1,978.9"),
        (16384, 5, "16,384"),
        (1234567, 3, "1.23×10⁶"),
        (999_999.6, 6, "1×10⁶"),
        (1e-8, 3, "1×10⁻⁸"),
        (0.0001, 2, "0.0001"),
        (-2.5, 2, "−2.5"),
        (0, 3, "0"),
        (0.125, 2, "0.13"),  # half goes up, as readers expect
        (math.nan, 3, "–"),
        (None, 3, "–"),
        (math.inf, 3, "∞"),
    ],
)
def test_sig(x, n, text):
    assert sig(x, n) == text


def test_sig_agrees_with_python_formatting():
    for i in range(1, 4000):
        x = i * 0.0173 + 1e-9  # never on a rounding boundary
        assert float(sig(x, 3).replace(",", "")) == float(f"{x:.3g}")


def test_units():
    assert duration(38.94e-6) == "38.9 µs"
    assert duration(4.4804e-3) == "4.48 ms"
    assert duration(2.0) == "2 s"
    assert bytes_text(234_954_752) == "235 MB"
    assert bytes_text(16_060_522_496) == "16.1 GB"
    assert bytes_text(8192) == "8.19 kB"
    assert flops_text(30_064_771_072) == "30.1 GFLOP"
    assert flops_text(28.59e12) == "28.6 TFLOP"
    assert percent(0.0834) == "8.3%"
    assert percent(6e-10) == "less than 0.01%"
    assert full(1048576) == "1,048,576"
