"""Prose states no number that code does not check: each one stands in the chapter's last cell."""

import ast
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CHAPTERS = sorted((ROOT / "chapters").glob("*.ipynb"))
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?")
# numbers that name things instead of measuring them
NAMES = re.compile(
    r"`[^`]*`|\]\([^)]*\)|[Ll]ab \d\d|"
    r"\d{4} × \d{4}|Llama-[\d.]+-\d+B|version [\d.]+|chapter \d+|CACM 52\(4\), 2009|"
    r"30 November 2026|, 2026|CC BY 4\.0|Apache 2\.0|aiconfigurator(?:-core)? [\d.]+|M = 1,?|"
    r"p = \d|\d+ minutes|\b\d+-(?:byte|bit)|in \d+(?: bits)?|[12]·|by more than 10%|30% off"
)
SMALL = set("1 2 3 4 8 16 64 128 256 512 4,096".split())  # noqa: SIM905 bits, group sizes, M of a sentence


def cells(path, kind):
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == kind:
            yield "".join(cell["source"])


def checked(path):
    """The texts that the last cell computes: the keys of its dict `says`."""
    tree = ast.parse(list(cells(path, "code"))[-1])
    says = next(
        n
        for n in tree.body
        if isinstance(n, ast.Assign) and getattr(n.targets[0], "id", "") == "says"
    )
    return [key.value for key in says.value.keys]


def unchecked(prose, texts):
    """Numbers of the prose that no checked text contains."""
    for text in sorted(texts, key=len, reverse=True):  # "M = 350" before "350"
        prose = prose.replace(text, "")
    return [n for n in NUMBER.findall(NAMES.sub("", prose)) if n not in SMALL]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_every_number_in_the_prose_is_computed(path):
    assert unchecked("\n".join(cells(path, "markdown")), checked(path)) == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda p: p.stem)
def test_every_checked_text_stands_in_the_prose(path):
    prose = "\n".join(cells(path, "markdown"))
    assert [text for text in checked(path) if text not in prose] == []


def test_a_number_typed_by_hand_is_found():
    assert unchecked("It takes 71.4 µs and 235 MB.", ["235 MB"]) == ["71.4"]
