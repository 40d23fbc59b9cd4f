"""Who shares a scale: the name of a setting taken apart, and in words (compiled to JavaScript).

A name is FORMAT-SHARING as in lowbit.settings, or one of its recipes; block<B> is new here: B × B
blocks, as `block` is 128 × 128. Parts are {"format", "sharing", "zero_point", "narrow"}; "sharing"
is a word of FORMAT-SHARING or the name of a recipe (mxfp4, nvfp4, nf4-dq, …).
"""

from lowbit.formats import format_row
from lowbit.schemes import merged
from lowbit.settings import RECIPES, checked_setting, setting_of
from lowbit.text import full

FORMAT_NAMES = {
    "int8": "INT8", "int4": "INT4", "e4m3fn": "FP8 E4M3", "e5m2": "FP8 E5M2",
    "e2m3": "FP6 E2M3", "e2m1": "FP4 E2M1", "nf4": "NF4",
}  # fmt: skip
SHARINGS = ["tensor", "row", "column", "g128", "g32", "g16", "g8", "block", "block16"]
RECIPES_OF = {
    "e4m3fn": ["mxfp8"], "e2m3": ["mxfp6"], "e2m1": ["mxfp4", "nvfp4"], "nf4": ["nf4", "nf4-dq"],
}  # fmt: skip
SAME_AS = {"fp8": "e4m3fn-tensor", "int8": "int8-row"}  # recipes that have a plain name too


def parts_of(name):
    """The parts of a name. Raises ValueError for an unknown one, with the known ones."""
    key = SAME_AS.get(name, name)
    setting = setting_of(plain_block(key)["name"])
    parts = {
        "format": setting["format"],
        "sharing": key[:-4] if key.endswith("-a16") else key,
        "zero_point": setting["zero_point"],
        "narrow": setting["range"] == "narrow",
    }
    if parts["sharing"] in RECIPES:
        return parts
    words = key.split("-")
    parts["sharing"] = words[1]
    if words[1] == "token" or words[1] == "channel":
        parts["sharing"] = "row"
    if parts["zero_point"] and parts["format"].startswith("u"):
        parts["format"] = parts["format"][1:]
    return parts


def name_of_parts(parts):
    """The name of parts; what does not go together is left out."""
    if parts["sharing"] in RECIPES:
        return parts["sharing"]
    name = parts["format"] + "-" + parts["sharing"]
    if takes_zero(parts) and parts["zero_point"]:
        return name + "-zp"
    return name + ("-narrow" if takes_zero(parts) and parts["narrow"] else "")


def takes_zero(parts):
    """Whether a zero point goes with these parts: with integers, and no recipe names its own."""
    return parts["format"].startswith("int") and parts["sharing"] not in RECIPES


def with_format(parts, format):
    """The parts in another format: a recipe of the old one becomes its own, else groups of 32."""
    sharing = parts["sharing"]
    if sharing in RECIPES:
        sharing = RECIPES_OF.get(format, ["g32"])[0]
    return merged(parts, {"format": format, "sharing": sharing})


def plain_block(name):
    """{"name": with "block" for "block16", "size": 16, or 0 where the name has no such word}."""
    words = name.split("-")
    digits = words[1][5:] if len(words) > 1 and words[1].startswith("block") else ""
    for d in digits:
        if d not in "0123456789":
            digits = ""
    if digits == "" or len(digits) > 5 or int(digits) < 1:
        return {"name": name, "size": 0}
    words[1] = "block"
    return {"name": "-".join(words), "size": int(digits)}


def named_setting(name, choose, percentile):
    """The setting of a name (of lowbit.settings, with block<B>), its scale chosen in this way."""
    plain = plain_block(SAME_AS.get(name, name))
    more = {"choose": choose, "percentile": percentile}
    if plain["size"] > 0:
        more["block"] = [plain["size"], plain["size"]]
    return checked_setting(merged(setting_of(plain["name"]), more))


def format_words(setting):
    """The format's name as people write it."""
    f = format_row(setting["format"])
    plain = f["id"][1:] if f["id"] in ["uint4", "uint8"] else f["id"]
    return FORMAT_NAMES.get(plain, f["label"]) + (" narrow" if setting["range"] == "narrow" else "")


def members_words(block, role):
    """Who shares: "token", "32 inputs", … role: "weights" or "activations"."""
    rows = block[0]
    cols = block[1]
    if rows == 0 and cols == 0:
        return "tensor"
    if rows == 0:
        return "input channel"
    if rows == 1 and cols == 0:
        return "output channel" if role == "weights" else "token"
    if rows == 1:
        return full(cols) + " inputs"
    return full(rows) + " × " + full(cols) + " block"


def sharing_words(setting, role):
    """ "one scale per 32 inputs", "one power of two per 32 inputs", …"""
    what = "scale"
    if setting["scale"] == "e8m0":
        what = "power of two"
    elif setting["tensor_scale"]:
        what = "E4M3 scale"
    elif setting["double"]:
        what = "8-bit scale"
    if setting["zero_point"]:
        what = what + " and zero point"
    return "one " + what + " per " + members_words(setting["block"], role)


def option_words(name, role):
    """What a list of sharings says of one: "32 inputs", "16 inputs (NVFP4)"."""
    setting = named_setting(name, "amax", 100.0)
    words = members_words(setting["block"], role)
    if name in RECIPES:
        return words + " (" + name.upper() + ")"
    return words + (": the matmul cannot use it" if words == "input channel" else "")


def stored_words(setting):
    """How the scales are stored."""
    words = "scale stored in " + format_row(setting["scale"])["label"]
    if setting["tensor_scale"]:
        return words + ", and one FP32 for the tensor"
    if setting["double"]:
        return "scale stored in 8 bits, and FP32 for 256 of them"
    if setting["zero_point"]:
        return words + ", zero point in " + full(setting["zero_bits"]) + " bits"
    return words
