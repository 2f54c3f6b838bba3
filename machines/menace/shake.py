"""The shake, fair and repeatable: where every bead is while a tray is shaken and tilted.

Which bead is drawn is decided by the exhibit's generator alone, every bead as likely as any other:
which *slot* of a shaken tray reaches the apex is not so even.  So the shake is computed ahead, from
a seed, for beads without colours; the slot that comes to lie in the apex is known before anything
is shown; and the beads are dealt to the slots at random with the drawn bead in that slot.  What is
seen is a true shake, and what is drawn is exactly uniform.  The exhibit keeps the seed and nothing
of the physics (docs/sources/menace.md, "The shake, fair and repeatable").

The beads are equal discs that roll on the tray's bottom, driven by the hand (:func:`hand`) and
hindered by walls, fence and one another.  A step of 8 ms is taken in four: speeds, places, then a
few rounds in which every touching pair is pushed apart and exchanges its momentum, the lower bead
first and, while the tray is tilted, the lower one yielding less, so that a heap doesn't sink.
"""

import functools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.kernels.generator import State, below, generator_state, word
from machines.kernels.kernel import inner_kernel, is_ready, kernel
from machines.menace.tray import (
    ARMS,
    DEPTH,
    LARGEST,
    MOST_BEADS,
    SHAKE_STEPS,
    STEP_US,
    STROKES_US,
    TILT_STEPS,
    WIDTH,
    radius,
    visible_beads,
)

STEPS = SHAKE_STEPS + TILT_STEPS
SUBSTEPS = 4
SUBSTEP_S = STEP_US / SUBSTEPS / 1e6

AMPLITUDE = 6.0
"""Of the hand's strokes, mm; less where smaller beads fill the tray, in their proportion."""
RISE_S = 0.12
"""The hand comes to its full stroke, and to rest, in this time."""
DOWNHILL = 1300.0
"""Of a rolling bead in the tilted tray, mm/s^2."""
TILT_S = 0.30
"""In which the hand tilts the tray."""
TAP, TAPS_HZ, TAPS_END_S = 0.3, 11.0, 0.75
"""It taps the tilted tray, lest two beads wedge each other above the apex: by so many mm."""
REST_S = 0.45
"""The last of the tilt: the beads come to rest ..."""
EASED = 0.15
"""... as the hand eases the tilt to this share."""
DRAG_SHAKEN, DRAG_TILTED, DRAG_AT_REST = 0.8, 2.5, 12.0
"""Of rolling, a second."""
BOUNCE = 0.45
BOUNCE_FROM = 40.0
"""A meeting slower than this, mm/s, is without bounce."""
RUB = 0.01
"""Share of the sideways speed that a touch takes."""
ROUNDS = (3, 4, 6)
"""Shaken, tilted, coming to rest."""
STREWN = 120
NEIGHBOURS = 16
TRIES = 8
"""A hand shakes again when no bead has come into the apex: one shake in a hundred, about."""
YIELDS = 0.1
"""The share of a push that the lower bead of a tilted heap gives way by."""

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Dance:
    """A whole shake; steps are 8 ms each, the first is before it."""

    places: npt.NDArray[np.float32]
    """Shape (STEPS + 1, beads, 2), mm in the tray: SHAKE_STEPS of shaking, then of tilting."""
    hand: npt.NDArray[np.float32]
    """Shape (STEPS + 1, 2): where the hand holds the tray, mm from where it began."""
    tilt: npt.NDArray[np.float32]
    """Shape (STEPS + 1,): 0 flat to 1 tilted."""
    radius: float
    """Of a bead, mm."""
    apex: int
    """The slot that comes to lie in the apex."""


def is_quick() -> bool:
    """Whether a shake is worked out by what was compiled."""
    return is_ready(_shake)


@functools.lru_cache(maxsize=64)
def dance(seed: int, beads: int) -> Dance:
    """The shake of a tray with so many beads (1 or more); of more than MOST_BEADS so many are seen.

    The arrays are shared: not to be written to.
    """
    state = generator_state(seed)
    for _ in range(TRIES):
        made = _tried(beads, state)
        if _settled(made):
            break
    return made


