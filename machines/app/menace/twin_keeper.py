"""A twin and its file: every act is kept before anything is said of it.

The terminal (twin.py) and the window (twin_window.py) are two views of this.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.storage.files import file_exists, read_file, replace_file
from machines.menace.beads import REPLICATES, Drawn, Rewards
from machines.menace.twin import Ended, Twin, replay

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


@dataclass(frozen=True)
class Undone:
    """What was taken back."""

    act: str
    ended: Ended | None
    """The play that the act had ended."""
    drawn: tuple[Drawn, ...] = ()
    """The beads that lie on the mat again, where the act had broken a play off."""


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

    def undo(self) -> Undone:
        """Take the last act back; raises RefusedError, nothing changed."""
        acts = self.twin.acts
        if not acts:
            raise RefusedError("undo", "found nothing entered; expected an entry before it")
        ended = self.twin.ended
        self._put_in_place(self._replayed(acts[:-1]))
        drawn = tuple(self.twin.cabinet.on_board) if acts[-1] == "stop" else ()
        return Undone(acts[-1], ended, drawn)

    def choose(self, name: str) -> None:
        """Begin anew with the boxes of another build, as long as nothing was entered.

        Raises RefusedError, nothing changed.
        """
        cabinet = self.twin.cabinet
        if self.twin.acts:
            raise RefusedError(
                "who starts", "can't be changed after the first entry; expected another --file"
            )
        self._put_in_place(Twin.new(name, cabinet.replicates, cabinet.rewards))

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

    def _put_in_place(self, twin: Twin) -> None:
        """Take this twin for the one that was; raises RefusedError if it can't be kept."""
        write_twin(twin, self.path)
        self.twin = twin


def open_twin(path: Path, args: argparse.Namespace) -> TwinKeeper:
    """The twin of the file, or a new one as it is asked for; raises RefusedError."""
    asked = {
        "--build": args.build,
        "--replicates": args.replicates,
        "--rewards": args.rewards,
    }
    if file_exists(path):
        twin = read_twin(path)
        cabinet = twin.cabinet
        rewards = (cabinet.rewards.win, cabinet.rewards.draw, cabinet.rewards.loss)
        held = {"--build": cabinet.build, "--replicates": cabinet.replicates, "--rewards": rewards}
        for option, value in asked.items():
            if value not in (None, held[option]):
                raise RefusedError(
                    option,
                    f"is of a new machine; {path} is gone on with; expected another --file",
                )
        return TwinKeeper(twin, path)
    rewards_asked = Rewards(*args.rewards) if args.rewards else None
    twin = Twin.new(args.build or "304", args.replicates or REPLICATES, rewards_asked)
    write_twin(twin, path)
    return TwinKeeper(twin, path)
