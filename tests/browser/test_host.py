"""The static page's host: real widgets and charts in a page opened from disk, without a kernel."""

import shutil
from pathlib import Path

import pytest

from widgets import join

ROOT = Path(__file__).resolve().parents[2]
COUNTER = """
export default { render({ model, el }) {
  const heard = [];
  model.on("change:m change:gpu", (_, value) => heard.push(value));
  model.on("change", () => heard.push("change"));
  el.textContent = `m = ${model.get("m")}, width ${el.clientWidth > 0}`;
  el.heard = heard; el.model = model;
} };
"""
PAGE = """<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8">
<style>:root {{ --lp-fp8: #2066e0; }} html[data-theme="dark"] {{ --lp-fp8: #5fa3fa; }}</style>
<script defer src="_static/bits/widgets.js?v=1"></script>
<script defer src="_static/bits/charts.js"></script></head><body>{body}</body></html>"""


def block(module, state):
    return (
        f'<div class="lp-static" data-widget="{module}"><script type="application/json">'
        f'{{"module": "{module}", "state": {state}}}</script>'
        '<div class="lp-fallback">still picture</div></div>'
    )


def chart(top=0):
    trace = '{"x": [1, 2], "y": [1, 2], "marker": {"color": "var(--lp-fp8)"}}'
    spec = f'{{"data": [{trace}], "layout": {{}}}}'
    return (
        f'<div class="lp-plotly" style="margin-top:{top}px; min-height:300px">'
        f'<script type="application/json">{spec}</script><p class="lp-fallback">in words</p></div>'
    )


@pytest.fixture
def opened(browser, tmp_path):
    """Write a page with these blocks beside the joined script, open it from disk."""
    pages = []

    def open_page(*blocks):
        modules = tmp_path / "js"
        modules.mkdir()
        (modules / "counter.js").write_text(COUNTER, "utf-8")
        (modules / "broken.js").write_text(
            'export default { render() { throw new Error("on purpose"); } };\n', "utf-8"
        )
        for name in ("host", "charts", "json"):
            shutil.copy(join.JS / f"{name}.js", modules)
        static = tmp_path / "_static"
        (static / "bits").mkdir(parents=True)
        scripts = {
            "widgets": join.classic(join.widgets(modules), root=modules),
            "charts": join.classic([], host="charts", root=modules),
        }
        for name, script in scripts.items():
            (static / "bits" / f"{name}.js").write_text(script, "utf-8")
        (static / "vendor").mkdir()
        shutil.copy(ROOT / "book/assets/vendor/plotly-basic.min.js", static / "vendor")
        path = tmp_path / "page.html"
        path.write_text(PAGE.format(body="".join(blocks)), "utf-8")
        page = browser.new_page()
        page.errors = []
        page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.goto(path.as_uri())
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()


def test_the_live_widget_takes_the_place_of_the_picture(opened):
    page = opened(block("counter", '{"m": 64}'))
    page.wait_for_selector(".lp-static[data-ready]")
    assert page.text_content(".lp-live") == "m = 64, width true"
    assert page.query_selector(".lp-fallback") is None
    assert page.evaluate("performance.getEntriesByName('lp-ready').length") == 1
    assert page.errors == []


def test_a_broken_widget_leaves_its_picture_and_the_others_alone(opened):
    page = opened(block("broken", "{}"), block("nobody", "{}"), block("counter", '{"m": 1}'))
    page.wait_for_selector(".lp-static[data-ready]")
    page.wait_for_selector('[data-widget="broken"][data-error]')
    for name in ("broken", "nobody"):
        assert page.text_content(f'[data-widget="{name}"] .lp-fallback') == "still picture"
        assert page.query_selector(f'[data-widget="{name}"] .lp-live') is None
    assert page.text_content('[data-widget="counter"] .lp-live') == "m = 1, width true"
    assert sorted("on purpose" in error for error in page.errors) == [False, True]


def test_two_of_one_kind_keep_their_own_state(opened):
    page = opened(block("counter", '{"m": 1}'), block("counter", '{"m": 2}'))
    page.wait_for_function("document.querySelectorAll('[data-ready]').length === 2")
    heard = page.evaluate("""() => {
      const [a, b] = document.querySelectorAll(".lp-live");
      a.model.set("m", 8);
      return [a.model.get("m"), b.model.get("m"), b.heard];
    }""")
    assert heard == [8, 2, []]


def test_the_model_tells_changes_as_backbone_does(opened):
    page = opened(block("counter", '{"m": 1, "gpu": "a", "knobs": {"p": 2}}'))
    page.wait_for_selector("[data-ready]")
    heard = page.evaluate("""() => {
      const { model, heard } = document.querySelector(".lp-live");
      model.set("m", 1);                    // not a change
      model.set("knobs", { p: 2 });         // equal, so not a change either
      model.set({ m: 2, gpu: "b" });        // both, then one change
      model.off("change:m change:gpu");
      model.set("m", 3);
      model.off();
      model.set("m", 4);
      return [heard, model.get("m")];
    }""")
    assert heard == [[2, "b", "change", "change"], 4]


def test_plotly_loads_only_when_its_chart_comes_near(opened):
    page = opened(chart(top=5000))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("typeof Plotly") == "undefined"
    page.evaluate("document.querySelector('.lp-plotly').scrollIntoView()")
    page.wait_for_selector(".lp-plotly[data-ready] .main-svg")
    assert page.query_selector(".lp-plotly .lp-fallback") is None
    assert page.errors == []


def test_a_chart_takes_its_colours_from_the_theme_that_is_on(opened):
    page = opened(chart())
    page.wait_for_selector(".lp-plotly[data-ready] .main-svg")
    shade = "document.querySelector('.lp-chart').data[0].marker.color"
    assert page.evaluate(shade) == "#2066e0"
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.wait_for_function(f"{shade} === '#5fa3fa'")


def test_without_the_plotly_file_the_words_stay(opened, tmp_path):
    page = opened(chart(top=5000))
    (tmp_path / "_static/vendor/plotly-basic.min.js").unlink()
    with page.expect_console_message(lambda message: "stays text" in message.text):
        page.evaluate("document.querySelector('.lp-plotly').scrollIntoView()")
    assert page.text_content(".lp-plotly .lp-fallback") == "in words"
