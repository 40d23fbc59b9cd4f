"""What each matmul should give: computed from the same packed operand, decoded bit by bit.

`run` answers in FP32 and says that it is the reference. `truth` is the same product in float64:
against it the error of a kernel is the error of the multiplication alone, without the format's.
"""

import torch

from lowbit.formats import decode, format_row
from lowbit.gpu import matmul, pack

PATH = "reference (dequantized, FP32)"


def run(op, x, operand):
    """(y [M, N] in x's dtype, path) by dequantizing both factors to FP32 and multiplying them."""
    matmul.check(op, operand)
    y = activations(op, x).float() @ weights(operand).float().t()
    dtype = x["dtype"] if isinstance(x, dict) else x.dtype
    return y.to(dtype), PATH


def truth(op, x, operand):
    """y [M, N] in float64 of the numbers that the codes stand for."""
    return activations(op, x) @ weights(operand).t()


def relative_error(y, expected):
    """‖y - expected‖ / ‖expected‖ in float64; NaN in y makes it NaN."""
    y, expected = y.double(), expected.double()
    return float((y - expected).norm() / expected.norm())


def weights(operand):
    """What the operand's codes stand for: float64 [N, K]."""
    op, n, k = operand["op"], operand["n"], operand["k"]
    if op == "bf16":
        return operand["codes"].double()
    if op == "w8a16-fp8":
        values = table("e4m3fn", operand["codes"])[operand["codes"].long()][:, :k]
        return values * operand["scales"].double()[:, None]
    if op.startswith("w4a16"):
        return four_bits(op, operand, n, k)
    return values_of(op, operand, n, k, down=128 if op == "fp8-block" else 1)


def activations(op, x):
    """What x or its codes stand for: float64 [M, K]."""
    if not isinstance(x, dict):
        x = matmul.quantize_x(op, x)
    if not isinstance(x, dict):  # the format leaves activations in 16 bits
        return x.double()
    return values_of(op, x, x["m"], x["k"], down=1, is_x=True)


def values_of(op, q, rows, k, down, is_x=False):
    """Codes times scales for the formats of lowbit.gpu.scaled and INT8: float64 [rows, K]."""
    codes, scales = q["codes"], q["scales"]
    if op == "int8":
        return codes[:rows].double() * scales.double()[:, None]
    if op in ("mxfp4", "nvfp4"):
        codes = pack.unpack_nibbles(codes, "low")
        values = table("e2m1", codes)[codes.long()]
    else:
        codes = codes.view(torch.uint8)
        values = table("e4m3fn", codes)[codes.long()]
    if op == "fp8-tensor":
        return values * scales.double()
    if op == "fp8-row":
        return values * scales.double().view(rows, 1)
    if op == "fp8-block":
        blocks = scales if is_x else scales[: -(-k // 128)].t()
        return values * spread(blocks.double(), rows, k, down, 128)
    size = 16 if op == "nvfp4" else 32
    flat = pack.unswizzle(scales, rows, -(-k // size))
    kind = "e4m3fn" if op == "nvfp4" else "e8m0"
    numbers = table(kind, flat)[flat.view(torch.uint8).long()]
    return values * spread(numbers, rows, k, 1, size) * q.get("tensor_scale", 1.0)


def spread(scales, rows, k, down, across):
    """Each scale over the block that it belongs to: [rows, K]."""
    wide = scales.repeat_interleave(down, 0)[:rows]
    return wide.repeat_interleave(across, 1)[:, :k]


def four_bits(op, operand, n, k):
    """float64 [N, K] of the 4-bit operands: (q - zero)·scale, or tinygemm's (q - 8)·scale + offset."""
    group = operand["group"] or k
    if op == "w4a16-tinygemm":
        nibbles = operand["nibbles"] if "nibbles" in operand else unpacked(operand["codes"])
        q = pack.unpack_nibbles(nibbles, "high").double()
        scale, offset = (
            spread(operand["scales"][..., i].t().double(), n, k, 1, group) for i in (0, 1)
        )
        return (q - 8) * scale + offset
    if op == "w4a16-gemlite":
        layer = operand["layer"]
        words = layer.W_q.data.to(torch.int32)  # [K/8, N]: nibble i of word r is input 8·r + i
        q = torch.stack([(words >> (4 * i)) & 0xF for i in range(8)], 1).reshape(k, n).t().double()
        scales, zeros = layer.scales.data, layer.zeros.data
    else:
        q = pack.unpack_planes(operand["codes"], k).double()
        scales, zeros = operand["scales"], operand["zeros"]
    wide = lambda t: spread(t.t().double(), n, k, 1, group)  # noqa: E731
    zero = 8.0 if zeros is None else (wide(zeros) if zeros.ndim == 2 else zeros.double())
    return (q - zero) * wide(scales)


def unpacked(codes):
    return pack.unpack_tinygemm(codes)


def table(name, like):
    """What each code of a format means, by code: float64, on the device of `like`."""
    f = format_row(name)
    values = [decode(code, f) for code in range(2 ** f["bits"])]
    return torch.tensor(values, dtype=torch.float64, device=like.device)
