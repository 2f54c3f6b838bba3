"""Collections of games from anywhere: the games that can be followed, and why others can't.

A file that :func:`machines.games.draughts.notation.read_pdn` reads to its end is as it reads it.
Where it refuses a game, the file is parted into games and each is read by itself.  A game begins
where a line begins with a tag after something else (so a comment or a variation that is never
closed ends with its game), and after a result.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from devices.refusal import RefusedError
from machines.games.draughts.notation import Game, read_pdn

_HEAD = re.compile(r"\s*\[\s*\w+\s+\"")
"""How a line of tags begins."""
_RESULT = re.compile(r"\{[^}]*\}|;[^\n]*|^\s*\[[^\n]*|(?<![^\s])(?:1-0|0-1|1/2-1/2|\*)(?!\S)", re.M)
"""A result, or what is read over in looking for one: a comment, a tag."""


@dataclass(frozen=True)
class Collection:
    """The games of a file in their order, and the refusals of those that are left out."""

    games: tuple[Game, ...]
    left_out: tuple[RefusedError, ...] = ()
    """Each with file, game, line and mostly the move."""

    @property
    def found(self) -> int:
        """The games in the file, followed or not."""
        return len(self.games) + len(self.left_out)


def read_collection(text: str, name: str) -> Collection:
    """The games of a PDN file that can be followed; refuses nothing."""
    try:
        return Collection(read_pdn(text, name))
    except RefusedError:
        pass
    games: list[Game] = []
    left_out: list[RefusedError] = []
    for line, piece in _pieces(text.removeprefix("\ufeff")):
        number = len(games) + len(left_out) + 1
        try:
            games += read_pdn(piece, name, line, number)
        except RefusedError as refusal:
            left_out.append(refusal)
    return Collection(tuple(games), tuple(left_out))


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Each game's text and its first line, from 1."""
    lines = [f"{line}\n" for line in text.split("\n")]
    begun, in_head = 0, False
    for number, line in enumerate(lines):
        head = bool(_HEAD.match(line))
        if head and not in_head:
            yield from _parted("".join(lines[begun:number]), begun + 1)
            begun = number
        if line.strip():
            in_head = head
    yield from _parted("".join(lines[begun:]), begun + 1)


def _parted(text: str, line: int) -> Iterator[tuple[int, str]]:
    """The games of one head: that with its tags, and others without, after its result."""
    begun = 0
    for match in _RESULT.finditer(text):
        if match.group() in ("1-0", "0-1", "1/2-1/2", "*"):
            piece = text[begun : match.end()]
            yield line, piece
            line += piece.count("\n")
            begun = match.end()
    if text[begun:].strip():
        yield line, text[begun:]
