"""Samuel's program in the 704's storage, seen and worked as a visitor does: board, keys, stops."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from devices.media.deck import Deck, deck_value
from devices.units.card_unit import HOPPER_CARDS
from machines.exhibit import snapshot
from machines.exhibit.session import Session, read_log, replay
from machines.games.draughts.board import Position
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.scene import BoardScene
from machines.ibm704 import registers as at
from machines.ibm704.console import square_acts
from machines.ibm704.exhibit import STORED
from machines.ibm704.scene import ProgramScene
from machines.ibm704.stored_game import DECK_ENDED, stop_number
from tests.machines.ibm704.bench import CHEAP, NAME, Bench, advance_sliced
from tests.machines.ibm704.bench import deck_of as control_deck
from tests.machines.ibm704.programs import SAMUEL, program_deck

VISITOR = (*CHEAP, "GAME   1 BLACK=OPERATOR WHITE=MACHINE", "SENSE  1", "END")
BOTH = (*CHEAP, "GAME   LIMIT=12 BLACK=MACHINE WHITE=MACHINE", "END")


def loaded(*cards: str, program: str = "samuel") -> Bench:
    """The program read from its deck, and these control cards up to the first stop."""
    bench = Bench()
    bench.machine.restore(read_in(program))
    bench.machine.sample = 0
    bench.act("reader.hopper", deck_value(control_deck(*cards)))
    bench.press("reader.start")
    bench.wait()
    return bench


@cache
def read_in(program: str) -> bytes:
    """The exhibit when its 704 has read a program's deck and waits for control cards."""
    bench = Bench()
    bench.machine.sample = 0
    bench.act("selector.program", STORED)
    bench.act("reader.hopper", deck_value(program_deck(program)))
    bench.press("reader.start", "console.load_cards")
    while bench.machine.state.reader.hopper or bench.machine.state.beside:
        bench.machine.advance(5_000_000)
    return bench.machine.snapshot()


def scene(bench: Bench) -> ProgramScene:
    """What lies on the table."""
    found = bench.machine.view().scene
    assert isinstance(found, ProgramScene)
    return found


def board(bench: Bench) -> BoardScene:
    """The board there."""
    found = scene(bench).on_table
    assert found is not None
    return found


def enter(bench: Bench, *squares: int) -> None:
    """A move by the keys, step by step, as taps on the board enter it."""
    for source, target in pairwise(squares):
        for control, value in square_acts(bench.machine.view().controls, source, target):
            bench.act(control, value)
        bench.wait()


def positions(bench: Bench, moves: int) -> Iterator[tuple[Position, BoardScene]]:
    """The visitor's first legal move so many times: the board before it, and after the reply."""
    for _ in range(moves):
        before = board(bench).position
        enter(bench, *legal_moves(before)[0].squares)
        yield before, board(bench)


@pytest.mark.slow
def test_the_board_is_there_once_the_program_is_loaded() -> None:
    bench = Bench()
    bench.act("selector.program", STORED)
    assert scene(bench).board is None
    bench = loaded(*VISITOR)
    lies = board(bench)
    assert lies.position == Position.start()
    assert (lies.black, lies.white, lies.needs) == ("OPERATOR", "MACHINE", "board")
    assert bench.reason.startswith("game 1: Black is to move; with the lever at MANUAL set")
    assert bench.lit("sense.2") and bench.lit("plate.PROGRAM STOP")


@pytest.mark.slow
@pytest.mark.parametrize("program", sorted(SAMUEL))
def test_moves_by_the_keys_are_made_and_answered_by_legal_ones(program: str) -> None:
    bench = loaded(*VISITOR, program=program)
    for before, after in positions(bench, 5):
        replied = make(before, legal_moves(before)[0])
        assert after.last in legal_moves(replied)
        assert after.position == make(replied, after.last)
    assert board(bench).takes_back
    assert bench.machine.view().tallies["moves"] == 10


def test_a_jump_is_entered_square_by_square_and_dropped_by_an_empty_entry() -> None:
    jump = ("BOARD  B/B1,9/W14,22,30",)
    bench = loaded(*CHEAP, "GAME   WHITE=MACHINE", *jump, "SENSE  1", "END")
    enter(bench, 9, 18)
    assert board(bench).partial == (9, 18)
    assert bench.reason.startswith("the jump goes on from 18; ")
    enter(bench, 0, 0)
    assert board(bench).partial == ()
    enter(bench, 9, 18, 25)
    assert board(bench).partial == ()
    assert board(bench).game == 1 and not board(bench).position.piece(14)


def test_the_machine_shows_each_jump_and_start_the_next() -> None:
    double = "BOARD  B/B1,10,22/W26,31"
    bench = loaded(*CHEAP, "GAME   WHITE=MACHINE", double, "SENSE  1", "END")
    enter(bench, 10, 14)
    assert board(bench).jump == (26, 17) and board(bench).needs == "console.start"
    assert bench.reason == "the machine jumps 26 to 17; press START for its next jump"
    bench.press("console.start")
    bench.wait()
    assert bench.wired.words[at.MQ] & 0o7777 == 17 << 6 | 10
    assert board(bench).jump == () and board(bench).needs == "board"


