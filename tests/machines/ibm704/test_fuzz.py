"""An operator who presses everything at the wrong time must not be able to break the 704.

Acts are drawn by a seed: mostly sensible ones (a deck, START, LOAD CARDS, a legal move in the keys)
in a senseless order, spoiled cards, garbled tapes, buttons held down, controls that don't exist.
After any of them:

* nothing is raised but RefusedError, and what is refused changes nothing but the reason shown;
* time passes (no hang), and a machine that says it works is waiting for something that will come;
* a copy made of a snapshot at any moment goes on in the same way, whatever pieces its time is cut
  into and however finely its lamps are counted;
* the session's log gives the same listing and the same state again.

A failure names its seed; ``Operator(seed).work(acts)`` does it again.
"""

from functools import cache
from typing import Any

import pytest

from devices.media.card import Card
from devices.media.deck import Deck, deck_value, read_text_deck
from devices.media.tape import Record, Tape, TapeMark, tape_value
from devices.media.tape_files import book_tape
from devices.panel.layout import PanelLayout
from devices.units.unit import Value
from machines.exhibit.exhibit import View
from machines.exhibit.session import Replayed
from machines.games.draughts.moves import legal_moves, make
from machines.ibm704.console import BUTTONS
from machines.ibm704.exhibit import Ibm704
from machines.samuel.state import Phase, Stop
from machines.storage import registry
from machines.storage.program import ASSETS
from machines.storage.registry import panel_layout
from tests.machines.fuzzing import Fuzzer, soak, tried

NAME = "ibm704"
ACTS = 120
SEEDS = range(1)
PATIENCE_US = 3_600_000_000
"""A machine that is busy gets so long to come to something."""

CARDS = (
    "GAME   1 BLACK=OPERATOR WHITE=OPERATOR",
    "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=6 QUICK",
    "GAME   1 WHITE=MACHINE",
    "GAME   2 BLACK=BOOK WHITE=BOOK A BOOK",
    "GAME   3 BLACK=OPERATOR WHITE=BOOK",
    "GAME   8 BLACK=MACHINE WHITE=OPERATOR",
    "GAME   2",
    "GAME   9 BLACK=ME",
    "BOARD  B/W18,24,27,K12/B2,K32",
    "BOARD  W/WK5,K6/BK1",
    "BOARD  B/W18,24,2",
    "BOARD  7/B2,11",
    "BOARD  B/W14,22,23/BK10",
    "BOARD  B/W1/B32",
    "BOARD  B/W18/B",
    "MOVE   11-15 22-18 15X22",
    "MOVE   11-15",
    "MOVE   2/ 22-18",
    "MOVE   40-3",
    "MOVE   ,",
    "BOOK   11-15 22-17 8-11",
    "BOOK   11-15 23-19 8-11 22-17 4-8",
    "BOOK   1/ 9-13",
    "POLY   MOB +6",
    "POLY   ADV -0",
    "POLY   NONE +6",
    "BREAK  MIN 1",
    "BREAK  MIN 0",
    "BREAK  QUIET 0",
    "BREAK  JUMP 0",
    "BREAK  AHEAD 0",
    "BREAK  LAST 1",
    "BREAK  LAST 6",
    "BREAK  NULLS 0",
    "BREAK  CUTOFF 1",
    "BREAK  GIVE 1",
    "BREAK  LAST 99",
    "SENSE  1",
    "SENSE  2,5",
    "SENSE  3",
    "SENSE  6",
    "SENSE",
    "* A COMMENT",
    "",
    "END",
    "END    NOW",
    "WHAT   IS THIS",
)
QUICK = ("BREAK  MIN 1", "BREAK  QUIET 1", "BREAK  JUMP 2", "BREAK  AHEAD 3", "BREAK  LAST 6")
"""The look-ahead kept short: it is the operator who is tried here."""

