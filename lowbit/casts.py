"""What libraries and hardware do with a value that a format cannot hold (compiled to JavaScript).

OCP's FP8 specification allows casts that saturate and casts that do not, so that two libraries give
448 and NaN for the same 465. One row says, for one caster: "over", what becomes of a finite value
that rounds beyond the largest, and "inf", what becomes of infinity: "saturate", "inf", "nan",
"wrap" (the low bits of the whole number, after dropping the fraction) or "undefined". Where it
matters, also "nan": what NaN becomes in a format without NaN ("largest", "minus zero" or
"undefined"); "rounding": "nearest" (the default), "zero" or "up"; for E8M0, "below": "drop the
sign" where -3 becomes 4 and 0 the smallest power, else these follow "over"; and "tiny": "up" where
all between 2^-127 and 2^-126, subnormal in float32, goes up to 2^-126.

Rows without "source" are measured in tests/test_casts.py on every run.
"""

from math import floor, inf

from lowbit.formats import code_of_nan, decode, encode, has_nan, largest, lowest

# PTX has no cvt to FP8, FP6 or FP4 without .satfinite (ptxas 13.0 refuses it): CUDA's __NV_NOSAT,
# which gives NaN or infinity, is ordinary code in the header.
CAST_PTX = "PTX ISA 9.0, cvt: .satfinite"
CAST_CUDA = "CUDA 13.0, cuda_fp8.h, cuda_fp6.h, cuda_fp4.h, run on the CPU"
CAST_HALF = "CUDA 13.0, cuda_fp16.h, cuda_bf16.h, run on the CPU"
CAST_INTEGER = "PTX ISA 9.0, cvt: float to integer clamps"
# On AMD infinity stays no number, even where finite values saturate. HIP's __HIP_NOSAT has no row: the
# header gives NaN right above the largest value, 241 too, which would round down to 240.
CAST_HIP = "AMD ROCm, amd_hip_fp8.h (6.3 and later), cast_to_f8 run on the CPU"
CAST_OLD_TORCH = "pytorch/pytorch pull 178817 (April 2026); c10/util/Float8_e4m3fn.h before it"

CASTS = {
    "fp32": [
        {"who": "torch 2.13", "over": "inf", "inf": "inf"},
        {"who": "numpy", "over": "inf", "inf": "inf"},
    ],
    "tf32": [
        {"who": "PTX cvt.rn.satfinite", "over": "saturate", "inf": "saturate", "source": CAST_PTX},
    ],
    "fp16": [
        {"who": "torch 2.13", "over": "inf", "inf": "inf"},
        {"who": "numpy", "over": "inf", "inf": "inf"},
        {"who": "PTX cvt.rn", "over": "inf", "inf": "inf", "source": CAST_HALF},
        {"who": "PTX cvt.rn.satfinite", "over": "saturate", "inf": "saturate", "source": CAST_PTX},
    ],
    "bf16": [
        {"who": "torch 2.13", "over": "inf", "inf": "inf"},
        {"who": "ml_dtypes 0.6", "over": "inf", "inf": "inf"},
        {"who": "PTX cvt.rn", "over": "inf", "inf": "inf", "source": CAST_HALF},
        {"who": "PTX cvt.rn.satfinite", "over": "saturate", "inf": "saturate", "source": CAST_PTX},
    ],
    "e4m3fn": [
        {"who": "torch 2.13", "over": "saturate", "inf": "saturate"},
        {"who": "torch up to 2.11", "over": "nan", "inf": "nan", "source": CAST_OLD_TORCH},
        {"who": "ml_dtypes 0.6", "over": "nan", "inf": "nan"},
        {"who": "PTX cvt.rn.satfinite", "over": "saturate", "inf": "saturate", "source": CAST_CUDA},
        {"who": "CUDA __NV_NOSAT", "over": "nan", "inf": "nan", "source": CAST_CUDA},
    ],
    "e4m3fnuz": [
        {"who": "torch 2.13", "over": "nan", "inf": "nan"},
        {"who": "ml_dtypes 0.6", "over": "nan", "inf": "nan"},
        {"who": "HIP __HIP_SATFINITE", "over": "saturate", "inf": "nan", "source": CAST_HIP},
    ],
    "e4m3": [{"who": "ml_dtypes 0.6", "over": "inf", "inf": "inf"}],
    "e5m2": [
        {"who": "torch 2.13", "over": "inf", "inf": "inf"},
        {"who": "ml_dtypes 0.6", "over": "inf", "inf": "inf"},
        {"who": "PTX cvt.rn.satfinite", "over": "saturate", "inf": "saturate", "source": CAST_CUDA},
        {"who": "CUDA __NV_NOSAT", "over": "inf", "inf": "inf", "source": CAST_CUDA},
    ],
    "e5m2fnuz": [
        {"who": "torch 2.13", "over": "nan", "inf": "nan"},
        {"who": "ml_dtypes 0.6", "over": "nan", "inf": "nan"},
        {"who": "HIP __HIP_SATFINITE", "over": "saturate", "inf": "nan", "source": CAST_HIP},
    ],
    "e3m2": [
        {"who": "ml_dtypes 0.6", "over": "saturate", "inf": "saturate", "nan": "minus zero"},
        {"who": "PTX cvt.rn.satfinite", "over": "saturate", "inf": "saturate", "nan": "largest",
         "source": CAST_CUDA},
    ],
    "e2m3": [
        {"who": "ml_dtypes 0.6", "over": "saturate", "inf": "saturate", "nan": "minus zero"},
        {"who": "PTX cvt.rn.satfinite", "over": "saturate", "inf": "saturate", "nan": "largest",
         "source": CAST_CUDA},
    ],
    "e2m1": [
        {"who": "ml_dtypes 0.6", "over": "saturate", "inf": "saturate", "nan": "minus zero"},
        {"who": "PTX cvt.rn.satfinite", "over": "saturate", "inf": "saturate", "nan": "largest",
         "source": CAST_CUDA},
    ],
    "e8m0": [
        {"who": "torch 2.13", "over": "nan", "inf": "nan", "below": "drop the sign",
         "tiny": "up"},
        {"who": "ml_dtypes 0.6", "over": "nan", "inf": "nan", "tiny": "up"},
        {"who": "PTX cvt.rp.satfinite", "over": "saturate", "inf": "saturate", "rounding": "up",
         "below": "drop the sign", "source": CAST_CUDA},
        {"who": "PTX cvt.rz.satfinite", "over": "saturate", "inf": "saturate", "rounding": "zero",
         "below": "drop the sign", "source": CAST_CUDA},
        {"who": "PTX cvt.rp", "over": "nan", "inf": "nan", "rounding": "up",
         "below": "drop the sign", "source": CAST_CUDA},
    ],
    "int8": [
        {"who": "torch 2.13", "over": "wrap", "inf": "undefined", "nan": "undefined",
         "rounding": "zero"},
        {"who": "numpy", "over": "wrap", "inf": "undefined", "nan": "undefined",
         "rounding": "zero"},
        {"who": "PTX cvt.rni", "over": "saturate", "inf": "saturate", "nan": "undefined",
         "source": CAST_INTEGER},
    ],
    "uint8": [
        {"who": "torch 2.13", "over": "wrap", "inf": "undefined", "nan": "undefined",
         "rounding": "zero"},
        {"who": "numpy", "over": "wrap", "inf": "undefined", "nan": "undefined",
         "rounding": "zero"},
        {"who": "PTX cvt.rni", "over": "saturate", "inf": "saturate", "nan": "undefined",
         "source": CAST_INTEGER},
    ],
    "int4": [
        {"who": "ml_dtypes 0.6", "over": "wrap", "inf": "undefined", "nan": "undefined",
         "rounding": "zero"},
    ],
    "uint4": [
        {"who": "ml_dtypes 0.6", "over": "wrap", "inf": "undefined", "nan": "undefined",
         "rounding": "zero"},
    ],
}  # fmt: skip


