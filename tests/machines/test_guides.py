"""The guide of every room: right in every state, and enough to begin a game and to play it.

A walk does anything at the room's own controls, by a seed; after each act and each slice of time
what the guide says is checked, and now and then done.
"""

import ast
import importlib
import inspect
import os
import random
import string
import time
from collections.abc import Callable

import pytest

from devices.screen import guide as every_rooms
from devices.screen.guide import NextStep
from devices.screen.placed_part import Hit
from devices.screen.ui_text import languages
from machines.storage.registry import EXHIBITS, find_exhibit, make_exhibit
from tests.machines.visitor import Visitor, folder_of, media, told_in, words

NAMES = tuple(one.name for one in EXHIBITS)
MOST_WORDS = 12
GOES_ON_MS = 6_000
"""What a step's acts do is seen within this."""
SLICES_MS = (0, 0, 30, 300, 2_000, 8_000)
SPEEDS = (1, 1, 10, 100)
DRILLS = {
    "ibm704": ("reader.jam", "punch.jam", "tape1.damage"),
    "menace": ("reader.jam", "tape1.damage"),
    "pegasus": ("reader.jam", "tape1.damage"),
}
"""Failures of units, which no visitor can bring about but which happen."""
SLOW = {f"pc.plies.{plies}" for plies in range(5, 9)} | {"workstation.depth.3"}
"""Controls after which a choice takes seconds to compute."""
WALKS = {"ibm704": 300, "menace": 400, "pegasus": 300, "anaconda": 250, "morph": 200}
"""How many acts a walk has."""
SHORT_WALKS = {
    "ibm704": (4, 45), "menace": (8, 60), "pegasus": (6, 50), "anaconda": (3, 40), "morph": (7, 30),
}  # fmt: skip
"""Seed and acts of a walk that in a short time meets many of the guide's sentences."""
TAKEN_BACK_EVERY = 10
"""After so many acts its state is put into another exhibit: no state that there is is refused."""


# -- what a step must be ---------------------------------------------------------------------------


def check_words(name: str, step: NextStep) -> None:
    """Its sentence is there, is whole and is short."""
    prompts = words().captions | words().rooms[name].prompts
    assert step.prompt in prompts
    fields = {field for _, field, _, _ in string.Formatter().parse(prompts[step.prompt]) if field}
    assert fields <= set(step.words), f"{step.prompt} lacks {fields}"
    assert all(step.words[field] for field in fields)
    said = words().prompt(name, step.prompt, step.words)
    assert len(said.split()) <= MOST_WORDS, said


def check_step(visitor: Visitor) -> NextStep:
    """What the guide says now is a sentence, and about controls that are there."""
    step = visitor.step()
    check_words(visitor.name, step)
    missing = visitor.missing(step.controls)
    assert not missing, f"{step.prompt}: there is no {missing}"
    view = visitor.exhibit.view()
    if not step.controls and not step.acts:
        moving = any(unit.due_us() is not None for unit in visitor.exhibit.units.values())
        assert view.busy or moving, f"{step.prompt}: nothing is under way; {view.reason}"
    if step.yours:
        assert step.controls, step.prompt
    return step


