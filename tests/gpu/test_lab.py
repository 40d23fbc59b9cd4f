"""What the labs print: predictions of the book, rows checked on a CPU, and sentences for other cards."""

import pytest
from cards import card

from lowbit.gpu import lab, record
from lowbit.hardware import find_gpu

NOTHING = {"capability": None, "name": None}
H100 = find_gpu("H100 SXM")


def timed(op, name, m, seconds, n=4096, k=4096):
    return record.row("timed", op, name, m, n, k, seconds=seconds, path="a path", error=1e-3)


def test_predictions_are_calibrated_where_there_are_constants_and_say_so_where_not():
    table = lab.predict(["bf16", "w4a16-g128"], (28672, 4096), [1], H100)
    bf16, w4 = (cell.strip() for cell in table.splitlines()[2].split("|")[2:4])
    assert bf16.endswith("µs")
    assert (
        w4.replace("\u00a0", " ") == "18.1 µs ideal"
    )  # 60.9 MB of codes, scales, x and y at 3.35 TB/s
    assert "H100 SXM" in table


def test_an_unknown_card_is_predicted_as_an_h100(capsys):
    assert lab.predicted_for({"name": None, "mig": False})["id"] == "h100-sxm"
    assert "Predictions are for an H100 SXM" in capsys.readouterr().out
    assert lab.predicted_for(card("l40s"))["id"] == "l40s"
    assert capsys.readouterr().out == ""


def test_without_a_gpu_every_path_is_checked_once_a_size(capsys):
    ops = {"bf16": {}, "w4a16-gemm/g32": {"group": 32}, "w4a16-gemm": {}}
    rows = lab.sweep(ops, [(28672, 4096), (4096, 14336)], [1, 64, 4096], NOTHING)
    assert "checked" in capsys.readouterr().out
    assert {row["kind"] for row in rows} == {"checked"}
    assert {row["format"] for row in rows} == {"bf16", "w4a16-g32", "w4a16-g128"}
    assert all(row["error"] < 0.01 for row in rows)
    assert all(row["m"] <= lab.CPU_M for row in rows)
    assert len(rows) == 2 * 3  # two M that differ, three ops
    table = lab.beside(rows, H100).splitlines()
    assert len(table) == 2 + 3  # one row an op and format, with its largest error
    worst = max(row["error"] for row in rows if row["op"] == "bf16")
    assert f"{worst:.1e}" in table[2]
    assert "not timed" in table[0]


def test_what_was_refused_is_said_once_with_its_reason():
    refused = [
        record.row("refused", "mxfp8", "mxfp8", m, 64, 64, reason="No Blackwell.") for m in (1, 2)
    ]
    table = lab.beside([timed("bf16", "bf16", 1, 1e-5), *refused], H100)
    assert table.count("does not run here: No Blackwell.") == 1


def test_a_measured_time_stands_beside_its_prediction():
    made = lab.prediction("bf16", 1, 4096, 4096, H100)["seconds"]
    table = lab.beside([timed("bf16", "bf16", 1, made / 2)], H100)
    assert "| bf16: a path | 1 · 4,096 × 4,096 |" in table
    assert table.endswith("| 2.00 |")


@pytest.mark.parametrize(("name", "sentence"), [
    ("t4", "has no FP8 tensor cores"), ("a100", "has no FP8 tensor cores"),
    ("h100", "fp8-row: runs on this card.")])  # fmt: skip
def test_another_card_is_told_what_the_right_one_would_do(name, sentence):
    said = lab.elsewhere("fp8-row", "fp8-row", 4096, 28672, 4096, card(name))
    assert sentence in said
    if "runs on" not in said:
        assert (
            "On an H100 SXM it would take 486 µs ideally at M = 4,096, where BF16 takes 972 µs"
            in said
        )


def test_the_crossover_is_where_the_other_format_stays_ahead():
    rows = []
    for m, w4, fp8 in [(1, 10, 20), (4, 10, 9), (16, 12, 14), (64, 30, 20), (256, 90, 50)]:
        rows += [timed("w4a16-gemm", "w4a16-g128", m, w4), timed("fp8-row", "fp8-row", m, fp8)]
    rows.append(timed("w4a16-gemv", "w4a16-g128", 64, 25))  # a second kernel, still slower
    assert lab.crossover(rows, "w4a16-g128", "fp8-row", 4096, 4096) == 64
    assert lab.crossover(rows, "fp8-row", "w4a16-g128", 4096, 4096) is None
    assert lab.crossover([], "bf16", "fp8-row", 4096, 4096) is None
    assert lab.fastest(rows, 64, 4096, 4096) == {"w4a16-g128": 25, "fp8-row": 20}


def test_a_file_without_times_is_written_and_says_so(tmp_path, capsys):
    rows = lab.sweep({"bf16": {}}, [(256, 256)], [1], NOTHING)
    machine = card("t4") | NOTHING
    lab.save(rows, machine, tmp_path / "lab.json")
    assert "It holds no times." in capsys.readouterr().out
    data, warnings = record.load(tmp_path / "lab.json")
    assert (len(data["rows"]), warnings) == (1, [])
