"""Morph on its workstation of 1992: a visitor plays it, or it plays the house and learns meanwhile.

Time is that of the workstation.  Morph played some 600 games a day (UCSC-CRL-92-10, section 2.2),
144 s each; a game against the house's player has here some :data:`PLIES` plies, so a move of either
side is shown after :data:`MOVE_US`.  It is chosen when a side begins to think; while the time
passes Morph's successors appear one after the other, and afterwards the fold of the weights that
spoke for the move, step by step.

Every game that is played to its end is learned from, a visitor's too: both sides' positions, as in
the paper.  A game that is left is not.

Controls: ``workstation.new``, ``back``, ``side``, ``house``, ``arrows``, ``step``, ``empty``,
``trained``, ``depth.1`` to ``depth.3``, ``square.a1`` to ``square.h8``, ``promote.q`` (``r``,
``b``, ``n``), ``move.N`` (a successor), ``why.N`` (a line of the fold), ``pattern.N`` (of the
wall's page), ``wall.back``, ``wall.next``, and ``curves.turn``; 1: pressed, 0: released.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from devices.units.unit import Unit, Value
from machines import snapshot
from machines.chess.board import SQUARE_NAMES, Move
from machines.chess.game import Game, Outcome
from machines.chess.moves import find_move, legal_moves
from machines.chess.player import Player
from machines.exhibit import Event, View, record_refusal
from machines.morph.games import as_played
from machines.morph.growth import Growth
from machines.morph.history import DOWN_ONE_BISHOP
from machines.morph.learner import Learner
from machines.morph.move_entry import BECOMES, touched
from machines.morph.patterns import MaterialPattern
from machines.morph.player import MorphPlayer
from machines.morph.scene_builder import SceneBuilder, Timing
from machines.morph.state import Choice, Kept, MorphState, PendingMove
from machines.morph.view_controls import ViewControls

VERSION = 1
"""Of the snapshot's form."""
GAME_US = 144_000_000
"""600 games a day."""
PAUSE_US = 4_000_000
"""Between two games against the house."""
PLIES = 45
"""Of such a game, about (measured)."""
MOVE_US = (GAME_US - PAUSE_US) // PLIES
FOLD_US = 3_000_000
"""So long the fold of a move's weights is shown step by step."""
DEPTHS = range(1, 4)
"""Plies that the house's player can be set to."""
SEED = 1992
PLACE = "workstation"
SHEET = ("curves", "turn")
"""The sheet of curves has a corner to be turned."""


@dataclass(frozen=True)
class RoomPlayers:
    """Who can sit at the board, and what Morph can know."""

    read: Callable[[bytes], Learner]
    """A database's bytes to Morph."""
    empty: Callable[[], Learner]
    """A Morph that knows nothing."""
    trained: bytes
    """The database that ships."""
    house: Callable[[int], Player]
    """The house's player, by how many plies it looks ahead."""
    growth: Growth = field(default_factory=Growth)
    """How the shipped one fared while it was trained."""


