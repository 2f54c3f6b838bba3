"""What a visitor of Anaconda's room can do next, by what is seen (devices.screen.guide)."""

from devices.panel.view import View
from devices.screen.guide import NextStep, Try, in_turn, press
from machines.anaconda.scene import AnacondaScene

NEW, SAMUEL = "pc.new", "pc.samuel"


def _plies(plies: int) -> str:
    return f"pc.plies.{plies}"


def tries(scene: AnacondaScene) -> dict[str, Try]:
    """The cards of the placard; a match of the programs is ended or begun as it stands."""
    leave = (press(SAMUEL),) if scene.samuel else ()
    meet = () if scene.samuel else (press(SAMUEL),)
    return {
        "easy": Try(in_turn(*leave, press(_plies(2)), press(NEW)), "authentic", play=True),
        "samuel": Try(in_turn(press(_plies(4)), *meet), "x10"),
        "hard": Try(in_turn(*leave, press(_plies(6)), press(NEW)), "authentic", play=True),
    }


def next_step(view: View, scene: AnacondaScene) -> NextStep:
    """The next step."""
    if scene.samuel:
        return NextStep("match", (SAMUEL,), press(SAMUEL))
    if scene.result:
        return NextStep("over", (NEW,), press(NEW), words={"result": scene.result})
    if scene.thinking or view.busy:
        return NextStep("thinks")
    if scene.entered:
        name = "jump_on" if len(scene.entered) > 1 else "square"
        return NextStep(name, _squares(scene.targets), yours=True)
    return NextStep("piece", _squares(scene.movable), yours=True)


def _squares(squares: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(f"pc.square.{square}" for square in squares)
