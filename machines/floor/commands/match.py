"""``main.py match A B``: two players of draughts at equal ply, colours paired."""

import argparse

from machines.floor.commands._work import add_work_options


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "match",
        help="two scoring polynomials against each other: points with their error",
        description="Have two players of draughts play each other at equal ply. Each opening, one "
        "of those that three legal moves lead to, drawn by the seed without repeats while they "
        "last, is played twice with the sides changed. A game is drawn when a position comes for "
        "the third time or after 40 moves a side without a capture or a man's move. Printed are "
        "wins, losses, draws and points of A, with the standard error over pairs. A player is a "
        "polynomial: standard, pieces, paper-1959, a deck of POLY cards (.txt, .cbn), a learning "
        "run's record (RUN.sqlite, RUN.sqlite:9 after game 9), each also as samuel:P, and with "
        "+TAPE.tap what the memory tape holds is looked up too; or random. Nothing is kept but "
        "what --csv and --pdn name.",
        epilog="The last line is, for example: RESULT a=standard b=pieces games=200 wins=150 "
        "losses=20 draws=30 points=0.8250 se=0.0170 ply=3 seed=1",
    )
    parser.add_argument("a", metavar="A", help="a player")
    parser.add_argument("b", metavar="B", help="the other")
    parser.add_argument("--games", metavar="N", default="200", help="an even number (200)")
    parser.add_argument("--ply", metavar="N", default="3", help="the minimum ply, 1 to 20 (3)")
    parser.add_argument("--seed", metavar="N", default="1", help="of the openings' order (1)")
    parser.add_argument(
        "--limit", metavar="N", default="0", help="cut games, as draws, after N plies (0: never)"
    )
    parser.add_argument(
        "--adjudge",
        action="store_true",
        help="a game that is cut is won by the side with more material, as Samuel adjudged his "
        "(at 70 plies)",
    )
    add_work_options(parser)
    parser.add_argument("--csv", metavar="FILE.csv", help="every game's opening and result")
    parser.add_argument("--pdn", metavar="FILE.pdn", help="the games themselves")


def run(args: argparse.Namespace) -> int:
    """Play the match; raises RefusedError."""
    from machines.floor.warm import name_cache, numba_is_loaded

    if not numba_is_loaded():
        name_cache()
    from machines.floor.samuel.match import play

    return play(args)