def check_acts(visitor: Visitor, step: NextStep) -> None:
    """What PLAY would do is taken, and the machine goes on by it."""
    before = visitor.exhibit.view()
    visitor.refused = []
    for act in step.acts:
        visitor.send(act)
    visitor.settle()
    assert not visitor.refused, (step.prompt, visitor.refused, before.reason)
    for _ in range(GOES_ON_MS // 100):
        if visitor.step() != step or visitor.exhibit.view().reason != before.reason:
            return  # from one stop to another it may be the same step
        visitor.wait(100)
    raise AssertionError(f"{step.prompt} goes on; {before.reason}")


def check_touch(visitor: Visitor, step: NextStep, control: str) -> None:
    """A control that glows is taken, and changes what can be seen."""
    assert not visitor.missing((control,))
    before = visitor.exhibit.view()
    visitor.refused = []
    use(visitor, visitor.hits()[control], random.Random(control))
    visitor.settle()
    assert not visitor.refused, (step.prompt, visitor.refused, before.reason)
    for _ in range(GOES_ON_MS // 100):
        after = visitor.exhibit.view()
        seen = [(v.scene, v.controls, v.units, v.busy, v.reason) for v in (before, after)]
        if visitor.step() != step or repr(seen[0]) != repr(seen[1]):
            return
        visitor.wait(100)
    raise AssertionError(f"{control} changes nothing; {step.prompt}: {before.reason}")


def check_told(name: str, heard: set[str]) -> None:
    """What a machine says is told in each language."""
    for language in languages()[1:]:
        untold = [one for one in heard if not told_in(language, name).knows(one)]
        assert untold == [], language


# -- anybody ---------------------------------------------------------------------------------------


def use(visitor: Visitor, hit: Hit, dice: random.Random) -> None:
    """Touch a control as the window does: a hopper or a reel is given a medium."""
    kind = hit.event.rpartition(".")[2]
    if hit.touch.kind == "act" and kind in ("hopper", "mount") and hit.place.name != "punch":
        folder = folder_of(visitor.name, hit.event)
        if visitor.exhibit.view().controls.get("selector.program") and kind == "hopper":
            folder = "programs"
        value = dice.choice(list(media(folder).values()))
        for act in visitor.room.put_in(hit.event, value, visitor.context()):
            visitor.send(act)
    elif hit.touch.kind == "act" and kind == "correct":
        visitor.operate(hit.event, dice.choice(("END", "GAME 1", "NONSENSE")))
    elif hit.touch.kind != "look":
        visitor.touch(hit)


def follow_or_anything(visitor: Visitor, dice: random.Random, step: NextStep, share: float) -> None:
    """What PLAY would do next, in that share of the cases, or anything."""
    if step.acts and dice.random() < share:
        for act in step.acts:
            visitor.send(act)
    else:
        anything(visitor, dice)


def anything(visitor: Visitor, dice: random.Random) -> None:
    """Some control of some place is touched, a card is begun, or a unit fails."""
    chance = dice.random()
    if chance < 0.04 and visitor.name in DRILLS:
        visitor.operate(dice.choice(DRILLS[visitor.name]), 1)
        return
    if chance < 0.10:
        tries = visitor.room.tries(visitor.context())
        for act in tries[dice.choice(sorted(tries))].acts:
            visitor.send(act)
        return
    places: dict[str, list[Hit]] = {}
    if dice.random() < 0.05:
        visitor.look()
    for event, hit in visitor.hits().items():
        if event not in SLOW:
            places.setdefault(hit.place.name, []).append(hit)
    use(visitor, dice.choice(places[dice.choice(sorted(places))]), dice)


def walk(name: str, seed: int, acts: int) -> None:
    """So many acts of somebody who does anything, and half of the time what the guide says."""
    dice = random.Random(seed)
    visitor, twin = Visitor(name), make_exhibit(find_exhibit(name))
    did: list[str] = []
    heard: set[str] = set()
    try:
        for number in range(acts):
            if number % TAKEN_BACK_EVERY == 0:  # its state is one that a museum opens with
                twin.restore(visitor.exhibit.snapshot())
            visitor.settle()
            step = check_step(visitor)
            chance = dice.random()
            if chance < 0.3 and step.acts:
                did.append(f"PLAY: {step.prompt}")
                check_acts(visitor, step)
            elif chance < 0.6 and step.controls:
                control = dice.choice(step.controls)
                did.append(f"touch {control}: {step.prompt}")
                if not control.startswith("bar."):
                    check_touch(visitor, step, control)
            else:
                did.append("anything")
                anything(visitor, dice)
            check_step(visitor)
            heard |= visitor.heard()
            visitor.wait(dice.choice(SLICES_MS), dice.choice(SPEEDS))
        check_told(name, heard)
    except Exception as error:
        error.add_note(f"walk({name!r}, {seed}, ...), after {did[-6:]}")
        raise


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in ("ibm704", "anaconda") else [])
        for name in NAMES
    ],
)
def test_a_walk_finds_the_guide_right_in_every_state(name: str) -> None:
    walk(name, *SHORT_WALKS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_long_walk_finds_the_guide_right_in_every_state(name: str) -> None:
    walk(name, 1, WALKS[name])


@pytest.mark.soak
@pytest.mark.parametrize("seed", [22, 31, 37, 38, 40, 48])
def test_walks_that_once_found_the_guide_of_samuels_program_wrong(seed: int) -> None:
    walk("ibm704", seed, WALKS["ibm704"])


@pytest.mark.soak
def test_walks_of_any_seed_find_the_guide_right() -> None:
    end = time.monotonic() + float(os.environ.get("MATCHBOX704_SOAK", "600"))
    seed = time.time_ns() % 1_000_000 * 1_000
    while time.monotonic() < end:
        walk(NAMES[seed % len(NAMES)], seed, 2 * WALKS[NAMES[seed % len(NAMES)]])
        seed += 1


# -- sentences and cards ---------------------------------------------------------------------------


def test_every_sentence_of_a_room_is_said_by_its_guide() -> None:
    for name in NAMES:
        guide = importlib.import_module(f"machines.{name}.picture.guide")
        modules = [guide, every_rooms, *filter(inspect.ismodule, vars(guide).values())]
        nodes = (node for one in modules for node in ast.walk(ast.parse(inspect.getsource(one))))
        said = {node.value for node in nodes if isinstance(node, ast.Constant)}
        assert set(words().rooms[name].prompts) <= said, name


def check_card(visitor: Visitor, k: int) -> None:
    """The card's acts are taken; then a visitor is to move, or the machine works by itself."""
    placard = words().placard(visitor.name)
    assert placard is not None
    visitor.refused = []
    card = visitor.start_card(placard.cards[k].name)
    assert not visitor.refused
    step = visitor.press_play(watches=True) if card.play else visitor.step()
    assert not visitor.refused
    assert step.yours or visitor.exhibit.view().busy, step


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_a_card_can_be_started_in_the_middle_of_a_game(name: str, k: int) -> None:
    visitor = Visitor(name)
    play_on(visitor, random.Random(k), 5)
    check_card(visitor, k)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_card_can_be_started_at_rest_and_after_another(name: str) -> None:
    for k in range(3):
        visitor = Visitor(name)
        placard = words().placard(name)
        assert placard is not None
        cards = sorted(card.name for card in placard.cards)
        assert sorted(visitor.room.tries(visitor.context())) == cards
        check_card(visitor, (k + 1) % 3)
        visitor.wait(3_000, 10)
        check_card(visitor, k)


@pytest.mark.slow
@pytest.mark.parametrize("k", [0, 1, 2])
def test_a_card_can_be_started_while_the_704_runs_a_program(k: int) -> None:
    check_card(running_program(), k)


# -- PLAY and whole games --------------------------------------------------------------------------


MOST_LOOKS = 300
"""At a machine that works, before it is taken to play on by itself."""


def play_on(
    visitor: Visitor,
    dice: random.Random,
    moves: int,
    speed: int = 100,
    before: Callable[[], object] = bool,
) -> NextStep:
    """PLAY, then so many touches of what glows, or to the end of the game; the step then.
    ``before`` each touch that is called."""
    step = visitor.press_play()
    for _ in range(moves):
        for _ in range(MOST_LOOKS):
            if step.yours or step.controls:
                break
            visitor.play.tend(step, visitor.now_ms, visitor.send)  # what nobody is asked for
            visitor.wait(200, speed)
            step = check_step(visitor)
        if step.prompt == "over" or not step.controls:
            break
        before()
        check_touch(visitor, step, dice.choice(step.controls))
        step = check_step(visitor)
    return step


def running_program() -> Visitor:
    """The 704 at one of its own programs."""
    visitor = Visitor("ibm704")
    visitor.operate("selector.program", 1)
    visitor.operate("reader.hopper", media("programs")["LAMPS"])
    visitor.operate("reader.start", 1)
    for value in (1, 0):
        visitor.operate("console.load_cards", value)
    visitor.wait(10_000)
    assert visitor.step().prompt == "program_runs"
    return visitor


@pytest.mark.parametrize("name", NAMES)
def test_play_alone_begins_a_game(name: str) -> None:
    visitor = Visitor(name)
    step = visitor.press_play()
    assert not visitor.refused
    assert step.yours


def test_play_leads_from_a_program_of_the_704_to_a_game() -> None:
    visitor = running_program()
    assert visitor.press_play().yours
    assert not visitor.refused


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("name", ["menace", "pegasus", "anaconda", "ibm704"])
def test_a_whole_game_is_played_by_what_glows_and_another_begun(name: str, seed: int) -> None:
    visitor = Visitor(name)
    if name == "anaconda":
        visitor.operate("pc.plies.2", 1)
    step = play_on(visitor, random.Random(seed), 400)
    assert step.prompt == "over"
    assert step.acts
    assert visitor.press_play().yours
    assert not visitor.refused
