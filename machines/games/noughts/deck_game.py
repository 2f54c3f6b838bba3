"""The open game of a noughts deck: players, the operator's squares, its end."""

from collections.abc import Callable
from dataclasses import dataclass, field

from devices.media.control_card import TEXT_COLUMN, at_column
from devices.refusal import RefusedError
from machines.games.noughts.cards import GameCard, MoveCard


@dataclass(frozen=True)
class WaitingSquare:
    """A square in line for its turn."""

    square: int
    card: str  # ``"visitor.txt, card 3"``
    column: int
    before: tuple[int, ...]  # The squares before it on its card

    @property
    def where(self) -> str:
        """Names its place on the card."""
        return at_column(self.card, self.column)


@dataclass(frozen=True)
class PartRefused:
    """A card of moves that was refused after some of them had been made."""

    card: str
    game: int
    made: tuple[int, ...]


@dataclass
class MovesInLine:
    """The squares, in the order of the cards."""

    waiting: list[WaitingSquare] = field(default_factory=list)
    part: PartRefused | None = None

    def put(self, card: MoveCard, game: int, where: str) -> None:
        """Put a card's squares in line.

        A card that was refused in the middle comes back corrected: its first moves stand made, if
        they are the same.
        """
        squares = tuple(square.value for square in card.squares)
        part, self.part = self.part, None
        skip = 0
        if part and (part.card, part.game) == (where, game):
            skip = len(part.made) if squares[: len(part.made)] == part.made else 0
        self.waiting += [
            WaitingSquare(number.value, where, number.column, squares[:k])
            for k, number in enumerate(card.squares)
            if k >= skip
        ]

    def refuse(self, waiting: WaitingSquare, game: int) -> None:
        """That square was refused: the rest of its card goes with it."""
        self.waiting.clear()
        self.part = PartRefused(waiting.card, game, waiting.before) if waiting.before else None


OPERATOR = "OPERATOR"
"""Whoever moves by cards."""


@dataclass
class DeckGame:
    """A value; the machine says when a play of it begins and ends."""

    card: GameCard | None = None  # Its card, both players named; None when no game is open
    ended: str = ""  # How its last play ended
    moves: MovesInLine = field(default_factory=MovesInLine)

    @property
    def by_hand(self) -> bool:
        """Whether an operator plays."""
        return self.card is not None and OPERATOR in (self.card.nought, self.card.cross)

    @property
    def open_card(self) -> GameCard:
        """Its card; there must be one."""
        if self.card is None:
            raise RuntimeError("no game is open")
        return self.card

    def player(self, side: str) -> str:
        """Who plays ``"O"`` or ``"X"``."""
        return self.open_card.nought if side == "O" else self.open_card.cross

    # -- cards

    def check_open(self, number: int | None, where: str) -> None:
        """Raises RefusedError unless a game is open, and that one if a number is given."""
        at = at_column(where, TEXT_COLUMN)
        if self.card is None:
            raise RefusedError(at, "no game is open; expected a GAME card before it")
        if number not in (None, self.card.number):
            raise RefusedError(at, f"game {number} is not open; expected game {self.card.number}")

    def put(self, card: MoveCard, where: str, playing: bool) -> None:
        """A card's squares in line, while a play is on.  Raises RefusedError."""
        self.check_open(card.number, where)
        if not self.by_hand:
            raise RefusedError(
                at_column(where, TEXT_COLUMN),
                f"neither side of game {self.open_card.number} is played by {OPERATOR}; expected "
                "PLAYS, or another GAME card before it",
            )
        if not playing:
            raise RefusedError(at_column(where, card.squares[0].column), self._over())
        self.moves.put(card, self.open_card.number, where)

    def check_plays(self, where: str) -> None:
        """Raises RefusedError if PLAYS can't come now."""
        self.check_open(None, where)
        if self.by_hand:
            raise RefusedError(
                at_column(where, TEXT_COLUMN),
                f"game {self.open_card.number} is played by {OPERATOR}; expected MOVE, or another "
                "GAME card before it",
            )

    # -- plays

    def play_next(self, play: Callable[[WaitingSquare], None]) -> None:
        """Play the next square in line; a wrong one is refused with the rest of its card."""
        waiting = self.moves.waiting.pop(0)
        try:
            play(waiting)
        except RefusedError:
            self.moves.refuse(waiting, self.open_card.number)
            raise

    def end(self, how: str) -> None:
        """A play is over.  Raises RefusedError for squares that are left: they came in vain."""
        self.ended = how
        if self.moves.waiting:
            waiting = self.moves.waiting[0]
            self.moves.refuse(waiting, self.open_card.number)
            raise RefusedError(waiting.where, self._over())

    def _over(self) -> str:
        return (
            f"comes after the end: game {self.open_card.number} is over ({self.ended}); expected "
            "another GAME card, or END"
        )
