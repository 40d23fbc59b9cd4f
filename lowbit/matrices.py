"""Load the small real and made-up matrices of lowbit/data/matrices.json.

`matrix("activations")` is a float32 array [64, 64]; the ids are those of lowbit.outliers.MATRICES.
"""

import base64
import json
from functools import cache
from pathlib import Path

import numpy as np

from lowbit.outliers import SIZE, matrix_values, partner_values

DATA = Path(__file__).parent / "data" / "matrices.json"


@cache
def load():
    """The whole file. Read it, do not write into it: everybody shares this one copy."""
    return json.loads(DATA.read_text(encoding="utf-8"))


@cache
def stored():
    """{id: the 64 · 64 values as a list} of the stored matrices."""
    return {row["id"]: unpacked(row) for row in load()["matrices"]}


def unpacked(row):
    """The values of a stored row: its 16-bit integers times its unit."""
    whole = np.frombuffer(base64.b64decode(row["values"]), "<i2")
    return (whole * row["unit"]).tolist()


def matrix(name):
    """A matrix [64, 64] in float32, exactly as stored or made. Unknown names raise ValueError."""
    return np.float32(matrix_values(name, stored())).reshape(SIZE, SIZE)


def partner(name):
    """The other operand of x·Wᵀ for this matrix, float32 [64, 64]."""
    return np.float32(partner_values(name, stored())).reshape(SIZE, SIZE)
