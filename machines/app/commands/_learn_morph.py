"""``main.py learn morph``'s options; nothing heavy comes in with this."""

import argparse

from machines.app.commands._work_options import add_work_options
from machines.app.program import NAME

VERSIONS = ("basic", "reverse", "evaluation", "annealing")
"""Of Figs 5.1 and 5.2 (machines.morph.settings says the same)."""
OPPONENTS = (
    "house, house:2 (our own player, so many plies), random, gnuchess, gnuchess:2 (plies), "
    "gnuchess:timed (60 moves in 5 minutes), stockfish, stockfish:50ms, or uci:COMMAND"
)


def add_learn_morph(machines: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare it."""
    parser = machines.add_parser(
        "morph",
        help="chess from experience by pattern weights: learn morph --games 3000 --opponent house",
        description="Have Morph learn chess, as Gould and Levinson did in 1992: it plays game "
        "after game against an opponent, one ply deep, knowing nothing of what men are worth; "
        "after each game weights are moved, after every seventh patterns are added. The run is a "
        "record of its own in DATA/runs (morph-NUMBER.sqlite) or where --out says, kept game by "
        "game: Ctrl-C loses only the game under way, and --resume goes on to exactly what an "
        "undisturbed run gives. An engine that dies, hangs or answers an illegal move ends the "
        "run by name; nothing is learned from a broken game. What was learned is looked at by "
        f"{NAME} morph. Processes and a cluster's workers write their runs themselves: a "
        "cluster must share the disk.",
        epilog="The last line is, for example: RESULT games=2000 runs=1 won=0 drawn=11 lost=1989 "
        "points=10.40 last=12.10 taken=33.90 plies=92.1 error=0.0410 patterns=2310 ms=71.2 "
        "opponent=gnuchess seed=1 (points and last: captured per game by all games and by the "
        "last hundred; ms: for a game with its lesson)",
    )
    parser.add_argument("--games", metavar="N", help="in each run, with those that are (2000)")
    parser.add_argument("--opponent", metavar="WHO", help=f"{OPPONENTS} (house)")
    parser.add_argument("--seed", metavar="N", help="of all chance (1)")
    parser.add_argument("--seeds", metavar="N", help="so many runs, their seeds from --seed on")
    parser.add_argument(
        "--out", metavar="RUN.sqlite", help="keep the run there (with --seeds N: RUN-1 ... RUN-N)"
    )
    parser.add_argument(
        "--resume",
        metavar="RUN.sqlite",
        nargs="+",
        help="go on with these runs; other settings than they have are refused",
    )
    add_work_options(parser)
    add_choices(parser)
    parser.add_argument(
        "--print-every", metavar="N", default="200", help="games between rows of the table (200)"
    )
    parser.add_argument("--csv", metavar="FILE.csv", help="every game of every run")
    parser.add_argument(
        "--plot",
        metavar="FILE.png",
        help="points captured, TD error, length of games, the weight of being down one bishop",
    )
    parser.add_argument(
        "--database",
        metavar="FILE.database",
        help="what the first run learned as a file, and its curves beside it (FILE.history)",
    )
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        default=argparse.SUPPRESS,
        help="where runs are kept (else MATCHBOX704_DATA, else the user's data folder)",
    )


def add_choices(parser: argparse.ArgumentParser) -> None:
    """How it learns."""
    parser.add_argument(
        "--morph",
        choices=VERSIONS,
        help="which version of Figs 5.1 and 5.2: forward node ordering alone, with reverse node "
        "ordering too, with the evaluation function of Fig. 3.2 for the plain mean, with "
        "annealing for a constant rate (annealing)",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        help="one of the choices that the paper leaves open, such as coefficient=0.7 or "
        "material_dominance=no; a name that is none lists them all (may be given more than once)",
    )
