"""What Jupyter Book 1 does not do by itself, so that the site is light, whole and its own.

bits.py    the widgets' script and style, on the pages that need them
launch.py  Colab and repository buttons from one setting
live.py    the directive that puts a widget on a Markdown page
blocks.py  plain sections such as "Takeaways" get the class that styles them
tidy.py    what the theme loads from elsewhere or twice goes out of the built pages
"""

from bits_site import bits, blocks, launch, live, tidy


def setup(app):
    app.connect("config-inited", launch.configure, priority=10)  # before the theme reads it
    app.connect("builder-inited", bits.write)
    app.add_directive("live", live.Live)
    app.connect("doctree-resolved", blocks.mark)
    app.connect("html-page-context", bits.load, priority=900)  # after the other extensions added
    app.connect("build-finished", tidy.run)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
