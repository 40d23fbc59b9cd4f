"""The book's own GPU kernels, in Triton: 4-bit and FP8 weights against 16-bit activations.

Read `w4a16_gemv` first, then `w4a16_gemm`. Both multiply x [M, K] with weights [N, K] that stay in
4 bits until they are in registers: that is what W4A16 means, and why it helps only where reading
the weights is what takes the time.

How the 4-bit weights lie (lowbit.gpu.pack.pack_planes): a row is cut into tiles of 256 weights, a
tile is 32 words of 32 bits, and nibble j of word i is weight 32·j + i of the tile. So 32 words hold
eight planes of 32 neighbouring weights; a shift and a mask give a plane, and no weight has to move.
A plane never straddles two groups of scales, since a group holds 32·2^i weights.

lowbit.gpu.launch starts these kernels; lowbit.gpu.sass compiles them without a GPU and shows what
became of them.
"""

import triton
import triton.language as tl

TILE = 256  # weights in a tile of a row
PLANE = 32  # neighbouring weights in a plane: one nibble of each of the tile's 32 words

# Tile sizes of the matrix kernels: tokens, outputs, warps, steps that are loaded ahead. The first
# one that is tall enough for M, the last one for all M above. At these sizes no register is spilled
# on sm_80, 90 and 100, and a block fits into the shared memory that each generation has.
GEMM_TILES = [(16, 128, 4, 3), (32, 128, 4, 3), (64, 128, 8, 2), (128, 128, 8, 2)]
FP8_TILES = [(16, 128, 8, 3), (32, 128, 4, 3), (64, 128, 4, 2), (128, 128, 8, 2)]
FP8_STEP = 128  # weights of a row that one step of the FP8 kernel reads
GEMV_STEP, GEMV_WARPS = 16, 4  # tiles of K that a program of the GEMV has in work, and its warps
GEMV_ROWS = {True: 8, False: 4}  # outputs of a program; is a group at least 128 weights long?


