"""The lamps' brightness by a kernel is that of devices.panel.lamps."""

import numpy as np
import pytest

from devices.panel.lamps import LampBank, four_bits
from machines.floor.panel.kernel_bank import KernelBank
from machines.floor.panel.link import layout_of


@pytest.mark.parametrize("exhibit", ["ibm704", "menace"])
def test_it_shows_what_the_other_shows_frame_by_frame(exhibit: str) -> None:
    layout = layout_of(exhibit)
    one, other = LampBank.of(layout), KernelBank.of(layout)
    generator = np.random.default_rng(7)
    lamps = len(layout.lamps())
    on_us, now_us = np.zeros(lamps, np.int64), 0
    seen = set()
    for _ in range(500):
        passed = int(generator.choice([0, 0, 700, 16_667, 40_000]))  # of the machine's time
        now_us += passed
        on_us += (passed * generator.choice([0, 0.3, 0.7, 1, 1.1], lamps)).astype(np.int64)
        lit = generator.random(lamps) < 0.5
        busy = bool(generator.random() < 0.7)
        frame_us = int(generator.choice([1, 4_000, 16_667, 2_000_000]))
        wanted = one.follow(on_us, now_us, lit, busy, frame_us).astype(int)
        got = other.follow(on_us, now_us, lit, busy, frame_us)
        # Both round a level of their own mathematical library's exponential.
        assert np.abs(got - wanted).max() <= 1
        assert other.levels.tolist() == four_bits(got).tolist()
        seen |= set(other.levels.tolist())
    assert seen == set(range(16))
