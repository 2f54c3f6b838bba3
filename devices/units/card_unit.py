"""What the 711 and the 721 share: a card travels, may jam, and falls into the stacker."""

from typing import Any, ClassVar

from devices.refusal import RefusedError
from devices.units.unit import OperatedUnit, check_time

HOPPER_CARDS = 800
STACKER_CARDS = 1000


class CardUnit(OperatedUnit):
    """A unit that cards pass through one by one; fields are those of the reader and the punch."""

    card_us: ClassVar[int]  # How long a card travels
    when_jammed: ClassVar[str]
    when_full: ClassVar[str]  # What the operator is told to do
    stacker: list[Any]
    jammed: bool
    moving: Any  # The travelling card; None: none does
    elapsed_us: int  # Since the last card left the hopper, at most ``card_us``

    @property
    def busy(self) -> bool:
        """A card is travelling."""
        return self.moving is not None

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        check_time(us)
        if self.moving is None or self.jammed:
            return
        self.elapsed_us = min(self.elapsed_us + us, self.card_us)
        if self.elapsed_us == self.card_us:
            self.arrive()

    def due_us(self) -> int | None:
        """Until the travelling card lies in the stacker; None when none travels."""
        return None if self.moving is None or self.jammed else self.card_us - self.elapsed_us

    def arrive(self) -> None:
        """The travelling card comes to lie in the stacker."""
        raise NotImplementedError

    def take_out(self) -> None:
        """No card is travelling any more: the one that had jammed is taken out."""
        self.moving, self.jammed, self.elapsed_us = None, False, self.card_us

    def check_still(self) -> None:
        """Raises RefusedError if a card is travelling."""
        if self.busy:
            raise RefusedError(self.name, "a card is travelling: wait until it lies")

    def check_free(self) -> None:
        """Raises RefusedError where a card has jammed or the stacker is full."""
        if self.jammed:
            raise RefusedError(self.name, f"a card is jammed: {self.when_jammed}, then START")
        if len(self.stacker) >= STACKER_CARDS:
            raise RefusedError(self.name, f"the stacker is full: {self.when_full}")
