"""Hero: the index page's picture, one decoding step in three formats."""

import traitlets

from lowbit import layers
from lowbit.hardware import find_gpu
from widgets.base import Widget, or_trait_error


class Hero(Widget):
    """Ideal time of every matmul of one model step in BF16, FP8 and W4A16 against m, the number of
    requests served together (1 to 1024)."""

    _module = "hero"

    gpu = traitlets.Unicode("h100-sxm").tag(sync=True)
    model = traitlets.Unicode("llama-3.1-8b").tag(sync=True)
    m = traitlets.Int(1, min=1, max=1024).tag(sync=True)

    @traitlets.validate("gpu")
    def _check_gpu(self, proposal):
        return or_trait_error(lambda: find_gpu(proposal["value"])["id"])

    @traitlets.validate("model")
    def _check_model(self, proposal):
        return or_trait_error(lambda: layers.find_model(proposal["value"])["id"])

    def fallback_text(self) -> str:
        return (
            "Three bars: the time of one model step with 16-bit, 8-bit and 4-bit weights. "
            "For one request the 4-bit weights win; for hundreds together they do not. "
            "The picture moves with JavaScript, or in a running notebook."
        )
