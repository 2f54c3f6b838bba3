"""What a visitor takes along of a play at the Pegasus."""

from collections.abc import Iterable
from typing import cast

from devices.screen.room import DrawContext, PartPlacement
from devices.screen.souvenir import Souvenir, board_of_part
from machines.noughts.record import noughts_record
from machines.pegasus.scene import PegasusScene
from machines.pegasus.tables import result

BOARD = (8.0, 8.0, 274.0, 292.0)
"""The sheet without what is written beside the board."""


def souvenir(places: Iterable[PartPlacement], context: DrawContext) -> Souvenir | None:
    """The play that is over; None: there is none."""
    scene = cast(PegasusScene, context.view.scene)
    play = scene.visitor
    if play is None or not play.over:
        return None
    ended = {1: "O wins", -1: "X wins"}.get(result(play.board) or 0, "draw")
    nought, cross = ("Visitor" if side in play.seats else "Pegasus 2" for side in "OX")
    squares = tuple(map(int, play.squares))
    place = next(one for one in places if one.name == "sheet")
    board = board_of_part(place, place.state(context), BOARD, context.now_ms)
    return Souvenir(noughts_record(squares, ended, nought, cross), board)
