"""The roofline explorer in a real browser: every control, links, bad input, saving, print."""

import csv
import io
import re
from xml.etree import ElementTree

import pytest

from lowbit import lookup, measured
from lowbit.hardware import find_gpu, gpus
from lowbit.schemes import MENU, scheme
from lowbit.speed import gemm
from lowbit.text import duration, full
from widgets import RooflineExplorer

ANSWER = ".lp-answer"
OPEN = "document.querySelectorAll('details').forEach(d => { d.open = true; })"
SHORT_TEXT = """() => [...document.querySelectorAll('.lp-picture svg text')]
    .map((t) => parseFloat(getComputedStyle(t).fontSize))"""
# pairs of texts that cover each other, and texts that leave the picture (turned ones apart)
CLASHES = """() => {
  const svg = document.querySelector('.lp-picture svg'), view = svg.viewBox.baseVal, found = [];
  const texts = [...svg.querySelectorAll('text:not(.lp-turned)')]
    .map((t) => ({ words: t.textContent, box: t.getBBox() }));
  texts.forEach(({ words, box: a }, i) => {
    if (a.x < -2 || a.x + a.width > view.width + 2) found.push('cut: ' + words);
    for (const { words: other, box: b } of texts.slice(0, i)) {
      const x = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const y = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      if (x > 1 && y > 2) found.push(words + ' over ' + other);
    }
  });
  return found;
}"""


def said(page):
    return page.locator(ANSWER).first.inner_text()


def predicted(name, m, gpu="h100-sxm", n=28672, k=4096, rung="L3"):
    """The calibrated seconds that the widget must show, from Python."""
    constants = measured.constants()
    engine = lookup.resolve_engine(constants, gpu, "")
    fit = lookup.row_of(constants["sets"], gpu, engine, name)
    return gemm(m, n, k, find_gpu(gpu), name, fit, rung, {})["seconds"]


@pytest.fixture
def explorer(page, show):
    return show(page, RooflineExplorer(compare=""))


# ---- what it says ----


@pytest.mark.parametrize("m", [1, 64, 4096])
def test_the_answer_is_python_s_number(page, show, m):
    show(page, RooflineExplorer(compare="", m=m))
    assert f"takes {duration(predicted('fp8-tensor', m))}." in said(page)


def test_two_formats_are_compared(page, show):
    show(page, RooflineExplorer(m=1))
    ratio = predicted("bf16", 1) / predicted("fp8-tensor", 1)
    assert said(page) == f"At one token a step, FP8 is {ratio:.2g}× faster than BF16."


def test_a_format_without_a_path_says_what_the_gpu_really_does(page, show):
    show(page, RooflineExplorer(gpu="A100", format="fp8", compare=""))
    assert "has no path to multiply FP8" in page.locator(".lp-note").inner_text()
    # its roof is the 16-bit one
    assert page.locator("text.lp-name", has_text="FP8 312").count() == 1


def test_group_128_has_no_constants_and_is_ideal(page, show):
    show(page, RooflineExplorer(format="w4a16-g128"))
    assert said(page).startswith("Ideally")
    assert "No public table" in page.locator(".lp-note").inner_text()
    assert page.locator(".lp-line").count() == 0  # nothing calibrated is drawn, BF16 neither
    assert page.get_by_role("radio", name="L3").is_disabled()
    assert page.get_by_role("radio", name="Ideal").is_checked()
    page.get_by_label("Format", exact=True).select_option("w4a16-channel")
    assert page.get_by_role("radio", name="L3").is_checked()  # the wish was kept


def test_a_calibrated_time_is_never_compared_with_an_ideal_one(page, show):
    show(page, RooflineExplorer(compare="w4a16-g128"))  # FP8 has constants, its rival has none
    assert said(page).startswith("Ideally")
    assert "No public table" in page.locator(".lp-note").inner_text()
    assert page.locator(".lp-line, .lp-band").count() == 0


