"""Lab 00 on a GPU that is not here: torch's CUDA checks accept the tensors that the lab builds.

Fake tensors run the shape and layout checks of the CUDA operators without a GPU.
"""

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode


def scaled_mm(m, n, k, column_major=True):
    """The lab's call with fake CUDA tensors: x8 (m, k), w8 (n, k) handed over as w8.T."""
    with FakeTensorMode():
        empty = lambda *size, dtype: torch.empty(size, dtype=dtype, device="cuda")  # noqa: E731
        x8 = empty(m, k, dtype=torch.float8_e4m3fn)
        w8 = empty(n, k, dtype=torch.float8_e4m3fn).T
        w8 = w8 if column_major else empty(k, n, dtype=torch.float8_e4m3fn)
        one = torch.ones((), device="cuda")
        return torch._scaled_mm(x8, w8, scale_a=one, scale_b=one, out_dtype=torch.bfloat16)


@pytest.mark.parametrize("size", [(16, 512, 1024), (1, 8192, 8192)])
def test_the_lab_s_matmuls_are_accepted(size):
    y = scaled_mm(*size)
    assert y.shape == size[:2]
    assert y.dtype == torch.bfloat16


def test_the_checks_are_really_run():
    with pytest.raises(RuntimeError, match="divisible by 16"):
        scaled_mm(16, 512, 60)
    with pytest.raises(RuntimeError, match="col_major"):
        scaled_mm(16, 512, 1024, column_major=False)
