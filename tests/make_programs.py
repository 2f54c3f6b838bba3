"""Punch the decks of assets/programs anew from their sources.

``uv run python -m tests.make_programs``, after any change to a source, to the library, or to the
loader that stands in front of every deck.
"""

from devices.media.deck import Deck, write_cbn
from machines.ibm704.assembler import deck_of
from tests.machines.ibm704_programs import NAMES, PROGRAMS, assembled


def deck_named(name: str) -> Deck:
    """The deck of a program."""
    return deck_of(assembled(name), f"{name}.cbn")


if __name__ == "__main__":
    for one in NAMES:
        (PROGRAMS / f"{one}.cbn").write_bytes(write_cbn(deck_named(one)))
        print(one)
