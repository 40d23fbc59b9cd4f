"""The recorded labs: the lab as it is now, with outputs, and a line on when and with what."""

import datetime
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LABS = sorted((ROOT / "labs").glob("*.ipynb"))
REPO = re.compile(r'^REPO = "[^"]*"', re.M)
AGAIN = "run `make record`"


def notebook(path):
    return json.loads(path.read_text("utf-8"))


def sources(path):
    """Return what the cells say; the repository's address may be filled in after the recording."""
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in notebook(path)["cells"]]
    return [(kind, REPO.sub('REPO = ""', text)) for kind, text in cells]


@pytest.mark.parametrize("lab", LABS, ids=lambda path: path.stem)
class TestRecordedLab:
    def test_it_is_the_lab_as_it_is_now(self, lab):
        assert sources(lab.parent / "recorded" / lab.name) == sources(lab), AGAIN

    def test_it_says_when_and_with_what(self, lab):
        about = notebook(lab.parent / "recorded" / lab.name)["metadata"]["recorded"]
        today = datetime.datetime.now(datetime.UTC).date()
        assert datetime.date.fromisoformat(about["date"]) <= today
        assert "torch" in about["with"], AGAIN

    def test_it_ran_to_the_end_without_an_error(self, lab):
        cells = notebook(lab.parent / "recorded" / lab.name)["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        assert all(cell["execution_count"] for cell in code), AGAIN
        kinds = {output["output_type"] for cell in code for output in cell["outputs"]}
        assert "error" not in kinds


def test_every_recorded_lab_is_a_lab():
    recorded = {path.name for path in (ROOT / "labs" / "recorded").glob("*.ipynb")}
    assert recorded == {path.name for path in LABS}
