"""Find the constants and the measured times of a GPU, engine and format (compiled to JavaScript).

An engine is written NAME or NAME@version; "" means the default of that GPU.
Two formats may share one measured set: FP16 has BF16's rate on every tensor core in the book.
"""


def measured_format(name):
    """The format under which a scheme was measured."""
    if name == "fp16":
        return "bf16"
    return "fp8-tensor" if name == "fp8" else name


def engine_id(row):
    return row["engine"] + "@" + row["version"]


def engines_of(constants, gpu_id):
    """Every NAME@version with constants for this GPU, the default first."""
    found = []
    first = constants["default_engine"].get(gpu_id, "")
    if first != "":
        found.append(first)
    for row in constants["sets"]:
        if row["gpu"] == gpu_id and engine_id(row) not in found:
            found.append(engine_id(row))
    return found


def resolve_engine(constants, gpu_id, engine):
    """NAME@version for what the reader wrote; "" when this GPU has no engine with constants.
    A name that this GPU does not have raises ValueError with the known ones."""
    known = engines_of(constants, gpu_id)
    if engine == "":
        return known[0] if len(known) > 0 else ""
    for one in known:
        if one.lower() == engine.lower() or one.split("@")[0].lower() == engine.lower():
            return one
    if len(known) == 0:
        raise ValueError("No engine has constants for this GPU; leave the engine out.")
    raise ValueError(
        "Unknown engine '" + engine + "' for this GPU. Known: " + ", ".join(known) + "."
    )


def row_of(sets, gpu_id, engine, name):
    """The set of this GPU, NAME@version and format, or None."""
    wanted = measured_format(name)
    for row in sets:
        if row["gpu"] == gpu_id and engine_id(row) == engine and row["format"] == wanted:
            return row
    return None


def shape_key(n, k):
    return str(int(n)) + "x" + str(int(k))


def nearest_shape(row, n, k):
    """The measured "NxK" of a set that is nearest to N x K: same N·K first, then same ratio.

    Apart in size counts twice as much as apart in shape (both as ratios)."""
    best = ""
    best_distance = 0.0
    for key in row["us"].keys():
        parts = key.split("x")
        rn = int(parts[0])
        rk = int(parts[1])
        size = ratio(rn * rk, n * k)
        shape = ratio(rn * k, n * rk)
        distance = size * size * shape
        if best == "" or distance < best_distance:
            best = key
            best_distance = distance
    return best


def ratio(a, b):
    """max(a/b, b/a): how far two numbers are apart, ≥ 1."""
    return max(a / b, b / a)
