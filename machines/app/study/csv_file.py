"""Numbers as a CSV file: what ``--csv FILE`` writes beside a picture."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from devices.refusal import RefusedError
from machines.app.storage.files import check_writable, replacing

SUFFIX = ".csv"


def check_csv_place(path: Path) -> None:
    """Raises RefusedError unless a CSV file can be put there."""
    if path.suffix.lower() != SUFFIX:
        raise RefusedError(str(path), f"ends with {path.suffix!r}; expected {SUFFIX}")
    check_writable(path)


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a table whole: a row of names, then the numbers; a number not known (None) is empty.

    Raises RefusedError as :func:`check_csv_place`, or if the disk is full.
    """
    check_csv_place(path)
    with replacing(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
        text.detach()  # whoever handed the file out goes on with it
