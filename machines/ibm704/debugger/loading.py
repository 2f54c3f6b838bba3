"""Where a program that LOAD CARDS brings has been loaded: behind a loader of ours.

Of another loader, of a tape or of a drum nobody knows at which instruction the program begins.
"""

from collections.abc import Sequence

from devices.media.card import Card
from machines.ibm704.assembler import dense_loader, loader, relocating_loader

_LOADERS = (
    (dense_loader.SOURCE, dense_loader.cards_in_front),  # begins with the usual loader's cards
    (loader.SOURCE, loader.loader_cards),
    (relocating_loader.SOURCE, relocating_loader.relocating_cards),
)


def find_start_instruction(cards: Sequence[Card], size: int) -> int | None:
    """The location of the instruction by which the loader in front of these cards starts the
    program, in a storage of ``size`` words; None where no loader of ours is in front."""
    for source, cards_of in _LOADERS:
        own = [card.row_words() for card in cards_of()]
        if [card.row_words() for card in cards[: len(own)]] == own:
            return loader.start_instruction(source) & size - 1
    return None
