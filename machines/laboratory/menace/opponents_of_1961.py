"""Who played Cross against MENACE in 1961: opponents with and without a memory, fitted to Fig. 4.

Nobody knows the moves of Michie's tournament, only how each play ended.  Every opponent here
answers an opening in a corner with the variant that the figure names for that play.  Elsewhere it
makes an expert move with chance ``careful``, else takes any free square, and with chance ``daring``
from play ``first`` on.  What it remembers may overrule that (:data:`MEMORIES`).

Many tournaments are simulated at once: an array has a row for each.  Positions are those that
don't turn into each other, and a choice is one of a position's essentially distinct moves, so
nothing is ever turned.  The boxes follow machines.menace.beads, and the first is reloaded when it
is empty; tests hold them against :mod:`machines.menace.tournament`.

The fitted ones were chosen by the likelihood of the printed line: its rises between the waypoints,
as if drawn from a normal law with the mean and the covariances of the simulated ones.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from machines.games.noughts.board import Board
from machines.games.noughts.players import best_moves
from machines.games.noughts.symmetry import distinct_boards, distinct_moves, standard
from machines.laboratory.printed.michie import LEVELS
from machines.menace.beads import REPLICATES, Rewards
from machines.menace.opponents import CHANGES, VARIANTS, variant_of_game
from machines.menace.text import RESULTS

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Beads = npt.NDArray[np.int16]
"""In the boxes (tournaments x positions x choices)."""

PLAYS = len(RESULTS)
WAYPOINTS = np.array(list(LEVELS))
"""Plays after which lines are compared: where the figure's captions stand, and between."""
PRINTED_RISES: Integers = np.diff([level.value for level in LEVELS.values()], prepend=0)
STRETCHES = {"1 to 106": slice(5), "107 to 132": slice(5, 7), "133 to 188": slice(7, 9),
             "189 to 220": slice(9, 11)}  # fmt: skip
"""The rises between waypoints that belong to these plays."""
CHANGED = {play for play, _ in CHANGES}
"""Plays from which on he makes another reply to an opening in a corner."""
UNFINISHED = 9
"""In place of a result."""


# -- positions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Positions:
    """Every position that doesn't turn into another, number 0 the empty board.

    By position: ``boards``, ``results`` (1 Nought has won, 0 drawn, -1 Cross has; where one square
    is left, that of the forced move; else UNFINISHED), ``noughts`` (whether it is Nought's move).
    By position and choice (n x 9): ``after``, the position that it leads to (its own number where
    there is no such choice), ``beads`` at the start, ``expert`` and ``random``: such a player's
    chances.  ``corner``: the position with Nought in a corner alone; ``replies``: each variant's
    choice there.
    """

    boards: tuple[Board, ...]
    results: Integers
    after: Integers
    noughts: Flags
    beads: Integers
    expert: Floats
    random: Floats
    corner: int
    replies: tuple[int, ...]


