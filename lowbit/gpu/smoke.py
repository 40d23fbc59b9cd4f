"""Every path at three shapes: checked against float64, timed, written to a result file.

    python -m lowbit.gpu.smoke             the first thing to run on a new card (3 minutes at most)
    python -m lowbit.gpu.smoke --cpu       the reference of every path, without a time

What does not run on this card stands in the table and in the file with its reason. The file can be
dropped onto the roofline picture of the book.
"""

import argparse
import time
from pathlib import Path

import torch

from lowbit.gpu import ceilings, device, matmul, record, reference, timer
from lowbit.gpu.precheck import precheck
from lowbit.gpu.symptoms import explain
from lowbit.text import duration, percent

# tokens, outputs, inputs: a GEMV that misses every cache, then two layers of Llama-3.1-8B
SHAPES = [(1, 8192, 8192), (64, 28672, 4096), (4096, 4096, 14336)]
CPU_SHAPES = [(1, 256, 512), (17, 256, 1024), (64, 512, 512)]
REFERENCE_TOLERANCE = 0.01  # rounding y to BF16 is 0.2 %
NAMES = (
    "op",
    "M×N×K",
    "time",
    "of measured",
    "of datasheet",
    "+ quantize",
    "eager",
    "error",
    "path",
)
WIDTHS = (15, 17, 9, 12, 13, 11, 9, 8, 0)


def main(argv=None):
    """Run, print the table, write the file; returns the result file as a dict."""
    parse = argparse.ArgumentParser(prog="lowbit.gpu.smoke", description=__doc__.splitlines()[0])
    parse.add_argument("--cpu", action="store_true", help="check the references, time nothing")
    parse.add_argument("--out", type=Path, default=Path("result.json"), help="the result file")
    options = parse.parse_args(argv)
    card = device.describe()
    print(device.said(card))
    if card["capability"] is None and not options.cpu:
        found = precheck("bf16", 1, 1, 1, card=card)
        parse.exit(1, f"{found['reason']} {found['fix']} `--cpu` checks the references here.\n")
    begun = time.monotonic()
    data = on_cpu(card) if options.cpu else on_gpu(card)
    record.save(data, options.out)
    print(f"\n{counted(data['rows'])} in {time.monotonic() - begun:.0f} s. Wrote {options.out}.")
    for sentence in record.warnings_of(data):
        print("! " + sentence)
    return data


def counted(rows):
    """ "33 timed, 6 refused": how many rows there are of each kind."""
    kinds = [row["kind"] for row in rows]
    return ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))


def on_gpu(card):
    """The result file of this GPU: its ceilings, then every path at every shape."""
    torch.manual_seed(0)
    limits = ceilings.measure(card)
    print(said_limits(limits))
    seen = under_load(max(limits["flops_per_s"].values()))
    gpu, rows = record.gpu_of(card), []
    print(line(NAMES))
    for m, n, k in SHAPES:
        x, w = data_for(m, n, k, card)
        for op in matmul.OPS:
            rows.append(timed(op, x, w, card))
            print(line(table_row(rows[-1], limits, gpu)), flush=True)
    return record.new(card, rows, ceilings=limits, seen=seen)


def on_cpu(card):
    """The result file of the references: checked, and never timed."""
    torch.manual_seed(0)
    rows = []
    print(line(NAMES))
    for m, n, k in CPU_SHAPES:
        x, w = data_for(m, n, k, {"capability": (8, 0)}, "cpu")
        for op in matmul.OPS:
            rows.append(compared(op, x, w))
            print(line(table_row(rows[-1], None, None)))
    return record.new(card | {"name": None}, rows)


def data_for(m, n, k, card, where="cuda"):
    """Random x [M, K] and w [N, K]: BF16, or FP16 before Ampere, whose tensor cores lack BF16."""
    kind = torch.float16 if tuple(card["capability"]) < (8, 0) else torch.bfloat16
    x = torch.randn(m, k, device=where, dtype=kind)
    return x, torch.randn(n, k, device=where, dtype=kind) / k**0.5


