"""The house's player: sees what it should, has no chance, and wins what is won."""

import numpy as np
import pytest

from machines.games.chess import house as house_player
from machines.games.chess.board import Position
from machines.games.chess.game import Ending, Game, Player, RandomPlayer
from machines.games.chess.house import DEEPEST, HousePlayer
from machines.games.chess.moves import legal_moves, make
from machines.games.chess.notation import read_fen, san
from tests.machines.games.chess.positions import COMPILED, played

DEPTHS = (1, 2, 3) if COMPILED else (1,)


def chosen(fen: str, depth: int) -> str:
    position = read_fen(fen)
    return san(position, HousePlayer(depth).choose(position, np.random.default_rng(0)))


def finished(white: Player, black: Player, start: Position, seed: int = 0) -> Game:
    game, generator = Game([start]), np.random.default_rng(seed)
    while game.outcome() is None:
        mover = black if game.position.black_to_move else white
        game.play(mover.choose(game.position, generator))
    return game


@pytest.mark.parametrize("depth", DEPTHS)
def test_it_mates_in_one(depth: int) -> None:
    assert chosen("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", depth) == "Re8#"
    assert chosen("k3r3/8/8/8/8/8/5PPP/6K1 b - - 0 1", depth) == "Re1#"


@pytest.mark.parametrize("depth", DEPTHS)
def test_it_takes_what_hangs_and_not_what_is_guarded(depth: int) -> None:
    assert chosen("4k3/8/8/3q4/8/8/8/K2R4 w - - 0 1", depth) == "Rxd5"
    assert chosen("4k3/2p5/3p4/8/8/8/8/K2Q4 w - - 0 1", depth) != "Qxd6"


def test_two_plies_see_a_mate_that_one_does_not() -> None:
    """Ahead by a rook it may not let the other mate on the back rank."""
    fen = "6k1/5ppp/8/8/8/1r6/5PPP/R5K1 w - - 0 1"
    position = read_fen(fen)
    move = HousePlayer(2).choose(position, np.random.default_rng(0))
    after = make(position, move)
    assert san(position, move) == "Ra8#" or all(
        legal_moves(make(after, reply)) for reply in legal_moves(after)
    )


@pytest.mark.skipif(not COMPILED, reason="three plies are slow without the compiler")
def test_three_plies_see_a_mate_in_two() -> None:
    assert chosen("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 3) in ("Ra7", "Rb7")


def test_both_sides_see_a_position_alike() -> None:
    generator = np.random.default_rng(4)
    for _ in range(40):
        position = played(generator)
        assert house_player.evaluate(position.words()) == house_player.evaluate(
            position.mirrored().words()
        )


def test_a_man_more_is_worth_about_its_value() -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    for letter, value in (("P", 100), ("N", 310), ("B", 325), ("R", 500), ("Q", 950)):
        fewer = fen.replace(letter, "1", 1).replace("KQkq", "kq")
        lost = house_player.evaluate(read_fen(fewer).words())
        assert -value - 40 < lost < -value + 40


@pytest.mark.skipif(not COMPILED, reason="whole games are slow without the compiler")
def test_one_ply_beats_chance() -> None:
    for seed in range(4):
        house, chance = HousePlayer(1), RandomPlayer()
        sides: tuple[Player, Player] = (house, chance) if seed % 2 else (chance, house)
        outcome = finished(*sides, Position.start(), seed).outcome()
        assert outcome is not None
        assert outcome.ending is Ending.CHECKMATE
        assert outcome.score(black=seed % 2 == 0) == 1.0


@pytest.mark.skipif(not COMPILED, reason="whole games are slow without the compiler")
def test_a_queen_more_is_won_by_one_ply() -> None:
    for fen in ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "8/8/8/4k3/8/8/8/KRR5 w - - 0 1"):
        outcome = finished(HousePlayer(1), HousePlayer(1), read_fen(fen)).outcome()
        assert outcome is not None and outcome.result == "1-0"


def test_a_depth_out_of_range_and_a_finished_game_are_refused() -> None:
    with pytest.raises(ValueError, match=f"1 to {DEEPEST} plies ahead, not 0"):
        HousePlayer(0)
    with pytest.raises(ValueError, match="no move to choose"):
        HousePlayer(1).choose(read_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), np.random.default_rng(0))


def test_its_name_says_its_depth() -> None:
    assert HousePlayer(2).name == "house:2"
