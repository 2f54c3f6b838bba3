"""The 704 itself behind its console: buttons, stops, time, lamps, and the selector beside it."""

from collections.abc import Sequence

import numpy as np
import pytest

from devices.media.card import Card
from devices.refusal import RefusedError
from machines.exhibit import computer, snapshot
from machines.ibm704 import registers as at
from machines.ibm704.exhibit import CHECKERS, STORED
from machines.ibm704.machine import Machine, MachineState
from machines.ibm704.operations import BY_MNEMONIC, CYCLE_US
from tests.machines.ibm704.bench import GAME, Bench, advance_sliced
from tests.machines.ibm704.channel_bench import Rig, State

ORIGIN = 0o100


def word(mnemonic: str, address: int = 0, tag: int = 0, decrement: int = 0) -> int:
    """An instruction."""
    one = BY_MNEMONIC[mnemonic]
    if one.kind == "A":
        return one.code << 33 | decrement << 18 | tag << 15 | address
    return one.code << 24 | tag << 15 | (address if one.extension is None else one.extension)


def stored(*words: int, at_address: int = ORIGIN) -> Bench:
    """A bench wired to the 704, with these words in storage and the counter at the first."""
    bench = Bench()
    bench.act("selector.program", STORED)
    put(bench, at_address, *words)
    bench.wired.words[at.IC] = at_address
    return bench


def put(bench: Bench, address: int, *words: int) -> None:
    storage = bench.wired.state.storage
    storage[address : address + len(words)] = words


def lamps(bench: Bench) -> set[str]:
    """The plates and single neons that are lit."""
    view = bench.machine.view()
    ids = bench.machine.wiring.ids
    return {ids[k] for k in np.flatnonzero(view.lit)}


LOOP = (word("TXI", ORIGIN, 1, 1),)


# -- stops -----------------------------------------------------------------------------------------


def test_hpr_stops_with_its_plate_lit_and_start_goes_on_with_the_next_instruction() -> None:
    bench = stored(word("HPR", 0o30071), word("CLA", 0o200), word("HPR", 0o77777))
    put(bench, 0o200, 0o123)
    bench.press("console.start")
    bench.wait()
    assert "plate.PROGRAM STOP" in lamps(bench)
    assert bench.reason == "program stop at 00100: HPR 30071; START goes on"
    assert bench.machine.view().plays == 1
    bench.press("console.start")
    assert "plate.PROGRAM STOP" not in lamps(bench)
    bench.wait()
    assert bench.wired.registers().accumulator == 0o123
    assert bench.reason.startswith("program stop at 00102: HPR 77777")


def test_a_divide_check_stops_dvh_with_its_plate_lit() -> None:
    bench = stored(word("CLA", 0o200), word("DVH", 0o201), word("HPR", 0))
    put(bench, 0o200, 5, 5)
    bench.press("console.start")
    bench.wait()
    assert {"plate.DIVIDE CHECK"} <= lamps(bench)
    assert "plate.PROGRAM STOP" not in lamps(bench)
    assert bench.reason.startswith("divide check at 00101: DVH 00201, the quotient would be too")


def test_an_unknown_operation_stops_with_its_word_in_the_lamps() -> None:
    bench = stored(0o077700000005)
    bench.press("console.start")
    bench.wait()
    assert bench.reason == "no such operation at 00100: 077700000005; START goes on after it"
    registers = bench.wired.registers()
    assert registers.storage == 0o077700000005
    assert registers.instruction == 0o077700
    assert registers.counter == 0o101


def test_a_copy_with_nothing_selected_is_a_read_write_check() -> None:
    bench = stored(word("CPY", 0o200), word("HPR", 1))
    bench.press("console.start")
    bench.wait()
    assert "status.READ WRITE CHECK" in lamps(bench)
    assert bench.reason.startswith("read-write check at 00100: the copy came too late, or no unit")
    bench.press("console.start")
    bench.wait()
    assert bench.reason.startswith("program stop at 00101: HPR 00001")


# -- lever and buttons -----------------------------------------------------------------------------


