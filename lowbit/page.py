"""Small pieces of Markdown that chapters compute instead of typing."""

SHORT = 14  # characters of a cell that is a number with its unit


def whole(cell):
    """The cell's text; a number is not parted from its unit at the end of a line."""
    text = str(cell)
    return text.replace(" ", "\u00a0") if len(text) <= SHORT else text


def table(head, rows):
    """A Markdown table; the first column is left-aligned, the others right."""
    rows = [[row[0], *map(whole, row[1:])] for row in rows]
    line = lambda cells: "| " + " | ".join(str(c) for c in cells) + " |"  # noqa: E731
    rule = ":--" + " | --:" * (len(head) - 1)
    return "\n".join([line(head), f"| {rule} |", *map(line, rows)])
