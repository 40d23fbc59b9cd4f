"""Number formats: which values the codes of a format stand for (compiled to JavaScript).

A float code is sign, exponent and mantissa, highest bit first; its value is
(-1)^s · 2^(e - bias) · (1 + m / 2^M), and (-1)^s · 2^(1 - bias) · m / 2^M where e = 0 (subnormal).
`top` says what the highest exponent holds: "ieee" infinity and NaN; "nan" numbers, but all ones is
NaN; "numbers" numbers only. "fnuz" formats have one NaN, where minus zero would be. `overflow` says
what `encode` makes of a value beyond the largest, unless told otherwise: "inf" where the format has
infinity (IEEE 754), else "saturate"; lowbit/casts.py says what libraries and hardware do. Codes are
whole numbers from 0 to 2^bits - 1; values are Python floats (JavaScript numbers).

Sources: IEEE 754-2019 (FP32, FP16); OCP OFP8 v1.0 (E4M3FN, E5M2); OCP Microscaling v1.0 (E3M2, E2M3,
E2M1, E8M0); Graphcore/AMD 8-bit formats, arXiv 2206.02915 (FNUZ); PTX ISA 9.0 (UE4M3, TF32);
QLoRA, arXiv 2305.14314, appendix E (NF4); BitNet b1.58, arXiv 2402.17764 (ternary).
"""

from math import copysign, floor, inf, log2, nan

FORMATS = {
    "fp32": {"label": "FP32", "kind": "float", "bits": 32, "sign": 1, "exponent": 8,
             "mantissa": 23, "bias": 127, "top": "ieee", "overflow": "inf"},
    "tf32": {"label": "TF32", "kind": "float", "bits": 19, "sign": 1, "exponent": 8,
             "mantissa": 10, "bias": 127, "top": "ieee", "overflow": "inf"},
    "fp16": {"label": "FP16", "kind": "float", "bits": 16, "sign": 1, "exponent": 5,
             "mantissa": 10, "bias": 15, "top": "ieee", "overflow": "inf"},
    "bf16": {"label": "BF16", "kind": "float", "bits": 16, "sign": 1, "exponent": 8,
             "mantissa": 7, "bias": 127, "top": "ieee", "overflow": "inf"},
    "e4m3fn": {"label": "E4M3", "kind": "float", "bits": 8, "sign": 1, "exponent": 4,
               "mantissa": 3, "bias": 7, "top": "nan", "overflow": "saturate"},
    "e4m3fnuz": {"label": "E4M3 FNUZ", "kind": "float", "bits": 8, "sign": 1, "exponent": 4,
                 "mantissa": 3, "bias": 8, "top": "fnuz", "overflow": "saturate"},
    "e4m3": {"label": "E4M3 IEEE", "kind": "float", "bits": 8, "sign": 1, "exponent": 4,
             "mantissa": 3, "bias": 7, "top": "ieee", "overflow": "inf"},
    "e5m2": {"label": "E5M2", "kind": "float", "bits": 8, "sign": 1, "exponent": 5,
             "mantissa": 2, "bias": 15, "top": "ieee", "overflow": "inf"},
    "e5m2fnuz": {"label": "E5M2 FNUZ", "kind": "float", "bits": 8, "sign": 1, "exponent": 5,
                 "mantissa": 2, "bias": 16, "top": "fnuz", "overflow": "saturate"},
    "e3m2": {"label": "E3M2", "kind": "float", "bits": 6, "sign": 1, "exponent": 3,
             "mantissa": 2, "bias": 3, "top": "numbers", "overflow": "saturate"},
    "e2m3": {"label": "E2M3", "kind": "float", "bits": 6, "sign": 1, "exponent": 2,
             "mantissa": 3, "bias": 1, "top": "numbers", "overflow": "saturate"},
    "e2m1": {"label": "E2M1", "kind": "float", "bits": 4, "sign": 1, "exponent": 2,
             "mantissa": 1, "bias": 1, "top": "numbers", "overflow": "saturate"},
    "ue4m3": {"label": "UE4M3", "kind": "float", "bits": 7, "sign": 0, "exponent": 4,
              "mantissa": 3, "bias": 7, "top": "nan", "overflow": "saturate"},
    "e8m0": {"label": "E8M0", "kind": "power", "bits": 8, "bias": 127, "overflow": "saturate"},
    "int8": {"label": "INT8", "kind": "int", "bits": 8, "lowest": -128, "highest": 127,
             "overflow": "saturate"},
    "uint8": {"label": "UINT8", "kind": "int", "bits": 8, "lowest": 0, "highest": 255,
              "overflow": "saturate"},
    "int4": {"label": "INT4", "kind": "int", "bits": 4, "lowest": -8, "highest": 7,
             "overflow": "saturate"},
    "uint4": {"label": "UINT4", "kind": "int", "bits": 4, "lowest": 0, "highest": 15,
              "overflow": "saturate"},
    "nf4": {"label": "NF4", "kind": "table", "bits": 4, "overflow": "saturate", "values": [
        -1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453,
        -0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0.0,
        0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224,
        0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0]},
    "ternary": {"label": "Ternary", "kind": "table", "bits": 2, "overflow": "saturate",
                "values": [-1.0, 0.0, 1.0]},
}  # fmt: skip

