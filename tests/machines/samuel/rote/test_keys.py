"""The checkers program at the console: moves by the entry keys, lever, buttons, storage, lamps."""

import copy
import itertools

import pytest

from devices.refusal import RefusedError
from machines.samuel.entry_keys import STQ
from machines.samuel.state import Stop
from tests.machines.samuel.run import CHEAP, Unattended, loaded, played

OPERATORS = ("11-15", "15X24", "10-15", "7X14", "3-7", "7-11", "9-13", "6X15X24", "12-16")
"""Black's moves of a game against the machine with a cheap look-ahead."""
AGAINST = (*CHEAP, "GAME   1 WHITE=MACHINE")


def by_keys(*cards: str) -> Unattended:
    """A machine that has begun and waits for the entry keys."""
    machine = loaded(*cards, sense=(1,))
    machine.start()
    return machine


def lever(machine: Unattended, automatic: bool) -> None:
    machine.program.set_switches(automatic, machine.program.state.sense, 0)


def moves(machine: Unattended, game: int = 1) -> list[str]:
    return [made.move.card() for made in machine.program.state.games[game].plays]


def test_cards_and_keys_give_the_same_game() -> None:
    cards = played(*AGAINST, *(f"MOVE   {move}" for move in OPERATORS), "END")
    keys = by_keys(*AGAINST, "END")
    for move in OPERATORS:
        squares = [int(part) for part in move.replace("X", "-").split("-")]
        for source, target in itertools.pairwise(squares):
            keys.move(source, target)
        while keys.program.state.stop is Stop.SHOWING:
            keys.start()
    assert moves(cards) == moves(keys)
    assert len(moves(cards)) == 2 * len(OPERATORS)
    rows = [line for line in cards.text().splitlines() if " OPERATOR " in line[:40]]
    assert rows == [line for line in keys.text().splitlines() if " OPERATOR " in line[:40]]


def test_the_machine_waits_for_the_keys_with_sense_light_2() -> None:
    machine = by_keys(*AGAINST, "END")
    assert machine.program.state.stop is Stop.KEYS
    assert machine.program.lights().sense == (False, True, False, False)
    assert machine.program.lights().program_stop
    assert machine.program.reason().startswith("game 1: Black is to move")
    with pytest.raises(RefusedError, match="no move has been entered"):
        machine.program.press("start", 0)


def test_a_multiple_jump_is_entered_square_by_square() -> None:
    machine = by_keys("GAME   1", "BOARD  B/W11,19,30/B8,1", "END")
    machine.move(8, 15)
    assert machine.program.scene().partial == (8, 15)
    assert not moves(machine)
    assert machine.program.reason().startswith("the jump goes on from 15")
    machine.move(15, 24)
    assert moves(machine) == ["8X15X24"]
    assert machine.program.scene().partial == ()


def test_squares_of_a_jump_can_be_taken_back() -> None:
    machine = by_keys("GAME   1", "BOARD  B/W11,19,30/B8,1", "END")
    machine.move(8, 15)
    machine.move(0, 0)
    assert machine.program.scene().partial == ()
    machine.move(15, 24)
    assert machine.program.lights().sense[2]
    machine.move(8, 15)
    machine.move(15, 24)
    assert moves(machine) == ["8X15X24"]


@pytest.mark.parametrize(
    ("entered", "words"),
    [
        ((11, 19), "move 11 to 19: square 19 is neither a step nor a jump"),
        ((22, 18), "the piece on square 22 is White's"),
        ((14, 18), "nothing stands on square 14"),
        ((11, 33), "keys 30 to 35: square 33; expected 1 to 32"),
        ((0, 15), "keys 24 to 29: square 0; expected 1 to 32"),
        ((0, 0), "no move is entered"),
    ],
)
def test_an_illegal_entry_lights_sense_light_3_and_is_said(
    entered: tuple[int, int], words: str
) -> None:
    machine = by_keys(*AGAINST, "END")
    machine.move(*entered)
    assert words in machine.program.reason()
    assert machine.program.lights().sense[2]
    assert "MOVE REFUSED" in machine.text()
    assert not moves(machine)
    machine.move(11, 15)
    assert not machine.program.lights().sense[2]


def test_keys_left_down_beside_the_move_are_named() -> None:
    machine = by_keys(*AGAINST, "END")
    word = 1 << 35 | 11 << 6 | 15
    machine.program.press("enter_mq", word)
    machine.start()
    assert "keys S to 20: some are down" in machine.program.reason()


def test_the_game_of_an_entry_stands_in_keys_21_to_23() -> None:
    machine = by_keys(*CHEAP, "GAME   1", "GAME   2", "END")
    machine.move(9, 13, game=1)
    assert moves(machine, 1) == ["9-13"]
    machine.move(10, 14, game=2)
    assert moves(machine, 2) == ["10-14"]
    machine.move(10, 14, game=5)
    assert "game 5: no operator is to move in it" in machine.program.reason()


def test_the_machines_multiple_jump_is_shown_one_square_at_each_start() -> None:
    machine = by_keys("GAME   1 WHITE=MACHINE", "BOARD  B/W24,30/B16,10,2", "END")
    machine.move(16, 19)
    assert moves(machine)[-1] == "24X15X6"
    assert machine.program.state.stop is Stop.SHOWING
    assert machine.program.reason().startswith("the machine jumps 24 to 15")
    assert machine.program.registers().mq == 1 << 12 | 24 << 6 | 15
    board = machine.program.scene().position
    assert [board.piece(square) for square in (24, 19, 15, 10, 6)] == ["", "", "w", "b", ""]
    machine.start()
    assert machine.program.registers().mq == 1 << 12 | 15 << 6 | 6
    assert machine.program.reason().startswith("game 1: Black is to move")


