"""A file of games that a command follows: PDN or PGN, and what is said of it on standard error."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from devices.refusal import RefusedError
from machines.games.game_files import Collection
from machines.storage.files import read_file
from machines.storage.telling import tell_user


class BookGame(Protocol):
    """A game that can be followed."""

    @property
    def moves(self) -> Sequence[Any]:
        """All of them legal."""


G = TypeVar("G", bound=BookGame)


def read_book(path: Path, read: Callable[[bytes, str], Collection[G]], kind: str) -> Collection[G]:
    """The games of a file of that ``kind``; what was mended is told.

    Raises RefusedError where none can be followed.
    """
    collection = read(read_file(path), path.name)
    has_moves = any(game.moves for game in collection.games)
    if collection.left_out and not has_moves:
        first, others = collection.left_out[0], len(collection.left_out) - 1
        none = f"; none of the file's {others + 1} games can be followed" if others else ""
        raise RefusedError(first.where, first.what + none)
    if not has_moves:
        raise RefusedError(path.name, f"has no moves; expected games in {kind}")
    for line in collection.mended:
        tell_user(f"mended: {line}")
    return collection


def print_result(book: Collection[Any], result: str) -> int:
    """What was left out of the file, then the RESULT line with how many; the exit status."""
    for line in book.left_out_lines():
        print(line)
    print(f"{result} left_out={len(book.left_out)}")
    return 2 if book.left_out else 0