def test_the_kind_of_number_is_the_weight_of_its_line(explorer):
    def width(cls):
        line = explorer.locator(f".lp-picture .{cls}").first
        return line.evaluate("e => getComputedStyle(e).strokeWidth")

    assert (width("lp-ideal"), width("lp-line")) == ("1.25px", "2.5px")
    paper = "getComputedStyle(document.documentElement).getPropertyValue('--lp-bg')"
    assert explorer.evaluate(paper).strip() == "#fff"
    fill = explorer.locator(".lp-measured").first.evaluate("e => getComputedStyle(e).fill")
    assert fill == "rgb(255, 255, 255)"  # hollow


def test_a_second_format_of_one_colour_is_thinner_with_an_open_end(page, show):
    show(page, RooflineExplorer(format="fp8-block", compare="fp8-tensor", measured=False))
    thin = page.locator(".lp-line.lp-second").evaluate("e => getComputedStyle(e).strokeWidth")
    assert thin == "1.75px"
    assert page.locator(".lp-measured").count() == 1


def test_every_gpu_and_every_format_can_be_chosen(explorer):
    options = explorer.get_by_label("GPU", exact=True).locator("option")
    assert sorted(options.evaluate_all("all => all.map(o => o.value)")) == sorted(
        gpu["id"] for gpu in gpus()
    )
    assert explorer.get_by_label("Format").locator("option").count() == len(MENU)
    for gpu in gpus():
        explorer.get_by_label("GPU", exact=True).select_option(gpu["id"])
        assert explorer.locator(".lp-kicker").inner_text().startswith(gpu["name"])
    for name in MENU:
        explorer.get_by_label("Format", exact=True).select_option(name)
        assert scheme(name)["label"] in explorer.locator(".lp-picture").text_content()


def test_preliminary_gpus_are_marked(explorer):
    marked = explorer.get_by_label("GPU", exact=True).locator("option", has_text="(preliminary)")
    assert marked.count() == sum(gpu["status"] == "preliminary" for gpu in gpus()) > 0


# ---- every control, by mouse and by keyboard ----


def test_slider_by_keyboard(explorer):
    slider = explorer.get_by_label("Tokens in one step (M)")
    slider.focus()
    explorer.keyboard.press("End")
    assert "At 16,384 tokens" in said(explorer)
    explorer.keyboard.press("Home")
    assert "At one token" in said(explorer)
    explorer.keyboard.press("ArrowRight")
    explorer.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "1"  # a quarter octave above 1 rounds to 1
    explorer.keyboard.press("ArrowRight")
    explorer.keyboard.press("ArrowRight")
    assert "At 2 tokens" in said(explorer)


def test_slider_by_mouse(explorer):
    box = explorer.get_by_label("Tokens in one step (M)").bounding_box()
    explorer.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    assert "At 16,384 tokens" in said(explorer)


@pytest.mark.parametrize("view", ["roof", "time"])
def test_point_by_keyboard_keeps_the_focus(page, show, view):
    show(page, RooflineExplorer(view=view, m=64))
    point = page.locator(".lp-picture [role=slider]")
    point.focus()
    page.keyboard.press("PageUp")
    assert point.get_attribute("aria-valuetext") == "128 tokens"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("PageDown")
    assert point.get_attribute("aria-valuetext") == "45 tokens"
    page.keyboard.press("Home")
    assert point.get_attribute("aria-valuetext") == "1 token"
    assert "At one token" in said(page)


@pytest.mark.parametrize("view", ["roof", "time"])
def test_point_by_dragging(page, show, view):
    show(page, RooflineExplorer(view=view, m=64))
    point = page.locator(".lp-picture [role=slider]")
    page.locator(".lp-picture").scroll_into_view_if_needed()
    box = point.locator(".lp-hit").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    assert abs(int(point.get_attribute("aria-valuenow")) - 64) <= 3  # grabbing does not jump
    page.mouse.move(x + 60, y, steps=4)
    dragged = int(point.get_attribute("aria-valuenow"))
    page.mouse.up()
    assert dragged > 80
    page.mouse.move(x - 60, y)
    assert int(point.get_attribute("aria-valuenow")) == dragged  # released


