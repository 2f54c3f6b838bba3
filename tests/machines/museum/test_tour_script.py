"""A demonstration: scenes in their order, keys one by one, and what each step waits for."""

from dataclasses import replace
from functools import partial

import pytest

from devices.duration import Speed
from devices.refusal import RefusedError
from machines.commands._museum_window import read_words
from machines.exhibit.exhibit import Event, Exhibit, View
from machines.menace.scene import MenaceScene
from machines.museum.tour_script import (
    GAP_MS,
    DemoAction,
    DemoPlayer,
    KeepState,
    OperateControl,
    ResetExhibit,
    RestoreState,
    Script,
    SetSpeed,
    read_script,
)
from machines.museum.tours import load_shipped_deck, load_shipped_script
from machines.museum.worker.worker import RATES, SELDOM
from machines.storage.registry import EXHIBITS, find_exhibit, make_exhibit
from tests.machines.counter import make

SCRIPT = b"""
[[scenes]]
deck = "one.txt"
[[scenes.steps]]
say = "hopper"
speed = "authentic"
acts = [["reader.hopper", "@deck"], ["reader.start", 1]]
seconds = 3
[[scenes.steps]]
say = "play"
speed = "flat"
acts = [["console.start", 1], ["console.start", 0]]
until = "plays"
count = 2
at_most = 20

[[scenes]]
deck = "two.txt"
[[scenes.steps]]
until = "waiting"
at_most = 10
"""

IDLE = make().view()
BUSY = replace(IDLE, busy=True)


def deck(name: str) -> str:
    return f"text {name}\n"


def walk(
    tour: DemoPlayer, until_ms: int, view: View = IDLE, from_ms: int = 0
) -> list[tuple[int, DemoAction]]:
    """What it does and when, looked at each 50 ms."""
    return [(ms, deed) for ms in range(from_ms, until_ms, 50) for deed in tour.tick(ms, view)]


@pytest.fixture
def tour() -> DemoPlayer:
    return DemoPlayer(read_script(SCRIPT, "tour.toml"), deck)


def test_a_scene_begins_with_a_fresh_exhibit(tour: DemoPlayer) -> None:
    assert tour.tick(0, IDLE) == (ResetExhibit(), SetSpeed("authentic"))
    assert tour.caption == "hopper"


def test_keys_are_seen_to_move_one_by_one(tour: DemoPlayer) -> None:
    done = walk(tour, 2_000)
    assert done[2:] == [
        (GAP_MS, OperateControl("reader.hopper", "text one.txt\n")),
        (2 * GAP_MS, OperateControl("reader.start", 1)),
    ]


def test_cards_are_put_behind_a_deck() -> None:
    script = b"""
[[scenes]]
deck = "programs/one.cbn"
behind = "two.txt"
[[scenes.steps]]
acts = [["reader.hopper", "@deck"], ["reader.hopper", "@behind"], ["reader.start", 1]]
"""
    done = walk(DemoPlayer(read_script(script, "tour.toml"), deck), 2_000)
    put = [deed.value for _, deed in done if isinstance(deed, OperateControl)]
    assert put == ["text programs/one.cbn\n", "text two.txt\n", 1]


@pytest.mark.slow
def test_a_program_loads_itself_and_plays_in_the_704_s_own_act() -> None:
    script = load_shipped_script("ibm704")
    assert script is not None
    exhibit = make_exhibit(find_exhibit("ibm704"))
    exhibit.sample = 0
    player = DemoPlayer(Script(script.scenes[-1:]), load_shipped_deck)
    rates = {**RATES, "flat": 100_000}
    rate, thought = RATES["authentic"], 0
    for ms in range(0, 30_000, 50):
        for deed in player.tick(ms, exhibit.view()):
            if isinstance(deed, SetSpeed):
                rate = rates[deed.speed]
            elif isinstance(deed, OperateControl):
                exhibit.operate(Event("ibm704", deed.control, deed.value, exhibit.now_us))
        exhibit.advance(50_000 * rate)
        scene = exhibit.view().scene
        board = getattr(scene, "board", None)
        thought += board is not None and board.trying is not None
    assert player.over and player.shown == 1
    assert thought > 100  # the look-ahead is seen for five seconds at least


