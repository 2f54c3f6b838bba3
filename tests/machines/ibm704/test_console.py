"""The buttons, keys, lever and power of the 704's console: what works when, and what it does."""

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.ibm704.console import (
    BUTTONS,
    ONLY_AUTOMATIC,
    ONLY_MANUAL,
    POWER,
    key_bit,
)
from machines.samuel.console_view import CLEARED_US
from machines.samuel.entry_keys import STQ
from machines.samuel.state import Stop
from tests.machines.ibm704.bench import CHEAP, Bench

SELF_PLAY = ("GAME   BLACK=MACHINE WHITE=MACHINE", "END")


RESTING = {"power.POWER", "power.READY", "power.AUTO MATIC"}

# -- buttons and the lever -------------------------------------------------------------------------


def weighed(bench: Bench) -> bytes:
    """All that a refused act must leave alone."""
    state = bench.machine.state
    return snapshot.pack((state.console, state.program, state.reader, state.printer), 1)


def test_a_button_works_only_where_the_lever_allows_it() -> None:
    for button in sorted(BUTTONS - POWER):
        wrong = {"manual": button in ONLY_AUTOMATIC, "automatic": button in ONLY_MANUAL}
        for lever, refused in wrong.items():
            bench = Bench()
            bench.load(*SELF_PLAY)
            bench.act("console.lever", int(lever == "automatic"))
            before = weighed(bench)
            if refused:
                other = "AUTOMATIC" if lever == "manual" else "MANUAL"
                with pytest.raises(RefusedError, match=f"works only with the lever at {other}"):
                    bench.act(f"console.{button}")
                assert weighed(bench) == before, button
                assert "works only with the lever" in bench.reason, button
            elif button not in ("load_drum", "enter_instruction"):
                bench.act(f"console.{button}")
                assert bench.reason == "" or "works only" not in bench.reason, button
                assert bench.machine.view().controls[f"console.{button}"] == 1, button
                bench.act(f"console.{button}", 0)
                assert f"console.{button}" not in bench.machine.view().controls, button


def test_the_console_has_no_other_controls() -> None:
    with pytest.raises(RefusedError, match="there is no such control on this console"):
        Bench().act("console.coffee")


def test_a_key_down_is_a_1_in_its_bit() -> None:
    for number in ["S", *map(str, range(1, 36))]:
        bench = Bench()
        bench.act(f"console.key.{number}")
        assert bench.machine.state.console.keys == key_bit(number), number
        bench.act("console.lever", 0)
        bench.press("console.enter_mq")
        assert bench.row("mq") == bench.row("storage") == key_bit(number), number
        bench.act(f"console.key.{number}", 0)
        assert bench.machine.state.console.keys == 0, number
        assert bench.machine.view().controls[f"console.key.{number}"] == 0, number


# -- what the DISPLAY buttons show -----------------------------------------------------------------


def halted() -> Bench:
    """A machine halted by the lever in the middle of a look-ahead."""
    bench = Bench()
    bench.started(*SELF_PLAY)
    bench.think(1_000_000)
    bench.halt()
    return bench


def test_display_storage_shows_the_look_aheads_own_stack() -> None:
    bench = halted()
    program = bench.machine.program
    depth = len(program.state.lookahead.line_now())
    assert depth > 1
    seen = set()
    for address in (0o1000, 0o1001, 0o1004, 0o1011, 0o1020, 0o1021, 0o1024):
        bench.keys(address)
        bench.press("console.display_storage")
        assert bench.row("storage") == program.read_storage(address)
        seen.add(bench.row("storage"))
    assert len(seen) > 4
    # FA at the start: Black's twelve men on bits 1-8 and 10-13, as Samuel numbers them.
    bench.keys(0o1000)
    bench.press("console.display_storage")
    assert bench.row("storage") == sum(1 << 35 - n for n in (*range(1, 9), *range(10, 14)))


def test_display_effective_address_takes_the_index_from_the_address() -> None:
    bench = halted()
    ply, number, pieces = bench.machine.program.registers().index
    assert ply > 0
    for tag, index in ((0, 0), (1, ply), (2, number), (4, pieces), (7, ply | number | pieces)):
        bench.keys(tag << 15 | 0o1234)
        bench.press("console.display_effective_address")
        assert bench.row("storage") == (0o1234 - index) & 0o77777