@pytest.mark.parametrize(
    ("label", "key", "expected"),
    [
        ("GPU", "a100-80gb-sxm", "A100 80GB SXM"),
        ("Engine", "vLLM@0.24.0", "vLLM 0.24.0"),
        ("Layer", "llama-3.1-8b/down", "4,096 × 14,336"),
    ],
)
def test_selects_change_what_is_looked_at(explorer, label, key, expected):
    before = explorer.locator(".lp-picture").inner_html()
    explorer.get_by_label(label, exact=True).select_option(key)
    assert expected in explorer.locator(".lp-kicker").inner_text()
    assert explorer.locator(".lp-picture").inner_html() != before


def test_selects_by_keyboard(explorer):
    explorer.get_by_label("Format", exact=True).focus()
    explorer.keyboard.press("Home")
    assert "BF16 takes" in said(explorer)
    explorer.get_by_label("Compare with").focus()
    explorer.keyboard.press("End")
    assert "NVFP4 A16" in said(explorer)


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_view_and_rung(explorer, how):
    view = explorer.get_by_role("radio", name="Roofline")
    rung = explorer.get_by_role("radio", name="L3")
    if how == "mouse":
        explorer.get_by_role("radio", name="Time").click()
        explorer.get_by_role("radio", name="L1").click()
    else:
        view.focus()
        explorer.keyboard.press("ArrowRight")
        rung.focus()
        explorer.keyboard.press("ArrowLeft")
        explorer.keyboard.press("ArrowLeft")
    assert "time of one matmul" in explorer.locator(".lp-picture").text_content()
    assert f"takes {duration(predicted('fp8-tensor', 64, rung='L1'))}." in said(explorer)


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_measured_points_can_be_hidden(explorer, how):
    box = explorer.get_by_role("checkbox", name="Show measured")
    assert explorer.locator(".lp-measured").count() > 5
    box.click() if how == "mouse" else (box.focus(), explorer.keyboard.press("Space"))
    assert explorer.locator(".lp-measured").count() == 0
    assert "Hollow" not in explorer.locator(".lp-foot").inner_text()


def test_a_layer_that_was_not_measured_names_its_neighbour(explorer):
    assert "the nearest measured layer" in explorer.locator(".lp-foot").inner_text()
    explorer.get_by_role("button", name="Go to the nearest measured layer").click()
    assert "nearest measured layer" not in explorer.locator(".lp-foot").inner_text()
    assert explorer.get_by_label("N outputs").input_value() == "16,384"


def test_a_neighbour_s_time_is_not_drawn_beside_another_layer(explorer):
    explorer.get_by_text("Time", exact=True).click()
    assert explorer.locator(".lp-measured").count() == 0
    assert "not drawn: its time cannot be compared" in explorer.locator(".lp-foot").inner_text()
    explorer.get_by_role("button", name="Go to the nearest measured layer").click()
    assert explorer.locator(".lp-measured").count() > 5


@pytest.mark.parametrize("view", ["roof", "time"])
@pytest.mark.parametrize("gpu", ["h100-sxm", "b200-sxm"])
def test_every_mark_lies_inside_the_picture(page, show, gpu, view):
    engine = "vLLM" if gpu == "h100-sxm" else ""  # both were measured beyond the slider's end
    show(page, RooflineExplorer(gpu=gpu, engine=engine, n=4096, k=4096, view=view))
    out = page.locator(".lp-picture svg").evaluate("""(svg) => {
      const box = svg.getBoundingClientRect();
      return [...svg.querySelectorAll(".lp-measured")].map((mark) => mark.getBoundingClientRect())
        .filter((m) => m.left < box.left || m.right > box.right || m.top < box.top || m.bottom > box.bottom)
        .length; }""")
    assert page.locator(".lp-measured").count() > 10
    assert out == 0


