"""A visitor with real X events is led through every room, and takes over from the demonstration.

    pytest -s -m soak tests/machines/museum/test_x_journey.py

prints the seconds as a table; MATCHBOX704_PICTURES=FOLDER keeps the pictures.  Afterwards a room's
logs hold the acts that the visitor did and no others, and when these are done again, without any
journey, the machine comes to the state that the museum left: their digests are the same.
"""

import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from machines.exhibit.exhibit import Event
from machines.exhibit.session import read_log
from machines.storage.registry import EXHIBITS
from tests.machines.museum.x_visitor import ROOT, XVisitor, missing, x_visitor

NAMES = [one.name for one in EXHIBITS]
SHORT = "menace"
"""The room where the usual run of the tests is led; the soak goes through all."""
SHORT_FORM = float(os.environ.get("MATCHBOX704_SOAK", "600")) < 60
SENTENCE_S, JOURNEY_S = 60.0, 240.0
"""So long at most a sentence, and a whole journey, is waited for.  How long they take is printed
only: a test must not fail because a computer is busy."""
STILL_S = 3.0
"""So long it is looked whether a pause holds."""
SETTLED_S = 6.0
"""After so long without another act, all that a touch does is done."""
ARMED_S = 0.8
"""The question takes no touch sooner, so that the one that called it can't answer it."""
MIDDLE = (640, 250, 2, 2)
"""In the room, above the subtitles."""
pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"there is no {missing()} here"),
    pytest.mark.timeout(900),
]
Acts = list[tuple[str, object]]


@dataclass
class Times:
    """What was measured in a room, in seconds."""

    room: str
    passed: dict[str, float] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    """The sentences of the whole journey."""

    def __str__(self) -> str:
        row = "".join(f"  {what} {seconds:5.1f}" for what, seconds in self.passed.items())
        return f"{self.room:9}{row}  ({len(self.said)} sentences)"


def logs(data: Path, room: str) -> list[Path]:
    """The visitor's own logs; those of the demonstration stand in a folder of their own."""
    return sorted((data / "sessions" / room).glob("*.log"))


def acts_of(data: Path, room: str) -> Acts:
    """What was done to the visitor's machine, so far."""
    found: Acts = []
    for path in logs(data, room):
        lines = read_log(path.read_bytes(), path.name).lines
        found += [(line.control, line.value) for line in lines if isinstance(line, Event)]
    return found


def settled_acts(visitor: XVisitor, data: Path, room: str) -> Acts:
    """The acts of a touch that was just made, once no more of them come."""
    acts: Acts = []
    while (now := acts_of(data, room)) != acts or not acts:
        acts = now
        visitor.until(lambda: False, SETTLED_S)
    return acts


