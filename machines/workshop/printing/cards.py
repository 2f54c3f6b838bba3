"""``main.py print deck``: punched cards in true size, on paper, for a printer or for a cutter.

The card and its holes (ANSI X3.21-1967, "Rectangular Holes in Twelve-Row Punched Cards", in
inches)::

    card      7 3/8 by 3 1/4
    hole      0.055 wide, 0.125 high
    columns   0.087 from middle to middle, the 80 of them in the middle of the card
    rows      0.250 from middle to middle, the 12 of them in the middle of the card

The corner is cut at 60 degrees, a quarter of an inch along the upper edge, as was usual.
"""

import argparse
import math
from collections.abc import Iterator, Sequence

from devices.media.card import COLUMNS, Card
from devices.media.charset import GRAPHICS, ROW_BIT
from devices.media.deck import Deck
from devices.refusal import RefusedError
from devices.screen.words import Words
from machines.storage.files import replace_file
from machines.storage.media_files import read_deck_file
from machines.storage.option_parsing import read_number
from machines.storage.telling import tell_user
from machines.workshop.printing.drawing import (
    BLACK,
    GREY,
    HAIRLINE,
    Drawing,
    Ink,
    Point,
    Polygon,
    Rectangle,
    write_pdf,
    write_svg,
)
from machines.workshop.printing.flow import add_ruler
from machines.workshop.printing.paper import MARGIN, Paper

WORDS = Words("printed")
INCH = 25.4
WIDE, HIGH = 7.375 * INCH, 3.25 * INCH
HOLE_WIDE, HOLE_HIGH = 0.055 * INCH, 0.125 * INCH
COLUMN_PITCH, ROW_PITCH = 0.087 * INCH, 0.25 * INCH
FIRST_COLUMN = (WIDE - (COLUMNS - 1) * COLUMN_PITCH) / 2
"""The middle of column 1, from the left edge."""
FIRST_ROW = (HIGH - (len(ROW_BIT) - 1) * ROW_PITCH) / 2
"""The middle of row 12, from the upper edge."""
CORNER_ALONG = 0.25 * INCH
CORNER_DOWN = CORNER_ALONG * math.tan(math.radians(60))

OF_A_CARD = Paper("card", WIDE, HIGH)
"""Paper of a card's own size."""
GAP = 3.0
"""Between cards on a sheet."""
CUT = Ink(stroke=(255, 0, 0), width=0.025)
"""What a cutter takes for a line to be cut."""
MOST = 4_000
"""Cards in one file."""


def print_deck(args: argparse.Namespace) -> int:
    """Write the deck's cards to a file; raises RefusedError."""
    deck = read_deck_file(args.source, args.strict)
    chosen = read_range(args.cards, len(deck.cards)) if args.cards else range(len(deck.cards))
    if not chosen:
        raise RefusedError(deck.name, "has no card; expected a deck of at least one")
    if len(chosen) > MOST:
        what = f"has {len(chosen):,} cards, and a file takes {MOST:,}"
        raise RefusedError(deck.name, f"{what}; expected some of them: --cards 1-{MOST}")
    if args.out.suffix.lower() == ".svg":
        data = write_svg(_column_of_cards(deck, chosen, args.cutter), deck.name)
    else:
        data = write_pdf(list(_sheets(deck, chosen, args.paper, args.cutter)), deck.name)
    replace_file(args.out, data)
    cards = f"{len(chosen)} card{'' if len(chosen) == 1 else 's'}"
    tell_user(f"{args.out}: {cards}, {WIDE} mm x {HIGH:.2f} mm")
    return 0


def read_range(text: str, count: int) -> range:
    """``7`` or ``7-9``, of ``count`` cards from 1 on, as places from 0 on.  Raises RefusedError."""
    first, dash, last = text.partition("-")
    start = read_number(first, "--cards", 1, count)
    end = read_number(last, "--cards", 1, count) if dash else start
    if end < start:
        raise RefusedError("--cards", f"{text!r} ends before it begins; expected {end}-{start}")
    return range(start - 1, end)


