"""The lamps of the 704's console: each shows its bit or light, and how long it did is exact."""

from dataclasses import replace

import msgspec
import numpy as np
import numpy.typing as npt
import pytest

from devices.refusal import RefusedError
from machines.exhibit.computer import DUTY_WORDS, LIGHTS, REGISTER_BITS, Lights, Registers
from machines.ibm704.console import (
    Console,
    Wiring,
)
from tests.machines.ibm704.bench import CHEAP, LAYOUT, Bench, advance_sliced

WIRING = Wiring(LAYOUT)
SELF_PLAY = ("GAME   BLACK=MACHINE WHITE=MACHINE", "END")


class Still:
    """A computer that stands still with what it is given."""

    def __init__(self, registers: Registers | None = None, lights: Lights | None = None) -> None:
        self.now = registers or Registers()
        self.plates = lights or Lights()
        self.pressed: list[str] = []

    def registers(self) -> Registers:
        return self.now

    def lights(self) -> Lights:
        return self.plates

    def add_duty(self, on_us: npt.NDArray[np.int64]) -> None:
        pass

    def read_storage(self, address: int) -> int:
        return address << 1

    def press(self, control: str, keys: int) -> None:
        self.pressed.append(control)

    def set_switches(self, automatic: bool, sense: tuple[bool, ...], keys: int) -> None:
        self.switches = automatic, sense, keys

    def advance(self, us: int) -> int:
        return us

    def running(self) -> bool:
        return False

    def reason(self) -> str:
        return "it stands still"


def lit_lamps(machine: Still, console: Console | None = None) -> set[str]:
    lit = (console or Console(WIRING.count)).lit(machine, WIRING)
    return {WIRING.ids[k] for k in np.flatnonzero(lit)} - RESTING


RESTING = {"power.POWER", "power.READY", "power.AUTO MATIC"}


# -- lamps -----------------------------------------------------------------------------------------


WORDS = ["S", *map(str, range(1, 36))]
ROWS = {
    "storage": WORDS,
    "mq": WORDS,
    "accumulator": ["S", "Q", "P", *WORDS[1:]],
    "counter": WORDS[21:],
    "instruction": WORDS[:18],
}
"""The lamps of each register, from the left."""


def test_every_lamp_of_a_register_shows_its_bit() -> None:
    for row, names in ROWS.items():
        for place, name in enumerate(reversed(names)):
            shown = lit_lamps(Still(replace(Registers(), **{row: 1 << place})))  # type: ignore[arg-type]
            assert shown == {f"{row}.{name}"}


def test_the_index_lamps_show_the_register_that_display_a_b_or_c_chose() -> None:
    for register in range(3):
        for number in range(3, 18):
            word = 1 << (17 - number)
            a, b, c = (word if k == register else 0 for k in range(3))
            console = Console(WIRING.count, index_shown=register)
            assert lit_lamps(Still(Registers(index=(a, b, c))), console) == {f"index.{number}"}, (
                register,
                number,
            )
            console.index_shown = (register + 1) % 3
            assert lit_lamps(Still(Registers(index=(a, b, c))), console) == set(), (
                register,
                number,
            )


def test_every_light_has_its_plate() -> None:
    for light, lamp in [
        ("program_stop", "plate.PROGRAM STOP"),
        ("accum_overflow", "plate.ACCUM OVERFLOW"),
        ("divide_check", "plate.DIVIDE CHECK"),
        ("read_write_select", "status.READ WRITE SELECT"),
        ("quotient_overflow", "status.QUOTIENT OVERFLOW"),
        ("read_write_check", "status.READ WRITE CHECK"),
        ("trap", "trap.trap"),
        ("tape_check", "tape.check"),
    ]:
        lights = replace(Lights(), **{light: True})  # type: ignore[arg-type]
        assert lit_lamps(Still(lights=lights)) == {lamp}, (light, lamp)


def test_every_sense_light_has_its_neon() -> None:
    for number in range(1, 5):
        one, two, three, four = (k == number for k in range(1, 5))
        lights = Lights(sense=(one, two, three, four))
        assert lit_lamps(Still(lights=lights)) == {f"sense.{number}"}, number


