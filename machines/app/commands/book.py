"""``main.py book --polynomial P --games FILE.pdn``: how a polynomial agrees with the masters."""

import argparse
from pathlib import Path

from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    JOBS,
    SCHEDULER,
    Command,
    Option,
    csv_option,
    plot_option,
    whole,
)

EXAMPLE = "RESULT c=0.4310 lower=5000 higher=1988 agreed=640 moves=1700 games=43 se=0.0101"

COMMAND = Command(
    "follow book games with a scoring polynomial: Samuel's coefficient C",
    "Follow the games of a PDN file as Samuel's program follows book games, with learning frozen. "
    "Before each move the machine rates every legal move by looking ahead; L counts those that it "
    "rates below the book's move, H those above, for the side that plays it, and C = (L-H)/(L+H): "
    "1 where none is ever rated above the masters' move, 0 for ratings that have nothing to do "
    "with it. Moves rated exactly alike are in neither; the column 'with ties' is (L-H) over all "
    "other legal moves. Printed for each game and side, and for all with the standard error over "
    "the games. Games that can't be replayed are refused with file, game, move and line. Nothing "
    "is kept but what --csv and --plot name.",
    Option(
        "--polynomial P",
        "standard (the four terms of rote learning), pieces (piece advantage alone), paper-1959 "
        "(the twelve terms of Appendix C), learned (what Alpha learned here), a deck of POLY cards "
        "(.txt, .cbn), or a learning run's record (RUN.sqlite, RUN.sqlite:9 after game 9, or "
        "RUN.sqlite:41-100 in the mean of those games); with +TAPE.tap what a memory tape holds is "
        "looked up too (standard)",
        default="standard",
    ),
    Option(
        "--player anaconda[:FILE]",
        "instead of a polynomial: a network, whose own choice is shown beside every move",
    ),
    Option("--games FILE.pdn", "the book games", required=True, type=Path),
    Option("--ply N", "the minimum ply, 1 to 20 (3)", whole(1, 20), default=3),
    JOBS,
    SCHEDULER,
    csv_option("every move's ratings"),
    plot_option("C by game, as a picture"),
    epilog=f"The last line is, for example: {EXAMPLE}",
)


def run(args: argparse.Namespace) -> int:
    """Follow the games; raises RefusedError."""
    announce_compiling()
    from machines.app.matches.book_agreement import follow

    return follow(args)
