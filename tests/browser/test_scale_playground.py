"""The scale playground in a real browser: settings, the outlier, pictures, links, saving."""

import csv
import io
import re
from xml.etree import ElementTree

import numpy as np
import pytest
from test_accessibility import findings
from test_roofline_explorer import CLASHES, OPEN, SHORT_TEXT, link_of, saved

from lowbit import matrices, outliers
from lowbit.blocks import output_error
from lowbit.losses import losses
from lowbit.outliers import MATRICES, SIZE
from lowbit.scale_words import layer_bits, scale_answer
from lowbit.scaling import quantize
from lowbit.sharing import FORMAT_NAMES, RECIPES_OF, SHARINGS, named_setting
from widgets import ScalePlayground

ANSWER, PICTURE = ".lp-answer", ".lp-picture"
PAIR = {"setting": "w4a16-g32", "compare": "int4-tensor", "outlier": 50}
TEXTS = """() => [...document.querySelectorAll('.lp-w p, .lp-w text, .lp-w td, .lp-w output, .lp-w pre')]
  .map((e) => e.textContent)"""


def said(page):
    return page.locator(ANSWER).first.inner_text()


def side_of(matrix, name, choose, x, place):
    """One setting, computed with lowbit.scaling."""
    setting = named_setting(name, choose, 99.9)
    made = quantize(x, setting)
    one = outliers.matrix_row(matrix)
    flat = {"values": made["values"].ravel().tolist(), "codes": made["codes"].ravel().tolist(),
            "block": made["block"]}  # fmt: skip
    other = matrices.partner(matrix).ravel().tolist()
    pair = [x.ravel().tolist(), other, flat["values"], other]
    if one["role"] == "weights":
        pair = [pair[1], pair[0], pair[3], pair[2]]
    side = {"setting": setting, "bits": layer_bits(setting)}
    side["output"] = output_error(*pair, SIZE, SIZE, SIZE)
    return side | losses(one, x.ravel().tolist(), flat, place)


def wanted(matrix="weights", setting="w4a16-g32", compare="", outlier=0.0, row=20, col=40,
           choose="amax"):  # fmt: skip
    """The answer from Python."""
    x = matrices.matrix(matrix).copy()
    sigma = outliers.sigma_of(x.ravel().tolist())
    place = row * SIZE + col if outlier else -1
    if outlier:
        x[row, col] = sigma * outlier
    names = [(setting, choose), (compare, "amax")]
    sides = [side_of(matrix, n, how, x, place) if n else None for n, how in names]
    answer = scale_answer(outliers.matrix_row(matrix), *sides, place, outlier)
    return "".join(piece["text"] for piece in answer["claim"])


def menu(page, name, nth=0):
    return page.get_by_label(name, exact=True).nth(nth)


def slide(page, name, value):
    page.get_by_role("slider", name=re.compile(f"^{name}")).evaluate(
        "(e, v) => { e.value = v; e.dispatchEvent(new Event('input', { bubbles: true })); }", value
    )


@pytest.fixture
def playground(page, show):
    return show(page, ScalePlayground())


@pytest.fixture
def pair(page, show):
    return show(page, ScalePlayground(**PAIR))


# ---- what it says ----


@pytest.mark.parametrize("matrix", [one["id"] for one in MATRICES])
@pytest.mark.parametrize(
    "setting", ["int4-tensor", "w4a16-g32-zp", "fp8-row", "mxfp4", "nvfp4", "nf4"]
)
def test_the_answer_is_python_s(page, show, matrix, setting):
    show(page, ScalePlayground(matrix=matrix, setting=setting))
    assert said(page) == wanted(matrix, setting)


@pytest.mark.parametrize("choose", ["percentile", "mse"])
def test_other_ways_to_choose_the_scale(page, show, choose):
    show(page, ScalePlayground(matrix="heavy", setting="int4-tensor", choose=choose))
    assert said(page) == wanted("heavy", "int4-tensor", choose=choose)


def test_two_settings_beside_an_outlier(pair):
    assert said(pair) == wanted(**PAIR)
    assert "31 of 31 became 0, against 4,0" in pair.locator(".lp-note").inner_text()


def test_all_numbers_are_those_of_lowbit_scaling(pair):
    pair.evaluate(OPEN)
    rows = pair.locator(".lp-all tbody tr").evaluate_all(
        "all => all.map((r) => [...r.cells].map((c) => c.innerText))"
    )
    shown = {row[0]: row[1:] for row in rows}
    x = matrices.matrix("weights").copy()
    x[20, 40] = outliers.sigma_of(x.ravel().tolist()) * 50
    made = [quantize(x, name) for name in ("w4a16-g32", "int4-tensor")]
    assert shown["bits per value, 4,096 × 4,096 layer"] == ["4.5", "4"]
    assert shown["SQNR"] == [f"{one['sqnr_db']:.4g} dB" for one in made]
    zeros = [int(np.sum((one["values"] == 0) & (x != 0))) for one in made]
    assert shown["values that became 0"] == [f"{n:,}" for n in zeros]
    assert shown["scales"] == ["128", "1"]
    for text, one in zip(shown["relative RMSE"], made, strict=True):
        assert float(text.rstrip("%")) == pytest.approx(100 * one["relative_rmse"], rel=5e-3)