def test_a_step_lasts_its_seconds(tour: DemoPlayer) -> None:
    walk(tour, 3_000)
    assert tour.caption == "hopper"
    assert tour.tick(3_000, IDLE) == (SetSpeed("flat"),)
    assert tour.caption == "play"


def test_a_step_waits_for_the_plays_finished_since_it_began(tour: DemoPlayer) -> None:
    before = replace(BUSY, plays=7)
    walk(tour, 3_050, before)
    walk(tour, 12_000, replace(BUSY, plays=8), 3_050)
    assert tour.scene == 0
    assert tour.tick(12_000, replace(BUSY, plays=9)) == (ResetExhibit(),)
    assert tour.scene == 1


def test_a_step_waits_for_a_tally_that_grows() -> None:
    steps = b'[[scenes]]\n[[scenes.steps]]\nsay = "a"\n[[scenes.steps]]\nuntil = "tally"\n'
    tour = DemoPlayer(read_script(steps + b'tally = "beads"\ncount = 2\n', "tour.toml"), deck)
    walk(tour, 100, replace(IDLE, tallies={"beads": 5}))
    assert walk(tour, 10_000, replace(IDLE, tallies={"beads": 6}, plays=9), 100) == []
    assert not tour.over
    tour.tick(10_000, replace(IDLE, tallies={"beads": 7}))
    assert tour.over


def test_a_step_waits_for_the_plays_of_the_whole_scene() -> None:
    steps = b'[[scenes]]\n[[scenes.steps]]\nsay = "a"\n[[scenes.steps]]\nuntil = "total"\n'
    tour = DemoPlayer(read_script(steps + b"count = 7\n", "tour.toml"), deck)
    walk(tour, 100, replace(BUSY, plays=5))
    walk(tour, 1_000, replace(BUSY, plays=6), 100)
    assert not tour.over
    tour.tick(1_000, replace(BUSY, plays=7))
    assert tour.over


def test_a_step_does_not_wait_for_ever(tour: DemoPlayer) -> None:
    walk(tour, 3_050, BUSY)
    walk(tour, 23_000, BUSY, 3_050)
    assert tour.scene == 0
    walk(tour, 23_100, BUSY, 23_000)
    assert tour.scene == 1


def test_a_step_that_waits_too_long_is_hurried_and_the_next_has_its_own_speed_again() -> None:
    steps = b"""[[scenes]]
[[scenes.steps]]
speed = "authentic"
until = "waiting"
seconds = 2
at_most = 6
[[scenes.steps]]
seconds = 1
"""
    tour = DemoPlayer(read_script(steps, "tour.toml"), deck)
    done = walk(tour, 8_000, BUSY)
    hurries = [(0, ResetExhibit()), (0, SetSpeed("authentic")), (4_000, SetSpeed("flat"))]
    assert done == [*hurries, (6_000, SetSpeed("authentic"))]
    assert tour.over


def test_acts_that_do_not_come_to_pass_in_time_are_done_at_once() -> None:
    acts = "acts = [" + ", ".join(f'["key.{k}", 1]' for k in range(8)) + "]\n"
    text = f"[[scenes]]\n[[scenes.steps]]\n{acts}seconds = 4\n[[scenes.steps]]\nseconds = 1\n"
    tour = DemoPlayer(read_script(text.encode(), "tour.toml"), deck)
    walk(tour, 1_000)
    assert tour.acted == 2
    assert len(tour.tick(5_000, IDLE)) == 6  # the computer had no time for it until now
    tour.tick(5_004, IDLE)
    assert tour.step == 1


def test_a_pause_takes_no_time_of_the_script(tour: DemoPlayer) -> None:
    walk(tour, 1_000)
    tour.paused = True
    assert walk(tour, 50_000, IDLE, 1_000) == []
    tour.paused = False
    walk(tour, 51_900, IDLE, 50_000)
    assert tour.caption == "hopper"
    walk(tour, 52_100, IDLE, 51_900)
    assert tour.caption == "play"


