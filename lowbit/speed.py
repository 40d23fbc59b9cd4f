"""Time of one matmul y[M,N] = x[M,K]·W[K,N] on one GPU, rung by rung (compiled to JavaScript).

The ladder, each rung a few constants more than the one below:
  ideal  max(bytes / bandwidth, FLOP / peak): no constants.
  L1     two efficiencies and a fixed time: max(...) + t0.
  L2     three walls (memory, arithmetic, the serial loop over K) joined by a soft maximum with
         p = 2, and the kernel that quantizes the activations.
  L3     the same with p fitted; where one token runs through a GEMV kernel, the faster of the two.
  L4     L3 with tiles and waves: what a ragged last wave and padding cost.
Ideal is not a prediction. L1 to L4 are calibrated: their constants belong to one GPU, engine,
version and format, and carry the error found on shapes that were not fitted.

`gpu` is a row of lowbit/data/hardware.json, `s` a row of lowbit/schemes.py, `c` the constants of
one rung in lowbit/data/gemm_constants.json. M, N, K are whole numbers ≥ 1. Times in seconds.
"""

from math import ceil

from lowbit.roofline import ideal, path, path_text, traffic
from lowbit.schemes import merged, scheme

RUNGS = ["ideal", "L1", "L2", "L3", "L4"]

# Constants a reader can move: name, in words, smallest, largest, step.
KNOBS = [
    ["e_bw", "share of the bandwidth reached", 0.05, 1, 0.01],
    ["e_fl", "share of the peak reached", 0.05, 1, 0.01],
    ["t0_us", "fixed time, µs", 0, 60, 0.1],
    ["ns_per_k", "serial loop, ns per K", 0, 8, 0.05],
    ["p", "overlap p (1 = none)", 1, 8, 0.1],
    ["tm_min", "smallest tile, rows", 8, 256, 8],
    ["tm_max", "largest tile, rows", 8, 256, 8],
    ["tn", "tile, columns", 32, 256, 32],
    ["split", "most tiles that share an output (split-K)", 1, 16, 1],
]


def tile_work(m, n, k, gpu, c):
    """FLOP the tensor cores are busy for when the work comes in tM x tN tiles, one per SM."""
    tm = c["tm_min"]  # the library switches to taller tiles as M grows
    while tm < m and tm < c["tm_max"]:
        tm = 2 * tm
    per_sm = ceil(m / tm) * ceil(n / c["tn"]) / gpu["sms"]
    if per_sm > 1:
        per_sm = per_sm + 0.5 * (ceil(per_sm) - per_sm)  # half of the ragged last wave is lost
    else:
        per_sm = max(per_sm, 1.0 / c["split"])  # idle SMs, unless split-K shares a tile
    return per_sm * gpu["sms"] * 2.0 * tm * c["tn"] * k


def calibrated(m, n, k, gpu, s, c):
    """Seconds by one rung's constants, and the parts they are made of.

    Parts: fixed (launch and pipeline fill), quantize (the kernel that turns the 16-bit activations
    into the scheme's type), memory, compute, latency (the serial loop over K). The three walls are
    joined by a soft maximum: p = infinity is perfect overlap, p = 1 is none.
    """
    way = path(gpu, s)
    moved = traffic(m, n, k, s, way["act_bits"])
    bandwidth = c["e_bw"] * gpu["hbm_bytes_per_s"]
    flops = 2.0 * m * n * k
    tiled = "tn" in c and gpu["sms"] is not None
    work = tile_work(m, n, k, gpu, c) if tiled else flops
    memory = moved["total"] / bandwidth
    compute = work / (c["e_fl"] * way["flops_per_s"])
    fixed = c["t0_us"] * 1.0e-6
    latency = 0.0
    quantize = 0.0
    core = max(memory, compute)
    if "p" in c:
        latency = c["ns_per_k"] * 1.0e-9 * k
        if way["act_bits"] < 16:  # read x in 16 bits, write it in the scheme's bits
            quantize = m * k * (2.0 + way["act_bits"] / 8.0) / bandwidth
        wall = max(core, latency)
        total = (memory / wall) ** c["p"] + (compute / wall) ** c["p"] + (latency / wall) ** c["p"]
        core = wall * total ** (1.0 / c["p"])
    out = {
        "seconds": fixed + quantize + core,
        "kernel": "gemm",
        "fixed": fixed,
        "quantize": quantize,
        "memory": memory,
        "compute": compute,
        "latency": latency,
    }
    if "gemv" in c and gpu["flops_per_s"]["fp32"] is not None:
        few = gemv(m, n, k, gpu, moved["total"], c["gemv"])
        if few["seconds"] < out["seconds"]:
            return few
    return out


