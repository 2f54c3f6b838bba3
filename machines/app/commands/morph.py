"""``main.py morph patterns|table|ablations|noughts``: what Morph has learned, Figs 5.1 and 5.2, and
the framework without chess."""

import argparse

from machines.app.commands._learn_morph import OPPONENTS
from machines.app.commands._work_options import add_work_options

DATABASE = (
    "shipped, a run's RUN.sqlite, RUN.sqlite:106 (after so many games), a FILE.database, or a "
    "FILE.json as --json writes it (shipped)"
)
ORDERS = ("telling", "weight", "updates", "uses", "variance", "age")


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "morph",
        help="Morph's patterns, the worth of material beside Table 5.1, Figs 5.1 and 5.2",
        description="Look at what Morph has learned (learn morph makes it), and run the "
        "comparisons of 1992.",
    )
    kinds = parser.add_subparsers(
        dest="kind", metavar="patterns|table|ablations|noughts", required=True, title="what to do"
    )
    _add_patterns(kinds)
    _add_table(kinds)
    _add_ablations(kinds)
    _add_noughts(kinds)
    for kind in kinds.choices.values():
        kind.add_argument(
            "--data",
            metavar="FOLDER",
            default=argparse.SUPPRESS,
            help="where runs are kept (else MATCHBOX704_DATA, else the user's data folder)",
        )


def _add_patterns(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = kinds.add_parser(
        "patterns",
        help="list, search, export and draw the patterns of a database",
        description="List the patterns of a database with their weights and statistics: nodes "
        "(men by their letters, White's as capitals, each with its square, file or rank where "
        "the pattern has it) and who attacks whom; or material. White has just moved.",
        epilog="The last line is, for example: RESULT listed=50 graph=44 material=6 patterns=2310 "
        "games=2000",
    )
    parser.add_argument("database", metavar="DATABASE", nargs="?", default="shipped", help=DATABASE)
    parser.add_argument("--top", metavar="N", help="so many at most")
    parser.add_argument(
        "--find",
        metavar="TEXT",
        help="only patterns in whose words this stands, such as 'Q, k g8' (all that stands "
        "between commas), 'bishop' or 'reverse engineering'",
    )
    parser.add_argument(
        "--by",
        choices=ORDERS,
        default="telling",
        help="the greatest first; telling: extreme weights that had many updates (telling)",
    )
    parser.add_argument(
        "--least-updates", dest="least", metavar="N", default="0", help="only with so many (0)"
    )
    parser.add_argument(
        "--fen",
        metavar="FEN",
        help="the patterns that count in this position, after a move, and how their weights fold",
    )
    parser.add_argument("--json", metavar="FILE.json", help="those listed, whole")
    parser.add_argument("--png", metavar="DIR", help="a picture of each of those listed")


def _add_table(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = kinds.add_parser(
        "table",
        help="what material came to be worth, beside the paper's Table 5.1",
        description="Print Table 5.1 with the weights of a database beside it. The paper's is of "
        "106 games: RUN.sqlite:106 compares like with like.",
        epilog="The last line is, for example: RESULT games=106 patterns=575 rows=19 signs=10/10 "
        "rank=0.976 rank_all=0.958 (signs that are right and Spearman's correlation with the "
        "traditional values of the ten single men; the same of all rows)",
    )
    parser.add_argument("database", metavar="DATABASE", nargs="?", default="shipped", help=DATABASE)
    parser.add_argument("--csv", metavar="FILE.csv", help="the table")


def _add_ablations(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = kinds.add_parser(
        "ablations",
        help="the four versions of Figs 5.1 and 5.2 against one opponent",
        description="Play the four versions of Figs 5.1 and 5.2, each the one before and one "
        "thing more: forward node ordering alone; reverse node ordering too; the evaluation "
        "function of Fig. 3.2 in the place of the plain mean (the older one isn't printed); "
        "annealing in the place of a constant rate. Each version with each seed is a run of its "
        "own, RUNS/morph-VERSION-SEED.sqlite; called again the command goes on with them.",
        epilog="The last line is, for example: RESULT games=2000 seeds=3 opponent=gnuchess "
        "basic=5.21 reverse=5.62 evaluation=7.90 annealing=10.44 basic_last=... (points captured "
        "per game by all games, and by the last hundred)",
    )
    parser.add_argument("--games", metavar="N", default="2000", help="of each run (2000)")
    parser.add_argument("--seeds", metavar="K", default="3", help="runs of each version (3)")
    parser.add_argument("--seed", metavar="N", default="1", help="the first of them (1)")
    parser.add_argument("--opponent", metavar="WHO", default="house", help=f"{OPPONENTS} (house)")
    parser.add_argument(
        "--set", metavar="NAME=VALUE", action="append", help="a choice for all, as in learn morph"
    )
    parser.add_argument(
        "--out", metavar="RUNS", help="the folder of the runs (DATA/runs/morph-ablations)"
    )
    parser.add_argument(
        "--plot",
        metavar="FILE.png",
        help="Figs 5.1, 5.2, 2.1 and 2.2, the length of games and the TD error in one picture",
    )
    parser.add_argument("--csv", metavar="FILE.csv", help="the curves")
    add_work_options(parser)


def _add_noughts(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = kinds.add_parser(
        "noughts",
        help="the framework without chess: noughts and crosses, beside MENACE",
        description="Have the APS framework, of which Morph is the chess, learn noughts and "
        "crosses as Nought, and MENACE's boxes beside it against the same opponent. Nothing is "
        "kept: the same seed gives the same plays.",
        epilog="The last line is, for example: RESULT plays=500 opponent=perfect won=0 drawn=298 "
        "lost=202 last=0.480 error=0.3310 patterns=820 menace_won=0 menace_drawn=437 "
        "menace_lost=63 seed=1 (last: points of the last tenth, 1 won, 0.5 drawn)",
    )
    parser.add_argument("--plays", metavar="N", default="500", help="of each (500)")
    parser.add_argument(
        "--opponent",
        metavar="WHO",
        default="perfect",
        help="random, distinct, perfect, expert or standard:s with s from 0 to 1 (perfect)",
    )
    parser.add_argument("--seed", metavar="N", default="1", help="of all chance (1)")
    parser.add_argument(
        "--by-hand",
        metavar="N",
        default="1",
        help="tell the last N plays choice by choice: every value, and the patterns and steps "
        "that came to it (1)",
    )
    parser.add_argument(
        "--top", metavar="N", default="12", help="patterns to list, those that say most (12)"
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        help="one of the framework's choices, as in learn morph",
    )
    parser.add_argument(
        "--plot", metavar="FILE.png", help="both as Michie drew his tournament, 3W + D - L"
    )
    parser.add_argument("--csv", metavar="FILE.csv", help="every play")


def run(args: argparse.Namespace) -> int:
    """Do it; raises RefusedError, or KeyboardInterrupt with every game that is over kept."""
    from machines.app.kernels.compile import announce_compiling

    announce_compiling()
    if args.kind == "patterns":
        from machines.app.morph.patterns import tell_patterns

        return tell_patterns(args)
    if args.kind == "table":
        from machines.app.morph.table import tell_table

        return tell_table(args)
    if args.kind == "noughts":
        from machines.app.morph.noughts import tell_noughts

        return tell_noughts(args)
    from machines.app.morph.ablations import tell_ablations

    return tell_ablations(args)
