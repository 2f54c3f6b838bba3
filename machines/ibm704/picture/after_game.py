"""What a visitor's game has changed in the checkers program (devices.screen.after_game)."""

from devices.screen.after_game import AfterGame
from machines.games.draughts.scene import BoardScene, GameSummary

PLACES = {"alpha": "chart", "rote": "tape2", "people": "board", "cards": "board"}
"""Where what a game has changed can be seen, or the board where nothing has."""


def after_game(scene: object, moves: int) -> AfterGame | None:
    """The game that is over, if a visitor played it against the program; ``moves`` were made so
    far."""
    if not isinstance(scene, BoardScene) or scene.summary is None:
        return None
    visitors = [side == "OPERATOR" for side in (scene.black, scene.white)]
    if sum(visitors) != 1:
        return None
    ending = _ending(scene.summary.result, black=visitors[0])
    text, words = _learned(scene.summary)
    return AfterGame(f"{ending}_{text}", words, PLACES[scene.summary.learner], moves, ending)


def _ending(result: str, black: bool) -> str:
    """How it ended for the visitor, who is Black or White."""
    if result == "1/2-1/2":
        return "drawn"
    return "won" if (result == "1-0") == black else "lost"


def _learned(summary: GameSummary) -> tuple[str, dict[str, str]]:
    """The rest of the sentence's name, and its words."""
    if summary.learner == "rote":
        return "rote", {"n": f"{summary.saved:,}", "m": f"{summary.known:,}"}
    if summary.learner != "alpha":
        return summary.learner, {}
    if not summary.term:
        return "unchanged", {}
    words = {
        "n": f"{summary.corrections:,}",
        "clue": summary.term,
        "before": _height(summary.before),
        "after": _height(summary.after),
        "trust": _trust(summary.before, summary.after),
    }
    return "alpha", words


def _height(coefficient: int) -> str:
    """A coefficient as the chart has it: a sign and a power of two; 0: it counts for nothing."""
    if not coefficient:
        return "0"
    return f"{'-' if coefficient < 0 else '+'}{abs(coefficient).bit_length() - 1}"


def _trust(before: int, after: int) -> str:
    """Which sentence says how Alpha thinks of the term now."""
    if before * after < 0:
        return "turned"
    return "more" if abs(after) > abs(before) else "less"