def _tried(beads: int, state: State) -> Dance:
    """One shake."""
    count, size = visible_beads(beads), radius(beads)
    places = np.zeros((STEPS + 1, count, 2), dtype=np.float32)
    held, tilt, drive = hand(size, state)
    work = np.zeros((count, 4), dtype=np.float64)
    pairs = np.zeros((count * NEIGHBOURS, 2), dtype=np.int64)
    order = np.arange(count, dtype=np.int64)
    _strew(size, walls(), state, work, order, pairs)
    _shake(size, walls(), drive, work, order, pairs, places)
    for array in (places, held, tilt):
        array.setflags(write=False)
    return Dance(places, held, tilt, size, int(places[-1, :, 1].argmax()))


def _settled(made: Dance) -> bool:
    """Whether the bead in the apex touches both arms: now and then two wedge above it."""
    arms = walls()[3:]
    within = arms[:, :2] @ made.places[-1, made.apex] - arms[:, 2]
    return bool(within.max() < 1.02 * made.radius)


def dealt(seed: int, beads: tuple[int, ...], colour: int) -> npt.NDArray[np.int8]:
    """The colour of each slot of ``dance(seed, sum(beads))``, the drawn ``colour`` in the apex.

    ``beads`` are the nine counts, the drawn bead among them.
    """
    rest = list(_proportion(beads, colour))
    rest[colour] -= 1
    colours = np.repeat(np.arange(9, dtype=np.int8), rest)
    # a stream of its own: the dance has used the seed's
    state = generator_state(np.random.SeedSequence([seed, 1]))
    for last in range(len(colours) - 1, 0, -1):
        other = int(below(last + 1, state))
        colours[last], colours[other] = colours[other], colours[last]
    return np.insert(colours, dance(seed, sum(beads)).apex, np.int8(colour))


def _proportion(beads: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """How many beads of each colour are drawn: all, or MOST_BEADS in proportion, one of
    ``colour`` at least."""
    total = sum(beads)
    if total <= MOST_BEADS:
        return beads
    parts = [divmod(count * MOST_BEADS, total) for count in beads]
    made = [whole for whole, _ in parts]
    by_rest = sorted(range(9), key=lambda at: (-parts[at][1], at))
    for at in by_rest[: MOST_BEADS - sum(made)]:
        made[at] += 1
    if not made[colour]:
        made[made.index(max(made))] -= 1
        made[colour] = 1
    return tuple(made)


def walls() -> Floats:
    """The sides, the head and the two arms, shape (5, 3): each one's inner normal, and how far
    along it from the tray's corner the wall stands.  Handed to the kernels, for a kernel's cache
    does not notice an edit of another file."""
    length = math.hypot(WIDTH / 2, DEPTH - ARMS)
    across, along = (DEPTH - ARMS) / length, -WIDTH / 2 / length
    return np.array(
        [
            (1.0, 0.0, 0.0),
            (-1.0, 0.0, -WIDTH),
            (0.0, 1.0, 0.0),
            (across, along, ARMS * along),
            (-across, along, ARMS * along - WIDTH * across),
        ]
    )


def hand(
    size: float, state: State
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], Floats]:
    """How a hand holds the tray: where, how far tilted, and what drives the beads in it.

    The drive has a row for each substep: the beads' acceleration in the tray (x, y, mm/s^2), their
    drag (1/s), the share of a push that the lower of two beads gives way by, and how many rounds
    the pairs are gone through.
    """
    chance = np.array([word(state) for _ in range(6)]) / 2**32
    seconds = np.arange(STEPS * SUBSTEPS + 1) * SUBSTEP_S
    ends = SHAKE_STEPS * STEP_US / 1e6
    swing = np.clip(np.minimum(seconds, ends - seconds) / RISE_S, 0.0, 1.0)
    swing = swing * swing * (3 - 2 * swing)
    stroke = math.pi / (STROKES_US / 1e6)
    at = np.zeros((len(seconds), 2))
    for axis, share in ((0, 1.0), (1, 0.7)):
        turn = 2 * math.pi * chance[axis]
        faster = stroke * (2.0 + 0.5 * chance[2 + axis])
        slow = np.sin(stroke * (1.0 + 0.2 * axis) * seconds + turn)
        quick = np.sin(faster * seconds + 2 * math.pi * chance[4 + axis])
        at[:, axis] = share * swing * (0.8 * slow + 0.35 * quick)
    at *= AMPLITUDE * size / LARGEST
    tilted = np.clip((seconds - ends) / TILT_S, 0.0, 1.0)
    tilted = tilted * tilted * (3 - 2 * tilted)
    taps = np.clip(np.minimum(seconds - ends, ends + TAPS_END_S - seconds) / RISE_S, 0.0, 1.0)
    at[:, 0] += TAP * taps * np.sin(2 * math.pi * TAPS_HZ * seconds)
    drive = np.zeros((len(seconds) - 1, 5))
    drive[1:, :2] = -(at[2:] - 2 * at[1:-1] + at[:-2]) / SUBSTEP_S**2
    rest = np.clip((seconds[1:] - seconds[-1]) / REST_S + 1.0, 0.0, 1.0)
    drive[:, 1] += DOWNHILL * tilted[1:] * (1.0 - (1.0 - EASED) * rest)
    drive[:, 2] = np.where(
        seconds[1:] < ends, DRAG_SHAKEN, DRAG_TILTED + (DRAG_AT_REST - DRAG_TILTED) * rest
    )
    drive[:, 3] = np.where(seconds[1:] < ends, 0.5, YIELDS)
    drive[:, 4] = np.where(seconds[1:] < ends, ROUNDS[0], np.where(rest > 0, ROUNDS[2], ROUNDS[1]))
    return (at[::SUBSTEPS].astype(np.float32), tilted[::SUBSTEPS].astype(np.float32), drive)


