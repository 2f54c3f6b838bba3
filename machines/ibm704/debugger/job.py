"""The exhibit as the debugger's job: the machine in its room, with units and an operator."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from devices.media.card import Card
from machines.ibm704.assembler import dense_loader, loader, relocating_loader
from machines.ibm704.debugger import images
from machines.ibm704.exhibit import Ibm704
from machines.ibm704.machine import Machine

SLICE_US = 1_000_000


@dataclass(frozen=True)
class JobImage:
    """A job's state: the exhibit's, the rest of the slice, and what else there is."""

    exhibit: object
    left_us: int
    more: object


class ExhibitJob:
    """See :class:`machines.ibm704.debugger.history.Job`.

    ``act`` works a control.  Time passes in slices of ``SLICE_US``, and whoever tends the units
    comes between two of them: a pause within a slice changes nothing about that.
    """

    def __init__(self, exhibit: Ibm704, act: Callable[[str, int], None]) -> None:
        self.exhibit = exhibit
        self._act = act
        self._left_us = 0

    @property
    def machine(self) -> Machine:
        """The 704 of the exhibit, to which the selector is turned."""
        if self.exhibit.machine is None:
            raise ValueError("the selector was not turned to the 704")
        return self.exhibit.machine

    def proceed(self) -> str:
        """Let the rest of a slice pass; why there is no more time."""
        if self._left_us <= 0:
            if why := self.over():
                return why
            self._left_us = self.slice_us()
        before = self.exhibit.now_us
        self.advance(self._left_us)
        self._left_us -= self.exhibit.now_us - before
        if self._left_us <= 0:
            self.tend()
        return ""

    def operate(self, control: str, value: int) -> None:
        """An act of the operator."""
        self._act(control, value)

    def image(self, earlier: object) -> JobImage:
        """The state now."""
        before = earlier if isinstance(earlier, JobImage) else JobImage(None, 0, None)
        exhibit = images.make_image(self.exhibit.state, before.exhibit)
        return JobImage(exhibit, self._left_us, self.more_image(before.more))

    def put_back(self, image: object) -> None:
        """A state from :meth:`image`."""
        if not isinstance(image, JobImage):
            raise TypeError(f"{type(image).__name__} is no image of a job")
        images.put_back(image.exhibit, self.exhibit.state)
        self._left_us = image.left_us
        self.put_more_back(image.more)

    # -- what others may do otherwise

    def slice_us(self) -> int:
        """How long the next slice is."""
        return SLICE_US

    def over(self) -> str:
        """Why there is no slice more."""
        return ""

    def advance(self, us: int) -> None:
        """Let time pass on the exhibit."""
        self.exhibit.advance(us)

    def tend(self) -> None:
        """Between two slices."""

    def more_image(self, earlier: object) -> object:
        """What is to be kept beside the exhibit's state."""
        return None

    def put_more_back(self, image: object) -> None:
        """That again."""

    def pass_over_output(self) -> None:
        """What has been printed was shown before."""


_LOADERS = (
    (dense_loader.SOURCE, dense_loader.cards_in_front),  # begins with the usual loader's cards
    (loader.SOURCE, loader.loader_cards),
    (relocating_loader.SOURCE, relocating_loader.relocating_cards),
)


def find_start_instruction(cards: Sequence[Card], size: int) -> int | None:
    """The location of the instruction by which the loader in front of these cards starts the
    program, in a storage of ``size`` words; None where no loader of ours is in front.

    Of another loader, of a tape or of a drum nobody knows at which instruction the program begins.
    """
    for source, cards_of in _LOADERS:
        own = [card.row_words() for card in cards_of()]
        if [card.row_words() for card in cards[: len(own)]] == own:
            return loader.start_instruction(source) & size - 1
    return None
