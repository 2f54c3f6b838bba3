"""``main.py menace play|tournament|boxes|odds``: Michie's matchboxes in the terminal."""

import argparse
import importlib
from typing import TypeAlias

from devices.refusal import RefusedError
from machines.app.commands._deck_options import add_noughts_deck
from machines.app.kernels.compile import announce_compiling

BUILDS = "304, 287L, 287W or second"
Acts: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
OPPONENTS = "random, distinct, perfect, expert, menace, 1961, standard:S or frozen:FILE"


def add(subparsers: Acts) -> None:
    """Declare the command and its acts."""
    menace = subparsers.add_parser(
        "menace",
        help="Michie's matchboxes: play, hold tournaments, look into the boxes",
        description="MENACE, the matchboxes with which Donald Michie in 1961 had a machine learn "
        "noughts and crosses: play against them, hold tournaments of any length, look into the "
        "boxes, and have the exact chances of the beads as they lie. What is played is kept in "
        "run records, one SQLite file each, in DATA/runs or where --run says.",
    )
    acts = menace.add_subparsers(dest="act", metavar="ACT", required=True)
    _add_play(acts)
    _add_tournament(acts)
    _add_boxes(acts)
    _add_odds(acts)
    for act in acts.choices.values():
        act.add_argument(
            "--data",
            metavar="FOLDER",
            default=argparse.SUPPRESS,
            help="where runs are kept (else MATCHBOX704_DATA, else the user's data folder)",
        )


def _add_play(acts: Acts) -> None:
    play = acts.add_parser(
        "play",
        help="play Cross against the boxes in the terminal, or by a deck of cards",
        description="Play Cross against the boxes: type the number of a square (Michie's numbers: "
        "0 the centre, 1 2 3 the top row, on round the edge), u to take a play back, n for a new "
        "play, q to end. The beads are gone on with the next time; --new-day begins with those of "
        "the start. Each play is kept as soon as it is over, in DATA/runs/menace-play-NUMBER.sqlite"
        " or in FILE. With --deck the cards say who plays, and what the 716 prints is printed.",
    )
    add_noughts_deck(play)
    play.add_argument("--build", metavar="NAME", help=f"which boxes: {BUILDS} (304)")
    play.add_argument("--seed", metavar="N", help="of the beads drawn in a new day (1961)")
    play.add_argument("--new-day", action="store_true", help="begin with the beads of the start")
    play.add_argument("--run", metavar="FILE", help="keep the plays there, or go on with those")


def _add_tournament(acts: Acts) -> None:
    tournament = acts.add_parser(
        "tournament",
        help="play any number of games against an opponent, and learn",
        description="Play games between the boxes and an opponent; the boxes learn. The last line "
        "is RESULT with wins, draws, losses (the boxes'; a resignation is a loss), the score "
        "3W + D - L and how often the first box was found empty (declined): the machine then "
        "begins no play before that box has the beads of the start again, and with --no-reload "
        "the tournament stops there. The games are kept in "
        "DATA/runs/menace-tournament-NUMBER.sqlite, or in FILE with --run. Interrupted "
        "(status 130), what was played is kept, and --resume goes on with it.",
    )
    tournament.add_argument("--games", metavar="N", help="how many, in all (220)")
    tournament.add_argument(
        "--opponent",
        metavar="WHO",
        help=f"{OPPONENTS}: (perfect); S from 0 random to 1 expert; FILE a run or a tape whose "
        "beads or odds play without learning",
    )
    tournament.add_argument("--seed", metavar="N", help="of all chance (1961)")
    tournament.add_argument("--build", metavar="NAME", help=f"which boxes: {BUILDS} (304)")
    tournament.add_argument(
        "--replicates",
        metavar="N,N,N,N",
        help="beads of a colour at the start, by the player's move (4,3,2,1)",
    )
    tournament.add_argument(
        "--rewards",
        metavar="W,D,L",
        help="beads for a play won, drawn, lost (3,1,-1); with --resume they change from there on; "
        "--rewards=-1,... where the first is negative",
    )
    tournament.add_argument(
        "--reload",
        action=argparse.BooleanOptionalAction,
        help="fill the first box again when it is empty, or stop there",
    )
    tournament.add_argument(
        "--first", metavar="N", help="the first game's number, which 1961 goes by (1)"
    )
    kept = tournament.add_mutually_exclusive_group()
    kept.add_argument("--run", metavar="FILE", help="keep the games in this new file")
    kept.add_argument("--resume", metavar="FILE", help="go on with the games in this file")
    tournament.add_argument("--plot", metavar="FILE.png", help="draw the score, as Fig. 4 has it")
    tournament.add_argument(
        "--csv", metavar="FILE.csv", help="write each game: outcome, score, moves"
    )
    tournament.add_argument(
        "--ghost", metavar="1961", help="draw the tournament of 1961 behind the plot"
    )


def _add_boxes(acts: Acts) -> None:
    boxes = acts.add_parser(
        "boxes",
        help="the boxes, their colours and beads",
        description="Print how many boxes, colours and beads there are by stage (the move that a "
        "box decides), and how the ledger of the beads stands; or one box; or all boxes of a "
        "stage. The beads are those of the start, or as they lie in a run.",
    )
    boxes.add_argument("--build", metavar="NAME", help=f"which boxes: {BUILDS} (304)")
    which = boxes.add_mutually_exclusive_group()
    which.add_argument("--box", metavar="N", help="one box")
    which.add_argument("--stage", metavar="N", help="all boxes of a stage: 1, 3, 5, 7")
    boxes.add_argument("--run", metavar="FILE", help="the beads as they lie in this run")


def _add_odds(acts: Acts) -> None:
    odds = acts.add_parser(
        "odds",
        help="the exact chances of the beads as they lie",
        description="Print the exact chances of win, draw and loss for the boxes in the next play, "
        "against each kind of opponent; nothing is sampled. The last line is RESULT with the same "
        "numbers.",
    )
    odds.add_argument("--build", metavar="NAME", help=f"which boxes: {BUILDS} (304)")
    odds.add_argument("--run", metavar="FILE", help="the beads as they lie in this run")
    odds.add_argument(
        "--board", metavar="ROWS", help="from this board on, such as O../.X./... (the start)"
    )


def run(args: argparse.Namespace) -> int:
    """Do the act; the exit status.  Raises RefusedError."""
    announce_compiling()
    if getattr(args, "deck", None) is not None:
        from machines.app.unattended.noughts import play_menace

        return play_menace(args)
    for option in ("tape", "paper", "log"):
        if getattr(args, option, None):
            name = {"paper": "--print"}.get(option, f"--{option}")
            raise RefusedError(name, "is for a deck; expected --deck FILE with it")
    status: int = importlib.import_module(f"machines.app.menace.{args.act}").run(args)
    return status
