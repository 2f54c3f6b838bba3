"""``main.py match A B``: two players of draughts at equal ply, colours paired."""

import argparse

from machines.app.commands._work_options import add_work_options


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "match",
        help="two players of draughts against each other: points and Elo with their error",
        description="Have two players of draughts play each other at equal ply. Each opening, one "
        "of those that three legal moves lead to, drawn by the seed without repeats while they "
        "last, is played twice with the sides changed. A game is drawn when a position comes for "
        "the third time or after 40 moves a side without a capture or a man's move (--draws). "
        "Printed are wins, losses, draws and points of A, with the standard error over pairs, and "
        "the difference in Elo, 400 log10(p/(1-p)) at the share p of the points and at the ends of "
        "p's 95% interval over pairs. A player is samuel (samuel:standard), "
        "samuel:P with a polynomial P: standard, pieces, paper-1959, learned (what Alpha learned "
        "here), a deck of POLY cards (.txt, .cbn), a learning run's record (RUN.sqlite, "
        "RUN.sqlite:9 after game 9, RUN.sqlite:41-100 in the mean of those games), each also as P "
        "alone, and with +TAPE.tap what the memory tape holds is looked up too; anaconda, or "
        "anaconda:FILE with the network in a player's file or the best of an evolution's record "
        "(RUN.sqlite, RUN.sqlite:250 after generation 250), anaconda:pieces, the piece sum alone "
        "in Anaconda's look-ahead; random; or engine:COMMAND, a program outside that reads "
        "'position FEN' and 'go depth N' or 'go ms N' on its standard input "
        "and answers 'move 11-15' on its standard output "
        "(machines/app/external/draughts_engine.py has the whole "
        "protocol). Nothing is kept but what --csv, --pdn and --plot name; Ctrl-C ends the match, "
        "and the games played by then are told and written.",
        epilog="The last line is, for example: RESULT a=standard b=pieces games=200 wins=150 "
        "losses=20 draws=30 points=0.8250 se=0.0170 ply=3 seed=1 elo=+269.4 elo_low=+231.8 "
        "elo_high=+312.9 forfeits=0",
    )
    _add_players(parser)
    _add_rules(parser)
    _add_engines(parser)
    add_work_options(parser)
    parser.add_argument(
        "--csv", metavar="FILE.csv", help="every game's opening and result; with --plies its table"
    )
    parser.add_argument("--pdn", metavar="FILE.pdn", help="the games themselves")
    parser.add_argument("--plot", metavar="FILE.png", help="with --plies: points against ply")


def _add_players(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", metavar="A", help="a player")
    parser.add_argument("b", metavar="B", help="the other")
    parser.add_argument("others", metavar="C D", nargs="*", help="with --format hoyle: two more")
    parser.add_argument(
        "--format",
        choices=("pairs", "hoyle"),
        default="pairs",
        help="pairs from openings; hoyle: from the start a game as Red (who moves first, our "
        "Black) and one as White against each of three opponents, match A B C D (pairs)",
    )
    parser.add_argument("--games", metavar="N", help="an even number (200)")
    parser.add_argument("--ply", metavar="N", default="3", help="the minimum ply, 1 to 20 (3)")
    parser.add_argument(
        "--plies",
        metavar="N,N",
        help="strength against ply: so many games of A at each of these plies, such as 2,4,6,8, "
        "against B at --ply, the same openings at each",
    )
    parser.add_argument("--seed", metavar="N", default="1", help="of the openings' order (1)")


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--draws",
        metavar="RULE,RULE",
        default="repetition,quiet",
        help="which draw a game: repetition (third time), quiet (40 moves a side); or none, with "
        "--limit; draws are never agreed (repetition,quiet)",
    )
    parser.add_argument(
        "--repeats",
        choices=("even", "search"),
        help="what a board is worth to a program of ours that it has left before in the game: "
        "nothing, so that a side that is ahead looks for something else, or what the look-ahead "
        "says, as in Samuel's paper (even; a run's networks as its settings have it)",
    )
    parser.add_argument(
        "--limit", metavar="N", default="0", help="cut games, as draws, after N plies (0: never)"
    )
    parser.add_argument(
        "--adjudge",
        action="store_true",
        help="a game that is cut is won by the side with more material, as Samuel adjudged his "
        "(at 70 plies)",
    )


def _add_engines(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine-ms",
        metavar="N",
        help="engines are told go ms N, not go depth with the ply; they forfeit a game when they "
        "answer more than a second later",
    )
    parser.add_argument(
        "--engine-wait",
        metavar="SECONDS",
        help="so long is waited for an engine's answer, in either case (60 to go depth)",
    )


def run(args: argparse.Namespace) -> int:
    """Play the match; raises RefusedError."""
    from machines.app.kernels.compile import announce_compiling

    announce_compiling()
    from machines.app.matches.play import play

    return play(args)
