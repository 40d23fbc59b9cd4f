"""python -m lowbit format: the words, the JSON, the card, and the sentence for bad input."""

import json

import ml_dtypes
import numpy as np
import pytest

from lowbit.__main__ import main


def run_json(capsys, *arguments):
    assert main(["format", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def run_words(capsys, *arguments):
    assert main(["format", *arguments]) == 0
    return capsys.readouterr().out


def test_465_saturates_by_default(capsys):
    got = run_json(capsys, "e4m3fn", "--value", "465")
    assert (got["format"], got["code"], got["code_hex"]) == ("e4m3fn", 126, "0x7E")
    assert (got["bits"], got["value"], got["typed"]) == ("01111110", 448.0, 465.0)
    assert got["relative_error"] == pytest.approx(17 / 465)
    assert (got["overflow"], got["kind"], got["ulp"]) == ("saturate", "normal", 32.0)
    assert (got["below"], got["above"]) == (416.0, None)
    casts = {cast["who"]: cast["value"] for cast in got["casts"]}
    assert casts["torch 2.13"] == 448.0
    assert casts["ml_dtypes 0.6"] == "nan"


@pytest.mark.parametrize(("rule", "value"), [("nan", "nan"), ("saturate", 448.0)])
def test_the_overflow_rule_decides(capsys, rule, value):
    got = run_json(capsys, "e4m3fn", "--value", "465", "--overflow", rule)
    assert (got["value"], got["overflow"]) == (value, rule)


def test_a_value_in_range_does_not_overflow(capsys):
    got = run_json(capsys, "e4m3fn", "--value", "464", "--overflow", "nan")
    assert (got["value"], got["overflow"]) == (448.0, None)


@pytest.mark.parametrize(
    ("name", "value", "overflow", "expected"),
    [
        ("e5m2", "-1e9", "inf", "-inf"), ("e5m2", "inf", "inf", "inf"), ("e5m2", "nan", "inf", "nan"),
        ("e4m3fn", "-inf", "saturate", -448.0), ("e4m3fn", "−inf", "saturate", -448.0),
        ("int8", "-1e3", "saturate", -128.0), ("bf16", "-.5", "saturate", -0.5),
    ],
)  # fmt: skip
def test_special_and_negative_values(capsys, name, value, overflow, expected):
    got = run_json(capsys, name, "--value", value, "--overflow", overflow)
    assert got["value"] == expected


def test_minus_zero_keeps_its_sign(capsys):
    got = run_json(capsys, "e4m3fn", "--value", "-0")
    assert (got["code"], str(got["value"]), got["kind"]) == (128, "-0.0", "minus zero")


@pytest.mark.parametrize("code", ["0x7f", "0X7F", "127", "0b1111111"])
def test_a_code_in_three_spellings(capsys, code):
    got = run_json(capsys, "e4m3fn", "--code", code)
    assert (got["code"], got["value"], got["kind"]) == (127, "nan", "NaN")
    assert (got["typed"], got["relative_error"], got["overflow"]) == (None, None, None)


@pytest.mark.parametrize(
    ("name", "dtype"),
    [("e4m3fn", "float8_e4m3fn"), ("e5m2", "float8_e5m2"), ("e2m1", "float4_e2m1fn")],
)
def test_every_code_means_what_ml_dtypes_reads(capsys, name, dtype):
    kind = np.dtype(getattr(ml_dtypes, dtype))
    for code in range(16 if name == "e2m1" else 256):
        wanted = float(np.array([code], np.uint8).view(kind)[0])
        got = run_json(capsys, name, "--code", str(code))["value"]
        assert got == wanted or str(float(got)) == str(wanted)


def test_rounding_and_scale(capsys):
    assert run_json(capsys, "e4m3fn", "--value", "310", "--rounding", "zero")["value"] == 288.0
    assert run_json(capsys, "int8", "--value", "0.1", "--amax", "448")["value"] == 0.0
    got = run_json(capsys, "int8", "--value", "17", "--amax", "448")
    assert got["value"] == pytest.approx(5 * 448 / 127)
    assert got["scale"] == pytest.approx(448 / 127)


def test_without_json_the_answer_is_a_sentence(capsys):
    out = run_words(capsys, "e4m3fn", "--value", "465")
    assert out.startswith("465 becomes 448 in E4M3.\n")
    assert "NaN in torch up to 2.11, ml_dtypes 0.6" in out
    assert "Code 0x7E, bits 0 1111 110: (−1)⁰ · 2^(15 − 7) · (1 + 6/8) = 448" in out
    assert run_words(capsys, "e4m3fn", "--code", "0x7e").startswith("Code 0x7E is 448 in E4M3.")


def test_without_value_or_code_it_is_the_card(capsys):
    out = run_words(capsys, "fp8")
    assert out.startswith("E4M3 (e4m3fn), 8 bits\n")
    assert "NaN: 0x7F and 0xFF" in out
    got = run_json(capsys, "e5m2")
    assert (got["largest"], got["values"], got["codes"]) == (57344.0, 247, 256)
    assert (got["has_inf"], got["smallest"]) == (True, 2**-16)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fp9", "--value", "1"], "Unknown number format 'fp9'. Known: fp32"),
        (["e4m3fn", "--value", "abc"], "'abc' is not a number"),
        (["e4m3fn", "--value", ""], "Write a number"),
        (["e4m3fn", "--value", "1e400"], "beyond the largest double"),
        (["e4m3fn", "--value", "1/0"], "divides by zero"),
        (["e4m3fn", "--code", "256"], "E4M3 has the codes 0 to 255"),
        (["e4m3fn", "--code", "0x1ff"], "E4M3 has the codes 0 to 255"),
        (["e4m3fn", "--code", "-1"], "'-1' is not a code"),
        (["e4m3fn", "--code", "0xzz"], "'0xzz' is not a code"),
        (["e4m3fn", "--code", "1.5"], "'1.5' is not a code"),
        (["e4m3fn", "--value", "1", "--overflow", "inf"], "E4M3 has no infinity to overflow to."),
        (["e2m1", "--value", "nan"], "E2M1 has no NaN."),
        (["int8", "--value", "1", "--amax", "-2"], "--amax is a number from 0"),
        (["int8", "--value", "1", "--amax", "nan"], "--amax is a number from 0"),
    ],
)  # fmt: skip
def test_bad_names_codes_and_values_are_one_sentence_and_exit_2(arguments, words, capsys):
    assert main(["format", *arguments]) == 2
    error = capsys.readouterr().err
    assert words in error
    assert len(error.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [["--value", "1", "--code", "1"], ["--rounding", "up", "--value", "1"], ["--value"], []],
)
def test_bad_options_exit_2(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["format", *(["e4m3fn", *arguments] if arguments else [])])
    assert stop.value.code == 2
    assert capsys.readouterr().err.strip()
