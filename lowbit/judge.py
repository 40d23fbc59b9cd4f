"""How good is the model? Predictions against the measured curves of lowbit/data/gemm_times.json.

Only shapes that were not fitted are judged. Errors are |predicted / measured - 1|.
"""

from statistics import median

from lowbit import hardware, lookup, measured, speed

CLEAR = 1.1  # a winner counts when the measured times differ by more than this factor


def points(rows, row):
    """(n, k, m, measured seconds) of every held-out point of a measured set."""
    for key, times in row["us"].items():
        n, k = map(int, key.split("x"))
        if measured.held_out(n, k):
            for m, us in zip(row["m"], times, strict=True):
                if us is not None:
                    yield n, k, m, us * 1e-6


def predicted(row, n, k, m, rung):
    """Seconds by this rung for a point of the measured set `row`; None without constants."""
    gpu = hardware.find_gpu(row["gpu"])
    sets = measured.constants()["sets"]
    fit = lookup.row_of(sets, row["gpu"], lookup.engine_id(row), row["format"])
    got = speed.gemm(m, n, k, gpu, row["format"], fit, rung, {})
    return got["ideal_seconds"] if rung == "ideal" else got["seconds"]


def winners(rung):
    """Does the rung name the faster of BF16 and the other format?

    Returns a list of {"gpu", "engine", "format", "clear", "right"}: how many held-out points have
    a clear winner, and how many of those the rung gets right.
    """
    out = []
    times = measured.times()["sets"]
    for row in times:
        base = lookup.row_of(times, row["gpu"], lookup.engine_id(row), "bf16")
        if row["format"] == "bf16" or base is None:
            continue
        base_at = {(n, k, m): t for n, k, m, t in points(times, base)}
        clear = right = 0
        for n, k, m, seconds in points(times, row):
            gain = base_at.get((n, k, m), seconds) / seconds
            if 1 / CLEAR <= gain <= CLEAR:
                continue
            clear += 1
            guess = predicted(base, n, k, m, rung) / predicted(row, n, k, m, rung)
            right += (guess > 1) == (gain > 1)
        out.append({"gpu": row["gpu"], "engine": lookup.engine_id(row), "format": row["format"],
                    "clear": clear, "right": right})  # fmt: skip
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


def slower(gpu_id, engine, factor):
    """Share of the quantized points of one card and engine that take more than `factor` times as
    long as BF16 at the same shape and M (all committed points, nothing predicted)."""
    times = measured.times()["sets"]
    base = lookup.row_of(times, gpu_id, engine, "bf16")
    gains = [
        mine / bf16
        for row in times
        if row["gpu"] == gpu_id and lookup.engine_id(row) == engine and row is not base
        for key in row["us"]
        for mine, bf16 in zip(row["us"][key], base["us"].get(key, []), strict=False)
        if mine is not None and bf16 is not None
    ]
    return sum(gain > factor for gain in gains) / len(gains)