@triton.jit
def w4a16_gemv(
    x_ptr, w_ptr, s_ptr, z_ptr, y_ptr, N, K, TILES,
    GROUP: tl.constexpr, ZEROS: tl.constexpr, ROWS: tl.constexpr, STEP: tl.constexpr,
):  # fmt: skip
    """y[m, n] = Σ_k x[m, k]·(q[n, k] - zero)·scale for few tokens, on the ordinary FP32 units.

    x [M, K] 16-bit, w [N, TILES·32] words, s and z [groups, N] 16-bit, y [M, N].
    One program computes ROWS outputs of one token: a second token reads all the weights once more.
    GROUP: weights with one scale, 0 for the whole row.
    """
    m = tl.program_id(1)
    n = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None, None]  # (ROWS, 1, 1)
    step = tl.arange(0, STEP)[None, :, None]  # (1, STEP, 1)
    i = tl.arange(0, 32)[None, None, :]  # (1, 1, 32)
    SHARE: tl.constexpr = min(8, GROUP // 32) if GROUP > 0 else 8  # planes with the same scale
    total = tl.zeros((ROWS, STEP, 32), tl.float32)
    for first in range(0, TILES, STEP):
        t = first + step
        here = (n < N) & (t < TILES)
        w = tl.load(w_ptr + n * (TILES * 32) + t * 32 + i, mask=here, other=0)
        for part in tl.static_range(8 // SHARE):
            dot = tl.zeros((ROWS, STEP, 32), tl.float32)
            sum_x = tl.zeros((1, STEP, 32), tl.float32)
            for j in tl.static_range(part * SHARE, (part + 1) * SHARE):
                k = t * 256 + j * 32 + i
                x = tl.load(x_ptr + m * K + k, mask=k < K, other=0.0).to(tl.float32)
                # A float without a conversion: q as the top four bits of the mantissa of 16.0
                # reads 16 + q. The 16 is taken away below, once for all planes.
                q = (((w >> (4 * j)) & 0xF) << 19) | 0x41800000
                dot += q.to(tl.float32, bitcast=True) * x
                sum_x += x
            group = group_of(t, part * SHARE, GROUP)
            s = tl.load(s_ptr + group * N + n, mask=here, other=0.0).to(tl.float32)
            zero = zero_point(z_ptr, group, n, N, here, ZEROS)
            total += s * (dot - (16.0 + zero) * sum_x)
    y = tl.sum(tl.sum(total, 2), 1)  # (ROWS,): only here the threads talk to each other
    n = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    tl.store(y_ptr + m * N + n, y.to(y_ptr.dtype.element_ty), mask=n < N)


@triton.jit
def w4a16_gemm(
    x_ptr, w_ptr, s_ptr, z_ptr, y_ptr, M, N, K, TILES,
    GROUP: tl.constexpr, ZEROS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
    SPLIT: tl.constexpr,
):  # fmt: skip
    """The same product for many tokens, on the tensor cores. y [SPLIT, M, N]: parts to be added.

    The weights are the left factor: Wxᵀ is computed, and stored as its transpose. The left side of
    a tensor core is 64 rows tall (16 before Hopper), its right side takes as few as 8 columns; and
    there are always many weights, but in a decoding step few tokens. Besides, the left factor may
    come straight from the registers in which nibbles became numbers.
    SPLIT: programs that share an output tile, each with every SPLIT-th tile of K, so that a narrow
    layer has work for all SMs.
    """
    m = tl.program_id(0) * BM + tl.arange(0, BM)[None, :]  # (1, BM)
    rows = tl.program_id(1) * BN + tl.arange(0, BN)  # (BN,)
    n = rows[:, None]  # (BN, 1)
    i = tl.arange(0, 32)
    dtype: tl.constexpr = x_ptr.dtype.element_ty
    SHARE: tl.constexpr = min(8, GROUP // 32) if GROUP > 0 else 8
    acc = tl.zeros((BN, BM), tl.float32)
    for t in range(tl.program_id(2), TILES, SPLIT):
        w = tl.load(w_ptr + n * (TILES * 32) + t * 32 + i[None, :], mask=n < N, other=0)
        for part in tl.static_range(8 // SHARE):
            group = group_of(t, part * SHARE, GROUP)
            s = tl.load(s_ptr + group * N + rows, mask=rows < N, other=0.0).to(dtype)[:, None]
            zero = zero_point(z_ptr, group, rows, N, rows < N, ZEROS)
            zero = zero[:, None] if ZEROS else zero
            for j in tl.static_range(part * SHARE, (part + 1) * SHARE):
                k = t * 256 + j * 32 + i[:, None]
                x = tl.load(x_ptr + m * K + k, mask=(m < M) & (k < K), other=0.0)  # (32, BM)
                # q - zero is exact; the product with the scale is rounded to 16 bits, as in Marlin
                weight = signed((w >> (4 * j)) & 0xF, zero, dtype) * s  # (BN, 32)
                acc = tl.dot(weight, x, acc)
    y = y_ptr + tl.program_id(2) * M * N + m * N + n
    tl.store(y, acc.to(y_ptr.dtype.element_ty), mask=(m < M) & (n < N))


@triton.jit
def w8a16_fp8_gemm(
    x_ptr, w_ptr, s_ptr, y_ptr, M, N, K, STRIDE,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, SPLIT: tl.constexpr,
):  # fmt: skip
    """y = x·Wᵀ with W [N, STRIDE] in E4M3, stored in FP8 but multiplied in 16 bits: any GPU since
    Ampere has the tensor cores for it, an A100 too. s [N] FP16, one scale per output.

    E4M3 has fewer exponent and mantissa bits than FP16 and BF16 have, so each finite value is
    exactly a value of theirs: move the bits into place, then multiply by a power of two that makes
    up for the exponents' offsets (7 against 15 or 127). Subnormals come out right as well. The
    code of NaN (0x7F) would become 480: pack.quantize never makes one.
    """
    m = tl.program_id(0) * BM + tl.arange(0, BM)[None, :]  # (1, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)[:, None]  # (BN, 1)
    i = tl.arange(0, BK)
    dtype: tl.constexpr = x_ptr.dtype.element_ty
    acc = tl.zeros((BN, BM), tl.float32)
    for k0 in range(tl.program_id(2) * BK, STRIDE, SPLIT * BK):
        k = k0 + i
        code = tl.load(w_ptr + n * STRIDE + k[None, :], mask=n < N, other=0).to(tl.uint16)
        mask = (m < M) & (k[:, None] < K)
        x = tl.load(x_ptr + m * K + k[:, None], mask=mask, other=0.0)  # (BK, BM)
        if dtype == tl.float16:
            bits = ((code & 0x80) << 8) | ((code & 0x7F) << 7)
            weight = bits.to(tl.float16, bitcast=True) * 256.0
        else:
            bits = ((code & 0x80) << 8) | ((code & 0x7F) << 4)
            weight = bits.to(tl.bfloat16, bitcast=True) * 1.329227995784916e36  # 2^120
        acc = tl.dot(weight.to(dtype), x, acc)
    acc *= tl.load(s_ptr + n, mask=n < N, other=0.0).to(tl.float32)
    y = y_ptr + tl.program_id(2) * M * N + m * N + n
    tl.store(y, acc.to(y_ptr.dtype.element_ty), mask=(m < M) & (n < N))


@triton.jit
def add_parts(parts_ptr, y_ptr, SIZE, SPLIT: tl.constexpr, BLOCK: tl.constexpr):
    """y [SIZE] = the sum of parts [SPLIT, SIZE] in FP32: always in the same order."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for part in tl.static_range(SPLIT):
        total += tl.load(parts_ptr + part * SIZE + i, mask=i < SIZE, other=0.0)
    tl.store(y_ptr + i, total.to(y_ptr.dtype.element_ty), mask=i < SIZE)


@triton.jit
def group_of(t, plane, GROUP: tl.constexpr):
    """The group that a plane of tile t lies in; 0 where a row is one group."""
    return (t * 256 + plane * 32) // GROUP if GROUP > 0 else t * 0


@triton.jit
def zero_point(z_ptr, group, n, N, mask, ZEROS: tl.constexpr):
    """The code that means 0: stored in 16 bits beside the scale, as in tinygemm; 8 without them."""
    return tl.load(z_ptr + group * N + n, mask=mask, other=0.0).to(tl.float32) if ZEROS else 8.0


@triton.jit
def signed(q, zero, dtype: tl.constexpr):
    """q - zero in 16 bits, exactly: q as the lowest bits of 1024.0 (FP16) or 128.0 (BF16) reads
    1024 + q or 128 + q, and one subtraction takes that away again."""
    if dtype == tl.float16:
        return (q.to(tl.uint16) | 0x6400).to(tl.float16, bitcast=True) - (zero + 1024.0).to(dtype)
    else:
        return (q.to(tl.uint16) | 0x4300).to(tl.bfloat16, bitcast=True) - (zero + 128.0).to(dtype)
