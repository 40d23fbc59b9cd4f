"""hardware.json against itself: each rule compares rows, so that one wrong digit stands out.

A rule takes the rows and returns complaints. The real table draws none; each mistake that public
GPU tables really make is made here on purpose, and some rule must notice.
"""

import copy

import pytest

from lowbit import hardware
from lowbit.hardware import find_gpu, gpus, load, ridge

SCALARS = ["year", "compute_capability", "memory_gb", "device_bytes", "hbm_bytes_per_s"]
SCALARS += ["l2_mb", "sms", "tdp_w"]
RATES = ["fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp6", "fp4", "int4"]

# ---------------------------------------------------------------- what must hold between rows

# FLOP per clock of the 16-bit tensor units over those of the FP32 vector units (two clocks may
# differ a little). GeForce runs FP32 accumulate at half of it.
TENSOR_OVER_VECTOR = {
    "Volta (GV100)": 8, "Turing (TU104)": 8, "Ampere (GA100)": 16, "Ampere (GA102)": 4,
    "Ada (AD104)": 4, "Ada (AD102)": 4, "Hopper (GH100)": 16, "Blackwell (GB100)": 32,
    "Blackwell Ultra (GB110)": 32, "Blackwell (GB202)": 4, "Rubin": 32, "CDNA 3": 8, "CDNA 4": 16,
}  # fmt: skip

# TB/s that one GPU can have with this memory, from the narrowest to the widest bus sold.
BANDWIDTH = {
    "HBM2": (0.85, 1.6), "HBM2e": (1.9, 2.1), "HBM3": (3.3, 5.4), "HBM3e": (4.7, 8.1),
    "HBM4": (15, 25), "GDDR6": (0.25, 0.9), "GDDR6X": (0.9, 1.05), "GDDR7": (1.5, 1.8),
}  # fmt: skip

HALVED = [("tf32", "fp16"), ("tf32", "bf16"), ("fp16", "fp8"), ("bf16", "fp8"), ("fp16", "int8")]
HALVED += [("bf16", "int8"), ("fp8", "fp6"), ("fp6", "fp4"), ("fp8", "fp4"), ("int8", "int4")]

# Half the bits run at most twice as fast, but for these (GeForce halves FP32 accumulate only).
STEEPER = {
    ("rtx-3090", "int8"): 4, ("rtx-4090", "int8"): 4, ("rtx-5090", "int8"): 4,
    ("rtx-5090", "fp4"): 4, ("b300-sxm", "fp4"): 3, ("gb300", "fp4"): 3, ("rubin", "fp8"): 4.375,
}  # fmt: skip


def near(value, wanted, rel=0.03):
    return abs(value / wanted - 1) <= rel


def width_complaints(rows):
    """Half the bits: at most twice the rate, exactly twice from BF16 to FP8 on Ada and Hopper."""
    for gpu in rows:
        peaks = gpu["flops_per_s"]
        for wide, narrow in HALVED:
            if peaks[wide] is None or peaks[narrow] is None:
                continue
            ratio = peaks[narrow] / peaks[wide]
            steep = STEEPER.get((gpu["id"], narrow))
            if not near(ratio, steep) if steep else ratio > 2.06:
                yield f"{gpu['id']}: {narrow} is {ratio:.2f} times {wide}"
        exact = gpu["compute_capability"] in ("8.9", "9.0")
        if exact and not near(peaks["fp8"], 2 * peaks["bf16"]):
            yield f"{gpu['id']}: fp8 is not twice bf16"
        if peaks["bf16"] not in (None, peaks["fp16"]):
            yield f"{gpu['id']}: bf16 and fp16 differ"


def vector_complaints(rows):
    """The tensor units do a fixed multiple of the vector units' work: catches twice and half."""
    for gpu in rows:
        peaks = gpu["flops_per_s"]
        wanted = TENSOR_OVER_VECTOR[gpu["architecture"]]
        if "GeForce" in gpu["accumulate"]:
            wanted /= 2
        ratio = peaks["fp16"] / peaks["fp32"]
        if not 0.85 < ratio / wanted < 1.1:
            yield f"{gpu['id']}: fp16 is {ratio:.1f} times fp32, not {wanted}"


