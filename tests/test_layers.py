"""layers.json: shapes follow from each model's config, and add up to its published size."""

import pytest

from lowbit.layers import find_model, layer, load

REAL = [model for model in load()["models"] if model["config"]]
IDS = [model["id"] for model in REAL]


def shapes_of(config):
    """{name: (n, k, count)} of a Llama-like decoder: q, k, v joined; gate and up joined."""
    hidden, inner = config["hidden_size"], config["intermediate_size"]
    heads, kv_heads = config["num_attention_heads"], config["num_key_value_heads"]
    q, kv, depth = (
        heads * config["head_dim"],
        kv_heads * config["head_dim"],
        config["num_hidden_layers"],
    )
    return {
        "qkv": (q + 2 * kv, hidden, depth),
        "o": (hidden, q, depth),
        "gate_up": (2 * inner, hidden, depth),
        "down": (hidden, inner, depth),
        "lm_head": (config["vocab_size"], hidden, 1),
    }


@pytest.mark.parametrize("model", REAL, ids=IDS)
def test_shapes_follow_from_the_config(model):
    rows = {one["name"]: (one["n"], one["k"], one["count"]) for one in model["layers"]}
    assert rows == shapes_of(model["config"])


@pytest.mark.parametrize("model", REAL, ids=IDS)
def test_layers_embedding_and_norms_are_all_the_parameters(model):
    config = model["config"]
    assert not config["tie_word_embeddings"]  # else the head would be the embedding
    linears = sum(one["n"] * one["k"] * one["count"] for one in model["layers"])
    embedding = config["vocab_size"] * config["hidden_size"]
    assert linears + embedding + model["norm_parameters"] == model["parameters"]


@pytest.mark.parametrize("model", REAL, ids=IDS)
def test_norms_two_a_layer_one_at_the_end_and_qwen3_norms_queries_and_keys(model):
    config = model["config"]
    a_layer = 2 * config["hidden_size"]
    if model["id"].startswith("qwen3"):
        a_layer += 2 * config["head_dim"]
    depth = config["num_hidden_layers"]
    assert model["norm_parameters"] == depth * a_layer + config["hidden_size"]


@pytest.mark.parametrize(
    ("name", "parameters"),  # as counted from the published checkpoints
    [
        ("Llama-3.1-8B", 8_030_261_248),
        ("Llama-3.1-70B", 70_553_706_496),
        ("Qwen3-8B", 8_190_735_360),
        ("Qwen3-32B", 32_762_123_264),
    ],
)
def test_published_sizes(name, parameters):
    assert find_model(name)["parameters"] == parameters


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("qkv", (6144, 4096)),
        ("o", (4096, 4096)),
        ("gate_up", (28672, 4096)),
        ("down", (4096, 14336)),
        ("lm_head", (128256, 4096)),
    ],
)
def test_the_running_model(name, shape):
    assert load()["models"][0]["name"] == "Llama-3.1-8B"
    assert layer("llama-3.1-8b", name) == shape


def test_the_measured_neighbour():
    assert layer("Square 8192", "square") == (8192, 8192)


def test_weight_quantization_leaves_only_the_head_alone():
    for model in REAL:
        assert [one["name"] for one in model["layers"] if not one["quantized"]] == ["lm_head"]


def test_ids_and_names_are_unique_and_every_model_has_a_source():
    models = load()["models"]
    assert len({model["id"] for model in models}) == len(models)
    assert len({model["name"] for model in models}) == len(models)
    assert all(model["source"] for model in models)
    assert all(model["source"].startswith("config.json of ") for model in REAL)


@pytest.mark.parametrize("model", ["llama", "", None, 8, "llama-3.1-8b-instruct"])
def test_an_unknown_model_lists_the_known_ones(model):
    with pytest.raises(
        ValueError, match=r"Unknown model .* write one of: llama-3\.1-8b, .*qwen3-32b"
    ):
        layer(model, "qkv")


@pytest.mark.parametrize("name", ["q", "", None, "QKV"])
def test_an_unknown_layer_lists_those_of_the_model(name):
    with pytest.raises(ValueError, match=r"Llama-3\.1-8B has no layer .* one of: qkv, o, gate_up"):
        layer("llama-3.1-8b", name)
