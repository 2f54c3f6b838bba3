"""What a visitor's play has brought the matchboxes (devices.screen.after_game)."""

from devices.screen.after_game import AfterGame
from machines.menace.beads import COLOURS
from machines.menace.scene import MenaceScene

ENDINGS = {"lost": "won", "drawn": "drawn", "won": "lost"}
"""For the visitor, by how it ended for the matchboxes."""


def after_game(scene: MenaceScene, plays: int) -> AfterGame | None:
    """The play that is over, if a visitor played it; ``plays`` were played before and with it."""
    if scene.phase != "over" or scene.playing != "visitor" or scene.foregone or scene.running:
        return None
    text = "resigned" if scene.resigned else scene.outcome
    ending = ENDINGS[scene.outcome]
    change = largest_change(scene)
    if change is None:
        return AfterGame(f"{text}_unchanged", number=plays, ending=ending)
    box, colour, gain = change
    now = int(scene.beads[box - 1, colour])
    words = {
        "n": str(abs(sum(one[2] for one in scene.gains))),
        "boxes": str(len(scene.gains)),
        "box": str(box),
        "colour": COLOURS[colour],
        "before": str(now - gain),
        "after": str(now),
    }
    way = "" if (gain > 0) == (scene.outcome != "lost") else "_other"
    return AfterGame(text + way, words, "tray", plays, ending)


def largest_change(scene: MenaceScene) -> tuple[int, int, int] | None:
    """Box, colour and gain of the box that changed most, the first of several; None: none did."""
    changed = [one for one in scene.gains if one[2]]
    return max(changed, key=lambda one: abs(one[2]), default=None)
