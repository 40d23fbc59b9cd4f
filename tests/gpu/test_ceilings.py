"""Ceilings and the two fractions; the rates themselves come from a fake clock."""

import contextlib
from types import SimpleNamespace

import pytest
from cards import card

from lowbit.gpu import ceilings
from lowbit.gpu.record import gpu_of
from lowbit.hardware import find_gpu


@pytest.fixture
def clock():
    """Every round takes 2 ms."""

    def event():
        return SimpleNamespace(
            record=lambda: None, synchronize=lambda: None, elapsed_time=lambda stop: 2.0
        )

    class Graph:
        def replay(self):
            pass

    return {
        "event": event, "graph": Graph, "capturing": lambda graph: contextlib.nullcontext(),
        "warm": lambda calls: None,
    }  # fmt: skip


def test_an_a100_has_ceilings_for_its_types_only(clock):
    found = ceilings.measure(card("a100", memory_bytes=2**20), "cpu", side=64, clock=clock)
    assert found["flops_per_s"] == {"bf16": 2 * 64**3 / 2e-3, "int8": 2 * 64**3 / 2e-3}
    assert found["fp8_exact_accumulate"] is None
    assert found["copy_bytes_per_s"] == 2 * 2**17 / 2e-3  # an eighth of its memory, both ways


def test_fp8_is_measured_with_and_without_fast_accumulation(clock):
    found = ceilings.measure(card("h100", memory_bytes=2**20), "cpu", side=64, clock=clock)
    assert set(found["flops_per_s"]) == {"bf16", "fp8", "int8"}
    assert found["fp8_exact_accumulate"] == 2 * 64**3 / 2e-3


def test_turing_is_measured_in_fp16(clock):
    found = ceilings.measure(card("t4", memory_bytes=2**20), "cpu", side=64, clock=clock)
    assert set(found["flops_per_s"]) == {"fp16", "int8"}


def test_a_type_that_fails_is_named_and_the_others_stay(clock, monkeypatch):
    right = ceilings.flops_per_s

    def failing(op, *args, **kwargs):
        if op == "int8":
            raise RuntimeError("CUDA error: unknown\nmore")
        return right(op, *args, **kwargs)

    monkeypatch.setattr(ceilings, "flops_per_s", failing)
    found = ceilings.measure(card("a100", memory_bytes=2**20), "cpu", side=64, clock=clock)
    assert found["failed"] == {"int8": "CUDA error: unknown"}
    assert set(found["flops_per_s"]) == {"bf16"}


H100 = {"copy_bytes_per_s": 3.0e12, "flops_per_s": {"bf16": 7.0e14, "fp8": 1.2e15}}


def test_one_token_is_judged_by_bandwidth():
    # 8192 x 8192 in 4 bits with groups of 128: 34.6 MB of weights and scales, 49 kB around them
    part = ceilings.fractions(1, 8192, 8192, "w4a16-g128", 14e-6, H100, find_gpu("h100"))
    moved = 8192**2 * 4.125 / 8 + 2 * 8192 * 2
    assert part["of_measured"] == pytest.approx(moved / 3.0e12 / 14e-6)
    assert part["of_datasheet"] == pytest.approx(moved / 3.35e12 / 14e-6)


def test_many_tokens_are_judged_by_the_rate_of_their_own_type():
    flop = 2 * 8192**3
    fp8 = ceilings.fractions(8192, 8192, 8192, "fp8-row", 1e-3, H100, find_gpu("h100"))
    assert fp8["of_measured"] == pytest.approx(flop / 1.2e15 / 1e-3)
    assert fp8["of_datasheet"] == pytest.approx(flop / 1978.9e12 / 1e-3)
    w4 = ceilings.fractions(8192, 8192, 8192, "w4a16-g128", 2e-3, H100, find_gpu("h100"))
    assert w4["of_measured"] == pytest.approx(flop / 7.0e14 / 2e-3)  # multiplied in BF16


def test_a_t4_is_judged_in_fp16():
    limits = {"copy_bytes_per_s": 2.4e11, "flops_per_s": {"fp16": 4e13}}
    part = ceilings.fractions(4096, 4096, 4096, "fp16", 5e-3, limits, find_gpu("t4"))
    assert part["of_measured"] == pytest.approx(2 * 4096**3 / 4e13 / 5e-3)


def test_an_unknown_limit_gives_no_fraction():
    part = ceilings.fractions(1, 4096, 4096, "nvfp4", 1e-5, H100, None)
    assert part == {"of_measured": None, "of_datasheet": None}


def test_what_the_kernel_really_reads_counts():
    plain = ceilings.fractions(1, 8192, 8192, "w4a16-g128-zp", 14e-6, H100, find_gpu("h100"))
    wide = ceilings.fractions(
        1, 8192, 8192, "w4a16-g128-zp", 14e-6, H100, find_gpu("h100"), weight_bytes=40_000_000
    )
    assert wide["of_measured"] > plain["of_measured"]


@pytest.mark.parametrize(
    ("name", "found"),
    [("h100", "h100-sxm"), ("a100", "a100-80gb-sxm"), ("t4", "t4"), ("l4", "l4"), ("l40s", "l40s"),
     ("h200", "h200-sxm"), ("b200", "b200-sxm"), ("5090", "rtx-5090"), ("3090", "rtx-3090"),
     ("h100 slice", None), ("cpu", None)],
)  # fmt: skip
def test_the_datasheet_of_a_card_is_found_by_the_driver_s_name(name, found):
    gpu = gpu_of(card(name))
    assert (gpu and gpu["id"]) == found


@pytest.mark.parametrize(
    ("name", "found"),
    [("NVIDIA H100 PCIe", "h100-pcie"), ("NVIDIA H100 NVL", "h100-nvl"),
     ("NVIDIA A100-SXM4-40GB", "a100-40gb-sxm"), ("NVIDIA A100-PCIE-40GB", "a100-40gb-pcie"),
     ("NVIDIA A10G", None), ("NVIDIA GeForce RTX 5070 Ti", None),
     ("NVIDIA GH200 480GB", "gh200-96gb"),
     ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "rtx-pro-6000-server")],
)  # fmt: skip
def test_other_names_that_drivers_print(name, found):
    gpu = gpu_of(card("h100", name=name))
    assert (gpu and gpu["id"]) == found