JUMPS = (
    "GAME   1 BLACK=MACHINE|BOARD  B/W14,22,23,K4/BK10,3",
    "GAME   2 WHITE=MACHINE|BOARD  B/W14,22,23,K4/BK10,3",
    "GAME   3|BOARD  W/WK31,30/B26,17,9,1",
    "GAME   1 BLACK=BOOK WHITE=OPERATOR|BOARD  B/W14,22,23/BK10,3|BOOK   10X17X26X19",
    "GAME   4 BLACK=OPERATOR WHITE=MACHINE|BOARD  B/W15,24,32/B11,12|MOVE   11X18",
)
SWITCHES = ("SENSE  1", "SENSE  1,6", "SENSE  1,5", "SENSE  2,5,6", "SENSE  3", "SENSE")
SPOILERS = ("console.normal_off", "console.dc_off", "console.clear", "console.reset")
"""Buttons that end everything: pressed more rarely."""
UNIT_BUTTONS = (
    *(f"reader.{act}" for act in ("start", "stop", "feed", "empty_hopper", "end_of_file")),
    *(f"reader.{act}" for act in ("start", "stacker", "jam", "feed", "start")),
    *(f"printer.{act}" for act in ("start", "start", "start", "stop", "restore", "tear")),
    *(f"punch.{act}" for act in ("start", "stop", "feed", "stacker", "jam")),
    *(
        f"tape{n}.{act}"
        for n in (1, 1, 2)
        for act in ("load_rewind", "start", "reset", "unload", "file_protect", "damage", "start")
    ),
)
NONSENSE: tuple[tuple[str, Value], ...] = (
    ("nowhere.start", 1),
    ("console", 1),
    ("", 1),
    ("console.", 1),
    ("console.key.", 1),
    ("console.key.0", 1),
    ("console.key.36", 1),
    ("console.key.X", 1),
    ("console.key.-3", 1),
    ("console.sense.0", 1),
    ("console.sense.7", 1),
    ("console.sense.x", 1),
    ("console.sense.-1", 1),
    ("console.start", "text"),
    ("console.lever", 7),
    ("console.start", -1),
    ("reader.hopper", 1),
    ("reader.hopper", ""),
    ("reader.hopper", "text \n"),
    ("reader.hopper", "cbn X\n!!!"),
    ("reader.correct", 3),
    ("reader.correct", "X" * 81),
    ("reader.start", "1"),
    ("printer.tear", "yes"),
    ("punch.hopper", "many"),
    ("punch.hopper", -5),
    ("punch.hopper", 10**30),
    ("tape1.mount", 1),
    ("tape1.mount", "tap X\n$$$"),
    ("tape1.select", 0),
    ("tape1.select", "1"),
    ("tape1.select", 10**30),
    ("tape2.file_protect", "on"),
)


@cache
def layout() -> PanelLayout:
    return panel_layout(registry.find_exhibit(NAME))


@cache
def shipped() -> tuple[Deck, ...]:
    return tuple(
        read_text_deck(path.read_text(), path.name)
        for path in sorted((ASSETS / "decks").glob("*.txt"))
        if "self-play" not in path.name
    )


def machine() -> Ibm704:
    made = Ibm704(layout())
    made.sample = 1000
    return made


