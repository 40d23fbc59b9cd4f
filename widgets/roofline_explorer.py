"""RooflineExplorer: one matmul on one GPU, one or two formats, predicted and measured."""

import traitlets

from lowbit import layers, lookup, measured, result_points
from lowbit.hardware import find_gpu, gpus
from lowbit.measured import result_schema
from lowbit.result_file import check
from lowbit.schemes import scheme
from lowbit.speed import KNOBS, RUNGS
from widgets.base import Widget, or_trait_error

PEAKS = ("bf16", "fp8", "int8", "fp4")
KNOB_RANGES = {key: (low, high) for key, _, low, high, _ in KNOBS}


class RooflineExplorer(Widget):
    """The roofline of y[M,N] = x[M,K]·W[K,N], or its time against M.

    Every trait can be set here and read back after the reader moved something:

        w = RooflineExplorer(gpu="A100", format="w4a16-channel", compare="bf16", m=8, view="time")
        w.m        # tokens in one step, 1 to 16384

    gpu, format and engine take the same names as the command line; unknown ones raise a
    TraitError that lists the known ones. layer is a layer of `model`, or "free": then n and k
    count. Setting n or k makes the layer free. own_gpu is a GPU of yours:
    {"name": "X", "hbm_bytes_per_s": 4e12, "flops_per_s": {"bf16": 1e15, "fp8": 2e15}} (dense,
    a peak left out = no path), shown when gpu is "own". knobs replace fitted constants of
    `format`, such as {"t0_us": 3.0}. result is a result file of the labs, as lowbit.gpu.record
    loads it: its points are drawn beside the published ones. id is the widget's address: #id.
    """

    _module = "roofline_explorer"

    id = traitlets.Unicode("").tag(sync=True)
    gpu = traitlets.Unicode("h100-sxm").tag(sync=True)
    engine = traitlets.Unicode("").tag(sync=True)  # "" is the default of the GPU
    format = traitlets.Unicode("fp8-tensor").tag(sync=True)
    compare = traitlets.Unicode("bf16").tag(sync=True)  # "" compares with nothing
    model = traitlets.Unicode("llama-3.1-8b").tag(sync=True)
    layer = traitlets.Unicode("gate_up").tag(sync=True)
    n = traitlets.Int(28672, min=1, max=10_000_000).tag(sync=True)
    k = traitlets.Int(4096, min=1, max=10_000_000).tag(sync=True)
    m = traitlets.Int(64, min=1, max=16384).tag(sync=True)
    view = traitlets.Enum(("roof", "time"), "roof").tag(sync=True)
    rung = traitlets.Enum(RUNGS, "L3").tag(sync=True)
    knobs = traitlets.Dict().tag(sync=True)
    measured = traitlets.Bool(True).tag(sync=True)
    own_gpu = traitlets.Dict(default_value=None, allow_none=True).tag(sync=True)
    result = traitlets.Dict(default_value=None, allow_none=True).tag(sync=True)

    def __init__(self, **state):
        if state.get("result"):
            state = shown_first(state["result"]) | state
        if state.get("own_gpu") and "gpu" not in state:
            state["gpu"] = "own"
        if ("n" in state or "k" in state) and "layer" not in state:
            state["layer"] = "free"
        super().__init__(**state)
        self._fit_layer()
        self.observe(self._follow, ["model", "layer", "n", "k"])
        self.observe(self._forget_engine, "gpu")
        self.observe(self._leave_own_gpu, "own_gpu")

    def _forget_engine(self, change):
        """Another GPU may not have this engine: back to its default."""
        if self.engine not in lookup.engines_of(measured.constants(), self.gpu):
            self.engine = ""

    def _leave_own_gpu(self, change):
        """Without the reader's own GPU the explorer is back at the first one of the book."""
        if change["new"] is None and self.gpu == "own":
            self.gpu = self.traits()["gpu"].default_value

    def _follow(self, change):
        if change["name"] in ("model", "layer"):
            self._fit_layer()
        elif self.layer != "free" and (self.n, self.k) != layers.layer(self.model, self.layer):
            self.layer = "free"

    def _fit_layer(self):
        names = [layer["name"] for layer in layers.find_model(self.model)["layers"]]
        if self.layer not in (*names, "free"):  # the model just chosen has other layers
            self.layer = names[0]
        if self.layer != "free":
            n, k = layers.layer(self.model, self.layer)
            with self.hold_trait_notifications():  # n and k change together
                self.n, self.k = n, k

    @traitlets.validate("gpu")
    def _check_gpu(self, proposal):
        if proposal["value"] == "own":
            return "own"
        return or_trait_error(lambda: find_gpu(proposal["value"])["id"])

    @traitlets.validate("engine")
    def _check_engine(self, proposal):
        if proposal["value"] == "" or self.gpu == "own":
            return ""
        return or_trait_error(
            lambda: lookup.resolve_engine(
                measured.constants(), find_gpu(self.gpu)["id"], proposal["value"]
            )
        )

    @traitlets.validate("format", "compare")
    def _check_format(self, proposal):
        name = proposal["value"]
        if name == "" and proposal["trait"].name == "compare":
            return ""
        return or_trait_error(lambda: scheme(name)["name"])

    @traitlets.validate("model")
    def _check_model(self, proposal):
        return or_trait_error(lambda: layers.find_model(proposal["value"])["id"])

    @traitlets.validate("layer")
    def _check_layer(self, proposal):
        if proposal["value"] != "free":
            or_trait_error(lambda: layers.layer(self.model, proposal["value"]))
        return proposal["value"]

    @traitlets.validate("knobs")
    def _check_knobs(self, proposal):
        for key, value in proposal["value"].items():
            if key not in KNOB_RANGES:
                known = ", ".join(KNOB_RANGES)
                raise traitlets.TraitError(f"Unknown constant {key!r}; known: {known}.")
            low, high = KNOB_RANGES[key]
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            if not is_number or not low <= value <= high:
                raise traitlets.TraitError(
                    f"{key} must be a number from {low} to {high}, not {value!r}."
                )
        return proposal["value"]

    @traitlets.validate("own_gpu")
    def _check_own_gpu(self, proposal):
        return None if proposal["value"] is None else own_gpu(proposal["value"])

    @traitlets.validate("result")
    def _check_result(self, proposal):
        data = proposal["value"]
        if data is not None:
            shown_first(data)
        return data

    def fallback_text(self) -> str:
        return (
            "A roofline of one matmul: move the number of tokens and see what the GPU waits for. "
            "It needs JavaScript, or a running notebook."
        )


