"""What a value becomes, and the words about it, are the same in Python and in JavaScript."""

import json
import math
import random
import re

import compile_js
import pytest

from lowbit import code_fields, code_words, format_card, numbers_typed, stored
from lowbit.formats import FORMATS, code_count, format_row, has_inf, has_nan

MODULES = ["python", "text", "formats", "casts", "numbers_typed", "code_fields", "stored",
           "code_words", "format_card"]  # fmt: skip
SPECIAL = [0.0, -0.0, math.inf, -math.inf, math.nan]
TO_JSON = """(v) => JSON.stringify(v, (key, x) => typeof x !== "number" ? x
  : Number.isNaN(x) ? "nan" : Object.is(x, -0) ? "-0" : Number.isFinite(x) ? x : x > 0 ? "inf" : "-inf")"""


@pytest.fixture(scope="module")
def in_js(browser):
    """Call a compiled function on a list of argument lists, numbers written as texts."""
    page = browser.new_page()
    text = "".join((compile_js.JS / f"lowbit-{name}.js").read_text("utf-8") for name in MODULES)
    page.add_script_tag(content=re.sub(r"^(import .*|export )", "", text, flags=re.M))

    def call(name, cases):
        script = f"""([name, cases]) => {{
          const number = (a) => a && a.number !== undefined ? Number(a.number) : a;
          const out = JSON.parse(cases).map((a) => {{
            try {{ return globalThis[name](...a.map(number)); }}
            catch (e) {{ return {{ error: e.message.replace(/^ValueError: /, "") }}; }} }});
          return ({TO_JSON})(out); }}"""
        return json.loads(page.evaluate(script, [name, json.dumps(cases)]), parse_int=float)

    yield call
    page.close()


def number(x):
    """A float as JSON carries it to the page: Number(text) gives it back exactly."""
    return {"number": repr(x).replace("inf", "Infinity").replace("nan", "NaN")}


def plain(value):
    """A result as TO_JSON writes it and json reads it: all numbers floats, NaN and -0 as words."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, bool) or not isinstance(value, float | int):
        return value
    if not math.isfinite(value):
        return str(value)
    return "-0" if value == 0 and math.copysign(1, value) < 0 else float(value)


def in_python(function, cases):
    out = []
    for case in cases:
        try:
            out.append(plain(function(*case)))
        except ValueError as problem:
            out.append({"error": str(problem)})
    return out


def agree(in_js, function, cases):
    wanted = in_python(function, cases)
    sent = [[number(a) if isinstance(a, float) else a for a in case] for case in cases]
    got = in_js(function.__name__, sent)
    for case, p, j in zip(cases, wanted, got, strict=True):
        assert p == j, f"{function.__name__}{case[:1]}"


def values(f, draw):
    """Values over the whole range of a format and beyond it, its own values and midpoints."""
    top = math.log2(stored.largest(f)) + 2
    some = [draw.choice([-1, 1]) * 2.0 ** draw.uniform(max(top - 40, -300), top) for _ in range(60)]
    codes = [draw.randrange(code_count(f)) for _ in range(40)]
    own = [stored.decode(code, f) for code in codes]
    ends = [stored.stored_code(code, f, 0.0) for code in codes]
    halves = [(one["value"] + one["above"]) / 2 for one in ends if one["above"] is not None]
    return some + own + halves + SPECIAL


def answers(f, draw):
    rules = ["saturate"] + ["inf"] * has_inf(f) + ["nan"] * has_nan(f)
    for x in values(f, draw):
        for rounding in ("nearest", "zero", "stochastic"):
            yield x, repr(x), f, rounding, draw.choice(rules), draw.choice([0.0, 3.2, 448.0])


@pytest.mark.parametrize("name", FORMATS)
def test_values_and_sentences(in_js, name):
    f, draw = format_row(name), random.Random(name)
    cases = list(answers(f, draw))
    agree(in_js, code_words.typed_answer, cases)
    agree(in_js, stored.stored, [[x, *rest] for x, _, *rest in cases])
    places = [[x, f, up] for x, *_ in cases if math.isfinite(x) for up in (True, False)]
    agree(in_js, stored.first_value, places)


@pytest.mark.parametrize("name", FORMATS)
def test_codes_and_their_parts(in_js, name):
    f, draw = format_row(name), random.Random(name)
    count = code_count(f)
    codes = range(count) if count <= 256 else [draw.randrange(count) for _ in range(300)]
    agree(in_js, code_words.code_answer, [[c, f, amax] for c in codes for amax in (0.0, 448.0)])
    agree(in_js, stored.stored_code, [[c, f, 3.2] for c in codes])
    for function in (code_fields.bits_text, code_fields.code_text, code_fields.field_words):
        agree(in_js, function, [[c, f] for c in codes])
    agree(in_js, code_fields.formula_pieces, [[c, f, s] for c in codes for s in (1.0, 0.25)])
    agree(in_js, code_fields.read_as, [[c, f] for c in codes])
    agree(in_js, format_card.format_card, [[f]])
    agree(in_js, stored.count_of_sign, [[f, 1], [f, -1]])


def test_typed_numbers(in_js):
    draw = random.Random(8)
    texts = ["", " ", "abc", "1/0", "1e400", "1e-400", "-0", "−0", "0x1.8p-3", "65,504", "2,5",
             "8,19,2", "1/3", "1 / -3", "inf", "-inf", "nan", "NaN/2", "0x", "0x1p1024", "e5", ".",
             "0x1p-1074", "0x1.00000000000001", "1_0", "1e+", "+7", "--1", "∞", "٣", "0/0"]  # fmt: skip
    for _ in range(2000):
        x = draw.choice([-1, 1]) * 2.0 ** draw.uniform(-1074, 1023)
        texts += [repr(x), x.hex(), f"{draw.randrange(10**6)}/{draw.randrange(1, 10**6)}"]
    alphabet = "0123456789.,-+ex/p abfin"
    texts += ["".join(draw.choices(alphabet, k=draw.randrange(1, 8))) for _ in range(4000)]
    agree(in_js, numbers_typed.typed_number, [[text] for text in texts])


def test_numbers_as_text(in_js):
    draw = random.Random(9)
    xs = [draw.choice([-1, 1]) * 2.0 ** draw.uniform(-1074, 1023) for _ in range(1000)] + SPECIAL
    xs += [2.0**k for k in range(-160, 130)]
    agree(in_js, code_fields.number_text, [[x, n] for x in xs for n in (4, 6, 9)])
