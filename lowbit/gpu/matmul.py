"""Every matmul of the labs behind three calls: prepare the weights, quantize x, run.

    operand = prepare("fp8-row", w)   # once per layer, w [N, K]
    xq = quantize_x("fp8-row", x)     # once per call, x [M, K]; 16-bit formats return x itself
    y, path = run("fp8-row", xq, operand)

y [M, N] = x·wᵀ; path names what really ran. Nothing falls back: what cannot run here raises with
the sentence of lowbit.gpu.precheck. The reference is asked for by its name, lowbit.gpu.reference.
"""

import copy
import functools
import importlib
import os

import torch
import torch.nn.functional as F

from lowbit.gpu import operands, pack, scaled

OPS = {
    "bf16": "weights and activations in BF16",
    "fp8-tensor": "E4M3, one scale a tensor",
    "fp8-row": "E4M3, one scale an output and a token",
    "fp8-block": "E4M3, one scale for 128×128 weights and for 128 activations",
    "mxfp8": "E4M3, a power of two for 32 values",
    "int8": "INT8, one scale an output and a token",
    "w4a16-tinygemm": "4-bit weights, torch's own kernel",
    "w4a16-gemm": "4-bit weights, the book's kernel on tensor cores",
    "w4a16-gemv": "4-bit weights, the book's kernel for few tokens",
    "w4a16-gemlite": "4-bit weights, gemlite's kernels",
    "w8a16-fp8": "E4M3 weights, multiplied in 16 bits by the book's kernel",
    "mxfp4": "E2M1, a power of two for 32 values",
    "nvfp4": "E2M1, an E4M3 scale for 16 values and one for the tensor",
}
ON_CPU = ("bf16", "fp8-tensor", "fp8-row", "int8", "w4a16-tinygemm")  # torch has these there too
TRITON = ("w4a16-gemm", "w4a16-gemv", "w8a16-fp8")
INT8_ROWS = 32  # torch._int_mm wants more than 16 rows on a GPU: fewer are filled up with zeros


def prepare(op, w, *, group=128, zero_point=False, inner=8):
    """The weights w [N, K] (BF16 or FP16) as `op` takes them: a dict of tensors and sizes.

    group: weights that share a scale in 4-bit formats, 0 for a whole row. zero_point: 4-bit codes
    from the least to the largest weight instead of around 0. inner: tinygemm's inner K tiles.
    Raises ValueError for what cannot be packed.
    """
    check(op)
    check_matrix(w, "w")
    if not bool(torch.isfinite(w).all()):
        raise ValueError("w holds NaN or infinity: there is no scale for it.")
    return operands.packed(op, w, group, zero_point, inner)


def quantize_x(op, x):
    """x [M, K] as `op` multiplies it: x itself where activations stay in 16 bits, else a dict."""
    check(op)
    if op == "bf16" or op.startswith("w"):
        return x
    q = pack.quantize(x, {"block": [1, 128]} if op == "fp8-block" else op)
    out = operands.in_layout(op, q, weights=False)
    if op == "int8":
        out["codes"] = F.pad(out["codes"], (0, 0, 0, max(0, INT8_ROWS - x.shape[0])))
    return out | {"op": op, "m": x.shape[0], "k": x.shape[1], "dtype": x.dtype}


def run(op, x, operand, *, fast_accum=True):
    """(y [M, N], path) of x (a tensor, or what quantize_x returned) and a prepared operand.

    fast_accum: FP8 tensor cores of Hopper keep sums in fewer bits; a choice of fp8-tensor and
    fp8-row only. Raises NotImplementedError with a sentence for what this device cannot run.
    """
    check(op, operand)
    quantized = isinstance(x, dict)
    if not quantized:
        check_matrix(x, "x")
    m, k = (x["m"], x["k"]) if quantized else x.shape
    if k != operand["k"] or (x["dtype"] if quantized else x.dtype) != operand["dtype"]:
        raise ValueError(
            f"x and the weights must agree: K = {k} and {operand['k']}, "
            f"{x['dtype'] if quantized else x.dtype} and {operand['dtype']}."
        )
    device = (x["codes"] if quantized else x).device
    name = path(op, m, operand["n"], k, device, operand["dtype"], operand.get("group"))
    return multiply(op, x if quantized else quantize_x(op, x), operand, fast_accum), name


