"""Compile the scalar modules of lowbit to widgets/js/model.js and its facts to widgets/js/data.js.

    python tools/compile_js.py            write both files
    python tools/compile_js.py --check    exit 1 when a committed file is stale

PScript turns Python's syntax into JavaScript but not all of its meaning. `refuse` lists the forms
that would compile into something else without a warning, so that they fail here instead.
"""

import ast
import json
import sys
from pathlib import Path

from pscript import py2js

from lowbit import hardware, layers, measured

ROOT = Path(__file__).resolve().parent.parent
MODULES = ["text", "schemes", "roofline", "speed", "lookup", "answer"]  # joined in this order
RESERVED = {"default", "function", "new", "var", "delete", "switch", "case", "void", "this"}
REFUSED = (
    ast.GeneratorExp, ast.DictComp, ast.SetComp, ast.Set, ast.NamedExpr, ast.Match, ast.Lambda,
    ast.Starred, ast.Try, ast.With, ast.ClassDef, ast.AsyncFunctionDef, ast.Global, ast.Yield,
)  # fmt: skip
REFUSED_CALLS = {"round", "sorted", "isinstance", "float", "sum", "format", "repr"}


def refuse(tree, module):
    """Raise ValueError for a form that PScript compiles unfaithfully."""
    for node in ast.walk(tree):
        why = ""
        if isinstance(node, REFUSED):
            why = type(node).__name__
        elif isinstance(node, ast.Call) and node.keywords:
            why = "keyword argument in a call"
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in REFUSED_CALLS:
            why = f"call of {node.func.id}"
        elif isinstance(node, ast.Slice) and node.step is not None:
            why = "slice with a step"
        elif isinstance(node, ast.Dict) and None in node.keys:
            why = "{**a}"
        elif isinstance(node, ast.JoinedStr):
            why = "f-string (use text.sig)"
        elif isinstance(node, ast.arg) and node.arg in RESERVED:
            why = f"argument named {node.arg}"
        elif isinstance(node, ast.ImportFrom) and not (
            node.module == "math" or node.module.startswith("lowbit.")
        ):
            why = f"import from {node.module}"
        if why:
            raise ValueError(f"lowbit/{module}.py line {node.lineno}: {why} does not compile")


def public_names(tree):
    """Functions and constants that a module defines at its top level."""
    names = [n.name for n in tree.body if isinstance(n, ast.FunctionDef)]
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names += [t.id for t in node.targets]
    return names


def without_docstrings(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:]
    return tree


def model_js():
    """The text of model.js: one closure, every name exported."""
    bodies, names = [], []
    for module in MODULES:
        tree = ast.parse((ROOT / "lowbit" / f"{module}.py").read_text("utf-8"))
        refuse(tree, module)
        names += public_names(tree)
        tree.body = [n for n in tree.body if not isinstance(n, ast.Import | ast.ImportFrom)]
        bodies.append(ast.unparse(without_docstrings(tree)))
    twice = {n for n in names if names.count(n) > 1}
    if twice:
        raise ValueError(f"defined in two modules: {sorted(twice)}")
    code = py2js("\n".join(bodies), docstrings=False)
    exports = "\n".join(f"export const {n} = MODEL.{n};" for n in names)
    return (
        "// Generated from lowbit/{" + ",".join(MODULES) + "}.py by tools/compile_js.py.\n"
        "const MODEL = (() => {\nconst { floor, ceil } = Math;\n"
        + code
        + "\nreturn { "
        + ", ".join(names)
        + " };\n})();\n"
        + exports
        + "\n"
    )


def data_js():
    """The text of data.js: the facts that widgets draw, without the sources they do not show."""
    data = {
        "hardware": hardware.load(),
        "layers": layers.load(),
        "times": measured.times(),
        "constants": measured.constants(),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return (
        "// Generated from lowbit/data by tools/compile_js.py.\nexport const DATA = " + text + ";\n"
    )


def main(check):
    stale = []
    for name, make in (("model.js", model_js), ("data.js", data_js)):
        path, text = ROOT / "widgets/js" / name, make()
        if check and (not path.exists() or path.read_text("utf-8") != text):
            stale.append(name)
        elif not check:
            path.write_text(text, "utf-8")
            print(f"wrote widgets/js/{name} ({len(text):,} characters)")
    if stale:
        sys.exit(f"stale: {', '.join(stale)}; run python tools/compile_js.py")


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    main("--check" in sys.argv)
