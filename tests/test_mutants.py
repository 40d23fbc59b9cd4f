"""Break each entry of the tables, one at a time: some check must fail every time.

Formats, casts and GPU rows are mutated in memory and judged by the quick checks of their own test
files, GPU rows also by tests/data/hardware_printed.csv, a second listing from other sources.
Measured tables are pinned by their sha256 and made again where that is cheap. Left out: prose
("notes", "about") and labels, which may say anything that no other row says ("name", "aliases").
"""

import csv
import hashlib
import json
import math
import re
from fractions import Fraction
from pathlib import Path

import distil_matrices
import numpy as np
import pytest
import test_casts
import test_formats
import test_hardware

from lowbit import hardware
from lowbit.casts import CASTS
from lowbit.formats import ALIASES, FORMATS, format_row

HERE = Path(__file__).parent
DATA = HERE.parent / "lowbit/data"
GONE = "(left out)"


def fails(check, *arguments):
    """Whether a check notices: by an assertion, or because the broken entry cannot be used."""
    try:
        check(*arguments)
    except (Exception, pytest.fail.Exception):
        return True
    return False


def survivors(holder, key, mutants, check):
    """The mutants of one entry that no check notices. The entry is put back."""
    kept, order = holder[key], list(holder.items()) if isinstance(holder, dict) else None
    found = []
    for mutant in mutants:
        if mutant is GONE:
            holder.pop(key)
        else:
            holder[key] = mutant
        if not fails(check):
            found.append(mutant)
        if order is None:
            holder[key] = kept
        else:
            holder.clear()
            holder.update(order)
    return found


# ---------------------------------------------------------------- formats


def quick_format_check(name):
    test_formats.test_ranges_of_the_specifications(name)
    test_formats.test_a_row_is_consistent_with_itself(name)
    if name == "nf4":
        test_formats.test_nf4_is_what_bitsandbytes_has()
    if name == "ternary":
        test_formats.test_the_smallest_formats_in_full("ternary", [-1, 0, 1])


WORDS = {
    "kind": ["float", "power", "int", "table", ""],
    "top": ["ieee", "nan", "numbers", "fnuz", ""],
    "overflow": ["saturate", "inf", "nan", ""],
}


def mutants_of(field, value):
    """Other values for one entry of a format: a step up and down, doubled, nothing, left out."""
    if isinstance(value, str):
        made = WORDS.get(field, [value + "x", value[:-1], value.lower(), ""])
    elif isinstance(value, list):
        made = [value[:-1], value[1:], value[::-1], [*value, value[-1] + 1], []]
    else:
        made = [value + 1, value - 1, 2 * value, value / 2, -value, 0]
    return [m for m in [*made, None, GONE] if m is GONE or m != value]


@pytest.mark.parametrize("name", FORMATS)
def test_every_mutant_of_a_format_is_noticed(name):
    assert not fails(quick_format_check, name)
    row = FORMATS[name]
    for field in list(row):
        left = survivors(
            row, field, mutants_of(field, row[field]), lambda: quick_format_check(name)
        )
        assert left == [], f"{name} {field}: nobody notices {left}"
    values = row.get("values", [])
    for i, value in enumerate(values):
        near = [float(np.nextafter(np.float32(value), np.float32(s))) for s in (-9, 9)]
        mutants = [
            *near,
            value * 1.01 + (value == 0) * 0.01,
            -value or 0.5,
            2 * value or -0.5,
            None,
        ]
        mutants = [m for m in mutants if m != value]
        left = survivors(values, i, mutants, lambda: quick_format_check(name))
        assert left == [], f"{name} value {i}: nobody notices {left}"
    assert not fails(quick_format_check, name)


def test_every_mutant_of_an_alias_is_noticed():
    check = test_formats.test_aliases_are_the_names_that_libraries_use
    assert not fails(check)
    for alias, name in list(ALIASES.items()):
        others = [other for other in FORMATS if other != name]
        left = survivors(ALIASES, alias, [*others, "", GONE], check)
        assert left == [], f"{alias}: nobody notices {left}"


# ---------------------------------------------------------------- casts

RULES = ["saturate", "inf", "nan", "wrap", "undefined"]
CAST_WORDS = {
    "over": RULES, "inf": RULES, "nan": ["largest", "minus zero", "undefined"],
    "rounding": ["nearest", "zero", "up"], "below": ["drop the sign", ""], "tiny": ["up", ""],
}  # fmt: skip


def claims(row, field):
    """Whether a field of a cast says something that could be wrong: "wrap" drops the fraction
    anyway, and toward zero nothing finite leaves the range."""
    if row["over"] == "wrap":
        return field != "rounding" and row[field] != "undefined"
    return row[field] != "undefined" and (field != "over" or row.get("rounding") != "zero")