class MorphExhibit:
    """The exhibit (machines/exhibit.py says what its methods promise)."""

    name: ClassVar[str] = "morph"
    title: ClassVar[str] = "Morph: Gould and Levinson's chess from experience, 1992"

    def __init__(self, layout: PanelLayout, seats: RoomPlayers, seed: int = SEED) -> None:
        self.layout = layout
        self.seats = seats
        self.units: Mapping[str, Unit] = {}
        self.showing = SceneBuilder(Timing(MOVE_US, FOLD_US))
        self.sample = 1
        """Explanations are made anew at every so many views only, while moves come quickly."""
        on_us = np.zeros(len(layout.lamps()), dtype=np.int64)
        state = MorphState(on_us, np.random.default_rng(seed), growth=deepcopy(seats.growth))
        self._take(state, seats.read(seats.trained))

    def _take(self, state: MorphState, learner: Learner) -> None:
        self.state = state
        self.visitor = ViewControls(state, self.showing)
        self._know(learner)
        self._ended()

    def _know(self, learner: Learner) -> None:
        self.learner = learner
        self.player = MorphPlayer(learner)
        self.showing.take(learner)
        self._packed: tuple[tuple[int, int], bytes] | None = None

    def _ended(self) -> None:
        """The position has changed: whether the game is over is asked once."""
        self._outcome: Outcome | None = self.state.game.outcome()

    @property
    def now_us(self) -> int:
        """The exhibit's own time."""
        return self.state.now_us

    # -- acts

    def operate(self, event: Event) -> None:
        """Take one act, ``workstation.<control>``."""
        place, _, control = event.control.partition(".")
        with record_refusal(self.state):
            if (place, control) == SHEET:
                place, control = PLACE, "figure"
            if place != PLACE:
                raise RefusedError(place or "control", f"no such thing here; there is {PLACE}")
            self._touch(control, event.value)
        self._settle()

    def _touch(self, control: str, value: Value) -> None:
        if isinstance(value, str) or value not in (0, 1):
            raise RefusedError(
                f"{PLACE} {control}", f"{value!r}; expected 1 (pressed) or 0 (released)"
            )
        what, _, which = control.partition(".")
        whole = {
            "new": self._new,
            "back": self._back,
            "side": self._side,
            "house": self._match,
            "empty": self._forget,
            "trained": self._remember,
            **self.visitor.whole,
        }
        parts = {
            "depth": self._depth,
            "square": self._square,
            "promote": self._promote,
            **self.visitor.numbered,
        }
        if control not in whole and what not in parts:
            raise RefusedError(
                f"{PLACE} {control}", f"no such control; there are {', '.join((*whole, *parts))}"
            )
        if value and control in whole:
            whole[control]()
        elif value:
            parts[what](which)

    # -- the game

    def _new(self) -> None:
        state = self.state
        state.game = Game()
        state.choice = None
        state.looking.back()
        self._turn_to_move()

    def _turn_to_move(self) -> None:
        """Another position stands, or another side moves: nothing is under way."""
        state = self.state
        state.entered = state.arrives = -1
        state.thought, state.passed_us = None, 0
        self._ended()

    def _side(self) -> None:
        state = self.state
        self._not_in_a_match("CHANGE SIDES")
        state.visitor_white = not state.visitor_white
        self._turn_to_move()

    def _match(self) -> None:
        self.state.house = not self.state.house
        self._new()

    def _depth(self, which: str) -> None:
        if not which.isdecimal() or int(which) not in DEPTHS:
            raise RefusedError(
                f"depth {which}", f"expected {DEPTHS[0]} to {DEPTHS[-1]}, the house's plies"
            )
        self.state.depth = int(which)

    def _back(self) -> None:
        """To the visitor's last turn."""
        state = self.state
        self._not_in_a_match("TAKE BACK")
        if self._outcome:
            raise RefusedError("TAKE BACK", "the game is over and learned from: press NEW GAME")
        game = state.game
        turns = [number for number, one in enumerate(game.positions[:-1])
                 if one.black_to_move != state.visitor_white]  # fmt: skip
        if not turns:
            raise RefusedError("TAKE BACK", "you have made no move yet")
        while len(game.moves) > turns[-1]:
            game.take_back()
        state.choice = None
        state.looking.back()
        self._turn_to_move()

    def _not_in_a_match(self, what: str) -> None:
        if self.state.house:
            raise RefusedError(what, "Morph is playing the house; MORPH v HOUSE ends that")

    def _square(self, which: str) -> None:
        state = self.state
        where = f"square {which}"
        if which not in SQUARE_NAMES:
            raise RefusedError(where, "no such square; there are a1 to h8")
        if self._outcome:
            raise RefusedError(
                where, f"the game is over ({self._outcome.ending.value}): press NEW GAME"
            )
        if not state.visitors_turn:
            who = "Morph is playing the house" if state.house else "Morph is thinking"
            raise RefusedError(where, who)
        entry = touched(state.position, state.entered, SQUARE_NAMES.index(which))
        state.entered, state.arrives = entry.entered, entry.arrives
        state.looking.back()
        if entry.move is not None:
            self._make(entry.move)

    def _promote(self, which: str) -> None:
        state = self.state
        if state.arrives < 0:
            raise RefusedError(f"promote {which}", "no pawn of yours has arrived")
        if which not in tuple(BECOMES):
            raise RefusedError(f"promote {which}", f"expected one of {', '.join(BECOMES)}")
        words = SQUARE_NAMES[state.entered] + SQUARE_NAMES[state.arrives] + which
        self._make(find_move(state.position, words))

    def _make(self, move: Move) -> None:
        state = self.state
        state.game.play(move)
        state.made += 1
        self._turn_to_move()
        if self._outcome:
            self._learn()

    def _learn(self) -> None:
        """The learning phase of Fig. 2.3."""
        state = self.state
        played = as_played(state.game, state.morph_is_white)
        lesson = self.learner.learn(played, state.generator)
        down = self.learner.record(MaterialPattern(DOWN_ONE_BISHOP))
        weight = down.weight if down else 0.5
        state.growth.add(played.captured, lesson.error, played.plies, weight, played.result)
        state.games += 1
        state.lesson = (
            f"{lesson.updates} weights moved, {lesson.added} patterns added, "
            f"{lesson.deleted} deleted"
        )

    # -- what Morph knows

    def _forget(self) -> None:
        self._know(self.seats.empty())
        self.state.growth, self.state.lesson = Growth(), ""
        self._new()

    def _remember(self) -> None:
        self._know(self.seats.read(self.seats.trained))
        self.state.growth, self.state.lesson = deepcopy(self.seats.growth), ""
        self._new()

    # -- time

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        while us > 0:
            left = self._left_us()
            step = us if left is None else min(us, left)
            self._pass(step)
            us -= step
            self._settle()

    def _left_us(self) -> int | None:
        """Until something happens."""
        state = self.state
        if state.thought is not None:
            return MOVE_US - state.passed_us
        if state.house and self._outcome:
            return PAUSE_US - state.passed_us
        folded = state.chosen_us + FOLD_US - state.now_us
        return folded if state.choice is not None and folded > 0 else None

    def _pass(self, us: int) -> None:
        state = self.state
        state.on_us[self.lit()] += us
        state.now_us += us
        if state.thought is not None or (state.house and self._outcome):
            state.passed_us += us

    def _settle(self) -> None:
        """Do what takes no time: make a move that is due, begin the next."""
        state = self.state
        if state.thought is not None and state.passed_us == MOVE_US:
            thought = state.thought
            if thought.choice is not None:
                state.choice, state.chosen_us = thought.choice, state.now_us
            self._make(thought.move)
        elif state.house and self._outcome and state.passed_us == PAUSE_US:
            state.morph_white = not state.morph_white
            self._new()
        if state.thought is None and not self._outcome and not state.visitors_turn:
            self._think()

    def _think(self) -> None:
        state = self.state
        choice = None
        if state.morphs_turn:
            move = self.player.choose(state.position, state.generator)
            moves = legal_moves(state.position)
            choice = Choice(state.position, moves.index(move))
            state.looked += len(moves)
            state.looking.another()
        else:
            move = self.seats.house(state.depth).choose(state.position, state.generator)
        state.thought, state.passed_us = PendingMove(move, choice), 0

    # -- what is kept and seen

    def snapshot(self) -> bytes:
        """The whole state, with the form's version."""
        key = (self.state.games, self.state.made)
        if self._packed is None or self._packed[0] != key:
            self._packed = (key, self.learner.to_bytes())
        return snapshot.pack(Kept(self.state, self._packed[1]), VERSION)

    def restore(self, data: bytes) -> None:
        """Take a state back."""
        kept = snapshot.unpack(data, Kept, VERSION)
        self._take(kept.state, self.seats.read(kept.learned))

    @property
    def busy(self) -> bool:
        """Whether it works."""
        return self._left_us() is not None

    @property
    def plays(self) -> int:
        """Games that were finished."""
        return self.state.games

    @property
    def on_us(self) -> npt.NDArray[np.int64]:
        """How long each lamp was on, int64[3]."""
        return self.state.on_us

    def lit(self) -> npt.NDArray[np.bool_]:
        """POWER, DISK, MONITOR."""
        return np.array([True, self.state.thought is not None, True])

    def view(self) -> View:
        """What can be seen now."""
        state, busy = self.state, self.busy
        return View(
            exhibit=self.name,
            now_us=state.now_us,
            on_us=self.on_us.copy(),
            lit=self.lit(),
            controls={f"{PLACE}.house": int(state.house), f"{PLACE}.depth": state.depth},
            units={},
            reason=state.reason or ("" if busy else self._waits()),
            caption=self._caption(),
            busy=busy,
            plays=self.plays,
            scene=self.showing.scene(state, self._outcome, self.sample),
            tallies={"positions": state.looked, "moves": state.made, "games": state.games},
        )

    def _waits(self) -> str:
        state = self.state
        if self._outcome:
            return f"the game is over ({self._outcome.ending.value}): press NEW GAME"
        if state.arrives >= 0:
            return "your pawn has arrived: choose what it becomes"
        colour = "white" if state.visitor_white else "black"
        return f"your move: touch a {colour} man, then the square that it goes to"

    def _caption(self) -> str:
        state = self.state
        if self._outcome:
            winner = self._outcome.winner.capitalize()
            how = (
                f"{winner} wins: {self._outcome.ending.value}"
                if winner
                else "drawn: " + str(self._outcome.ending.value)
            )
            return f"{how}; {state.lesson}"
        if state.thought is None:
            return ""
        mover = "Black" if state.position.black_to_move else "White"
        if not state.morphs_turn:
            return f"The house, {mover}, looks {state.depth} {_plies(state.depth)} ahead"
        return f"Morph, {mover}, looks one ply ahead: what is each position worth?"


def _plies(count: int) -> str:
    return "ply" if count == 1 else "plies"
