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
    places = [text.index(word) for word in ("function c()", "const b = c", "const lp_a = ")]
    assert places == sorted(places)
    assert text.endswith("export default lp_a;\n")


def test_a_module_that_two_others_import_stands_once(modules):
    root = modules(
        a='import { b } from "./b.js";\nimport { c } from "./c.js";\nexport default b + c;\n',
        b='import { c } from "./c.js";\nexport const b = c;\n',
        c="export const c = 1;\n",
    )
    assert join.esm("a", root).count("const c = 1") == 1


def test_modules_share_one_scope_without_imports_and_exports(modules):
    root = modules(
        a='import {\n  one,\n  two,\n} from "./b.js";\nexport default one + two;\n',
        b="export const one = 1;\nexport class two {}\n",
    )
    text = join.esm("a", root)
    assert "const one = 1;\nclass two {}\n" in text
    assert "const lp_a = one + two;" in text
    assert "import" not in text


def test_one_name_in_two_modules_is_refused(modules):
    root = modules(
        a='import { b } from "./b.js";\nconst { x: y, z } = b;\nexport default y;\n',
        b="const x = 1;\nfunction z() {}\nexport const b = x;\n",
    )
    with pytest.raises(ValueError, match=r"`z` is at the top level of both b\.js and a\.js"):
        join.esm("a", root)


def test_what_nothing_mentions_is_left_out(modules):
    root = modules(
        a='import { used } from "./b.js";\nexport default used;\n',
        b="export function used() {\n  return 1;\n}\n"
        "export function idle() {\n  return other();\n}\n"
        "function other() {\n  return 2;\n}\nconst table = [1, 2];\n",
    )
    text = join.esm("a", root)
    assert "function used()" in text
    assert "idle" not in text
    assert "other" not in text
    assert "table" not in text


def test_the_classic_script_holds_the_named_widgets_and_the_host_last(modules):
    root = modules(
        a="export default { render() {} };\n",
        b="export const tool = 1;\n",
        c='import { tool } from "./b.js";\nexport default { tool };\n',
        d="export default 4;\n",
        host="start(MODULES);\n",
    )
    text = join.classic(["a", "c"], root=root)
    assert join.widgets(root) == ["a", "c", "d"]
    assert 'const MODULES = { "a": lp_a, "c": lp_c };' in text
    assert "lp_d" not in text
    assert text.index("const tool = 1") < text.index("MODULES = ") < text.index("start(MODULES)")
    assert "export" not in text
    assert "import" not in text


def test_a_module_apart_has_its_own_script(modules):
    root = modules(
        a='import { data } from "./b.js";\nexport default data;\n',
        b="export const data = 1;\n",
        host="start(MODULES);\n",
    )
    assert "data = 1" not in join.classic(["a"], apart=["b"], root=root)
    assert join.alone("b", root) == "const data = 1;\n"
    assert join.needs(["a"], root) == {"b"}
    with pytest.raises(ValueError, match=r"a\.js imports b\.js: it cannot stand alone"):
        join.alone("a", root)


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
        ('import { b as c } from "./b.js";', "share one scope, so no `as`"),
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
    text = join.classic(join.widgets())
    for name in join.widgets():
        assert f'"{name}": lp_' in text


def test_a_name_that_is_no_widget_is_refused():
    with pytest.raises(ValueError, match=r"dom\.js: a widget must `export default"):
        join.classic(["dom"])
