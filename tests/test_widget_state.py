"""The widgets from Python: names as people write them, dependent traits, sentences for bad input."""

import pytest
from traitlets import TraitError

from lowbit import layers
from widgets import Check, Hero, Predict, RooflineExplorer

OWN = {"name": "X", "hbm_bytes_per_s": 4e12, "flops_per_s": {"bf16": 1e15, "fp8": 2e15}}


def test_names_are_the_command_line_s():
    w = RooflineExplorer(gpu="A100", engine="vllm", format="fp8", compare="w4a16-g64")
    assert (w.gpu, w.engine) == ("a100-80gb-sxm", "vLLM@0.14.0")
    assert (w.format, w.compare) == ("fp8-tensor", "w4a16-g64")


def test_the_state_is_json_and_complete():
    state = RooflineExplorer().state()
    assert set(state) == {"id", "gpu", "engine", "format", "compare", "model", "layer", "n", "k", "m",
                          "view", "rung", "knobs", "measured", "own_gpu", "result"}  # fmt: skip
    assert (state["n"], state["k"], state["own_gpu"]) == (28672, 4096, None)


def test_layer_and_sizes_follow_each_other():
    w = RooflineExplorer(layer="down")
    assert (w.n, w.k) == (4096, 14336)
    w.n = 8192
    assert (w.layer, w.k) == ("free", 14336)
    w.layer = "o"
    assert (w.n, w.k) == (4096, 4096)
    w.model = "llama-3.1-70b"
    assert (w.n, w.k) == (8192, 8192)
    assert RooflineExplorer(n=100, k=200).layer == "free"


def test_an_own_gpu_is_shown_and_completed():
    w = RooflineExplorer(own_gpu=OWN)
    assert w.gpu == "own"
    assert w.own_gpu["flops_per_s"] == {"bf16": 1e15, "fp8": 2e15, "int8": None, "fp4": None}


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ({"gpu": "H1000"}, "Unknown GPU 'H1000'; write one of: .*H100 SXM"),
        ({"format": "fp9"}, "Unknown format 'fp9'. Known: .*fp8-tensor"),
        ({"engine": "nothing"}, "Unknown engine .* Known: TensorRT-LLM@"),
        ({"model": "gpt-5"}, "Unknown model .*llama-3.1-8b"),
        ({"layer": "attention"}, "no layer 'attention'; write one of: qkv"),
        ({"m": 0}, "should not be less than 1"),
        ({"n": 0}, "should not be less than 1"),
        ({"rung": "L5"}, "L4"),
        ({"view": "pie"}, "roof"),
        ({"knobs": {"speed": 1}}, "Unknown constant 'speed'; known: e_bw"),
        ({"knobs": {"e_bw": "fast"}}, "e_bw must be a number"),
        ({"knobs": {"t0_us": 61}}, "t0_us must be a number from 0 to 60, not 61"),
        ({"own_gpu": OWN | {"hbm_bytes_per_s": 4.0}}, "hbm_bytes_per_s must be a number from 1e"),
        ({"own_gpu": OWN | {"flops_per_s": {"fp8": 1e15}}}, "flops_per_s.bf16 must be a number"),
    ],
)
def test_bad_input_is_a_sentence(state, sentence):
    with pytest.raises(TraitError, match=sentence):
        RooflineExplorer(**state)


def test_a_bad_value_leaves_the_last_good_one():
    w = RooflineExplorer(m=8)
    with pytest.raises(TraitError):
        w.m = 99999
    with pytest.raises(TraitError):
        w.layer = "nothing"
    assert (w.m, w.layer) == (8, "gate_up")


def test_every_widget_has_words_for_a_reader_without_javascript():
    blocks = [
        Predict("Q?", ["<a>", "b"], 1, "Because."),
        Check("How much?", 3, "µs", worked="1 < 2"),
    ]
    for widget in [*blocks, RooflineExplorer(m=7), Hero(m=9)]:
        html = widget.static_html()
        assert 'class="lp-fallback"' in html
        assert "<a>" not in html
    assert "b. Because." in blocks[0].fallback_html()
    assert "1 &lt; 2" in blocks[1].fallback_html()


@pytest.mark.parametrize("bad", [-0.1, 1, 3])
def test_a_tolerance_is_a_share(bad):
    with pytest.raises(TraitError, match="share below 1"):
        Check("?", 1, "", tolerance=bad)


def test_a_misspelt_trait_is_refused():
    with pytest.raises(TypeError, match="RooflineExplorer has no 'bogus'; it has: "):
        RooflineExplorer(bogus=5)


def test_another_gpu_forgets_an_engine_it_does_not_have():
    w = RooflineExplorer(engine="vllm")
    w.gpu = "T4"
    assert w.engine == ""


@pytest.mark.parametrize("bad", [{"gpu": "x"}, {"model": "x"}, {"m": 0}])
def test_the_index_picture_checks_its_state_too(bad):
    with pytest.raises(TraitError):
        Hero(**bad)


@pytest.mark.parametrize("knobs", [{"p": float("nan")}, {"p": float("inf")}, {"p": True}])
def test_a_constant_is_a_finite_number(knobs):
    with pytest.raises(TraitError):
        RooflineExplorer(knobs=knobs)


def test_without_an_own_gpu_the_explorer_returns_to_the_first_one():
    w = RooflineExplorer(own_gpu=OWN)
    assert w.gpu == "own"
    w.own_gpu = None
    assert w.gpu == "h100-sxm"


def test_a_model_without_the_chosen_layer_opens_its_first_one(monkeypatch):
    w = RooflineExplorer(layer="o")
    other = {"id": "other", "name": "Other", "layers": [{"name": "mix", "n": 64, "k": 32}]}
    models = [*layers.load()["models"], other]
    monkeypatch.setattr(layers, "load", lambda: {"models": models})
    w.model = "other"
    assert (w.layer, w.n, w.k) == ("mix", 64, 32)
