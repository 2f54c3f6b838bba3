"""The tournament table over the floor plan: figures, growth, a touch that leads to the room."""

import pygame

from devices.screen.museum_protocol import Meeting
from devices.screen.tournament_board import TournamentBoard, cells_of, share_of
from tests.devices.screen.window_room import words

ROWS = (
    Meeting("demo", "one", 943, 34, 23, 3),
    Meeting("demo", "two", 1, 1, 0),
    Meeting("other", "three", 0, 0, 0),
)


def board(rows: list[tuple[Meeting, ...]], answers: list[bool]) -> TournamentBoard:
    started.clear()

    def start(exhibit: str, name: str) -> bool:
        started.append((exhibit, name))
        return answers.pop(0)

    made = TournamentBoard(words(), lambda: rows[0], start)
    made.lay((1920, 1080), pygame.Rect(0, 0, 1920, 985))
    return made


started: list[tuple[str, str]] = []


def test_points_and_share_are_the_first_ones() -> None:
    assert cells_of(ROWS[0], "en") == ("1,000", "943", "34", "23", "960", "96%")
    assert cells_of(ROWS[0], "de")[0] == "1.000"
    assert cells_of(ROWS[1], "en") == ("2", "1", "1", "0", "1.5", "75%")
    assert share_of(ROWS[2]) == 0.0
    assert cells_of(ROWS[2], "en")[-1] == "-"


def test_a_row_begins_its_meeting_and_the_table_goes() -> None:
    shown = board([ROWS], [True])
    shown.press(*shown.row_rect(1).center)
    assert started == [("demo", "two")]
    assert shown.done


def test_a_row_that_would_end_a_game_asks_for_a_second_touch() -> None:
    shown = board([ROWS], [False, True])
    shown.press(*shown.row_rect(2).center)
    assert (shown.done, shown.again) == (False, 2)
    shown.press(*shown.row_rect(2).center)
    assert shown.done
    assert started == [("other", "three")] * 2


def test_the_keyboard_chooses_a_row() -> None:
    shown = board([ROWS], [True])
    for name in ("down", "down", "up", "return"):
        shown.key(name, "", False)
    assert started == [("demo", "one")]
    other = board([ROWS], [])
    other.key("escape", "", False)
    assert other.done


def test_it_grows_while_it_is_looked_at() -> None:
    rows: list[tuple[Meeting, ...]] = [ROWS]
    shown = board(rows, [])
    shown.tend(1_000)
    shown.fresh = False
    rows[0] = (ROWS[0]._replace(won=944, here=4), *ROWS[1:])
    shown.tend(1_100)
    assert not shown.fresh
    shown.tend(1_300)
    assert shown.fresh
    assert shown.rows[0].won == 944


def test_rows_and_close_lie_on_the_sheet_apart_in_every_size() -> None:
    for size in ((1920, 1080), (1280, 720), (1024, 768), (1080, 1920), (3840, 2160)):
        for large in (False, True):
            many = tuple(ROWS[0]._replace(name=str(k)) for k in range(7))
            shown = board([many], [])
            shown.large = large
            shown.lay(size, pygame.Rect(0, 0, size[0], round(size[1] * 0.9)))
            rects = [rect for _, rect in shown.plates()]
            assert all(shown.box.contains(rect) for rect in rects)
            assert all(min(rect.size) >= 40 for rect in rects), (size, large)
            for k, rect in enumerate(rects):
                assert rect.collidelist(rects[k + 1 :]) < 0