def bandwidth_complaints(rows):
    """Bandwidth fits the memory type, and the 16-bit ridge lies where all ridges lie."""
    for gpu in rows:
        low, high = BANDWIDTH[gpu["memory_type"]]
        if not low <= gpu["hbm_bytes_per_s"] / 1e12 <= high:
            yield f"{gpu['id']}: {gpu['hbm_bytes_per_s'] / 1e12} TB/s of {gpu['memory_type']}"
        if not 50 < ridge(gpu, "fp16") < 500:
            yield f"{gpu['id']}: 16-bit ridge {ridge(gpu, 'fp16'):.0f}"


def scope_complaints(rows):
    """One GPU, not a board of eight, a superchip of two or a rack."""
    row = {gpu["id"]: gpu for gpu in rows}
    for gpu in rows:
        if gpu["memory_gb"] > 300 or (gpu["tdp_w"] or 0) > 1500:
            yield f"{gpu['id']}: too much memory or power for one GPU"
        if gpu["device_bytes"] and not 0.98 < gpu["device_bytes"] / gpu["memory_gb"] / 1e9 < 1.08:
            yield f"{gpu['id']}: label and device disagree about the memory"
    step = row["b200-sxm"]["flops_per_s"]["bf16"] / row["h100-sxm"]["flops_per_s"]["bf16"]
    if not 1.5 < step < 3:
        yield f"b200-sxm: {step:.1f} times h100-sxm"
    for one, other, rel in [("gb200", "b200-sxm", 0.15), ("gb300", "b300-sxm", 0.15),
                            ("h200-sxm", "h100-sxm", 0), ("gh200-96gb", "h100-sxm", 0.01),
                            ("mi325x", "mi300x", 0)]:  # fmt: skip
        for dtype, rate in row[one]["flops_per_s"].items():
            if rate is not None and not near(rate, row[other]["flops_per_s"][dtype], rel):
                yield f"{one}: {dtype} differs from {other}"


def accumulate_complaints(rows):
    """GeForce: the peak is the FP32-accumulate rate, half of the FP16-accumulate one."""
    for gpu in rows:
        geforce = gpu["id"].removeprefix("rtx-").isdigit()
        if not gpu["accumulate"].startswith("fp32") or geforce != ("GeForce" in gpu["accumulate"]):
            yield f"{gpu['id']}: accumulate is {gpu['accumulate']}"
        for dtype, rate in gpu.get("flops_per_s_fp16_accumulate", {}).items():
            if not near(rate, 2 * gpu["flops_per_s"][dtype]):
                yield f"{gpu['id']}: {dtype} is not half of the FP16-accumulate rate"


def superset_complaints(rows):
    """Newer is not a superset: INT4 left with Hopper, INT8 nearly left with Blackwell Ultra."""
    for gpu in rows:
        peaks = gpu["flops_per_s"]
        capability = float(gpu["compute_capability"] or 0)
        if capability >= 9 and "int4" not in gpu["no_path"]:
            yield f"{gpu['id']}: INT4 tensor cores after Ada"
        if capability in (10.3, 10.7) and peaks["int8"] > peaks["fp8"] / 15:
            yield f"{gpu['id']}: INT8 at full rate on Blackwell Ultra or Rubin"
        if 0 < capability < 8.9 and "fp8" not in gpu["no_path"]:
            yield f"{gpu['id']}: FP8 tensor cores before Ada"
        if 0 < capability < 10 and "fp4" not in gpu["no_path"]:
            yield f"{gpu['id']}: FP4 tensor cores before Blackwell"


def values(gpu):
    """Every number of a row that needs a source, as (key, value)."""
    out = [(key, gpu[key]) for key in SCALARS]
    out += [(f"flops_per_s.{dtype}", rate) for dtype, rate in gpu["flops_per_s"].items()]
    extra = gpu.get("flops_per_s_fp16_accumulate", {})
    return out + [(f"flops_per_s_fp16_accumulate.{dtype}", rate) for dtype, rate in extra.items()]


def source_complaints(rows):
    """A value has sources that exist; a null is in no_path or has a note, never both."""
    for gpu in rows:
        for key, value in values(gpu):
            cited = gpu["sources"].get(key, [])
            absent = key.removeprefix("flops_per_s.") in gpu["no_path"]
            if value is not None and (absent or not cited):
                yield f"{gpu['id']}: {key} has no source, or is in no_path too"
            if value is None and (cited or absent == (key in gpu["notes"])):
                yield f"{gpu['id']}: {key} is null without one reason"
        if gpu["no_path"] and not gpu["sources"].get("no_path"):
            yield f"{gpu['id']}: no_path has no source"
        for key, cited in gpu["sources"].items():
            if not set(cited) <= set(load()["sources"]):
                yield f"{gpu['id']}: {key} cites an unknown source"


