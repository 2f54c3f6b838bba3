"""Moving beads and boxes on the table, within a phase.

Pure functions of what the scene says, so that what is seen at a moment depends on that moment
alone.  Places are named, not measured: the room knows where its cups stand.
"""

import functools
import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.menace import tray
from machines.menace.scene import MenaceScene, OpenBox

Spot = tuple[str, int]
"""``("board", square)``, ``("cup", colour)`` or ``("tray", 0)``."""

MOST_FLIGHTS = 6
"""So many beads of one reward are seen one by one; of more the last stands for the rest."""
IN_HAND = ("finding", "shaking", "tilting", "placing", "empty")
"""Phases in which the last open box is in the hand, or on its way there."""
RESTS, LIES = 0.25, 0.60
"""While a bead is placed: until then it is seen in the apex; from then on it lies on the board."""
OVERLAP = 0.6
"""A bead starts when the one before has this share of its way behind it."""


@dataclass(frozen=True)
class Leg:
    """A bead's way in a part of the time: from ``begins`` to ``ends``, shares of the whole."""

    colour: int
    start: Spot
    end: Spot
    begins: float
    ends: float

    def progress(self, share: float) -> float | None:
        """How much of the way it has gone, 0 to 1, softly; None before and after it."""
        if not self.begins <= share < self.ends:
            return None
        part = (share - self.begins) / (self.ends - self.begins)
        return part * part * (3 - 2 * part)


def reward_legs(square: int, colour: int, gain: int) -> tuple[Leg, ...]:
    """How the beads of one open box travel: the drawn bead from the board to the box, then those
    that it gains from their cup; or, when it is lost, to its cup, and further ones after it."""
    home: Spot = ("tray", 0)
    cup: Spot = ("cup", colour)
    ways = [(("board", square), home if gain >= 0 else cup)]
    extra = min(gain if gain >= 0 else -gain - 1, MOST_FLIGHTS)
    ways += [(cup, home) if gain >= 0 else (home, cup)] * extra
    # Each begins OVERLAP of a way after the one before; the last has arrived a little early.
    length = 0.94 / (1 + OVERLAP * (len(ways) - 1))
    return tuple(
        Leg(colour, start, end, OVERLAP * length * k, length * (1 + OVERLAP * k))
        for k, (start, end) in enumerate(ways)
    )


def arrived(legs: tuple[Leg, ...], share: float, spot: str) -> int:
    """How many of these beads have come to such a spot."""
    return sum(1 for leg in legs if leg.end[0] == spot and share >= leg.ends)


def count_departed(legs: tuple[Leg, ...], share: float, spot: str) -> int:
    """How many of them have left such a spot."""
    return sum(1 for leg in legs if leg.start[0] == spot and share >= leg.begins)


@functools.lru_cache(maxsize=256)
def at_rest(seed: int, beads: int) -> npt.NDArray[np.float32]:
    """Places of so many beads that lie anywhere in a tray, mm, shape (n, 2); not to be written to.

    Even without being regular: steps of the plastic number's powers.  Of more than are drawn, so
    many.  With more beads those that were there stay.
    """
    count, size = tray.visible_beads(beads), tray.radius(beads)
    numbers = np.arange(count) + 0.5
    first, second = 0.7548776662466927, 0.5698402909980532
    start = np.random.default_rng(seed).random(2)
    x, y = (start[0] + first * numbers) % 1.0, (start[1] + second * numbers) % 1.0
    places = np.stack(
        [size + 1 + (tray.WIDTH - 2 * size - 2) * x, size + 1 + (tray.ARMS - 2 * size - 2) * y],
        axis=1,
    ).astype(np.float32)
    places.setflags(write=False)
    return places


@functools.lru_cache(maxsize=256)
def colours_at_rest(seed: int, beads: tuple[int, ...]) -> npt.NDArray[np.int8]:
    """The colour of each of the beads of ``at_rest(seed, sum(beads))``: mixed, each colour in
    proportion where there are more than are drawn; not to be written to."""
    total = sum(beads)
    count = tray.visible_beads(total)
    whole = np.repeat(np.arange(9, dtype=np.int8), [_part(n, total, count) for n in beads])
    mixed = np.random.default_rng((seed, 9)).permutation(whole)[:count]
    mixed.setflags(write=False)
    return mixed


