"""The book's Triton kernels: right in the interpreter, and in SASS what the labs say they are."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("triton", reason="Triton has no wheel for this platform")

from lowbit.gpu import kernels, sass

HERE = Path(__file__).parent
TOLERANCE = 2e-3  # FP16 y, and weights rounded to FP16 after their scale


@cache
def interpreted():
    """{case: relative error} from a process in which Triton interprets its kernels."""
    env = os.environ | {"TRITON_INTERPRET": "1", "PYTHONPATH": str(HERE.parents[1])}
    command = [sys.executable, str(HERE / "interpreted.py")]
    said = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr[-2000:]
    return json.loads(said.stdout.splitlines()[-1])


def test_kernels_are_right_at_odd_sizes_groups_and_zero_points():
    wrong = {name: error for name, error in interpreted().items() if not error <= TOLERANCE}
    assert wrong == {}
    assert len(interpreted()) > 30


def test_fp8_weights_become_16_bits_without_any_loss():
    assert interpreted()["every E4M3 code"] == 0


@cache
def inspected(name, capability, tile=None, group=128, zeros=False):
    return sass.inspect(name, capability, tile=tile, group=group, zeros=zeros)


SHARED = {80: 163 * 1024, 90: 227 * 1024, 100: 227 * 1024, 120: 99 * 1024}  # CUDA guide, of a block
GEMM, FP8 = (kernels.GEMM_TILES, kernels.FP8_TILES)


@pytest.mark.parametrize(("name", "tile", "families"), [
    ("w4a16_gemv", None, ("FFMA", "FFMA", "FFMA2")),
    ("w4a16_gemm", GEMM[0], ("HMMA", "HGMMA", "UTCHMMA")),
    ("w4a16_gemm", GEMM[-1], ("HMMA", "HGMMA", "UTCHMMA")),
    ("w8a16_fp8_gemm", FP8[0], ("HMMA", "HGMMA", "UTCHMMA")),
    ("w8a16_fp8_gemm", FP8[-1], ("HMMA", "HGMMA", "UTCHMMA")),
])  # fmt: skip
def test_each_generation_multiplies_with_its_own_instruction(name, tile, families):
    assert tuple(inspected(name, cc, tile)["family"] for cc in (80, 90, 100)) == families


@pytest.mark.parametrize("cc", [80, 90, 100])
@pytest.mark.parametrize(("name", "tile"), [
    ("w4a16_gemv", None), *(("w4a16_gemm", tile) for tile in GEMM),
    *(("w8a16_fp8_gemm", tile) for tile in FP8)])  # fmt: skip
def test_no_register_is_spilled_and_a_block_fits(name, tile, cc):
    found = inspected(name, cc, tile)
    assert found["spilled"] == 0
    assert found["shared"] <= SHARED[cc]


@pytest.mark.parametrize(("name", "tile"), [("w4a16_gemm", GEMM[-1]), ("w8a16_fp8_gemm", FP8[-1])])
def test_the_largest_blocks_fit_into_a_card_with_little_shared_memory(name, tile):
    assert inspected(name, 120, tile)["shared"] <= SHARED[120]


def test_the_gemv_spends_few_instructions_on_a_weight():
    """At 3.35 TB/s an H100 is given 6.5e12 weights of 4.125 bits a second, and its 132 SMs issue
    132 · 128 · 1.755e9 = 3.0e13 instructions: 4.6 a weight. With 5 it can reach nine tenths."""
    assert inspected("w4a16_gemv", 90)["per_weight"] < 5.2
