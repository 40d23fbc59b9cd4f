"""What needs a GPU: imported by the labs and their tests only; `lowbit` never imports torch."""
