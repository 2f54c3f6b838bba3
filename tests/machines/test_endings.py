"""The end of a visitor's game in every room: bar and board say who has won."""

from typing import Any

import pygame
import pytest

from devices.screen.lettering import Engraving
from devices.screen.ui_text import languages
from devices.screen.words import headline
from tests.machines.lettered import lettering
from tests.machines.test_souvenirs import ROOMS, over
from tests.machines.visitor import words

BOARDS = {
    "ibm704": "board",
    "menace": "board",
    "pegasus": "sheet",
    "morph": "workstation",
    "anaconda": "pc",
}
"""The part of each room that has the board."""


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_bar_and_board_say_who_has_won(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = over(name)
    context, step = visitor.context(), visitor.step()
    after = visitor.room.after_game(context)
    assert after is not None
    assert after.winner
    for code in languages():
        spoken = words(code)
        won = spoken.after(name, after.winner, after.words)
        assert won not in (after.winner, "")
        if step.prompt == "over":  # the Pegasus' was played without PLAY
            assert spoken.prompt(name, step.prompt, step.words).startswith(won)
    for place in visitor.room.in_play.places:
        place.state(context)  # each of them has something to say of a game that is over
    place = next(place for place in visitor.room.places if place.name == BOARDS[name])
    part = place.make()
    kept: list[str] = []
    surface = Engraving.text_surface

    def made(self: Engraving, text: str, *rest: Any, **named: Any) -> pygame.Surface:
        kept.append(text)
        return surface(self, text, *rest, **named)

    with lettering(monkeypatch) as got:
        monkeypatch.setattr(Engraving, "text_surface", made)
        visitor.room.board_picture(place.name, (0.0, 0.0, *part.size), context)(900)
    said = " ".join((*kept, *(text.text for text in got.texts))).upper()
    assert headline(words().after(name, after.winner, after.words)) in said


@pytest.mark.slow
@pytest.mark.parametrize("name", ROOMS)
def test_a_game_that_is_over_can_be_taken_back(name: str) -> None:
    visitor = over.__wrapped__(name)
    visitor.look()
    visitor.touch(visitor.hits()[visitor.room.takes_back])
    visitor.settle()
    visitor.wait(1_000)
    assert not visitor.refused
    assert visitor.room.after_game(visitor.context()) is None
