"""Result files: what is refused, in which words, and what is drawn of the others.

The same functions run in the page; tests/browser/test_result_file.py holds both together.
"""

import copy
import json
import math

import jsonschema
import pytest
from result_files import CEILINGS, FITS, H100, made

from lowbit.hardware import find_gpu, gpus
from lowbit.measured import result_schema
from lowbit.result_file import check
from lowbit.result_points import (
    OVER_CEILINGS,
    OVER_DATASHEET,
    above_roof,
    drawable,
    first_shown,
    own_gpu,
    timed_curves,
)
from lowbit.roofline import ideal
from lowbit.schemes import scheme

IDS = [gpu["id"] for gpu in gpus()]
PCIE = find_gpu("H100 PCIe")


def changed(change):
    """A good file after change(data)."""
    data = copy.deepcopy(made(fits=FITS))
    change(data)
    return data


def put(*path):
    """A change that sets the value at this path: put("rows", 0, "m", 0) sets rows[0].m to 0."""
    *keys, last, value = path

    def change(data):
        for key in keys:
            data = data[key]
        data[last] = value

    return change


def without(*path):
    *keys, last = path

    def change(data):
        for key in keys:
            data = data[key]
        del data[last]

    return change


BAD = [
    (put("kind", "package"), "This is no result file of the book's labs: such a file says kind: "),
    (put("version", 2), "This file is of version 2; this book reads version 1: take the newer"),
    (put("version", 0), "version must be 1, not 0."),
    (put("version", "1"), "version must be 1, not '1'."),
    (put("version", True), "version must be 1, not true."),
    (without("rows"), "rows is missing."),
    (without("card"), "card is missing."),
    (without("card", "gpu"), "card: gpu is missing."),
    (without("rows", 1, "m"), "rows[1]: m is missing."),
    (put("rows", {}), "rows must be a list, not an object."),
    (put("rows", 0, 7), "rows[0] must be an object, not 7."),
    (put("rows", [{}] * 3001), "rows has more than 3,000 entries."),
    (put("rows", 0, "m", 0), "rows[0].m must be a whole number from 1 to 1×10⁷, not 0."),
    (put("rows", 0, "m", 1.5), "rows[0].m must be a whole number from 1 to 1×10⁷, not 1.5."),
    (put("rows", 0, "m", "64"), "rows[0].m must be a whole number from 1 to 1×10⁷, not '64'."),
    (put("rows", 0, "m", True), "rows[0].m must be a whole number from 1 to 1×10⁷, not true."),
    (put("rows", 2, "seconds", -1), "rows[2].seconds must be a number from 1×10⁻⁸ to 1,000 or null"),
    (put("rows", 2, "seconds", math.inf), "rows[2].seconds must be a number from"),
    (put("rows", 2, "seconds", None), "rows[2] is timed, but has no seconds."),
    (without("rows", 2, "seconds"), "rows[2] is timed, but has no seconds."),
    (put("rows", 2, "kind", "guessed"), "rows[2].kind must be one of timed, checked, refused, not"),
    (put("rows", 2, "kind", 3), "rows[2].kind must be one of timed, checked, refused, not 3."),
    (put("rows", 0, "format", "fp9"), "Unknown format 'fp9'. Known: bf16, fp16"),
    (put("rows", 0, "format", "toString"), "Unknown format 'toString'."),
    (put("rows", 0, "op", "x" * 61), "rows[0].op is longer than 60 letters."),
    (put("card", "mig", "no"), "card.mig must be true or false, not 'no'."),
    (put("card", "name", {}), "card.name must be a text or null, not an object."),
    (put("ceilings", "copy_bytes_per_s", 3.35), "ceilings.copy_bytes_per_s must be a number from 1×10⁹"),
    (put("ceilings", "flops_per_s", "bf16", "fast"), "ceilings.flops_per_s.bf16 must be a number"),
    (put("fits", 0, "rungs", "L2", "p", 0), "fits[0].rungs.L2.p must be a number from 1 to 8, not 0."),
    (without("fits", 0, "rungs", "L1", "t0_us"), "fits[0].rungs.L1: t0_us is missing."),
    (put("fits", 0, "format", "w4a16-g0"), "Unknown format 'w4a16-g0'."),
    (put("date", "x" * 50), "date is longer than 40 letters."),
]  # fmt: skip
NOT_OURS = [None, 7, "text", [], {}, {"kind": None}, {"kind": ["bits-and-bandwidth result"]},
            {"includes": 3, "length": 9}, {"__proto__": {"kind": "bits-and-bandwidth result"}}]  # fmt: skip


def test_a_good_file_passes():
    check(made(fits=FITS), result_schema())
    check(json.loads(json.dumps(made(fits=FITS))), result_schema())


@pytest.mark.parametrize(("change", "sentence"), BAD, ids=[sentence[:40] for _, sentence in BAD])
def test_a_bad_file_is_refused_in_a_sentence(change, sentence):
    with pytest.raises(ValueError) as problem:  # noqa: PT011 - the sentence is compared below
        check(changed(change), result_schema())
    assert str(problem.value).startswith(sentence)
    assert str(problem.value).endswith(".")


