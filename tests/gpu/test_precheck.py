"""What precheck says about every card the labs may meet; none of them is needed here."""

import re

import pytest
from cards import CARDS, card

from lowbit.gpu import matmul, symptoms
from lowbit.gpu.precheck import OPS, precheck


def said(op, name, m=64, n=4096, k=4096, *, dtype="bf16", group=128, **changed):
    return precheck(op, m, n, k, card=card(name, **changed), dtype=dtype, group=group)


def stopped_by(*args, **kwargs):
    """The id of what stops this matmul, None where it runs."""
    return said(*args, **kwargs)["id"]


def noted(*args, **kwargs):
    return [note["id"] for note in said(*args, **kwargs)["notes"]]


# which paths run, card by card: torch's own gates, read in ScaledBlas.cpp and int4mm.cu, and
# Triton's lowest capability (notes: kernels.md 1b, 5)
FP8 = ["fp8-tensor", "fp8-row"]
W4 = ["w4a16-tinygemm", "w4a16-gemm", "w4a16-gemv"]
STORED = ["w8a16-fp8", "kv-fp8"]
RUNS = {
    "cpu": [], "no driver": [], "mi300x": [],
    "v100": ["bf16"],
    "t4": ["bf16", "int8"],
    "a100": ["bf16", "int8", *W4, *STORED],
    "3090": ["bf16", "int8", *W4, *STORED],
    "l4": ["bf16", *FP8, "int8", *W4, *STORED],
    "l40s": ["bf16", *FP8, "int8", *W4, *STORED],
    "h100": ["bf16", *FP8, "fp8-block", "int8", *W4, *STORED],
    "h100 colab": ["bf16", *FP8, "int8", *W4, *STORED],  # cuBLASLt 12.8: no blocks
    "h200": ["bf16", *FP8, "fp8-block", "int8", *W4, *STORED],
    "h100 slice": ["bf16", *FP8, "fp8-block", "int8", *W4, *STORED],
    "b200": ["bf16", *FP8, "mxfp8", "mxfp4", "nvfp4", "int8", *W4, *STORED],
    "b300": ["bf16", *FP8, "mxfp8", "mxfp4", "nvfp4", "int8", *W4, *STORED],
    "5090": ["bf16", *FP8, "mxfp8", "nvfp4", "int8", *W4, *STORED],  # MXFP4: B200 and B300 only
}  # fmt: skip


@pytest.mark.parametrize("name", CARDS)
def test_what_runs_on_a_card(name):
    assert sorted(op for op in OPS if said(op, name)["ok"]) == sorted(RUNS[name])


def test_every_matmul_of_the_labs_can_be_asked_about():
    assert set(matmul.OPS) <= set(OPS)


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("op", OPS)
def test_every_refusal_is_a_reason_a_fix_and_a_link(op, name):
    asked = [said(op, name), said(op, name, n=60, k=60, m=1), said(op, name, torch="2.4.0")]
    notes = [note for answer in asked for note in answer["notes"]]
    for one in [answer for answer in asked if not answer["ok"]] + notes:
        for sentence in (one["reason"], one["fix"]):
            assert re.fullmatch(r"\S.*\.", sentence)
            assert not re.search(r"\. [A-Z]|[{}]|None", sentence), sentence
        assert one["link"].startswith("https://")


# ---- without a GPU, with another vendor's, with old libraries ----


def test_without_a_gpu_the_reference_is_offered():
    assert stopped_by("fp8-tensor", "cpu") == "cpu-torch"
    assert stopped_by("fp8-tensor", "no driver") == "no-gpu"
    assert "reference" in said("fp8-tensor", "no driver")["fix"]


def test_rocm_is_named_before_anything_else():
    assert stopped_by("bf16", "mi300x") == "rocm"


@pytest.mark.parametrize(
    ("op", "torch", "why"),
    [
        ("fp8-tensor", "2.4.1", "fp8-old-torch"),
        ("fp8-tensor", "2.9.1", None),
        ("fp8-block", "2.9.1", "no-scaled-mm"),
        ("fp8-block", "2.10.0", None),
        ("w4a16-tinygemm", "2.4.1", "int4-old-torch"),
    ],
)
def test_old_torch(op, torch, why):
    assert stopped_by(op, "h100", torch=torch) == why


