"""Today's machines on the graph of strength: what visitors have made of them.

What a machine has learned is copied between two slices of the worker, and measured in a thread of
its own: MENACE and Pegasus exactly, Alpha and Morph in a few quick games against what they began
with.  A machine that learned nothing, or isn't switched on, has no point.
"""

import csv
import logging
import math
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import astuple, dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from devices.refusal import RefusedError
from machines.exhibit.exhibit import Exhibit
from machines.laboratory.study.intervals import share
from machines.storage.files import read_file
from machines.storage.program import ASSETS

if TYPE_CHECKING:
    from machines.games.draughts.player import Player
    from machines.ibm704.exhibit import Ibm704
    from machines.menace.exhibit import Menace
    from machines.morph.exhibit import MorphExhibit
    from machines.pegasus.exhibit import PegasusExhibit
    from machines.samuel.polynomial import Polynomial


# -- points in files (assets/strength/EXHIBIT.csv) -------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A point."""

    exhibit: str
    experience: int
    """Games."""
    points: float
    """Share of the points against its own beginning, 0 to 1 ..."""
    low: float
    """... and its 95% interval."""
    high: float
    runs: int
    """How many are put together."""
    games: int
    """Measured in so many; 0: exact."""
    seed: int
    """Of those games."""

    def cells(self) -> tuple[object, ...]:
        """As a file has it."""
        return tuple(f"{cell:.4f}" if isinstance(cell, float) else cell for cell in astuple(self))


COLUMNS = tuple(field.name for field in fields(Row))


def read_rows(path: Path) -> tuple[Row, ...]:
    """The points in a file, by their experience.  Raises RefusedError for what is none."""
    lines = read_file(path).decode("utf-8", "replace").splitlines()
    rows = list(csv.reader(lines))
    if not rows or tuple(rows[0]) != COLUMNS:
        raise RefusedError(path.name, f"has other columns; expected {','.join(COLUMNS)}")
    made = [_row(row, f"{path.name}, line {n}") for n, row in enumerate(rows[1:], 2)]
    return tuple(sorted(made, key=lambda row: row.experience))


def _row(row: Sequence[str], where: str) -> Row:
    try:
        exhibit, experience, points, low, high, runs, games, seed = row
        made = Row(
            exhibit, int(experience), float(points), float(low), float(high),
            int(runs), int(games), int(seed),
        )  # fmt: skip
    except ValueError:
        raise RefusedError(where, "is no point; expected a number in each column") from None
    ordered = 0.0 <= made.low <= made.points <= made.high <= 1.0
    if made.experience < 1 or not ordered or math.isnan(made.points):
        raise RefusedError(where, f"has {made.low} to {made.high} around {made.points}")
    return made


# -- today's machines ------------------------------------------------------------------------------

FOLDER = ASSETS / "strength"
GAMES = 40
"""Of today's machine against what it began with, where that isn't exact."""
SEED = 1

log = logging.getLogger(__name__)

Pairs = Callable[[int], float]
"""The share of points of the pair of games with that number."""

StrengthState = Literal["none", "not_yet", "measuring"]
"""Why there is no point of today: it doesn't learn here, or nobody has taught it yet; it wasn't
measured; it is being measured."""


@dataclass(frozen=True)
class StrengthPoint:
    """What a learner was worth after some games of experience."""

    games: int
    points: float
    """Its share of the points against its own beginning, 0 to 1 ..."""
    low: float
    """... and the interval in which that lies with 95%."""
    high: float


@dataclass(frozen=True)
class StrengthCurve:
    """How a learner's strength grew in the runs that were kept, and today's machine."""

    name: str
    """The exhibit."""
    points: tuple[StrengthPoint, ...]
    today: StrengthPoint | None = None
    state: StrengthState = "none"


@dataclass(frozen=True)
class Learned:
    """What a machine has learned today, apart from the machine."""

    games: int
    key: int
    """Another one whenever it is other beads, odds, weights."""
    exact: Callable[[], float] | None = None
    pairs: Callable[[], Pairs] | None = None
    """Makes the players."""


def kept_curves(names: Iterable[str]) -> tuple[StrengthCurve, ...]:
    """The curves of these exhibits that ship; one whose file is none is left out."""
    made = []
    for name in names:
        path = FOLDER / f"{name}.csv"
        if not path.is_file():
            continue
        try:
            rows = read_rows(path)
        except RefusedError as refusal:
            log.warning("not on the graph: %s", refusal)
            continue
        points = (StrengthPoint(row.experience, row.points, row.low, row.high) for row in rows)
        state: StrengthState = "not_yet" if name in WAYS else "none"
        made.append(StrengthCurve(name, tuple(points), None, state))
    return tuple(made)


# -- what was learned ------------------------------------------------------------------------------


def _boxes(exhibit: Exhibit) -> Learned | None:
    from machines.menace.odds import points_against_start
    from machines.menace.play_history import PlayHistory
    from machines.menace.table import Table

    table = cast("Menace", exhibit).state.table
    if not table.book.plays:
        return None
    between = deepcopy(replace(table, book=PlayHistory()))
    Table(between).break_off()  # a play under way has beads on the board, and taught nothing yet
    sides = [side for side in (between.cabinet, between.other) if side is not None]
    key = hash(tuple(side.beads.tobytes() for side in sides))
    return Learned(table.book.plays, key, lambda: points_against_start(*sides))


def _odds(exhibit: Exhibit) -> Learned | None:
    from machines.pegasus.strength import points_against_start

    state = cast("PegasusExhibit", exhibit).state
    if not state.trial.plays:
        return None
    odds = state.store.learned()
    return Learned(state.trial.plays, hash(odds.tobytes()), lambda: points_against_start(odds))


