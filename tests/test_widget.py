"""The base of every widget: its state, and the block that stands for it in a stored notebook."""

import json
import re

import anywidget
import pytest
import traitlets

from widgets import base, join


@pytest.fixture
def explorer(tmp_path, monkeypatch):
    """A widget class with one module of its own and an empty folder of snapshots."""
    (tmp_path / "explorer.js").write_text("export default { render() {} };\n", "utf-8")
    monkeypatch.setattr(join.esm, "__defaults__", (tmp_path,))
    monkeypatch.setattr(base, "SNAPSHOTS", tmp_path)

    class Explorer(base.Widget):
        _module = "explorer"
        gpu = traitlets.Unicode("h100-sxm").tag(sync=True)
        m = traitlets.Int(64).tag(sync=True)
        cache = traitlets.Int(0)

    return Explorer


def blob(html):
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', html)[1])


def test_the_state_is_what_the_widget_itself_declares(explorer):
    assert explorer(m=8).state() == {"gpu": "h100-sxm", "m": 8}


def test_the_module_and_the_style_travel_as_text(explorer):
    widget = explorer()
    assert widget._esm.endswith("export default lp_explorer;\n")
    assert widget._css == (base.HERE / "style.css").read_text("utf-8")


def test_the_bundle_has_the_live_view_and_the_still_block(explorer):
    widget = explorer()
    data, _ = widget._repr_mimebundle_()
    view = data["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == widget.model_id
    assert data["text/html"] == widget.static_html()


def test_the_block_holds_module_and_state(explorer):
    html = explorer(m=8).static_html()
    assert html.startswith('<div class="lp-static" data-widget="explorer">')
    assert blob(html) == {"module": "explorer", "state": {"gpu": "h100-sxm", "m": 8}}


def test_a_state_cannot_close_its_script(explorer):
    widget = explorer(gpu="</script><!--<script>")
    assert "<" not in re.search(r"json\">(.*?)</script>", widget.static_html())[1]
    assert blob(widget.static_html())["state"]["gpu"] == "</script><!--<script>"


def test_a_state_without_json_form_is_refused(explorer):
    class Broken(explorer):
        x = traitlets.Float(float("nan")).tag(sync=True)

    with pytest.raises(ValueError, match="JSON"):
        Broken().static_html()


def test_without_a_snapshot_the_sentence_stands_there(explorer):
    explorer.fallback_text = lambda self: "A roofline of A & B."
    html = explorer().static_html()
    assert '<div class="lp-fallback"><p>A roofline of A &amp; B.</p></div>' in html


def test_the_snapshot_of_this_very_state_stands_there(explorer):
    shown = explorer(m=8)
    shown.snapshot_path().write_text("<svg></svg>\n", "utf-8")
    assert '<div class="lp-fallback"><svg></svg></div>' in shown.static_html()
    assert "<svg>" not in explorer(m=9).static_html()


def test_the_digest_does_not_depend_on_the_order_of_keys():
    assert base.digest({"a": 1, "b": 2}) == base.digest({"b": 2, "a": 1})
    assert base.digest({"a": 1, "b": 2}) != base.digest({"a": 1, "b": 3})


def test_a_widget_is_an_anywidget(explorer):
    assert issubclass(explorer, anywidget.AnyWidget)
