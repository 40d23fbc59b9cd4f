"""lowbit.blocks in Chromium gives the same codes, scales and values as in Python, to the last bit.

64×64 matrices as the widget draws them, random and adversarial, with every setting.
"""

import json
import math
import re

import compile_js
import numpy as np
import pytest
from matrices_for_blocks import matrices
from matrices_for_blocks import settings as all_settings

from lowbit import blocks, scaling, settings
from lowbit.scaling import quantize

MODULES = ["python", "schemes", "formats", "settings", "grids", "scales", "blocks"]
EACH = all_settings()
MATRICES = matrices(64, 64)
EXACT = ("codes", "values", "scales", "zeros", "tensor_scale", "max_error", "effective_bits")


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    text = "".join((compile_js.JS / f"lowbit-{name}.js").read_text("utf-8") for name in MODULES)
    page.add_script_tag(content=re.sub(r"^(import .*|export )", "", text, flags=re.M))
    yield page
    page.close()


def in_js(page, name, cases):
    """The results of a compiled function; an error is its text, infinity the word."""
    script = """([name, cases]) => JSON.stringify(JSON.parse(cases).map((a) => {
        try { return globalThis[name](...a); }
        catch (e) { return e.message.replace(/^ValueError: /, ""); }
    }), (_, v) => (typeof v === "number" && !Number.isFinite(v) ? String(v) : v))"""
    return json.loads(page.evaluate(script, [name, json.dumps(cases)]))


@pytest.mark.parametrize(("i", "what"), list(enumerate(MATRICES)))
def test_every_setting(page, i, what):
    """All settings on the normal matrix, a sixth of them in turn on each of the others."""
    x = MATRICES[what]
    some = EACH if what == "normal" else EACH[i % 6 :: 6]
    made = in_js(page, "quantize_matrix", [[x.ravel().tolist(), 64, 64, s] for s in some])
    for setting, js in zip(some, made, strict=True):
        python = quantize(x, setting)  # held bit for bit to lowbit.blocks in tests/test_blocks.py
        for key in EXACT:
            a, b = np.ravel(np.float64(js[key])), np.ravel(np.float64(python[key]))
            assert np.array_equal(a, b), (setting, key)
        assert float(js["relative_rmse"]) == pytest.approx(python["relative_rmse"], rel=1e-12)
        assert float(js["sqnr_db"]) == pytest.approx(python["sqnr_db"], rel=1e-11)
        assert js["block"] == python["block"]


@pytest.mark.parametrize("shape", [(1, 1), (3, 50), (17, 7)], ids=str)
def test_sizes_that_no_block_divides(page, shape):
    for x in matrices(*shape).values():
        made = in_js(page, "quantize_matrix", [[x.ravel().tolist(), *shape, s] for s in EACH[::3]])
        for setting, js in zip(EACH[::3], made, strict=True):
            python = quantize(x, setting)
            for key in EXACT:
                assert np.array_equal(np.ravel(js[key]), np.ravel(python[key])), (setting, key)


def test_double_quantization(page):
    x = MATRICES["normal"].ravel().tolist()
    setting = settings.setting_of("nf4-dq")
    assert (
        in_js(page, "quantize_matrix", [[x, 64, 64, setting]])[0]["double"]
        == (blocks.quantize_matrix(x, 64, 64, setting)["double"])
    )


def setting_or_error(name):
    try:
        return settings.setting_of(name)
    except ValueError as problem:
        return str(problem)


def test_names_and_bits(page):
    names = [*settings.SETTINGS, "fp8", "int4-g64", "w4a16-g007", "int8-token-narrow", "", "fp8-g0",
             "toString", "fp8-row-zp", "bf16", "e8m0-row", "int4-g1e3", "nf4-a16"]  # fmt: skip
    assert in_js(page, "setting_of", [[n] for n in names]) == [setting_or_error(n) for n in names]
    cases = [[r, c, settings.setting_of(n)] for r, c in [(1, 1), (130, 77), (4096, 14336)]
             for n in settings.SETTINGS]  # fmt: skip
    assert in_js(page, "effective_bits", cases) == [settings.effective_bits(*a) for a in cases]


def test_bad_input_gives_the_same_sentence(page):
    s = settings.setting_of("mxfp4")
    cases = [[[1.0], 1, 2, s], [[], 0, 0, s], [[1e39], 1, 1, s], [[1.0, 2e38], 1, 2, s]]
    cases += [[[1.0], 1, 1, s | change] for change in (
        {"format": "fp12"}, {"scale": "fp64"}, {"choose": "best"}, {"block": [1]}, {"odd": 1},
        {"percentile": 0}, {"zero_point": True}, {"tensor_scale": True}, {"format": "e8m0"})]  # fmt: skip
    for case, js in zip(cases, in_js(page, "quantize_matrix", cases), strict=True):
        with pytest.raises(ValueError, match=re.escape(js)):
            blocks.quantize_matrix(*case)


def test_output_error(page):
    x, w = MATRICES["normal"], MATRICES["one outlier"]
    xq, wq = (scaling.quantize(a, "mxfp4")["values"] for a in (x, w))
    case = [*(a.ravel().tolist() for a in (x, w, xq, wq)), 64, 64, 64]
    js = in_js(page, "output_error", [case])[0]
    assert js == pytest.approx(blocks.output_error(*case), rel=1e-12)
    y, yq = (a.astype(np.float64) @ b.T.astype(np.float64) for a, b in ((x, w), (xq, wq)))
    assert js == pytest.approx(math.sqrt(((y - yq) ** 2).sum() / (y**2).sum()), rel=1e-9)
