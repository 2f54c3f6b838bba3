"""What is written on the visitor's sheet and on the slip, by what is seen."""

from machines.noughts.board import SIDE_NAMES
from machines.pegasus.picture.play_slip import OddsRow
from machines.pegasus.scene import PegasusScene
from machines.pegasus.tables import result
from machines.pegasus.visitor import VisitorPlay, Weighed

INVITED = "Turn NOUGHT or CROSS to VISITOR and press RUN, or touch PLAY: then you play here."
ENDED = {1: "Nought has won.", 0: "A draw.", -1: "Cross has won."}
PLAYS = {
    "learn": "learns",
    "random": "any square",
    "distinct": "by luck",
    "expert": "plays perfectly",
    "frozen": "stored odds",
    "visitor": "you",
}


def kind(square: int) -> str:
    """What sort of square it is."""
    return "CENTRE" if square == 0 else "CORNER" if square % 2 else "EDGE"


def players(scene: PegasusScene) -> tuple[str, ...]:
    """Who plays, a line each."""
    sides = (("O", scene.nought), ("X", scene.cross))
    return tuple(f"{sign}  {PLAYS.get(name, 'half perfect')}" for sign, name in sides)


def said(scene: PegasusScene) -> str:
    """Whose move it is, or how the play ended; and why the program moved where it did."""
    play = scene.visitor
    if play is None:
        return "Press RUN."
    if play.over:
        return ENDED[result(play.board) or 0]
    if not scene.asks:
        return "It chooses." if scene.running else "Press RUN: your play goes on."
    turn = f"Your move: {play.board.to_move}."
    return f"{turn} {why(play.weighed)}" if play.weighed else turn


def why(weighed: Weighed) -> str:
    """Why the program chose that square, in words."""
    square, chance = weighed.choices[weighed.chosen]
    others = [one for k, (_, one) in enumerate(weighed.choices) if k != weighed.chosen]
    if not others:
        return f"Square {square}: there was no other."
    if max(others) > 1.001 * chance:
        return f"Square {square} by luck: it likes another better."
    if min(others) > 0.999 * chance:
        return f"Square {square} by luck: all were equal."
    return f"Square {square}: its favourite."


def odds(scene: PegasusScene) -> tuple[str, tuple[OddsRow, ...]]:
    """The slip's title and rows: the first moves; in a play with a visitor what the program chose
    from, and after it what its first move was worth before and now."""
    play = scene.visitor
    if play is None or not scene.seats:
        rows = tuple(OddsRow(f"{s}  {kind(s)}", chance) for s, chance in scene.opening)
        return "NOUGHT'S FIRST MOVE", rows
    if play.over and play.first_moves:
        return _learned(play)
    if play.weighed is None:
        rows = tuple(OddsRow(f"{s}  {kind(s)}", chance) for s, chance in scene.opening)
        return "NOUGHT'S FIRST MOVE", rows
    side = SIDE_NAMES["OX"[len(play.weighed.squares) % 2]].upper()
    rows = tuple(
        OddsRow(f"{square}  {kind(square)}", chance, k == play.weighed.chosen)
        for k, (square, chance) in enumerate(play.weighed.choices)
    )
    return f"{side} CHOSE FROM", rows


def _learned(play: VisitorPlay) -> tuple[str, tuple[OddsRow, ...]]:
    rows = []
    for one in play.first_moves:
        named = f"{one.side}  {one.square}  {kind(one.square)}"
        rows.append(OddsRow(f"{named}, BEFORE", one.before))
        rows.append(OddsRow(f"{named}, NOW", one.after, True))
    return "THE FIRST MOVE", tuple(rows)
