"""A matrix in few bits, one value after the other (compiled to JavaScript for the widgets).

Same results as lowbit.scaling, which is the fast one. All arithmetic is float32, as in kernels:
q = x / s is rounded to the format and x ≈ q · s. With a zero point the code is round(x / s) + z,
the value (code - z) · s. What lies beyond the format saturates. Settings: lowbit.settings.
"""

from math import inf, log10, sqrt

from lowbit.float32 import f32
from lowbit.formats import whole
from lowbit.grids import code_of, grid_of, value_of
from lowbit.scales import choose_scale, tensor_scale_of
from lowbit.settings import DOUBLE_BLOCK, block_counts, block_size, checked_setting, effective_bits

TOO_LARGE = 1.0e38  # beyond it, float32 arithmetic with a scale may overflow


def quantize_matrix(values, rows, cols, setting):
    """Quantize a matrix given as a flat list of rows · cols numbers.

    Returns codes (unsigned), values (what the codes mean, float32), scales and zeros (lists, block
    by block; zeros is empty without zero points), tensor_scale (1 without one), block [rows,
    columns], double (the parts of doubly quantized scales, else None), effective_bits and the
    errors of `errors`. Raises ValueError for NaN, infinity and a bad setting or size.
    """
    s = checked_setting(setting)
    x = checked_values(values, rows, cols)
    grid = grid_of(s)
    size = block_size(s["block"], rows, cols)
    counts = block_counts(s["block"], rows, cols)
    ts = tensor_scale_of(largest_magnitude(x), grid) if s["tensor_scale"] else 1.0
    codes = [0 for _ in x]
    out = [0.0 for _ in x]
    scales = []
    zeros = []
    tops = []
    for i in range(counts[0] * counts[1]):
        places = places_of(i, counts[1], size, rows, cols)
        part = [x[p] for p in places]
        chosen = choose_scale(part, grid, ts)
        scales.append(chosen["scale"])
        zeros.append(chosen["zero"])
        tops.append(chosen["scale"] if chosen["amax"] > 0 else 0.0)
        for p in places:
            codes[p] = code_of(x[p], chosen, grid)
            out[p] = value_of(codes[p], chosen, grid)
    double = None
    if s["double"]:
        double = double_quantize(tops)
        scales = double["stored"]
        for i in range(len(scales)):
            for p in places_of(i, counts[1], size, rows, cols):
                out[p] = f32(grid["numbers"][codes[p]] * scales[i])
    made = errors(x, out)
    made["codes"] = codes
    made["values"] = out
    made["scales"] = scales
    made["zeros"] = zeros if s["zero_point"] else []
    made["tensor_scale"] = ts
    made["block"] = size
    made["double"] = double
    made["effective_bits"] = effective_bits(rows, cols, s)
    return made


def checked_values(values, rows, cols):
    """The values in float32. Raises ValueError with the place of the first that cannot be used."""
    if not (rows >= 1 and cols >= 1 and rows % 1 == 0 and cols % 1 == 0):
        raise ValueError("A matrix has at least one row and one column.")
    if len(values) != rows * cols:
        raise ValueError("The list does not hold rows × columns numbers.")
    x = []
    for i in range(len(values)):
        if not abs(values[i]) <= TOO_LARGE:
            where = "Row " + str(i // cols) + ", column " + str(i % cols)
            raise ValueError(where + " is " + unusable(values[i]) + "; clean the matrix first.")
        x.append(f32(values[i]))
    return x


def unusable(x):
    if x != x:
        return "NaN"
    return "infinite" if x == inf or x == -inf else "beyond 1e38, too large for float32 scales"


def places_of(block, across, size, rows, cols):
    """Where the values of block number `block` stand in the flat list, row by row."""
    top = block // across * size[0]
    left = block % across * size[1]
    out = []
    for row in range(top, min(top + size[0], rows)):
        for col in range(left, min(left + size[1], cols)):
            out.append(row * cols + col)
    return out


def largest_magnitude(x):
    top = 0.0
    for v in x:
        top = max(top, abs(v))
    return top


def double_quantize(tops):
    """QLoRA's double quantization of the blocks' largest magnitudes, as torchao does it: their mean
    is taken off, 256 at a time share an FP32 factor, each becomes a code from -128 to 127.
    (bitsandbytes uses a table of 256 floats in place of these integers; the bits are the same.)

    Returns "codes", "factors", "mean" and "stored", the scales that come back.
    """
    total = 0.0
    for top in tops:
        total = total + top
    mean = f32(total / len(tops))
    out = {"codes": [], "factors": [], "mean": mean, "stored": []}
    for start in range(0, len(tops), DOUBLE_BLOCK):
        part = [f32(top - mean) for top in tops[start : start + DOUBLE_BLOCK]]
        most = f32(2 * largest_magnitude(part))
        factor = f32(256 / most) if most > 1.0e-36 else 1.0  # all alike: nothing to scale
        out["factors"].append(factor)
        for v in part:
            steps = whole(f32(abs(v) * factor), "nearest", 0.0)
            code = min(127, steps) if v > 0 else -min(128, steps) + 0
            out["codes"].append(code)
            out["stored"].append(f32(f32(code / factor) + mean))
    return out


def errors(x, y):
    """relative_rmse √(Σ(x-y)² / Σx²), sqnr_db the same as 10·log10(Σx² / Σ(x-y)²) (infinite where
    nothing is lost), max_error the largest |x-y|. x, y: lists of the same length."""
    signal = 0.0
    noise = 0.0
    worst = 0.0
    for i in range(len(x)):
        e = x[i] - y[i]
        signal = signal + x[i] * x[i]
        noise = noise + e * e
        worst = max(worst, abs(e))
    relative = 0.0 if noise == 0 else (sqrt(noise / signal) if signal > 0 else inf)
    return {
        "relative_rmse": relative,
        "sqnr_db": inf if noise == 0 else -20 * log10(relative),
        "max_error": worst,
    }


def output_error(x, w, xq, wq, m, n, k):
    """Relative RMSE of the outputs xq·wqᵀ against x·wᵀ; x, xq [m, k] and w, wq [n, k] flat."""
    exact = []
    made = []
    for i in range(m):
        for j in range(n):
            a = 0.0
            b = 0.0
            for p in range(k):
                a = a + x[i * k + p] * w[j * k + p]
                b = b + xq[i * k + p] * wq[j * k + p]
            exact.append(a)
            made.append(b)
    return errors(exact, made)["relative_rmse"]
