"""The Pegasus 2's room: what is touched becomes the desk's acts, what is seen is drawn."""

from collections.abc import Callable, Hashable

import pygame
import pytest

from devices.screen.guide import Medium
from devices.screen.lamps import neon
from devices.screen.part import Touch
from devices.screen.parts.chart import ChartState
from devices.screen.parts.odds_chart import OddsState
from devices.screen.parts.sprites import SpritePart
from devices.screen.parts.step_chart import BlocksState
from devices.screen.print_faces import struck
from devices.screen.room import DrawContext, PartPlacement
from devices.screen.stage import Stage
from machines.exhibit.exhibit import Event
from machines.pegasus.controls import SEATS
from machines.pegasus.exhibit import PegasusExhibit
from machines.pegasus.picture import words
from machines.pegasus.picture.control_desk import KNOB_PLACES
from machines.pegasus.picture.room import PLACES as KNOBS
from machines.pegasus.picture.room import make_room
from machines.pegasus.view import PegasusScene
from machines.storage.registry import layout_of
from tests.machines.test_guides import check_touch
from tests.machines.visitor import Visitor

LAYOUT = layout_of("pegasus")
ROOM = make_room(LAYOUT)
PLACES = {place.name: place for place in ROOM.places}


class Visit:
    """An exhibit and its room, worked by touches."""

    def __init__(self) -> None:
        self.exhibit = PegasusExhibit(LAYOUT)
        self.stage = Stage(make_room(LAYOUT))
        self.ms = 0

    def context(self) -> DrawContext:
        self.ms += 1_000
        return self.stage.context(self.exhibit.view(), self.ms, 16_667)

    def touch(self, place: PartPlacement, touch: Touch, value: int = 1) -> list[tuple[str, object]]:
        acts = ROOM.acts(place, touch, value, self.context())
        for act in acts:
            assert not isinstance(act.value, Medium)
            self.exhibit.operate(Event("pegasus", act.control, act.value, self.exhibit.now_us))
        return [(act.control, act.value) for act in acts]

    def desk(self, control: str, value: int = 1) -> list[tuple[str, object]]:
        place = PLACES["desk"]
        touch = next(one for one in place.make().touches() if one.control == control)
        return self.touch(place, touch, value)

    def state(self, name: str) -> object:
        return PLACES[name].state(self.context())

    def seconds(self, seconds: int) -> None:
        self.exhibit.advance(seconds * 1_000_000)


def test_a_knob_and_a_wheel_are_turned_by_one_place_and_letting_go_does_nothing() -> None:
    visit = Visit()
    assert visit.desk("nought") == [("desk.nought.random", 1)]
    assert visit.desk("nought", 0) == []
    assert visit.desk("a.up") == [("desk.a", 1)]
    assert visit.desk("d.down") == [("desk.d", -1)]
    assert visit.desk("d.down", 0) == []
    moment = visit.context()
    held = moment.view.scene.reinforcement
    assert [f"{worth:g}" for worth in (held.a, held.b, held.d)] == ["1.03", "2", "0.99"]
    assert moment.stands_at("desk")["nought"] == 1
    assert len(KNOB_PLACES) == len(SEATS)


def test_a_knob_goes_to_the_place_that_is_touched() -> None:
    visit = Visit()
    touches = {one.control for one in PLACES["desk"].make().touches()}
    for knob, places in KNOBS.items():
        for number, place in enumerate(places):
            assert f"{knob}.{place}" in touches
            assert visit.desk(f"{knob}.{place}") == [(f"desk.{knob}.{place}", 1)]
            assert visit.desk(f"{knob}.{place}", 0) == []
            assert visit.exhibit.view().controls[f"desk.{knob}"] == number


def test_run_latches_and_its_lamp_shines() -> None:
    visit = Visit()
    assert visit.desk("run", 1) == [("desk.run", 1)]
    assert ROOM.stands("desk.run", visit.context()) == 1
    visit.seconds(3)
    visit.context()
    names = [lamp.id for lamp in LAYOUT.lamps()]
    assert visit.context().brightness[names.index("state.RUN")] > 200
    assert visit.desk("run", 0) == [("desk.run", 0)]


def test_the_printed_runs_hang_beside_ours_while_the_players_are_theirs() -> None:
    visit = Visit()
    visit.desk("print", 0)
    visit.desk("run")
    visit.seconds(250)
    state = visit.state("chart")
    assert isinstance(state, BlocksState)
    assert [panel.name for panel in state.panels] == [
        "this run",
        "1963, run 1",
        "1963, run 2",
    ]
    assert state.title == "NOUGHT LEARNS, CROSS PLAYS AT RANDOM"
    scene = visit.exhibit.view().scene
    assert isinstance(scene, PegasusScene)
    assert state.panels[0].blocks == tuple(tuple(map(float, block)) for block in scene.blocks)
    assert len(state.panels[0].blocks) == 2
    visit.desk("cross")
    visit.seconds(10)
    state = visit.state("chart")
    assert isinstance(state, BlocksState)
    assert len(state.panels) == 1
    assert state.panels[0].notes == ((1, "Cross: expert"),)
    assert state.title == "NOUGHT: LEARN, CROSS: EXPERT"


def test_both_learning_shows_figure_9_and_the_play_that_emerges() -> None:
    visit = Visit()
    visit.desk("cross.learn")
    visit.desk("print", 0)
    visit.desk("run")
    visit.seconds(800)
    chart, scene = visit.state("chart"), visit.context().view.scene
    assert isinstance(chart, BlocksState)
    assert chart.title == "BOTH LEARN"
    assert scene.often >= 40
    assert chart.panels[0].notes == ((7, f"emergent play:\n{scene.standard}"),)


