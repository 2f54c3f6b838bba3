"""Anaconda on its PC of 2000: a visitor plays it, or it meets Samuel's program on one board.

Time is that of the PC.  Chellapilla and Fogel's games took 134 s each (30 generations of 150 games
in 7 days on a 400 MHz Pentium II).  Such games have here some 190 plies of 1,400 boards in plain
minimax, so a board took about half a millisecond (:data:`BOARD_US`).  A choice is worked out whole
when a side begins to think, and shown when its boards' time has passed; while it passes the network
is shown on the boards after each move and each reply to it, one after the other.

Who sits at the board is handed in (:class:`RoomPlayers`): the exhibit knows players by what they
answer to, and Anaconda's network only in order to show it.

Controls: ``pc.new``, ``pc.back``, ``pc.side``, ``pc.samuel``, ``pc.plies.2`` to ``pc.plies.8``,
``pc.square.N``; 1: pressed, 0: released.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from devices.units.unit import Unit, Value
from machines import snapshot
from machines.anaconda.move_entry import movable, onward, touched
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.scene import AnacondaScene, History, NetworkActivations
from machines.anaconda.state import AnacondaState, PendingMove
from machines.draughts.board import SQUARES, Move, Position, bit
from machines.draughts.moves import legal_moves, make
from machines.draughts.player import Player, choice_of
from machines.exhibit import Event, View, record_refusal

VERSION = 1
"""Of the snapshot's form."""
BOARD_US = 500
"""A board that the network judges."""
LEAST_US = 600_000
"""No choice is shown sooner, so that a visitor can follow."""
SAMUEL_US = 1_500_000
"""A choice of Samuel's program, which doesn't say how many boards it looked at."""
PAUSE_US = 6_000_000
"""Between two games of Anaconda against Samuel's program."""
PLIES = range(2, 9)
SEED = 2000


@dataclass(frozen=True)
class RoomPlayers:
    """Who can sit at the board, each for so many plies, and what is shown of them."""

    anaconda: Mapping[int, AnacondaPlayer]
    """By how many plies he looks ahead, 2 to 8; the same network in all."""
    samuel: Callable[[int], Player]
    """Samuel's program for so many plies."""
    history: History = field(default_factory=History)


