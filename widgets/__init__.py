"""The live pictures of the book: one Python class and one JS module each."""

from widgets.bit_explorer import BitExplorer
from widgets.blocks import Check, Predict
from widgets.hero import Hero
from widgets.roofline_explorer import RooflineExplorer
from widgets.scale_playground import ScalePlayground

__all__ = ["BitExplorer", "Check", "Hero", "Predict", "RooflineExplorer", "ScalePlayground"]
