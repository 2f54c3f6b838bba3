"""Learners from Python: the same words in each machine's module, the same learner of a seed."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from devices.refusal import RefusedError
from machines.door import anaconda, chess, draughts, menace, morph, noughts, pegasus, samuel
from machines.games.draughts import Position, read_pdn
from machines.kernels.generator import generator_state
from machines.menace.tournament import tournament

MODULES = (menace, pegasus, samuel, anaconda, morph)
SMALL = anaconda.EvolutionConfig(search=anaconda.Search(plies=1))
LEARNED: tuple[tuple[str, Callable[..., Any], Callable[[Any], bytes], int], ...] = (
    ("menace", lambda **k: menace.train(150, **k), lambda p: p.cabinet.beads.tobytes(), 75),
    ("pegasus", lambda **k: pegasus.train(150, **k), lambda p: p.chances.tobytes(), 75),
    ("beta", lambda **k: samuel.train(2, **k), lambda p: repr(p.polynomial).encode(), 2),
    (
        "rote",
        lambda **k: samuel.train(2, "endings", **k),
        lambda p: p.memory.memory.rows.tobytes(),
        2,
    ),
    (
        "anaconda",
        lambda **k: anaconda.train(2, config=SMALL, **k),
        lambda p: p.network.to_bytes(),
        2,
    ),
    ("morph", lambda **k: morph.train(2, "random", **k), lambda p: p.learner.to_bytes(), 2),
)


def test_every_module_has_the_same_words() -> None:
    for module in MODULES:
        words = list(inspect.signature(module.train).parameters)
        assert words[-1] != "seed" and {"seed", "progress"} <= set(words), module
        words = list(inspect.signature(module.evaluate).parameters)
        assert words[:4] == ["player", "opponent", "games", "seed"], module
        assert set(module.__all__) >= {"train", "evaluate"}, module


@pytest.mark.slow
@pytest.mark.parametrize("row", LEARNED, ids=lambda row: row[0])
def test_a_seed_gives_one_learner_and_progress_sees_it_grow(row: Any) -> None:
    _, train, state, told = row
    seen: list[tuple[int, bytes]] = []
    first = train(seed=5, progress=lambda done, player: seen.append((done, state(player))))
    assert state(first) == state(train(seed=5)) == seen[-1][1]
    assert len(seen) == told and seen[0][1] != seen[-1][1]
    assert state(first) != state(train(seed=6))


def test_boxes_trained_in_parts_are_those_trained_at_once() -> None:
    parts, whole = menace.Matchboxes(3), menace.Matchboxes(3)
    for games in (30, 50, 140):  # the opponent 1961 goes by the game's number
        parts.train(games, "1961")
    whole.train(220, "1961")
    assert (parts.cabinet.beads == whole.cabinet.beads).all()


def test_nobody_learns_from_an_evaluation_and_the_sides_add_up() -> None:
    boxes = menace.train(50)
    before = boxes.cabinet.beads.copy()
    score = menace.evaluate(boxes, "perfect", games=300, seed=4)
    other = noughts.evaluate("perfect", boxes, games=300, seed=4, side="X")
    assert (boxes.cabinet.beads == before).all()
    assert (score.wins, score.draws, score.losses) == (other.losses, other.draws, other.wins)
    assert score.games == 300
    assert score.points.low <= score.points.value <= score.points.high
    boxes.cabinet.beads[0] = 0  # it would decline to play; training goes on with it reloaded
    assert menace.evaluate(boxes, "random", games=5).games == 5


def test_an_evaluation_comes_to_what_a_tournament_without_learning_does() -> None:
    boxes = menace.train(50)
    score = menace.evaluate(boxes, "random", games=400, seed=8)
    played = tournament(400, boxes.cabinet, "random", generator_state(8), learning=False)
    assert (score.wins, score.draws, score.losses) == (played.wins, played.draws, played.losses)


def test_pegasus_chances_by_square_add_up() -> None:
    program = pegasus.train(500, "expert")
    for squares in ((), (0,), (1, 0), (1, 0, 5)):
        board = noughts.Board()
        for square in squares:
            board = board.play(square)
        chances = program.square_chances(board)
        assert sum(chances) == pytest.approx(1)
        assert all(chances[square] == 0 for square in range(9) if square not in board.moves)


def test_tables_learn_from_a_book() -> None:
    book = read_pdn("1. 11-15 23-19 2. 8-11 22-17 *", "book")
    player = samuel.train_tables(book, passes=1)
    assert player.tables.finished and player.tables.boards > 0
    assert str(player.choose(Position.start()))


def test_a_number_of_games_that_cannot_be_is_refused() -> None:
    boxes, player = menace.Matchboxes(), chess.RandomPlayer()
    calls: tuple[Callable[[], object], ...] = (
        lambda: noughts.evaluate(boxes, games=0),
        lambda: draughts.evaluate("random", games=3),
        lambda: draughts.evaluate("random", games=0),
        lambda: chess.evaluate(player, games=0),
    )
    for call in calls:
        with pytest.raises(RefusedError, match=r"games: are \d; expected"):
            call()
    with pytest.raises(RefusedError, match=r"opponent: .*nobody"):
        draughts.evaluate("random", "nobody")
    with pytest.raises(RefusedError, match="'nobody'"):
        menace.train(3, "nobody")


def test_positions_are_arrays() -> None:
    for position, shape, values in (
        (noughts.Board.of_rows("O.X/.../..."), (3, 3), {-1: 1, 0: 7, 1: 1}),
        (draughts.read_fen("B:BK1,12:W13,K32"), (8, 8), {-2: 1, -1: 1, 0: 60, 1: 1, 2: 1}),
        (chess.Position.start(), (8, 8), {0: 32, 1: 8, -1: 8, 6: 1, -6: 1}),
    ):
        made = np.asarray(position)
        assert made.shape == shape and made.dtype == np.int8
        assert all((made == value).sum() == count for value, count in values.items())
        assert np.array(position, dtype=np.float32).dtype == np.float32
        with pytest.raises(ValueError, match="without a copy"):
            np.asarray(position, copy=False)
    first = np.asarray(draughts.read_fen("B:BK1,5:W32"))
    assert (first[0, 1], first[1, 0], first[7, 6]) == (2, 1, -1)
    assert np.asarray(chess.Position.start())[7, 4] == 6
    assert np.asarray(noughts.Board().play(1))[0, 0] == 1
