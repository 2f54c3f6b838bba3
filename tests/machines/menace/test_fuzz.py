"""A visitor who touches everything in any order must not be able to lose a bead.

Acts are drawn by a seed: marks, buttons and selectors in a senseless order, decks of noughts cards,
waits of microseconds or minutes.  After any of them:

* nothing is raised but RefusedError, and what is refused changes nothing but the reason shown;
* every bead is in a box, a cup or on the board, colour by colour, and the book agrees with it;
* a copy made of a snapshot at any moment goes on in the same way, whatever pieces its time is cut
  into, and the session's log gives the same state again;
* taking everything back leads to the beads that the day began with.

A failure names its seed; ``Visitor(seed).work(acts)`` does it again.
"""

import numpy as np
import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.units.unit import Value
from machines.menace.build import NAMES
from machines.menace.exhibit import Menace
from machines.menace.scene import OPPONENTS
from tests.machines.fuzzing import Fuzzer, soak, tried
from tests.machines.menace.bench import check, exhibit, scene

ACTS = 160

CARDS = (
    "GAME   1",
    "GAME   2 A TITLE CROSS=PERFECT",
    "GAME   3 CROSS=OPERATOR",
    "GAME   4 NOUGHT=OPERATOR",
    "GAME   5 CROSS=STANDARD/0.5",
    "GAME   6 CROSS=1961",
    "GAME   CROSS=WHO",
    "MOVE   0",
    "MOVE   1 2 3 4 5 6 7 8 0",
    "MOVE   2/ 5",
    "MOVE   9",
    "PLAYS  2",
    "PLAYS  0",
    "BEADS",
    "BEADS  1 300",
    "SAVE",
    "LOAD",
    "* A REMARK",
    "END",
    "WHAT   IS THIS",
)
NONSENSE: tuple[tuple[str, Value], ...] = (
    ("", 1),
    ("nowhere.new", 1),
    ("table", 1),
    ("table.", 1),
    ("table.nonsense", 1),
    ("table.new", "now"),
    ("table.opponent", -1),
    ("table.opponent", 99),
    ("table.build", 10**30),
    ("table.win", 1001),
    ("table.loss", -(10**30)),
    ("board", 1),
    ("board.square.9", 1),
    ("board.square.-1", 1),
    ("board.square.x", 1),
    ("board.square.1", "O"),
    ("cabinet.box", 0),
    ("cabinet.box", 305),
    ("cabinet.nonsense", 1),
    ("reader.hopper", "text \n"),
    ("printer.nonsense", 1),
    ("tape1.select", 10**30),
)
UNITS = (
    *("reader.start", "reader.start", "reader.stop", "reader.feed", "reader.end_of_file"),
    *("reader.empty_hopper", "printer.start", "printer.start", "printer.stop", "printer.tear"),
    *("tape1.load_rewind", "tape1.start", "tape1.reset", "tape1.unload"),
)


