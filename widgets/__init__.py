"""The live pictures of the book: one Python class and one JS module each."""

from widgets.blocks import Check, Predict
from widgets.hero import Hero
from widgets.roofline_explorer import RooflineExplorer

__all__ = ["Check", "Hero", "Predict", "RooflineExplorer"]