def test_at_manual_it_stands_and_each_single_step_is_one_instruction() -> None:
    bench = stored(*LOOP)
    bench.press("console.start")
    bench.machine.advance(1_000_000)
    bench.act("console.lever", 0)
    bench.wait(100)
    before = bench.wired.registers()
    assert before.index[0] == (1_000_000 // 24 + 1) & 0o77777
    bench.machine.advance(1_000_000)
    assert bench.wired.registers() == before
    for step in (1, 2, 3):
        bench.press("console.single_step")
        bench.wait(100)
        assert bench.wired.registers().index[0] == before.index[0] + step & 0o77777


def test_multiple_step_makes_about_ten_steps_a_second_while_it_is_held() -> None:
    bench = stored(*LOOP)
    bench.act("console.lever", 0)
    bench.act("console.multiple_step", 1)
    bench.machine.advance(2_000_000)
    bench.act("console.multiple_step", 0)
    assert 19 <= bench.wired.registers().index[0] <= 21


def test_enter_mq_and_enter_instruction_take_the_keys() -> None:
    bench = stored()
    bench.act("console.lever", 0)
    bench.keys(0o123456701234)
    bench.press("console.enter_mq")
    assert bench.wired.registers().mq == bench.wired.registers().storage == 0o123456701234
    bench.keys(word("STQ", 0o456))
    bench.press("console.enter_instruction")
    bench.wait(100)
    assert bench.wired.read_storage(0o456) == 0o123456701234
    assert bench.wired.registers().counter == ORIGIN
    bench.keys(word("TRA", 0o1000))
    bench.press("console.enter_instruction")
    bench.wait(100)
    assert bench.wired.registers().counter == 0o1000


def test_display_storage_and_effective_address_put_a_word_into_the_storage_lamps() -> None:
    bench = stored()
    put(bench, 0o456, 0o765432101234)
    bench.act("console.lever", 0)
    bench.keys(0o456)
    bench.press("console.display_storage")
    assert shown(bench, "storage") == 0o765432101234
    bench.wired.words[at.XA] = 0o6
    bench.keys(1 << 15 | 0o456)
    bench.press("console.display_effective_address")
    assert shown(bench, "storage") == 0o450
    bench.press("console.display_a")
    assert shown(bench, "index") == 0o6


def shown(bench: Bench, row: str) -> int:
    view = bench.machine.view()
    names = bench.machine.wiring.ids
    bits = [view.lit[k] for k, name in enumerate(names) if name.rpartition(".")[0] == row]
    return int("".join("1" if bit else "0" for bit in bits), 2)


def test_reset_clears_registers_and_lights_not_storage() -> None:
    bench = stored(word("CLA", 0o200), word("PSE", 0o141), word("HPR", 1))
    put(bench, 0o200, 0o707)
    bench.press("console.start")
    bench.wait()
    assert {"sense.1", "plate.PROGRAM STOP"} <= lamps(bench)
    bench.press("console.reset")
    assert lamps(bench) <= {"power.POWER", "power.READY", "power.AUTO MATIC"}
    assert bench.wired.registers() == computer.Registers()
    assert bench.wired.read_storage(0o200) == 0o707


def test_clear_steps_the_counter_through_storage_a_word_a_cycle_and_leaves_zeros() -> None:
    bench = stored(*LOOP)
    bench.press("console.clear")
    size = len(bench.wired.state.storage)
    bench.machine.advance(CYCLE_US * 1_000)
    assert bench.wired.registers().counter == 1_000
    bench.machine.advance(CYCLE_US * (size - 1_000) - 1)
    assert bench.machine.view().busy
    bench.machine.advance(1)
    assert not bench.machine.view().busy
    assert not bench.wired.state.storage.any()
    assert bench.wired.registers().counter == 0


def test_power_off_forgets_the_registers_and_keeps_storage() -> None:
    bench = stored(*LOOP)
    bench.press("console.start")
    bench.machine.advance(1_000_000)
    bench.press("console.dc_off")
    bench.machine.advance(1_000_000)
    assert lamps(bench) == {"power.POWER"}
    assert bench.wired.registers() == computer.Registers()
    assert bench.wired.read_storage(ORIGIN) == LOOP[0]


# -- time and lamps --------------------------------------------------------------------------------


def test_an_instruction_takes_its_cycles_and_state_does_not_depend_on_slices() -> None:
    busy = (word("MPY", 0o200), word("TXI", ORIGIN, 1, 1))
    whole, cut = stored(*busy), stored(*busy)
    generator = np.random.default_rng(704)
    for one in (whole, cut):
        put(one, 0o200, 3)
        one.press("console.start")
    total = 500_000
    whole.machine.advance(total)
    advance_sliced(cut.machine, total, 700, generator)
    assert snapshot.digest(whole.machine.snapshot()) == snapshot.digest(cut.machine.snapshot())
    assert np.array_equal(whole.machine.view().on_us, cut.machine.view().on_us)
    # 22 cycles a turn; the one under way has begun.
    assert whole.wired.registers().index[0] in (total // 264, total // 264 + 1)


# -- the selector ----------------------------------------------------------------------------------


def test_the_selector_keeps_the_game_and_the_program_apart() -> None:
    bench = Bench()
    bench.started(*GAME)
    bench.wait()
    scene = bench.machine.view().scene
    bench.act("selector.program", STORED)
    assert bench.machine.view().controls["selector.program"] == STORED
    put(bench, 0, word("HPR", 5))
    bench.press("console.start")
    bench.wait()
    assert bench.reason.startswith("program stop at 00000: HPR 00005")
    bench.act("selector.program", CHECKERS)
    assert bench.machine.view().scene == scene
    bench.act("selector.program", STORED)
    assert bench.wired.read_storage(0) == word("HPR", 5)


def test_the_selector_can_not_be_turned_while_the_machine_runs() -> None:
    bench = stored(*LOOP)
    bench.press("console.start")
    bench.machine.advance(1_000)
    with pytest.raises(RefusedError, match="the machine is running: put the lever to MANUAL"):
        bench.act("selector.program", CHECKERS)
    bench.act("console.lever", 0)
    bench.wait(100)
    bench.act("selector.program", CHECKERS)
    with pytest.raises(RefusedError, match="0 \\(checkers\\) or 1 \\(704\\)"):
        bench.act("selector.program", 2)


# -- channel program -------------------------------------------------------------------------------


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