@inner_kernel("void(float64,float64[:,::1],float64[:,::1])", inline="always")
def _keep_in(size: float, walls: Floats, work: Floats) -> None:
    """Walls and fence: beads that are in them come out, and bounce or rub."""
    for bead in range(len(work)):
        for wall in range(len(walls)):
            across, along = walls[wall, 0], walls[wall, 1]
            within = work[bead, 0] * across + work[bead, 1] * along - walls[wall, 2]
            if within >= size:
                continue
            work[bead, 0] += (size - within) * across
            work[bead, 1] += (size - within) * along
            towards = work[bead, 2] * across + work[bead, 3] * along
            if towards < 0.0:
                back = BOUNCE if towards < -BOUNCE_FROM else 0.0
                beside_x = work[bead, 2] - towards * across
                beside_y = work[bead, 3] - towards * along
                work[bead, 2] = beside_x * (1.0 - RUB) - back * towards * across
                work[bead, 3] = beside_y * (1.0 - RUB) - back * towards * along


@inner_kernel("void(float64,float64,float64[:,::1],int64[:,::1],int64)", inline="always")
def _part(size: float, yields: float, work: Floats, pairs: Words, count: int) -> None:
    """Every pair of beads that overlaps is pushed apart, and bounces or rubs."""
    for pair in range(count):
        low, high = pairs[pair, 0], pairs[pair, 1]
        x = work[high, 0] - work[low, 0]
        y = work[high, 1] - work[low, 1]
        square = x * x + y * y
        if square >= 4.0 * size * size or square == 0.0:
            continue
        apart = math.sqrt(square)
        x, y = x / apart, y / apart
        push = 2.0 * size - apart
        work[low, 0] -= push * yields * x
        work[low, 1] -= push * yields * y
        work[high, 0] += push * (1.0 - yields) * x
        work[high, 1] += push * (1.0 - yields) * y
        from_x = work[high, 2] - work[low, 2]
        from_y = work[high, 3] - work[low, 3]
        towards = from_x * x + from_y * y
        if towards < 0.0:
            back = BOUNCE if towards < -BOUNCE_FROM else 0.0
            kick = -(1.0 + back) * towards / 2.0
            kick_x = kick * x - RUB * (from_x - towards * x) / 2.0
            kick_y = kick * y - RUB * (from_y - towards * y) / 2.0
            work[low, 2] -= kick_x
            work[low, 3] -= kick_y
            work[high, 2] += kick_x
            work[high, 3] += kick_y