def _weights(exhibit: Exhibit) -> Learned | None:
    from machines.morph.learner import Learner
    from machines.morph.strength import play_pair

    morph = cast("MorphExhibit", exhibit)
    learner, data = morph.learner, morph.learner.to_bytes()
    if not learner.games or data == morph.trained:  # what ships was taught by no visitor
        return None

    def pairs() -> Pairs:
        copied = Learner.from_bytes(data, "morph")
        return lambda number: play_pair(copied, SEED, number)

    return Learned(learner.games, hash(data), None, pairs)


def _alpha(exhibit: Exhibit) -> Learned | None:
    learning = cast("Ibm704", exhibit).program.state.learning
    if not learning.there or learning.games < 1:
        return None
    assert learning.series is not None
    today, start = learning.contest.alpha.polynomial, learning.series.kept[0].alpha.polynomial
    if today == start:
        return None

    key = hash((repr(today), repr(start)))
    return Learned(int(learning.games), key, None, partial(alpha_pairs, today, start, GAMES, SEED))


def alpha_pairs(today: "Polynomial", start: "Polynomial", games: int, seed: int) -> Pairs:
    """Samuel's program by two polynomials, three plies ahead."""
    from machines.samuel.player import SamuelPlayer, settings_at

    settings = settings_at(3)
    new = SamuelPlayer("today", today, settings, repeats="even")
    old = SamuelPlayer("start", start, settings, repeats="even")
    return checkers_pairs(new, old, games, seed)


def checkers_pairs(new: "Player", old: "Player", games: int, seed: int) -> Pairs:
    """A pair an opening, as ``main.py match`` plays them."""
    from machines.laboratory.matches.referee import GamePair, draw_openings, play_pair

    openings = draw_openings(games // 2, seed)
    return lambda number: play_pair(GamePair(number, openings[number], new, old, seed, 0)).points


WAYS: Mapping[str, Callable[[Exhibit], Learned | None]] = {
    "ibm704": _alpha,
    "menace": _boxes,
    "pegasus": _odds,
    "morph": _weights,
}
"""By exhibit; a visitor teaches no other."""


def measured(learned: Learned, stop: Callable[[], bool] = lambda: False) -> StrengthPoint | None:
    """The point of what was learned; None: it was stopped."""
    if learned.exact is not None:
        points = learned.exact()
        return StrengthPoint(learned.games, points, points, points)
    assert learned.pairs is not None
    play, shares = learned.pairs(), []
    for number in range(GAMES // 2):
        if stop():
            return None
        shares.append(play(number))
    found = share(shares)
    return StrengthPoint(learned.games, found.value, found.low, found.high)


# -- measuring beside the museum -------------------------------------------------------------------


class StrengthGauge:
    """Measures today's machines when it is asked to; ``curves`` is replaced whole, read by anyone.

    ``exhibit_of`` gives the visitors' machine of that name, or None where it isn't switched on; it
    is called by ``do`` alone, which has work done in the worker's thread.
    """

    def __init__(
        self,
        names: Iterable[str],
        exhibit_of: Callable[[str], Exhibit | None],
        do: Callable[[Callable[[], None]], None],
    ) -> None:
        self.curves = kept_curves(names)
        self._exhibit_of = exhibit_of
        self._do = do
        self._found: dict[str, tuple[int, StrengthPoint]] = {}
        """What was measured last, with the key of what was learned by then."""
        self._failed: dict[str, int] = {}
        """The key of what could not be measured: it is not tried again."""
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    def measure(self) -> None:
        """Have today's machines measured; comes back at once."""
        if self._thread is None or not self._thread.is_alive():
            self._do(self._copy)

    def stop(self) -> None:
        """Measure no more: the museum closes."""
        self._stopped.set()

    def _copy(self) -> None:
        """In the worker's thread: what each machine has learned; the rest is done elsewhere."""
        if self._stopped.is_set() or (self._thread is not None and self._thread.is_alive()):
            return
        wanted: dict[str, Learned] = {}
        for curve in self.curves:
            exhibit = self._exhibit_of(curve.name) if curve.name in WAYS else None
            if exhibit is None:
                continue
            learned = WAYS[curve.name](exhibit)
            known = self._found.get(curve.name)
            if learned is None:
                self._show(replace(curve, today=None, state="none"))
            elif known is not None and known[0] == learned.key:
                self._show(replace(curve, today=replace(known[1], games=learned.games)))
            elif learned.key == self._failed.get(curve.name):
                self._show(replace(curve, today=None, state="not_yet"))
            else:
                self._show(replace(curve, today=None, state="measuring"))
                wanted[curve.name] = learned
        if wanted:
            self._thread = threading.Thread(
                target=self._measure, args=(wanted,), name="strength", daemon=True
            )
            self._thread.start()

    def _measure(self, wanted: Mapping[str, Learned]) -> None:
        """In a thread of its own, the exact ones first."""
        for name, learned in sorted(wanted.items(), key=lambda entry: entry[1].exact is None):
            curve = next(curve for curve in self.curves if curve.name == name)
            try:
                point = measured(learned, self._stopped.is_set)
            except Exception:  # a fault here must not take the museum with it
                log.exception("%s was not measured", name)
                self._failed[name] = learned.key
                self._show(replace(curve, today=None, state="not_yet"))
                continue
            if point is None:
                return
            self._found[name] = learned.key, point
            self._show(replace(curve, today=point))

    def _show(self, new: StrengthCurve) -> None:
        self.curves = tuple(new if curve.name == new.name else curve for curve in self.curves)
