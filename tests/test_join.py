"""The joiner: small ES modules in, one string out, and a sentence for every form it refuses."""

import pytest

from widgets import join


@pytest.fixture
def modules(tmp_path):
    """Write modules by name into a folder; return the folder."""

    def write(**sources):
        for name, source in sources.items():
            (tmp_path / f"{name}.js").write_text(source, "utf-8")
        return tmp_path

    return write


def test_a_module_comes_after_what_it_imports(modules):
    root = modules(
        a='import { b } from "./b.js";\nexport default { render: b };\n',
        b='import { c } from "./c.js";\nexport const b = c;\n',
        c="export function c() {}\n",
    )
    text = join.esm("a", root)
    places = [text.index(f"const lp_{name} = (() => {{") for name in "cba"]
    assert places == sorted(places)
    assert text.endswith("export default lp_a.default;\n")


def test_a_module_that_two_others_import_stands_once(modules):
    root = modules(
        a='import { b } from "./b.js";\nimport { c } from "./c.js";\nexport default {};\n',
        b='import { c } from "./c.js";\nexport const b = c;\n',
        c="export const c = 1;\n",
    )
    assert join.esm("a", root).count("const lp_c = ") == 1


def test_imports_become_destructuring(modules):
    root = modules(
        a='import {\n  one,\n  two as deux,\n} from "./b.js";\nexport default one + deux;\n',
        b="export const one = 1;\nexport class two {}\n",
    )
    text = join.esm("a", root)
    assert "const { one: one, two: deux } = lp_b;" in text
    assert "return { one, two };" in text
    assert "const lp_default = one + deux;" in text
    assert "import" not in text


def test_the_classic_script_holds_every_widget_and_the_host_last(modules):
    root = modules(
        a="export default { render() {} };\n",
        b="export const tool = 1;\n",
        c='import { tool } from "./b.js";\nexport default { tool };\n',
        host="start(MODULES);\n",
    )
    text = join.classic("host", root)
    assert join.widgets(root) == ["a", "c"]
    assert 'const MODULES = { "a": lp_a, "c": lp_c };' in text
    assert text.index("MODULES = ") < text.index("start(MODULES)")
    assert "export" not in text
    assert "import" not in text


def test_names_with_dashes_give_valid_variables(modules):
    root = modules(**{"two-words": "export default 1;\n"})
    assert "const lp_two_words = " in join.esm("two-words", root)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ('import b from "./b.js";', "not one of the forms"),
        ('import * as b from "./b.js";', "not one of the forms"),
        ('import { b } from "b";', "not one of the forms"),
        ('import "./b.js";', "not one of the forms"),
        ("export { b };", "not one of the forms"),
        ('export * from "./b.js";', "not one of the forms"),
        ("export let b = 1;", "not one of the forms"),
        ("export const { b } = c;", "not one of the forms"),
        ('const b = import("./b.js");', "at run time"),
        ("const url = import.meta.url;", "at run time"),
        ("const b = await c();", "top level"),
    ],
)
def test_other_forms_are_refused(modules, source, why):
    root = modules(a=f"{source}\nexport default {{}};\n", b="export const b = 1;\n")
    with pytest.raises(ValueError, match=f"a.js: .*{why}"):
        join.esm("a", root)


def test_an_await_inside_a_function_is_fine(modules):
    root = modules(a="export default {\n  async render() {\n    await 1;\n  },\n};\n")
    assert "await 1" in join.esm("a", root)


def test_an_import_of_something_not_exported_is_refused(modules):
    root = modules(
        a='import { b, x } from "./b.js";\nexport default b;\n', b="export const b = 1, x = 2;\n"
    )
    with pytest.raises(ValueError, match=r"a\.js imports `x`, which b\.js does not export"):
        join.esm("a", root)


def test_a_cycle_is_named(modules):
    root = modules(
        a='import { b } from "./b.js";\nexport default b;\n',
        b='import { c } from "./c.js";\nexport const b = c;\n',
        c='import { b } from "./b.js";\nexport const c = b;\n',
    )
    with pytest.raises(ValueError, match="a → b → c → b"):
        join.esm("a", root)


def test_a_missing_module_says_who_wanted_it(modules):
    root = modules(a='import { b } from "./gone.js";\nexport default b;\n')
    with pytest.raises(ValueError, match=r"gone\.js, imported by a\.js"):
        join.esm("a", root)


def test_a_widget_needs_a_default_export(modules):
    root = modules(a="export const render = 1;\n")
    with pytest.raises(ValueError, match="must `export default"):
        join.esm("a", root)


def test_the_books_own_modules_join():
    assert "host" not in join.widgets()
    text = join.classic()
    for name in join.widgets():
        assert f'"{name}": lp_' in text
