"""Nothing played at the matchbox table is lost, whenever the process is killed.

The museum keeps the log of a visitor's acts and each finished play
(machines.museum.sessions.session_store).  So a process killed in the middle of a reinforcement
comes back to its last line, at least to the last finished play, and every bead is accounted for.
"""

import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

from machines.menace.exhibit import Menace
from machines.menace.flow import REWARD_US
from machines.menace.scene import OPPONENTS
from machines.museum.sessions.session_store import OpenSession, SessionStore
from tests.machines.menace.bench import check, digest, exhibit, play, scene, until

ROOT = Path(__file__).resolve().parents[4]
NAME = "menace"


def opened(folder: Path) -> tuple[SessionStore, OpenSession, Menace]:
    store = SessionStore(folder)
    kept = store.open(NAME, exhibit)
    assert isinstance(kept.exhibit, Menace)
    return store, kept, kept.exhibit


def come_to(store: SessionStore, kept: OpenSession, us: int) -> None:
    """Let time pass as the museum does."""
    while us > 0:
        step = min(us, 300_000)
        kept.session.advance(NAME, step)
        if kept.session.finished(NAME):
            store.mark(kept)
        us -= step


def test_killed_in_the_middle_of_a_reinforcement_the_play_is_reinforced_again(
    tmp_path: Path,
) -> None:
    store, kept, menace = opened(tmp_path)
    kept.session.act(NAME, "table.opponent", OPPONENTS.index("random"))
    kept.session.act(NAME, "table.new", 1)
    while menace.table.under_way:
        come_to(store, kept, menace.table.due_us() or 0)
    kept.session.act(NAME, "table.new", 1)
    while scene(menace).phase != "rewarding":
        come_to(store, kept, menace.table.due_us() or 0)
    come_to(store, kept, REWARD_US + 400_000)
    assert menace.table.state.play.gaining == 1
    assert menace.table.cabinet.on_board
    store.close()  # the process is gone; the beads are half moved
    again_store, _, again = opened(tmp_path)
    check(again)
    assert again.view().plays == 1
    assert again.table.state.begun == 2
    again.advance(menace.now_us - again.now_us)
    assert digest(again) == digest(menace)
    until(again, "over")
    check(again)
    assert again.view().plays == 2
    again_store.close()


def test_an_act_in_the_middle_of_a_reinforcement_brings_it_back_to_there(tmp_path: Path) -> None:
    store, kept, menace = opened(tmp_path)
    kept.session.act(NAME, "table.opponent", OPPONENTS.index("menace"))
    kept.session.act(NAME, "table.new", 1)
    while menace.table.state.play.gaining == 0:
        come_to(store, kept, menace.table.due_us() or 0)
    kept.session.act(NAME, "table.loss", -4)
    state = digest(menace)
    store.close()
    again_store, kept, again = opened(tmp_path)
    assert digest(again) == state
    assert again.table.state.play.phase == "rewarding"
    assert again.table.cabinet.on_board
    check(again)
    kept.session.act(NAME, "table.undo", 1)
    assert np.array_equal(scene(again).beads, scene(exhibit()).beads)
    again_store.close()


@pytest.mark.slow
def test_restored_at_any_moment_of_a_play_every_bead_is_accounted_for() -> None:
    menace = exhibit(12)
    for choice in range(3):
        play(menace, "menace", choice)
    menace.table.begin("menace")
    while menace.table.under_way:
        menace.advance(310_000)
        again = exhibit()
        again.restore(menace.snapshot())
        check(again)
        assert digest(again) == digest(menace)


RUNNER = textwrap.dedent("""
    import sys
    from pathlib import Path
    from machines.museum.sessions.session_store import SessionStore
    from tests.machines.menace.bench import exhibit
    store = SessionStore(Path(sys.argv[1]))
    kept = store.open("menace", exhibit)
    if not kept.exhibit.view().busy:
        kept.session.act("menace", "table.opponent", 5)
        kept.session.act("menace", "table.run", 1)
    while True:
        kept.session.advance("menace", 700_000)
        if kept.session.finished("menace"):
            store.mark(kept)
        play = kept.exhibit.table.state.play
        print(kept.exhibit.view().plays, play.phase, play.gaining, flush=True)
""")


def runner(folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", RUNNER, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


@pytest.mark.slow
@pytest.mark.parametrize("plays", [2, 9])
def test_a_process_killed_while_beads_are_moved_comes_back_to_its_last_finished_play(
    tmp_path: Path, plays: int
) -> None:
    told = 0
    for round in range(2):
        child = runner(tmp_path)
        assert child.stdout is not None
        while line := child.stdout.readline().split():
            told = int(line[0])
            if told >= plays * (round + 1) and line[1] == "rewarding" and line[2] != "0":
                break
        time.sleep(0.003 * round)
        child.kill()
        rest = child.stdout.read().split("\n")
        child.wait()
        child.stdout.close()
        told = max([told, *(int(line.split()[0]) for line in rest[:-1] if line)])
    store, _, menace = opened(tmp_path)
    check(menace)
    assert told <= menace.view().plays <= told + 1
    other = menace.state.table.other
    assert other is not None
    assert other.plays == menace.table.cabinet.plays == menace.view().plays
    twin = exhibit(opponent=5, run=1)
    twin.advance(menace.now_us)
    assert np.array_equal(scene(twin).beads, scene(menace).beads)
    assert twin.plays_since(0) == menace.plays_since(0)
    store.close()
