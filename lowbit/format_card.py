"""What a number format can say, as a card of a few lines (compiled to JavaScript).

f is a row of formats.format_row.
"""

from lowbit.code_fields import code_text, number_text
from lowbit.formats import (
    code_count,
    code_of_nan,
    has_inf,
    has_nan,
    largest,
    lowest,
    smallest,
    smallest_normal,
    value_count,
)
from lowbit.text import full, sig

FORMAT_SOURCES = {
    "fp32": "IEEE 754-2019", "tf32": "PTX ISA 9.0", "fp16": "IEEE 754-2019",
    "bf16": "PTX ISA 9.0", "e4m3fn": "OCP 8-bit Floating Point (OFP8) 1.0",
    "e4m3fnuz": "arXiv 2206.02915", "e4m3": "ml_dtypes 0.6, float8_e4m3",
    "e5m2": "OCP 8-bit Floating Point (OFP8) 1.0", "e5m2fnuz": "arXiv 2206.02915",
    "e3m2": "OCP Microscaling (MX) 1.0", "e2m3": "OCP Microscaling (MX) 1.0",
    "e2m1": "OCP Microscaling (MX) 1.0", "ue4m3": "PTX ISA 9.0",
    "e8m0": "OCP Microscaling (MX) 1.0", "nf4": "QLoRA, arXiv 2305.14314",
    "int8": "two's complement", "uint8": "plain binary", "int4": "two's complement",
    "uint4": "plain binary", "ternary": "BitNet b1.58, arXiv 2402.17764",
}  # fmt: skip


def source_words(f):
    """Where the encoding is defined."""
    return FORMAT_SOURCES[f["id"]]


def format_card(f):
    """The card: a list of {"name", "text"}."""
    out = [card_row("Codes", card_codes(f)), card_row("Range", card_range(f))]
    if f["kind"] == "float":
        out.append(card_row("Above zero", card_above_zero(f)))
        worst = 1.0 / (2.0 ** (f["mantissa"] + 1) + 1.0)
        out.append(
            card_row("Rounding", "at most " + sig(100.0 * worst, 2) + "% off, above the subnormals")
        )
    if f["kind"] == "power":
        out.append(card_row("Rounding", "at most 33% off"))
    out.append(card_row("NaN", card_nan(f)))
    half = 2 ** (f["bits"] - 1)
    inf_code = half - 2 ** f["mantissa"] if has_inf(f) else 0
    both = code_text(inf_code, f) + " and, negative, " + code_text(inf_code + half, f)
    out.append(card_row("Infinity", both if has_inf(f) else "none"))
    out.append(card_row("Source", source_words(f)))
    return out


def card_row(name, text):
    return {"name": name, "text": text}


def card_codes(f):
    values = full(value_count(f)) + " different numbers"
    if f["kind"] != "float":
        return full(code_count(f)) + ", " + values
    parts = ["1 sign bit"] if f["sign"] == 1 else []
    parts.append(str(f["exponent"]) + " exponent bits with bias " + str(f["bias"]))
    parts.append(str(f["mantissa"]) + (" mantissa bit" if f["mantissa"] == 1 else " mantissa bits"))
    return full(code_count(f)) + ": " + ", ".join(parts) + "; " + values


def card_range(f):
    return number_text(lowest(f), 9) + " to " + number_text(largest(f), 9)


def card_above_zero(f):
    words = "from " + number_text(smallest(f), 9) + "; subnormals below "
    return words + number_text(smallest_normal(f), 9)


def card_nan(f):
    """The codes that are NaN."""
    if not has_nan(f):
        return "none"
    code = code_text(code_of_nan(f), f)
    if f["kind"] == "power" or f["top"] == "fnuz" or f["sign"] == 0:
        return code
    both = code + " and " + code_text(code_of_nan(f) + 2 ** (f["bits"] - 1), f)
    if f["top"] == "nan":
        return both
    return full(2 * (2 ** f["mantissa"] - 1)) + " codes; numpy and ml_dtypes write " + code