@pytest.mark.parametrize("name", CASTS)
def test_every_mutant_of_a_cast_is_noticed(name):
    """Against the library's answers to a few values, or the codes pinned for a sourced row."""
    for row in CASTS[name]:
        x, codes = test_casts.answers(name, row["who"])

        def check(row=row, x=x, codes=codes):
            test_casts.check_row(x, name, row, codes)

        assert not fails(check)
        for field in set(row) & set(CAST_WORDS):
            if not claims(row, field):
                continue
            mutants = [word for word in [*CAST_WORDS[field], GONE] if word != row[field]]
            left = survivors(row, field, mutants, check)
            assert left == [], f"{name} {row['who']} {field}: nobody notices {left}"


# ---------------------------------------------------------------- GPUs

# what a line of hardware_printed.csv is about -> where it stands in a row; what a unit is there
WHERE = {
    "status": "status", "year": "year", "cc": "compute_capability", "memory": "memory_gb",
    "device": "device_bytes", "bandwidth": "hbm_bytes_per_s", "l2": "l2_mb", "sms": "sms",
    "power": "tdp_w", "memory type": "memory_type",
}  # fmt: skip
UNITS = {
    "": 1, "GB": 1, "MiB": 2**20, "GB/s": 1e9, "TB/s": 1e12, "MB": 1, "KB": 1 / 1024,
    "B": 1 / 2**20, "W": 1, "TFLOP/s": 1e12, "PFLOP/s": 1e15,
}  # fmt: skip
TEXT = {"chip", "form", "status", "cc"}
RATE_SLACK = 5e-4  # 989 with sparsity is 494.7, rounded


def printed():
    """hardware_printed.csv as {gpu: {what: number in the table's units, or text}}."""
    text = (HERE / "data/hardware_printed.csv").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and line[0] != "#"]
    out = {}
    for line in csv.DictReader(lines, strict=True):
        unit, _, memory_type = line["unit"].partition(" ")
        for gpu in line["gpus"].split():
            for what in line["what"].split():
                row = out.setdefault(gpu, {})
                assert what not in row, f"hardware_printed.csv: {gpu} {what} stands there twice"
                row[what] = line["printed"]
                if what not in TEXT:
                    row[what] = float(line["printed"]) * UNITS[unit] * Fraction(line["times"] or 1)
                if memory_type:
                    row["memory type"] = memory_type
    return out


def in_table(gpu):
    """What a row of hardware.json says, under the names of the listing; nothing for null."""
    out = {what: gpu[key] for what, key in WHERE.items()}
    out["chip"] = re.sub("[()]", "", f"{gpu['vendor']} {gpu['architecture']}")
    out["form"] = re.split("[,:]", gpu["form_factor"])[0]
    fast = gpu.get("flops_per_s_fp16_accumulate", {})
    out |= gpu["flops_per_s"] | {"+" + dtype: rate for dtype, rate in fast.items()}
    return {what: value for what, value in out.items() if value is not None}


def differences(rows, listing):
    """Where the table and the second listing differ, one sentence each."""
    if sorted(gpu["id"] for gpu in rows) != sorted(listing):
        yield "the table and the listing have other GPUs"
        return
    for gpu in rows:
        said, other = in_table(gpu), listing[gpu["id"]]
        for what in sorted(set(said) | set(other)):
            one, two = said.get(what), other.get(what)
            slack = RATE_SLACK if what.lstrip("+") in test_hardware.RATES else 1e-12
            if isinstance(one, str) or isinstance(two, str) or None in (one, two):
                same = one == two
            else:
                same = math.isclose(one, two, rel_tol=slack)
            if not same:
                yield f"{gpu['id']}: {what} is {one}, printed is {two}"


def cross_rows(rows):
    """The rules of test_hardware.py, which compare rows and units with each other."""
    for rule in test_hardware.RULES:
        assert not next(iter(rule(rows)), None)


def names_lead_to_their_rows():
    """Each name that test_hardware.py knows finds its row, and each foreign one none."""
    known = test_hardware.test_a_name_people_or_drivers_write
    foreign = test_hardware.test_another_gpu_is_never_taken_for_a_known_one
    for text, gpu_id in known.pytestmark[0].args[1]:
        known(text, gpu_id)
    for text in foreign.pytestmark[0].args[1]:
        foreign(text)
    test_hardware.test_every_id_name_and_alias_means_its_own_row()


def test_the_second_listing_agrees():
    assert list(differences(hardware.gpus(), printed())) == []


def test_a_difference_is_named():
    listing = printed()
    listing["h100-sxm"] |= {"fp8": 3958e12, "memory type": "HBM2"}
    del listing["t4"]["int4"]
    assert list(differences(hardware.gpus(), listing)) == [
        "t4: int4 is 260000000000000.0, printed is None",
        "h100-sxm: fp8 is 1978900000000000.0, printed is 3958000000000000.0",
        "h100-sxm: memory type is HBM3, printed is HBM2",
    ]


