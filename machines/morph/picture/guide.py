"""What a visitor of Morph's room can do next, by what is seen (devices.screen.guide)."""

from devices.game_record import score_of
from devices.screen.guide import PLAY, NextStep, Try, in_turn, press
from devices.screen.room import DrawContext
from machines.games.chess.board import SQUARE_NAMES
from machines.morph.scene import MorphScene

NEW, HOUSE, CONTEST = "workstation.new", "workstation.house", "workstation.contest"

WIPES = {"workstation.empty": "wipe", "workstation.trained": "wipe_trained"}
"""What wipes what visitors have taught it, with the prompts that ask."""


def tries(context: DrawContext) -> dict[str, Try]:
    """The cards of the placard; a match with the house is ended or begun as it stands."""
    scene: MorphScene = context.view.scene
    stop = (press(CONTEST),) if scene.contest is not None else ()
    leave = (*stop, *((press(HOUSE),) if scene.house else ()))
    meet = (*stop, *(() if scene.house else (press(HOUSE),)))
    begin = () if scene.contest is not None else (press(CONTEST),)
    return {
        "teach": Try(in_turn(*leave, press(NEW)), "authentic", play=True),
        "match": Try(in_turn(*meet), "x100"),
        "contest": Try(in_turn(*begin), "authentic"),
    }


def next_step(scene: MorphScene) -> NextStep:
    """The next step."""
    board = scene.board
    if scene.contest is not None:
        score = scene.contest.score
        words = {"n": str(score.played + 1), "games": str(score.games), "won": str(score.won)}
        return NextStep("contest", (CONTEST,), press(CONTEST), watch=True, words=words)
    if scene.house:
        return NextStep("match", (HOUSE,), press(HOUSE))
    if board.promotion:
        pieces = (f"workstation.promote.{letter.lower()}" for letter in board.promotion)
        return NextStep("promotion", tuple(pieces), yours=True, only=True)
    if scene.result:
        return NextStep("over", (PLAY,), press(NEW), words={"winner": winner(scene)})
    if scene.thinking:
        return NextStep("thinks")
    looked = _looked(scene) if scene.other_board else ""
    if looked:
        return NextStep("look_back", (looked,), press(looked))
    if board.targets:
        return NextStep("square", _squares(board.targets), yours=True)
    side = {"side": "black" if scene.black_to_move else "white"}
    own = _squares(board.movable)
    if not scene.begun:  # PLAY sits down to play
        return NextStep("piece", own, press(NEW), words=side)
    return NextStep("piece", own, yours=True, words=side)


def _looked(scene: MorphScene) -> str:
    """The pattern or bar whose board is shown in the place of the game's; empty: none."""
    if 0 <= scene.wall.pointed < len(scene.wall.patterns):
        return f"workstation.pattern.{scene.wall.pointed}"
    if scene.successors.looked >= 0:
        return f"workstation.move.{scene.successors.looked}"
    return ""


def _squares(squares: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"workstation.square.{SQUARE_NAMES[square]}" for square in squares)


def winner(scene: MorphScene) -> str:
    """Which sentence says who has won the visitor's game that is over."""
    score = score_of(scene.record.result) if scene.record is not None else 0
    if not score:
        return "a_draw"
    return "you_won" if (scene.white if score > 0 else scene.black) == "YOU" else "machine_won"
