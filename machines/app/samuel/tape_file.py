"""The memory tape of a learning run in its file: whose it is, so that no other takes its place.

What a run puts there is one of: the tape as the run's state has it, or, where it was killed between
keeping a game and putting the tape, the one before.  The record knows both by their digests.
"""

from hashlib import sha256
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.samuel.players import heading_on
from machines.app.samuel.studies import Study, tape_bytes
from machines.app.storage.files import file_exists, read_file, replace_file
from machines.app.storage.run_file import RunFile

TAPES = "tapes"
"""Among a run's results: the digests of what its tape's file had before, and of what was put."""


def digest(data: bytes) -> str:
    """By which a tape is known again."""
    return sha256(data).hexdigest()


def put_tape(record: RunFile, study: Study, path: Path) -> None:
    """Put the tape as the study has it, if it has one, in the place of what was there.

    Raises RefusedError if it can't be written.
    """
    data = tape_bytes(study)
    if data is None:
        return
    before = [digest(read_file(path))] if file_exists(path) else []
    record.keep_results({TAPES: [*before, digest(data)]})
    replace_file(path, data)


def check_own(record: RunFile, study: Study, path: Path) -> None:
    """Raises RefusedError if what is at ``path`` isn't this run's tape: it would be lost."""
    if not file_exists(path):
        return
    data = read_file(path)
    if digest(data) in record.results().get(TAPES, ()) or data == tape_bytes(study):
        return
    there, mine = heading_on(path).merges, study.merges
    if there > mine:
        raise RefusedError(
            str(path), f"has been merged {there} times; the run in {record.where} {max(mine, 0)}"
        )
    raise RefusedError(
        str(path), f"isn't what the run in {record.where} put there; expected that or a new file"
    )
