"""The Pegasus program at play: the twin's plays, the exact chances, the runs that were printed."""

from collections.abc import Iterator

import pytest

from devices.refusal import RefusedError
from machines.kernels.generator import State, generator_state, word
from machines.pegasus import players
from machines.pegasus.odds import LEAST_CHANCE, Reinforcement
from machines.pegasus.players import Player, read_player
from machines.pegasus.printout import SIGNS, result_of, squares_of
from machines.pegasus.program import Pegasus, blocks
from machines.pegasus.tables import tables
from tests.machines.fresh_process import printed
from tests.machines.pegasus.runs import inside
from tests.machines.pegasus.test_tables import text
from tests.naive import pegasus as naive

CHECK = """
from machines.kernels.generator import generator_state
from machines.pegasus.odds import Origin, Reinforcement
from machines.pegasus.players import read_player
from machines.pegasus.printout import squares_of
from machines.pegasus.program import Pegasus, blocks
for nought, cross, settings in (
    ("learn", "learn", Reinforcement()),
    ("learn", "standard:0.5", Reinforcement(last_infinite=False, origin=Origin.EACH_PLAY, d=0.9)),
    ("distinct", "learn", Reinforcement(last_infinite=False, origin=Origin.HUNDREDS, d=0.9)),
):
    program = Pegasus(
        read_player(nought), read_player(cross), settings, generator_state(3)
    )
    games = program.play(400)
    print([squares_of(int(game)) for game in games], blocks(games).tolist(), program.generator)
    print(program.chances[program.chances > 0].round(9).tolist(), program.average())
"""


def made(nought: str, cross: str, settings: Reinforcement | None = None, seed: int = 7) -> Pegasus:
    """The program with these players."""
    generator = generator_state(seed)
    return Pegasus(read_player(nought), read_player(cross), settings or Reinforcement(), generator)


def draws(state: State) -> Iterator[float]:
    """What a generator in that state will draw, as the twin needs it."""
    while True:
        yield word(state) / 2**32


def test_the_program_plays_and_learns_as_the_twin() -> None:
    program = made("learn", "learn")
    points = draws(program.generator.copy())
    chances: naive.Chances = {}
    multipliers = program.reinforcement.multipliers()
    for game in program.play(250):
        squares, ended, chosen = naive.play(chances, points)
        assert (squares_of(int(game)), SIGNS[result_of(int(game))]) == (squares, ended)
        for move, (board, square) in enumerate(chosen):
            mine = "+-"[move % 2]
            if ended != ".":
                times = float(multipliers[len(chosen) - move]) ** (1 if ended == mine else -1)
                naive.reinforce(chances[board], square, times, LEAST_CHANCE)
    for position, form in enumerate(tables().forms):
        if (board := text(form)) in chances:
            found = program.chances[position][: len(chances[board])]
            wanted = [chance for _, chance in sorted(chances[board].items())]
            assert found == pytest.approx(wanted, abs=1e-9)


def test_46_of_the_52_printed_blocks_are_within_the_middle_95_percent_of_our_runs() -> None:
    assert inside(runs=120, seed=1963) >= 46


def test_a_frozen_player_plays_what_was_learned_and_learns_no_more() -> None:
    learned = made("learn", "distinct")
    learned.play(3000)
    generator = generator_state(8)
    frozen = Player("frozen", frozen=learned.learned(0))
    program = Pegasus(frozen, Player("distinct"), Reinforcement(), generator)
    before = program.chances.copy()
    assert blocks(program.play(10_000), 10_000)[0, 0] > 9000
    assert (program.chances == before).all()


def test_standard_0_is_random_and_standard_1_is_expert() -> None:
    assert (read_player("standard:0").chances() == players.chances_of("random")).all()
    assert (read_player("standard:1").chances() == players.chances_of("expert")).all()


def test_a_learner_comes_to_lose_few_plays_to_an_expert() -> None:
    for nought, cross, lost in (("learn", "expert", 2), ("expert", "learn", 0)):
        found = blocks(made(nought, cross).play(5000), 1000)
        assert 5 * found[-1, lost] < found[0, lost]


def test_a_player_that_can_t_be_is_refused() -> None:
    for name, what in (
        ("perfect", "expected one of learn"),
        ("standard", "no number"),
        ("standard:x", "no number"),
        ("standard:2", "out of range"),
        ("standard:nan", "out of range"),
        ("learn:1", "expected one of learn"),
        ("frozen", "expected one of learn"),
    ):
        with pytest.raises(RefusedError, match=what):
            read_player(name)
            pytest.fail(name)


def test_chances_that_can_t_be_are_refused() -> None:
    good = players.chances_of("random")
    half, minus = good.copy(), good.copy()
    half[0] /= 2
    minus[0, :2] = -1, 2
    for chances, what in ((good[:5], "shape"), (half, "add up"), (minus, "no chances")):
        with pytest.raises(RefusedError, match=what):
            Player("frozen", frozen=chances)


@pytest.mark.slow
def test_the_kernels_give_the_same_without_the_compiler() -> None:
    assert printed(CHECK) == printed(CHECK, NUMBA_DISABLE_JIT="1")
