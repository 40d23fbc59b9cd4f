"""The parts of one code as text: bits, fields, formula, neighbours (compiled to JavaScript).

f is a row of formats.format_row. Pieces are {"text", "field"}; field is "sign", "exponent",
"mantissa" or "" and gives the colour that this part has in the whole book.
"""

from math import copysign, floor, inf

from lowbit.formats import (
    FORMATS,
    code_count,
    decode,
    exponent_of,
    fields,
    format_row,
    power_of_two,
    special_of,
)
from lowbit.text import exponent10, sig, superscript, ten_to


def number_text(x, digits):
    """x exactly if `digits` significant digits can say it, else rounded to as many; a power of
    two that would need more, or a power of ten, is written as one: "2⁻¹⁶"."""
    if x != x:
        return "NaN"
    minus = "−" if x < 0 or (x == 0 and copysign(1.0, x) < 0) else ""
    a = abs(x)
    if a == inf or a == 0:
        return minus + ("0" if a == 0 else "infinity")
    two = exponent_of(a)
    if a < 1.0e-290 or a > 1.0e290:  # powers of ten as doubles end soon after
        return minus + "about 2" + superscript(two)
    is_power = power_of_two(two) == a
    if is_power and not 1.0e-4 <= a < 1.0e6:
        return minus + "2" + superscript(two)
    e = exponent10(a)
    for n in range(1, digits + 1):
        unit = ten_to(abs(n - 1 - e))
        count = floor((a * unit if n - 1 >= e else a / unit) + 0.5)
        if (count / unit if n - 1 >= e else count * unit) == a:
            return sig(x, n)
    return minus + "2" + superscript(two) if is_power else sig(x, digits)


def code_text(code, f):
    """ "0x7E", with as many digits as the format's bits need."""
    out = ""
    rest = code
    for _ in range((f["bits"] + 3) // 4):
        out = "0123456789ABCDEF"[rest % 16] + out
        rest = rest // 16
    return "0x" + out


def bit_fields(f):
    """The fields of a code, highest bit first: a list of {"field", "bits"}."""
    if f["kind"] == "float":
        parts = [["sign", f["sign"]], ["exponent", f["exponent"]], ["mantissa", f["mantissa"]]]
    elif f["kind"] == "power":
        parts = [["exponent", f["bits"]]]
    elif f["kind"] == "int" and f["lowest"] < 0:
        parts = [["sign", 1], ["mantissa", f["bits"] - 1]]
    else:
        parts = [["mantissa", f["bits"]]]
    return [{"field": part[0], "bits": part[1]} for part in parts if part[1] > 0]


def bits_text(code, f):
    """The bits in groups, one a field: "0 1111 110"."""
    groups = []
    place = f["bits"]
    for part in bit_fields(f):
        group = ""
        for _ in range(part["bits"]):
            place = place - 1
            group = group + str(code // 2**place % 2)
        groups.append(group)
    return " ".join(groups)


def piece(text, field):
    return {"text": text, "field": field}


def field_words(code, f):
    """What each field says: a list of {"field", "name", "text"}."""
    if f["kind"] == "table":
        last = str(code_count(f) - 1)
        return [{"field": "mantissa", "name": "entry", "text": str(code) + " of 0 to " + last}]
    if f["kind"] == "power":
        says = "NaN" if code == 255 else exponent_words(code, f["bias"])
        return [{"field": "exponent", "name": "exponent", "text": says}]
    if f["kind"] == "int":
        return int_words(code, f)
    part = fields(code, f)
    sign = {"field": "sign", "name": "sign", "text": "−" if part["sign"] == 1 else "+"}
    e = {
        "field": "exponent",
        "name": "exponent",
        "text": exponent_words(part["exponent"], f["bias"]),
    }
    m = {"field": "mantissa", "name": "mantissa", "text": mantissa_words(part, f)}
    if part["exponent"] == 0:
        e["text"] = "0, subnormal: " + exponent_words(1, f["bias"])
    if special_of(part, f) != "":
        e["text"] = str(part["exponent"])
        m["text"] = str(part["mantissa"])
    return [sign, e, m] if f["sign"] == 1 else [e, m]


def exponent_words(e, bias):
    power = e - bias
    return str(e) + " − " + str(bias) + " = " + ("−" if power < 0 else "") + str(abs(power))


def mantissa_words(part, f):
    lead = "0 + " if part["exponent"] == 0 else "1 + "
    return lead + str(part["mantissa"]) + "/" + str(2 ** f["mantissa"])


def int_words(code, f):
    half = 2 ** (f["bits"] - 1)
    if f["lowest"] == 0:
        return [{"field": "mantissa", "name": "value", "text": str(code)}]
    sign = "1 counts −" + str(half) if code >= half else "0"
    return [
        {"field": "sign", "name": "sign bit", "text": sign},
        {"field": "mantissa", "name": "other bits", "text": str(code % half)},
    ]


def formula_pieces(code, f, scale):
    """The value of a code as a formula with its numbers in it, ending in the decimal value."""
    x = decode(code, f)
    out = []
    if f["kind"] == "float":
        float_formula(out, fields(code, f), f, x != x or abs(x) == inf)
    elif f["kind"] == "power":
        add_pieces(out, "2^(", str(code), "exponent", " − 127)")
    elif f["kind"] == "table":
        add_pieces(out, "entry ", str(code), "mantissa", "")
    else:
        int_formula(out, code, f)
    if scale != 1:
        out.append(piece(" = " + number_text(x, 9) + ", times the scale " + sig(scale, 6), ""))
    out.append(piece(" = " + number_text(x * scale, 9 if scale == 1 else 6), ""))
    return out


def add_pieces(out, before, text, field, after):
    """Append plain text, a piece of a field, plain text."""
    out.append(piece(before, ""))
    out.append(piece(text, field))
    out.append(piece(after, ""))


def int_formula(out, code, f):
    half = 2 ** (f["bits"] - 1)
    rest = code
    if f["lowest"] < 0:
        add_pieces(out, "−" + str(half) + " · ", str(code // half), "sign", " + ")
        rest = code % half
    out.append(piece(str(rest), "mantissa"))


def float_formula(out, part, f, special):
    if f["sign"] == 1 and not special:
        add_pieces(out, "(−1)", superscript(part["sign"]), "sign", " · ")
    if special:
        add_pieces(out, "", "exponent " + str(part["exponent"]), "exponent", ", ")
        add_pieces(out, "", "mantissa " + str(part["mantissa"]), "mantissa", "")
        return
    e = str(max(part["exponent"], 1))
    lead = "1" if part["exponent"] > 0 else "0"
    add_pieces(out, "2^(", e, "exponent", " − " + str(f["bias"]) + ") · (" + lead + " + ")
    add_pieces(out, "", str(part["mantissa"]), "mantissa", "/" + str(2 ** f["mantissa"]) + ")")


def read_as(code, f):
    """The same bits in the other formats of as many bits: a list of {"label", "value"}."""
    out = []
    for name in FORMATS.keys():
        other = format_row(name)
        if name != f["id"] and other["bits"] == f["bits"] and code < code_count(other):
            out.append({"label": other["label"], "value": decode(code, other)})
    return out


def family_of(f):
    """The colour of a format's name: by its width, floats apart from integers."""
    if f["kind"] == "int" or f["kind"] == "table":
        return "int8" if f["bits"] == 8 else "w4"
    if f["bits"] > 8:
        return "bf16"
    return "fp8" if f["bits"] > 6 else "fp4"