def timed(op, x, w, card, **options):
    """The row of one path: measured, or refused with the reason. options: of timer.measure."""
    (m, k), n = x.shape, w.shape[0]
    head = (op, format_of(op, x.dtype, **packing(options)), m, n, k)
    dtype = "fp16" if x.dtype == torch.float16 else "bf16"
    group = options.get("group", 128)
    found = precheck(op, m, n, k, card=card, dtype=dtype, group=group)
    if not found["ok"]:
        return record.row("refused", *head, reason=f"{found['reason']} {found['fix']}")
    sizes = {key: card[key] for key in ("l2_bytes", "memory_bytes")}
    try:
        return record.row("timed", *head, **timer.measure(op, x, w, **sizes, **options))
    except Exception as problem:  # on a card that nobody here has tried, anything may come
        return record.row("refused", *head, reason=why(problem, card))


def why(problem, card):
    """One line about an exception: what is known about it, else its own first line."""
    first = (str(problem).splitlines() or [type(problem).__name__])[0]
    known = explain(str(problem), card)
    help_ = f" {known[0]['reason']} {known[0]['fix']}" if known else ""
    return f"{type(problem).__name__}: {first}"[:240] + help_


def compared(op, x, w, **options):
    """The row of one reference: its relative error against float64."""
    packed = packing(options)
    head = (op, format_of(op, x.dtype, **packed), x.shape[0], w.shape[0], x.shape[1])
    try:
        operand = matmul.prepare(op, w, **packed)
    except ImportError as problem:
        return record.row("refused", *head, reason=why(problem, device.describe()))
    xq = matmul.quantize_x(op, x)
    y, path = reference.run(op, xq, operand)
    error = reference.relative_error(y, reference.truth(op, xq, operand))
    if not error <= REFERENCE_TOLERANCE:
        raise ArithmeticError(f"The reference of {op} is off by {error:.2g}: a bug of this book.")
    return record.row("checked", *head, path=path, error=error)


def packing(options):
    """Those of the options that say how weights are packed."""
    return {key: options[key] for key in ("group", "zero_point") if key in options}


def format_of(op, dtype, group=128, zero_point=False):
    """The format's name in the book's grammar: "w4a16-gemv" runs w4a16-g128."""
    if op == "bf16":
        return "fp16" if dtype == torch.float16 else op
    if not op.startswith("w4a16"):
        return op
    return f"w4a16-g{group}{'-zp' if zero_point else ''}" if group else "w4a16-channel"


def under_load(flops_per_s):
    """The clocks while the GPU multiplies for a second: an idle one shows its idle clocks."""
    a = torch.randn(8192, 8192, device="cuda", dtype=torch.float16)
    for _ in range(1 + int(flops_per_s / (2 * 8192**3))):
        a @ a
    seen = device.clocks()
    torch.cuda.synchronize()
    return seen


def said_limits(limits):
    rates = ", ".join(f"{k} {v / 1e12:.0f}" for k, v in limits["flops_per_s"].items())
    failed = "".join(f"\n! {kind}: {text}" for kind, text in limits["failed"].items())
    return (
        f"Ceilings of this card: copy {limits['copy_bytes_per_s'] / 1e12:.2f} TB/s, "
        f"matmul of 8192³ in TFLOP/s: {rates}{failed}\n"
    )


def table_row(row, limits, gpu):
    """The cells of one row, in the order of NAMES."""
    start = (row["op"], f"{row['m']}×{row['n']}×{row['k']}")
    error = f"{row['error']:.1e}" if row.get("error") is not None else ""
    if row["kind"] != "timed":
        return (*start, "", "", "", "", "", error, row.get("reason") or row["path"])
    part = ceilings.fractions(row["m"], row["n"], row["k"], row["format"], row["seconds"], limits,
                              gpu, row["weight_bytes"])  # fmt: skip
    of = [percent(part[key]) if part[key] else "–" for key in ("of_measured", "of_datasheet")]
    also = row["quantize_seconds"]
    return (*start, duration(row["seconds"]), *of, duration(also) if also else "",
            duration(row["eager_seconds"]), error, row["path"])  # fmt: skip


def line(cells):
    return " ".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


if __name__ == "__main__":
    main()