def test_an_own_gpu_with_a_tiny_ridge_stays_in_the_picture(page, show):
    own = {"name": "G" * 40, "hbm_bytes_per_s": 1e12, "flops_per_s": {"bf16": 1e11}}
    page.set_viewport_size({"width": 390, "height": 800})
    show(page, RooflineExplorer(own_gpu=own, format="bf16", compare=""))
    left = page.locator(".lp-slope").evaluate(
        "e => e.getBoundingClientRect().left - e.ownerSVGElement.getBoundingClientRect().left")  # fmt: skip
    assert left >= 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_reset_returns_to_the_author_s_state(explorer):
    first = said(explorer)
    explorer.get_by_label("GPU", exact=True).select_option("t4")
    explorer.get_by_label("Tokens in one step (M)").press("End")
    assert said(explorer) != first
    explorer.get_by_role("button", name="Reset").click()
    assert said(explorer) == first


# ---- constants as knobs, an own GPU, bad input ----


def test_a_moved_constant_moves_the_line_and_drops_the_error(explorer):
    explorer.evaluate(OPEN)
    before = said(explorer)
    assert explorer.locator(".lp-band").count() == 1
    knob = explorer.get_by_label("fixed time, µs")
    knob.focus()
    explorer.keyboard.press("End")
    assert said(explorer) != before
    assert "(fitted" in knob.get_attribute("aria-valuetext")
    assert explorer.locator(".lp-band").count() == 0
    assert "no error is known" in explorer.locator(".lp-foot").inner_text()
    explorer.get_by_role("button", name="Back to the fitted constants").click()
    assert said(explorer) == before


def test_tiles_are_knobs_of_l4_only(explorer):
    explorer.evaluate(OPEN)
    explorer.get_by_label("Format", exact=True).select_option("w4a16-channel")
    assert explorer.get_by_label("tile, columns").is_hidden()
    explorer.get_by_role("radio", name="L4").click()
    assert explorer.get_by_label("tile, columns").is_visible()


def test_an_own_gpu(explorer):
    explorer.evaluate(OPEN)
    explorer.get_by_label("Bandwidth TB/s").fill("6.7")
    explorer.get_by_label("Name").fill("Twice the bandwidth")
    assert explorer.locator(".lp-kicker").inner_text().startswith("Twice the bandwidth")
    assert explorer.get_by_label("GPU", exact=True).input_value() == "own"
    seconds = gemm(64, 28672, 4096, find_gpu("h100") | {"hbm_bytes_per_s": 6.7e12}, "fp8", None,
                   "ideal", {})["ideal_seconds"]  # fmt: skip
    assert f"takes {duration(seconds)}." in said(explorer)
    explorer.get_by_label("FP8 peak").fill("")  # it cannot multiply FP8
    assert "no path to multiply FP8" in explorer.locator(".lp-note").inner_text()
    explorer.get_by_label("GPU", exact=True).select_option("h100-sxm")
    assert "Ideally" not in said(explorer)


@pytest.mark.parametrize(
    ("label", "bad"),
    [("N outputs", bad) for bad in ("", "0", "-5", "1.5", "many", "1e9")]
    + [("K inputs", "0")]
    + [("Bandwidth TB/s", bad) for bad in ("", "0", "-3", "3350000", "fast")]
    + [("16-bit peak", ""), ("FP8 peak", "-1")],
)  # fmt: skip
def test_bad_input_gets_a_sentence_and_the_picture_stays(explorer, label, bad):
    explorer.evaluate(OPEN)
    field = explorer.get_by_label(label)
    before = said(explorer), explorer.locator(".lp-picture").inner_html()
    field.fill(bad)
    problem = explorer.locator(f"#{field.get_attribute('aria-describedby')}")
    assert re.fullmatch(r"✗ .+\.", problem.inner_text())
    assert field.get_attribute("aria-invalid") == "true"
    assert (said(explorer), explorer.locator(".lp-picture").inner_html()) == before
    field.fill("2")
    assert problem.is_hidden()
    assert said(explorer) != before[0]


