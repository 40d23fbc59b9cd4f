"""Cards as lowbit.gpu.device describes them, for tests that have none."""

H100 = {
    "name": "NVIDIA H100 80GB HBM3", "capability": (9, 0), "sms": 132, "l2_bytes": 52428800,
    "memory_bytes": 85 * 10**9, "mig": False, "torch": "2.13.0+cu130", "cuda": "13.0", "hip": None,
    "cublas": "13.0.0", "triton": "3.8.0", "gemlite": None, "platform": "linux", "python": "3.12.4",
}  # fmt: skip
COLAB = {"torch": "2.11.0+cu128", "cuda": "12.8", "cublas": "12.8.4", "triton": "3.6.0"}
CARDS = {
    "cpu": {"name": None, "capability": None, "cuda": None, "torch": "2.13.0+cpu"},
    "no driver": {"name": None, "capability": None},
    "mi300x": {"name": "AMD Instinct MI300X", "capability": None, "hip": "6.4", "cuda": None},
    "v100": {"name": "Tesla V100-SXM2-16GB", "capability": (7, 0)},
    "t4": {"name": "Tesla T4", "capability": (7, 5), **COLAB},
    "a100": {"name": "NVIDIA A100-SXM4-80GB", "capability": (8, 0)},
    "3090": {"name": "NVIDIA GeForce RTX 3090", "capability": (8, 6)},
    "l4": {"name": "NVIDIA L4", "capability": (8, 9)},
    "l40s": {"name": "NVIDIA L40S", "capability": (8, 9)},
    "h100": {},
    "h100 colab": COLAB,
    "h200": {"name": "NVIDIA H200"},
    "h100 slice": {"name": "NVIDIA H100 80GB HBM3 MIG 1g.10gb", "mig": True},
    "b200": {"name": "NVIDIA B200", "capability": (10, 0)},
    "b300": {"name": "NVIDIA B300", "capability": (10, 3)},
    "5090": {"name": "NVIDIA GeForce RTX 5090", "capability": (12, 0)},
}


def card(which, **changed):
    """One of CARDS, all else as on an H100 with the newest libraries."""
    return H100 | CARDS[which] | changed
