"""The timer without a GPU: torch.cuda's events and graphs are handed in as small fakes."""

import contextlib
import itertools
import math
from types import SimpleNamespace

import pytest
import torch

from lowbit.gpu import matmul, timer


class Graph:
    """A CUDA graph on the CPU: it runs again what ran while it was captured."""

    def __init__(self):
        self.run = lambda: None

    def replay(self):
        self.run()


@pytest.fixture
def clock():
    """A clock whose rounds take 10, 11, 12 … ms, and a list of what was asked of it."""
    times, asked = itertools.count(10), []

    def event():
        return SimpleNamespace(
            record=lambda: asked.append("event"),
            synchronize=lambda: None,
            elapsed_time=lambda stop: float(next(times)),
        )

    return {
        "event": event, "graph": Graph, "capturing": lambda graph: contextlib.nullcontext(),
        "warm": lambda calls: asked.append(len(calls)), "asked": asked,
    }  # fmt: skip


# ---- how many copies, how many calls ----


@pytest.mark.parametrize(
    ("weight_mb", "l2_mb", "memory_mb", "copies"),
    [
        (33.6, 50, 80000, 6),  # 4096 x 14336 in 4 bits on an H100: 6 · 33.6 ≥ 200
        (117, 50, 80000, 2),  # at least two take turns
        (134, 50, 80000, 2),
        (8.4, 126, 180000, 60),  # a B200
        (235, 4, 16000, 2),  # a T4
        (900, 50, 1000, 1),  # no room for a second one
    ],
)
def test_the_weights_that_take_turns_are_four_caches(weight_mb, l2_mb, memory_mb, copies):
    sizes = [int(1e6 * size) for size in (weight_mb, l2_mb, memory_mb)]
    assert timer.copies_for(*sizes) == copies
    if copies > 1:
        assert copies * weight_mb >= timer.CACHES * l2_mb


def test_every_copy_takes_its_turn_equally_often(clock):
    seen = []
    calls = timer.calls_of(
        lambda x, w, fast: seen.append((x, w, fast)), "x", ["a", "b", "c"], True, clock
    )
    assert seen == [("x", "a", True), ("x", "b", True), ("x", "c", True)]  # the call that is timed
    assert clock["asked"][0] == 3  # warmed up before anything is timed
    seen.clear()
    for call in calls:
        call()
    assert [w for _, w, _ in seen] == ["a", "b", "c"]


def test_short_calls_are_repeated_until_a_graph_takes_2_ms(clock):
    clock["event"] = lambda: SimpleNamespace(
        record=lambda: None, synchronize=lambda: None, elapsed_time=lambda stop: 0.05
    )
    calls = timer.calls_of(lambda *_: None, None, ["a", "b"], True, clock)
    assert len(calls) == 2 * 40  # a round of 50 µs, 40 times


# ---- one graph, many replays ----


def test_all_calls_are_one_graph_and_its_last_result_comes_out(clock):
    ran = []
    calls = [lambda i=i: ran.append(i) or i for i in range(3)]
    replay, y = timer.capture(calls, clock)
    assert ran == [0, 1, 2]
    assert y == 2
    replay()


def test_the_median_is_of_twenty_replays_after_a_warm_up(clock):
    replays = []
    times = timer.replay_seconds(lambda: replays.append(1), 4, clock)
    assert len(replays) == timer.WARM_UP + 20
    assert times[0] == pytest.approx(10e-3 / 4)  # one call of four
    assert timer.summary(times) == {
        "seconds": pytest.approx(19.5e-3 / 4), "seconds_min": pytest.approx(10e-3 / 4),
        "seconds_max": pytest.approx(29e-3 / 4), "replays": 20,
    }  # fmt: skip


def test_fewer_than_twenty_replays_are_refused(clock):
    with pytest.raises(ValueError, match="at least 20 replays, not 5"):
        timer.replay_seconds(lambda: None, 1, clock, replays=5)


# ---- checked before it is timed ----


