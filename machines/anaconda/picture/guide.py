"""What a visitor of Anaconda's room can do next, by what is seen (devices.screen.guide)."""

from devices.screen.guide import PLAY, NextStep, Try, in_turn, press
from devices.screen.room import DrawContext
from machines.anaconda.state import AnacondaScene

NEW, SAMUEL, CONTEST = "pc.new", "pc.samuel", "pc.contest"
GENERATIONS = (0, 250, 840, 1_002)
CHAMPION_NUMBER = GENERATIONS[-1]
CHAMPION = f"pc.generation.{CHAMPION_NUMBER}"


def _plies(plies: int) -> str:
    return f"pc.plies.{plies}"


def tries(context: DrawContext) -> dict[str, Try]:
    """The cards of the placard; a match of the programs is ended or begun as it stands."""
    scene: AnacondaScene = context.view.scene
    stop = (press(CONTEST),) if scene.contest is not None else ()
    leave = (*stop, *((press(SAMUEL),) if scene.samuel else ()))
    meet = (*stop, *(() if scene.samuel else (press(SAMUEL),)))
    begin = () if scene.contest is not None else (press(CONTEST),)
    first = press("pc.generation.0")
    return {
        "ancestor": Try(in_turn(*leave, press(_plies(4)), first, press(NEW)), "authentic", True),
        "samuel": Try(in_turn(press(_plies(4)), press(CHAMPION), *meet), "x10"),
        "contest": Try(in_turn(*begin), "authentic"),
    }


def meetings(context: DrawContext) -> dict[str, Try]:
    """What the tournament table starts: each generation against Samuel's program, from a game of
    its own on; and the champion against its beginning."""
    scene: AnacondaScene = context.view.scene
    stop = (press(CONTEST),) if scene.contest is not None else ()
    leave = (*stop, *((press(SAMUEL),) if scene.samuel else ()))
    made = {
        f"meet_{gen}": Try(
            in_turn(*leave, press(f"pc.generation.{gen}"), press(_plies(4)), press(SAMUEL)), "x10"
        )
        for gen in GENERATIONS
    }
    begin = () if scene.contest is not None else (press(CONTEST),)
    return made | {"meet_beginning": Try(in_turn(*begin), "authentic")}


def next_step(context: DrawContext) -> NextStep:
    """The next step."""
    scene: AnacondaScene = context.view.scene
    if scene.contest is not None:
        score = scene.contest
        words = {"n": str(score.played + 1), "games": str(score.games), "won": str(score.won)}
        return NextStep("contest", (CONTEST,), press(CONTEST), watch=True, words=words)
    if scene.samuel:
        name = "match" if scene.generation == CHAMPION_NUMBER else "match_ancestor"
        words = {"n": str(scene.generation)}
        return NextStep(name, (SAMUEL,), press(SAMUEL), watch=True, words=words)
    if scene.result:
        words = {"winner": winner(scene), "n": str(scene.generation)}
        return NextStep("over", (PLAY,), press(NEW), words=words)
    if scene.thinking or context.view.busy:
        return NextStep("thinks")
    if scene.entered:
        name = "jump_on" if len(scene.entered) > 1 else "square"
        return NextStep(name, _squares(scene.targets), yours=True)
    if not scene.begun:  # PLAY sits down to play
        return NextStep("piece", _squares(scene.movable), press(NEW))
    return NextStep("piece", _squares(scene.movable), yours=True)


def _squares(squares: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"pc.square.{square}" for square in squares)


def winner(scene: AnacondaScene) -> str:
    """Which sentence says who has won the visitor's game that is over."""
    won = {"Red wins": scene.red, "White wins": scene.white}.get(scene.result)
    if won is None:
        return "a_draw"
    machine = "machine_won" if scene.generation == CHAMPION_NUMBER else "ancestor_won"
    return "you_won" if won == "YOU" else machine
