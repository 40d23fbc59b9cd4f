"""The bit explorer in a real browser: typed values, bits, pictures, links, bad input, saving."""

import csv
import io
import itertools
import math
import re
from xml.etree import ElementTree

import pytest
from test_accessibility import findings
from test_roofline_explorer import CLASHES, SHORT_TEXT, link_of, saved

from lowbit.code_words import code_answer, typed_answer
from lowbit.formats import FORMATS, code_count, decode, format_row
from lowbit.numbers_typed import typed_number
from lowbit.stored import stored
from widgets import BitExplorer

ANSWER, PICTURE = ".lp-answer", ".lp-picture"
VALUE = "Value 1/3, 0x1.8p-3, inf, nan"
OPEN = "document.querySelectorAll('details').forEach(d => { d.open = true; })"
TEXTS = """() => [...document.querySelectorAll('.lp-w p, .lp-w text, .lp-w td, .lp-w output, .lp-w dd')]
  .map((e) => e.textContent)"""
ATTRIBUTES = """() => [...document.querySelectorAll('.lp-picture *')].flatMap((e) => [...e.attributes])
  .filter((a) => a.name !== 'aria-valuetext' && /NaN|undefined|Infinity/.test(a.value))
  .map((a) => a.name + '=' + a.value)"""
LOWER_TICKS = """all => all.filter((r) => r.y.baseVal.value > 60).map((r) => r.x.baseVal.value)
  .sort((a, b) => a - b)"""


def said(page):
    return page.locator(ANSWER).first.inner_text()


def claim(answer):
    return "".join(piece["text"] for piece in answer["claim"])


def wanted(text, name="e4m3fn", rounding="nearest", rule="saturate", amax=0.0):
    return claim(typed_answer(typed_number(text), text, format_row(name), rounding, rule, amax))


def value_field(page):
    return page.get_by_label(VALUE)


def format_menu(page):
    return page.get_by_label("Format", exact=True)


def bit(page, place):
    return page.get_by_role("button", name=re.compile(f"^bit {place},"))


def bits(page):
    return "".join(page.locator(".lp-bit > span").all_inner_texts())


@pytest.fixture
def explorer(page, show):
    return show(page, BitExplorer())


# ---- typed values ----


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("0x1.8p-3", "0x1.8p-3 (0.1875) is stored exactly in E4M3."),
        ("1/3", "1/3 (0.333333333) becomes 0.34375 in E4M3."),
        ("465", "465 becomes 448 in E4M3."),
        ("-0", "−0 is stored exactly in E4M3."),
        ("−0", "−0 is stored exactly in E4M3."),
        ("inf", "Infinity becomes 448 in E4M3."),
        ("-inf", "Minus infinity becomes −448 in E4M3."),
        ("nan", "NaN is stored exactly in E4M3."),
        ("65,504", "65,504 becomes 448 in E4M3."),
        ("0x1f", "0x1f (31) becomes 32 in E4M3."),
        ("1e-300", "1e-300 becomes 0 in E4M3."),
        ("1e305", "1e305 becomes 448 in E4M3."),
    ],
)
def test_a_typed_value_is_answered(explorer, text, answer):
    value_field(explorer).fill(text)
    assert said(explorer) == answer
    assert explorer.evaluate(ATTRIBUTES) == []


@pytest.mark.parametrize("text", ["", "abc", "1e400", "1/0", "1e-400", "--3", "<b>1</b>"])
def test_bad_input_gets_a_sentence_and_the_picture_stays(explorer, text):
    field = value_field(explorer)
    before = said(explorer), explorer.locator(PICTURE).inner_html()
    field.fill(text)
    problem = explorer.locator(f"#{field.get_attribute('aria-describedby')}")
    assert re.fullmatch(r"✗ .+\.", problem.inner_text())
    assert field.get_attribute("aria-invalid") == "true"
    assert (said(explorer), explorer.locator(PICTURE).inner_html()) == before
    field.fill("2")
    assert problem.is_hidden()
    assert said(explorer) == "2 is stored exactly in E4M3."


