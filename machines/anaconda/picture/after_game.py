"""What a visitor's game has brought Anaconda: nothing; and how a match against its beginning ended
(devices.screen.after_game)."""

from collections.abc import Mapping

from devices.screen.after_game import AfterGame
from machines.anaconda.scene import AnacondaScene
from machines.anaconda.state import CHAMPION


def after_game(scene: AnacondaScene, tallies: Mapping[str, int]) -> AfterGame | None:
    """The game that is over, if a visitor played it, or the match that was just finished;
    ``tallies``: how many of each were finished, it among them."""
    number = tallies["games"] + tallies["contests"]
    score = scene.contested
    if score is not None:
        counts = {"won": score.won, "drawn": score.drawn, "lost": score.lost, "games": score.games}
        told = {name: str(count) for name, count in counts.items()}
        return AfterGame("contest", told, title="contest_title", number=number)
    if not scene.result or scene.samuel:
        return None
    winner = {"Red wins": scene.red, "White wins": scene.white}.get(scene.result)
    ending = "drawn" if winner is None else "won" if winner == "YOU" else "lost"
    text = ending if scene.generation == CHAMPION else f"{ending}_ancestor"
    words = {} if scene.generation == CHAMPION else {"n": str(scene.generation)}
    return AfterGame(text, words, title="game_title", number=number, ending=ending)
