"""A visitor with real X events before the museum as main.py opens it, who knows what is on screen.

The picture comes from the X server's own frame buffer, the touches go to it by xdotool.  What is
to be touched next is found in the picture by its glow; what is lettered (the bar's sentence, the
names of controls) is read from the window's record, as a person reads it from the screen.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from machines.commands._museum_window import RECORD
from tests.machines.museum.glow_finder import (
    Picture,
    Rect,
    find_glows,
    lies_in,
    read_frame_buffer,
)
from tests.machines.museum.visitor_aims import Mind
from tests.x_server import openbox, x_server

ROOT = Path(__file__).resolve().parents[3]
SIZE, DESKTOP = (1280, 720), (1600, 1000)
HELD_S = 0.06
OPENING_S, PATIENCE_S, WAY_OUT_S = 600.0, 180.0, 60.0
"""For so long the museum may compile, and a machine work; a touch on the way out is then repeated.
They end waits that are in vain, and say nothing of how quick the museum is."""
ASKED, DELAY_S = 2, 6.0
"""So often he thinks again where what he wants does not glow, and so long he waits for it while
other things do; a glow that comes swells and ebbs."""
GOES_TO, JUMPS_ON = "square", "jump_on"
"""The steps in which the bar asks where a man that is chosen goes."""
LEAST_PX = 16
"""Of a control that glows, on either side."""
_WAY_S = {"STEP BACK": 3.0}
"""A step back leads out of the room only by another."""
DRAWN_S = 0.5
"""What the record tells is in the picture so much later, as far as pictures are kept."""


def missing() -> str:
    """Which program is not on this computer; empty: all are there."""
    return " and ".join(name for name in ("Xvfb", "xdotool") if shutil.which(name) is None)


@dataclass
class Report:
    """What a visit took."""

    room: str
    aim: str = ""
    """``win``, ``draw`` or ``lose``; empty: none, he touches anything that glows."""
    result: str = ""
    """The same of the last game, as the card after it says."""
    games: int = 0
    """Until it ended as he wanted, or patience did."""
    touches_to_begin: int = 0
    seconds_to_begin: float = 0.0
    touches: int = 0
    seconds: float = 0.0
    choices: int = 0
    by_lot: int = 0
    """So many of the choices were no plan's: one of several things that glowed was touched."""
    ending: str = ""
    """The step at the game's end; empty: the machine plays on by itself."""
    learned: str = ""
    """What the card after the game said."""
    shown: str = ""
    """The unit that SHOW ME led to."""
    undone: str = ""
    """By which control the first move of another game was taken back."""

    def __str__(self) -> str:
        begun = f"{self.touches_to_begin} | {self.seconds_to_begin:.1f}"
        whole = f"{self.choices} | {self.by_lot} | {self.touches} | {self.seconds:.0f}"
        ended = f"{self.result or self.ending} | {self.games}"
        return f"| {self.room} | {self.aim} | {begun} | {ended} | {whole} | {self.undone} |"


HEAD = (
    "| room | aim | touches to begin | seconds to begin | result | games | choices | by lot"
    " | touches | seconds | undone by |\n|---|---|--:|--:|---|--:|--:|--:|--:|--:|---|"
)
"""Above the reports' lines."""