def test_back_leads_to_the_beginning_of_a_step_or_to_the_one_before() -> None:
    tour = DemoPlayer(read_script(SCRIPT, "tour.toml"), deck, keeps=True)
    assert tour.tick(0, IDLE) == (ResetExhibit(), KeepState(0), SetSpeed("authentic"))
    walk(tour, 9_000, BUSY)
    assert (tour.step, tour.caption, tour.shot.speed) == (1, "play", "flat")
    assert tour.back() == (RestoreState(1), SetSpeed("flat"))
    assert (tour.step, tour.acted) == (1, 0)
    assert tour.back() == (RestoreState(0), SetSpeed("authentic"))
    assert (tour.step, tour.caption) == (0, "hopper")
    assert tour.back() == (RestoreState(0), SetSpeed("authentic"))
    walk(tour, 14_000, BUSY, 9_050)
    assert tour.caption == "play"


def test_what_is_looked_at_stays_until_something_else_is() -> None:
    text = b"""[[scenes]]
[[scenes.steps]]
chapter = "meet"
seconds = 1
[[scenes.steps]]
chapter = "play"
look = "reader.hopper"
seconds = 1
[[scenes.steps]]
seconds = 1
[[scenes.steps]]
look = ""
seconds = 1
"""
    script = read_script(text, "tour.toml")
    tour = DemoPlayer(script, deck)
    seen = []
    for ms in range(0, 3_900, 50):
        tour.tick(ms, IDLE)
        now = (tour.shot.chapter, tour.shot.look, tour.ahead())
        seen += [now] if now not in seen else []
    assert seen == [
        ("meet", "", "reader.hopper"),
        ("play", "reader.hopper", ""),
        ("play", "", ""),
    ]
    assert script.chapters() == (("meet", 0.25), ("play", 1.0))
    assert tour.share() == pytest.approx(0.96, abs=0.02)


def test_after_the_last_scene_it_is_over(tour: DemoPlayer) -> None:
    walk(tour, 3_050, BUSY)
    walk(tour, 23_100, BUSY, 3_050)
    assert not tour.over
    assert walk(tour, 60_000, IDLE, 23_100) == []
    assert tour.over
    assert tour.shown == 2


def test_a_scene_without_its_deck_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    def only_two(name: str) -> str:
        if name != "two.txt":
            raise RefusedError(name, "there is no such file")
        return deck(name)

    tour = DemoPlayer(read_script(SCRIPT, "tour.toml"), only_two)
    tour.tick(0, BUSY)
    assert tour.scene == 1
    assert "one.txt" in caplog.text


def test_how_far_it_is_can_be_asked_while_the_next_scenes_deck_is_read() -> None:
    asked: list[float] = []

    def slow_deck(name: str) -> str:  # in the museum the window asks meanwhile
        asked.append(player.share())
        return deck(name)

    player = DemoPlayer(read_script(SCRIPT, "tour.toml"), slow_deck)
    walk(player, 100_000)
    assert player.over
    first, second = asked
    assert first == 0.0 < second <= 1.0


def test_without_any_deck_nothing_is_done() -> None:
    def none(name: str) -> str:
        raise RefusedError(name, "there is no such file")

    tour = DemoPlayer(read_script(SCRIPT, "tour.toml"), none)
    assert walk(tour, 1_000) == []
    assert tour.over
    assert tour.shown == 0


def test_where_there_is_no_machine_the_next_scene_comes(tour: DemoPlayer) -> None:
    walk(tour, 1_000)
    assert tour.skip() == (ResetExhibit(),)
    assert tour.scene == 1


def test_after_a_refused_act_the_others_of_the_step_are_left_out(tour: DemoPlayer) -> None:
    walk(tour, 500)
    tour.refuse()
    assert walk(tour, 2_950, IDLE, 500) == []
    walk(tour, 60_000, replace(IDLE, plays=9), 2_950)
    assert tour.over
    assert tour.shown == 1  # the second scene


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"scenes = []", "expected at least one scene"),
        (b"[[scenes]]\nsteps = []", "expected at least one scene"),
        (b"[[scenes]]\n[[scenes.steps]]\nspeed = 'slow'", r"slow.*speed"),
        (b"[[scenes]]\n[[scenes.steps]]\nsays = 'x'", "says"),
        (b"[[scenes", "not a demonstration's script"),
        (b"# \xfc", "not a demonstration's script"),
    ],
)
def test_a_script_that_is_wrong_is_refused_by_its_field(text: bytes, said: str) -> None:
    with pytest.raises(RefusedError, match=rf"(?s)^t\.toml: .*{said}"):
        read_script(text, "t.toml")


