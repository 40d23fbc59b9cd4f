"""The command `format`: one value or one code of a number format, or the format's card."""

import json
import math
import re

from lowbit.casts import cast_outcomes
from lowbit.code_fields import bits_text, code_text, formula_pieces
from lowbit.code_words import code_answer, typed_answer
from lowbit.float32 import f32
from lowbit.format_card import format_card
from lowbit.formats import (
    check_code,
    code_count,
    format_row,
    has_inf,
    has_nan,
    largest,
    lowest,
    smallest,
    smallest_normal,
    value_count,
)
from lowbit.numbers_typed import typed_number
from lowbit.stored import stored, stored_code

# argparse takes "-1e5" or "-inf" for an option unless it looks like this
NEGATIVE = re.compile(r"^[-−](\d|\.\d|inf|nan|∞)", re.I)


def add(commands):
    """Add the command and its options to the subparsers of python -m lowbit."""
    one = commands.add_parser("format", help="what a number format makes of one value or code")
    one._negative_number_matcher = NEGATIVE
    one.add_argument("name", type=str.lower, help="e4m3fn, e5m2, bf16, int8, nf4, …")
    what = one.add_mutually_exclusive_group()
    what.add_argument("--value", help="300, -2.5e-3, 0x1.8p-3, 1/3, inf, nan, -0")
    what.add_argument("--code", help="bits as a number: 0x7f, 127 or 0b1111111")
    one.add_argument(
        "--rounding", default="nearest", choices=["nearest", "zero", "stochastic"],
        help="default nearest (ties to even); stochastic: the likelier of the two values",
    )  # fmt: skip
    one.add_argument(
        "--overflow", default="saturate", choices=["saturate", "inf", "nan"],
        help="what a value beyond the largest one becomes; default saturate",
    )  # fmt: skip
    one.add_argument(
        "--amax", default="0", help="scale so that this is the largest value; default none"
    )
    one.add_argument("--json", action="store_true", help="print one JSON object")
    one.set_defaults(run=run)


def code_number(text):
    """The code in "0x7f", "127" or "0b1111111". Raises ValueError for anything else."""
    for prefix, base, digits in (("0x", 16, r"[0-9a-f]+"), ("0b", 2, "[01]+"), ("", 10, "[0-9]+")):
        rest = text.strip().lower().replace("_", "")
        if rest.startswith(prefix) and re.fullmatch(digits, rest[len(prefix) :]):
            return int(rest[len(prefix) :], base)
    raise ValueError(f"'{text}' is not a code; write one such as 0x7f, 127 or 0b1111111.")


def amax_number(text):
    amax = typed_number(text)
    if not 0 <= amax <= 1e30:
        raise ValueError(f"--amax is a number from 0 (no scale) to 1e30, not {text}.")
    return amax


def plain_number(x):
    """x for JSON: NaN and infinities as the strings "nan", "inf", "-inf"."""
    return x if x is None or math.isfinite(x) else str(float(x))


def as_json(f, one, x):
    """The fields other programs read: values times the scale, x None where a code was given."""
    groups = bits_text(one["code"], f)
    out = {"format": f["id"], "label": f["label"], "code": one["code"]}
    out |= {"code_hex": code_text(one["code"], f), "bits": groups.replace(" ", "")}
    out |= {"fields": groups.split(), "value": plain_number(one["value"])}
    out |= {"typed": plain_number(x), "relative_error": one.get("relative_error")}
    out |= {"overflow": one.get("overflow") or None, "kind": one["kind"]}
    out |= {key: plain_number(one[key]) for key in ("ulp", "below", "above", "scale")}
    if x is not None:
        out["casts"] = [
            {"who": cast["who"], "code": cast["code"], "value": plain_number(scaled(cast, one))}
            for cast in cast_outcomes(f32(x / one["scale"]), f)
        ]
    return out


def scaled(cast, one):
    return None if cast["value"] is None else cast["value"] * one["scale"]


def in_words(f, one, answer):
    lines = ["".join(piece["text"] for piece in answer["claim"]), answer["reason"]]
    lines += [answer["note"]] if answer["note"] else []
    if one is None:
        return lines
    formula = "".join(piece["text"] for piece in formula_pieces(one["code"], f, one["scale"]))
    bits = f"Code {code_text(one['code'], f)}, bits {bits_text(one['code'], f)}"
    return [*lines, "", f"{bits}: {formula}"]


def card_json(f):
    keys = ("bits", "kind", "sign", "exponent", "mantissa", "bias")
    out = {"format": f["id"], "label": f["label"]} | {key: f.get(key) for key in keys}
    out |= {"largest": largest(f), "lowest": lowest(f), "smallest": smallest(f)}
    out |= {"smallest_normal": smallest_normal(f), "codes": code_count(f)}
    return out | {"values": value_count(f), "has_nan": has_nan(f), "has_inf": has_inf(f)}


def run(args):
    """Return what to print. Raises ValueError with a sentence for the user."""
    f, amax = format_row(args.name), amax_number(args.amax)
    x = one = None
    if args.code is not None:
        code = check_code(code_number(args.code), f)
        one, answer = stored_code(code, f, amax), code_answer(code, f, amax)
    elif args.value is not None:
        x = typed_number(args.value)
        answer = typed_answer(x, args.value, f, args.rounding, args.overflow, amax)
        if x != x and not has_nan(f):
            raise ValueError(" ".join(in_words(f, None, answer)))
        one = stored(x, f, args.rounding, args.overflow, amax)
    elif args.json:
        return json.dumps(card_json(f), indent=1, ensure_ascii=False)
    else:
        rows = [f"{f['label']} ({f['id']}), {f['bits']} bits"]
        return "\n".join(rows + [f"{row['name']}: {row['text']}" for row in format_card(f)])
    if args.json:
        return json.dumps(as_json(f, one, x), indent=1, ensure_ascii=False, allow_nan=False)
    return "\n".join(in_words(f, one, answer))
