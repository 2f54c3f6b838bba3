"""Makes the visitors' noughts decks and the blank tapes: ``python -m tests.make_noughts_decks``.

A visitor's moves in them fit what the machines do from their first morning (seeds 1961 and 1963):
they are looked for here.
"""

import copy
from collections.abc import Callable, Iterator
from pathlib import Path

from devices.media.deck import deck_value, read_text_deck
from devices.media.tape import Tape
from devices.media.tape_files import write_tape
from devices.panel.layout import read_layout
from machines.exhibit.exhibit import Event
from machines.games.noughts.cards import GameCard, MoveCard, Numbered, PlaysCard, RemarkCard
from machines.pegasus.exhibit import PegasusExhibit
from tests.machines.games.noughts.written_cards import write_card
from tests.machines.menace.cards import HurriedTable
from tests.make_decks import numbered

ASSETS = Path(__file__).resolve().parents[1] / "assets"
DECKS = ASSETS / "decks/noughts"
BLANK = ("tapes/beads/blank.tap", "tapes/odds/blank.tap")
LEARNED = 500
"""Plays that the program has behind it when its visitor comes."""

Squares = tuple[int, ...]
"""A visitor's, in their order."""


def remark(text: str) -> str:
    return write_card(RemarkCard(f"*      {text}"))


def moves(squares: Squares) -> str:
    return write_card(MoveCard(None, tuple(map(Numbered, squares))))


# -- MENACE ----------------------------------------------------------------------------------------


def visits(table: HurriedTable, made: Squares = ()) -> Iterator[tuple[HurriedTable, Squares]]:
    """Every play that a visitor can have at ``table``: how it then stands, and his squares."""
    if not table.asks:
        yield table, made
        return
    for square in table.board.moves:
        after = copy.deepcopy(table)
        after.move(square, "the visitor")
        yield from visits(after, (*made, square))


def visit_with(table: HurriedTable, outcome: str) -> tuple[HurriedTable, Squares]:
    """The first of them that ends so for the boxes."""
    table.begin("visitor")
    return next(found for found in visits(table) if found[0].outcome == outcome)


def menace_visitor() -> list[str]:
    """Three plays: the boxes win, draw and lose."""
    cards = [remark("MENACE A VISITOR PLAYS CROSS. THE BOXES WIN, DRAW AND LOSE.")]
    table = HurriedTable()
    for number, outcome in enumerate(("won", "drawn", "lost"), 1):
        table, squares = visit_with(table, outcome)
        title = f"A VISITOR, THE BOXES {'HAVE ' if outcome != 'drawn' else ''}{outcome.upper()}"
        cards.append(write_card(GameCard(number, "MENACE", "OPERATOR", title)))
        cards += [moves(squares[:1]), "BEADS", moves(squares[1:])]
    return [*cards, "END"]


# -- Pegasus ---------------------------------------------------------------------------------------


class Visited:
    """The program after it has learned, as a deck leaves it, and a visitor before it."""

    def __init__(self, cards: list[str]) -> None:
        panel = ASSETS / "panels/pegasus.toml"
        self.one = PegasusExhibit(read_layout(panel.read_bytes(), panel.name))
        self.put(cards)

    def put(self, cards: list[str]) -> None:
        value = deck_value(read_text_deck("".join(f"{card}\n" for card in cards), "deck"))
        for control, given in (("reader.hopper", value), ("reader.start", 1)):
            self.one.operate(Event("pegasus", control, given, self.one.now_us))
        while self.one.view().busy:
            self.one.advance(60_000_000)

    def visits(self, made: Squares = ()) -> Iterator[tuple[Squares, str]]:
        """Every play that a visitor can have from here: his squares, and how it ends."""
        deck = self.one.state.deck
        if not deck.playing:
            yield made, deck.game.ended
            return
        saved = self.one.snapshot()
        for square in deck.board.moves:
            self.one.restore(saved)
            self.put([moves((square,))])
            yield from self.visits((*made, square))


def pegasus_visitor() -> list[str]:
    """The program learns from plays between learners; then a visitor plays Cross twice."""
    cards = [
        remark("PEGASUS A VISITOR AGAINST WHAT WAS LEARNED IN 500 PLAYS."),
        write_card(GameCard(1, "LEARN", "LEARN", "BOTH LEARN")),
        write_card(PlaysCard(LEARNED)),
    ]
    for number, (ending, title) in enumerate(
        (("DRAWN", "A VISITOR DRAWS"), ("NOUGHT WINS", "A VISITOR LOSES")), 2
    ):
        cards.append(write_card(GameCard(number, "LEARN", "OPERATOR", title)))
        found = (squares for squares, ended in Visited(cards).visits() if ended == ending)
        squares = next(found)
        cards += [moves(squares[:1]), "BEADS", moves(squares[1:])]
    return [*cards, "END"]


MAKERS: dict[str, Callable[[], list[str]]] = {
    "menace-visitor.txt": menace_visitor,
    "pegasus-visitor.txt": pegasus_visitor,
}


def main() -> None:
    """Write them all."""
    DECKS.mkdir(parents=True, exist_ok=True)
    for name, make in MAKERS.items():
        (DECKS / name).write_text(numbered(make()))
    for name in BLANK:
        path = ASSETS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(write_tape(Tape(path.name, ()), path.name))


if __name__ == "__main__":
    main()
