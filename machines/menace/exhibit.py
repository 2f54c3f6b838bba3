"""MENACE on the floor: the matchbox table, and the units that its decks are read and listed on.

"Authentic" is a person's hands (machines.menace.flow).  Time runs from one due thing to the
next, a phase at the table or a unit, so the state depends on time and acts, never on slices.

Acts (an event's control, its value; 1 unless said):

    board.square.0 ... 8           a visitor's mark, by Michie's numbers of the squares
    table.new, day, reload         begin a play; a new day; fill the empty first box
    table.take_back                a visitor's last mark and the boxes' answer; else as undo
    table.undo                     the play under way, or the last one (older logs have this alone)
    table.run                      1, 0: plays follow one another by themselves, or not
    table.opponent, table.build    which of machines.menace.scene.OPPONENTS and of build.NAMES
    table.win, draw, loss          beads that a play brings each open box, -1000 to 1000
    cabinet.box                    the box whose history is shown, from 1
    reader, printer, tape1         their own (devices.units)

The deck's part is machines.menace.deck_player, which works the table as a visitor does.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from devices.game_record import SCORES
from devices.panel.layout import Control, PanelLayout
from devices.refusal import RefusedError
from devices.units.card_reader import CardReader
from devices.units.line_printer import LinePrinter
from devices.units.tape_drive import TapeDrive
from devices.units.unit import Value
from machines.exhibit.exhibit import Exhibit, PanelAct, earliest
from machines.games.noughts import deck_player
from machines.games.noughts.board import SQUARES
from machines.games.noughts.players import LEARNED
from machines.menace import text
from machines.menace.build import NAMES
from machines.menace.day import checkpoint
from machines.menace.deck_player import MenaceDeckJob, MenaceDeckPlayer
from machines.menace.flow import strokes
from machines.menace.play_history import PlayRecord
from machines.menace.scene import OPPONENTS, MenaceScene, Phase
from machines.menace.scene_builder import SceneBuilder
from machines.menace.state import SEED, PlayState, TableState
from machines.menace.table import Table

ALL_BACK: tuple[Phase, ...] = ("idle", "over", "declined")


class DrawerLamps:
    """The lamps at the drawers of a real cabinet, ``drawer.1`` and on; others stay dark.

    A drawer's lamp is lit while its box is out of the cabinet in a play: from when the hand goes
    for it until its beads are settled and it is back.  How long each was lit is no state of the
    table: it is counted from when that was set up.
    """

    def __init__(self, layout: PanelLayout) -> None:
        lamps = layout.lamps()
        drawers = ((lamp.id.partition("."), k) for k, lamp in enumerate(lamps))
        self._place = {int(box): k for (row, _, box), k in drawers if row == "drawer"}
        self.on_us: npt.NDArray[np.int64] = np.zeros(len(lamps), dtype=np.int64)

    def advance(self, play: PlayState, us: int) -> None:
        """``us`` pass in which no box moves."""
        for place in self._places(play):  # few: quicker than by an array of places
            self.on_us[place] += us

    def lit(self, play: PlayState) -> npt.NDArray[np.bool_]:
        """Each lamp now, bool[n]."""
        lit = np.zeros(len(self.on_us), dtype=np.bool_)
        for place in self._places(play):
            lit[place] = True
        return lit

    def _places(self, play: PlayState) -> list[int]:
        return [self._place[number] for number in out(play) if number in self._place]


def out(play: PlayState) -> list[int]:
    """The numbers of the boxes that are out of the cabinet, in the order of the play."""
    if play.phase in ALL_BACK:
        return []
    numbers = [box.number for box in play.opened]
    if play.phase != "rewarding":
        return numbers
    waiting = {gain[0] for gain in play.gains[play.gaining :]}
    return [number for number in numbers if number in waiting]


BUTTONS: dict[str, Callable[[Table], None]] = {
    "new": Table.begin_or_decline,
    "undo": Table.take_back,
    "take_back": Table.take_back_mark,
    "day": Table.begin_day,
    "reload": Table.reload,
}
REWARDS = ("win", "draw", "loss")
CONTROLS = (*BUTTONS, "run", "opponent", "build", *REWARDS)


@dataclass
class MenaceState:
    """All that the exhibit is."""

    table: TableState
    reader: CardReader = field(default_factory=lambda: CardReader("reader"))
    printer: LinePrinter = field(default_factory=lambda: LinePrinter("printer"))
    tape1: TapeDrive = field(default_factory=lambda: TapeDrive("tape1"))
    deck: MenaceDeckJob = field(default_factory=MenaceDeckJob)
    now_us: int = 0
    reason: str = ""  # The last refusal of an act; gone with the next act that is taken


class Menace(Exhibit):
    """The exhibit (machines/exhibit/exhibit.py says what its methods promise)."""

    name = "menace"
    title = "MENACE: Michie's matchboxes, 1961"
    places = ("board", "table", "cabinet")
    state_class = MenaceState
    state: MenaceState

    def __init__(
        self, layout: PanelLayout, seed: int = SEED, table: TableState | None = None
    ) -> None:
        self.layout = layout
        self._wire(MenaceState(table or TableState.new(seed=seed)))

    def _wire(self, state: MenaceState) -> None:
        self.state = state
        self.units = {unit.name: unit for unit in (state.reader, state.printer, state.tape1)}
        self.table = Table(state.table)
        self.deck = MenaceDeckPlayer(
            state.reader, (state.tape1,), state.deck, self.table, state.printer
        )
        self._shown = SceneBuilder(self.table)
        self.lamps = DrawerLamps(self.layout)

    # -- acts ----------------------------------------------------------------------------------

    def _operate(self, place: str, control: str, value: Value) -> None:
        if not isinstance(value, int):
            raise RefusedError(f"{place} {control}", f"{value!r} is not a number")
        if place == "board":
            self._touch_square(control, value)
        elif place == "cabinet":
            if control != "box":
                raise RefusedError(f"cabinet {control}", "no such control; there is box")
            self.table.show(value)
        elif control in BUTTONS:
            if value:  # a deck's play is taken back whole: its cards have made the marks
                whole = control == "take_back" and self.deck.playing
                BUTTONS["undo" if whole else control](self.table)
        elif control == "run":
            self.table.run(bool(value))
        elif control == "opponent":
            self.table.choose(_which(control, value, OPPONENTS))
        elif control == "build":
            self.table.rebuild(_which(control, value, NAMES))
        elif control in REWARDS:
            self.table.reward(replace(self.table.cabinet.rewards, **{control: value}))
        else:
            known = ", ".join(CONTROLS)
            raise RefusedError(f"table {control}", f"no such control; there are {known}")

    def _touch_square(self, control: str, value: int) -> None:
        what, _, number = control.partition(".")
        if what != "square" or number not in map(str, SQUARES):
            raise RefusedError(f"board {control}", "no such square; there are square.0 to square.8")
        if value:
            self.table.move(int(number))

    def _operate_unit(self, unit: str, control: str, value: Value) -> None:
        super()._operate_unit(unit, control, value)
        if (unit, control) == ("reader", "empty_hopper") and value:
            self.deck.deck_is_out()

    # -- time ----------------------------------------------------------------------------------

    def _pass(self, us: int) -> int:
        us = earliest(us, self.table.due_us(), *(unit.due_us() for unit in self.units.values()))
        self.lamps.advance(self.state.table.play, us)
        plays = self.plays
        self.table.advance(us)
        play = self.state.table.play
        if self.plays > plays and play.opponent in LEARNED:
            self._count_meeting(f"meet_{play.opponent}", SCORES[play.outcome])
        self._count(us)
        return us

    def _settle(self) -> None:
        """The deck does what it can without more time."""
        while self.deck.step():
            pass

    # -- what is seen --------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something goes on at the table or with a deck."""
        return self.table.due_us() is not None or self.deck.working()

    @property
    def plays(self) -> int:
        """Plays since the table was set up."""
        return self.state.table.counts.plays

    @property
    def on_us(self) -> npt.NDArray[np.int64]:
        return self.lamps.on_us

    def lit(self) -> npt.NDArray[np.bool_]:
        return self.lamps.lit(self.state.table.play)

    def _caption(self) -> str:
        return text.caption(self.state.table)

    def _scene(self) -> MenaceScene:
        scene, job = self._shown.scene(), self.state.deck.feed.job
        others = self.table.under_way and not self.deck.playing
        refused = self.deck.refused and not others and not self.state.table.running
        loads = self.deck.loads and bool(self.table.cabinet.plays)
        if job is None and not refused and not loads:
            return scene
        return replace(scene, tape=job.wanted if job else None, refused=refused, loads=loads)

    def _reason(self) -> str:
        """What it waits for: a deck's wants before the table's."""
        deck = self.state.deck.feed
        dealt = deck.begun or deck.phase is deck_player.Phase.REFUSED or self.state.reader.hopper
        return (self.deck.reason() if dealt else "") or text.reason(self.state.table)

    def _controls(self) -> dict[str, int]:
        table = self.state.table
        rewards = table.cabinet.rewards
        return {
            "table.run": int(table.running),
            "table.opponent": OPPONENTS.index(table.opponent),
            "table.build": NAMES.index(table.cabinet.build),
            "table.win": rewards.win,
            "table.draw": rewards.draw,
            "table.loss": rewards.loss,
            "cabinet.box": table.shown,
        }

    def _tallies(self) -> dict[str, int]:
        """Counts since the table was set up; strokes grow while a box is shaken."""
        counts, play = self.state.table.counts, self.state.table.play
        shaking = strokes(play.phase_us) if play.phase == "shaking" else 0
        return {
            "plays": counts.plays,
            "marks": counts.marks,
            "boxes": counts.boxes,
            "strokes": counts.strokes + shaking,
            "beads": counts.drawn + counts.gained + counts.lost,
            "beads_drawn": counts.drawn,
            "beads_gained": counts.gained,
            "beads_lost": counts.lost,
            "cards": self.state.deck.feed.cards_read,
            "lines": self.state.deck.printed,
        }

    # -- for run records -----------------------------------------------------------------------

    @property
    def records(self) -> "Menace":
        return self

    @property
    def day(self) -> int:
        """How many days it has seen, this one counted."""
        return self.state.table.book.day

    def plays_since(self, number: int, day: int = 0) -> tuple[PlayRecord, ...]:
        """The plays after play ``number`` of that day (0: this one), in their order.

        Later days' plays are among them, and so are plays that were taken back, as ``undone``; no
        number is used twice.  Of a play that was handed out before and is taken back later,
        ``undone`` tells.  As far as the book goes back (machines.menace.play_history).
        """
        return self.state.table.book.since(number, day or self.day)

    def run_state(self) -> bytes:
        """The table between two plays, as the day's record has it."""
        return checkpoint(self.state.table)

    @property
    def undone(self) -> tuple[PlayRecord, ...]:
        """The plays that were taken back, the latest last."""
        return tuple(self.state.table.book.undone)


def _which(control: str, value: int, names: tuple[str, ...]) -> str:
    if not 0 <= value < len(names):
        known = ", ".join(f"{at} {name}" for at, name in enumerate(names))
        raise RefusedError(f"table {control}", f"is {value}; expected one of {known}")
    return names[value]


def panel_act(control: Control) -> PanelAct:
    """A drawer drawn out shows its box; a bead taken is a touch of its square."""
    what, _, number = control.id.rpartition(".")
    if what == "drawer":
        return PanelAct("cabinet.box", int(number), None)
    if what == "bead":
        return PanelAct(f"board.square.{number}")
    if control.id == "undo":
        return PanelAct("table.take_back")
    return PanelAct(f"table.{control.id}")
