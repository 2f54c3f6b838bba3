"""Anaconda on its PC of 2000: a visitor plays it, or it meets Samuel's program on one board.

Time is that of the PC.  Chellapilla and Fogel's games took 134 s each (30 generations of 150 games
in 7 days on a 400 MHz Pentium II).  Such games have here some 190 plies of 1,400 boards in plain
minimax, so a board took about half a millisecond (:data:`BOARD_US`).  A choice is worked out whole
when a side begins to think, and shown when its boards' time has passed; while it passes the network
is shown on the boards after each move and each reply to it, one after the other.

Who sits at the board is handed in (:class:`RoomPlayers`): the exhibit knows players by what they
answer to, and Anaconda's network only in order to show it.

Controls: ``pc.new``, ``pc.back``, ``pc.side``, ``pc.samuel``, ``pc.why``, ``pc.contest`` (the
champion against generation 0, in quick games), ``pc.generation.0`` (``.250``, ``.840``, ``.1002``),
``pc.plies.2`` to ``pc.plies.8``, ``pc.square.N``; 1: pressed, 0: released.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from devices.game_record import RESULTS, GameRecord
from devices.panel.layout import PanelLayout
from devices.refusal import RefusedError
from machines.anaconda import contest
from machines.anaconda.contest import Expectation, LeftGame, expected
from machines.anaconda.player import AnacondaPlayer
from machines.anaconda.state import (
    CHAMPION,
    AnacondaScene,
    AnacondaState,
    History,
    NetworkActivations,
    PendingMove,
    Strength,
    touch_square,
)
from machines.exhibit.board_exhibit import BoardExhibit, movable, onward
from machines.games.draughts.board import SQUARES, Move, Position, bit
from machines.games.draughts.moves import legal_moves, make
from machines.games.draughts.player import Player, choice_of
from machines.games.draughts.scene import pdn_record

BOARD_US = 500
"""A board that the network judges."""
LEAST_US = 600_000
"""No choice is shown sooner, so that a visitor can follow."""
SAMUEL_US = 1_500_000
"""A choice of Samuel's program, which doesn't say how many boards it looked at."""
PAUSE_US = 6_000_000
"""Between two games of Anaconda against Samuel's program."""
LEAST_QUICK_US, PAUSE_QUICK_US = 5_000, 250_000
"""A choice of the match against generation 0, and the pause between two of its games."""
PLIES = range(2, 9)
GENERATIONS = (0, 250, 840, CHAMPION)
WHYS = 3
"""Nothing, the line that it expects, its figures."""
SEED = 2000


@dataclass(frozen=True)
class RoomPlayers:
    """Who can sit at the board, each for so many plies, and what is shown of them."""

    anaconda: Mapping[int, AnacondaPlayer]
    """By how many plies he looks ahead, 2 to 8; the same network in all."""
    samuel: Callable[[int], Player]
    """Samuel's program for so many plies."""
    history: History = field(default_factory=History)
    ancestors: Mapping[int, Mapping[int, AnacondaPlayer]] = field(default_factory=dict)
    """By generation, the networks that went before, each by its plies."""
    strength: tuple[Strength, ...] = ()
    """What generations score against the first."""

    def network(self, generation: int) -> Mapping[int, AnacondaPlayer]:
        """That generation's player by plies.  Raises RefusedError where there is none."""
        if generation == CHAMPION:
            return self.anaconda
        if generation not in self.ancestors:
            raise RefusedError(f"generation {generation}", "that network is not kept here")
        return self.ancestors[generation]


