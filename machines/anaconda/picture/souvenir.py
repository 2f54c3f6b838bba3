"""What a visitor takes along of a game against Anaconda."""

from collections.abc import Iterable
from typing import cast

from devices.screen.parts.crt_monitor import RASTER
from devices.screen.room import DrawContext, PartPlacement
from devices.screen.souvenir import BETWEEN, Souvenir, board_of_part, ending
from machines.anaconda.picture.checkers_picture import SIDE
from machines.anaconda.picture.program_layout import FIRST, PANES
from machines.anaconda.scene import AnacondaScene

BOARD = (RASTER[0] + FIRST, RASTER[1] + PANES, SIDE, SIDE)


def souvenir(places: Iterable[PartPlacement], context: DrawContext) -> Souvenir | None:
    """The game that is over; None: there is none."""
    scene = cast(AnacondaScene, context.view.scene)
    if scene.record is None:
        return None
    place = next(one for one in places if one.name == "pc")
    board = board_of_part(place, place.state(context), BOARD, context.now_ms)
    position = scene.position
    left = BETWEEN.join(str(men.bit_count()) for men in (position.black, position.white))
    ended = ending(scene.record, "red_wins", "white_wins")
    return Souvenir(scene.record, board, {"red_pieces": left}, ended=ended)
