"""What is told on standard error harms nothing, whoever reads it and whatever it is of."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from devices.names import shown
from machines.storage.program import AGAIN

ROOT = Path(__file__).resolve().parents[3]


def test_what_a_terminal_would_obey_is_shown() -> None:
    assert shown("\x1b[31mred\x07\x9b") == r"\x1b[31mred\x07\x9b"
    assert shown("Größe\n\tβ") == "Größe\n\tβ"


def test_standard_error_has_one_door() -> None:
    machines = (ROOT / "machines").rglob("*.py")
    writes = [
        path.name
        for path in machines
        if any(door in path.read_text("utf-8") for door in ("stderr.write", "file=sys.stderr"))
    ]
    assert writes == ["telling.py"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_where_nothing_can_be_told_the_status_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "museum.toml").write_text("[sound]\nvolume = 400\n")
    command = [*AGAIN, "--data", str(tmp_path), "settings"]
    reader, writer = os.pipe()
    os.close(reader)
    with Path("/dev/full").open("w") as full, os.fdopen(writer, "w") as unread:
        for stream in (full, unread):
            done = subprocess.run(command, stderr=stream, stdout=subprocess.DEVNULL, check=False)
            assert done.returncode == 2
    closed = [sys.executable, "-c", f"import os; os.close(2); os.execv({command[0]!r}, {command})"]
    assert subprocess.run(closed, stdout=subprocess.DEVNULL, check=False).returncode == 2
