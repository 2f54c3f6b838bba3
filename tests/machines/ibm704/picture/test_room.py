"""The 704's room: what its parts are given to draw."""

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pygame
import pytest

from devices.media.deck import deck_value
from devices.screen.guide import PLAY
from devices.screen.part import Touch
from devices.screen.parts.coefficients import height
from devices.screen.room import CANVAS, DrawContext
from devices.screen.sayings import Sayings
from devices.screen.stage import Stage
from machines.exhibit.computer import Registers
from machines.exhibit.exhibit import View
from machines.games.draughts.board import Position
from machines.games.draughts.scene import BoardScene, Learned, Sample
from machines.ibm704 import octal
from machines.ibm704.display import on_tube
from machines.ibm704.picture.board import BoardState, to_move
from machines.ibm704.picture.coding_desk import (
    CALM_DESK_MS,
    DESK_MS,
    FIELDS,
    LINES_A_FRAME,
    CodingDeskState,
    desk_state,
)
from machines.ibm704.picture.room import make_room, resting_view
from machines.ibm704.picture.tube import TubePart
from machines.ibm704.picture.wall_charts import BITS, CHART_MS, WORD_FIELDS, chart_of
from machines.ibm704.scene import ProgramScene, StorageLine, TubePicture, page
from machines.museum.window.control_bar import ControlBar
from machines.museum.window.help import Help
from machines.museum.window.keyboard import CHARACTERS, WINDOW_KEYS
from machines.samuel.learning import TITLES
from machines.samuel.run_status import DOINGS, NOTHING_LOADED, PUNCH_JAMMED, PUNCH_STANDS
from machines.storage import registry
from machines.storage.program import ASSETS
from machines.storage.registry import panel_layout
from tests.machines.ibm704.bench import CHEAP, Bench, deck_of
from tests.machines.room_moment import moment_of
from tests.machines.test_guides import check_step, follow_or_anything
from tests.machines.visitor import Visitor, media, words

ONE_MOVE = ("GAME   1 WHITE=MACHINE LIMIT=1", "MOVE   11-15")


def board_plates(*cards: str) -> tuple[str, str, int]:
    """Who plays and who is to move, as the board's plates say, when the machine waits."""
    bench = Bench()
    bench.started(*cards)
    bench.wait()
    room = make_room(LAYOUT)
    scene = room.board(moment_of(bench.machine.view())).scene
    return scene.black, scene.white, to_move(scene)


def test_the_side_to_move_is_said() -> None:
    assert board_plates("GAME   1 WHITE=MACHINE", "SENSE  1")[2] == 1


def test_nobody_is_to_move_when_the_game_is_over() -> None:
    assert board_plates(*ONE_MOVE, "END") == ("OPERATOR", "MACHINE", 0)


def test_nothing_hangs_or_stands_before_anything_else() -> None:
    room = make_room(LAYOUT)
    rects = [pygame.Rect([round(side) for side in place.rect]) for place in room.places]
    canvas = pygame.Rect(0, 0, *(round(side) for side in CANVAS))
    for number, rect in enumerate(rects):
        assert canvas.contains(rect)
        assert rect.collidelist(rects[:number]) < 0, room.places[number].name


@pytest.mark.slow
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
    wall = next(place for place in make_room(LAYOUT).places if place.name == "chart")
    first = wall.state(replace(moment_of(bench.machine.view()), now_ms=1_000)).state
    bench.machine.advance(30_000_000)
    later = moment_of(bench.machine.view())
    assert wall.state(replace(later, now_ms=1_000 + CHART_MS - 1)).state is first
    shown = wall.state(replace(later, now_ms=1_000 + CHART_MS)).state
    assert first.earlier  # a kept series, until Alpha has moved
    assert not shown.earlier
    assert shown.now > 0


def test_a_touch_of_the_punchs_hopper_fills_it_with_blank_cards() -> None:
    bench = Bench()
    bench.started("PUNCH", "GAME", "END")
    bench.wait()
    room = make_room(LAYOUT)
    place = next(one for one in room.places if one.name == "punch")
    touch = next(one for one in place.make().touches() if one.control == "hopper")
    (act,) = room.acts(place, touch, 1, moment_of(bench.machine.view()))
    assert (act.control, act.value) == ("punch.hopper", 4)
    bench.act(act.control, act.value)
    assert not room.acts(place, touch, 1, moment_of(bench.machine.view()))


