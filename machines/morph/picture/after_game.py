"""What a visitor's game has taught Morph (devices.screen.after_game)."""

from collections.abc import Mapping

from devices.screen.after_game import AfterGame
from devices.screen.words import Words
from machines.morph.scene import MorphScene

WORDS = Words("morph")
ENDINGS = {0.0: "won", 0.5: "drawn", 1.0: "lost"}
"""For the visitor, by the result for Morph."""


def after_game(scene: MorphScene, tallies: Mapping[str, int]) -> AfterGame | None:
    """The game that is over, if a visitor played it, or the match that was just finished;
    ``tallies``: how many of each were finished, it among them."""
    games = tallies.get("games", 0) + tallies.get("contests", 0)
    match = scene.contested
    if match is not None:
        score = match.score
        counts = {"won": score.won, "drawn": score.drawn, "lost": score.lost, "games": score.games}
        counts |= {"taken": match.taken, "given": match.given}
        told = {name: f"{count:,}" for name, count in counts.items()}
        return AfterGame("contest", told, number=games, title="contest_title")
    taught = scene.taught
    if not scene.result or scene.house or taught is None:
        return None
    words = {
        "how": WORDS.said(scene.result),
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
