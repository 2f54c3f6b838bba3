"""What version 0.1.0 kept is opened: its sessions, and the records of its runs.

tests/golden/kept holds a session of each exhibit, brought forward by its demonstration, and a short
run of each study, all written by that version before its classes were moved and renamed.
"""

import functools
import importlib
import lzma
import subprocess
import sys
from pathlib import Path

import pytest

from machines.exhibit.session import read_log, replay
from machines.exhibit.stored_names import name_in_code, name_in_storage
from machines.storage import registry
from machines.storage.registry import make_exhibit

KEPT = Path(__file__).resolve().parents[1] / "golden" / "kept"
MAIN = Path(__file__).resolve().parents[2] / "main.py"

RESUMED = {
    "menace-tournament-000001": (
        "menace tournament --games 60",
        "RESULT wins=0 draws=26 losses=34 score=-8 games=60 resigned=0 declined=1 seed=1",
    ),
    "pegasus": (
        "pegasus run --plays 80",
        "RESULT nought=56 draws=12 cross=12 plays=80 emergent=01753 times=2",
    ),
    "samuel-first-000001": (
        "learn samuel --games 2",
        "RESULT series=first games=2 runs=1 won=2 lost=0 drawn=0 leader_changes=16 adjustments=48 "
        "discarded=4 leaders=7 hours=0.05 seed=1",
    ),
    "samuel-second-000001": (
        "learn samuel --games 2",
        "RESULT series=second games=2 runs=1 won=2 lost=0 drawn=0 leader_changes=14 adjustments=41 "
        "discarded=0 leaders=7 hours=0.06 seed=1",
    ),
    "samuel-rote-000001": (
        "learn samuel --games 2",
        "RESULT series=rote games=2 runs=1 boards=158 looked_up=19849 found=39 won=0 lost=0 "
        "drawn=0 hours=0.07 seed=1",
    ),
    "samuel-both-000001": (
        "learn samuel --games 2",
        "RESULT series=both games=2 runs=1 won=2 lost=0 drawn=0 leader_changes=14 adjustments=41 "
        "discarded=0 leaders=7 hours=0.06 seed=1",
    ),
    # What a network's arithmetic gives depends on the processor.
    "anaconda-000001": ("learn anaconda --generations 2", "RESULT generations=2 seed=1 "),
    # What follows in this line includes a time.
    "morph-000001": (
        "learn morph --games 3",
        "RESULT games=3 runs=1 won=0 drawn=0 lost=3 points=2.67 last=2.67 taken=24.67 plies=39.0 ",
    ),
}
"""By record: the command that goes on with it, and how its last line begins."""


def kept(name: str) -> bytes:
    return lzma.decompress((KEPT / f"{name}.xz").read_bytes())


def test_every_name_in_kept_files_leads_to_its_class_and_back() -> None:
    for name in (KEPT / "names.txt").read_text(encoding="ascii").split():
        module, _, path = name_in_code(name).partition(":")
        kind = functools.reduce(getattr, path.split("."), importlib.import_module(module))
        assert name_in_storage(kind) == name  # type: ignore[arg-type]


@pytest.mark.parametrize("one", registry.EXHIBITS, ids=lambda one: str(one.name))
def test_a_session_of_the_version_before_is_opened_and_replays(one: registry.ExhibitSpec) -> None:
    log = read_log(kept(f"{one.name}.log"), f"{one.name}.log")
    exhibit = make_exhibit(one)
    replayed = replay({one.name: exhibit}, log)
    assert replayed.met + len(replayed.missed) >= 3
    # What a network's arithmetic gives depends on the processor, and on how it was compiled.
    assert replayed.agrees or one.name == "anaconda", replayed.missed


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(RESUMED))
def test_a_run_of_the_version_before_is_resumed(name: str, tmp_path: Path) -> None:
    record = tmp_path / f"{name}.sqlite"
    record.write_bytes(kept(record.name))
    command, result = RESUMED[name]
    done = subprocess.run(
        [sys.executable, str(MAIN), *command.split(), "--resume", str(record)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    # Its later games are played with today's reading of the terms, which isn't kept silent.
    assert ("another reading of some terms" in done.stderr) == name.startswith("samuel")
    assert done.stdout.splitlines()[-1].startswith(result)