def _column_of_cards(deck: Deck, chosen: Sequence[int], cutter: bool) -> Drawing:
    """The cards one under another."""
    drawing = Drawing(WIDE, len(chosen) * (HIGH + GAP) - GAP)
    for place, index in enumerate(chosen):
        drawing.place(draw_card(deck.cards[index], cutter), 0, place * (HIGH + GAP))
    return drawing


def _sheets(deck: Deck, chosen: Sequence[int], paper: Paper, cutter: bool) -> Iterator[Drawing]:
    """The cards on sheets of paper."""
    if paper == OF_A_CARD:
        yield from (draw_card(deck.cards[index], cutter) for index in chosen)
        return
    left = (paper.wide - WIDE) / 2
    down = int((paper.high - 2 * MARGIN + GAP) // (HIGH + GAP))
    for start in range(0, len(chosen), down):
        page, cards = paper.page(), chosen[start : start + down]
        for place, index in enumerate(cards):
            page.place(draw_card(deck.cards[index], cutter), left, MARGIN + place * (HIGH + GAP))
        first, last = cards[0] + 1, cards[-1] + 1
        what = "card" if first == last else "cards"
        add_ruler(page, WORDS(what, deck=deck.name, n=first, first=first, last=last))
        yield page


# -- a card ----------------------------------------------------------------------------------------


def middle_of(column: int, row: str) -> Point:
    """The middle of a hole, column 1 to 80 and a row by its name, from the top left corner."""
    place = list(ROW_BIT).index(row)
    return FIRST_COLUMN + (column - 1) * COLUMN_PITCH, FIRST_ROW + place * ROW_PITCH


def holes(card: Card) -> Iterator[tuple[int, str]]:
    """The column and the row of each hole."""
    for column, punches in enumerate(card.columns, 1):
        yield from ((column, row) for row, bit in ROW_BIT.items() if punches & bit)


def draw_card(card: Card, cutter: bool = False) -> Drawing:
    """A card: its print, holes and outline; for a cutter only what is to be cut."""
    drawing = Drawing(WIDE, HIGH)
    if not cutter:
        _draw_print(drawing)
        _draw_top_line(drawing, card)
    hole = CUT if cutter else Ink(fill=BLACK, stroke=None)
    for column, row in holes(card):
        x, y = middle_of(column, row)
        corner = x - HOLE_WIDE / 2, y - HOLE_HIGH / 2
        drawing.add(Rectangle(*corner, HOLE_WIDE, HOLE_HIGH, hole, layer="holes"))
    outline = ((CORNER_ALONG, 0.0), (WIDE, 0.0), (WIDE, HIGH), (0.0, HIGH), (0.0, CORNER_DOWN))
    drawing.add(Polygon(outline, CUT if cutter else Ink(width=HAIRLINE), layer="outline"))
    return drawing


def _draw_print(drawing: Drawing) -> None:
    """What is printed on a blank card: the digits of its rows, the numbers of its columns."""
    for row in "0123456789":
        x, y = middle_of(1, row)
        drawing.text(x, y + 0.95, row * COLUMNS, 2.6, "centre", colour=GREY, pitch=COLUMN_PITCH)
    below = (middle_of(1, "0")[1] + ROW_PITCH / 2, middle_of(1, "9")[1] + ROW_PITCH / 2)
    for column in range(1, COLUMNS + 1):
        for y in below:
            x = middle_of(column, "0")[0]
            drawing.text(x, y + 0.45, str(column), 1.3, "centre", colour=GREY)


def _draw_top_line(drawing: Drawing, card: Card) -> None:
    """What a printing punch sets above the columns; nothing where no character is punched."""
    line = "".join(GRAPHICS.get(punches, " ") for punches in card.columns).rstrip()
    if line:
        drawing.text(FIRST_COLUMN, FIRST_ROW - 2.2, line, 2.3, "centre", "bold", pitch=COLUMN_PITCH)
