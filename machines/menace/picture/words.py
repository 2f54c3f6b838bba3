"""What stands on the table's sheet, cards and slips, in the language that is shown.

Pure functions of what is seen.
"""

from devices.screen.parts.changes_sheet import Change, ChangesState
from devices.screen.room import DrawContext
from devices.screen.words import Words, in_figures
from machines.menace import build as builds
from machines.menace import motion
from machines.menace.beads import COLOURS
from machines.menace.picture.guide import WINNERS
from machines.menace.scene import OPPONENTS, MenaceScene, OpenBox

WORDS = Words("menace")


def called(opponent: str) -> str:
    """An opponent, as the sheet calls him."""
    return WORDS(f"called_{opponent}") if opponent in (*OPPONENTS, "expert") else opponent


def colour(square: int) -> str:
    """The colour of that square's beads."""
    return WORDS(f"colour_{COLOURS[square]}")


def kind(square: int) -> str:
    """What sort of square it is."""
    return WORDS("centre" if square == 0 else "corner" if square % 2 else "edge")


def title(number: int) -> str:
    """A box's name."""
    return WORDS("box", n=number)


def count(beads: int) -> str:
    """``"12 beads"``."""
    return WORDS("beads", n=f"{beads:,}")


def stage(scene: MenaceScene, number: int) -> str:
    """``"Nought's third move: stage 5"``."""
    made = builds.build(scene.build)
    order = ("first", "second", "third", "fourth")[made.faces[number - 1].ply // 2]
    side = WORDS("nought" if scene.side == "O" else "cross")
    return WORDS(f"stage_{order}", side=side, n=made.stage(number))


def empty() -> tuple[str, ...]:
    """What is said of a box that was opened for a play and had no beads."""
    return WORDS("empty_resigns_1"), WORDS("empty_resigns_2")


def verdict(box: OpenBox) -> tuple[str, ...]:
    """What the bead in the apex says: its square on the box and, if that lies otherwise, here."""
    said = (
        WORDS("at_apex", colour=colour(box.colour)),
        WORDS("kind_square", kind=kind(box.colour), n=box.colour),
    )
    if box.square == box.colour:
        return *said, why(box)
    return said[0], f"{said[1]}; {WORDS('on_sheet', n=box.square)}", why(box)


def why(box: OpenBox) -> str:
    """How likely the drawn bead was, in words: ``"4 of 12 beads were white"``."""
    beads, mine = sum(box.beads), box.beads[box.colour]
    if mine == beads:
        return WORDS("why_all", colour=colour(box.colour))
    return WORDS("why_some", mine=f"{mine:,}", beads=f"{beads:,}", colour=colour(box.colour))


def gained(bead: int, gain: int) -> tuple[str, ...]:
    """What a reward brings a box."""
    if bead < 0:
        return ()
    if not gain:
        return (WORDS("nothing_gained"),)
    return (WORDS("more" if gain > 0 else "lost", n=abs(gain), colour=colour(bead)),)


def words(scene: MenaceScene) -> tuple[str, ...]:
    """Below the board: who plays; whose move it is, or what came of it."""
    boxes, other = ("O", "X") if scene.side == "O" else ("X", "O")
    name = scene.opponent if scene.phase in ("idle", "declined") else scene.playing
    sides = {boxes: WORDS("the_boxes"), other: called(name)}
    players = f"O  {sides['O']}      X  {sides['X']}"
    if scene.phase in ("rewarding", "over"):
        return players, *result(scene)
    if scene.phase == "declined":
        return players, WORDS("box_1_is_empty")
    if scene.phase == "visitor":
        return players, WORDS("your_move", sign=other)
    return (players,)


def result(scene: MenaceScene) -> tuple[str, ...]:
    """What came of a play whose last mark is drawn; before its beads are settled the scene doesn't
    say it yet."""
    outcome, board = scene.outcome, scene.board
    if not outcome and board.finished:
        outcome = "drawn" if not board.winner else "won" if board.winner == scene.side else "lost"
    if not outcome:
        return ()
    beaten = outcome == "lost" and scene.playing != "visitor"
    said = WORDS("boxes_lost") if beaten else WORDS.after(WINNERS[outcome])
    if scene.resigned:
        return said, WORDS("boxes_resigned")
    return (f"{said} {WORDS('foregone')}" if scene.foregone else said,)


def changes(context: DrawContext) -> ChangesState:
    """What the play on the sheet has changed in the boxes whose beads are drawn, or will change."""
    scene: MenaceScene = context.view.scene
    done = scene.gains if scene.phase == "over" else scene.gains[: scene.gaining]
    gains = {number: gain for number, _, gain in done}
    drawn = [box for box in scene.opened if box.square >= 0 and box is not motion.in_hand(scene)]
    counts = []
    for box in drawn:
        before = box.beads[box.colour]
        counts.append((before, before + gains.get(box.number, 0)))
    most = max((n for pair in counts for n in pair), default=1)
    rows = []
    for box, (before, after) in zip(drawn, counts, strict=True):
        told = (
            f"{before:,} \N{RIGHTWARDS ARROW} {after:,}" if box.number in gains else f"{before:,}"
        )
        called = title(box.number)
        rows.append(Change(called, before / most, after / most, in_figures(told), box.colour))
    if scene.phase in ("rewarding", "over"):
        gained = sum(gain for _, _, gain in scene.gains)
        said = WORDS(f"learned_{'more' if gained > 0 else 'fewer' if gained < 0 else 'same'}")
    else:
        win, draw, loss = scene.rewards.win, scene.rewards.draw, scene.rewards.loss
        said = WORDS("learned_waits", win=f"{win:+d}", draw=f"{draw:+d}", loss=f"{loss:+d}")
    return ChangesState(said, tuple(rows))
