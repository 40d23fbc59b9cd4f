"""One value in one format: what is stored, how far off, and why, in words (compiled to JavaScript).

f is a row of formats.format_row; amax and the scale are those of stored.py.
An answer is {"claim": pieces, "reason", "note"}; a piece is {"text", "family"}, as in answer.py.
"""

from math import copysign, inf

from lowbit.casts import cast_outcomes
from lowbit.code_fields import code_text, family_of, number_text, read_as
from lowbit.float32 import f32
from lowbit.formats import grid_step, has_inf, has_nan, largest, lowest, smallest_normal
from lowbit.stored import overflows, scale_for, stored, stored_code, values_around
from lowbit.text import percent


def said_plain(text):
    return {"text": text, "family": ""}


def typed_answer(x, said, f, rounding, rule, amax):
    """What is said first about x. `said` is what the reader typed, kept where it is no decimal."""
    name = {"text": f["label"], "family": family_of(f)}
    shown = number_text(x, 9)
    if abs(x) == inf:
        shown = "Infinity" if x > 0 else "Minus infinity"
    elif "about" in shown:
        shown = said.strip()
    elif "/" in said or "x" in said.lower():
        shown = said.strip() + " (" + shown + ")"
    if x != x and not has_nan(f):
        return {
            "claim": [name, said_plain(" has no NaN.")],
            "reason": "A cast has to put a number in its place.",
            "note": casts_words(x, f, amax),
        }
    one = stored(x, f, rounding, rule, amax)
    exact = one["value"] == x or (x != x and one["value"] != one["value"])
    lost_sign = x == 0 and one["kind"] == "zero" and copysign(1.0, x) < 0
    becomes = " becomes " + value_text(one["value"], one)
    reason = f["label"] + " has one zero, without a sign."
    if exact and not lost_sign:
        becomes = " is stored exactly"
        reason = stands_words(one, f)
    elif not exact:
        reason = why_words(x, f, one, rounding)
        pair = values_around(x, one)
        if rounding == "stochastic" and None not in pair:
            becomes = " becomes " + value_text(pair[0], one) + " or " + value_text(pair[1], one)
    scaled = "" if one["scale"] == 1 else " scaled to " + number_text(amax, 9)
    claim = [said_plain(shown + becomes + " in "), name, said_plain(scaled + ".")]
    return {"claim": claim, "reason": reason, "note": casts_words(x, f, amax)}


def value_text(x, one):
    """A value of the format; scaled ones in six digits."""
    return number_text(x, 9 if one["scale"] == 1 else 6)


def why_words(x, f, one, rounding):
    """Why x, which is no value of the format, became this one."""
    if one["overflow"] != "":
        return overflow_words(x, f, one, rounding)
    low, high = values_around(x, one)
    if low is None or high is None:
        return edge_words(x, f, one, rounding)
    pair = value_text(low, one) + " and " + value_text(high, one)
    if rounding == "stochastic":
        odds = "The second one with probability " + percent((x - low) / (high - low))
        return odds + ", so that on average it stays " + number_text(x, 9) + "."
    if rounding == "nearest" and x - low == high - x:
        return "Exactly halfway between " + pair + tie_words(f)
    if one["value"] == 0 and rounding == "nearest":
        other = value_text(high if x > 0 else low, one)
        return "Nothing of it is left: it is nearer to 0 than to " + other + "."
    apart = ", which are " + value_text(high - low, one) + " apart."
    if f["kind"] == "float" and abs(x) < smallest_normal(f) * one["scale"]:
        return off_words(x, one) + ": it lies between the subnormals " + pair + "."
    return off_words(x, one) + ": it lies between " + pair + apart


def tie_words(f):
    """Where a tie goes."""
    if f["kind"] == "table":
        return ": a tie goes to the lower one."
    if f["kind"] == "power":
        return ": a tie goes up."
    return ": a tie goes to the code whose last bit is 0."


def edge_words(x, f, one, rounding):
    """Why an x beyond the largest or lowest value still rounds to it."""
    name = "largest" if x > one["value"] else "lowest"
    words = off_words(x, one) + ": beyond the " + name + " value, "
    if rounding == "zero":
        return words + "but rounding toward zero stops there."
    if rounding == "stochastic":
        return words + "so at random it may overflow."
    return words + "but not far enough to round beyond it."