def test_one_value_is_followed_step_by_step(pair):
    pair.evaluate(OPEN)
    steps = pair.locator("pre").inner_text()
    assert steps.startswith("row 20, column 40: x = ")
    assert "scale s = " in steps
    assert "code 7" in steps  # the outlier itself is the largest code in both


# ---- settings ----


def test_every_setting_that_the_menus_offer_is_drawn(pair):
    pair.evaluate(OPEN)
    for format in FORMAT_NAMES:
        menu(pair, "Format").select_option(format)
        for sharing in [*SHARINGS, *RECIPES_OF.get(format, [])]:
            menu(pair, "One scale per").select_option(sharing)
            bad = [
                t
                for t in pair.evaluate(TEXTS)
                if re.search(r"NaN|undefined|null|\[object|Infin", t)
            ]
            assert bad == [], (format, sharing)
            assert menu(pair, "One scale per").input_value() == sharing


def test_another_format_keeps_who_shares(pair):
    menu(pair, "Format").select_option("e2m1")
    assert said(pair).startswith("FP4 E2M1 with one scale per 32 inputs costs 4.5 bits")
    menu(pair, "One scale per").select_option("nvfp4")
    assert "one E4M3 scale per 16 inputs" in said(pair)
    menu(pair, "Format").select_option("int8")
    assert "one scale per 32 inputs" in said(pair)


def test_a_zero_point_is_for_integers(playground):
    zero = playground.get_by_label("Zero point").first
    zero.check()
    assert "one scale and zero point per 32 inputs costs 4.625 bits" in said(playground)
    menu(playground, "Format").select_option("e2m1")
    assert zero.is_hidden()


def test_a_scale_that_no_matmul_can_use_says_so(playground):
    menu(playground, "One scale per").select_option("column")
    assert "the matmul cannot use" in playground.locator(".lp-note").inner_text()


def test_compare_opens_and_closes_the_second_setting(playground):
    compare = playground.get_by_label("Compare with B")
    assert menu(playground, "Format", 1).is_hidden()
    compare.press("Space")
    assert said(playground) == wanted(compare="int4-tensor")
    assert menu(playground, "Format", 1).is_visible()
    menu(playground, "Format", 1).select_option("e4m3fn")
    assert said(playground) == wanted(compare="e4m3fn-tensor")
    compare.press("Space")
    assert said(playground) == wanted()


def test_the_percentile_is_a_slider_of_its_own(playground):
    assert playground.get_by_label("Percentile").is_hidden()
    menu(playground, "Scale chosen by").select_option("percentile")
    slide(playground, "Percentile", 95)
    assert "(percentile 95)" in said(playground)


def test_the_other_operand_can_be_rounded_too(playground):
    before = playground.locator(".lp-reason").inner_text()
    menu(playground, "Other operand of x·Wᵀ").select_option("mxfp4")
    assert playground.locator(".lp-reason").inner_text() != before
    assert said(playground) == wanted()  # the error of the weights is their own


# ---- the outlier ----


def place(page):
    return page.locator(f"{PICTURE} [role=slider]")


def test_the_outlier_is_put_in_with_the_main_slider(playground):
    slide(playground, "Size of the outlier", 50)
    assert said(playground) == wanted(outlier=50)
    assert "50σ" in playground.locator(PICTURE).text_content()


def test_the_outlier_is_moved_and_sized_by_keys(pair):
    point = place(pair)
    point.focus()
    assert point.get_attribute("aria-valuetext") == "row 20, column 40, outlier of 50 σ"
    for key, where in [("ArrowRight", (20, 41)), ("ArrowDown", (21, 41)), ("ArrowUp", (20, 41)),
                       ("Home", (20, 0)), ("ArrowLeft", (20, 0)), ("End", (20, 63))]:  # fmt: skip
        pair.keyboard.press(key)
        words = f"row {where[0]}, column {where[1]}, outlier of 50 σ"
        assert point.get_attribute("aria-valuetext") == words
    assert said(pair) == wanted(**PAIR, row=20, col=63)
    pair.keyboard.press("PageUp")
    assert said(pair) == wanted(**PAIR | {"outlier": 55}, row=20, col=63)
    pair.keyboard.press("PageDown")
    pair.keyboard.press("PageDown")
    assert point.get_attribute("aria-valuetext").endswith("outlier of 45 σ")
    assert pair.evaluate("document.activeElement.getAttribute('role')") == "slider"


