"""A twin and its file: every act is kept before anything is said of it."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from devices.refusal import RefusedError
from machines.menace.beads import Rewards
from machines.menace.twin import Twin, replay
from machines.storage.files import file_exists, read_file, replace_file

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


class TwinKeeper:
    """Does acts and undoes them; the twin and its file always agree."""

    def __init__(self, twin: Twin, path: Path) -> None:
        self.twin = twin
        self.path = path

    def do(self, act: str) -> None:
        """Do an act and keep it; raises RefusedError, nothing changed."""
        before = list(self.twin.acts)
        self.twin.do(act)
        try:
            write_twin(self.twin, self.path)
        except RefusedError:
            self.twin = self._replayed(before)
            raise

    def undo(self) -> str:
        """Take the last act back, which is told; raises RefusedError, nothing changed."""
        acts = self.twin.acts
        if not acts:
            raise RefusedError("undo", "found nothing entered; expected an entry before it")
        twin = self._replayed(acts[:-1])
        write_twin(twin, self.path)
        self.twin = twin
        return acts[-1]

    def result_line(self) -> str:
        """What came of all plays, for programs."""
        twin = self.twin
        return (
            f"RESULT wins={twin.won} draws={twin.drawn} losses={twin.lost} score={twin.score} "
            f"games={twin.plays}"
        )

    def _replayed(self, acts: Sequence[str]) -> Twin:
        cabinet = self.twin.cabinet
        return replay(acts, cabinet.build, cabinet.replicates, cabinet.rewards, str(self.path))


def open_twin(path: Path, args: argparse.Namespace) -> TwinKeeper:
    """The twin of the file, or a new one as it is asked for; raises RefusedError.

    As long as nothing was entered, the file's own may still be made otherwise.
    """
    is_kept = file_exists(path)
    twin = read_twin(path) if is_kept else Twin.new()
    cabinet = twin.cabinet
    rewards = Rewards(*args.rewards) if args.rewards else cabinet.rewards
    held = (cabinet.build, cabinet.replicates, cabinet.rewards)
    asked = (args.build or held[0], args.replicates or held[1], rewards)
    if asked != held and twin.acts:
        options = zip(("--build", "--replicates", "--rewards"), asked, held, strict=True)
        raise RefusedError(
            next(option for option, new, old in options if new != old),
            f"is of a new machine; {path} is gone on with; expected another --out",
        )
    if asked != held or not is_kept:
        twin = Twin.new(*asked)
        write_twin(twin, path)
    return TwinKeeper(twin, path)
