"""What became of a Triton kernel: compile it for a GPU that is not here and read the SASS.

Needs no GPU and no CUDA: Triton's wheel brings ptxas and cuobjdump. Read the SASS and not the PTX:
PTX says what was asked for, SASS what the card executes. `python -m lowbit.gpu.sass` prints a table.
"""

import collections
import re
import subprocess
import tempfile
from pathlib import Path

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

from lowbit.gpu import kernels
from lowbit.gpu.launch import FUSE

BIN = Path(triton.__file__).parent / "backends/nvidia/bin"
CARDS = {80: "A100", 90: "H100, H200", 100: "B200"}

# Instructions that multiply: on tensor cores by generation and type, and on the FP32 units.
FAMILIES = {
    "HMMA": "16-bit tensor core of a warp (Ampere, Ada)",
    "IMMA": "INT8 tensor core of a warp",
    "QMMA": "FP8 tensor core of a warp (Ada, RTX Blackwell)",
    "HGMMA": "16-bit tensor core of a warp group (Hopper)",
    "IGMMA": "INT8 tensor core of a warp group",
    "QGMMA": "FP8 tensor core of a warp group",
    "UTCHMMA": "16-bit tensor core with its own memory (B200)",
    "UTCIMMA": "INT8 tensor core with its own memory",
    "UTCQMMA": "FP8 tensor core with its own memory",
    "UTCOMMA": "FP4 tensor core with its own memory",
    "OMMA": "FP4 tensor core of a warp (RTX Blackwell)",
    "FFMA2": "two FP32 multiply-adds (B200)",
    "FFMA": "FP32 multiply-add, no tensor core",
}


def shipped():
    """Every kernel and tile size that lowbit.gpu.launch starts, at the group sizes that differ."""
    for group, zeros in ((128, False), (128, True), (32, False), (0, False)):
        yield "w4a16_gemv", {"group": group, "zeros": zeros}
    for tile in kernels.GEMM_TILES:
        for group, zeros in ((128, False), (128, True), (32, True), (0, False)):
            yield "w4a16_gemm", {"tile": tile, "group": group, "zeros": zeros}
    for tile in kernels.FP8_TILES:
        yield "w8a16_fp8_gemm", {"tile": tile}


def inspect(name, capability, *, dtype="bf16", tile=None, group=128, zeros=False):
    """Compile one of the book's kernels for a compute capability (80, 90, 100) and read its SASS.

    Returns kernel, capability, dtype, tile, group, zeros; family, the instruction that multiplies;
    instructions, a Counter of the whole kernel; registers of a thread; spilled, bytes of registers
    kept in memory instead; shared, bytes of a block; per_weight, instructions in the loop over K
    for one weight.
    """
    constants, warps, stages = constants_of(name, tile, group, zeros)
    binary = compiled(name, capability, dtype, constants, warps, stages)
    text = dump(binary.asm["cubin"], "-sass")
    use = dump(binary.asm["cubin"], "--dump-resource-usage")
    code = instructions(text)
    counts = collections.Counter(opcode for _, opcode, _ in code)
    spills = counts["LDL"] + counts["STL"]
    stack = int(re.search(r"STACK:(\d+)", use)[1]) + int(re.search(r"LOCAL:(\d+)", use)[1])
    step = constants.get("STEP", 1) * kernels.TILE if "BK" not in constants else constants["BK"]
    weights = constants.get("BN", constants.get("ROWS")) * step / (32 * warps)
    return {
        "kernel": name, "capability": capability, "dtype": dtype, "tile": tile, "group": group,
        "zeros": zeros, "family": family(counts), "instructions": counts,
        "registers": int(re.search(r"REG:(\d+)", use)[1]), "spilled": max(stack, spills),
        "shared": binary.metadata.shared, "per_weight": len(loop(code)) / weights,
    }  # fmt: skip


