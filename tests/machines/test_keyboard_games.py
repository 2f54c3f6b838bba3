"""The keyboard alone: a whole game in every room, with few keys, led on by what glows."""

import random
from dataclasses import dataclass
from typing import Self

import pygame
import pytest

from devices.screen.words import headline
from machines.museum.window.focus import ARROWS
from machines.museum.window.placard import Placard
from machines.storage.registry import EXHIBITS
from tests.machines.solo_museum import WindowVisitor
from tests.machines.visitor import words

NAMES = tuple(one.name for one in EXHIBITS)
KEYS = {"left": pygame.K_LEFT, "right": pygame.K_RIGHT, "up": pygame.K_UP, "down": pygame.K_DOWN}


@dataclass
class KeyboardVisitor(WindowVisitor):
    """Somebody who has only the keyboard, and goes to what glows; before a small window."""

    size: tuple[int, int] = (800, 480)

    def __enter__(self) -> Self:
        super().__enter__()
        self.key(pygame.K_1, "1")  # from the floor plan
        self.settle()
        return self

    def works(self) -> None:
        """SPACE: what is ringed is worked."""
        self.key(pygame.K_SPACE, " ")

    def chooses(self, name: str) -> None:
        """TAB until that glowing thing is ringed."""
        for _ in range(len(self.window.guidance.glowing) + 1):
            if self.window.input.focus == name:
                return
            self.key(pygame.K_TAB, "\t")
        raise AssertionError(f"TAB does not lead to {name}")

    def plays(self, dice: random.Random, most: int) -> int:
        """HOME, then choices among what glows until the game is over; how many they were."""
        self.key(pygame.K_HOME)
        for choices in range(most):
            assert self.waits(), self.window.guidance.step
            self.frames(2)
            step, focus = self.window.guidance.step, self.window.input.focus
            assert step is not None
            if step.prompt == "over":
                return choices
            assert self.window.input.ringed
            assert focus in self.window.guidance.glowing, "the ring is led to what glows"
            if dice.random() < 0.3:
                self.chooses(dice.choice(self.window.guidance.glowing))
            self.works()
        raise AssertionError(f"no end after {most} choices")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_by_few_keys(name: str) -> None:
    with KeyboardVisitor(name) as visitor:
        if name == "anaconda":
            visitor.museum.act(name, "pc.plies.2", 1)
        for _ in range(2 if name in ("ibm704", "morph") else 0):
            visitor.key(pygame.K_RIGHTBRACKET, "]")  # the lever, to 100 times
        before = visitor.keys
        choices = visitor.plays(random.Random(7), 400)
        used = visitor.keys - before
        print(f"{name}: {used} keys, {choices} choices")
        assert used <= 1 + 3 * choices
        check_ending(visitor, name)


def check_ending(visitor: KeyboardVisitor, name: str) -> None:
    """Card and bar say who has won; PLAY AGAIN begins another game, and the card goes."""
    card, state = visitor.card(), visitor.window.control_bar.state
    assert card is not None
    assert state is not None
    won = headline(state.prompt.partition(". ")[0])
    assert card.headings[0] == won
    assert won in ("YOU WON", "A DRAW", headline(words().after(name, "machine_won", {})))
    visitor.frames(300, each_ms=100)
    assert visitor.card() is card, "it stays until it is touched"
    assert visitor.window.input.focus == "sheet:again"
    visitor.works()
    assert visitor.waits()
    step = visitor.window.guidance.step
    assert step is not None
    assert step.yours
    assert visitor.card() is None


@pytest.mark.slow
def test_who_comes_by_the_keyboard_is_led_to_what_is_to_be_touched_first() -> None:
    with KeyboardVisitor("menace") as visitor:
        assert isinstance(visitor.window.sheet(), Placard)
        assert visitor.window.input.focus == "rail:play"
        visitor.works()
        assert visitor.window.sheet() is None  # the placard stepped aside
        assert visitor.waits()
        visitor.frames(2)
        assert visitor.window.guidance.step is not None
        assert visitor.window.guidance.step.prompt == "square"
        state = visitor.window.control_bar.state
        assert state is not None
        assert state.prompt  # the sentence stays, and what is ringed is named below it
        assert state.reason.startswith("THE BOARD: ")
        visitor.post(pygame.MOUSEBUTTONDOWN, pos=(5, 5), button=1, touch=False)
        visitor.post(pygame.MOUSEBUTTONUP, pos=(5, 5), button=1, touch=False)
        visitor.frames(30)
        assert not visitor.window.input.ringed, "a finger ends being led"


