"""One matmul by names: find the GPU, the engine and the constants, then ask lowbit.speed."""

from lowbit import hardware, lookup, measured, speed


def matmul(gpu, name, m, n, k, engine="", rung="L3"):
    """Everything the book says about y[M,N] = x[M,K]·W[K,N]: the dict of speed.gemm, with "gpu"
    (the hardware row) and "engine" (NAME@version, "" without constants) beside it.

    gpu: any usual short form. name: a format of lowbit.schemes. Raises ValueError in a sentence.
    """
    if rung not in speed.RUNGS:
        raise ValueError(f"Unknown rung '{rung}'. Known: {', '.join(speed.RUNGS)}.")
    # plain numbers: a numpy int16 would overflow without a word
    m, n, k = (int(speed.check_size(v, name)) for v, name in zip((m, n, k), "MNK", strict=True))
    row = hardware.find_gpu(gpu)
    constants = measured.constants()
    chosen = lookup.resolve_engine(constants, row["id"], engine)
    fit = lookup.row_of(constants["sets"], row["id"], chosen, name)
    return speed.gemm(m, n, k, row, name, fit, rung, {}) | {"gpu": row, "engine": chosen}
