"""Book learning beside its slow twin; games gone on with; tables as a file's bytes."""

import copy
import math

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.notation import Game, read_pdn
from machines.samuel.signature_tables import book_learning as learning
from machines.samuel.signature_tables import held_out
from machines.samuel.signature_tables.arrangement import ENTRIES, STARTS
from machines.samuel.signature_tables.book_learning import MeasuredGame, measure_game
from machines.samuel.signature_tables.tables import VERSION, SignatureTables
from tests.machines.perft_tables import GOLDEN
from tests.machines.samuel.signature_tables.test_signatures import TWINS_GROUPS, score, twins_board
from tests.naive import samuel_tables as twin

GAMES = read_pdn((GOLDEN / "draughts-games.pdn").read_text(), "games")
SOME = GAMES[:3]


def measured(games: tuple[Game, ...], settled: bool = False) -> list[MeasuredGame]:
    return [measure_game(game.positions(), game.moves, settled) for game in games]


def twins_games(games: tuple[Game, ...]) -> list[twin.Game]:
    found = []
    for game in games:
        boards = []
        for position, move in zip(game.positions(), game.moves, strict=False):
            moves = legal_moves(position)
            if len(moves) > 1:
                after = [twins_board(make(position, one))[0] for one in moves]
                boards.append((*twins_board(position), after, moves.index(move)))
        found.append(boards)
    return found


@pytest.mark.slow
def test_tables_are_those_that_a_slow_twin_learns() -> None:
    tables = learning.learn_games(measured(SOME))
    slow = twin.Tables(TWINS_GROUPS)
    slow.learn(twins_games(SOME))
    scores = set()
    for game in GAMES[1:4]:
        for position in game.positions():
            mine = score(tables, position)
            assert mine == slow.score(*twins_board(position))
            scores.add(mine)
    assert len(scores) > 5


def test_a_board_gives_as_much_to_agreement_as_to_difference() -> None:
    games = measured(GAMES)
    tables = learning.learn_games(games)
    boards = sum(game.boards for game in games)
    given = sum(len(game.pieces) for game in games) - boards
    assert tables.boards == boards
    for table, start in enumerate(STARTS):
        part = tables.totals[0, start : learning.end_of(table + 1)]
        assert part.sum() == 2 * given


def test_a_game_of_one_book_move_prefers_it() -> None:
    game = read_pdn('[Event "one"]\n1. 9-14 *', "one")[0]
    one = measured((game,))
    tables = learning.learn_games(one)
    found = held_out.agreement_of(one[0], learning.scores_of(tables, one[0]))
    assert (found.higher, found.boards) == (0, 1)
    assert found.lower > 0


def test_boards_without_a_choice_are_left_out() -> None:
    game = read_pdn("1. 11-15 22-17 2. 15-18 *", "forced")[0]
    (one,) = measured((game,))
    assert one.boards == 3
    jump = read_pdn("1. 11-15 22-18 2. 15x22 *", "forced")[0]
    (two,) = measured((jump,))
    assert two.boards == 2


def test_values_are_quantised_evenly_and_alike_either_way() -> None:
    c = np.array([0.0, 0.1, -0.1, 0.3, 0.5, -0.7, 0.9, 1.0, 0.2, -0.4, 0.6])
    counted = np.ones(len(c), dtype=np.int64)
    found = learning.quantise(c, counted, 5)
    assert found.tolist() == [0, 0, 0, 1, 1, -2, 2, 2, 1, -1, 2]
    assert learning.quantise(-c, counted, 5).tolist() == (-found).tolist()
    nothing = np.zeros(len(c), dtype=np.int64)
    assert not learning.quantise(c, nothing, 15).any()
    many = np.linspace(-1, 1, 301)
    spread = learning.quantise(many, np.ones(301, dtype=np.int64), 15)
    assert set(spread.tolist()) == set(range(-7, 8))
    assert np.bincount(spread + 7).max() <= 2 + math.ceil(301 / 15)


@pytest.mark.parametrize("passes", [1, 3])
def test_learning_that_was_interrupted_comes_to_the_same(passes: int) -> None:
    games = measured(GAMES, settled=True)
    whole = learning.learn_games(games, 2, passes)
    for stop in (1, len(games) - 1, len(games) * passes - 1):
        part = SignatureTables.blank(2, passes)
        part.games = len(games)
        for number in range(stop):
            learning.learn_game(part, games[number % len(games)])
        again = SignatureTables.from_bytes(part.to_bytes())
        while not again.finished:
            learning.learn_game(again, games[again.done % len(games)])
        assert again.to_bytes() == whole.to_bytes()
    with pytest.raises(ValueError, match="all games"):
        learning.learn_game(whole, games[0])


