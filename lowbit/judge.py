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


def gains(gpu_id, engine, name, m_max, m_min=1):
    """BF16's time over that of format `name` at every committed point from m_min to m_max tokens:
    measured only, nothing predicted."""
    sets = measured.times()["sets"]
    base, mine = (lookup.row_of(sets, gpu_id, engine, f) for f in ("bf16", name))
    return [
        bf16 / us
        for key in mine["us"]
        for m, us, bf16 in zip(mine["m"], mine["us"][key], base["us"].get(key, []), strict=False)
        if m_min <= m <= m_max and us is not None and bf16 is not None
    ]


def slower(gpu_id, engine, factor, m_max=16384):
    """Share of one card's and engine's quantized points up to m_max tokens that take more than
    `factor` times as long as BF16 at the same shape and M."""
    formats = {
        row["format"]
        for row in measured.times()["sets"]
        if row["gpu"] == gpu_id and lookup.engine_id(row) == engine and row["format"] != "bf16"
    }
    found = [gain for name in sorted(formats) for gain in gains(gpu_id, engine, name, m_max)]
    return sum(gain < 1 / factor for gain in found) / len(found)