def test_the_outlier_is_dragged(pair):
    box = place(pair).locator(".lp-hit").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    pair.mouse.move(x, y)
    pair.mouse.down()
    pair.mouse.move(x - 60, y + 40, steps=4)
    pair.mouse.up()
    row, col = (int(n) for n in re.findall(r"\d+", place(pair).get_attribute("aria-valuetext"))[:2])
    assert row > 20
    assert col < 40
    assert said(pair) == wanted(**PAIR, row=row, col=col)
    pair.mouse.move(x, y)
    assert said(pair) == wanted(**PAIR, row=row, col=col)


def test_row_and_column_have_sliders_too(pair):
    slide(pair, "Row", 0)
    slide(pair, "Column", 63)
    assert said(pair) == wanted(**PAIR, row=0, col=63)


# ---- pictures ----


def lost_squares(page):
    """How many small squares (values that became 0) each panel has."""
    return page.locator(f"{PICTURE} g[transform]").evaluate_all("""all => all.map((g) =>
      [...g.querySelectorAll("path[stroke-width='0.5']")]
        .reduce((n, p) => n + p.getAttribute("d").split("M").length - 1, 0))""")


def test_the_error_map_marks_the_values_that_became_0(pair):
    zeros = re.search(r"Became 0: ([\d,]+) values, against ([\d,]+)",
                      pair.locator(".lp-reason").inner_text())  # fmt: skip
    assert lost_squares(pair)[-2:] == [int(n.replace(",", "")) for n in zeros.groups()]


def test_codes_used_shows_a_bar_for_each_code_in_use(page, show):
    show(page, ScalePlayground(setting="fp4-tensor", outlier=50, picture="values"))
    bars = page.locator(f"{PICTURE} .lp-bars").get_attribute("d").count("M")
    used = int(re.search(r"(\d+) of 16 codes used", page.locator(PICTURE).text_content()).group(1))
    assert used - 1 <= bars <= used  # 0 and −0 are one bar


def test_the_picture_is_its_own_matrix(playground):
    playground.get_by_role("radio", name="As a picture").check()
    assert said(playground) == wanted("image")
    assert menu(playground, "Matrix").input_value() == "image"
    greys = playground.locator(f"{PICTURE} g[transform]").evaluate_all(
        "all => all.map((g) => new Set([...g.querySelectorAll('path')].map((p) => p.style.stroke)).size)"
    )
    assert greys[0] > greys[1]  # posterised
    assert greys[1] > 4
    playground.get_by_role("radio", name="Error map").check()
    assert said(playground) == wanted()


@pytest.mark.parametrize(
    ("setting", "lines"),
    [
        ("int4-g16", (63, 3)),
        ("int4-row", (63, 0)),
        ("int4-block16", (3, 3)),
        ("int4-tensor", (0, 0)),
    ],
)
def test_block_borders_are_where_the_blocks_end(page, show, setting, lines):
    show(page, ScalePlayground(setting=setting))
    paths = page.locator(f"{PICTURE} .lp-border").evaluate_all(
        "all => all.map((p) => p.getAttribute('d'))"
    )
    rows = sum(d.count("h") for d in paths)
    columns = sum(d.count("v") for d in paths)
    assert (rows, columns) == lines
    page.get_by_label("Block borders").uncheck()
    assert page.locator(f"{PICTURE} .lp-border").count() == 0


STATES = [{}, PAIR, {"setting": "nvfp4", "compare": "mxfp4", "picture": "values"},
          {"picture": "image", "compare": "int4-block16"}, {"picture": "values", "setting": "int8"},
          {"matrix": "outlier-channel", "setting": "int8-column", "compare": "int8-row", "outlier": 100,
           "row": 0, "col": 63}]  # fmt: skip


@pytest.mark.parametrize("width", [1200, 390, 320])
@pytest.mark.parametrize("state", STATES, ids=range(len(STATES)))
def test_labels_do_not_cover_each_other(page, show, width, state):
    page.set_viewport_size({"width": width, "height": 900})
    show(page, ScalePlayground(**state))
    assert page.evaluate(CLASHES) == []
    assert min(page.evaluate(SHORT_TEXT)) >= 11
    page.evaluate(OPEN)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# ---- links and bad states ----


@pytest.mark.parametrize("state", [
    PAIR | {"row": 3, "col": 61}, {"matrix": "activations", "setting": "nvfp4", "other": "fp8-row"},
    {"setting": "int4-block16", "choose": "percentile", "percentile": 97.5, "borders": False},
    {"picture": "image", "compare": "nf4", "compare_choose": "mse"}])  # fmt: skip
