"""What the 704's core says in English stands in the table that other languages translate."""

import random

import pytest

from devices.screen.sayings import Sayings
from machines.samuel.learning import TITLES
from machines.samuel.run_status import DOINGS, NOTHING_LOADED, PUNCH_JAMMED, PUNCH_STANDS
from machines.storage.program import ASSETS
from tests.machines.test_guides import check_step, follow_or_anything
from tests.machines.visitor import Visitor, media, words


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
