"""The long run: the museum is killed again and again while the machine plays itself."""

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from machines import museum
from machines.floor.clock import SELDOM, set_sample
from machines.floor.panels import panel
from machines.floor.store import Store
from machines.session import Act, Play, follow, read_log, restore

ROOT = Path(__file__).resolve().parents[2]
SECONDS = float(os.environ.get("MATCHBOX704_SOAK", "300"))
ONE = museum.PLAN[0]

CARDS = (
    "GAME   1 BLACK=MACHINE WHITE=MACHINE SOAK",
    "BREAK  MIN 5",
    "END",
)

# The worker as the museum has it, flat out, without its window.
MUSEUM = textwrap.dedent("""
    import sys, time
    from pathlib import Path
    from machines.floor.warm import name_cache
    name_cache()
    from devices.media.deck import deck_value, read_text_deck
    from machines.floor.house import Doors, House
    from machines.floor.store import Store
    from machines.museum import PLAN
    name = PLAN[0].name
    house = House(Store(Path(sys.argv[1])), Doors(speed="flat"))
    house.open()
    house.enter(name)
    deck = deck_value(read_text_deck(sys.argv[2], "soak.txt"))
    loads = [("reader.empty_hopper", 1), ("reader.hopper", deck), ("reader.start", 1),
             ("console.load_cards", 1), ("console.load_cards", 0)]
    starts = [("console.start", 1), ("console.start", 0)]
    turn, pressed = 0, 0.0
    while True:
        view = house.view(name)
        if view is not None:
            print(view.plays, flush=True)
            if not view.busy and time.monotonic() - pressed > 0.3:
                for control, value in (loads, starts)[turn]:
                    house.act(name, control, value)
                turn, pressed = 1 - turn, time.monotonic()
        time.sleep(0.01)
""")


def museum_process(folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", MUSEUM, str(folder), "\n".join(CARDS) + "\n"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.soak
@pytest.mark.timeout(SECONDS * 3 + 300)
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no such signal")
def test_killed_again_and_again_the_machine_plays_on_from_its_last_play(tmp_path: Path) -> None:
    chance = random.Random(704)
    end = time.monotonic() + SECONDS
    told = kills = 0
    while time.monotonic() < end or kills < 3:
        process = museum_process(tmp_path)
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
    check_every_log(tmp_path)


def check_every_log(folder: Path) -> None:
    """Each log leads again to the digests in it, and to where the next one opens."""
    plays = acts = 0
    for path in sorted((folder / "sessions" / ONE.name).glob("*.log"))[-6:]:
        found = read_log(path.read_bytes(), path.name)
        exhibits = {ONE.name: museum.make_exhibit(ONE, panel(ONE))}
        set_sample(exhibits[ONE.name], SELDOM)
        restore(exhibits, found)
        done = follow(exhibits, found.lines, found.name)
        assert done.agrees, done.missed
        plays += sum(isinstance(line, Play) for line in found.lines)
        acts += sum(isinstance(line, Act) for line in found.lines)
    assert plays > 0
    Store(folder).close()