def test_display_a_b_and_c_show_ply_move_and_pieces() -> None:
    bench = halted()
    for button, index in zip("abc", bench.machine.program.registers().index, strict=True):
        bench.press(f"console.display_{button}")
        assert bench.row("index") == index


# -- stepping --------------------------------------------------------------------------------------


def test_the_lever_halts_a_look_ahead_after_the_board_under_study() -> None:
    bench = Bench()
    bench.started(*SELF_PLAY)
    bench.think(1_000_000)
    boards = bench.machine.view().tallies["boards"]
    bench.halt()
    assert bench.machine.view().tallies["boards"] in (boards, boards + 1)
    assert bench.reason.startswith("halted by the lever: SINGLE STEP looks at one more board")
    assert bench.row("counter") == 0o1000 + 0o20 * bench.row("index") > 0o1000
    before = bench.machine.program.registers()
    bench.machine.advance(5_000_000)
    assert bench.machine.program.registers() == before


def test_multiple_step_looks_at_about_ten_boards_a_second() -> None:
    bench = halted()
    boards = bench.machine.view().tallies["boards"]
    bench.act("console.multiple_step")
    bench.machine.advance(2_000_000)
    bench.act("console.multiple_step", 0)
    assert bench.machine.view().tallies["boards"] - boards == 20
    bench.wait()
    assert bench.machine.view().tallies["boards"] - boards == 20 + 1


def test_multiple_step_held_to_the_end_of_a_game_does_nothing_more() -> None:
    bench = Bench()
    bench.load(*CHEAP, "GAME   BLACK=MACHINE", "BOARD  B/WK32/B1", "END")
    bench.act("console.lever", 0)
    bench.act("console.multiple_step")
    bench.machine.advance(60_000_000)
    assert bench.machine.view().busy
    bench.act("console.multiple_step", 0)
    assert not bench.machine.view().busy
    assert "END OF DECK" in bench.listing


def test_single_step_with_nothing_to_step_is_refused_in_words() -> None:
    bench = Bench()
    bench.act("console.lever", 0)
    with pytest.raises(RefusedError, match="SINGLE STEP: nothing is loaded"):
        bench.act("console.single_step")


@pytest.mark.slow
def test_a_game_halted_and_stepped_is_the_game_played_at_one_go() -> None:
    cards = ("BREAK  MIN 2", "BREAK  LAST 6", "GAME   BLACK=MACHINE WHITE=MACHINE LIMIT=3", "END")
    straight = Bench()
    straight.started(*cards)
    straight.wait()
    bench = Bench()
    bench.started(*cards)
    while bench.machine.view().busy:
        bench.machine.advance(1_234_567)
        bench.halt()
        if bench.machine.program.state.held:
            bench.press("console.single_step")
            bench.wait()
        bench.act("console.lever", 1)
        if bench.machine.program.state.held:
            bench.press("console.start")
    assert bench.listing == straight.listing


# -- words from the keys ---------------------------------------------------------------------------


def stq(bench: Bench, address: int, word: int) -> None:
    """Keys, ENTER MQ, keys with STQ and the address, ENTER INSTRUCTION."""
    bench.keys(word)
    bench.press("console.enter_mq")
    bench.keys(STQ | address)
    bench.press("console.enter_instruction")


def test_stq_from_the_keys_changes_a_break_point_in_the_middle_of_a_look_ahead() -> None:
    bench = halted()
    stq(bench, 0o200, 5)
    assert bench.machine.program.read_storage(0o200) == 5
    assert bench.machine.program.state.lookahead.settings.minimum == 5
    bench.resume()
    bench.machine.advance(1_000_000)
    assert bench.machine.view().busy


def test_stq_before_anything_is_loaded_is_refused() -> None:
    bench = Bench()
    bench.act("console.lever", 0)
    with pytest.raises(RefusedError, match="ENTER INSTRUCTION: nothing is loaded"):
        stq(bench, 0o200, 5)


# -- RESET and CLEAR -------------------------------------------------------------------------------


def test_reset_halts_and_clears_registers_and_lights_but_not_storage() -> None:
    bench = Bench()
    bench.started(*SELF_PLAY)
    bench.think(1_000_000)
    boards = bench.machine.view().tallies["boards"]
    word = bench.machine.program.read_storage(0o1022)
    bench.press("console.reset")
    lit = {bench.machine.wiring.ids[k] for k in np.flatnonzero(bench.machine.view().lit)}
    assert lit == RESTING
    assert bench.reason == "halted: press START to go on"
    assert bench.machine.program.read_storage(0o1022) == word != 0
    bench.press("console.start")
    bench.machine.advance(1_000_000)
    assert bench.machine.view().tallies["boards"] > boards


