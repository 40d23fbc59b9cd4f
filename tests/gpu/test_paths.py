"""Every matmul that torch runs on a CPU, against float64 of the same codes; refusals in a sentence."""

import pytest
import torch

from lowbit.gpu import matmul, reference
from lowbit.gpu.matmul import ON_CPU, OPS, prepare, quantize_x, run
from lowbit.scaling import quantize

LIMITS = {
    "bf16": 0.004,
    "fp8-tensor": 0.004,
    "fp8-row": 0.004,
    "int8": 0.004,
    "w4a16-tinygemm": 0.006,
}
REFERENCE_OPS = [
    op for op in OPS if op != "w4a16-gemlite"
]  # which cannot be imported without a GPU


def data(m, n, k, dtype=torch.bfloat16):
    generator = torch.Generator().manual_seed(m + n + k)
    x = torch.randn(m, k, generator=generator)
    return x.to(dtype), (torch.randn(n, k, generator=generator) / k**0.5).to(dtype)


@pytest.mark.parametrize(("m", "n", "k"), [(1, 64, 256), (17, 128, 512), (64, 256, 1024)])
@pytest.mark.parametrize("op", ON_CPU)
def test_torch_s_matmul_is_right_on_the_cpu(op, m, n, k):
    x, w = data(m, n, k)
    operand = prepare(op, w)
    y, path = run(op, x, operand)
    assert (y.shape, y.dtype) == ((m, n), torch.bfloat16)
    assert "no tensor core ran" in path
    assert reference.relative_error(y, reference.truth(op, x, operand)) < LIMITS[op]


@pytest.mark.parametrize(("m", "n", "k"), [(1, 128, 256), (17, 256, 512)])
@pytest.mark.parametrize("op", REFERENCE_OPS)
def test_the_reference_loses_only_what_its_16_bits_lose(op, m, n, k):
    x, w = data(m, n, k)
    operand = prepare(op, w)
    y, path = reference.run(op, x, operand)
    assert path == "reference (dequantized, FP32)"
    assert reference.relative_error(y, reference.truth(op, x, operand)) < 0.003


@pytest.mark.parametrize(("op", "name"), [
    ("fp8-tensor", "fp8-tensor"), ("fp8-row", "fp8-row"), ("fp8-block", "fp8-block"),
    ("mxfp8", "mxfp8"), ("mxfp4", "mxfp4"), ("nvfp4", "nvfp4"), ("int8", "int8"),
    ("w4a16-gemm", {"format": "int4", "block": [1, 128], "scale": "bf16"}),
    ("w4a16-tinygemm", {"format": "int4", "block": [1, 128], "scale": "bf16"})])  # fmt: skip
def test_the_packed_weights_mean_what_lowbit_scaling_says(op, name):
    """Packed, laid out, and taken apart again: the same numbers as the book's quantizer gives."""
    _, w = data(1, 256, 512)
    made = reference.weights(prepare(op, w))
    wanted = torch.tensor(quantize(w.float().numpy(), name)["values"]).double()
    # FP32 multiplies scale and tensor scale in another order; all else is exact
    torch.testing.assert_close(made, wanted, rtol=2e-7, atol=0)


@pytest.mark.parametrize("group", [0, 32, 64, 128, 256])
@pytest.mark.parametrize("zero_point", [False, True])
def test_kernels_of_4_bits_agree_on_their_weights(group, zero_point):
    _, w = data(1, 64, 512)
    ours = reference.weights(prepare("w4a16-gemm", w, group=group, zero_point=zero_point))
    assert torch.equal(
        ours, reference.weights(prepare("w4a16-gemv", w, group=group, zero_point=zero_point))
    )
    if group:
        torchs = reference.weights(prepare("w4a16-tinygemm", w, group=group, zero_point=zero_point))
        # tinygemm keeps an offset in BF16 in the place of a zero point
        assert reference.relative_error(torchs, ours) < (0.01 if zero_point else 1e-12)


def test_a_decoding_step_in_int8_is_filled_up_and_cut_again():
    x, w = data(3, 64, 128)
    xq = quantize_x("int8", x)
    assert xq["codes"].shape == (32, 128)
    y, _ = run("int8", xq, prepare("int8", w))
    assert y.shape == (3, 64)


def test_bytes_of_the_weights_count_codes_and_scales():
    _, w = data(1, 256, 512)
    assert matmul.weight_bytes(prepare("bf16", w)) == 256 * 512 * 2
    assert matmul.weight_bytes(prepare("fp8-row", w)) == 256 * 512 + 256 * 4
    assert matmul.weight_bytes(prepare("w4a16-gemm", w)) == 256 * 512 // 2 + 256 * 4 * 2


def test_a_copy_shares_no_memory():
    operand = prepare("fp8-row", data(1, 64, 128)[1])
    copy = matmul.copy_of(operand)
    assert copy["codes"].data_ptr() != operand["codes"].data_ptr()
    assert torch.equal(copy["codes"].view(torch.uint8), operand["codes"].view(torch.uint8))


# ---- refused ----


@pytest.mark.parametrize("op", [op for op in OPS if op not in ON_CPU and op != "w4a16-gemlite"])
def test_what_needs_a_gpu_says_so_and_never_falls_back(op, monkeypatch):
    monkeypatch.delenv("TRITON_INTERPRET", raising=False)
    x, w = data(1, 128, 256)
    operand = prepare(op, w)
    matmul.path.cache_clear()
    with pytest.raises(NotImplementedError, match=r"GPU|CUDA"):
        run(op, x, operand)


def test_odd_input_gets_a_sentence():
    x, w = data(2, 64, 256)
    with pytest.raises(ValueError, match=r"Unknown matmul 'fp9'. Known: bf16, fp8-tensor"):
        prepare("fp9", w)
    with pytest.raises(ValueError, match="x and the weights must agree: K = 128 and 256"):
        run("bf16", x[:, :128].contiguous(), prepare("bf16", w))
    with pytest.raises(ValueError, match="must be a matrix in BF16 or FP16"):
        prepare("bf16", w.float())
    with pytest.raises(ValueError, match=r"pass w.contiguous\(\)"):
        prepare("bf16", w.t())
    with pytest.raises(ValueError, match="These weights were prepared for bf16, not for int8"):
        run("int8", x, prepare("bf16", w))
    with pytest.raises(ValueError, match="A group of 48: the 4-bit kernels take 32, 64, 128"):
        prepare("w4a16-gemm", w, group=48)
    bad = w.clone()
    bad[0, 0] = float("nan")
    with pytest.raises(ValueError, match="w holds NaN or infinity"):
        prepare("fp8-row", bad)