def a_page(location: int, serial: int = 0) -> ProgramScene:
    """A program at a location; every word of its page says its own address and ``serial``."""
    lines = tuple(StorageLine(at, at << 18 | serial, f"TRA {at:o}") for at in page(location))
    held = Registers(0o123456701234, 0o3000000000017, 1 << 35, (1, 2, 0o77777), location, 0o500000)
    return ProgramScene("lamps.cbn", location=location, registers=held, cycles=1, around=lines)


def seen_at(view: View, now_ms: int, scene: object, busy: bool = True) -> DrawContext:
    """A moment of the resting room, with another scene."""
    return replace(moment_of(replace(view, scene=scene, busy=busy)), now_ms=now_ms)


LAYOUT = panel_layout(registry.find_exhibit("ibm704"))
RESTING = resting_view(LAYOUT)


def test_the_desk_has_the_page_of_the_next_instruction_and_the_registers_in_octal() -> None:
    scene = a_page(0o153)
    first = scene.around[0]
    assert (octal.address(first.address), octal.word(first.word)) == ("00140", "0 00140 0 00000")
    assert len(scene.around) == 16
    assert octal.title(scene) == "LAMPS                   STORAGE 00140-00157"
    fields = octal.registers(scene.registers)
    assert fields == (
        "-", "1", "0 00000 0 00017", "4 00000 0 00000", "1 23456 7 01234", "5 00000",
        "00001", "00002", "77777", "00153",
    )  # fmt: skip
    assert octal.note(scene) == "1 CYCLES OR 0.00.00.000"
    assert all(len(text) <= one.characters for text, one in zip(fields, FIELDS, strict=True))


def test_the_desk_names_the_program_and_not_the_data_behind_it() -> None:
    bench = Bench()
    bench.act("selector.program", 1)
    bench.press("console.load_cards")
    named: list[str] = []

    def look() -> None:
        scene = bench.machine.view().scene
        assert isinstance(scene, ProgramScene)
        named.append(octal.title(scene).split()[0])

    for name in ("first.cbn", "data.txt"):
        bench.act("reader.hopper", deck_value(deck_of("CARD", name=name)))
        look()
    bench.press("console.load_cards")
    look()
    bench.act("reader.empty_hopper")
    bench.act("reader.hopper", deck_value(deck_of("CARD", name="other.cbn")))
    look()
    bench.press("console.load_cards")
    look()
    assert named == ["FIRST", "FIRST", "FIRST", "FIRST", "OTHER"]


def test_while_a_program_runs_the_desk_is_written_some_times_a_second() -> None:
    desk = desk_state()
    moments = [seen_at(RESTING, 1000 + 16 * k, a_page(k % 5)) for k in range(64)]
    shown = [desk(moment).scene.location for moment in moments]
    turned = sum(before != after for before, after in pairwise(shown))
    assert 2 <= turned <= 1024 // DESK_MS
    calm = desk_state()
    moments = [replace(seen_at(RESTING, 16 * k, a_page(k % 5)), calm=True) for k in range(64)]
    places = {calm(moment).scene.location for moment in moments}
    assert len(places) <= 1 + 1024 // CALM_DESK_MS


def test_each_step_of_a_machine_that_stands_is_on_the_desk_at_once() -> None:
    desk = desk_state()
    for step in range(12):
        moment = seen_at(RESTING, 1000 + step, a_page(step), busy=False)
        assert desk(moment).scene.location == step


def test_a_page_is_turned_a_few_lines_a_frame_until_it_is_whole() -> None:
    desk = desk_state()
    desk(seen_at(RESTING, 0, a_page(0)))
    before, then = a_page(0).around, a_page(0o40)
    for frame in range(4):
        now = desk(seen_at(RESTING, 300 + 16 * frame, then)).lines
        changed = sum(was != line for was, line in zip(before, now, strict=True))
        assert changed <= LINES_A_FRAME
        before = now
    assert before == then.around


