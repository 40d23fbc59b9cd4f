"""Python and JavaScript give the same answers: every result, text and error, in a real browser.

Numbers agree to a relative 1e-12 (the power function may differ in the last bit), everything else
exactly. The inputs are drawn from a fixed seed; corners are listed.
"""

import json
import math
import random
import re

import compile_js
import pytest

from lowbit import answer, lookup, measured, roofline, schemes, speed, text
from lowbit.hardware import gpus

JS_MODULES = [f"lowbit-{name}.js" for name in ("python", *compile_js.MODULES)]
RUNGS = ["ideal", "L1", "L2", "L3", "L4"]
RANDOM_CASES = 12_000
FIELDS = ("id", "name", "vendor", "hbm_bytes_per_s", "flops_per_s", "no_path", "sms", "status")
GPUS = [{field: gpu[field] for field in FIELDS} for gpu in gpus()]  # what the formulas read


@pytest.fixture(scope="module")
def in_js(browser):
    """Call a compiled function on a list of argument lists; errors come back as {"error": text}."""
    page = browser.new_page()
    text = "".join((compile_js.JS / name).read_text("utf-8") for name in JS_MODULES)
    page.add_script_tag(content=re.sub(r"^(import .*|export )", "", text, flags=re.M))

    def call(name, cases):
        script = """([name, cases]) => JSON.stringify(JSON.parse(cases).map((a) => {
            try { return globalThis[name](...a); }
            catch (e) { return { error: e.message.replace(/^ValueError: /, "") }; } }))"""
        return json.loads(page.evaluate(script, [name, json.dumps(cases)]))

    yield call
    page.close()


def in_python(function, cases):
    out = []
    for case in cases:
        try:
            out.append(function(*case))
        except ValueError as problem:
            out.append({"error": str(problem)})
    return out


def difference(a, b, where=""):
    """Where two results differ, or "" when they agree."""
    if isinstance(a, dict) and isinstance(b, dict):
        if a.keys() != b.keys():
            return f"{where}: fields {a.keys() ^ b.keys()}"
        found = [difference(a[k], b[k], f"{where}.{k}") for k in a]
        return next((f for f in found if f), "")
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next((f for f in map(difference, a, b, [where] * len(a)) if f), "")
    if isinstance(a, float | int) and isinstance(b, float | int) and not isinstance(a, bool):
        return "" if math.isclose(a, b, rel_tol=1e-12) else f"{where}: {a!r} {b!r}"
    return "" if a == b else f"{where}: {a!r} {b!r}"


def agree(in_js, name, function, cases):
    python = json.loads(json.dumps(in_python(function, cases)))
    for case, p, j in zip(cases, python, in_js(name, cases), strict=True):
        assert not difference(p, j), f"{name}{tuple(case)}: {difference(p, j)}"


def constants(draw, rung):
    c = {"e_bw": draw.uniform(0.3, 0.98), "e_fl": draw.uniform(0.2, 0.95)}
    c |= {"t0_us": draw.uniform(0, 20), "median_error": 0.05, "p90_error": 0.2}
    if rung != "L1":
        c |= {"ns_per_k": draw.choice([0.0, draw.uniform(0, 4)]), "p": draw.uniform(1, 8)}
    if rung == "L4":
        c |= {"tm_min": draw.choice([16, 64, 128]), "tm_max": draw.choice([64, 128, 256])}
        c |= {"tn": draw.choice([64, 128]), "split": draw.choice([1, 2, 4])}
    if rung in ("L3", "L4") and draw.random() < 0.3:
        c["gemv"] = {"e_bw": draw.uniform(0.8, 0.98), "share": draw.uniform(0.1, 0.6), "t0_us": 7.5}
    return c


def a_case(draw):
    """Arguments of speed.gemm: a real GPU, any format, a random layer and rung."""
    size = lambda top: int(math.exp(draw.uniform(0, math.log(top))))  # noqa: E731
    names = [*schemes.MENU, "fp8", f"w4a16-g{draw.choice([1, 16, 32, 64, 4096])}"]
    rung = draw.choice(RUNGS)
    fit = None if draw.random() < 0.2 else {"rungs": {r: constants(draw, r) for r in RUNGS}}
    knobs = {} if draw.random() < 0.7 else {"t0_us": draw.uniform(0, 30)}
    gpu = draw.choice(GPUS)
    return [size(1e5), size(3e5), size(1e5), gpu, draw.choice(names), fit, rung, knobs]


