"""What the labs share: predict first, then measure on this card, or check the reference on a CPU.

    card = begin()                                   # says what is here
    gpu = predicted_for(card)                        # this card's row of hardware.json, or an H100's
    predict(["bf16", "fp8-row"], (28672, 4096), MS, gpu)
    rows = sweep({"bf16": {}, "fp8-row": {}}, [(28672, 4096)], MS, card)
    beside(rows, gpu)                                # predicted, measured, error
    save(rows, card, "fp8.json")                     # a file for the picture in the page

Without a GPU the same calls run the references at small sizes and time nothing.
"""

import torch

from lowbit import lookup, measured
from lowbit.gpu import ceilings, device, record
from lowbit.gpu.fit import fit_rows
from lowbit.gpu.precheck import precheck
from lowbit.gpu.smoke import compared, counted, data_for, timed, under_load
from lowbit.hardware import find_gpu
from lowbit.page import table
from lowbit.speed import gemm
from lowbit.text import duration, full, percent

MS = [1, 4, 16, 64, 256, 1024, 4096]  # tokens
RIGHT_CARD = "H100 SXM"
CPU_M, CPU_SIDE = 32, 512  # sizes of the references: what they check does not depend on the size


def begin():
    """The card, after saying what is here and what will happen."""
    card = device.describe()
    print(device.said(card))
    torch.manual_seed(0)
    if card["capability"] is None:
        print("Every path is checked against float64 at small sizes; nothing is timed.")
    return card


def predicted_for(card):
    """The row of hardware.json that predictions are made for, and a line that says which."""
    gpu = record.gpu_of(card)
    if gpu is None:
        gpu = find_gpu(RIGHT_CARD)
        print(f"Predictions are for an {RIGHT_CARD}: the book has no row for this machine.")
    return gpu


def prediction(name, m, n, k, gpu):
    """What the book says about one matmul (lowbit.speed.gemm), with this GPU's default engine."""
    constants = measured.constants()
    engine = lookup.resolve_engine(constants, gpu["id"], "")
    fit = lookup.row_of(constants["sets"], gpu["id"], engine, name)
    return gemm(m, n, k, gpu, name, fit, "L3" if fit else "ideal", {})


def seconds_of(one):
    """The calibrated time without the kernel that quantizes x, else the ideal one; None without."""
    if one["seconds"] is None:
        return one["ideal_seconds"]
    return one["seconds"] - one["parts"]["quantize"]


def predict(names, shape, ms, gpu):
    """A Markdown table of predicted times of the matmul alone, one row for each M."""
    n, k = shape
    rows = []
    for m in ms:
        found = [prediction(name, m, n, k, gpu) for name in names]
        rows.append([full(m), *(said(one) for one in found)])
    return table([f"M, {full(n)} × {full(k)} on {gpu['name']}", *names], rows)


def said(one):
    """ "31 µs", with "ideal" where there are no constants; "–" where there is no path."""
    seconds = seconds_of(one)
    if seconds is None:
        return "–"
    return duration(seconds) + (" ideal" if one["seconds"] is None else "")


def sweep(ops, shapes, ms, card):
    """Rows of lowbit.gpu.record: each op at each shape and M, timed on a GPU, checked without one.

    ops: {op of lowbit.gpu.matmul.OPS, or "op/remark": options of lowbit.gpu.timer.measure}.
    shapes: [(N, K), …].
    """
    rows = []
    for n, k in shapes:
        for m in ms:
            rows += at_one_size(ops, m, n, k, card)
    if card["capability"] is None:  # the small sizes repeat
        rows = list({(r["op"], r["format"], r["m"]): r for r in rows}.values())
    print(counted(rows))
    return rows


def at_one_size(ops, m, n, k, card):
    gpu = card["capability"] is not None
    if not gpu:
        m, n, k = min(m, CPU_M), min(n, CPU_SIDE), min(k, CPU_SIDE)
    x, w = data_for(m, n, k, card if gpu else {"capability": (8, 0)}, "cuda" if gpu else "cpu")
    run = (lambda op, **options: timed(op, x, w, card, **options)) if gpu else (
        lambda op, **options: compared(op, x, w, **options))  # fmt: skip
    return [run(name.split("/")[0], **options) | remark(name) for name, options in ops.items()]


def remark(name):
    return {"note": name.split("/")[1]} if "/" in name else {}


