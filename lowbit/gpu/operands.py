"""Weights and activations as each matmul takes them: codes and scales of pack.quantize, laid out."""

import importlib

import torch
import torch.nn.functional as F

from lowbit.gpu import pack


def packed(op, w, group=128, zero_point=False, inner=8):
    """What `prepare` does after its checks; reads no value, so fake tensors will do."""
    n, k = w.shape
    out = {"op": op, "n": n, "k": k, "dtype": w.dtype}
    if op == "bf16":
        return out | {"codes": w.contiguous()}
    if op.startswith("w4a16"):
        return out | four_bits(op, w, group, zero_point, inner)
    q = pack.quantize(w, op)
    if op != "w8a16-fp8":
        return out | in_layout(op, q, weights=True)
    codes = F.pad(q["codes"], (0, -k % 128))  # whole steps of the kernel
    return out | {"codes": codes, "scales": q["scales"].half().view(n)}


def four_bits(op, w, group, zero_point, inner):
    """The operand of a 4-bit format: the same codes, scales and zero points for every kernel."""
    if group and (group < 32 or group & (group - 1)):
        raise ValueError(f"A group of {group}: the 4-bit kernels take 32, 64, 128 … or 0 (a row).")
    name = {torch.bfloat16: "bf16", torch.float16: "fp16"}[w.dtype]
    q = pack.quantize(w, {
        "format": "uint4" if zero_point else "int4", "zero_point": zero_point,
        "block": [1, group], "scale": name,
    })  # fmt: skip
    codes = q["codes"] if zero_point else q["codes"] ^ 8  # 0…15, and 8 means 0
    scales, zeros = q["scales"].to(w.dtype), q["zeros"].to(w.dtype) if zero_point else None
    out = {"group": group, "zeros": None}
    if op == "w4a16-tinygemm":
        return out | tinygemm(codes, q["scales"], q["zeros"], group, inner)
    if op == "w4a16-gemlite":
        return out | {"layer": gemlite_layer(codes, scales, zeros, group, w.dtype)}
    tiles = -(-w.shape[1] // 256)
    groups = -(-tiles * 256 // group) if group else 1  # the filled-up tile has scales too
    rows = [
        None if t is None else F.pad(t.t(), (0, 0, 0, groups - t.shape[1])).contiguous()
        for t in (scales, zeros)
    ]
    return out | {"codes": pack.pack_planes(codes), "scales": rows[0], "zeros": rows[1]}


def tinygemm(codes, scales, zeros, group, inner):
    """torch's int4 kernels: w = (q - 8)·scale + offset, scale and offset in BF16 [K/g, N, 2]."""
    offset = torch.zeros_like(scales) if zeros is None else (8 - zeros) * scales
    both = torch.stack([scales, offset], -1).transpose(0, 1).contiguous().to(torch.bfloat16)
    if codes.device.type == "cpu":  # packed for this CPU, in a layout that torch does not document
        packed = torch._convert_weight_to_int4pack_for_cpu(codes.to(torch.int32), 2)
        return {"codes": packed, "scales": both, "nibbles": pack.pack_nibbles(codes, "high")}
    nibbles = pack.pack_nibbles(codes, "high")
    return {"codes": torch._convert_weight_to_int4pack(nibbles, inner), "scales": both}


def gemlite_layer(codes, scales, zeros, group, dtype):
    """A gemlite layer with the same codes, scales and zero points."""
    gemlite = importlib.import_module("gemlite")
    n, k = codes.shape
    kind = {torch.bfloat16: gemlite.DType.BF16, torch.float16: gemlite.DType.FP16}[dtype]
    layer = gemlite.GemLiteLinear(4, group or k, k, n, input_dtype=kind, output_dtype=kind)
    return layer.pack(codes, scales, 8 if zeros is None else zeros, fma_mode=False)


def in_layout(op, q, weights):
    """Codes and scales of pack.quantize as torch's matmul takes them, for weights or for x."""
    codes, scales = q["codes"], q["scales"]
    if op == "int8":
        return {"codes": codes.view(torch.int8), "scales": scales.view(-1)}
    if op in ("mxfp4", "nvfp4"):
        codes = pack.pack_nibbles(codes, "low").view(torch.float4_e2m1fn_x2)
    else:
        codes = codes.view(torch.float8_e4m3fn)
    if op == "fp8-tensor":
        scales = scales.view(())
    elif op == "fp8-row":
        scales = scales.view((1, -1) if weights else (-1, 1))
    elif op == "fp8-block" and weights:  # [K/128 rounded up to 4, N/128]
        scales = pack.column_major(scales.t(), rows=-(-scales.shape[1] // 4) * 4)
    elif op == "fp8-block":
        scales = pack.column_major(scales)
    elif op == "nvfp4":
        scales = pack.swizzle(scales.to(torch.float8_e4m3fn))
        return {"codes": codes, "scales": scales, "tensor_scale": q["tensor_scale"]}
    else:
        scales = pack.swizzle(pack.e8m0(scales))
    return {"codes": codes, "scales": scales}
