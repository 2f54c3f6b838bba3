"""The long run: the museum is killed again and again while a machine plays by itself."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from machines.exhibit.exhibit import Event
from machines.exhibit.session import Play, read_log, replay_lines, restore_exhibits
from machines.museum.sessions.session_store import SessionStore
from machines.museum.worker.worker import SELDOM
from machines.storage import registry
from machines.storage.registry import make_exhibit

ROOT = Path(__file__).resolve().parents[3]
SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "300"))
NAMES = [one.name for one in registry.EXHIBITS[:: 1 if SECONDS >= 60 else 2]]

CARDS = (
    "GAME   1 BLACK=MACHINE WHITE=MACHINE SOAK",
    "BREAK  MIN 5",
    "END",
)

LOADS = "reader.empty_hopper reader.hopper reader.start console.load_cards"
WORKS: dict[str, tuple[str, ...]] = {
    "ibm704": (LOADS, "console.start"),
    "menace": ("table.opponent table.run", "table.reload"),
    "pegasus": ("desk.print=0 desk.run",),
    "anaconda": ("pc.samuel",),
    "morph": ("workstation.house",),
}
"""What is done whenever an exhibit stands still, in turn, so that it plays by itself."""

# The worker as the museum has it, flat out, without its window.
MUSEUM = textwrap.dedent("""
    import sys, time
    from pathlib import Path
    from devices.media.deck import deck_value, read_text_deck
    from machines.museum.controller import MuseumController, StartupOptions
    from machines.museum.sessions.session_store import SessionStore
    folder, name, cards, works = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
    house = MuseumController(SessionStore(folder), StartupOptions(speed="flat"))
    house.open()
    house.enter(name)
    deck = deck_value(read_text_deck(cards, "soak.txt"))
    turn, pressed = 0, 0.0
    while True:
        view = house.view(name)
        if view is not None:
            print(view.plays, flush=True)
            if not view.busy and time.monotonic() - pressed > 0.3:
                for act in works[turn % len(works)].split():
                    control, _, value = act.partition("=")
                    house.act(name, control, deck if ".hopper" in control else int(value or 1))
                    if control.startswith("console."):
                        house.act(name, control, 0)
                turn, pressed = turn + 1, time.monotonic()
        time.sleep(0.01)
""")


def museum_process(folder: Path, name: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", MUSEUM, str(folder), name, "\n".join(CARDS) + "\n", *WORKS[name]],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 3 + 300)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no such signal")
@pytest.mark.parametrize("name", NAMES)
def test_killed_again_and_again_the_machine_plays_on_from_its_last_play(
    tmp_path: Path, name: str
) -> None:
    chance = random.Random(704)
    end = time.monotonic() + SECONDS
    told = kills = 0
    while time.monotonic() < end or kills < 2:
        process = museum_process(tmp_path, name)
        assert process.stdout is not None
        with process.stdout as lines:
            first = int(lines.readline())
            assert first >= told, "plays were lost"
            told = first
            stop = time.monotonic() + chance.uniform(0.0, 4.0)
            for line in lines:
                told = int(line)
                if time.monotonic() > stop:
                    break
            process.kill()  # a play is marked before it can be seen
        process.wait()
        kills += 1
    assert told > 0
    check_every_log(tmp_path, name)


def check_every_log(folder: Path, name: str) -> None:
    """Each log leads again to the digests in it, and to where the next one opens."""
    plays = acts = 0
    one = registry.find_exhibit(name)
    for path in sorted((folder / "sessions" / name).glob("*.log"))[-6:]:
        found = read_log(path.read_bytes(), path.name)
        exhibits = {name: make_exhibit(one)}
        exhibits[name].sample = SELDOM
        restore_exhibits(exhibits, found)
        done = replay_lines(exhibits, found.lines, found.name)
        assert done.agrees, done.missed
        plays += sum(isinstance(line, Play) for line in found.lines)
        acts += sum(isinstance(line, Event) for line in found.lines)
    assert plays > 0
    SessionStore(folder).close()
