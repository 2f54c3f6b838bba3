"""What a visitor's game has brought Anaconda: nothing (devices.screen.after_game)."""

from devices.screen.after_game import AfterGame
from machines.anaconda.scene import AnacondaScene


def after_game(scene: AnacondaScene, games: int) -> AfterGame | None:
    """The game that is over, if a visitor played it; ``games`` were finished, it among them."""
    if not scene.result or scene.samuel:
        return None
    winner = {"Red wins": scene.red, "White wins": scene.white}.get(scene.result)
    text = "drawn" if winner is None else "won" if winner == "YOU" else "lost"
    return AfterGame(text, number=games, ending=text)
