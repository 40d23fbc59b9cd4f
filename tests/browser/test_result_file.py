"""A result file of the labs in the page: picked, dropped, refused, drawn beside the published points."""

import csv
import io
import json

import pytest
from result_files import FITS, made
from test_parity import FIELDS, agree, in_js  # noqa: F401 - in_js is a fixture
from test_result_check import BAD, IDS, NOT_OURS, changed

from lowbit import result_file, result_points
from lowbit.hardware import find_gpu
from lowbit.measured import result_schema
from lowbit.text import duration
from widgets import RooflineExplorer

DROP = """async ([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name, { type: 'application/json' }));
  const target = document.querySelector('.lp-picture');
  for (const type of ['dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


@pytest.fixture
def explorer(page, show):
    return show(page, RooflineExplorer())


def pick(page, data, name="result.json"):
    text = data if isinstance(data, str | bytes) else json.dumps(data)
    page.locator("input[type=file]").set_input_files(
        {
            "name": name,
            "mimeType": "application/json",
            "buffer": text.encode() if isinstance(text, str) else text,
        }
    )


def said(page):
    return page.locator(".lp-file small")


def source(page):
    return page.locator(".lp-source").inner_text()


def yours(page):
    return page.locator(".lp-yours").count() / 2  # a ring and what it is around


# ---- picked and dropped ----


def test_a_picked_file_is_drawn_on_its_card_beside_the_published_points(explorer):
    pick(explorer, made("NVIDIA H200", formats=("bf16", "fp8-tensor")))
    explorer.get_by_text("10 points of NVIDIA H200, torch 2.13.0+cu130, 2026-12-01.").wait_for()
    assert explorer.locator(".lp-kicker").inner_text().startswith("H200 SXM · TensorRT-LLM")
    assert explorer.get_by_label("Format", exact=True).input_value() == "fp8-tensor"
    assert "N × K = 28,672 × 4,096" in explorer.locator(".lp-kicker").inner_text()
    assert yours(explorer) == 10
    published = explorer.locator(".lp-measured:not(.lp-yours)").count()
    assert published > 10
    assert explorer.locator("text.lp-word", has_text="ringed: NVIDIA H200").count() == 1
    assert "Hollow: BF16 and FP8" in source(explorer)
    assert "Ringed: BF16 and FP8 of your file, the matmul alone, at 28,672 × 4,096." in source(
        explorer
    )


def test_a_dropped_file_does_the_same(explorer):
    explorer.evaluate(DROP, ["result.json", json.dumps(made())])
    explorer.get_by_text("10 points of NVIDIA H100 PCIe").wait_for()
    assert explorer.locator(".lp-kicker").inner_text().startswith("H100 PCIe")
    assert yours(explorer) == 10
    assert explorer.locator(".lp-drop").count() == 0  # the frame around the target is gone again


def test_the_place_to_drop_is_seen_while_a_file_is_over_it(explorer):
    start, end = DROP.replace("'dragover', 'drop'", "'dragover'"), DROP.replace(
        "'dragover', 'drop'", "'dragleave'")  # fmt: skip
    explorer.evaluate(start, ["result.json", "{}"])
    assert explorer.locator(".lp-drop").count() == 1
    explorer.evaluate(end, ["result.json", "{}"])
    assert explorer.locator(".lp-drop").count() == 0


def test_text_that_is_dragged_is_none_of_our_business(explorer):
    before = said(explorer).inner_text()
    prevented = explorer.evaluate(
        """() => {
      const transfer = new DataTransfer();
      transfer.setData('text/plain', 'words');
      const event = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
      document.querySelector('.lp-picture').dispatchEvent(event);
      return event.defaultPrevented; }"""
    )
    assert not prevented
    assert said(explorer).inner_text() == before


def test_it_says_that_nothing_is_sent_and_nothing_is(explorer):
    assert "read in this page and sent nowhere" in said(explorer).inner_text()
    asked = []
    explorer.on("request", lambda request: asked.append(request.url))
    pick(explorer, made())
    explorer.get_by_text("10 points of").wait_for()
    assert asked == []


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_the_file_is_chosen_by_keyboard_alone(explorer, key):
    explorer.evaluate("""() => {
      const input = document.querySelector('input[type=file]');
      input.addEventListener('click', (event) => {
        event.preventDefault(); // the system's own dialogue is none of this test
        input.dataset.asked = input.accept;
      }); }""")
    explorer.get_by_role("button", name="Add your result file").press(key)
    explorer.wait_for_function(
        "document.querySelector('input[type=file]').dataset.asked === '.json,application/json'"
    )


def test_another_file_takes_the_place_of_the_first(explorer):
    pick(explorer, made(ms=(1, 8)))
    explorer.get_by_text("4 points of NVIDIA H100 PCIe").wait_for()
    pick(explorer, made("NVIDIA L40S", ms=(1, 8, 64)))
    explorer.get_by_text("6 points of NVIDIA L40S").wait_for()
    assert yours(explorer) == 6


def test_a_file_can_be_removed(explorer):
    remove = explorer.get_by_role("button", name="Remove your file")
    assert remove.is_hidden()
    pick(explorer, made(fits=FITS))
    explorer.get_by_text("10 points of").wait_for()
    remove.click()
    assert yours(explorer) == 0
    assert remove.is_hidden()
    assert "Ringed" not in source(explorer)
    assert "your file" not in explorer.get_by_label("Engine").inner_text()


# ---- what is drawn, and what is said about it ----


def test_points_of_another_layer_are_not_drawn_over_time(explorer):
    pick(explorer, made("NVIDIA H200", formats=("fp8-tensor",), shapes=((4096, 14336),)))
    explorer.get_by_text("5 points of").wait_for()
    explorer.get_by_role("radio", name="Time").click()
    assert yours(explorer) == 5
    explorer.get_by_label("N outputs").fill("8192")
    assert yours(explorer) == 0
    assert "at 4,096 × 14,336 (not drawn: another layer)" in source(explorer)
    explorer.get_by_role("radio", name="Roofline").click()
    assert yours(explorer) == 5  # FLOP/s of another layer can be compared


def test_on_another_gpu_the_points_wait(explorer):
    pick(explorer, made())
    explorer.get_by_text("10 points of").wait_for()
    explorer.get_by_label("GPU", exact=True).select_option("t4")
    assert yours(explorer) == 0
    assert "Your file is of NVIDIA H100 PCIe: choose it as the GPU." in source(explorer)
    explorer.get_by_label("GPU", exact=True).select_option("h100-pcie")
    assert yours(explorer) == 10


def test_a_format_that_the_file_lacks_is_said_to_be_missing(explorer):
    pick(explorer, made(formats=("fp8-row",)))
    explorer.get_by_text("5 points of").wait_for()
    explorer.get_by_label("Format", exact=True).select_option("int8")
    assert "Your file has no times of these formats." in source(explorer)


def test_a_point_above_its_roof_is_crossed_out_and_said(explorer):
    data = made(formats=("fp8-row",))
    data["rows"][1]["seconds"] /= 4
    pick(explorer, data)
    explorer.get_by_text("5 points of").wait_for()
    assert explorer.locator(".lp-cross").count() == 2
    assert "Crossed out: 1 faster than the roof allows" in source(explorer)


def test_an_unknown_card_is_drawn_under_its_own_ceilings(explorer):
    pick(explorer, made("NVIDIA Foo 9000 <b>x</b>"))
    explorer.get_by_text("10 points of NVIDIA Foo 9000").wait_for()
    assert explorer.get_by_label("GPU", exact=True).input_value() == "own"
    assert explorer.locator("text.lp-turned").text_content() == "memory, 1.8 TB/s"
    assert explorer.locator(".lp-w b:not([class])").count() == 0  # words stay words
    assert yours(explorer) == 10


def test_the_constants_fitted_by_the_lab_are_one_more_engine(explorer):
    pick(explorer, made("NVIDIA H200", formats=("fp8-row",), fits=FITS))
    explorer.get_by_text("5 points of").wait_for()
    explorer.get_by_label("Compare with").select_option("")
    explorer.get_by_label("Engine").select_option("your file@2026-12-01")
    rung = FITS[0]["rungs"]["L2"]
    seconds = result_seconds(rung, "L2")
    assert f"takes {duration(seconds)}." in explorer.locator(".lp-answer").inner_text()
    assert explorer.get_by_role("radio", name="L2").is_checked()  # L3 was wished; the file has none
    assert explorer.get_by_role("radio", name="L3").is_disabled()
    assert "constants of your file 2026-12-01" in source(explorer)
    assert "half of the FP8 row predictions are within 5%, nine in ten within 15%" in source(
        explorer
    )
    explorer.get_by_role("radio", name="L1").click()
    seconds = result_seconds(FITS[0]["rungs"]["L1"], "L1")
    assert f"takes {duration(seconds)}." in explorer.locator(".lp-answer").inner_text()


def result_seconds(constants, rung):
    from lowbit.speed import gemm

    fit = {"rungs": {rung: constants}}
    return gemm(64, 28672, 4096, find_gpu("h200"), "fp8-row", fit, rung, {})["seconds"]


def test_the_points_are_saved_with_the_others(explorer):
    pick(explorer, made())
    explorer.get_by_text("10 points of").wait_for()
    with explorer.expect_download() as download:
        explorer.get_by_role("button", name="Save CSV").click()
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8"))))
    mine = [row for row in rows if row["kind"] == "yours"]
    assert len(mine) == 10
    wanted = {
        (row["format"], row["m"]): row["seconds"] for row in made()["rows"] if "seconds" in row
    }
    for row in mine:
        assert float(row["seconds"]) == pytest.approx(wanted[row["format"], int(row["m"])])


def test_a_file_given_in_python_is_drawn_at_once(page, show):
    show(page, RooflineExplorer(result=made("NVIDIA L40S")))
    assert yours(page) == 10
    assert page.locator(".lp-kicker").inner_text().startswith("L40S")
    assert "10 points of NVIDIA L40S" in said(page).inner_text()


def test_a_link_does_not_carry_the_file(explorer):
    pick(explorer, made())
    explorer.get_by_text("10 points of").wait_for()
    explorer.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    explorer.get_by_role("button", name="Copy link").click()
    explorer.wait_for_function("location.hash.includes('?')")
    assert "rows" not in explorer.evaluate("location.hash")
    assert "gpu=h100-pcie" in explorer.evaluate("location.hash")


def test_two_on_a_page_keep_their_own_files(page, show):
    show(page, RooflineExplorer(), RooflineExplorer())
    page.locator("input[type=file]").first.set_input_files(
        {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps(made()).encode()}
    )
    page.get_by_text("10 points of").wait_for()
    first, second = page.locator(".lp-w").all()
    assert first.locator(".lp-yours").count() == 20
    assert second.locator(".lp-yours").count() == 0


# ---- refused ----

ODD = [
    ("", "This is not JSON: choose the file that a lab wrote."),
    ("{'kind'", "This is not JSON: choose the file that a lab wrote."),
    (b"\x89PNG\r\n\x1a\n\x00\xff", "This is not JSON: choose the file that a lab wrote."),
    ("[" * 50_000, "This is not JSON: choose the file that a lab wrote."),
    ("[" + "1," * 600_000 + "1]", "This file is larger than 1 MB: no result file is."),
    (json.dumps({"name": "left-pad", "version": "1.3.0"}), "This is no result file of the book's labs"),
    (json.dumps({"nbformat": 4, "cells": []}), "This is no result file of the book's labs"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), ODD, ids=range(len(ODD)))
def test_a_file_that_is_none_gets_a_sentence_and_the_picture_stays(explorer, text, sentence):
    before = explorer.locator(".lp-picture").inner_html(), source(explorer)
    pick(explorer, text)
    explorer.get_by_text("✗ " + sentence).wait_for()
    assert said(explorer).inner_text().endswith(".")
    assert (explorer.locator(".lp-picture").inner_html(), source(explorer)) == before


def test_a_bad_file_does_not_drive_out_a_good_one(explorer):
    pick(explorer, made())
    explorer.get_by_text("10 points of").wait_for()
    pick(explorer, "nonsense")
    explorer.get_by_text("✗ This is not JSON").wait_for()
    assert yours(explorer) == 10
    assert explorer.get_by_role("button", name="Remove your file").is_visible()


def test_a_file_from_a_cpu_says_why_nothing_is_drawn(explorer, tmp_path):
    from lowbit.gpu import smoke

    smoke.main(["--cpu", "--out", str(tmp_path / "cpu.json")])
    pick(explorer, (tmp_path / "cpu.json").read_text("utf-8"))
    explorer.get_by_text("✗ This file has no times: it was made without a GPU.").wait_for()


def test_two_files_at_once_are_too_many(explorer):
    one = "transfer.items.add"
    two = DROP.replace(one, f"{one}(new File(['{{}}'], 'b.json'));\n  {one}")
    explorer.evaluate(two, ["result.json", json.dumps(made())])
    explorer.get_by_text("✗ Drop one file at a time.").wait_for()


def test_hostile_words_run_nothing(explorer):
    explorer.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    data = made("<img src=x onerror=alert(1)>")
    data["versions"]["torch"] = "<script>alert(1)</script>"
    data["date"] = '"><svg onload=alert(1)>'
    pick(explorer, data)
    explorer.get_by_text("10 points of <img src=x").wait_for()
    assert explorer.locator(".lp-w img, .lp-w script").count() == 0
    assert explorer.evaluate("({}).polluted") is None


# ---- the same answers as Python ----


def test_python_and_the_page_refuse_the_same_files(in_js):  # noqa: F811
    schema = result_schema()
    files = [made(fits=FITS), *NOT_OURS, *(changed(change) for change, _ in BAD)]
    files = [one for one in files if "Infinity" not in json.dumps(one)]  # which is no JSON
    agree(in_js, "check", result_file.check, [[one, schema] for one in files])


def test_python_and_the_page_draw_the_same_points(in_js):  # noqa: F811
    gpu = {key: find_gpu("H100 PCIe")[key] for key in FIELDS}
    files = [made(formats=("bf16", "fp16", "fp8-row", "w4a16-g128", "int8"), ms=(64, 1, 512, 8)),
             made(slower=0.9), made(shapes=((4096, 14336), (28672, 4096)))]  # fmt: skip
    agree(in_js, "timed_curves", result_points.timed_curves, [[one, gpu, 0.03] for one in files])
    files += [made("NVIDIA Foo 9000"), changed(lambda data: data.update(ceilings=None))]
    agree(in_js, "own_gpu", result_points.own_gpu, [[one] for one in files])
    agree(in_js, "first_shown", result_points.first_shown, [[one] for one in files])
    agree(
        in_js,
        "drawable",
        result_points.drawable,
        [[one, ids] for one in files for ids in (IDS, [])],
    )
