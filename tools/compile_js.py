"""Compile the scalar modules of lowbit to widgets/js/lowbit-<module>.js, its facts to data.js.

    python tools/compile_js.py            write the files
    python tools/compile_js.py --check    exit 1 when a committed file is stale

PScript turns Python's syntax into JavaScript but not all of its meaning. `refuse` lists the forms
that would compile into something else without a warning, so that they fail here instead.
"""

import ast
import json
import re
import sys
from pathlib import Path

from pscript import py2js

from lowbit import hardware, layers, matrices, measured

ROOT = Path(__file__).resolve().parent.parent
JS = ROOT / "widgets/js"
MODULES = ["text", "schemes", "roofline", "speed", "lookup", "result_file",
           "result_points", "answer", "formats", "casts", "numbers_typed", "code_fields",
           "stored", "code_words", "format_card", "settings", "grids", "scales", "blocks",
           "outliers", "sharing", "losses", "scale_words"]  # fmt: skip
RESERVED = {"default", "function", "new", "var", "delete", "switch", "case", "void", "this"}
REFUSED = (
    ast.GeneratorExp, ast.DictComp, ast.SetComp, ast.Set, ast.NamedExpr, ast.Match, ast.Lambda,
    ast.Starred, ast.Try, ast.With, ast.ClassDef, ast.AsyncFunctionDef, ast.Global, ast.Yield,
)  # fmt: skip
# PScript's guard in each `for x in y`: our loops run over lists and strings, never over a dict
KEYS_OF_A_DICT = (
    r"(?:\n *|(?<=;))if \(\(typeof (\w+) === \"object\"\) && \(!Array\.isArray\(\1\)\)\) \{[^}]*\}"
)
# What PScript's own helpers and math do, for numbers, strings, lists of them and plain dicts
HELPERS = {
    "_pyfunc_abs": "Math.abs",
    "_pyfunc_int": "Math.trunc",
    "_pyfunc_str": "String",
    "_pyfunc_op_contains": '(a, b) => (Array.isArray(b) || typeof b == "string"'
    " ? b.includes(a) : Object.hasOwn(b, a))",
    "_pyfunc_op_error": '(kind, message) => new Error(kind + ": " + message)',
    "_pyfunc_create_dict": "(...a) => {"
    " const d = {}; while (a.length) d[a.shift()] = a.shift(); return d; }",
    "_pymeth_get": "function (k, other = null) { return Object.hasOwn(this, k) ? this[k] : other; }",
    "_pymeth_join": "function (parts) { return parts.join(this); }",
    "_pymeth_keys": "function () { return Object.keys(this); }",
    "_pymeth_split": "function (by) { return this.split(by); }",
    "ascending": "(numbers) => Float64Array.from(numbers).sort()",
    "ceil": "Math.ceil",
    "copysign": "(a, b) => (b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a))",
    "double_of": "Number",
    "f32": "Math.fround",
    "floor": "Math.floor",
    "inf": "Infinity",
    "kind_of": '(v) => (v === null ? "null" : Array.isArray(v) ? "array" : typeof v)',
    "log10": "Math.log10",
    "log2": "Math.log2",
    "nan": "NaN",
    "sqrt": "Math.sqrt",
}
# Methods by their JavaScript name, so that PScript calls them without looking for the type
METHODS = {
    "append": "push", "endswith": "endsWith", "lower": "toLowerCase", "startswith": "startsWith",
    "strip": "trim", "upper": "toUpperCase",
}  # fmt: skip
REFUSED_CALLS = {"round", "sorted", "isinstance", "float", "sum", "format", "repr"}


def _operands(node):
    """What stands beside an operator that means something else for lists in JavaScript."""
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Compare) and not isinstance(node.ops[0], ast.In | ast.NotIn):
        return [node.left, *node.comparators]
    return []


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
        elif any(isinstance(part, ast.List | ast.Dict) for part in _operands(node)):
            why = "an operator on a list or dict"
        elif (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Mult)
            and any(
                isinstance(part, ast.Constant) and isinstance(part.value, str)
                for part in (node.left, node.right)
            )
        ):
            why = "text times a number"
        elif getattr(getattr(node, "func", None), "attr", "") == "strip" and node.args:
            why = "strip with an argument"
        elif isinstance(node, ast.JoinedStr):
            why = "f-string (use text.sig)"
        elif isinstance(node, ast.arg) and node.arg in RESERVED:
            why = f"argument named {node.arg}"
        elif (
            isinstance(node, ast.Compare)
            and len(node.ops) > 1
            and not all(isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for op in node.ops)
        ):
            why = "a chain with =="
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


