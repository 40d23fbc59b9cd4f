"""Codes and scales are those of torchao, compressed-tensors and gfloat, number by number.

Where the libraries part ways the test says so: they store different scales for blocks of zeros,
divide or multiply by a reciprocal, floor small scales at different places.
"""

import logging

import numpy as np
import pytest
import torch

from lowbit import grids
from lowbit.scaling import dequantize, quantize
from lowbit.settings import checked_setting, setting_of

# torchao logs, once per import, that its CUDA parts do not load and that an enum of its own is
# registered in a deprecated way; both come as log records, none as a Python warning
logging.getLogger("torchao").setLevel(logging.CRITICAL)
logging.getLogger("torch.utils._pytree").setLevel(logging.CRITICAL)
from compressed_tensors.quantization import QuantizationArgs  # noqa: E402
from compressed_tensors.quantization.lifecycle import forward as ct_forward  # noqa: E402
from compressed_tensors.quantization.utils import calculate_qparams, generate_gparam  # noqa: E402
from gfloat import block as gfloat_block  # noqa: E402
from gfloat import formats as gfloat_formats  # noqa: E402
from torchao.prototype.mx_formats import nvfp4_tensor  # noqa: E402
from torchao.prototype.mx_formats.config import ScaleCalculationMode  # noqa: E402
from torchao.prototype.mx_formats.kernels import unpack_uint4  # noqa: E402
from torchao.prototype.mx_formats.mx_tensor import to_mx  # noqa: E402
from torchao.quantization import quant_primitives as ao  # noqa: E402
from torchao.quantization.quantize_.workflows.nf4 import nf4_tensor  # noqa: E402

SHAPE = (256, 512)


def tensors():
    """Random and adversarial float32 tensors without blocks of zeros, by name."""
    draw = np.random.default_rng(20261201)
    x = draw.standard_normal(SHAPE).astype(np.float32)
    outlier = x * np.float32(0.02)
    outlier[3, 7] = 1.0
    return {
        "normal": x,
        "one outlier": outlier,
        "many ties": np.rint(x * 4) / 4 + np.float32(0.25) * np.sign(x),
        "positive": np.abs(x) + 1,
        "tiny": x * np.float32(1e-30),
        "large": x * np.float32(1e30),
        "wide": np.exp(6 * draw.standard_normal(SHAPE)).astype(np.float32) * np.sign(x),
    }


TENSORS = tensors()
WITH_ZEROS = TENSORS["normal"].copy()
WITH_ZEROS[5] = 0
every_tensor = pytest.mark.parametrize("x", TENSORS.values(), ids=TENSORS.keys())


def numbers_of(made, setting):
    """What the codes stand for before scaling: integers, or values of the format."""
    return np.array(grids.grid_of(checked_setting(setting))["numbers"])[made["codes"]]


# ---- torchao 0.18 ----


@every_tensor
@pytest.mark.parametrize("name", ["fp8-tensor", "fp8-row", "fp8-block", "fp8-g128"])
def test_fp8_is_torchaos(x, name):
    made = quantize(x, name)
    scale = ao._choose_scale_float8(torch.from_numpy(x), list(made["block"]))
    codes = ao._quantize_affine_float8(torch.from_numpy(x), scale)
    assert np.array_equal(scale.numpy().reshape(made["scales"].shape), made["scales"])
    assert np.array_equal(codes.view(torch.uint8).numpy(), made["codes"])
    assert np.array_equal(ao._dequantize_affine_float8(codes, scale).numpy(), made["values"])


def torchao_integers(x, block, lowest, highest, kind):
    """Scales, zero points and codes of torchao's affine quantization, without its least scale."""
    t, dtype = torch.from_numpy(x), torch.int8 if lowest < 0 else torch.uint8
    scale, zero = ao.choose_qparams_affine(
        t, ao.MappingType[kind], block, dtype, lowest, highest,
        eps=2.0**-149, zero_point_dtype=torch.int32, keepdim=True,
    )  # fmt: skip
    codes = ao.quantize_affine(t, block, scale, zero, dtype, lowest, highest)
    return scale.numpy(), zero.numpy(), codes.numpy().astype(np.int16)


