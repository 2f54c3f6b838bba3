"""MENACE: plays a second on one core while it learns (beside C: test_bench_learners.py).

Off by default; ``pytest --benchmark-only tests/bench`` runs it.  Nothing here fails for time.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from devices.screen.room import Room
from machines.exhibit.exhibit import Event
from machines.games.noughts.board import Board
from machines.kernels.generator import generator_state
from machines.menace.beads import Cabinet
from machines.menace.build import build, lay
from machines.menace.exhibit import Menace
from machines.menace.odds import odds
from machines.menace.opponents import Frozen
from machines.menace.scene import OPPONENTS, MenaceScene, OpenBox
from machines.menace.shake import STEPS, dance
from machines.menace.sides import Player
from machines.menace.study import Study, StudyConfig, play_on
from machines.menace.tournament import Tournament, tournament
from machines.menace.tray import SHAKE_US, TILT_US
from machines.museum.window.window import Window, WindowConfig
from machines.museum.worker.gc_policy import GcPolicy
from machines.museum.worker.worker import MOST_US
from machines.storage.registry import layout_of
from machines.storage.run_store import new_run
from tests.machines.menace.bench import act, exhibit, scene, until
from tests.machines.museum.window.frame_timer import FrameTimer
from tests.machines.museum.window.window_room import FakeMuseum, words

GAMES = 1_000_000


@pytest.mark.parametrize("learning", [True, False])
@pytest.mark.parametrize(
    "cross", ["random", "distinct", "perfect", "expert", "standard:0.5", "frozen", "boxes"]
)
def test_a_million_games(benchmark: Any, cross: str, learning: bool) -> None:
    state = generator_state(1961)
    others: dict[str, Callable[[], Player]] = {
        "boxes": lambda: Cabinet.new("second"),
        "frozen": lambda: Frozen("second", Cabinet.new("second").beads),
    }

    def play() -> Tournament:
        other: Player = others[cross]() if cross in others else cross
        return tournament(GAMES, Cabinet.new(), other, state, learning=learning, reload=True)

    played = benchmark.pedantic(play, rounds=3, warmup_rounds=1)
    benchmark.extra_info["games_per_second"] = int(GAMES / benchmark.stats.stats.min)
    assert len(played.records) == GAMES


def test_the_odds_of_a_cabinet(benchmark: Any) -> None:
    cabinet = Cabinet.new()
    found = benchmark(odds, cabinet, "random")
    assert found.win + found.draw + found.loss == pytest.approx(1)


def test_a_million_games_into_a_run_record(benchmark: Any, tmp_path: Path) -> None:
    made = iter(range(100))

    def play() -> int:
        settings = StudyConfig("random")
        study = Study.begin(settings)
        path = tmp_path / f"{next(made)}.sqlite"
        with new_run(path, settings.about(), study.state()) as run:
            for _ in play_on(study, run, GAMES):
                pass
            return run.plays

    assert benchmark.pedantic(play, rounds=3, warmup_rounds=1) == GAMES
    benchmark.extra_info["games_per_second"] = int(GAMES / benchmark.stats.stats.min)


# -- at the table ----------------------------------------------------------------------------------


PLAYS = 200


@pytest.mark.parametrize("beads", [3, 12, 20, 54, 120, 250])
def test_a_shake(benchmark: Any, beads: int) -> None:
    seeds = iter(range(1_000_000))

    def shake() -> int:
        return len(dance.__wrapped__(next(seeds), beads).places)

    assert benchmark(shake) == STEPS + 1


@pytest.mark.parametrize("opponent", ["random", "perfect", "menace"])
def test_plays_flat_out_each_slice_looked_at(benchmark: Any, opponent: str) -> None:
    """As the museum's clock does it, but for what it writes down."""
    menace = exhibit(opponent=OPPONENTS.index(opponent), win=3, run=1)

    def run() -> int:
        wanted = menace.view().plays + PLAYS
        while menace.view().plays < wanted:
            if scene(menace).phase == "declined":
                act(menace, "table.reload")
            menace.advance(MOST_US)
            menace.view()
        return menace.view().plays

    assert benchmark.pedantic(run, rounds=5, warmup_rounds=1) >= 5 * PLAYS
    benchmark.extra_info["plays_per_second"] = int(PLAYS / benchmark.stats.stats.min)


