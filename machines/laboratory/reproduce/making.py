"""Making a report: artefact by artefact, each kept as soon as it is made."""

import argparse
from pathlib import Path

from devices.refusal import RefusedError
from machines.laboratory.reproduce.anaconda import ARTEFACTS as ANACONDA
from machines.laboratory.reproduce.artefacts import Artefact, Effort, Tell
from machines.laboratory.reproduce.michie import ARTEFACTS as MICHIE
from machines.laboratory.reproduce.morph import ARTEFACTS as MORPH
from machines.laboratory.reproduce.report import RUN_FOLDER, Report, counts
from machines.laboratory.reproduce.samuel import ARTEFACTS as SAMUEL
from machines.laboratory.reproduce.signature_tables import ARTEFACTS as SIGNATURE_TABLES
from machines.laboratory.study.outputs import print_table, result_line
from machines.laboratory.study.pool import read_jobs
from machines.laboratory.study.progress import NamedDone, named_progress
from machines.storage.option_parsing import file_digest
from machines.storage.telling import tell_user

ARTEFACTS: tuple[Artefact, ...] = (
    *SAMUEL,
    *SIGNATURE_TABLES,
    *MICHIE,
    *MORPH,
    *ANACONDA,
)
TICKS = 100
"""Of the progress bar, by second of an artefact's cost."""


def chosen(paper: str | None, only: str | None) -> list[Artefact]:
    """Those of a paper, or one of them.  Raises RefusedError for a name that there isn't."""
    found = [one for one in ARTEFACTS if paper in (None, one.paper)]
    if only is None:
        return found
    names = ", ".join(one.name for one in found)
    found = [one for one in found if one.name == only]
    if not found:
        raise RefusedError("--only", f"is {only!r}; expected one of {names}")
    return found


def reproduce(args: argparse.Namespace) -> int:
    """Make what is missing, write the page, print the rows and the RESULT line."""
    artefacts = chosen(args.paper, args.only)
    jobs = read_jobs(args)
    digest = "" if args.book is None else file_digest(args.book)
    keys = [one.key for one in ARTEFACTS]
    report = Report.open(Path(args.out), keys, bool(args.quick), bool(args.force), digest)
    if args.quick and args.only is None:
        artefacts = [one for one in artefacts if not one.whole_only]
    missing = [one for one in artefacts if not report.has(one)]
    total = round(TICKS * sum(one.cost for one in artefacts))
    done = total - round(TICKS * sum(one.cost for one in missing))
    try:
        with named_progress(total, "report", done) as tell:
            for one in missing:
                runs = report.folder / RUN_FOLDER
                part = _part(one, done, tell)
                effort = Effort(runs, bool(args.quick), jobs, args.scheduler, part, args.book)
                report.keep(one, one.make(effort))
                done += round(TICKS * one.cost)
                tell(one.key, done)
    except (KeyboardInterrupt, RefusedError):
        made = sum(report.has(one) for one in artefacts)
        how = "the same command, without --force," if args.force else "the same command"
        tell_user(f"reproduce: {made} of {len(artefacts)} are made and kept; {how} goes on")
        raise
    page = report.write_page(ARTEFACTS)
    rows = report.rows(artefacts)
    print_table(
        ("what", "where", "printed", "ours", ""),
        [(row.what, row.where, row.printed, row.ours, row.verdict) for row in rows],
    )
    print(f"{page}")
    print(result_line(**counts(rows)))
    return 0


def _part(one: Artefact, before: int, tell: NamedDone) -> Tell:
    """Tells of a share of one as of ticks of the whole."""
    return lambda share: tell(one.key, before + round(share * TICKS * one.cost))
