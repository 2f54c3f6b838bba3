"""Acts that were accepted replay bit for bit: in another process, uncached, and uncompiled."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from devices.refusal import RefusedError
from machines.exhibit import snapshot
from machines.exhibit.session import Session, read_log, replay
from machines.kernels.kernel_cache import STRICT_FLOAT
from machines.storage.registry import EXHIBITS, find_exhibit, make_exhibit

SLOW = ("plies.", "depth.", "house", "anaconda.contest", "flat")
"""Controls after which a choice takes seconds to compute."""
WAITS_US = (1, 1_000, 20_000, 200_000)
MOST_TRIES = 40


def control_values(room: str) -> list[tuple[str, int | str]]:
    """What can be touched there, and with which values."""
    spec = find_exhibit(room)
    exhibit = make_exhibit(spec)
    found: list[tuple[str, int | str]] = []
    for control in exhibit.layout.controls():
        found += [(f"{spec.place}.{control.id}", value) for value in (1, 0)]
    for name, unit in exhibit.units.items():
        found += [(f"{name}.{control}", 1) for control in getattr(type(unit), "known", ())]
    return [one for one in found if not any(slow in one[0] for slow in SLOW)]


def accepted_log(room: str, acts: int, seed: int = 704) -> tuple[bytes, int]:
    """A log with so many accepted acts, and how many were refused on the way."""
    dice, lines = random.Random(seed), list[str]()
    exhibit = make_exhibit(find_exhibit(room))
    session = Session({room: exhibit}, lines.append)
    touched, accepted, refused = control_values(room), 0, 0
    while accepted < acts:
        control, value = dice.choice(touched)
        try:
            session.act(room, control, value)
            accepted += 1
        except RefusedError:
            refused += 1
        assert refused < MOST_TRIES * acts, f"{room} accepts too little"
        session.advance(room, dice.choice(WAITS_US))
        if session.finished(room) or accepted % 100 == 0:
            session.mark(room)
    session.end()
    return "".join(f"{line}\n" for line in lines).encode(), refused


def replayed_digest(room: str, log: bytes) -> str:
    """The digest to which a fresh exhibit comes; every digest in the log is met on the way."""
    exhibit = make_exhibit(find_exhibit(room))
    done = replay({room: exhibit}, read_log(log, f"{room}.log"))
    assert done.agrees, done.missed
    return snapshot.digest(exhibit.snapshot())


ROOT = Path(__file__).resolve().parents[2]
ROOMS = [one.name for one in EXHIBITS]
ACTS = 400 if float(os.environ.get("MATCHBOX704_SOAK", "600")) >= 60 else 30
UNCOMPILED = [room for room in ROOMS if room != "morph"]
"""Morph's database alone takes a minute to come in so."""
BOTH_WAYS = """
from tests.machines.test_accepted_acts import accepted_log
import sys
sys.stdout.buffer.write(accepted_log("anaconda", 30)[0])
"""


def in_another_process(room: str, log: Path, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.machines.test_accepted_acts", room, str(log)],
        cwd=ROOT, env=os.environ | settings, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("room", ["menace", "pegasus"])
def test_accepted_acts_replay_bit_for_bit(room: str) -> None:
    log, _ = accepted_log(room, 50)
    assert replayed_digest(room, log)


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("room", ROOMS[:: 1 if ACTS == 400 else 2])
def test_many_accepted_acts_replay_in_another_process_and_with_a_cold_cache(
    room: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    log.write_bytes(accepted_log(room, ACTS)[0])
    here = replayed_digest(room, log.read_bytes())
    assert in_another_process(room, log) == here
    cold = tmp_path / "cold"
    assert in_another_process(room, log, XDG_CACHE_HOME=str(cold)) == here


@pytest.mark.soak
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("room", UNCOMPILED)
def test_accepted_acts_replay_uncompiled(room: str, tmp_path: Path) -> None:
    """Anaconda's log is made with sums in the written order."""
    log = tmp_path / "log"
    strict = {STRICT_FLOAT: "1"}
    if room == "anaconda":
        made = subprocess.run(
            [sys.executable, "-c", BOTH_WAYS], cwd=ROOT, env=os.environ | strict,
            capture_output=True, check=True,
        )  # fmt: skip
        log.write_bytes(made.stdout)
    else:
        log.write_bytes(accepted_log(room, ACTS)[0])
    uncompiled = in_another_process(room, log, **strict, NUMBA_DISABLE_JIT="1")
    assert uncompiled == in_another_process(room, log, **strict)


if __name__ == "__main__":
    print(replayed_digest(sys.argv[1], Path(sys.argv[2]).read_bytes()))
