"""JSON that a reader and a diff can follow: small things stand on one line."""

import json


def is_flat(value):
    """Whether it stands on one line: it holds neither containers nor sentences."""
    inside = value.values() if isinstance(value, dict) else value
    return not any(isinstance(v, dict | list) or len(str(v)) > 60 for v in inside)


def readable(value, depth=0):
    """The text of `value`, keys in the order given, the same on every run."""
    if not isinstance(value, dict | list) or is_flat(value):
        return json.dumps(value, ensure_ascii=False)
    separator = ",\n" + " " * (depth + 1)
    if isinstance(value, list):
        inner = separator.join(readable(v, depth + 1) for v in value)
        return "[" + separator[1:] + inner + separator[1:-1] + "]"
    inner = separator.join(f"{json.dumps(k)}: {readable(v, depth + 1)}" for k, v in value.items())
    return "{" + separator[1:] + inner + separator[1:-1] + "}"
