"""The book's model of a matmul's time, with constants from your own points.

    fit = fit_format("fp8-row", points, gpu)       # points: [(m, n, k, seconds), …]
    fit["rungs"]["L2"]                             # constants, and the error on shapes left out

L1 has two efficiencies and a fixed time, L2 a third wall for the serial loop over K (lowbit.speed).
8 shapes with 8 M each suffice; the error then comes within 3 points of a fit to thousands of rows
(the book's own constants, tools/fit_constants.py). Times are of the matmul alone: where x is
quantized, the model's time for that kernel is left out here, and comes on top in the book's pictures.
"""

import numpy as np

from lowbit.roofline import ideal
from lowbit.schemes import scheme
from lowbit.speed import calibrated

SOFT = 0.08  # log error from which the loss grows linearly, as in tools/ladder_fit.py
ROUNDS = 40
LEAST_POINTS = 12
LEAST_M = 4
# lowest, highest value and two starts of every constant
LIMITS = {
    "e_bw": (0.05, 1.2, 0.8, 0.6),
    "e_fl": (0.02, 1.2, 0.7, 0.4),
    "t0_us": (0.01, 200.0, 5.0, 20.0),
    "ns_per_k": (0.001, 50.0, 0.5, 2.0),
}
RUNGS = {"L1": ["e_bw", "e_fl", "t0_us"], "L2": ["e_bw", "e_fl", "t0_us", "ns_per_k"]}


def fit_format(format_name, points, gpu, op=None):
    """{"format", "op", "points", "rungs": {"L1": …, "L2": …}} of measured points of one format.

    points: (m, n, k, seconds of the matmul alone). gpu: a row as in hardware.json. Each rung holds
    its constants and median_error and p90_error: |predicted / measured - 1|, each shape by a fit to
    all the others.
    Raises ValueError with a sentence where the points do not suffice.
    """
    s = scheme(format_name)
    points = [tuple(point) for point in points]
    shapes = sorted({(n, k) for _, n, k, _ in points})
    if len(points) < LEAST_POINTS or len({m for m, *_ in points}) < LEAST_M or len(shapes) < 3:
        raise ValueError(
            f"{len(points)} points of {s['label']} are too few to fit: measure at least "
            f"{LEAST_POINTS}, at 3 shapes and {LEAST_M} M; 8 shapes with 8 M each are good."
        )
    if ideal(1, 1, 1, gpu, s)["compute_seconds"] is None:
        raise ValueError(
            f"No peak is known for {s['label']} on {gpu['name']}, so nothing is fitted."
        )
    out = {"format": s["name"], "points": len(points), "rungs": {}}
    for rung, names in RUNGS.items():
        errors = []
        for shape in shapes:
            others = solve(names, [p for p in points if p[1:3] != shape], gpu, s)
            judged = [p for p in points if p[1:3] == shape]
            errors.extend(abs(np.exp(log_errors(others, judged, gpu, s)) - 1))
        out["rungs"][rung] = solve(names, points, gpu, s) | {
            "median_error": round(float(np.median(errors)), 4),
            "p90_error": round(float(np.quantile(errors, 0.9)), 4),
        }
    return out | ({"op": op} if op else {})


def solve(names, points, gpu, s):
    """The constants that fit best, from two starts, with 4 significant digits."""
    found = [descend(names, start, points, gpu, s) for start in (2, 3)]
    values = min(found, key=lambda pair: pair[0])[1]
    return constants_of(names, values, digits=4)


def descend(names, start, points, gpu, s):
    """(loss, logarithms of the constants): Levenberg and Marquardt's steps on the soft loss."""
    low, high = np.log([[LIMITS[name][i] for name in names] for i in (0, 1)])
    at = np.log([LIMITS[name][start] for name in names])
    error = lambda x: log_errors(constants_of(names, x), points, gpu, s)  # noqa: E731
    r, damping = error(at), 1e-2
    for _ in range(ROUNDS):
        slope = np.stack([(error(at + 1e-4 * e) - r) / 1e-4 for e in np.eye(len(at))], 1)
        weight = 1 / np.sqrt(1 + (r / SOFT) ** 2)  # of the soft loss: far points pull less
        normal = slope.T @ (weight[:, None] * slope)
        step = np.linalg.solve(normal + damping * np.eye(len(at)), -slope.T @ (weight * r))
        tried = np.clip(at + step, low, high)
        r_tried = error(tried)
        if loss(r_tried) < loss(r):
            done = loss(r) - loss(r_tried) < 1e-9
            at, r, damping = tried, r_tried, damping / 3
            if done:
                break
        else:
            damping *= 4
    return loss(r), at


def loss(r):
    """Soft-L1: quadratic for small errors, linear for large ones."""
    return float(np.sum(np.sqrt(1 + (r / SOFT) ** 2) - 1))


def constants_of(names, logarithms, digits=17):
    values = [float(f"{x:.{digits}g}") for x in np.exp(logarithms)]
    out = dict(zip(names, values, strict=True))
    return out | ({"p": 2.0} if "ns_per_k" in out else {})


def log_errors(constants, points, gpu, s):
    """log(predicted / measured) of every point, for the matmul alone."""
    out = []
    for m, n, k, seconds in points:
        parts = calibrated(m, n, k, gpu, s, constants)
        out.append(np.log((parts["seconds"] - parts["quantize"]) / seconds))
    return np.array(out)


def fit_rows(rows, gpu):
    """(fits, sentences) of a result file's rows: one fit a format that was timed often enough, and
    a sentence for each that was not."""
    fits, problems, groups = [], [], {}
    for row in rows:
        if row["kind"] == "timed":
            groups.setdefault((row["format"], row["op"]), []).append(row)
    for (name, op), group in groups.items():
        points = [(row["m"], row["n"], row["k"], row["seconds"]) for row in group]
        try:
            fits.append(fit_format(name, points, gpu, op))
        except ValueError as problem:
            problems.append(str(problem))
    return fits, problems