@pytest.fixture
def product():
    torch.manual_seed(0)
    x, w = torch.randn(5, 64).bfloat16(), torch.randn(32, 64).bfloat16()
    return x, matmul.prepare("bf16", w)


def replaying(y, x, operand, rows=slice(None)):
    """A replay that writes x·wᵀ into y, or only some of its rows."""

    def replay():
        y[rows] = matmul.multiply("bf16", x, operand)[rows]

    return replay


def test_a_right_result_passes_with_the_error_of_its_rounding(product):
    y = torch.empty(5, 32, dtype=torch.bfloat16)
    error = timer.checked(replaying(y, *product), y, "bf16", *product)
    assert 1e-4 < error < 4e-3  # half a step of BF16 is 2⁻⁹


def test_what_a_replay_never_wrote_is_found_by_the_nan_in_it(product):
    y = matmul.multiply("bf16", *product)  # right, but stale
    with pytest.raises(ArithmeticError, match="never written"):
        timer.checked(lambda: None, y, "bf16", *product)
    with pytest.raises(ArithmeticError, match="so there is no time for it"):
        timer.checked(replaying(y, *product, rows=slice(0, 4)), y, "bf16", *product)


def test_nan_is_found_in_rows_that_are_not_compared():
    torch.manual_seed(0)
    x, w = torch.randn(1000, 64).bfloat16(), torch.randn(32, 64).bfloat16()
    operand = matmul.prepare("bf16", w)
    y = torch.empty(1000, 32, dtype=torch.bfloat16)
    compared = torch.linspace(0, 999, timer.MOST_ROWS).long()
    with pytest.raises(ArithmeticError):
        timer.checked(replaying(y, x, operand, rows=compared), y, "bf16", x, operand)


def test_a_wrong_scale_is_not_timed(product):
    y = torch.empty(5, 32, dtype=torch.bfloat16)

    def replay():
        y.copy_(1.05 * matmul.multiply("bf16", *product))

    with pytest.raises(ArithmeticError, match=r"off by 0\.05"):
        timer.checked(replay, y, "bf16", *product)


# ---- the whole, with a capture that computes again ----


@pytest.fixture
def measured(clock, monkeypatch):
    def capture(calls, clock):
        y = calls[-1]()
        return (lambda: y.copy_(calls[-1]())), y

    monkeypatch.setattr(timer, "capture", capture)
    torch.manual_seed(0)
    x, w = torch.randn(5, 64).bfloat16(), torch.randn(32, 64).bfloat16()
    sizes = {"l2_bytes": 10_000, "memory_bytes": 10**7, "clock": clock}
    return lambda op, **more: timer.measure(op, x, w, **(sizes | more))


def test_a_measurement_has_all_that_a_result_file_wants(measured):
    row = measured("bf16")
    assert row["path"] == "torch's bf16 on the CPU: no tensor core ran"
    assert (row["weight_bytes"], row["copies"], row["cold"]) == (32 * 64 * 2, 10, True)
    assert row["seconds_min"] <= row["seconds"] <= row["seconds_max"]
    assert row["replays"] == 20
    assert row["eager_seconds"] > 0
    assert row["quantize_seconds"] is None  # x stays in 16 bits


def test_quantizing_stands_beside_the_matmul(measured):
    assert measured("fp8-row")["quantize_seconds"] > 0


def test_the_copies_are_copies():
    torch.manual_seed(0)
    operand = matmul.prepare("bf16", torch.randn(32, 64).bfloat16())
    other = matmul.copy_of(operand)
    assert other["codes"].data_ptr() != operand["codes"].data_ptr()
    assert torch.equal(other["codes"], operand["codes"])


def test_too_little_memory_for_four_caches_is_said(measured):
    row = measured("bf16", memory_bytes=30_000)
    assert (row["copies"], row["cold"]) == (2, False)


def test_a_wrong_kernel_gets_no_time(measured, monkeypatch):
    right = matmul.multiply
    monkeypatch.setattr(matmul, "multiply", lambda *a: right(*a) + math.pi)
    with pytest.raises(ArithmeticError):
        measured("bf16")
