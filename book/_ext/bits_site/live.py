"""The directive `live`: a widget on a page that is no notebook.

```{live} RooflineExplorer gpu=a100-80gb-sxm m=64
```
"""

import inspect
import json

from docutils import nodes
from docutils.parsers.rst import Directive
from traitlets import TraitError

import widgets


class Live(Directive):
    """Make the named class of `widgets` with its `key=value` pairs; insert its static block."""

    required_arguments = 1
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self):
        name, *rest = " ".join(self.arguments).split()
        try:
            return [nodes.raw("", widget(name, rest).static_html(), format="html")]
        except (ValueError, TraitError) as error:
            raise self.error(f"live {name}: {error}") from error


def widget(name: str, pairs: list[str]):
    """Return `widgets.<name>` made with texts such as "m=64"."""
    cls = getattr(widgets, name, None)
    if not hasattr(cls, "static_html"):
        raise ValueError(f"`widgets` has no widget {name!r}.")
    known = {*cls.own_traits(), *inspect.signature(cls.__init__).parameters} - {"self", "kwargs"}
    values = {}
    for pair in pairs:
        key, sign, text = pair.partition("=")
        if not sign or key not in known:
            names = ", ".join(sorted(known))
            raise ValueError(f"{pair!r} is no key=value of {name}; its keys: {names}.")
        values[key] = _value(text)
    return cls(**values)


def _value(text: str):
    """Return 64 for "64", True for "true", and the text itself for a word."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
