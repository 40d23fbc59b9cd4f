"""The formats in the browser are the formats in Python: every code, every boundary, every error.

NaN, infinities and minus zero do not survive JSON: they travel as "#nan", "#inf", "#-inf", "#-0".
Everything is compared exactly, numbers to the last bit.
"""

import json
import math
import re

import compile_js
import numpy as np
import pytest
from oracles import all_codes, boundaries

from lowbit import casts, formats
from lowbit.formats import FORMATS, format_row

NAMES = list(FORMATS)
CALL = """([name, cases]) => {
  const travel = { "#nan": NaN, "#inf": Infinity, "#-inf": -Infinity, "#-0": -0 };
  const arrive = (k, v) => Object.hasOwn(travel, v) ? travel[v] : v;
  const leave = (k, v) => typeof v !== "number" ? v : Object.is(v, -0) ? "#-0" :
    v !== v ? "#nan" : v === Infinity ? "#inf" : v === -Infinity ? "#-inf" : v;
  return JSON.stringify(JSON.parse(cases, arrive).map((a) => {
    try { return globalThis[name](...a); }
    catch (e) { return { error: e.message.replace(/^ValueError: /, "") }; }
  }), leave);
}"""


def leave(value):
    """A Python value as the browser sends it."""
    if isinstance(value, dict):
        return {k: leave(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [leave(v) for v in value]
    if isinstance(value, float | int) and not isinstance(value, bool):
        x = float(value)
        if math.isfinite(x):
            return "#-0" if x == 0 and math.copysign(1, x) < 0 else x
        return "#nan" if x != x else "#inf" if x > 0 else "#-inf"
    return value


@pytest.fixture(scope="module")
def agree(browser):
    """Call one function in both languages on a list of argument lists and compare."""
    page = browser.new_page()
    files = [compile_js.JS / f"lowbit-{name}.js" for name in ("python", "formats", "casts")]
    text = "".join(path.read_text("utf-8") for path in files)
    page.add_script_tag(content=re.sub(r"^(import .*|export )", "", text, flags=re.M))

    def compare(function, cases):
        sent = json.dumps(leave(cases))
        got = json.loads(page.evaluate(CALL, [function.__name__, sent]), parse_int=float)
        assert len(got) == len(cases)
        for case, js in zip(cases, got, strict=True):
            try:
                python = leave(function(*case))
            except ValueError as problem:
                python = {"error": str(problem)}
            assert js == python, f"{function.__name__}{tuple(case)}: {js}, not {python}"

    yield compare
    page.close()


def codes_of(name, most=6000):
    """Every code of a format, or as many of a long one, its first and last ones among them."""
    codes = all_codes(name)
    if codes.size > most:
        edges = np.concatenate([codes[:300], codes[-300:]])
        codes = np.concatenate([edges, np.random.default_rng(3).choice(codes, most)])
    return [int(c) for c in codes]


def values_of(name, most=3000):
    """Values, midpoints, their neighbours and what lies beyond; a sample for the long formats."""
    values = boundaries(name)
    if values.size > most:
        edges = np.concatenate([values[:200], values[-200:]])
        values = np.concatenate([edges, np.random.default_rng(4).choice(values, most)])
    return values.tolist()


@pytest.mark.parametrize("name", NAMES)
def test_every_code(agree, name):
    f = format_row(name)
    cases = [[code, f] for code in codes_of(name)]
    for function in (formats.decode, formats.neighbours, formats.describe):
        agree(function, cases)
    if f["kind"] == "float":
        agree(formats.fields, cases)
    for code in (-1, 2 ** f["bits"], 0.5, math.nan, math.inf):
        agree(formats.decode, [[code, f]])


@pytest.mark.parametrize("name", NAMES)
def test_every_boundary(agree, name):
    f = format_row(name)
    values = values_of(name)
    draws = np.random.default_rng(5).random(len(values)).tolist()
    agree(formats.encode, [[x, f] for x in values])
    agree(formats.encode, [[x, f, "zero"] for x in values])
    agree(formats.encode, [[x, f, "stochastic", "", r] for x, r in zip(values, draws, strict=True)])
    agree(formats.grid_step, [[x, f] for x in values])
    beyond = [x for x in values if not abs(x) < formats.largest(f)]
    for rule in ("saturate", "inf", "nan"):  # an error where the format lacks it
        agree(formats.encode, [[x, f, r, rule] for x in beyond for r in ("nearest", "zero")])


@pytest.mark.parametrize("name", NAMES)
def test_what_libraries_make_of_it(agree, name):
    f = format_row(name)
    agree(casts.cast_outcomes, [[x, f] for x in values_of(name, 1200)])
    far = [300.5, -300.5, 2.0**31, -(2.0**31), 1e10, 465.0, 1e39, math.nan, math.inf, -math.inf]
    agree(casts.cast_outcomes, [[x, f] for x in far])


def test_facts(agree):
    rows = [[format_row(name)] for name in NAMES]
    for function in (
        formats.largest, formats.lowest, formats.smallest, formats.smallest_normal,
        formats.value_count, formats.code_count, formats.has_nan, formats.has_inf,
    ):  # fmt: skip
        agree(function, rows)
    agree(formats.code_of_nan, [row for row in rows if formats.has_nan(row[0])])
    names = [*NAMES, *formats.ALIASES, "", "fp9", "toString", "constructor", "E4M3FN"]
    agree(formats.format_row, [[name] for name in names])


def test_powers_and_exponents(agree):
    agree(formats.power_of_two, [[e] for e in range(-1074, 1024)])
    values = [2.0**e * m for e in range(-1022, 1024) for m in (1.0, 1.0 + 2**-52, 2.0 - 2**-52)]
    agree(formats.exponent_of, [[x] for x in [*values, 5e-324, 1.5e-323, 2.0**-1023]])


def test_bad_options(agree):
    f = format_row("e4m3fn")
    bad = [["up"], ["nearest", "wrap"], ["nearest", "inf"], ["stochastic", "", 1.0]]
    bad += [["stochastic", "", -0.1], ["stochastic", "", math.nan], ["", ""], ["zero", "Nan"]]
    agree(formats.encode, [[1.0, f, *options] for options in bad])
    agree(formats.encode, [[math.nan, format_row(name)] for name in NAMES])
