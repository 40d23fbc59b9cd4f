"""Matmul shapes of real models: load lowbit/data/layers.json and look one up.

A layer is y[M,N] = x[M,K]·W[K,N]: n outputs, k inputs. The first model is the one the book runs.
"""

import json
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data" / "layers.json"


@cache
def load():
    """The whole table. Read it, do not write into it: everybody shares this one copy."""
    return json.loads(DATA.read_text(encoding="utf-8"))


def find_model(text):
    """The row of a model by id or name, in any case. Unknown names raise ValueError."""
    models = load()["models"]
    for model in models:
        if str(text).strip().lower() in (model["id"], model["name"].lower()):
            return model
    known = ", ".join(model["id"] for model in models)
    raise ValueError(f"Unknown model {text!r}; write one of: {known}.")


def layer(model, name):
    """(n, k) of one layer: layer("llama-3.1-8b", "gate_up") is (28672, 4096).

    Unknown models and layers raise ValueError with the known ones.
    """
    row = find_model(model)
    for one in row["layers"]:
        if one["name"] == name:
            return one["n"], one["k"]
    known = ", ".join(one["name"] for one in row["layers"])
    raise ValueError(f"{row['name']} has no layer {name!r}; write one of: {known}.")
