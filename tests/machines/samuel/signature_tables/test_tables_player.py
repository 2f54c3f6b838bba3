"""The program of 1967 as a player: its look-ahead beside a plain walk, and what is pruned."""

import pickle

import numpy as np
import pytest

from machines.games.draughts import Player, Position, legal_moves, make
from machines.games.draughts.notation import read_fen
from machines.games.draughts.player import RecallingPlayer
from machines.samuel import terms
from machines.samuel.signature_tables import search
from machines.samuel.signature_tables.player import TablesPlayer
from machines.samuel.signature_tables.tables import SignatureTables
from tests.machines.games.draughts.positions import COMPILED, played
from tests.machines.samuel.signature_tables.test_signatures import (
    random_tables,
    score,
    twins_board,
)
from tests.naive.samuel import exchange_is_possible

BOARDS = 15 if COMPILED else 4
NOBODY = np.random.default_rng(0)


def walk(
    tables: SignatureTables, position: Position, ply: int, left: int, jumped: bool = False
) -> int:
    """Plain minimax, board by board, by the rules of where a line ends."""
    moves = legal_moves(position)
    if not moves:
        return ply - search.WIN
    open_yet = left > 0 or bool(moves[0].captured) or (left == 0 and jumped)
    if not open_yet and not (left >= -1 and exchange_is_possible(*twins_board(position))):
        fa, ba, fp, bp = position.words()
        advantage = terms.advantage_of(terms.material(fa, ba), terms.material(fp, bp))
        return search.PIECE_WEIGHT * int(advantage) + score(tables, position)
    return max(
        -walk(tables, make(position, move), ply + 1, left - 1, bool(move.captured))
        for move in moves
    )


def boards(count: int) -> list[Position]:
    generator = np.random.default_rng(1)
    found = (played(generator) for _ in range(10 * count))
    return [position for position in found if legal_moves(position)][:count]


@pytest.mark.parametrize(("plies", "count"), [(1, 8), (2, 4), (3, 2)])
def test_without_pruning_ratings_are_those_of_a_plain_walk(plies: int, count: int) -> None:
    tables = random_tables(2)
    player = TablesPlayer("t", tables, plies, pruned=False)
    for position in boards(count):
        decision = player.decide(position, exact=True)
        walked = [
            -walk(tables, make(position, move), 1, plies - 1, bool(move.captured))
            for move in legal_moves(position)
        ]
        assert [rating for _, rating in decision.rated] == walked
        assert decision.score == max(walked)
        quick = player.decide(position)
        assert quick.score == decision.score and quick.rated == ()
        assert dict(decision.rated)[quick.move] == max(walked)


def test_pruning_looks_at_fewer_boards_and_seldom_chooses_otherwise() -> None:
    tables = random_tables()
    whole, pruned = (TablesPlayer("t", tables, 5, pruned=p) for p in (False, True))
    all_boards = fewer = same = 0
    some = boards(BOARDS)
    for position in some:
        one, other = whole.decide(position), pruned.decide(position)
        all_boards, fewer = all_boards + one.boards, fewer + other.boards
        same += one.move == other.move
    assert fewer < 0.95 * all_boards
    assert same > len(some) // 2


def test_it_is_a_player_that_recalls_and_goes_to_other_processes() -> None:
    tables = random_tables()
    player: Player = TablesPlayer("t", tables, 2, "even")
    assert isinstance(player, RecallingPlayer)
    again = pickle.loads(pickle.dumps(player))
    for position in boards(BOARDS):
        assert player.choose(position, NOBODY) == again.choose(position, NOBODY)


def test_a_board_that_it_has_left_is_worth_nothing_to_it() -> None:
    player = TablesPlayer("t", SignatureTables.blank(), 3, "even")
    position = read_fen("B:WK32:BK1,K2,K6")
    first = player.decide(position)
    assert first.score > 0
    left = [make(position, first.move)]
    other = player.choose_recalling(position, left, NOBODY)
    assert other != first.move
    player.repeats = "search"
    assert player.choose_recalling(position, left, NOBODY) == first.move


def test_a_win_is_seen_and_the_sooner_is_the_better() -> None:
    player = TablesPlayer("t", SignatureTables.blank(), 5)
    assert not player.decide(Position.start()).win_seen
    taken = player.decide(read_fen("B:W18:B15"))
    assert taken.win_seen and taken.score == search.WIN - 1
    with pytest.raises(ValueError, match="no move"):
        player.decide(read_fen("B:W18:B"))
