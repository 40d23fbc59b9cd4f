"""Matrices cut into the blocks that share a scale, and their codes (numpy; lowbit.scaling)."""

import numpy as np

from lowbit.rounding import encode_array

CHUNK = 2**18  # values in work at a time: their copies stay in the cache


def blocked(flat, size):
    """[rows, columns] as [blocks, values of one], filled up with zeros, which change no scale and
    no error; and how many blocks stand (below, beside) each other."""
    counts = tuple(-(-n // b) for n, b in zip(flat.shape, size, strict=True))
    fill = [(0, c * b - n) for n, b, c in zip(flat.shape, size, counts, strict=True)]
    if any(after for _, after in fill):
        flat = np.pad(flat, fill)
    parts = flat.reshape(counts[0], size[0], counts[1], size[1]).swapaxes(1, 2)
    return parts.reshape(counts[0] * counts[1], size[0] * size[1]), counts


def unblocked(blocks, shape, size):
    """The inverse of `blocked`: the matrix without what it was filled up with."""
    counts = [-(-n // b) for n, b in zip(shape, size, strict=True)]
    parts = blocks.reshape(*counts, *size).swapaxes(1, 2)
    whole = parts.reshape(counts[0] * size[0], counts[1] * size[1])
    return np.ascontiguousarray(whole[: shape[0], : shape[1]])


def lengths_of(shape, size):
    """How many values of the matrix each block holds."""
    down, across = (np.minimum(b, n - np.arange(0, n, b)) for n, b in zip(shape, size, strict=True))
    return (down[:, None] * across).ravel()


def chunks(blocks):
    """Slices of some blocks at a time."""
    step = max(1, CHUNK // blocks.shape[1])
    return [slice(i, i + step) for i in range(0, len(blocks), step)]


# ---- codes, as in lowbit.grids ----


def encode(blocks, chosen, grid):
    """The codes (uint8) of [blocks, values] with what was chosen for each block."""
    with np.errstate(over="ignore"):
        if grid["setting"]["multiply"]:
            q = blocks * chosen["times"][:, None]
        else:
            q = blocks / chosen["step"][:, None]
    if grid["f"]["kind"] == "int":
        n = np.rint(np.clip(q, -1000, 1000)).astype(np.int16) + chosen["zero"][:, None]
        return (np.clip(n, grid["low"], grid["high"]) & (2 ** grid["f"]["bits"] - 1)).astype(
            np.uint8
        )
    return encode_array(q, grid["f"]["id"], overflow="saturate")


def numbers(grid):
    """What each code means, by code."""
    return np.array(grid["numbers"], np.float32)


def decode(codes, chosen, grid):
    """float32 values of [blocks, values] codes."""
    n = numbers(grid)[codes]
    if grid["setting"]["zero_point"]:
        n = n - chosen["zero"][:, None].astype(np.float32)
    return n * chosen["step"][:, None]
