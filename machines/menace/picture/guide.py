"""What a visitor of the matchboxes can do next, by what is seen (devices.screen.guide)."""

from devices.duration import Speed
from devices.panel.view import View
from devices.screen.guide import PLAY, NextStep, Try, in_turn, press, put
from devices.screen.room import AfterGame, DrawContext
from devices.screen.tape_guide import TapePrompts, tape_step
from machines.games.noughts.players import LEARNED
from machines.menace.beads import COLOURS
from machines.menace.opponents import MACHINES
from machines.menace.scene import OPPONENTS, MenaceScene, Phase

NEW, RUN, RELOAD, OPPONENT = "table.new", "table.run", "table.reload", "table.opponent"
UNDO = "table.undo"
DAY = "table.day"
OPPONENT_VISITOR = f"{OPPONENT}.0"
VISITOR = put(OPPONENT, 0)
"""The selector's first place: a visitor plays the boxes."""

EMPTY = "empty"
"""The prompt of an empty first box."""
ENDED: tuple[Phase, ...] = ("idle", "over", "declined", "rewarding", "empty")
"""No play is on, or its end is certain."""


def visitor_plays(scene: MenaceScene) -> bool:
    """Whether a visitor's play is on."""
    return scene.playing == "visitor" and scene.phase not in ENDED


def tries(context: DrawContext) -> dict[str, Try]:
    """The cards of the placard.  The opponent of 1961 plays Cross: against boxes that do, chance
    plays Nought."""
    scene: MenaceScene = context.view.scene
    trainer = "1961" if scene.side == "O" else "random"
    return {
        "punish": Try(in_turn(put(RUN, 0), VISITOR), "authentic", play=True),
        "train": _plays_against(trainer, scene, "x100"),
        "twins": _plays_against("menace", scene, "x10"),
    }


def meetings(context: DrawContext) -> dict[str, Try]:
    """What the tournament table starts here: the boxes meet another machine, and the whole play is
    seen, one after the other."""
    return {f"meet_{name}": _plays_against(name, context.view.scene, "x10") for name in LEARNED}


def _plays_against(opponent: str, scene: MenaceScene, speed: Speed) -> Try:
    """Plays follow one another.  A visitor's is taken back first, or it would be waited for; a
    first box that runs empty is reloaded, so that the boxes don't decline to play on."""
    begins = (put(RUN, 0), put(OPPONENT, OPPONENTS.index(opponent)), put(RUN, 1))
    before = (put(UNDO, 1),) if visitor_plays(scene) else ()
    return Try(in_turn(*before, *begins), speed, keeps=(EMPTY,))


PRINTER, TAPE = "printer.start", "tape1"
START_READER, STOP_READER, TAKE_OUT = "reader.start", "reader.stop", "reader.empty_hopper"
CORRECT = "reader.correct"
LOADS, NEW_DAY = "wipe_load", "wipe_day"
"""The prompts that ask whether a card may replace the beads, and whether a new day may."""
TAPE_SAID = TapePrompts(
    "tape_moves", "tape_reset", "tape_dial", "tape_mount", "tape_ring", "tape_load", "tape_start"
)


def next_step(view: View) -> NextStep:
    """The next step."""
    scene: MenaceScene = view.scene
    if scene.refused:
        return NextStep("card_refused", (TAKE_OUT,), put(TAKE_OUT, 1), why=True)
    wanted = scene.tape
    if wanted is not None:
        printer = view.units["printer"]
        if not printer.ready and not printer.busy:
            return NextStep("printer", (PRINTER,), press(PRINTER))
        step = tape_step(view, TAPE, wanted.unit, wanted.saving, TAPE_SAID)
        if step is not None:
            return step
    return _at_the_table(scene)


def _at_the_table(scene: MenaceScene) -> NextStep:
    if scene.phase == "declined":
        return NextStep(EMPTY, (RELOAD,), press(RELOAD))
    if scene.phase == "visitor":
        free = (f"board.square.{square}" for square in range(9) if square not in scene.marks)
        sign = "X" if scene.side == "O" else "O"
        return NextStep("square", tuple(free), yours=True, words={"sign": sign})
    if scene.running and scene.opponent in MACHINES:
        words = {"who": f"who_{scene.opponent}"}
        return NextStep("meets", (RUN,), in_turn(put(RUN, 0), VISITOR), watch=True, words=words)
    if scene.running:
        return NextStep("runs", (RUN,), in_turn(put(RUN, 0), VISITOR), watch=True)
    if scene.phase not in ("idle", "over"):
        return NextStep("moves")
    if scene.opponent != "visitor":
        return NextStep("opponent", (OPPONENT_VISITOR,), VISITOR)
    if scene.phase == "over" and scene.playing == "visitor":
        return NextStep("over", (PLAY,), press(NEW), words={"winner": WINNERS[scene.outcome]})
    return NextStep("new", (PLAY,), press(NEW))


# -- what a visitor's play has brought the matchboxes


WINNERS = {"lost": "you_won", "drawn": "a_draw", "won": "machine_won"}
"""Which sentence says who has won a visitor's play, by its outcome for the boxes."""


def after_game(context: DrawContext) -> AfterGame | None:
    """The play that is over, if a visitor played it, with what it has brought the boxes."""
    scene: MenaceScene = context.view.scene
    plays = context.view.tallies["plays"]  # Before and with it
    if scene.phase != "over" or scene.playing != "visitor" or scene.foregone or scene.running:
        return None
    resigns = ("resigned",) if scene.resigned else ()
    winner, change = WINNERS[scene.outcome], largest_change(scene)
    if change is None:
        text = "_".join((*resigns, "unchanged"))
        return AfterGame(text, number=plays, winner=winner)
    box, colour, gain = change
    now = int(scene.beads[box - 1, colour])
    words = {
        "n": str(abs(sum(gain for _, _, gain in scene.gains))),
        "boxes": str(len(scene.gains)),
        "box": str(box),
        "colour": COLOURS[colour],
        "before": str(now - gain),
        "after": str(now),
    }
    text = "resigned" if scene.resigned else "gain" if gain > 0 else "loss"
    return AfterGame(text, words, plays, winner=winner)


def largest_change(scene: MenaceScene) -> tuple[int, int, int] | None:
    """Box, colour and gain of the box that changed most, the first of several; None: none did."""
    changed = [gain for gain in scene.gains if gain[2]]
    return max(changed, key=lambda gain: abs(gain[2]), default=None)