def _part(beads: int, total: int, count: int) -> int:
    """How many of a colour stand for them, rounded up so that none is missing."""
    return beads if total == count else math.ceil(beads * count / total)


def sample(beads: tuple[int, ...], most: int) -> tuple[int, ...]:
    """A few colours that stand for what is in a box, most frequent first to give way."""
    total = sum(beads)
    if total <= most:
        return tuple(colour for colour, n in enumerate(beads) for _ in range(n))
    made: list[int] = []
    for k in range(most):
        due = [beads[c] * (k + 1) / total - made.count(c) for c in range(9)]
        made.append(due.index(max(due)))
    return tuple(made)


# What the scene says.


def share(scene: MenaceScene) -> float:
    """How much of the phase has passed, 0 to 1."""
    return min(scene.phase_us / scene.lasts_us, 1.0) if scene.lasts_us else 1.0


def step(scene: MenaceScene) -> int:
    """The step of the last open box's shake that is seen."""
    if scene.phase == "finding":
        return 0
    if scene.phase == "shaking":
        return min(scene.phase_us // tray.STEP_US, tray.SHAKE_STEPS)
    if scene.phase == "tilting":
        return tray.SHAKE_STEPS + min(scene.phase_us // tray.STEP_US, tray.TILT_STEPS)
    return tray.SHAKE_STEPS + tray.TILT_STEPS


def stage_of_play(scene: MenaceScene) -> tuple[str, int, int]:
    """Changes as soon as the play goes on."""
    return scene.phase, len(scene.marks), len(scene.results)


def open_box(scene: MenaceScene, number: int) -> OpenBox | None:
    """The open box of that number, if it is and a bead was drawn from it."""
    return next((box for box in scene.opened if box.number == number and box.square >= 0), None)


def in_hand(scene: MenaceScene) -> OpenBox | None:
    """The box that is in the hand, or on its way there; a forced last mark needs none."""
    if scene.phase not in IN_HAND or not scene.opened:
        return None
    box = scene.opened[-1]
    return None if box.square in scene.marks else box


def legs(scene: MenaceScene) -> tuple[Leg, ...]:
    """The beads that travel in this phase."""
    box = in_hand(scene)
    if scene.phase == "placing" and box is not None:
        return (Leg(box.colour, ("tray", 0), ("board", box.square), RESTS, LIES),)
    if scene.phase == "rewarding" and scene.gaining < len(scene.gains):
        number, colour, gain = scene.gains[scene.gaining]
        found = open_box(scene, number)
        if found is not None and colour >= 0:
            return reward_legs(found.square, colour, gain)
    return ()


def marks_in_view(scene: MenaceScene) -> tuple[int, ...]:
    """The squares marked on the sheet; the machine's new mark is drawn while its bead is placed,
    once that lies there."""
    if scene.phase != "placing" or share(scene) < LIES or scene.board.finished:
        return scene.marks
    box = in_hand(scene)
    return (*scene.marks, scene.board.moves[0] if box is None else box.square)


def beads_in_view(scene: MenaceScene) -> tuple[tuple[int, int], ...]:
    """The drawn beads that lie on the sheet: square, colour."""
    if scene.phase in ("over", "idle", "declined"):
        return ()
    lying = [box for box in scene.opened if box.square >= 0]
    if scene.phase == "rewarding":
        gone = {gain[0] for gain in scene.gains[: scene.gaining + 1]}
        lying = [box for box in lying if box.number not in gone]
    elif in_hand(scene) is not None and (scene.phase != "placing" or share(scene) < LIES):
        lying = [box for box in lying if box is not scene.opened[-1]]
    return tuple((box.square, box.colour) for box in lying)


def pulled(scene: MenaceScene, box: OpenBox) -> tuple[float, bool] | None:
    """How far an open box is pulled out of the cabinet, 0 to 1, and whether it is in the hand;
    None: it is back."""
    if box is in_hand(scene):
        part = min(share(scene) * 1.4, 1.0) if scene.phase == "finding" else 1.0
        return part * part * (3 - 2 * part), scene.phase != "finding"
    if scene.phase == "over":
        return None
    if scene.phase == "rewarding":
        order = [gain[0] for gain in scene.gains]
        place = order.index(box.number) if box.number in order else -1
        return None if place < scene.gaining else (1.0, place == scene.gaining)
    return 1.0, False
