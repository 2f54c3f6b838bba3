"""What a visitor takes along of a game on the 704: the board, the game, the printer's listing."""

from collections.abc import Callable, Iterable, Sequence

from devices.media.paper import PrintedLine
from devices.screen.room import DrawContext, PartPlacement
from devices.screen.souvenir import BETWEEN, Souvenir, board_of_part, ending
from devices.units.line_printer import PrinterView
from machines.draughts.scene import BoardScene
from machines.ibm704.picture.board import BoardState
from machines.ibm704.picture.either import EitherState
from machines.ibm704.picture.squares import SIDE

BOARD = (0.0, 0.0, SIDE, SIDE)


def souvenir(
    places: Iterable[PartPlacement], context: DrawContext, scene: BoardScene | None
) -> Souvenir | None:
    """The game that is over on the table's board, ``scene``; None: there is none."""
    if scene is None or scene.record is None:
        return None
    place = next(one for one in places if one.name == "board")
    state = EitherState(0, BoardState(scene))
    position = scene.position
    left = BETWEEN.join(str(men.bit_count()) for men in (position.black, position.white))
    printer = context.view.units.get("printer")
    return Souvenir(
        scene.record,
        board_of_part(place, state, BOARD, context.now_ms),
        {"black_pieces": left},
        _listing(printer) if isinstance(printer, PrinterView) and printer.count else None,
        ending(scene.record, "black_wins", "white_wins"),
    )


def _listing(printer: PrinterView) -> Callable[[], Sequence[PrintedLine]]:
    """Gives the lines that are printed by now."""
    lines, count = printer.lines, printer.count
    return lambda: lines[:count]
