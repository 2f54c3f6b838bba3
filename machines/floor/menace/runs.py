"""The beads that a command is about: those of the start, or as they lie in a run."""

import argparse
from pathlib import Path

from devices.refusal import RefusedError
from machines.floor.records import read_run
from machines.menace.beads import Cabinet
from machines.menace.build import build
from machines.menace.study import MACHINE, Study


def cabinet_of(args: argparse.Namespace) -> tuple[Cabinet, str]:
    """The cabinet for ``--run`` and ``--build``, and where its beads lie, in words.

    Raises RefusedError for a run without beads of that build.
    """
    if args.run is None:
        return Cabinet.new(args.build or "304"), "are those of the start"
    path = Path(args.run)
    study = study_of(path)
    cabinets = [one for one in (study.cabinet, study.opponent) if isinstance(one, Cabinet)]
    if args.build is not None:
        build(args.build)
    for cabinet in cabinets:
        if args.build in (None, cabinet.build):
            return cabinet, f"lie as after play {study.tally.games} of {path.name}"
    found = " and ".join(cabinet.build for cabinet in cabinets)
    raise RefusedError("--build", f"is {args.build}; the beads in {path.name} are of {found}")


def study_of(path: Path) -> Study:
    """The state in a run's file, which isn't touched.  Raises RefusedError."""
    with read_run(path, MACHINE) as run:
        return Study.of_run(run)