def test_the_table_has_the_board_or_the_desk_as_the_selector_stands() -> None:
    bench, room = Bench(), make_room(LAYOUT)
    table = next(place for place in room.places if place.name == "board")
    selector = next(place for place in room.places if place.name == "selector")
    (touch,) = selector.make().touches()
    for value in (0, 1, 0):
        (act,) = room.acts(selector, touch, value, moment_of(bench.machine.view()))
        bench.act(act.control, act.value)
        context = moment_of(bench.machine.view())
        assert room.stands(selector.event(touch.control), context) == value
        assert table.state(context).which == value
        assert isinstance(table.state(context).state, CodingDeskState if value else BoardState)


def test_the_chart_on_the_wall_divides_all_bits_of_a_word() -> None:
    assert {sum(bits for _, bits, _ in fields) for fields in WORD_FIELDS.values()} == {36}
    assert len(BITS) == 36
    wall = next(place for place in make_room(LAYOUT).places if place.name == "chart")
    scenes = (RESTING.scene, a_page(0), RESTING.scene)
    assert [wall.state(seen_at(RESTING, 0, scene)).which for scene in scenes] == [0, 1, 0]


HALF = (Sample(0.0, (("MOB", 4),)), Sample(0.5, (("MOB", 8),)))


def test_what_alpha_has_learned_hangs_there_again_after_the_704_has_run_its_own() -> None:
    wall = next(place for place in make_room(LAYOUT).places if place.name == "chart")
    learned = BoardScene(Position.start(), learned=Learned("A SERIES", HALF))
    first = wall.state(seen_at(RESTING, 0, learned)).state
    assert "A SERIES" in first.title
    wall.state(seen_at(RESTING, 9_000, a_page(0)))
    assert wall.state(seen_at(RESTING, 18_000, learned)).state is first


def test_the_tube_shows_what_a_program_has_drawn_and_nothing_else() -> None:
    tube = TubePart()
    tube.build(0.6)
    assert tube.look(seen_at(RESTING, 0, RESTING.scene), 0) == []
    assert tube.look(seen_at(RESTING, 0, a_page(0)), 0) == []
    words = np.array([1 << 35 | 5 << 18 | 7, 3 << 33 | 1000 << 18 | 1, 2 << 33 | 9], np.int64)
    drawn = seen_at(RESTING, 0, replace(a_page(0), crt=TubePicture(3, words)))
    points, axes = on_tube(words)
    assert points.tolist() == [[5, 1016, 255], [1000, 1022, 110], [0, 1014, 110]]
    assert axes == ((1000, 1022, 1023, 999, 110), (0, 1014, 1023, 1014, 110))
    stamps = [tube.look(drawn, 1_000 * step) for step in range(3)]
    assert stamps[0] == stamps[1] == stamps[2] != [], "made anew only when it is another picture"
    assert tube.look(seen_at(RESTING, 0, RESTING.scene), 0) == []


def test_a_tap_on_the_board_before_any_game_begins_one() -> None:
    room = make_room(LAYOUT)
    board = next(place for place in room.places if place.name == "board")
    touch = next(one for one in board.make().touches() if one.control == "square.11")
    at_rest = seen_at(RESTING, 0, RESTING.scene, busy=False)
    assert [act.control for act in room.acts(board, touch, 1, at_rest)] == [PLAY]
    assert list(room.acts(board, touch, 0, at_rest)) == []
    on = BoardScene(
        Position.start(), black="OPERATOR", white="MACHINE", mover="Black, the operator"
    )
    assert list(room.acts(board, touch, 1, seen_at(RESTING, 0, on))) == []
    assert room.chosen == [11]


# -- The 704's room by keyboard: every unit has keys of its own, and the help shows them -----------


FOCUS = {"tab", "space", "escape", "up", "down", "left", "right", "pageup", "pagedown"}


def touches() -> dict[str, Touch]:
    """Every control of the room, by its event's name."""
    room = make_room(panel_layout(registry.find_exhibit("ibm704")))
    return {
        place.event(touch.control): touch
        for place in room.places
        for touch in place.make().touches()
    }


