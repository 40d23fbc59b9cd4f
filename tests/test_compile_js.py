"""The generated JavaScript is fresh, and forms that PScript compiles wrongly are refused."""

import ast
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
import compile_js


@pytest.mark.parametrize("name", compile_js.files())
def test_committed_files_are_fresh(name):
    fresh = compile_js.files()[name]
    assert (compile_js.JS / name).read_text("utf-8") == fresh, "run python tools/compile_js.py"


@pytest.mark.parametrize(
    "code",
    [
        "sum(x for x in a)", "{k: 1 for k in a}", "f(x=1)", "round(2.5)", "sorted(a)", "a[::2]",
        "{**a}", "f'{x}'", "lambda x: x", "from numpy import exp", "def f(new): pass",
        "'0' * n", "a == [1]", "a + [1]", "a.strip('x')",
    ],
)  # fmt: skip
def test_unfaithful_forms_are_refused(code):
    with pytest.raises(ValueError, match="does not compile"):
        compile_js.refuse(ast.parse(code), "example")


def test_docstrings_do_not_reach_the_page():
    assert "Roofline, CACM" not in compile_js.module_js("roofline")
