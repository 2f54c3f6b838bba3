"""A move taken back by the keys: the board before it, as if it had not been made."""

from itertools import pairwise

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.games.draughts.moves import legal_moves
from machines.games.draughts.scene import BoardScene
from machines.ibm704.console import TAKE_BACK, drop_jump_acts, square_acts, take_back_acts
from machines.samuel import entry_keys
from machines.samuel.games import Result
from machines.samuel.state import Phase, Stop
from tests.machines.ibm704.bench import CHEAP, Bench, advance_sliced

GAME = ("GAME   1 BLACK=OPERATOR WHITE=MACHINE", "SENSE  1", "END")
ALPHA = ("LEARN  SECOND SEED 1", "GAME   1 BLACK=OPERATOR WHITE=ALPHA", "SENSE  1,4", "END")


def begun(*cards: str) -> Bench:
    bench = Bench()
    bench.started(*CHEAP, *cards)
    bench.wait()
    return bench


def take_back(bench: Bench) -> None:
    for control, value in take_back_acts(bench.machine.view().controls):
        bench.act(control, value)
    bench.wait()


def scene(bench: Bench) -> BoardScene:
    found = bench.machine.view().scene
    assert isinstance(found, BoardScene)
    return found


def move_first(bench: Bench) -> None:
    """The first legal move, square by square."""
    for source, target in pairwise(legal_moves(scene(bench).position)[0].squares):
        bench.move(source, target)


def test_going_back_twice_and_playing_on_is_as_if_nothing_had_been_taken_back() -> None:
    straight, round_about = begun(*GAME), begun(*GAME)
    for bench in (straight, round_about):
        bench.move(11, 15)
    move_first(round_about)
    take_back(round_about)
    take_back(round_about)
    round_about.move(11, 15)
    games = [bench.machine.program.state.games[1] for bench in (straight, round_about)]
    assert games[0] == games[1]


def test_it_is_taken_back_in_the_middle_of_the_look_ahead() -> None:
    bench = begun("GAME   1 BLACK=OPERATOR WHITE=MACHINE", "SENSE  1", "END", "BREAK  MIN 3")
    state = bench.machine.program.state
    polynomial = state.lookahead.polynomial
    for control, value in square_acts(bench.machine.view().controls, 11, 15):
        bench.act(control, value)
    while state.phase is not Phase.THINKING:
        bench.machine.advance(500)
    assert scene(bench).takes_back
    take_back(bench)
    assert bench.moves == []
    assert (state.phase, state.stop) == (Phase.STOPPED, Stop.KEYS)
    assert state.lookahead.polynomial == polynomial
    assert not state.held


def test_a_lost_game_goes_on_from_before_the_last_move() -> None:
    bench = begun(
        "GAME   1 BLACK=OPERATOR WHITE=MACHINE",
        "BOARD  B/W21,22,K10/B1,5",
        "SENSE  1",
        "END",
    )
    bench.move(5, 9)
    while not bench.machine.program.state.games[1].over:
        move_first(bench)
    game = bench.machine.program.state.games[1]
    assert bench.reason.startswith("the deck has ended")
    count = len(game.plays)
    take_back(bench)
    assert (game.over, game.closed, game.result) == (False, False, Result.OPEN)
    assert len(game.plays) < count
    assert scene(bench).needs == "board"


def test_alpha_keeps_what_he_learned_and_compares_nothing_over_the_moves_that_are_gone() -> None:
    bench = begun(*ALPHA)
    bench.move(11, 15)
    move_first(bench)
    learning = bench.machine.program.state.learning
    learned = learning.contest.alpha.polynomial
    take_back(bench)
    assert learning.contest.alpha.polynomial == learned
    assert learning.contest.alpha.remembered is None
    assert learning.game == 1
    move_first(bench)
    assert learning.contest.alpha.remembered is not None


def test_an_unfinished_jump_is_taken_back_alone() -> None:
    bench = begun(
        "GAME   1 BLACK=OPERATOR WHITE=MACHINE", "BOARD  B/W6,15,32/B1", "SENSE  1", "END"
    )
    bench.move(1, 10)
    assert scene(bench).partial == (1, 10)
    for control, value in drop_jump_acts(bench.machine.view().controls):
        bench.act(control, value)
    bench.wait()
    assert scene(bench).partial == ()
    assert bench.moves == []


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (("GAME   1 BLACK=OPERATOR WHITE=MACHINE", "SENSE  1", "END"), "has made no move"),
        (("GAME   1 BLACK=OPERATOR WHITE=MACHINE", "MOVE   11-15"), "sense switch 1 down"),
    ],
)
def test_what_can_not_be_taken_back_is_refused_in_words(cards: tuple[str, ...], why: str) -> None:
    bench = begun(*cards)
    assert not scene(bench).takes_back
    bench.act("console.lever", 0)
    bench.keys(1 << 15)
    bench.press("console.enter_mq")
    bench.act("console.lever", 1)
    with pytest.raises(RefusedError, match=why):
        bench.press("console.start")


def test_the_console_enters_the_word_that_the_program_knows() -> None:
    assert entry_keys.takes_back(TAKE_BACK)


def test_what_was_taken_back_is_the_same_however_time_was_cut_up() -> None:
    """The same acts at the same times give the same state and the same listing."""
    recorded, again = begun(*ALPHA), Bench()
    start = recorded.machine.snapshot()
    again.machine.restore(start)
    acts: list[tuple[int, str, int]] = []
    for steps in ("move", "back", "move"):
        found = recorded.machine.view().controls
        squares = legal_moves(scene(recorded).position)[0].squares[:2]
        made = take_back_acts(found) if steps == "back" else square_acts(found, *squares)
        for control, value in made:
            acts.append((recorded.machine.now_us, control, value))
            recorded.act(control, value)
            recorded.machine.advance(7_000)
        if steps == "move" and len(acts) < 60:
            recorded.machine.advance(30_000)  # taken back in the midst of the look-ahead
        else:
            recorded.wait()
    generator = np.random.default_rng(4)
    for at_us, control, value in acts:
        advance_sliced(again.machine, at_us - again.machine.now_us, 9_000, generator)
        again.act(control, value)
    advance_sliced(again.machine, recorded.machine.now_us - again.machine.now_us, 90_000, generator)
    first, second = (one.machine.snapshot() for one in (recorded, again))
    assert snapshot.digest(first) == snapshot.digest(second)
    assert recorded.listing == again.listing
    assert "TAKES BACK" in again.listing