@functools.cache
def positions() -> Positions:
    """All of them; not to be written to."""
    unfinished = [board for ply in range(8) for board in distinct_boards(ply)]
    numbers = {board: number for number, board in enumerate(unfinished)}
    ends = {"O": 1, "": 0, "X": -1}
    results, after = [UNFINISHED] * len(unfinished), np.zeros((len(unfinished), 9), np.int64)
    beads, expert, random = (np.zeros(after.shape) for _ in range(3))
    for number, board in enumerate(unfinished):
        after[number] = number
        for choice, square in enumerate(distinct_moves(board)):
            form = standard(board.play(square))[0]
            if form not in numbers:  # the play is over, or its last move is forced
                numbers[form] = len(results)
                last = form if form.finished else form.play(form.moves[0])
                results.append(ends[last.winner])
            after[number, choice] = numbers[form]
            beads[number, choice] = REPLICATES[board.ply // 2] if board.ply % 2 == 0 else 0
            expert[number, choice] = square in best_moves(board)
            random[number, choice] = sum(
                standard(board.play(other))[0] == form for other in board.moves
            )
    over = np.arange(len(unfinished), len(results))
    none = np.zeros((len(over), 9))
    corner, turn = standard(Board().play(1))
    assert turn == 0, "the corner's standard form is corner 1"
    replies = tuple(distinct_moves(corner).index(square) for square in VARIANTS)
    return Positions(
        tuple(numbers),
        np.array(results),
        np.concatenate([after, np.repeat(over[:, None], 9, axis=1)]),
        np.array([board.to_move == "O" for board in numbers]),
        np.concatenate([beads, none]).astype(np.int64),
        np.concatenate([expert / expert.sum(axis=1, keepdims=True), none]),
        np.concatenate([random / random.sum(axis=1, keepdims=True), none]),
        numbers[corner],
        replies,
    )


# -- memories --------------------------------------------------------------------------------------


@dataclass
class Moved:
    """The moves of one ply of a play, one for each tournament that it was played in."""

    rows: Integers
    at: Integers
    choice: Integers


@dataclass
class Nothing:
    """No memory."""

    count: int
    trust: float
    """How far memory overrules the opponent's usual chances, 0 to 1."""

    def weights(self, rows: Integers, at: Integers, usual: Floats) -> Floats:
        """Of the choices (rows x 9), with the usual ones given."""
        return usual

    def learn(self, moves: Sequence[Moved], results: Integers) -> None:
        """From Cross's moves of a play and how it ended, by tournament."""

    def look(self, beads: Beads) -> None:
        """At the boxes before a play."""


@dataclass
class Replies(Nothing):
    """Holds a choice, or -1, by tournament and position."""

    held: npt.NDArray[np.int8] = field(init=False)

    def __post_init__(self) -> None:
        self.held = np.full((self.count, len(positions().results)), -1, np.int8)


@dataclass
class Repeats(Replies):
    """Repeats the reply that last won or drew in that position; a loss wipes it out."""

    def weights(self, rows: Integers, at: Integers, usual: Floats) -> Floats:
        held = self.held[rows, at]
        repeated = np.eye(9)[held] * self.trust + usual * (1.0 - self.trust)
        return np.where((held >= 0)[:, None], repeated, usual)

    def learn(self, moves: Sequence[Moved], results: Integers) -> None:
        for moved in moves:
            kept = results[moved.rows] < 1
            self.held[moved.rows, moved.at] = np.where(kept, moved.choice, -1)


@dataclass
class Avoids(Replies):
    """Avoids the move that last lost in that position, where there is another."""

    def weights(self, rows: Integers, at: Integers, usual: Floats) -> Floats:
        held = self.held[rows, at]
        left = usual * (1.0 - self.trust * (np.arange(9) == held[:, None]))
        return np.where(left.sum(axis=1, keepdims=True) > 0, left, usual)

    def learn(self, moves: Sequence[Moved], results: Integers) -> None:
        for moved in moves:
            lost = results[moved.rows] == 1
            was = self.held[moved.rows, moved.at]
            cleared = np.where(was == moved.choice, -1, was)
            self.held[moved.rows, moved.at] = np.where(lost, moved.choice, cleared)


@dataclass
class Explores(Repeats):
    """Tries new lines until one wins, and stays with that one line while it wins."""

    def learn(self, moves: Sequence[Moved], results: Integers) -> None:
        self.held[:] = -1
        for moved in moves:
            won = results[moved.rows] == -1
            self.held[moved.rows[won], moved.at[won]] = moved.choice[won]


@dataclass
class Learns(Nothing):
    """Has boxes of its own: 3 beads more for a win, 1 for a draw, 1 less for a loss.

    At the start a box has 1 / ``trust`` beads, shared by the usual chances.
    """

    gains: npt.NDArray[np.int16] = field(init=False)

    def __post_init__(self) -> None:
        self.gains = np.zeros((self.count, len(positions().results), 9), np.int16)

    def weights(self, rows: Integers, at: Integers, usual: Floats) -> Floats:
        beads = np.maximum(usual / self.trust + self.gains[rows, at], 0.0)
        return np.where(beads.sum(axis=1, keepdims=True) > 0, beads, usual)

    def learn(self, moves: Sequence[Moved], results: Integers) -> None:
        reward = np.array([1, -1, 3])[results]  # results 0, 1 (he lost), -1 (he won)
        for moved in moves:
            self.gains[moved.rows, moved.at, moved.choice] += reward[moved.rows].astype(np.int16)


@dataclass
class Tires(Nothing):
    """Is careful while he wins; after a play that he didn't win he dares, with chance ``trust``."""

    dares: Flags = field(init=False)

    def __post_init__(self) -> None:
        self.dares = np.zeros(self.count, np.bool_)

    def weights(self, rows: Integers, at: Integers, usual: Floats) -> Floats:
        dared = (1.0 - self.trust) * usual + self.trust * positions().random[at]
        return np.where(self.dares[rows][:, None], dared, usual)

    def learn(self, moves: Sequence[Moved], results: Integers) -> None:
        self.dares = results >= 0


@dataclass
class Sees(Repeats):
    """Sees into the boxes, and replies best to what is in them: no memory can know more."""

    def learn(self, moves: Sequence[Moved], results: Integers) -> None:
        """He needs none."""

    def look(self, beads: Beads) -> None:
        self.held = best_replies(beads)


def best_replies(beads: Beads) -> npt.NDArray[np.int8]:
    """For each position the choice of Cross that earns such boxes the least 3W + D - L."""
    known, count = positions(), len(beads)
    found = np.zeros((count, len(known.results)), np.int8)
    worth = np.zeros((len(known.results), count))
    over = known.results != UNFINISHED
    worth[over] = 1.0 + 2.0 * known.results[over][:, None]
    for at in np.flatnonzero(~over)[::-1]:
        choices = np.flatnonzero(known.random[at])
        after = worth[known.after[at, choices]]
        if known.noughts[at]:
            held = beads[:, at, choices].T
            total = held.sum(axis=0)
            worth[at] = np.where(total > 0, (held * after).sum(axis=0) / np.maximum(total, 1), -1)
        else:
            found[:, at], worth[at] = after.argmin(axis=0), after.min(axis=0)
    return found


MEMORIES: dict[str, type[Nothing]] = {
    "without a memory": Nothing,
    "repeats what last won or drew": Repeats,
    "avoids what last lost": Avoids,
    "tries new lines, stays with one that wins": Explores,
    "learns like MENACE": Learns,
    "is careful while he wins, then dares": Tires,
    "sees into the boxes": Sees,
}


# -- tournaments -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opponent:
    """Cross."""

    careful: float = 1.0
    daring: float = 1.0
    first: int = 132
    """From this play on he dares."""
    memory: str = "without a memory"
    trust: float = 0.0
    uses: tuple[int, int] = (1, PLAYS)
    """The first and the last play in which he goes by his memory."""

    @property
    def words(self) -> str:
        """The chances, in words."""
        said = f"any move in {1 - self.careful:.0%}, from play {self.first} {1 - self.daring:.0%}"
        return said + (f", by what he knows {self.trust:.0%}" if self.trust else "")


@dataclass(frozen=True)
class Tournaments:
    """What was played (tournaments x 220)."""

    results: Integers
    """1 Nought won, 0 drawn, -1 Cross won."""
    corners: Flags
    """Whether the play opened in a corner."""

    @property
    def rises(self) -> Integers:
        """Of each line, from waypoint to waypoint."""
        lines = np.cumsum(1 + 2 * self.results, axis=1)
        return np.asarray(np.diff(lines[:, WAYPOINTS - 1], axis=1, prepend=0), np.int64)

    @property
    def counts(self) -> Integers:
        """Won, drawn and lost by the boxes, by tournament."""
        return np.stack([(self.results == one).sum(axis=1) for one in (1, 0, -1)], axis=1)

    @property
    def last_elsewhere(self) -> Integers:
        """The number of the last play that doesn't open in a corner, by tournament; 0: none."""
        found = np.where(self.corners, 0, np.arange(1, PLAYS + 1)).max(axis=1)
        return np.asarray(found, np.int64)


def play_tournaments(
    opponent: Opponent, count: int, seed: int | np.random.SeedSequence
) -> Tournaments:
    """So many tournaments of 220 plays each."""
    dice, held = np.random.default_rng(seed), positions()
    beads = np.repeat(held.beads.astype(np.int16)[None], count, axis=0)
    memory, none = MEMORIES[opponent.memory](count, opponent.trust), Nothing(count, 0.0)
    results = np.empty((count, PLAYS), np.int64)
    corners = np.empty((count, PLAYS), np.bool_)
    usual = held.expert
    for play in range(1, PLAYS + 1):
        if play in CHANGED or play == opponent.first:
            careful = opponent.daring if play >= opponent.first else opponent.careful
            usual = careful * held.expert + (1.0 - careful) * held.random
            usual[held.corner] = np.eye(9)[held.replies[variant_of_game(play)]]
        if uses := opponent.uses[0] <= play <= opponent.uses[1]:
            memory.look(beads)
        moves, results[:, play - 1] = _play(beads, usual, memory if uses else none, dice)
        corners[:, play - 1] = held.after[0, moves[0].choice] == held.corner
        _reinforce(beads, moves[::2], results[:, play - 1])
        memory.learn(moves[1::2], results[:, play - 1])
    return Tournaments(results, corners)


def _play(
    beads: Beads, usual: Floats, memory: Nothing, dice: np.random.Generator
) -> tuple[list[Moved], Integers]:
    """One play of each tournament: the moves by ply, and the results."""
    held, count = positions(), len(beads)
    beads[beads[:, 0].sum(axis=1) == 0, 0] = held.beads[0]
    rows, at = np.arange(count), np.zeros(count, np.int64)
    results, moves = np.full(count, UNFINISHED), []
    for ply in range(8):
        weights = np.asarray(beads[rows, at] if ply % 2 == 0 else usual[at], np.float64)
        if ply % 2:
            fixed = at == held.corner  # the variant is due, whatever he remembers
            weights = np.where(fixed[:, None], weights, memory.weights(rows, at, weights))
        upto = weights.cumsum(axis=1)
        empty = upto[:, -1] == 0
        if empty.any():  # the machine resigns
            results[rows[empty]] = -1
            rows, at, upto = rows[~empty], at[~empty], upto[~empty]
        choice = (upto <= dice.random(len(rows))[:, None] * upto[:, -1:]).sum(axis=1)
        moves.append(Moved(rows, at, choice))
        at = held.after[at, choice]
        results[rows] = held.results[at]
        goes_on = held.results[at] == UNFINISHED
        rows, at = rows[goes_on], at[goes_on]
    return moves, results


def _reinforce(beads: Beads, moves: Sequence[Moved], results: Integers) -> None:
    """Give the open boxes of each tournament what its play has earned them."""
    rewards = Rewards()
    gains = np.array([rewards.draw, rewards.win, rewards.loss], np.int16)[results]
    for moved in moves:
        beads[moved.rows, moved.at, moved.choice] += gains[moved.rows]


# -- fitting ---------------------------------------------------------------------------------------


def share_as_far(found: Integers, row: Integers) -> float:
    """Which share of the rows of ``found`` lie as far from their mean as ``row``, by the distance
    that takes their spread into account (Mahalanobis)."""
    centre = found.mean(axis=0)
    inverse = np.linalg.pinv(np.cov(found.T))

    def away(points: Integers) -> Floats:
        apart = points - centre
        return np.asarray(((apart @ inverse) * apart).sum(axis=-1), np.float64)

    return float((away(found) >= away(row)).mean())


FITTED_TO_ALL = (
    Opponent(0.7, 0.4),
    Opponent(0.9, 0.5, 132, "is careful while he wins, then dares", 0.5),
)
"""Without a memory and with the likeliest, to the whole line: logarithms of -43.5 and -42.3, of the
others' -43.6 to -47.2."""
FITTED = (
    Opponent(0.9, 0.6),
    Opponent(1.0, 0.5, 106, "repeats what last won or drew", 0.25),
    Opponent(0.9, 0.5, 132, "avoids what last lost", 0.25),
    Opponent(0.9, 0.6, 132, "tries new lines, stays with one that wins", 1.0),
    Opponent(0.9, 0.8, 132, "learns like MENACE", 1.0),
    Opponent(1.0, 0.7, 132, "is careful while he wins, then dares", 0.25),
)
"""Without a memory and with each, to all plays but 107 to 132: logarithms of -29.3 to -31.9."""
SEES = Opponent(0.9, 0.6, 127, "sees into the boxes", 1.0, uses=(107, 126))
"""The first of them, but he replies best to the boxes in plays 107 to 126 and then dares: chosen on
these very plays."""