@pytest.mark.slow
def test_the_placards_cards_come_next_and_are_started_by_space() -> None:
    with KeyboardVisitor("menace") as visitor:
        reached = []
        for _ in range(5):
            visitor.key(pygame.K_TAB, "\t")
            reached.append(visitor.window.input.focus)
        cards = [card.name for card in visitor.window.words.placard("menace").cards]  # type: ignore[union-attr]
        assert reached == [f"sheet:{name}" for name in (*cards, "turn", "close")]
        visitor.key(pygame.K_LEFT)
        visitor.works()
        sheet = visitor.window.sheet()
        assert isinstance(sheet, Placard)
        assert sheet.learning
        for _ in range(3):
            visitor.key(pygame.K_TAB, "\t", pygame.KMOD_SHIFT)
        acts = len(visitor.museum.log)
        visitor.works()
        visitor.frames(50)
        assert visitor.window.sheet() is None
        assert len(visitor.museum.log) > acts
        visitor.key(pygame.K_INSERT)  # brings the placard and gives it the keys
        assert isinstance(visitor.window.modal(), Placard)
        visitor.key(pygame.K_INSERT)
        assert visitor.window.modal() is None


@pytest.mark.slow
def test_the_card_after_a_game_is_worked_by_keys_and_escape_leads_back() -> None:
    with KeyboardVisitor("menace") as visitor:
        visitor.plays(random.Random(1), 20)
        assert visitor.card() is not None
        assert visitor.window.input.focus == "sheet:again"
        visitor.key(pygame.K_TAB, "\t")
        assert visitor.window.input.focus == "sheet:show"
        visitor.works()
        assert visitor.waits()
        stage = visitor.window.stage
        assert stage is not None
        assert stage.close_up  # where it has changed
        visitor.key(pygame.K_ESCAPE)
        assert stage.close_up == ""
        assert visitor.waits()
        assert visitor.window.input.focus == "rail:play"
        visitor.plays(random.Random(2), 20)
        for _ in range(3):
            visitor.key(pygame.K_TAB, "\t")
        assert visitor.window.input.focus == "sheet:close"
        visitor.works()
        assert visitor.card() is None
        visitor.key(pygame.K_ESCAPE)
        assert visitor.window.navigator.exhibit == ""


@pytest.mark.slow
def test_an_arrow_takes_the_ring_elsewhere_and_it_stays_there() -> None:
    with KeyboardVisitor("anaconda") as visitor:
        visitor.works()
        assert visitor.waits()
        glowing = set(visitor.window.guidance.glowing)
        for name in ARROWS:
            visitor.key(KEYS[name])
        visitor.frames(10)
        assert visitor.window.input.ringed
        assert set(visitor.window.guidance.glowing) == glowing


@pytest.mark.slow
@pytest.mark.parametrize(("name", "unit"), [("anaconda", "pc"), ("morph", "workstation")])
def test_no_glow_lies_over_the_bar_where_a_close_up_shows_a_half(name: str, unit: str) -> None:
    with KeyboardVisitor(name) as visitor:
        window = visitor.window
        visitor.waits()
        stage = window.stage
        assert stage is not None
        if stage.in_play:
            window.navigator.step_away(None)
            visitor.settle()
        monitor = next(one.rect for one in stage.standings if one.place.name == unit)
        for y in (monitor.top + 4, monitor.centery):
            window.navigator.come_closer(monitor.centerx, y, None)
            visitor.settle()
            visitor.frames(30)
            assert stage.close_up == unit
            foot = window.room_rect.bottom
            for one in window.window_surface.glows:
                assert one.bottom <= foot or one.top >= foot, "in the room, or of the bar"
            window.navigator.look("", None)
            visitor.settle()