def follow(page, state):
    """Put a state into the address and wait until it is drawn."""
    page.evaluate(
        """(state) => new Promise((done) => {
          addEventListener('hashchange', () => requestAnimationFrame(done), { once: true });
          location.hash = 'bit-explorer?' + state; })""",
        state,
    )


@pytest.mark.parametrize("text", ["300", "-0.3", "1e30"])
def test_the_answer_is_python_s_in_every_format(explorer, text):
    for name in FORMATS:
        follow(explorer, f"format={name}&typed={text}")
        assert said(explorer) == wanted(text, name)
        one = stored(typed_number(text), format_row(name), "nearest", "saturate", 0.0)
        assert int(bits(explorer), 2) == one["code"]


@pytest.mark.parametrize("view", ["line", "table", "formats"])
def test_every_format_opens_in_every_picture(explorer, view):
    explorer.evaluate(OPEN)
    for name in FORMATS:
        follow(explorer, f"format={name}&view={view}&typed=0.7")
        texts = explorer.evaluate(TEXTS)
        assert not [text for text in texts if re.search(r"undefined|null|\[object|Infinity", text)]
        said_nan = [text for text in texts if "NaN" in text]
        # only as a code of the table, in what casts make of other values, on the card
        assert all(text == "NaN" or "codes" in text or "NaN in " in text for text in said_nan), name
        assert explorer.evaluate(ATTRIBUTES) == []


def test_halving_keeps_the_error_of_a_float(explorer):  # teaching plan, discovery D1
    for value in ("150", "75", "37.5", "18.75"):
        explorer.get_by_role("button", name="Halve the value").click()
        assert value_field(explorer).input_value() == value
        assert "4% too small" in explorer.locator(".lp-reason").inner_text()
    explorer.get_by_role("button", name="Double the value").press("Enter")
    assert value_field(explorer).input_value() == "37.5"
    value_field(explorer).fill(str(300 / 2**16))
    assert "4% too small" not in explorer.locator(".lp-reason").inner_text()


def test_an_even_ruler_has_nothing_to_say_near_zero(explorer):  # discovery D2
    explorer.get_by_label("Scale (amax)").fill("448")
    value_field(explorer).fill("0.1")
    assert said(explorer) == "0.1 becomes 0.1015625 in E4M3."
    format_menu(explorer).select_option("int8")
    assert said(explorer) == "0.1 becomes 0 in INT8 scaled to 448."


def test_the_bits_do_not_carry_their_meaning(page, show):  # discovery D3
    show(page, BitExplorer(code=0x7E))
    assert said(page) == "Code 0x7E is 448 in E4M3."
    format_menu(page).select_option("e4m3fnuz")
    assert said(page) == "Code 0x7E is 224 in E4M3 FNUZ."
    assert "E4M3 448" in page.locator(".lp-note").inner_text()


# ---- bits ----


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_bits_are_flipped(explorer, how):
    assert bits(explorer) == "01111001"
    one = bit(explorer, 7)
    one.click() if how == "mouse" else (one.focus(), explorer.keyboard.press("Space"))
    assert bits(explorer) == "11111001"
    assert said(explorer) == "Code 0xF9 is −288 in E4M3."
    assert value_field(explorer).input_value() == "-288"
    assert one.get_attribute("aria-pressed") == "true"
    one.click() if how == "mouse" else explorer.keyboard.press("Space")
    assert said(explorer) == "Code 0x79 is 288 in E4M3."
    assert one.get_attribute("aria-pressed") == "false"


def test_minus_zero_keeps_its_sign(page, show):
    show(page, BitExplorer(typed="0"))
    bit(page, 7).click()
    assert said(page) == "Code 0x80 is −0 in E4M3."
    assert value_field(page).input_value() == "-0"


def test_fields_have_a_letter_an_edge_and_a_name_besides_their_colour(explorer):
    assert "".join(explorer.locator(".lp-bit small").all_inner_texts()) == "SEEEEMMM"
    value_field(explorer).fill("0")
    edges = explorer.locator(".lp-bit").evaluate_all(
        "all => all.map(b => getComputedStyle(b).borderTopStyle)"
    )
    assert edges == ["double", *["solid"] * 4, *["dashed"] * 3]
    assert explorer.locator(".lp-bitwords").inner_text().startswith("sign +")