class AnacondaExhibit(BoardExhibit):
    """The exhibit (machines/exhibit/exhibit.py says what its methods promise)."""

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
        self._seen: tuple[tuple[Position, bool, int], NetworkActivations] | None = None
        self._lines: tuple[Position, tuple[tuple[Move, Position], ...]] | None = None
        self._expects: tuple[object, Expectation] | None = None
        self._depths: dict[tuple[int, int], AnacondaPlayer] = {}
        self._mixed = False
        """Whether another generation took over in this game of a match: then it is nobody's."""
        self._sat_down = False
        """Whether NEW GAME was pressed, also before a first move."""
        self._taken_back = False
        """Whether what it judged last was for a move that is taken back."""
        self.ending = self._game_ending()

    # -- acts

    def _buttons(self) -> Mapping[str, Callable[[], None]]:
        return {
            "new": self._new,
            "back": self._back,
            "side": self._side,
            "samuel": self._match,
            "why": self._why,
            "contest": self._contest,
            **{f"generation.{number}": partial(self._generation, number) for number in GENERATIONS},
            **{f"plies.{plies}": partial(self._look_ahead, plies) for plies in PLIES},
            **{f"square.{square}": partial(self._square, square) for square in SQUARES},
        }

    def _known(self) -> tuple[str, ...]:
        generations = (f"generation.{generation}" for generation in GENERATIONS)
        rest = ("plies.2 to plies.8", "square.1 to square.32")
        return ("new", "back", "side", "samuel", "why", "contest", *generations, *rest)

    def _new(self) -> None:
        """Another game; TAKE BACK brings the one that was under way back, until a move is made."""
        self._check_no_contest("NEW GAME")
        state = self.state
        if state.moves and not state.in_match:
            state.left = self._put_aside()
        self._sat_down = True
        self._begin_game()

    def _begin_game(self) -> None:
        self._mixed = False
        self._take_up(LeftGame((Position.start(),), ()))
        self.state.contested = None

    def _put_aside(self) -> LeftGame:
        state = self.state
        return LeftGame(tuple(state.positions), tuple(state.moves), state.boards, state.value)

    def _take_up(self, game: LeftGame) -> None:
        """Put a game on the board."""
        state = self.state
        state.positions, state.moves = list(game.positions), list(game.moves)
        state.boards, state.value = game.boards, game.value
        self._taken_back = False
        self._turn_to_move()

    def _side(self) -> None:
        self._check_no_match("CHANGE SIDES")
        self.state.visitor_black = not self.state.visitor_black
        self.state.contested = None
        self._turn_to_move()

    def _match(self) -> None:
        """Begin games against Samuel's program, or end them: a visitor's game comes back."""
        self._check_no_contest("ANACONDA v SAMUEL")
        state = self.state
        if not state.samuel:
            state.left = self._put_aside() if state.moves and not self.ending else None
        state.samuel = not state.samuel
        self._begin_game()
        if not state.samuel and state.left is not None:
            left, state.left = state.left, None
            self._take_up(left)

    def _generation(self, generation: int) -> None:
        self.seats.network(generation)
        if generation != self.state.generation and self.state.moves:
            self._mixed = True
        self.state.ancestor = None if generation == CHAMPION else generation

    def _why(self) -> None:
        self.state.explains = ((self.state.explains or 0) + 1) % WHYS or None

    # -- before and after

    def _check_no_contest(self, what: str) -> None:
        if self.state.contest is not None:
            raise RefusedError(what, "TODAY v GENERATION 0 is on; that button ends it")

    def _opponent(self) -> str:
        return self.other if self.state.contest is None else "its beginning"

    def _pause_us(self) -> int:
        return self.pause_us if self.state.contest is None else PAUSE_QUICK_US

    def _contest(self) -> None:
        """Begin the match against generation 0, or end it."""
        state = self.state
        if state.contest is not None:
            self._leave_contest()
            return
        self.seats.network(0)
        if state.samuel:
            self._match()
        state.contested = None
        state.contest = contest.new_contest(self._put_aside(), state.generator)
        self._next_of_contest()

    def _leave_contest(self) -> None:
        """The visitor's game comes back."""
        state = self.state
        assert state.contest is not None
        aside, state.contest = state.contest.aside, None
        self._take_up(aside)

    def _next_of_contest(self) -> None:
        assert self.state.contest is not None
        positions, moves = self.state.contest.begun()
        self._take_up(LeftGame(tuple(positions), tuple(moves)))

    def _count_game(self) -> None:
        """A game of the match is over: the next, or the visitor's own."""
        state = self.state
        assert state.contest is not None
        self._count_meeting("meet_beginning", self._result())
        state.contest = state.contest.counted(self.ending)
        score = state.contest.score
        if score.played < score.games:
            self._next_of_contest()
            return
        self._leave_contest()
        state.contested = score
        state.finished = (state.finished or 0) + 1

    def _look_ahead(self, plies: int) -> None:
        self.state.plies = plies

    def _back(self) -> None:
        """To the visitor's last turn, or to the game before NEW GAME."""
        self._check_no_match("TAKE BACK")
        left, self.state.contested = self.state.left, None
        if left is not None:
            self.state.left = None
            self._take_up(left)
            return
        if len(self.state.entered) > 1:  # in the middle of a jump: that alone
            self.state.entered = ()
            return
        turn = self._last_turn(self.state.positions)
        del self.state.positions[turn + 1 :]
        del self.state.moves[turn:]
        self._taken_back = True
        self._turn_to_move()

    def _square(self, square: int) -> None:
        state = self.state
        self._check_turn(f"square {square}")
        state.entered, move = touch_square(state.position, state.entered, square)
        if move is not None:
            self._make(move)

    # -- the game

    def _make(self, move: Move) -> None:
        if self.state.contest is not None:
            self._play_quickly(move)
            return
        self.state.contested = None
        if not self.state.samuel:
            self.state.left = None
        super()._make(move)
        if self.state.samuel and self.ending and not self._mixed:
            self._count_meeting(f"meet_{self.state.generation}", self._result())

    def _result(self) -> int:
        """How the game ended for the network of a match: 1 won, 0 drawn, -1 lost."""
        winner = {"Red wins": True, "White wins": False}.get(self.ending)
        return 0 if winner is None else 1 if winner == self.state.machine_is_black else -1

    def _play(self, move: Move) -> None:
        self.state.positions.append(make(self.state.position, move))
        self.state.moves.append(move)

    def _game_ending(self) -> str:
        return self.state.result

    def _next_game(self) -> None:
        if self.state.contest is not None:
            self._count_game()
            return
        self.state.anaconda_black = not self.state.anaconda_black
        self._begin_game()

    def _think(self) -> None:
        state = self.state
        if state.contest is not None:
            self._think_quickly()
        elif state.machines_turn:
            player = self.seats.network(state.generation)[state.plies]
            move = choice_of(player, state.positions, state.generator)
            told = player.looked()
            assert told is not None
            lasts = max(told.evaluations * BOARD_US, LEAST_US)
            state.thought = PendingMove(move, told.evaluations, told.value, lasts)
            state.boards, state.value = told.evaluations, told.value
            self._taken_back = False
            state.looked += state.boards
        else:
            other = self.seats.samuel(state.plies)
            move = choice_of(other, state.positions, state.generator)
            state.thought = PendingMove(move, 0, 0.0, SAMUEL_US)

    def _think_quickly(self) -> None:
        """The champion or generation 0, in their match."""
        state = self.state
        generation = CHAMPION if state.machines_turn else 0
        player = self.seats.network(generation)[contest.PLIES]
        move = choice_of(player, state.positions, state.generator)
        told = player.looked()
        assert told is not None
        lasts = max(told.evaluations * BOARD_US, LEAST_QUICK_US)
        state.thought = PendingMove(move, told.evaluations, told.value, lasts)
        state.looked += told.evaluations

    # -- what is seen

    def _controls(self) -> Mapping[str, int]:
        state = self.state
        return {
            "pc.samuel": int(state.samuel),
            "pc.plies": state.plies,
            "pc.generation": state.generation,
            "pc.why": state.explains or 0,
            "pc.contest": int(state.contest is not None),
        }

    def _tallies(self) -> Mapping[str, int]:
        state = self.state
        return {"boards": state.looked, "moves": state.made, "games": state.games,
                "contests": state.finished or 0}  # fmt: skip

    def _your_move(self) -> str:
        colour = "red" if self.state.visitor_black else "white"
        return f"your move: touch a {colour} checker, then the square that it goes to"

    def _caption(self) -> str:
        state = self.state
        if self.ending and state.contest is None:
            return self.ending
        if state.thought is None or state.contest is not None:
            return ""
        mover = "Red" if state.position.black_to_move else "White"
        if not state.machines_turn:
            return f"Samuel's program, {mover}, looks {state.plies} plies ahead"
        if state.generation != CHAMPION:
            who = f"Generation {state.generation}, {mover},"
            return f"{who} looks {state.plies} plies ahead: {state.boards} boards"
        return f"Anaconda, {mover}, looks {state.plies} plies ahead: {state.boards} boards"

    def _looking(self) -> tuple[Move | None, Position]:
        """The move that is being looked into, and the board that the network is shown on."""
        state = self.state
        thought = state.thought
        if thought is None or not thought.boards or state.contest is not None:
            return None, state.position
        if self._lines is None or self._lines[0] != state.position:
            self._lines = (state.position, _lines(state.position))
        lines = self._lines[1]
        at = state.thinking_us * len(lines) // thought.lasts_us
        return lines[min(at, len(lines) - 1)]

    def _expectation(self) -> Expectation | None:
        """What Anaconda expects after its last move; None: nobody asks, or it has made none."""
        state = self.state
        asked = (
            state.explains is not None
            and state.visitors_turn
            and not self.ending
            and len(state.moves) > 0
        )
        if not asked:
            return None
        key = (tuple(state.positions), state.plies, state.generation)
        if self._expects is None or self._expects[0] != key:
            found = expected(
                state.positions, state.plies, self._deep(state.generation), state.value,
                state.boards,
            )  # fmt: skip
            self._expects = (key, found)
        return self._expects[1]

    def _deep(self, generation: int) -> Callable[[int], AnacondaPlayer]:
        """A generation's network by any plies: fewer than a visitor can choose, too."""
        players = self.seats.network(generation)

        def player(plies: int) -> AnacondaPlayer:
            if plies in players:
                return players[plies]
            if (generation, plies) not in self._depths:
                least = players[PLIES[0]]
                made = AnacondaPlayer(least.network, plies, search=least.search)
                self._depths[generation, plies] = made
            return self._depths[generation, plies]

        return player

    def _names(self) -> tuple[str, str]:
        """Who has Red and who has White."""
        state = self.state
        if state.contest is not None:
            names = ("GENERATION 0", f"GENERATION {CHAMPION:,}")
        else:
            machine = "ANACONDA"
            if state.generation != CHAMPION:
                machine = f"GENERATION {state.generation}"
            names = ("SAMUEL 1959" if state.samuel else "YOU", machine)
        return (names[1], names[0]) if state.machine_is_black else names

    def _scene(self) -> AnacondaScene:
        state = self.state
        trying, board = self._looking()
        black = state.machine_is_black
        generation = CHAMPION if state.contest is not None else state.generation
        seen = (board, black, generation)
        if self._seen is None or self._seen[0] != seen:
            player = self.seats.network(generation)[state.plies]
            self._seen = (seen, sight(player, board, black))
        red, white = self._names()
        moves = legal_moves(state.position) if state.visitors_turn and not self.ending else ()
        return AnacondaScene(
            position=state.position,
            last=state.moves[-1] if state.moves else None,
            trying=trying,
            entered=state.entered,
            targets=onward(moves, state.entered),
            movable=movable(moves) if not state.entered else (),
            sight=self._seen[1],
            plies=state.plies,
            red=red,
            white=white,
            flipped=not state.samuel and state.visitor_black,
            samuel=state.samuel,
            boards=0 if self._taken_back else state.boards,
            to_end=bool(state.moves) and not (state.boards or state.in_match or self._taken_back),
            value=state.value,
            thinking=state.thought is not None,
            result="" if state.contest is not None else self.ending,
            history=self.seats.history,
            generation=state.generation,
            strength=self.seats.strength,
            why=state.explains or 0,
            expects=self._expectation(),
            contest=state.contest.score if state.contest is not None else None,
            contested=state.contested,
            record=self._record(),
            at_stake=not self.ending and state.has_moved(state.positions),
            begun=not state.in_match and not self.ending and (self._sat_down or bool(state.moves)),
        )

    @property
    def result(self) -> str:
        """Of the game, once it is over, as PDN writes it."""
        score = {"Red wins": 1, "White wins": -1}.get(self.ending, 0)
        return RESULTS[score] if self.ending else ""

    def _record(self) -> GameRecord | None:
        """A visitor's game that is over, as text."""
        state = self.state
        if not self.ending or state.in_match:
            return None
        sides = (f"Anaconda, generation {state.generation:,}", "Visitor")
        red, white = sides if state.machine_is_black else sides[::-1]
        return pdn_record(state.positions[0], tuple(state.moves), self.result, red, white)


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
