"""The very tensors that the labs build pass torch's own CUDA checks of shape, layout and type.

FakeTensorMode carries no data, so that device="cuda" works without a GPU. What it does not check
(the card, alignment of addresses, values) is lowbit.gpu.precheck's.
"""

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode

from lowbit.gpu import matmul, operands

SHAPES = [
    (1, 28672, 4096),
    (17, 4096, 14336),
    (8192, 6144, 4096),
    (64, 128256, 4096),
    (1, 128, 512),
]
TORCH_OPS = ["bf16", "fp8-tensor", "fp8-row", "fp8-block", "mxfp8", "nvfp4", "int8",
             "w4a16-tinygemm"]  # fmt: skip


def moved(made):
    """A dict of fake CPU tensors with each tensor on the fake GPU, its strides as they were."""
    return {key: on_gpu(v) if isinstance(v, torch.Tensor) else v for key, v in made.items()}


def on_gpu(t):
    return torch.empty_strided(t.shape, t.stride(), dtype=t.dtype, device="cuda")


def fake(op, m, n, k):
    """y of a fake GPU. Packed on a fake CPU: indexing a fake GPU tensor needs a real driver."""
    x = torch.empty(m, k, dtype=torch.bfloat16)
    w = torch.empty(n, k, dtype=torch.bfloat16)
    xq = matmul.quantize_x(op, x)
    xq = moved(xq) if isinstance(xq, dict) else on_gpu(xq)
    operand = {"op": op, "n": n, "k": k, "dtype": w.dtype, "group": 128}
    if op == "w4a16-tinygemm":  # packed by torch's own GPU operator
        nibbles = on_gpu(torch.empty(n, k // 2, dtype=torch.uint8))
        codes = torch._convert_weight_to_int4pack(nibbles, 8)
        both = torch.empty(k // 128, n, 2, device="cuda", dtype=torch.bfloat16)
        return matmul.multiply(op, xq, operand | {"codes": codes, "scales": both})
    return matmul.multiply(op, xq, moved(operands.packed(op, w)))


@pytest.mark.parametrize("sizes", SHAPES, ids=lambda s: "x".join(map(str, s)))
@pytest.mark.parametrize("op", TORCH_OPS)
def test_torch_takes_what_the_labs_build(op, sizes):
    m, n, k = sizes
    with FakeTensorMode():
        y = fake(op, m, n, k)
    assert (y.shape, y.dtype, y.device.type) == ((m, n), torch.bfloat16, "cuda")


@pytest.mark.parametrize(("op", "sizes"), [
    ("fp8-tensor", (16, 64, 60)), ("fp8-tensor", (16, 60, 64)), ("fp8-row", (16, 64, 60)),
])  # fmt: skip
def test_the_fake_gpu_refuses_what_a_real_one_refuses(op, sizes):
    with FakeTensorMode(), pytest.raises((RuntimeError, ValueError)):
        fake(op, *sizes)


def test_row_major_weights_would_be_refused():
    with FakeTensorMode():
        codes = torch.empty(64, 64, device="cuda").to(torch.float8_e4m3fn)
        one = torch.ones((), device="cuda")
        with pytest.raises((RuntimeError, ValueError), match=r"col.?umn?.major|col_major"):
            torch._scaled_mm(codes, codes, scale_a=one, scale_b=one, out_dtype=torch.bfloat16)