@pytest.mark.slow
def test_the_line_that_is_looked_into_lies_on_the_board() -> None:
    bench = loaded(*CHEAP, "GAME   BLACK=MACHINE", "SENSE  6", "BREAK  MIN 4", "END")
    assert bench.reason == "the cards are read: press START to begin"
    assert board(bench).begins
    bench.press("console.start")
    seen = set()
    while bench.machine.view().busy:
        bench.machine.advance(50_000)
        lies = board(bench)
        position = Position.start()
        for move in lies.line[:1]:
            assert move in legal_moves(position)
        seen.add(len(lies.line))
        if lies.trying is not None:
            assert bench.lit("sense.1")
    assert max(seen) >= 3
    assert bench.reason.startswith("sense switch 6: game 1, Black has played ")


@pytest.mark.slow
def test_halted_in_its_midst_the_listing_lies_there_and_start_goes_on() -> None:
    bench = loaded(*VISITOR)
    for control, value in square_acts(bench.machine.view().controls, 11, 15):
        bench.act(control, value)
    while not bench.lit("sense.1"):
        bench.machine.advance(1_000)
    bench.halt()
    assert scene(bench).on_table is None and scene(bench).board is not None
    bench.press("console.single_step")
    bench.machine.advance(1_000)
    assert scene(bench).on_table is None
    bench.resume()
    bench.wait()
    assert board(bench).position.black_to_move and board(bench).position != Position.start()


def test_a_refused_card_is_told_and_start_passes_it_over() -> None:
    bench = loaded(*CHEAP, "GAME   WHITE=MACHINE", "NONSENSE", "SENSE  1", "END")
    assert board(bench).refuses == "card" or not board(bench).game
    assert bench.reason == (
        "the printer says which card was refused and why; press START to go on without it"
    )
    assert "CARD REFUSED" in bench.listing
    bench.press("console.start")
    bench.wait()
    assert board(bench).needs == "board"


def test_a_deck_s_end_and_reset_both_lead_to_other_control_cards() -> None:
    bench = loaded(*BOTH)
    assert stop_number(bench.wired) == DECK_ENDED
    assert board(bench).over and board(bench).needs == "reader.hopper"
    assert "12 MOVE TERMINATION" in bench.listing
    bench.act("reader.hopper", deck_value(control_deck(*VISITOR)))
    bench.press("reader.start", "console.start")
    bench.wait()
    assert board(bench).needs == "board" and board(bench).position == Position.start()
    enter(bench, 11, 15)
    bench.press("console.reset")
    assert board(bench).needs == "reader.hopper"
    assert bench.wired.words[at.IC] == 0
    bench.act("reader.hopper", deck_value(control_deck(*VISITOR)))
    bench.press("reader.start", "console.start")
    bench.wait()
    assert board(bench).needs == "board" and board(bench).position == Position.start()


def test_a_snapshot_in_a_look_ahead_and_a_replay_go_on_alike() -> None:
    lines: list[str] = []
    bench = loaded(*VISITOR)
    session = Session({NAME: bench.machine}, lines.append)
    for control, value in square_acts(bench.machine.view().controls, 11, 15):
        session.act(NAME, control, value)
    while not bench.lit("sense.1"):
        session.advance(NAME, 10_000)
    other = Bench()
    other.machine.restore(bench.machine.snapshot())
    other.machine.advance(60_000_000)
    session.advance(NAME, 60_000_000)
    assert board(other).position != Position.start() and board(other).needs == "board"
    assert snapshot.digest(other.machine.snapshot()) == snapshot.digest(bench.machine.snapshot())
    session.mark(NAME)
    session.end()
    log = read_log("".join(f"{line}\n" for line in lines).encode(), "x.log")
    replay({NAME: Bench().machine}, log)


@pytest.mark.slow
def test_a_deck_that_the_hopper_has_no_room_for_lies_beside_the_reader_and_is_put_in() -> None:
    bench = Bench()
    bench.machine.sample = 0
    bench.act("selector.program", STORED)
    cards = Deck("long.cbn", program_deck().cards[:450] * 2)
    bench.act("reader.hopper", deck_value(cards))
    reader = bench.machine.state.reader
    assert len(reader.hopper) == HOPPER_CARDS and bench.machine.state.beside is not None
    bench.act("reader.hopper", deck_value(control_deck(*VISITOR)))
    bench.press("reader.start", "console.load_cards")
    generator = np.random.default_rng(28)
    other = Bench()
    other.machine.restore(bench.machine.snapshot())
    bench.machine.advance(15_000_000)
    advance_sliced(other.machine, 15_000_000, 3_000_000, generator)
    assert snapshot.digest(bench.machine.snapshot()) == snapshot.digest(other.machine.snapshot())
    left = [*bench.machine.state.reader.hopper, *(bench.machine.state.beside or [])]
    assert len(left) + reader.cycles == 900 + len(VISITOR)
    assert [card.number for card in left[-len(VISITOR) :]] == list(range(1, len(VISITOR) + 1))
    assert [card.number for card in left[: 900 - reader.cycles]] == list(
        range(reader.cycles + 1, 901)
    )
    bench.act("reader.empty_hopper")
    assert bench.machine.state.beside is None and not bench.machine.state.reader.hopper
