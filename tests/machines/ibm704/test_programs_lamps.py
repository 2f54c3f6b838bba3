"""The lamp demonstration fills a minute, and every lamp that it speaks of is lit and goes out."""

import pytest

from machines.ibm704 import registers as at
from tests.machines.ibm704.programs import Kernel, assembled

SECOND = 1_000_000 // 12
TENTH = SECOND // 10
SWITCH_6 = 1


@pytest.mark.parametrize(("size", "seconds"), [(4096, 58.2), (8192, 58.8), (32768, 59.9)])
def test_it_begins_again_after_a_minute(size: int, seconds: float) -> None:
    kernel = Kernel(assembled("lamps"), size)
    start = kernel.symbols["START"]
    kernel.run(SECOND)
    kernel.storage[start] = start  # HTR *, where the next round would begin
    assert kernel.run(70 * SECOND) == at.STOPPED_HTR
    assert kernel.state[at.CYCLES] / SECOND == pytest.approx(seconds, abs=0.1)


def test_every_lamp_that_it_speaks_of_is_seen_lit_and_dark() -> None:
    kernel = Kernel(assembled("lamps"))
    seen: dict[int, list[int]] = {}
    lights = (at.AC_OVERFLOW, at.MQ_OVERFLOW, at.DIVIDE_CHECK, at.TRAPPING)
    registers = {at.AC: 38, at.MQ: 36, at.XA: 12, at.XB: 12, at.XC: 12, at.SENSE_LIGHTS: 4}
    for _ in range(1200):
        assert kernel.run(SECOND // 20) == at.RAN
        for place in (*lights, *registers):
            seen.setdefault(place, []).append(int(kernel.state[place]))
    for place in lights:
        assert {0, 1} == set(seen[place])
    for place, bits in registers.items():
        for bit in range(bits):
            assert {0, 1} == {word >> bit & 1 for word in seen[place]} or (place, bit) == (
                at.AC,
                37,
            )


def test_switch_6_stops_it_at_once_anywhere_and_start_goes_on() -> None:
    kernel = Kernel(assembled("lamps"))
    for _ in range(40):
        kernel.state[at.SENSE_SWITCHES] = 0
        assert kernel.run(SECOND + SECOND // 2) == at.RAN
        kernel.state[at.SENSE_SWITCHES] = SWITCH_6
        before = int(kernel.state[at.CYCLES])
        assert kernel.run(5 * TENTH) == at.STOPPED_HPR
        assert int(kernel.state[at.SR]) & 0o77777 == 0o77777
        assert (int(kernel.state[at.CYCLES]) - before) / TENTH < 3