def test_typing_n_makes_the_layer_free(explorer):
    explorer.get_by_label("N outputs").fill("8,192")
    assert explorer.get_by_label("Layer", exact=True).input_value() == "free"
    assert "8,192 × 4,096" in explorer.locator(".lp-kicker").inner_text()


# ---- links ----


def link_of(page):
    """The state in the address after Copy link, without a clipboard."""
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_role("button", name="Copy link").click()
    page.wait_for_function("location.hash.includes('?')")
    return page.evaluate("location.hash")


def test_a_link_brings_the_same_picture_back(page, show, context):
    state = RooflineExplorer(gpu="a100", format="w4a16-channel", m=37, view="time", rung="L4",
                             knobs={"t0_us": 3.0}, n=8192, k=8192, measured=False)  # fmt: skip
    show(page, state)
    link, picture = link_of(page), page.locator(".lp-picture").inner_html()
    other = show(context().new_page(), RooflineExplorer(), hash=link)
    assert said(other) == said(page)
    strip = lambda html: re.sub(r"lp-\d+-hatch", "", html)  # noqa: E731
    assert strip(other.locator(".lp-picture").inner_html()) == strip(picture)
    assert other.get_by_label("Tokens in one step (M)").get_attribute("aria-valuetext") == "37"


def test_a_link_carries_an_own_gpu(page, show, context):
    own = {"name": "My card", "hbm_bytes_per_s": 1e12, "flops_per_s": {"bf16": 2e14, "int8": 4e14}}
    show(page, RooflineExplorer(own_gpu=own))
    other = show(context().new_page(), RooflineExplorer(), hash=link_of(page))
    assert other.locator(".lp-kicker").inner_text().startswith("My card")
    assert said(other) == said(page)


@pytest.mark.parametrize(
    "query",
    [
        "gpu=<img src=x onerror=alert(1)>&format=%3Cscript%3E",
        "m=NaN&n=Infinity&k=&rung=constructor&view=__proto__",
        "__proto__.x=1&knobs.__proto__=1&own_gpu.constructor=1&constructor=2",
        "own_gpu.name=<b>x</b>&own_gpu.hbm_bytes_per_s=1&gpu=own",
        "knobs.e_bw=1e308&knobs.nothing=3&knobs.t0_us=-5",
        "model=toString&layer=valueOf&compare=hasOwnProperty&engine=%00",
    ],
)
def test_a_hostile_link_changes_nothing(page, show, query):
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    show(page, RooflineExplorer())
    clean = said(page)
    show(page, RooflineExplorer(), hash="#roofline-explorer?" + query)
    page.reload()
    page.locator("[data-ready]").wait_for()
    assert page.evaluate("({}).x") is None
    assert page.locator(".lp-w img, .lp-w script").count() == 0
    if "compare" not in query:
        assert said(page) == clean
    assert page.locator(".lp-kicker").inner_text().startswith("H100 SXM")


@pytest.mark.parametrize(
    ("m", "shown"), [(-3, "one token"), (99999999, "16,384 tokens"), (2.4, "2 tokens")]
)
def test_numbers_of_a_link_are_clamped(page, show, m, shown):
    show(page, RooflineExplorer(), hash=f"#roofline-explorer?m={m}")
    page.get_by_text(f"At {shown}").first.wait_for()


def test_an_own_name_of_a_link_is_plain_words(page, show):
    numbers = "own_gpu.hbm_bytes_per_s=1e12&own_gpu.flops_per_s.bf16=1e14&gpu=own"
    show(page, RooflineExplorer(), hash=f"#roofline-explorer?{numbers}&own_gpu.name=<b>x</b>")
    assert page.locator(".lp-kicker").inner_text().startswith("Your GPU ·")


# ---- saving ----


