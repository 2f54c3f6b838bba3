"""The 704's room while the machine plays: nothing is drawn in a frame that was not drawn ahead."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace

import pygame
import pytest

from devices.media.deck import deck_value, read_deck
from devices.media.tape import Record, Tape, TapeMark, tape_value
from devices.screen.kept_picture import kept_picture
from devices.screen.lettering import letter_of
from devices.screen.parts.sprites import SpritePart
from devices.screen.print_faces import type_of
from devices.screen.stage import Stage
from machines.exhibit.exhibit import View
from machines.games.draughts.scene import pieces_of
from machines.ibm704.picture import console
from machines.ibm704.picture.room import resting_view
from machines.ibm704.picture.selector import EitherState
from machines.ibm704.scene import ProgramScene
from machines.museum.worker.worker import SELDOM
from machines.storage import registry
from machines.storage.program import ASSETS
from tests.machines.ibm704.bench import CHEAP, LAYOUT, NAME, Bench
from tests.machines.room_moment import moment_of, moment_with

FRAME_MS = 27
HELD = ("reader.start", "printer.stop", "tape1.unload", "console.start", "console.load_cards")
REEL = Tape(
    "games-of-1956.tap", (*(Record.of_characters(bytes([7] * 400), True),) * 30, TapeMark())
)


class Made:
    """What was drawn since the room was ready: parts' sprites, the console's pictures."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.names: list[Hashable] = []
        sprite, draw = SpritePart.sprite, console._draw

        def counted(
            part: SpritePart, name: Hashable, make: Callable[[], pygame.Surface]
        ) -> pygame.Surface:
            def told() -> pygame.Surface:
                self.names.append((type(part).__name__, name))
                return make()

            return sprite(part, name, told)

        def drawn(cell: console._Cell, frame: int) -> pygame.Surface:
            self.names.append(("console", cell.control or cell.label, frame))
            return draw(cell, frame)

        monkeypatch.setattr(SpritePart, "sprite", counted)
        monkeypatch.setattr(console, "_draw", drawn)


def ready_stage(size: tuple[int, int]) -> Stage:
    """The room with everything made that can be made ahead, and painted once."""
    stage = Stage(registry.make_room(registry.find_exhibit(NAME), LAYOUT))
    stage.lay(size)
    stage.paint(stage.context(resting_view(LAYOUT), 0, 1_000))
    for one in stage.standings:
        for _ in one.part.make_sprites():
            pass
    return stage


@pytest.fixture(scope="module")
def stage() -> Stage:
    """The room at a small size, ready: no frame of any test may draw what a later one needs."""
    return ready_stage((480, 246))


def played() -> Iterator[View]:
    """What is seen of a game that the machine plays against itself: a tape put on meanwhile, lines
    printed, cards read, jumps, kings; slowly at first, then flat out."""
    bench = Bench()
    bench.machine.sample = SELDOM
    yield bench.machine.view()
    bench.act("tape1.mount", tape_value(REEL))
    bench.press("tape1.load_rewind")
    bench.load(*CHEAP, "GAME   1 BLACK=MACHINE WHITE=MACHINE LIMIT=70 FROM 1956", "END")
    for _ in range(20):
        bench.machine.advance(250_000)
        yield bench.machine.view()
    bench.press("tape1.start", "console.start")
    for step in range(220):
        bench.machine.advance(30_000 if step < 80 else 900_000)
        yield bench.machine.view()


@pytest.mark.slow
def test_nothing_is_drawn_in_a_frame_that_could_be_drawn_ahead(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Made(monkeypatch)
    types, moves, crowned = type_of.misses, 0, False
    for number, view in enumerate(played()):
        held = frozenset({HELD[number // 3 % len(HELD)]} if number % 3 else ())
        moment = stage.context(view, 1_000 + number * FRAME_MS, FRAME_MS * 1_000, held=held)
        stage.paint(moment)
        moves = max(moves, view.tallies["moves"])
        board = stage.room.board(moment)  # type: ignore[attr-defined]
        crowned = crowned or any(abs(piece) == 2 for piece in pieces_of(board.scene.position))
        scene = replace(board.scene, black="OPERATOR", white="MACHINE")
        turned = board._replace(scene=scene)
        table = stage.in_room("board")
        table.paint(stage.canvas, (0, 0), EitherState(0, turned), moment.now_ms, False)
    assert made.names == []
    assert type_of.misses == types
    assert moves > 40, "no whole game was played"
    assert crowned


def tried() -> Iterator[View]:
    """What is seen of a 704 program: the selector turned, its deck loaded, run, and the board
    again."""
    bench = Bench()
    bench.act("selector.program", 1)
    path = ASSETS / "programs" / "selftest.cbn"
    bench.act("reader.hopper", deck_value(read_deck(path.read_bytes(), path.name)))
    bench.press("reader.start", "console.load_cards")
    for step in range(130):
        bench.machine.advance(300_000 if step < 90 else 30_000)
        yield bench.machine.view()
    bench.wait()
    bench.act("selector.program", 0)
    yield bench.machine.view()


@pytest.mark.slow
def test_nothing_is_drawn_in_a_frame_of_a_704_program(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Made(monkeypatch)
    types, pages = type_of.misses, set()
    for number, view in enumerate(tried()):
        stage.paint(stage.context(view, 1_000 + number * 100, 100_000))
        if isinstance(view.scene, ProgramScene):
            pages.add(view.scene.around[0].address)
    assert made.names == []
    assert type_of.misses == types
    assert len(pages) > 5, "no program ran"


@pytest.mark.slow
def test_a_line_of_print_is_put_together_of_types_that_are_there(stage: Stage) -> None:
    printer = stage.in_room("printer")
    types = type_of.misses
    bench = Bench()
    for number in range(60):
        bench.machine.state.printer.print_line(f"{number:4} THE QUICK BROWN FOX/JUMPS (OVER) *1.5")
        bench.machine.state.printer.advance(400_000)
        view = bench.machine.state.printer.view()
        moment = moment_with(None, view={"units": {"printer": view}})
        printer.paint(stage.canvas, (0, 0), moment, number * FRAME_MS, False)
    assert type_of.misses == types


@pytest.mark.slow
def test_the_letters_of_labels_are_there() -> None:
    for function in kept_picture.functions:  # other tests': a full budget drops letters of these
        function.cache_clear()
    stage = ready_stage((640, 328))
    letters = letter_of.misses
    reader, bench = stage.in_room("reader"), Bench()
    for cards in range(1, 12):
        bench.act("reader.empty_hopper")
        bench.load(*[f"MOVE   11-15 {number}" for number in range(cards)])
        reader.paint(stage.canvas, (0, 0), moment_of(bench.machine.view()), 0, False)
    assert letter_of.misses == letters
