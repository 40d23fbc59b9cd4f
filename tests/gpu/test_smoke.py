"""The first script on a new card: whole on a CPU, and on a GPU whatever its paths do."""

import json

import pytest
import torch
from cards import card

from lowbit.gpu import device, matmul, record, smoke, timer


def test_on_a_cpu_every_reference_is_checked_and_written(tmp_path, capsys):
    data = smoke.main(["--cpu", "--out", str(tmp_path / "result.json")])
    again, warnings = record.load(tmp_path / "result.json")
    assert again == json.loads(json.dumps(data))
    assert warnings == []
    seen = {row["op"] for row in data["rows"] if row["kind"] == "checked"}
    assert seen >= set(matmul.OPS) - {"w4a16-gemlite"}  # a library that needs a GPU to be imported
    assert len(data["rows"]) == 3 * len(matmul.OPS)
    assert all(row["error"] < 0.01 for row in data["rows"] if row["kind"] == "checked")
    assert not any("seconds" in row for row in data["rows"])  # no time without a GPU
    printed = capsys.readouterr().out
    assert "reference (dequantized, FP32)" in printed
    assert f"{len(seen) * 3} checked" in printed


def test_the_command_writes_a_file(tmp_path):
    import subprocess
    import sys

    command = [sys.executable, "-m", "lowbit.gpu.smoke", "--cpu", "--out", str(tmp_path / "r.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert record.load(tmp_path / "r.json")[0]["card"]["name"] is None


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a GPU")
def test_without_a_gpu_and_without_cpu_it_says_what_to_do(capsys, tmp_path):
    with pytest.raises(SystemExit) as stop:
        smoke.main(["--out", str(tmp_path / "r.json")])
    assert stop.value.code == 1
    assert "`--cpu` checks the references here" in capsys.readouterr().err


@pytest.fixture
def on_h100(monkeypatch):
    """smoke on a pretended H100, with small shapes on the CPU; returns the rows by op."""
    row = {"path": "p", "error": 1e-3, "copies": 2, "weight_bytes": 1000, "cold": True,
           "seconds": 1e-5, "seconds_min": 1e-5, "seconds_max": 2e-5, "replays": 20,
           "eager_seconds": 2e-5, "quantize_seconds": 3e-5}  # fmt: skip
    limits = {"copy_bytes_per_s": 3e12, "flops_per_s": {"bf16": 7e14, "fp8": 1.2e15},
              "fp8_exact_accumulate": 9e14, "failed": {}}  # fmt: skip
    real = smoke.data_for
    monkeypatch.setattr(smoke, "data_for", lambda m, n, k, card: real(m, n, k, card, "cpu"))
    monkeypatch.setattr(smoke, "SHAPES", [(1, 256, 512)])
    monkeypatch.setattr(smoke.ceilings, "measure", lambda card: limits)
    monkeypatch.setattr(smoke, "under_load", lambda rate: None)

    def run(measure=lambda *a, **k: row, name="h100"):
        monkeypatch.setattr(timer, "measure", measure)
        monkeypatch.setattr(device, "describe", lambda: card(name))
        return {one["op"]: one for one in smoke.on_gpu(card(name))["rows"]}

    return run


def test_on_an_h100_what_runs_is_timed_and_the_rest_refused_with_a_reason(on_h100, capsys):
    rows = on_h100()
    kinds = {op: row["kind"] for op, row in rows.items()}
    assert kinds["fp8-row"] == kinds["w4a16-gemv"] == kinds["fp8-block"] == "timed"
    assert kinds["mxfp8"] == kinds["nvfp4"] == "refused"
    assert "came with Blackwell" in rows["mxfp8"]["reason"]
    printed = capsys.readouterr().out
    assert "copy 3.00 TB/s" in printed
    assert "10 µs" in printed


def test_a_path_that_breaks_does_not_break_the_others(on_h100):
    def breaking(op, *args, **kwargs):
        if op == "fp8-row":
            raise RuntimeError("CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling "
                               "cublasLtMatmulAlgoGetHeuristic(\nmany\nlines")  # fmt: skip
        if op == "int8":
            raise ArithmeticError("int8 is off by 0.4 of its size")
        return {"path": "p", "error": 1e-3, "seconds": 1e-5, "weight_bytes": 1000, "cold": True,
                "eager_seconds": 2e-5, "quantize_seconds": None}  # fmt: skip

    rows = on_h100(breaking)
    assert rows["fp8-row"]["kind"] == rows["int8"]["kind"] == "refused"
    assert rows["fp8-row"]["reason"].startswith("RuntimeError: CUDA error: CUBLAS_STATUS_NOT")
    assert "column-major" in rows["fp8-row"]["reason"]  # and the sentence that is known for it
    assert "off by 0.4" in rows["int8"]["reason"]
    assert rows["w4a16-gemm"]["kind"] == "timed"


def test_a_t4_gets_fp16(on_h100):
    rows = on_h100(name="t4")
    assert rows["bf16"]["format"] == "fp16"
    assert {op for op, row in rows.items() if row["kind"] == "timed"} == {"bf16", "int8"}