def test_windows_has_no_triton_and_no_row_wise_fp8():
    assert stopped_by("w4a16-gemm", "5090", platform="win32") == "triton-windows"
    assert stopped_by("fp8-row", "5090", platform="win32") == "row-windows"
    assert stopped_by("mxfp4", "b200", platform="win32") == "mxfp4-windows"
    assert said("fp8-tensor", "5090", platform="win32")["ok"]


def test_missing_libraries():
    assert stopped_by("w4a16-gemm", "h100", triton=None) == "no-triton"
    assert stopped_by("w4a16-gemlite", "h100") == "no-gemlite"
    assert said("w4a16-gemlite", "h100", gemlite="0.6.0.post2")["ok"]


def test_an_untried_triton_is_no_obstacle_but_said():
    assert noted("w4a16-gemm", "h100", triton="3.6.0") == []
    assert noted("w4a16-gemm", "h100", triton="3.10.0") == ["triton-version"]
    assert noted("w4a16-gemm", "h100", triton="3.5.1") == ["triton-version"]


# ---- formats against generations ----


def test_a100_is_sent_to_fp8_storage_and_t4_to_int8():
    answer = said("fp8-row", "a100")
    assert answer["id"] == "fp8-needs-ada"
    assert "NVIDIA A100-SXM4-80GB (compute capability 8.0)" in answer["reason"]
    assert "w8a16-fp8" in answer["fix"]
    assert stopped_by("fp8-row", "t4") == "fp8-needs-ada"
    assert stopped_by("w8a16-fp8", "t4") == "triton-sm80"
    assert stopped_by("w4a16-tinygemm", "t4") == "int4-sm80"


@pytest.mark.parametrize(
    ("op", "name", "instead"),
    [("mxfp8", "h100", "fp8-row"), ("mxfp8", "a100", "w8a16-fp8"), ("mxfp8", "t4", "int8"),
     ("nvfp4", "h100", "w4a16-gemm"), ("mxfp4", "t4", "int8")],
)  # fmt: skip
def test_block_scales_need_blackwell_and_something_else_is_offered(op, name, instead):
    answer = said(op, name)
    assert answer["id"] == "mx-needs-blackwell"
    assert f"Use {instead} here" in answer["fix"]
    assert said(instead, name)["ok"]


def test_blocks_of_128_are_hopper_s_and_need_cublas_12_9():
    assert stopped_by("fp8-block", "h100", cublas="12.9.0") is None
    assert stopped_by("fp8-block", "h100", cublas="12.8.4") == "block-cublas"
    assert stopped_by("fp8-block", "h100", cublas=None) == "block-cublas"
    assert "Colab" in said("fp8-block", "h100 colab")["fix"]
    assert stopped_by("fp8-block", "b200") == "block-hopper-only"
    assert stopped_by("fp8-block", "l4") == "block-hopper-only"


def test_row_wise_goes_to_cutlass_except_on_hopper_with_a_new_cublas():
    assert "row-cutlass-hopper" in noted("fp8-row", "h100 colab")
    assert "row-cutlass-other" in noted("fp8-row", "b200")
    assert "row-cutlass-other" in noted("fp8-row", "l40s")
    assert noted("fp8-row", "h100") == ["eager-quantize"]


def test_row_wise_on_rtx_blackwell_waits_for_torch_2_11():
    assert stopped_by("fp8-row", "5090", torch="2.10.0+cu130") == "row-sm120"
    assert said("fp8-row", "5090", torch="2.11.0+cu130")["ok"]
    assert said("fp8-tensor", "5090", torch="2.10.0+cu130")["ok"]


def test_a_slice_of_a_gpu_keeps_its_capability():
    assert said("fp8-row", "h100 slice")["ok"]
    assert "mig" in noted("fp8-row", "h100 slice")


# ---- sizes ----