def constants_of(name, tile, group, zeros):
    """The constants that launch gives to a kernel, its warps and its pipeline stages."""
    if name == "w4a16_gemv":
        rows = kernels.GEMV_ROWS[group == 0 or group >= 128]
        constants = {"GROUP": group, "ZEROS": zeros, "ROWS": rows, "STEP": kernels.GEMV_STEP}
        return constants, kernels.GEMV_WARPS, 1
    bm, bn, warps, stages = tile
    constants = {"BM": bm, "BN": bn, "SPLIT": 1}
    own = {"BK": kernels.FP8_STEP} if name == "w8a16_fp8_gemm" else {"GROUP": group, "ZEROS": zeros}
    return constants | own, warps, stages


def compiled(name, capability, dtype, constants, warps, stages):
    """The kernel as Triton compiles it at a launch with contiguous tensors and N, K multiples of
    16: pointers and such sizes are known to be divisible, so that loads take 16 bytes."""
    kernel = getattr(kernels, name)
    pointers = {
        "x_ptr": f"*{dtype}", "y_ptr": f"*{dtype}", "z_ptr": f"*{dtype}",
        "w_ptr": "*u8" if "fp8" in name else "*i32",
        "s_ptr": "*fp16" if "fp8" in name else f"*{dtype}",
    }  # fmt: skip
    signature = {
        a: pointers.get(a, "constexpr" if a in constants else "i32") for a in kernel.arg_names
    }
    even = [i for i, a in enumerate(kernel.arg_names) if a in pointers or a in ("N", "K", "STRIDE")]
    source = ASTSource(
        kernel, signature, constants, {(i,): [["tt.divisibility", 16]] for i in even}
    )
    options = {"num_warps": warps, "num_stages": stages, **FUSE}
    return triton.compile(source, target=GPUTarget("cuda", capability, 32), options=options)


def dump(cubin, option):
    """What cuobjdump says about a compiled kernel."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        command = [str(BIN / "cuobjdump"), option, file.name]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def instructions(text):
    """(address, opcode without its options, rest) of each line of SASS."""
    out = []
    for address, line in re.findall(r"/\*([0-9a-f]{4,})\*/\s+(\S[^;]*);", text):
        words = re.sub(r"^@!?U?P\w+\s+", "", line).split(None, 1)
        rest = words[1] if len(words) > 1 else ""
        out.append((int(address, 16), words[0].split(".")[0], rest))
    return out


def loop(code):
    """The instructions of the longest loop: from where a branch jumps back to, to that branch."""
    back = [(0, 0)]
    for address, opcode, rest in code:
        target = re.search(r"0x([0-9a-f]+)", rest) if opcode == "BRA" else None
        if target and int(target[1], 16) < address:
            back.append((int(target[1], 16), address))
    first, last = max(back, key=lambda pair: pair[1] - pair[0])
    return [one for one in code if first <= one[0] <= last]


def family(counts):
    """The tensor core's instruction if there is one, else FFMA2 or FFMA."""
    return next(
        (name for name in FAMILIES if counts[name] and name not in ("FFMA", "FFMA2")), None
    ) or ("FFMA2" if counts["FFMA2"] else "FFMA")


def row(one):
    """One line of the table."""
    tile = "×".join(str(size) for size in one["tile"][:2]) if one["tile"] else ""
    group = "" if "fp8" in one["kernel"] else f"g{one['group']}{'-zp' if one['zeros'] else ''}"
    return (
        f"{one['kernel']:<15} sm_{one['capability']:<4} {tile:<8} {group:<8} {one['family']:<8} "
        f"{one['registers']:>4} registers  {one['spilled']:>3} spilled  {one['shared']:>7,} B shared  "
        f"{one['per_weight']:5.1f} instructions/weight"
    )


if __name__ == "__main__":
    for which, options in shipped():
        for cc in CARDS:
            print(row(inspect(which, cc, **options)), flush=True)
