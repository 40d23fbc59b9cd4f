"""GPUs: load the table of lowbit/data/hardware.json and find a GPU by what people call it.

A row is a dict; hardware.json explains its fields and units under "units". Rates are dense and
for one GPU; None is a rate the GPU does not have ("no_path") or that no source confirms ("notes").
Rows of one model stand together, and the first is what the bare model name means: SXM before
PCIe, more memory before less ("A100" is the A100 80GB SXM).
"""

import json
import re
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data" / "hardware.json"

# Words that say nothing about which GPU of a vendor it is; both lists as drivers print them.
VENDOR_WORDS = {
    "NVIDIA": {"nvidia", "tesla", "geforce", "gpu", "tensor", "core"},
    "AMD": {"amd", "instinct", "gpu", "accelerator"},
}


@cache
def load():
    """The whole table. Read it, do not write into it: everybody shares this one copy."""
    return complete(json.loads(DATA.read_text(encoding="utf-8")))


def complete(table):
    """The table when every row has the fields of the first; else ValueError names what is missing."""
    wanted = set(table["gpus"][0]) - {"flops_per_s_fp16_accumulate"}
    for gpu in table["gpus"]:
        missing = sorted(wanted - set(gpu))
        if missing:
            raise ValueError(
                f"hardware.json: {gpu.get('id', 'a row')} lacks {', '.join(missing)}. "
                "Copy the nearest row with all its keys; what has no source is null with a note."
            )
    return table


def gpus():
    """All rows, in the order in which a menu shows them."""
    return load()["gpus"]


def find_gpu(text):
    """The row that `text` names: an id, a name, a short form or a driver's device name.

    Case, order and punctuation do not matter: "H100", "h100-sxm5", "NVIDIA A100-SXM4-80GB",
    "RTX4090". Every word must belong to the row, so that "A100 96GB" and "RTX 4090 Laptop GPU"
    match nothing. Raises ValueError with the known names.
    """
    said = words(text) if isinstance(text, str) else set()
    for gpu in gpus():
        if words(gpu["model"]) <= said <= words_of(gpu):
            return gpu
    known = ", ".join(gpu["name"] for gpu in gpus())
    raise ValueError(f"Unknown GPU {text!r}; write one of: {known}.")


def words(text):
    """The set of words in a GPU name: {"h100", "sxm5", "80gb"} for "H100-SXM5-80G"."""
    text = re.sub(r"pci[- ]?(e\b|express)", " pcie ", text.lower())
    text = re.sub(r"(?<=\d)(sxm|pcie|nvl)", r" \1", text)  # h100sxm5
    text = re.sub(r"\b(geforce|rtx|pro)(?=\d)", r"\1 ", text)  # rtx4090
    text = re.sub(r"\b(\d+) ?gi?b?\b", r"\1gb ", text)  # 80 GB, 80G, 80GiB
    return set(re.findall(r"\w+", text.replace("_", " ")))


def words_of(gpu):
    """Every word that may stand in a name of this row."""
    names = " ".join([gpu["id"], gpu["name"], gpu["model"], *gpu["aliases"]])
    size = f"{gpu['memory_gb']}gb"
    architecture = gpu["architecture"].split(" (")[0]
    form = re.findall(r"sxm\d*|pcie|oam", gpu["form_factor"].lower())
    said = words(f"{names} {size} {gpu['memory_type']} {architecture}")
    return said | set(form) | VENDOR_WORDS[gpu["vendor"]]


def ridge(gpu, dtype):
    """FLOP per byte at which the `dtype` peak and the memory bandwidth take equally long.

    Raises ValueError where the row has no such peak.
    """
    peaks = gpu["flops_per_s"]
    if dtype not in peaks:
        raise ValueError(f"Unknown number type {dtype!r}; write one of: {', '.join(peaks)}.")
    if peaks[dtype] is None:
        why = "has no path for" if dtype in gpu["no_path"] else "has no sourced peak for"
        raise ValueError(f"{gpu['name']} {why} {dtype}; choose another number type.")
    return peaks[dtype] / gpu["hbm_bytes_per_s"]