def test_the_formula_holds_the_fields_of_the_code(explorer):
    value_field(explorer).fill("6.5")
    formula = explorer.locator(".lp-bitformula")
    assert formula.text_content() == "(−1)⁰ · 29 − 7 · (1 + 5/8) = 6.5"  # 9 − 7 stands raised
    assert formula.locator("sup").text_content() == "9 − 7"
    assert formula.locator(".lp-b-mantissa").text_content() == "5"


def test_every_bit_of_a_wide_format_can_be_set(page, show):
    show(page, BitExplorer(format="fp32", typed="0"))
    assert page.locator(".lp-bit").count() == 32
    bit(page, 30).click()
    assert said(page) == "Code 0x40000000 is 2 in FP32."
    bit(page, 31).click()
    assert said(page) == "Code 0xC0000000 is −2 in FP32."


def test_a_bit_pattern_without_a_meaning_cannot_be_set(page, show):
    show(page, BitExplorer(format="ternary", typed="1"))
    assert bits(page) == "10"
    bit(page, 0).click()
    assert bits(page) == "10"


def test_nan_where_a_format_has_none(explorer):
    value_field(explorer).fill("nan")
    format_menu(explorer).select_option("e2m1")
    assert said(explorer) == "E2M1 has no NaN."
    assert bits(explorer) == "––––"
    assert "−0 in ml_dtypes 0.6" in explorer.locator(".lp-note").inner_text()
    bit(explorer, 1).click()
    assert said(explorer) == "Code 0x2 is 1 in E2M1."


def test_held_bits_that_a_format_lacks_become_a_value(page, show):
    show(page, BitExplorer(code=0x7E))
    format_menu(page).select_option("e2m1")
    assert said(page) == "448 becomes 6 in E2M1."


# ---- the line ----


def window(page):
    box = page.locator(".lp-window").evaluate("e => [e.x, e.width].map((v) => v.baseVal.value)")
    return box


@pytest.mark.parametrize("scale", ["log", "linear"])
def test_arrow_keys_step_from_value_to_value(page, show, scale):
    show(page, BitExplorer(scale=scale))
    point = page.locator(f"{PICTURE} [role=slider]")
    point.focus()
    for key, text in [("ArrowRight", "320"), ("ArrowUp", "352"), ("ArrowLeft", "320"), ("PageDown", "224"),
                      ("End", "448"), ("ArrowRight", "448"), ("Home", "−448")]:  # fmt: skip
        page.keyboard.press(key)
        assert said(page) == f"{text} is stored exactly in E4M3."
    assert point.get_attribute("aria-valuetext") == "−448, stored as −448"
    assert page.evaluate("document.activeElement.getAttribute('role')") == "slider"


def test_on_a_logarithmic_axis_of_negative_values_right_is_larger_in_size(page, show):
    show(page, BitExplorer(typed="-300"))
    page.locator(f"{PICTURE} [role=slider]").press("ArrowRight")
    assert said(page).startswith("−320 ")
    assert "all 126 negative values" in page.locator(PICTURE).text_content()


@pytest.mark.parametrize("scale", ["log", "linear"])
def test_the_typed_value_is_dragged(page, show, scale):
    show(page, BitExplorer(scale=scale, typed="100", zoom=0.7))
    box = page.locator(f"{PICTURE} [role=slider] .lp-hit").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    near = typed_number(value_field(page).input_value())
    assert near == pytest.approx(100, rel=0.02)  # grabbing does not jump
    before = window(page)
    page.mouse.move(x + 80, y, steps=5)
    page.mouse.up()
    assert typed_number(value_field(page).input_value()) > 102
    assert said(page) == wanted(value_field(page).input_value())
    assert window(page) == before  # the line does not run away under the finger
    after = said(page)
    page.mouse.move(x - 80, y)
    assert said(page) == after