RULES = [width_complaints, vector_complaints, bandwidth_complaints, scope_complaints]
RULES += [accumulate_complaints, superset_complaints, source_complaints]


@pytest.mark.parametrize("rule", RULES)
def test_the_table_draws_no_complaint(rule):
    assert list(rule(gpus())) == []


# ---------------------------------------------------------------- faults of public tables, re-made


def rates(**tera):
    """Overwrite rates, in TFLOP/s."""
    return lambda gpu: gpu["flops_per_s"].update({d: value * 1e12 for d, value in tera.items()})


def times(factor, dtypes, *fields):
    """Multiply these rates, where the GPU has them, and these fields of the row."""

    def change(gpu):
        for dtype in dtypes:
            gpu["flops_per_s"][dtype] = (gpu["flops_per_s"][dtype] or 0) * factor or None
        for field in fields:
            gpu[field] *= factor

    return change


def becomes(**fields):
    return lambda gpu: gpu.update(fields)


def gains(dtype):
    return lambda gpu: gpu["no_path"].remove(dtype)


TENSOR = RATES[1:]
SIXTEEN = ["fp16", "bf16"]
SUPERCHIP = times(2, TENSOR, "memory_gb", "hbm_bytes_per_s", "tdp_w")

# what was done -> the row, the change, the rule that must notice
FAULTS = {
    "H100 FP8 3,958, with sparsity": ("h100-sxm", rates(fp8=3958), width_complaints),
    "H100 BF16 1,979, with sparsity": ("h100-sxm", rates(bf16=1979), width_complaints),
    "a sparse column of Hopper": ("h100-sxm", times(2, TENSOR), bandwidth_complaints),
    "a sparse column of Ada": ("l40s", times(2, TENSOR), vector_complaints),
    "a sparse column of GeForce": ("rtx-4090", times(2, TENSOR), vector_complaints),
    "a sparse column of AMD": ("mi300x", times(2, TENSOR), vector_complaints),
    "a sparse rate kept, a dense one halved": (
        "rtx-pro-6000-server", rates(tf32=117), width_complaints),
    "GB300 FP4 halved like the others": ("gb300", rates(fp4=10_000), width_complaints),
    "MI355X FP4 taken for sparse": ("mi355x", rates(fp4=20_133), width_complaints),
    "16 bits halved": ("a10", times(0.5, SIXTEEN), vector_complaints),
    "L40S halved like a GeForce": ("l40s", times(0.5, SIXTEEN), vector_complaints),
    "bandwidth 1,000 times too high": (
        "a100-80gb-sxm", becomes(hbm_bytes_per_s=2039e12), bandwidth_complaints),
    "bandwidth 1,000 times too low": ("l4", becomes(hbm_bytes_per_s=300e6), bandwidth_complaints),
    "bandwidth of the bridged pair": (
        "h100-nvl", becomes(hbm_bytes_per_s=7.8e12), bandwidth_complaints),
    "B200: the board of 8": ("b200-sxm", times(8, TENSOR), scope_complaints),
    "B200: memory of the board": ("b200-sxm", becomes(memory_gb=1440), scope_complaints),
    "GB200: the superchip": ("gb200", SUPERCHIP, scope_complaints),
    "GB200: one die": ("gb200", times(0.5, TENSOR), scope_complaints),
    "H200 with more compute": ("h200-sxm", times(1.2, SIXTEEN), scope_complaints),
    "RTX 4090, FP16 accumulate": ("rtx-4090", times(2, SIXTEEN), accumulate_complaints),
    "GeForce not halved": ("rtx-5090", becomes(accumulate="fp32"), accumulate_complaints),
    "INT4 still on Hopper": ("h100-sxm", gains("int4"), superset_complaints),
    "INT8 still on B300": ("b300-sxm", rates(int8=4500), superset_complaints),
    "FP8 on A100": ("a100-80gb-sxm", gains("fp8"), superset_complaints),
    "FP4 on H100": ("h100-sxm", gains("fp4"), superset_complaints),
    "a rate without a source": ("t4", rates(bf16=65), source_complaints),
    "an unlisted source": ("t4", lambda gpu: gpu["sources"].update(sms=["X"]), source_complaints),
    "a null without a reason": ("l4", lambda gpu: gpu["notes"].clear(), source_complaints),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_public_fault_would_be_noticed(fault):
    gpu_id, change, rule = FAULTS[fault]
    rows = copy.deepcopy(gpus())
    change(next(gpu for gpu in rows if gpu["id"] == gpu_id))
    assert [c for c in rule(rows) if gpu_id in c]


def test_an_a40_row_would_be_checked_like_the_others():
    a40 = copy.deepcopy(find_gpu("A10")) | {"id": "a40", "memory_gb": 48, "hbm_bytes_per_s": 696e9}
    rates = {"fp32": 37.4e12, "tf32": 74.8e12, "fp16": 149.7e12, "bf16": 149.7e12}
    a40["flops_per_s"] |= rates | {"int8": 299.3e12, "int4": 598.7e12}
    assert not list(vector_complaints([a40]))
    a40["flops_per_s"] |= {"fp16": 74.85e12, "bf16": 74.85e12}
    assert list(vector_complaints([a40]))
    assert list(width_complaints([a40]))


# ---------------------------------------------------------------- known values


def test_h100_sxm_as_printed_by_nvidia():
    h100 = find_gpu("H100 SXM")
    assert h100["hbm_bytes_per_s"] == 3.35e12
    assert h100["flops_per_s"]["bf16"] == 989.4e12
    assert h100["flops_per_s"]["fp8"] == h100["flops_per_s"]["int8"] == 1978.9e12
    assert (h100["memory_gb"], h100["device_bytes"]) == (80, 81_559 * 2**20)
    assert (h100["sms"], h100["l2_mb"], h100["tdp_w"]) == (132, 50, 700)


@pytest.mark.parametrize(
    ("name", "mib"), [("T4", 15_360), ("A100", 81_920), ("L40S", 46_068), ("H200", 143_771)]
)
def test_device_memory_as_nvidia_smi_prints_it(name, mib):
    assert find_gpu(name)["device_bytes"] == mib * 2**20


@pytest.mark.parametrize(
    ("name", "dtype", "flop_per_byte"),
    [
        ("H100", "bf16", 295.34),
        ("H100", "fp8", 590.72),
        ("H100 PCIe", "bf16", 378.25),
        ("H100 NVL", "bf16", 214.23),
        ("H200", "bf16", 206.12),
        ("A100", "bf16", 153.02),
        ("B200", "bf16", 292.21),
        ("RTX 5090", "bf16", 116.91),
    ],
)
def test_ridge(name, dtype, flop_per_byte):
    assert ridge(find_gpu(name), dtype) == pytest.approx(flop_per_byte, abs=0.005)


@pytest.mark.parametrize(
    ("name", "dtype", "said"),
    [
        ("H100", "int4", "H100 SXM has no path for int4"),
        ("L4", "int4", "L4 has no sourced peak for int4"),
        ("L4", "fp2", "Unknown number type 'fp2'"),
    ],
)
def test_no_ridge_without_a_peak(name, dtype, said):
    with pytest.raises(ValueError, match=said):
        ridge(find_gpu(name), dtype)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "gpu_id"),
    [
        ("H100", "h100-sxm"),  # the documented default of a model with several rows
        ("A100", "a100-80gb-sxm"),
        ("A100 40GB", "a100-40gb-sxm"),
        ("A100 PCIe", "a100-80gb-pcie"),
        ("RTX PRO 6000", "rtx-pro-6000-workstation"),
        ("H100 SXM", "h100-sxm"),
        ("h100-sxm5", "h100-sxm"),
        ("H100SXM", "h100-sxm"),
        ("a100-80gb-sxm", "a100-80gb-sxm"),
        ("80GB A100 (PCI-E)", "a100-80gb-pcie"),
        ("h100 80 GiB", "h100-sxm"),
        ("RTX4090", "rtx-4090"),
        ("geforce 4090", "rtx-4090"),
        ("mi300x", "mi300x"),
        ("A10 PCIe 24GB GDDR6", "a10"),
        ("NVIDIA Hopper H200 SXM5 141 GB HBM3e", "h200-sxm"),
        ("AMD Instinct MI355X OAM", "mi355x"),
        # torch.cuda.get_device_name, nvidia-smi, rocm-smi
        ("Tesla V100-SXM2-16GB", "v100-sxm2-16gb"),
        ("Tesla T4", "t4"),
        ("NVIDIA A10", "a10"),
        ("NVIDIA A100-SXM4-40GB", "a100-40gb-sxm"),
        ("NVIDIA A100-SXM4-80GB", "a100-80gb-sxm"),
        ("NVIDIA A100-PCIE-40GB", "a100-40gb-pcie"),
        ("NVIDIA A100 80GB PCIe", "a100-80gb-pcie"),
        ("NVIDIA GeForce RTX 3090", "rtx-3090"),
        ("NVIDIA L4", "l4"),
        ("NVIDIA L40S", "l40s"),
        ("NVIDIA GeForce RTX 4090", "rtx-4090"),
        ("NVIDIA H100 80GB HBM3", "h100-sxm"),
        ("NVIDIA H100 80GB HBM2e", "h100-pcie"),
        ("NVIDIA H100 PCIe", "h100-pcie"),
        ("NVIDIA H100 NVL", "h100-nvl"),
        ("NVIDIA H200", "h200-sxm"),
        ("NVIDIA GH200 480GB", "gh200-96gb"),
        ("NVIDIA GH200 144G HBM3e", "gh200-144gb"),
        ("NVIDIA B200", "b200-sxm"),
        ("NVIDIA GB200", "gb200"),
        ("NVIDIA B300 SXM6 AC", "b300-sxm"),
        ("NVIDIA GB300", "gb300"),
        ("NVIDIA GeForce RTX 5090", "rtx-5090"),
        ("NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "rtx-pro-6000-workstation"),
        ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "rtx-pro-6000-server"),
        ("AMD Instinct MI300X", "mi300x"),
    ],
)
def test_a_name_people_or_drivers_write(text, gpu_id):
    assert find_gpu(text)["id"] == gpu_id