def test_a_link_brings_the_same_picture_back(page, show, context, state):
    show(page, ScalePlayground(**state))
    other = show(context().new_page(), ScalePlayground(setting="int8"), hash=link_of(page))
    other.get_by_text(said(page)).first.wait_for()
    assert other.locator(PICTURE).inner_html() == page.locator(PICTURE).inner_html()


@pytest.mark.parametrize(
    "query",
    [
        "matrix=<img src=x onerror=alert(1)>&setting=%3Cscript%3E",
        "setting=int4-block0&compare=int4-block99999999&other=e8m0-row",
        "__proto__.x=1&constructor=2&matrix=toString&choose=valueOf&picture=__proto__",
        "row=1e9&col=-1&setting=&percentile=abc&row=NaN",
    ],
)
def test_a_hostile_link_leaves_a_picture(page, show, query):
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    show(page, ScalePlayground(), hash="#scale-playground?" + query)
    assert page.evaluate("({}).x") is None
    assert page.locator(".lp-w img, .lp-w script").count() == 0
    assert said(page) == wanted()


def test_reset_returns_to_the_author_s_state(pair):
    first = said(pair)
    menu(pair, "Format").select_option("nf4")
    slide(pair, "Size of the outlier", 0)
    pair.get_by_role("radio", name="Codes used").check()
    pair.get_by_role("button", name="Reset").click()
    assert said(pair) == first
    assert place(pair).is_visible()


# ---- saving ----


def test_saved_svg_stands_alone(pair):
    name, data = saved(pair, "Save SVG")
    assert name == "scales-weights-w4a16-g32-int4-tensor.svg"
    root = ElementTree.fromstring(data)
    texts = " ".join(e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "One scale per 32 inputs costs 4.5 bits" in texts
    assert "all-MiniLM-L6-v2" in texts
    assert b"class=" not in data
    assert b"var(--" not in data


def test_saved_png_is_a_picture(pair):
    name, data = saved(pair, "Save PNG")
    assert name.endswith(".png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"


def test_saved_csv_holds_every_value_of_both_settings(pair):
    _, data = saved(pair, "Save CSV")
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert len(rows) == 2 * SIZE * SIZE
    x = matrices.matrix("weights").copy()
    x[20, 40] = outliers.sigma_of(x.ravel().tolist()) * 50
    for i, name in enumerate(("w4a16-g32", "int4-tensor")):
        part = rows[i * SIZE * SIZE :][: SIZE * SIZE]
        made = quantize(x, name)
        assert np.array_equal(np.float32([r["stored"] for r in part]), made["values"].ravel())
        assert np.array_equal(np.int64([r["code"] for r in part]), made["codes"].ravel())


# ---- where it stands ----


@pytest.mark.parametrize("picture", ["error", "values", "image"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(context, show, theme, picture):
    page = context(viewport={"width": 390, "height": 900}).new_page()
    show(page, ScalePlayground(picture=picture, **PAIR))
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    page.evaluate("document.body.style.background = 'var(--lp-bg)'")
    page.evaluate(OPEN)
    assert findings(page) == []


def test_every_control_is_large_enough_for_a_finger(context, show):
    page = context(viewport={"width": 390, "height": 800}).new_page()
    show(page, ScalePlayground(**PAIR))
    low = page.evaluate(
        """() => {
          const kinds = "button,select,summary,.lp-range,.lp-field,.lp-segment label";
          return [...document.querySelectorAll(`.lp-w :is(${kinds})`)].filter((e) => e.offsetParent)
            .map((e) => [e.textContent, e.getBoundingClientRect().height])
            .filter(([, height]) => height < 40); }"""
    )
    assert low == []


def test_two_on_a_page_do_not_disturb_each_other(page, show):
    show(page, ScalePlayground(), ScalePlayground(setting="nvfp4", outlier=20))
    first, second = page.locator(".lp-w").all()
    second.get_by_label("Compare with B").check()
    second.get_by_role("radio", name="Codes used").check()
    assert first.locator(ANSWER).inner_text() == wanted()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))


def test_print_shows_the_picture_and_hides_the_controls(playground):
    playground.emulate_media(media="print")
    assert playground.locator(f"{PICTURE} svg").is_visible()
    for hidden in (".lp-controls", ".lp-tools"):
        assert playground.locator(hidden).first.is_hidden()


def test_without_javascript_the_still_block_stands_there(context, show):
    page = context(java_script_enabled=False).new_page()
    show(page, ScalePlayground(), ready=False)
    assert page.locator(".lp-fallback svg, .lp-fallback p").first.is_visible()