def test_dragging_the_upper_line_moves_the_window_and_not_the_value(explorer):
    box = explorer.locator(f"{PICTURE} svg").bounding_box()
    before, said_before = window(explorer), said(explorer)
    explorer.mouse.move(box["x"] + 200, box["y"] + 30)
    explorer.mouse.down()
    explorer.mouse.move(box["x"] + 300, box["y"] + 100, steps=3)
    explorer.mouse.up()
    after = window(explorer)
    assert abs(after[0] + after[1] / 2 - 300) < 3
    assert after != before
    assert said(explorer) == said_before
    value_field(explorer).fill("3")  # a new value is followed again
    assert window(explorer) != after


def zoom_said(page):
    return page.get_by_label("Zoom in on the value").get_attribute("aria-valuetext")


def test_zoom_by_slider_buttons_keys_and_wheel(explorer):
    slider = explorer.get_by_label("Zoom in on the value")
    slider.press("Home")
    assert zoom_said(explorer) == "all values"
    slider.press("End")
    assert zoom_said(explorer) == "neighbours"
    labels = explorer.locator(f"{PICTURE} svg").text_content()
    assert "288" in labels
    assert "320" in labels
    widths = [window(explorer)[1]]
    explorer.get_by_role("button", name="Zoom out").click()
    widths.append(window(explorer)[1])
    explorer.locator(f"{PICTURE} [role=slider]").press("-")
    widths.append(window(explorer)[1])
    picture = explorer.locator(f"{PICTURE} svg").bounding_box()
    explorer.mouse.move(picture["x"] + 100, picture["y"] + 100)
    explorer.keyboard.down("Control")
    explorer.mouse.wheel(0, 50)
    explorer.keyboard.up("Control")
    explorer.wait_for_function(
        "w => document.querySelector('.lp-window').width.baseVal.value > w", arg=widths[-1]
    )
    widths.append(window(explorer)[1])
    assert widths == sorted(widths)
    explorer.get_by_role("button", name="Zoom in").press("Enter")
    explorer.locator(f"{PICTURE} [role=slider]").press("+")
    assert window(explorer)[1] < widths[-1]


def test_a_plain_wheel_scrolls_the_page(page, show):
    page.set_viewport_size({"width": 800, "height": 300})
    show(page, BitExplorer())
    before = window(page)
    box = page.locator(f"{PICTURE} svg").bounding_box()
    page.mouse.move(box["x"] + 100, min(box["y"] + 20, 280))
    page.mouse.wheel(0, 100)
    page.wait_for_function("scrollY > 50")
    assert window(page) == before


def test_values_thin_out_away_from_zero_on_a_linear_axis(page, show):
    show(page, BitExplorer(scale="linear", zoom=0.0))
    words = page.locator(f"{PICTURE} svg").text_content()
    assert "all 253 values, linear" in words
    assert "32 apart" in words
    assert "16 apart" in words
    left, right, widest = page.locator(".lp-tickmark").evaluate_all("""all => {
      const low = all.filter((r) => r.y.baseVal.value > 60), last = low.slice(-2);
      const gap = (two) => Math.abs(two[1].x.baseVal.value - two[0].x.baseVal.value);
      return [gap(low.slice(0, 2)), gap(last), Math.max(...low.map((r) => r.width.baseVal.value))]; }""")
    assert min(left, right) > 20  # apart at the ends, one block around zero
    assert widest > 20


def test_integers_stand_at_equal_distances(page, show):
    show(page, BitExplorer(format="int4", scale="linear", zoom=0.0, typed="3"))
    at = page.locator(".lp-tickmark").evaluate_all(LOWER_TICKS)
    assert len(at) == 16
    gaps = [b - a for a, b in itertools.pairwise(at)]
    assert max(gaps) - min(gaps) < 0.5


