"""Result files as the labs write them, made from the book's own model: for tests without a GPU."""

import copy

from lowbit.gpu import record
from lowbit.roofline import ideal
from lowbit.schemes import scheme

H100 = {
    "name": "NVIDIA H100 PCIe", "capability": (9, 0), "sms": 114, "l2_bytes": 52428800,
    "memory_bytes": 85 * 10**9, "mig": False, "torch": "2.13.0+cu130", "cuda": "13.0", "hip": None,
    "cublas": "13.0.0", "triton": "3.8.0", "gemlite": None, "platform": "linux", "python": "3.12.4",
}  # fmt: skip
CEILINGS = {"copy_bytes_per_s": 1.8e12, "flops_per_s": {"bf16": 5.4e14, "fp8": 1.0e15}}
FITS = [
    {"format": "fp8-row", "op": "fp8-row", "points": 64, "rungs": {
        "L1": {"e_bw": 0.8, "e_fl": 0.6, "t0_us": 6.0, "median_error": 0.06, "p90_error": 0.2},
        "L2": {"e_bw": 0.85, "e_fl": 0.65, "t0_us": 4.0, "ns_per_k": 0.5, "p": 2.0,
               "median_error": 0.05, "p90_error": 0.15}}},
]  # fmt: skip


def made(name=H100["name"], formats=("bf16", "fp8-row"), shapes=((28672, 4096),), fits=(),
         ms=(1, 8, 64, 512, 4096), slower=1.4, **card):  # fmt: skip
    """A file of one card whose every matmul takes `slower` times its ideal time and 3 µs."""
    described = H100 | {"name": name} | card
    gpu = record.gpu_of(described) or record.gpu_of(H100)
    rows = []
    for form in formats:
        for n, k in shapes:
            for m in ms:
                seconds = 3e-6 + slower * ideal(m, n, k, gpu, scheme(form))["ideal_seconds"]
                rows.append(record.row("timed", form, form, m, n, k, path="cuBLASLt", error=1.6e-3,
                                       seconds=seconds, cold=True))  # fmt: skip
    rows.append(record.row("refused", "mxfp8", "mxfp8", 1, 28672, 4096, reason="No Blackwell."))
    return record.new(described, rows, ceilings=copy.deepcopy(CEILINGS), fits=fits,
                      date="2026-12-01T10:00:00+00:00")  # fmt: skip