@pytest.mark.slow
def test_every_exhibit_has_a_demonstration_with_decks_and_captions() -> None:
    for one in EXHIBITS:
        script = load_shipped_script(one.name)
        assert script is not None
        captions = read_words().rooms[one.name].tour
        tallies = make_exhibit(one).view().tallies
        for scene in script.scenes:
            assert not scene.deck or load_shipped_deck(scene.deck, one.decks), one.name
            for step in scene.steps:
                assert not step.say or captions[step.say], (one.name, step)
                assert not step.tally or step.tally in tallies, (one.name, step)


def shown(name: str) -> tuple[DemoPlayer, Exhibit, int, set[str]]:
    """The shipped act from its beginning to its end; the exhibit then, all plays, all captions."""
    script = load_shipped_script(name)
    assert script is not None
    one = find_exhibit(name)
    exhibit = make_exhibit(one)
    tour = DemoPlayer(script, partial(load_shipped_deck, folder=one.decks))
    speed: Speed = "authentic"
    plays, ms = 0, 0
    said = set()
    while not tour.over:
        assert ms < 3_600_000, "it does not come to its end in an hour"
        for deed in tour.tick(ms, exhibit.view()):
            if isinstance(deed, ResetExhibit):
                plays += exhibit.view().plays
                exhibit = make_exhibit(one)
                exhibit.sample = SELDOM
            elif isinstance(deed, SetSpeed):
                speed = deed.speed
            elif isinstance(deed, OperateControl):
                exhibit.operate(Event(name, deed.control, deed.value, exhibit.now_us))
        said.add(tour.caption)
        if exhibit.view().busy:
            exhibit.advance(5_000_000 if speed == "flat" else 50_000 * RATES[speed])
        ms += 50
    return tour, exhibit, plays + exhibit.view().plays, said


@pytest.mark.slow
@pytest.mark.parametrize("name", ["menace", "pegasus", "anaconda", "ibm704", "morph"])
def test_the_shipped_demonstration_comes_to_its_end_without_a_refusal(name: str) -> None:
    tour, _, plays, said = shown(name)
    scenes = tour.script.scenes
    assert tour.shown == len(scenes)
    assert plays > (1 if name == "anaconda" else 20)  # a game of two minutes' thought
    assert said == {step.say for scene in scenes for step in scene.steps if step.say}


@pytest.mark.slow
def test_the_matchboxes_live_through_the_tournament_that_is_demonstrated() -> None:
    """Most that meet the opponent of 1961 afresh lose all the beads of their first box."""
    exhibit = make_exhibit(find_exhibit("menace"))
    script = load_shipped_script("menace")
    assert script is not None
    acts = [act for step in script.steps for act in step.acts]
    for control, value in acts[: acts.index(("table.run", 1)) + 1]:
        exhibit.operate(Event("menace", control, value, exhibit.now_us))
        while exhibit.view().busy and not control.endswith("run"):
            exhibit.advance(500_000)
        if control.startswith("board"):
            outcome = exhibit.view().tallies["beads_lost"]
    assert outcome == 4  # the visitor has won
    plays = exhibit.view().plays
    while exhibit.view().plays < plays + 220:
        assert exhibit.view().busy, "the boxes decline"
        exhibit.advance(5_000_000)
    scene = exhibit.view().scene
    assert isinstance(scene, MenaceScene)
    assert 3 * (scene.results == 1).sum() + (scene.results == 0).sum() > 100
    losses = scene.results == -1
    assert losses[-100:].sum() < losses[:50].sum() / 2


def test_a_script_can_be_made_longer_or_shorter_but_never_than_its_acts_need() -> None:
    text = (
        b'[[scenes]]\n[[scenes.steps]]\nseconds = 10\nacts = [["a.b", 1], ["a.b", 0]]\n'
        b'[[scenes.steps]]\nuntil = "waiting"\nseconds = 4\nat_most = 20\n'
    )
    script = read_script(text, "x.toml")
    assert script.scaled(1.0) is script
    assert (script.scaled(2.0).shortest_s, script.scaled(2.0).longest_s) == (28, 60)
    assert script.scaled(0.001).steps[0].shortest_s == 2 * GAP_MS / 1000