def cast_outcomes(x, f):
    """What each caster of CASTS makes of x: a list of {"who", "code", "value"}.

    x: a number as float32 holds it (libraries see no more), NaN and infinities allowed. f: a row
    of formats.format_row. The list is empty for formats that nobody casts to without a scale (NF4).
    code and value are None where the result is undefined. NaN is given as code_of_nan: a library
    may keep x's sign and other bits in it.
    """
    out = []
    for row in CASTS.get(f["id"], []):
        code = cast_code(x, f, row)
        value = None if code is None else decode(code, f)
        out.append({"who": row["who"], "code": code, "value": value})
    return out


def cast_code(x, f, row):
    """The code that one row of CASTS gives for x, or None where it is undefined."""
    if x != x:
        return code_for_nan(f, row)
    a = max(abs(x), lowest(f)) if row.get("below", "") == "drop the sign" else x
    rule = row["inf"] if abs(x) == inf else row["over"]
    if rule == "undefined":
        return None
    if rule == "wrap":
        return wrapped(x, f)
    if row.get("tiny", "") == "up" and lowest(f) < a < 2.0 * lowest(f):
        return 1
    if row.get("rounding", "nearest") != "up":
        return encode(a, f, row.get("rounding", "nearest"), rule, 0.0)
    below = decode(encode(a, f, "zero", rule, 0.0), f)
    return encode(2.0 * below if below < a else below, f, "nearest", rule, 0.0)


def code_for_nan(f, row):
    """What NaN becomes: NaN where the format has it, else what the row says."""
    if has_nan(f):
        return code_of_nan(f)
    rule = row.get("nan", "undefined")
    if rule == "undefined":
        return None
    return encode(largest(f) if rule == "largest" else -0.0, f, "nearest", "saturate", 0.0)


def wrapped(x, f):
    """The low bits of x without its fraction; None beyond 32 bits, where C leaves it undefined."""
    if abs(x) >= 2.0**31:
        return None
    whole_part = floor(abs(x)) % 2 ** f["bits"]
    return (2 ** f["bits"] - whole_part) % 2 ** f["bits"] if x < 0 else whole_part
