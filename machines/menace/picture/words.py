"""What stands on the table's sheet, cards and slips, in the language that is shown.

Pure functions of what is seen.
"""

from devices.screen.words import Words
from machines.menace import build as builds
from machines.menace.beads import COLOURS
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
        return players, result(scene)
    if scene.phase == "declined":
        return players, WORDS("box_1_is_empty")
    if scene.phase == "visitor":
        return players, WORDS("your_move", sign=other)
    return (players,)


def result(scene: MenaceScene) -> str:
    """What came of a play whose last mark is drawn; before its beads are settled the scene doesn't
    say it yet."""
    if scene.resigned:
        return WORDS("boxes_resigned")
    if scene.outcome:
        foregone = f" {WORDS('foregone')}" if scene.foregone else ""
        return WORDS(f"boxes_{scene.outcome}") + foregone
    if not scene.board.finished:
        return ""
    winner = scene.board.winner
    return WORDS(f"boxes_{'drawn' if not winner else 'won' if winner == scene.side else 'lost'}")