@pytest.mark.parametrize("width", [1200, 390, 320])
def test_labels_do_not_cover_each_other(page, show, width):
    page.set_viewport_size({"width": width, "height": 900})
    show(page, BitExplorer())
    found, small = {}, {}
    for name in FORMATS:
        for more in ("", "&scale=linear", "&zoom=0", "&zoom=1", "&zoom=1&scale=linear", "&typed=465",
                     "&typed=-3.3&zoom=0.8", "&typed=0", "&amax=3.2&typed=1", "&typed=nan"):  # fmt: skip
            state = f"format={name}{more}"
            follow(page, state)
            if clashes := page.evaluate(CLASHES):
                found[state] = clashes
            if min(page.evaluate(SHORT_TEXT)) < 11:
                small[state] = True
    assert found == {}
    assert small == {}


# ---- all codes, all formats ----


def test_the_table_holds_every_code_and_is_stepped_through(page, show):
    show(page, BitExplorer(view="table"))
    cells = page.locator(".lp-codes td")
    assert cells.count() == 256
    assert page.locator(".lp-codes tbody tr").count() == 16
    assert page.locator(".lp-codes td.lp-here").inner_text() == "288"
    here = page.locator(".lp-codes td[tabindex='0']")
    assert here.count() == 1
    here.focus()
    for key, code in [("ArrowRight", 0x7A), ("ArrowDown", 0x8A), ("ArrowUp", 0x7A), ("End", 0x7F),
                      ("ArrowLeft", 0x7E), ("ArrowRight", 0x7F), ("Home", 0x70)]:  # fmt: skip
        page.keyboard.press(key)
        assert said(page) == claim(code_answer(code, format_row("e4m3fn"), 0.0))
        assert page.evaluate("document.activeElement.title") == f"0x{code:02X}"
    page.keyboard.press("ArrowLeft")  # on to the end of the row before
    assert "0x6F" in said(page)
    cells.nth(0x4D).click()
    assert said(page) == "Code 0x4D is 6.5 in E4M3."
    assert bits(page) == "01001101"


def test_the_table_stops_at_its_ends(page, show):
    show(page, BitExplorer(view="table", code=0, format="e2m1"))
    page.locator(".lp-codes td[tabindex='0']").focus()
    for key in ("ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        assert "0x0" in said(page)
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert "0x8 " in said(page)


@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    [("e2m1", 2, 8), ("e3m2", 4, 16), ("ue4m3", 8, 16), ("ternary", 1, 3), ("nf4", 2, 8)],
)
def test_smaller_formats_have_smaller_tables(page, show, name, rows, columns):
    show(page, BitExplorer(view="table", format=name, typed="1"))
    assert page.locator(".lp-codes tbody tr").count() == rows
    assert page.locator(".lp-codes thead th").count() == columns + 1
    assert page.locator(".lp-codes td").count() == code_count(format_row(name))


def test_the_cells_are_the_values_of_the_codes(page, show):
    show(page, BitExplorer(view="table"))
    texts = page.locator(".lp-codes td").all_inner_texts()
    assert [texts[c] for c in (0x00, 0x01, 0x38, 0x4D, 0x7E, 0x7F, 0x80, 0xFE, 0xFF)] == [
        "0", "2⁻⁹", "1", "6.5", "448", "NaN", "−0", "−448", "NaN"]  # fmt: skip
    for code, text in enumerate(texts):
        x = decode(code, format_row("e4m3fn"))
        if "2⁻" not in text and not math.isnan(x):
            assert typed_number(text) == pytest.approx(x, rel=0.06)


def test_a_wide_format_has_no_table_and_the_wish_is_kept(page, show):
    show(page, BitExplorer(view="table", format="bf16"))
    assert page.get_by_role("radio", name="All codes").is_disabled()
    assert page.locator(f"{PICTURE} svg").is_visible()
    format_menu(page).select_option("e5m2")
    assert page.locator(".lp-codes").is_visible()


def rows_of(page):
    """{format label: [bits, value, error]} of the table of all formats, and its notes."""
    rows = page.locator(".lp-all tbody tr:not(.lp-casts)").evaluate_all(
        "all => all.map((r) => [...r.cells].map((c) => c.innerText))"
    )
    return {row[0]: row[1:] for row in rows}