@dataclass
class XVisitor:
    """Somebody with a mouse before the museum's window."""

    display: str
    frame_buffer: Path
    record: Path
    pictures: Path | None = None
    corner: tuple[int, int] = (0, 0)
    """Of the window, on the screen."""
    touches: int = 0
    by_lot: int = 0
    """Choices that were no thought of his."""
    mind: Mind | None = None
    """What he chooses by; None: by lot."""
    plan: list[str] = field(default_factory=list)
    """The squares of his move that are still to be touched, and what a pawn becomes."""

    move: list[str] = field(default_factory=list)
    """All of that."""

    # What is seen

    def reads(self) -> dict[str, Any]:
        """What is lettered on the screen now."""
        try:
            told: dict[str, Any] = json.loads(self.record.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            nothing = {"exhibit": None, "settled": False, "sheet": "", "step": ""}
            return {**nothing, "labels": {}, "men": {}}
        return told

    def picture(self) -> Picture:
        """The screen."""
        return read_frame_buffer(self.frame_buffer)

    def glows(self) -> list[Rect]:
        """What glows, in the picture; a sheet over the room is no control of it, nor is a gleam on
        the rim of a brass plate."""
        places: list[Rect] = [(*place,) for place, _ in self.reads()["men"].values()]
        return [one for one in find_glows(self.picture(), places) if min(one[2:]) >= LEAST_PX]

    def keep(self, name: str) -> None:
        """Keep the picture, where somebody wants to look at it."""
        if self.pictures is not None:
            import pygame

            time.sleep(DRAWN_S)
            made = pygame.surfarray.make_surface(self.picture().swapaxes(0, 1))
            pygame.image.save(made, str(self.pictures / f"{name}.png"))

    def until(self, what: Callable[[], bool], seconds: float = PATIENCE_S) -> bool:
        """Wait for something; whether it came."""
        end = time.monotonic() + seconds
        while not what():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def awaits(self, what: Callable[[], bool], name: str, seconds: float = PATIENCE_S) -> None:
        """Wait for something that must come; else the picture is kept, and what is read told."""
        if self.until(what, seconds):
            return
        self.keep(f"no {name}".replace(" ", "-"))
        told = {key: one for key, one in self.reads().items() if key not in ("labels", "men")}
        raise AssertionError(f"no {name} for {seconds:.0f} s: {told}")

    # What is done

    def _xdotool(self, *words: object) -> None:
        line = ["xdotool", *map(str, words)]
        subprocess.run(line, env={**os.environ, "DISPLAY": self.display}, check=True)

    def tap(self, rect: Rect, held_s: float = HELD_S) -> None:
        """Touch the middle of something; the mouse then goes aside."""
        left, top = self.corner
        x, y = left + rect[0] + rect[2] // 2, top + rect[1] + rect[3] // 2
        self._xdotool("mousemove", x, y, "mousedown", 1, "sleep", held_s, "mouseup", 1)
        self._xdotool("mousemove", left + SIZE[0] - 1, top + 1)
        self.touches += 1

    def tap_label(self, label: str, held_s: float = HELD_S) -> bool:
        """Touch what is lettered so; whether there is such a thing."""
        rect = self.reads()["labels"].get(label)
        if rect is not None:
            self.tap(tuple(rect), held_s)
        return rect is not None

    def key(self, name: str) -> None:
        """A key of the keyboard."""
        self._xdotool("key", name)

    # A visit

    def enters(self, room: str, number: int) -> None:
        """From the floor plan, by the number that it asks for."""

        def stands_in(place: str) -> bool:
            told = self.reads()
            return bool(told["exhibit"] == place and told["settled"])

        self.awaits(lambda: stands_in(""), "floor plan", OPENING_S)
        self.key(str(number))
        self.awaits(lambda: stands_in(room), "room", OPENING_S)
        self.awaits(lambda: self.reads()["sheet"] == "Placard", "placard", OPENING_S)

    def play_is_lit(self) -> bool:
        """Whether PLAY has its red face."""
        x, y, w, h = self.reads()["labels"]["PLAY"]
        red, green, _ = self.picture()[y + 4 : y + h - 4, x + 6 : x + w - 6].mean(axis=(0, 1))
        return bool(red > 1.5 * green)

    def begins(self) -> tuple[int, float]:
        """The first game, by PLAY where it is lit, else by what glows behind the placard; the
        touches and the seconds that it took."""
        before, began = self.touches, time.monotonic()
        self.awaits(lambda: "PLAY" in self.reads()["labels"] and bool(self.reads()["step"]), "PLAY")
        if self.play_is_lit():
            self.tap_label("PLAY")
        else:
            self.tap_label("close (sheet)")
        self.awaits(lambda: bool(self.glows()) or self.reads()["step"] == "runs", "first choice")
        return self.touches - before, time.monotonic() - began

    def chooses(self, dice: Any) -> bool:
        """Touch one of the things that glow; whether there was one, before the game was over."""
        began = seen = time.monotonic()
        asked = 0
        while not self.over():
            told, glows, now = self.reads(), self.glows(), time.monotonic()
            if not glows:
                seen = now
            place = self._meant(told, glows)
            if place is None and now - seen > DELAY_S:  # a touch was lost, or came late
                if told["step"] != JUMPS_ON:
                    self.plan = self.move[1:] if told["step"] == GOES_TO else []
                asked, seen = asked + 1, now
            if place is None and glows and (self.mind is None or asked > ASKED):
                self.by_lot += 1
                place = dice.choice(glows)
            if place is not None:
                break
            if now - began > PATIENCE_S:
                self.awaits(lambda: bool(self.glows()), "glow", 0.0)
            time.sleep(0.05)
        else:
            return False
        self.tap(place)
        self.until(lambda: self.reads() != told, 3.0)
        return True

    def _meant(self, told: dict[str, Any], glows: list[Rect]) -> Rect | None:
        """What he has in mind, where it glows; None: nothing, or not yet."""
        if self.mind is None or not glows:
            return None
        squares = {_square(one): place for one, (place, _) in told["men"].items()}
        lit = {name for name, place in squares.items() if any(lies_in(g, place) for g in glows)}
        if not lit and len(glows) == 1:  # a button
            return glows[0]
        if not self.plan and lit:
            men = {_square(one): man for one, (_, man) in told["men"].items()}
            self.plan = list(self.mind.chooses(men, lit))
            self.move = list(self.plan) or self.move
        places = {**told["labels"], **squares}
        place = places.get(self.plan[0]) if self.plan else None
        if place is None or not any(lies_in(glow, place) for glow in glows):
            return None
        self.plan.pop(0)
        return (*place,)

    def over(self) -> bool:
        """Whether the card after a game lies there."""
        told = self.reads()
        return bool(told["sheet"] == "AfterGameCard" or told["step"] == "over")

    def plays(self, dice: Any, most: int = 600) -> int:
        """To the end of the game; how many choices it took."""
        choices = 0
        for _ in range(most):
            if self.chooses(dice):
                choices += 1
            elif self.over():
                return choices
        raise AssertionError(f"no end after {most} choices: {self.reads()['caption']}")

    def reads_the_card(self) -> tuple[str, str]:
        """What was learned, and the unit that SHOW ME leads to; then back to the room."""
        self.awaits(lambda: self.reads()["sheet"] == "AfterGameCard", "card")
        said = self.reads()["said"]
        if not self.tap_label("show (sheet)"):
            self.tap_label("close (sheet)")
            return said, ""
        self.awaits(lambda: bool(self.reads()["close_up"]), "close-up")
        shown = self.reads()["close_up"]
        assert self.tap_label("STEP BACK")
        self.awaits(lambda: not self.reads()["close_up"], "step back")
        return said, shown

    def plays_again(self) -> None:
        """Another game after the card, by its PLAY AGAIN."""
        self.awaits(lambda: self.reads()["sheet"] == "AfterGameCard", "card")
        self.tap_label("again (sheet)")
        self.plan.clear()
        self.awaits(lambda: not self.over(), "new game")

    def undoes(self, dice: Any) -> str:
        """A move of another game, taken back; the control's label, empty where there is none."""
        labels = self.reads()["labels"]
        label = next((one for one in ("UNDO", "TAKE BACK") if one in labels), "")
        if not label:
            return ""
        if self.play_is_lit():
            self.tap_label("PLAY")
        for _ in range(2):
            self.chooses(dice)
        self.until(lambda: bool(self.glows()))
        self.tap_label(label)
        self.awaits(lambda: bool(self.glows()), "choice after the move was taken back")
        return label

    def leaves(self) -> None:
        """Back to the floor plan."""
        for _ in range(4):  # out of a close-up, out of the game, out of the room, and once more
            labels = self.reads()["labels"]
            label = next((one for one in ("STEP BACK", "FLOOR PLAN") if one in labels), "")
            self.tap_label(label)
            if self.until(lambda: self.reads()["exhibit"] == "", _WAY_S.get(label, WAY_OUT_S)):
                return
        raise AssertionError("the way out is not found")


def _square(control: str) -> str:
    """The square's own name, of its control's."""
    return control.rpartition(".")[2]


@contextmanager
def x_visitor_at_a_desktop(folder: Path) -> Iterator[XVisitor]:
    """The museum in a window with a title, and somebody before it."""
    buffer = folder / "screen"
    buffer.mkdir(parents=True)
    with x_server(DESKTOP, "-fbdir", str(buffer)) as display, openbox(display):
        wide, high = SIZE
        with _museum(folder, display, "museum", "--size", f"{wide}x{high}") as visitor:
            visitor.awaits(lambda: visitor.reads()["exhibit"] == "", "window", OPENING_S)
            told = subprocess.run(
                ["xdotool", "getactivewindow", "getwindowgeometry", "--shell"],
                env={**os.environ, "DISPLAY": display}, capture_output=True, text=True, check=True,
            ).stdout  # fmt: skip
            lines = dict(line.split("=") for line in told.split())
            visitor.corner = int(lines["X"]), int(lines["Y"])
            assert visitor.corner[1] > 0, "the window has no title"
            yield visitor


@contextmanager
def x_visitor(folder: Path, *arguments: str, command: str = "museum") -> Iterator[XVisitor]:
    """The museum, or its demonstration, on all of an X server's screen, and somebody before it."""
    buffer = folder / "screen"
    buffer.mkdir(parents=True)
    with (
        x_server(SIZE, "-fbdir", str(buffer)) as display,
        _museum(folder, display, command, "--fullscreen", *arguments) as visitor,
    ):
        yield visitor


@contextmanager
def _museum(folder: Path, display: str, command: str, *arguments: str) -> Iterator[XVisitor]:
    record = folder / "record.json"
    own = {"DISPLAY": display, RECORD: str(record), "SDL_VIDEODRIVER": "x11"}
    own["SDL_AUDIODRIVER"] = "dummy"
    usual = {"--data": str(folder / "data"), "--room": "plan"}
    words = [word for option in usual.items() if option[0] not in arguments for word in option]
    museum = subprocess.Popen(
        [sys.executable, "main.py", command, *words, *arguments],
        cwd=ROOT,
        env={**os.environ, **own},
    )
    try:
        pictures = os.environ.get("MATCHBOX704_PICTURES")
        kept = Path(pictures) if pictures else None
        yield XVisitor(display, folder / "screen" / "Xvfb_screen0", record, kept)
        assert museum.poll() is None, "the museum has ended by itself"
    finally:
        museum.terminate()
        museum.wait(60)