def test_a_look_in_the_middle_of_a_shake(benchmark: Any) -> None:
    menace = exhibit(opponent=1)
    act(menace, "table.new")
    until(menace, "shaking")

    def look() -> str:
        menace.advance(1)
        return menace.view().caption

    assert "shaken" in benchmark(look)


# -- in the room -----------------------------------------------------------------------------------


LAYOUT = layout_of("menace")
AHEAD = 400
"""Frames in which sprites are made ahead."""
FRAMES = 300


class Shaking(FakeMuseum):
    """One box after another is shaken and tilted, without a pause, ``more`` beads a colour added.

    The box changes with each shake, as in a play.
    """

    def __init__(self, more: int) -> None:
        super().__init__(("menace",))
        self.more = more
        self.began = perf_counter()
        self.exhibit = Menace(LAYOUT)
        self.seen = self.exhibit.view()

    def room(self, exhibit: str) -> Room:
        """The exhibit's own."""
        from machines.menace.picture.room import make_room

        return make_room(LAYOUT)

    def view(self, exhibit: str) -> Any:
        """What is seen of the shake now."""
        us = int((perf_counter() - self.began) * 1e6)
        round_number, within = divmod(us, SHAKE_US + TILT_US)
        shaking = within < SHAKE_US
        face = build("304").faces[(7, 60, 150)[round_number % 3] - 1]
        laid = lay("304", face)
        assert laid is not None
        held = [0] * 9
        for colour in build("304").colours(laid.number):
            held[colour] = 3 + self.more
        colour = build("304").colours(laid.number)[0]
        box = OpenBox(
            laid.number, laid.face, 0, "as it lies", tuple(held), colour, colour, round_number
        )
        stands = self.seen.scene
        assert isinstance(stands, MenaceScene)
        scene = replace(
            stands,
            phase="shaking" if shaking else "tilting",
            phase_us=within if shaking else within - SHAKE_US,
            lasts_us=SHAKE_US if shaking else TILT_US,
            board=face,
            marks=_marks(face),
            opened=(box,),
        )
        return replace(self.seen, now_us=us, scene=scene, busy=True)


def _marks(board: Board) -> tuple[int, ...]:
    """Some order in which the board may have been filled."""
    crosses = [square for square in range(9) if board.at(square) == "X"]
    noughts = [square for square in range(9) if board.at(square) == "O"]
    pairs = zip(noughts, [*crosses, None], strict=False)
    return tuple(square for pair in pairs for square in pair if square is not None)


class FlatOut(Shaking):
    """A table at which plays rush past, some dozens a frame."""

    def __init__(self) -> None:
        super().__init__(0)
        for control, value in (("table.opponent", 1), ("table.run", 1)):
            self.exhibit.operate(Event("menace", control, value, 0))

    def view(self, exhibit: str) -> Any:
        """Half a minute has passed since the last look."""
        self.exhibit.advance(31_234_567)
        return self.exhibit.view()


@pytest.mark.parametrize(
    ("size", "more", "least"),
    [
        ((1920, 1080), 0, 58.0),
        ((1920, 1080), 60, 50.0),
        ((3840, 2160), 0, 30.0),
    ],
)
def test_frames_with_a_shake_under_way(
    benchmark: Any, size: tuple[int, int], more: int, least: float
) -> None:
    _measure(benchmark, Shaking(more), size, least)


def test_frames_while_plays_rush_past(benchmark: Any) -> None:
    _measure(benchmark, FlatOut(), (1920, 1080), 30.0)


def _measure(benchmark: Any, museum: FakeMuseum, size: tuple[int, int], least: float) -> None:
    settings = WindowConfig(size=size, exhibit="menace", sound=False)
    tidy = GcPolicy()
    with Window(museum, words(), settings) as window:
        with tidy.switching_on():
            while not (window.stage is not None and window.stage.settled()):
                window.run(frames=1)
            window.run(frames=AHEAD)
            window.put_aside()  # the placard, as a visitor's touch does
        timer = FrameTimer(window)
        run: Callable[[], None] = partial(window.run, FRAMES)
        benchmark.pedantic(run, rounds=1)
        pace = timer.pace()
    tidy.end()
    benchmark.extra_info.update(vars(pace))
    assert pace.per_second >= least
    assert pace.longest_gap_ms <= 100