def test_one_value_in_all_formats(page, show):
    show(page, BitExplorer(view="formats", typed="465"))
    rows = rows_of(page)
    assert len(rows) == len(FORMATS)
    assert rows["FP16"] == ["0x5F44", "465", "exact"]
    assert rows["BF16"] == ["0x43E8", "464", "0.22%"]
    assert rows["E4M3"] == ["0 1111 110", "448\nsaturates", "3.7%"]
    assert rows["INT8"] == ["0 1111111", "127\nsaturates", "73%"]
    casts = page.locator(".lp-casts:visible").all_inner_texts()
    assert any("NaN in torch up to 2.11, ml_dtypes 0.6" in text for text in casts)
    value_field(page).fill("nan")
    assert rows_of(page)["E2M1"] == ["–", "has no NaN", ""]
    value_field(page).fill("0.75")
    assert rows_of(page)["E4M3"] == ["0 0110 100", "0.75", "exact"]
    casts = page.locator(".lp-casts:visible").all_inner_texts()
    assert "A bare cast gives 0 in torch 2.13, numpy; 1 in PTX cvt.rni." in casts


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_format_is_chosen_in_the_table(page, show, how):
    show(page, BitExplorer(view="formats"))
    one = page.get_by_role("button", name="E5M2", exact=True)
    one.click() if how == "mouse" else (one.focus(), page.keyboard.press("Enter"))
    assert said(page) == "300 becomes 320 in E5M2."
    assert format_menu(page).input_value() == "e5m2"
    assert one.get_attribute("aria-pressed") == "true"


# ---- the other controls ----


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_picture_axis_rounding_and_overflow(explorer, how):
    def choose(name):
        one = explorer.get_by_role("radio", name=name, exact=True)
        if how == "mouse":
            one.click()
        else:
            group = one.locator("xpath=ancestor::fieldset").get_by_role("radio")
            group.and_(explorer.locator(":checked")).focus()
            for _ in range(3):
                if not one.is_checked():
                    explorer.keyboard.press("ArrowRight")

    choose("Linear")
    assert "linear" in explorer.locator(PICTURE).text_content()
    value_field(explorer).fill("318")
    choose("To zero")
    assert said(explorer) == "318 becomes 288 in E4M3."
    choose("Random")
    assert said(explorer) == "318 becomes 288 or 320 in E4M3."
    choose("Nearest")
    value_field(explorer).fill("465")
    choose("NaN")
    assert said(explorer) == "465 becomes NaN in E4M3."
    choose("All formats")
    assert explorer.locator(".lp-all").is_visible()
    choose("All codes")
    assert explorer.locator(".lp-codes td.lp-here").inner_text() == "NaN"


def test_a_rule_that_the_format_lacks_is_off_and_the_wish_is_kept(explorer):
    assert explorer.get_by_role("radio", name="Infinity").is_disabled()
    format_menu(explorer).select_option("e5m2")
    explorer.get_by_role("radio", name="Infinity").click()
    value_field(explorer).fill("1e9")
    assert said(explorer) == "1×10⁹ becomes infinity in E5M2."
    format_menu(explorer).select_option("e4m3fn")
    assert said(explorer) == "1×10⁹ becomes 448 in E4M3."
    format_menu(explorer).select_option("bf16")
    value_field(explorer).fill("1e39")
    assert said(explorer) == "1×10³⁹ becomes infinity in BF16."


@pytest.mark.parametrize("text", ["-1", "abc", "1e31"])
def test_a_bad_scale_gets_a_sentence(explorer, text):
    field = explorer.get_by_label("Scale (amax)")
    before = said(explorer)
    field.fill(text)
    assert field.get_attribute("aria-invalid") == "true"
    assert said(explorer) == before
    field.fill("3.2")
    assert said(explorer) == "300 becomes 3.2 in E4M3 scaled to 3.2."
    field.fill("")
    assert said(explorer) == before


def test_wide_formats_and_scales_take_no_scale(explorer):
    format_menu(explorer).select_option("bf16")
    assert explorer.get_by_label("Scale (amax)").is_hidden()


