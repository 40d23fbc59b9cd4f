"""Fit the constants of every rung and measure their error on shapes that were not fitted.

    python tools/fit_constants.py [--wheels FOLDER]

in an environment that has the book (pip install -e .) and the two packages of gemm_tables.py.
Writes lowbit/data/gemm_constants.json, the same on every run (about a minute on one core).

Half of the (N, K) shapes are fitted (ladder_fit.py), the other half judged
(lowbit.measured.held_out). Constants are rounded before they are judged.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from gemm_tables import CACHE_RESIDENT_BELOW_MB, FORMATS, PACKAGES, TABLES, read_table
from ladder_fit import Fit, rounded
from ladder_numpy import calibrated_seconds, count_rows, device_of, ideal_seconds
from readable_json import readable

from lowbit.hardware import find_gpu
from lowbit.measured import held_out

OUT = Path(__file__).parents[1] / "lowbit/data/gemm_constants.json"
LARGEST_M = 16384
SMALLEST_SIDE = 1024  # smaller N or K are tensor-parallel shards of small models
TRAINING_ROWS = 1500
DEFAULT_ENGINE = {
    "a100-80gb-sxm": "TensorRT-LLM@1.0.0",
    "h100-sxm": "TensorRT-LLM@1.2.0rc5",
    "h200-sxm": "TensorRT-LLM@1.2.0rc5",
    "b200-sxm": "TensorRT-LLM@1.3.0rc20",
    "l40s": "TensorRT-LLM@1.0.0",
}
ABOUT = (
    "Constants of lowbit/speed.py per GPU, engine, version and format, fitted to the measured "
    "GEMMs of aiconfigurator (Apache-2.0). Errors are |predicted / measured - 1| on held-out rows."
)


def has_gemv(gpu, format_name):
    """TensorRT-LLM runs few tokens of these formats on CUDA cores. The timer of A100 and the
    narrow gain on L40S do not tell that kernel apart there."""
    return gpu in ("h100-sxm", "h200-sxm") and format_name in (
        "w4a16-channel",
        "w8a16-int8",
        "int8",
    )


def error_of(seconds, rows):
    error = np.abs(seconds / rows.seconds - 1)
    return {
        "median_error": round(float(np.median(error)), 4),
        "p90_error": round(float(np.quantile(error, 0.9)), 4),
    }


def fit_set(table, dtype, rows):
    """One set of gemm_constants.json."""
    gpu, set_id, format_name = find_gpu(table.gpu), table.set_id(dtype), FORMATS[dtype]
    rows = rows[(rows["dtype"] == dtype) & (rows["m"] <= LARGEST_M)]
    rows = rows[(rows["n"] >= SMALLEST_SIDE) & (rows["k"] >= SMALLEST_SIDE)]
    n, k = (rows[x].to_numpy() for x in "nk")
    judged = np.array([held_out(a, b) for a, b in zip(n, k, strict=True)])
    every = count_rows(rows["m"].to_numpy(), n, k, rows["us"].to_numpy(), gpu, format_name)
    resident = every.weight_bytes < CACHE_RESIDENT_BELOW_MB.get(set_id, 0) * 1e6
    training = np.flatnonzero(~judged)
    if len(training) > TRAINING_ROWS:
        draw = np.random.default_rng(0)
        training = np.sort(draw.choice(training, TRAINING_ROWS, replace=False))
    device = device_of(gpu, format_name)
    found = Fit(every.take(training), device, resident[training]).rungs(
        has_gemv(table.gpu, format_name)
    )
    test, all_held_out = every.take(judged & ~resident), every.take(judged)
    rungs, fit_only = {"ideal": error_of(ideal_seconds(test, device), test)}, {}
    for rung, raw in found.items():
        c = rounded(raw)
        gain = c.pop("l2_gain", None)
        error = error_of(calibrated_seconds(test, device, c), test)
        if gain is not None:
            fit_only[rung] = gain
            rest = error_of(calibrated_seconds(all_held_out, device, c), all_held_out)
            error |= {f"{key}_all_rows": value for key, value in rest.items()}
        rungs[rung] = c | error
    plain = rungs.pop("L3 without gemv", None)
    out = {
        "id": set_id,
        "gpu": table.gpu,
        "engine": table.engine,
        "version": table.version,
        "format": format_name,
        "dtype": dtype,
        "rows_fitted": len(training),
        "rows_held_out": len(test.m),
        "rows_cache_resident": int((judged & resident).sum()),
    }
    if plain:
        rungs["L3"] |= {f"{x}_without_gemv": plain[x] for x in ("median_error", "p90_error")}
    if fit_only:
        below = CACHE_RESIDENT_BELOW_MB[set_id]
        out["fit_only"] = {"cache_resident_below_mb": below} | {"l2_gain": fit_only}
    return out | {"rungs": rungs}


def main():
    parse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parse.add_argument("--wheels", help="folder with the two wheels, instead of installing them")
    wheels = parse.parse_args().wheels
    sets, start = [], time.monotonic()
    for table in TABLES:
        rows = read_table(table, wheels)
        for dtype in table.dtypes:
            sets.append(fit_set(table, dtype, rows))
            shown = [f"{100 * c['median_error']:.1f}" for c in sets[-1]["rungs"].values()]
            print(f"{sets[-1]['id']:44} median error, %: {' '.join(shown)}", flush=True)
    head = {
        "about": ABOUT,
        "license": "Apache-2.0",
        "packages": PACKAGES,
        "split": "half of the shapes by crc32('NxK') parity: even fitted, odd held out",
        "rows": f"N, K >= {SMALLEST_SIDE}, 1 <= M <= {LARGEST_M}, rows equally weighted",
        "notes": [
            "L4 repeats L3 where tiles and waves lower the training loss by less than 5 %.",
            "rows_cache_resident: held-out rows not judged, because their weights came from the "
            "L2 cache. The _all_rows errors count them. fit_only is never used to predict.",
            "The _without_gemv errors are those of L3 fitted with one kernel.",
        ],
        "default_engine": DEFAULT_ENGINE,
    }
    text = readable(head | {"sets": sets}) + "\n"
    OUT.write_text(text, encoding="utf-8")
    print(
        f"{OUT}: {len(sets)} sets, {len(text.encode()):,} bytes, {time.monotonic() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
