"""How numbers are put into few bits: one name, one setting (compiled to JavaScript).

A setting is a dict; `PLAIN_SETTING` has every field with its default.
format: what a value becomes (an id of lowbit.formats with at most 8 bits).
block: [rows, columns] that share one scale, 0 for the whole dimension; weights are [N, K] (outputs,
  inputs), activations [M, K] (tokens, inputs), so a group lies along the second one.
scale: how a scale is stored: "fp32", "fp16", "bf16", "e8m0" (a power of two) or "e4m3fn".
tensor_scale: one FP32 number more for the whole tensor, amax / (largest value · largest scale).
zero_point: integers from the lowest to the highest value instead of around zero, with one whole
  number per block that stands for 0, stored in zero_bits (0: as many as the format has).
choose: what the scale shall reach: "amax" the largest magnitude, "percentile" that percentile of
  the magnitudes (nearest rank), "mse" the least squared error among shrunk ranges (`SHRINK`).
double: the scales themselves in 8 bits (QLoRA's double quantization), for FP32 scales.
range: symmetric integers: "full" takes amax / 7.5 and -8…7 for INT4 (127.5 and -128…127 for INT8),
  as torchao, compressed-tensors and GPTQ do; "narrow" takes amax / 7 and -7…7 (127 and ±127), as
  vLLM's INT8 kernels and TensorRT do.
power: an E8M0 scale is a power of two: "floor" 2^(floor(log2 amax) - emax), OCP Microscaling v1.0,
  section 6.3; "even" the same of an amax first rounded to the format's mantissa; "up" the smallest
  power that is at least amax / largest (cuBLAS, "RCEIL" in torchao).
multiply: q = x · (1/s) instead of q = x / s, as GPU kernels and torchao's integers do.
"""

from math import ceil

from lowbit.formats import FORMATS, format_row
from lowbit.schemes import merged

PLAIN_SETTING = {
    "format": "e4m3fn", "block": [0, 0], "scale": "fp32", "tensor_scale": False,
    "zero_point": False, "zero_bits": 0, "choose": "amax", "percentile": 99.9, "double": False,
    "range": "full", "power": "floor", "multiply": False,
}  # fmt: skip

RECIPES = {
    "fp8": {},
    "w8a16-int8": {"format": "int8", "block": [1, 0], "scale": "fp16"},
    "w8a16-fp8": {"block": [1, 0], "scale": "fp16"},
    "int8": {"format": "int8", "block": [1, 0]},
    "mxfp8": {"block": [1, 32], "scale": "e8m0"},
    "mxfp6": {"format": "e2m3", "block": [1, 32], "scale": "e8m0"},
    "mxfp4": {"format": "e2m1", "block": [1, 32], "scale": "e8m0"},
    "nvfp4": {"format": "e2m1", "block": [1, 16], "scale": "e4m3fn", "tensor_scale": True},
    "nf4": {"format": "nf4", "block": [1, 64]},
    "nf4-dq": {"format": "nf4", "block": [1, 64], "double": True},
}

# The first half of FORMAT-SHARING, besides the ids of lowbit.formats.
SHORT_NAMES = {"fp8": "e4m3fn", "fp4": "e2m1", "w4a16": "int4"}
SHARING = {
    "tensor": [0, 0], "row": [1, 0], "token": [1, 0], "channel": [1, 0], "column": [0, 1],
    "block": [128, 128],
}  # fmt: skip

# What a reader can pick from a list.
SETTINGS = [
    "fp8-tensor", "fp8-row", "fp8-block", "fp8-g128", "e5m2-tensor", "int8", "int8-tensor",
    "int8-column", "int4-tensor", "w4a16-channel", "w4a16-g128", "w4a16-g128-zp", "w4a16-g32",
    "fp4-tensor", "fp4-row", "mxfp8", "mxfp6", "mxfp4", "nvfp4", "nf4", "nf4-dq",
]  # fmt: skip

SCALE_BITS = {"fp32": 32, "fp16": 16, "bf16": 16, "e8m0": 8, "e4m3fn": 8}
CHOOSERS = ["amax", "percentile", "mse"]
DOUBLE_BLOCK = 256  # scales that share one FP32 number when they are quantized themselves


def setting_of(name):
    """The setting of a name: a scheme of the book (its weights), or FORMAT-SHARING.

    SHARING is tensor, row (= channel, token), column, block (128×128) or g<G>, then "-zp" for a
    zero point, "-narrow" for ±7 or ±127: w4a16-g128-zp, int4-g32-narrow, fp4-tensor, e5m2-row.
    Scales are FP32 for 8-bit formats and FP16 below. Unknown names raise ValueError.
    """
    key = name[:-4] if name in ["mxfp4-a16", "nvfp4-a16"] else name
    if key in RECIPES:
        return checked_setting(RECIPES[key])
    parts = key.split("-")
    if len(parts) < 2:
        raise ValueError(unknown_setting(name))
    out = {"format": SHORT_NAMES.get(parts[0], parts[0]), "block": sharing_block(parts[1], name)}
    for option in parts[2:]:
        if option not in ["zp", "narrow"]:
            raise ValueError(unknown_setting(name))
        if option == "zp":
            out["zero_point"] = True
            if out["format"] in ["int4", "int8"]:
                out["format"] = "u" + out["format"]
        else:
            out["range"] = "narrow"
    if out["format"] not in FORMATS:
        raise ValueError(unknown_setting(name))
    out["scale"] = "fp32" if FORMATS[out["format"]]["bits"] > 4 else "fp16"
    return checked_setting(out)


