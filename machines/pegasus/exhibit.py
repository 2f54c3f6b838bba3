"""The Pegasus 2 with Michie's program on the floor: a desk, a teleprinter, a reader, a tape unit.

"Authentic" is the paper's "about a game a second": a play takes the computer one second, and while
it prints it waits for the teleprinter, which types a line of five in 6.2.  The computer doesn't
wait for what it has handed over: it works out the next play meanwhile.

Acts at the desk (an event's control, its value):

    desk.run, desk.print      1 down, 0 up: play; have each play typed
    desk.clear                1: the order 7168: odds as at the start, a new page
    desk.nought, desk.cross   1: the knob on by one, -1: back (machines.pegasus.controls.PLAYERS)
    desk.origin               likewise: fixed, each play, hundreds
    desk.KNOB.PLACE           1: the knob to that place: desk.cross.visitor, desk.origin.hundreds
    desk.a, desk.b, desk.d    1: up by a step, -1: down
    sheet.square.0 ... 8      1: a visitor's mark, while a knob stands at VISITOR
    sheet.undo                1: that mark is taken back (machines.pegasus.visitor_play)
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from devices.panel.layout import Control, PanelLayout
from devices.refusal import RefusedError
from devices.units.unit import Value
from machines.exhibit import snapshot
from machines.exhibit.exhibit import Event, Exhibit, PanelAct, earliest
from machines.games.noughts.board import SQUARES
from machines.kernels.generator import generator_state
from machines.pegasus import controls, visitor_play
from machines.pegasus.controls import (
    PLAY_US,
    SEATS,
    SEED,
    SIDES,
    OddsStore,
    PegasusState,
    PlaySettings,
)
from machines.pegasus.deck_player import PegasusDeckPlayer
from machines.pegasus.printout import LONGEST_PLAY, PLAYS_A_TEST
from machines.pegasus.program import Change, PlayRecord
from machines.pegasus.view import (
    PegasusScene,
    caption_of,
    lamps_after,
    lamps_now,
    scene_of,
    stop_reason,
)

PIECE = 8
"""What is typed beside plays is sent in pieces of so many characters."""
LATCHES = ("run", "print")
KNOBS = (*SIDES, "origin", "a", "b", "d")


class PegasusExhibit(Exhibit):
    """The exhibit (machines/exhibit/exhibit.py says what its methods promise)."""

    name = "pegasus"
    title = "Pegasus 2: Michie's odds program, 1963"
    places = ("desk", "sheet")
    state_class = PegasusState
    state: PegasusState

    def __init__(self, layout: PanelLayout, seed: int = SEED) -> None:
        self.layout = layout
        self.lamps = tuple(lamp.id for lamp in layout.lamps())
        on_us = np.zeros(len(self.lamps), dtype=np.int64)
        self._wire(PegasusState(on_us, OddsStore.cleared(PlaySettings(), generator_state(seed))))

    def _wire(self, state: PegasusState) -> None:
        self.state = state
        self.units = {unit.name: unit for unit in (state.reader, state.teleprinter, state.tape1)}
        self.deck = PegasusDeckPlayer(state)
        self._look()

    def _look(self) -> None:
        """What is seen has changed."""
        self._seen: PegasusScene | None = None
        self._light()

    def _light(self) -> None:
        self._lit = lamps_now(self.state, self.lamps)
        self._computing = self.state.computing

    # -- acts

    def operate(self, event: Event) -> None:
        super().operate(event)
        self._look()

    def _operate(self, place: str, control: str, value: Value) -> None:
        if place == "sheet":
            self._touch_sheet(control, value)
            return
        knob, _, wanted = control.partition(".")
        if wanted and knob in KNOBS:
            if controls.check_turn(control, value) > 0:
                self._set(self.state.store.settings.pointed(knob, wanted), knob)
            return
        if control not in (*LATCHES, "clear", *KNOBS):
            known = ", ".join((*LATCHES, "clear", *KNOBS))
            raise RefusedError(f"desk {control}", f"no such control; there are {known}")
        by = controls.check_turn(control, value)
        if control in KNOBS:
            if by:
                self._turn(control, by)
        elif by < 0:
            raise RefusedError(f"desk {control}", f"{value!r}; expected 1 (down) or 0 (up)")
        elif control == "clear":
            if by:
                self._clear()
        elif control == "run":
            self.state.run = by
        elif by != self.state.print:
            self.state.print = by
            if not by:
                self.state.unsent += self.state.typescript.pause()
            visitor_play.print_is_switched(self.state)

    def _operate_unit(self, unit: str, control: str, value: Value) -> None:
        super()._operate_unit(unit, control, value)
        if (unit, control) == ("reader", "empty_hopper") and value:
            self.deck.deck_is_out()

    def _touch_sheet(self, control: str, value: Value) -> None:
        what, _, number = control.partition(".")
        if control != "undo" and (what != "square" or number not in map(str, SQUARES)):
            raise RefusedError(
                f"sheet {control}", "no such control; there are undo, square.0 to square.8"
            )
        if not controls.check_turn(control, value):
            return
        if control == "undo":
            visitor_play.take_back(self.state)
        else:
            visitor_play.move(self.state, int(number))

    def _turn(self, control: str, by: int) -> None:
        self._set(self.state.store.settings.turned(control, by), control)

    def _set(self, settings: PlaySettings, control: str) -> None:
        """Play on with a knob set otherwise."""
        state = self.state
        if settings == state.store.settings:
            return
        state.store.set(settings)
        if not state.seats:
            visitor_play.leave(state)
        else:
            self.deck.make_way()
        if state.trial.plays:
            change = Change(state.trial.plays, settings.words(control))
            last = state.trial.changes[-1:]
            if last and last[0].plays == change.plays and control in SIDES:
                state.trial.changes.pop()  # the knob went on
            state.trial.changes.append(change)

    def _clear(self) -> None:
        """The order 7168."""
        state = self.state
        if state.unsent:
            raise RefusedError("desk clear", "the teleprinter is still typing: wait for its end")
        visitor_play.leave(state)
        state.store = OddsStore.cleared(state.store.settings, state.store.program.generator)
        state.trial = state.trial.next_day()
        state.visitor, state.computing_us = None, 0
        state.typescript.cleared = True
        if state.print:
            state.unsent += state.typescript.order()

    # -- time

    def _pass(self, us: int) -> int:
        quiet = min(self._quiet_plays(us), PLAYS_A_TEST - self.state.trial.plays % PLAYS_A_TEST)
        if quiet > 1:
            return self._make(quiet)
        state, us = self.state, self._next_us(us)
        state.on_us[self._lit] += us
        if state.computing:
            state.computing_us += us
        self._count(us)
        return us

    def _next_us(self, us: int) -> int:
        """Until something happens, at most ``us``."""
        state = self.state
        dues: list[int | None] = [state.reader.due_us(), state.tape1.due_us()]
        if state.unsent:
            dues.append(state.teleprinter.room_us(len(self._next_piece())))
        if self.state.computing:
            dues.append(state.work_us - state.computing_us)
        elif state.run and state.print and not state.unsent and not state.seats:
            dues.append(state.teleprinter.room_us(LONGEST_PLAY))
        return earliest(us, *dues)

    def _quiet_plays(self, us: int) -> int:
        """How many plays will be made one after the other with nothing else happening."""
        state = self.state
        if not state.run or state.print or state.unsent or state.seats:
            return 0
        left = earliest(us, state.reader.due_us(), state.tape1.due_us())
        plays = (left + state.computing_us) // PLAY_US
        return min(plays, state.deck.until - state.plays) if state.deck.until else plays

    def _make(self, number: int) -> int:
        """Let the time of so many plays pass, of one test, and make them; that time.

        The same as making them one by one, and the lamps count the same.
        """
        state, before = self.state, self.state.trial.plays
        state.on_us[self._lit] += PLAY_US - state.computing_us
        games = state.store.program.play(number)
        plays = before + 1 + np.arange(number - 1)
        lit = lamps_after(state, self.lamps, plays, (games[:-1] >> 36) - 1)
        state.on_us += lit.sum(axis=0, dtype=np.int64) * PLAY_US
        us = number * PLAY_US - state.computing_us
        self._count(us)
        state.computing_us = 0
        state.trial.add(games, self._sides, typed=False)
        state.plays += number
        self._look()
        return us

    def _settle(self) -> None:
        """Do whatever takes no time: obey the cards, hand over what there is room for, make the
        play that is due."""
        state = self.state
        while True:
            if self.deck.step() or self._play_due():
                self._look()
            elif not self._send():
                break
        if self._computing != state.computing:
            self._light()

    def _send(self) -> bool:
        """Hand the teleprinter a piece of what waits, if there is room for it."""
        state = self.state
        piece = self._next_piece()
        if not piece or state.teleprinter.room < len(piece):
            return False
        state.teleprinter.send(piece)
        state.unsent = state.unsent[PIECE:]
        return True

    def _next_piece(self) -> str:
        """What the teleprinter is sent next."""
        return self.state.teleprinter.fitted(self.state.unsent[:PIECE])

    def _play_due(self) -> bool:
        """Make a play, if one was worked out and can be typed; learn from it."""
        state = self.state
        if state.seats:
            return visitor_play.step(state)
        room = not state.print or state.teleprinter.room >= LONGEST_PLAY
        if not state.run or state.computing_us < PLAY_US or state.unsent or not room:
            return False
        state.computing_us = 0
        games = state.store.program.play(1)
        if state.print:
            text = state.typescript.play(int(games[0]), state.trial.plays)
            text = state.teleprinter.fitted(text)
            if len(text) <= state.teleprinter.room:
                state.teleprinter.send(text)
            else:
                state.unsent = text
        state.trial.add(games, self._sides, typed=bool(state.print))
        state.plays += 1
        return True

    @property
    def _sides(self) -> str:
        settings = self.state.store.settings
        return f"{settings.nought} {settings.cross}"

    # -- what is kept and seen

    # (machines.museum.sessions.day_recorder keeps what these say in the run record of the day.)

    @property
    def records(self) -> "PegasusExhibit":
        return self

    @property
    def day(self) -> int:
        """How often the store was cleared after plays, and 1."""
        return self.state.trial.day

    @property
    def undone(self) -> tuple[PlayRecord, ...]:
        """The plays with a visitor that were taken back, as far as they are kept."""
        return self.state.trial.taken_back()

    def plays_since(self, number: int, day: int = 0) -> tuple[PlayRecord, ...]:
        """The typed plays after play ``number`` of that day (0: this one), later days' too, in
        their order, as far as they are kept (machines.pegasus.program.KEPT_PLAYS)."""
        return self.state.trial.since(number, day or self.day)

    def run_state(self) -> bytes:
        """The store between two plays: its odds, settings and generator."""
        return snapshot.pack(self.state.store, self.version)

    @property
    def busy(self) -> bool:
        state = self.state
        at_work = (state.run and not state.asks) or state.unsent or state.teleprinter.busy
        return not state.stuck and (bool(at_work) or self.deck.working())

    @property
    def plays(self) -> int:
        """Plays since the record was begun."""
        return self.state.plays

    @property
    def on_us(self) -> npt.NDArray[np.int64]:
        return self.state.on_us

    def lit(self) -> npt.NDArray[np.bool_]:
        return self._lit.copy()

    def _controls(self) -> Mapping[str, int]:
        settings = self.state.store.settings
        return {
            "desk.run": self.state.run,
            "desk.print": self.state.print,
            **{f"desk.{side}": _place(getattr(settings, side)) for side in SIDES},
            "desk.origin": int(settings.reinforcement.origin),
        }

    def _reason(self) -> str:
        return self.deck.reason() or ("" if self.busy else stop_reason(self.state))

    def _caption(self) -> str:
        return caption_of(self.state)

    def _scene(self) -> PegasusScene:
        if self._seen is None:
            deck, state = self.deck, self.state
            self._seen = replace(
                scene_of(state),
                refused=deck.refused and not state.run,
                loads=deck.loads and bool(state.trial.plays),
                begins=deck.begins,
            )
        return self._seen

    def _tallies(self) -> Mapping[str, int]:
        state = self.state
        return {
            "plays": state.plays,
            "characters": state.teleprinter.typed,
            "lines": state.teleprinter.fed,
            "cards": state.reader.cycles,
        }


def _place(player: str) -> int:
    """Where a side's knob points; a player that came by a card is on none of its places."""
    return SEATS.index(player) if player in SEATS else -1


def panel_act(control: Control) -> PanelAct:
    """A push turns the knob by one place; letting go means nothing."""
    return PanelAct(f"desk.{control.id}", 1, None if control.kind == "switch" else 0)
