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
from functools import partial

import numpy as np

from devices.panel.layout import PanelLayout
from machines.anaconda.move_entry import touch_square
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.scene import AnacondaScene, History, NetworkActivations
from machines.anaconda.state import AnacondaState, PendingMove
from machines.board_exhibit import BoardExhibit, movable, onward
from machines.draughts.board import SQUARES, Move, Position, bit
from machines.draughts.moves import legal_moves, make
from machines.draughts.player import Player, choice_of

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


class AnacondaExhibit(BoardExhibit):
    """The exhibit (machines/exhibit.py says what its methods promise)."""

    name = "anaconda"
    title = "Anaconda: Chellapilla and Fogel's evolved network, 2000"
    places = ("pc",)
    state_class = AnacondaState
    state: AnacondaState
    machine = "Anaconda"
    other = "Samuel's program"
    pause_us = PAUSE_US

    def __init__(self, layout: PanelLayout, seats: RoomPlayers, seed: int = SEED) -> None:
        self.layout = layout
        self.seats = seats
        on_us = np.zeros(len(layout.lamps()), dtype=np.int64)
        self._wire(AnacondaState(on_us, np.random.default_rng(seed)))

    def _wire(self, state: AnacondaState) -> None:
        self.state = state
        self._seen: tuple[Position, bool, NetworkActivations] | None = None
        self._lines: tuple[Position, tuple[tuple[Move, Position], ...]] | None = None
        self.ending = self._game_ending()

    # -- acts

    def _buttons(self) -> Mapping[str, Callable[[], None]]:
        return {
            "new": self._new,
            "back": self._back,
            "side": self._side,
            "samuel": self._match,
            **{f"plies.{plies}": partial(self._look_ahead, plies) for plies in PLIES},
            **{f"square.{square}": partial(self._square, square) for square in SQUARES},
        }

    def _known(self) -> tuple[str, ...]:
        return ("new", "back", "side", "samuel", "plies.2 to plies.8", "square.1 to square.32")

    def _new(self) -> None:
        state = self.state
        state.positions, state.moves = [Position.start()], []
        state.boards, state.value = 0, 0.0
        self._turn_to_move()

    def _side(self) -> None:
        self._check_no_match("CHANGE SIDES")
        self.state.visitor_black = not self.state.visitor_black
        self._turn_to_move()

    def _match(self) -> None:
        self.state.samuel = not self.state.samuel
        self._new()

    def _look_ahead(self, plies: int) -> None:
        self.state.plies = plies

    def _back(self) -> None:
        """To the visitor's last turn."""
        self._check_no_match("TAKE BACK")
        turn = self._last_turn(self.state.positions)
        del self.state.positions[turn + 1 :]
        del self.state.moves[turn:]
        self._turn_to_move()

    def _square(self, square: int) -> None:
        state = self.state
        self._check_turn(f"square {square}")
        state.entered, move = touch_square(state.position, state.entered, square)
        if move is not None:
            self._make(move)

    # -- the game

    def _play(self, move: Move) -> None:
        self.state.positions.append(make(self.state.position, move))
        self.state.moves.append(move)

    def _game_ending(self) -> str:
        return self.state.result

    def _next_game(self) -> None:
        self.state.anaconda_black = not self.state.anaconda_black
        self._new()

    def _think(self) -> None:
        state = self.state
        if state.machines_turn:
            player = self.seats.anaconda[state.plies]
            move = choice_of(player, state.positions, state.generator)
            told = player.looked()
            assert told is not None
            lasts = max(told.evaluations * BOARD_US, LEAST_US)
            state.thought = PendingMove(move, told.evaluations, told.value, lasts)
            state.boards, state.value = told.evaluations, told.value
            state.looked += state.boards
        else:
            other = self.seats.samuel(state.plies)
            move = choice_of(other, state.positions, state.generator)
            state.thought = PendingMove(move, 0, 0.0, SAMUEL_US)

    # -- what is seen

    def _controls(self) -> Mapping[str, int]:
        return {"pc.samuel": int(self.state.samuel), "pc.plies": self.state.plies}

    def _tallies(self) -> Mapping[str, int]:
        state = self.state
        return {"boards": state.looked, "moves": state.made, "games": state.games}

    def _your_move(self) -> str:
        colour = "red" if self.state.visitor_black else "white"
        return f"your move: touch a {colour} checker, then the square that it goes to"

    def _caption(self) -> str:
        state = self.state
        if self.ending:
            return self.ending
        if state.thought is None:
            return ""
        mover = "Red" if state.position.black_to_move else "White"
        if not state.machines_turn:
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
        black = state.machine_is_black
        if self._seen is None or self._seen[:2] != (board, black):
            self._seen = (board, black, sight(self.seats.anaconda[state.plies], board, black))
        names = ("SAMUEL 1959" if state.samuel else "YOU", "ANACONDA")
        red, white = names[::-1] if black else names
        moves = legal_moves(state.position) if state.visitors_turn and not self.ending else ()
        return AnacondaScene(
            position=state.position,
            last=state.moves[-1] if state.moves else None,
            trying=trying,
            entered=state.entered,
            targets=onward(moves, state.entered),
            movable=movable(moves) if not state.entered else (),
            sight=self._seen[2],
            plies=state.plies,
            red=red,
            white=white,
            flipped=not state.samuel and state.visitor_black,
            samuel=state.samuel,
            boards=state.boards,
            value=state.value,
            thinking=state.thought is not None,
            result=self.ending,
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
