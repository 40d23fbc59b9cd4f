"""Rounding 10^7 float32 values: lowbit.rounding beside the round trips of ml_dtypes, numpy and torch.

    python tools/bench_rounding.py        also the last part of `make bench`

One thread, one run, the best of five turns each, in turn, so that all see the same load. A round
trip is the cast there and back to float32. The values are normal with a scale of one; E8M0, whose
values are scales, gets them without their sign.
"""

import time

import ml_dtypes
import numpy as np
import torch

from lowbit.formats import FORMATS
from lowbit.rounding import decode_array, encode_array, round_to

VALUES = 10_000_000
TURNS = 5
NUMPY = {
    "fp16": np.float16, "bf16": ml_dtypes.bfloat16, "e4m3fn": ml_dtypes.float8_e4m3fn,
    "e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "e4m3": ml_dtypes.float8_e4m3,
    "e5m2": ml_dtypes.float8_e5m2, "e5m2fnuz": ml_dtypes.float8_e5m2fnuz,
    "e3m2": ml_dtypes.float6_e3m2fn, "e2m3": ml_dtypes.float6_e2m3fn,
    "e2m1": ml_dtypes.float4_e2m1fn, "e8m0": ml_dtypes.float8_e8m0fnu, "int4": ml_dtypes.int4,
    "uint4": ml_dtypes.uint4,
}  # fmt: skip
TORCH = {
    "fp16": torch.float16, "bf16": torch.bfloat16, "e4m3fn": torch.float8_e4m3fn,
    "e4m3fnuz": torch.float8_e4m3fnuz, "e5m2": torch.float8_e5m2,
    "e5m2fnuz": torch.float8_e5m2fnuz, "e8m0": torch.float8_e8m0fnu,
}  # fmt: skip


def milliseconds(jobs):
    """The best time of each job; the jobs take turns."""
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(TURNS):
        for name, job in jobs.items():
            start = time.perf_counter()
            job()
            best[name] = min(best[name], (time.perf_counter() - start) * 1e3)
    return best


def rounding_times():
    """{format: {"copy", "round", "encode", "decode", "numpy", "torch"}} in ms, as far as there."""
    torch.set_num_threads(1)
    normal = np.random.default_rng(0).standard_normal(VALUES).astype(np.float32)
    out = {}
    for name in FORMATS:
        x = np.abs(normal) if name in ("e8m0", "ue4m3", "uint4", "uint8") else normal
        codes, tensor = encode_array(x, name), torch.from_numpy(x)
        jobs = {
            "copy": x.copy,
            "round": lambda x=x, n=name: round_to(x, n),
            "encode": lambda x=x, n=name: encode_array(x, n),
            "decode": lambda c=codes, n=name: decode_array(c, n),
        }
        if name in NUMPY:
            jobs["numpy"] = lambda x=x, t=NUMPY[name]: x.astype(t).astype(np.float32)
        if name in TORCH:
            jobs["torch"] = lambda x=tensor, t=TORCH[name]: x.to(t).to(torch.float32)
        out[name] = milliseconds(jobs)
    return out


def rounding_speed():
    """Print the table and where a target is missed: ml_dtypes' round trip, BF16 1.5 times it."""
    print(f"rounding {VALUES:,} float32 values, 1 thread, ms; numpy = ml_dtypes' or numpy's cast")
    columns = ("copy", "round", "encode", "decode", "numpy", "torch")
    print(f"{'':9}" + "".join(f"{c:>8}" for c in columns) + f"{'÷ numpy':>9}{'÷ torch':>9}")
    missed = []
    for name, ms in rounding_times().items():
        ratios = [ms["round"] / ms[c] if c in ms else None for c in ("numpy", "torch")]
        shown = [f"{ms[c]:8.1f}" if c in ms else f"{'–':>8}" for c in columns]
        shown += [f"{r:9.2f}" if r else f"{'–':>9}" for r in ratios]
        print(f"{name:9}" + "".join(shown))
        if ratios[0] and ratios[0] > (1.5 if name == "bf16" else 1):
            missed.append(name)
    print("slower than the target: " + (", ".join(missed) or "none") + "\n")


if __name__ == "__main__":
    rounding_speed()
