"""Read a result file of the GPU labs: refuse what is malformed, in a sentence (compiled to JavaScript).

The same checks run where a lab is loaded and where a reader drops its file onto the page, so a file
that one takes the other takes too. The schema is lowbit/data/result_schema.json; `check` knows the
words of JSON Schema that it uses: type (a list), const, enum, required, properties, items, minimum,
maximum, maxLength, maxItems.
"""

from lowbit.schemes import scheme
from lowbit.text import sig

RESULT_KIND = "bits-and-bandwidth result"
RESULT_VERSION = 1
LARGEST_FILE = 1000000  # bytes; a lab writes less than a tenth


def kind_of(value):
    """ "null", "boolean", "number", "string", "array" or "object": JSON's name of a value's kind."""
    names = {bool: "boolean", int: "number", float: "number", str: "string", list: "array"}
    return "null" if value is None else names.get(type(value), "object")


def check(data, schema):
    """Raise ValueError with a sentence unless `data` is a result file that this book can read."""
    said = data["kind"] if kind_of(data) == "object" and "kind" in data else None
    if kind_of(said) != "string" or said != RESULT_KIND:  # in JavaScript ["a"] == "a"
        raise ValueError(
            "This is no result file of the book's labs: such a file says kind: '"
            + RESULT_KIND
            + "'."
        )
    if (
        "version" in data
        and kind_of(data["version"]) == "number"
        and data["version"] > RESULT_VERSION
    ):
        raise ValueError(
            "This file is of version " + sig(data["version"], 3) + "; this book reads version "
            "1: take the newer book, or run the lab of this one."
        )
    check_value(data, schema, "")
    for i in range(len(data["rows"])):
        row = data["rows"][i]
        scheme(row["format"])  # unknown formats raise
        if row["kind"] == "timed" and ("seconds" not in row or row["seconds"] is None):
            raise ValueError(place_of("rows", i) + " is timed, but has no seconds.")
    for fit in fits_of(data):
        scheme(fit["format"])


def check_value(value, schema, place):
    """Raise ValueError, naming the place in the file, where a value breaks its schema."""
    kind = kind_of(value)
    if "const" in schema and (kind != kind_of(schema["const"]) or value != schema["const"]):
        raise ValueError(
            place + " must be " + shown(schema["const"]) + ", not " + shown(value) + "."
        )
    if "enum" in schema and (kind != "string" or value not in schema["enum"]):
        raise ValueError(
            place + " must be one of " + ", ".join(schema["enum"]) + ", not " + shown(value) + "."
        )
    if "type" in schema:
        check_type(value, kind, schema, place)
    if kind == "object" and "properties" in schema:
        for key in schema.get("required", []):
            if key not in value:
                raise ValueError((place + ": " if place != "" else "") + key + " is missing.")
        for key, inner in schema["properties"].items():
            if key in value:
                check_value(value[key], inner, key if place == "" else place + "." + key)
    if kind == "array":
        if len(value) > schema["maxItems"]:
            raise ValueError(place + " has more than " + sig(schema["maxItems"], 6) + " entries.")
        for i in range(len(value)):
            check_value(value[i], schema["items"], place_of(place, i))


def check_type(value, kind, schema, place):
    """The type, the range of a number and the length of a text."""
    fine = kind in schema["type"]
    if kind == "number":
        whole = "integer" in schema["type"] and value % 1 == 0
        low = schema.get("minimum", 0)
        high = schema.get("maximum", 1.0e18)
        fine = (fine or whole) and value >= low and value <= high  # NaN is in no range
    if kind == "string" and fine and len(value) > schema.get("maxLength", 500):
        raise ValueError(place + " is longer than " + sig(schema["maxLength"], 4) + " letters.")
    if not fine:
        raise ValueError(place + " must be " + wanted(schema) + ", not " + shown(value) + ".")


def wanted(schema):
    """ "a number from 0 to 1,000 or null": what a schema's type and range ask for."""
    words = []
    for name in schema["type"]:
        word = {
            "number": "a number",
            "integer": "a whole number",
            "string": "a text",
            "boolean": "true or false",
            "array": "a list",
            "object": "an object",
            "null": "null",
        }[name]
        if name in ["number", "integer"]:
            low = sig(schema.get("minimum", 0), 3)
            word = word + " from " + low + " to " + sig(schema.get("maximum", 1.0e18), 3)
        words.append(word)
    return " or ".join(words)


def shown(value):
    """A value in a sentence, short."""
    kind = kind_of(value)
    if kind == "string":
        return "'" + (value if len(value) <= 30 else value[:29] + "…") + "'"
    if kind == "number":
        return sig(value, 4)
    if kind == "boolean":
        return "true" if value else "false"
    return {"null": "null", "array": "a list", "object": "an object"}[kind]


def place_of(name, i):
    return name + "[" + str(int(i)) + "]"


def fits_of(data):
    return data.get("fits", [])
