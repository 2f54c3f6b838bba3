"""A deck that waits for a tape: the guide says so, and PLAY mounts one and goes on."""

from typing import Any

import pytest

from devices.media.deck import deck_value, read_deck
from tests.machines.visitor import Visitor

DECKS = {
    "menace": "GAME   1 NOUGHT=MENACE CROSS=RANDOM\nSAVE   {unit} ONE\nLOAD   {unit} ONE\nEND\n",
    "pegasus": "GAME   1 NOUGHT=LEARN CROSS=RANDOM\nSAVE   {unit} ONE\nLOAD   {unit} ONE\nEND\n",
}


def waiting(name: str, unit: int = 1) -> Visitor:
    """A visitor before a machine whose card wants a tape."""
    visitor = Visitor(name)
    if unit != 1:
        visitor.operate("tape1.select", unit)
    deck = DECKS[name].format(unit=unit)
    visitor.operate("reader.hopper", deck_value(read_deck(deck.encode(), "tape.txt")))
    visitor.operate("reader.start", 1)
    visitor.wait(30_000, 10)
    return visitor


@pytest.mark.slow
@pytest.mark.parametrize("name", DECKS)
def test_play_mounts_the_tape_that_a_card_wants_and_it_is_written(name: str) -> None:
    visitor = waiting(name)
    step = visitor.step()
    assert (step.prompt, step.controls) == ("tape_mount", ("tape1.mount",))
    said = []
    for _ in range(200):
        step = visitor.step()
        if not step.prompt.startswith("tape_"):
            break
        if step.prompt not in said:
            said.append(step.prompt)
            for act in step.acts:
                visitor.send(act)
        visitor.settle()
        visitor.wait(500, 10)
    assert said[0] == "tape_mount"
    assert "tape_load" in said
    assert not visitor.refused
    view: Any = visitor.exhibit.view()
    assert view.units["tape1"].written > 1
    assert view.scene.tape is None


@pytest.mark.parametrize("name", DECKS)
def test_a_dial_that_was_turned_away_is_turned_back(name: str) -> None:
    visitor = waiting(name, 3)
    assert visitor.step().prompt == "tape_mount"
    visitor.operate("tape1.select", 5)
    step = visitor.step()
    assert step.prompt == "tape_dial"
    assert step.words["n"] == "3"
    for act in step.acts:
        visitor.send(act)
    visitor.settle()
    assert visitor.step().prompt == "tape_mount"


@pytest.mark.parametrize("name", DECKS)
def test_a_reel_without_a_ring_is_given_one_before_it_is_written_on(name: str) -> None:
    visitor = waiting(name)
    for act in visitor.step().acts:
        visitor.send(act)
    visitor.settle()
    visitor.operate("tape1.file_protect", 1)
    assert visitor.step().prompt == "tape_ring"
