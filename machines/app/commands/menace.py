"""``main.py menace play|tournament|boxes|odds``: Michie's matchboxes in the terminal."""

import argparse
from functools import partial

from devices.refusal import RefusedError
from machines.app.commands._deck_options import NOUGHTS_DECK, check_deck_options
from machines.app.kernels.compile import announce_compiling
from machines.app.option_parsing import (
    RUNS_FOLDER,
    Command,
    Either,
    Option,
    csv_option,
    flag,
    plot_option,
    read_numbers,
    seed_option,
    whole,
)

MOST_GAMES = 2_000_000_000
BUILD = Option("--build NAME", "which boxes: 304, 287L, 287W or second (304)")
RUN = Option("--run FILE", "the beads as they lie in this run")


def _read_ghost(text: str, where: str) -> str:
    if text != "1961":
        raise RefusedError(where, f"{text!r} is no tournament; expected 1961")
    return text


TOURNAMENT_SETTINGS = (
    Option(
        "--opponent WHO",
        "random, distinct, perfect, expert, menace, 1961, standard:S or frozen:FILE: (perfect); S "
        "from 0 random to 1 expert; FILE a run or a tape whose beads or odds play without learning",
    ),
    seed_option("of all chance (1961)"),
    BUILD,
    Option(
        "--replicates N,N,N,N",
        "beads of a colour at the start, by the player's move (4,3,2,1)",
        partial(read_numbers, example="4,3,2,1"),
    ),
    Option("--first N", "the first game's number, which 1961 goes by (1)", whole(1, MOST_GAMES)),
)
"""What a tournament follows from."""

COMMAND = Command(
    "Michie's matchboxes: play, hold tournaments, look into the boxes",
    "MENACE, the matchboxes with which Donald Michie in 1961 had a machine learn noughts and "
    "crosses: play against them, hold tournaments of any length, look into the boxes, and have the "
    "exact chances of the beads as they lie. What is played is kept in run records, one SQLite "
    "file each, in DATA/runs or where --run says.",
    acts={
        "play": Command(
            "play Cross against the boxes in the terminal, or by a deck of cards",
            "Play Cross against the boxes: type the number of a square (Michie's numbers: 0 the "
            "centre, 1 2 3 the top row, on round the edge), u to take a play back, n for a new "
            "play, q to end. The beads are gone on with the next time; --new-day begins with those "
            "of the start. Each play is kept as soon as it is over, in "
            "DATA/runs/menace-play-NUMBER.sqlite or in FILE. With --deck the cards say who plays, "
            "and what the 716 prints is printed.",
            *NOUGHTS_DECK,
            BUILD,
            seed_option("of the beads drawn in a new day (1961)"),
            flag("--new-day", "begin with the beads of the start"),
            Option("--run FILE", "keep the plays there, or go on with those"),
            RUNS_FOLDER,
        ),
        "tournament": Command(
            "play any number of games against an opponent, and learn",
            "Play games between the boxes and an opponent; the boxes learn. The last line is "
            "RESULT with wins, draws, losses (the boxes'; a resignation is a loss), the score 3W + "
            "D - L and how often the first box was found empty (declined): the machine then begins "
            "no play before that box has the beads of the start again, and with --no-reload the "
            "tournament stops there. The games are kept in "
            "DATA/runs/menace-tournament-NUMBER.sqlite, or in FILE with --run. Interrupted (status "
            "130), what was played is kept, and --resume goes on with it.",
            Option("--games N", "how many, in all (220)", whole(1, MOST_GAMES), dest="count"),
            *TOURNAMENT_SETTINGS,
            Option(
                "--rewards W,D,L",
                "beads for a play won, drawn, lost (3,1,-1); with --resume they change from there "
                "on; --rewards=-1,... where the first is negative",
                partial(read_numbers, example="3,1,-1"),
            ),
            Option(
                "--reload",
                "fill the first box again when it is empty, or stop there",
                action=argparse.BooleanOptionalAction,
            ),
            Either(
                Option("--run FILE", "keep the games in this new file", dest="out"),
                Option("--resume FILE", "go on with the games in this file"),
            ),
            plot_option("draw the score, as Fig. 4 has it"),
            csv_option("write each game: outcome, score, moves"),
            Option("--ghost 1961", "draw the tournament of 1961 behind the plot", _read_ghost),
            RUNS_FOLDER,
        ),
        "boxes": Command(
            "the boxes, their colours and beads",
            "Print how many boxes, colours and beads there are by stage (the move that a box "
            "decides), and how the ledger of the beads stands; or one box; or all boxes of a "
            "stage. The beads are those of the start, or as they lie in a run.",
            BUILD,
            Either(
                Option("--box N", "one box"),
                Option("--stage N", "all boxes of a stage: 1, 3, 5, 7"),
            ),
            RUN,
            RUNS_FOLDER,
        ),
        "odds": Command(
            "the exact chances of the beads as they lie",
            "Print the exact chances of win, draw and loss for the boxes in the next play, against "
            "each kind of opponent; nothing is sampled. The last line is RESULT with the same "
            "numbers.",
            BUILD,
            RUN,
            Option("--board ROWS", "from this board on, such as O../.X./... (the start)"),
            RUNS_FOLDER,
        ),
    },
)


def run(args: argparse.Namespace) -> int:
    """Do the act; the exit status.  Raises RefusedError."""
    announce_compiling()
    if args.act == "tournament":
        from machines.app.menace.tournament import TournamentStudy
        from machines.app.study.runner import run_study

        return run_study(TournamentStudy(args, TOURNAMENT_SETTINGS))
    if args.act == "boxes":
        from machines.app.menace.boxes import print_boxes

        return print_boxes(args)
    if args.act == "odds":
        from machines.app.menace.odds import print_odds

        return print_odds(args)
    if args.deck is not None:
        from machines.app.unattended.noughts import play_menace

        return play_menace(args)
    check_deck_options(args)
    from machines.app.menace.play import play_in_terminal

    return play_in_terminal(args)
