"""What JavaScript has as one word (tools/compile_js.py, NATIVE): float32 and numbers in order."""

from ctypes import c_float


def f32(x):
    """x rounded to the nearest float32, ties to even; beyond the largest one, infinity."""
    return c_float(x).value


def ascending(values):
    """A new list of the numbers, smallest first."""
    return sorted(values)