def test_no_key_is_given_twice_or_is_the_windows_own() -> None:
    keys = [touch.key for touch in touches().values() if touch.key]
    assert len(set(keys)) == len(keys)
    own = set(WINDOW_KEYS) | set(CHARACTERS) | FOCUS | {"f11", "f12"}
    assert own.isdisjoint(key.removeprefix("shift+") for key in keys)


def test_every_button_of_every_unit_has_a_key() -> None:
    bare = [
        name
        for name, touch in touches().items()
        if touch.kind == "button" and not touch.key and not name.startswith("console.")
    ]
    assert bare == []
    for name in ("tape1.mount", "tape2.mount", "printer.tear", "reader.empty_hopper"):
        assert touches()[name].key


def test_the_help_shows_each_key_beside_its_control() -> None:
    stage = Stage(make_room(panel_layout(registry.find_exhibit("ibm704"))))
    stage.lay((1920, 984))
    strip = ControlBar(words())
    strip.lay((1920, 1080))
    manual = Help(words(), stage, strip)
    manual.lay((1920, 1080), pygame.Rect(0, 0, 1920, 984))
    listed = {(row.control, row.key) for row in manual._rows()}
    for touch in touches().values():
        if touch.key:
            assert (touch.label, touch.key.upper()) in listed
    tags = {tag.key for tag in manual.tags}
    assert {"S", "SHIFT+S", "P", "7", "SHIFT+7"} <= tags


def test_a_units_key_reaches_its_control_from_anywhere_in_the_room() -> None:
    stage = Stage(make_room(panel_layout(registry.find_exhibit("ibm704"))))
    stage.lay((1920, 984), "console")
    for key, event in (("s", "reader.start"), ("shift+8", "tape2.start"), ("g", "printer.tear")):
        hit = stage.by_key(key)
        assert hit is not None and hit.event == event


# -- What the 704's core says in English stands in the table that other languages translate --------


def sayings() -> Sayings:
    return Sayings(words().rooms["ibm704"].said)


@pytest.mark.slow
def test_every_caption_of_a_walk_and_every_fixed_sentence_is_known() -> None:
    table = sayings()
    for said in (*DOINGS.values(), *TITLES.values(), NOTHING_LOADED, PUNCH_JAMMED, PUNCH_STANDS):
        assert table.knows(said), said
    dice, visitor = random.Random(9), Visitor("ibm704")
    for _ in range(40):
        follow_or_anything(visitor, dice, check_step(visitor), 0.5)
        visitor.wait(500, 10)
        visitor.settle()
        said = visitor.exhibit.view().caption
        assert not said or table.knows(said), said


def test_whatever_a_visitor_is_told_in_a_game_is_known() -> None:
    table = sayings()
    visitor = Visitor("ibm704")
    assert table.knows(visitor.exhibit.view().reason)
    visitor.operate("reader.hopper", media("decks")["A VISITOR"])
    visitor.press_play()
    assert table.knows(visitor.exhibit.view().reason)
    for square in (9, 18):
        visitor.touch(visitor.hits()[f"board.square.{square}"])
        visitor.settle()
    visitor.wait(2_000)
    assert visitor.step().prompt == "not_allowed"
    assert table.knows(visitor.exhibit.view().reason), visitor.exhibit.view().reason
    assert table.told("game 3: the machine looks ahead for White").endswith("White")
    assert table.knows("game 1: Alpha looks ahead for White")


NOTE = 46
"""Letters that a tray of the drawer has room for."""


def test_a_sentence_in_english_stays_as_it_is_and_a_drawers_note_is_short() -> None:
    for key, told in words().rooms["ibm704"].said.items():
        if key == told:
            continue
        assert key == key.upper().replace("{GAME}", "{game}"), key
        assert len(told) <= NOTE, told


def test_every_deck_and_program_has_its_note() -> None:
    table = sayings()
    for folder, suffix in (("decks", ".txt"), ("programs", ".sap")):
        for path in sorted((ASSETS / folder).glob(f"*{suffix}")):
            first = path.read_bytes().partition(b"\n")[0].decode("ascii")
            if first.startswith("*"):
                note = first[:72].lstrip("* ").rstrip()
                assert table.told(note) != note, path.name
