"""Before a matmul runs: does it run on this card, and if not, why and what to do instead.

    precheck("fp8-row", 64, 4096, 14336, card=describe())
    {"ok": False, "id": "fp8-needs-ada", "reason": "…", "fix": "…", "link": "…", "notes": []}

Pure logic on a card (lowbit.gpu.device), so that any card can be asked about without having it.
The sentences are in lowbit/data/gpu_symptoms.json. notes are symptoms that stop nothing: what will
be slower than one expects, and what to trust only after a check.
"""

import re

from lowbit.gpu.symptoms import dotted, sentences

BLOCK_SCALED = ("mxfp8", "mxfp4", "nvfp4")
SCALED = ("fp8-tensor", "fp8-row", "fp8-block", *BLOCK_SCALED)
OWN = ("w4a16-gemm", "w4a16-gemv", "w8a16-fp8", "kv-fp8")  # the book's Triton kernels
TRITON = (*OWN, "w4a16-gemlite")
OPS = ("bf16", *SCALED, "int8", "w4a16-tinygemm", *TRITON)
TINYGEMM_GROUPS = (32, 64, 128, 256)
TESTED_TRITON = ((3, 6), (3, 9))


def precheck(op, m, n, k, *, card, dtype="bf16", group=128):
    """Whether y[M,N] = x[M,K]·W[K,N] runs as `op` on this card, as a dict (see above).

    dtype: "bf16" or "fp16", of x and y. group: weights with one scale in 4-bit formats, 0 for a
    whole row. Raises ValueError for an unknown op and for sizes that are no whole numbers ≥ 1.
    """
    if op not in OPS:
        raise ValueError(f"Unknown matmul '{op}'. Known: {', '.join(OPS)}.")
    for name, size in (("M", m), ("N", n), ("K", k)):
        if not isinstance(size, int) or size < 1:
            raise ValueError(f"{name} must be a whole number ≥ 1, not {size!r}.")
    q = {"op": op, "m": m, "n": n, "k": k, "dtype": dtype, "group": group or 0, "card": card}
    q |= {"cc": tuple(card["capability"] or (0, 0)), "cublas": numbers(card["cublas"])}
    found = next((name for rule in RULES for name in rule(q)), None)
    if found is not None:
        return {"ok": False, **sentences(found, filled(q)), "notes": []}
    notes = [sentences(name, filled(q)) for rule in NOTES for name in rule(q)]
    return {"ok": True, "id": None, "reason": "", "fix": "", "link": "", "notes": notes}


