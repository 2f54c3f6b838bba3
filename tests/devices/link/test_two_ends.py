"""The host and a panel joined without a line: resets, a pulled cable, a noisy one."""

from itertools import pairwise

import numpy as np
import pytest

from devices.link.session import Refused, SwitchMoved
from tests.devices.link.link_ends import LAMPS, SWITCHES, Ends, as_it_is, levels


def test_a_reset_whose_hello_was_lost_is_found_out() -> None:
    ends = Ends()
    ends.panel.press(5)
    ends.host.show(levels((0, 15)))
    ends.run(300_000)
    ends.panel.reset()
    ends.panel.transmit(ends.now_us)
    ends.host.show(levels((0, 14)))
    assert ends.run(50_000) == []
    assert ends.panel.lamps[0] == 14


def test_a_panel_is_right_within_a_second_of_its_cable_put_back() -> None:
    ends = Ends()
    for k in range(1, 101):
        ends.host.show(levels((k % LAMPS, k % 15 + 1)))
        ends.pull(300_000)
        ends.run(300_000)
        assert ends.panel.lamps.tolist() == ends.host.lamps.newest.tolist()
    assert not [event for event in ends.events if isinstance(event, SwitchMoved | Refused)]


class Noise:
    """A line on which each byte may be hit: a bit flipped, the byte dropped, or said twice."""

    def __init__(self, seed: int, share: float) -> None:
        self.chance = np.random.default_rng(seed)
        self.share = share

    def __call__(self, data: bytes) -> bytes:
        out = bytearray()
        hits = self.chance.random(len(data)) < self.share
        for byte, hit in zip(data, hits, strict=True):
            what = int(self.chance.integers(10)) if hit else -1
            if what == 8:
                continue
            out.append(byte ^ 1 << what if 0 <= what < 8 else byte)
            if what == 9:
                out.append(byte)
        return bytes(out)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_on_a_noisy_line_no_wrong_lamp_is_lit_and_no_switch_moves_by_itself(seed: int) -> None:
    """A hit in every 60 bytes: nearly every other frame.  Seeded, so that it can't fail by chance:
    one damaged frame in 65,536 would pass (test_link_frames counts them)."""
    chance = np.random.default_rng(seed)
    ends = Ends()
    ends.run(100_000)
    ends.line = Noise(seed, 1 / 60)
    shown = {bytes(LAMPS)}
    acts: list[tuple[int, bool]] = []
    for _ in range(400):
        lit = chance.integers(0, 16, LAMPS).astype(np.uint8) * (chance.random(LAMPS) < 0.3)
        ends.host.show(lit.astype(np.uint8))
        shown.add(lit.astype(np.uint8).tobytes())
        if chance.random() < 0.1:
            switch = int(chance.integers(SWITCHES))
            down = not ends.panel.contacts.finger[switch]
            (ends.panel.press if down else ends.panel.release)(switch)
            acts.append((switch, down))
        for _ in range(8):
            ends.run(4_000)
            assert ends.panel.lamps.tobytes() in shown
    ends.line = as_it_is
    ends.run(1_300_000)
    assert ends.panel.lamps.tolist() == ends.host.lamps.newest.tolist()
    moved = [(one.index, one.down) for one in ends.events if isinstance(one, SwitchMoved)]
    assert len(acts) - len(moved) == ends.host.switches.missed
    for switch in range(SWITCHES):
        done = [down for index, down in acts if index == switch]
        told = [down for index, down in moved if index == switch]
        # Edges may be missed in pairs; what is told alternates and ends where the switch stands.
        assert all(a != b for a, b in pairwise(told))
        assert told[-1:] == done[-1:] or (not told and len(done) % 2 == 0)
    assert ends.host.receiver.bad > 30, "the line was noisy"
