"""How a matmul stores its weights and activations: one name, one row (compiled to JavaScript).

A scheme says how many bits a weight code has, which block of the weight matrix shares a scale,
what the activations are turned into, and which number type the multiplication would like to use.
Blocks are (output rows, inputs along K); 0 means the whole dimension.
Sources: OCP Microscaling spec v1.0 (MXFP8, MXFP4: 32 values, E8M0 scale); NVIDIA NVFP4 (16 values,
E4M3 scale and one FP32 per tensor); compressed-tensors presets for the rest.
"""

SIXTEEN = {
    "family": "bf16",
    "weight_bits": 16,
    "block": [0, 0],
    "scale_bits": 0,
    "zero_bits": 0,
    "tensor_scale_bits": 0,
    "act_bits": 16,
    "act_block": [0, 0],
    "act_scale_bits": 0,
    "mma": "16-bit",
}

SCHEMES = {
    "bf16": {"label": "BF16", "mma": "bf16"},
    "fp16": {"label": "FP16", "mma": "fp16"},
    "fp8-tensor": {
        "label": "FP8",
        "detail": "E4M3 weights and activations, one scale per tensor",
        "family": "fp8",
        "weight_bits": 8,
        "scale_bits": 32,
        "act_bits": 8,
        "act_scale_bits": 32,
        "mma": "fp8",
    },
    "fp8-row": {
        "label": "FP8 row",
        "detail": "E4M3, one scale per output channel and per token",
        "family": "fp8",
        "weight_bits": 8,
        "block": [1, 0],
        "scale_bits": 32,
        "act_bits": 8,
        "act_block": [1, 0],
        "act_scale_bits": 32,
        "mma": "fp8",
    },
    "fp8-block": {
        "label": "FP8 block",
        "detail": "E4M3, 128×128 weight blocks, 1×128 activation groups",
        "family": "fp8",
        "weight_bits": 8,
        "block": [128, 128],
        "scale_bits": 32,
        "act_bits": 8,
        "act_block": [1, 128],
        "act_scale_bits": 32,
        "mma": "fp8",
    },
    "int8": {
        "label": "INT8",
        "detail": "W8A8, one scale per output channel and per token",
        "family": "int8",
        "weight_bits": 8,
        "block": [1, 0],
        "scale_bits": 32,
        "act_bits": 8,
        "act_block": [1, 0],
        "act_scale_bits": 32,
        "mma": "int8",
    },
    "w8a16-int8": {
        "label": "W8A16 INT8",
        "detail": "8-bit integer weights, 16-bit arithmetic",
        "family": "int8",
        "weight_bits": 8,
        "block": [1, 0],
        "scale_bits": 16,
    },
    "w8a16-fp8": {
        "label": "W8A16 FP8",
        "detail": "FP8 weights, 16-bit arithmetic",
        "family": "fp8",
        "weight_bits": 8,
        "block": [1, 0],
        "scale_bits": 16,
    },
    "w4a16-channel": {
        "label": "W4A16 channel",
        "detail": "4-bit weights, one scale per output channel, 16-bit arithmetic",
        "family": "w4",
        "weight_bits": 4,
        "block": [1, 0],
        "scale_bits": 16,
    },
    "mxfp8": {
        "label": "MXFP8",
        "detail": "E4M3 with one E8M0 scale per 32 values",
        "family": "fp8",
        "weight_bits": 8,
        "block": [1, 32],
        "scale_bits": 8,
        "act_bits": 8,
        "act_block": [1, 32],
        "act_scale_bits": 8,
        "mma": "mxfp8",
    },
    "mxfp4": {
        "label": "MXFP4",
        "detail": "E2M1 with one E8M0 scale per 32 values, weights and activations",
        "family": "fp4",
        "weight_bits": 4,
        "block": [1, 32],
        "scale_bits": 8,
        "act_bits": 4,
        "act_block": [1, 32],
        "act_scale_bits": 8,
        "mma": "mxfp4",
    },
    "mxfp4-a16": {
        "label": "MXFP4 A16",
        "detail": "MXFP4 weights, 16-bit arithmetic",
        "family": "fp4",
        "weight_bits": 4,
        "block": [1, 32],
        "scale_bits": 8,
    },
    "nvfp4": {
        "label": "NVFP4",
        "detail": "E2M1 with one E4M3 scale per 16 values, weights and activations",
        "family": "fp4",
        "weight_bits": 4,
        "block": [1, 16],
        "scale_bits": 8,
        "tensor_scale_bits": 32,
        "act_bits": 4,
        "act_block": [1, 16],
        "act_scale_bits": 8,
        "mma": "nvfp4",
    },
    "nvfp4-a16": {
        "label": "NVFP4 A16",
        "detail": "NVFP4 weights, 16-bit arithmetic",
        "family": "fp4",
        "weight_bits": 4,
        "block": [1, 16],
        "scale_bits": 8,
        "tensor_scale_bits": 32,
    },
}

# What a reader can pick from a list; w4a16-g<any> is accepted besides.
MENU = [
    "bf16",
    "fp16",
    "fp8-tensor",
    "fp8-row",
    "fp8-block",
    "int8",
    "w8a16-int8",
    "w8a16-fp8",
    "w4a16-channel",
    "w4a16-g128",
    "w4a16-g128-zp",
    "mxfp8",
    "mxfp4",
    "mxfp4-a16",
    "nvfp4",
    "nvfp4-a16",
]


def scheme(name):
    """The row of a scheme name, every field filled in. Unknown names raise ValueError."""
    key = "fp8-tensor" if name == "fp8" else name
    if key.startswith("w4a16-g"):
        return grouped_w4a16(key)
    if key not in MENU:
        raise ValueError(
            "Unknown format '"
            + name
            + "'. Known: "
            + ", ".join(MENU)
            + "; w4a16-g<G> takes any group size, fp8 means fp8-tensor."
        )
    return merged(merged({"name": key, "detail": ""}, SIXTEEN), SCHEMES[key])


def merged(a, b):
    """A new dict with the fields of a, then those of b over them."""
    out = {}
    for d in [a, b]:
        for field, value in d.items():
            out[field] = value
    return out


def grouped_w4a16(name):
    """w4a16-g<G> and w4a16-g<G>-zp: 4-bit weights, an FP16 scale per G inputs, and with -zp a
    4-bit zero point packed like the weights (so 4.125 and 4.15625 bits a weight at G = 128)."""
    zero = name.endswith("-zp")
    digits = name[7:-3] if zero else name[7:]
    for d in digits:
        if d not in "0123456789":
            digits = ""
    if digits == "" or len(digits) > 6 or int(digits) < 1:
        raise ValueError(
            "Unknown format '" + name + "'. A group size is a whole number, as in w4a16-g128."
        )
    row = scheme("w4a16-channel")
    digits = str(int(digits))  # g0128 is g128
    row["name"] = "w4a16-g" + digits + ("-zp" if zero else "")
    row["label"] = "W4A16 g" + digits + (" zp" if zero else "")
    row["detail"] = (
        "4-bit weights, one scale"
        + (" and zero point" if zero else "")
        + " per "
        + digits
        + " inputs, 16-bit arithmetic"
    )
    row["block"] = [1, int(digits)]
    row["zero_bits"] = 4 if zero else 0
    return row
