"""Join small ES modules into one string, so that no bundler, no Node and no `data:` URL is needed.

Each module becomes a function that runs once and returns what it exports; an import becomes a
destructuring. One source therefore gives both forms we need:

* `esm(name)`: one ES module for anywidget (JupyterLab, Colab, VS Code);
* `classic(host)`: one classic script for the static pages, because a module script does not load
  from `file://`.

What a module may use is exactly this, each at the start of a line; all else is refused:

    import { a, b as c } from "./other.js";
    export const NAME | export function NAME | export async function NAME | export class NAME
    export default EXPRESSION;
"""

import re
from pathlib import Path

JS = Path(__file__).parent / "js"

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w-]+)\.js";?[ \t]*$', re.M)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|const|class)\s+([A-Za-z_$][\w$]*)", re.M)
_DEFAULT = re.compile(r"^export\s+default\s+", re.M)
_AWAIT = re.compile(r"^(?:(?:const|let|var)\b[^=\n]*=\s*)?await\b[^\n]*", re.M)
_REFUSED = (
    # `export let` is refused because a joined export is a copy: later changes would not be seen
    (re.compile(r"^(?:import|export)\b[^\n]*", re.M), "not one of the forms in widgets/join.py"),
    (re.compile(r"\bimport\s*\([^\n]*|\bimport\.meta\b"), "loads or locates a module at run time"),
    (_AWAIT, "waits at the top level of a module"),
)


def esm(name: str, root: Path = JS) -> str:
    """Return module `name` and all it imports as the text of one ES module."""
    modules = _collect([name], root)
    if "default" not in modules[name].exports:
        raise ValueError(f"{name}.js: a widget must `export default {{ render }}`.")
    body = "\n".join(module.text for module in modules.values())
    return f"{body}\nexport default {_variable(name)}.default;\n"


def classic(host: str = "host", root: Path = JS) -> str:
    """Return every widget module and the host as the text of one classic script.

    The host sees the constant `MODULES`: module name → what it exports.
    """
    names = widgets(root)
    modules = _collect([*names, host], root)
    registry = ", ".join(f'"{name}": {_variable(name)}' for name in names)
    last = modules.pop(host)
    parts = ['"use strict";', *(module.text for module in modules.values())]
    parts += [f"const MODULES = {{ {registry} }};", last.text]
    return "(() => {\n" + "\n".join(parts) + "\n})();\n"


def widgets(root: Path = JS) -> list[str]:
    """Return the names of the modules with a default export: the widgets."""
    return sorted(path.stem for path in root.glob("*.js") if _DEFAULT.search(_read(path)))


class _Module:
    """One module, wrapped: `text` runs it and keeps its exports in one constant."""

    def __init__(self, name: str, source: str):
        self.imports = [(m[2], _pairs(m[1])) for m in _IMPORT.finditer(source)]
        self.exports = [m[2] for m in _EXPORT.finditer(source)]
        source = _IMPORT.sub(_destructure, source)
        source = _EXPORT.sub(r"\1 \2", source)
        returned = list(self.exports)
        source, defaults = _DEFAULT.subn("const lp_default = ", source)
        if defaults:
            self.exports.append("default")
            returned.append("default: lp_default")
        for pattern, why in _REFUSED:
            if found := pattern.search(source):
                raise ValueError(f"{name}.js: `{found[0].strip()}` is {why}.")
        self.text = (
            f"const {_variable(name)} = (() => {{\n{source.strip()}\n"
            f"return {{ {', '.join(returned)} }};\n}})();"
        )


def _collect(names: list[str], root: Path) -> dict[str, _Module]:
    """Return the named modules and their imports, each after the modules it needs."""
    done: dict[str, _Module] = {}
    for name in names:
        _visit(name, root, done, [])
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
    for other, pairs in module.imports:
        _visit(other, root, done, [*path, name])
        for wanted, _ in pairs:
            if wanted not in done[other].exports:
                raise ValueError(f"{name}.js imports `{wanted}`, which {other}.js does not export.")
    done[name] = module


def _pairs(names: str) -> list[tuple[str, str]]:
    """Split `a, b as c` into [("a", "a"), ("b", "c")]."""
    parts = [part.split() for part in names.split(",") if part.strip()]
    return [(part[0], part[-1]) for part in parts]


def _destructure(match: re.Match) -> str:
    inside = ", ".join(f"{name}: {local}" for name, local in _pairs(match[1]))
    return f"const {{ {inside} }} = {_variable(match[2])};"


def _variable(name: str) -> str:
    return "lp_" + name.replace("-", "_")


def _read(path: Path) -> str:
    return path.read_text("utf-8")
