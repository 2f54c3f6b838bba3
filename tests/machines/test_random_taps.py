"""Twenty touches a second of anything at random, in every room: nothing breaks, nothing is lost.

Short and by a seed in time of the test's own; as a soak with so many touches as are made in half of
MATCHBOX704_SOAK seconds, and with the whole museum behind the window and time that passes.
"""

import os
import random
import time
from pathlib import Path

import pytest

from machines.exhibit.session import read_log, replay, replay_lines, restore_exhibits
from machines.museum.worker.worker import SELDOM
from machines.storage.registry import EXHIBITS, find_exhibit, make_exhibit
from tests.bench.museum_run import open_museum
from tests.machines.random_hand import RandomHand, check_asked, check_prompt
from tests.machines.solo_museum import FRAME_MS, WindowVisitor

NAMES = [one.name for one in EXHIBITS]
SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "1200")) / 2
TOUCHES_A_SECOND = 20
TOUCHES_A_LOOK, LOOKED_MS = 40, 1_000
"""After so many he stops and looks, so long: it is drawn by then what is asked."""
DRAWN_S = 10.0
"""So long at most a room is drawn anew, in another language."""
SIZE = (1280, 720)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["menace", "anaconda"])
def test_touches_at_random_break_nothing_and_can_be_replayed(name: str) -> None:
    touch_at_random(name, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_more_touches_at_random_break_nothing_and_can_be_replayed(name: str) -> None:
    touch_at_random(name, 5)


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 3 + 300)
@pytest.mark.parametrize("name", NAMES)
def test_who_stops_and_looks_is_told_what_to_do_and_sees_it(name: str) -> None:
    touch_at_random(name, round(SECONDS), time.time_ns() % 1_000_000)


def touch_at_random(name: str, seconds: int, seed: int = 704) -> None:
    """So long of the visitor's time, by a seed: all that is touched in some seconds, then a look;
    where no game runs PLAY is touched now and then."""
    with WindowVisitor(name) as visitor:
        visitor.window.enter(name)
        visitor.settle()
        hand = RandomHand(visitor.window, random.Random(seed), name)
        try:
            for count in range(1, seconds * TOUCHES_A_SECOND + 1):
                hand.act()
                visitor.frames(1, 1000 // TOUCHES_A_SECOND)
                if visitor.museum.pace == "flat":
                    visitor.museum.pace = "x100"
                if visitor.window.settled():
                    check_prompt(visitor.window)
                if count % TOUCHES_A_LOOK == 0:
                    hand.lets_go()
                    visitor.settle()
                    visitor.frames(LOOKED_MS // FRAME_MS)
                    check_asked(visitor.window)
                    if not visitor.window.plays and hand.dice.random() < 0.5:
                        visitor.window.play.begin(visitor.window.now_ms)
            hand.lets_go()
            visitor.settle()
            visitor.frames(LOOKED_MS // FRAME_MS)
            check_asked(visitor.window)
        except Exception as error:
            error.add_note(f"seed {seed}, after {hand.did}")
            raise
        assert not visitor.window.over
        assert not visitor.window.input.presses
        museum = visitor.museum
        museum.session.end()
        again = make_exhibit(find_exhibit(name))
        data = "".join(f"{line}\n" for line in museum.log).encode()
        done = replay({name: again}, read_log(data, "log"))
        assert done.agrees, done.missed
        assert done.met > 0


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 3 + 300)
@pytest.mark.parametrize("name", NAMES)
def test_ten_minutes_of_touches_at_random_break_nothing(tmp_path: Path, name: str) -> None:
    seed = time.time_ns() % 1_000_000
    house, window = open_museum(tmp_path, SIZE, name, "authentic")
    hand = RandomHand(window, random.Random(seed), name)
    house.open()
    window.open()
    try:
        while not window.settled() or house.view(name) is None:
            window.run(frames=1)
        end, due = time.monotonic() + SECONDS, time.monotonic()
        while time.monotonic() < end:
            if time.monotonic() >= due:
                due = max(due + 1.0 / TOUCHES_A_SECOND, time.monotonic() - 0.5)
                hand.act()
            window.run(frames=1)
            try:
                check_prompt(window)
            except AssertionError:  # the machine went on meanwhile, or the room is drawn anew
                drawn = time.monotonic() + DRAWN_S
                window.run(frames=2)
                while not window.settled() and time.monotonic() < drawn:
                    window.run(frames=1)
                check_prompt(window)
            assert house.worker.failed is None
            assert not window.over
    except Exception as error:
        error.add_note(f"seed {seed}, after {hand.did}")
        raise
    finally:
        window.close()
        assert house.close(60.0)
    check_logs(tmp_path, name)


def check_logs(folder: Path, name: str) -> None:
    """Each session of the room leads again to the digests in it."""
    paths = sorted((folder / "sessions" / name).glob("*.log"))
    assert paths
    for path in paths:
        found = read_log(path.read_bytes(), path.name)
        exhibits = {name: make_exhibit(find_exhibit(name))}
        exhibits[name].sample = SELDOM
        restore_exhibits(exhibits, found)
        done = replay_lines(exhibits, found.lines, found.name)
        assert done.agrees, (path.name, done.missed)