# Other names in use, one row of FORMATS each.
ALIASES = {
    "float32": "fp32", "float16": "fp16", "half": "fp16", "bfloat16": "bf16",
    "float8_e4m3fn": "e4m3fn", "fp8": "e4m3fn", "fp8e4nv": "e4m3fn", "float8_e5m2": "e5m2",
    "float8_e4m3fnuz": "e4m3fnuz", "float8_e5m2fnuz": "e5m2fnuz", "float8_e4m3": "e4m3",
    "float6_e3m2fn": "e3m2", "float6_e2m3fn": "e2m3", "fp4": "e2m1", "float4_e2m1fn": "e2m1",
    "float8_e8m0fnu": "e8m0", "ue8m0": "e8m0",
}  # fmt: skip


def format_row(name):
    """The row of a format name or alias, with its key as "id". Unknown names raise ValueError."""
    key = ALIASES.get(name, name)
    if key not in FORMATS:
        raise ValueError(
            "Unknown number format '" + str(name) + "'. Known: " + ", ".join(FORMATS.keys()) + "."
        )
    out = {"id": key}
    for field, value in FORMATS[key].items():
        out[field] = value
    return out


def power_of_two(e):
    """2^e for a whole number e from -1074 to 1023, exactly."""
    if e < -1000:
        return 2.0**-1000 * 2.0 ** (e + 1000)
    return 2.0**e


def exponent_of(a):
    """The largest whole e with 2^e <= a, for finite a > 0."""
    e = max(-1074, min(1023, floor(log2(a))))
    while power_of_two(e) > a:  # log2 may be off by one at the ends of a binade
        e = e - 1
    while e < 1023 and power_of_two(e + 1) <= a:
        e = e + 1
    return e


# ---- code to value ----


def check_code(code, f):
    """Return a code that the format has. Raises ValueError for any other."""
    most = code_count(f) - 1
    if code is None or code != code or code < 0 or code > most or code % 1 != 0:
        raise ValueError(f["label"] + " has the codes 0 to " + str(most) + ", all whole numbers.")
    return code


def code_count(f):
    """Number of codes; a table format may leave some of its bit patterns unused."""
    return len(f["values"]) if f["kind"] == "table" else 2 ** f["bits"]