def multiply(op, x, operand, fast_accum=True):
    """What `run` does after its checks: y [M, N] of x as quantize_x returned it. For timing."""
    if op == "bf16":
        return x @ operand["codes"].t()
    if op == "int8":
        sums = torch._int_mm(x["codes"], operand["codes"].t()).narrow(0, 0, x["m"])  # exact, INT32
        return (sums * x["scales"].unsqueeze(1) * operand["scales"]).to(x["dtype"])
    if op == "w4a16-tinygemm":
        on_cpu = "_for_cpu" if x.device.type == "cpu" else ""
        kernel = getattr(torch, "_weight_int4pack_mm" + on_cpu)
        return kernel(x, operand["codes"], operand["group"] or operand["k"], operand["scales"])
    if op == "w4a16-gemlite":
        return operand["layer"](x)
    if op not in TRITON:
        return scaled.scaled_mm(op, x, operand, fast_accum)
    launch = importlib.import_module("lowbit.gpu.launch")  # only here is Triton needed
    if op == "w8a16-fp8":
        return launch.w8a16_fp8_gemm(x, operand["codes"], operand["scales"], operand["n"])
    kernel = launch.w4a16_gemm if op == "w4a16-gemm" else launch.w4a16_gemv
    parts = (operand[key] for key in ("codes", "scales", "zeros", "n", "group"))
    return kernel(x, *parts)


@functools.cache
def path(op, m, n, k, device, dtype, group):
    """The name of what runs for these sizes; raises NotImplementedError where nothing does."""
    if device.type == "cpu" and op in ON_CPU:
        return f"torch's {op} on the CPU: no tensor core ran"
    if device.type == "cpu" and op in TRITON and os.environ.get("TRITON_INTERPRET") == "1":
        return f"the book's Triton {op} in the interpreter on the CPU"
    from lowbit.gpu.device import describe
    from lowbit.gpu.precheck import precheck

    card = describe(device.index or 0)
    name = {torch.bfloat16: "bf16", torch.float16: "fp16"}[dtype]
    answer = precheck(op, m, n, k, card=card, dtype=name, group=group)
    if not answer["ok"]:
        raise NotImplementedError(f"{answer['reason']} {answer['fix']}".strip())
    return gpu_path(op, m, card["capability"], card["cublas"])


def gpu_path(op, m, capability, cublas):
    """What runs on a GPU of this compute capability and version of cuBLAS ("12.9.1")."""
    if op in scaled.RECIPES:
        return scaled.path(op, capability, cublas)
    return {
        "bf16": "cuBLAS via torch.matmul",
        "int8": "cuBLASLt INT8 via torch._int_mm, then the scales in kernels of their own"
        + (f"; M filled up to {INT8_ROWS}" if m < INT8_ROWS else ""),
        "w4a16-tinygemm": "tinygemm via torch._weight_int4pack_mm",
        "w4a16-gemm": "the book's Triton GEMM",
        "w4a16-gemv": "the book's Triton GEMV",
        "w4a16-gemlite": "gemlite",
        "w8a16-fp8": "the book's Triton GEMM, FP8 weights turned into 16 bits",
    }[op]


def copy_of(operand):
    """The operand with its own copies of the tensors a kernel reads; a timer rotates them."""
    read = {k: v.clone() for k, v in operand.items() if isinstance(v, torch.Tensor)}
    if "layer" in operand:
        read["layer"] = copy.deepcopy(operand["layer"])
    return operand | read


def weight_bytes(operand):
    """Bytes a kernel reads of the weights: codes, scales and zero points, filled-up tiles too."""
    if "layer" in operand:
        tensors = [getattr(operand["layer"], key) for key in ("W_q", "scales", "zeros")]
    else:
        tensors = [operand.get(key) for key in ("codes", "scales", "zeros", "tensor_scale")]
    return sum(t.numel() * t.element_size() for t in tensors if t is not None)


def check(op, operand=None):
    if op not in OPS:
        raise ValueError(f"Unknown matmul '{op}'. Known: {', '.join(OPS)}.")
    if operand is not None and operand["op"] != op:
        raise ValueError(f"These weights were prepared for {operand['op']}, not for {op}.")


def check_matrix(t, name):
    if t.ndim != 2 or 0 in t.shape or t.dtype not in (torch.bfloat16, torch.float16):
        raise ValueError(
            f"{name} is {t.dtype} of shape {tuple(t.shape)}; it must be a matrix in BF16 or FP16."
        )
    if not t.is_contiguous():
        raise ValueError(f"{name} is a view with gaps or transposed; pass {name}.contiguous().")
