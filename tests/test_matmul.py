"""One matmul by names: numbers of any kind, and a sentence for what is unknown."""

import numpy as np
import pytest

from lowbit.matmul import matmul


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.int64, float])
def test_any_whole_number_gives_the_same_time(kind):
    plain = matmul("H100", "fp8", 64, 8192, 8192)["seconds"]
    assert matmul("H100", "fp8", kind(64), kind(8192), kind(8192))["seconds"] == plain


def test_an_unknown_rung_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"Unknown rung 'l3'. Known: ideal, L1, L2, L3, L4."):
        matmul("H100", "fp8", 1, 8192, 8192, rung="l3")
