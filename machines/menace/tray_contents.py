"""Beads in the tray that is shown: shaken, filled or only looked at.

Pure functions of the scene; places are millimetres in the tray (machines.menace.tray).
"""

import functools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from machines.menace import motion, shake
from machines.menace.scene import MenaceScene, OpenBox
from machines.menace.tray import radius

dealt = functools.lru_cache(maxsize=16)(shake.dealt)
"""The colours of a shake's slots: the same in every frame of it."""


NAMED_STEPS = 40
"""So long before a tilt is over the beads lie still, and the one in the apex can be named."""


@dataclass(frozen=True, eq=False)
class TrayContents:
    """The beads of one box as they lie, and how the tray is held."""

    number: int
    held: tuple[int, ...]  # Nine counts, for the card; of many beads only some lie in ``places``
    places: npt.NDArray[np.float32]  # Shape (n, 2)
    colours: npt.NDArray[np.int8]
    radius: float
    hand: tuple[float, float] = (0.0, 0.0)
    tilt: float = 0.0
    apex: int = -1  # The place in ``places`` of the bead that has just been drawn; -1 none
    in_hand: bool = False
    settled: bool = False  # Whether a bead was drawn and can be named


def looked_at(scene: MenaceScene, number: int) -> TrayContents:
    """A box that nobody shakes."""
    number = min(number, len(scene.beads))
    return _at_rest(number, number, tuple(int(n) for n in scene.beads[number - 1]))


def empty(box: OpenBox) -> TrayContents:
    """A box that was found empty."""
    nothing = np.zeros((0, 2), np.float32), np.zeros(0, np.int8)
    return TrayContents(box.number, box.beads, *nothing, radius(1), in_hand=True)


def shake_tray(scene: MenaceScene, box: OpenBox, dance: shake.Dance | None) -> TrayContents:
    """A box that is shaken, tilted, and its bead drawn; the last seen of it until the play goes on.

    Without a dance, which may still be worked out, the beads lie still.
    """
    if dance is None:
        return _at_rest(box.number, box.seed, box.beads)
    step = motion.step(scene)
    places, colours = dance.places[step], dealt(box.seed, box.beads, box.colour)
    settled = step >= shake.STEPS - NAMED_STEPS
    apex = dance.apex if settled else -1
    held = motion.in_hand(scene) is box
    left = not held or (scene.phase == "placing" and motion.share(scene) >= motion.RESTS)
    if left:
        places, colours, apex = np.delete(places, apex, 0), np.delete(colours, apex), -1
    return TrayContents(
        box.number,
        box.beads,
        places,
        colours,
        dance.radius,
        (float(dance.hand[step][0]), float(dance.hand[step][1])),
        float(dance.tilt[step]) * _still_tilted(scene),
        apex,
        held,
        settled,
    )


def _still_tilted(scene: MenaceScene) -> float:
    """How much of the tilt is left: the hand lowers the tray once its bead is taken out."""
    if scene.phase in motion.IN_HAND and scene.phase != "placing":
        return 1.0
    if scene.phase != "placing" or motion.in_hand(scene) is None:
        return 0.0
    return min(max(1 - (motion.share(scene) - motion.RESTS) / 0.25, 0.0), 1.0)


def reward_tray(scene: MenaceScene, place: int) -> TrayContents:
    """The box of a reward that is under way: beads come one by one, or leave."""
    number, colour, gain = scene.gains[place]
    box = motion.open_box(scene, number)
    if box is None or scene.phase == "over":
        return looked_at(scene, number)
    rest = tuple(n - (square == colour) for square, n in enumerate(box.beads))
    legs, share = motion.reward_legs(box.square, colour, gain), motion.share(scene)
    more, less = motion.arrived(legs, share, "tray"), motion.count_departed(legs, share, "tray")
    count = sum(rest)
    places = motion.at_rest(box.seed, count + more)[: max(count + more - less, 0)]
    colours = np.append(motion.colours_at_rest(box.seed, rest), [np.int8(colour)] * more)
    held = tuple(n + (more - less) * (square == colour) for square, n in enumerate(rest))
    seen = colours[: len(places)].astype(np.int8)
    return TrayContents(number, held, places[: len(seen)], seen, radius(count + more))


def _at_rest(number: int, seed: int, held: tuple[int, ...]) -> TrayContents:
    count = sum(held)
    places, colours = motion.at_rest(seed, count), motion.colours_at_rest(seed, held)
    return TrayContents(number, held, places[: len(colours)], colours, radius(count))
