"""The deck of TODAY v START: Alpha as he is now against Alpha as he began, and nobody learns.

The cards are the program's own: POLY cards bring both polynomials, Alpha's and (POLY BETA) Beta's,
SERIES has them play.  Sense switch 4 stays up, so neither changes.
"""

from devices.media.deck import deck_value, read_text_deck
from machines.draughts.scene import Learned

GAMES = 10
NAME = "today-v-start.txt"
QUICK = ("MIN 1", "QUIET 2", "JUMP 3", "AHEAD 4", "CUTOFF 1")
"""Break points of a short look-ahead: a game of seventy moves takes a 704 half a minute or so."""


def contest_deck(learned: Learned) -> str:
    """The deck as the hopper takes it; empty if Alpha is as he began."""
    if not learned.samples:
        return ""
    start, today = poly_cards(learned.samples[0].terms), poly_cards(learned.samples[-1].terms)
    if start == today or not today:
        return ""
    cards = (
        "*      TODAYS ALPHA PLAYS ALPHA AS HE BEGAN, WHO IS CALLED BETA HERE.",
        "*      SENSE SWITCH 4 IS UP, NOBODY LEARNS.",
        *(f"BREAK  {one}" for one in QUICK),
        "LEARN  SECOND SEED 1",
        "POLY   BY TURNS",
        *today,
        "POLY   BETA",
        *start,
        f"SERIES {GAMES}",
        "END",
    )
    return deck_value(read_text_deck("".join(f"{card}\n" for card in cards), NAME))


def poly_cards(terms: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The POLY cards of terms and their coefficients, which are powers of two; 0 has no card."""
    return tuple(
        f"POLY   {name} {'-' if coefficient < 0 else '+'}{abs(coefficient).bit_length() - 1}"
        for name, coefficient in terms
        if coefficient
    )
