"""Games of the papers as the museum's decks hold them, followed move by move."""

from collections.abc import Iterator
from pathlib import Path

from machines.games.draughts.board import Position
from machines.games.draughts.moves import find_move, legal_moves, make
from machines.games.draughts.notation import Game, read_move
from machines.storage.files import read_file

TEXT_COLUMNS = slice(5, 72)
"""Of a BOOK card: its moves."""


def printed_moves(path: Path) -> list[str]:
    """The moves on a deck's BOOK cards, as they are printed."""
    lines = read_file(path).decode().splitlines()
    cards = [line[TEXT_COLUMNS].split() for line in lines if line.startswith("BOOK")]
    return [move for card in cards for move in card]


def played_game(path: Path) -> Game:
    """A deck's game, with the deck's name.  Raises RefusedError for a move that isn't legal."""
    position, made = Position.start(), []
    for text in printed_moves(path):
        made.append(find_move(position, read_move(text)))
        position = make(position, made[-1])
    return Game(tuple(made), (("Event", path.stem),))


def follow(moves: list[str]) -> Iterator[tuple[str, int]]:
    """Each move and how many were legal in its place.  Raises RefusedError for one that isn't."""
    position = Position.start()
    for text in moves:
        yield text, len(legal_moves(position))
        position = make(position, find_move(position, read_move(text)))
