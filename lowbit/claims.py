"""Claims from other texts, by id, with this book's verdict; a chapter computes their numbers."""

import json
from functools import cache
from pathlib import Path
from string import Formatter

from lowbit.page import table


@cache
def load():
    return json.loads((Path(__file__).parent / "data/claims.json").read_text("utf-8"))["claims"]


def needed(chapter):
    """Names of the numbers that a chapter's verdicts print."""
    fields = (
        field for c in load() if c["chapter"] == chapter for field in Formatter().parse(c["why"])
    )
    return {name for _, name, _, _ in fields if name}


def verdicts(chapter, numbers):
    """The chapter's claims as a Markdown table. numbers: {name: text}, exactly those needed."""
    if set(numbers) != needed(chapter):
        raise ValueError(f"numbers differ from the claims': {set(numbers) ^ needed(chapter)}")
    rows = [
        (
            f'<span style="white-space: nowrap">{c["id"]}</span>',
            c["claim"],
            c["verdict"],
            c["why"].format(**numbers),
        )
        for c in load()
        if c["chapter"] == chapter
    ]
    return table(["id", "claim", "verdict", "why"], rows).replace(" | --:", " | :--")
