"""Error messages that people post, and the sentence that answers each (threads: kernels.md 5)."""

import pytest
from cards import card

from lowbit.gpu.symptoms import explain, load, sentences

POSTED = [
    ("RuntimeError: torch._scaled_mm is only supported on CUDA devices with compute capability "
     ">= 9.0 or 8.9, or ROCm MI300+", "fp8-needs-ada"),
    ("RuntimeError: torch._scaled_mm is only supported on devices with compute capability >= 9.0)",
     "fp8-old-torch"),
    ("ValueError(\"type fp8e4nv not supported in this architecture. The supported fp8 dtypes are "
     "('fp8e4b15', 'fp8e5')\")", "fp8e4nv"),
    ("RuntimeError: Expected trailing dimension of mat1 to be divisible by 16 but got mat1 shape: "
     "(512x1368).", "fp8-k16"),
    ("RuntimeError: mat2 shape (768x2) must be divisible by 16", "fp8-n16"),
    ("RuntimeError: CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling "
     "`cublasLtMatmulAlgoGetHeuristic( ltHandle, computeDesc.descriptor()", "layout-sm120"),
    ("NotImplementedError: DeepSeek style (1x128, 128x128) scaling only supported in CUDA for SM90",
     "block-hopper-only"),
    ("DeepSeek style (1x128, 128x128) scaling requires cublasLt >= 12.9", "block-cublas"),
    ("NotImplementedError: \"addmm_cuda\" not implemented for 'Float8_e4m3fn'", "plain-fp8-matmul"),
    ("RuntimeError: self.size(0) needs to be greater than 16, but got 1", "int8-m16"),
    ("RuntimeError: CUDA error: named symbol not found", "int4-sm80"),
    ("RuntimeError: cutlass cannot initialize", "int4-plain"),
    ("Skipping import of cpp extensions due to incompatible torch version 2.11.0 for torchao 0.18",
     "torchao-torch"),
    ("ptxas error : Feature '.bf16' requires .target sm_80 or higher", "triton-sm80"),
    ("RuntimeError: Rowwise scaling is not currently supported on your device", "row-windows"),
    ("NotImplementedError: MXFP4 scaling only supported in CUDA for B200/B300", "mxfp4-b200"),
    ("RuntimeError: Multiplication of two Float8_e5m2 matrices is not supported", "two-e5m2"),
    ("RuntimeError: Expected query, key, and value to have the same dtype, but got query.dtype: "
     "c10::BFloat16 key.dtype: c10::Float8_e4m3fn", "kv-dtype"),
    ("Only multiplication of row-major and column-major matrices is supported by cuBLASLt",
     "column-major"),
    ("NotImplementedError: Could not run 'aten::_weight_int4pack_mm' with arguments from the 'CPU'",
     "int4-packing"),
]  # fmt: skip


@pytest.mark.parametrize(("message", "name"), POSTED, ids=[name for _, name in POSTED])
def test_a_posted_message_is_answered(message, name):
    first = explain(message, card("t4"))[0]
    assert first["id"] == name
    assert "{" not in first["reason"] + first["fix"]


def test_the_answer_names_the_card():
    assert "Tesla T4 (compute capability 7.5)" in explain(POSTED[0][0], card("t4"))[0]["reason"]


def test_an_unknown_message_is_not_explained():
    assert explain("out of memory", card("h100")) == []


def test_every_symptom_has_its_four_parts():
    for name, row in load().items():
        assert set(row) == {"id", "error", "reason", "fix", "link"}, name
        assert row["link"].startswith("https://")


def test_a_gap_that_nothing_fills_is_an_error():
    with pytest.raises(KeyError):
        sentences("fp8-k16", {})
