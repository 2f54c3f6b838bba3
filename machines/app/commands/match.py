"""``main.py match A B``: two players of draughts at equal ply, colours paired."""

import argparse
from functools import partial

from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    JOBS,
    SCHEDULER,
    Command,
    Option,
    csv_option,
    flag,
    place,
    plot_option,
    read_seconds,
    seed_option,
    whole,
)

COMMAND = Command(
    "two players of draughts against each other: points and Elo with their error",
    "Have two players of draughts play each other at equal ply. Each opening, one of those that "
    "three legal moves lead to, drawn by the seed without repeats while they last, is played twice "
    "with the sides changed. A game is drawn when a position comes for the third time or after 40 "
    "moves a side without a capture or a man's move (--draws). Printed are wins, losses, draws and "
    "points of A, with the standard error over pairs, and the difference in Elo, 400 "
    "log10(p/(1-p)) at the share p of the points and at the ends of p's 95% interval over pairs. A "
    "player is samuel (samuel:standard), samuel:P with a polynomial P: standard, pieces, "
    "paper-1959, learned (what Alpha learned here), a deck of POLY cards (.txt, .cbn), a learning "
    "run's record (RUN.sqlite, RUN.sqlite:9 after game 9, RUN.sqlite:41-100 in the mean of those "
    "games), each also as P alone, and with +TAPE.tap what the memory tape holds is looked up too; "
    "anaconda, or anaconda:FILE with the network in a player's file or the best of an evolution's "
    "record (RUN.sqlite, RUN.sqlite:250 after generation 250), anaconda:pieces, the piece sum "
    "alone in Anaconda's look-ahead; random; or engine:COMMAND, a program outside that reads "
    "'position FEN' and 'go depth N' or 'go ms N' on its standard input and answers 'move 11-15' "
    "on its standard output (machines/app/external/draughts_engine.py has the whole protocol). "
    "Nothing is kept but what --csv, --pdn and --plot name; Ctrl-C ends the match, and the games "
    "played by then are told and written.",
    Option("a A", "a player"),
    Option("b B", "the other"),
    Option("others C D", "with --format hoyle: two more", nargs="*"),
    Option(
        "--format",
        "pairs from openings; hoyle: from the start a game as Red (who moves first, our Black) and "
        "one as White against each of three opponents, match A B C D (pairs)",
        choices=("pairs", "hoyle"),
        default="pairs",
    ),
    Option("--games N", "an even number (200)", whole(2, 1_000_000)),
    Option("--ply N", "the minimum ply, 1 to 20 (3)", whole(1, 20), default=3),
    Option(
        "--plies N,N",
        "strength against ply: so many games of A at each of these plies, such as 2,4,6,8, against "
        "B at --ply, the same openings at each",
    ),
    seed_option("of the openings' order (1)", default=1),
    Option(
        "--draws RULE,RULE",
        "which draw a game: repetition (third time), quiet (40 moves a side); or none, with "
        "--limit; draws are never agreed (repetition,quiet)",
        default="repetition,quiet",
    ),
    Option(
        "--repeats",
        "what a board is worth to a program of ours that it has left before in the game: nothing, "
        "so that a side that is ahead looks for something else, or what the look-ahead says, as in "
        "Samuel's paper (even; a run's networks as its settings have it)",
        choices=("even", "search"),
    ),
    Option(
        "--limit N",
        "cut games, as draws, after N plies (0: never)",
        whole(0, 10_000),
        default=0,
    ),
    flag(
        "--adjudge",
        "a game that is cut is won by the side with more material, as Samuel adjudged his (at 70 "
        "plies)",
    ),
    Option(
        "--engine-ms N",
        "engines are told go ms N, not go depth with the ply; they forfeit a game when they answer "
        "more than a second later",
        whole(1, 3_600_000),
        default=0,
    ),
    Option(
        "--engine-wait SECONDS",
        "so long is waited for an engine's answer, in either case (60 to go depth)",
        partial(read_seconds, most=86_400),
    ),
    JOBS,
    SCHEDULER,
    csv_option("every game's opening and result; with --plies its table"),
    Option("--pdn FILE.pdn", "the games themselves", place()),
    plot_option("with --plies: points against ply"),
    epilog="The last line is, for example: RESULT a=standard b=pieces games=200 wins=150 losses=20 "
    "draws=30 points=0.8250 se=0.0170 ply=3 seed=1 elo=+269.4 elo_low=+231.8 elo_high=+312.9 "
    "forfeits=0",
)


def run(args: argparse.Namespace) -> int:
    """Play the match; raises RefusedError."""
    announce_compiling()
    from machines.app.matches.play import play

    return play(args)
