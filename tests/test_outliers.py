"""The playground's matrices by rule, in plain Python."""

import math

import pytest

from lowbit.outliers import (
    SIZE,
    is_apart,
    lightness,
    matrix_row,
    matrix_values,
    sigma_of,
    with_outlier,
)

ONES = {"gaussian": [1.0] * SIZE * SIZE}


def test_sigma_is_that_of_normal_numbers_and_an_outlier_does_not_move_it():
    # for a normal distribution half of the magnitudes are below 0.6745 σ
    assert sigma_of([0.6745, -0.6745, 0.1, 9.0]) == pytest.approx(1, abs=1e-3)
    assert sigma_of([0.6745, -0.6745, 0.1, 9e9]) == pytest.approx(1, abs=1e-3)


def test_an_outlier_is_put_in_without_touching_the_matrix():
    values = [0.0] * (SIZE * SIZE)
    made = with_outlier(values, 0.5, 2, 3, 10)
    assert made[2 * SIZE + 3] == 5.0
    assert sum(made) == 5.0
    assert sum(values) == 0.0
    assert with_outlier(values, 0.5, 2, 3, 0) is values


def test_the_outlier_channel_is_a_column_and_the_outlier_token_a_row():
    channel = matrix_values("outlier-channel", ONES)
    assert {i % SIZE for i, v in enumerate(channel) if v == 60} == {13}
    token = matrix_values("outlier-token", ONES)
    assert {i // SIZE for i, v in enumerate(token) if v == 60} == {13}
    assert channel.count(60) == token.count(60) == SIZE


def test_what_others_leave_out():
    assert [i for i in range(SIZE) if is_apart(matrix_row("activations"), i)] == [31]
    assert not any(is_apart(matrix_row("weights"), i) for i in range(SIZE * SIZE))


def test_the_ball_is_round_and_lit_from_the_upper_left():
    assert lightness(0.32, 0.36) > lightness(0.52, 0.56)
    assert lightness(0.42, 0.1) == pytest.approx(0.45 + 0.4 * 0.1 + 0.1 * 0.42)  # the wall
    assert math.isclose(lightness(0.9, 0.95), 0.15) or lightness(0.9, 0.95) < 0.15  # the ground


def test_an_unknown_name_says_what_is_known():
    with pytest.raises(ValueError, match=r"Unknown matrix 'noise'. Known: weights, "):
        matrix_row("noise")