def test_clear_steps_the_counter_through_storage_and_leaves_zeros() -> None:
    bench = Bench()
    bench.load(*SELF_PLAY)
    assert bench.machine.program.read_storage(0o200) == 3
    bench.press("console.clear")
    bench.machine.advance(12 * 0o1234)
    assert bench.row("counter") == 0o1234
    assert bench.machine.view().caption == "storage is being cleared"
    before = bench.machine.view().on_us
    bench.machine.advance(12 * 64)
    passed = bench.machine.view().on_us - before
    # In 64 words each of the lowest six bits has been 1 half of the time.
    assert [passed[bench.lamp(f"counter.{n}")] for n in range(30, 36)] == [6 * 64] * 6
    bench.wait(1_000)
    assert bench.machine.now_us >= CLEARED_US
    assert {bench.machine.program.read_storage(a) for a in range(0o2000)} == {0}
    with pytest.raises(RefusedError, match="START: nothing is loaded"):
        bench.press("console.start")


def test_clear_in_the_middle_of_a_card_lets_the_card_go() -> None:
    bench = Bench()
    bench.act("reader.hopper", "text one.txt\nGAME\nMOVE   11-15\nEND\n")
    bench.press("reader.start", "console.load_cards")
    bench.machine.advance(300_000)
    bench.press("console.clear")
    bench.wait(10_000)
    assert bench.reason.startswith("nothing is loaded")
    assert not bench.lit("status.READ WRITE SELECT")
    bench.press("console.load_cards")
    bench.wait()
    assert "test" not in bench.reason
    assert bench.machine.view().tallies["cards"] >= 1


# -- power -----------------------------------------------------------------------------------------


def test_normal_off_puts_every_lamp_out_and_the_game_goes_on_after_power_on_and_start() -> None:
    straight, bench = Bench(), Bench()
    for one in (straight, bench):
        one.started(*CHEAP, "GAME   BLACK=MACHINE WHITE=MACHINE LIMIT=4", "END")
        one.think()
    bench.press("console.normal_off")
    assert not bench.machine.view().lit.any()
    assert not bench.machine.view().busy
    assert bench.reason == "the machine is off: press POWER ON"
    before = bench.machine.view().on_us
    bench.machine.advance(3_000_000)
    assert np.array_equal(bench.machine.view().on_us, before)
    with pytest.raises(RefusedError, match="START: the machine is off: press POWER ON"):
        bench.press("console.start")
    bench.press("console.power_on")
    assert bench.lit("power.READY")
    assert bench.reason == "halted: press START to go on"
    bench.press("console.start")
    for one in (straight, bench):
        one.wait()
    assert bench.listing == straight.listing


def test_dc_off_leaves_only_the_power_light() -> None:
    bench = Bench()
    bench.press("console.dc_off")
    lit = {bench.machine.wiring.ids[k] for k in np.flatnonzero(bench.machine.view().lit)}
    assert lit == {"power.POWER"}
    assert bench.reason == "the machine is off: press DC ON"
    before = bench.machine.view().on_us
    bench.machine.advance(1_000_000)
    assert (bench.machine.view().on_us - before).sum() == 1_000_000
    bench.press("console.dc_on")
    assert bench.lit("power.READY")


def test_dc_on_without_power_is_refused() -> None:
    bench = Bench()
    bench.press("console.normal_off")
    with pytest.raises(RefusedError, match="DC ON: the machine is off: press POWER ON"):
        bench.press("console.dc_on")


def test_power_off_takes_no_card_and_no_line_away() -> None:
    straight, bench = Bench(), Bench()
    cards = (*CHEAP, "GAME   WHITE=MACHINE", "MOVE   11-15", "END")
    for one in (straight, bench):
        one.act("reader.hopper", "text test.txt\n" + "\n".join(cards) + "\n")
        one.press("reader.start", "console.load_cards")
    straight.wait()
    straight.press("console.start")
    straight.wait()
    turns = 0
    while bench.machine.program.state.stop is not Stop.END:
        bench.machine.advance(333_333)
        bench.press("console.dc_off")
        bench.machine.advance(200_000)
        bench.press("console.dc_on", "console.start")
        turns += 1
    bench.wait()
    assert turns > 10
    assert bench.listing == straight.listing