def test_an_entry_at_the_machines_jump_is_taken_at_once() -> None:
    machine = by_keys("GAME   1 WHITE=MACHINE", "BOARD  B/W24,30/B16,10,2", "END")
    machine.move(16, 19)
    machine.move(2, 9)
    assert moves(machine)[2] == "2X9"


def test_the_lever_at_manual_stops_the_look_ahead_after_the_board() -> None:
    machine = loaded("GAME   1 BLACK=MACHINE", "END")
    machine.program.press("start", 0)
    machine.advance(3_000_000)
    assert machine.program.lights().sense[0]
    lever(machine, automatic=False)
    machine.advance(1_000_000)
    assert not machine.program.running()
    boards = machine.program.tallies()["boards"]
    machine.advance(1_000_000)
    assert machine.program.tallies()["boards"] == boards
    with pytest.raises(RefusedError, match="AUTOMATIC"):
        machine.program.press("start", 0)
    lever(machine, automatic=True)
    assert not machine.program.running()
    machine.start()
    assert machine.program.tallies()["moves"] == 1


def test_single_step_looks_at_one_board_however_time_is_cut() -> None:
    machine = loaded("GAME   1 BLACK=MACHINE", "END")
    machine.program.press("start", 0)
    machine.advance(3_000_000)
    lever(machine, automatic=False)
    machine.advance(1_000_000)
    twin = copy.deepcopy(machine)
    for one, stretch in ((machine, 1_000_000), (twin, 7)):
        before = one.program.tallies()["boards"]
        for n in range(1, 4):
            one.program.press("single_step", 0)
            while one.program.running():
                one.advance(stretch)
            assert one.program.tallies()["boards"] == before + n
    assert machine.program.registers() == twin.program.registers()


def test_an_operator_changes_a_break_point_by_stq() -> None:
    machine = loaded(*AGAINST, "END")
    lever(machine, automatic=False)
    machine.program.press("enter_mq", 7)
    machine.program.press("enter_instruction", STQ | 0o200)
    assert machine.program.read_storage(0o200) == 7
    assert machine.program.state.lookahead.settings.minimum == 7
    machine.program.press("enter_mq", 1 << 35 | 32)
    machine.program.press("enter_instruction", STQ | 0o302)
    assert machine.program.state.lookahead.polynomial.coefficient("MOB") == -32


@pytest.mark.parametrize(
    ("instruction", "word", "words"),
    [
        (0o601 << 24 | 0o200, 99, "takes only STQ"),
        (STQ | 0o400, 99, "STQ 00400: only words below 400 .octal. may be changed"),
        (STQ | 1 << 15 | 0o200, 99, "keys 18 to 20 are down; expected no index"),
        (STQ | 0o177, 99, "storage 00177: no setting stands there"),
        (STQ | 0o214, 3, "storage 00214: no setting stands there; expected 00200 to 00213"),
        (STQ | 0o200, 99, "MIN 99; expected 0 to 60"),
        (STQ | 0o377, 2, "storage 00377: no term's coefficient stands there"),
        (STQ | 0o301, 1 << 19, "DENY 524288; expected at most 262144"),
    ],
)
def test_any_other_instruction_from_the_keys_is_refused_in_words(
    instruction: int, word: int, words: str
) -> None:
    machine = loaded(*AGAINST, "END")
    lever(machine, automatic=False)
    machine.program.press("enter_mq", word)
    before = machine.program.state.lookahead.settings.as_words()
    with pytest.raises(RefusedError, match=words):
        machine.program.press("enter_instruction", instruction)
    assert machine.program.state.lookahead.settings.as_words() == before


def test_an_stq_is_no_move() -> None:
    machine = by_keys(*AGAINST, "END")
    machine.program.press("enter_mq", 2)
    machine.program.press("enter_instruction", STQ | 0o200)
    with pytest.raises(RefusedError, match="no move has been entered"):
        machine.program.press("start", 0)


def test_clear_steps_through_storage_at_12_us_a_word_and_leaves_zeros() -> None:
    machine = played(*AGAINST, "MOVE   11-15", "END")
    assert machine.program.read_storage(0o200)
    assert machine.program.read_storage(0o420)
    machine.program.press("clear", 0)
    machine.advance(12 * 1000 + 5)
    assert machine.program.registers().counter == 1000
    machine.advance(12 * 31767 - 5)
    assert machine.program.registers().counter == 32767
    assert machine.program.running()
    machine.advance(12)
    assert not machine.program.running()
    assert not any(machine.program.read_storage(address) for address in range(0o4000))
    with pytest.raises(RefusedError, match="nothing is loaded"):
        machine.program.press("start", 0)


def test_storage_shows_each_games_board() -> None:
    machine = loaded("GAME   2", "END")
    words = [machine.program.read_storage(0o440 + k) for k in range(4)]
    black_home = sum(1 << (35 - n) for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13))
    assert words[:2] == [black_home, 0]
    with pytest.raises(RefusedError):
        machine.program.read_storage(0o100000)


def test_the_printer_out_of_the_way_stops_the_program_until_it_is_ready() -> None:
    machine = loaded(*AGAINST, "MOVE   11-15", "END")
    machine.printer.operate("stop", 1)
    machine.start()
    assert machine.program.reason() == "press START on the printer"
    assert machine.program.lights().read_write_select
    machine.printer.operate("start", 1)
    machine.settle()
    assert machine.ended


def test_start_twice_is_refused_in_words() -> None:
    machine = loaded("GAME   1 BLACK=MACHINE", "END")
    machine.program.press("start", 0)
    with pytest.raises(RefusedError, match="the machine is running already"):
        machine.program.press("start", 0)