class Visitor(Fuzzer):
    """Works a table."""

    nonsense_acts = NONSENSE
    exhibit: Menace
    copy: Menace

    def __init__(self, seed: int) -> None:
        super().__init__(seed, exhibit(seed))
        self.act("table.build", seed % len(NAMES))
        self.act("table.opponent", self.dice.choice((0, 1, 2, 3, 5)))
        if seed % 3 == 0:  # a cabinet that runs dry
            for outcome in ("win", "draw", "loss"):
                self.act(f"table.{outcome}", -1000)

    def made(self) -> Menace:
        return exhibit()

    # -- what is done ------------------------------------------------------------------------

    def work(self, acts: int) -> None:
        sensible = (self.play, self.mark, self.wait)
        others = (self.press, self.turn, self.deck, self.unit, self.nonsense)
        for _ in range(acts):
            self.dice.choices((*sensible, *others), (9, 4, 6, 5, 3, 1, 1, 1))[0]()
            check(self.exhibit)
            if self.dice.random() < 0.05:
                self.compare()
                self.copy = self.copied()
        self.compare()
        self.take_all_back()
        self.log_again()

    def play(self) -> None:
        """What a sensible visitor does, to the end of a play or nearly, so that there is something
        to spoil."""
        if scene(self.exhibit).phase == "declined" and self.dice.random() < 0.7:
            self.act("table.reload", 1)
        if not self.exhibit.table.under_way:
            self.act("table.new", 1)
        while self.exhibit.table.under_way and self.dice.random() < 0.97:
            if self.exhibit.table.asks:
                self.act(f"board.square.{self.dice.choice(scene(self.exhibit).board.moves)}", 1)
            else:
                self.advance(self.exhibit.table.due_us() or 0)
            check(self.exhibit)

    def mark(self) -> None:
        moves = scene(self.exhibit).board.moves
        if not moves or self.dice.random() < 0.2:
            moves = tuple(range(9))
        self.act(f"board.square.{self.dice.choice(moves)}", 1)

    def press(self) -> None:
        buttons = ("new", "undo", "take_back", "day", "reload", "run")
        button = self.dice.choices(buttons, (40, 10, 20, 1, 20, 10))[0]
        self.act(f"table.{button}", self.dice.choice((0, 1, 1, 1)))

    def turn(self) -> None:
        dice = self.dice
        control, value = dice.choice(
            (
                ("table.opponent", dice.randrange(len(OPPONENTS))),
                ("table.opponent", dice.randrange(len(OPPONENTS))),
                ("table.build", dice.randrange(len(NAMES))),
                ("table.win", dice.choice((0, 3, 4, -2))),
                ("table.draw", dice.choice((-1, 0, 1, 1000))),
                ("table.loss", dice.choice((-1000, -1000, -5, -1, 2))),
                ("table.draw", dice.choice((-1000, -5, 1))),
                ("cabinet.box", dice.choice((1, 1, 5, 9, 60, 250))),
            )
        )
        self.act(control, value)

    def deck(self) -> None:
        cards = self.dice.choices(CARDS, k=self.dice.randint(1, 6))
        if self.dice.random() < 0.7:
            cards = [*cards, "END"]
        deck = Deck("fuzz.txt", tuple(Card.of_text(text) for text in cards))
        self.act("reader.hopper", deck_value(deck))
        self.act("reader.start", 1)

    def unit(self) -> None:
        self.act(self.dice.choice(UNITS), 1)

    def wait(self) -> None:
        """For microseconds, or minutes; sometimes to the very moment at which something is due."""
        due = self.exhibit.table.due_us()
        if due and self.dice.random() < 0.5:
            self.advance(due + self.dice.choice((-1, 0, 0, 0, 1)))
        else:
            self.advance(int(10 ** self.dice.uniform(0, 8)))

    # -- and what must hold ------------------------------------------------------------------

    def compare(self) -> None:
        super().compare()
        one, other = scene(self.copy), scene(self.exhibit)
        assert one.history == other.history
        assert one.odds == other.odds
        assert np.array_equal(one.results, other.results)

    def take_all_back(self) -> None:
        plays = len(scene(self.exhibit).results)
        for _ in range(plays + 2):
            if not scene(self.exhibit).undoable:
                break
            self.session.act(self.name, "table.undo", 1)
            check(self.exhibit)
        shown = scene(self.exhibit)
        assert not shown.undoable
        assert len(shown.results) == 0
        start = exhibit(build=NAMES.index(shown.build)).table.cabinet.beads
        if self.exhibit.state.table.book.day == 1 or not self.loaded():
            assert np.array_equal(shown.beads, start)

    def loaded(self) -> bool:
        """Whether a tape may have brought other beads to begin the day with."""
        return self.exhibit.state.tape1.view().mounted is not None


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4])
def test_a_visitor_who_touches_everything_loses_no_bead(seed: int) -> None:
    tried(Visitor, seed, ACTS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5, 15))
def test_ten_visitors_who_touch_everything_lose_no_bead(seed: int) -> None:
    tried(Visitor, seed, ACTS)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_visitors_who_touch_everything_lose_no_bead_for_as_long_as_one_likes() -> None:
    soak(Visitor, 3 * ACTS)