class AnacondaExhibit:
    """The exhibit (machines/exhibit.py says what its methods promise)."""

    name: ClassVar[str] = "anaconda"
    title: ClassVar[str] = "Anaconda: Chellapilla and Fogel's evolved network, 2000"

    def __init__(self, layout: PanelLayout, seats: RoomPlayers, seed: int = SEED) -> None:
        self.layout = layout
        self.seats = seats
        self.units: Mapping[str, Unit] = {}
        on_us = np.zeros(len(layout.lamps()), dtype=np.int64)
        self._take(AnacondaState(on_us, np.random.default_rng(seed)))

    def _take(self, state: AnacondaState) -> None:
        self.state = state
        self._seen: tuple[Position, bool, NetworkActivations] | None = None
        self._lines: tuple[Position, tuple[tuple[Move, Position], ...]] | None = None
        self._ended()

    def _ended(self) -> None:
        """The position has changed: whether the game is over is asked once."""
        self._result = self.state.result

    @property
    def now_us(self) -> int:
        """The exhibit's own time."""
        return self.state.now_us

    # -- acts

    def operate(self, event: Event) -> None:
        """Take one act, ``pc.<control>``."""
        place, _, control = event.control.partition(".")
        with record_refusal(self.state):
            if place != "pc":
                raise RefusedError(place or "control", "no such thing here; there is pc")
            self._touch(control, event.value)
        self._settle()

    def _touch(self, control: str, value: Value) -> None:
        what, _, number = control.partition(".")
        if isinstance(value, str) or value not in (0, 1):
            raise RefusedError(f"pc {control}", f"{value!r}; expected 1 (pressed) or 0 (released)")
        known = {"new": self._new, "back": self._back, "side": self._side, "samuel": self._match}
        if what == "plies" and number.isdecimal() and int(number) in PLIES:
            self.state.plies = int(number) if value else self.state.plies
        elif what == "square" and number.isdecimal() and 1 <= int(number) <= 32:
            if value:
                self._square(int(number))
        elif control in known:
            if value:
                known[control]()
        else:
            words = ", ".join((*known, "plies.2 to plies.8", "square.1 to square.32"))
            raise RefusedError(f"pc {control}", f"no such control; there are {words}")

    def _new(self) -> None:
        state = self.state
        state.positions, state.moves = [Position.start()], []
        state.entered, state.thought, state.thinking_us = (), None, 0
        state.boards, state.value = 0, 0.0
        self._ended()

    def _side(self) -> None:
        state = self.state
        if state.samuel:
            raise RefusedError("CHANGE SIDES", "Anaconda is playing Samuel's program")
        state.visitor_black = not state.visitor_black
        state.entered, state.thought, state.thinking_us = (), None, 0

    def _match(self) -> None:
        self.state.samuel = not self.state.samuel
        self._new()

    def _back(self) -> None:
        """To the visitor's last turn."""
        state = self.state
        if state.samuel:
            raise RefusedError("TAKE BACK", "Anaconda is playing Samuel's program")
        turns = [k for k, one in enumerate(state.positions[:-1])
                 if one.black_to_move == state.visitor_black]  # fmt: skip
        if not turns:
            raise RefusedError("TAKE BACK", "you have made no move yet")
        del state.positions[turns[-1] + 1 :]
        del state.moves[turns[-1] :]
        state.entered, state.thought, state.thinking_us = (), None, 0
        self._ended()

    def _square(self, square: int) -> None:
        state = self.state
        where = f"square {square}"
        if self._result:
            raise RefusedError(where, f"the game is over ({self._result}): press NEW GAME")
        if not state.visitors_turn:
            who = "Anaconda is playing Samuel's program" if state.samuel else "Anaconda is thinking"
            raise RefusedError(where, who)
        entry = touched(state.position, state.entered, square)
        state.entered = entry.entered
        if entry.move is not None:
            self._make(entry.move)

    def _make(self, move: Move) -> None:
        state = self.state
        state.positions.append(make(state.position, move))
        state.moves.append(move)
        state.entered, state.thought, state.thinking_us = (), None, 0
        state.made += 1
        self._ended()
        state.games += bool(self._result)

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
            return state.thought.lasts_us - state.thinking_us
        return PAUSE_US - state.thinking_us if state.samuel and self._result else None

    def _pass(self, us: int) -> None:
        state = self.state
        state.on_us[self.lit()] += us
        state.now_us += us
        if self._left_us() is not None:
            state.thinking_us += us

    def _settle(self) -> None:
        """Do what takes no time: show a choice that is due, begin the next."""
        state = self.state
        if self._left_us() == 0:
            if state.thought is not None:
                self._make(state.thought.move)
            else:
                state.anaconda_black = not state.anaconda_black
                self._new()
        if state.thought is None and not self._result and not state.visitors_turn:
            self._think()

    def _think(self) -> None:
        state = self.state
        if state.position.black_to_move == state.anaconda_is_black:
            player = self.seats.anaconda[state.plies]
            move = choice_of(player, state.positions, state.generator)
            told = player.looked()
            assert told is not None
            lasts = max(told.evaluations * BOARD_US, LEAST_US)
            state.thought = PendingMove(move, told.evaluations, told.value, lasts)
            state.boards, state.value = state.thought.boards, state.thought.value
            state.looked += state.boards
        else:
            other = self.seats.samuel(state.plies)
            move = choice_of(other, state.positions, state.generator)
            state.thought = PendingMove(move, 0, 0.0, SAMUEL_US)
        state.thinking_us = 0

    # -- what is kept and seen

    def snapshot(self) -> bytes:
        """The whole state, with the form's version."""
        return snapshot.pack(self.state, VERSION)

    def restore(self, data: bytes) -> None:
        """Take a state back."""
        self._take(snapshot.unpack(data, AnacondaState, VERSION))

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
            controls={"pc.samuel": int(state.samuel), "pc.plies": state.plies},
            units={},
            reason=state.reason or ("" if busy else self._waits()),
            caption=self._caption(),
            busy=busy,
            plays=self.plays,
            scene=self._scene(),
            tallies={"boards": state.looked, "moves": state.made, "games": state.games},
        )

    def _waits(self) -> str:
        if self._result:
            return f"the game is over ({self._result}): press NEW GAME"
        colour = "red" if self.state.visitor_black else "white"
        return f"your move: touch a {colour} checker, then the square that it goes to"

    def _caption(self) -> str:
        state = self.state
        if self._result:
            return self._result
        if state.thought is None:
            return ""
        mover = "Red" if state.position.black_to_move else "White"
        if state.position.black_to_move != state.anaconda_is_black:
            return f"Samuel's program, {mover}, looks {state.plies} plies ahead"
        return f"Anaconda, {mover}, looks {state.plies} plies ahead: {state.boards} boards"

    def _looking(self) -> tuple[Move | None, Position]:
        """The move that is being looked into, and the board that the network is shown on."""
        state = self.state
        thought = state.thought
        if thought is None or not thought.boards:
            return None, state.position
        if self._lines is None or self._lines[0] != state.position:
            self._lines = (state.position, _lines(state.position))
        lines = self._lines[1]
        at = state.thinking_us * len(lines) // thought.lasts_us
        return lines[min(at, len(lines) - 1)]

    def _scene(self) -> AnacondaScene:
        state = self.state
        trying, board = self._looking()
        black = state.anaconda_is_black
        if self._seen is None or self._seen[:2] != (board, black):
            self._seen = (board, black, sight(self.seats.anaconda[state.plies], board, black))
        names = ("SAMUEL 1959" if state.samuel else "YOU", "ANACONDA")
        red, white = names[::-1] if black else names
        own_turn = state.visitors_turn and not self._result
        return AnacondaScene(
            position=state.position,
            last=state.moves[-1] if state.moves else None,
            trying=trying,
            entered=state.entered,
            targets=onward(state.position, state.entered) if own_turn else (),
            movable=movable(state.position) if own_turn and not state.entered else (),
            sight=self._seen[2],
            plies=state.plies,
            red=red,
            white=white,
            flipped=not state.samuel and state.visitor_black,
            samuel=state.samuel,
            boards=state.boards,
            value=state.value,
            thinking=state.thought is not None,
            result=self._result,
            history=self.seats.history,
        )


def sight(player: AnacondaPlayer, position: Position, black: bool) -> NetworkActivations:
    """A board as the network sees it for Black (Red) or White."""
    seen = player.sees(position, black)
    own, other = (position.black, position.white) if black else (position.white, position.black)
    inputs = []
    for square in SQUARES:
        there = bit(33 - square if seen.turned else square)
        worth = player.network.king if position.kings & there else 1.0
        inputs.append(worth if own & there else -worth if other & there else 0.0)
    return NetworkActivations(
        tuple(inputs), seen.first, seen.second, seen.third, seen.pieces, seen.value, seen.turned
    )


def _lines(position: Position) -> tuple[tuple[Move, Position], ...]:
    """Each move with the boards after it and after each reply, in the order of the rules."""
    made = []
    for move in legal_moves(position):
        after = make(position, move)
        made.append((move, after))
        made += [(move, make(after, reply)) for reply in legal_moves(after)]
    return tuple(made)
