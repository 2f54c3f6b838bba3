"""What the entry keys and the M-Q say: moves, and instructions that the program understands.

A move as an operator enters it, and as the machine shows its own (specs: bits numbered from the
left, S, 1..35)::

    bits 21-23          bits 24-29          bits 30-35
    game, 0: selected   from-square         to-square

The selected game is the one that the machine asks for.  Three bits can't name game 8, which can
only be the selected one: an entry without squares selects the game in bits 21-23 or, with all keys
up, the next in which an operator is to move, round from 8 to 1.  In the midst of a multiple jump
an entry without squares takes back the squares entered so far.

Key 20 without squares takes the operator's last move back (machines.samuel.taking_back).

An instruction by ENTER INSTRUCTION: only STQ (-0600) to a word below octal 400, by which an
operator changes a break point or a coefficient "at any time by manual intervention" (Samuel 1959).
Its fields: operation in bits S-11, tag in 18-20, address in 21-35.
"""

from dataclasses import dataclass

from devices.refusal import RefusedError
from machines.games.draughts.board import SQUARES, Move, Position
from machines.games.draughts.moves import legal_moves

TAKE_BACK = 1 << 15
"""Key 20."""
STQ = 1 << 35 | 0o600 << 24
"""The operation part of STQ: sign minus, 0600."""
OPERATION = 0o7777 << 24
TAG = 0o7 << 15
ADDRESS = 0o77777
CHANGEABLE = 0o400
"""An operator may change the words below this address."""


@dataclass(frozen=True)
class Entry:
    """One step of a move as entered by keys."""

    game: int  # 0: the game that is asked for
    source: int
    target: int

    @property
    def selects(self) -> bool:
        """Whether it names no squares."""
        return self.source == self.target == 0


def step_word(game: int, source: int, target: int) -> int:
    """One step of a move in the M-Q's fields; game 8 shows as 0, the selected one."""
    return (game & 7) << 12 | source << 6 | target


def read_entry(word: int) -> Entry:
    """The step that ``word`` says.  Raises RefusedError naming the keys that are wrong."""
    if word >> 15:
        raise RefusedError("keys S to 20", "some are down; a move has only keys 21 to 35")
    entry = Entry(word >> 12 & 7, word >> 6 & 63, word & 63)
    if entry.selects:
        return entry
    for keys, square in (("24 to 29", entry.source), ("30 to 35", entry.target)):
        if square not in SQUARES:
            raise RefusedError(f"keys {keys}", f"square {square}; expected 1 to 32 in binary")
    return entry


def takes_back(word: int) -> bool:
    """Whether ``word`` says that a move is taken back."""
    return bool(word & ~(7 << 12) == TAKE_BACK)


def game_of(word: int) -> int:
    """The game in keys 21 to 23."""
    return word >> 12 & 7


def extend(position: Position, partial: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
    """The squares of a move after one more step; it is whole when a legal move has just these.

    Raises RefusedError when no legal move begins so.
    """
    if partial and entry.source != partial[-1]:
        raise RefusedError(
            f"move {entry.source} to {entry.target}",
            f"the jump goes on from {partial[-1]}; expected {partial[-1]} and its next square",
        )
    squares = (*partial, entry.target) if partial else (entry.source, entry.target)
    if not moves_beginning(position, squares):
        nexts = sorted({m.squares[len(partial)] for m in moves_beginning(position, partial)} - {0})
        raise RefusedError(
            f"move {entry.source} to {entry.target}",
            f"no jump leads there; expected {' or '.join(map(str, nexts))}"
            if partial
            else "no legal move begins so",
        )
    return squares


def moves_beginning(position: Position, squares: tuple[int, ...]) -> tuple[Move, ...]:
    """The legal moves that begin with these squares."""
    return tuple(m for m in legal_moves(position) if m.squares[: len(squares)] == squares)


def whole(position: Position, squares: tuple[int, ...]) -> Move | None:
    """The legal move that has just these squares, if there is one."""
    return next((m for m in legal_moves(position) if m.squares == squares), None)


def stq_address(word: int) -> int:
    """The address of an STQ instruction that the program allows.

    Raises RefusedError for any other instruction, in words.
    """
    if word & OPERATION != STQ:
        raise RefusedError(
            "ENTER INSTRUCTION",
            "the checkers program takes only STQ from the keys "
            "(key S, then 0600 in keys 1 to 11, and an address in 21 to 35)",
        )
    if word & TAG:
        raise RefusedError("ENTER INSTRUCTION", "keys 18 to 20 are down; expected no index")
    address = word & ADDRESS
    if address >= CHANGEABLE:
        raise RefusedError(
            "ENTER INSTRUCTION",
            f"STQ {address:05o}: only words below {CHANGEABLE:o} (octal) may be changed",
        )
    return address