def shown_first(data: dict) -> dict:
    """Return the state that shows a result file's first timed row, or a TraitError's sentence."""
    or_trait_error(lambda: check(data, result_schema()))
    or_trait_error(lambda: result_points.drawable(data, [gpu["id"] for gpu in gpus()]))
    row = result_points.first_shown(data)
    known = data["card"]["gpu"] in [gpu["id"] for gpu in gpus()]
    where = {"gpu": data["card"]["gpu"]} if known else {"own_gpu": result_points.own_gpu(data)}
    return where | {key: row[key] for key in ("format", "n", "k")}


def own_gpu(given: dict) -> dict:
    """Return a complete own GPU (bytes/s, dense FLOP/s; None = no path), or raise a TraitError."""
    peaks = given.get("flops_per_s") or {}
    if not isinstance(peaks, dict) or set(peaks) - set(PEAKS):
        raise traitlets.TraitError(f"own_gpu: flops_per_s names {', '.join(PEAKS)} in FLOP/s.")
    present = [key for key in PEAKS if key == "bf16" or peaks.get(key) is not None]
    numbers = {"hbm_bytes_per_s": given.get("hbm_bytes_per_s")}
    numbers |= {f"flops_per_s.{key}": peaks.get(key) for key in present}
    for key, value in numbers.items():
        low = 1e10 if key == "hbm_bytes_per_s" else 1e11
        high = 1e15 if key == "hbm_bytes_per_s" else 1e18
        if not isinstance(value, int | float) or not low <= value <= high:
            raise traitlets.TraitError(
                f"own_gpu: {key} must be a number from {low:.0e} to {high:.0e} (bytes/s or FLOP/s), "
                f"not {value!r}."
            )
    return {
        "name": str(given.get("name") or "Your GPU")[:40],
        "hbm_bytes_per_s": given["hbm_bytes_per_s"],
        "flops_per_s": {key: peaks.get(key) for key in PEAKS},
    }
