"""The scene builder of the matchbox table: makes anew only what has changed.

Flat out a scene is wanted hundreds of times a second, in the middle of a phase thousands of times:
so the last one is kept and only the time in the phase is put into it, the chances are counted again
only when beads have moved, and a box's history grows by the plays that are new.  None of this is
state: it follows from the table's, and is forgotten when another state is taken.
"""

import functools
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from machines.menace import flow
from machines.menace.beads import Cabinet, Change
from machines.menace.build import EVERY_BOX, OTHER_SIDE, build
from machines.menace.kernels import FOREGONE, RESIGNED
from machines.menace.odds import Odds, odds_of
from machines.menace.opponents import SECOND_CABINET, variant_of_game
from machines.menace.play_history import BOX_CELL, OURS, RELOADED, opened_cell
from machines.menace.scene import MenaceScene
from machines.menace.sides import Sides
from machines.menace.state import TableState
from machines.menace.table import OUR_BOX, Table

KINDS = ("random", "distinct", "perfect", "1961")
"""Opponents against which the chances are shown, besides a second cabinet."""

Counts = npt.NDArray[np.int64]
Entries = tuple[tuple[int, tuple[int, ...]], ...]


class SceneBuilder:
    """The scene of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._scene: MenaceScene | None = None
        self._stamp = -1
        self._history = History()
        self._chances = Chances()

    def scene(self) -> MenaceScene:
        """What is seen now."""
        state = self.table.state
        if self._scene is None or self._stamp != state.stamp:
            self._scene, self._stamp = self._build(state), state.stamp
        elif self._scene.phase_us != state.play.phase_us:
            self._scene = replace(self._scene, phase_us=state.play.phase_us)
        return self._scene

    def _build(self, state: TableState) -> MenaceScene:
        play, cabinet, book = state.play, state.cabinet, state.book
        over = play.phase == "over"
        beads, cups = cabinet.beads.copy(), cabinet.cups.copy()
        for shown in (beads, cups):
            shown.flags.writeable = False
        return MenaceScene(
            board=play.board,
            marks=tuple(play.marks),
            phase=play.phase,
            phase_us=play.phase_us,
            lasts_us=flow.lasts_us(state),
            opened=tuple(play.opened),
            gains=play.gains,
            gaining=play.gaining,
            beads=beads,
            cups=cups,
            ledger=cabinet.ledger(),
            build=cabinet.build,
            side=cabinet.side,
            opponent=state.opponent,
            running=state.running,
            rewards=cabinet.rewards,
            outcome=play.outcome if over else "",
            resigned=over and play.end == RESIGNED and play.outcome == "lost",
            results=book.results(),
            changes=_changes(cabinet, book.plays),
            shown=state.shown,
            history=self._history.of(state),
            odds=self._chances.of(state),
            began=chances_at_the_start(state.cabinet.build, state.cabinet.replicates),
            undoable=self.table.undoable,
            foregone=over and play.end == FOREGONE,
            day=book.day,
            playing=play.opponent,
        )


def _changes(cabinet: Cabinet, plays: int) -> tuple[Change, ...]:
    """Of the rewards, by plays of the day: the beads may have plays of earlier days behind them."""
    before = cabinet.plays - plays
    return tuple(
        Change(change.plays - before, change.rewards)
        for change in cabinet.changes
        if change.plays >= before
    )


class History:
    """One box since the day began, as far as the book goes back."""

    def __init__(self) -> None:
        self._key: tuple[int, int, int] = (-1, 0, 0)
        self._entries: Entries = ()
        self._seen = 0

    def of(self, state: TableState) -> Entries:
        """After how many plays it came to hold which nine counts."""
        book, box = state.book, state.shown
        rows = book.today()
        before = book.plays - len(rows)
        if self._key != (state.epoch, box, before):
            self._key = (state.epoch, box, before)
            now = _after_the_last_play(state)
            came = _counts(_entries(state, rows, before, (0,) * 9))
            self._entries = ((before, tuple(int(n) for n in now - came)),)
            self._seen = 0
        last = self._entries[-1][1]
        self._entries += _entries(state, rows[self._seen :], before + self._seen, last)
        self._seen = len(rows)
        if box == 1 and state.reloaded & OUR_BOX:
            held = np.array(self._entries[-1][1]) + _reload(state)
            return (*self._entries, (book.plays, tuple(int(n) for n in held)))
        return self._entries


def _counts(entries: Entries) -> Counts:
    return np.array(entries[-1][1] if entries else (0,) * 9, dtype=np.int64)


def _after_the_last_play(state: TableState) -> Counts:
    """What the shown box held then, before it was reloaded or what this play has done to it."""
    at, play = state.shown - 1, state.play
    held: Counts = state.cabinet.beads[at].copy()
    for bead in state.cabinet.on_board:
        held[bead.colour] += bead.number == state.shown
    if play.phase == "rewarding":
        for number, colour, gain in play.gains[: play.gaining]:
            held[colour] -= gain * (number == state.shown)
    if state.shown == 1 and state.reloaded & OUR_BOX:
        held -= _reload(state)
    return held


def _reload(state: TableState) -> Counts:
    """The beads that a reload gives the first box."""
    made = np.zeros(9, dtype=np.int64)
    made[list(build(state.cabinet.build).colours(1))] = state.cabinet.replicates[0]
    return made


def _entries(state: TableState, rows: Counts, before: int, held: tuple[int, ...]) -> Entries:
    """What those plays, with ``before`` plays before them, made of the shown box."""
    cells = rows[:, OURS : OURS + 4]
    touched = (cells // BOX_CELL == state.shown).any(axis=1)
    if state.shown == 1:
        touched |= rows[:, RELOADED] & OUR_BOX > 0
    made: list[tuple[int, tuple[int, ...]]] = []
    counts = list(held)
    for at in np.flatnonzero(touched):
        if state.shown == 1 and rows[at, RELOADED] & OUR_BOX:
            counts = [int(n) for n in counts + _reload(state)]
            made.append((before + int(at), tuple(counts)))
        for cell in cells[at]:
            box, colour, gain = opened_cell(int(cell))
            if box == state.shown and colour >= 0:
                counts[colour] += gain
                made.append((before + int(at) + 1, tuple(counts)))
    return tuple(made)


class Chances:
    """The exact chances for the beads as they lie, those on the board counted in their boxes."""

    def __init__(self) -> None:
        self._ours: Counts | None = None
        self._theirs: Counts | None = None
        self._key: tuple[str, int] = ("", 0)
        self._odds: tuple[tuple[str, Odds], ...] = ()

    def of(self, state: TableState) -> tuple[tuple[str, Odds], ...]:
        """By kind of opponent; none while the first box is empty, since no play would begin."""
        ours = _settled(state.cabinet)
        theirs = None if state.other is None else _settled(state.other)
        number = state.book.plays + 1
        key = state.cabinet.build, variant_of_game(number)
        if key != self._key or not _same(ours, self._ours) or not _same(theirs, self._theirs):
            self._key, self._ours, self._theirs = key, ours, theirs
            self._odds = _odds(state.cabinet, ours, theirs, number)
        return self._odds


def _settled(cabinet: Cabinet) -> Counts:
    """The beads with those on the board back in their boxes."""
    held = cabinet.beads.copy()
    for bead in cabinet.on_board:
        held[bead.number - 1, bead.colour] += 1
    return held


def _same(one: Counts | None, other: Counts | None) -> bool:
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)


def _odds(
    cabinet: Cabinet, ours: Counts, theirs: Counts | None, number: int
) -> tuple[tuple[str, Odds], ...]:
    if cabinet.side == "O" and not ours[0].any():
        return ()
    kinds = [kind for kind in KINDS if kind != "1961" or cabinet.side == "O"]
    found = [
        (kind, odds_of(replace(_sides(cabinet.build, kind), beads=ours), number)) for kind in kinds
    ]
    if theirs is not None and (cabinet.side == "O" or theirs[0].any()):
        beads = np.concatenate([ours, theirs] if cabinet.side == "O" else [theirs, ours])
        sides = replace(_sides(cabinet.build, SECOND_CABINET), beads=beads)
        found.append((SECOND_CABINET, odds_of(sides, number)))
    return tuple(found)


@functools.lru_cache(maxsize=16)
def chances_at_the_start(name: str, replicates: tuple[int, ...]) -> tuple[tuple[str, Odds], ...]:
    """By kind of opponent, of a cabinet whose beads nobody has touched; the first game's."""
    cabinet = Cabinet.new(name, replicates)
    return _odds(cabinet, cabinet.beads, None, 1)


@functools.cache
def _sides(name: str, kind: str) -> Sides:
    """Boxes of that build against that kind of opponent, put to the kernels; any beads."""
    boxes = Cabinet.new(name)
    if kind == SECOND_CABINET:
        other: Cabinet | str = Cabinet.new(EVERY_BOX[OTHER_SIDE[boxes.side]])
    else:
        other = kind
    return Sides.of(boxes, other) if boxes.side == "O" else Sides.of(other, boxes)
