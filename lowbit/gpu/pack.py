"""Weights and activations in few bits, laid out as the GPU kernels want them (torch, any device).

`quantize` chooses the numbers, exactly those of lowbit.scaling; everything else here only moves
bits, and tests take it apart again bit by bit.
"""

import math

import torch
import torch.nn.functional as F

from lowbit.formats import exponent_of, largest, smallest
from lowbit.grids import grid_of
from lowbit.scales import TINY
from lowbit.settings import block_size, checked_setting, setting_of

DTYPES = {"fp16": torch.float16, "bf16": torch.bfloat16, "e4m3fn": torch.float8_e4m3fn}


def quantize(x, setting):
    """Quantize x [rows, K] as lowbit.scaling.quantize does, on the device where x lies.

    setting: a dict of lowbit.settings or the name of one (integers, E4M3 or E2M1; "amax").
    Returns codes (uint8, shaped like x, of lowbit.formats), scales and zeros (FP32, [blocks down,
    blocks across]; zeros None without zero points) and tensor_scale (FP32, one number).
    """
    s = checked_setting(setting_of(setting) if isinstance(setting, str) else setting)
    grid = grid_of(s)
    rows, cols = x.shape
    down, across = block_size(s["block"], rows, cols)
    padded = F.pad(x.float(), (0, -cols % across, 0, -rows % down))
    blocks = padded.view(padded.shape[0] // down, down, padded.shape[1] // across, across)
    low, high = blocks.amin((1, 3)).clamp(max=0), blocks.amax((1, 3)).clamp(min=0)
    amax = torch.maximum(-low, high)
    one = torch.ones((), device=x.device)
    ts = tensor_scale(amax.amax(), grid) if s["tensor_scale"] else one
    scales = torch.where(amax > 0, scale_for(low, high, amax, ts, grid), one)
    zeros = None
    if s["zero_point"]:
        zeros = (grid["low"] + torch.round(-low / scales)).clamp(grid["low"], grid["high"])
    step = (scales * ts).clamp(min=TINY)[:, None, :, None]
    codes = codes_of(blocks / step, 0 if zeros is None else zeros[:, None, :, None], grid)
    codes = codes.reshape(padded.shape)[:rows, :cols].contiguous()
    return {"codes": codes, "scales": scales, "zeros": zeros, "tensor_scale": ts}


def tensor_scale(amax, grid):
    """amax / (largest value · largest scale), 1 for zeros: the one FP32 scale of NVFP4."""
    ts = (amax / (grid["top"] * largest(grid["scale_row"]))).clamp(min=TINY)
    return torch.where(amax > 0, ts, torch.ones_like(ts))


def scale_for(low, high, amax, ts, grid):
    """The scale of each block as its format stores it, never 0."""
    s, f = grid["setting"], grid["scale_row"]
    if f["id"] == "e8m0":  # OCP Microscaling v1.0, section 6.3: 2^(floor(log2 amax) - emax)
        exponent = torch.frexp(amax.clamp(min=TINY)).exponent - 1 - exponent_of(largest(grid["f"]))
        return power_of_two(exponent.clamp(-127, 127))
    if s["zero_point"]:
        wanted = (high - low) / (grid["high"] - grid["low"])
    else:
        wanted = amax / grid["top"] / ts
    if f["id"] == "fp32":
        return wanted.clamp(min=TINY)
    return wanted.clamp(max=largest(f)).to(DTYPES[f["id"]]).float().clamp(min=smallest(f))


def power_of_two(exponent):
    """2^exponent as FP32 from its bits, -127 to 127: pow() on a GPU may be off by one in the last."""
    bits = exponent.to(torch.int32) + 127
    return torch.where(bits == 0, 1 << 22, bits << 23).to(torch.int32).view(torch.float32)


def codes_of(q, zero, grid):
    """The codes (uint8) of scaled values q: nearest, ties to even, out of range to the end."""
    f = grid["f"]
    if f["kind"] == "int":
        n = (torch.round(q) + zero).clamp(grid["low"], grid["high"])
        return (n.to(torch.int16) & (2 ** f["bits"] - 1)).to(torch.uint8)
    if f["id"] == "e4m3fn":
        return q.clamp(-448, 448).to(torch.float8_e4m3fn).view(torch.uint8)
    mids = torch.tensor(grid["mids"], device=q.device)  # E2M1: torch has no cast to it
    size = q.abs()
    code = torch.bucketize(size, mids, out_int32=True)
    tie = mids[code.clamp(max=len(mids) - 1)] == size
    code = code + (tie & (code % 2 == 1))
    return (code + torch.signbit(q) * grid["minus"]).to(torch.uint8)


# ---- nibbles: two 4-bit codes in a byte ----


def pack_nibbles(q, first):
    """Bytes [.., K/2] of codes 0…15 [.., K]; first: the nibble of the even one, "low" or "high".

    "low": torch.float4_e2m1fn_x2, GPTQ and compressed-tensors. "high": what torch's int4 packer
    for the GPU takes since 2.5.
    """
    if first not in ("low", "high"):
        raise ValueError(f"A byte has a low and a high nibble, no '{first}' one.")
    if q.shape[-1] % 2:
        raise ValueError(f"{q.shape[-1]} codes do not fill bytes with two each; pad K to be even.")
    q = q.to(torch.uint8)
    even, odd = q[..., ::2], q[..., 1::2]
    return even | (odd << 4) if first == "low" else (even << 4) | odd


def unpack_nibbles(packed, first):
    """The inverse of pack_nibbles: codes 0…15 (uint8) [.., K] of bytes [.., K/2]."""
    packed = packed.view(torch.uint8)
    low, high = packed & 0xF, packed >> 4
    pair = (low, high) if first == "low" else (high, low)
    return torch.stack(pair, -1).flatten(-2)


# ---- planes: the layout of lowbit.gpu.kernels ----


def pack_planes(q):
    """int32 words [N, tiles·32] of codes 0…15 [N, K]: nibble j of word i of a tile is code 32·j + i
    of its 256. The last tile is filled up with zeros, which meet no x."""
    tiles = math.ceil(q.shape[1] / 256)
    q = F.pad(q.to(torch.int32), (0, tiles * 256 - q.shape[1])).view(-1, tiles, 8, 32)
    words = torch.zeros_like(q[:, :, 0])
    for j in range(8):
        words |= q[:, :, j] << (4 * j)
    return words.reshape(-1, tiles * 32)


def unpack_planes(words, k):
    """The inverse of pack_planes: codes 0…15 (uint8) [N, k]."""
    w = words.view(words.shape[0], -1, 32)
    planes = torch.stack([(w >> (4 * j)) & 0xF for j in range(8)], 2)
    return planes.reshape(words.shape[0], -1)[:, :k].to(torch.uint8)


# ---- tinygemm: the layout of torch._weight_int4pack_mm on the GPU ----


def pack_tinygemm(nibbles, inner=8):
    """int32 [N/8, K/(16·inner), 32, inner/2] of bytes [N, K/2] with the even code in the high
    nibble: what torch._convert_weight_to_int4pack makes on a GPU (pytorch, int4mm.cu).

    One word is what lane t of a warp needs for two neighbouring tensor-core tiles of 8 outputs and
    16 inputs: output t/4, inputs 2·(t mod 4) + {0, 1, 8, 9} of both tiles, the even ones first.
    """
    n, half = nibbles.shape
    if n % 8 or (2 * half) % (16 * inner):
        raise ValueError(
            f"N must be a multiple of 8 and K of {16 * inner}, not {n} and {2 * half}."
        )
    # (N/8, 8 outputs, K/(16·inner), inner/2, 2 tiles, 2 halves of a tile, 4 bytes)
    b = nibbles.view(n // 8, 8, -1, inner // 2, 2, 2, 4).to(torch.int32)
    b = b.permute(0, 2, 1, 6, 3, 4, 5).reshape(n // 8, -1, 32, inner // 2, 4)
    words = torch.zeros_like(b[..., 0])
    for i in range(4):
        words |= (b[..., i] >> 4) << (4 * i)
        words |= (b[..., i] & 0xF) << (16 + 4 * i)
    return words


def unpack_tinygemm(words):
    """The inverse of pack_tinygemm: bytes [N, K/2]."""
    tiles, steps, _, pairs = words.shape
    b = [((words >> (4 * i)) & 0xF) << 4 | ((words >> (16 + 4 * i)) & 0xF) for i in range(4)]
    b = torch.stack(b, -1).view(tiles, steps, 8, 4, pairs, 2, 2)
    return b.permute(0, 2, 1, 4, 5, 6, 3).reshape(tiles * 8, -1).to(torch.uint8)


# ---- scales ----


def swizzle(scales):
    """Block scales [rows, blocks along K] as cuBLASLt reads them for MX and NVFP4: one flat vector.

    Filled up with zeros to tiles of 128 rows and 4 columns; the rows r, r + 32, r + 64, r + 96 of a
    tile follow each other (cuBLAS, "1D block scaling factors layout"; SWIZZLE_32_4_4 in torch).
    """
    rows, cols = scales.shape
    s = F.pad(scales.view(torch.uint8), (0, -cols % 4, 0, -rows % 128))
    s = s.view(s.shape[0] // 128, 4, 32, s.shape[1] // 4, 4)  # (.., row / 32, row mod 32, .., 4)
    return s.permute(0, 3, 2, 1, 4).reshape(-1).view(scales.dtype)


def unswizzle(flat, rows, cols):
    """The inverse of swizzle: scales [rows, cols]."""
    down, across = math.ceil(rows / 128), math.ceil(cols / 4)
    s = flat.view(torch.uint8).view(down, across, 32, 4, 4).permute(0, 3, 2, 1, 4)
    return s.reshape(down * 128, across * 4)[:rows, :cols].contiguous().view(flat.dtype)


def column_major(scales, rows=None):
    """[R, C] FP32 with the rows next to each other in memory, filled up to `rows` rows of zeros:
    how the scales of FP8 blocks lie (stride 1 along M, or along K/128 rounded up to 4)."""
    # explicit strides: .contiguous() leaves those of a single row, one token, as they happen to be
    rows = rows or scales.shape[0]
    out = scales.new_zeros(scales.shape[1] * rows).as_strided((rows, scales.shape[1]), (1, rows))
    out[: scales.shape[0]] = scales
    return out


def e8m0(scales):
    """Powers of two (FP32) as E8M0: the exponent plus 127, one byte."""
    exponent = torch.frexp(scales).exponent + 126
    return exponent.to(torch.uint8).view(torch.float8_e8m0fnu)
