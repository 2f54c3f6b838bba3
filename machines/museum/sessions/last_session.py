"""Coming back to the last session of an exhibit: by its snapshot, else by its whole log.

A log that can't be gone on with is set aside, and the one before it is tried.  Whatever lies there,
the exhibit is switched on: as it was, as it was before, or anew.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

from devices.refusal import RefusedError
from machines.exhibit.exhibit import Exhibit
from machines.exhibit.session import Log, Play, Still, read_log, replay, replay_lines
from machines.museum.worker.worker import SELDOM
from machines.storage.files import read_file
from machines.storage.folders import set_aside

TRIES = 2
"""Logs that are tried: the last, and the one before it."""
PATIENCE_S = 60.0
"""So long at most what was played is done again."""
TRIED_US = 1_000_000
"""So long a twin of a state from an earlier run is tried out."""
ANEW = "the last session can't be gone on with, so the machine begins anew"
"""Where a state makes its machine fall: visitors read this, and what fell is in the error log."""


log = logging.getLogger(__name__)


class ResumePoint(msgspec.Struct, frozen=True):
    """The file ``resume``: after how many lines of which log its exhibit stood as in ``state``."""

    log: str
    lines: int
    state: bytes
    controls: dict[str, int] = {}  # Where they stand; nothing in files of before


def last_exhibit(
    folder: Path, name: str, make: Callable[[], Exhibit], to_last_play: bool = False
) -> tuple[Exhibit | None, str]:
    """The exhibit as its last session in ``folder``, or the last play in it, left it, None if there
    is none to go on with; and what there is to tell of that."""
    end = time.monotonic() + PATIENCE_S
    first_trouble = ""

    def still(where: str, left_us: int) -> None:
        del where, left_us
        if time.monotonic() > end:
            raise RefusedError("the log", f"takes more than {PATIENCE_S:.0f} s to be done again")

    for _ in range(TRIES):
        exhibit, trouble = _last(folder, name, make, still, to_last_play)
        if exhibit is not None and first_trouble:
            return exhibit, f"{first_trouble}; the one before it is gone on with"
        first_trouble = first_trouble or trouble
        if exhibit is not None or not trouble:
            break
    return exhibit, first_trouble


def newest_log(folder: Path, suffix: str = ".log") -> int:
    """The number of the newest log; 0 if there is none.  ``.log*``: of those set aside, too."""
    numbered = (path.name.partition(".")[0] for path in folder.glob(f"[0-9]*{suffix}"))
    return max((int(number) for number in numbered if number.isdecimal()), default=0)


def numbered_logs(folder: Path) -> list[Path]:
    """The sessions' logs there, the oldest first; what else lies among them is none."""
    logs = [path for path in folder.glob("[0-9]*.log") if path.stem.isdecimal()]
    return sorted((path for path in logs if path.is_file()), key=lambda path: int(path.stem))


def _last(
    folder: Path,
    name: str,
    make: Callable[[], Exhibit],
    still: Still,
    to_last_play: bool,
) -> tuple[Exhibit | None, str]:
    """The exhibit as the newest log leaves it, and what there is to tell."""
    newest = newest_log(folder)
    if not newest:
        return None, ""
    path = folder / f"{newest:06d}.log"
    try:
        found = read_log(read_file(path), path.name, up_to_damage=True)
    except RefusedError as refusal:
        exhibit = _from_resume(folder, path.name, None, name, make, still)
        set_aside(path, refusal)
        if exhibit is None:
            return None, f"the last session can't be gone on with: {refusal}"
        return exhibit, f"the last session is gone on with from its last snapshot: {refusal}"
    trouble = f"the last session's log is damaged: {found.damage}" if found.damage else ""
    if to_last_play:
        plays = (k for k, line in enumerate(found.lines, start=1) if isinstance(line, Play))
        found = replace(found, lines=found.lines[: max(plays, default=0)])
    try:
        exhibit = _from_resume(folder, path.name, found, name, make, still)
        exhibit = exhibit or _by_replay(found, name, make, still)
        _try_out(exhibit, make())
    except Exception as error:  # a state of another version may do anything
        log.exception("%s can't be gone on with", path)
        set_aside(path, error)
        told = f"the last session can't be gone on with: {error}"
        return None, told if isinstance(error, RefusedError) else ANEW
    return exhibit, trouble


def _from_resume(
    folder: Path,
    log_name: str,
    found: Log | None,
    name: str,
    make: Callable[[], Exhibit],
    still: Still,
) -> Exhibit | None:
    """By the snapshot and the lines after it; None if that way doesn't lead there.

    There are none after it where the log is damaged before that, or can't be read (``found`` is
    None): then the snapshot knows more.
    """
    if not (folder / "resume").exists():
        return None
    try:
        resume = msgspec.msgpack.decode(read_file(folder / "resume"), type=ResumePoint)
        if resume.log != log_name:
            return None
        exhibit = make()
        exhibit.sample = SELDOM
        exhibit.restore(resume.state)
        if found is None:
            _try_out(exhibit, make())
            return exhibit
        later = found.lines[resume.lines - 1 :]
        done = replay_lines({name: exhibit}, later, log_name, resume.lines + 1, still)
        return exhibit if resume.lines >= 1 and done.agrees else None
    except Exception as error:  # the whole log may still lead there
        set_aside(folder / "resume", error)
        return None


def _try_out(exhibit: Exhibit, twin: Exhibit) -> None:
    """Let a twin of what was brought back run a little: better it falls than the museum."""
    twin.restore(exhibit.snapshot())
    twin.advance(TRIED_US)
    twin.view()


def _by_replay(found: Log, name: str, make: Callable[[], Exhibit], still: Still) -> Exhibit:
    """The exhibit by the whole log; a disagreement is written to the error log."""
    exhibit = make()
    exhibit.sample = SELDOM
    for missed in replay({name: exhibit}, found, still).missed:
        log.error("on coming back: %s", missed)
    return exhibit
