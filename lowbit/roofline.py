"""The roofline of one matmul y[M,N] = x[M,K]·W[K,N] on one GPU (compiled to JavaScript).

A matmul takes at least the time to move its bytes and at least the time to do its arithmetic.
Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009.

`gpu` is a row of lowbit/data/hardware.json, `s` a row of lowbit/schemes.py.
M, N, K are whole numbers ≥ 1. Times in seconds, sizes in bytes.
"""

from math import ceil

from lowbit.schemes import scheme


def path(gpu, s):
    """What this GPU does with the scheme: the multiplication it really runs.

    kind: "native" (multiplies in the scheme's own type), "upcast" (stored small, turned into
    16 bits inside the kernel), "cuda-cores" (no tensor-core path at all), "unverified" (the peak
    of that type has no source). flops_per_s is the dense peak of that multiplication or None.
    """
    peaks = gpu["flops_per_s"]
    sixteen = "fp16" if peaks["bf16"] is None else "bf16"
    out = {
        "kind": "upcast",
        "mma": sixteen,
        "flops_per_s": peaks[sixteen],
        "act_bits": 16,
        "by_design": s["mma"] == "16-bit",
    }
    if s["mma"] == "16-bit":
        return out
    peak_of = {"mxfp8": "fp8", "mxfp4": "fp4", "nvfp4": "fp4"}
    wanted = peak_of.get(s["mma"], s["mma"])
    missing = wanted in gpu["no_path"]
    if s["mma"] == "mxfp8" and peaks["fp4"] is None:
        missing = True  # block scales inside the tensor core came together with FP4
    if s["mma"] == "nvfp4" and gpu["vendor"] != "NVIDIA":
        missing = True
    if missing and s["act_bits"] < 16:
        return out
    out["act_bits"] = s["act_bits"]
    if missing:  # BF16 before Ampere
        out["kind"] = "cuda-cores"
        out["mma"] = "fp32"
        out["flops_per_s"] = peaks["fp32"]
        return out
    out["kind"] = "native" if peaks[wanted] is not None else "unverified"
    out["mma"] = wanted
    out["flops_per_s"] = peaks[wanted]
    return out


def path_text(gpu, s, way):
    """One sentence: what this GPU does with the scheme."""
    name = gpu["name"]
    units = "CUDA cores" if gpu["vendor"] == "NVIDIA" else "vector units"
    cores = "tensor cores" if gpu["vendor"] == "NVIDIA" else "matrix cores"
    if way["kind"] == "native":
        return name + " multiplies " + way["mma"].upper() + " on its " + cores + "."
    if way["kind"] == "unverified":
        return "No source gives the " + way["mma"].upper() + " peak of " + name + "."
    if way["kind"] == "cuda-cores":
        return (
            name
            + " has no "
            + s["label"]
            + " "
            + cores
            + ": its "
            + units
            + " do the work in FP32."
        )
    how = "the weights are stored, turned into " + way["mma"].upper() + " and multiplied there"
    if way["by_design"]:
        return s["label"] + " keeps only the weights small: " + how + "."
    return name + " has no path to multiply " + s["label"] + ": " + how + "."


def scales_in(rows, cols, block):
    """How many scales a [rows, cols] matrix needs when each block [r, c] shares one."""
    r = rows if block[0] == 0 else block[0]
    c = cols if block[1] == 0 else block[1]
    return ceil(rows / r) * ceil(cols / c)


def traffic(m, n, k, s, act_bits):
    """Bytes that must cross the memory bus once: weights with scales and zero points, activations
    with their scales, and the 16-bit output. Activations are counted as the matmul reads them."""
    blocks = scales_in(n, k, s["block"])
    weights = n * k * s["weight_bits"] / 8.0
    scales = (blocks * s["scale_bits"] + s["tensor_scale_bits"]) / 8.0
    zeros = blocks * s["zero_bits"] / 8.0
    acts = m * k * act_bits / 8.0
    act_scales = 0.0
    if act_bits < 16:
        act_scales = scales_in(m, k, s["act_block"]) * s["act_scale_bits"] / 8.0
    out = m * n * 2.0
    return {
        "weights": weights,
        "scales": scales,
        "zeros": zeros,
        "activations": acts + act_scales,
        "output": out,
        "total": weights + scales + zeros + acts + act_scales + out,
    }


def ideal(m, n, k, gpu, s):
    """The roofline: FLOP, bytes, intensity, ridge, and the larger of the two times.

    ideal_seconds and bound are None when the peak of this multiplication has no source.
    """
    way = path(gpu, s)
    moved = traffic(m, n, k, s, way["act_bits"])
    flops = 2.0 * m * n * k
    peak = way["flops_per_s"]
    memory = moved["total"] / gpu["hbm_bytes_per_s"]
    out = {
        "flops": flops,
        "bytes": moved["total"],
        "traffic": moved,
        "intensity": flops / moved["total"],
        "way": way,
        "memory_seconds": memory,
        "compute_seconds": None,
        "ridge": None,
        "ideal_seconds": None,
        "bound": None,
    }
    if peak is not None:
        compute = flops / peak
        out["compute_seconds"] = compute
        out["ridge"] = peak / gpu["hbm_bytes_per_s"]
        out["ideal_seconds"] = max(memory, compute)
        out["bound"] = "memory" if memory >= compute else "compute"
    return out


def roof(intensity, gpu, way):
    """Highest FLOP/s possible at this intensity (FLOP per byte)."""
    return min(way["flops_per_s"], intensity * gpu["hbm_bytes_per_s"])


def m_at_intensity(intensity, n, k, s, act_bits):
    """The M (not rounded) at which a layer reaches this intensity; None when no M does."""
    fixed = traffic(1, n, k, s, 16)
    weights = fixed["weights"] + fixed["scales"] + fixed["zeros"]
    per_token = k * act_bits / 8.0 + n * 2.0
    room = 2.0 * n * k - intensity * per_token
    return intensity * weights / room if room > 0 else None


def step_ideal(m, gpu, name, model):
    """Ideal seconds of all matmuls of one model step: each layer's linears, then the head.

    model: a row of lowbit/data/layers.json. Only rows marked quantized use the scheme; the head
    stays in BF16, as real checkpoints keep it. Attention and the KV cache are not counted.
    """
    seconds = 0.0
    for layer in model["layers"]:
        s = scheme(name if layer["quantized"] else "bf16")
        one = ideal(m, layer["n"], layer["k"], gpu, s)["ideal_seconds"]
        if one is None:
            return None
        seconds = seconds + layer["count"] * one
    return seconds