def plain(tree):
    """Without docstrings, and each function with JavaScript's own `+`, `*` and `==`: the modules
    are scalar, so PScript's checks for lists behind every operator would be weight alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:]
        if isinstance(node, ast.FunctionDef):
            node.body = [*ast.parse("PSCRIPT_OVERLOAD = False").body, *node.body]
        if isinstance(node, ast.Attribute):
            node.attr = METHODS.get(node.attr, node.attr)
    return tree


def helpers_js():
    """The text of lowbit-python.js: what the compiled modules need of Python."""
    return "".join(f"export const {name} = {text};\n" for name, text in HELPERS.items())


def module_js(module):
    """The text of lowbit-<module>.js: every function and constant under its Python name."""
    tree = ast.parse((ROOT / "lowbit" / f"{module}.py").read_text("utf-8"))
    refuse(tree, module)
    imports = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module != "math"]
    tree.body = [n for n in tree.body if not isinstance(n, ast.Import | ast.ImportFrom)]
    # what HELPERS names is JavaScript's own
    tree.body = [n for n in tree.body if not set(public_names(ast.Module([n], []))) & set(HELPERS)]
    code = py2js(ast.unparse(plain(tree)), docstrings=False, inline_stdlib=False)
    code = re.sub(r"^var [\w, ]+;\n", "", code, count=1)  # PScript declares all names first
    code = re.sub(r"^(\w+) = function flx_\w+ \(", r"export function \1(", code, flags=re.M)
    code = re.sub(r"^(\w+) = ", r"export const \1 = ", code, flags=re.M)
    code = re.sub(KEYS_OF_A_DICT, "", code)
    for name in public_names(tree):
        if not re.search(rf"^export \w+ {name}\b", code, re.M):
            raise ValueError(f"lowbit/{module}.py: {name} is not exported")
    words = set(re.findall(r"\w+", code))
    if unknown := [w for w in words if w.startswith(("_pyfunc", "_pymeth")) and w not in HELPERS]:
        raise ValueError(f"no helper for {', '.join(sorted(unknown))}: add it to HELPERS")
    lines = [f"// Generated from lowbit/{module}.py by tools/compile_js.py."]
    lines += [_import(sorted(words & set(HELPERS)), "python")]
    for node in imports:
        names = [alias.name for alias in node.names if alias.name not in HELPERS]
        lines += [_import(names, node.module.split(".")[-1])]
    return "\n".join([line for line in lines if line] + [code]) + "\n"


def _import(names, module):
    return f'import {{ {", ".join(names)} }} from "./lowbit-{module}.js";' if names else ""


def data_js():
    """The text of data.js: the facts that widgets draw, without the sources they do not show."""
    data = {
        "hardware": hardware.load(),
        "layers": layers.load(),
        "times": measured.times(),
        "constants": measured.constants(),
        "result_schema": measured.result_schema(),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return (
        "// Generated from lowbit/data by tools/compile_js.py.\nexport const DATA = " + text + ";\n"
    )


def matrices_js():
    """The text of matrices.js: the stored matrices, apart because few pages draw them."""
    text = json.dumps(matrices.load()["matrices"], ensure_ascii=False, separators=(",", ":"))
    head = "// Generated from lowbit/data/matrices.json by tools/compile_js.py.\n"
    return head + "export const STORED_MATRICES = " + text + ";\n"


def files():
    """Every generated file by its name."""
    made = {"data.js": data_js(), "matrices.js": matrices_js(), "lowbit-python.js": helpers_js()}
    return made | {f"lowbit-{module}.js": module_js(module) for module in MODULES}


def main(check):
    stale = []
    for name, text in files().items():
        path = JS / name
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
