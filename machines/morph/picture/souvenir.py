"""What a visitor takes along of a game against Morph."""

from collections.abc import Iterable
from typing import cast

from devices.screen.room import DrawContext, PartPlacement
from devices.screen.souvenir import Souvenir, board_of_part, ending
from machines.morph.picture.chess_board import SIDE
from machines.morph.picture.program_layout import LEFT, UPPER
from machines.morph.picture.workstation import WorkstationMonitorPart
from machines.morph.scene import MorphScene

_LEFT, _TOP = WorkstationMonitorPart.housing.raster[:2]
BOARD = (_LEFT + LEFT, _TOP + UPPER, SIDE, SIDE)


def souvenir(places: Iterable[PartPlacement], context: DrawContext) -> Souvenir | None:
    """The game that is over; None: there is none."""
    scene = cast(MorphScene, context.view.scene)
    if scene.record is None:
        return None
    place = next(one for one in places if one.name == "workstation")
    board = board_of_part(place, place.state(context), BOARD, context.now_ms)
    won, drawn, lost = scene.score
    facts = {"machine": f"{won:,} \N{MIDDLE DOT} {drawn:,} \N{MIDDLE DOT} {lost:,}"}
    ended = ending(scene.record, "white_wins", "black_wins")
    return Souvenir(scene.record, board, facts, ended=ended)
