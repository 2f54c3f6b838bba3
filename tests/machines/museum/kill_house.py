"""A museum that is killed again and again: what was reported as kept must be there when it opens.

One process brings in everything once and then forks a museum for each line that it reads, so that
hundreds of kills take minutes: ``python -m tests.machines.museum.kill_house``, and on standard
input ``FOLDER ROOM SEED window|headless``.  The museum plays by itself, flat out, while random
hands touch it, and says on standard output, a line each:

    opened ROOM now_us plays log        as its machine stands there, before anything is done
    kept ROOM log plays now_us          a play was finished, and the store says that it is kept
    reset ROOM                          hands have the machine begin anew: what was played stays in
                                        its log
"""

import os
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from devices.duration import SPEEDS
from devices.media.deck import deck_value, read_text_deck
from machines.commands._museum_window import read_words
from machines.museum.controller import MuseumController, StartupOptions
from machines.museum.sessions.session_store import OpenSession, SessionStore
from machines.storage import registry
from machines.storage.kernel_loader import all_kernels
from machines.storage.registry import make_exhibit, panel_layout
from tests.machines.museum.test_soak import CARDS, WORKS

SIZE = (800, 480)
ACTS_S = 0.03
LOADED = "\n".join(CARDS) + "\n"


def say(*words: object) -> None:
    """A line in one piece: whoever is killed meanwhile has said all of it or nothing."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


class TellingStore(SessionStore):
    """A store that says what it has kept."""

    def mark(self, kept: OpenSession) -> None:
        before = kept.session.lines
        super().mark(kept)
        if kept.session.lines > before and not kept.is_demonstration:
            said = (kept.name, kept.file.path.name, kept.exhibit.plays, kept.exhibit.now_us)
            say("kept", *said)


class Hands:
    """Random hands that know the room's controls, and set its machine to work when it stands."""

    def __init__(self, house: MuseumController, room: str, dice: random.Random) -> None:
        self.house, self.room, self.dice = house, room, dice
        self.deck = deck_value(read_text_deck(LOADED, "kills.txt"))
        self.turn, self.pressed = 0, 0.0

    def act(self) -> None:
        view = self.house.view(self.room)
        if view is None:
            return
        now = time.monotonic()
        if not view.busy and now - self.pressed > 0.2:
            self._work(WORKS[self.room])
            self.pressed = now
        elif self.dice.random() < 0.3:
            self._touch(sorted(view.controls))
        if self.dice.random() < 0.05:
            self.house.set_speed(self.dice.choice([one for one in SPEEDS if one != "step"]))
        elif self.dice.random() < 0.1:
            self.house.set_speed("flat")

    def _work(self, works: Sequence[str]) -> None:
        for act in works[self.turn % len(works)].split():
            control, _, value = act.partition("=")
            given = self.deck if ".hopper" in control else int(value or 1)
            self.house.act(self.room, control, given)
            if control.startswith("console."):
                self.house.act(self.room, control, 0)
        self.turn += 1

    def _touch(self, controls: Sequence[str]) -> None:
        if controls:
            self.house.act(self.room, self.dice.choice(controls), self.dice.randrange(2))


def tell_opened(house: MuseumController, room: str) -> None:
    """As it stands: asked in the worker's thread, before anything is done."""

    def tell() -> None:
        kept = house.sessions.open_sessions[room]
        said = (room, kept.exhibit.now_us, kept.exhibit.plays, kept.file.path.name)
        say("opened", *said)

    house.worker.do(tell)


def open_museum(folder: Path, room: str, seed: int, how: str) -> None:
    """Until it is killed."""
    dice = random.Random(seed)
    store = TellingStore(folder, "kills")
    words = read_words()
    house = MuseumController(store, StartupOptions(speed="flat"), words=words)
    reset = house.sessions.reset

    def tell_reset(name: str) -> None:
        say("reset", name)
        reset(name)

    house.sessions.reset = tell_reset  # type: ignore[assignment, method-assign]
    house.open()
    hands = Hands(house, room, dice)
    if how == "window":
        _before_window(house, words, hands)
    house.enter(room)
    told = False
    while True:
        if house.view(room) is not None and not told:
            tell_opened(house, room)
            told = True
        if told:
            hands.act()
        time.sleep(ACTS_S)


def _before_window(house: MuseumController, words: object, hands: Hands) -> None:
    """The same in the window, touched by random hands through its own events too."""
    from devices.screen.ui_text import UiText
    from machines.museum.window.window import Window, WindowConfig
    from tests.machines.random_hand import RandomHand

    assert isinstance(words, UiText)
    room = hands.room
    window = Window(house, words, WindowConfig(SIZE, exhibit=room, sound=False))
    house.settled = window.settled
    window.open()
    fingers = RandomHand(window, hands.dice, room)
    told, acted = False, 0.0
    while True:
        window.run(1)
        if house.view(room) is None:
            continue
        if not told:
            tell_opened(house, room)
            told = True
        elif time.monotonic() - acted > ACTS_S:
            acted = time.monotonic()
            hands.act()
            fingers.act()


def main() -> None:
    """Bring in everything, then a museum a line."""
    import pygame  # noqa: F401 - brought in once, as all rooms are

    for one in registry.EXHIBITS:
        make_exhibit(one)
        registry.make_room(one, panel_layout(one))
    for made in all_kernels():
        made.make_ready()
    say("ready")
    for line in sys.stdin:
        folder, room, seed, how = line.split()
        child = os.fork()
        if child == 0:
            try:
                open_museum(Path(folder), room, int(seed), how)
            except BaseException as error:
                say("fell", type(error).__name__, str(error).replace("\n", " "))
                os._exit(1)
        say("began", child)
        os.waitpid(child, 0)
        say("ended")


if __name__ == "__main__":
    main()
