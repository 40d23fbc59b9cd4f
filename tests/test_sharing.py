"""Names of settings taken apart and put into words, for the scale playground."""

import pytest

from lowbit.settings import SETTINGS, setting_of
from lowbit.sharing import (
    FORMAT_NAMES,
    RECIPES_OF,
    SHARINGS,
    format_words,
    members_words,
    name_of_parts,
    named_setting,
    option_words,
    parts_of,
    plain_block,
    sharing_words,
    stored_words,
    takes_zero,
    with_format,
)


def named(name):
    return named_setting(name, "amax", 99.9)


@pytest.mark.parametrize(
    "name", [*SETTINGS, "nvfp4-a16", "int4-block16", "int8-g64-zp", "fp4-g128"]
)
def test_parts_put_together_again_are_the_same_setting(name):
    assert named(name_of_parts(parts_of(name))) == named(name)


@pytest.mark.parametrize("sharing", SHARINGS)
@pytest.mark.parametrize("format", FORMAT_NAMES)
def test_all_that_the_menus_offer_exists(format, sharing):
    parts = {"format": format, "sharing": sharing, "zero_point": False, "narrow": False}
    assert named(name_of_parts(parts))["format"] == format


@pytest.mark.parametrize(("format", "recipe"), [(f, r) for f in RECIPES_OF for r in RECIPES_OF[f]])
def test_a_recipe_belongs_to_its_format(format, recipe):
    assert parts_of(recipe)["format"] == format == setting_of(recipe)["format"]


def test_another_format_keeps_the_sharing_or_takes_its_own_recipe():
    assert name_of_parts(with_format(parts_of("int4-g32"), "e2m1")) == "e2m1-g32"
    assert name_of_parts(with_format(parts_of("nvfp4"), "e4m3fn")) == "mxfp8"
    assert name_of_parts(with_format(parts_of("nvfp4"), "int4")) == "int4-g32"


def test_a_zero_point_goes_with_integers_alone():
    assert takes_zero(parts_of("int4-g32"))
    assert takes_zero(parts_of("int8"))
    assert not takes_zero(parts_of("fp8-row"))
    assert not takes_zero(parts_of("nf4"))
    parts = parts_of("int4-g32-zp")
    assert (parts["format"], parts["zero_point"]) == ("int4", True)
    assert name_of_parts(with_format(parts, "e4m3fn")) == "e4m3fn-g32"


def test_square_blocks_of_any_size():
    assert named("int4-block16")["block"] == [16, 16]
    assert plain_block("int4-block16") == {"name": "int4-block", "size": 16}
    assert plain_block("int4-g16") == {"name": "int4-g16", "size": 0}


@pytest.mark.parametrize(
    "name", ["", "int4", "int4-block0", "int4-blockx", "int4-block123456", "up"]
)
def test_unknown_names_say_what_is_known(name):
    with pytest.raises(ValueError, match=r"Unknown scheme .*Known: "):
        named(name)


def test_words_for_who_shares():
    assert members_words([0, 0], "weights") == "tensor"
    assert members_words([1, 0], "weights") == "output channel"
    assert members_words([1, 0], "activations") == "token"
    assert members_words([0, 1], "weights") == "input channel"
    assert members_words([1, 128], "weights") == "128 inputs"
    assert members_words([128, 128], "weights") == "128 × 128 block"


def test_words_for_a_setting():
    assert sharing_words(named("mxfp4"), "weights") == "one power of two per 32 inputs"
    assert sharing_words(named("nvfp4"), "weights") == "one E4M3 scale per 16 inputs"
    assert (
        sharing_words(named("w4a16-g128-zp"), "weights")
        == "one scale and zero point per 128 inputs"
    )
    assert sharing_words(named("nf4-dq"), "weights") == "one 8-bit scale per 64 inputs"
    assert stored_words(named("nvfp4")) == "scale stored in E4M3, and one FP32 for the tensor"
    assert stored_words(named("w4a16-g128-zp")) == "scale stored in FP16, zero point in 4 bits"
    assert stored_words(named("nf4-dq")) == "scale stored in 8 bits, and FP32 for 256 of them"
    assert format_words(named("int4-row-narrow")) == "INT4 narrow"
    assert option_words("nvfp4", "weights") == "16 inputs (NVFP4)"
    assert option_words("int8-column", "weights") == "input channel: the matmul cannot use it"