def beside(rows, gpu):
    """A Markdown table: measured time, predicted time, predicted over measured, path; where nothing
    was timed, the largest error of each op's reference. What did not run stands below, with why."""
    timed_rows = [one for one in rows if one["kind"] == "timed"]
    out = ""
    if timed_rows:
        head = ["path", "M · N × K", "measured", "predicted", "predicted / measured"]
        out = table(
            head, [[f"{named(r)}: {r['path']}", size(r), *times(r, gpu)] for r in timed_rows]
        )
    elif checked := largest_errors(rows):
        lines = [[named(r), size(r), f"{r['error']:.1e}", r["path"]] for r in checked]
        out = table(["not timed", "M · N × K", "largest error", "path"], lines)
    refused = [f"- {named(r)} does not run here: {r['reason']}" for r in refusals(rows)]
    return out + "\n\n" + "\n".join(refused) if refused else out


def named(one):
    """ "w4a16-gemv, w4a16-g32": the op, and the format where its name says more."""
    words = one["op"] if one["op"] == one["format"] else f"{one['op']}, {one['format']}"
    return words + (f" ({one['note']})" if "note" in one else "")


def size(one):
    return f"{full(one['m'])} · {full(one['n'])} × {full(one['k'])}"


def times(one, gpu):
    made = prediction(one["format"], one["m"], one["n"], one["k"], gpu)
    seconds = seconds_of(made)
    ratio = "–" if seconds is None else f"{seconds / one['seconds']:.2f}"
    return [duration(one["seconds"]), said(made), ratio]


def largest_errors(rows):
    """Of the checked rows, the one with the largest error for each op and format."""
    worst = {}
    for one in rows:
        key = named(one)
        if one["kind"] == "checked" and one["error"] > worst.get(key, {"error": -1})["error"]:
            worst[key] = one
    return list(worst.values())


def refusals(rows):
    """Each op that did not run, once for each reason."""
    return {(named(r), r["reason"]): r for r in rows if r["kind"] == "refused"}.values()


def elsewhere(name, op, m, n, k, card):
    """One sentence: why an op does not run on this card, and what the right card would do."""
    if card["capability"] is None:
        why = "only the reference ran, since there is no GPU here."
    else:
        found = precheck(op, m, n, k, card=card)
        if found["ok"]:
            return f"{op}: runs on this card."
        why = f"{found['reason']} {found['fix']}"
    new, old = (prediction(f, m, n, k, find_gpu(RIGHT_CARD)) for f in (name, "bf16"))
    key = "ideal_seconds" if new["seconds"] is None else "seconds"  # like with like
    how = "ideally" if new["seconds"] is None else "by the book's model"
    return (f"{op}: {why} On an {RIGHT_CARD} it would take {duration(new[key])} {how} at "
            f"M = {full(m)}, where BF16 takes {duration(old[key])}.")  # fmt: skip


def fastest(rows, m, n, k):
    """{format: seconds} of the fastest timed path of each format at one size."""
    best = {}
    for one in rows:
        if one["kind"] == "timed" and (one["m"], one["n"], one["k"]) == (m, n, k):
            best[one["format"]] = min(one["seconds"], best.get(one["format"], one["seconds"]))
    return best


def crossover(rows, name, than, n, k):
    """The smallest M from which `than` is at least as fast as `name` at every larger M measured;
    None where it never is, or nothing was timed."""
    found = None
    for m in sorted({one["m"] for one in rows if (one["n"], one["k"]) == (n, k)}, reverse=True):
        best = fastest(rows, m, n, k)
        if name not in best or than not in best:
            continue
        if best[than] > best[name]:
            break
        found = m
    return found


def save(rows, card, path):
    """Write the result file, with this card's ceilings and the constants fitted to its points."""
    limits = seen = None
    fits = []
    if card["capability"] is not None:
        limits = ceilings.measure(card)
        seen = under_load(max(limits["flops_per_s"].values()))
        gpu = record.gpu_of(card)
        if gpu is not None:
            fits, problems = fit_rows(rows, gpu)
            print("\n".join(problems))
    named = card if card["capability"] is not None else card | {"name": None}
    data = record.new(named, rows, ceilings=limits, seen=seen, fits=fits)
    record.save(data, path)
    for one in fits:
        rung = one["rungs"]["L2"]
        print(f"{one['format']}: L2 fitted to {one['points']} points, half of them within "
              f"{percent(rung['median_error'])} when their shape is left out")  # fmt: skip
    there = "Drop it onto the roofline picture of chapter 3." if limits else "It holds no times."
    print(f"Wrote {path}. {there}")
    return data
