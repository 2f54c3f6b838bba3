"""What hangs on the wall: Fig. 4 of what has been learned, or how the 704 takes a word's bits.

The cards are the program's own: POLY cards bring polynomials, Alpha's and (POLY BETA) Beta's.
TEACH ALPHA, which PLAY puts into the hopper, goes on with Alpha as visitors have left him, which
LOAD CARDS would else forget.  In TODAY v START Alpha as he is now plays Alpha as he began; sense
switch 4 stays up, so neither changes.
"""

from functools import partial

from devices.media.deck import deck_value, read_text_deck
from devices.screen.part import Paced
from devices.screen.parts.coefficients import CoefficientsState, coefficients_chart, height
from devices.screen.words import Words
from machines.games.draughts.scene import Learned
from machines.ibm704.earlier_series import EARLIER
from machines.ibm704.picture.word_chart import Bar, WordChartPart, WordField

# -- Decks that the room makes of what Alpha has learned, as the chart on the wall shows it --------

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
        *(f"BREAK  {point}" for point in QUICK),
        "LEARN  SECOND SEED 1",
        "POLY   BY TURNS",
        *today,
        "POLY   BETA",
        *start,
        f"SERIES {GAMES}",
        "END",
    )


def teach_deck(learned: Learned) -> str:
    """A visitor's game against Alpha as he is now, or, where nobody has taught him yet, as the
    series on the wall has left him.  After jumps he looks one ply less far than by default, and
    bounds cut off what can't matter: a move takes a 704 a few seconds."""
    samples = learned.samples
    if not samples or samples[0].terms == samples[-1].terms:
        samples = EARLIER.samples
    return _deck(
        TAUGHT_NAME,
        "*      YOU PLAY BLACK, ALPHA PLAYS WHITE. AFTER EVERY MOVE HE CORRECTS",
        "*      HIS POLYNOMIAL. HE BEGINS WITH WHAT HE HAS LEARNED BEFORE.",
        "LEARN  SECOND SEED 1",
        "POLY   BY TURNS",
        *poly_cards(samples[-1].terms),
        "GAME   1 BLACK=OPERATOR WHITE=ALPHA TEACH ALPHA",
        "SENSE  1,4",
        "BREAK  QUIET 3",
        "BREAK  JUMP 4",
        "BREAK  CUTOFF 2",
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


# -- wall charts -----------------------------------------------------------------------------------

WORDS, MUSEUM = Words("ibm704"), Words("museum")
CHART_MS, CHART_SAMPLES = 300, 75
"""The chart is drawn anew no oftener than this, however fast games are played; one of far more
samples than a series of 28 games has (140) takes longer to draw, and is drawn as much seldomer."""
BITS = ("S", *(str(bit) for bit in range(1, 36)))
WORD_FIELDS = {
    "instruction": (("operation", 12, 0), ("", 6, 3), ("tag", 3, 1), ("address", 15, 2)),
    "with_count": (("prefix", 3, 0), ("decrement", 15, 3), ("tag", 3, 1), ("address", 15, 2)),
    "fixed": (("+-", 1, 0), ("magnitude", 35, 1)),
    "floating": (("+-", 1, 0), ("exponent", 8, 2), ("fraction", 27, 1)),
    "text": tuple(("character", 6, k % 2) for k in range(6)),
}
"""How the 704 takes the 36 bits of a word: fields, their bits and tints, by the bars' labels."""
PLAIN = ("", "+-")
"""Fields whose names are no words."""


def chart_state(
    chart: Paced[CoefficientsState], learned: Learned, now_ms: int
) -> CoefficientsState:
    """The chart's state, made anew now and then."""
    rest_ms = CHART_MS * max(1, len(learned.samples) // CHART_SAMPLES)
    return chart.get(learned, now_ms, rest_ms, partial(chart_of, learned))


def chart_of(learned: Learned) -> CoefficientsState:
    """Fig. 4 of what has been learned; until it has a line, of a series that was kept."""
    if not any(sample.games for sample in learned.samples):
        return earlier_chart()
    samples = [
        (sample.games, [(name, height(coefficient)) for name, coefficient in sample.terms])
        for sample in learned.samples
    ]
    title = WORDS("chart")
    if learned.title:
        title = f"{title}: {WORDS.said(learned.title)}"
    return coefficients_chart(samples, flags=learned.flags, games=1, title=title)


def earlier_chart() -> CoefficientsState:
    """Fig. 4 of a series that was kept, pale."""
    samples = [
        (sample.games, [(name, height(coefficient)) for name, coefficient in sample.terms])
        for sample in EARLIER.samples
    ]
    title = f"{WORDS('chart')}: {MUSEUM('chart_earlier_run').upper()}"
    return coefficients_chart(samples, flags=EARLIER.flags, title=title, earlier=True)


def word_chart() -> WordChartPart:
    """The chart of a word's bits, in the language that is shown."""
    bars = tuple(
        Bar(WORDS(f"bar_{name}"), tuple(_field(*bits) for bits in fields), WORDS(f"bar_{name}_of"))
        for name, fields in WORD_FIELDS.items()
    )
    return WordChartPart(WORDS("word_chart"), BITS, bars)


def _field(name: str, bits: int, tint: int) -> WordField:
    return WordField(name if name in PLAIN else WORDS(f"field_{name}"), bits, tint)
