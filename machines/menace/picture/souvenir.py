"""What a visitor takes along of a play against the matchboxes."""

from collections.abc import Iterable
from typing import cast

from devices.screen.room import DrawContext, PartPlacement
from devices.screen.souvenir import BETWEEN, Souvenir, board_of_part
from machines.menace.picture.noughts_sheet import SHEET
from machines.menace.scene import MenaceScene
from machines.noughts.record import noughts_record

_X, _Y, _WIDE, _HIGH = SHEET.paper
BOARD = (_X - 6.0, _Y - 6.0, _WIDE + 12.0, _HIGH + 12.0)


def souvenir(places: Iterable[PartPlacement], context: DrawContext) -> Souvenir | None:
    """The play that is over; None: there is none."""
    scene = cast(MenaceScene, context.view.scene)
    if scene.phase != "over" or not scene.outcome or scene.playing != "visitor":
        return None
    other = "X" if scene.side == "O" else "O"
    winner = {"won": scene.side, "lost": other}.get(scene.outcome, "")
    names = {scene.side: "MENACE", other: "Visitor"}
    result = f"{winner} wins" if winner else "draw"
    place = next(one for one in places if one.name == "board")
    board = board_of_part(place, place.state(context), BOARD, context.now_ms)
    counts = [int((scene.results == one).sum()) for one in (1, 0, -1)]
    facts = {"machine": BETWEEN.join(f"{one:,}" for one in counts)}
    return Souvenir(noughts_record(scene.marks, result, names["O"], names["X"]), board, facts)
