"""The operator's squares that cards have brought and that were not played yet."""

from dataclasses import dataclass, field

from devices.media.control_card import at_column
from machines.noughts.cards import MoveCard


@dataclass(frozen=True)
class WaitingSquare:
    """A square in line for its turn."""

    square: int
    card: str
    """``"visitor.txt, card 3"``."""
    column: int
    before: tuple[int, ...]
    """The squares before it on its card."""

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
        squares = tuple(one.value for one in card.squares)
        part, self.part = self.part, None
        skip = 0
        if part and (part.card, part.game) == (where, game):
            skip = len(part.made) if squares[: len(part.made)] == part.made else 0
        self.waiting += [
            WaitingSquare(one.value, where, one.column, squares[:k])
            for k, one in enumerate(card.squares)
            if k >= skip
        ]

    def refuse(self, one: WaitingSquare, game: int) -> None:
        """That square was refused: the rest of its card goes with it."""
        self.waiting.clear()
        self.part = PartRefused(one.card, game, one.before) if one.before else None
