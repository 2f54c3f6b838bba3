"""Programs that print, for tests: lines by half rows with sense exits, and waits between."""

from collections.abc import Iterable
from functools import cache

from devices.media.card import Card
from devices.media.deck import Deck
from machines.ibm704.assembler import assemble, deck_of

WAIT = """\
       LXA W4,2
       LXA WMOST,1
       TIX *,1,1
       TIX *-2,2,1
"""
"""Some three seconds."""
Line = tuple[str | None, Iterable[int]]
"""What is printed, None for a select without a copy; the sense exits impulsed for it."""


@cache
def printing_deck(*lines: Line, wait: bool = False) -> Deck:
    """A program that prints ``lines``, of 72 columns, and stops at HPR 1 with the last word; with
    ``wait`` some seconds lie between two lines."""
    cards = ["       ORG 64", "START  NOP"]
    rows: list[tuple[int, ...]] = []
    for number, (text, exits) in enumerate(lines):
        if number and wait:
            cards += WAIT.splitlines()
        cards.append("       WPR")
        cards += [f"       SPR {exit}" for exit in exits]
        if text is None:
            continue
        cards += [
            "       LXA W24,1",
            f"       CPY ROWS+{24 * len(rows) + 24},1",
            "       TIX *-1,1,1",
        ]
        rows.append(Card.of_text(text).row_words())
    cards += ["       HPR 1", "W24    DEC 24", "W4     DEC 4", "WMOST  DEC 32767", "ROWS   BSS 0"]
    cards += [f"       OCT {word:012o}" for line in rows for word in line]
    assembly = assemble([*cards, "       END START"], "printing.sap")
    assert not assembly.errors, assembly.errors
    return deck_of(assembly)
