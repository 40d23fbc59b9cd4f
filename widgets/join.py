"""Join small ES modules into one string, so that no bundler, no Node and no `data:` URL is needed.

The modules are put after one another into one scope, each after what it imports. One source
therefore gives both forms we need:

* `esm(name)`: one ES module for anywidget (JupyterLab, Colab, VS Code);
* `classic(names)`: one classic script for a static page, because a module script does not load
  from `file://`.

What a module may use is exactly this, each at the start of a line; all else is refused, and so is
one name at the top level of two modules:

    import { a, b } from "./other.js";
    export const NAME | export function NAME | export async function NAME | export class NAME
    export default EXPRESSION;
"""

import re
from collections import Counter
from pathlib import Path

JS = Path(__file__).parent / "js"

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w-]+)\.js";?[ \t]*\n?', re.M)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|const|class)\s+([A-Za-z_$][\w$]*)", re.M)
_DEFAULT = re.compile(r"^export\s+default\s+", re.M)
_AWAIT = re.compile(r"^(?:(?:const|let|var)\b[^=\n]*=\s*)?await\b[^\n]*", re.M)
_TOP_LEVEL = re.compile(
    r"^(?:async\s+)?(?:function\*?|const|let|var|class)\s+([\w$]+|[{[][^=]*[}\]])", re.M
)
_UNUSED = (  # what may go when nothing mentions it: functions, and constants of one line
    re.compile(r"^(?:async )?function (\w+)\([^\n]*\{\n.*?^\};?\n", re.M | re.S),
    re.compile(r"^const (\w+) = (?!await\b|new\b)[^\n]*;\n", re.M),
)
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_REFUSED = (
    (re.compile(r"^(?:import|export)\b[^\n]*", re.M), "not one of the forms in widgets/join.py"),
    (re.compile(r"\bimport\s*\([^\n]*|\bimport\.meta\b"), "loads or locates a module at run time"),
    (_AWAIT, "waits at the top level of a module"),
)


def esm(name: str, root: Path = JS) -> str:
    """Return module `name` and all it imports as the text of one ES module."""
    modules = _collect([name], root)
    _check_widget(modules[name])
    return _joined(modules, f"export default {_variable(name)};\n")


def classic(names: list[str], apart: list[str] = (), host: str = "host", root: Path = JS) -> str:
    """Return the widget modules `names`, all they import and `host` as one classic script.

    The host sees the constant `MODULES`: module name → its default export. The modules in `apart`
    are left out: their own scripts (`alone`) must run before, so that pages can share a large one.
    """
    modules = _collect([*names, host], root)
    for name in names:
        _check_widget(modules[name])
    registry = ", ".join(f'"{name}": {_variable(name)}' for name in names)
    last = modules.pop(host)
    for name in apart:
        modules.pop(name, None)
    text = _joined(modules, f"const MODULES = {{ {registry} }};\n{last.text}")
    return f'(() => {{\n"use strict";\n{text}}})();\n'


def alone(name: str, root: Path = JS) -> str:
    """Return module `name`, which imports nothing, as a classic script that `classic` builds on."""
    module = _collect([name], root)[name]
    if module.imports:
        raise ValueError(f"{name}.js imports {module.imports[0][0]}.js: it cannot stand alone.")
    return module.text


def needs(names: list[str], root: Path = JS) -> set[str]:
    """Return the names of all modules that `names` import, directly or through others."""
    return set(_collect(list(names), root)) - set(names)


def widgets(root: Path = JS) -> list[str]:
    """Return the names of the modules with a default export: the widgets."""
    return sorted(path.stem for path in root.glob("*.js") if _DEFAULT.search(_read(path)))


class _Module:
    """One module: its imports, its exports and its text without either."""

    def __init__(self, name: str, source: str):
        self.name = name
        self.imports = [(m[2], [n.strip() for n in m[1].split(",") if n.strip()])
                        for m in _IMPORT.finditer(source)]  # fmt: skip
        self.exports = [m[2] for m in _EXPORT.finditer(source)]
        source = _IMPORT.sub("", source)
        source = _EXPORT.sub(r"\1 \2", source)
        source, self.defaults = _DEFAULT.subn(f"const {_variable(name)} = ", source)
        for pattern, why in _REFUSED:
            if found := pattern.search(source):
                raise ValueError(f"{name}.js: `{found[0].strip()}` is {why}.")
        self.text = source.strip() + "\n"


def _collect(names: list[str], root: Path) -> dict[str, _Module]:
    """Return the named modules and their imports, each after the modules it needs."""
    done: dict[str, _Module] = {}
    for name in names:
        _visit(name, root, done, [])
    _check_names(done.values())
    return done


def _visit(name: str, root: Path, done: dict[str, _Module], path: list[str]) -> None:
    if name in done:
        return
    if name in path:
        raise ValueError(f"import cycle: {' → '.join([*path, name])}; move the shared part out.")
    file = root / f"{name}.js"
    if not file.is_file():
        who = f", imported by {path[-1]}.js" if path else ""
        raise ValueError(f"no module {file}{who}.")
    module = _Module(name, _read(file))
    for other, wanted in module.imports:
        _visit(other, root, done, [*path, name])
        for one in wanted:
            if " as " in one:
                raise ValueError(f"{name}.js: `{one}`: modules share one scope, so no `as`.")
            if one not in done[other].exports:
                raise ValueError(f"{name}.js imports `{one}`, which {other}.js does not export.")
    done[name] = module


def _check_names(modules) -> None:
    """Refuse a name at the top level of two modules: they share one scope."""
    owner = {}
    for module in modules:
        for found in _TOP_LEVEL.finditer(module.text):
            for name in _WORD.findall(re.sub(r"[\w$]+\s*:", "", found[1])):
                if owner.setdefault(name, module.name) != module.name:
                    files = f"{owner[name]}.js and {module.name}.js"
                    raise ValueError(f"`{name}` is at the top level of both {files}: rename one.")


def _check_widget(module: _Module) -> None:
    if not module.defaults:
        raise ValueError(f"{module.name}.js: a widget must `export default {{ render }}`.")


def _joined(modules: dict[str, _Module], last: str) -> str:
    """Return the texts one after another, without the parts that nothing in them mentions."""
    text = "\n".join(module.text for module in modules.values()) + last
    while True:
        words = Counter(_WORD.findall(text))
        found = [f for pattern in _UNUSED for f in pattern.finditer(text)]
        unused = [f[0] for f in found if words[f[1]] == 1]
        if not unused:
            return text
        for part in unused:
            text = text.replace(part, "", 1)


def _variable(name: str) -> str:
    return "lp_" + name.replace("-", "_")


def _read(path: Path) -> str:
    return path.read_text("utf-8")