def fields(code, f):
    """{"sign", "exponent", "mantissa"} of a float code, each as the whole number its bits spell."""
    m = 2 ** f["mantissa"]
    e = 2 ** f["exponent"]
    return {"sign": code // (m * e), "exponent": code // m % e, "mantissa": code % m}


def decode(code, f):
    """The value a code stands for; NaN and infinities where the format has them."""
    check_code(code, f)
    if f["kind"] == "table":
        return f["values"][int(code)]
    if f["kind"] == "int":
        return code - 2.0 ** f["bits"] if code > f["highest"] else code * 1.0
    if f["kind"] == "power":
        return nan if code == 255 else power_of_two(code - f["bias"])
    part = fields(code, f)
    sign = -1.0 if part["sign"] == 1 else 1.0
    special = special_of(part, f)
    if special == "nan":
        return nan
    if special == "inf":
        return sign * inf
    steps = part["mantissa"] + (2 ** f["mantissa"] if part["exponent"] > 0 else 0)
    e = max(part["exponent"], 1) - f["bias"] - f["mantissa"]
    return sign * steps * power_of_two(e)


def special_of(part, f):
    """ "nan", "inf" or "" for the fields of a float code."""
    last = 2 ** f["exponent"] - 1
    if f["top"] == "fnuz":
        minus_zero = part["sign"] == 1 and part["exponent"] == 0 and part["mantissa"] == 0
        return "nan" if minus_zero else ""
    if part["exponent"] < last or f["top"] == "numbers":
        return ""
    if f["top"] == "nan":
        return "nan" if part["mantissa"] == 2 ** f["mantissa"] - 1 else ""
    return "inf" if part["mantissa"] == 0 else "nan"


# ---- what a format can say ----


def largest(f):
    """The largest finite value."""
    if f["kind"] == "table":
        return f["values"][-1 + len(f["values"])]
    if f["kind"] == "int":
        return f["highest"] * 1.0
    if f["kind"] == "power":
        return power_of_two(254 - f["bias"])
    e = 2 ** f["exponent"] - 1 - f["bias"]
    m = 2 ** f["mantissa"]
    if f["top"] == "ieee":
        e = e - 1
    top = 2 * m - (2 if f["top"] == "nan" else 1)
    return top * power_of_two(e - f["mantissa"])


def lowest(f):
    """The lowest finite value: minus the largest for a signed float."""
    if f["kind"] == "table":
        return f["values"][0]
    if f["kind"] == "int":
        return f["lowest"] * 1.0
    if f["kind"] == "power":
        return power_of_two(-f["bias"])
    return -largest(f) if f["sign"] == 1 else 0.0


def smallest_normal(f):
    """The smallest positive value with the full precision of the format."""
    if f["kind"] == "float":
        return power_of_two(1 - f["bias"])
    return smallest(f)


def smallest(f):
    """The smallest positive value."""
    if f["kind"] == "float":
        return power_of_two(1 - f["bias"] - f["mantissa"])
    if f["kind"] == "power":
        return power_of_two(-f["bias"])
    if f["kind"] == "int":
        return 1.0
    return min([v for v in f["values"] if v > 0])


def has_nan(f):
    return f["kind"] == "power" or (f["kind"] == "float" and f["top"] != "numbers")


def has_inf(f):
    return f["kind"] == "float" and f["top"] == "ieee"


def value_count(f):
    """How many different finite values the codes stand for; 0 and -0 are one value."""
    if f["kind"] == "table":
        return len(f["values"])
    if f["kind"] == "int":
        return f["highest"] - f["lowest"] + 1
    if f["kind"] == "power":
        return 255
    positive = code_of_largest(f)
    return 2 * positive + 1 if f["sign"] == 1 else positive + 1


def code_of_largest(f):
    """The code of the largest finite value of a float; codes 0, 1, 2, … count up to it."""
    m = 2 ** f["mantissa"]
    codes = 2 ** f["exponent"] * m
    if f["top"] == "ieee":
        return codes - m - 1
    return codes - (2 if f["top"] == "nan" else 1)


# ---- value to code ----


def binade(a, f):
    """The exponent whose step the format has at a finite a >= 0: subnormals share the lowest."""
    return 1 - f["bias"] if a == 0 else max(exponent_of(a), 1 - f["bias"])


def grid_step(x, f):
    """Distance from x to the next value away from zero, for a value x of the format; for an x
    between two values their distance (the ulp, where the format is a float). NaN for NaN and inf."""
    a = abs(x)
    if not a < inf:
        return nan
    if f["kind"] == "int":
        return 1.0
    if f["kind"] == "power":
        return power_of_two(max(exponent_of(a), -f["bias"]) if a > 0 else -f["bias"])
    if f["kind"] == "table":
        low = entry_below(x, f)
        if x < 0 and low > 0 and f["values"][low] == x:
            low = low - 1
        return f["values"][low + 1] - f["values"][low]
    return power_of_two(binade(a, f) - f["mantissa"])


def whole(q, rounding, random):
    """q >= 0 rounded to a whole number: "nearest" (ties to even), "zero" (toward zero), or
    "stochastic": up with the probability of its fraction, decided by random in [0, 1)."""
    low = floor(q)
    part = q - low
    if rounding == "zero":
        return low
    if rounding == "stochastic":
        return low + 1 if random < part else low
    if part > 0.5 or (part == 0.5 and low % 2 == 1):
        return low + 1
    return low


def encode(x, f, rounding="nearest", overflow="", random=0.0):
    """The code that stores x: a number, infinity or NaN.

    rounding: "nearest", "zero" or "stochastic" (`whole`); random: a number in [0, 1) for the last.
    overflow: what becomes of a value that rounds beyond the largest one, and of infinity:
    "saturate", "inf" or "nan"; "" is the format's own (`FORMATS`). Rounding "zero" never leads out
    of the range, so that only infinity overflows (IEEE 754). A value below an unsigned format's
    lowest becomes the lowest. Raises ValueError where the format lacks what is asked for.
    """
    rule = overflow if overflow != "" else f["overflow"]
    check_rules(f, rounding, rule, random)
    if x != x:
        if not has_nan(f):
            raise ValueError(f["label"] + " has no NaN.")
        return code_of_nan(f)
    if f["kind"] == "table":
        return encode_table(x, f, rounding, random)
    if f["kind"] == "power":
        return encode_power(x, f, rounding, rule, random)
    if f["kind"] == "int":
        return encode_int(x, f, rounding, random)
    return encode_float(x, f, rounding, rule, random)


def check_rules(f, rounding, rule, random):
    """Raise ValueError for a rounding or an overflow rule that the format does not have."""
    if rounding not in ["nearest", "zero", "stochastic"]:
        raise ValueError("Unknown rounding '" + str(rounding) + "': nearest, zero or stochastic.")
    if rule not in ["saturate", "inf", "nan"]:
        raise ValueError("Unknown overflow rule '" + str(rule) + "': saturate, inf or nan.")
    if not 0 <= random < 1:
        raise ValueError("random is a number from 0 to below 1.")
    if (rule == "inf" and not has_inf(f)) or (rule == "nan" and not has_nan(f)):
        thing = "infinity" if rule == "inf" else "NaN"
        raise ValueError(f["label"] + " has no " + thing + " to overflow to.")


def code_of_nan(f):
    """The NaN code that numpy and ml_dtypes write: sign 0, in IEEE formats with only the top bit of
    the mantissa. torch sets all mantissa bits in E5M2."""
    if f["kind"] == "power":
        return 255
    m = 2 ** f["mantissa"]
    if f["top"] == "fnuz":
        return m * 2 ** f["exponent"]
    if f["top"] == "nan":
        return m * 2 ** f["exponent"] - 1
    return m * (2 ** f["exponent"] - 1) + m // 2


def encode_float(x, f, rounding, rule, random):
    """The codes of one sign count up like the values, so a value's step number gives its code."""
    m = 2 ** f["mantissa"]
    half = m * 2 ** f["exponent"]  # the codes of one sign
    negative = copysign(1.0, x) < 0
    if negative and f["sign"] == 0:
        return 0
    minus = half if negative else 0
    top = code_of_largest(f)
    code = top + 1
    if abs(x) < inf:
        e = binade(abs(x), f)
        steps = whole(abs(x) / power_of_two(e - f["mantissa"]), rounding, random)
        code = (e + f["bias"] - 1) * m + steps  # steps == 2m carries into the next exponent
        if rounding == "zero":
            code = min(code, top)
    if code > top and rule == "inf":
        return minus + half - m
    if code > top and rule == "nan":
        return code_of_nan(f) + (minus if f["top"] != "fnuz" else 0)
    code = min(code, top)
    return 0 if code == 0 and f["top"] == "fnuz" else minus + code


def encode_int(x, f, rounding, random):
    """Two's complement. Integers saturate: -1000.0 becomes the lowest."""
    steps = whole(min(abs(x), 2.0 ** f["bits"]), rounding, random)
    if x > 0:
        return min(steps, f["highest"])
    steps = min(steps, -f["lowest"])
    return 2 ** f["bits"] - steps if steps > 0 else 0


def encode_power(x, f, rounding, rule, random):
    """A power of two; a tie goes up, as in torch and ml_dtypes. Zero and negative values have no
    code: they become the smallest power, or NaN where that is the rule."""
    if x <= 0:
        return 255 if rule == "nan" else 0
    top = 254 - f["bias"]
    e = top + 1
    if x < inf:
        e = max(exponent_of(x), -f["bias"])
        part = x / power_of_two(e) - 1.0
        if (rounding == "nearest" and part >= 0.5) or (rounding == "stochastic" and random < part):
            e = e + 1
        if rounding == "zero":
            e = min(e, top)
    if e > top and rule == "nan":
        return 255
    return min(e, top) + f["bias"]


def entry_below(x, f):
    """The last entry of an ascending table that is not above x, at most the last but one."""
    low = 0
    while low < len(f["values"]) - 2 and f["values"][low + 1] <= x:
        low = low + 1
    return low


def encode_table(x, f, rounding, random):
    """The entry of an ascending table next to x; a tie goes to the lower one. Tables saturate."""
    low = entry_below(x, f)
    below = f["values"][low]
    above = f["values"][low + 1]
    if x <= below or x >= above:
        return low if x <= below else low + 1
    if rounding == "zero":
        return low if x >= 0 else low + 1
    if rounding == "stochastic":
        return low + 1 if random < (x - below) / (above - below) else low
    return low + 1 if x > (below + above) / 2.0 else low


# ---- one code ----


def neighbours(code, f):
    """Codes of the next lower and next higher finite value, None at the ends; -0 counts as 0."""
    x = decode(code, f)
    if not abs(x) < inf:
        return {"below": None, "above": None}
    if f["kind"] != "float":
        places = 2 ** f["bits"]
        return {
            "below": (code - 1 + places) % places if x > lowest(f) else None,
            "above": (code + 1) % places if x < largest(f) else None,
        }
    half = 2 ** (f["exponent"] + f["mantissa"])
    size = code % half  # the code without its sign
    out = size + 1 if size < code_of_largest(f) else None
    if x > 0:
        return {"below": size - 1, "above": out}
    if x == 0:
        return {"below": half + 1 if f["sign"] == 1 else None, "above": 1}
    lone_zero = size == 1 and f["top"] == "fnuz"
    return {
        "below": None if out is None else half + out,
        "above": 0 if lone_zero else half + size - 1,
    }


def describe(code, f):
    """What kind of value a code is, in a word or two."""
    x = decode(code, f)
    if x != x:
        return "NaN"
    if x == inf or x == -inf:
        return "infinity"
    if x == 0:
        return "minus zero" if copysign(1.0, x) < 0 else "zero"
    if f["kind"] == "float" and abs(x) < smallest_normal(f):
        return "subnormal"
    return "normal" if f["kind"] == "float" else "value"
