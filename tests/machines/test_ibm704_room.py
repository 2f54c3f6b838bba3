"""The 704's room: what its parts are given to draw."""

from machines import museum
from machines.floor.panels import panel
from machines.ibm704.room import make_room
from tests.machines.ibm704_bench import Bench
from tests.machines.room_moment import moment_of

ONE_MOVE = ("GAME   1 WHITE=MACHINE LIMIT=1", "MOVE   11-15")


def board_plates(*cards: str) -> tuple[str, str, int]:
    """Who plays and who is to move, as the board's plates say, when the machine waits."""
    bench = Bench()
    bench.started(*cards)
    bench.wait()
    room = make_room(panel(museum.standing("ibm704")))
    state = room.board(moment_of(bench.machine.view()))
    return state.black, state.white, state.to_move


def test_the_side_to_move_is_said() -> None:
    assert board_plates("GAME   1 WHITE=MACHINE", "SENSE  1")[2] == 1


def test_nobody_is_to_move_when_the_game_is_over() -> None:
    assert board_plates(*ONE_MOVE, "END") == ("OPERATOR", "MACHINE", 0)
