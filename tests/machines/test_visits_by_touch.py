"""A visit by touch in every room, in windows of every size: from the floor plan to a first move, to
the end of a game, its souvenir and back.

At each look: there is a prompt, and what it asks for is in sight.  Before the window the machine is
brought near the end of a game that was played without one.
"""

import os
import random
from collections import deque
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pygame
import pytest

from devices.screen.guide import ENDS
from devices.screen.room import DrawContext
from devices.screen.words import headline
from machines.museum.media_export import SouvenirFolder
from machines.museum.window.focus import SHEET
from machines.museum.window.game_cards import SouvenirCard
from machines.museum.window.overlay import ARMED_MS
from machines.museum.window.placard import Placard
from machines.storage.registry import EXHIBITS
from tests.machines.random_hand import check_asked
from tests.machines.solo_museum import FRAME_MS, MOST_LOOKS, WindowVisitor
from tests.machines.test_guides import play_on
from tests.machines.visitor import Visitor, words

NAMES = [one.name for one in EXHIBITS]
SIZES = [
    (800, 480), (800, 600), (1024, 768), (1280, 720), (1920, 1080), (3840, 2160),
    (1080, 1920), (480, 800),
]  # fmt: skip
SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "600"))
LAST_CHOICES = 3
"""So many of a game are made before the window."""


class TouchVisitor(WindowVisitor):
    """Somebody with a finger, who goes to what glows."""

    def taps(self, name: str) -> None:
        """Touch the middle of a thing, once it is drawn and was seen; it must be in the window."""
        self.looks(lambda: any(one.name == name for one in self.window.targets()))
        self.frames(2 + ARMED_MS // FRAME_MS)
        width, height = self.window.size
        rect = next(one.rect for one in self.window.targets() if one.name == name)
        assert pygame.Rect((0, 0), self.window.size).collidepoint(rect.center), name
        at = {"x": (rect.centerx + 0.5) / width, "y": (rect.centery + 0.5) / height}
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            self.post(kind, touch_id=1, finger_id=3, dx=0.0, dy=0.0, **at)
            self.frames(2)

    def context(self) -> DrawContext:
        """What is seen of the room."""
        assert self.window.context is not None
        return self.window.context

    def looks(self, what: Callable[[], object]) -> None:
        """Let frames pass until it has come to that."""
        for _ in range(MOST_LOOKS):
            if what() and all(one.picture is not None for one in self.window.overlays):
                return
            self.frames()
            self.window.renderer.wait()
        raise AssertionError("it did not come to that")

    def chooses(self, dice: random.Random) -> bool:
        """Wait for what is asked, and touch one thing that glows; whether the game goes on."""
        assert self.waits(), self.window.guidance.step
        check_asked(self.window)
        step = self.window.guidance.step
        if step is not None and step.prompt == "over":
            return False
        self.taps(dice.choice(self.window.guidance.glowing))
        return True


@lru_cache
def near_the_end(name: str) -> bytes:
    """The machine before the visitor's last choices of a game."""
    visitor, kept = Visitor(name), deque[bytes](maxlen=LAST_CHOICES)
    if name == "anaconda":
        visitor.operate("pc.plies.2", 1)

    def keep() -> None:
        kept.append(visitor.exhibit.snapshot())

    assert play_on(visitor, random.Random(1), 1_000, before=keep).prompt == "over"
    return kept[0]


def visit(name: str, size: tuple[int, int], folder: Path, whole: bool) -> None:
    """From the floor plan and back; ``whole``: with the end of a game."""
    dice = random.Random(704)
    with TouchVisitor(name, size) as visitor:
        window = visitor.window
        visitor.museum.souvenirs = SouvenirFolder(folder)
        visitor.taps(f"exhibit:{name}")
        visitor.looks(lambda: isinstance(window.sheet(), Placard))
        visitor.taps("rail:play")
        assert visitor.waits()
        stage = window.stage
        assert stage is not None
        for _ in range(4):  # a man, where it goes, and how far
            if not stage.in_play or not stage.room.at_stake(visitor.context()):
                assert visitor.chooses(dice)
                assert visitor.waits()
        visitor.looks(lambda: stage.in_play and stage.settled())
        ask_by_a_card(visitor)
        if whole:
            visitor.museum.exhibit.restore(near_the_end(name))
            while visitor.chooses(dice):
                pass
            end_the_visit(visitor, folder)
        for _ in range(3):
            if window.navigator.exhibit:
                visitor.taps("rail:plan")
                visitor.frames(20)
        assert window.navigator.exhibit == ""
        visitor.museum.souvenirs.close()


def ask_by_a_card(visitor: TouchVisitor) -> None:
    """Over a game a card asks, and glows itself; it asks no more once it has gone."""
    window = visitor.window
    window.show_placard(asked=False)
    visitor.looks(lambda: isinstance(window.sheet(), Placard))
    card = next(one.name for one in window.targets() if one.name.startswith(SHEET))
    visitor.taps(card)
    visitor.looks(lambda: window.guidance.glowing == (card,))
    assert window.guidance.step is not None
    assert window.guidance.step.prompt == ENDS
    window.put_aside()
    assert visitor.waits()
    assert window.guidance.step.prompt != ENDS


def end_the_visit(visitor: TouchVisitor, folder: Path) -> None:
    """The ending stays until it is touched, says who won, and gives the game to take along."""
    window, room = visitor.window, visitor.window.room_rect
    visitor.looks(lambda: visitor.card() is not None)
    card = visitor.card()
    assert card is not None
    winner = headline(words().after(visitor.name, "machine_won", {}))
    assert card.headings[0] in ("YOU WON", "A DRAW", winner)
    assert all(room.contains(rect) for rect in (card.box, *card.rects().values()))
    visitor.frames(100, each_ms=300)
    assert visitor.card() is card
    check_asked(window)
    visitor.taps("sheet:take")
    visitor.looks(lambda: isinstance(window.sheet(), SouvenirCard))
    assert visitor.museum.souvenirs is not None
    visitor.museum.souvenirs.close()
    assert card.kept is not None
    assert card.kept.names and all((folder / one).stat().st_size for one in card.kept.names)
    visitor.taps("sheet:close")
    visitor.looks(lambda: visitor.card() is card)
    visitor.taps("sheet:close")
    visitor.looks(lambda: visitor.card() is None)


def test_a_first_move_is_made_by_touch_and_the_way_leads_back(tmp_path: Path) -> None:
    visit("menace", SIZES[0], tmp_path, whole=False)


@pytest.mark.parametrize("name", ["anaconda", "morph"])
def test_what_a_card_hides_is_not_asked_for(name: str) -> None:
    with TouchVisitor(name, SIZES[0]) as visitor:
        window = visitor.window
        window.enter(name)
        visitor.looks(lambda: isinstance(window.sheet(), Placard) and window.guidance.glowing)
        visitor.frames(3)
        covered = words().captions["covered"]
        assert window.control_bar.state is not None
        assert window.control_bar.state.prompt == covered
        visitor.taps("sheet:close")
        assert visitor.waits()
        assert window.control_bar.state.prompt != covered


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("name", "size"), list(zip(NAMES, SIZES[-len(NAMES) :], strict=True)), ids=NAMES
)
def test_a_whole_visit_in_a_size_a_room(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    visit(name, size, tmp_path, whole=True)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.skipif(SECONDS < 600, reason="takes ten minutes of CPU: MATCHBOX704_SOAK=600")
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_visit_in_every_size(name: str, tmp_path: Path) -> None:
    for size in SIZES:
        visit(name, size, tmp_path, whole=True)