def test_held_out_games_are_rated_by_what_never_saw_them() -> None:
    games = measured(GAMES)
    seen: list[list[MeasuredGame]] = []

    def rater(learned: list[MeasuredGame]) -> held_out.Scorer:
        seen.append(learned)
        return lambda game: np.full(
            len(game.pieces), any(one is game for one in learned), dtype=np.int64
        )

    order = held_out.shuffled(len(games), 1)
    found, boards = held_out.held_out(games, order, 4, rater)  # type: ignore[arg-type]
    assert [len(one) for one in seen] == [12] * 4
    assert sum(one.boards for one in found) == sum(game.boards for game in games)
    assert boards == 0.75 * sum(game.boards for game in games)
    assert all(one.lower == one.higher == 0 for one in found)
    few, _ = held_out.held_out(games, order, 4, rater, most=5)  # type: ignore[arg-type]
    assert len(few) == len(games) and len(seen[-1]) == 5


def test_raters_tell_book_moves_from_others() -> None:
    games = measured(GAMES, settled=True)
    for rater in (held_out.tables_rater(), held_out.linear_rater(), held_out.pieces_rater):
        scores = rater(games)
        total = held_out.agreement((game, scores(game)) for game in games)
        assert total.coefficient > 0.2


def test_sizes_of_a_curve_rise_to_the_most() -> None:
    assert held_out.curve_sizes(38) == [1, 2, 5, 10, 20, 38]
    assert held_out.curve_sizes(1) == [1]
    assert held_out.curve_sizes(100) == [1, 2, 5, 10, 20, 50, 100]


# -- as a file's bytes -----------------------------------------------------------------------------


def learned() -> SignatureTables:
    return learning.learn_games(measured(GAMES[:3]), phases=2)


def test_tables_come_back_from_their_bytes() -> None:
    tables = learned()
    again = SignatureTables.from_bytes(tables.to_bytes())
    assert again.to_bytes() == tables.to_bytes()
    assert (again.outputs == tables.outputs).all() and (again.totals == tables.totals).all()


def test_bytes_cut_short_or_altered_are_refused() -> None:
    data = learned().to_bytes()
    for cut in (0, 3, 8, 100, len(data) // 2, len(data) - 1):
        with pytest.raises(RefusedError):
            SignatureTables.from_bytes(data[:cut], "cut.tables")
    for at in range(0, len(data), max(1, len(data) // 50)):
        with pytest.raises(RefusedError):
            SignatureTables.from_bytes(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])


def test_what_a_file_claims_is_not_believed() -> None:
    whole = learned()
    claims: list[tuple[str, object]] = [
        ("outputs", np.zeros((2, ENTRIES - 1), dtype=np.int64)),
        ("outputs", np.full((2, ENTRIES), 9, dtype=np.int64)),
        ("outputs", np.zeros((2, ENTRIES), dtype=np.float64)),
        ("outputs", np.zeros((7, ENTRIES), dtype=np.int64)),
        ("outputs", np.zeros((0, ENTRIES), dtype=np.int64)),
        ("totals", np.full((2, ENTRIES, 2), -1, dtype=np.int64)),
        ("totals", np.zeros((1, ENTRIES, 2), dtype=np.int64)),
        ("passes", 4),
        ("passes", 0),
        ("games", -1),
        ("done", 10_000),
        ("boards", -1),
        ("source", "x" * 300),
        ("readings", 7),
    ]
    for field, value in claims:
        tables = copy.copy(whole)
        setattr(tables, field, value)
        with pytest.raises(RefusedError):
            SignatureTables.from_bytes(snapshot.pack(tables, VERSION), "odd.tables")
            pytest.fail(f"{field} {value!r} was believed")


def test_an_output_that_would_be_a_signature_of_no_entry_is_refused() -> None:
    for start, value in zip(STARTS, (3,) * 6 + (8, 8, 1001), strict=True):
        tables = learned()
        tables.outputs[1, start + 1] = value
        with pytest.raises(RefusedError):
            SignatureTables.from_bytes(snapshot.pack(tables, VERSION), "odd.tables")
    tables = learned()
    tables.outputs[0, STARTS[4]] = 1
    with pytest.raises(RefusedError, match="its own negative"):
        SignatureTables.from_bytes(snapshot.pack(tables, VERSION), "odd.tables")