@every_tensor
@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [
        ("int8", -128, 127),
        ("int8-tensor", -128, 127),
        ("int4-g32", -8, 7),
        ("int4-row", -8, 7),
        ("int4-g64-zp", 0, 15),
        ("int8-row-zp", 0, 255),
    ],
)
def test_integers_are_torchaos(x, name, lowest, highest):
    """torchao multiplies by 1/s and takes amax / 7.5 and amax / 127.5."""
    setting = setting_of(name) | {"scale": "fp32", "multiply": True}
    made = quantize(x, setting)
    kind = "ASYMMETRIC" if setting["zero_point"] else "SYMMETRIC"
    scale, zero, codes = torchao_integers(x, list(made["block"]), lowest, highest, kind)
    assert np.array_equal(scale, made["scales"])
    assert np.array_equal(codes, numbers_of(made, setting))
    if setting["zero_point"]:
        assert np.array_equal(zero, made["zeros"])


def test_dividing_and_multiplying_by_the_reciprocal_part_at_ties():
    """The largest weight lies at 7.5 steps of INT4, a tie, unless rounding 1/s moved it: -0.3 is
    -8 or -7. In a tensor all that differ are that close to a tie."""
    tie = setting_of("int4-row") | {"scale": "fp32"}
    assert quantize(np.float32([-0.3]), tie)["codes"] == 16 - 8
    assert quantize(np.float32([-0.3]), tie | {"multiply": True})["codes"] == 16 - 7
    x = TENSORS["normal"]
    divided = quantize(x, "int8")
    multiplied = quantize(x, setting_of("int8") | {"multiply": True})
    other = np.nonzero(divided["codes"] != multiplied["codes"])
    assert 0 < len(other[0]) < 100  # of 131,072 codes
    steps = np.abs(x[other].astype(np.float64) / divided["scales"][other[0], 0])
    assert np.all(np.abs(steps % 1 - 0.5) < 1e-5)


ELEMENTS = {
    "e4m3fn": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2, "e2m3": "fp6_e2m3",
    "e3m2": "fp6_e3m2", "e2m1": torch.float4_e2m1fn_x2,
}  # fmt: skip
ROUNDINGS = {
    "floor": ScaleCalculationMode.FLOOR,
    "even": ScaleCalculationMode.EVEN,
    "up": ScaleCalculationMode.RCEIL,
}


def torchao_mx(x, element, power):
    scales, codes = to_mx(torch.from_numpy(x), ELEMENTS[element], 32, ROUNDINGS[power])
    codes = unpack_uint4(codes) if element == "e2m1" else codes.view(torch.uint8)
    return scales.view(torch.uint8).numpy(), codes.numpy()


@every_tensor
@pytest.mark.parametrize("power", ROUNDINGS)
@pytest.mark.parametrize("element", ELEMENTS)
def test_mx_formats_are_torchaos(x, element, power):
    made = quantize(x, setting_of("mxfp8") | {"format": element, "power": power})
    exponents, codes = torchao_mx(x, element, power)
    assert np.array_equal(exponents, np.log2(made["scales"]) + 127)
    assert np.array_equal(codes, made["codes"])


def torchao_nvfp4(x):
    t = torch.from_numpy(x)
    tensor_scale = nvfp4_tensor.per_tensor_amax_to_scale(t.abs().max())
    scales, codes = nvfp4_tensor.nvfp4_quantize(t, 16, tensor_scale)
    scales = scales.float().numpy().reshape(len(x), -1)
    return float(tensor_scale), scales, unpack_uint4(codes).numpy()


NVFP4_AO = setting_of("nvfp4") | {"multiply": True}


@pytest.mark.parametrize("name", [n for n in TENSORS if n != "wide"])
def test_nvfp4_is_torchaos(name):
    """torchao multiplies by (1 / tensor scale) / block scale."""
    made = quantize(TENSORS[name], NVFP4_AO)
    tensor_scale, scales, codes = torchao_nvfp4(TENSORS[name])
    assert made["tensor_scale"] == tensor_scale
    assert np.array_equal(made["scales"], scales)
    assert np.array_equal(made["codes"], codes)


