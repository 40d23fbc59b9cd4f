"""lowbit/casts.py: what torch, ml_dtypes and numpy do is measured here on every run; what NVIDIA's
hardware and headers do is pinned, and run again where CUDA's headers are installed.
"""

import math
import shutil
import subprocess
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import torch
from oracles import ML_DTYPES, TORCH, boundaries, same, unsigned

from lowbit.casts import CASTS, cast_code, cast_outcomes
from lowbit.formats import FORMATS, decode, format_row, has_inf, has_nan, largest

INF, NAN = math.inf, math.nan


def outcome(x, name, who):
    """What one caster makes of x, as (code, value)."""
    found = {o["who"]: o for o in cast_outcomes(x, format_row(name))}[who]
    return found["code"], found["value"]


def float32_values(name):
    """Every boundary of a format and far beyond it, as float32, and bfloat16 values; FP32 gets
    float64."""
    if name == "fp32":
        return boundaries(name)[::7]
    with np.errstate(all="ignore"):
        x = boundaries(name).astype(np.float32)
        patterns = (np.arange(2**16, dtype=np.uint32) << 16).view(np.float32)
        x = np.unique(np.concatenate([x, patterns[::7], np.float32([1e10, -1e10, 3e38, -3e38])]))
        return np.concatenate([x[~np.isnan(x)][:: max(1, x.size // 6000)], np.float32([-0.0, NAN])])


def measured(x, name, who):
    """The library's codes for x."""
    with np.errstate(all="ignore"):
        if who.startswith("torch"):
            words = {1: torch.uint8, 2: torch.int16, 4: torch.int32}[TORCH[name].itemsize]
            cast = torch.tensor(x).to(TORCH[name]).view(words).numpy()
        else:
            cast = x.astype(ML_DTYPES[name])
        codes = cast.view(unsigned(name)).astype(np.int64)
    return codes % 2 ** FORMATS[name]["bits"]


def probes(name):
    """A few values that tell the rules of a format apart: float32, float64 for FP32."""
    top = largest(format_row(name))
    x = [0.0, -0.0, -3.0, 1.25, 2.7, -2.7, 1.1 * 2.0**-127, 1.75 * 2.0**-127, 2.0**-149]
    x += [s * m for s in (1, -1) for m in (top, 1.3 * top, 2 * top, 3.4028e38, INF)] + [NAN]
    with np.errstate(over="ignore"):
        return np.array(x) if name == "fp32" else np.array(x).astype(np.float32)


def row_of(name, who):
    return next(row for row in CASTS[name] if row["who"] == who)


def check_row(x, name, row, wanted):
    """Assert that a row of CASTS gives the codes `wanted` for float32 x, NaN by value. Only for an
    integer, and beyond 32 bits or for NaN, may the row claim nothing."""
    f = format_row(name)
    for value, code in zip(x.tolist(), wanted, strict=True):
        said = cast_code(value, f, row)
        if said is None:
            assert f["kind"] == "int", value
            assert value != value or (row["over"] == "wrap" and abs(value) >= 2**31), value
        elif math.isnan(decode(code, f)):
            assert math.isnan(decode(said, f)), (value, said, code)
        else:
            assert said == code, (value, said, code)


LIVE = [(n, r["who"]) for n, rows in CASTS.items() for r in rows if "source" not in r]


@pytest.mark.parametrize(("name", "who"), LIVE)
def test_libraries_do_what_the_row_says(name, who):
    x = float32_values(name)
    check_row(x, name, row_of(name, who), measured(x, name, who).tolist())


def test_every_library_that_is_installed_is_listed():
    """A format that torch or ml_dtypes has is in the table under their names and versions."""
    assert torch.__version__.startswith("2.13")
    assert ml_dtypes.__version__.startswith("0.6")
    for name in FORMATS:
        live = {who for n, who in LIVE if n == name}
        assert ("torch 2.13" in live) == (name in TORCH)
        own = "numpy" if name in ("fp32", "fp16", "int8", "uint8") else "ml_dtypes 0.6"
        assert (own in live) == (name in ML_DTYPES)


def test_the_libraries_disagree_about_465():
    said = {o["who"]: o["value"] for o in cast_outcomes(465.0, format_row("e4m3fn"))}
    assert said["torch 2.13"] == said["PTX cvt.rn.satfinite"] == 448
    assert all(
        math.isnan(said[w]) for w in ("ml_dtypes 0.6", "torch up to 2.11", "CUDA __NV_NOSAT")
    )
    inside = {o["value"] for o in cast_outcomes(464.0, format_row("e4m3fn"))}
    assert inside == {448.0}


def test_the_libraries_round_up_all_of_e8m0s_tiny_values():
    """2^-127 · 1.1 is nearest to 2^-127; torch and ml_dtypes give 2^-126. `encode` rounds."""
    x = 1.1 * 2.0**-127
    for who in ("torch 2.13", "ml_dtypes 0.6"):
        assert outcome(x, "e8m0", who) == (1, 2.0**-126)
        assert measured(np.float32([x]), "e8m0", who).tolist() == [1]
        assert outcome(2.0**-127, "e8m0", who)[0] == 0
    assert outcome(0.0, "e8m0", "torch 2.13") == (0, 2.0**-127)
    assert outcome(-3.0, "e8m0", "torch 2.13") == (129, 4.0)
    assert math.isnan(outcome(0.0, "e8m0", "ml_dtypes 0.6")[1])


def test_amd_saturates_what_is_finite_and_makes_infinity_nan():
    for name, top in (("e4m3fnuz", 240.0), ("e5m2fnuz", 57344.0)):
        assert outcome(1e6, name, "HIP __HIP_SATFINITE")[1] == top
        assert math.isnan(outcome(INF, name, "HIP __HIP_SATFINITE")[1])
        assert math.isnan(outcome(1e6, name, "torch 2.13")[1])


def test_integers_wrap_in_libraries_and_clamp_on_the_gpu():
    assert outcome(300.0, "int8", "torch 2.13") == (44, 44.0)
    assert outcome(300.0, "int8", "PTX cvt.rni") == (127, 127.0)
    assert outcome(-3.7, "uint8", "numpy") == (253, 253.0)
    assert outcome(8.0, "int4", "ml_dtypes 0.6") == (8, -8.0)
    assert outcome(INF, "int8", "torch 2.13") == (None, None)


# ---------------------------------------------------------------- NVIDIA

# Printed by CUDA 13.0's cuda_fp8.h, cuda_fp6.h and cuda_fp4.h on a CPU, whose code stands in for the
# instructions; the last test of this file prints it again. __NV_SATFINITE, __NV_NOSAT, fp6, fp4 with
# cudaRoundNearest; E8M0 with cudaRoundPosInf (saturating or not) and cudaRoundZero (saturating).
COLUMNS = [
    ("e4m3fn", "PTX cvt.rn.satfinite"), ("e4m3fn", "CUDA __NV_NOSAT"),
    ("e5m2", "PTX cvt.rn.satfinite"), ("e5m2", "CUDA __NV_NOSAT"),
    ("e3m2", "PTX cvt.rn.satfinite"), ("e2m3", "PTX cvt.rn.satfinite"),
    ("e2m1", "PTX cvt.rn.satfinite"), ("e8m0", "PTX cvt.rp.satfinite"), ("e8m0", "PTX cvt.rp"),
    ("e8m0", "PTX cvt.rz.satfinite"),
]  # fmt: skip
HEADERS_SAY = [
    (448.0, (126, 126, 95, 95, 31, 31, 7, 136, 136, 135)),
    (464.0, (126, 126, 95, 95, 31, 31, 7, 136, 136, 135)),
    (465.0, (126, 127, 95, 95, 31, 31, 7, 136, 136, 135)),
    (1e6, (126, 127, 123, 124, 31, 31, 7, 147, 147, 146)),
    (INF, (126, 127, 123, 124, 31, 31, 7, 254, 255, 254)),
    (-INF, (254, 255, 251, 252, 63, 63, 15, 254, 255, 254)),
    (NAN, (127, 127, 127, 127, 31, 31, 7, 255, 255, 255)),
    (57344.0, (126, 127, 123, 123, 31, 31, 7, 143, 143, 142)),
    (61440.0, (126, 127, 123, 124, 31, 31, 7, 143, 143, 142)),
    (0.0, (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    (-0.0, (128, 128, 128, 128, 32, 32, 8, 0, 0, 0)),
    (-3.0, (196, 196, 194, 194, 50, 52, 13, 129, 129, 128)),
    (1.25, (58, 58, 61, 61, 13, 10, 2, 128, 128, 127)),
    (1.5, (60, 60, 62, 62, 14, 12, 3, 128, 128, 127)),
    (30.0, (95, 95, 80, 80, 31, 31, 7, 132, 132, 131)),
    (2.0**-149, (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    (2.5e38, (126, 127, 123, 124, 31, 31, 7, 254, 255, 254)),
]


# Where no header computes it here: the instruction's text in the PTX ISA (saturation keeps the sign
# and NaN; integers clamp), cuda_fp16.h and cuda_bf16.h run on a CPU, AMD's cast_to_f8 run on a CPU,
# torch's source before 2.12.
SOURCED = {
    ("tf32", "PTX cvt.rn.satfinite"): {
        3.4028e38: 0x3FBFF,
        INF: 0x3FBFF,
        -INF: 0x7FBFF,
        1.5: 0x1FE00,
    },
    ("fp16", "PTX cvt.rn"): {65519.0: 0x7BFF, 65520.0: 0x7C00, 1e6: 0x7C00, -INF: 0xFC00},
    ("fp16", "PTX cvt.rn.satfinite"): {1e6: 0x7BFF, -1e6: 0xFBFF, INF: 0x7BFF, NAN: 0x7E00},
    ("bf16", "PTX cvt.rn"): {3.3961776e38: 0x7F80, 3.3895314e38: 0x7F7F, 1e6: 0x4974, INF: 0x7F80},
    ("bf16", "PTX cvt.rn.satfinite"): {3.4e38: 0x7F7F, INF: 0x7F7F, -INF: 0xFF7F, NAN: 0x7FC0},
    ("e4m3fn", "torch up to 2.11"): {464.0: 0x7E, 465.0: 0x7F, -1e6: 0xFF, INF: 0x7F, 1.0: 0x38},
    ("e4m3fnuz", "HIP __HIP_SATFINITE"): {
        241.0: 0x7F,
        300.0: 0x7F,
        -1e6: 0xFF,
        INF: 0x80,
        -INF: 0x80,
        NAN: 0x80,
        1.25: 0x42,
        -0.0: 0,
    },
    ("e5m2fnuz", "HIP __HIP_SATFINITE"): {
        61440.0: 0x7F,
        -1e6: 0xFF,
        INF: 0x80,
        -INF: 0x80,
        NAN: 0x80,
        1.25: 0x41,
        -3.0: 0xC6,
    },
    ("int8", "PTX cvt.rni"): {300.0: 127, -300.0: 128, 2.5: 2, -2.7: 253, INF: 127, -INF: 128},
    ("uint8", "PTX cvt.rni"): {300.0: 255, -3.0: 0, 2.5: 2, 2.7: 3, INF: 255, -INF: 0},
}


def answers(name, who):
    """(float32 x, codes) that tell whether a row of CASTS is right: measured, or pinned above."""
    if "source" not in row_of(name, who):
        x = probes(name)
        return x, measured(x, name, who).tolist()
    if (name, who) in COLUMNS:
        column = COLUMNS.index((name, who))
        return np.float32([x for x, _ in HEADERS_SAY]), [codes[column] for _, codes in HEADERS_SAY]
    pinned = SOURCED[name, who]
    return np.float32(list(pinned)), list(pinned.values())


@pytest.mark.parametrize(("name", "who"), [(n, r["who"]) for n in CASTS for r in CASTS[n]])
def test_every_row_gives_the_answers_known_for_it(name, who):
    check_row(answers(name, who)[0], name, row_of(name, who), answers(name, who)[1])


PROGRAM = """
#include <cuda_fp8.h>
#include <cuda_fp6.h>
#include <cuda_fp4.h>
#include <cstdio>
int main() {
  float x;
  while (scanf("%f", &x) == 1)
    printf("%d %d %d %d %d %d %d %d %d %d\\n",
      __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3),
      __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3),
      __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2),
      __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2),
      __nv_cvt_float_to_fp6(x, __NV_E3M2, cudaRoundNearest),
      __nv_cvt_float_to_fp6(x, __NV_E2M3, cudaRoundNearest),
      __nv_cvt_float_to_fp4(x, __NV_E2M1, cudaRoundNearest),
      __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf),
      __nv_cvt_float_to_e8m0(x, __NV_NOSAT, cudaRoundPosInf),
      __nv_cvt_float_to_e8m0(x, __NV_SATFINITE, cudaRoundZero));
}
"""
CUDA = next(iter(sorted(Path("/usr/local").glob("cuda*/include/cuda_fp4.h"))), None)


@pytest.mark.skipif(not CUDA or not shutil.which("g++"), reason="no CUDA headers or no g++ here")
def test_nvidias_headers_still_compute_it(tmp_path):
    source, program = tmp_path / "cast.cpp", tmp_path / "cast"
    source.write_text(PROGRAM)
    folders = [f"-I{CUDA.parent}", f"-I{CUDA.parent / 'cccl'}"]
    subprocess.run(["g++", "-std=c++17", *folders, source, "-o", program], check=True)
    some = [x for x in float32_values("e4m3fn").tolist() if x == x][::5]
    some += [float(np.float32(x)) for x, _ in HEADERS_SAY]
    given = "\n".join(map(repr, some))
    out = subprocess.run([program], input=given, capture_output=True, text=True, check=True)
    for x, line in zip(some, out.stdout.splitlines(), strict=True):
        for (name, who), code in zip(COLUMNS, map(int, line.split()), strict=True):
            wanted = decode(code, format_row(name))
            same([outcome(x, name, who)[1]], [wanted], [(x, name, who)])


# ---------------------------------------------------------------- the table itself


def test_a_row_claims_only_what_the_format_has():
    fields = {"who", "over", "inf", "nan", "rounding", "below", "tiny", "source"}
    for name, rows in CASTS.items():
        f = format_row(name)
        assert len({row["who"] for row in rows}) == len(rows)
        for row in rows:
            assert set(row) <= fields
            for what in (row["over"], row["inf"]):
                assert what in (
                    "saturate",
                    "wrap",
                    "undefined",
                    *["inf"] * has_inf(f),
                    *["nan"] * has_nan(f),
                )
            assert ("nan" in row) == (not has_nan(f))
            assert name == "e8m0" or not {"below", "tiny"} & set(row)
            assert row.get("source", "here")


def test_formats_without_a_caster_have_no_outcomes():
    for name in ("nf4", "ternary", "ue4m3"):
        assert cast_outcomes(1.0, format_row(name)) == []
