"""Programs in the 704's own words copy from the units, cycle by cycle, on the machine itself."""

from collections.abc import Sequence

from devices.media.card import Card
from machines.ibm704.machine import Machine, MachineState
from tests.machines.ibm704.channel_bench import Rig, State

A, B = 1, 2
HPR = 0o420 << 24
COUNT, CARDS, BUFFER = 0o76, 0o77, 0o100
TEXTS = [f"CARD NUMBER {n} OF A DECK, ALL 72 COLUMNS" for n in range(12)]


def b(code: int, address: int, tag: int = 0) -> int:
    """An instruction of kind B: its code with the sign in bit 11, as the table has it."""
    return code << 24 | tag << 15 | address


def a(prefix: int, address: int, tag: int, decrement: int) -> int:
    """An instruction of kind A."""
    return prefix << 33 | decrement << 18 | tag << 15 | address


RDS, WRS, CPY, LDA, LXA, LLS, TIX = 0o762, 0o766, 0o700, 0o460, 0o534, 0o763, 2


class Running:
    """A machine on a rig's units, with the clock that the exhibit has."""

    def __init__(self, program: Sequence[int], slice_us: int = 10**9) -> None:
        self.rig = Rig(State())
        self.slice_us = slice_us
        state = MachineState.of_size(4096)
        state.channel = self.rig.state.channel
        self.machine = Machine(self.rig.channel, state)
        state.storage[: len(program)] = program

    def run(self, at_most_us: int = 60_000_000) -> int:
        """START, until it stands; how long it ran."""
        self.machine.press("start", 0)
        left = at_most_us
        while left and self.machine.running():
            dues = [due for unit in self.rig.units if (due := unit.due_us()) is not None]
            used = self.machine.advance(min([left, self.slice_us, *dues]))
            for unit in self.rig.units:
                unit.advance(used)
            left -= used
        return at_most_us - left


def copying(select: int, cards: int, records: bool) -> list[int]:
    """24 copies between select and the end, for so many cards or lines."""
    end = [b(CPY, 0), HPR | 1, HPR | 2] if records else []
    loop = [
        b(LXA, COUNT, A),
        select,
        b(CPY, BUFFER + 24, A),
        a(TIX, 3, A, 1),
        *end,
        a(TIX, 1, B, 1),
        HPR | 0o7777,
    ]
    program = [b(LXA, CARDS, B), *loop]
    return program + [0] * (COUNT - len(program)) + [24, cards]


def test_a_loop_that_computes_too_long_between_copies_stops_on_read_write_check() -> None:
    program = copying(b(RDS, 0o321), 1, records=True)
    # 70 long shifts between copies: more than the 744 us that a half row stands.
    slow = [b(LLS, 255)] * 70
    storage = [*program[:4], *slow, a(TIX, 3, A, 1), HPR | 1]
    running = Running(storage)
    memory = running.machine.state.storage
    memory[1] = b(LXA, 0o776, A)
    memory[0] = b(LXA, 0o777, B)
    memory[0o776], memory[0o777] = 24, 1
    memory[3] = b(CPY, 0o1000 + 24, A)
    running.rig.deck(*TEXTS)
    running.run()
    assert running.machine.lights().read_write_check
    assert "read-write check at 00003" in running.machine.reason()


def test_load_cards_brings_the_first_two_words() -> None:
    running = Running([])
    first = Card.of_row_words((HPR | 0o123, 0o777) + (0,) * 22)
    running.rig.deck(first)
    running.machine.press("load_cards", 0)
    running.run()
    assert running.machine.state.storage[:2].tolist() == [HPR | 0o123, 0o777]
    assert "HPR 00123" in running.machine.reason()


def test_a_lever_turned_to_manual_while_the_cards_load_stops_the_machine_before_its_first() -> None:
    running = Running([])
    running.rig.deck(Card.of_row_words((HPR | 0o123, 0o777) + (0,) * 22))
    running.machine.press("load_cards", 0)
    running.machine.set_switches(False, (False,) * 6, 0)
    running.run()
    assert running.machine.state.storage[:2].tolist() == [HPR | 0o123, 0o777]
    assert "at MANUAL" in running.machine.reason()
    assert running.machine.state.stops == 0