def test_nvfp4_small_block_scales_have_three_floors():
    """torchao stores no block scale below 2^-6, compressed-tensors puts 0.125 for those that round
    to 0, we store the subnormals of E4M3 and 2^-9 at least: the error in small blocks is ours."""
    x = TENSORS["wide"]
    ours, theirs = quantize(x, NVFP4_AO), torchao_nvfp4(x)[1]
    assert np.array_equal(np.maximum(ours["scales"], np.float32(2**-6)), theirs)
    assert ours["scales"].min() == 2**-9
    scales = ct_quantize(x, setting_of("nvfp4"), CT["nvfp4"])[0]
    small = ours["scales"] != scales
    assert set(scales[small]) == {0.125}
    assert set(ours["scales"][small]) == {2**-9}


@every_tensor
def test_nf4_is_torchaos_but_for_its_short_table(x):
    """torchao writes the 16 values with four digits: codes differ where the tables decide, next to
    a midpoint. (bitsandbytes 0.50.2, tried by hand, has our codes, scales and values exactly.)"""
    made = quantize(x, "nf4-dq")
    theirs = nf4_tensor.to_nf4(torch.from_numpy(x), 64, 256)
    packed = theirs.quantized_data.numpy()
    codes = np.stack([packed >> 4, packed & 15], axis=-1).reshape(x.shape)
    q = np.abs(x / np.repeat(quantize(x, "nf4")["scales"], 64, axis=1))
    mids = np.array(grids.grid_of(setting_of("nf4"))["mids"])
    distance = np.min(np.abs(q[..., None] - np.abs(mids)), axis=-1)
    assert np.all(distance[codes != made["codes"]] < 6e-5)
    assert np.mean(codes != made["codes"]) < 5e-4


@every_tensor
def test_double_quantization_is_torchaos(x):
    made = quantize(x, "nf4-dq")["double"]
    theirs = nf4_tensor.to_nf4(torch.from_numpy(x), 64, 256)
    assert theirs.scaler_mean.item() == pytest.approx(made["mean"], rel=1e-6)
    # torch adds in another order, so the mean may differ in its last bit, and codes by one
    codes = theirs.quantized_scalers.numpy().astype(int)
    assert np.max(np.abs(codes - made["codes"])) <= 1
    assert np.mean(codes != made["codes"]) < 0.01
    assert np.allclose(theirs.quantization_factor.numpy(), made["factors"], rtol=1e-5)


def test_zero_rows():
    """Every library stores another scale for zeros; only torchao's FP8 makes NaN of them."""
    t = torch.from_numpy(WITH_ZEROS)
    made = quantize(WITH_ZEROS, "fp8-row")
    assert made["scales"][5] == 1
    assert not made["codes"][5].any()
    scale = ao._choose_scale_float8(t, [1, 512])
    assert scale[5] == 0
    assert ao._quantize_affine_float8(t, scale)[5].float().isnan().all()  # 0 / 0

    exponents, codes = torchao_mx(WITH_ZEROS, "e2m1", "floor")
    assert set(exponents[5]) == {0}  # 2^-127
    assert np.array_equal(codes, quantize(WITH_ZEROS, "mxfp4")["codes"])
    assert set(torchao_nvfp4(WITH_ZEROS)[1][5]) == {2.0**-6}
    assert set(ct_quantize(WITH_ZEROS, setting_of("nvfp4"), CT["nvfp4"])[0][5]) == {0.125}
    assert set(ct_quantize(WITH_ZEROS, setting_of("int8"), CT["int8"])[0][5]) == {
        np.float32(2**-23)
    }


def test_smallest_mx_scale():
    """torchao stores 2^-127 but divides by 2^-126: its values come back halved. We divide by what
    is stored."""
    x = np.full((1, 32), 2.0**-130, np.float32)
    made = quantize(x, "mxfp8")
    exponents, codes = torchao_mx(x, "e4m3fn", "floor")
    assert exponents[0, 0] == 0
    assert made["scales"][0, 0] == 2.0**-127
    assert np.array_equal(made["values"], x)
    theirs = dequantize(codes, made["scales"], "mxfp8")
    assert np.array_equal(theirs, x / 2)


# ---- compressed-tensors 0.20 ----


