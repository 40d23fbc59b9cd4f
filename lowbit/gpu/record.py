"""Result files: what a lab measured, with all that one needs to believe it or to repeat it.

    data = new(card, rows, ceilings=…, seen=clocks())
    save(data, "h100.json")        # then drop the file onto the roofline in the page
    data, warnings = load("h100.json")

The format is lowbit/data/result_schema.json; the checks are lowbit.result_file, which the page runs
too. Nothing here needs torch or a GPU.
"""

import json
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from lowbit import result_file, result_points
from lowbit.hardware import find_gpu, gpus
from lowbit.measured import result_schema

VERSIONS = ("torch", "triton", "cuda", "cublas", "hip", "gemlite", "python", "platform")


def new(card, rows, *, ceilings=None, seen=None, fits=(), date=None):
    """A result file as a dict. card: lowbit.gpu.device.describe(); seen: its clocks(), under load.

    rows: one dict a matmul, see `row`. fits: of lowbit.gpu.fit. date: None is now, in UTC.
    """
    gpu = gpu_of(card)
    capability = card["capability"]
    data = {
        "kind": result_file.RESULT_KIND,
        "version": result_file.RESULT_VERSION,
        "date": date or datetime.now(UTC).isoformat(timespec="seconds"),
        "card": {
            "name": card["name"],
            "gpu": gpu and gpu["id"],
            "capability": ".".join(map(str, capability)) if capability else None,
            "sms": card["sms"],
            "l2_bytes": card["l2_bytes"],
            "memory_bytes": card["memory_bytes"],
            "mig": card["mig"],
        },
        "versions": {name: card[name] for name in VERSIONS}
        | {"driver": (seen or {}).get("driver"), "lowbit": version()},
        "clocks": seen and {name: seen[name] for name in seen if name != "driver"},
        "ceilings": ceilings,
        "rows": list(rows),
    }
    return checked(data | ({"fits": list(fits)} if fits else {}))


def row(kind, op, format_name, m, n, k, **measured):
    """One matmul: kind "timed", "checked" or "refused", and what lowbit.gpu.timer.measure gave."""
    return {"kind": kind, "op": op, "format": format_name, "m": m, "n": n, "k": k} | measured


def version():
    """The book's version, or None where it was not installed."""
    try:
        return metadata.version("bits-and-bandwidth")
    except metadata.PackageNotFoundError:
        return None


def save(data, path):
    """Write a result file, one matmul a line, after checking that it can be read again."""
    checked(data)
    rows = ",\n  ".join(
        json.dumps(one, ensure_ascii=False, allow_nan=False) for one in data["rows"]
    )
    rest = {key: value for key, value in data.items() if key != "rows"}
    head = json.dumps(rest, ensure_ascii=False, allow_nan=False, indent=1).removesuffix("\n}")
    text = f'{head},\n "rows": [\n  {rows}\n ]\n}}\n'
    Path(path).write_text(text, encoding="utf-8")
    return Path(path)


def load(path):
    """(data, warnings) of a result file. Raises ValueError with a sentence for what is malformed,
    foreign or huge. warnings: sentences about points that no such card can have measured."""
    path = Path(path)
    if path.stat().st_size > result_file.LARGEST_FILE:
        raise ValueError(f"{path.name} is larger than 1 MB: no result file of the labs is.")
    try:
        data = json.loads(path.read_text(encoding="utf-8"), parse_constant=float)
        json.dumps(data, allow_nan=False)
    except (ValueError, RecursionError):  # NaN and 1e999 are no JSON either
        raise ValueError(f"{path.name} is not JSON: choose the file that a lab wrote.") from None
    return checked(data), warnings_of(data)


def checked(data):
    result_file.check(data, result_schema())
    return data


def warnings_of(data):
    """One sentence for each timed row that beats its roof, or whose weights came from the cache."""
    roof, over = roof_of(data)
    out = []
    for one in data["rows"]:
        name = f"{one['op']} at M = {one['m']}, {one['n']} × {one['k']}"
        if one["kind"] == "timed" and roof and result_points.above_roof(one, roof, over):
            out.append(f"{name} is faster than {roof['name']} can be: a cache, or a wrong time.")
        elif one["kind"] == "timed" and one.get("cold") is False:
            out.append(f"{name} may have read its weights from the cache: they did not take turns.")
    return out


def roof_of(data):
    """(row of hardware.json or the ceilings as one, share by which a time may beat it)."""
    for gpu in gpus():
        if gpu["id"] == data["card"]["gpu"]:
            return gpu, result_points.OVER_DATASHEET
    own = result_points.own_gpu(data)
    return own and measured_gpu(data["card"], own), result_points.OVER_CEILINGS


def gpu_of(card):
    """The row of hardware.json for a card, or None: unknown, a slice (MIG), or no GPU at all."""
    if card["name"] is None or card["mig"]:
        return None
    try:
        return find_gpu(card["name"])
    except ValueError:
        return None


def measured_gpu(card, own):
    """A row as in hardware.json, from measured ceilings: for a card that the book does not know."""
    peaks = dict.fromkeys(gpus()[0]["flops_per_s"]) | own["flops_per_s"]
    peaks["fp16"] = peaks["bf16"]
    return own | {
        "id": "own", "vendor": "NVIDIA", "sms": card["sms"], "flops_per_s": peaks,
        "no_path": [name for name, rate in peaks.items() if rate is None],
    }  # fmt: skip
