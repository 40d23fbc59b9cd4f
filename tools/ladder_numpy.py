"""The rungs of lowbit/speed.py on arrays, for fitting; tests/test_fit.py holds the two together.

What does not depend on the constants (bytes, FLOP) is counted once per set of rows, in Rows.
"""

from dataclasses import dataclass

import numpy as np

from lowbit.roofline import path, traffic
from lowbit.schemes import scheme


@dataclass(frozen=True)
class Rows:
    """Sizes of many matmuls of one GPU and format, and what they move. Arrays of one length."""

    m: np.ndarray
    n: np.ndarray
    k: np.ndarray
    seconds: np.ndarray
    weight_bytes: np.ndarray
    moved_bytes: np.ndarray
    quantize_bytes: np.ndarray

    def take(self, which):
        return Rows(**{name: values[which] for name, values in vars(self).items()})


@dataclass(frozen=True)
class Device:
    """What a fit needs of a GPU: bytes/s, FLOP/s of this format's multiplication, SMs."""

    bandwidth: float
    peak: float
    cuda_cores: float
    sms: int


def device_of(gpu, format_name):
    way = path(gpu, scheme(format_name))
    return Device(
        gpu["hbm_bytes_per_s"], way["flops_per_s"], gpu["flops_per_s"]["fp32"], gpu["sms"]
    )


def count_rows(m, n, k, us, gpu, format_name):
    """Rows of float arrays m, n, k and measured µs."""
    s = scheme(format_name)
    bits = path(gpu, s)["act_bits"]
    moved = [traffic(int(a), int(b), int(c), s, bits) for a, b, c in zip(m, n, k, strict=True)]
    m, n, k = (np.asarray(a, float) for a in (m, n, k))
    quantize = m * k * (2.0 + bits / 8.0) if bits < 16 else np.zeros_like(m)
    weights = np.array([t["weights"] + t["scales"] + t["zeros"] for t in moved])
    total = np.array([t["total"] for t in moved])
    return Rows(m, n, k, np.asarray(us, float) * 1e-6, weights, total, quantize)


def ideal_seconds(rows, device):
    flops = 2.0 * rows.m * rows.n * rows.k
    return np.maximum(rows.moved_bytes / device.bandwidth, flops / device.peak)


def tile_work(rows, device, c):
    """FLOP the tensor cores are busy for when the work comes in tiles (see speed.tile_work)."""
    wanted = np.minimum(rows.m, c["tm_max"]) / c["tm_min"]
    tm = c["tm_min"] * 2.0 ** np.ceil(np.log2(np.maximum(wanted, 1.0)))
    per_sm = np.ceil(rows.m / tm) * np.ceil(rows.n / c["tn"]) / device.sms
    ragged = per_sm + 0.5 * (np.ceil(per_sm) - per_sm)
    per_sm = np.where(per_sm > 1, ragged, np.maximum(per_sm, 1.0 / c["split"]))
    return per_sm * device.sms * 2.0 * tm * c["tn"] * rows.k


def calibrated_seconds(rows, device, c, work=None):
    """Seconds by one rung's constants. `work`: FLOP, where the caller has counted it already."""
    bandwidth = c["e_bw"] * device.bandwidth
    if work is None:
        work = tile_work(rows, device, c) if "tn" in c else 2.0 * rows.m * rows.n * rows.k
    memory = rows.moved_bytes / bandwidth
    compute = work / (c["e_fl"] * device.peak)
    total = c["t0_us"] * 1e-6 + np.maximum(memory, compute)
    if "p" in c:
        latency = c["ns_per_k"] * 1e-9 * rows.k
        wall = np.maximum(np.maximum(memory, compute), latency)
        p = c["p"]
        powers = (memory / wall) ** p + (compute / wall) ** p + (latency / wall) ** p
        quantize = rows.quantize_bytes / bandwidth
        total = c["t0_us"] * 1e-6 + quantize + wall * powers ** (1.0 / p)
    if "gemv" in c:
        total = np.minimum(total, gemv_seconds(rows, device, c["gemv"]))
    return total


def gemv_seconds(rows, device, g):
    """The kernel for a few tokens, on CUDA cores (see speed.gemv)."""
    memory = rows.moved_bytes / (g["e_bw"] * device.bandwidth)
    compute = 2.0 * rows.m * rows.n * rows.k / (g["share"] * device.cuda_cores)
    return g["t0_us"] * 1e-6 + np.hypot(memory, compute)
