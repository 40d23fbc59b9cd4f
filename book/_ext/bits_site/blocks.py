"""Sections with these titles get the book's blocks; in the notebook they stay plain Markdown."""

from docutils import nodes

CLASSES = {
    "What you will be able to answer": "lp-goals",
    "What people get wrong": "lp-wrongs",
    "Takeaways": "lp-take",
    "Check yourself": "lp-checks",
}


def mark(app, doctree, docname):
    """Add the class to each section whose title names a block."""
    for section in doctree.findall(nodes.section):
        title = section.next_node(nodes.title)
        name = CLASSES.get(title.astext().strip()) if title else None
        if name and name not in section["classes"]:
            section["classes"].append(name)
