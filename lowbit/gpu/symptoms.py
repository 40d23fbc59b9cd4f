"""What people see when a low-precision matmul goes wrong on a GPU, and one sentence of help for it.

lowbit/data/gpu_symptoms.json has one row a symptom: reason, fix, link, and a part of the message.
lowbit.gpu.precheck picks rows before a matmul runs; `explain` finds them by the message after it
failed.
"""

import json
from collections import defaultdict
from functools import cache
from pathlib import Path

DATA = Path(__file__).parents[1] / "data" / "gpu_symptoms.json"


@cache
def load():
    """Every symptom by its id. Read it, do not write into it."""
    rows = json.loads(DATA.read_text(encoding="utf-8"))["symptoms"]
    return {row["id"]: row for row in rows}


def explain(message, card):
    """[{"id", "reason", "fix", "link"}, …] for an error message on this card (lowbit.gpu.device),
    the longest match first. Sizes, which the message may not tell, are left open as "…"."""
    rows = [row for row in load().values() if row["error"] and row["error"] in message]
    rows.sort(key=lambda row: -len(row["error"]))
    words = defaultdict(lambda: "…", card | {"cc": dotted(card["capability"] or "?")})
    return [sentences(row["id"], words) for row in rows]


def sentences(name, words):
    """{"id", "reason", "fix", "link"} of one symptom, with these words in its gaps."""
    row = load()[name]
    said = {part: row[part].format_map(words) for part in ("reason", "fix")}
    return {"id": name, **said, "link": row["link"]}


def dotted(capability):
    """(9, 0) -> "9.0"."""
    return ".".join(map(str, capability))
