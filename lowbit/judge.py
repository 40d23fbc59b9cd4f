"""How good is the model? Predictions against the measured curves of lowbit/data/gemm_times.json.

Where a prediction is judged, only shapes that were not fitted count.
"""

from functools import cache
from statistics import median

from lowbit import lookup, measured
from lowbit.matmul import matmul

CLEAR = 1.1  # a winner counts when the measured times differ by more than this factor


def pairs(row):
    """(n, k, m, BF16's µs, this set's µs) wherever a quantized set and the BF16 set of its GPU
    and engine were both measured; nothing for BF16 itself or where it is missing."""
    base = lookup.row_of(measured.times()["sets"], row["gpu"], lookup.engine_id(row), "bf16")
    if base is None or row is base:
        return
    for key in row["us"]:
        if key in base["us"]:
            n, k = map(int, key.split("x"))
            bf16 = dict(measured.curve(base, n, k))
            for m, us in measured.curve(row, n, k):
                if m in bf16:
                    yield n, k, m, bf16[m], us


def predicted(row, name, n, k, m, rung):
    """Seconds of format `name` on the GPU and engine of a measured set, by this rung."""
    got = matmul(row["gpu"], name, m, n, k, lookup.engine_id(row), rung)
    return got["ideal_seconds"] if rung == "ideal" else got["seconds"]


@cache
def winners(rung):
    """Does the rung name the faster of BF16 and the other format? A tie counts as BF16.

    Returns a list of {"gpu", "engine", "format", "clear", "right"}: how many held-out points have
    a clear winner, and how many of those the rung gets right. Read it, do not write.
    """
    out = []
    for row in measured.times()["sets"]:
        found = [pair for pair in pairs(row) if measured.held_out(pair[0], pair[1])]
        clear = right = 0
        for n, k, m, bf16_us, us in found:
            gain = bf16_us / us
            if 1 / CLEAR <= gain <= CLEAR:
                continue
            clear += 1
            times = [predicted(row, name, n, k, m, rung) for name in ("bf16", row["format"])]
            right += (times[0] / times[1] > 1) == (gain > 1)
        if found:
            out.append({"gpu": row["gpu"], "engine": lookup.engine_id(row),
                        "format": row["format"], "clear": clear, "right": right})  # fmt: skip
    return out


def errors_by_format():
    """{format: {rung: [median error, p90 error]}}: the median over all sets of that format."""
    out = {}
    for row in measured.constants()["sets"]:
        for rung, c in row["rungs"].items():
            cell = out.setdefault(row["format"], {}).setdefault(rung, ([], []))
            cell[0].append(c["median_error"])
            cell[1].append(c["p90_error"])
    return {
        f: {r: [median(a), median(b)] for r, (a, b) in rungs.items()} for f, rungs in out.items()
    }


def gains(gpu_id, engine, name, m_max, m_min=1):
    """BF16's time over that of format `name` at every committed point from m_min to m_max tokens:
    measured only, nothing predicted."""
    row = lookup.row_of(measured.times()["sets"], gpu_id, engine, name)
    return [bf16 / us for _, _, m, bf16, us in pairs(row) if m_min <= m <= m_max]


def slower(gpu_id, engine, factor, m_max=16384):
    """Share of one card's and engine's quantized points up to m_max tokens that take more than
    `factor` times as long as BF16 at the same shape and M."""
    found = [
        bf16 / us
        for row in measured.times()["sets"]
        if row["gpu"] == gpu_id and lookup.engine_id(row) == engine
        for _, _, m, bf16, us in pairs(row)
        if m <= m_max
    ]
    return sum(gain < 1 / factor for gain in found) / len(found)
