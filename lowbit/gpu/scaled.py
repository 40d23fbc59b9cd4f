"""FP8 and FP4 products through torch: one call for F.scaled_mm and for torch._scaled_mm before it.

What each recipe asks for is in pytorch's ScaledBlas.cpp; lowbit.gpu.precheck says it in sentences.
"""

import torch
import torch.nn.functional as F

API = "F.scaled_mm" if hasattr(F, "scaled_mm") else "torch._scaled_mm"  # F's came with torch 2.10

# For x and for the weights: what shares a scale, and whether the scales are swizzled.
RECIPES = {
    "fp8-tensor": ("TensorWise", "TensorWise", False),
    "fp8-row": ("RowWise", "RowWise", False),
    "fp8-block": ("BlockWise1x128", "BlockWise128x128", False),
    "mxfp8": ("BlockWise1x32", "BlockWise1x32", True),
    "mxfp4": ("BlockWise1x32", "BlockWise1x32", True),
    "nvfp4": ("BlockWise1x16", "BlockWise1x16", True),
}
# Fast accumulation is a choice only here: blocks are added up in FP32 in any case, and FP4 refuses.
FAST = ("fp8-tensor", "fp8-row")


def scaled_mm(op, x, w, fast_accum):
    """y [M, N] of quantized x {"codes" [M, K], "scales", "tensor_scale"} and weights w likewise,
    "codes" [N, K]: handed over as a transposed view, since the second factor must be column-major.
    """
    fast = fast_accum and op in FAST
    if API == "torch._scaled_mm":
        return before_2_10(op, x, w, fast)
    x_scale, w_scale = [x["scales"]], [w["scales"]]
    kind, swizzle = F.ScalingType, F.SwizzleType
    x_kind, w_kind, swizzled = RECIPES[op]
    x_recipe, w_recipe = [getattr(kind, x_kind)], [getattr(kind, w_kind)]
    order = [swizzle.SWIZZLE_32_4_4 if swizzled else swizzle.NO_SWIZZLE]
    if op == "nvfp4":  # two levels: the blocks' scales, then the tensor's
        x_scale, w_scale = [*x_scale, x["tensor_scale"]], [*w_scale, w["tensor_scale"]]
        x_recipe, w_recipe = [*x_recipe, kind.TensorWise], [*w_recipe, kind.TensorWise]
        order = [*order, swizzle.NO_SWIZZLE]
    return F.scaled_mm(
        x["codes"], w["codes"].t(), x_scale, x_recipe, w_scale, w_recipe,
        swizzle_a=order if swizzled else None, swizzle_b=order if swizzled else None,
        output_dtype=x["dtype"], use_fast_accum=fast,
    )  # fmt: skip


def before_2_10(op, x, w, fast):
    """The same through the older call, which guesses the recipe from the scales' shapes."""
    if op not in ("fp8-tensor", "fp8-row", "mxfp8"):
        raise NotImplementedError(f"{op} needs F.scaled_mm; torch 2.10 or newer has it.")
    return torch._scaled_mm(
        x["codes"], w["codes"].t(), scale_a=x["scales"], scale_b=w["scales"],
        out_dtype=x["dtype"], use_fast_accum=fast,
    )  # fmt: skip


def path(op, capability, cublas):
    """What runs behind the call on a GPU of this compute capability and version of cuBLAS."""
    if op == "fp8-row":  # as at::native::_scaled_rowwise_rowwise decides
        version = tuple(int(part) for part in (cublas or "0").split(".")[:2])
        own = capability[0] == 9 and version >= (12, 9)
        return f"{'cuBLASLt' if own else 'CUTLASS'} FP8 row-wise via {API}"
    kernel = {
        "fp8-tensor": "cuBLASLt FP8 tensor-wise",
        "fp8-block": "cuBLASLt FP8 1x128 by 128x128",
        "mxfp8": "cuBLASLt MXFP8",
        "mxfp4": "MSLK MXFP4",
        "nvfp4": "cuBLASLt NVFP4",
    }[op]
    return f"{kernel} via {API}"
