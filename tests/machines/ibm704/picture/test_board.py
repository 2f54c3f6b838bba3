"""The drawn board: where squares are, what lies on them, how pieces travel, what marks say."""

from typing import Any

import pygame
import pytest

from machines.games.draughts.board import Move
from machines.ibm704.picture.board import HOP_MS, STEP_MS, BoardPart, BoardState
from machines.ibm704.picture.board_panel import PLATES
from machines.ibm704.picture.discs import BOXWOOD, EBONY, piece
from machines.ibm704.picture.marks import SQUARE_MARKS, square_mark
from machines.ibm704.picture.squares import AREA, SQUARE
from tests.devices.screen.parts.gallery import START, board, floor, moved, pixels
from tests.machines.museum.glow_finder import bright_lines

FIRST = board()


@pytest.fixture
def part() -> BoardPart:
    made = BoardPart()
    made.build(0.4)
    return made


def at(part: BoardPart, state: BoardState, square: int, now_ms: int) -> Any:
    """The pixels in the middle of a square."""
    screen = floor(part)
    part.paint(screen, (0, 0), state, now_ms, True)
    x, y = (round(place) for place in part.centre(square))
    return pixels(screen)[x - 4 : x + 4, y - 4 : y + 4].astype(int)


def touched(part: BoardPart, square: int) -> tuple[float, float]:
    """The middle of a square's area, in units."""
    touch = next(one for one in part.touches() if one.control == f"square.{square}")
    x, y, width, height = touch.rect
    return x + width / 2, y + height / 2


@pytest.mark.slow
def test_every_playable_square_can_be_touched(part: BoardPart) -> None:
    names = [touch.control for touch in part.touches()]
    assert names == [*(f"square.{n}" for n in range(1, 33)), *PLATES]
    assert {touch.kind for touch in part.touches()[:32]} == {"square"}


@pytest.mark.slow
def test_squares_are_numbered_as_in_the_books(part: BoardPart) -> None:
    columns_and_rows = {1: (1, 0), 4: (7, 0), 5: (0, 1), 8: (6, 1), 29: (0, 7), 32: (6, 7)}
    for square, (column, row) in columns_and_rows.items():
        middle = (AREA[0] + (column + 0.5) * SQUARE, AREA[1] + (row + 0.5) * SQUARE)
        assert touched(part, square) == pytest.approx(middle)


@pytest.mark.slow
def test_a_turned_board_is_turned_end_for_end(part: BoardPart) -> None:
    before = {square: touched(part, square) for square in range(1, 33)}
    part.look(board(black="OPERATOR", white="MACHINE"), 0)
    for square in range(1, 33):
        assert touched(part, square) == pytest.approx(before[33 - square])


@pytest.mark.slow
def test_a_light_square_is_no_control(part: BoardPart) -> None:
    assert part.touch(AREA[0] + SQUARE / 2, AREA[1] + SQUARE / 2) is None


@pytest.mark.slow
def test_black_white_and_empty_look_different(part: BoardPart) -> None:
    black, white, empty = (at(part, FIRST, square, 0).mean() for square in (6, 27, 14))
    assert white > empty + 60
    assert black < empty - 10


@pytest.mark.parametrize("wood", [BOXWOOD, EBONY])
def test_a_king_is_taller_than_a_man_and_bears_a_crown(wood: Any) -> None:
    man, king = piece(50, wood, False, 5), piece(50, wood, True, 5)
    assert king.get_height() > man.get_height()
    crown = pixels(king)[:, :50].astype(int) - pixels(man)[:, :50]
    assert (abs(crown).sum(axis=2) > 120).mean() > 0.05


@pytest.mark.slow
def test_a_move_glides_for_300_ms(part: BoardPart) -> None:
    part.look(FIRST, 0)
    after = board(moved(START, 11, 15), last=Move((11, 15)))
    landed = BoardPart()
    landed.build(0.4)
    rest = at(landed, after, 15, 0)
    assert (at(part, after, 15, 1000) != rest).any()
    halfway = at(part, after, 15, 1000 + STEP_MS // 2)
    assert (halfway != rest).any()
    assert (at(part, after, 15, 1000 + STEP_MS) == rest).all()


@pytest.mark.slow
def test_a_jump_hops_along_its_squares_and_takes_what_it_jumped(part: BoardPart) -> None:
    squares = moved(moved(START, 11, 15), 22, 18)
    before = board(squares)
    part.look(before, 0)
    taken = moved(squares, 15, 22, (18,))
    after = board(taken, last=Move((15, 22)))
    bare = BoardPart()
    bare.build(0.4)
    empty = at(bare, board((0,) * 32), 18, 0)
    assert at(part, after, 18, 1000).mean() > empty.mean() + 60
    assert part.flight is not None
    assert part.flight.lasts_ms == STEP_MS
    two = board(moved(taken, 25, 11), last=Move((25, 18, 11)))
    part.look(two, 3000)
    assert part.flight.lasts_ms == 2 * HOP_MS
    assert at(part, two, 11, 3000 + 2 * HOP_MS).mean() > 150


@pytest.mark.slow
def test_a_change_that_no_move_explains_is_shown_at_once(part: BoardPart) -> None:
    part.look(FIRST, 0)
    part.look(board((0,) * 32), 500)
    assert part.flight is None


@pytest.mark.slow
def test_moves_that_come_faster_than_the_eye_are_streaks(part: BoardPart) -> None:
    part.look(FIRST, 0)
    after = moved(START, 11, 15)
    part.look(board(after, last=Move((11, 15))), 500)
    third = board(moved(after, 22, 18), last=Move((22, 18)))
    part.look(third, 516)
    assert part.flight is not None
    assert part.flight.streak
    part.look(third, 700)
    assert part.flight is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", SQUARE_MARKS)
def test_of_the_marks_only_that_of_what_is_chosen_is_as_golden_as_a_glow(kind: str) -> None:
    ground = pygame.Surface((80, 80))
    ground.fill((70, 44, 26))
    ground.blit(square_mark(kind, 80), (0, 0))
    assert bright_lines(pixels(ground)).any() == (kind == "double")


def test_marks_differ_in_shape(part: BoardPart) -> None:
    left = board(last=Move((14, 18)))
    entered = board(chosen=(14,))
    shown = {
        name: set(part.look(state, 0))
        for name, state in (("plain", FIRST), ("left", left), ("entered", entered))
    }
    assert len(shown["left"] - shown["plain"]) == 2
    assert len(shown["entered"] - shown["plain"]) == 1
    assert not (shown["left"] - shown["plain"]) & (shown["entered"] - shown["plain"])


@pytest.mark.slow
def test_the_plates_name_the_players_and_who_is_to_move(part: BoardPart) -> None:
    texts = {key[1] for key in _captions(part, FIRST)}
    assert texts == {"BLACK · MACHINE · TO MOVE", "WHITE · YOU"}


def _captions(part: BoardPart, state: BoardState) -> list[tuple[str, str]]:
    part.look(state, 0)
    return [key for key in part._brief if isinstance(key, tuple) and key[0] == "_engraved"]
