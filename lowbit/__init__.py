"""The numbers behind the book: formats, hardware, and the time of one matmul."""

__version__ = "0.1.0"
