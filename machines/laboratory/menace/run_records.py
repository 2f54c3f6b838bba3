"""The beads for a command: those of the start, or from a run record."""

import argparse
from dataclasses import dataclass
from pathlib import Path

from devices.refusal import RefusedError
from machines.exhibit.run_record import RunRecord
from machines.menace.beads import Cabinet
from machines.menace.build import build
from machines.menace.day import DAY, table_of
from machines.menace.study import MACHINE, Study
from machines.storage.run_store import read_run


@dataclass(frozen=True)
class BeadSource:
    """Beads, and since when they lie so."""

    cabinet: Cabinet
    words: str  # ``"are those of the start"``
    number: int = 1  # The next game's, which the opponent 1961 goes by
    other: Cabinet | None = None  # The run's other cabinet, where two play


def cabinets_of(run: RunRecord) -> tuple[list[Cabinet], int]:
    """The cabinets in a run's record, the machine's own first, and the next game's number.

    Raises RefusedError for beads that can't be its own.
    """
    if run.about.study == DAY:
        table = table_of(run)
        return [one for one in (table.cabinet, table.other) if one is not None], run.plays + 1
    study = Study.of_run(run)
    cabinets = [one for one in (study.cabinet, study.opponent) if isinstance(one, Cabinet)]
    return cabinets, study.settings.first + run.plays


def bead_source(args: argparse.Namespace) -> BeadSource:
    """The beads that ``--run`` and ``--build`` ask for.

    Raises RefusedError for a run without beads of that build.
    """
    if args.build is not None:
        build(args.build)
    if args.run is None:
        return BeadSource(Cabinet.new(args.build or "304"), "are those of the start")
    with read_run(Path(args.run), MACHINE) as run:
        cabinets, number = cabinets_of(run)
        words = f"lie as after play {run.plays} of {run.where}"
    for cabinet in cabinets:
        if args.build in (None, cabinet.build):
            other = next((one for one in cabinets if one.side != cabinet.side), None)
            return BeadSource(cabinet, words, number, other)
    found = " and ".join(cabinet.build for cabinet in cabinets)
    raise RefusedError("--build", f"is {args.build}; the beads in {run.where} are of {found}")
