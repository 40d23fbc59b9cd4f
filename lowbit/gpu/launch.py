"""Starts the book's Triton kernels: picks the tile sizes, the grid and the parts of K."""

import functools

import torch
import triton

from lowbit.gpu import kernels

MOST_PARTS = 8  # programs that share one output tile
# Triton 3.10 stops fusing a·b + c by itself; the GEMV lives on that instruction.
FUSE = {"enable_fp_fusion": True}


def w4a16_gemv(x, words, scales, zeros, n, group):
    """y [M, N] = x [M, K]·Wᵀ with one pass over the 4-bit weights for each token.

    words [N, tiles·32] int32, scales and zeros (or None) [groups, N] 16-bit, group: weights with
    one scale, 0 for a whole row.
    """
    m, k = x.shape
    y = x.new_empty(m, n)
    rows = kernels.GEMV_ROWS[group == 0 or group >= 128]
    kernels.w4a16_gemv[(triton.cdiv(n, rows), m)](
        x, words, scales, scales if zeros is None else zeros, y, n, k, words.shape[1] // 32,
        GROUP=group, ZEROS=zeros is not None, ROWS=rows, STEP=kernels.GEMV_STEP,
        num_warps=kernels.GEMV_WARPS, **FUSE,
    )  # fmt: skip
    return y


def w4a16_gemm(x, words, scales, zeros, n, group, parts=None):
    """The same on the tensor cores. parts: programs that share an output tile; None: chosen so
    that a narrow layer has work for all SMs."""
    m, k = x.shape
    tiles = words.shape[1] // 32
    bm, bn, warps, stages = tile_for(m, kernels.GEMM_TILES)
    parts = parts or parts_for(m, n, bm, bn, tiles, x.device)
    y = x.new_empty(m, n) if parts == 1 else x.new_empty(parts, m, n, dtype=torch.float32)
    kernels.w4a16_gemm[(triton.cdiv(m, bm), triton.cdiv(n, bn), parts)](
        x, words, scales, scales if zeros is None else zeros, y, m, n, k, tiles,
        GROUP=group, ZEROS=zeros is not None, BM=bm, BN=bn, SPLIT=parts,
        num_warps=warps, num_stages=stages, **FUSE,
    )  # fmt: skip
    return y if parts == 1 else added(y, x.dtype)


def w8a16_fp8_gemm(x, codes, scales, n, parts=None):
    """y [M, N] = x·Wᵀ with W in E4M3: codes [N, stride] bytes, scales [N] FP16."""
    m, k = x.shape
    bm, bn, warps, stages = tile_for(m, kernels.FP8_TILES)
    steps = codes.shape[1] // kernels.FP8_STEP
    parts = parts or parts_for(m, n, bm, bn, steps, x.device)
    y = x.new_empty(m, n) if parts == 1 else x.new_empty(parts, m, n, dtype=torch.float32)
    kernels.w8a16_fp8_gemm[(triton.cdiv(m, bm), triton.cdiv(n, bn), parts)](
        x, codes, scales, y, m, n, k, codes.shape[1],
        BM=bm, BN=bn, BK=kernels.FP8_STEP, SPLIT=parts, num_warps=warps, num_stages=stages, **FUSE,
    )  # fmt: skip
    return y if parts == 1 else added(y, x.dtype)


def added(parts, dtype):
    """The sum of parts [P, M, N] FP32, in `dtype`."""
    y = torch.empty(parts.shape[1:], dtype=dtype, device=parts.device)
    grid = (triton.cdiv(y.numel(), 1024),)
    kernels.add_parts[grid](parts, y, y.numel(), SPLIT=parts.shape[0], BLOCK=1024)
    return y


def tile_for(m, tiles):
    """(tokens, outputs, warps, stages) of the tile that a matrix kernel uses for M tokens."""
    return next((tile for tile in tiles if m <= tile[0]), tiles[-1])


def parts_for(m, n, bm, bn, steps, device):
    """How many programs share an output tile: a power of two, so that there are about two programs
    for each SM and each still has four steps of K."""
    programs = triton.cdiv(m, bm) * triton.cdiv(n, bn)
    parts = 1
    while parts < MOST_PARTS and programs * parts < multiprocessors(device) and steps >= 8 * parts:
        parts *= 2
    return parts


@functools.cache
def multiprocessors(device):
    """SMs of the card; 1 for the interpreter on the CPU."""
    if device.type != "cuda":
        return 1
    return torch.cuda.get_device_properties(device).multi_processor_count
