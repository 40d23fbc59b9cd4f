"""BitExplorer: one value in one number format, its bits, its neighbours, and all other formats."""

import math

import traitlets

from lowbit import formats
from lowbit.numbers_typed import typed_number
from lowbit.stored import stored, stored_code
from widgets.base import Widget, or_trait_error


class BitExplorer(Widget):
    """What a number format makes of one value.

        w = BitExplorer(format="e4m3fn", typed="465")
        w.typed      # what the reader typed: "465", "1/3", "0x1.8p-3", "inf", "nan", "-0"
        w.value      # what is stored: 448.0

    format takes the names of the command line. code holds bits instead of a value: changing the
    format then keeps the bits (0x7E is 448 in e4m3fn, 224 in e4m3fnuz); -1 or None holds the
    value. rounding: "nearest", "zero" or "stochastic"; overflow: "saturate", "inf" or "nan", where
    the format has it. amax > 0 scales formats of 8 bits and fewer so that amax is their largest
    value. view: "line", "table" (all codes, up to 8 bits) or "formats" (the value in every one).
    scale of the line: "log" or "linear"; zoom: 0 is all values, 1 the neighbours; center: a value
    to look at, "" follows the stored one. id is the widget's address in the page: #id.
    """

    _module = "bit_explorer"

    id = traitlets.Unicode("").tag(sync=True)
    format = traitlets.Unicode("e4m3fn").tag(sync=True)
    typed = traitlets.Unicode("300").tag(sync=True)
    code = traitlets.Int(-1, min=-1).tag(sync=True)
    rounding = traitlets.Enum(("nearest", "zero", "stochastic"), "nearest").tag(sync=True)
    overflow = traitlets.Enum(("saturate", "inf", "nan"), "saturate").tag(sync=True)
    amax = traitlets.Float(0.0).tag(sync=True)
    view = traitlets.Enum(("line", "table", "formats"), "line").tag(sync=True)
    scale = traitlets.Enum(("log", "linear"), "log").tag(sync=True)
    zoom = traitlets.Float(0.6, min=0.0, max=1.0).tag(sync=True)
    center = traitlets.Unicode("").tag(sync=True)

    def __init__(self, **state):
        for name in ("typed", "center"):
            if name in state:
                state[name] = str(state[name])
        if state.get("code", 0) is None:
            state["code"] = -1
        super().__init__(**state)
        self._follow_code(None)
        self.observe(self._follow_code, ["code", "format", "amax"])
        self.observe(self._release_code, "typed")

    @property
    def value(self) -> float:
        """What is stored, times the scale. Raises ValueError where the format has no NaN."""
        f = formats.format_row(self.format)
        if self.code >= 0:
            return stored_code(self.code, f, self.amax)["value"]
        has = {"saturate": True, "inf": formats.has_inf(f), "nan": formats.has_nan(f)}
        rule = self.overflow if has[self.overflow] else "saturate"
        return stored(typed_number(self.typed), f, self.rounding, rule, self.amax)["value"]

    def _follow_code(self, change):
        """While bits are held, `typed` says what they mean; bits that the format lacks are let go."""
        f = formats.format_row(self.format)
        if self.code >= formats.code_count(f):
            if change is None or change["name"] == "code":
                or_trait_error(lambda: formats.check_code(self.code, f))
            self.code = -1
        if self.code >= 0:
            self.typed = repr(self.value)

    def _release_code(self, change):
        if self.code >= 0 and not _same(typed_number(self.typed), self.value):
            self.code = -1

    @traitlets.validate("format")
    def _check_format(self, proposal):
        return or_trait_error(lambda: formats.format_row(proposal["value"])["id"])

    @traitlets.validate("typed")
    def _check_typed(self, proposal):
        or_trait_error(lambda: typed_number(proposal["value"]))
        return proposal["value"]

    @traitlets.validate("center")
    def _check_center(self, proposal):
        if proposal["value"] and not math.isfinite(
            or_trait_error(lambda: typed_number(proposal["value"]))
        ):
            raise traitlets.TraitError("center is a finite number as text, or '' for the value.")
        return proposal["value"]

    @traitlets.validate("amax")
    def _check_amax(self, proposal):
        if not 0 <= proposal["value"] <= 1e30:
            raise traitlets.TraitError(
                f"amax is a number from 0 (no scale) to 1e30, not {proposal['value']!r}."
            )
        return proposal["value"]

    def fallback_text(self) -> str:
        return (
            "The bits of one number in one format: type a value, see what is stored and how far "
            "off it is. It needs JavaScript, or a running notebook."
        )


def _same(a, b):
    return a == b or (a != a and b != b)
