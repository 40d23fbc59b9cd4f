"""How long a matmul takes on this GPU, measured so that the number means something.

    row = measure("fp8-row", x, w, l2_bytes=…, memory_bytes=…)    # checked first, or not timed

What is done against the usual mistakes (triton#10149, DeepGEMM#68, DeepBench#104):
  * the weights come from memory: copies of at least 4 times the L2 cache take turns, as the layers
    of a model do. x and y may stay in the cache, as they would between two layers;
  * all calls of a round are one CUDA graph, so that no launch by Python is in the time; the eager
    time, with the launches, stands beside it;
  * the time is the median of at least 20 replays, with the shortest and the longest;
  * the data are random: zeros switch fewer transistors and run faster;
  * the output is filled with NaN before the replay that is checked against float64.
Times are in seconds for one call. Nothing here sets a clock; the first replays warm the GPU up.
What it leaves out: other work on the GPU, and that a long run may heat the card and lower its clock.
"""

import functools
import math
import statistics

import torch

from lowbit.gpu import matmul, reference

CACHES = 4  # weights that take turns, in L2 caches
REPLAYS = 20
WARM_UP = 3
SHORTEST_GRAPH = 2e-3  # seconds: below that the events themselves are in the time
MOST_BYTES = 0.4  # of the memory, for the copies of the weights
MOST_ROWS = 128  # of y that are compared with float64, which is slow on most cards
# Rounding y to BF16 alone is 0.2 %; Hopper's fast accumulation adds to it. A wrong scale, order of
# nibbles or tile is tens of percent.
TOLERANCE = 0.02
NOT_IN_A_GRAPH = ("mxfp4", "nvfp4")  # quantizing to FP4 reads its table from the CPU


def measure(op, x, w, *, l2_bytes, memory_bytes, group=128, zero_point=False, fast_accum=True,
            clock=None):  # fmt: skip
    """Check y = x·wᵀ against float64, then time it. x [M, K], w [N, K] on the GPU.

    Returns {"path", "error", "seconds", "seconds_min", "seconds_max", "replays", "eager_seconds",
    "quantize_seconds" (quantizing x and the matmul, None where x stays in 16 bits), "copies",
    "weight_bytes", "cold" (whether the copies are at least 4 L2 caches)}.
    Raises ArithmeticError where the result is wrong: there is no time for it then.
    """
    clock = clock or gpu_clock()
    operand = matmul.prepare(op, w, group=group, zero_point=zero_point)
    xq = matmul.quantize_x(op, x)
    _, path = matmul.run(op, xq, operand, fast_accum=fast_accum)
    weight_bytes = matmul.weight_bytes(operand)
    copies = copies_for(weight_bytes, l2_bytes, memory_bytes)
    operands = [operand, *(matmul.copy_of(operand) for _ in range(copies - 1))]
    multiply = functools.partial(matmul.multiply, op)
    calls = calls_of(multiply, xq, operands, fast_accum, clock)
    replay, y = capture(calls, clock)
    error = checked(replay, y, op, xq, operand)
    out = {"path": path, "error": error, "copies": copies, "weight_bytes": weight_bytes,
           "cold": copies * weight_bytes >= CACHES * l2_bytes}  # fmt: skip
    out |= summary(replay_seconds(replay, len(calls), clock))
    out |= {"eager_seconds": eager_seconds(calls, clock), "quantize_seconds": None}
    if isinstance(xq, dict):
        both = calls_of(functools.partial(quantized, op), x, operands, fast_accum, clock)
        timed_how = eager_seconds if op in NOT_IN_A_GRAPH else graph_seconds
        out["quantize_seconds"] = timed_how(both, clock)
    return out


def quantized(op, x, operand, fast_accum):
    """What a model does at each layer: quantize x, then multiply."""
    return matmul.multiply(op, matmul.quantize_x(op, x), operand, fast_accum)


def copies_for(weight_bytes, l2_bytes, memory_bytes):
    """How many copies of the weights take turns: at least 4 L2 caches together and two, as long as
    they fit into the part of the memory that may be used."""
    wanted = max(2, math.ceil(CACHES * l2_bytes / weight_bytes))
    return max(1, min(wanted, int(MOST_BYTES * memory_bytes / weight_bytes)))


def calls_of(multiply, x, operands, fast_accum, clock):
    """The calls of one graph: every copy of the weights equally often, for at least 2 ms."""
    turns = [functools.partial(multiply, x, one, fast_accum) for one in operands]
    clock["warm"](turns)
    once = timed(lambda: [call() for call in turns], clock)
    return turns * math.ceil(SHORTEST_GRAPH / max(once, SHORTEST_GRAPH / 100))


def capture(calls, clock):
    """(replay, y): one CUDA graph of all calls, and the output of the last one.

    The calls have run before (calls_of): kernels are compiled and libraries choose their algorithm
    at the first call, which a capture must not do.
    """
    graph = clock["graph"]()
    with clock["capturing"](graph):
        y = None
        for call in calls:  # the memory of a result is free again as soon as the next one is there
            y = call()
    return graph.replay, y


def checked(replay, y, op, x, operand):
    """The relative error of the replayed result y against float64, after filling it with NaN.

    Raises ArithmeticError above the tolerance, or where a value was never written.
    """
    y.fill_(math.nan)
    replay()
    rows = torch.linspace(0, y.shape[0] - 1, min(y.shape[0], MOST_ROWS), device=y.device).long()
    truth = reference.activations(op, x)[rows] @ reference.weights(operand).t()
    error = reference.relative_error(y[rows], truth)
    if not (error <= TOLERANCE and bool(torch.isfinite(y).all())):
        raise ArithmeticError(
            f"{op} is off by {error:.2g} of its size (allowed: {TOLERANCE:g}), or a part of it was "
            "never written (NaN); so there is no time for it."
        )
    return error


def replay_seconds(replay, calls, clock, replays=REPLAYS):
    """[seconds of one call] for each of `replays` replays of a graph with `calls` calls."""
    if replays < REPLAYS:
        raise ValueError(f"A median needs at least {REPLAYS} replays, not {replays}.")
    for _ in range(WARM_UP):
        replay()
    return [timed(replay, clock) / calls for _ in range(replays)]


def graph_seconds(calls, clock):
    """Median seconds of one call in a graph."""
    replay, _ = capture(calls, clock)
    return statistics.median(replay_seconds(replay, len(calls), clock))


def eager_seconds(calls, clock):
    """Median seconds of one call when Python launches each: what a model without graphs pays."""
    run = lambda: [call() for call in calls]  # noqa: E731
    return statistics.median(replay_seconds(run, len(calls), clock))


def timed(run, clock):
    """Seconds between two events around run(), on the GPU's own clock."""
    start, stop = clock["event"](), clock["event"]()
    start.record()
    run()
    stop.record()
    stop.synchronize()
    return start.elapsed_time(stop) / 1e3  # CUDA counts in ms


def summary(times):
    return {"seconds": statistics.median(times), "seconds_min": min(times),
            "seconds_max": max(times), "replays": len(times)}  # fmt: skip


def gpu_clock():
    """What the timer needs of torch.cuda, by name; tests hand in their own."""
    return {
        "event": functools.partial(torch.cuda.Event, enable_timing=True),
        "graph": torch.cuda.CUDAGraph,
        "capturing": torch.cuda.graph,
        "warm": warm_up,
    }


def warm_up(calls):
    """Run every call once on a side stream, as torch asks for before a capture."""
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        for call in calls:
            call()
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
