"""Decks that the room makes of what Alpha has learned, as the chart on the wall shows it.

The cards are the program's own: POLY cards bring polynomials, Alpha's and (POLY BETA) Beta's.
TEACH ALPHA goes on with Alpha as visitors have left him, which LOAD CARDS would else forget.  In
TODAY v START Alpha as he is now plays Alpha as he began; sense switch 4 stays up, so neither
changes.
"""

from devices.media.deck import deck_value, read_text_deck
from machines.games.draughts.scene import Learned

GAMES = 10
NAME, TAUGHT_NAME = "today-v-start.txt", "teach-alpha.txt"
QUICK = ("MIN 1", "QUIET 2", "JUMP 3", "AHEAD 4", "CUTOFF 1")
"""Break points of a short look-ahead: a game of seventy moves takes a 704 half a minute or so."""


def contest_deck(learned: Learned) -> str:
    """The deck as the hopper takes it; empty if Alpha is as he began."""
    if not learned.samples:
        return ""
    start, today = poly_cards(learned.samples[0].terms), poly_cards(learned.samples[-1].terms)
    if start == today or not today:
        return ""
    return _deck(
        NAME,
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


def teach_deck(learned: Learned) -> str:
    """TEACH ALPHA with Alpha as he is now; empty if he is as he began, or there is none."""
    if not learned.samples or learned.samples[0].terms == learned.samples[-1].terms:
        return ""
    return _deck(
        TAUGHT_NAME,
        "*      YOU PLAY BLACK, ALPHA PLAYS WHITE. AFTER EVERY MOVE HE CORRECTS",
        "*      HIS POLYNOMIAL. HE BEGINS WITH WHAT HE HAS LEARNED BEFORE.",
        "LEARN  SECOND SEED 1",
        "POLY   BY TURNS",
        *poly_cards(learned.samples[-1].terms),
        "GAME   1 BLACK=OPERATOR WHITE=ALPHA TEACH ALPHA",
        "SENSE  1,4",
        "BREAK  CUTOFF 1",
        "END",
    )


def _deck(name: str, *cards: str) -> str:
    """Cards as the hopper takes them."""
    return deck_value(read_text_deck("".join(f"{card}\n" for card in cards), name))


def poly_cards(terms: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    """The POLY cards of terms and their coefficients, which are powers of two; 0 has no card."""
    return tuple(
        f"POLY   {name} {'-' if coefficient < 0 else '+'}{abs(coefficient).bit_length() - 1}"
        for name, coefficient in terms
        if coefficient
    )
