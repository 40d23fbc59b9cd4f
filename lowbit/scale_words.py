"""What sharing a scale costs and spares, in words (compiled to JavaScript).

A side is a dict: "setting"; "bits", per value in a layer of LAYER × LAYER; "zeros", "others" and
the rest of `lowbit.losses.losses`; "output", the relative RMSE of x·Wᵀ. `one` is the matrix's row
in lowbit.outliers. An answer is {"claim": pieces, "reason", "note"}; a piece is {"text", "family"}.
"""

from lowbit.code_fields import family_of
from lowbit.formats import format_row
from lowbit.outliers import SIZE
from lowbit.settings import effective_bits
from lowbit.sharing import format_words, members_words, sharing_words
from lowbit.text import full, percent, sig

LAYER = 4096  # bits are those of a square layer of this size, not of the small matrix


def layer_bits(setting):
    """Bits per value of a LAYER × LAYER matrix, scales and zero points counted."""
    return effective_bits(LAYER, LAYER, setting)


def bits_words(bits):
    """ "4.125 bits"."""
    return sig(bits, 4) + " bits"


def chosen_words(setting):
    """How the scale was chosen, where not by the largest magnitude."""
    if setting["choose"] == "percentile":
        return "percentile " + sig(setting["percentile"], 4)
    return "least squares" if setting["choose"] == "mse" else ""


def setting_words(setting, role):
    """ "one scale per 32 inputs (least squares)"."""
    by = chosen_words(setting)
    return sharing_words(setting, role) + ("" if by == "" else " (" + by + ")")


def error_place(one, place):
    """Which values the error is about, where outliers would hide it."""
    if one["apart"] != "":
        return " in the other " + one["apart"] + "s"
    return " in the other values" if place >= 0 else ""


def scale_answer(one, a, b, place, size):
    """What is said of one side, or of two when b is not None.

    place: where an outlier of size · σ was put in, -1 for none.
    """
    where = error_place(one, place)
    alike = b is not None and format_words(a["setting"]) == format_words(b["setting"])
    claim = named_side(a, one, alike, True)
    claim.append(mere(" costs " + bits_words(a["bits"])))
    error = error_percent(a["others"])
    if b is None:
        claim.append(mere(" and leaves an error of " + error + where + "."))
    else:
        verb = " and keeps the error" if a["others"] <= b["others"] else " and leaves the error"
        claim.append(mere(verb + where + " at " + error + "; "))
        for one_piece in named_side(b, one, alike, False):
            claim.append(one_piece)
        cost = bits_words(b["bits"])
        cost = "as much" if cost == bits_words(a["bits"]) else cost
        claim.append(
            mere(" would cost " + cost + " and make it " + error_percent(b["others"]) + ".")
        )
    return {"claim": claim, "reason": lost_words(a, b), "note": notes(one, a, b, place, size)}


def mere(text):
    return {"text": text, "family": ""}


def named_side(side, one, alike, first):
    """Pieces: "INT4" in its colour and "with one scale per …"; without INT4 where both have it."""
    setting = side["setting"]
    words = setting_words(setting, one["role"])
    if alike:
        return [mere(words[:1].upper() + words[1:] if first else words)]
    name = {"text": format_words(setting), "family": family_of(format_row(setting["format"]))}
    return [name, mere(" with " + words)]


def lost_words(a, b):
    """What the outputs of the matmul lost, and how many values became 0."""
    if b is None:
        zeros = (
            "no value"
            if a["zeros"] == 0
            else full(a["zeros"]) + " of " + full(SIZE * SIZE) + " values"
        )
        return (
            "The outputs x·Wᵀ are off by "
            + error_percent(a["output"])
            + "; "
            + zeros
            + " became 0."
        )
    outputs = (
        "Outputs x·Wᵀ: "
        + error_percent(a["output"])
        + " off, against "
        + error_percent(b["output"])
    )
    return (
        outputs + ". Became 0: " + full(a["zeros"]) + " values, against " + full(b["zeros"]) + "."
    )


def notes(one, a, b, place, size):
    """What must be known beside it: the outlier's company, and scales that are not what they seem."""
    out = []
    if place >= 0:
        words = "Of the values that share the scale of the " + sig(size, 3) + "σ outlier, "
        words = words + company_words(a) + " became 0"
        out.append(words + ("." if b is None else ", against " + company_words(b) + "."))
    for side in [a, b]:
        words = "" if side is None else caution(side["setting"], one)
        if words != "" and words not in out:
            out.append(words)
    return " ".join(out)


def company_words(side):
    """How many of the values beside the outlier became 0."""
    return full(side["sharing_zeros"]) + " of " + full(side["sharing"])


def exact_percent(fraction):
    """Three digits, never rounded up to all: 0.9996 -> "99.9%"."""
    if 0.9985 < fraction < 1:
        return "99.9%"
    return sig(fraction * 100, 3) + "%"


def error_percent(fraction):
    """Two digits, more where they would say that all is lost: 0.996 -> "99.6%"."""
    return exact_percent(fraction) if 0.985 < fraction < 1 else percent(fraction)


def caution(setting, one):
    """What this sharing hides: a scale that no matmul can use, a block larger than the matrix."""
    rows = setting["block"][0]
    cols = setting["block"][1]
    members = members_words(setting["block"], one["role"])
    if rows == 0 and cols > 0:
        return (
            "A scale per "
            + members
            + " is one that the matmul cannot use: it changes inside the sum"
            " over the inputs."
        )
    if rows > SIZE or cols > SIZE:
        own = "row" if rows == 1 else "matrix"
        return "This matrix is 64 × 64, so " + members + " are here its whole " + own + "."
    return ""


# ---- one value, step by step ----


def value_steps(x, y, code, number, found):
    """Lines that follow one value: what is divided, rounded, multiplied back.

    number: what its code means; found: {"scale", "tensor_scale", "zero", "setting"} of its block.
    """
    setting = found["setting"]
    step = found["scale"] * found["tensor_scale"]
    stored = format_row(setting["scale"])["label"]
    by = chosen_words(setting)
    head = "scale s = " + sig(found["scale"], 4) + ", stored as " + stored
    if setting["tensor_scale"]:
        head = (
            head + ", times " + sig(found["tensor_scale"], 4) + " for the tensor = " + sig(step, 4)
        )
    lines = [head + ", chosen by " + ("the largest magnitude" if by == "" else by)]
    zero = found["zero"]
    shift = "" if zero == 0 else " + " + sig(zero, 3)
    quotient = sig(x, 4) + " / " + sig(step, 4) + shift + " = " + sig(x / step + zero, 4)
    lines.append(
        "x / s" + shift + " = " + quotient + " → " + sig(number, 4) + ", code " + full(code)
    )
    back = sig(number, 4) if zero == 0 else "(" + sig(number, 4) + " − " + sig(zero, 3) + ")"
    lines.append("back: " + back + " · " + sig(step, 4) + " = " + sig(y, 4) + off_by(x, y))
    return lines


def off_by(x, y):
    """How far a stored value is from the real one."""
    if x == y:
        return ", exactly"
    if x == 0:
        return ""
    return ", off by " + percent(abs(x - y) / abs(x))
