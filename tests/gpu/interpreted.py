"""Run in a process of its own, with TRITON_INTERPRET=1: the kernels on the CPU, against float64.

Prints one line of JSON: {name of the case: relative error}. Only FP16: the interpreter multiplies
the bits of BF16 as whole numbers (triton#11584).
"""

import json

import torch

from lowbit.gpu import launch, reference
from lowbit.gpu.matmul import prepare, run

SIZES = [(1, 64, 256), (17, 33, 512), (1, 33, 300), (5, 130, 1000)]


def case(op, m, n, k, **options):
    generator = torch.Generator().manual_seed(m * n + k)
    x = torch.randn(m, k, generator=generator).half()
    w = (torch.randn(n, k, generator=generator) / k**0.5).half()
    operand = prepare(op, w, **options)
    y, path = run(op, x, operand)
    assert "interpreter" in path, path
    return reference.relative_error(y, reference.truth(op, x, operand))


def in_parts(op, parts):
    """A product whose K is shared by several programs."""
    x, w = torch.randn(3, 2048).half(), torch.randn(40, 2048).half()
    operand = prepare(op, w)
    if op == "w8a16-fp8":
        y = launch.w8a16_fp8_gemm(x, operand["codes"], operand["scales"], 40, parts=parts)
    else:
        given = [operand[key] for key in ("codes", "scales", "zeros", "n", "group")]
        y = launch.w4a16_gemm(x, *given, parts=parts)
    return reference.relative_error(y, reference.truth(op, x, operand))


def every_code():
    """W8A16: all finite E4M3 codes come out exactly, subnormals too; x picks one at a time."""
    codes = torch.tensor([c for c in range(256) if c & 0x7F != 0x7F], dtype=torch.uint8)
    wide = torch.zeros(codes.numel(), 128, dtype=torch.uint8)
    wide[:, 0] = codes
    x = torch.zeros(1, 128).half()
    x[0, 0] = 1.0
    y = launch.w8a16_fp8_gemm(x, wide, torch.ones(codes.numel()).half(), codes.numel())
    wanted = codes.view(torch.float8_e4m3fn).float()
    return float((y[0].float() - wanted).abs().max())


found = {"every E4M3 code": every_code()}
torch.manual_seed(0)
for op in ("w4a16-gemm", "w8a16-fp8"):
    found[f"{op} in parts"] = in_parts(op, 4)
for m, n, k in SIZES:
    found[f"w8a16-fp8 {m}x{n}x{k}"] = case("w8a16-fp8", m, n, k)
    for op in ("w4a16-gemv", "w4a16-gemm"):
        for group in (0, 32, 128, 512) if k == 512 else (64,):
            if group and k % group:
                group = 0
            for zeros in (False, True):
                name = f"{op} {m}x{n}x{k} g{group}{'-zp' if zeros else ''}"
                found[name] = case(op, m, n, k, group=group, zero_point=zeros)
print(json.dumps(found))
