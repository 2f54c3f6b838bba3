"""Michie's Fig. 5, the printed plays: what stands there, by a plain walk over each of them."""

import math
from collections import Counter

import pytest

from machines.laboratory.reproduce import michie
from machines.pegasus.printout import printed_plays, record_of

LINES = ("123", "804", "765", "187", "206", "345", "105", "307")
AROUND = "12345678"


def test_the_plays_add_up_as_they_were_added_by_hand() -> None:
    signs = [sign for _, sign in printed_plays()]
    assert Counter(signs[:100]) == {"+": 58, "-": 33, ".": 9}
    assert Counter(signs[100:]) == {"+": 57, "-": 28, ".": 15}
    assert Counter(squares[0] for squares, _ in printed_plays()) == {"0": 69, "1": 64, "2": 67}


def results(board: dict[str, str]) -> set[str]:
    """How a play can still end, on a board of marks by square."""
    for line in LINES:
        marks = {board.get(square) for square in line}
        if len(marks) == 1 and marks != {None}:
            return {"+" if marks == {"O"} else "-"}
    empty = [square for square in "012345678" if square not in board]
    mark = "OX"[len(board) % 2]
    return set().union(*(results({**board, one: mark}) for one in empty)) if empty else {"."}


def test_the_plays_end_as_printed_by_a_plain_walk() -> None:
    for squares, sign in set(printed_plays()):
        board: dict[str, str] = {}
        for square in squares:
            assert square not in board, squares
            board[square] = "OX"[len(board) % 2]
        assert results(board) == {sign}, squares


def same_squares(board: dict[str, str], square: str) -> set[str]:
    """The squares that a turn of the board, which leaves the marks as they are, brings it to."""
    found = set()
    for shift in range(0, 8, 2):
        for mirrored in (False, True):
            spiral = AROUND[::-1][1:] + AROUND[-1] if mirrored else AROUND
            to = {one: spiral[(k + shift) % 8] for k, one in enumerate(AROUND)} | {"0": "0"}
            if {to[one]: mark for one, mark in board.items()} == board:
                found.add(to[square])
    return found


@pytest.mark.slow
def test_the_odds_are_those_of_a_plain_count() -> None:
    found = 0.0
    for squares, _ in printed_plays():
        board: dict[str, str] = {}
        for square in squares:
            empty = [one for one in "012345678" if one not in board]
            kinds = {frozenset(same_squares(board, one)) for one in empty}
            found += math.log(len(empty) / len(kinds) / len(same_squares(board, square)))
            board[square] = "OX"[len(board) % 2]
    ours = sum(michie.nats(record_of(squares) for squares, _ in printed_plays()))
    assert ours == pytest.approx(found) == pytest.approx(63.7, abs=0.05)