def test_the_card_says_what_a_format_can_say(explorer):
    explorer.evaluate(OPEN)
    card = explorer.locator(".lp-card").inner_text()
    assert "−448 to 448" in card
    assert "0x7F and 0xFF" in card
    format_menu(explorer).select_option("e5m2")
    assert "0x7C" in explorer.locator(".lp-card").inner_text()


def test_reset_returns_to_the_author_s_state(explorer):
    first = said(explorer)
    format_menu(explorer).select_option("nf4")
    bit(explorer, 0).click()
    explorer.get_by_role("radio", name="All codes").click()
    explorer.get_by_role("button", name="Reset").click()
    assert said(explorer) == first
    assert value_field(explorer).input_value() == "300"
    assert explorer.locator(f"{PICTURE} svg").is_visible()


# ---- links ----

STATES = [
    {"format": "e5m2", "typed": "1/3", "rounding": "zero", "zoom": 0.86, "scale": "linear"},
    {"format": "bf16", "typed": "-0x1.8p-3", "center": "-0.25"},
    {"format": "e4m3fnuz", "code": 0x7E, "view": "table"},
    {"format": "int8", "typed": "-0", "amax": 448.0, "view": "formats"},
    {"format": "e4m3fn", "typed": "65,504", "overflow": "nan"},
    {"format": "e5m2", "code": 0xFF},
]


@pytest.mark.parametrize("state", STATES)
def test_a_link_brings_the_same_picture_back(page, show, context, state):
    show(page, BitExplorer(**state))
    other = show(context().new_page(), BitExplorer(code=3, format="int8"), hash=link_of(page))
    other.get_by_text(said(page)).first.wait_for()
    assert other.locator(PICTURE).inner_html() == page.locator(PICTURE).inner_html()


@pytest.mark.parametrize(
    "query",
    [
        "format=<img src=x onerror=alert(1)>&typed=%3Cscript%3E",
        "code=NaN&zoom=Infinity&amax=-5&view=constructor&scale=__proto__",
        "__proto__.x=1&constructor=2&format=toString&rounding=valueOf",
        "code=1.5&center=abc&overflow=hasOwnProperty&typed=",
        "code=99999999999&zoom=7e300&center=inf",
        "typed=1e400&amax=1e308",
    ],
)
def test_a_hostile_link_changes_nothing(page, show, query):
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    show(page, BitExplorer())
    clean = said(page)
    show(page, BitExplorer(), hash="#bit-explorer?" + query)
    page.reload()
    page.locator("[data-ready]").wait_for()
    assert page.evaluate("({}).x") is None
    assert page.locator(".lp-w img, .lp-w script").count() == 0
    assert said(page) == clean


def test_a_teacher_s_short_link(page, show):
    show(page, BitExplorer(code=0x7E), hash="#bit-explorer?typed=0.3")
    assert said(page) == "0.3 becomes 0.3125 in E4M3."
    show(page, BitExplorer(), hash="#bit-explorer?code=127")
    page.reload()
    page.get_by_text("Code 0x7F is NaN in E4M3.").first.wait_for()


# ---- saving ----


