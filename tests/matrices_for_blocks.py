"""Matrices and settings on which lowbit.blocks is compared: random, and made to be difficult."""

import numpy as np

from lowbit.settings import SETTINGS, checked_setting, setting_of

NAMES = [
    *SETTINGS, "w4a16-g32-narrow", "int8-row-narrow", "int8-g16-zp", "int4-g5-zp", "e3m2-g32",
    "e4m3fnuz-row", "e5m2fnuz-g7", "e4m3-column", "ternary-row", "w8a16-fp8", "e5m2-block",
]  # fmt: skip
CHANGES = [
    {}, {"choose": "percentile", "percentile": 97.0}, {"choose": "mse"}, {"multiply": True},
    {"power": "up"}, {"power": "even"}, {"scale": "bf16"}, {"scale": "e4m3fn"},
]  # fmt: skip


def settings():
    """Every name with every change that goes with it, as full settings."""
    out = []
    for name in NAMES:
        for change in CHANGES:
            try:
                setting = checked_setting(setting_of(name) | change)
            except ValueError:
                continue
            if setting not in out:
                out.append(setting)
    return out


def matrices(rows, cols):
    """float32 matrices [rows, cols] by name."""
    draw = np.random.default_rng(20261201)
    x = draw.standard_normal((rows, cols)).astype(np.float32)
    zeros = x.copy()
    zeros[0], zeros[:, 1 % cols] = 0, 0
    outlier = x * np.float32(0.02)
    outlier[1 % rows, 3 % cols] = 1
    some = draw.random(x.shape)
    found = {
        "normal": x,
        "zero row and column": zeros,
        "one outlier": outlier,
        "all zero": x * 0,
        "halves": np.rint(x * 3) * np.float32(0.5),
        "wide": np.exp(10 * draw.standard_normal(x.shape)),
        "positive": np.abs(x) + 1,
        "subnormal": x * np.float32(1e-40),
        "smallest": np.abs(x) * np.float32(1e-44),
        "largest": np.clip(x * np.float32(3e37), -9.9e37, 9.9e37),
        "sparse": np.where(some < 0.02, x, 0),
        "minus zero": np.where(some < 0.5, np.float32(-0.0), x),
    }
    return {name: np.asarray(one, np.float32) for name, one in found.items()}
