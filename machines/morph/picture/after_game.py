"""What a visitor's game has taught Morph (devices.screen.after_game)."""

from devices.screen.after_game import AfterGame
from machines.morph.scene import MorphScene

ENDINGS = {0.0: "won", 0.5: "drawn", 1.0: "lost"}
"""For the visitor, by the result for Morph."""


def after_game(scene: MorphScene, games: int) -> AfterGame | None:
    """The game that is over, if a visitor played it; ``games`` were finished, it among them."""
    taught = scene.taught
    if not scene.result or scene.house or taught is None:
        return None
    words = {
        "updates": f"{taught.updates:,}",
        "added": f"{taught.added:,}",
        "deleted": f"{taught.deleted:,}",
        "pattern": taught.pattern,
        "before": f"{taught.before:.3f}",
        "after": f"{taught.after:.3f}",
    }
    text = ENDINGS[taught.result] + ("" if taught.pattern else "_unnamed")
    place = "table" if taught.pattern else ""
    return AfterGame(text, words, place, games, ENDINGS[taught.result])