def test_saved_svg_stands_alone(explorer):
    value_field(explorer).fill("465")
    name, data = saved(explorer, "Save SVG")
    assert name == "bits-e4m3fn-0x7E.svg"
    root = ElementTree.fromstring(data)
    texts = " ".join(e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "465 becomes 448 in E4M3." in texts
    assert "OFP8" in texts
    assert b"class=" not in data
    assert b"var(--" not in data


def test_saved_png_is_a_picture(explorer):
    name, data = saved(explorer, "Save PNG")
    assert name.endswith(".png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"


def test_tables_are_saved_as_csv_only(page, show):
    show(page, BitExplorer(view="table"))
    assert page.get_by_role("button", name="Save SVG").is_hidden()
    name, data = saved(page, "Save CSV")
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert name == "bits-e4m3fn-0x79.csv"
    assert len(rows) == 256
    assert (rows[126]["hex"], rows[126]["bits"], rows[126]["value"]) == (
        "0x7E",
        "0 1111 110",
        "448",
    )
    assert (rows[127]["value"], rows[127]["kind"]) == ("nan", "NaN")
    page.get_by_role("radio", name="All formats").click()
    _, data = saved(page, "Save CSV")
    rows = {row["format"]: row for row in csv.DictReader(io.StringIO(data.decode()))}
    assert set(rows) == set(FORMATS)
    assert float(rows["e4m3fn"]["relative_error"]) == 0.04
    assert "ml_dtypes" in rows["int8"]["casts"] or "torch" in rows["int8"]["casts"]


# ---- where it stands ----


def test_two_on_a_page_do_not_disturb_each_other(page, show):
    show(page, BitExplorer(), BitExplorer(typed="1", format="e2m1", view="table"))
    first, second = page.locator(".lp-w").all()
    assert [w.get_attribute("id") for w in (first, second)] == ["bit-explorer", "bit-explorer-2"]
    second.locator(".lp-bit").last.click()
    second.get_by_role("radio", name="To zero").click()
    assert first.locator(ANSWER).inner_text() == "300 becomes 288 in E4M3."
    assert first.get_by_role("radio", name="Nearest").is_checked()
    assert second.locator(ANSWER).inner_text() == "Code 0x3 is 1.5 in E2M1."
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("view", ["line", "table", "formats"])
@pytest.mark.parametrize("width", [320, 390, 1600])
def test_nothing_makes_the_page_wider(page, show, width, view):
    page.set_viewport_size({"width": width, "height": 800})
    long = BitExplorer(view=view, typed="0x1.fffffffffp-3", format="e5m2")
    show(page, long, BitExplorer(format="fp32", typed="0.3"))
    page.evaluate(OPEN)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_every_control_is_large_enough_for_a_finger(context, show):
    page = context(viewport={"width": 390, "height": 800}).new_page()
    show(page, BitExplorer())
    low = page.evaluate(
        """() => {
          const kinds = "button,select,summary,.lp-range,.lp-field,.lp-segment label";
          return [...document.querySelectorAll(`.lp-w :is(${kinds})`)].filter((e) => e.offsetParent)
            .map((e) => [e.textContent, e.getBoundingClientRect().height])
            .filter(([, height]) => height < 40); }"""
    )
    assert low == []


@pytest.mark.parametrize("view", ["line", "table", "formats"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(context, show, theme, view):
    page = context(viewport={"width": 390, "height": 900}).new_page()
    show(page, BitExplorer(view=view, typed="465"))
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    page.evaluate("document.body.style.background = 'var(--lp-bg)'")
    page.evaluate(OPEN)
    assert findings(page) == []


def test_forced_colours_keep_bits_apart(context, show):
    page = context(forced_colors="active").new_page()
    show(page, BitExplorer())
    looks = page.locator(".lp-bit").evaluate_all(
        "all => all.map((b) => getComputedStyle(b).backgroundColor + getComputedStyle(b).borderTopWidth)"
    )
    assert looks[1] != looks[5]  # a set exponent bit, an unset mantissa bit


def test_print_shows_bits_and_line_and_hides_the_controls(explorer):
    explorer.evaluate("document.documentElement.dataset.theme = 'dark'")
    explorer.emulate_media(media="print")
    assert explorer.locator(f"{PICTURE} svg").is_visible()
    assert explorer.locator(".lp-bit").first.is_visible()
    for hidden in (".lp-controls", ".lp-tools"):
        assert explorer.locator(hidden).first.is_hidden()
    assert explorer.pdf()[:5] == b"%PDF-"


def test_without_javascript_the_still_block_stands_there(context, show):
    page = context(java_script_enabled=False).new_page()
    show(page, BitExplorer(), ready=False)
    assert page.locator(".lp-fallback svg, .lp-fallback p").first.is_visible()


def test_the_answer_is_spoken_once_the_reader_stops(explorer):
    for text in ("1", "12", "123"):
        value_field(explorer).fill(text)
    explorer.wait_for_function("document.querySelector('.lp-said').textContent !== ''")
    assert explorer.locator(".lp-w > .lp-said").text_content().startswith(said(explorer))
