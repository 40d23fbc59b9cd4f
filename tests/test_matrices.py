"""The matrices of the scale playground: what is stored, what follows from it."""

import numpy as np
import pytest

from lowbit import matrices, outliers
from lowbit.matrices import DATA, matrix, partner

IDS = [one["id"] for one in outliers.MATRICES]


def kurtosis(x):
    """Of the values' distribution, 0 for a normal one."""
    x = np.float64(x) - np.mean(x)
    return float(np.mean(x**4) / np.mean(x**2) ** 2 - 3)


def rms(x):
    return float(np.sqrt(np.mean(np.float64(x) ** 2)))


def test_the_file_is_small_and_says_where_it_comes_from():
    assert DATA.stat().st_size <= 60_000
    rows = {row["id"]: row for row in matrices.load()["matrices"]}
    assert set(rows) == {"weights", "activations", "gaussian", "heavy"}
    for name in ("weights", "activations"):
        assert "all-MiniLM-L6-v2" in rows[name]["source"]
        assert rows[name]["license"] == "Apache-2.0"


@pytest.mark.parametrize("name", IDS)
def test_every_matrix_is_64_by_64_and_finite(name):
    for x in (matrix(name), partner(name)):
        assert x.shape == (64, 64)
        assert x.dtype == np.float32
        assert np.isfinite(x).all()
        assert x.any()


def test_stored_values_are_multiples_of_a_power_of_two_and_fill_16_bits():
    for row in matrices.load()["matrices"]:
        assert np.frexp(row["unit"])[0] == 0.5
        steps = np.array(matrices.unpacked(row)) / row["unit"]
        assert 16384 <= np.abs(steps).max() <= 32768


def test_noise_is_what_it_is_called():
    gaussian = np.random.default_rng(2026).standard_normal((64, 64))
    assert np.abs(matrix("gaussian") - gaussian).max() <= 2.0**-14
    assert abs(kurtosis(matrix("gaussian"))) < 0.3
    assert kurtosis(matrix("heavy")) > 5
    assert rms(matrix("heavy")) == pytest.approx(1, rel=0.2)


def test_the_real_activations_have_one_outlier_channel():
    x = matrix("activations")
    channels = np.sqrt(np.mean(np.float64(x) ** 2, axis=0))
    assert channels.argmax() == 31
    assert channels[31] / rms(np.delete(x, 31, axis=1)) == pytest.approx(13, abs=0.5)
    assert abs(kurtosis(matrix("weights"))) < 1  # the weights have none


def test_made_outliers_are_60_times_the_noise():
    noise = matrix("gaussian")
    channel, token = matrix("outlier-channel"), matrix("outlier-token")
    assert np.array_equal(channel[:, 13], 60 * noise[:, 13])
    assert np.array_equal(token[13], 60 * noise[13])
    assert np.array_equal(np.delete(channel, 13, axis=1), np.delete(noise, 13, axis=1))
    assert np.array_equal(np.delete(token, 13, axis=0), np.delete(noise, 13, axis=0))


def test_the_other_operand_goes_with_it():
    assert np.array_equal(partner("weights"), matrix("activations"))
    assert np.array_equal(partner("activations"), matrix("weights"))
    assert np.array_equal(partner("heavy"), matrix("gaussian").T)


def test_the_picture_is_grey_from_0_to_1():
    x = matrix("image")
    assert 0 <= x.min() < 0.1
    assert 0.9 < x.max() <= 1
    assert x[17, 17] == x.max()  # the ball is lit from the upper left
    assert x[:43, -1].min() > 0.45 > 0.15 >= x[44:].max()  # a bright wall, dark ground


def test_an_unknown_matrix_says_what_is_known():
    with pytest.raises(ValueError, match=r"Unknown matrix 'weight'. Known: weights, activations"):
        matrix("weight")
