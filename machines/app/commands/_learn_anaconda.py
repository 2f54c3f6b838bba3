"""``main.py learn anaconda``'s options; nothing heavy comes in with this."""

import argparse

from machines.app.commands._work_options import add_work_options
from machines.app.program import NAME


def add_anaconda(machines: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare it."""
    parser = machines.add_parser(
        "anaconda",
        help="evolve networks that play: learn anaconda --generations 840 --out RUN.sqlite",
        description="Evolve networks that play draughts, as Chellapilla and Fogel did: fifteen "
        "parents, an offspring of each, five games each as Red against opponents drawn by lot, +1 "
        "for a win, -2 for a loss, the best fifteen go on. Choices that the paper leaves open are "
        "options. The run is a record of its own in DATA/runs (anaconda-NUMBER.sqlite) or where "
        "--out says, kept generation by generation: Ctrl-C loses only the generation under way, "
        "and --resume goes on to exactly what an undisturbed run gives, whatever the number of "
        f"workers. Its best plays as {NAME} match anaconda:RUN.sqlite ..., that of generation 250 "
        "as anaconda:RUN.sqlite:250.",
        epilog="The last line is, for example: RESULT generations=250 seed=1 best=5 drawn=0.747 "
        "sigma=0.0502 weight=0.1861 king=1.52 spread=0.742 saturated=0.401",
    )
    _add_run(parser)
    _add_choices(parser)
    parser.add_argument(
        "--print-every", metavar="N", default="10", help="generations between rows of the table"
    )
    parser.add_argument("--csv", metavar="FILE.csv", help="the figures of every generation")
    parser.add_argument(
        "--plot", metavar="FILE.png", help="draws, outputs and step sizes by generation"
    )
    parser.add_argument(
        "--player", metavar="FILE.network", help="the best network at the end, as a player's file"
    )


def _add_run(parser: argparse.ArgumentParser) -> None:
    """How long, and where it is kept and done."""
    parser.add_argument("--generations", metavar="N", help="in all, with those that are (250)")
    parser.add_argument("--seed", metavar="N", help="of all chance (1)")
    parser.add_argument("--out", metavar="RUN.sqlite", help="keep the run there")
    parser.add_argument(
        "--resume",
        metavar="RUN.sqlite",
        help="go on with this run; other settings than it has are refused",
    )
    add_work_options(parser, "--workers")
    parser.add_argument(
        "--data",
        metavar="FOLDER",
        default=argparse.SUPPRESS,
        help="where runs are kept (else MATCHBOX704_DATA, else the user's data folder)",
    )


def _add_choices(parser: argparse.ArgumentParser) -> None:
    """What the run follows from; None is what nobody asked for."""
    choices = parser.add_argument_group("choices", "as in the paper where it says; else as named")
    choices.add_argument(
        "--strategy",
        choices=("survivors", "mirrored"),
        help="who the next generation comes from: the fifteen that survive, as in the paper, or "
        "one parent that follows what mirrored twins win of each other (survivors)",
    )
    choices.add_argument("--sigma", metavar="X", help="the step sizes to begin with (0.05)")
    choices.add_argument(
        "--rate",
        metavar="X",
        help="mirrored: how much of what its offspring's games tell a parent takes over to begin "
        "with (0.4)",
    )
    choices.add_argument("--ply", metavar="N", help="plies of the look-ahead, 1 to 12 (4)")
    choices.add_argument(
        "--forced",
        choices=("capture", "single", "either", "none"),
        help="when it goes deeper: while a capture is pending, while there is a single legal "
        "move, either, or never (capture)",
    )
    choices.add_argument("--extra", metavar="N", help="plies deeper at most, 0 to 20 (12)")
    choices.add_argument(
        "--white-sees",
        choices=("turned", "signs"),
        help="White's board: turned by 180 degrees, or with its signs exchanged only (turned)",
    )
    choices.add_argument(
        "--near-wins",
        action="store_const",
        const=True,
        help="a sooner win is worth more than a later one (no: all are 1)",
    )
    choices.add_argument(
        "--repeats",
        choices=("search", "even"),
        help="a move that brings back a board which the side has left before: worth what the "
        "look-ahead says, or nothing (search)",
    )
    choices.add_argument("--moves", metavar="N", help="of each side, then a draw (100)")
    choices.add_argument("--most-sigma", metavar="X", help="a bound on every step size (none)")
    choices.add_argument("--loss", metavar="X", help="points off for a loss (2)")
    choices.add_argument(
        "--openings",
        action="store_const",
        const=True,
        help="every game begins with a three-move opening drawn for it (no: all at the start)",
    )
    choices.add_argument(
        "--unfinished",
        choices=("drawn", "share"),
        help="a game without a winner: worth nothing, or the share of the pieces by which a side "
        "is ahead (drawn)",
    )
    choices.add_argument(
        "--endings",
        metavar="SHARE",
        help="so many of the games begin with kings against fewer kings, and count what is gained "
        "there: 0.5 is every second one (none)",
    )
    choices.add_argument(
        "--slips", metavar="SHARE", help="so many of the moves are made by lot (none)"
    )
    choices.add_argument(
        "--learning",
        metavar="X",
        help="parents learn from their games before they have offspring, by steps of this size; "
        "0.001 is a usual one (they don't)",
    )
