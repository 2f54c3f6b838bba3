"""The look-ahead's kernels against their slow obvious twin, board by board and move by move."""

import os
import random
import time
from dataclasses import replace

import numpy as np
import pytest

from machines.games.draughts.board import Position, bit
from machines.samuel.lookahead import WIN, LookAhead
from machines.samuel.polynomial import Polynomial
from machines.samuel.settings import KILLING, ProgramSettings
from tests.naive import draughts as naive
from tests.naive import samuel as twin

COEFFICIENTS = {"DENY": 256, "MOB": 64, "CENT+ADV": 16}


def position_of(board: naive.Board, side: str) -> Position:
    def word(pieces: str) -> int:
        return sum(bit(s) for s, p in board.items() if p in pieces)

    return Position(word("bB"), word("wW"), word("BW"), side == "b")


def random_board(rng: random.Random) -> tuple[naive.Board, str]:
    """A position from random play, now and then with some pieces taken off and men crowned."""
    while True:
        board, side = naive.start(), "b"
        for _ in range(rng.randrange(70)):
            moves = naive.moves(board, side)
            if not moves:
                break
            board, side = naive.make(board, rng.choice(moves)), naive.other(side)
        for square in list(board):
            if rng.random() < 0.15:
                del board[square]
            elif rng.random() < 0.1:
                board[square] = board[square].upper()
        if naive.moves(board, side):
            return board, side


def check(board: naive.Board, side: str, settings: ProgramSettings) -> None:
    """The twin leaves nothing out: its choice must be that of each way to cut."""
    search = twin.Search(settings, COEFFICIENTS, 64, WIN)
    route, score = search.best(board, side)
    for alpha_beta in range(KILLING + 1):
        ahead = LookAhead()
        ahead.settings = replace(settings, alpha_beta=alpha_beta)
        ahead.polynomial = Polynomial.standard()
        ahead.begin(position_of(board, side))
        while not ahead.finished:
            ahead.run(10**9)
        found = ahead.decision()
        assert (found.move.squares, found.score) == (route, score), (board, side, alpha_beta)
        assert alpha_beta or ahead.boards == search.boards, (board, side)


def compare(rng: random.Random, boards: int, nulls: int) -> None:
    for _ in range(boards):
        settings = ProgramSettings(
            minimum=2, quiet=3, jump=4, ahead=5, last=9, few_pieces=4, null_replies=nulls
        )
        check(*random_board(rng), settings)


@pytest.mark.slow
@pytest.mark.parametrize("nulls", [0, 1])
def test_the_look_ahead_chooses_what_its_twin_chooses(nulls: int) -> None:
    compare(random.Random(1959 + nulls), 2, nulls)


@pytest.mark.soak
def test_the_look_ahead_chooses_what_its_twin_chooses_for_long() -> None:
    end = time.monotonic() + float(os.environ.get("MATCHBOX704_SOAK", "600"))
    rng = random.Random(35)
    while time.monotonic() < end:
        compare(rng, 1, rng.randrange(2))


def test_the_break_points_of_the_paper_stop_where_the_twin_stops() -> None:
    rng = random.Random(704)
    for _ in range(2):
        check(*random_board(rng), ProgramSettings(last=10, minimum=2))


def test_the_rote_terms_count_what_the_twin_counts() -> None:
    from machines.samuel import polynomial, terms

    rng = random.Random(7)
    for _ in range(40):
        board, side = random_board(rng)
        position = position_of(board, side)
        fa, ba, fp, bp = position.words()
        for name in ("DENY", "MOB", "CENT", "ADV", "CENT+ADV"):
            black = int(side == "b")
            counted = terms.term(polynomial.TERMS[name].number, fa, ba, fp, bp, black)
            assert counted == twin.term(name, board, side), (name, board, side)


def test_random_boards_reach_kings_and_few_pieces() -> None:
    rng = random.Random(1)
    boards = [random_board(rng)[0] for _ in range(200)]
    assert any(p.isupper() for board in boards for p in board.values())
    assert np.min([len(board) for board in boards]) < 8
