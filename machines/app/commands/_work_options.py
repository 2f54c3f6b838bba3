"""The options of commands that work over all cores; nothing heavy comes in with this."""

import argparse


def add_work_options(parser: argparse.ArgumentParser, *names: str) -> None:
    """Declare them; ``names`` are other names of ``--jobs``."""
    parser.add_argument(
        *names, "--jobs", dest="jobs", metavar="N", type=int, help="processes (one a core)"
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="work on the Dask cluster whose scheduler is there, such as tcp://127.0.0.1:8786, "
        "with the same results as here (its workers are started in this program's folder; needs "
        "the extra: uv run --extra cluster main.py ...)",
    )


def jobs_asked(args: argparse.Namespace) -> int:
    """How many processes.  Raises RefusedError for a number out of range, or with a scheduler."""
    from devices.refusal import RefusedError
    from machines.app.study.pool import check_jobs, cores

    if args.jobs is None:
        return cores()
    check_jobs(args.jobs)
    if args.scheduler is not None:
        raise RefusedError("--jobs", "are this computer's; expected either --jobs or --scheduler")
    return int(args.jobs)
