"""Fit the rungs of one set, each from the constants of the rung below.

A fit minimizes log(predicted / measured) with a soft-L1 loss, so that jumps of kernel selection do
not pull it. Rows whose weights came from the L2 cache are fitted with a faster memory (`l2_gain`),
because they still tell the fixed time; that gain is never used to predict.
"""

from dataclasses import replace
from itertools import product

import numpy as np
from ladder_numpy import calibrated_seconds, tile_work
from scipy.optimize import least_squares

SOFT = 0.08  # log error from which the loss grows linearly
DIGITS = 4
TILES_MUST_GAIN = 0.05  # of the training loss: four more constants have to earn their place
# Lowest and highest value. p is the overlap: 1 none, 8 nearly perfect.
LIMITS = {
    "e_bw": (0.2, 0.95),
    "e_fl": (0.1, 0.95),
    "t0_us": (0.0, 60.0),
    "ns_per_k": (0.0, 20.0),
    "p": (1.0, 8.0),
    "gemv.e_bw": (0.2, 0.98),
    "gemv.share": (0.02, 1.0),
    "gemv.t0_us": (0.0, 60.0),
    "l2_gain": (1.0, 20.0),
}
L1 = ["e_bw", "e_fl", "t0_us"]
L3 = [*L1, "ns_per_k", "p"]
GEMV = ["gemv.e_bw", "gemv.share", "gemv.t0_us"]
TILES = [
    {"tm_min": low, "tm_max": high, "tn": tn, "split": split}
    for low, high, tn, split in product(
        (16, 32, 64, 128), (64, 128, 256), (64, 128, 256), (1, 2, 4)
    )
    if low <= high
]


def nested(names, values, fixed):
    """The constants as a rung holds them: "gemv.e_bw" goes into c["gemv"]["e_bw"]."""
    c = dict(fixed)
    for name, value in zip(names, values, strict=True):
        head, dot, tail = name.partition(".")
        if dot:
            c.setdefault(head, {})[tail] = float(value)
        else:
            c[name] = float(value)
    return c


def flat(c):
    out = {k: v for k, v in c.items() if k != "gemv"}
    return out | {f"gemv.{k}": v for k, v in c.get("gemv", {}).items()}


def rounded(c):
    """The constants with DIGITS significant digits; whole numbers as they are."""
    out = {}
    for name, value in c.items():
        if isinstance(value, dict):
            out[name] = rounded(value)
        else:
            out[name] = float(f"{value:.{DIGITS}g}") if isinstance(value, float) else value
    return out


class Fit:
    """One set: its training rows, its device, and the fit of one rung after the other."""

    def __init__(self, rows, device, resident):
        """resident: which training rows read their weights from the L2 cache."""
        self.rows, self.device, self.resident = rows, device, resident

    def solve(self, names, start, fixed, step=1):
        """(loss per row, constants) from one start, on every step-th training row."""
        picked = slice(None, None, step)
        rows, resident = self.rows.take(picked), self.resident[picked]
        names = [*names, "l2_gain"] if resident.any() else names
        work = tile_work(rows, self.device, fixed) if "tn" in fixed else None
        low, high = np.array([LIMITS[name] for name in names]).T
        start = {"l2_gain": 2.5} | flat(start)
        first = np.clip([start[name] for name in names], low + 1e-6, high - 1e-6)

        def log_error(values):
            c = nested(names, values, fixed)
            moved = rows.moved_bytes
            if "l2_gain" in c:
                cached = rows.weight_bytes * (1 - 1 / c["l2_gain"])
                moved = np.where(resident, moved - cached, moved)
            guess = calibrated_seconds(replace(rows, moved_bytes=moved), self.device, c, work)
            return np.log(guess / rows.seconds)

        found = least_squares(
            log_error, first, bounds=(low, high), loss="soft_l1", f_scale=SOFT,
            x_scale=np.maximum(first, 0.1), max_nfev=80,
        )  # fmt: skip
        return found.cost / len(rows.m), nested(names, found.x, fixed)

    def best(self, names, starts, fixed):
        return min((self.solve(names, start, fixed) for start in starts), key=lambda f: f[0])

    def rungs(self, gemv):
        """{rung: constants}, and L3 without its GEMV kernel under "L3 without gemv"."""
        first = [
            {"e_bw": 0.8, "e_fl": 0.7, "t0_us": 5.0},
            {"e_bw": 0.6, "e_fl": 0.4, "t0_us": 12.0},
        ]
        one = self.best(L1, first, {})[1]
        two = self.best([*L1, "ns_per_k"], [one | {"ns_per_k": x} for x in (0.5, 2.0)], {"p": 2.0})[
            1
        ]
        loss, three = self.best(L3, [two | {"p": p} for p in (1.3, 2.0, 4.0)], {})
        out, names = {"L1": one, "L2": two}, L3
        if gemv:
            out["L3 without gemv"], names = three, L3 + GEMV
            kernels = [(0.95, 0.45, 7.0), (0.8, 0.3, 5.0)]
            starts = [three | nested(GEMV, kernel, {}) for kernel in kernels]
            loss, three = self.best(names, starts, {})
        tried = [(self.solve(names, three, tiles, step=3)[0], i) for i, tiles in enumerate(TILES)]
        loss_4, four = self.solve(names, three, TILES[min(tried)[1]])
        out["L3"] = three
        out["L4"] = four if loss_4 < (1 - TILES_MUST_GAIN) * loss else three
        return out