def test_the_chart_is_not_drawn_anew_at_every_frame() -> None:
    visit = Visit()
    visit.desk("print", 0)
    visit.desk("run")
    place = make_room(LAYOUT).places[0]
    visit.seconds(150)
    first = place.state(visit.stage.context(visit.exhibit.view(), 1_000, 16_667))
    visit.seconds(300)
    assert place.state(visit.stage.context(visit.exhibit.view(), 1_100, 16_667)) is first
    later = place.state(visit.stage.context(visit.exhibit.view(), 1_400, 16_667))
    assert len(later.panels[0].blocks) == 4


@pytest.mark.slow
def test_nothing_is_drawn_in_a_frame_that_could_be_drawn_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    visit = Visit()
    visit.stage.lay((640, 328))
    visit.stage.paint(visit.context())
    for one in visit.stage.standings:
        for _ in one.part.make_sprites():
            pass
    made: list[Hashable] = []
    sprite = SpritePart.sprite

    def counted(
        part: SpritePart, name: Hashable, make: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        def told() -> pygame.Surface:
            made.append((type(part).__name__, name))
            return make()

        return sprite(part, name, told)

    monkeypatch.setattr(SpritePart, "sprite", counted)
    marks, lamps = struck.misses, neon.misses
    visit.desk("run")
    for step in range(150):
        visit.exhibit.advance(100_000 if step < 80 else 7_000_000)
        if step == 100:
            visit.desk("cross")
            visit.desk("print", 0)
        visit.stage.paint(visit.stage.context(visit.exhibit.view(), 2_000 + 17 * step, 16_667))
    assert made == []
    assert struck.misses == marks
    assert neon.misses == lamps


def test_before_and_after_hangs_on_the_cork_at_a_touch_and_teaches_nothing() -> None:
    visit = Visit()
    visit.desk("print", 0)
    visit.desk("run")
    visit.seconds(500)
    visit.desk("run", 0)
    room = visit.stage.room
    place = next(one for one in room.places if one.name == "multipliers")
    before = visit.exhibit.state.store.learned()
    (touch,) = place.make().touches()
    assert isinstance(place.state(visit.context()), ChartState)
    assert room.acts(place, touch, 1, visit.context()) == ()
    room.acts(place, touch, 0, visit.context())
    figure = place.state(visit.context())
    assert isinstance(figure, OddsState)
    assert [row[0] for row in figure.rows] == [
        "O against luck, BEFORE", "O against luck, NOW",
        "O against perfect play, BEFORE", "O against perfect play, NOW",
    ]  # fmt: skip
    assert figure.rows[0][1] == pytest.approx(215363 / 362880)
    assert figure.rows[1][1] > 0.8  # after 500 plays
    assert figure.rows[2][1] == figure.rows[3][1] == pytest.approx(0)
    assert (visit.exhibit.state.store.learned() == before).all()
    room.acts(place, touch, 1, visit.context())
    assert isinstance(place.state(visit.context()), ChartState)


def test_both_pupils_are_compared_each_against_luck() -> None:
    visit = Visit()
    visit.desk("cross.learn")
    scene = visit.exhibit.view().scene
    assert isinstance(scene, PegasusScene)
    figure = words.compared(scene)
    assert [row[0] for row in figure.rows] == [
        "O against luck, BEFORE", "O against luck, NOW",
        "X against luck, BEFORE", "X against luck, NOW",
    ]  # fmt: skip
    for before, now in (figure.rows[:2], figure.rows[2:]):
        assert before[1:] == now[1:]
        assert sum(before[1:]) == pytest.approx(1)


# -- a card of the placard -------------------------------------------------------------------------


def scene(visitor: Visitor) -> PegasusScene:
    found = visitor.exhibit.view().scene
    assert isinstance(found, PegasusScene)
    return found


def mark(visitor: Visitor) -> None:
    play = scene(visitor).visitor
    assert play is not None
    visitor.operate(f"sheet.square.{play.board.moves[0]}", 1)
    visitor.wait(5_000)


def test_a_card_asks_only_over_a_play_in_which_the_visitor_has_made_a_mark() -> None:
    visitor = Visitor("pegasus")
    assert not visitor.room.at_stake(visitor.context())
    assert visitor.press_play().yours
    assert not visitor.room.at_stake(visitor.context())
    mark(visitor)
    assert visitor.room.at_stake(visitor.context())
    while scene(visitor).asks:
        mark(visitor)
    play = scene(visitor).visitor
    assert play is not None and play.over
    assert not visitor.room.at_stake(visitor.context())
    visitor.start_card("winner")
    assert not visitor.room.at_stake(visitor.context())


def test_a_deck_that_lies_behind_another_is_offered_in_its_place() -> None:
    visitor = Visitor("pegasus")
    for deck in ("PEGASUS VISITOR", "PEGASUS FIG 5"):
        visitor.operate("reader.hopper", visitor.medium("reader.hopper", deck))
    step = visitor.step()
    assert (step.prompt, step.words) == ("second_deck", {"deck": "PEGASUS FIG 5"})
    check_touch(visitor, step, "reader.empty_hopper")
    assert visitor.step().prompt == "start_reader"
    assert visitor.exhibit.view().units["reader"].deck == "pegasus-fig-5.txt"
