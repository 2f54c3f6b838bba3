"""What a visitor of the matchboxes can do next, by what is seen (devices.screen.guide)."""

from devices.screen.guide import NextStep, Try, in_turn, press, put
from machines.menace.picture.instruments import OPPONENTS
from machines.menace.scene import MenaceScene

NEW, RUN, RELOAD, OPPONENT = "table.new", "table.run", "table.reload", "table.opponent"
OPPONENT_VISITOR = f"{OPPONENT}.0"
VISITOR = put(OPPONENT, 0)
"""The selector's first place: a visitor plays the boxes."""

TRIES = {
    "punish": Try(in_turn(put(RUN, 0), VISITOR), "authentic", play=True),
    "train": Try(in_turn(put(RUN, 0), put(OPPONENT, OPPONENTS.index("1961")), put(RUN, 1)), "x100"),
    "twins": Try(
        in_turn(put(RUN, 0), put(OPPONENT, OPPONENTS.index("menace")), put(RUN, 1)), "x10"
    ),
}
"""The cards of the placard."""


def next_step(scene: MenaceScene) -> NextStep:
    """The next step."""
    if scene.phase == "declined":
        return NextStep("empty", (RELOAD,), press(RELOAD))
    if scene.phase == "visitor":
        free = (f"board.square.{square}" for square in range(9) if square not in scene.marks)
        sign = "X" if scene.side == "O" else "O"
        return NextStep("square", tuple(free), yours=True, words={"sign": sign})
    if scene.running:
        return NextStep("runs", (RUN,), in_turn(put(RUN, 0), VISITOR))
    if scene.phase not in ("idle", "over"):
        return NextStep("moves")
    if scene.opponent != "visitor":
        return NextStep("opponent", (OPPONENT_VISITOR,), VISITOR)
    return NextStep("over" if scene.phase == "over" else "new", (NEW,), press(NEW))
