"""Distil the measured GEMM curves a page needs into lowbit/data/gemm_times.json.

    python tools/distil_measurements.py [--wheels FOLDER]

in an environment that has the book (pip install -e .) and the two packages of gemm_tables.py.
The file is the same on every run.
"""

import argparse
from pathlib import Path

from gemm_tables import (
    CACHE_RESIDENT_BELOW_MB,
    FORMATS,
    PACKAGES,
    TABLES,
    coarse_timer_us,
    read_table,
)
from readable_json import readable

from lowbit.hardware import find_gpu
from lowbit.roofline import ideal
from lowbit.schemes import scheme

OUT = Path(__file__).parents[1] / "lowbit/data/gemm_times.json"
ROOF_SLACK = 1.02  # a point this much faster than its ideal roof did not read its weights

# N x K. Llama-3.1-8B: 6144x4096 (qkv) and 4096x4096 (o) exist; gate_up 28672x4096 lies between
# 16384x4096 and 65536x4096, down 4096x14336 between 4096x12288 and 4096x16384. 70B: 10240x8192,
# 8192x8192, and down 8192x28672 has 8192x16384 as its nearest. 8192x1024 is an eighth of 8192x8192
# (tensor parallel), 7168x2048 a DeepSeek size, 5120x5120 that of many 14B and 32B models.
SHAPES = [
    (4096, 4096),
    (6144, 4096),
    (16384, 4096),
    (65536, 4096),
    (4096, 12288),
    (4096, 16384),
    (5120, 5120),
    (7168, 2048),
    (8192, 1024),
    (8192, 8192),
    (10240, 8192),
    (8192, 16384),
]
HEAD = {
    "about": "Measured times of y[M,N] = x[M,K]·W[K,N] in µs. A key of `us` is NxK, its list runs "
    "along `m`; null is a point left out, see `left_out`.",
    "license": "Apache-2.0",
    "source": "NVIDIA aiconfigurator (ai-dynamo), distilled by tools/distil_measurements.py",
    "packages": PACKAGES,
    "rules": [
        "All M ≥ 1 of the packages; rows with M = 0 are dropped.",
        "Several rows of one (M, N, K) become their median (there are none in these sets).",
        "Times are rounded to four digits.",
        "A point more than 2 % faster than its ideal roof is left out.",
    ],
    "sets_left_out": [
        {
            "sets": ["h100-sxm/vLLM@0.24.0/fp8-block", "h200-sxm/vLLM@0.24.0/fp8-block"],
            "why": "Timed without a CUDA graph, so 45 to 100 µs of a time is the host's launch.",
        },
        {
            "sets": ["b200-sxm/vLLM@0.24.0"],
            "why": "In FP8 one row in eight is off by more than 1.5 times (kernel selection), and "
            "FP8 block is timed without a CUDA graph. TensorRT-LLM has all four formats.",
        },
    ],
}
NOTES = {
    "float16": "Measured in FP16. BF16 runs at the same rate and moves the same bytes.",
    "fp8": "The kernel that quantizes the activations is inside the time.",
    "fp8_block": "The kernel that quantizes the activations is inside the time.",
    "int4_wo": "One scale per output channel, not per group.",
    "sq": "SmoothQuant plugin, by its kernel name timed alone: the kernel that quantizes the activations "
    "is probably not in the time.",
    "nvfp4": "The kernel that quantizes the activations is inside the time.",
}


def four_digits(us):
    value = float(f"{us:.4g}")
    return int(value) if value == int(value) else value


def why_left_out(set_id, m, n, k, us, gpu):
    """Why a point is no measurement of this GPU's memory or tensor cores; None when it is one."""
    roof = ideal(m, n, k, gpu, scheme(set_id.split("/")[-1]))
    weights_mb = (roof["traffic"]["weights"] + roof["traffic"]["scales"]) / 1e6
    limit_mb = CACHE_RESIDENT_BELOW_MB.get(set_id, 0)
    if weights_mb < limit_mb and roof["bound"] == "memory":
        return f"Weights below {limit_mb} MB stay in the L2 cache between two timed calls."
    faster = roof["ideal_seconds"] * 1e6 / us
    return f"{faster:.2f} times faster than its ideal roof." if faster > ROOF_SLACK else None


def one_set(table, dtype, rows):
    """A set of gemm_times.json: the curves of one dtype of a table."""
    gpu, set_id = find_gpu(table.gpu), table.set_id(dtype)
    rows = rows[rows["dtype"] == dtype]
    timer_us = coarse_timer_us(rows["us"].to_numpy())
    notes = [NOTES[dtype]] if dtype in NOTES else []
    if timer_us:
        notes.append(f"Most times below 60 µs are multiples of {timer_us} µs: a coarse timer.")
    at = {(n, k, m): us for n, k, m, us in rows[["n", "k", "m", "us"]].itertuples(index=False)}
    shapes = [(n, k) for n, k in SHAPES if (n, k, 1) in at]
    sizes = sorted({m for n, k, m in at if (n, k) in shapes})
    curves, left_out = {}, []
    for n, k in shapes:
        reasons = {}
        curve = curves[f"{n}x{k}"] = []
        for m in sizes:
            us = at.get((n, k, m))
            why = "Not measured." if us is None else why_left_out(set_id, m, n, k, us, gpu)
            curve.append(four_digits(us) if why is None else None)
            if why:
                reasons.setdefault(why, []).append(m)
        left_out += [{"shape": f"{n}x{k}", "m": ms, "why": why} for why, ms in reasons.items()]
    return {
        "id": set_id,
        "gpu": table.gpu,
        "engine": table.engine,
        "version": table.version,
        "format": FORMATS[dtype],
        "dtype": dtype,
        "package": f"{table.package}=={PACKAGES[table.package]}",
        "file": table.file,
        "kernel": " or ".join(sorted(rows["kernel"].unique())),
        "device": rows["device"].iloc[0],
        "timer_us": timer_us,
        "notes": notes,
        "m": sizes,
        "us": curves,
        "left_out": left_out,
    }


def main():
    parse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parse.add_argument("--wheels", help="folder with the two wheels, instead of installing them")
    wheels = parse.parse_args().wheels
    sets = []
    for table in TABLES:
        rows = read_table(table, wheels)
        sets += [one_set(table, dtype, rows) for dtype in table.dtypes]
        print(f"{table.gpu} {table.engine}@{table.version}: {len(rows):,} rows read")
    text = readable(HEAD | {"sets": sets}) + "\n"
    OUT.write_text(text, encoding="utf-8")
    print(f"{OUT}: {len(sets)} sets, {len(text.encode()):,} bytes")


if __name__ == "__main__":
    main()
