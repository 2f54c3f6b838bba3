"""Morph on its workstation of 1992: a visitor plays it, or it plays the house and learns meanwhile.

Time is that of the workstation.  Morph played some 600 games a day (UCSC-CRL-92-10, section 2.2),
144 s each; a game against the house's player has here some :data:`PLIES` plies, so a move of either
side is shown after :data:`MOVE_US`.  It is chosen when a side begins to think; while the time
passes Morph's successors appear one after the other, and afterwards the fold of the weights that
spoke for the move, step by step.

A short match of today's weights against none at all, TODAY v START, takes half a minute: its moves
come quickly and teach nothing, and the visitor's game comes back after it.

Every game that is played to its end is learned from, a visitor's too: both sides' positions, as in
the paper.  A game that is left is not.

Controls: ``workstation.new``, ``back``, ``side``, ``house``, ``contest``, ``arrows``, ``step``,
``empty``,
``trained``, ``depth.1`` to ``depth.3``, ``square.a1`` to ``square.h8``, ``promote.q`` (``r``,
``b``, ``n``), ``move.N`` (a successor), ``why.N`` (a line of the fold), ``pattern.N`` (of the
wall's page), ``wall.back``, ``wall.next``, and ``curves.turn``; 1: pressed, 0: released.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.board_exhibit import BoardExhibit
from machines.exhibit.exhibit import Event
from machines.games.chess.board import SQUARE_NAMES, Move
from machines.games.chess.game import Game
from machines.games.chess.moves import find_move, legal_moves
from machines.kernels.kernel import patiently
from machines.morph import contest
from machines.morph.games import as_played
from machines.morph.growth import Growth, summary, weights_of
from machines.morph.history import DOWN_ONE_BISHOP
from machines.morph.learner import Learner
from machines.morph.move_entry import BECOMES, touch_square
from machines.morph.patterns import MaterialPattern
from machines.morph.player import MorphPlayer
from machines.morph.scene import MorphScene
from machines.morph.scene_builder import SceneBuilder
from machines.morph.state import FOLD_US, PAUSE_US, Choice, Kept, MorphState, PendingMove, QuickMove
from machines.morph.view_controls import ViewControls

if TYPE_CHECKING:
    from machines.games.chess.house import HousePlayer

DEPTHS = range(1, 4)
"""Plies that the house's player can be set to."""
SEED = 1992
HISTORY_VERSION = 1


def history_bytes(growth: Growth) -> bytes:
    """How a Morph fared while it was trained, as the file beside its database has it."""
    return snapshot.pack(growth, HISTORY_VERSION)


def read_history(history: bytes) -> Growth:
    """The same read back; nothing where there is none.  Raises RefusedError."""
    if not history:
        return Growth()
    return snapshot.unpack(history, Growth, HISTORY_VERSION, "morph.history")


def read_database(data: bytes) -> Learner:
    """A Morph by its database.  Raises RefusedError."""
    return _read_database(data).copy()


@lru_cache(maxsize=3)
def _read_database(data: bytes) -> Learner:
    """Remembered, for TRAINED and RESET: to compare six thousand patterns takes half a second, in
    which no touch is answered, and minutes as plain Python."""
    with patiently():
        return Learner.from_bytes(data, "morph.database")


def _house_player(depth: int) -> "HousePlayer":
    """The house's player, imported when it first moves: the room opens before its kernels are
    compiled."""
    from machines.games.chess.house import HousePlayer

    return HousePlayer(depth)


