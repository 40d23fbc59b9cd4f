"""Tables that chapters compute."""

from lowbit.page import table


def test_a_table_keeps_numbers_and_units_together():
    made = table(["layer", "time"], [["gate and up", "70.1 µs"], ["down", "no time was measured"]])
    assert made.splitlines() == [
        "| layer | time |",
        "| :-- | --: |",
        "| gate and up | 70.1\u00a0µs |",
        "| down | no time was measured |",
    ]