def saved(page, name):
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.suggested_filename, download.value.path().read_bytes()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_saved_svg_stands_alone(explorer, theme):
    explorer.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    name, data = saved(explorer, "Save SVG")
    assert name == "roofline-h100-sxm-fp8-tensor-m64.svg"
    root = ElementTree.fromstring(data)
    ns = "{http://www.w3.org/2000/svg}"
    texts = " ".join(e.text or "" for e in root.iter(ns + "text"))
    assert said(explorer) in texts
    assert "nine in ten" in texts  # the source goes with it
    paper = root.find(ns + "rect").get("fill")
    assert paper == {"light": "#fff", "dark": "#121212"}[theme]
    blue = {"light": b"rgb(32, 102, 224)", "dark": b"rgb(95, 163, 250)"}[theme]
    assert b"stroke:" + blue in data  # FP8's line, in the colours of the theme
    assert b"class=" not in data
    assert b"var(--" not in data


def test_saved_png_is_a_picture_twice_the_size(explorer):
    name, data = saved(explorer, "Save PNG")
    assert name.endswith(".png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width = int.from_bytes(data[16:20], "big")
    assert width > 2 * explorer.locator(".lp-picture").bounding_box()["width"]


def test_saved_points_are_the_numbers_of_the_model(page, show):
    show(page, RooflineExplorer(n=8192, k=8192))
    _, data = saved(page, "Save CSV")
    rows = list(csv.DictReader(io.StringIO(data.decode())))
    assert {row["kind"] for row in rows} == {"ideal", "calibrated", "measured"}
    assert {row["format"] for row in rows} == {"bf16", "fp8-tensor"}
    one = next(r for r in rows if (r["kind"], r["format"], r["m"]) == ("calibrated", "bf16", "64"))
    assert float(one["seconds"]) == pytest.approx(predicted("bf16", 64, n=8192, k=8192), rel=1e-9)
    assert one["engine"] == "TensorRT-LLM@1.2.0rc5"
    assert {row["n"] for row in rows if row["kind"] == "measured"} == {"8192"}


# ---- where it is shown ----


@pytest.mark.parametrize("width", [320, 390, 768, 1600])
def test_no_width_scrolls_sideways_and_no_text_is_small(context, show, width):
    page = context(viewport={"width": width, "height": 800}).new_page()
    show(page, RooflineExplorer())
    page.evaluate(OPEN)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert min(page.evaluate(SHORT_TEXT)) >= 12
    view = page.locator(".lp-picture svg").get_attribute("viewBox").split()
    assert float(view[2]) == round(
        page.locator(".lp-picture").bounding_box()["width"]
    )  # 1 unit, 1 px


STATES = [
    f"gpu={gpu}&format={name}&view={view}&m={m}&compare={other}&rung={rung}"
    for gpu, m in (("h100-sxm", 1), ("a100-80gb-sxm", 64), ("b200-sxm", 16384), ("t4", 300),
                   ("rubin", 8))
    for name, other, rung in (("fp8-block", "fp8-tensor", "L3"), ("w4a16-channel", "bf16", "L4"),
                              ("w4a16-g128-zp", "", "ideal"), ("nvfp4", "mxfp4-a16", "L1"))
    for view in ("roof", "time")
]  # fmt: skip


@pytest.mark.parametrize("width", [1200, 390, 320])
def test_no_label_covers_another_or_is_cut(context, show, width):
    page = context(viewport={"width": width, "height": 800}).new_page()
    show(page, RooflineExplorer())
    found = {}
    for state in STATES:
        page.evaluate(
            """state => new Promise((done) => {
              addEventListener('hashchange', () => requestAnimationFrame(done), { once: true });
              location.hash = 'roofline-explorer?' + state; })""",
            state,
        )
        if clashes := page.evaluate(CLASHES):
            found[state] = clashes
    assert found == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_both_themes_are_readable(explorer, theme):
    explorer.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    low = explorer.evaluate(
        """() => {
      const lum = (c) => c.match(/[\\d.]+/g).slice(0, 3).map((u) => u / 255)
        .map((u) => u <= .04045 ? u / 12.92 : ((u + .055) / 1.055) ** 2.4)
        .reduce((sum, u, i) => sum + u * [.2126, .7152, .0722][i], 0);
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--lp-bg)';
      const paper = lum(getComputedStyle(probe).color);
      const bad = [];
      const words = '.lp-w :is(p, label, output, text, button, summary)';
      for (const e of document.querySelectorAll(words)) {
        const style = getComputedStyle(e);
        const ink = lum(e.tagName === 'text' ? style.fill : style.color);
        const [a, b] = [ink, paper].sort((p, q) => q - p);
        if ((a + .05) / (b + .05) < 4.5) bad.push(e.textContent);
      }
      return bad; }"""
    )
    assert low == []


def test_print_is_light_shows_the_picture_and_hides_the_controls(explorer):
    explorer.evaluate("document.documentElement.dataset.theme = 'dark'")
    explorer.emulate_media(media="print")
    assert explorer.locator(".lp-picture svg").is_visible()
    for hidden in (".lp-controls", ".lp-toggles", ".lp-tools"):
        assert explorer.locator(hidden).first.is_hidden()
    ink = explorer.evaluate("getComputedStyle(document.querySelector('.lp-w')).color")
    assert ink == "rgb(34, 40, 50)"
    assert explorer.pdf()[:5] == b"%PDF-"


def test_without_javascript_the_still_block_stands_there(context, show):
    page = context(java_script_enabled=False).new_page()
    show(page, RooflineExplorer(), ready=False)
    assert page.locator(".lp-static .lp-fallback").is_visible()
    assert page.locator(".lp-fallback svg, .lp-fallback p").first.is_visible()


def test_two_on_a_page_do_not_disturb_each_other(page, show):
    show(page, RooflineExplorer(m=64), RooflineExplorer(m=64, view="time"))
    first, second = page.locator(".lp-w").all()
    assert [w.get_attribute("id") for w in (first, second)] == [
        "roofline-explorer",
        "roofline-explorer-2",
    ]
    second.get_by_label("Tokens in one step (M)").press("End")
    second.get_by_role("radio", name="L1").click()
    assert "At 64 tokens" in first.locator(ANSWER).inner_text()
    assert "At 16,384 tokens" in second.locator(ANSWER).inner_text()
    assert first.get_by_role("radio", name="L3").is_checked()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    page.evaluate("location.hash = 'roofline-explorer-2?m=2'")
    page.get_by_text("At 2 tokens").first.wait_for()
    assert "At 64 tokens" in first.locator(ANSWER).inner_text()


def test_the_answer_is_spoken_once_the_reader_stops(explorer):
    slider = explorer.get_by_label("Tokens in one step (M)")
    for key in ("End", "Home", "End"):
        slider.press(key)
    explorer.wait_for_function("document.querySelector('.lp-said').textContent !== ''")
    spoken = explorer.locator(".lp-said").text_content()
    assert spoken.startswith(said(explorer))
    assert explorer.locator(".lp-said").get_attribute("aria-live") == "polite"


def test_every_control_is_large_enough_for_a_finger(context, show):
    page = context(viewport={"width": 390, "height": 800}).new_page()
    show(page, RooflineExplorer())
    page.evaluate(OPEN)
    low = page.evaluate(
        """() => {
          const kinds = "button,select,summary,.lp-range,.lp-field,.lp-toggle,.lp-segment label";
          return [...document.querySelectorAll(`.lp-w :is(${kinds})`)].filter((e) => e.offsetParent)
            .map((e) => [e.textContent, e.getBoundingClientRect().height])
            .filter(([, height]) => height < 40); }"""
    )
    assert low == []


def test_the_formula_holds_the_current_numbers(explorer):
    explorer.evaluate(OPEN)
    text = explorer.locator(".lp-folded pre").inner_text()
    assert "FP8" in text
    assert duration(predicted("fp8-tensor", 64)) in text
    explorer.get_by_label("Tokens in one step (M)").press("End")
    assert explorer.locator(".lp-folded pre").inner_text() != text
    assert full(16384)  # the numbers of the text follow the slider