def unknown_setting(name):
    return (
        "Unknown scheme '" + name + "'. Known: " + ", ".join(SETTINGS)
        + "; and FORMAT-SHARING, where SHARING is tensor, row, column, block or g<G>: int4-g64."
    )  # fmt: skip


def sharing_block(word, name):
    """[rows, columns] of "row", "g128", …"""
    if word in SHARING:
        return [SHARING[word][0], SHARING[word][1]]
    digits = word[1:] if word.startswith("g") else ""
    for d in digits:
        if d not in "0123456789":
            digits = ""
    if digits == "" or len(digits) > 6 or int(digits) < 1:
        raise ValueError(unknown_setting(name))
    return [1, int(digits)]


def checked_setting(setting):
    """The setting with every field filled in. Raises ValueError for what does not go together."""
    for field in setting.keys():
        if field not in PLAIN_SETTING:
            raise ValueError(
                "Unknown field '" + field + "'. Known: " + ", ".join(PLAIN_SETTING.keys()) + "."
            )
    s = merged(PLAIN_SETTING, setting)
    f = format_row(s["format"])
    s["format"] = f["id"]
    check_word(s["scale"], SCALE_BITS.keys(), "scale type")
    check_word(s["choose"], CHOOSERS, "way to choose a scale")
    check_word(s["range"], ["full", "narrow"], "range")
    check_word(s["power"], ["floor", "even", "up"], "power")
    if f["bits"] > 8 or f["kind"] == "power":
        raise ValueError(f["label"] + " is no format of at most 8 bits for values.")
    if f["kind"] == "float" and f["sign"] == 0:
        raise ValueError(f["label"] + " has no negative values; it stores scales.")
    if s["zero_point"] and (f["kind"] != "int" or s["tensor_scale"] or s["scale"] == "e8m0"):
        raise ValueError("A zero point goes with integers and an FP32, FP16 or BF16 scale.")
    if f["kind"] == "int" and f["lowest"] == 0 and not s["zero_point"]:
        raise ValueError(f["label"] + " has no negative values: it needs a zero point.")
    if s["tensor_scale"] and s["scale"] != "e4m3fn":
        raise ValueError("A tensor scale goes with E4M3 block scales, as in NVFP4.")
    if s["scale"] == "e8m0" and s["power"] == "even" and f["kind"] != "float":
        raise ValueError("'even' rounds to the mantissa of a float format.")
    if s["double"] and (s["scale"] != "fp32" or s["tensor_scale"] or s["zero_point"]):
        raise ValueError("Double quantization goes with FP32 scales and no zero point.")
    if not (s["percentile"] > 0 and s["percentile"] <= 100):
        raise ValueError("A percentile is above 0 and at most 100.")
    sizes = [size for size in s["block"] if size >= 0 and size % 1 == 0]
    if len(sizes) != 2 or len(s["block"]) != 2:
        raise ValueError("A block is [rows, columns], whole numbers; 0 is the whole dimension.")
    s["zero_bits"] = (s["zero_bits"] or f["bits"]) if s["zero_point"] else 0
    return s


def check_word(word, words, what):
    if word not in words:
        raise ValueError("Unknown " + what + " '" + word + "'. Known: " + ", ".join(words) + ".")


def block_size(block, rows, cols):
    """The block in a matrix [rows, cols]: 0 filled in, never larger than the matrix."""
    return [min(block[0] or rows, rows), min(block[1] or cols, cols)]


def block_counts(block, rows, cols):
    """How many blocks stand [below, beside] each other; the last ones may be smaller."""
    size = block_size(block, rows, cols)
    return [ceil(rows / size[0]), ceil(cols / size[1])]


def effective_bits(rows, cols, setting):
    """Bits per value of a matrix [rows, cols], scales, zero points and tensor scale counted."""
    s = checked_setting(setting)
    counts = block_counts(s["block"], rows, cols)
    blocks = counts[0] * counts[1]
    bits = rows * cols * format_row(s["format"])["bits"]
    bits = bits + blocks * (SCALE_BITS[s["scale"]] + s["zero_bits"])
    if s["double"]:  # 8 bits for a scale, FP32 for each 256 of them and for their mean
        bits = bits - blocks * 24 + 32 * ceil(blocks / DOUBLE_BLOCK) + 32
    if s["tensor_scale"]:
        bits = bits + 32
    return bits / (rows * cols)