def check_digests(data: Path, room: str) -> None:
    """Done again without a journey, the visitor's acts lead to the state that the museum left."""
    for path in logs(data, room):
        again = [sys.executable, "main.py", "replay", "--data", str(data), str(path)]
        done = subprocess.run(again, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert '"line":"end"' in path.read_text(encoding="utf-8").splitlines()[-1]


def shows(visitor: XVisitor, sheet: str, seconds: float = 60.0) -> None:
    """Wait for what lies over the room."""
    seen = visitor.until(lambda: visitor.reads()["sheet"] == sheet, seconds)
    told = visitor.reads()
    assert seen, f"no {sheet or 'bare room'}: {told['sheet']}, {told['step']}, {told['exhibit']}"


def next_sentence(visitor: XVisitor, after: str) -> str:
    """The sentence that comes after one, or the journey's end: empty."""
    assert visitor.until(lambda: visitor.reads()["said"] != after, SENTENCE_S), after
    told = visitor.reads()
    return str(told["said"]) if told["sheet"] == "Subtitles" else ""


def taste(visitor: XVisitor, times: Times) -> None:
    """From the placard: begun by a touch; paused, gone back, left."""
    began = time.monotonic()
    assert visitor.tap_label("tour (sheet)")
    shows(visitor, "Subtitles")
    assert visitor.until(lambda: bool(visitor.reads()["said"]))
    times.passed["begun"] = time.monotonic() - began
    first = str(visitor.reads()["said"])
    second = next_sentence(visitor, first)
    visitor.keep(f"{times.room}-tour-said")
    assert visitor.tap_label("pause (sheet)")
    time.sleep(STILL_S)
    assert visitor.reads()["said"] == second
    visitor.keep(f"{times.room}-tour-paused")
    for _ in range(4):  # twice: to the beginning of this step, then of the one before
        assert visitor.tap_label("back (sheet)")
        assert visitor.tap_label("back (sheet)")
        if visitor.until(lambda: visitor.reads()["said"] == first, SENTENCE_S):
            break
    assert visitor.reads()["said"] == first, "BACK leads to the sentence before"
    left = time.monotonic()
    assert visitor.tap_label("leave (sheet)")
    assert visitor.until(lambda: visitor.reads()["sheet"] != "Subtitles")
    times.passed["left"] = time.monotonic() - left
    assert visitor.reads()["exhibit"] == times.room


def whole(visitor: XVisitor, times: Times) -> None:
    """A journey to its end, asked for by its key in the middle of a game."""
    began = time.monotonic()
    visitor.key("ctrl+g")
    shows(visitor, "Subtitles")
    said = ""
    while time.monotonic() - began < JOURNEY_S:
        said = next_sentence(visitor, said)
        if not said:
            break
        times.said.append(said)
        visitor.until(lambda: False, 2.5)  # by then it is close
        visitor.keep(f"{times.room}-tour-{len(times.said):02}")
    times.passed["journey"] = time.monotonic() - began
    assert visitor.reads()["sheet"] != "Subtitles"
    assert len(times.said) >= 5


def board(visitor: XVisitor) -> tuple[object, ...]:
    """What can be seen of the game: the men, and the guide's step."""
    told = visitor.reads()
    return told["step"], sorted((one, man) for one, (_, man) in told["men"].items())


def guided(data: Path, folder: Path, times: Times) -> None:
    """Two journeys with a game between; the game stands as it stood, and nothing was done to it."""
    room = times.room
    with x_visitor(folder, "--data", str(data)) as visitor:
        visitor.enters(room, NAMES.index(room) + 1)
        assert acts_of(data, room) == []
        taste(visitor, times)
        assert acts_of(data, room) == []
        visitor.begins()
        dice = random.Random(704)
        while visitor.reads()["step"] != "runs" and not acts_of(data, room):
            visitor.chooses(dice)  # the first touch of a piece only chooses it
            visitor.until(lambda: bool(acts_of(data, room)), SETTLED_S)
        acts = settled_acts(visitor, data, room)
        visitor.until(lambda: bool(visitor.glows()), 10.0)
        stood = board(visitor)
        whole(visitor, times)
        assert acts_of(data, room) == acts
        if stood[0] != "runs":
            assert visitor.until(lambda: board(visitor) == stood), (stood, board(visitor))
        visitor.keep(f"{room}-tour-over")
        visitor.leaves()
    check_digests(data, room)


def asked(visitor: XVisitor, room: str) -> None:
    """The demonstration goes on before the room, and is touched: it asks."""
    assert visitor.until(lambda: visitor.reads()["exhibit"] == room)
    shows(visitor, "Subtitles", 90.0)
    assert visitor.until(lambda: bool(visitor.reads()["said"]))
    visitor.until(lambda: visitor.reads()["settled"])
    visitor.tap(MIDDLE)
    shows(visitor, "HandOver")
    time.sleep(ARMED_S)


def handed_over(data: Path, folder: Path, times: Times) -> None:
    """The demonstration asks at the first touch: WATCH ON, ANOTHER ROOM, PLAY HERE."""
    room, before = times.room, acts_of(data, times.room)
    here = ("--data", str(data), "--room", room)
    with x_visitor(folder / "another", *here, command="demo") as visitor:
        asked(visitor, room)
        visitor.keep(f"{room}-demo-asks")
        assert visitor.tap_label("watch (sheet)")
        shows(visitor, "Subtitles")
        asked(visitor, room)
        assert visitor.tap_label("room (sheet)")
        assert visitor.until(lambda: visitor.reads()["exhibit"] == "")
        shows(visitor, "")
        visitor.keep(f"{room}-demo-another")
    assert acts_of(data, room) == before
    with x_visitor(folder / "play", *here, command="demo") as visitor:
        asked(visitor, room)
        began = time.monotonic()
        assert visitor.tap_label("play (sheet)")

        def ready() -> bool:
            told = visitor.reads()
            return not told["sheet"] and (bool(visitor.glows()) or told["step"] == "runs")

        assert visitor.until(ready), visitor.reads()["caption"]
        times.passed["to play"] = time.monotonic() - began
        visitor.keep(f"{room}-demo-play")
        assert visitor.reads()["exhibit"] == room
        visitor.leaves()
    check_digests(data, room)


@pytest.mark.slow
def test_a_visitor_is_led_through_a_room_and_the_machine_is_as_it_was(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with x_visitor(tmp_path / "guided", "--data", str(data)) as visitor:
        visitor.enters(SHORT, NAMES.index(SHORT) + 1)
        taste(visitor, Times(SHORT))
        assert acts_of(data, SHORT) == []
    check_digests(data, SHORT)


@pytest.mark.soak
@pytest.mark.skipif(SHORT_FORM, reason="ten minutes of journeys; the usual run is led as well")
@pytest.mark.parametrize("room", NAMES)
def test_a_journey_leaves_the_machine_as_it_was_and_the_demonstration_hands_over(
    tmp_path: Path, room: str
) -> None:
    times = Times(room)
    data = tmp_path / "data"
    guided(data, tmp_path / "guided", times)
    handed_over(data, tmp_path / "demo", times)
    print(f"\n{times}")
    for sentence in times.said:
        print(f"          {sentence}")
