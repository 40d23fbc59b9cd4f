"""The base of every widget: one JS module for Jupyter and for the static page.

In Jupyter the module arrives through anywidget. In a stored notebook it stands as `text/html`: the
state as JSON, and a picture for a reader without JavaScript. The site's host (`js/host.js`) reads
that state and runs the same module, so that a page needs neither a kernel nor a widget manager.
"""

import hashlib
import html
import json
from pathlib import Path
from typing import ClassVar

import anywidget
import traitlets

from widgets import join

HERE = Path(__file__).parent
SNAPSHOTS = HERE / "snapshots"
_STYLE = (HERE / "style.css").read_text("utf-8")


class Widget(anywidget.AnyWidget):
    """A widget of the book. A subclass names its module and declares its state as synced traits:

    class Explorer(Widget):
        _module = "explorer"                       # widgets/js/explorer.js
        batch = traitlets.Int(1).tag(sync=True)    # read and set from Python and from JS
    """

    _module: ClassVar[str] = ""
    _css = _STYLE

    def __init_subclass__(cls, **kwargs):
        if "_module" in cls.__dict__:
            cls._esm = join.esm(cls._module)
        super().__init_subclass__(**kwargs)

    @classmethod
    def own_traits(cls) -> list[str]:
        """Return the names of the synced traits that the widget adds to anywidget's, sorted."""
        theirs = anywidget.AnyWidget.class_traits(sync=True)
        # an instance's class also has anywidget's _esm, _css and _anywidget_id
        return sorted(n for n in cls.class_traits(sync=True) if n not in theirs and n[0] != "_")

    def __init__(self, **state):
        unknown = [name for name in state if not self.has_trait(name)]
        if unknown:
            known = ", ".join(self.state())
            raise TypeError(f"{type(self).__name__} has no {unknown[0]!r}; it has: {known}.")
        super().__init__(**state)

    def state(self) -> dict:
        """Return the values of the widget's own traits: all that its picture depends on."""
        return {name: getattr(self, name) for name in self.own_traits()}

    def snapshot_path(self) -> Path:
        """Return where the committed picture of this very state is kept."""
        return SNAPSHOTS / f"{self._module}-{digest(self.state())}.html"

    def fallback_text(self) -> str:
        """Return one sentence for a reader without JavaScript; a subclass says what it shows."""
        return "This picture moves: it needs JavaScript, or a running notebook."

    def fallback_html(self) -> str:
        """Return the committed snapshot of this state, else the sentence."""
        path = self.snapshot_path()
        if path.is_file():
            return path.read_text("utf-8").strip()
        return f"<p>{html.escape(self.fallback_text())}</p>"

    def static_html(self) -> str:
        """Return the block that the static page's host turns into the live widget."""
        blob = _json({"module": self._module, "state": self.state()})
        return (
            f'<div class="lp-static" data-widget="{self._module}">'
            f'<script type="application/json">{blob}</script>'
            f'<div class="lp-fallback">{self.fallback_html()}</div></div>'
        )

    def _repr_mimebundle_(self, **kwargs):
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, "text/html": self.static_html()}, metadata


def or_trait_error(look_up):
    """Return look_up(); a wrong name becomes a TraitError whose sentence lists the known ones."""
    try:
        return look_up()
    except ValueError as problem:
        raise traitlets.TraitError(str(problem)) from None


def digest(state: dict) -> str:
    """Return 12 hexadecimal digits that name this state (order of keys does not matter)."""
    return hashlib.sha256(_json(state).encode()).hexdigest()[:12]


def _json(value) -> str:
    """Return JSON that is safe inside a <script> element: no `<` is left in it."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")
