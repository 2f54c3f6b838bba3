"""``main.py pegasus run|sweep|--deck FILE``: Michie's program of 1963, and what he left undone."""

import argparse
import importlib

from devices.refusal import RefusedError
from machines.app.commands._deck_options import add_noughts_deck

WHO = (
    "learn, random (over squares), distinct (over essentially distinct moves), expert, standard:S "
    "(with chance S, 0 to 1, an expert's move) or frozen:FILE (by the odds in a run record or on "
    "a tape)"
)


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "pegasus",
        help="the noughts and crosses program of 1963: runs, its print-out, the sweep of A, B, D",
        description="Michie's program for the Ferranti Pegasus 2: noughts and crosses learned by "
        "odds that are multiplied. pegasus run plays and prints; pegasus sweep varies A, B and D; "
        "pegasus --deck has cards say who plays, and prints what the teleprinter types.",
        allow_abbrev=False,  # else --d of run and sweep is taken for --deck
    )
    add_noughts_deck(parser)
    parser.add_argument("--seed", metavar="N", type=int, help="with --deck: of all chance (1963)")
    kinds = parser.add_subparsers(dest="kind", metavar="run|sweep", title="what to do")
    _add_run(kinds)
    _add_sweep(kinds)
    for kind in kinds.choices.values():
        kind.add_argument(
            "--data",
            metavar="FOLDER",
            default=argparse.SUPPRESS,
            help="where runs are kept (else MATCHBOX704_DATA, else the user's data folder)",
        )


def _add_run(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = kinds.add_parser(
        "run",
        help="play, and print what became of it",
        description="Play, and print the results by blocks of a hundred, beside the printed runs "
        "where Figs 7 to 9 have such players. The last line is RESULT with the totals. Nothing is "
        "kept unless --run, --plot or --csv names a file.",
    )
    parser.add_argument("--nought", metavar="WHO", help=f"{WHO} (learn)")
    parser.add_argument("--cross", metavar="WHO", help="likewise (distinct)")
    parser.add_argument("--plays", metavar="N", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--seed", metavar="N", type=int, help="of all chance (1963)")
    parser.add_argument("--a", metavar="A", type=float, help="of the multipliers (1.025)")
    parser.add_argument("--b", metavar="B", type=float, help="of the multipliers (2)")
    parser.add_argument(
        "--origin",
        choices=("fixed", "each", "hundreds"),
        help="outcomes count from a fixed origin, or from a sliding one brought up to date at each "
        "play, or by averages of a hundred as the program did (fixed)",
    )
    parser.add_argument("--d", metavar="D", type=float, help="of the sliding origin (0.9)")
    parser.add_argument(
        "--finite", action="store_true", help="M_1 finite (it is infinite with the fixed origin)"
    )
    parser.add_argument("--print", action="store_true", help="print every play as in Fig. 5")
    parser.add_argument("--plot", metavar="FILE.png", help="the chart, as Figs 7 to 9")
    parser.add_argument("--csv", metavar="FILE.csv", help="the numbers by blocks of a hundred")
    parser.add_argument(
        "--runs", metavar="N", type=int, default=1, help="the mean of so many runs (1)"
    )
    parser.add_argument("--run", metavar="FILE", help="keep the run in a new record")
    parser.add_argument(
        "--resume", metavar="FILE", help="go on with a record until it has --plays plays"
    )


def _add_sweep(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = kinds.add_parser(
        "sweep",
        help="vary A, B and D, which the paper announced and never printed",
        description="For each A, B and D, and against each opposition, make many runs in which one "
        "side learns, and find how many plays it takes to lose at most 5 in a hundred, and what "
        "share of the runs ends infallible (the odds taken as they stand, no play whatever has a "
        "chance of 1 in a million to make it lose). Every cell is kept when it is done: a sweep "
        "that was broken off goes on when the same is asked for again.",
    )
    parser.add_argument(
        "--a", metavar="A,A", help="values of A (1.005,1.01,1.025,1.05,1.1,1.2,1.35)"
    )
    parser.add_argument("--b", metavar="B,B", help="values of B (1,1.5,1.75,2,2.25,2.5)")
    parser.add_argument(
        "--d",
        metavar="D,D",
        help="values of D, and fixed for the fixed origin with M_1 infinite (fixed,0.9,0.99)",
    )
    parser.add_argument(
        "--origin",
        choices=("each", "hundreds"),
        default="each",
        help="how D is applied: at each play, or to averages of a hundred (each)",
    )
    parser.add_argument(
        "--learner", choices=("nought", "cross"), default="nought", help="which side (nought)"
    )
    parser.add_argument(
        "--against",
        metavar="WHO,WHO",
        help="oppositions (distinct,expert,stereotyped: an expert's play, always the same)",
    )
    parser.add_argument("--runs", metavar="N", type=int, default=200, help="a cell (200)")
    parser.add_argument(
        "--plays", metavar="N", type=int, default=10_000, help="a run, by hundreds (10000)"
    )
    parser.add_argument("--seed", metavar="N", type=int, default=1963, help="of all chance (1963)")
    parser.add_argument("--jobs", metavar="N", type=int, help="processes (one a core)")
    parser.add_argument("--plot", metavar="FILE.png", help="the sweep as a picture")
    parser.add_argument("--csv", metavar="FILE.csv", help="every cell's numbers")
    parser.add_argument(
        "--run", metavar="FILE", help="the record (else one of its own in DATA/runs)"
    )


def run(args: argparse.Namespace) -> int:
    """Do what was asked for; the exit status."""
    if args.kind is None and args.deck is None:
        raise RefusedError(
            "pegasus", "says not what to do; expected run or sweep, or --deck FILE (see --help)"
        )
    if args.kind is not None and args.deck is not None:
        raise RefusedError("--deck", f"stands alone; expected no {args.kind} with it")
    from machines.app.kernels.compile import announce_compiling

    announce_compiling()
    if args.deck is not None:
        from machines.app.unattended.noughts import play_pegasus

        return play_pegasus(args)
    module = importlib.import_module(f"machines.app.pegasus.{args.kind}")
    status: int = module.run(args)
    return status
