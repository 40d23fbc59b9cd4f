"""What this card really reaches, measured in the same run as everything that is compared with it.

The datasheet's bandwidth and peaks are limits that nothing reaches. A copy of 1 GB and a matmul of
8192³ are as near as a plain program comes; a kernel is judged by both, in two columns.
"""

import functools
import statistics

import torch

from lowbit.gpu import matmul
from lowbit.gpu.precheck import precheck
from lowbit.gpu.timer import calls_of, capture, gpu_clock, replay_seconds
from lowbit.roofline import path, traffic
from lowbit.schemes import scheme

SIDE = 8192  # of the matmul
COPY_BYTES = 2**30  # read, and as many written
NARROW = {"fp8": "fp8-tensor", "int8": "int8", "fp4": "nvfp4"}
# the type whose rate limits a scheme; all others are multiplied in 16 bits
OWN_TYPE = {"fp8": "fp8", "mxfp8": "fp8", "int8": "int8", "mxfp4": "fp4", "nvfp4": "fp4"}


def measure(card, device="cuda", side=SIDE, clock=None):
    """{"copy_bytes_per_s", "flops_per_s": {"bf16": …, "fp8": …}, "fp8_exact_accumulate", "failed"}.

    A type that the card does not multiply is left out; failed: the message of a type that should
    have run. fp8_exact_accumulate: FLOP/s of FP8 without fast accumulation, None without FP8.
    Turing's 16-bit type is FP16, all newer cards take BF16.
    """
    clock = clock or gpu_clock()
    sixteen = "fp16" if tuple(card["capability"]) < (8, 0) else "bf16"
    rates, exact, failed = {}, None, {}
    for kind, op in {sixteen: "bf16", **NARROW}.items():
        if not precheck(op, side, side, side, card=card, dtype=sixteen)["ok"]:
            continue
        try:
            rates[kind] = flops_per_s(op, side, sixteen, device, clock)
            if kind == "fp8":
                exact = flops_per_s(op, side, sixteen, device, clock, fast_accum=False)
        except RuntimeError as problem:
            failed[kind] = str(problem).splitlines()[0]
    return {"copy_bytes_per_s": copy_bytes_per_s(card["memory_bytes"], device, clock),
            "flops_per_s": rates, "fp8_exact_accumulate": exact, "failed": failed}  # fmt: skip


def flops_per_s(op, side, dtype, device, clock, fast_accum=True):
    """FLOP/s of side x side x side: so much arithmetic a byte that no memory is waited for."""
    kind = {"bf16": torch.bfloat16, "fp16": torch.float16}[dtype]
    x, w = (torch.randn(side, side, device=device, dtype=kind) for _ in range(2))
    operand, xq = matmul.prepare(op, w), matmul.quantize_x(op, x)
    calls = calls_of(functools.partial(matmul.multiply, op), xq, [operand], fast_accum, clock)
    return 2.0 * side**3 / median_seconds(calls, clock)


def copy_bytes_per_s(memory_bytes, device, clock):
    """Bytes read and written in a second by a copy of 1 GiB (less on a card with little memory)."""
    count = min(COPY_BYTES, memory_bytes // 8) // 4
    source = torch.randint(-(2**31), 2**31, (count,), device=device, dtype=torch.int32)
    target = torch.empty_like(source)
    calls = calls_of(lambda *_: target.copy_(source), None, [None], None, clock)
    return 2.0 * 4 * count / median_seconds(calls, clock)


def median_seconds(calls, clock):
    replay, _ = capture(calls, clock)
    return statistics.median(replay_seconds(replay, len(calls), clock))


def fractions(m, n, k, format_name, seconds, ceilings, gpu, weight_bytes=None):
    """{"of_measured", "of_datasheet"}: the least time by each pair of limits over the time taken.

    1 is the roof. None where a limit is unknown. weight_bytes: what the kernel reads of the weights
    if that is known better than the format tells (16-bit zero points, filled-up tiles).
    """
    s, rates = scheme(format_name), ceilings["flops_per_s"]
    sixteen = rates.get("bf16", rates.get("fp16"))
    measured = rates.get(OWN_TYPE[s["mma"]]) if s["mma"] in OWN_TYPE else sixteen
    roofs = {"of_measured": (ceilings["copy_bytes_per_s"], measured), "of_datasheet": (None, None)}
    if gpu is not None:
        roofs["of_datasheet"] = (gpu["hbm_bytes_per_s"], path(gpu, s)["flops_per_s"])
    moved = traffic(m, n, k, s, s["act_bits"])
    weights = moved["weights"] + moved["scales"] + moved["zeros"]
    total = moved["total"] - weights + (weight_bytes or weights)
    least = lambda bandwidth, peak: max(total / bandwidth, 2.0 * m * n * k / peak)  # noqa: E731
    return {name: None if None in roof else least(*roof) / seconds for name, roof in roofs.items()}