class Operator(Fuzzer):
    """Works a 704."""

    nonsense_acts = NONSENSE
    weighed = 0.05
    exhibit: Ibm704
    copy: Ibm704

    def __init__(self, seed: int) -> None:
        super().__init__(seed, machine())
        self.exhibit.sample = self.dice.choice((1, 1000))

    def made(self) -> Ibm704:
        return machine()

    def copied(self) -> Any:
        copy = super().copied()
        copy.sample = self.dice.choice((1, 7, 1000))
        return copy

    # -- what is done ------------------------------------------------------------------------

    def work(self, acts: int) -> None:
        for _ in range(acts):
            self.dice.choices(
                (self.press, self.load, self.enter_keys, self.wait, self.nonsense, self.tend),
                (8, 3, 3, 9, 1, 6),
            )[0]()
            if self.dice.random() < 0.04:
                self.compare()
                self.copy = self.copied()
        self.settle()
        self.compare()
        self.log_again()

    def tend(self) -> None:
        """What a sensible operator does next, so that there is something to spoil."""
        view = self.exhibit.view()
        program = self.exhibit.program.state
        ready = ["printer.start", "reader.start"]
        if program.phase in (Phase.IDLE, Phase.READING) or program.stop is Stop.END:
            if not view.units["reader"].hopper:
                self.load()
            ready += ["tape1.start", self.dice.choice(("console.load_cards", "console.load_tape"))]
        elif program.stop is Stop.KEYS:
            self.enter_keys(well=True)
        self.act("console.lever", 1)
        for control in ("console.power_on", "console.dc_on", *ready, "console.start"):
            self.act(control, 1)
            self.act(control, 0)
        self.advance(self.dice.choice((100_000, 3_000_000, 60_000_000)))

    def press(self) -> None:
        dice = self.dice
        kind = dice.random()
        if kind < 0.45:
            control = f"console.{dice.choice(sorted(BUTTONS))}"
            if control in SPOILERS and dice.random() < 0.8:
                control = "console.start"
        elif kind < 0.55:
            control = "console.lever"
        elif kind < 0.65:
            control = f"console.sense.{dice.randint(1, 6)}"
        else:
            control = dice.choice(UNIT_BUTTONS)
        if control in ("console.lever",) or ".sense." in control or "file_protect" in control:
            self.act(control, dice.randint(0, 1))
            return
        self.act(control, dice.choice((1, 1, 1, 2)))
        if dice.random() < 0.85:
            if dice.random() < 0.2:
                self.wait()
            self.act(control, 0)

    def load(self) -> None:
        """A deck, a corrected card, blank cards, a tape or a turn of a dial."""
        dice = self.dice
        kind = dice.random()
        if kind < 0.55:
            self.act("reader.hopper", deck_value(self.deck()))
        elif kind < 0.7:
            self.act("reader.correct", dice.choice(CARDS))
        elif kind < 0.75:
            self.act("punch.hopper", dice.choice((1, 10, 900)))
        elif kind < 0.95:
            unit = dice.choice(("tape1", "tape1", "tape2"))
            self.act(f"{unit}.mount", tape_value(self.tape()))
            for control in ("load_rewind", "start"):
                self.act(f"{unit}.{control}", 1)
                self.advance(dice.choice((0, 5_000_000)))
        else:
            self.act(f"tape{dice.randint(1, 2)}.select", dice.choice((1, 1, 2, 10)))

    def deck(self) -> Deck:
        dice = self.dice
        if dice.random() < 0.1:
            return dice.choice(shipped())
        game = dice.choice([text for text in CARDS if text.startswith("GAME")])
        texts = [game, *QUICK, *dice.choices(CARDS, k=dice.randint(0, 6))]
        if dice.random() < 0.3:
            texts = [*dice.choices(JUMPS, k=dice.randint(1, 3)), *QUICK, dice.choice(SWITCHES)]
            texts = [part for text in texts for part in text.split("|")]
        if dice.random() < 0.2:
            texts = dice.choices(CARDS, k=dice.randint(1, 8))
        if dice.random() < 0.6:
            texts.append("END")
        cards = [Card.of_text(text) for text in texts]
        if dice.random() < 0.15:
            columns = list(cards[-1].columns)
            columns[dice.randrange(80)] = dice.randrange(0x1000)
            cards[-1] = Card(tuple(columns))
        return Deck(f"deck-{dice.randint(1, 99)}.txt", tuple(cards))

    def tape(self) -> Tape:
        dice = self.dice
        texts = dice.choices(CARDS, k=dice.randint(0, 8))
        if dice.random() < 0.5:
            texts = ["GAME   1 BLACK=BOOK WHITE=BOOK", *QUICK, "BOOK   11-15 22-18 15X22", *texts]
        tape = book_tape(Deck("book.txt", tuple(map(Card.of_text, texts))))
        items = list(tape.items)
        if dice.random() < 0.4:
            odd = (
                TapeMark(),
                Record(bytes(dice.randrange(0x80) for _ in range(dice.choice((1, 6, 84, 90))))),
                Record(b"\x01" * 84, damaged=True),
                Record.of_characters(bytes(dice.randrange(1, 64) for _ in range(84)), False),
            )
            items.insert(dice.randint(0, len(items)), dice.choice(odd))
        return Tape("book.tap", tuple(items))

    def enter_keys(self, well: bool = False) -> None:
        """A word in the keys: a legal move, an STQ, or anything; and perhaps all the way in."""
        dice, state = self.dice, self.exhibit.program.state
        game = state.games.get(state.current) or dice.choice([None, *state.games.values()])
        moves = legal_moves(game.position) if game else ()
        kind = 0.0 if well else dice.random()
        surely = 1.0 if well else 0.8
        if kind < 0.6 and moves and game:
            squares = dice.choice(moves).squares
            step = dice.randrange(len(squares) - 1)
            word = dice.choice((0, game.number & 7)) << 12 | squares[step] << 6 | squares[step + 1]
        elif kind < 0.75:
            word = 0o4600 << 24 | dice.choice((0o200, 0o204, 0o277, 0o300, 0o377, 0o400))
        elif kind < 0.85:
            word = dice.choice((0, 1, 3, 64, dice.getrandbits(36)))
        else:
            word = dice.randrange(1 << 15)
        if dice.random() < surely:
            self.act("console.lever", 0)
        changed = word ^ self.exhibit.state.console.keys
        for place in range(36):
            if changed >> place & 1:
                self.act(f"console.key.{35 - place or 'S'}", word >> place & 1)
        if dice.random() < surely:
            button = "enter_instruction" if kind >= 0.6 and dice.random() < 0.5 else "enter_mq"
            self.act(f"console.{button}", 1)
            self.act(f"console.{button}", 0)
        if dice.random() < surely:
            self.act("console.lever", 1)
            self.act("console.start", 1)
            self.act("console.start", 0)

    def wait(self) -> None:
        """For microseconds, or minutes; sometimes to the very moment at which a unit is due."""
        due = [at for unit in self.exhibit.units.values() if (at := unit.due_us()) is not None]
        if due and self.dice.random() < 0.4:
            self.advance(min(due) + self.dice.choice((-1, 0, 0, 0, 1)))
        else:
            self.advance(int(10 ** self.dice.uniform(0, 8)))

    # -- and what must hold ------------------------------------------------------------------

    def check_view(self, view: View) -> None:
        if not view.busy and not view.plays:
            assert view.reason

    def compare(self) -> None:
        super().compare()
        assert self.copy.view().scene == self.exhibit.view().scene
        for game in self.exhibit.program.state.games.values():
            position = game.start
            for play in game.plays:
                assert play.move in legal_moves(position)
                position = make(position, play.move)
            assert position == game.position
        if self.exhibit.sample == 1:
            on_us = self.exhibit.view().on_us
            assert on_us.min() >= 0
            assert on_us.max() <= self.exhibit.now_us

    def settle(self) -> None:
        """Whatever was done, the machine comes to rest or to something else; it can be told why."""
        self.act("console.power_on", 1)
        self.act("console.dc_on", 1)
        self.act("console.multiple_step", 0)
        began = self.exhibit.now_us
        while (view := self.exhibit.view()).busy and self.exhibit.now_us < began + PATIENCE_US:
            units = [unit.due_us() for unit in self.exhibit.units.values()]
            tallies = dict(view.tallies)
            self.advance(30_000_000)
            comes = any(due is not None for due in units)
            phase = self.exhibit.program.state.phase
            if self.exhibit.view().busy and not comes and phase is not Phase.THINKING:
                after = dict(self.exhibit.view().tallies)
                assert after != tallies, f"busy in {phase} with nothing to come"
        if not view.busy:
            assert view.reason

    def log_again(self) -> Replayed:
        done = super().log_again()
        assert done.listing.endswith(self.exhibit.state.printer.paper.text())
        return done


@pytest.mark.parametrize(
    "seed", [*SEEDS, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 11))]
)
def test_an_operator_who_presses_everything_breaks_nothing(seed: int) -> None:
    tried(Operator, seed, ACTS)


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_operators_who_press_everything_break_nothing_for_as_long_as_one_likes() -> None:
    soak(Operator, 3 * ACTS)