def test_spare_lamps_stay_dark_whatever_the_machine_does() -> None:
    ones = (1 << 36) - 1
    machine = Still(
        Registers(ones, (1 << 38) - 1, ones, (0o77777,) * 3, 0o77777, 0o777777),
        Lights(*(True,) * 8, sense=(True,) * 4),
    )
    dark = set(WIRING.ids) - lit_lamps(machine) - RESTING
    spare = {f"spare.{name}" for name in "abcd"} | {f"tape.{name}" for name in "abc"}
    assert {lamp for lamp in dark if not lamp.startswith("power.")} == spare


def test_a_panel_that_lacks_a_lamp_is_refused() -> None:
    rows = tuple(
        msgspec.structs.replace(row, labels=row.labels[:-1], columns=row.columns[:-1])
        if row.id == "mq"
        else row
        for row in LAYOUT.lamp_rows
    )
    with pytest.raises(RefusedError, match="lamp row mq: 35 lamps; expected 36 in a run"):
        Wiring(msgspec.structs.replace(LAYOUT, lamp_rows=rows))


# -- how long they were lit ------------------------------------------------------------------------


def test_on_times_in_a_look_ahead_are_exact_to_the_microsecond() -> None:
    """All its micro-steps are multiples of 5 us: what is lit within each 5 of them adds up."""
    bench = Bench()
    bench.started(*SELF_PLAY)
    bench.think()
    whole = Bench()
    whole.machine.restore(bench.machine.snapshot())
    before = bench.machine.view().on_us
    naive = before.copy()
    for _ in range(1_000):
        bench.machine.advance(2)
        naive += 5 * bench.machine.state.console.lit(bench.machine.program, WIRING)
        bench.machine.advance(3)
    whole.machine.advance(5_000)
    assert np.array_equal(bench.machine.view().on_us, naive)
    assert np.array_equal(whole.machine.view().on_us, naive)
    assert (naive - before).max() == 5_000
    assert np.count_nonzero((naive > before) & (naive < before + 5_000)) > 60


def test_on_times_do_not_depend_on_how_time_is_sliced() -> None:
    """Cards, lines, look-aheads, a refused card, and the light that blinks at a concession."""
    whole, cut = Bench(), Bench()
    generator = np.random.default_rng(704)
    for one in (whole, cut):
        one.load(
            *CHEAP,
            "GAME   1 WHITE=MACHINE",
            "GAME   2 WHITE=MACHINE",
            "BOARD  W/W29/BK18,K22,K26",
            "MOVE   1/ 11-15",
            "MOVE   1/ 99-1",
        )
        one.press("console.start")
    total = 40_000_000
    whole.machine.advance(total)
    advance_sliced(cut.machine, total, 700_000, generator)
    assert np.array_equal(whole.machine.view().on_us, cut.machine.view().on_us)
    for lamp in ("sense.1", "sense.4", "status.READ WRITE SELECT", "status.READ WRITE CHECK"):
        assert 0 < whole.machine.view().on_us[whole.lamp(lamp)] < total


def test_light_4_blinks_half_the_time_when_the_machine_concedes() -> None:
    bench = Bench()
    bench.started(*CHEAP, "GAME   WHITE=MACHINE", "BOARD  W/W29/BK18,K22,K26", "END")
    bench.wait()
    assert "MACHINE CONCEDES" in bench.listing
    lamp = bench.lamp("sense.4")
    before = bench.machine.view().on_us[lamp]
    bench.machine.advance(10_000_000)
    assert bench.machine.view().on_us[lamp] - before == 5_000_000


def test_registers_block_has_a_lamp_for_each_bit_but_for_the_two_unseen_index_registers() -> None:
    for shown in WIRING.shows:
        assert len(set(shown)) == len(shown) == len(set(WIRING.computers))
        assert len(shown) - LIGHTS[1] + 2 * 15 == REGISTER_BITS
    assert set(np.concatenate(WIRING.shows)) == set(range(DUTY_WORDS))
