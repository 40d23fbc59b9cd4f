"""The answer in words: what a widget says first, and the command line too (compiled).

Wording: who waits for what, two significant digits, 0.97 to 1.03 is "as fast as".
A claim is a list of pieces {"text", "family"}; family is "" for plain words, else the colour of a
format's name.
"""

from lowbit.schemes import merged
from lowbit.text import bytes_text, duration, flops_text, full, percent, sig


def plain(text):
    return {"text": text, "family": ""}


def name_of(result):
    return {"text": result["label"], "family": result["family"]}


def tokens(m):
    return "one token" if m == 1 else full(m) + " tokens"


def best_seconds(result):
    """The calibrated time where there is one, else the ideal time."""
    return result["ideal_seconds"] if result["seconds"] is None else result["seconds"]


def waits_for(result):
    """The largest part of the time, as words that follow "waits for"."""
    if result["seconds"] is None:
        return "memory" if result["bound"] == "memory" else "arithmetic"
    parts = result["parts"]
    overhead = parts["fixed"] + parts["quantize"]
    largest = max(parts["memory"], parts["compute"], parts["latency"], overhead)
    if largest == parts["memory"]:
        return "memory"
    if largest == parts["compute"]:
        return "arithmetic"
    if largest == overhead:
        return "its fixed cost"
    return "the serial loop over K"


def compared(ratio):
    """ratio = other time / this time, as "1.9× faster than", "as fast as", "1.2× slower than"."""
    if 0.97 <= ratio <= 1.03:
        return "as fast as"
    times = max(ratio, 1.0 / ratio)
    digits = 2 if times >= 1.1 else 3  # 1.04, not "1× faster"
    return sig(times, digits) + ("× faster than" if ratio > 1 else "× slower than")


def answer(m, result, other):
    """What is said of one format, or of two when other is not None:
    {"claim": [pieces], "reason": who waits for what, "note": what must be known beside it}."""
    if result["ideal_seconds"] is None:
        lost = "Without it there is no roof to draw."
        return {"claim": [plain(result["reason"])], "reason": lost, "note": ""}
    note = caveats(result)
    if other is not None and caveats(other) not in note:
        note = (note + " " + caveats(other)).strip()
    if result["preliminary"]:
        note = ("The numbers of this GPU are preliminary. " + note).strip()
    both = other is not None and other["ideal_seconds"] is not None
    is_ideal = result["seconds"] is None or (both and other["seconds"] is None)
    if is_ideal:
        result = idealised(result)
        other = idealised(other) if both else None
    start = plain(("Ideally, at " if is_ideal else "At ") + tokens(m) + " a step, ")
    if both and other["format"] != result["format"]:
        ratio = best_seconds(other) / best_seconds(result)
        claim = [start, name_of(result), plain(" is " + compared(ratio) + " "), name_of(other)]
        claim.append(plain("."))
        return {"claim": claim, "reason": both_wait(result, other), "note": note}
    claim = [start, name_of(result), plain(" takes " + duration(best_seconds(result)) + ".")]
    used = result["flops"] / best_seconds(result) / result["way"]["flops_per_s"]
    why = "It waits for " + waits_for(result) + ": " + percent(used) + " of the peak is used."
    return {"claim": claim, "reason": why, "note": note}


def idealised(result):
    return merged(result, {"seconds": None})


def both_wait(result, other):
    a = waits_for(result)
    b = waits_for(other)
    if a == b:
        return "Both wait for " + a + "."
    return other["label"] + " waits for " + b + ", " + result["label"] + " for " + a + "."


def caveats(result):
    """What the reader must know beside the number: another path, or why it is only ideal."""
    out = ""
    if result["path"] == "cuda-cores" or result["path"] == "unverified":
        out = result["path_text"]
    if result["path"] == "upcast" and not result["way"]["by_design"]:
        out = result["path_text"]
    if result["kind"] == "ideal" and result["reason"].startswith("No ") and out != result["reason"]:
        out = (out + " " + result["reason"]).strip()
    return out


def text_of(claim):
    out = ""
    for piece in claim:
        out = out + piece["text"]
    return out


def formula(result, gpu):
    """The formula behind the picture with the current numbers in it, as lines of text."""
    moved = bytes_text(result["bytes"])
    flops = flops_text(result["flops"])
    bandwidth = sig(gpu["hbm_bytes_per_s"] / 1.0e12, 4) + " TB/s"
    if result["ideal_seconds"] is None:
        return [moved + " / " + bandwidth + " = " + duration(result["memory_seconds"])]
    peak = sig(result["way"]["flops_per_s"] / 1.0e12, 5) + " TFLOP/s"
    if result["seconds"] is None:
        return [
            "max(" + moved + " / " + bandwidth + ", " + flops + " / " + peak + ")",
            "= max("
            + duration(result["memory_seconds"])
            + ", "
            + duration(result["compute_seconds"])
            + ") = "
            + duration(result["ideal_seconds"]),
        ]
    parts = result["parts"]
    if parts["kernel"] == "gemv":
        g = result["constants"]["gemv"]
        return [
            "few tokens: GEMV kernel on CUDA cores",
            "√(("
            + moved
            + " / ("
            + sig(g["e_bw"], 3)
            + " × "
            + bandwidth
            + "))² + ("
            + flops
            + " / ("
            + sig(g["share"], 3)
            + " × "
            + fp32_text(gpu)
            + "))²) + "
            + duration(parts["fixed"]),
            "= √("
            + duration(parts["memory"])
            + "² + "
            + duration(parts["compute"])
            + "²) + "
            + duration(parts["fixed"])
            + " = "
            + duration(parts["seconds"]),
        ]
    c = result["constants"]
    memory = moved + " / (" + sig(c["e_bw"], 3) + " × " + bandwidth + ") = "
    compute = flops + " / (" + sig(c["e_fl"], 3) + " × " + peak + ") = "
    lines = [
        "memory      " + memory + duration(parts["memory"]),
        "arithmetic  " + compute + duration(parts["compute"]),
    ]
    if "tn" in c:
        lines[1] = "arithmetic  with tiles and waves = " + duration(parts["compute"])
    if "p" not in c:
        lines.append(
            "max(memory, arithmetic) + "
            + duration(parts["fixed"])
            + " = "
            + duration(parts["seconds"])
        )
        return lines
    lines.append("loop over K " + sig(c["ns_per_k"], 3) + " ns × K = " + duration(parts["latency"]))
    lines.append("fixed       launch " + duration(parts["fixed"]) + quantize_text(parts))
    p = sig(c["p"], 3)
    lines.append(
        "(memory^"
        + p
        + " + arithmetic^"
        + p
        + " + loop^"
        + p
        + ")^(1/"
        + p
        + ") + fixed = "
        + duration(parts["seconds"])
    )
    return lines


def fp32_text(gpu):
    return sig(gpu["flops_per_s"]["fp32"] / 1.0e12, 3) + " TFLOP/s"


def quantize_text(parts):
    if parts["quantize"] == 0:
        return ""
    return " (of both kernels) + bytes of quantizing x " + duration(parts["quantize"])
