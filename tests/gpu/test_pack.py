"""Codes and their layouts, taken apart bit by bit, and held against lowbit.scaling and torchao."""

import numpy as np
import pytest
import torch
from torchao.prototype.mx_formats.utils import to_blocked

from lowbit.gpu import pack
from lowbit.scaling import quantize
from lowbit.settings import setting_of

SETTINGS = ["fp8-tensor", "fp8-row", "fp8-block", "mxfp8", "mxfp4", "nvfp4", "int8", "w4a16-g128",
            "w4a16-g32", "w4a16-g128-zp", "w4a16-channel"]  # fmt: skip


def arrays():
    """Random and adversarial matrices [N, K] in float32."""
    rng = np.random.default_rng(0)
    normal = rng.standard_normal((48, 256)).astype(np.float32)
    outlier, rows = normal.copy(), normal.copy()
    outlier[3, 17] = 300
    rows[5] = 0
    ties = (rng.integers(-16, 17, (48, 256)) / 4).astype(np.float32)
    tiny = normal * np.float32(1e-30)
    return {"normal": normal, "outlier": outlier, "a row of zeros": rows, "ties": ties, "tiny": tiny,
            "odd sizes": normal[:17, :250], "one row": normal[:1], "zeros": normal * 0}  # fmt: skip


@pytest.mark.parametrize("what", arrays())
@pytest.mark.parametrize("name", SETTINGS)
def test_codes_and_scales_are_those_of_lowbit_scaling(name, what):
    x = arrays()[what]
    made, wanted = pack.quantize(torch.tensor(x), name), quantize(x, name)
    assert np.array_equal(made["codes"].numpy(), wanted["codes"])
    assert np.array_equal(made["scales"].numpy(), wanted["scales"])
    assert float(made["tensor_scale"]) == wanted["tensor_scale"]
    if setting_of(name)["zero_point"]:
        assert np.array_equal(made["zeros"].numpy(), wanted["zeros"])


def test_nibbles_in_both_orders():
    q = torch.tensor([[0x1, 0x2, 0xF, 0x0]], dtype=torch.uint8)
    assert pack.pack_nibbles(q, "low").tolist() == [[0x21, 0x0F]]
    assert pack.pack_nibbles(q, "high").tolist() == [[0x12, 0xF0]]
    for first in ("low", "high"):
        assert torch.equal(pack.unpack_nibbles(pack.pack_nibbles(q, first), first), q)


def test_an_odd_number_of_nibbles_and_an_unknown_order_are_refused():
    with pytest.raises(ValueError, match="3 codes do not fill bytes with two each"):
        pack.pack_nibbles(torch.zeros(1, 3, dtype=torch.uint8), "low")
    with pytest.raises(ValueError, match="no 'left' one"):
        pack.pack_nibbles(torch.zeros(1, 2, dtype=torch.uint8), "left")


@pytest.mark.parametrize("k", [1, 31, 256, 257, 1000])
def test_planes_lie_as_the_kernels_read_them(k):
    q = torch.randint(0, 16, (3, k), generator=torch.Generator().manual_seed(0)).to(torch.uint8)
    words = pack.pack_planes(q)
    assert words.shape == (3, -(-k // 256) * 32)
    for column in {0, k // 2, k - 1}:  # weight 32·j + i of a tile is nibble j of word i
        tile, place = divmod(column, 256)
        j, i = divmod(place, 32)
        nibble = (words[:, tile * 32 + i] >> (4 * j)) & 0xF
        assert nibble.tolist() == q[:, column].tolist()
    assert torch.equal(pack.unpack_planes(words, k), q)


def test_tinygemm_words_hold_what_a_lane_of_the_tensor_core_needs():
    """pytorch, aten/src/ATen/native/cuda/int4mm.cu, matrix_to_m16n8k16_Bint4_layout."""
    n, k, inner = 16, 256, 8
    q = torch.randint(0, 16, (n, k), generator=torch.Generator().manual_seed(1)).to(torch.uint8)
    nibbles = pack.pack_nibbles(q, "high")
    words = pack.pack_tinygemm(nibbles, inner)
    assert words.shape == (n // 8, k // (16 * inner), 32, inner // 2)
    for tile, step, lane, pair in [(0, 0, 0, 0), (1, 1, 31, 3), (0, 1, 6, 2)]:
        row = tile * 8 + lane // 4
        found = []
        for half in (0, 1):  # two neighbouring tiles of 16 inputs
            first = (step * inner + 2 * pair + half) * 16 + 2 * (lane % 4)
            found += [int(q[row, first + d]) for d in (0, 1, 8, 9)]
        word = int(words[tile, step, lane, pair]) & 0xFFFFFFFF
        order = [found[i] for i in (0, 2, 4, 6, 1, 3, 5, 7)]  # the even ones first
        assert [(word >> (4 * i)) & 0xF for i in range(8)] == order
    assert torch.equal(pack.unpack_tinygemm(words), nibbles)


@pytest.mark.parametrize(("rows", "cols"), [(128, 4), (1, 1), (130, 9), (300, 64)])
def test_block_scales_are_swizzled_as_torchao_does(rows, cols):
    generator = torch.Generator().manual_seed(2)
    scales = torch.randint(0, 255, (rows, cols), generator=generator).to(torch.uint8)
    made = pack.swizzle(scales)
    assert torch.equal(made, to_blocked(scales).reshape(-1))
    assert torch.equal(pack.unswizzle(made, rows, cols), scales)


def test_scales_of_fp8_blocks_lie_column_by_column_in_rows_of_four():
    scales = torch.arange(6.0).view(2, 3)  # [K/128, N/128]
    made = pack.column_major(scales, rows=4)
    assert made.shape == (4, 3)
    assert made.stride() == (1, 4)
    assert torch.equal(made[:2], scales)
    assert not made[2:].any()


def test_powers_of_two_become_their_exponent():
    codes = pack.e8m0(torch.tensor([2.0**-126, 0.5, 1.0, 2.0**127])).view(torch.uint8)
    assert codes.tolist() == [1, 126, 127, 254]
    exponents = torch.arange(-127, 128)
    assert pack.power_of_two(exponents).tolist() == [2.0**e for e in range(-127, 128)]
