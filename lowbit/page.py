"""Small pieces of Markdown that chapters compute instead of typing."""


def table(head, rows):
    """A Markdown table; the first column is left-aligned, the others right."""
    line = lambda cells: "| " + " | ".join(str(c) for c in cells) + " |"  # noqa: E731
    rule = ":--" + " | --:" * (len(head) - 1)
    return "\n".join([line(head), f"| {rule} |", *map(line, rows)])