@pytest.mark.parametrize("data", NOT_OURS, ids=repr)
def test_other_json_is_told_apart(data):
    with pytest.raises(ValueError, match="This is no result file of the book's labs"):
        check(data, result_schema())


def test_nan_is_in_no_range():
    with pytest.raises(ValueError, match=r"rows\[2\]\.seconds must be a number from .*, not –\."):
        check(changed(put("rows", 2, "seconds", math.nan)), result_schema())


def test_what_is_not_named_is_ignored():
    check(changed(put("rows", 0, "note", "hot day")), result_schema())
    check(changed(put("weather", "rain")), result_schema())


# ---- against another reader of JSON Schema ----


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(result_schema())


def test_another_validator_agrees():
    other = jsonschema.Draft202012Validator(result_schema())
    assert other.is_valid(made(fits=FITS))
    beyond_the_schema = ("is timed, but", "Unknown format", "This file is of version")
    for change, sentence in BAD:
        if not any(words in sentence for words in beyond_the_schema):
            assert not other.is_valid(changed(change)), sentence


# ---- what is drawn ----


def test_curves_are_by_format_and_shape():
    data = made(shapes=((28672, 4096), (4096, 14336)), ms=(64, 1, 512))
    curves = {one["format"]: one["us"] for one in timed_curves(data, PCIE, OVER_DATASHEET)}
    assert set(curves) == {"bf16", "fp8-row"}
    assert set(curves["bf16"]) == {"28672x4096", "4096x14336"}
    points = curves["fp8-row"]["28672x4096"]
    assert [point["m"] for point in points] == [64, 1, 512]
    least = ideal(64, 28672, 4096, PCIE, scheme("fp8-row"))["ideal_seconds"]
    assert points[0]["seconds"] == pytest.approx(3e-6 + 1.4 * least)


def test_of_several_kernels_the_fastest_is_drawn():
    data = made(formats=("w4a16-g128",), ms=(1,))
    for op, seconds in (("slow", 1e-3), ("fast", 1e-5), ("slower", 2e-3)):
        data["rows"].append(data["rows"][0] | {"op": op, "seconds": seconds})
    (curve,) = timed_curves(data, PCIE, OVER_DATASHEET)
    (point,) = curve["us"]["28672x4096"]
    assert point["seconds"] == 1e-5


def test_names_of_one_format_are_one_curve():
    curves = timed_curves(made(formats=("fp16", "bf16")), PCIE, OVER_DATASHEET)
    assert [one["format"] for one in curves] == ["bf16"]  # as the published times are kept


def test_what_was_not_timed_is_not_drawn():
    data = made(ms=(1,))
    for row in data["rows"]:
        row["kind"] = "refused"
    assert timed_curves(data, PCIE, OVER_DATASHEET) == []
    with pytest.raises(ValueError, match=r"no times: it was made without a GPU\. Run the lab"):
        drawable(data, IDS)


@pytest.mark.parametrize(
    ("share", "above"), [(1.4, False), (1.0, False), (0.98, False), (0.96, True)]
)
def test_a_point_above_its_roof_is_flagged(share, above):
    for m in (1, 4096):  # against bandwidth, against the peak
        least = ideal(m, 28672, 4096, PCIE, scheme("fp8-row"))["ideal_seconds"]
        row = made(ms=(m,), formats=("fp8-row",))["rows"][0] | {"seconds": share * least}
        assert above_roof(row, PCIE, OVER_DATASHEET) == above


def test_without_a_sourced_peak_nothing_is_flagged():
    row = made(formats=("int8",), ms=(1,))["rows"][0] | {"seconds": 1e-8}
    assert not above_roof(row, find_gpu("rtx-pro-6000-server"), OVER_DATASHEET)


def test_a_card_that_the_book_does_not_know_brings_its_own_ceilings():
    data = made("NVIDIA Foo 9000")
    assert data["card"]["gpu"] is None
    own = own_gpu(data)
    assert own["name"] == "NVIDIA Foo 9000"
    assert own["hbm_bytes_per_s"] == CEILINGS["copy_bytes_per_s"]
    assert own["flops_per_s"] == {"bf16": 5.4e14, "fp8": 1.0e15, "int8": None, "fp4": None}
    drawable(data, IDS)
    data["ceilings"] = None
    with pytest.raises(ValueError, match=r"run lowbit\.gpu\.smoke there, which measures them"):
        drawable(data, IDS)


def test_the_ceilings_of_turing_are_in_fp16():
    data = made("Tesla T9", formats=("fp16",))
    data["ceilings"]["flops_per_s"] = {"fp16": 4e13}
    assert own_gpu(data)["flops_per_s"]["bf16"] == 4e13
    assert OVER_CEILINGS > OVER_DATASHEET  # a copy is no upper limit of reading


@pytest.mark.parametrize(
    ("formats", "shown"),
    [(("bf16", "fp8-row"), "fp8-row"), (("fp8-row", "bf16"), "fp8-row"), (("bf16",), "bf16")],
)
def test_what_is_shown_first_has_something_to_be_compared_with(formats, shown):
    assert first_shown(made(formats=formats))["format"] == shown


def test_the_made_files_are_of_a_known_card():
    assert made()["card"]["gpu"] == "h100-pcie"
    assert H100["capability"] == (9, 0)