@pytest.mark.parametrize(
    "text",
    [
        *("", "  ", "NVIDIA", "6000", "H1000", "A10 0", "A10G", "A100 96GB", "H100 SXM4"),
        *("H100 HBM3e", "H100 A100", "NVIDIA H200 NVL", "H20", "L40", "MI300A", "RTX 3090 Ti"),
        *("RTX 4090 Laptop GPU", "RTX 4090 D", "RTX 6000 Ada", "GB200 NVL72", "HGX B200"),
        *("Tesla V100-PCIE-16GB", "NVIDIA A100-SXM-64GB", "NVIDIA A100-SXM4-80GB MIG 1g.10gb"),
        *("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", None, 100),
    ],
)
def test_another_gpu_is_never_taken_for_a_known_one(text):
    with pytest.raises(ValueError, match=r"Unknown GPU .* write one of: .*H100 SXM.*MI355X"):
        find_gpu(text)


def test_every_id_name_and_alias_means_its_own_row():
    for gpu in gpus():
        for text in [gpu["id"], gpu["name"], gpu["name"].upper(), *gpu["aliases"]]:
            assert find_gpu(text)["id"] == gpu["id"], text
    said = [alias for gpu in gpus() for alias in gpu["aliases"]]
    assert len(said) == len(set(said))
    assert [alias.lower() for alias in said] == said
    assert len({gpu["id"] for gpu in gpus()}) == len({gpu["name"] for gpu in gpus()}) == len(gpus())


# ---------------------------------------------------------------- the file


def test_every_row_has_the_same_fields_and_every_source_is_used():
    fields = {frozenset(gpu) - {"flops_per_s_fp16_accumulate"} for gpu in gpus()}
    assert len(fields) == 1
    assert all(list(gpu["flops_per_s"]) == RATES for gpu in gpus())
    assert {gpu["status"] for gpu in gpus()} == {"shipping", "preliminary"}
    cited = {key for gpu in gpus() for keys in gpu["sources"].values() for key in keys}
    assert cited == set(load()["sources"])
    for source in load()["sources"].values():
        assert source["title"]
        assert source["url"] is None or source["url"].startswith("https://")


def test_a_row_that_lacks_a_field_is_named_in_one_sentence():
    table = copy.deepcopy(load())
    del table["gpus"][3]["tdp_w"]
    with pytest.raises(ValueError, match=f"{table['gpus'][3]['id']} lacks tdp_w. Copy the nearest"):
        hardware.complete(table)


def test_the_file_stays_small_enough_for_a_page():
    assert hardware.DATA.stat().st_size < 60_000
