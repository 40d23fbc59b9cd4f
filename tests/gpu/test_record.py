"""Result files written, read again and warned about. What is refused: tests/test_result_file.py."""

import json

import pytest
from cards import card

from lowbit.gpu import record
from lowbit.roofline import ideal
from lowbit.schemes import scheme

SEEN = {"driver": "580.95.05", "sm_mhz": 1755.0, "max_sm_mhz": 1980.0, "memory_mhz": 2619.0,
        "power_w": 512.0, "power_limit_w": 700.0, "temperature_c": 61.0}  # fmt: skip
LIMITS = {"copy_bytes_per_s": 3.0e12, "flops_per_s": {"bf16": 7e14, "fp8": 1.2e15},
          "fp8_exact_accumulate": 9e14, "failed": {}}  # fmt: skip


def timed(seconds=50e-6, m=64, **more):
    measured = {"path": "cuBLASLt", "error": 1.6e-3, "seconds": seconds, "seconds_min": seconds,
                "seconds_max": seconds, "replays": 20, "eager_seconds": 6e-5,
                "quantize_seconds": None, "weight_bytes": 117440512, "cold": True}  # fmt: skip
    return record.row("timed", "fp8-tensor", "fp8-tensor", m, 28672, 4096, **(measured | more))


def new(rows, name="h100", **more):
    return record.new(card(name), rows, ceilings=LIMITS, seen=SEEN, **more)


def test_a_file_comes_back_as_it_was_written(tmp_path):
    refused = record.row("refused", "mxfp8", "mxfp8", 1, 16, 32, reason="No Blackwell.")
    data = new([timed(), refused], date="2026-12-01T10:00:00+00:00")
    path = record.save(data, tmp_path / "h100.json")
    again, warnings = record.load(path)
    assert again == json.loads(json.dumps(data))
    assert warnings == []


def test_a_file_says_what_one_needs_to_repeat_it():
    data = new([timed()])
    assert data["card"] == {
        "name": "NVIDIA H100 80GB HBM3", "gpu": "h100-sxm", "capability": "9.0", "sms": 132,
        "l2_bytes": 52428800, "memory_bytes": 85 * 10**9, "mig": False,
    }  # fmt: skip
    versions = data["versions"]
    assert (versions["torch"], versions["cublas"]) == ("2.13.0+cu130", "13.0.0")
    assert versions["driver"] == "580.95.05"
    assert data["clocks"]["sm_mhz"] == 1755
    assert data["date"].endswith("+00:00")


def test_one_matmul_is_one_line(tmp_path):
    text = record.save(new([timed(m=m) for m in (1, 2, 4)]), tmp_path / "x.json").read_text("utf-8")
    assert sum('"op"' in line for line in text.splitlines()) == 3


def test_what_could_not_be_read_again_is_not_written(tmp_path):
    data = new([timed()])
    data["rows"].append(timed(seconds=-1))
    with pytest.raises(ValueError, match=r"rows\[1\]\.seconds must be a number"):
        record.save(data, tmp_path / "x.json")
    assert not (tmp_path / "x.json").exists()


# ---- bad files ----


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not JSON"),
        ("not json", "is not JSON"),
        ('{"kind": NaN}', "is not JSON"),
        ('{"x": 1e999}', "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("1" * 5000, "is not JSON"),
        ("[]", "no result file of the book's labs"),
        ('{"name": "package", "version": 3}', "no result file of the book's labs"),
    ],
)
def test_a_bad_file_gets_a_sentence(tmp_path, text, why):
    path = tmp_path / "bad.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=why) as problem:
        record.load(path)
    assert str(problem.value).endswith(".")


def test_bytes_that_are_no_text_get_a_sentence(tmp_path):
    (tmp_path / "x.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match=r"x\.json is not JSON: choose the file that a lab wrote"):
        record.load(tmp_path / "x.json")


def test_a_huge_file_is_not_even_read(tmp_path):
    (tmp_path / "x.json").write_text("[" + "1," * 600_000 + "1]", "utf-8")
    with pytest.raises(ValueError, match="larger than 1 MB"):
        record.load(tmp_path / "x.json")


# ---- points that cannot be ----


def roof(m, name="fp8-tensor", gpu="h100"):
    return ideal(m, 28672, 4096, record.gpu_of(card(gpu)), scheme(name))["ideal_seconds"]


@pytest.mark.parametrize(("share", "warned"), [(1.5, 0), (1.0, 0), (0.98, 0), (0.9, 1)])
def test_a_point_above_its_roof_is_warned_about(share, warned):
    warnings = record.warnings_of(new([timed(share * roof(64))]))
    assert len(warnings) == warned
    if warned:
        assert "M = 64, 28672 × 4096 is faster than H100 SXM can be" in warnings[0]


def test_an_unknown_card_is_measured_by_its_own_ceilings():
    weights = 28672 * 4096  # bytes of FP8
    fast = timed(0.5 * weights / LIMITS["copy_bytes_per_s"], m=1)
    data = new([timed(1.1 * weights / LIMITS["copy_bytes_per_s"], m=1), fast], name="h100 slice")
    assert data["card"]["gpu"] is None
    warnings = record.warnings_of(data)
    assert len(warnings) == 1
    assert "MIG 1g.10gb can be" in warnings[0]


def test_without_any_ceiling_nothing_is_judged():
    data = record.new(card("h100 slice"), [timed(1e-8)])
    assert record.warnings_of(data) == []


def test_weights_that_did_not_take_turns_are_named():
    assert "did not take turns" in record.warnings_of(new([timed(cold=False)]))[0]