def test_random_matmuls(in_js):
    draw = random.Random(20261130)
    for _ in range(RANDOM_CASES // 1000):  # in pieces, so that one message stays small
        agree(in_js, "gemm", speed.gemm, [a_case(draw) for _ in range(1000)])


def test_words_of_random_matmuls(in_js):
    draw = random.Random(7)
    answers, formulas = [], []
    for _ in range(1500):
        a, b = a_case(draw), a_case(draw)
        b[0:4] = a[0:4]
        one, two = speed.gemm(*a), speed.gemm(*b)
        answers.append([a[0], one, two if draw.random() < 0.8 else None])
        formulas.append([one, a[3]])
    agree(in_js, "answer", answer.answer, answers)
    agree(in_js, "formula", answer.formula, formulas)
    agree(in_js, "band", speed.band, [[one] for one, _ in formulas])


def test_corners(in_js):
    sizes = [1, 2, 15, 16, 17, 127, 128, 129, 255, 256, 257, 16384, 10_000_000]
    fit = {"rungs": {r: constants(random.Random(1), r) for r in RUNGS}}
    cases = [
        [m, n, k, gpu, name, fit, "L4", {}]
        for m in sizes for n, k in [(1, 1), (1, 10_000_000), (8192, 8192), (130, 129)]
        for gpu in GPUS[::4] for name in schemes.MENU
    ]  # fmt: skip
    agree(in_js, "gemm", speed.gemm, cases)


def test_bad_input_gives_the_same_sentence(in_js):
    gpu = GPUS[0]
    bad = [0, -1, 1.5, None, 10_000_001]
    cases = [[m, 8, 8, gpu, "bf16", None, "ideal", {}] for m in bad]
    cases += [[8, m, 8, gpu, "bf16", None, "ideal", {}] for m in bad]
    cases += [[8, 8, 8, gpu, n, None, "ideal", {}] for n in ["", "toString", "w4a16-g", "w4a16-g0"]]
    agree(in_js, "gemm", speed.gemm, cases)
    assert all("error" in got for got in in_js("gemm", cases))


def test_numbers_as_text(in_js):
    draw = random.Random(5)
    xs = [draw.choice([-1, 1]) * 10 ** draw.uniform(-12, 18) for _ in range(4000)]
    xs += [0, 1, 9.995, 0.5, 999.5, 99999.5, 1e6, 999999, 0.0001, 0.00009999, 1e22]
    agree(in_js, "sig", text.sig, [[x, n] for x in xs for n in (1, 2, 3, 5)])
    for f in ("duration", "percent", "bytes_text", "flops_text"):
        agree(in_js, f, getattr(text, f), [[abs(x)] for x in xs[:1000]])


def test_roofline_helpers(in_js):
    cases = [
        [i, n, k, schemes.scheme(name), bits]
        for i in (0.01, 1, 150, 1e6) for n, k in [(1, 1), (8192, 4096)]
        for name in schemes.MENU for bits in (4, 8, 16)
    ]  # fmt: skip
    agree(in_js, "m_at_intensity", roofline.m_at_intensity, cases)


def test_lookup_of_every_set(in_js):
    c, t = measured.constants(), measured.times()
    ids = [g["id"] for g in GPUS]
    agree(in_js, "engines_of", lookup.engines_of, [[c, i] for i in ids])
    engines = ["", "vllm", "TensorRT-LLM", "nothing"]
    agree(in_js, "resolve_engine", lookup.resolve_engine, [[c, i, e] for i in ids for e in engines])
    shapes = [(1, 1), (8192, 8192), (28672, 4096), (4096, 14336), (100000, 3)]
    agree(
        in_js,
        "nearest_shape",
        lookup.nearest_shape,
        [[s, n, k] for s in t["sets"] for n, k in shapes],
    )
