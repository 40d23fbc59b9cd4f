"""ScalePlayground: a 64×64 matrix in few bits, who shares a scale, and an outlier to drag in."""

import traitlets

from lowbit.outliers import SIZE, matrix_row
from lowbit.settings import CHOOSERS
from lowbit.sharing import named_setting
from widgets.base import Widget, or_trait_error


class ScalePlayground(Widget):
    """What a matrix loses when its values share scales.

        w = ScalePlayground(matrix="weights", setting="w4a16-g32", compare="int4-tensor")
        w.outlier = 50          # an outlier of 50 σ at (w.row, w.col)

    matrix: "weights", "activations" (both of a real layer), "gaussian", "heavy",
    "outlier-channel", "outlier-token" or "image". setting and compare: names of
    lowbit.settings.setting_of (w4a16-g32, int4-tensor, fp8-row, mxfp4, nvfp4, …) and block<B>, as
    int4-block16 for 16 × 16 blocks; compare "" shows one setting. choose and compare_choose: how
    each finds its scales: "amax", "percentile" (which one: `percentile`) or "mse". other: the
    setting of the other operand of x·Wᵀ, "" keeps it exact. outlier: its size in σ, 0 for none;
    row and col: its place, 0 … 63. picture: "error" (heat map), "values" (histogram over the
    codes) or "image" (a picture of its own, so that blocks can be seen). borders: draw the blocks.
    id is the widget's address in the page: #id.
    """

    _module = "scale_playground"

    id = traitlets.Unicode("").tag(sync=True)
    matrix = traitlets.Unicode("weights").tag(sync=True)
    setting = traitlets.Unicode("w4a16-g32").tag(sync=True)
    choose = traitlets.Enum(tuple(CHOOSERS), "amax").tag(sync=True)
    compare = traitlets.Unicode("").tag(sync=True)
    compare_choose = traitlets.Enum(tuple(CHOOSERS), "amax").tag(sync=True)
    percentile = traitlets.Float(99.9, min=50.0, max=100.0).tag(sync=True)
    other = traitlets.Unicode("").tag(sync=True)
    outlier = traitlets.Float(0.0, min=0.0, max=100.0).tag(sync=True)
    row = traitlets.Int(20, min=0, max=SIZE - 1).tag(sync=True)
    col = traitlets.Int(40, min=0, max=SIZE - 1).tag(sync=True)
    picture = traitlets.Enum(("error", "values", "image"), "error").tag(sync=True)
    borders = traitlets.Bool(True).tag(sync=True)

    @traitlets.validate("matrix")
    def _check_matrix(self, proposal):
        return or_trait_error(lambda: matrix_row(proposal["value"])["id"])

    @traitlets.validate("setting", "compare", "other")
    def _check_setting(self, proposal):
        name = proposal["value"]
        if name or proposal["trait"].name == "setting":
            or_trait_error(lambda: named_setting(name, "amax", self.percentile))
        return name

    def fallback_text(self) -> str:
        return (
            "A 64 × 64 matrix in few bits: choose who shares a scale, drag in an outlier and see "
            "what it costs the others. It needs JavaScript, or a running notebook."
        )
