"""The command `gemm`: time of one matmul, predicted."""

import argparse
import json
import re

from lowbit import speed
from lowbit.answer import answer, formula, text_of
from lowbit.matmul import matmul


def size(text):
    """A size of the matmul from the command line."""
    try:
        if not re.fullmatch(r"[0-9]+|[0-9]{1,3}(,[0-9]{3})+", text):
            raise ValueError
        return speed.check_size(int(text.replace(",", "")), "A size")
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a whole number from 1 to 10,000,000"
        ) from None


def add(commands):
    """Add the command and its options to the subparsers of python -m lowbit."""
    gemm = commands.add_parser("gemm", help="time of one matmul y[M,N] = x[M,K]·W[K,N]")
    gemm.add_argument("--gpu", required=True, help="H100, A100 80GB SXM, l40s, …")
    gemm.add_argument("--m", type=size, required=True, help="tokens in one step")
    gemm.add_argument("--n", type=size, required=True, help="outputs")
    gemm.add_argument("--k", type=size, required=True, help="inputs")
    gemm.add_argument(
        "--format", default="bf16", type=str.lower, help="bf16, fp8, int8, w4a16-g128, nvfp4, …"
    )
    gemm.add_argument("--engine", default="", help="NAME or NAME@version; default per GPU")
    gemm.add_argument("--rung", default="L3", choices=speed.RUNGS, help="default L3")
    gemm.add_argument("--json", action="store_true", help="print one JSON object")
    gemm.set_defaults(run=run)


def as_json(args, result):
    """The fields other programs read; times in seconds, sizes in bytes."""
    keys = ["flops", "bytes", "traffic", "intensity", "ridge", "bound", "ideal_seconds"]
    keys += ["seconds", "kind", "reason", "path", "path_text", "format", "parts", "preliminary"]
    keys += ["median_error", "p90_error"]
    out = {"m": args.m, "n": args.n, "k": args.k} | {key: result[key] for key in keys}
    gpu = result["gpu"]
    return out | {
        "rung": args.rung, "gpu": gpu["name"], "gpu_id": gpu["id"], "engine": result["engine"]
    }  # fmt: skip


def in_words(args, result, baseline):
    gpu, engine = result["gpu"], result["engine"]
    said = answer(args.m, result, baseline)
    lines = [text_of(said["claim"]), said["reason"], *([said["note"]] if said["note"] else [])]
    shown = [result] if result["format"] == baseline["format"] else [result, baseline]
    predicted = all(one["seconds"] is not None for one in shown)
    for one in shown:
        if predicted and one["median_error"] is not None:
            lines.append(
                f"Error of the {one['label']} time: half of the predictions are within "
                f"{one['median_error']:.0%}, nine in ten within {one['p90_error']:.0%}."
            )
    rung = args.rung if predicted else "ideal"
    lines.append(f"{gpu['name']}, {engine or 'no engine with constants'}, rung {rung}.")
    return [*lines, "", *formula(result, gpu)]


def run(args):
    """Return what to print. Raises ValueError with a sentence for the user."""
    layer = (args.m, args.n, args.k, args.engine, args.rung)
    result = matmul(args.gpu, args.format, *layer)
    if args.json:
        return json.dumps(as_json(args, result), indent=1, ensure_ascii=False)
    return "\n".join(in_words(args, result, matmul(args.gpu, "bf16", *layer)))