@pytest.mark.parametrize(
    ("op", "n", "k", "fix"),
    [
        ("fp8-tensor", 4096, 1368, "K = 1376"),  # sglang#19751: a tensor-parallel shard
        ("fp8-tensor", 60, 4096, "N = 64"),
        ("mxfp8", 4096, 4112, "K = 4128"),
        ("nvfp4", 4096, 4112, "K = 4128"),
        ("int8", 4096, 4100, "K = 4104"),
        ("int8", 4100, 4096, "N = 4104"),
    ],
)
def test_a_size_that_does_not_fit_gets_one_that_does(op, n, k, fix):
    answer = said(op, "b200", n=n, k=k)
    assert not answer["ok"]
    assert fix in answer["fix"]
    numbers = {name: int(size) for name, size in re.findall(r"([NK]) = (\d+)", answer["fix"])}
    assert said(op, "b200", n=numbers.get("N", n), k=numbers.get("K", k))["ok"]


@pytest.mark.parametrize("m", [1, 3, 17])
def test_tokens_may_be_any_number(m):
    assert said("fp8-tensor", "h100", m=m)["ok"]
    assert said("int8", "h100", m=m)["ok"]


def test_the_book_s_own_kernels_take_any_size_below_two_to_31():
    for op in ("w4a16-gemm", "w4a16-gemv", "w8a16-fp8"):
        assert said(op, "a100", m=7, n=61, k=333)["ok"]
    assert stopped_by("w4a16-gemm", "a100", m=16384, n=131072) == "int32"
    assert stopped_by("w8a16-fp8", "a100", n=2**19, k=4096) == "int32"


@pytest.mark.parametrize(
    ("group", "k", "dtype", "why"),
    [(128, 4096, "bf16", None), (16, 4096, "bf16", "int4-group"), (0, 4096, "bf16", "int4-group"),
     (256, 4224, "bf16", "int4-group"), (32, 4160, "bf16", "int4-shape"),
     (128, 4096, "fp16", "int4-bf16")],
)  # fmt: skip
def test_what_torch_s_int4_kernel_takes(group, k, dtype, why):
    assert stopped_by("w4a16-tinygemm", "h100", k=k, group=group, dtype=dtype) == why


@pytest.mark.parametrize(("group", "fine"), [(0, True), (None, True), (32, True), (16, False),
                                             (96, False)])  # fmt: skip
def test_groups_of_the_book_s_kernels(group, fine):
    assert said("w4a16-gemm", "h100", group=group)["ok"] == fine


@pytest.mark.parametrize(("m", "n", "k"), [(0, 1, 1), (1, -2, 1), (1, 1, 2.5), (1, 1, None)])
def test_sizes_are_whole_numbers(m, n, k):
    with pytest.raises(ValueError, match="must be a whole number"):
        precheck("bf16", m, n, k, card=card("h100"))


def test_an_unknown_path_lists_the_known_ones():
    with pytest.raises(ValueError, match="Known: bf16, fp8-tensor"):
        precheck("fp9", 1, 16, 16, card=card("h100"))


# ---- what runs, but otherwise than one expects ----


@pytest.mark.parametrize(
    ("op", "name", "m", "note"),
    [
        ("bf16", "t4", 64, "turing-bf16"),
        ("fp8-tensor", "h100", 1, "fp8-few-tokens"),
        ("int8", "a100", 1, "int8-m16"),
        ("mxfp8", "b200", 16, "mx-pads-m"),
        ("w4a16-gemm", "h100", 512, "w4-many-tokens"),
        ("w4a16-tinygemm", "l4", 512, "w4-many-tokens"),
        ("w4a16-gemv", "h100", 16, "gemv-rereads"),
        ("kv-fp8", "a100", 1, "kv-software"),
        ("fp8-block", "h100", 1, "block-m4"),
        ("fp8-tensor", "l40s", 64, "eager-quantize"),
    ],
)
def test_notes_on_speed(op, name, m, note):
    assert note in noted(op, name, m=m)


def test_what_is_as_expected_gets_no_note():
    assert noted("bf16", "h100") == noted("bf16", "t4", dtype="fp16") == []
    assert noted("w4a16-gemm", "a100", m=4) == noted("kv-fp8", "h100", m=1) == []


def test_no_sentence_is_there_in_vain():
    """Every symptom is one that precheck picks, or one that is found by its error message."""
    from pathlib import Path

    rules = Path(symptoms.__file__).with_name("precheck.py").read_text(encoding="utf-8")
    for name, row in symptoms.load().items():
        assert row["error"] or f'"{name}"' in rules or name in SAID_IN_LABS, name


SAID_IN_LABS = ("saturation", "emulated-mma", "interpreter-bf16", "cache-hot", "throttled")
