"""Acts that were accepted replay bit for bit: in another process, uncached, and uncompiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from machines.kernels.kernel_cache import STRICT_FLOAT
from machines.storage.registry import EXHIBITS
from tests.machines.accepted_acts import accepted_log, replayed_digest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = [one.name for one in EXHIBITS]
ACTS = 400 if float(os.environ.get("MATCHBOX704_SOAK", "600")) >= 60 else 30
UNCOMPILED = [room for room in ROOMS if room != "morph"]
"""Morph's database alone takes a minute to come in so."""
BOTH_WAYS = """
from tests.machines.accepted_acts import accepted_log
import sys
sys.stdout.buffer.write(accepted_log("anaconda", 30)[0])
"""


def in_another_process(room: str, log: Path, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.machines.accepted_acts", room, str(log)],
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
