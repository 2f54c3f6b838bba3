"""The 704's room: what its parts are given to draw."""

from dataclasses import replace

import pygame

from devices.screen.parts.coefficients import height
from devices.screen.room import CANVAS
from machines import museum
from machines.draughts.scene import BoardScene
from machines.floor.panels import panel
from machines.ibm704.room import CHART_MS, chart_of, chart_state, make_room
from tests.machines.ibm704_bench import CHEAP, Bench
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


def test_nothing_hangs_or_stands_before_anything_else() -> None:
    room = make_room(panel(museum.standing("ibm704")))
    rects = [pygame.Rect([round(side) for side in place.rect]) for place in room.places]
    canvas = pygame.Rect(0, 0, *(round(side) for side in CANVAS))
    for number, rect in enumerate(rects):
        assert canvas.contains(rect)
        assert rect.collidelist(rects[:number]) < 0, room.places[number].name


def test_the_chart_shows_what_alpha_has_learned() -> None:
    bench = Bench()
    bench.started(*CHEAP, "SENSE  4", "LEARN  FIRST SEED 3", "SERIES 2", "END")
    bench.wait()
    learned = bench.machine.view().scene
    assert isinstance(learned, BoardScene)
    state = chart_of(learned.learned)
    assert state.title == "COEFFICIENTS OF ALPHA'S POLYNOMIAL: FIRST SERIES"
    assert state.now == 2
    alpha = bench.machine.program.state.learning.contest.alpha
    ends = {line.name: line.points[-1][1] for line in state.lines if line.active}
    assert ends == {
        one.name: height(alpha.polynomial.coefficient(one.name)) for one in alpha.active
    }
    assert state.leaders[-1].name == alpha.leader


def test_the_chart_is_made_anew_only_now_and_then() -> None:
    bench = Bench()
    bench.started(*CHEAP, "SENSE  4", "LEARN  FIRST SEED 3", "SERIES 2", "END")
    seen = chart_state()
    first = seen(replace(moment_of(bench.machine.view()), now_ms=1_000))
    bench.machine.advance(30_000_000)
    later = moment_of(bench.machine.view())
    assert seen(replace(later, now_ms=1_000 + CHART_MS - 1)) is first
    assert seen(replace(later, now_ms=1_000 + CHART_MS)).now > first.now


def test_a_touch_of_the_punchs_hopper_fills_it_with_blank_cards() -> None:
    bench = Bench()
    bench.started("PUNCH", "GAME", "END")
    bench.wait()
    room = make_room(panel(museum.standing("ibm704")))
    place = next(one for one in room.places if one.name == "punch")
    touch = next(one for one in place.make().touches() if one.control == "hopper")
    (act,) = room.acts(place, touch, 1, moment_of(bench.machine.view()))
    assert (act.control, act.value) == ("punch.hopper", 4)
    bench.act(act.control, act.value)
    assert not room.acts(place, touch, 1, moment_of(bench.machine.view()))
