"""``main.py pegasus run|sweep|--deck FILE``: Michie's program of 1963, and what he left undone."""

import argparse

from devices.refusal import RefusedError
from machines.commands._deck_options import NOUGHTS_DECK
from machines.storage import option_parsing as take
from machines.storage.option_parsing import Command, Option, Setting

MOST_PLAYS = 10_000_000
MOST_RUNS = 100_000
MOST_SWEPT = 1_000_000


def _read_hundreds(text: str, where: str) -> int:
    plays = int(text) if text.isdecimal() else 0
    if not 100 <= plays <= MOST_SWEPT or plays % 100:
        raise RefusedError(where, f"{text}; expected hundreds of plays, 100 to {MOST_SWEPT}")
    return plays


RUN_SETTINGS = (
    Setting("--nought WHO"),
    Setting("--cross WHO"),
    take.SEED,
    Setting("--a A", type=float),
    Setting("--b B", type=float),
    Setting("--origin", choices=("fixed", "each", "hundreds")),
    Setting("--d D", type=float),
    Setting("--finite", **take.FLAG, key="last_infinite", kept=lambda finite: not finite),
)
"""What a run follows from."""

COMMAND = Command(
    *NOUGHTS_DECK,
    take.SEED,
    required=False,
    acts={
        "run": Command(
            *RUN_SETTINGS,
            Option("--plays N", take.whole(1, MOST_PLAYS), dest="count"),
            take.flag("--print"),
            take.PLOT,
            take.CSV,
            Option("--runs N", take.whole(1, MOST_RUNS), default=1),
            Option("--out FILE", old="--run"),
            Option("--resume FILE"),
            take.RUNS_FOLDER,
        ),
        "sweep": Command(
            Option("--a A,A", take.read_reals),
            Option("--b B,B", take.read_reals),
            Option("--d D,D"),
            Option("--origin", choices=("each", "hundreds"), default="each"),
            Option("--learner", choices=("nought", "cross"), default="nought"),
            Option("--against WHO,WHO"),
            Option("--runs N", take.whole(1, MOST_RUNS), default=200),
            Option("--plays N", _read_hundreds, default=10_000),
            Option("--seed N", take.whole(0, take.MOST_SEED), default=1963),
            take.JOBS,
            *take.CLUSTER,
            take.PLOT,
            take.CSV,
            Option("--out FILE", old="--run"),
            take.RUNS_FOLDER,
        ),
    },
)


def run(args: argparse.Namespace) -> int:
    """Do what was asked for; the exit status."""
    if args.act is None and args.deck is None:
        raise RefusedError(
            "pegasus", "says not what to do; expected run or sweep, or --deck FILE (see --help)"
        )
    if args.act is not None and args.deck is not None:
        raise RefusedError("--deck", f"stands alone; expected no {args.act} with it")
    if args.act == "run":
        from machines.laboratory.pegasus.run import play_runs

        return play_runs(args, RUN_SETTINGS)
    if args.act == "sweep":
        from machines.laboratory.pegasus.sweep import sweep

        return sweep(args)
    from machines.workshop.unattended.decks import play_pegasus

    return play_pegasus(args)