@inner_kernel("int64(float64,float64[:,::1],int64[::1],int64[:,::1])")
def _near(reach: float, work: Floats, order: Words, pairs: Words) -> int:
    """Fill ``pairs`` with beads nearer than ``reach``, the lower first; how many there are.

    ``order`` is brought into the order of the beads from the foot up; it hardly changes.
    """
    for at in range(1, len(order)):
        bead = order[at]
        to = at
        while to > 0 and work[order[to - 1], 1] < work[bead, 1]:
            order[to] = order[to - 1]
            to -= 1
        order[to] = bead
    found = 0
    for at in range(len(order)):
        low = order[at]
        for other in range(at + 1, len(order)):
            high = order[other]
            y = work[low, 1] - work[high, 1]
            if y > reach:
                break
            x = work[low, 0] - work[high, 0]
            if x * x + y * y < reach * reach and found < len(pairs):
                pairs[found, 0] = low
                pairs[found, 1] = high
                found += 1
    return found


@kernel("void(float64,float64[:,::1],int64[::1],float64[:,::1],int64[::1],int64[:,::1])")
def _strew(
    size: float, walls: Floats, state: State, work: Floats, order: Words, pairs: Words
) -> None:
    """Lay the beads anywhere before the fence, at rest and side by side."""
    count = 0
    for bead in range(len(work)):
        work[bead, 0] = -walls[1, 2] * word(state) / 4294967296.0
        work[bead, 1] = -walls[1, 2] * word(state) / 4294967296.0
    for turn in range(STREWN):
        count = _near(2.5 * size, work, order, pairs) if turn % 8 == 0 else count
        _part(size, 0.5, work, pairs, count)
        _keep_in(size, walls, work)


@kernel(
    "void(float64,float64[:,::1],float64[:,::1],float64[:,::1],int64[::1],int64[:,::1],"
    "float32[:,:,::1])"
)
def _shake(
    size: float,
    walls: Floats,
    drive: Floats,
    work: Floats,
    order: Words,
    pairs: Words,
    places: npt.NDArray[np.float32],
) -> None:
    """Drive the beads in ``work`` (x, y and their speeds) and note their places step by step."""
    for bead in range(len(work)):
        places[0, bead, 0] = work[bead, 0]
        places[0, bead, 1] = work[bead, 1]
    for step in range(len(places) - 1):
        fastest = 0.0
        for bead in range(len(work)):
            fastest = max(fastest, abs(work[bead, 2]), abs(work[bead, 3]))
        reach = 2.0 * size + min(1.2 * size, 3.0 * fastest * SUBSTEP_S * SUBSTEPS + 0.2 * size)
        count = _near(reach, work, order, pairs)
        for substep in range(SUBSTEPS):
            now = step * SUBSTEPS + substep
            slower = 1.0 - drive[now, 2] * SUBSTEP_S
            for bead in range(len(work)):
                work[bead, 2] = (work[bead, 2] + drive[now, 0] * SUBSTEP_S) * slower
                work[bead, 3] = (work[bead, 3] + drive[now, 1] * SUBSTEP_S) * slower
                work[bead, 0] += work[bead, 2] * SUBSTEP_S
                work[bead, 1] += work[bead, 3] * SUBSTEP_S
            for _ in range(int(drive[now, 4])):
                _part(size, drive[now, 3], work, pairs, count)
                _keep_in(size, walls, work)
        for bead in range(len(work)):
            places[step + 1, bead, 0] = work[bead, 0]
            places[step + 1, bead, 1] = work[bead, 1]
