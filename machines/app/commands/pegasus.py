"""``main.py pegasus run|sweep|--deck FILE``: Michie's program of 1963, and what he left undone."""

import argparse

from devices.refusal import RefusedError
from machines.app.commands._deck_options import NOUGHTS_DECK
from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    JOBS,
    RUNS_FOLDER,
    Command,
    Option,
    csv_option,
    flag,
    plot_option,
    read_reals,
    seed_option,
    whole,
)

WHO = (
    "learn, random (over squares), distinct (over essentially distinct moves), expert, standard:S "
    "(with chance S, 0 to 1, an expert's move) or frozen:FILE (by the odds in a run record or on "
    "a tape)"
)
MOST_PLAYS = 10_000_000
MOST_RUNS = 100_000
MOST_SWEPT = 1_000_000


def _read_hundreds(text: str, where: str) -> int:
    plays = int(text) if text.isdecimal() else 0
    if not 100 <= plays <= MOST_SWEPT or plays % 100:
        raise RefusedError(where, f"{text}; expected hundreds of plays, 100 to {MOST_SWEPT}")
    return plays


RUN_SETTINGS = (
    Option("--nought WHO", f"{WHO} (learn)"),
    Option("--cross WHO", "likewise (distinct)"),
    seed_option("of all chance (1963)"),
    Option("--a A", "of the multipliers (1.025)", type=float),
    Option("--b B", "of the multipliers (2)", type=float),
    Option(
        "--origin",
        "outcomes count from a fixed origin, or from a sliding one brought up to date at each "
        "play, or by averages of a hundred as the program did (fixed)",
        choices=("fixed", "each", "hundreds"),
    ),
    Option("--d D", "of the sliding origin (0.9)", type=float),
    flag("--finite", "M_1 finite (it is infinite with the fixed origin)", key="last_infinite"),
)
"""What a run follows from."""

COMMAND = Command(
    "the noughts and crosses program of 1963: runs, its print-out, the sweep of A, B, D",
    "Michie's program for the Ferranti Pegasus 2: noughts and crosses learned by odds that are "
    "multiplied. pegasus run plays and prints; pegasus sweep varies A, B and D; pegasus --deck has "
    "cards say who plays, and prints what the teleprinter types.",
    *NOUGHTS_DECK,
    seed_option("with --deck: of all chance (1963)"),
    required=False,
    acts={
        "run": Command(
            "play, and print what became of it",
            "Play, and print the results by blocks of a hundred, beside the printed runs where "
            "Figs 7 to 9 have such players. The last line is RESULT with the totals. Nothing is "
            "kept unless --run, --plot or --csv names a file.",
            *RUN_SETTINGS,
            Option("--plays N", "how many (1000)", whole(1, MOST_PLAYS), dest="count"),
            flag("--print", "print every play as in Fig. 5"),
            plot_option("the chart, as Figs 7 to 9"),
            csv_option("the numbers by blocks of a hundred"),
            Option("--runs N", "the mean of so many runs (1)", whole(1, MOST_RUNS), default=1),
            Option("--run FILE", "keep the run in a new record", dest="out"),
            Option("--resume FILE", "go on with a record until it has --plays plays"),
            RUNS_FOLDER,
        ),
        "sweep": Command(
            "vary A, B and D, which the paper announced and never printed",
            "For each A, B and D, and against each opposition, make many runs in which one side "
            "learns, and find how many plays it takes to lose at most 5 in a hundred, and what "
            "share of the runs ends infallible (the odds taken as they stand, no play whatever has "
            "a chance of 1 in a million to make it lose). Every cell is kept when it is done: a "
            "sweep that was broken off goes on when the same is asked for again.",
            Option("--a A,A", "values of A (1.005,1.01,1.025,1.05,1.1,1.2,1.35)", read_reals),
            Option("--b B,B", "values of B (1,1.5,1.75,2,2.25,2.5)", read_reals),
            Option(
                "--d D,D",
                "values of D, and fixed for the fixed origin with M_1 infinite (fixed,0.9,0.99)",
            ),
            Option(
                "--origin",
                "how D is applied: at each play, or to averages of a hundred (each)",
                choices=("each", "hundreds"),
                default="each",
            ),
            Option(
                "--learner",
                "which side (nought)",
                choices=("nought", "cross"),
                default="nought",
            ),
            Option(
                "--against WHO,WHO",
                "oppositions (distinct,expert,stereotyped: an expert's play, always the same)",
            ),
            Option("--runs N", "a cell (200)", whole(1, MOST_RUNS), default=200),
            Option("--plays N", "a run, by hundreds (10000)", _read_hundreds, default=10_000),
            seed_option("of all chance (1963)", default=1963),
            JOBS,
            plot_option("the sweep as a picture"),
            csv_option("every cell's numbers"),
            Option("--run FILE", "the record (else one of its own in DATA/runs)"),
            RUNS_FOLDER,
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
    announce_compiling()
    if args.act == "run":
        from machines.app.pegasus.run import play_runs

        return play_runs(args, RUN_SETTINGS)
    if args.act == "sweep":
        from machines.app.pegasus.sweep import sweep

        return sweep(args)
    from machines.app.unattended.noughts import play_pegasus

    return play_pegasus(args)
