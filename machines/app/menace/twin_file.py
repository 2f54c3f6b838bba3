"""The file of a twin (machines.menace.twin): what was built, and every act since, as JSON."""

import json
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.storage.files import read_file, replace_file
from machines.menace.beads import Rewards
from machines.menace.twin import Twin, replay

FORMAT = "matchbox704 twin"
VERSION = 1
MOST_BYTES = 16 << 20


def write_twin(twin: Twin, path: Path) -> None:
    """Replace the file; raises RefusedError."""
    cabinet = twin.cabinet
    value = {
        "format": FORMAT,
        "version": VERSION,
        "boxes": cabinet.build,
        "replicates": list(cabinet.replicates),
        "rewards": [cabinet.rewards.win, cabinet.rewards.draw, cabinet.rewards.loss],
        "acts": twin.acts,
    }
    replace_file(path, (json.dumps(value, indent=1) + "\n").encode())


def read_twin(path: Path) -> Twin:
    """The twin as its acts leave it; raises RefusedError."""
    try:
        value = json.loads(read_file(path, MOST_BYTES))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise RefusedError(str(path), "is no twin's file; expected one that menace twin wrote")
    if value.get("version") != VERSION:
        raise RefusedError(str(path), f"is of version {value.get('version')!r}; expected {VERSION}")
    acts = value.get("acts")
    if not isinstance(acts, list) or not all(isinstance(act, str) for act in acts):
        raise RefusedError(str(path), "has no list of acts; expected one that menace twin wrote")
    replicates, rewards = (
        _numbers(value, "replicates", 4, path),
        _numbers(value, "rewards", 3, path),
    )
    return replay(acts, str(value.get("boxes")), replicates, Rewards(*rewards), str(path))


def _numbers(value: dict[str, object], name: str, count: int, path: Path) -> tuple[int, ...]:
    numbers = value.get(name)
    if (
        not isinstance(numbers, list)
        or len(numbers) != count
        or not all(type(number) is int for number in numbers)
    ):
        raise RefusedError(str(path), f"has no {count} numbers as {name}")
    return tuple(numbers)
