"""Chess against python-chess, a library that knows nothing of our words: moves, FEN, SAN, PGN."""

import io
import os
from dataclasses import replace

import chess
import chess.pgn
import numpy as np
import pytest

from machines.games.chess.board import Position
from machines.games.chess.game import Game, RandomPlayer
from machines.games.chess.moves import broken_rule, in_check, legal_moves, make, same_again
from machines.games.chess.notation import read_pgn, san, write_fen, write_pgn
from tests.machines.games.chess.positions import COMPILED, played, sprinkled, thrown


def compare(count: int, seed: int) -> None:
    generator = np.random.default_rng(seed)
    checks = 0
    for number in range(count):
        position = sprinkled(generator) if number % 2 else played(generator)
        board = chess.Board(write_fen(position))
        assert board.is_valid(), write_fen(position)
        ours = {str(move): move for move in legal_moves(position)}
        assert set(ours) == {move.uci() for move in board.legal_moves}, write_fen(position)
        assert in_check(position) == board.is_check(), write_fen(position)
        checks += board.is_check()
        for text, move in ours.items():
            played_there = chess.Move.from_uci(text)
            assert san(position, move) == board.san(played_there), (write_fen(position), text)
            board.push(played_there)
            assert write_fen(make(position, move)) == board.fen(en_passant="fen")
            board.pop()
    assert checks > count // 20


def test_positions_have_the_same_moves_san_and_fen_as_python_chess() -> None:
    compare(40 if COMPILED else 10, 1992)


@pytest.mark.soak
def test_many_positions_have_the_same_moves_san_and_fen_as_python_chess() -> None:
    compare(25 * int(os.environ.get("MATCHBOX704_SOAK", "60")), 704)


def test_games_end_where_python_chess_ends_them() -> None:
    generator = np.random.default_rng(1991)
    endings = set()
    for _ in range(5):
        game, board = Game(most_plies=0), chess.Board()
        while (outcome := game.outcome()) is None:
            assert not board.is_game_over()
            assert not board.is_repetition(3) and not board.halfmove_clock >= 100
            assert game.repetitions() == repetitions(board)
            game.play(RandomPlayer().choose(game.position, generator))
            board.push_uci(str(game.moves[-1]))
        told = board.outcome(claim_draw=True)
        assert told is not None and told.result() == outcome.result
        endings.add(outcome.ending)
    assert len(endings) > 2


def repetitions(board: chess.Board) -> int:
    return max(count for count in range(1, 4) if board.is_repetition(count))


def test_a_pawn_that_cannot_be_taken_in_passing_makes_no_other_position() -> None:
    generator = np.random.default_rng(1)
    different = 0
    for _ in range(80):
        position = played(generator)
        board = chess.Board(write_fen(position))
        passing = position.en_passant if board.has_legal_en_passant() else 0
        assert same_again(position)[-1] == passing
        different += bool(position.en_passant and not passing)
    assert different > 2


def test_a_game_written_in_pgn_is_read_as_it_was_played() -> None:
    generator = np.random.default_rng(1948)
    for start in (Position.start(), played(generator)):
        game = Game([start])
        while game.outcome() is None:
            game.play(RandomPlayer().choose(game.position, generator))
        text = write_pgn(game, {"White": "house:1", "Event": "a test"})
        read = chess.pgn.read_game(io.StringIO(text))
        assert read is not None and not read.errors
        assert [str(move) for move in game.moves] == [m.uci() for m in read.mainline_moves()]
        outcome = game.outcome()
        assert outcome is not None and read.headers["Result"] == outcome.result
        assert read.headers["White"] == "house:1"
        assert max(map(len, text.splitlines())) < 100


def test_what_python_chess_finds_impossible_is_refused_and_nothing_else_but_too_many_men() -> None:
    generator = np.random.default_rng(1990)
    refused = {True: 0, False: 0}
    for _ in range(500 if COMPILED else 100):
        position = thrown(generator)
        pawns = position.pawns & position.passive & (0xFF << (24 if position.black_to_move else 32))
        if pawns and generator.integers(2):
            behind = (pawns.bit_length() - 1) + (-8 if position.black_to_move else 8)
            position = replace(position, en_passant=behind)
        told = broken_rule(position)
        if "men more than at first" in told:
            continue
        board = chess.Board(write_fen(position))
        assert bool(told) == (not board.is_valid()), (write_fen(position), told, board.status())
        refused[bool(told)] += 1
    assert min(refused.values()) > 20


def test_what_python_chess_writes_is_read_as_it_was_played() -> None:
    generator = np.random.default_rng(1994)
    for number in range(6):
        board = chess.Board(write_fen(played(generator)) if number % 3 else chess.STARTING_FEN)
        game = chess.pgn.Game()
        game.setup(board)
        node: chess.pgn.GameNode = game
        while len(node.board().move_stack) < 80 and (moves := list(node.board().legal_moves)):
            for move in generator.choice(len(moves), size=min(2, len(moves)), replace=False):
                node.add_variation(moves[move], comment="so (it {is", nags=[1])
            node = node.variations[0]
        game.headers["Result"] = node.board().result()
        read = read_pgn(f"{game}\n\n{game}", "f.pgn")
        assert not read.left_out and not read.mended, (str(game), read)
        for found in read.games:
            assert [str(move) for move in found.moves] == [m.uci() for m in game.mainline_moves()]
            assert found.tags["Result"] == game.headers["Result"]
