"""What a quantized matrix lost, counted in several ways (compiled to JavaScript)."""

from math import ceil, inf, sqrt

from lowbit.outliers import SIZE, is_apart


def losses(one, x, made, place):
    """Counts and errors of a 64×64 matrix x and what `quantize_matrix` made of it.

    one: its row of MATRICES; place: where an outlier was put in, or -1. Returns
    others: relative RMSE of the values outside the outlier channel, token and place;
    zeros: values that were not 0 and became 0;
    counts: how many values each code has; codes_used: how many codes have any;
    row, row_zeros: relative RMSE and zeros of the other values in the row of `place`;
    sharing, sharing_zeros: how many other values share its scale, and the zeros among them.
    """
    out = {"zeros": 0, "row_zeros": 0, "sharing": 0, "sharing_zeros": 0, "codes_used": 0}
    counts = []
    signal = 0.0
    noise = 0.0
    row_signal = 0.0
    row_noise = 0.0
    y = made["values"]
    for i in range(SIZE * SIZE):
        e = x[i] - y[i]
        lost = 1 if y[i] == 0 and x[i] != 0 else 0
        out["zeros"] = out["zeros"] + lost
        while len(counts) <= made["codes"][i]:
            counts.append(0)
        counts[made["codes"][i]] = counts[made["codes"][i]] + 1
        if i != place and not is_apart(one, i):
            signal = signal + x[i] * x[i]
            noise = noise + e * e
        if place >= 0 and i != place:
            if i // SIZE == place // SIZE:
                row_signal = row_signal + x[i] * x[i]
                row_noise = row_noise + e * e
                out["row_zeros"] = out["row_zeros"] + lost
            if block_of(i, made["block"]) == block_of(place, made["block"]):
                out["sharing"] = out["sharing"] + 1
                out["sharing_zeros"] = out["sharing_zeros"] + lost
    for n in counts:
        if n > 0:
            out["codes_used"] = out["codes_used"] + 1
    out["counts"] = counts
    out["others"] = relative_error(noise, signal)
    out["row"] = relative_error(row_noise, row_signal)
    return out


def relative_error(noise, signal):
    return 0.0 if noise == 0 else (sqrt(noise / signal) if signal > 0 else inf)


def block_of(i, block):
    """The number of the block [rows, columns] that value i of the flat matrix lies in."""
    return i // SIZE // block[0] * ceil(SIZE / block[1]) + i % SIZE // block[1]
