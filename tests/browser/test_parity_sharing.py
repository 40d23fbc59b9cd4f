"""The playground's matrices, counts and words are the same in Python and in JavaScript."""

import json
import re

import compile_js
import pytest

from lowbit import matrices, outliers, sharing
from lowbit.blocks import quantize_matrix
from lowbit.losses import losses
from lowbit.scale_words import layer_bits, scale_answer, value_steps
from lowbit.settings import SETTINGS

MODULES = ["python", "text", "schemes", "formats", "code_fields", "settings", "grids", "scales",
           "blocks", "outliers", "sharing", "losses", "scale_words"]  # fmt: skip
IDS = [one["id"] for one in outliers.MATRICES]
NAMES = [*SETTINGS, "int4-block16", "fp4-g8", "int8-g64-zp", "int4-row-narrow", "nvfp4-a16"]
NONSENSE = ["", "int4", "int4-block0", "int4-blockx", "fp8-block-zp", "toString", "e8m0-row", "-"]


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    text = "".join((compile_js.JS / f"lowbit-{name}.js").read_text("utf-8") for name in MODULES)
    page.add_script_tag(content=re.sub(r"^(import .*|export )", "", text, flags=re.M))
    page.evaluate("(s) => { globalThis.STORED = s }", matrices.stored())
    yield page
    page.close()


def in_js(page, name, cases):
    """The results of a compiled function; an error is its text."""
    script = """([name, cases]) => JSON.stringify(JSON.parse(cases).map((a) => {
        try { return globalThis[name](...a.map((x) => (x === "STORED" ? STORED : x))); }
        catch (e) { return e.message.replace(/^ValueError: /, ""); } }))"""
    return json.loads(page.evaluate(script, [name, json.dumps(cases)]))


def python(function, cases):
    out = []
    for case in cases:
        try:
            out.append(function(*case))
        except ValueError as problem:
            out.append(str(problem))
    return json.loads(json.dumps(out))


@pytest.mark.parametrize("function", [outliers.matrix_values, outliers.partner_values])
def test_every_matrix(page, function):
    made = in_js(page, function.__name__, [[name, "STORED"] for name in IDS])
    assert made == [function(name, matrices.stored()) for name in IDS]


def test_sigma(page):
    cases = [[outliers.matrix_values(name, matrices.stored())] for name in IDS]
    assert in_js(page, "sigma_of", cases) == python(outliers.sigma_of, cases)


def test_names_taken_apart_and_put_together(page):
    cases = [[name] for name in [*NAMES, *NONSENSE]]
    assert in_js(page, "parts_of", cases) == python(sharing.parts_of, cases)
    cases = [[name, how, 99.5] for name in [*NAMES, *NONSENSE] for how in ("amax", "mse")]
    assert in_js(page, "named_setting", cases) == python(sharing.named_setting, cases)
    parts = [sharing.parts_of(name) for name in NAMES]
    assert in_js(page, "name_of_parts", [[p] for p in parts]) == [
        sharing.name_of_parts(p) for p in parts
    ]
    cases = [[p, f] for p in parts for f in sharing.FORMAT_NAMES]
    assert in_js(page, "with_format", cases) == python(sharing.with_format, cases)
    cases = [[name, role] for name in NAMES for role in ("weights", "activations")]
    assert in_js(page, "option_words", cases) == python(sharing.option_words, cases)


def side_of(one, x, place, name, how):
    setting = sharing.named_setting(name, how, 99.9)
    made = quantize_matrix(x, outliers.SIZE, outliers.SIZE, setting)
    side = {"setting": setting, "bits": layer_bits(setting), "output": 0.1234}
    return made, side | losses(one, x, made, place)


@pytest.mark.parametrize("name", IDS)
def test_counts_and_the_answer(page, name):
    one = outliers.matrix_row(name)
    for size, pair in [(0.0, ["w4a16-g32", None]), (50.0, ["int4-tensor", "nvfp4"]),
                       (7.0, ["int8-column", "mxfp4"])]:  # fmt: skip
        x = outliers.matrix_values(name, matrices.stored())
        x = outliers.with_outlier(x, outliers.sigma_of(x), 20, 40, size)
        place = 20 * outliers.SIZE + 40 if size else -1
        sides = []
        for setting in pair:
            made, side = side_of(one, x, place, setting, "mse") if setting else ({}, None)
            sides.append(side)
            if setting:
                js = in_js(page, "losses", [[one, x, made, place]])[0]
                assert js == {key: side[key] for key in js}
        case = [one, *sides, place, size]
        assert in_js(page, "scale_answer", [case]) == python(scale_answer, [case])


def test_one_value_step_by_step(page):
    x = outliers.matrix_values("weights", matrices.stored())
    cases = []
    for name in ("nvfp4", "w4a16-g128-zp", "fp8-row", "mxfp4"):
        setting = sharing.named_setting(name, "amax", 99.9)
        made = quantize_matrix(x, 64, 64, setting)
        zero = made["zeros"][0] if made["zeros"] else 0
        found = {"scale": made["scales"][0], "tensor_scale": made["tensor_scale"], "zero": zero,
                 "setting": setting}  # fmt: skip
        cases += [[x[i], made["values"][i], made["codes"][i], 1.5, found] for i in range(3)]
    assert in_js(page, "value_steps", cases) == python(value_steps, cases)