def numbers_and_their_mutants(gpu):
    """(holder, key, mutants) of each number: 1% and 0.1% more, doubled, halved, its opposite, null;
    a null made a number; left out."""
    holders = [(gpu, key) for key in test_hardware.SCALARS]
    for rates in (gpu["flops_per_s"], gpu.get("flops_per_s_fp16_accumulate", {})):
        holders += [(rates, dtype) for dtype in rates]
    for holder, key in holders:
        value = holder[key]
        if key == "compute_capability":
            yield holder, key, [m for m in ("9.0", "8.0", "", "9.00", None, GONE) if m != value]
        elif value is None:
            yield holder, key, [1, 1e14]
        else:
            made = [value * 1.01, value * 1.001, value * 2, value / 2, -value, None, GONE]
            yield holder, key, made


def words_and_their_mutants(gpu, rows):
    """(holder, key, mutants) of each word: what other rows say there, nothing, left out; each
    number type that the GPU has no path for taken away, each other one added."""
    for key in ("id", "name", "model", "vendor", "architecture", "form_factor", "memory_type",
                "accumulate", "status"):  # fmt: skip
        others = {row[key] for row in rows} - {gpu[key]}
        if key == "form_factor":  # what follows the comma is prose
            others = {v for v in others if re.split("[,:]", v)[0] not in gpu[key]}
        if key in ("id", "name", "model"):  # a few will do: looking names up takes its time
            others = sorted(others)[:2]
        yield gpu, key, [*sorted(others), "", None, GONE]
    none = gpu["no_path"]
    fewer = [[d for d in none if d != gone] for gone in none]
    more = [[*none, d] for d in test_hardware.RATES if d not in none]
    yield gpu, "no_path", [*fewer, *more, None, GONE]
    for cited, keys in gpu["sources"].items():
        yield gpu["sources"], cited, [[], ["X"], [*keys, "X"], GONE]


def test_every_mutant_of_a_gpu_is_noticed(record_property):
    """The comparison of rows alone notices most; the second listing and the names the others."""
    rows, listing = hardware.gpus(), printed()

    def second():
        assert not next(differences(rows, listing), None)

    total, by_rows = 0, 0
    assert not [c for c in (lambda: cross_rows(rows), second, names_lead_to_their_rows) if fails(c)]
    for gpu in rows:
        name = gpu["id"]
        for holder, key, mutants in [
            *numbers_and_their_mutants(gpu), *words_and_their_mutants(gpu, rows)
        ]:  # fmt: skip
            left = survivors(holder, key, mutants, lambda: cross_rows(rows))
            total, by_rows = total + len(mutants), by_rows + len(mutants) - len(left)
            left = survivors(holder, key, left, second)
            left = survivors(holder, key, left, names_lead_to_their_rows)
            assert left == [], f"{name} {key}: nobody notices {left} instead of {holder[key]!r}"
    record_property("mutants", f"{total}, {by_rows} of them by comparing rows alone")
    assert total > 4000
    assert list(differences(rows, listing)) == []


# ---------------------------------------------------------------- files

PINNED = {
    "gemm_times.json": "63ca4db6b6f79699a50590261328eff903520fc241ea8baed53300300033e003",
    "gemm_constants.json": "f435791ccfc7d2a62dbe471d6efaaa1b702a8d6ffcc377ac2eb9bf1752632255",
    "layers.json": "9be25345932d34cad2914ba9b1c6da9ad85d70d38d6341b06c5748f4a7d037b3",
    "matrices.json": "21adc7a9a5c99c25a906f2263a9a078889066c0cc9ec742fc870f8fe305e4fbe",
}
HOW = {
    "gemm_times.json": "Measured: `python tools/distil_measurements.py` writes it",
    "gemm_constants.json": "Fitted: `python tools/fit_constants.py` writes it",
    "layers.json": "Kept by hand, from each model's config.json; tests/test_layers.py adds it up",
    "matrices.json": "Distilled: `python tools/distil_matrices.py` writes it",
}


@pytest.mark.parametrize("name", PINNED)
def test_a_pinned_file_is_as_it_was(name):
    found = hashlib.sha256((DATA / name).read_bytes()).hexdigest()
    said = f"{name} changed. {HOW[name]}. If the change is meant, put {found} into PINNED."
    assert found == PINNED[name], said


def test_the_noise_matrices_come_out_again():
    """The real ones need the model's wheel, the GEMM tables the measured packages (83 MB and more)."""
    stored = json.loads((DATA / "matrices.json").read_text("utf-8"))["matrices"]
    made = distil_matrices.noise_rows()
    assert [row for row in stored if row["id"] in ("gaussian", "heavy")] == made


def test_rows_are_as_they_were():
    """The mutants above were put back."""
    for name in FORMATS:
        quick_format_check(name)
        assert format_row(name)["id"] == name
    cross_rows(hardware.gpus())
    assert hardware.gpus() == json.loads(hardware.DATA.read_text("utf-8"))["gpus"]
