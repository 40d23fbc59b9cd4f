"""What this machine has: the GPU, and the libraries around it that decide which kernels run.

A card is a plain dict, so that lowbit.gpu.precheck can be asked about any card, here or not:

    name, capability (major, minor), sms, l2_bytes, memory_bytes, mig; None without an NVIDIA GPU
    torch, triton, cuda, cublas, hip, gemlite: versions as text, None where missing
    platform: "linux", "win32", "darwin"; python: "3.12.4"
"""

import ctypes
import functools
import os
import platform
import subprocess
import sys
from importlib import metadata

import torch

LIBRARIES = ("libcublasLt.so.{}", "cublasLt64_{}.dll")
SEEN = ("driver_version", "clocks.sm", "clocks.max.sm", "clocks.mem", "power.draw",
        "power.limit", "temperature.gpu")  # fmt: skip
NAMES = ("driver", "sm_mhz", "max_sm_mhz", "memory_mhz", "power_w", "power_limit_w",
         "temperature_c")  # fmt: skip


@functools.cache
def describe(index=0):
    """The card of GPU `index`, and this machine. Never raises: what is not there is None."""
    card = {
        "name": None, "capability": None, "sms": None, "l2_bytes": None, "memory_bytes": None,
        "mig": False, "torch": torch.__version__, "cuda": torch.version.cuda,
        "hip": torch.version.hip, "cublas": None, "triton": version("triton"),
        "gemlite": version("gemlite"), "platform": sys.platform,
        "python": platform.python_version(),
    }  # fmt: skip
    if not torch.cuda.is_available():
        return card
    found = torch.cuda.get_device_properties(index)
    return card | {
        "name": found.name,
        "capability": None if torch.version.hip else (found.major, found.minor),
        "sms": found.multi_processor_count,
        "l2_bytes": found.L2_cache_size,
        "memory_bytes": found.total_memory,
        "mig": is_mig(found.name),
        "cublas": cublas_version(torch.version.cuda) or torch.version.cuda,  # the same in 12 and 13
    }


def is_mig(name):
    """Whether torch's GPU is a slice of one: "NVIDIA A100-SXM4-40GB MIG 1g.5gb"."""
    return "MIG" in name.split() or os.environ.get("CUDA_VISIBLE_DEVICES", "").startswith("MIG-")


def version(package):
    """The installed version of a package, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def cublas_version(cuda, load=ctypes.CDLL):
    """The version of the cuBLASLt that torch has loaded, such as "12.8.4", or None.

    Asked of the library itself: torch's own version number names CUDA, not cuBLAS, and what is
    allowed on Hopper depends on this one.
    """
    for pattern in LIBRARIES if cuda else ():
        try:
            ask = load(pattern.format(cuda.split(".")[0])).cublasLtGetVersion
        except (OSError, AttributeError):
            continue
        ask.restype = ctypes.c_size_t
        return cublas_text(ask())
    return None


def cublas_text(number):
    """120804 -> "12.8.4", 130001 -> "13.0.1": cuBLAS counts 10000·major + 100·minor + patch."""
    return f"{number // 10000}.{number // 100 % 100}.{number % 100}"


def clocks(index=0, run=subprocess.run):
    """What nvidia-smi says at this moment: driver, clocks in MHz, power in W; None without it.

    Ask while the GPU is busy: an idle GPU shows its idle clocks. Nothing here sets a clock.
    """
    if not torch.cuda.is_available():
        return None
    command = ["nvidia-smi", f"--query-gpu={','.join(SEEN)}", "--format=csv,noheader,nounits"]
    try:
        said = run(
            [*command, f"--id={identity(index)}"], capture_output=True, text=True, timeout=20
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return clocks_of(said.stdout) if said.returncode == 0 else None


def identity(index):
    """The GPU as nvidia-smi knows it: its UUID, since CUDA_VISIBLE_DEVICES renumbers torch's."""
    uuid = getattr(torch.cuda.get_device_properties(index), "uuid", None)
    return f"GPU-{uuid}" if uuid else str(index)


def clocks_of(text):
    """The line of nvidia-smi as a dict; a field that the card does not report is None."""
    fields = [field.strip() for field in text.strip().split(",")]
    if len(fields) != len(NAMES):
        return None
    out = dict(zip(NAMES, fields, strict=True))
    return {"driver": out.pop("driver")} | {name: number(text) for name, text in out.items()}


def number(text):
    try:
        return float(text)
    except ValueError:  # "[N/A]"
        return None


def said(card):
    """The card in two lines, for the top of a lab."""
    if card["name"] is None:
        return f"No GPU: torch {card['torch']} on the CPU. The labs show their reference path."
    cc = ".".join(map(str, card["capability"])) if card["capability"] else "AMD"
    return (
        f"{card['name']}: compute capability {cc}, {card['sms']} SMs, L2 {card['l2_bytes'] / 1e6:.0f} MB, "
        f"{card['memory_bytes'] / 2**30:.1f} GiB\n"
        f"torch {card['torch']}, CUDA {card['cuda']}, cuBLASLt {card['cublas']}, "
        f"Triton {card['triton']}, Python {card['python']}"
    )