def args(bits, strategy, **more):
    return QuantizationArgs(num_bits=bits, strategy=strategy, **more)


MX = {"type": "float", "scale_dtype": torch.uint8, "zp_dtype": torch.uint8, "group_size": 32}
CT = {
    "w4a16-channel": args(4, "channel", scale_dtype=torch.float16),
    "w4a16-g128": args(4, "group", group_size=128, scale_dtype=torch.float16),
    "w4a16-g32": args(4, "group", group_size=32, scale_dtype=torch.float16),
    "int8": args(8, "channel"),
    "int8-tensor": args(8, "tensor"),
    "fp8-tensor": args(8, "tensor", type="float"),
    "fp8-row": args(8, "channel", type="float"),
    "fp8-block": args(8, "block", type="float", block_structure=[128, 128]),
    "fp8-g128": args(8, "group", type="float", group_size=128),
    "mxfp4": args(4, "group", **MX),
    "nvfp4": args(
        4, "tensor_group", type="float", group_size=16,
        scale_dtype=torch.float8_e4m3fn, zp_dtype=torch.float8_e4m3fn,
    ),
}  # fmt: skip


def ct_quantize(x, setting, how):
    """Scales and zero points [blocks down, across], and the numbers of compressed-tensors."""
    t = torch.from_numpy(np.ascontiguousarray(x))
    rows, cols = (b or n for b, n in zip(setting["block"], x.shape, strict=True))
    blocks = t.reshape(x.shape[0] // rows, rows, x.shape[1] // cols, cols)
    low, high = blocks.amin((1, 3)), blocks.amax((1, 3))
    whole = generate_gparam(t.min(), t.max()) if setting["tensor_scale"] else None
    scale, zero = calculate_qparams(low, high, how, global_scale=whole)
    if setting["block"] == [0, 0]:
        scale, zero = scale.reshape(1), zero.reshape(1)
    numbers = ct_forward.quantize(t, scale, zero, how, global_scale=whole)
    return scale.float().reshape(low.shape).numpy(), zero, numbers.float().numpy()


@every_tensor
@pytest.mark.parametrize("name", CT)
def test_scales_and_codes_are_those_of_compressed_tensors(x, name):
    setting = setting_of(name) | ({"power": "even"} if name == "mxfp4" else {})
    made = quantize(x, setting)
    scales, _, numbers = ct_quantize(x, setting, CT[name])
    stored = scales != {"fp16": 2.0**-10, "e4m3fn": 0.125}.get(setting["scale"])  # for 0
    assert np.array_equal(scales[stored], made["scales"][stored])
    each = np.repeat(np.repeat(stored, made["block"][0], 0), made["block"][1], 1)
    assert np.array_equal(numbers[each], numbers_of(made, setting)[each])


@pytest.mark.parametrize("name", [n for n in TENSORS if n not in ("many ties", "wide")])
def test_zero_points_are_those_of_compressed_tensors(name):
    """It stores codes from -8, we store them from 0."""
    setting = setting_of("w4a16-g128-zp") | {"scale": "fp32"}
    made = quantize(TENSORS[name], setting)
    how = args(4, "group", group_size=128, symmetric=False)
    scales, zero, numbers = ct_quantize(TENSORS[name], setting, how)
    assert np.array_equal(scales, made["scales"])
    assert np.array_equal(zero.numpy() + 8, made["zeros"])
    assert np.array_equal(numbers + 8, numbers_of(made, setting))


def test_a_zero_point_is_added_before_or_after_rounding():
    """GPTQ, AWQ, torchao and we round x/s, then add z; compressed-tensors rounds x/s + z. At a tie
    the even neighbour changes sides with an odd z: s = 1, z = 3."""
    x = np.array([[-3, 0.5, 1.5, 12]], np.float32)
    setting = setting_of("int4-row-zp") | {"scale": "fp32"}
    made = quantize(x, setting)
    assert (made["scales"][0, 0], made["zeros"][0, 0]) == (1, 3)
    assert made["codes"].tolist() == [[0, 3, 5, 15]]
    assert torchao_integers(x, [1, 4], 0, 15, "ASYMMETRIC")[2].tolist() == [[0, 3, 5, 15]]
    numbers = ct_quantize(x, setting, args(4, "channel", symmetric=False))[2] + 8
    assert numbers.tolist() == [[0, 4, 4, 15]]


def test_an_fp16_scale_moves_the_zero_point_of_a_few_groups():
    """AWQ and we take the zero point from the scale as stored, compressed-tensors from the one
    before it was rounded to FP16."""
    x = TENSORS["normal"]
    made = quantize(x, "w4a16-g128-zp")
    how = args(4, "group", group_size=128, symmetric=False, scale_dtype=torch.float16)
    scales, zero, _ = ct_quantize(x, setting_of("w4a16-g128-zp"), how)
    assert np.array_equal(scales, made["scales"])
    apart = zero.numpy() + 8 - made["zeros"]
    assert set(apart.ravel()) <= {-1, 0, 1}
    assert 0 < np.count_nonzero(apart) < 0.01 * apart.size


def test_weights_in_bf16_are_divided_in_bf16_by_compressed_tensors():
    """Its quotient has 8 bits, so a code in fifty is the neighbour; ours is taken in float32."""
    x = torch.from_numpy(TENSORS["normal"]).bfloat16()
    setting = setting_of("int8") | {"scale": "bf16"}
    made = quantize(x.float().numpy(), setting)
    how = args(8, "channel")
    scale, zero = calculate_qparams(x.amin(1, keepdim=True), x.amax(1, keepdim=True), how)
    numbers = ct_forward.quantize(x, scale, zero, how).float().numpy()
    assert np.array_equal(scale.float().numpy(), made["scales"])
    assert 0.01 < np.mean(numbers != numbers_of(made, setting)) < 0.1
    assert np.max(np.abs(numbers - numbers_of(made, setting))) == 1


def test_mxfp8_of_compressed_tensors_rounds_amax_like_fp4():
    """For MXFP8 it rounds amax to the one mantissa bit of E2M1: from 1.75·2^e on, twice our scale."""
    x = TENSORS["normal"]
    made = quantize(x, "mxfp8")
    scales = ct_quantize(x, setting_of("mxfp8"), args(8, "group", **MX))[0]
    amax = np.abs(x).reshape(256, 16, 32).max(axis=2)
    twice = np.frexp(amax)[0] >= 1.75 / 2
    assert np.array_equal(scales, made["scales"] * np.where(twice, 2, 1))
    assert 0.05 < twice.mean() < 0.2


def test_the_global_scale_is_stored_the_other_way_round():
    """Case 58: compressed-tensors keeps 2688 / amax and divides by it, torchao and Model-Optimizer
    keep amax / 2688."""
    x = np.array([[0.75] + [0.1] * 15], np.float32)
    t = torch.from_numpy(x)
    assert generate_gparam(t.min(), t.max()).item() == 3584
    assert torchao_nvfp4(x)[0] == np.float32(0.75 / 2688)
    assert quantize(x, "nvfp4")["tensor_scale"] == np.float32(0.75 / 2688)


# ---- gfloat 0.5 ----

GFLOAT = {
    "e4m3fn": gfloat_formats.format_info_mxfp8_e4m3, "e5m2": gfloat_formats.format_info_mxfp8_e5m2,
    "e3m2": gfloat_formats.format_info_mxfp6_e3m2, "e2m3": gfloat_formats.format_info_mxfp6_e2m3,
    "e2m1": gfloat_formats.format_info_mxfp4_e2m1,
}  # fmt: skip


@pytest.mark.parametrize("element", GFLOAT)
@pytest.mark.parametrize("name", ["normal", "many ties", "tiny"])
def test_mx_blocks_are_gfloats(name, element):
    x = TENSORS[name][:8, :64]
    made = quantize(x, setting_of("mxfp8") | {"format": element})
    info = GFLOAT[element]
    for i, part in enumerate(x.reshape(-1, 32).astype(np.float64)):
        scale = gfloat_block.compute_scale_amax(info.etype.emax, part)
        codes = list(gfloat_block.encode_block(info, scale, part / scale))
        assert scale == made["scales"].flat[i]
        assert codes[1:] == made["codes"].reshape(-1, 32)[i].tolist()
