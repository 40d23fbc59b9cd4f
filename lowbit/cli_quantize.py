"""The command `quantize`: what a scheme makes of an array in a .npy file."""

import argparse
import json
import math

import numpy as np

from lowbit.formats import format_row
from lowbit.scaling import quantize
from lowbit.settings import CHOOSERS, SETTINGS, setting_of
from lowbit.text import bytes_text, full, percent, sig

MAGIC = b"\x93NUMPY"


def percentile(text):
    """A percentile from the command line."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 100:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0 and at most 100")
    return value


def add(commands):
    """Add the command and its options to the subparsers of python -m lowbit."""
    one = commands.add_parser("quantize", help="error and bits of an array in a scheme")
    one.add_argument("file", metavar="FILE.npy", help="floating-point array; K is the last axis")
    one.add_argument(
        "--scheme", required=True, type=str.lower, help=", ".join(SETTINGS) + "; int4-g64, e5m2-row"
    )
    one.add_argument(
        "--choose", default="amax", choices=CHOOSERS, help="what a scale reaches (default amax)"
    )
    one.add_argument(
        "--percentile", type=percentile, default=99.9, help="for --choose percentile, default 99.9"
    )
    one.add_argument(
        "--axis", type=int, default=-1, help="axis along which groups run, default the last"
    )
    one.add_argument("--json", action="store_true", help="print one JSON object")
    one.set_defaults(run=run)


def load(path):
    """The array in a .npy file. Raises ValueError with a sentence; never unpickles."""
    try:
        with open(path, "rb") as file:
            start = file.read(len(MAGIC))
            file.seek(0)
            if start != MAGIC:
                archive = " but an archive (.npz)" if start.startswith(b"PK") else ""
                raise ValueError(f"{path} is not a .npy file{archive}; use np.save for one array.")
            x = read(file, path)
    except OSError as problem:
        raise ValueError(f"Cannot read {path}: {problem.strerror or problem}.") from None
    if x.dtype.kind == "V" and x.dtype.names is None:  # how numpy saves bfloat16 and FP8
        size = x.dtype.itemsize
        raise ValueError(f"{path} holds raw {size}-byte values, no numbers; save it as float32.")
    return x


def read(file, path):
    try:
        return np.load(file, allow_pickle=False)
    except OSError:
        raise
    except Exception as problem:  # numpy parses a header as Python: what that raises has no list
        if "allow_pickle" in str(problem):
            problem = "it holds Python objects (pickled), which are never loaded"
        raise ValueError(f"Cannot read {path}: {problem}.".replace("..", ".")) from None


def grouped_along(x, axis):
    """x with the axis of the groups last."""
    if x.ndim and not -x.ndim <= axis < x.ndim:
        raise ValueError(f"The array has {x.ndim} axes; --axis {axis} is not one of them.")
    return np.moveaxis(x, axis, -1) if x.ndim else x


def run(args):
    """Return what to print. Raises ValueError with a sentence for the user."""
    setting = setting_of(args.scheme) | {"choose": args.choose, "percentile": args.percentile}
    x = load(args.file)
    made = quantize(grouped_along(x, args.axis), setting)
    if args.json:
        return json.dumps(as_json(args, x, made), indent=1, ensure_ascii=False)
    return "\n".join(in_words(args, x, made, setting))


def as_json(args, x, made):
    """The fields other programs read; bytes with all scales, an infinite SQNR as "inf"."""
    keys = ["effective_bits", "bytes", "relative_rmse", "sqnr_db", "max_error", "block"]
    out = {"scheme": args.scheme, "shape": list(x.shape), "choose": args.choose}
    out |= {key: made[key] for key in keys} | {"scales": made["scales"].size}
    out["tensor_scale"] = made["tensor_scale"]
    return {k: "inf" if isinstance(v, float) and math.isinf(v) else v for k, v in out.items()}


def in_words(args, x, made, setting):
    label = format_row(setting["format"])["label"]
    rows, columns = made["block"]
    scales = made["scales"].size
    lines = [
        f"{args.scheme}: {sig(made['effective_bits'], 5)} bits a value, scales counted; "
        f"{bytes_text(made['bytes'])} instead of {bytes_text(x.size * 2)} in 16 bits.",
    ]
    if made["max_error"] == 0:
        lines += ["Nothing is lost."]
    else:
        lines += [
            f"The error is {percent(made['relative_rmse'])} of the values (RMS), "
            f"{sig(made['sqnr_db'], 3)} dB below them; the largest is {sig(made['max_error'], 3)}."
        ]
    shape = "×".join(str(n) for n in x.shape)
    many = "one scale" if scales == 1 else f"{full(scales)} scales"
    lines += [f"{shape} values in {label}, {many}, one for each {rows}×{columns} block."]
    if setting["tensor_scale"]:
        lines += [f"The tensor scale is {sig(made['tensor_scale'], 4)}."]
    return lines