class MorphExhibit(BoardExhibit):
    """The exhibit (machines/exhibit/exhibit.py says what its methods promise)."""

    name = "morph"
    title = "Morph: Gould and Levinson's chess from experience, 1992"
    places = ("workstation",)
    state: MorphState
    machine = "Morph"
    other = "the house"
    leave_match = "; MORPH v HOUSE ends that"
    pause_us = PAUSE_US

    def __init__(
        self, layout: PanelLayout, trained: bytes, history: bytes = b"", seed: int = SEED
    ) -> None:
        """``trained`` is the database that ships, ``history`` its :func:`history_bytes`."""
        self.layout = layout
        self.trained = trained
        self.history = history
        self.showing = SceneBuilder()
        on_us = np.zeros(len(layout.lamps()), dtype=np.int64)
        state = MorphState(on_us, np.random.default_rng(seed), growth=read_history(history))
        learner = read_database(trained)
        if state.growth.games:
            self.showing.keep(learner, state.growth)
        self._take(state, learner)

    def _take(self, state: MorphState, learner: Learner) -> None:
        self._wire(state)
        self._know(learner)

    def _wire(self, state: MorphState) -> None:
        self.state = state
        self.showing.begun = False
        self.visitor = ViewControls(state, self.showing)
        self.ending = self._game_ending()

    def _know(self, learner: Learner) -> None:
        self.learner = learner
        self.before: Learner | None = None
        """As it was before a visitor's game that is over, until it can't be taken back."""
        self.player = MorphPlayer(learner)
        self.showing.take(learner)
        self._packed: tuple[tuple[int, int], bytes] | None = None

    # -- acts

    def operate(self, event: Event) -> None:
        if event.control == "curves.turn":  # the sheet of curves has a corner to be turned
            event = msgspec.structs.replace(event, control="workstation.figure")
        super().operate(event)

    def _buttons(self) -> Mapping[str, Callable[[], None]]:
        return {
            "new": self._new,
            "back": self._back,
            "side": self._side,
            "house": self._match,
            "contest": self._contest,
            "empty": self._forget,
            "trained": self._remember,
            **self.visitor.whole,
        }

    def _numbered(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "depth": self._depth,
            "square": self._square,
            "promote": self._promote,
            **self.visitor.numbered,
        }

    def _new(self) -> None:
        """Another game; TAKE BACK brings one that is left back, until a move is made."""
        self._check_no_contest("NEW GAME")
        state = self.state
        self.showing.begun = True
        if state.game.moves and not self.ending and not state.house:
            state.left, state.left_choice = state.game, state.choice
        self._begin_game()

    def _begin_game(self) -> None:
        self.state.contested = None
        self._keep_lesson()
        self._take_up(Game())

    def _keep_lesson(self) -> None:
        """From now on the last game's lesson can't be taken back."""
        self.before = self.state.growth_before = None

    def _take_up(self, game: Game, choice: Choice | None = None) -> None:
        """Put a game on the board, with Morph's last choice in it."""
        self.state.game = game
        self._forget_choice()
        self.state.choice = choice

    def _forget_choice(self) -> None:
        """Another game stands there, or an earlier position: Morph's last choice isn't shown."""
        self.state.choice = None
        self.state.looking.back()
        self._turn_to_move()

    def _side(self) -> None:
        self._check_no_match("CHANGE SIDES")
        self.state.visitor_white = not self.state.visitor_white
        self.state.contested = None
        self._turn_to_move()

    def _match(self) -> None:
        """Begin games against the house, or end them: a visitor's game comes back."""
        self._check_no_contest("MORPH v HOUSE")
        state = self.state
        if not state.house:
            begun = state.game.moves and not self.ending
            state.left, state.left_choice = (state.game, state.choice) if begun else (None, None)
        state.house = not state.house
        self._begin_game()
        if not state.house and state.left is not None:
            self._take_up_left(state.left)

    def _take_up_left(self, left: Game) -> None:
        """The game that was left comes back."""
        choice = self.state.left_choice
        self.state.left = self.state.left_choice = None
        self._take_up(left, choice)

    # -- before and after

    def _check_no_contest(self, what: str) -> None:
        if self.state.contest is not None:
            raise RefusedError(what, "TODAY v START is on; that button ends it")

    def _check_no_match(self, what: str) -> None:
        self._check_no_contest(what)
        super()._check_no_match(what)

    def _pause_us(self) -> int:
        return self.pause_us if self.state.contest is None else contest.PAUSE_US

    def _contest(self) -> None:
        """Begin the match against Morph as it began, or end it."""
        state = self.state
        if state.contest is not None:
            self._leave_contest()
            return
        if state.house:
            self._match()
        state.contested = None
        state.contest, state.aside_choice = contest.new_contest(state.game), state.choice
        self._take_up(contest.new_game())

    def _leave_contest(self) -> None:
        """The visitor's game comes back."""
        state = self.state
        assert state.contest is not None
        aside, choice = state.contest.aside, state.aside_choice
        state.contest = state.aside_choice = None
        self._take_up(aside, choice)

    def _count_game(self) -> None:
        """A game of the match is over: the next, or the visitor's own."""
        state = self.state
        assert state.contest is not None and self._outcome is not None
        state.contest = state.contest.counted(state.game, self._outcome)
        score = state.contest.score
        if score.played < score.games:
            self._take_up(contest.new_game())
            return
        result = replace(state.contest, aside=Game())
        self._leave_contest()
        state.contested = result
        state.finished = (state.finished or 0) + 1

    def _depth(self, which: str) -> None:
        if not which.isdecimal() or int(which) not in DEPTHS:
            raise RefusedError(
                f"depth {which}", f"expected {DEPTHS[0]} to {DEPTHS[-1]}, the house's plies"
            )
        self.state.depth = int(which)

    def _back(self) -> None:
        """To the visitor's last turn; what a finished game has taught is taken back with it."""
        self._check_no_match("TAKE BACK")
        left, self.state.contested = self.state.left, None
        if left is not None:
            self._take_up_left(left)
            return
        game = self.state.game
        turn = self._last_turn(game.positions)
        if self.ending:
            self._unlearn()
        while len(game.moves) > turn:
            game.take_back()
        self._forget_choice()

    def _square(self, which: str) -> None:
        state = self.state
        where = f"square {which}"
        if which not in SQUARE_NAMES:
            raise RefusedError(where, "no such square; there are a1 to h8")
        self._check_turn(where)
        entry = touch_square(state.position, state.entered, SQUARE_NAMES.index(which))
        self.showing.begun = True
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

    # -- the game

    def _play(self, move: Move) -> None:
        self.state.game.play(move)

    def _game_ending(self) -> str:
        self._outcome = self.state.game.outcome()
        return self._outcome.ending.value if self._outcome else ""

    def _make(self, move: Move) -> None:
        state, thought = self.state, self.state.thought
        if state.contest is not None:
            self._play_quickly(move)
            return
        state.contested = None
        self._keep_lesson()
        if not state.house:
            state.left = state.left_choice = None
        if thought is not None and thought.choice is not None:
            state.choice, state.chosen_us = thought.choice, state.now_us
        super()._make(move)
        if self.ending:
            self._learn()

    def _learn(self) -> None:
        """The learning phase of Fig. 2.3."""
        state = self.state
        if not state.house:
            self.before, state.growth_before = self.learner.copy(), deepcopy(state.growth)
        played = as_played(state.game, not state.machine_is_black)
        before = weights_of(self.learner)
        lesson = self.learner.learn(played, state.generator)
        self.showing.taught = summary(played.result, lesson, before, self.learner)
        down = self.learner.record(MaterialPattern(DOWN_ONE_BISHOP))
        weight = down.weight if down else 0.5
        state.growth.add(played.captured, lesson.error, played.plies, weight, played.result)
        state.lesson = (
            f"{lesson.updates} weights moved, {lesson.added} patterns added, "
            f"{lesson.deleted} deleted"
        )

    def _unlearn(self) -> None:
        """Be as before the game that has just ended.  Raises RefusedError."""
        state = self.state
        if self.before is None or state.growth_before is None:  # kept by an earlier version
            raise RefusedError("TAKE BACK", "the game is over and learned from: press NEW GAME")
        self._know(self.before)
        state.growth, state.lesson = state.growth_before, ""
        self._keep_lesson()

    def _next_game(self) -> None:
        if self.state.contest is not None:
            self._count_game()
            return
        self.state.morph_white = not self.state.morph_white
        self._begin_game()

    def _think(self) -> None:
        state = self.state
        choice = None
        if state.contest is not None:
            player = self.player if state.machines_turn else MorphPlayer(Learner())
            state.thought = QuickMove(player.choose(state.position, state.generator))
            return
        if state.machines_turn:
            move = self.player.choose(state.position, state.generator)
            moves = legal_moves(state.position)
            choice = Choice(state.position, moves.index(move))
            state.looked += len(moves)
            state.looking.another()
        else:
            move = _house_player(state.depth).choose(state.position, state.generator)
        state.thought = PendingMove(move, choice)

    def _left_us(self) -> int | None:
        """Until something happens: the end of a fold that is shown step by step, too."""
        left, state = super()._left_us(), self.state
        folded = state.chosen_us + FOLD_US - state.now_us
        return (
            folded
            if left is None and state.contest is None and state.choice is not None and folded > 0
            else left
        )

    # -- what Morph knows

    def _forget(self) -> None:
        self._begin_again(Learner(), Growth())

    def _remember(self) -> None:
        self._begin_again(read_database(self.trained), read_history(self.history))

    def _begin_again(self, learner: Learner, growth: Growth) -> None:
        self._know(learner)
        self.state.growth, self.state.lesson = growth, ""
        if self.state.contest is not None:
            self._leave_contest()
        self._begin_game()

    # -- what is kept

    def snapshot(self) -> bytes:
        key = (self.state.games, self.state.made)
        if self._packed is None or self._packed[0] != key:
            self._packed = (key, self.learner.to_bytes())
        before = self.before.to_bytes() if self.before is not None else None
        return snapshot.pack(Kept(self.state, self._packed[1], before), self.version)

    def restore(self, data: bytes) -> None:
        kept = snapshot.unpack(data, Kept, self.version)
        self._take(kept.state, read_database(kept.learned))
        self.before = read_database(kept.before) if kept.before else None

    # -- what is seen

    def _controls(self) -> Mapping[str, int]:
        state = self.state
        return {
            "workstation.house": int(state.house),
            "workstation.depth": state.depth,
            "workstation.contest": int(state.contest is not None),
        }

    def _tallies(self) -> Mapping[str, int]:
        state = self.state
        return {"positions": state.looked, "moves": state.made, "games": state.games,
                "contests": state.finished or 0}  # fmt: skip

    def _scene(self) -> MorphScene:
        return self.showing.build(self.state, self._outcome, self.sample)

    def _your_move(self) -> str:
        if self.state.arrives >= 0:
            return "your pawn has arrived: choose what it becomes"
        colour = "white" if self.state.visitor_white else "black"
        return f"your move: touch a {colour} man, then the square that it goes to"

    def _caption(self) -> str:
        state = self.state
        if state.contest is not None:
            return ""
        if self._outcome:
            winner = self._outcome.winner.capitalize()
            how = f"{winner} wins" if winner else "drawn"
            return f"{how}: {self.ending}; {state.lesson}"
        if state.thought is None:
            return ""
        mover = "Black" if state.position.black_to_move else "White"
        if not state.machines_turn:
            plies = "ply" if state.depth == 1 else "plies"
            return f"The house, {mover}, looks {state.depth} {plies} ahead"
        return f"Morph, {mover}, looks one ply ahead: what is each position worth?"
