"""python -m lowbit gemm: the words, the JSON, and the sentence for bad input."""

import json
import os
import subprocess
import sys

import pytest

from lowbit.__main__ import main

HEAD = ["gemm", "--m", "1", "--n", "8192", "--k", "8192"]


def run_json(capsys, *more):
    assert main([*HEAD, "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_group_scaled_w4a16_has_no_constants_and_says_so(capsys):
    got = run_json(capsys, "--gpu", "H100 SXM", "--format", "w4a16-g128")
    assert got["flops"] == 2 * 8192 * 8192
    assert got["bytes"] == 34_635_776
    assert got["intensity"] == pytest.approx(3.875, abs=5e-4)
    assert got["bound"] == "memory"
    assert got["ideal_seconds"] == pytest.approx(10.34e-6, abs=5e-9)
    assert got["seconds"] is None
    assert got["kind"] == "ideal"
    assert "group-scaled" in got["reason"]
    assert got["path"] == "upcast"
    assert got["gpu"] == "H100 SXM"
    assert got["engine"].startswith("TensorRT-LLM@")


def test_per_channel_w4a16_is_calibrated_near_the_measured_18_microseconds(capsys):
    got = run_json(capsys, "--gpu", "H100", "--format", "w4a16-channel")
    assert got["kind"] == "calibrated"
    assert got["seconds"] == pytest.approx(18.2e-6, rel=0.15)
    assert 0 < got["median_error"] < got["p90_error"]


def test_without_json_the_answer_is_a_sentence(capsys):
    assert main([*HEAD, "--gpu", "h100", "--format", "fp8"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("At one token a step, FP8 is ")
    assert "faster than BF16." in out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ([*HEAD, "--gpu", "H1000"], "H100 SXM"),  # the known ones are listed
        ([*HEAD, "--gpu", "H100", "--format", "fp9"], "nvfp4"),
        ([*HEAD, "--gpu", "H100", "--engine", "llama.cpp"], "TensorRT-LLM"),
    ],
)
def test_unknown_names_list_the_known_ones_and_exit_2(arguments, word, capsys):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert word in error
    assert len(error.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "m", ["1,5", "8,19,2", "1_000", "٣", "0", "-3", "x", "1.5", "", "1e3", "99999999999"]
)
def test_a_bad_size_is_a_sentence_and_exit_2(m, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["gemm", "--gpu", "H100", "--m", m, "--n", "8192", "--k", "8192"])
    assert stop.value.code == 2
    assert "whole number from 1 to 10,000,000" in capsys.readouterr().err


def test_an_ideal_claim_names_no_error_of_a_prediction_it_does_not_use(capsys):
    assert main([*HEAD, "--gpu", "H100", "--format", "W4A16-g128"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Ideally, at one token a step, W4A16 g128 is ")
    assert "nine in ten" not in out
    assert "rung ideal." in out


def test_thousands_may_be_grouped(capsys):
    got = run_json(capsys, "--gpu", "H100", "--n", "8,192")
    assert got["n"] == 8192


def test_it_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "lowbit", *HEAD, "--gpu", "A100"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "BF16 takes " in done.stdout


def test_a_reader_who_stops_early_sees_no_traceback():
    """As in `python -m lowbit format e4m3fn | head -1`: nobody reads the other end of the pipe."""
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "lowbit", "format", "e4m3fn"], stdout=write,
        stderr=subprocess.PIPE, text=True, check=False, env=os.environ | {"PYTHONUNBUFFERED": ""},
    )  # fmt: skip
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")