def off_words(x, one):
    way = " too large" if abs(one["value"]) > abs(x) else " too small"
    off = percent(one["relative_error"])
    return off[:1].upper() + off[1:] + way


def overflow_words(x, f, one, rounding):
    """What happens beyond the range, and which rule made it so."""
    then = {"nan": "it becomes NaN", "inf": "it becomes infinity", "saturate": "it saturates"}
    rule = then[one["overflow"]]
    if abs(x) == inf:
        has = " has an infinity, but here " if has_inf(f) else " has no infinity: "
        return f["label"] + has + rule + "."
    if f["kind"] == "power" and x <= 0:
        return "Powers of two are neither zero nor negative: the smallest one stands in."
    end = largest(f) if x > 0 else lowest(f)
    name = "largest" if x > 0 else "lowest"
    words = name + " value, " + value_text(end * one["scale"], one)
    step = grid_step(end, f) if f["kind"] in ["float", "int"] else 0.0
    q = x / one["scale"]
    if step > 0 and abs(q - end) < step and end != 0:
        next_one = value_text((end + copysign(step, x)) * one["scale"], one)
        return "It rounds to " + next_one + ", beyond the " + words + ": " + rule + "."
    return "It is beyond the " + words + ": " + rule + "."


def casts_words(x, f, amax):
    """Who gives what, grouped by value, where the casts differ or meet a value out of range."""
    scale = scale_for(f, amax)
    q = x / scale
    words = []  # two lists, not a dict: JavaScript would put the keys that are numbers first
    names = []
    for one in cast_outcomes(f32(q), f):
        value = one["value"]
        text = "undefined" if value is None else number_text(value * scale, 6)
        if text not in words:
            words.append(text)
            names.append([])
        for place in range(len(words)):
            if words[place] == text:
                names[place].append(one["who"])
    over = q != q and not has_nan(f)
    if len(words) == 0 or (len(words) == 1 and not over and not overflows(q, f, "nearest")):
        return ""
    parts = []
    for i in range(len(words)):
        parts.append(words[i] + " in " + ", ".join(names[i]))
    start = "A bare cast gives " if f["kind"] == "int" else "Casts: "
    return start + "; ".join(parts) + "."


# ---- the answer about a code ----


def code_answer(code, f, amax):
    """What is said first about chosen bits; the note reads the same bits in other formats."""
    one = stored_code(code, f, amax)
    scaled = "" if one["scale"] == 1 else " scaled to " + number_text(amax, 9)
    name = {"text": f["label"], "family": family_of(f)}
    start = "Code " + code_text(code, f) + " is " + value_text(one["value"], one) + " in "
    others = [other["label"] + " " + number_text(other["value"], 6) for other in read_as(code, f)]
    note = "The same bits in other formats: " + ", ".join(others) + "."
    return {
        "claim": [said_plain(start), name, said_plain(scaled + ".")],
        "reason": stands_words(one, f),
        "note": note if len(others) > 0 else "",
    }


def stands_words(one, f):
    """What kind of value it is and where its neighbours stand."""
    kind = one["kind"]
    if kind == "NaN":
        return nan_words(f)
    if kind == "infinity":
        return "The highest exponent with a mantissa of 0 is infinity."
    if kind == "minus zero":
        return "Minus zero equals zero and keeps the sign."
    low = one["below"]
    high = one["above"]
    if high is None:
        return "The largest value; the next lower one is " + value_text(low, one) + "."
    if low is None:
        return "The lowest value; the next one is " + value_text(high, one) + "."
    pair = value_text(low, one) + " and " + value_text(high, one) + "."
    start = "Subnormal: its neighbours are " if kind == "subnormal" else "Its neighbours are "
    return start + pair


def nan_words(f):
    if f["kind"] == "power":
        return "All ones is NaN; every other code is a power of two."
    if f["top"] == "fnuz":
        return "The only NaN stands where minus zero would be."
    if f["top"] == "nan":
        words = "Only all ones is NaN; the highest exponent also holds numbers, up to "
        return words + number_text(largest(f), 9) + "."
    return "The highest exponent is kept for infinity (mantissa 0) and NaN."