def filled(q):
    """What stands in the gaps of a sentence: the card, the sizes, and the sizes that would do."""
    up = lambda size, to: -(-size // to) * to  # noqa: E731
    step = k_step(q["op"])
    return q["card"] | q | {
        "cc": dotted(q["cc"]), "cublas": q["card"]["cublas"] or "unknown", "step": step,
        "pad_k": up(q["k"], step), "pad_n": up(q["n"], 16), "pad_k8": up(q["k"], 8),
        "pad_n8": up(q["n"], 8), "instead": instead_of_blackwell(q["op"], q["cc"]),
    }  # fmt: skip


def instead_of_blackwell(op, cc):
    if cc < (8, 0):
        return "int8"
    if op == "mxfp8":
        return "fp8-row" if cc >= (8, 9) else "w8a16-fp8"
    return "w4a16-gemm"


def numbers(version):
    """(12, 8) of "12.8.4" or "12.8"; () of None, which is older than everything."""
    return tuple(int(part) for part in re.findall(r"\d+", version or "")[:2])


def k_step(op):
    """What K must be a multiple of: 16 bytes of FP8, and with block scales whole blocks of 32."""
    return 32 if op in BLOCK_SCALED else 16


# ---- what stops: each rule yields the ids of what is wrong, the first one is the answer ----


def machine(q):
    card = q["card"]
    if card["hip"]:
        yield "rocm"
    if card["capability"] is None:
        yield "cpu-torch" if card["cuda"] is None else "no-gpu"
    if q["cc"] < (7, 5) and q["op"] != "bf16":
        yield "volta"


def scaled(q):
    """torch's FP8 and FP4 matmuls: pytorch/aten/src/ATen/native/cuda/ScaledBlas.cpp."""
    op, cc, card = q["op"], q["cc"], q["card"]
    if op not in SCALED:
        return
    torch, windows = numbers(card["torch"]), card["platform"] == "win32"
    if op in BLOCK_SCALED and cc < (10, 0):
        yield "mx-needs-blackwell"
    if cc < (8, 9):
        yield "fp8-needs-ada"
    if torch < (2, 5):
        yield "fp8-old-torch"
    if torch < (2, 10) and op in ("fp8-block", "mxfp4", "nvfp4"):
        yield "no-scaled-mm"
    if op == "fp8-block" and cc[0] != 9:
        yield "block-hopper-only"
    if op == "fp8-block" and q["cublas"] < (12, 9):
        yield "block-cublas"
    if op == "mxfp4" and cc[0] != 10:
        yield "mxfp4-b200"
    if op in BLOCK_SCALED and q["cublas"] < (12, 8):
        yield "mx-cublas"
    if windows and op in ("fp8-row", "mxfp4"):
        yield "row-windows" if op == "fp8-row" else "mxfp4-windows"
    if op == "fp8-row" and cc[0] == 12 and torch < (2, 11):
        yield "row-sm120"
    if q["k"] % k_step(op):
        yield "fp8-k16"
    if q["n"] % 16:
        yield "fp8-n16"


def int8(q):
    if q["op"] == "int8" and (q["k"] % 8 or q["n"] % 8):
        yield "int8-8"


def tinygemm(q):
    """torch's int4 kernel: pytorch/aten/src/ATen/native/cuda/int4mm.cu."""
    if q["op"] != "w4a16-tinygemm":
        return
    if q["cc"] < (8, 0):
        yield "int4-sm80"
    if numbers(q["card"]["torch"]) < (2, 5):
        yield "int4-old-torch"
    if q["dtype"] != "bf16":
        yield "int4-bf16"
    if q["group"] not in TINYGEMM_GROUPS or q["k"] % q["group"]:
        yield "int4-group"
    if q["n"] % 8 or q["k"] % 128:  # 16 · 8 inner tiles, as the labs pack
        yield "int4-shape"


def triton(q):
    op, group = q["op"], q["group"]
    if op not in TRITON:
        return
    if q["card"]["platform"] != "linux":
        yield "triton-windows"
    if q["cc"] < (8, 0):
        yield "triton-sm80"
    if q["card"]["triton"] is None:
        yield "no-triton"
    if op == "w4a16-gemlite" and q["card"]["gemlite"] is None:
        yield "no-gemlite"
    if op.startswith("w4a16") and group and (group < 32 or group & (group - 1)):
        yield "group"
    words = q["n"] * q["k"] // (8 if op.startswith("w4") else 1)  # of the weights
    if op in OWN and max(q["m"] * q["k"], q["m"] * q["n"], words) >= 2**31:
        yield "int32"


# ---- what runs, but otherwise than one expects ----


def slower(q):
    op, m, cc = q["op"], q["m"], q["cc"]
    if op == "bf16" and q["dtype"] == "bf16" and cc < (8, 0):
        yield "turing-bf16"
    if op == "fp8-row" and not (cc[0] == 9 and q["cublas"] >= (12, 9)):
        yield "row-cutlass-hopper" if cc[0] == 9 else "row-cutlass-other"
    if op in BLOCK_SCALED and m < 128:
        yield "mx-pads-m"
    elif op in SCALED and m <= 16:
        yield "fp8-few-tokens"
    if op == "int8" and m <= 16:
        yield "int8-m16"
    if op in SCALED or op == "int8":
        yield "eager-quantize"
    if op == "w4a16-gemv" and m > 4:
        yield "gemv-rereads"
    elif op.startswith("w4a16") and m >= 128:
        yield "w4-many-tokens"
    if op == "kv-fp8" and cc < (8, 9):
        yield "kv-software"
    if q["card"]["mig"]:
        yield "mig"


def to_check(q):
    if q["op"] == "fp8-block" and q["m"] % 4:
        yield "block-m4"
    if q["op"] in TRITON and not (
        TESTED_TRITON[0] <= numbers(q["card"]["triton"]) <= TESTED_TRITON[1]
    ):
        yield "triton-version"


RULES = (machine, scaled, int8, tinygemm, triton)
NOTES = (slower, to_check)