def gemv(m, n, k, gpu, moved, g):
    """The kernel for a few tokens: it multiplies on CUDA cores, a share of their FP32 peak.
    Source of the form: TensorRT-LLM's weight-only plugin, see the fit's notes."""
    memory = moved / (g["e_bw"] * gpu["hbm_bytes_per_s"])
    compute = 2.0 * m * n * k / (g["share"] * gpu["flops_per_s"]["fp32"])
    fixed = g["t0_us"] * 1.0e-6
    return {
        "seconds": fixed + (memory * memory + compute * compute) ** 0.5,
        "kernel": "gemv",
        "fixed": fixed,
        "quantize": 0.0,
        "memory": memory,
        "compute": compute,
        "latency": 0.0,
    }


def check_size(value, name):
    """A size of the matmul: a whole number from 1 to 10⁷."""
    if value is None or value != value or value < 1 or value > 10000000 or value % 1 != 0:
        raise ValueError(name + " must be a whole number from 1 to 10,000,000.")
    return value


def gemm(m, n, k, gpu, name, fit, rung, knobs):
    """Everything the book says about one matmul.

    fit: a set of gemm_constants.json for this GPU and format, or None. rung: "ideal", "L1" … "L4".
    knobs: constants that the reader moved, over the fitted ones (may be empty).
    seconds is None, with a reason, where there are no constants.
    """
    check_size(m, "M")
    check_size(n, "N")
    check_size(k, "K")
    s = scheme(name)
    out = ideal(m, n, k, gpu, s)
    out["format"] = s["name"]
    out["label"] = s["label"]
    out["family"] = s["family"]
    out["path"] = out["way"]["kind"]
    out["path_text"] = path_text(gpu, s, out["way"])
    out["kind"] = "ideal"
    out["seconds"] = None
    out["preliminary"] = gpu.get("status", "") == "preliminary"
    out["reason"] = ""
    out["parts"] = None
    out["median_error"] = None
    out["p90_error"] = None
    if out["ideal_seconds"] is None:
        out["reason"] = out["path_text"]
        return out
    if rung == "ideal":
        out["reason"] = "Only the ideal time was asked for."
        return out
    if fit is None:
        out["reason"] = no_constants(gpu, s)
        return out
    constants = with_knobs(fit["rungs"][rung], knobs)
    out["parts"] = calibrated(m, n, k, gpu, s, constants)
    out["seconds"] = out["parts"]["seconds"]
    out["kind"] = "calibrated"
    out["constants"] = constants
    if len(knobs.keys()) == 0:  # the error belongs to the fitted constants only
        out["median_error"] = constants["median_error"]
        out["p90_error"] = constants["p90_error"]
    return out


def band(result):
    """[fast, slow] seconds between which nine in ten measured times lie, or None without an error.

    The error is |predicted / measured - 1|, and no measurement beats the ideal time.
    """
    error = result["p90_error"]
    if result["seconds"] is None or error is None:
        return None
    fast = max(result["seconds"] / (1.0 + error), result["ideal_seconds"])
    return [fast, result["seconds"] / max(1.0 - error, 0.02)]


def with_knobs(constants, knobs):
    """The fitted constants with the reader's knobs over them; unknown knobs are dropped."""
    out = merged(constants, {})
    for key, value in knobs.items():
        if key in out:
            out[key] = value
    return out


def no_constants(gpu, s):
    """Why there is no calibrated time for this pair."""
    if s["name"].startswith("w4a16-g"):
        return (
            "No public table of measured times for group-scaled W4A16 was found, "
            "so there are no constants; w4a16-channel has them on some GPUs."
        )
    return "No measured times for " + s["label"] + " on " + gpu["name"] + ", so no constants."
