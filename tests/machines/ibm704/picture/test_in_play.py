"""What is seen of the 704 while a visitor plays: the reason of its move, what moved in Alpha."""

import random
from dataclasses import replace

import pytest

from devices.media.deck import deck_value
from devices.screen.parts.changes_sheet import ChangesState
from devices.screen.room import DrawContext
from machines.games.draughts.board import Position
from machines.games.draughts.scene import BoardScene, Learned, Sample
from machines.ibm704.picture import guide
from machines.ibm704.picture.program_guide import JUMP_MS
from machines.ibm704.picture.room import make_room
from machines.ibm704.scene import ProgramScene
from tests.machines.ibm704.bench import CHEAP, LAYOUT, deck_of
from tests.machines.ibm704.picture.test_board_panel import scene_of, wait_for_turn
from tests.machines.room_moment import moment_with
from tests.machines.test_guides import play_on
from tests.machines.visitor import FRAME_MS, Visitor, words

FIRST_GAME = (
    Sample(0.0, (("KCENT", 1 << 18), ("MOB", 4), ("DENY", 2), ("CENT", -8))),
    Sample(1.0, (("KCENT", -(1 << 9)), ("MOB", 4), ("DENY", 2), ("CENT", -8))),
)
SECOND_GAME = (
    Sample(1.2, (("MOB", 8), ("DENY", 2), ("CENT", -8), ("KCENT", -(1 << 9)))),
    Sample(1.4, (("MOB", 16), ("DENY", 0), ("CENT", -4), ("KCENT", -(1 << 9)), ("GAP", 2))),
)
"""KCENT turned in the first; MOB, DENY and CENT moved in the second, where GAP came in."""


def moment(*samples: Sample, white: str = "ALPHA", over: bool = False) -> DrawContext:
    scene = BoardScene(Position.start(), black="OPERATOR", white=white, over=over)
    return moment_with(replace(scene, learned=Learned(samples=samples)))


@pytest.mark.parametrize(
    ("samples", "told"),
    [
        (FIRST_GAME, [("kings in the centre", "+18 \N{RIGHTWARDS ARROW} -9")]),
        (
            FIRST_GAME + SECOND_GAME,
            [
                ("squares to move to", "+2 \N{RIGHTWARDS ARROW} +4"),
                ("squares that would cost a piece", "+1 \N{RIGHTWARDS ARROW} 0"),
                ("men in the centre", "-3 \N{RIGHTWARDS ARROW} -2"),
            ],
        ),
    ],
)
def test_of_the_game_under_way_the_terms_that_moved_most_are_told(
    samples: tuple[Sample, ...], told: list[tuple[str, str]]
) -> None:
    state = guide.changes(moment(*samples))
    assert [(one.name, one.told) for one in state.changes] == told
    assert ("one clue" if len(told) == 1 else f"{len(told)} clues") in state.said
    for one in state.changes:
        first, _, then = one.told.partition(" \N{RIGHTWARDS ARROW} ")
        signs = [value and value / abs(value) for value in (one.before, one.after)]
        assert signs == [{"+": 1, "-": -1}.get(said[0], 0) for said in (first, then)]


def test_where_nothing_has_moved_a_true_sentence_stands_there() -> None:
    made = [
        guide.changes(moment()),
        guide.changes(moment(FIRST_GAME[0], FIRST_GAME[0], over=True)),
        guide.changes(moment(*FIRST_GAME, white="MACHINE")),
        guide.changes(moment_with(ProgramScene())),
    ]
    assert len({state.said for state in made}) == 4
    assert not any(one.before != one.after for state in made for one in state.changes)
    assert [one.name for one in made[1].changes][:1] == ["kings in the centre"]


def test_the_game_runs_from_its_first_moment_and_the_last_moves_reason_stands_there() -> None:
    visitor = Visitor("ibm704")
    assert not visitor.room.plays(visitor.context())
    assert visitor.press_play().yours
    assert visitor.room.plays(visitor.context())
    assert said_of("reason", visitor.context()) == words().rooms["ibm704"].labels["why_waits"]
    play_on(visitor, random.Random(3), 2)
    assert visitor.room.plays(visitor.context()), "while it thinks"
    wait_for_turn(visitor)
    scene = scene_of(visitor)
    assert scene.expects is not None
    prompt, said = guide.reason(scene.expects)
    told = words().prompt("ibm704", prompt, said)
    assert said_of("reason", visitor.context()) == f"Why {scene.last}? {told}"
    over = moment_with(replace(scene, over=True))
    assert not visitor.room.plays(over)
    assert said_of("reason", over) == words().after("ibm704", "game_over", {})


def said_of(name: str, context: DrawContext) -> str:
    """What that sheet says."""
    place = next(place for place in make_room(LAYOUT).in_play.places if place.name == name)
    state = place.state(context)
    assert isinstance(state, ChangesState)
    return state.said


def test_games_of_the_programs_and_what_is_to_be_done_elsewhere_are_seen_in_the_whole_room() -> (
    None
):
    room, scene = make_room(LAYOUT), moment().view.scene
    for other in ({"black": "BETA"}, {"mover": ""}, {"white": "OPERATOR"}):
        assert not room.plays(moment_with(replace(scene, **{"mover": "Black", **other})))
    waits = replace(scene, mover="Black", needs="printer.start")
    assert not room.plays(moment_with(waits))


TRIPLE = "BOARD  W/W28,29,30,31,32/B1,2,3,4,11,18,25"
"""White, who is the machine, can only jump 29x22x15x8."""


def test_three_jumps_of_the_machine_follow_one_another_on_the_board_and_ask_for_nothing() -> None:
    visitor = Visitor("ibm704")
    deck = deck_of(*CHEAP, "SENSE  1", "GAME   1 WHITE=MACHINE", TRIPLE, "END")
    visitor.operate("reader.hopper", deck_value(deck))
    visitor.play.begin(visitor.now_ms)
    landed: dict[int, int] = {}  # Where the man that jumps has come to, and when
    for _ in range(1_000):
        step, scene = visitor.step(), visitor.context().view.scene
        assert isinstance(scene, BoardScene)
        if scene.jump or landed:
            landed |= {square: visitor.now_ms for square in (22, 15, 8)
                       if scene.position.piece(square) == "w" and square not in landed}  # fmt: skip
            assert step.yours or not step.controls, "no touch but the visitor's own move"
        if step.yours:
            break
        visitor.play.tend(step, visitor.now_ms, visitor.send)
        visitor.wait(FRAME_MS)
    assert step.prompt == "must_jump"
    assert not visitor.refused
    assert list(landed) == [22, 15, 8]
    first, second, third = landed.values()
    assert min(second - first, third - second) >= JUMP_MS, "each is seen"
