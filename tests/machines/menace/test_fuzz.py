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

import os
import random
import time

import numpy as np
import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value
from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit import Event
from machines.menace.build import NAMES
from machines.menace.exhibit import OPPONENTS, Menace
from machines.session import Session, read_log, replay
from tests.machines.menace.bench import check, digest, exhibit, scene

NAME = "menace"
ACTS = 160
SEEDS = range(24)

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


class Visitor:
    """Works a table, a copy of it and its log by a seed."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.lines: list[str] = []
        self.menace = exhibit(seed)
        self.session = Session({NAME: self.menace}, self.lines.append)
        self.copy = self.copied()
        self.act("table.build", seed % len(NAMES))
        self.act("table.opponent", self.dice.choice((0, 1, 2, 3, 5)))
        if seed % 3 == 0:  # a cabinet that runs dry
            for outcome in ("win", "draw", "loss"):
                self.act(f"table.{outcome}", -1000)

    def copied(self) -> Menace:
        copy = exhibit()
        copy.restore(self.menace.snapshot())
        return copy

    # -- what is done ------------------------------------------------------------------------

    def work(self, acts: int) -> None:
        sensible = (self.play, self.mark, self.wait)
        others = (self.press, self.turn, self.deck, self.unit, self.nonsense)
        for _ in range(acts):
            self.dice.choices((*sensible, *others), (9, 4, 6, 5, 3, 1, 1, 1))[0]()
            check(self.menace)
            if self.dice.random() < 0.05:
                self.compare()
                self.copy = self.copied()
        self.compare()
        self.take_all_back()
        self.log_again()

    def play(self) -> None:
        """What a sensible visitor does, to the end of a play or nearly, so that there is something
        to spoil."""
        if scene(self.menace).phase == "declined" and self.dice.random() < 0.7:
            self.act("table.reload", 1)
        if not self.menace.table.under_way:
            self.act("table.new", 1)
        while self.menace.table.under_way and self.dice.random() < 0.97:
            if self.menace.table.asks:
                self.act(f"board.square.{self.dice.choice(scene(self.menace).board.moves)}", 1)
            else:
                self.advance(self.menace.table.due_us() or 0)
            check(self.menace)

    def mark(self) -> None:
        moves = scene(self.menace).board.moves
        if not moves or self.dice.random() < 0.2:
            moves = tuple(range(9))
        self.act(f"board.square.{self.dice.choice(moves)}", 1)

    def press(self) -> None:
        button = self.dice.choices(("new", "undo", "day", "reload", "run"), (40, 20, 1, 20, 10))[0]
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

    def nonsense(self) -> None:
        self.act(*self.dice.choice(NONSENSE))

    def wait(self) -> None:
        """For microseconds, or minutes; sometimes to the very moment at which something is due."""
        due = self.menace.table.due_us()
        if due and self.dice.random() < 0.5:
            self.advance(due + self.dice.choice((-1, 0, 0, 0, 1)))
        else:
            self.advance(int(10 ** self.dice.uniform(0, 8)))

    # -- and what must hold ------------------------------------------------------------------

    def act(self, control: str, value: Value) -> None:
        before, reason = digest(self.menace), self.menace.state.reason
        said = again = ""
        try:
            self.session.act(NAME, control, value)
        except RefusedError as refusal:
            said = str(refusal)
            assert self.menace.view().reason == said
            self.menace.state.reason = reason
            assert digest(self.menace) == before, f"{control} was refused and changed things"
            self.menace.state.reason = said
        try:
            self.copy.operate(Event(NAME, control, value, self.copy.now_us))
        except RefusedError as refusal:
            again = str(refusal)
        assert again == said

    def advance(self, us: int) -> None:
        us = max(us, 0)
        self.session.advance(NAME, us)
        view = self.session.view(NAME)
        assert view.busy or view.reason
        if self.session.finished(NAME):
            self.session.mark(NAME, weigh=self.dice.random() < 0.2)
        while us > 0:
            piece = min(us, self.dice.choice((1, 1_000, us // 2 + 1, us)))
            self.copy.advance(piece)
            us -= piece

    def compare(self) -> None:
        assert digest(self.copy) == digest(self.menace), "a copy went another way"
        one, other = scene(self.copy), scene(self.menace)
        assert one.history == other.history
        assert one.odds == other.odds
        assert np.array_equal(one.results, other.results)

    def take_all_back(self) -> None:
        plays = len(scene(self.menace).results)
        for _ in range(plays + 2):
            if not scene(self.menace).undoable:
                break
            self.session.act(NAME, "table.undo", 1)
            check(self.menace)
        shown = scene(self.menace)
        assert not shown.undoable
        assert len(shown.results) == 0
        start = exhibit(build=NAMES.index(shown.build)).table.cabinet.beads
        if self.menace.state.table.book.day == 1 or not self.loaded():
            assert np.array_equal(shown.beads, start)

    def loaded(self) -> bool:
        """Whether a tape may have brought other beads to begin the day with."""
        return self.menace.state.tape1.view().mounted is not None

    def log_again(self) -> None:
        self.session.end()
        log = read_log("".join(f"{line}\n" for line in self.lines).encode(), "fuzz.log")
        done = replay({NAME: exhibit()}, log)
        assert done.agrees, done.missed


def tried(seed: int, acts: int) -> None:
    """One visitor's work; a failure tells by which seed."""
    visitor = Visitor(seed)
    try:
        visitor.work(acts)
    except Exception as error:
        error.add_note(f"Visitor({seed}).work({acts}), after {len(visitor.lines)} lines")
        raise


@pytest.mark.parametrize("seed", SEEDS)
def test_a_visitor_who_touches_everything_loses_no_bead(seed: int) -> None:
    tried(seed, ACTS)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_visitors_who_touch_everything_lose_no_bead_for_as_long_as_one_likes() -> None:
    end = time.monotonic() + float(os.environ.get("MATCHBOX704_SOAK", "600"))
    seed = time.time_ns() % 1_000_000 * 1_000
    while time.monotonic() < end:
        tried(seed, 3 * ACTS)
        seed += 1
